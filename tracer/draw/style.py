"""The look of a node in a frame, shared by all static pictures.

Nodes look as in the player: squares for MAX and circles for MIN, or triangles; thin if not
visited, bold if being searched, dashed if in OPEN, filled if known, faded and struck through if
cut off. The print theme has the same shapes without the colours.
"""

from typing import NamedTuple

from tracer.trace.change import (
    CUT_OFF,
    EVALUATED,
    GIVEN_UP,
    LIVE_NODE,
    OPEN_NODE,
    SOLVED_NODE,
    UNSEEN,
    Call,
    Known,
)
from tracer.trace.frame import Frame
from tracer.trace.solution_tree import principal_variation, solution_tree
from trees.dewey import Node, printable
from trees.number import show, show_bounds, window

SHAPES = {"squares": ("square", "circle"), "triangles": ("up", "down")}  # of MAX, of MIN
SOLID, DASHED, DOTTED = "solid", "dashed", "dotted"


class Theme(NamedTuple):
    """The colours of a picture; `now_fill` and `now_ink` are for the current node, if set."""

    name: str
    paper: str = "#ffffff"
    line: str = "#000000"
    quiet: str = "#616161"
    soft: str = "#f0f0f0"
    known: str = "#cfe6f5"
    open: str = "#00694d"
    now: str = "#b84a00"
    now_fill: str | None = None
    now_ink: str | None = None


LIGHT = Theme("light")
PRINT = Theme(
    "print",
    known="#dedede",
    open="#000000",
    now="#000000",
    now_fill="#000000",
    now_ink="#ffffff",
)
THEMES = {theme.name: theme for theme in (LIGHT, PRINT)}


class EdgeLook(NamedTuple):
    """How the edge from the parent is drawn."""

    stroke: str
    width: float
    dash: str
    opacity: float
    struck: bool  # crossed by a double stroke, because the subtree was cut off here


class Look(NamedTuple):
    """How a node is drawn."""

    shape: str  # square, circle, up or down
    fill: str
    stroke: str
    width: float
    dash: str
    text: str
    ink: str
    bold: bool
    size: float  # of the text
    opacity: float
    name_ink: str
    name_bold: bool
    window: str  # on the current path; empty for (−∞, ∞)
    edge: EdgeLook
    classes: tuple[str, ...]  # the names of its states


class Ending(NamedTuple):
    """What a search has proven at its end; empty before that."""

    variation: frozenset[Node] = frozenset()
    solution: frozenset[Node] = frozenset()


def ending(frame: Frame) -> Ending:
    """The principal variation and the solution tree, if the frame is the last one."""
    value = frame.timeline.value
    if value is None or not frame.is_last:
        return Ending()
    return Ending(
        frozenset(principal_variation(frame, value)),
        solution_tree(frame, value, frame.timeline.algorithm.solves),
    )


def look(
    frame: Frame,
    n: Node,
    theme: Theme = LIGHT,
    shape: str = "squares",
    ended: Ending | None = None,
) -> Look:
    """The look of a node in a frame; pass `ended` to avoid computing it for every node."""
    if ended is None:
        ended = ending(frame)
    tree, known, path = frame.tree, frame.known(n), frame.path
    status, now, on_path = known.status, n == frame.node, n in path
    stroke, width, dash = {
        UNSEEN: (theme.quiet, 1.0, SOLID),
        LIVE_NODE: (theme.line, 2.2, SOLID),
        OPEN_NODE: (theme.open, 2.2, DASHED),
        EVALUATED: (theme.line, 1.6, SOLID),
        SOLVED_NODE: (theme.line, 3.0, SOLID),
        CUT_OFF: (theme.quiet, 1.0, DOTTED),
        GIVEN_UP: (theme.quiet, 1.6, SOLID),
    }[status]
    if on_path:
        stroke, width = theme.now, 4.5 if now else 2.6
    text = _text(known, leaf=tree.is_leaf(n))
    given = not text and tree.is_leaf(n)
    if given:
        text = show(tree.value(n))
    fill = theme.known if status in (EVALUATED, SOLVED_NODE) else theme.paper
    ink = theme.quiet if given else theme.open if status == OPEN_NODE else theme.line
    calls = [call for call in frame.stack if call.node == n]
    classes = {"now": now, "on-path": on_path, "given": given}
    classes |= {"pv": n in ended.variation, "solution": n in ended.solution}
    return Look(
        shape=SHAPES[shape][0 if tree.is_max(n) else 1],
        fill=theme.now_fill or fill if now else fill,
        stroke=stroke,
        width=width,
        dash=dash,
        text=text,
        ink=theme.now_ink or ink if now else ink,
        bold=not given,
        size=_size(text) * (0.75 if shape == "triangles" else 1),
        opacity=0.45 if status == CUT_OFF and not now else 1.0,
        name_ink=theme.line if on_path else theme.quiet,
        name_bold=on_path,
        window=_window(calls[-1]) if calls else "",
        edge=_edge(frame, n, status, on_path, ended, theme),
        classes=("s-" + status.replace(" ", "-"), *(c for c, holds in classes.items() if holds)),
    )


def _edge(
    frame: Frame, n: Node, status: str, on_path: bool, ended: Ending, theme: Theme
) -> EdgeLook:
    struck = frame.struck(n)
    if n in ended.variation:
        return EdgeLook(theme.line, 6.0, SOLID, 1.0, struck)
    if n in ended.solution:
        return EdgeLook(theme.line, 2.6, SOLID, 1.0, struck)
    if status == CUT_OFF:
        return EdgeLook(theme.quiet, 1.0, DASHED, 0.45, struck)
    if on_path:
        return EdgeLook(theme.now, 3.2, SOLID, 1.0, struck)
    if status == UNSEEN:
        return EdgeLook(theme.quiet, 1.0, SOLID, 0.75, struck)
    return EdgeLook(theme.line, 1.4, SOLID, 1.0, struck)


def _text(known: Known, *, leaf: bool) -> str:
    """The text in a node; a leaf never shows its merit, which would look like its value."""
    text = show_bounds(known.low, known.high).replace(" ", "")  # to save space
    return text or ("" if known.merit is None or leaf else show(known.merit))


def _size(text: str) -> float:
    """The font size at which a text fits into a node."""
    return max(7.0, min(16.0, 25 / max(text_width(text, 1, bold=True), 0.1)))


def _window(call: Call) -> str:
    if call.relation:
        return f"{call.relation} {show(call.alpha)} ?"
    if call.crossed:
        return f"α {show(call.alpha)} ≥ β {show(call.beta)}"
    text = window(call.alpha, call.beta)
    return "" if text == "(−∞, ∞)" else text


# Character widths in DejaVu Sans, relative to the font size; all others are as wide as digits.
_WIDTHS = {" ": 0.32, **dict.fromkeys("iljI.,:;'|[]()", 0.36), **dict.fromkeys("mwMW…", 0.95)}
_BOLDER = 1.09


def text_width(text: str, size: float, *, bold: bool = False) -> float:
    """The approximate width of a text."""
    wide = sum(_WIDTHS.get(c, 0.63 if c < "\u2600" else 1.25) for c in text)
    return wide * size * (_BOLDER if bold else 1)


def shortened(text: str, most: int | None = None) -> str:
    r"""The text on one line, shortened to `most` characters.

    >>> shortened("a\nb"), shortened("abcdef", 4)
    ('a b', 'abc…')
    """
    text = " ".join(printable(text).split())
    return text if most is None or len(text) <= most else text[: max(0, most - 1)] + "…"
