"""The order of leaf values in which a search evaluates the fewest leaves.

A lower bound says how many leaves the search needs in any order. An order that meets the bound is
the best one; on small trees, trying all orders settles the rest.
"""

from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations, permutations
from math import inf
from typing import Literal, NamedTuple

from tracer.algorithms import alphabeta
from tracer.algorithms.registry import Search
from tracer.trace.trace import record
from trees.dewey import ROOT, Node
from trees.number import Number
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
    found = best(_promising_orders(tree, given), given)
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


# Lower bounds


def fewest_leaves(tree: Tree, search: Search) -> int:
    """A number of leaves that the search needs in every order; for alpha-beta the best bound.

    Every search that finds the value has seen a strategy of either side that holds the other one
    to it, and two strategies share one leaf.
    """
    if search is alphabeta:
        return _alphabeta(tree)[ROOT, False, False, "in"].leaves
    return sum(_smallest_strategy(tree, side) for side in SIDES) - 1


def _smallest_strategy(tree: Tree, side: str) -> int:
    """The number of leaves of a side's smallest strategy."""
    leaves: dict[Node, int] = {}
    for n in reversed(list(tree.nodes())):
        below = [leaves[c] for c in tree.children(n)]
        leaves[n] = (min(below) if tree.to_move(n) == side else sum(below)) if below else 1
    return leaves[ROOT]


# Alpha-beta at its best. A visit ends in one of three ways: the result is at most alpha, inside
# the window, or at least beta. Which of them are possible depends only on which bounds are finite,
# so the cheapest way to each outcome can be found from the bottom up. Equal values do not help: if
# a result meets a bound, passing it has the same effect.

Outcome = Literal["low", "in", "high"]
Visit = tuple[Node, bool, bool, Outcome]  # a node, whether alpha and beta are finite, the outcome


class Way(NamedTuple):
    """The cheapest way to an outcome: how many leaves it takes, and how the children's visits end.

    Children that are not listed are cut off.
    """

    leaves: int
    outcomes: tuple[Outcome, ...]


def _alphabeta(tree: Tree) -> dict[Visit, Way]:
    """The cheapest way to every possible outcome of a visit."""
    ways: dict[Visit, Way] = {}
    for n in reversed(list(tree.nodes())):
        for alpha in (False, True):
            for beta in (False, True):
                for outcome, way in _ways(tree, n, alpha, beta, ways):
                    known = ways.get((n, alpha, beta, outcome))
                    if known is None or way.leaves < known.leaves:
                        ways[n, alpha, beta, outcome] = way
    return ways


def _ways(
    tree: Tree, n: Node, alpha: bool, beta: bool, ways: dict[Visit, Way]
) -> Iterator[tuple[Outcome, Way]]:
    if tree.is_leaf(n):
        yield from ((o, Way(1, ())) for o in _possible(alpha, beta))
        return
    cut: Outcome = "high" if tree.is_max(n) else "low"
    keeps: Outcome = "low" if tree.is_max(n) else "high"
    so_far = {False: Way(0, ()), True: None}  # by whether a child was inside the window
    for c in tree.children(n):
        after: dict[bool, Way | None] = {False: None, True: None}
        for inside, way in so_far.items():
            if way is None:
                continue
            bounds = (alpha or inside, beta) if tree.is_max(n) else (alpha, beta or inside)
            for o in _possible(*bounds):
                child = ways[(c, *bounds, o)]
                longer = Way(way.leaves + child.leaves, (*way.outcomes, o))
                if o == cut:
                    yield cut, longer
                    continue
                now = inside or o == "in"
                known = after[now]
                if known is None or longer.leaves < known.leaves:
                    after[now] = longer
        so_far = after
    for inside, way in so_far.items():
        if way is not None:
            yield "in" if inside else keeps, way


def _possible(alpha: bool, beta: bool) -> Iterator[Outcome]:
    if alpha:
        yield "low"
    yield "in"
    if beta:
        yield "high"


# Orders that are good for alpha-beta, and so for its relatives


def _promising_orders(tree: Tree, values: Order) -> Iterator[Order]:
    """Alpha-beta's best order, with the values that it does not see taken from all places."""
    seen = _seen_by_alphabeta(tree)
    ranked = sorted(seen, key=lambda n: seen[n])
    unseen = [n for n in tree.leaves() if n not in seen]
    for k in range(len(ranked) + 1):
        ascending = dict(zip(ranked[:k] + unseen + ranked[k:], sorted(values), strict=True))
        yield tuple(ascending[n] for n in tree.leaves())
    yield tuple(_best_first(tree, ROOT)[1])


def _seen_by_alphabeta(tree: Tree) -> dict[Node, Fraction]:
    """Values with which alpha-beta needs the fewest leaves, for the leaves that it evaluates."""
    ways = _alphabeta(tree)
    chosen: dict[Node, Fraction] = {}

    def visit(n: Node, alpha: Fraction | float, beta: Fraction | float, outcome: Outcome) -> None:
        if tree.is_leaf(n):
            chosen[n] = _value(alpha, beta, outcome)
            return
        way = ways[n, alpha > -inf, beta < inf, outcome]
        for c, o in zip(tree.children(n), way.outcomes, strict=False):
            visit(c, alpha, beta, o)
            if o == "in" and tree.is_max(n):
                alpha = result(c)
            elif o == "in":
                beta = result(c)

    def result(n: Node) -> Fraction:
        if tree.is_leaf(n):
            return chosen[n]
        below = [result(c) for c in tree.children(n) if any_seen(c)]
        return max(below) if tree.is_max(n) else min(below)

    def any_seen(n: Node) -> bool:
        return n in chosen or any(any_seen(c) for c in tree.children(n))

    visit(ROOT, -inf, inf, "in")
    return chosen


def _value(alpha: Fraction | float, beta: Fraction | float, outcome: Outcome) -> Fraction:
    """A value with this outcome, not equal to a bound."""
    if outcome == "low":
        return Fraction(alpha) - 1
    if outcome == "high":
        return Fraction(beta) + 1
    if alpha == -inf:
        return Fraction(0) if beta == inf else Fraction(beta) - 1
    return Fraction(alpha) + 1 if beta == inf else (Fraction(alpha) + Fraction(beta)) / 2


def _best_first(tree: Tree, n: Node) -> tuple[Number, list[Number]]:
    """The value of a node and its leaf values, best child first."""
    if tree.is_leaf(n):
        return tree.value(n), [tree.value(n)]
    below = [_best_first(tree, c) for c in tree.children(n)]
    below.sort(key=lambda part: part[0], reverse=tree.is_max(n))
    return below[0][0], [v for _, leaves in below for v in leaves]
