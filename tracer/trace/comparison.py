"""Two searches of one tree: where they diverge, and which leaves only one of them saw."""

from typing import NamedTuple

from tracer.trace.trace import Trace
from trees.dewey import Node


class Comparison(NamedTuple):
    """How two traces of one tree differ.

    `first` is the number of events they share at the start, or None if they share all of them;
    `first_leaf` is the same for leaves.
    """

    first: int | None
    first_leaf: int | None
    both: tuple[Node, ...]
    only_first: tuple[Node, ...]
    only_second: tuple[Node, ...]

    @property
    def same(self) -> bool:
        """Whether the traces are the same, event by event."""
        return self.first is None


def compare_traces(a: Trace, b: Trace) -> Comparison:
    """Compare two traces of one tree."""
    if a.tree != b.tree:
        raise ValueError("the traces are of different trees; compare two searches of the same tree")
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
