"""A fingerprint of the code behind a result, so that old results never pass for new ones.

It covers the module of a function and every module of ours that this one imports, directly or not,
also inside functions. Any change of their text counts: better a result too many computed again
than one that another program has found.
"""

import re
import sys
from collections.abc import Callable, Iterator
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

OURS = ("trees", "tracer")
# These say where and when a job is done and how its result is shown, never what the result is.
SHOWS = re.compile(
    r"tracer\.(support|exports|draw|player|experiments\.(commands|figures|published))\b"
)
_IMPORT = re.compile(r"^[ \t]*(?:from|import) ([\w.]+)(?: import (\([^)]*\)|.*))?", re.MULTILINE)


@cache
def fingerprint(work: Callable[..., Any]) -> str:
    """Sixteen hexadecimal digits that change when the code behind `work` does."""
    total = sha256(f"{work.__module__}.{work.__qualname__}".encode())
    for name, text in sorted(sources(work).items()):
        total.update(f"\0{name}\0{text}".encode())
    return total.hexdigest()[:16]


def sources(work: Callable[..., Any]) -> dict[str, str]:
    """The modules behind `work`, with their text."""
    texts: dict[str, str] = {}
    todo, own = [work.__module__], work.__module__.partition(".")[0]
    while todo:
        name = todo.pop()
        path = _file(name, own)
        if name not in texts and path is not None and not SHOWS.match(name):
            texts[name] = path.read_text(encoding="utf-8")
            todo += _needs(name, path, texts[name])
    return texts


def _needs(name: str, path: Path, text: str) -> Iterator[str]:
    """The modules that a module imports, and the package that runs before it."""
    for module, names in _IMPORT.findall(text):
        yield module
        yield from (f"{module}.{each}" for each in re.findall(r"\w+", names))
    package = name.rpartition(".")[0]
    if package not in OURS:  # those two only bring names together
        yield package
    if "iter_modules(__path__)" in text:  # imports whatever is in its folder
        yield from (f"{name}.{each.stem}" for each in path.parent.glob("*.py"))


def _file(name: str, own: str) -> Path | None:
    """The source of a module of ours, or of the package `own` that the work is from."""
    top, _, rest = name.partition(".")
    if top not in (*OURS, own) or name in OURS:
        return None
    loaded, root = (getattr(sys.modules.get(each), "__file__", None) for each in (name, top))
    if loaded or not root:
        return Path(loaded) if loaded and loaded.endswith(".py") else None
    place = Path(root).parent.joinpath(*rest.split("."))
    files = place.with_suffix(".py"), place / "__init__.py"
    return next((file for file in files if file.is_file()), None)
