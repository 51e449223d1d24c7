"""How an answer is given by mouse or keyboard, and what plain value that makes.

The browser sends rows, `[node, text, …]`: nodes are Dewey numbers, or None where none is asked for,
and texts are as typed. `value_of` turns them into what a student would write, `code_of` into the
line of code. `js/answer.js` writes the same line in the browser, where there may be no kernel.
"""

import ast
import re
from collections.abc import Callable
from math import inf
from typing import Any, NamedTuple

from tracer.exercises.ask.asked_at import At, moment
from tracer.trace.trace import Trace
from trees.dewey import Node, dewey, label
from trees.tree import Tree

Rows = list[list[Any]]  # a node or None, then texts
Frame = Callable[[Trace, At], int]

_NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?", re.IGNORECASE | re.ASCII)
_CODE = re.compile(r"[-+.\d'\"\[({]", re.ASCII)  # how a plain value begins
_LONGEST = 400  # characters of a number


class Input(NamedTuple):
    """A way to give an answer.

    `form` is the shape of the value: "nodes", "node", "dict", "rows", "tuple", "number" or "text".
    `fields` name what is typed, in each row if there are several; `choices` are all that a field
    may be. `frame` is the frame to show; without it, nothing of the search is shown.
    """

    form: str
    says: str
    fields: tuple[str, ...] = ()
    choices: tuple[str, ...] = ()  # of the first field
    picks: str = ""  # what can be picked in the tree: "leaves", "inner" nodes or "any"
    strikes: bool = False  # picked nodes look cut off
    none: str = ""  # a button for the answer that there are none
    frame: Frame | None = None


def _moment(what: str) -> Frame:
    return lambda trace, at: moment(trace, what, at).frame


TYPED = Input("text", "Type your answer as Python code.", ("answer",))

INPUTS: dict[str, Input] = {
    "values": Input("dict", "Choose a node and type its value.", ("value",), picks="inner"),
    "leaves": Input(
        "nodes", "Pick the leaves in order; pick one again to take it back.", picks="leaves"
    ),
    "cuts": Input(
        "nodes",
        "Pick the nodes that are cut off; pick one again to take it back.",
        picks="any",
        strikes=True,
        none="Nothing is cut off",
    ),
    "window": Input("tuple", "Type both ends of the window.", ("α", "β")),
    "returned": Input("number", "Type the value.", ("value",)),
    "next": Input("node", "Pick the node.", picks="any", frame=_moment("next")),
    "open": Input(
        "rows",
        "Pick a node to add a state; drag a state, or use its arrows, to move it.",
        ("status", "merit"),
        ("LIVE", "SOLVED"),
        picks="any",
        none="OPEN is empty",
    ),
    "backup": Input(
        "rows",
        "Pick a node to add an entry; drag an entry, or use its arrows, to move it.",
        ("last child", "l", "h"),
        picks="any",
        none="BACKUP is empty",
    ),
    "case": Input("text", "Choose a case.", ("case",), tuple("123456"), frame=_moment("case")),
    "bounds": Input("tuple", "Type both bounds.", ("f⁻", "f⁺")),
}


def input_of(kind: str) -> Input:
    """The way to answer a kind of question: by typing, if no other is known."""
    return INPUTS.get(kind, TYPED)


def value_of(way: Input, rows: Rows | None, tree: Tree) -> Any:
    """The answer as a plain value; None if there is none, or only a part of one."""
    if rows is None or (not rows and not way.none):
        return None
    try:
        return _value(way, rows, tree)
    except (
        ValueError,
        TypeError,
        LookupError,
    ):  # a field is empty, or the rows are of another form
        return None


def _value(way: Input, rows: Rows, tree: Tree) -> Any:
    read = [(_name(tree, n), [_cell(t) for t in texts]) for n, *texts in rows]
    name, cells = read[0] if read else ("", [])
    match way.form:
        case "nodes":
            return [name for name, _ in read]
        case "node":
            return name
        case "dict":
            return {name: cells[0] for name, cells in read}
        case "rows":
            return [(name, *cells) for name, cells in read]
        case "tuple":
            return tuple(cells)
        case "number":
            return cells[0]
    return str(rows[0][1]) if way.choices else _typed(str(rows[0][1]))


def code_of(value: Any) -> str:
    """The line of code that gives this answer."""
    return f"answer = {'...' if value is None else _written(value)}"


def _name(tree: Tree, n: Any) -> str:
    """What to call a node: its own name, or else its Dewey number."""
    if n is None:
        return ""
    node: Node = dewey(n)
    tree.children(node)
    return tree.names.get(node) or label(node)


def _cell(text: Any) -> Any:
    """What is typed: a number if it looks like one, or else the text itself."""
    words = str(text).strip().replace("−", "-")
    if not words:
        raise ValueError("nothing is typed here")
    infinite = words.removeprefix("+").lower().replace("oo", "∞").replace("inf", "∞")
    if infinite in ("∞", "-∞"):
        return inf if infinite == "∞" else -inf
    if len(words) > _LONGEST or not _NUMBER.fullmatch(words):
        return words
    try:
        return int(words)
    except ValueError:
        return float(words)


def _typed(text: str) -> Any:
    """Python code for a plain value; anything else is a text."""
    text = text.strip()
    try:
        return ast.literal_eval(text) if _CODE.match(text) else text or None
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        return text


def _written(value: Any) -> str:
    """The repr, with infinities as Python writes them in code."""
    if isinstance(value, float) and value in (inf, -inf):
        return "float('inf')" if value > 0 else "-float('inf')"
    if isinstance(value, list):
        return f"[{', '.join(map(_written, value))}]"
    if isinstance(value, tuple):
        return f"({', '.join(map(_written, value))}{',' if len(value) == 1 else ''})"
    if isinstance(value, dict):
        return f"{{{', '.join(f'{k!r}: {_written(v)}' for k, v in value.items())}}}"
    return repr(value)
