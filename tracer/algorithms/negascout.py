"""NegaScout, also called PVS: alpha-beta that scouts with a null window (Reinefeld 1983).

It is written for MAX and MIN instead of with negated values, so its windows read like those of
alpha-beta. The null window goes from α to the next larger number, α⁺, which works for ints and
floats.
"""

from math import inf

from tracer.algorithms.conventions import CONTROLS, check_window
from tracer.algorithms.registry import algorithm
from tracer.log.log import Log
from trees.dewey import ROOT, Node
from trees.number import Number, above, below
from trees.tree import Tree

LISTING = """
function PVS(n, α, β)                                enter
    if n is a leaf then return f(n)                  evaluate
    if n is a MAX node then
        v ← PVS(first child of n, α, β)
        α ← max(α, v)                                first-alpha
        for each other child c of n do
            if v ≥ β then stop                       beta-cut
            t ← PVS(c, α, α⁺)
            if α < t < β and c is not a leaf
                then t ← PVS(c, t, β)
            v ← max(v, t);  α ← max(α, v)            raise-alpha
    else
        v ← PVS(first child of n, α, β)
        β ← min(β, v)                                first-beta
        for each other child c of n do
            if v ≤ α then stop                       alpha-cut
            t ← PVS(c, β⁻, β)
            if α < t < β and c is not a leaf
                then t ← PVS(c, α, t)
            v ← min(v, t);  β ← min(β, v)            lower-beta
    return v                                         leave
"""


@algorithm(
    "NegaScout (PVS)", LISTING, "Reinefeld 1983; Marsland & Campbell 1982", controls=CONTROLS
)
def negascout(tree: Tree, log: Log, *, alpha: Number = -inf, beta: Number = inf) -> Number:
    """Return v such that, for the minimax value f of the root:

    v <= alpha implies f <= v;  v >= beta implies f >= v;  otherwise f == v.
    """
    check_window(alpha, beta)

    def search(n: Node, alpha: Number, beta: Number) -> Number:
        log.enter(n, alpha, beta)
        children = tree.children(n)
        if not children:
            v = tree.value(n)
            log.evaluate(n, v)
            return v
        v = search(children[0], alpha, beta)
        if tree.is_max(n):
            alpha = max(alpha, v)
            log.update(n, v, alpha, beta, "first-alpha")
            for i, c in enumerate(children[1:], 1):
                if v >= beta:
                    log.cut(n, children[i:], v, beta, "beta-cut")
                    break
                t = search(c, alpha, above(alpha))
                if alpha < t < beta and not tree.is_leaf(c):
                    t = search(c, t, beta)
                if t > v:
                    v, alpha = t, max(alpha, t)
                    log.update(n, v, alpha, beta, "raise-alpha")
        else:
            beta = min(beta, v)
            log.update(n, v, alpha, beta, "first-beta")
            for i, c in enumerate(children[1:], 1):
                if v <= alpha:
                    log.cut(n, children[i:], v, alpha, "alpha-cut")
                    break
                t = search(c, below(beta), beta)
                if alpha < t < beta and not tree.is_leaf(c):
                    t = search(c, alpha, t)
                if t < v:
                    v, beta = t, min(beta, t)
                    log.update(n, v, alpha, beta, "lower-beta")
        log.leave(n, v)
        return v

    return search(ROOT, alpha, beta)
