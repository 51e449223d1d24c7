"""What a player has to show at a step, read off the trace's frames."""

from typing import Any

from tracer import Trace
from tracer.log.events import Drop, Insert, Lookup, Note, Pop, Purge, Push, State, Store
from tracer.trace.change import Call
from tracer.trace.clusters import Entry, entries, fixed_nodes
from tracer.trace.frame import Frame
from trees import label
from trees.dewey import Node
from trees.number import show, show_bounds, window


def expected(trace: Trace, i: int) -> dict[str, Any]:
    """As `see` of snapshot.js puts it."""
    frame, tree = trace.frame(i), trace.tree
    kinds = {event.kind for event in trace.events}
    line = trace.line(i)
    nodes = tuple(tree.nodes())
    stack = [_call(frame, call) for call in frame.stack]
    return {
        "step": f"step {i} of {len(trace)}",
        "slider": i,
        "caption": trace.caption(i),
        "line": -1 if line is None else line,
        "counters": _counters(trace, frame),
        "stack": [f"{who}: {text}{best}" for who, text, best in stack],
        "coloured": _coloured(trace, i) if "pop" in kinds else [],
        "open": _open(trace, i) if "pop" in kinds else None,
        "backup": _backup(trace, i) if "note" in kinds else None,
        "table": _table(trace, i) if "store" in kinds else None,
        "windows": [text for _, text, _ in stack if text != "(−∞, ∞)"],
        "nodes": {label(n): _node(frame, n) for n in nodes},
        "struck": [
            label(n) for n in nodes if n and _is_cut(frame, n) and not _is_cut(frame, n[:-1])
        ],
    }


def _is_cut(frame: Frame, n: Node) -> bool:
    return frame.status(n) == "cut off"


def _node(frame: Frame, n: Node) -> list[str]:
    known, tree = frame.known(n), frame.tree
    text = show_bounds(known.low, known.high)
    if not text and tree.is_leaf(n):
        text = show(tree.value(n))
    elif not text and known.merit is not None:
        text = show(known.merit)
    marks = ["now"] * (n == frame.node) + ["on-path"] * (n in frame.path)
    return [known.status, text, *marks]


def _call(frame: Frame, call: Call) -> list[str]:
    tree, n = frame.tree, call.node
    who = f"{tree.name(n)}, {'leaf' if tree.is_leaf(n) else tree.to_move(n)}"
    text = window(call.alpha, call.beta)
    if call.relation:
        text = f"{call.relation} {show(call.alpha)} ?"
    elif call.alpha >= call.beta:  # no interval is left
        text = f"α {show(call.alpha)} ≥ β {show(call.beta)}"
    return [who, text, "" if call.value is None else f", best {show(call.value)}"]


def _counters(trace: Trace, frame: Frame) -> dict[str, int]:
    shown = ("nbp", "visits", "tests", "cutoffs", "deep_cutoffs", "peak_stack", "peak_open")
    shown += ("peak_backup", "table", "passes", "leaves_cut")
    used = {name for change in trace.changes for name, _ in change.counts} & set(shown)
    return {name: getattr(frame.counters, name) for name in shown if name in used}


def _taken(trace: Trace, i: int) -> State | None:
    """The state that Γ has taken and not yet replaced."""
    while i and not isinstance(trace.events[i - 1], Pop | Push | Insert):
        i -= 1
    taken = trace.events[i - 1] if i else None
    return State(*taken[:3]) if isinstance(taken, Pop) else None


def _open(trace: Trace, i: int) -> dict[str, Any]:
    """OPEN before the step, if that removed states, and after it otherwise."""
    frame, event, taken = trace.frame(i), trace.frame(i).event, _taken(trace, i)
    states = frame.before.open if isinstance(event, Purge) else frame.open
    marks = {taken: ("taken", "−")}
    if isinstance(event, Purge):
        marks |= {state: ("gone", "−") for state in states if state not in frame.open}
    if isinstance(event, Push | Insert):
        state = State(*event[:3])
        behind = isinstance(event, Insert) and frame.open.index(state) > 0
        marks[state] = ("down", "↓") if behind else ("new", "+")
    rows = [
        [*marks.get(s, ("", "")), trace.tree.name(s.node), s.status, show(s.merit), ""]
        for s in ([taken] if taken else []) + list(states)
    ]
    # Any step of a list carries its case of Γ; the badge names it.
    lists = Pop | Push | Insert | Purge | Note | Drop
    case = event.case if isinstance(event, lists) else ""
    badge = f"{len(frame.open)}" + (f" · case {case} of Γ" if case else "")
    return {"badge": badge, "rows": rows[:60]}


def _coloured(trace: Trace, i: int) -> list[str]:
    """What is fixed in the strategies behind the state that Γ has taken, or behind the first."""
    state = _taken(trace, i) or next(iter(trace.frame(i).open), None)
    if state is None:
        return []
    entered = entries(trace.tree, trace.changes, trace.algorithm.solves)
    return sorted(label(n) for n in fixed_nodes(entered, _number(entered, state)))


def _number(entered: list[Entry], state: State) -> int:
    return next(k for k, entry in enumerate(entered) if entry.state == state)


def _backup(trace: Trace, i: int) -> dict[str, Any]:
    frame, taken = trace.frame(i), trace.frame(i).event
    name = trace.tree.name
    before = {p.node: p for p in trace.frame(i - 1).backup} if i else {}
    rows = [
        ["gone", "−", name(n), str(p.last), show(p.low), show(p.high)]
        for n in (taken.dropped if isinstance(taken, Drop) else ())
        for p in [before[n]]
    ]
    for n, last, low, high in frame.backup:
        fresh = isinstance(taken, Note) and taken.node == n
        mark = ["new", "+"] if fresh else ["", ""]
        rows.append([*mark, name(n), str(last), show(low), show(high)])
    return {"badge": f"{len(frame.backup)}", "rows": rows}


def _table(trace: Trace, i: int) -> dict[str, Any]:
    frame, taken = trace.frame(i), trace.frame(i).event
    focus = taken.node if isinstance(taken, Lookup | Store) else None
    order = list(frame.table)[::-1]
    order.sort(key=lambda n: n != focus)
    rows = []
    for n in order[:60]:
        low, high = frame.table[n]
        mark = ["", ""]
        if n == focus:
            hit = isinstance(taken, Lookup) and taken.hit
            mark = ["hit", "→"] if hit else ["asked", "?"]
            if isinstance(taken, Store):
                mark = ["new", "+"]
        rows.append([*mark, trace.tree.name(n), show(low), show(high)])
    hits = frame.counters.hits
    return {
        "badge": f"{len(frame.table)} · {hits} {'hit' if hits == 1 else 'hits'}",
        "rows": rows,
    }
