"""Read and write notebook files with nbformat."""

import warnings
from typing import Any

from tracer.support.extras import needs

KERNEL = {"display_name": "Python 3", "language": "python", "name": "python3"}

Notebook = Any  # nbformat's NotebookNode: a dict whose keys are attributes as well


def read_notebook(text: str, *, extra: str = "course") -> Notebook:
    """Read a notebook and convert it to format 4; raise ValueError if Jupyter could not open it.

    `extra` names the extra to install if nbformat is missing.
    """
    nbformat = needs("nbformat", extra)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # cells without an id, or with the same one
            found = nbformat.reader.reads(text)
            found["nbformat"]  # without a version, nbformat would assume its format of 2011
            found = nbformat.convert(found, 4)
            nbformat.validate(found, relax_add_props=True)
    except Exception:  # nbformat trusts its input, so that bad input can raise anything
        raise ValueError("not a notebook that Jupyter can open") from None
    return found


def write_notebook(notebook: Notebook) -> str:
    """The text of a notebook, as Jupyter would save it."""
    text: str = needs("nbformat", "course").writes(notebook)
    return text + "\n"


def new_notebook(cells: list[Any]) -> Notebook:
    """A notebook with these cells for the Python kernel."""
    metadata = {"kernelspec": KERNEL, "language_info": {"name": "python"}}
    return needs("nbformat.v4", "course").new_notebook(cells=cells, metadata=metadata)


def new_cell(kind: str, name: str, source: str, metadata: dict[str, Any]) -> Any:
    """A "code" or "markdown" cell whose id is `name`."""
    v4 = needs("nbformat.v4", "course")
    made = {"code": v4.new_code_cell, "markdown": v4.new_markdown_cell}[kind]
    return made(source, id=name, metadata=metadata)
