"""The order of leaf values in which a search evaluates the fewest leaves.

A lower bound says how many leaves the search needs in any order. An order that meets the bound is
the best one; on small trees, trying all orders settles the rest.
"""

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import combinations, permutations
from typing import NamedTuple

from tracer.algorithms import alphabeta
from tracer.algorithms.registry import Search
from tracer.trace.trace import record
from trees.dewey import ROOT, Node
from trees.number import Number
from trees.strategies import critical_leaves
from trees.tree import SIDES, Tree

Order = tuple[Number, ...]
EXHAUSTIVE = 7  # up to this many leaves, all orders are tried


class BestOrder(NamedTuple):
    """An order of leaf values, how many leaves it needs, and whether no order needs fewer."""

    values: Order
    leaves: int
    proven: bool


def leaves_needed(tree: Tree, search: Search, values: Iterable[Number]) -> int:
    """How many different leaves a search evaluates if the leaves have these values."""
    reordered = tree.replace(dict(zip(tree.leaves(), values, strict=True)))
    return record(search, reordered).nbp


def best_order(tree: Tree, search: Search) -> BestOrder:
    """The best order of a tree's leaf values or, where `proven` is false, the best one known."""

    @cache
    def cost(values: Order) -> int:
        return leaves_needed(tree, search, values)

    def best(orders: Iterable[Order], so_far: Order) -> Order:
        for values in orders:
            if cost(so_far) == bound:
                break
            so_far = min(so_far, values, key=cost)
        return so_far

    bound = fewest_leaves(tree, search)
    given = tuple(tree.value(n) for n in tree.leaves())
    found = best([_critical_order(tree, given)], given)
    if len(given) <= EXHAUSTIVE:
        found = best(permutations(given), found)
        return BestOrder(found, cost(found), True)
    better = best(_swapped(found), found)
    while cost(better) < cost(found):
        found, better = better, best(_swapped(better), better)
    return BestOrder(found, cost(found), cost(found) == bound)


def _swapped(values: Order) -> Iterator[Order]:
    for i, j in combinations(range(len(values)), 2):
        if values[i] != values[j]:
            yield (*values[:i], values[j], *values[i + 1 : j], values[i], *values[j + 1 :])


def _critical_order(tree: Tree, values: Order) -> Order:
    """The order that suits alpha-beta best: small values for MIN's first plan, large for MAX's.

    A leaf belongs to a side's first plan if that side has chosen the first child all the way.
    """

    def rank(n: Node) -> int:
        others = {tree.to_move(n[:k]) for k, i in enumerate(n) if i > 1}
        return {frozenset(): 1, frozenset({"MAX"}): 0, frozenset({"MIN"}): 3}.get(
            frozenset(others), 2
        )

    ranked = sorted(tree.leaves(), key=rank)
    value = dict(zip(ranked, sorted(values), strict=True))
    return tuple(value[n] for n in tree.leaves())


def fewest_leaves(tree: Tree, search: Search) -> int:
    """A number of leaves that the search needs in every order.

    Alpha-beta needs as many as the critical tree has (Knuth & Moore 1975). Every search that finds
    the value has seen a strategy of either side that holds the other one to it, and two strategies
    share one leaf.
    """
    if search is alphabeta:
        return len(critical_leaves(tree))
    return sum(_smallest_strategy(tree, side) for side in SIDES) - 1


def _smallest_strategy(tree: Tree, side: str) -> int:
    """The number of leaves of a side's smallest strategy."""
    leaves: dict[Node, int] = {}
    for n in reversed(list(tree.nodes())):
        below = [leaves[c] for c in tree.children(n)]
        leaves[n] = (min(below) if tree.to_move(n) == side else sum(below)) if below else 1
    return leaves[ROOT]
