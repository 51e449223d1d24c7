"""The notebooks in a folder, in order, with their titles."""

import re
from pathlib import Path
from typing import NamedTuple

from tracer.support.notebooks import read_notebook


class Chapter(NamedTuple):
    """A notebook: its file, its title and its first sentences."""

    path: Path
    title: str
    about: str


def chapters(folder: Path) -> list[Chapter]:
    """The notebooks in a folder, sorted by name; subfolders, such as solutions, are left out."""
    found = [_chapter(path) for path in sorted(folder.glob("*.ipynb"))]
    if not found:
        raise ValueError(f"{folder} contains no notebook (*.ipynb)")
    return found


def _chapter(path: Path) -> Chapter:
    try:
        cells = read_notebook(path.read_text("utf-8"), extra="site").cells
    except ValueError as error:
        raise ValueError(f"{path}: {error}") from None
    first = next((c.source for c in cells if c.cell_type == "markdown"), "")
    heading, _, rest = first.strip().partition("\n")
    about = rest.strip().partition("\n\n")[0]
    title = heading.lstrip("# ") if heading.startswith("#") else path.stem
    return Chapter(path, _plain(title), _plain(about))


def _plain(markdown: str) -> str:
    """A line of Markdown as plain text."""
    marks = r"\\(.)|[*`]|\[([^]]*)\]\([^)]*\)"
    return re.sub(marks, lambda m: m[1] or m[2] or "", markdown.replace("\n", " "))
