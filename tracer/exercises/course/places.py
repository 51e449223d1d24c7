"""Where to ask about a search: the places where much is going on."""

from collections.abc import Callable
from math import inf
from typing import Any

from tracer.log.events import Enter, PassEnds
from tracer.trace.moments import moments
from tracer.trace.trace import Trace
from trees.dewey import Node

ENTRIES = (3, 5)  # how many entries OPEN and BACKUP have when they are asked about


def places(kind: str, trace: Trace) -> list[Any]:
    """Every place where a question of this kind may be asked; [None] if it needs no place."""
    return list(_PLACES[kind](trace)) if kind in _PLACES else [None]


def _windows(trace: Trace) -> list[Node]:
    """Nodes that are first visited with two finite bounds."""
    first: dict[Node, Enter] = {}
    for taken in trace.events:
        if isinstance(taken, Enter):
            first.setdefault(taken.node, taken)
    return [n for n, v in first.items() if -inf < v.alpha and v.beta < inf]


def _returned(trace: Trace) -> list[Node]:
    """Inner nodes other than the root that return only a bound."""
    found = []
    for cutoff in trace.cutoffs.values():
        found.append(cutoff.node)
    return [n for n in dict.fromkeys(found) if n]


def _lists(name: str) -> Callable[[Trace], list[int]]:
    def found(trace: Trace) -> list[int]:
        acts = moments(trace.tree, trace.changes, "case")
        low, high = ENTRIES
        return [
            k
            for k, act in enumerate(acts)
            if len(acts) <= 3 * k and low <= len(getattr(trace.frame(act.frame), name)) <= high
        ]

    return found


def _passes(trace: Trace) -> list[int]:
    """Every pass but the last, after which both bounds are the value."""
    return [taken.number for taken in trace.events if isinstance(taken, PassEnds)][:-1]


def _moments(what: str) -> Callable[[Trace], range]:
    return lambda trace: range(len(moments(trace.tree, trace.changes, what)))


_PLACES: dict[str, Callable[[Trace], Any]] = {
    "window": _windows,
    "returned": _returned,
    "open": _lists("open"),
    "backup": _lists("backup"),
    "case": _moments("case"),
    "next": _moments("next"),
    "bounds": _passes,
}
