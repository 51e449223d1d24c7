"""What a finished search has proved: the solution trees of both sides, and where they meet."""

from tracer.trace.frame import Frame
from trees.dewey import ROOT, Node
from trees.number import Number
from trees.tree import SIDES, Tree


def solution_tree(frame: Frame, value: Number, side: str = "MAX") -> frozenset[Node]:
    """The nodes of a strategy for `side` that, by the leaves seen so far, guarantees `value`.

    If there are several, the leftmost one; empty if those leaves prove none.
    """
    if side not in SIDES:
        raise ValueError(f"side must be 'MAX' or 'MIN', not {side!r}")
    tree, for_max = frame.tree, side == "MAX"
    proven = {n for n, k in frame.visited() if (k.low >= value if for_max else k.high <= value)}
    if ROOT not in proven:
        return frozenset()
    strategy, level = {ROOT}, [ROOT]
    while level:
        level = [c for n in level for c in _kept(tree, n, proven, for_max)]
        strategy.update(level)
    return frozenset(strategy)


def _kept(tree: Tree, n: Node, proven: set[Node], for_max: bool) -> tuple[Node, ...]:
    children = tree.children(n)
    if tree.is_max(n) == for_max:
        return tuple([c for c in children if c in proven][:1])
    # A node proved only by another one with its position is where the strategy stops being drawn.
    return children if all(c in proven for c in children) else ()


def principal_variation(frame: Frame, value: Number) -> tuple[Node, ...]:
    """The nodes in the solution trees of both sides, root first; empty if either is not proved."""
    both = solution_tree(frame, value, "MAX") & solution_tree(frame, value, "MIN")
    return tuple(sorted(both, key=len))
