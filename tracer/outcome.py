"""What a finished search has shown: the solution trees of both players, and where they meet."""

from tracer.frame import Frame
from trees.dewey import ROOT, Node
from trees.number import Number
from trees.tree import PLAYERS, Tree


def solution_tree(frame: Frame, value: Number, player: str = "MAX") -> frozenset[Node]:
    """The nodes of a strategy of `player` that guarantees `value`, by the leaves seen so far.

    Empty if these leaves do not show it. Where several would do, the leftmost.
    """
    if player not in PLAYERS:
        raise ValueError(f"player is {player!r}: it is 'MAX' or 'MIN'")
    tree, for_max = frame.tree, player == "MAX"
    shown: set[Node] = {
        n for n, v in frame.values().items() if (v >= value if for_max else v <= value)
    }
    # From the bottom up: one good child is enough where the player moves, else all are needed.
    todo = sorted({n[:k] for n in shown for k in range(len(n))}, key=len, reverse=True)
    for n in todo:
        children = tree.children(n)
        if (any if tree.is_max(n) == for_max else all)(c in shown for c in children):
            shown.add(n)
    if ROOT not in shown:
        return frozenset()
    strategy, level = {ROOT}, [ROOT]
    while level:
        level = [c for n in level for c in _kept(tree, n, shown, for_max)]
        strategy.update(level)
    return frozenset(strategy)


def _kept(tree: Tree, n: Node, shown: set[Node], for_max: bool) -> tuple[Node, ...]:
    children = tree.children(n)
    if tree.is_max(n) == for_max:
        return tuple([c for c in children if c in shown][:1])
    return children


def principal_variation(frame: Frame, value: Number) -> tuple[Node, ...]:
    """The play of the two players' solution trees, root first; empty if either is not shown."""
    both = solution_tree(frame, value, "MAX") & solution_tree(frame, value, "MIN")
    return tuple(sorted(both, key=len))
