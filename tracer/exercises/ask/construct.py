"""Exercises in which something is made: an order of leaves, or a tree with a property."""

from collections import Counter
from collections.abc import Callable
from itertools import count
from typing import Any, NamedTuple

from tracer.algorithms import alphabeta, minimax, ps_star, sss_star
from tracer.algorithms.registry import Search
from tracer.exercises.ask.feedback import NOT_ANSWERED, Feedback
from tracer.trace.trace import record
from trees.build import from_nested, to_nested
from trees.dewey import ROOT, Node
from trees.generate import iid
from trees.number import Number
from trees.strategies import critical_leaves
from trees.tree import Tree


class Reorder:
    """Put leaf values in an order with which a search evaluates as few, or as many, as possible."""

    rule = "how near the number of leaves comes to the best"

    def __init__(self, tree: Tree, search: Search = alphabeta, *, most: bool = False) -> None:
        self.tree = tree
        self.search = search
        self.most = most
        self.values = [tree.value(n) for n in tree.leaves()]
        leaves = len(self.values)
        self.best = leaves if most else len(critical_leaves(tree))

    @property
    def prompt(self) -> str:
        """The question in words."""
        goal = "as many" if self.most else "as few"
        return (
            f"Give the leaf values {self.values} a new order, left to right, so that "
            f"{self.search.__name__} evaluates {goal} leaves as possible. A list of all the values."
        )

    @property
    def answer(self) -> list[Number]:
        """An order with as few leaves as possible: the best child comes first everywhere."""
        if self.most:
            raise LookupError("no example is known")
        return _best_first(self.tree, ROOT)[1]

    def check(self, given: Any = None) -> Feedback:
        """Grade an order by the leaves that the search then evaluates."""
        if given is None or given is Ellipsis:
            return NOT_ANSWERED
        ok = isinstance(given, list | tuple) and all(isinstance(x, int | float) for x in given)
        if not ok or Counter(given) != Counter(self.values):
            return Feedback(0.0, f"Use each of the values {self.values} once, in a list.")
        tree = self.tree.replace(dict(zip(self.tree.leaves(), given, strict=True)))
        trace = record(self.search, tree)
        worst = len(critical_leaves(self.tree)) if self.most else len(self.values)
        span = abs(self.best - worst) or 1
        score = max(0.0, 1 - abs(trace.nbp - self.best) / span)
        if trace.nbp == self.best:
            return Feedback(1.0, f"Right: {trace.nbp} leaves, and no order does better.")
        return Feedback(min(score, 0.99), f"{trace.nbp} leaves; {self.best} can be reached.")


def _best_first(tree: Tree, n: Node) -> tuple[Number, list[Number]]:
    """The value of a node, and its leaves in the new order."""
    if tree.is_leaf(n):
        return tree.value(n), [tree.value(n)]
    below = [_best_first(tree, c) for c in tree.children(n)]
    below.sort(key=lambda part: part[0], reverse=tree.is_max(n))
    return below[0][0], [v for _, leaves in below for v in leaves]


class Property(NamedTuple):
    """Something that a tree can have, and how it is shown."""

    prompt: str
    holds: Callable[[Tree], bool]
    show: Callable[[Tree], str]


def _nbp(search: Search, tree: Tree, **options: Any) -> int:
    return record(search, tree, **options).nbp


def _numbers(tree: Tree) -> str:
    counts = (
        f"PS*(2) {_nbp(ps_star, tree, k=2)}, SSS* {_nbp(sss_star, tree)}, "
        f"alpha-beta {_nbp(alphabeta, tree)} leaves"
    )
    printed = record(ps_star, tree, k=2, published=True).value
    return f"{counts}; PS*(2) as published returns {printed}, minimax {record(minimax, tree).value}"


PROPERTIES: dict[str, Property] = {
    "ps-beats-sss": Property(
        "Find a tree on which PS*(2) evaluates fewer leaves than SSS*.",
        lambda t: _nbp(ps_star, t, k=2) < _nbp(sss_star, t),
        _numbers,
    ),
    "alphabeta-beats-ps": Property(
        "Find a tree on which alpha-beta evaluates fewer leaves than PS*(2).",
        lambda t: _nbp(alphabeta, t) < _nbp(ps_star, t, k=2),
        _numbers,
    ),
    "published-ps-errs": Property(
        "Find a tree on which PS*(2), as published, returns a wrong value.",
        lambda t: record(ps_star, t, k=2, published=True).value != record(minimax, t).value,
        _numbers,
    ),
}

LARGEST = 5_000  # leaves of a tree handed in


class Find:
    """Find a tree with a property; handed in as a nested list or as a Tree."""

    rule = "all or nothing"

    def __init__(self, name: str) -> None:
        if name not in PROPERTIES:
            raise ValueError(f"{name!r} is not a property: there are {', '.join(PROPERTIES)}")
        self.property = PROPERTIES[name]

    @property
    def prompt(self) -> str:
        """The question in words."""
        return f"{self.property.prompt} A nested list, such as [[3, 2], [4, 1]], or a Tree."

    @property
    def answer(self) -> Any:
        """A tree that has the property."""
        trees = (iid(3, 3, seed=seed) for seed in count())
        return to_nested(next(tree for tree in trees if self.property.holds(tree)))

    def check(self, given: Any = None) -> Feedback:
        """Grade a tree: it has the property or not."""
        if given is None or given is Ellipsis:
            return NOT_ANSWERED
        try:
            tree = given if isinstance(given, Tree) else from_nested(given)
        except (ValueError, TypeError, RecursionError) as error:
            return Feedback(0.0, f"This is not a tree: {error}.")
        if tree.leaf_count() > LARGEST:
            return Feedback(0.0, f"The tree has more than {LARGEST:,} leaves: find a smaller one.")
        if tree.width < 2:
            return Feedback(0.0, "Somewhere in the tree there has to be a choice.")
        described = self.property.show(tree)
        if self.property.holds(tree):
            return Feedback(1.0, f"Right: {described}.")
        return Feedback(0.0, f"Not this one: {described}.")
