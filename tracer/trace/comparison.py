"""Two searches of one tree: where they part, and which leaves only one of them saw."""

from typing import NamedTuple

from tracer.trace.trace import Trace
from trees.dewey import Node


class Comparison(NamedTuple):
    """How two traces of one tree differ.

    `first` is the number of events they share from the start, or None if they are the same;
    `first_leaf` the number of leaves they share from the start, likewise.
    """

    first: int | None
    first_leaf: int | None
    both: tuple[Node, ...]
    only_first: tuple[Node, ...]
    only_second: tuple[Node, ...]

    @property
    def same(self) -> bool:
        """Whether the traces are the same, event for event."""
        return self.first is None


def compare_traces(a: Trace, b: Trace) -> Comparison:
    """Compare two traces of one tree."""
    if a.tree != b.tree:
        raise ValueError("the two traces are of different trees: compare searches of one tree")
    seen_a, seen_b = set(a.leaves), set(b.leaves)
    return Comparison(
        _parting(a.steps, b.steps),
        _parting(a.leaves, b.leaves),
        tuple(sorted(seen_a & seen_b)),
        tuple(sorted(seen_a - seen_b)),
        tuple(sorted(seen_b - seen_a)),
    )


def _parting(a: tuple[object, ...], b: tuple[object, ...]) -> int | None:
    for i, (x, y) in enumerate(zip(a, b, strict=False)):
        if x != y:
            return i
    return None if len(a) == len(b) else min(len(a), len(b))
