"""Negamax: minimax with one rule for both players (Knuth & Moore 1975)."""

from math import inf

from tracer.events import ENTER, EVALUATE, LEAVE, UPDATE, Search
from tracer.listing import algorithm
from trees.dewey import ROOT, Node
from trees.tree import Tree

PSEUDOCODE = """
function NEGAMAX(n)                                  enter
    if n is a leaf then
        return f(n) if MAX is to move, else −f(n)    evaluate
    v ← −∞
    for each child c of n do
        v ← max(v, −NEGAMAX(c))                      raise
    return v                                         leave
"""


@algorithm("Negamax", PSEUDOCODE, "Knuth & Moore 1975", negates=True)
def negamax(tree: Tree) -> Search:
    """Return the minimax value of the root.

    Inside, and in the trace, a node's value is that of the player to move there.
    """

    def search(n: Node) -> Search:
        yield ENTER, n, -inf, inf
        children = tree.children(n)
        if not children:
            f = tree.value(n)
            yield EVALUATE, n, f
            return f if tree.is_max(n) else -f
        v = -inf
        for c in children:
            w = yield from search(c)
            if -w > v:
                v = -w
                yield UPDATE, n, v, -inf, inf, "raise"
        yield LEAVE, n, v
        return v

    def for_max() -> Search:
        v = yield from search(ROOT)
        return v if tree.is_max(ROOT) else -v

    return for_max()
