"""What the notebooks say between their cells."""

import json
from functools import cache
from pathlib import Path

SOLUTIONS = Path(__file__).parents[2] / "notebooks" / "solutions"


def said(number):
    """The text of the notebook with this number, without its bold face."""
    (path,) = SOLUTIONS.glob(f"{number:02}-*.ipynb")
    return text(path)


@cache
def text(path):
    cells = json.loads(path.read_text("utf-8"))["cells"]
    prose = ("".join(c["source"]) for c in cells if c["cell_type"] == "markdown")
    return "\n".join(prose).replace("**", "")
