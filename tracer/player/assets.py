"""The player's script and style sheet, for the widget and for pages without a kernel."""

import re
from functools import cache
from pathlib import Path

HERE = Path(__file__).parent
MAIN = "widget"  # the module of the player, which imports all others that it needs

# Our modules may only use imports and exports of this form, on one line each.
_IMPORT = re.compile(r'^import \{ [\w, ]+ \} from "\./(\w+)\.js";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:class|const|function|async function) )", re.MULTILINE)
_COMMENT = re.compile(r"//.*|/\*(?:(?!\*/).)*\*/")
# At the end of a line, and not in a string, which would end in a quote.
_REMARK = re.compile(r"""\s+(//[^"'`]*|/\*((?!\*/)[^"'`])*\*/)$""")
_OTHER = re.compile(r"^(?:import\b|export (?!default \{)).*", re.MULTILINE)


@cache
def script(main: str = MAIN) -> str:
    """A module in `js/` and those it imports, joined into one, each after those it imports."""
    parts: dict[str, str] = {}
    _add(main, parts)
    return "\n".join(parts.values())


def _add(name: str, parts: dict[str, str]) -> None:
    """Add a module after those it imports, unless it has been added before."""
    if name in parts:
        return
    text = (HERE / "js" / f"{name}.js").read_text("utf-8")
    for imported in _IMPORT.findall(text):
        _add(imported, parts)
    parts[name] = joinable(text)


def joinable(text: str) -> str:
    """A module without its imports and exports, except for a default export."""
    plain = _EXPORT.sub("", _IMPORT.sub("", text))
    if other := _OTHER.search(plain):
        raise ValueError(f'cannot join {other[0]!r}; write import {{ a, b }} from "./module.js";')
    return plain


@cache
def slim(text: str) -> str:
    """A script or style sheet without indentation and comments, as far as lines end in them."""
    lines = (_REMARK.sub("", line.strip()) for line in text.splitlines())
    return "\n".join(line for line in lines if line and not _COMMENT.fullmatch(line))


@cache
def style(*more: str) -> str:
    """The style sheet of the player, and others after it."""
    return "".join((HERE / f"{name}.css").read_text("utf-8") for name in ("player", *more))
