"""Payloads, and beside them what the trace's frames say: what the tests of the player's model read.

`python -m tests.helpers.exported FILE` writes them; `TRACES=FILE node --test tests/player` reads
them.
"""

import json
import operator
import sys
from pathlib import Path
from typing import Any

from tests.helpers.generated import ANY
from tracer import Trace, record
from tracer.algorithms import alphabeta
from tracer.draw.visible import visible
from tracer.player.payload import payload
from tracer.trace.change import Call
from tracer.trace.clusters import entries, fixed_nodes
from tracer.trace.frame import Frame
from trees import from_nested, iid, label, uniform
from trees.dewey import Node
from trees.number import show, show_bounds, window

TREES = {
    "ragged, MAX": from_nested([[1, [0, 2], -1], 0, [[2, -2, [1, 0]], [1]], [[0, 1], 2]]),
    "ragged, MIN": from_nested([[-1, [0, -2]], [[1]], [[2, 0, [1, 1]], [0]], 1], root="MIN"),
    "T(2,4), MAX": uniform(2, 4, [0, 2, 1, 1, -1, 3, 0, 0, 2, -2, 1, 0, 1, 2, -1, 0]),
    "T(3,2), MIN": uniform(3, 2, [2, 0.5, 1, 1e300, 0.1 + 0.2, 1, 0, 2**60, -1], root="MIN"),
}


def traces() -> dict[str, Trace]:
    """Every search on every tree; and one of a tree too large to be shown whole."""
    found = {
        f"{name}, {shape}": record(search, tree, **options)
        for name, (search, options) in ANY.items()
        for shape, tree in TREES.items()
    }
    large = record(alphabeta, iid(32, 3, seed=1), max_events=150)
    assert visible(large).stubs
    return found | {"alphabeta, stopped, T(32,3)": large}


def exported(trace: Trace) -> dict[str, Any]:
    """The payload, and what every frame says; nodes are in the payload's order."""
    nodes, numbered = visible(trace).nodes, trace.numbered()
    entered = entries(trace.tree, trace.changes, trace.algorithm.solves)
    fixed = {state: fixed_nodes(entered, k) for k, (state, _) in enumerate(entered)}
    clusters = {state: [label(n) for n in sorted(below)] for state, below in fixed.items()}
    return {
        "data": json.loads(payload(trace)),
        "nodes": [label(n) for n in nodes],
        "frames": [
            _frame(trace, numbered, i, nodes)
            | {"clusters": [clusters[s] for s in trace.frame(i).open]}
            for i in range(len(trace) + 1)
        ],
    }


def _frame(trace: Trace, numbered: Trace, i: int, nodes: tuple[Node, ...]) -> dict[str, Any]:
    frame, line = trace.frame(i), trace.line(i)
    return {
        "nodes": [[frame.status(n), _text(frame, n)] for n in nodes],
        "struck": [label(n) for n in nodes if frame.struck(n)],
        "now": _name(frame.node),
        "path": [label(n) for n in frame.path],
        "stack": [_call(call) for call in frame.stack],
        "open": [[label(n), status, show(merit)] for n, status, merit in frame.open],
        "backup": [[label(n), k, show(low), show(high)] for n, k, low, high in frame.backup],
        "table": [[label(n), show(b.low), show(b.high)] for n, b in frame.table.items()],
        "counters": frame.counters._asdict(),
        "line": -1 if line is None else line,
        "caption": trace.caption(i),
        "numbered": _numbered(numbered, i),
        "mentions": [label(n) for n in trace.mentions(i) if n in nodes],
        "cutoff": _cutoff(trace, i),
        "answer": _answer(trace, i),
        "horizon": frame.horizon,
        "visit": _name(frame.change.visit) if frame.change else None,
        "leaf": _name(frame.change.leaf) if frame.change else None,
    }


def _numbered(trace: Trace, i: int) -> list[Any]:
    """What a player without names says."""
    return [trace.caption(i), _reasons(trace, i) if i in trace.cutoffs else None]


def _name(n: Node | None) -> str | None:
    return None if n is None else label(n)


def _text(frame: Frame, n: Node) -> str:
    known = frame.known(n)
    text = show_bounds(known.low, known.high)
    if text or known.merit is None or frame.tree.is_leaf(n):
        return text
    return show(known.merit)


def _call(call: Call) -> list[str]:
    text = window(call.alpha, call.beta)
    if call.crossed:
        text = f"α {show(call.alpha)} ≥ β {show(call.beta)}"
    if call.relation:
        text = f"{call.relation} {show(call.alpha)} ?"
    return [label(call.node), text, "" if call.value is None else show(call.value)]


def _answer(trace: Trace, i: int) -> list[str] | None:
    """The node, the question that it was asked, and what the event that ends the visit answers."""
    if not i or len(trace.frame(i).stack) >= len(trace.frame(i - 1).stack):
        return None
    call, event = trace.frame(i - 1).stack[-1], trace.events[i - 1]
    if not call.relation:
        return None
    passed = {">": operator.gt, "≥": operator.ge}[call.relation]
    yes = event.yes if hasattr(event, "yes") else passed(event.value, call.first_alpha)
    return [label(call.node), f"{_call(call)[1]} {'yes' if yes else 'no'}"]


def _cutoff(trace: Trace, i: int) -> dict[str, Any] | None:
    found = trace.frame(i).cutoff
    if found is None:
        return None
    return {
        "node": label(found.node),
        "skipped": [label(n) for n in found.skipped],
        "leaves": found.leaves,
        "kind": found.kind,
        "by": _name(found.by),
        "witnesses": [_name(n) for n in found.witnesses],
        "reasons": _reasons(trace, i),
    }


def _reasons(trace: Trace, i: int) -> list[str]:
    why = trace.why(i)
    return [why.worked, why.brief, why.inequality]


def write_all(path: Path) -> None:
    """Write all of them into one file."""
    path.write_text(json.dumps({name: exported(t) for name, t in traces().items()}), "utf-8")


if __name__ == "__main__":
    write_all(Path(sys.argv[1]))
