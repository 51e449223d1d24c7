"""What a player has to show at a step, read off the trace's frames."""

from typing import Any

from tracer import Trace
from tracer.frame import Frame
from trees import label
from trees.dewey import Node
from trees.number import interval, show, show_bounds

LISTS = ("pop", "push", "insert", "purge")


def expected(trace: Trace, i: int) -> dict[str, Any]:
    """As `see` of snapshot.js puts it."""
    frame, tree = trace.frame(i), trace.tree
    kinds = {step[0] for step in trace.steps}
    line = trace.line(i)
    nodes = tuple(tree.nodes())
    stack = [_call(frame, call) for call in frame.stack]
    return {
        "step": f"step {i} of {len(trace)}",
        "slider": i,
        "caption": trace.caption(i),
        "line": -1 if line is None else line,
        "counters": _counters(trace, frame),
        "stack": stack[-12:],
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


def _call(frame: Frame, call: Any) -> list[str]:
    who = f"{frame.tree.name(call.node)} {frame.tree.player(call.node)}"
    question = f"{call.relation} {show(call.alpha)} ?"
    window = question if call.relation else interval(call.alpha, call.beta)
    return [who, window, "" if call.value is None else f"v = {show(call.value)}"]


def _counters(trace: Trace, frame: Frame) -> dict[str, int]:
    shown = ("nbp", "visits", "tests", "cutoffs", "deep_cutoffs", "peak_stack", "peak_open")
    shown += ("peak_backup", "table", "passes", "leaves_cut")
    end = trace.frame(len(trace)).counters._asdict()
    end["leaves_cut"] = end["cutoffs"]  # shown wherever there are cutoffs
    now = frame.counters._asdict()
    return {name: now[name] for name in shown if end[name]}


def _open(trace: Trace, i: int) -> dict[str, Any]:
    frame, step = trace.frame(i), trace.steps[i - 1] if i else ("",)
    before = trace.frame(i - 1).open if i else ()
    moved = step[0] in LISTS
    gone = [s for s in before if s not in frame.open] if step[0] in ("pop", "purge") else []
    came = [s for s in frame.open if s not in before] if step[0] in ("push", "insert") else []

    def row(state: Any, mark: str, sign: str) -> list[str]:
        n, status, merit = state
        return [mark, sign, trace.tree.name(n), status, show(merit), ""]

    rows = [row(s, "gone", "−") for s in gone]
    rows += [row(s, "new", "+") if s in came else row(s, "", "") for s in frame.open[:60]]
    # Any step of a list carries its case of Γ; the badge names it.
    case = step[-2] if moved or step[0] in ("note", "drop") else ""
    badge = f"{len(frame.open)}" + (f" · case {case} of Γ" if case else "")
    return {"badge": badge, "rows": rows}


def _backup(trace: Trace, i: int) -> dict[str, Any]:
    frame, step = trace.frame(i), trace.steps[i - 1] if i else ("",)
    name = trace.tree.name
    before = {p.node: p for p in trace.frame(i - 1).backup} if i else {}
    rows = [
        ["gone", "−", name(n), str(p.last), show(p.low), show(p.high)]
        for n in (step[2] if step[0] == "drop" else ())
        for p in [before[n]]
    ]
    for n, last, low, high in frame.backup:
        fresh = step[0] == "note" and step[1] == n
        mark = ["new", "+"] if fresh else ["", ""]
        rows.append([*mark, name(n), str(last), show(low), show(high)])
    return {"badge": f"{len(frame.backup)}", "rows": rows}


def _table(trace: Trace, i: int) -> dict[str, Any]:
    frame, step = trace.frame(i), trace.steps[i - 1] if i else ("",)
    focus = step[1] if step[0] in ("lookup", "store") else None
    order = list(frame.table)[::-1]
    order.sort(key=lambda n: n != focus)
    rows = []
    for n in order[:60]:
        low, high = frame.table[n]
        mark = ["", ""]
        if n == focus:
            hit = step[0] == "lookup" and step[4]
            mark = ["new", "+"] if step[0] == "store" else ["hit", "→"] if hit else ["asked", "?"]
        rows.append([*mark, trace.tree.name(n), show(low), show(high)])
    return {"badge": f"{len(frame.table)} · {frame.counters.hits} hits", "rows": rows}
