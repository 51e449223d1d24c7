"""Negamax: minimax with one rule for both sides (Knuth & Moore 1975)."""

from math import inf

from tracer.algorithms.registry import algorithm
from tracer.log.log import Log
from trees.dewey import ROOT, Node
from trees.number import Number
from trees.tree import Tree

LISTING = """
function NEGAMAX(n)                                  enter
    if n is a leaf then
        return f(n) if MAX is to move, else −f(n)    evaluate
    v ← −∞
    for each child c of n do
        v ← max(v, −NEGAMAX(c))                      raise
    return v                                         leave
"""


@algorithm("Negamax", LISTING, "Knuth & Moore 1975", negates=True)
def negamax(tree: Tree, log: Log) -> Number:
    """Return the minimax value of the root.

    Inside the search and in the trace, a node's value is its value to the side to move there.
    """

    def search(n: Node) -> Number:
        log.enter(n, -inf, inf)
        children = tree.children(n)
        if not children:
            f = tree.value(n)
            log.evaluate(n, f)
            return f if tree.is_max(n) else -f
        v = -inf
        for c in children:
            if (w := -search(c)) > v:
                v = w
                log.update(n, v, -inf, inf, "raise")
        log.leave(n, v)
        return v

    v = search(ROOT)
    return v if tree.is_max(ROOT) else -v
