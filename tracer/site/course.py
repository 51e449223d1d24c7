"""The notebooks of a folder, in order, with their titles."""

import json
import re
from pathlib import Path
from typing import NamedTuple


class Chapter(NamedTuple):
    """A notebook: its file, its title and its first sentences."""

    path: Path
    title: str
    about: str


def chapters(folder: Path) -> list[Chapter]:
    """The notebooks of a folder by name; solutions in folders below are not among them."""
    found = [_chapter(path) for path in sorted(folder.glob("*.ipynb"))]
    if not found:
        raise ValueError(f"{folder} holds no notebook (*.ipynb)")
    return found


def _chapter(path: Path) -> Chapter:
    try:
        cells = json.loads(path.read_text("utf-8"))["cells"]
        sources = ["".join(c["source"]) for c in cells if c["cell_type"] == "markdown"]
    except (ValueError, KeyError, TypeError):
        raise ValueError(f"{path} is no notebook: open it in JupyterLab and save it") from None
    heading, _, rest = (sources or [""])[0].strip().partition("\n")
    about = rest.strip().partition("\n\n")[0]
    title = heading.lstrip("# ") if heading.startswith("#") else path.stem
    return Chapter(path, _plain(title), _plain(about))


def _plain(markdown: str) -> str:
    """A line of Markdown without its marks."""
    marks = r"\\(.)|[*`]|\[([^]]*)\]\([^)]*\)"
    return re.sub(marks, lambda m: m[1] or m[2] or "", markdown.replace("\n", " "))
