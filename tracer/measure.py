"""Measures of a search, read off its trace."""

from collections import Counter
from typing import NamedTuple

from tracer.events import EVALUATE
from tracer.trace import Trace


class Measure(NamedTuple):
    """What a search did and what it cost."""

    value: float | None
    nbp: int  # distinct leaves evaluated
    evaluated: int  # leaf evaluations other than tests
    tested: int  # leaf evaluations that only answered a question
    re_evaluated: int  # evaluations of leaves that had been evaluated before
    nodes: int  # distinct nodes visited
    visits: int  # visits of nodes, repeats included
    cutoffs: int
    shallow: int
    deep: int
    leaves_cut: int  # leaves below the children that cutoffs skipped
    leaves_saved: int  # leaves of the tree that were never evaluated
    peak_open: int
    peak_backup: int
    peak_stack: int
    table: int  # entries in the transposition table
    hits: int  # lookups that answered their question
    passes: int  # calls by a driver

    @property
    def storage(self) -> int:
        """The most that had to be remembered at once: lists, or else the stack or the table."""
        return self.peak_open + self.peak_backup or max(self.table, self.peak_stack - 1)


def measure(trace: Trace) -> Measure:
    """Count what a trace shows."""
    end = trace.frame(len(trace))
    counts = end.counters
    kinds = Counter(cutoff.kind for cutoff in trace.timeline.cutoffs.values())
    return Measure(
        value=trace.value,
        nbp=counts.nbp,
        evaluated=counts.evaluations - counts.tests,
        tested=counts.tests,
        re_evaluated=counts.evaluations - counts.nbp,
        nodes=len({step[1] for step in trace.steps if step[0] in _VISITS}),
        visits=counts.visits,
        cutoffs=counts.cutoffs,
        shallow=kinds["shallow"],
        deep=kinds["deep"],
        leaves_cut=counts.leaves_cut,
        leaves_saved=trace.tree.leaf_count() - counts.nbp,
        peak_open=counts.peak_open,
        peak_backup=counts.peak_backup,
        peak_stack=counts.peak_stack,
        table=counts.table,
        hits=counts.hits,
        passes=counts.passes,
    )


_VISITS = frozenset(("enter", "ask", "pop", EVALUATE))
