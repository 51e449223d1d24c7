"""A frame drawn in characters: for terminals, tests and screen readers."""

from tracer.captions import printable
from tracer.frame import Frame
from tracer.replay import CUT_OFF, EVALUATED, LIVE_NODE, OPEN_NODE, SOLVED_NODE, UNSEEN
from tracer.trace import Trace
from trees.dewey import ROOT, Node
from trees.number import Number, interval, show, show_bounds, show_count

MARKS = {
    UNSEEN: "·",
    LIVE_NODE: "○",
    OPEN_NODE: "◌",
    EVALUATED: "■",
    SOLVED_NODE: "●",
    CUT_OFF: "✂",
}


def draw(frame: Frame) -> str:
    """Draw the tree as it is known in a frame, a line a node.

    ▶ marks the current node; · unseen, ○ being searched, ◌ in OPEN, ■ leaf with its value,
    ● solved, ✂ cut off. What hangs below a node is left out until something happens there.
    """
    windows = {call.node: call for call in frame.stack}
    lines = []
    stack: list[tuple[Node, str, str]] = [(ROOT, "", "")]
    tree = frame.tree
    while stack:
        n, lead, indent = stack.pop()
        known = frame.known(n)
        words = [MARKS[known.status], printable(tree.name(n))]
        if not tree.is_leaf(n):
            words.append(tree.player(n))
        bounds = show_bounds(known.low, known.high)
        if bounds:
            words.append(bounds if bounds[0] in "≤≥<>" else f"= {bounds}")
        elif known.merit is not None:
            words.append(f"h={show(known.merit)}")
        if n in windows:
            call = windows[n]
            asked = f"{call.relation} {show(call.alpha)}?" if call.relation else None
            words.append(asked or interval(call.alpha, call.beta))
        pointer = "▶" if n == frame.node else " "
        lines.append(f"{pointer} {lead}{' '.join(words)}")
        children = tree.children(n)
        if n and not any(frame.met(c) for c in children):
            if children:
                lines[-1] += f" … {show_count(tree.leaf_count(n))} leaves"
            continue
        for c in reversed(children):
            last = c == children[-1]
            stack.append(
                (c, indent + ("└─ " if last else "├─ "), indent + ("   " if last else "│  "))
            )
    return "\n".join(lines)


def describe(trace: Trace, i: int) -> str:
    """A whole frame in words: step, caption, tree, lists and counters."""
    frame = trace.frame(i)
    parts = [f"{trace.title}, step {i} of {len(trace)}", trace.caption(i), draw(frame)]
    if frame.open:
        parts.append("OPEN    " + " ".join(_state(trace, *s) for s in frame.open))
    if frame.backup:
        parts.append("BACKUP  " + " ".join(_phase(trace, *phase) for phase in frame.backup))
    counters = frame.counters
    parts.append(f"NBP {counters.nbp}, cutoffs {counters.cutoffs}, visits {counters.visits}")
    return "\n".join(parts)


def _state(trace: Trace, n: Node, status: str, merit: Number) -> str:
    return f"({printable(trace.tree.name(n))}, {status}, {show(merit)})"


def _phase(trace: Trace, n: Node, last: int, low: Number, high: Number) -> str:
    return f"({printable(trace.tree.name(n))}, {last}, {show(low)}, {show(high)})"
