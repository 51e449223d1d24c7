"""Exercises to construct something: a better order of leaves, or a tree with a property."""

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
from trees.number import Number, show_count
from trees.strategies import critical_leaves
from trees.tree import Tree


class Reorder:
    """Reorder the leaf values so that a search evaluates as few leaves as possible."""

    rule = "how close your number of leaves is to the smallest possible"

    def __init__(self, tree: Tree, search: Search = alphabeta) -> None:
        self.tree = tree
        self.search = search
        self.values = [tree.value(n) for n in tree.leaves()]
        self.best = len(critical_leaves(tree))

    @property
    def prompt(self) -> str:
        """The question in words."""
        return (
            f"Reorder the leaf values {self.values} so that {self.search.__name__} evaluates as "
            "few leaves as possible. Write a list of all the values, from left to right."
        )

    @property
    def answer(self) -> list[Number]:
        """An order that needs the fewest leaves: the best child comes first everywhere."""
        return _best_first(self.tree, ROOT)[1]

    def check(self, given: Any = None) -> Feedback:
        """Grade an order by how many leaves the search then evaluates; never raises."""
        if given is None or given is Ellipsis:
            return NOT_ANSWERED
        ok = isinstance(given, list | tuple) and all(isinstance(x, int | float) for x in given)
        if not ok or Counter(given) != Counter(self.values):
            return Feedback(0.0, f"Write a list that contains exactly these values: {self.values}.")
        tree = self.tree.replace(dict(zip(self.tree.leaves(), given, strict=True)))
        trace = record(self.search, tree)
        if trace.nbp <= self.best:
            return Feedback(1.0, f"Right: {_leaves(trace.nbp)}, and no order needs fewer.")
        score = max(0.0, 1 - (trace.nbp - self.best) / max(1, len(self.values) - self.best))
        text = f"In this order it evaluates {_leaves(trace.nbp)}, but {self.best} would be enough."
        return Feedback(min(score, 0.99), text)


def _leaves(count: int) -> str:
    return show_count(count, "leaf", "leaves")


def _best_first(tree: Tree, n: Node) -> tuple[Number, list[Number]]:
    """The value of a node and its leaf values, best child first."""
    if tree.is_leaf(n):
        return tree.value(n), [tree.value(n)]
    below = [_best_first(tree, c) for c in tree.children(n)]
    below.sort(key=lambda part: part[0], reverse=tree.is_max(n))
    return below[0][0], [v for _, leaves in below for v in leaves]


class Property(NamedTuple):
    """A property of trees: how to ask for it, test for it, and show the numbers behind it."""

    prompt: str
    holds: Callable[[Tree], bool]
    show: Callable[[Tree], str]


def _nbp(search: Search, tree: Tree, **options: Any) -> int:
    return record(search, tree, **options).nbp


def _numbers(tree: Tree) -> str:
    counts = (
        f"PS*(2) evaluates {_leaves(_nbp(ps_star, tree, k=2))}, SSS* {_nbp(sss_star, tree)} and "
        f"alpha-beta {_nbp(alphabeta, tree)}"
    )
    printed, value = record(ps_star, tree, k=2, published=True).value, record(minimax, tree).value
    return f"{counts}; PS*(2) as published returns {printed}, and the value is {value}"


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
        "Find a tree on which PS*(2), as published, returns the wrong value.",
        lambda t: record(ps_star, t, k=2, published=True).value != record(minimax, t).value,
        _numbers,
    ),
}

LARGEST = 5_000  # the most leaves that a tree handed in may have


class Find:
    """Find a tree with a property; students hand in a nested list or a Tree."""

    rule = "all or nothing"

    def __init__(self, name: str) -> None:
        if name not in PROPERTIES:
            raise ValueError(f"Unknown property {name!r}. Choose one of: {', '.join(PROPERTIES)}.")
        self.property = PROPERTIES[name]

    @property
    def prompt(self) -> str:
        """The question in words."""
        return f"{self.property.prompt} Write a nested list, such as [[3, 2], [4, 1]], or a Tree."

    @property
    def answer(self) -> Any:
        """A tree that has the property."""
        trees = (iid(3, 3, seed=seed) for seed in count())
        return to_nested(next(tree for tree in trees if self.property.holds(tree)))

    def check(self, given: Any = None) -> Feedback:
        """Grade a tree, which either has the property or does not; never raises."""
        if given is None or given is Ellipsis:
            return NOT_ANSWERED
        try:
            tree = given if isinstance(given, Tree) else from_nested(given)
        except (ValueError, TypeError, RecursionError) as error:
            return Feedback(0.0, f"This is not a tree: {error}.")
        if tree.leaf_count() > LARGEST:
            return Feedback(0.0, f"This tree has more than {LARGEST:,} leaves. Find a smaller one.")
        if tree.width < 2:
            return Feedback(0.0, "At least one node of the tree must have two or more children.")
        described = self.property.show(tree)
        if self.property.holds(tree):
            return Feedback(1.0, f"Right: {described}.")
        return Feedback(0.0, f"Not this one: {described}.")
