"""The versions of the site's parts, which must fit together.

The kernel requires a specific Pyodide. The Python packages in the browser are exactly those in
`WHEELS`, because nothing is downloaded from other servers.
"""

PYODIDE = "314.0.6"  # Python 3.14; the npm package has only the core, without numpy and matplotlib
KERNEL = "jupyterlite-pyodide-kernel==0.8.6"

# JupyterLab extensions, each in a wheel: the kernel and the widgets.
WIDGETS = "anywidget==0.11.0"
EXTENSIONS = (KERNEL, WIDGETS, "jupyterlab-widgets==3.0.17")

WHEELS = (
    WIDGETS,
    "asttokens==3.0.2",
    "chess==1.10.0",  # the last version with a wheel
    "comm==0.2.3",
    "decorator==5.3.1",
    "executing==2.3.0",
    "ipython==9.12.0",
    "ipython-pygments-lexers==1.1.1",
    "ipywidgets==8.1.9",
    "matplotlib-inline==0.2.2",
    "micropip==0.11.1",
    "networkx==3.6.1",
    "prompt-toolkit==3.0.53",
    "psygnal==0.16.1",
    "pure-eval==0.2.4",
    "pygments==2.21.0",
    "stack-data==0.6.3",
    "tqdm==4.70.1",
    "traitlets==5.16.1",
    "typing-extensions==4.16.0",
    "wcwidth==0.9.4",
)
