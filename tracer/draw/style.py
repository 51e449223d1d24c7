"""The look of a node in a frame, shared by all static pictures.

Nodes look as in the player: squares for MAX and circles for MIN, or triangles; thin if not
visited, bold if being searched, dashed if in OPEN, filled if known, dotted and struck through if
cut off. The print theme has the same shapes without the colours.
"""

from collections.abc import Iterable
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
from tracer.trace.timeline import Timeline
from trees.dewey import Node
from trees.number import show, show_bounds, window

SHAPES = {"squares": ("box", "ellipse"), "triangles": ("up", "down")}  # of MAX, of MIN
SOLID, DASHED, DOTTED = "solid", "dashed", "dotted"


class Theme(NamedTuple):
    """The colours of a picture; `now_fill` and `now_ink` are for the current node, if set."""

    name: str
    paper: str = "#ffffff"
    line: str = "#000000"
    quiet: str = "#616161"
    faint: str = "#b5b5b5"
    soft: str = "#f0f0f0"
    known: str = "#cfe6f5"
    open: str = "#00694d"
    now: str = "#b84a00"
    plan: str = "#a58600"  # a strategy, and what is fixed in a cluster
    plan_fill: str = "#f8e9a0"
    reply: str = "#0072b2"  # MIN's strategy
    now_fill: str = ""
    now_ink: str = ""


LIGHT = Theme("light")
PRINT = Theme(
    "print",
    known="#dedede",
    open="#000000",
    now="#000000",
    plan="#000000",
    plan_fill="#dedede",
    reply="#000000",
    now_fill="#000000",
    now_ink="#ffffff",
)
THEMES = {theme.name: theme for theme in (LIGHT, PRINT)}


class EdgeLook(NamedTuple):
    """How the edge from the parent is drawn."""

    stroke: str
    width: float
    dash: str = SOLID
    struck: bool = False  # crossed by a double stroke, because the subtree was cut off here


class Look(NamedTuple):
    """How a node is drawn; `fill` is empty if the ground shows through."""

    fill: str
    stroke: str
    width: float
    dash: str
    text: str
    ink: str
    bold: bool
    italic: bool
    on_path: bool
    window: str  # or question or answer, on the current path; empty for (−∞, ∞)
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


def has_open(timeline: Timeline) -> bool:
    """Whether a search uses OPEN; then it asks whether a leaf belongs to MAX or to MIN."""
    return timeline.counters(len(timeline.changes)).peak_open > 0


def forms(timeline: Timeline, nodes: Iterable[Node], shape: str) -> dict[Node, str]:
    """The form of each node; a leaf, where nobody moves, is a box unless the search has OPEN."""
    tree, typed = timeline.tree, has_open(timeline)
    of_max, of_min = SHAPES[shape]
    by_side = {n: of_max if tree.is_max(n) else of_min for n in nodes}
    return {n: form if typed or tree.children(n) else "box" for n, form in by_side.items()}


def look(
    frame: Frame,
    n: Node,
    theme: Theme = LIGHT,
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
        CUT_OFF: (theme.faint, 1.0, DOTTED),
        GIVEN_UP: (theme.quiet, 1.6, SOLID),
    }[status]
    if on_path:
        stroke, width = theme.now, 4.5 if now else 2.6
    text = node_text(known, leaf=tree.is_leaf(n))
    given = not text and tree.is_leaf(n)
    if given:
        text = show(tree.value(n))
    recedes = given or status in (CUT_OFF, GIVEN_UP)
    ink = theme.quiet if recedes else theme.open if status == OPEN_NODE else theme.line
    fill = theme.known if status in (EVALUATED, SOLVED_NODE) else ""
    calls = [call for call in frame.stack if call.node == n]
    classes = {"now": now, "on-path": on_path, "given": given}
    classes |= {"pv": n in ended.variation, "solution": n in ended.solution}
    return Look(
        fill=(now and theme.now_fill) or fill,
        stroke=stroke,
        width=width,
        dash=dash,
        text=text,
        ink=(now and theme.now_ink) or ink,
        bold=not recedes,
        italic=status == CUT_OFF,
        on_path=on_path,
        window=_window(calls[-1]) if calls else answer(frame) if now else "",
        edge=_edge(frame, n, status, on_path, ended, theme),
        classes=("s-" + status.replace(" ", "-"), *(c for c, holds in classes.items() if holds)),
    )


def _edge(
    frame: Frame, n: Node, status: str, on_path: bool, ended: Ending, theme: Theme
) -> EdgeLook:
    struck = frame.struck(n)
    if n in ended.variation:
        return EdgeLook(theme.line, 6.0, SOLID, struck)
    if n in ended.solution:
        return EdgeLook(theme.line, 2.6, SOLID, struck)
    if status == CUT_OFF:
        return EdgeLook(theme.faint, 1.0, DASHED, struck)
    if on_path:
        return EdgeLook(theme.now, 3.2, SOLID, struck)
    if status == UNSEEN:
        return EdgeLook(theme.quiet, 1.0, SOLID, struck)
    return EdgeLook(theme.line, 1.4, SOLID, struck)


def node_text(known: Known, *, leaf: bool) -> str:
    """The text in a node; a leaf never shows its merit, which would look like its value."""
    text = show_bounds(known.low, known.high)
    return text or ("" if known.merit is None or leaf else show(known.merit))


def answer(frame: Frame) -> str:
    """The question that this step answers, with its answer; empty if it answers none."""
    change = frame.change
    if change is None or change.answer is None or not change.call or not change.call[0]:
        return ""
    return f"{_window(change.call[0])} {'yes' if change.answer else 'no'}"


def _window(call: Call) -> str:
    if call.relation:
        return f"{call.relation} {show(call.alpha)} ?"
    if call.crossed:
        return f"α {show(call.alpha)} ≥ β {show(call.beta)}"
    text = window(call.alpha, call.beta)
    return "" if text == "(−∞, ∞)" else text
