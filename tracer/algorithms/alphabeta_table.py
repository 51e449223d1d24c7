"""Alpha-beta with a transposition table, which recognises positions (Greenblatt et al. 1967)."""

from math import inf

from tracer.algorithms.conventions import CONTROLS, LEFT_TO_RIGHT, Order, check_window, ordered_by
from tracer.algorithms.registry import Control, algorithm
from tracer.log.log import Log
from tracer.log.table import ALWAYS, ANYTHING, REPLACE, Table
from trees.dewey import ROOT, Node
from trees.number import Number
from trees.tree import Tree

LISTING = """
function ALPHABETA(n, α, β)                          enter
    if table[position of n] = (f⁻, f⁺) then
        if f⁻ ≥ β, f⁺ ≤ α or f⁻ = f⁺ then
            return f⁻ or f⁺                          lookup
    if n is a leaf then v ← f(n)                     evaluate
    else if n is a MAX node then
        v ← −∞;  a ← α
        for each child c of n do
            v ← max(v, ALPHABETA(c, a, β))
            a ← max(a, v)                            raise-alpha
            if v ≥ β then stop                       beta-cut
    else
        v ← +∞;  b ← β
        for each child c of n do
            v ← min(v, ALPHABETA(c, α, b))
            b ← min(b, v)                            lower-beta
            if v ≤ α then stop                       alpha-cut
    table: f⁻ ← v unless v ≤ α                       store
           f⁺ ← v unless v ≥ β                       +
    return v                                         leave
"""

SLOTS = {
    "slots": Control("slots of the table"),
    "replace": Control("on a collision", REPLACE),
}


@algorithm(
    "Alpha-beta with a table",
    LISTING,
    "Greenblatt, Eastlake & Crocker 1967; Zobrist 1970; Marsland 1986",
    controls={name: CONTROLS[name] for name in ("alpha", "beta", "order")} | SLOTS,
)
def alphabeta_table(
    tree: Tree,
    log: Log,
    *,
    alpha: Number = -inf,
    beta: Number = inf,
    order: Order = LEFT_TO_RIGHT,
    slots: int | None = None,
    replace: str = ALWAYS,
) -> Number:
    """Return v such that, for the minimax value f of the root:

    v <= alpha implies f <= v;  v >= beta implies f >= v;  otherwise f == v.

    The table holds bounds by position; `slots` limits its size, and `replace` says which of two
    positions with the same slot stays: "always" the new one, or the one "nearer" the root.
    """
    check_window(alpha, beta)
    tree = ordered_by(order, tree)
    table = Table(tree, log, slots=slots, replace=replace)

    def search(n: Node, alpha: Number, beta: Number) -> Number:
        log.enter(n, alpha, beta)
        found = table.find(n)
        low, high = found or ANYTHING
        if found:
            hit = low >= beta or high <= alpha or low == high
            log.lookup(n, low, high, hit)
            if hit:
                v = low if low >= beta or low == high else high
                log.leave(n, v, "lookup")
                return v
        children = tree.children(n)
        if not children:
            v = tree.value(n)
            log.evaluate(n, v)
            table.store(n, v, v)
            return v
        if tree.is_max(n):
            v, a = -inf, alpha
            for i, c in enumerate(children, 1):
                if (w := search(c, a, beta)) > v:
                    v, a = w, max(a, w)
                    log.update(n, v, a, beta, "raise-alpha")
                if v >= beta and i < len(children):
                    log.cut(n, children[i:], v, beta, "beta-cut")
                    break
        else:
            v, b = inf, beta
            for i, c in enumerate(children, 1):
                if (w := search(c, alpha, b)) < v:
                    v, b = w, min(b, w)
                    log.update(n, v, alpha, b, "lower-beta")
                if v <= alpha and i < len(children):
                    log.cut(n, children[i:], v, alpha, "alpha-cut")
                    break
        table.store(n, low if v <= alpha else v, high if v >= beta else v)
        log.leave(n, v)
        return v

    return search(ROOT, alpha, beta)
