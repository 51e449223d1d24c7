"""Minimax: back values up from the leaves to the root (Shannon 1950; Pantel, Figure 2.1)."""

from math import inf

from tracer.algorithms.registry import algorithm
from tracer.log.log import Log
from trees.dewey import ROOT, Node
from trees.number import Number
from trees.tree import Tree

LISTING = """
function MINIMAX(n)                                  enter
    if n is a leaf then return f(n)                  evaluate
    if n is a MAX node then
        v ← −∞
        for each child c of n do
            v ← max(v, MINIMAX(c))                   raise
    else
        v ← +∞
        for each child c of n do
            v ← min(v, MINIMAX(c))                   lower
    return v                                         leave
"""


@algorithm("Minimax", LISTING, "Shannon 1950; Pantel 1997, Figure 2.1")
def minimax(tree: Tree, log: Log) -> Number:
    """Return the minimax value of the root, after evaluating every leaf."""

    def search(n: Node) -> Number:
        log.enter(n, -inf, inf)
        children = tree.children(n)
        if not children:
            v = tree.value(n)
            log.evaluate(n, v)
            return v
        if tree.is_max(n):
            v = -inf
            for c in children:
                if (w := search(c)) > v:
                    v = w
                    log.update(n, v, -inf, inf, "raise")
        else:
            v = inf
            for c in children:
                if (w := search(c)) < v:
                    v = w
                    log.update(n, v, -inf, inf, "lower")
        log.leave(n, v)
        return v

    return search(ROOT)
