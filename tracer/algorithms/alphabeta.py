"""Alpha-beta: Knuth & Moore 1975, with Fishburn's 1983 fail-soft bounds."""

from math import inf

from tracer.algorithms.order import LEFT_TO_RIGHT, Order, children_in
from tracer.events import CUT, ENTER, EVALUATE, LEAVE, UPDATE, Search
from tracer.listing import algorithm
from trees.dewey import ROOT, Node
from trees.number import Number, check_bound
from trees.tree import Tree

PSEUDOCODE = """
function ALPHABETA(n, α, β)                          enter
    if n is a leaf then return f(n)                  evaluate
    if n is a MAX node then
        v ← −∞   (fail-hard: α)
        for each child c of n do
            v ← max(v, ALPHABETA(c, α, β))
            α ← max(α, v)                            raise-alpha
            if v ≥ β then stop   (strict: v > β)     beta-cut
    else
        v ← +∞   (fail-hard: β)
        for each child c of n do
            v ← min(v, ALPHABETA(c, α, β))
            β ← min(β, v)                            lower-beta
            if v ≤ α then stop   (strict: v < α)     alpha-cut
    return v   (fail-hard: v, held within α and β)   leave
"""


@algorithm("Alpha-beta", PSEUDOCODE, "Knuth & Moore 1975; Fishburn 1983; Pantel 1997, Figure 3.1")
def alphabeta(
    tree: Tree,
    *,
    alpha: Number = -inf,
    beta: Number = inf,
    soft: bool = True,
    strict: bool = False,
    order: Order = LEFT_TO_RIGHT,
) -> Search:
    """Return v such that, for the minimax value f of the root:

    v <= alpha implies f <= v;  v >= beta implies f >= v;  otherwise f == v.

    `soft` (fail-soft) lets v lie outside the window, else it stops at its bounds (fail-hard);
    `strict` cuts only where the bound is passed, not where it is met.
    """
    check_window(alpha, beta)
    children_of = children_in(order, tree)

    def search(n: Node, alpha: Number, beta: Number) -> Search:
        yield ENTER, n, alpha, beta
        children = children_of(n)
        if not children:
            v = tree.value(n)
            yield EVALUATE, n, v
            return v
        entry = alpha, beta
        if tree.is_max(n):
            v = -inf if soft else alpha
            for i, c in enumerate(children, 1):
                w = yield from search(c, alpha, beta)
                if w > v:
                    v = w
                    alpha = max(alpha, v)
                    yield UPDATE, n, v, alpha, beta, "raise-alpha"
                if (v > beta if strict else v >= beta) and i < len(children):
                    yield CUT, n, children[i:], v, beta, "beta-cut"
                    break
        else:
            v = inf if soft else beta
            for i, c in enumerate(children, 1):
                w = yield from search(c, alpha, beta)
                if w < v:
                    v = w
                    beta = min(beta, v)
                    yield UPDATE, n, v, alpha, beta, "lower-beta"
                if (v < alpha if strict else v <= alpha) and i < len(children):
                    yield CUT, n, children[i:], v, alpha, "alpha-cut"
                    break
        if not soft:
            v = max(entry[0], min(v, entry[1]))
        yield LEAVE, n, v
        return v

    return search(ROOT, alpha, beta)


def check_window(alpha: Number, beta: Number) -> None:
    """Refuse a window that is no interval."""
    if check_bound(alpha, "alpha") >= check_bound(beta, "beta"):
        raise ValueError(f"the window is [{alpha}, {beta}]: alpha has to be under beta")
