"""Where to ask about a search: the places where much is going on."""

from collections.abc import Callable
from math import inf
from typing import Any

from tracer.log.events import Enter, PassEnds
from tracer.trace.frame import Frame
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
    """Nodes other than the root that a cutoff leaves early, so that they return only a bound."""
    return [n for n in dict.fromkeys(cutoff.node for cutoff in trace.cutoffs.values()) if n]


def _opens(trace: Trace) -> list[int]:
    return _acts(trace, lambda frame: [state.merit < inf for state in frame.open])


def _backups(trace: Trace) -> list[int]:
    return _acts(
        trace, lambda frame: [-inf < phase.low or phase.high < inf for phase in frame.backup]
    )


def _acts(trace: Trace, known: Callable[[Frame], list[bool]]) -> list[int]:
    """After how many of its actions Γ's list has a few entries, most of them with known bounds."""
    acts = moments(trace.tree, trace.changes, "case")
    lists = [known(trace.frame(act.frame)) for act in acts]
    low, high = ENTRIES
    return [
        k
        for k, found in enumerate(lists)
        if low <= len(found) <= high and 2 * sum(found) > len(found)
    ]


def _passes(trace: Trace) -> list[int]:
    """Every pass but the last, after which both bounds are the value."""
    return [taken.number for taken in trace.events if isinstance(taken, PassEnds)][:-1]


def _moments(what: str) -> Callable[[Trace], range]:
    return lambda trace: range(len(moments(trace.tree, trace.changes, what)))


_PLACES: dict[str, Callable[[Trace], Any]] = {
    "window": _windows,
    "returned": _returned,
    "open": _opens,
    "backup": _backups,
    "case": _moments("case"),
    "next": _moments("next"),
    "bounds": _passes,
}
