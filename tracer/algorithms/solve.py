"""Solve: minimax that stops at a win (Pearl 1984; Pantel, Figure 2.2)."""

from math import inf

from tracer.algorithms.registry import Control, algorithm
from tracer.log.log import Log
from trees.dewey import ROOT, Node
from trees.number import Number, check_number
from trees.tree import Tree

LISTING = """
function SOLVE(n)                                    enter
    if n is a leaf then return f(n)                  evaluate
    if n is a MAX node then
        v ← −∞
        for each child c of n do
            v ← max(v, SOLVE(c))                     raise
            if v = win then stop                     win-cut
    else
        v ← +∞
        for each child c of n do
            v ← min(v, SOLVE(c))                     lower
            if v = loss then stop                    loss-cut
    return v                                         leave
"""

_CONTROLS = {"win": Control("best value for MAX"), "loss": Control("best value for MIN")}


@algorithm("Solve", LISTING, "Pearl 1984; Pantel 1997, Figure 2.2", controls=_CONTROLS)
def solve(tree: Tree, log: Log, *, win: Number | None = None, loss: Number | None = None) -> Number:
    """Return the minimax value of the root, leaving a node once its value cannot improve.

    `win` and `loss` are the best possible values for MAX and MIN (default: the tree's extremes).
    """
    win, loss = check_extremes(tree, win, loss)

    def search(n: Node) -> Number:
        log.enter(n, -inf, inf)
        children = tree.children(n)
        if not children:
            v = tree.value(n)
            log.evaluate(n, v)
            return v
        if tree.is_max(n):
            v = -inf
            for i, c in enumerate(children, 1):
                if (w := search(c)) > v:
                    v = w
                    log.update(n, v, -inf, inf, "raise")
                if v >= win and i < len(children):
                    log.cut(n, children[i:], v, win, "win-cut")
                    break
        else:
            v = inf
            for i, c in enumerate(children, 1):
                if (w := search(c)) < v:
                    v = w
                    log.update(n, v, -inf, inf, "lower")
                if v <= loss and i < len(children):
                    log.cut(n, children[i:], v, loss, "loss-cut")
                    break
        log.leave(n, v)
        return v

    return search(ROOT)


def check_extremes(tree: Tree, win: Number | None, loss: Number | None) -> tuple[Number, Number]:
    """Check `win` and `loss`, and take the tree's extremes for those that are None."""
    if win is None or loss is None:
        lowest, highest = tree.extremes()
        win, loss = highest if win is None else win, lowest if loss is None else loss
    win, loss = check_number(win, "win"), check_number(loss, "loss")
    if loss > win:
        raise ValueError(f"loss must not be greater than win; got {loss} and {win}")
    return win, loss
