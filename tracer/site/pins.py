"""What the site is made of: versions that go together.

The kernel names the Pyodide that it is made for; Python's packages in the browser are those of
`WHEELS` and no others, since nothing is fetched from outside.
"""

PYODIDE = "314.0.6"  # Python 3.14; npm's package has the core alone: no numpy, no matplotlib
KERNEL = "jupyterlite-pyodide-kernel==0.8.6"

# Extensions of JupyterLab, each in a wheel: the kernel, and what draws widgets.
WIDGETS = "anywidget==0.11.0"
EXTENSIONS = (KERNEL, WIDGETS, "jupyterlab-widgets==3.0.17")

WHEELS = (
    WIDGETS,
    "asttokens==3.0.2",
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
    "traitlets==5.16.1",
    "typing-extensions==4.16.0",
    "wcwidth==0.9.4",
)
