"""What a node is worth, for judges that look at one move of a tree."""

from trees.dewey import ROOT, Node
from trees.number import Number
from trees.tree import Tree


def worth(tree: Tree, n: Node = ROOT) -> Number:
    """The minimax value of a node."""
    if tree.is_leaf(n):
        return tree.value(n)
    best = max if tree.is_max(n) else min
    return best(worth(tree, c) for c in tree.children(n))
