"""A tree on which SSS* searches every node as the model of chapter 5 says."""

from fractions import Fraction

from tracer.experiments.model import check_model
from trees.build import uniform
from trees.number import Number
from trees.tree import Tree

Q = Fraction


def model_tree(w: int, d: int, k: int) -> Tree:
    """T(w,d) in which the (k+1)-th child is best at every node that is searched fully.

    Below a fully searched MAX node worth v, a partially searched MIN node first shows k values that
    are too good to be given up, each smaller than the one before, and then one below v. Elsewhere
    the first child is best. The values are numbered from the smallest, starting at 0.
    """
    check_model(w, d, k)
    leaves = _at_max(w, d, k, Q(0), Q(-1), Q(0), Q(1))
    rank: dict[Fraction, Number] = {x: i for i, x in enumerate(sorted(set(leaves)))}
    return uniform(w, d, [rank[x] for x in leaves])


def _at_max(w: int, d: int, k: int, v: Q, low: Q, top: Q, high: Q) -> list[Q]:
    """The leaves of a MAX node worth v; values to go through are between `top` and `high`."""
    if d == 0:
        return [v]
    found: list[Q] = []
    for i in range(w):
        worse = low + (v - low) * Q(2 * w - i, 2 * w + 1)
        if i <= k:
            found += _at_min(w, d - 1, k, v if i == k else worse, low, top, high)
        else:
            found += _best_first(w, d - 1, False, worse, low, high)
    return found


def _at_min(w: int, d: int, k: int, v: Q, low: Q, top: Q, high: Q) -> list[Q]:
    """The leaves of a MIN node worth v that is not given up before its (k+1)-th child."""
    step = (high - top) / (k + 1)
    found: list[Q] = []
    for i in range(k):
        value = high - (i + 1) * step
        found += _at_max(w, d - 1, k, value, low, value, value + step)
    found += _at_max(w, d - 1, k, v, low, top, top + step)
    for _ in range(w - k - 1):
        found += _best_first(w, d - 1, True, top + step / 2, low, high)
    return found


def _best_first(w: int, d: int, is_max: bool, v: Q, low: Q, high: Q) -> list[Q]:
    """The leaves of a node worth v, the best child first everywhere."""
    if d == 0:
        return [v]
    worse = (v + (low if is_max else high)) / 2
    found = _best_first(w, d - 1, not is_max, v, low, high)
    for _ in range(w - 1):
        found += _best_first(w, d - 1, not is_max, worse, low, high)
    return found
