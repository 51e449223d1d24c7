"""Measures of a search, read off its trace."""

from typing import NamedTuple

from tracer.trace.change import Counters
from tracer.trace.trace import Trace
from trees.number import Number


class Measure(NamedTuple):
    """What a search did and what it cost."""

    value: Number | None
    nbp: int  # distinct leaves evaluated
    evaluated: int  # leaf evaluations other than tests
    tested: int  # leaf evaluations that only answered a question
    re_evaluated: int  # evaluations of leaves that had been evaluated before
    nodes: int  # distinct nodes visited
    visits: int  # visits of nodes, repeats included
    cutoffs: int
    shallow: int
    deep: int
    leaves_cut: int  # leaves that cutoffs skipped and that were not evaluated later
    leaves_saved: int | None  # leaves of the tree never evaluated; None if the search was stopped
    storage: int  # most held at once: OPEN, BACKUP, table, inner nodes on the path
    peak_open: int
    peak_backup: int
    peak_stack: int
    table: int  # entries in the transposition table, at the end
    hits: int  # lookups that answered their question
    passes: int  # calls by a driver


def measure(trace: Trace) -> Measure:
    """Count what a trace shows."""
    counts = trace.frame(len(trace)).counters
    seen = sum(trace.tree.is_leaf(n) for n in set(trace.leaves))  # others are at a horizon
    return Measure(
        value=trace.value,
        evaluated=counts.evaluations - counts.tests,
        tested=counts.tests,
        re_evaluated=counts.evaluations - counts.nbp,
        nodes=len({change.visit for change in trace.changes} - {None}),
        shallow=counts.shallow_cutoffs,
        deep=counts.deep_cutoffs,
        leaves_saved=trace.tree.leaf_count() - seen if trace.complete else None,
        **{name: getattr(counts, name) for name in _COUNTED},
    )


_COUNTED = set(Measure._fields) & set(Counters._fields)  # what the replay has counted by that name
