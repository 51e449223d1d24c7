"""What a finished search has proven: the solution trees of both sides, and where they meet."""

from tracer.trace.frame import Frame
from trees.dewey import ROOT, Node
from trees.number import Number
from trees.tree import SIDES, Tree


def solution_tree(frame: Frame, value: Number, side: str = "MAX") -> frozenset[Node]:
    """The nodes of a strategy of `side` that guarantees `value`, by the leaves seen so far.

    Empty if these leaves do not show it. Where several would do, the leftmost.
    """
    if side not in SIDES:
        raise ValueError(f"side is {side!r}: it is 'MAX' or 'MIN'")
    tree, for_max = frame.tree, side == "MAX"
    proven: set[Node] = {
        n for n, v in frame.values().items() if (v >= value if for_max else v <= value)
    }
    # From the bottom up: one good child is enough where the side moves, else all are needed.
    todo = sorted({n[:k] for n in proven for k in range(len(n))}, key=len, reverse=True)
    for n in todo:
        children = tree.children(n)
        if (any if tree.is_max(n) == for_max else all)(c in proven for c in children):
            proven.add(n)
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
    return children


def principal_variation(frame: Frame, value: Number) -> tuple[Node, ...]:
    """The play of the two sides' solution trees, root first; empty if either is not proven."""
    both = solution_tree(frame, value, "MAX") & solution_tree(frame, value, "MIN")
    return tuple(sorted(both, key=len))
