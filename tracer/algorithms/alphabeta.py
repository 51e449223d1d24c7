"""Alpha-beta (Knuth & Moore 1975) with fail-soft bounds (Fishburn 1983)."""

from math import inf

from tracer.algorithms.conventions import (
    CONTROLS,
    CONVENTIONS,
    LEFT_TO_RIGHT,
    Order,
    alphabeta_by_convention,
    check_flags,
    check_window,
    in_words,
    ordered_by,
)
from tracer.algorithms.registry import algorithm
from tracer.log.log import Log
from trees.dewey import ROOT, Node
from trees.number import Number
from trees.tree import Tree

LISTING = """
function ALPHABETA(n, α, β)                          enter
    if n is a leaf then return f(n)                  evaluate
    if n is a MAX node then
        v ← −∞
        for each child c of n do
            v ← max(v, ALPHABETA(c, α, β))
            α ← max(α, v)                            raise-alpha
            if v ≥ β then stop                       beta-cut
    else
        v ← +∞
        for each child c of n do
            v ← min(v, ALPHABETA(c, α, β))
            β ← min(β, v)                            lower-beta
            if v ≤ α then stop                       alpha-cut
    return v                                         leave
"""

SOURCE = "Knuth & Moore 1975; Fishburn 1983; Pantel 1997, Figure 3.1"


@algorithm(
    "Alpha-beta", LISTING, SOURCE, rewrite=in_words, conventions=CONVENTIONS, controls=CONTROLS
)
def alphabeta(
    tree: Tree,
    log: Log,
    *,
    alpha: Number = -inf,
    beta: Number = inf,
    soft: bool = True,
    strict: bool = False,
    order: Order = LEFT_TO_RIGHT,
) -> Number:
    """Return v such that, for the minimax value f of the root:

    v <= alpha implies f <= v;  v >= beta implies f >= v;  otherwise f == v.

    Other conventions (fail-hard, strict cutoffs, another child order) are in `conventions`.
    """
    check_window(alpha, beta)
    check_flags(soft=soft, strict=strict)
    tree = ordered_by(order, tree)
    if not soft or strict:
        return alphabeta_by_convention(tree, log, alpha, beta, soft=soft, strict=strict)

    def search(n: Node, alpha: Number, beta: Number) -> Number:
        log.enter(n, alpha, beta)
        children = tree.children(n)
        if not children:
            v = tree.value(n)
            log.evaluate(n, v)
            return v
        if tree.is_max(n):
            v = -inf
            for i, c in enumerate(children, 1):
                if (w := search(c, alpha, beta)) > v:
                    v, alpha = w, max(alpha, w)
                    log.update(n, v, alpha, beta, "raise-alpha")
                if v >= beta and i < len(children):
                    log.cut(n, children[i:], v, beta, "beta-cut")
                    break
        else:
            v = inf
            for i, c in enumerate(children, 1):
                if (w := search(c, alpha, beta)) < v:
                    v, beta = w, min(beta, w)
                    log.update(n, v, alpha, beta, "lower-beta")
                if v <= alpha and i < len(children):
                    log.cut(n, children[i:], v, alpha, "alpha-cut")
                    break
        log.leave(n, v)
        return v

    return search(ROOT, alpha, beta)
