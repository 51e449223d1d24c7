"""Frames drawn as text, for terminals, tests and screen readers."""

from typing import NamedTuple

from tracer.draw.lists import lists
from tracer.trace.captions import caption
from tracer.trace.change import (
    CUT_OFF,
    EVALUATED,
    GIVEN_UP,
    LIVE_NODE,
    OPEN_NODE,
    SOLVED_NODE,
    UNSEEN,
    Call,
)
from tracer.trace.frame import Frame
from trees.dewey import ROOT, Node, printable
from trees.number import show, show_bounds, show_count, window

WIDTH = 80  # of a line of text

MARKS = {
    UNSEEN: "·",
    LIVE_NODE: "○",
    OPEN_NODE: "◌",
    EVALUATED: "■",
    SOLVED_NODE: "●",
    CUT_OFF: "✂",
    GIVEN_UP: "◍",
}


def draw(frame: Frame) -> str:
    """Draw the tree as it is known in a frame, one line per node.

    ▶ marks the current node; · not visited, ○ being searched, ◌ in OPEN, ■ leaf with its value,
    ● solved, ✂ cut off, ◍ given up. The nodes below a node are left out until one of them is
    visited.
    """
    windows = {call.node: call for call in frame.stack}
    lines = []
    stack: list[tuple[Node, str, str]] = [(ROOT, "", "")]
    tree = frame.tree
    while stack:
        n, lead, indent = stack.pop()
        known = frame.known(n)
        words = [MARKS[known.status], printable(tree.short_name(n))]
        if not tree.is_leaf(n):
            words.append(tree.to_move(n))
        bounds = show_bounds(known.low, known.high)
        if bounds:
            words.append(bounds if bounds[0] in "≤≥<>" else f"= {bounds}")
        elif known.merit is not None:
            words.append(f"h={show(known.merit)}")
        if n in windows:
            call = windows[n]
            asked = f"{call.relation} {show(call.alpha)}?" if call.relation else None
            words.append(asked or _window(call))
        pointer = "▶" if n == frame.node else " "
        lines.append(f"{pointer} {lead}{' '.join(words)}")
        children = tree.children(n)
        if n and not any(frame.met(c) for c in children):
            if children:
                lines[-1] += f" … {show_count(tree.leaf_count(n), 'leaf', 'leaves')}"
            continue
        for c in reversed(children):
            last = c == children[-1]
            stack.append(
                (c, indent + ("└─ " if last else "├─ "), indent + ("   " if last else "│  "))
            )
    return "\n".join(lines)


class Described(NamedTuple):
    """The parts of a description; all but the caption are lines."""

    title: str
    caption: str
    tree: list[str]
    lists: list[list[str]]
    counters: str


def described(frame: Frame) -> Described:
    """A whole frame as text."""
    counters = frame.counters
    return Described(
        f"{printable(frame.timeline.title)}, step {frame.i} of {len(frame.timeline.changes)}",
        caption(frame),
        draw(frame).split("\n"),
        [
            _wrapped(listed.title, [f"({', '.join(row.cells)})" for row in entries])
            for listed in lists(frame)
            if (entries := listed.entries)
        ],
        f"NBP {counters.nbp}, cutoffs {counters.cutoffs}, visits {counters.visits}",
    )


def describe(frame: Frame) -> str:
    """Describe a whole frame as text: step, caption, tree, lists and counters."""
    title, caption, tree, lists, counters = described(frame)
    return "\n".join([title, caption, *tree, *(line for part in lists for line in part), counters])


def _wrapped(title: str, entries: list[str]) -> list[str]:
    """A list in lines that fit on a page, with no entry broken."""
    lines = [f"{title:8}{entries[0]}"]
    for entry in entries[1:]:
        if len(lines[-1]) + 1 + len(entry) > WIDTH:
            lines.append(f"{'':8}{entry}")
        else:
            lines[-1] += f" {entry}"
    return lines


def _window(call: Call) -> str:
    """A window, or the bounds that have crossed."""
    if call.crossed:
        return f"α {show(call.alpha)} ≥ β {show(call.beta)}"
    return window(call.alpha, call.beta)
