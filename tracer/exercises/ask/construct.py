"""Exercises to construct something: an order of leaves, a changed leaf, a tree with a property."""

from collections import Counter
from collections.abc import Callable
from functools import cached_property
from math import inf, isinf
from typing import Any, NamedTuple

from tracer.algorithms import alphabeta, minimax, ps_star, sss_star
from tracer.algorithms.registry import Search, algorithm_of
from tracer.exercises.ask.answers import brief, read_node, read_number
from tracer.exercises.ask.best_order import BestOrder, best_order, leaves_needed
from tracer.exercises.ask.feedback import NOT_ANSWERED, Feedback, unreadable
from tracer.exercises.ask.formats import read_tree
from tracer.exercises.ask.plain_values import AnswerError, plain
from tracer.trace.node_names import called, sentence
from tracer.trace.trace import record
from trees.build import Nested, from_nested, to_nested
from trees.dewey import Node, label
from trees.number import Number, show, show_count
from trees.tree import Tree

# Reorder the leaves


class Reorder:
    """Reorder the leaf values so that a search evaluates as few leaves as possible."""

    rule = (
        "the leaves you save compared with the given order and with sorted values, divided by the "
        "most that can be saved"
    )

    def __init__(self, tree: Tree, search: Search = alphabeta) -> None:
        self.tree = tree
        self.search = search
        self.values: list[Number] = [tree.value(n) for n in tree.leaves()]

    @property
    def prompt(self) -> str:
        """The question in words."""
        return (
            f"Reorder the leaf values {self.values} so that {self._title} evaluates as few leaves "
            "as possible. Write a list of all the values, from left to right."
        )

    @property
    def _title(self) -> str:
        return algorithm_of(self.search).title

    @cached_property
    def _best(self) -> BestOrder:
        return best_order(self.tree, self.search)

    @property
    def best(self) -> int:
        """The smallest number of leaves: in any order if `proven`, otherwise as far as is known."""
        return self._best.leaves

    @property
    def proven(self) -> bool:
        """Whether no order needs fewer leaves than `best`."""
        return self._best.proven

    @property
    def answer(self) -> list[Number]:
        """An order that needs `best` leaves."""
        return list(self._best.values)

    @property
    def no_effort(self) -> dict[str, Any]:
        """Orders that take no thought, by strategy as in `no_effort`."""
        ascending = sorted(self.values)
        half = len(ascending) // 2
        return {
            "as at the start": self.values,
            "right to left": self.values[::-1],
            "everything": ascending,
            "the first half": ascending[::-1],
            "first children are best": ascending[half:] + ascending[:half],
        }

    @cached_property
    def leaves_without_effort(self) -> int:
        """How many leaves the search evaluates in the best of these orders."""
        orders = self.no_effort.values()
        return min(leaves_needed(self.tree, self.search, order) for order in orders)

    def check(self, given: Any = None) -> Feedback:
        """Grade an order by how many leaves the search then evaluates; never raises."""
        if given is None or given is Ellipsis:
            return NOT_ANSWERED
        try:
            order = [read_number(x, self.tree) for x in _entries(plain(given))]
        except AnswerError as error:
            return unreadable(error)
        if Counter(order) != Counter(self.values):
            return unreadable(f"Write a list that contains exactly these values: {self.values}")
        needed = leaves_needed(self.tree, self.search, order)
        evaluates = f"In this order {self._title} evaluates {_leaves(needed)}"
        if needed <= self.best:
            surely = "no order needs fewer" if self.proven else "no better order is known"
            return Feedback(1.0, f"Right. {evaluates}, and {surely}.")
        most = self.leaves_without_effort - self.best
        saved = self.leaves_without_effort - needed
        return Feedback(
            min(0.99, max(0.0, saved / most)) if most > 0 else 0.0,
            f"{evaluates}, and {show_count(needed - self.best)} fewer would be enough.",
            why="A search cuts off most if it meets the best child first: the child with the "
            "largest value at a MAX node, and the one with the smallest value at a MIN node.",
            answer=f"{_leaves(self.best)} are enough in this order: {self.answer}, because "
            "the search can skip the most where the best child comes first.",
        )


def _entries(given: Any) -> list[Any]:
    entries = plain(given)
    if type(entries) not in (list, tuple):
        raise AnswerError(f"{brief(given)} is not a list of values. Write one like [3, 2, 4, 1]")
    return list(entries)


def _leaves(count: int) -> str:
    return show_count(count, "leaf", "leaves")


# Change one leaf


class Change:
    """Change one leaf so that the whole tree has a given value."""

    rule = "all or nothing"

    def __init__(self, tree: Tree, value: Number) -> None:
        self.tree = tree
        self.value = value

    @property
    def prompt(self) -> str:
        """The question in words."""
        return (
            f"Change the value of one leaf so that the minimax value of the tree becomes "
            f"{show(self.value)}. Write the leaf and its new value, such as ('1.2.1', 500)."
        )

    @property
    def answer(self) -> tuple[str, Number]:
        """A leaf that does it, and its new value."""
        return self.tree.name(self.leaves[0]), self.value

    @property
    def no_effort(self) -> dict[str, Any]:
        """Answers that take no thought, by strategy as in `no_effort`."""
        leaves = list(self.tree.leaves())
        nearest = min(leaves, key=lambda n: abs(self.tree.value(n) - self.value))
        return {
            "the first leaf": (label(leaves[0]), self.value),
            "right to left": (label(leaves[-1]), self.value),
            "everything": (label(max(leaves, key=self.tree.value)), self.value),
            "the leftmost leaf below": (label(nearest), self.value),
        }

    @cached_property
    def leaves(self) -> tuple[Node, ...]:
        """The leaves that give the tree the value if they have it themselves."""
        return tuple(n for n, (low, high) in reach(self.tree).items() if low <= self.value <= high)

    def check(self, given: Any = None) -> Feedback:
        """Grade a leaf and its new value by the value that the tree then has; never raises."""
        if given is None or given is Ellipsis:
            return NOT_ANSWERED
        try:
            n, value = self._read(plain(given))
        except AnswerError as error:
            return unreadable(error)
        made = record(minimax, self.tree.replace({n: value})).value
        assert made is not None
        if made == self.value:
            return Feedback(1.0, f"Right: the tree is now worth {show(made)}.")
        leaf, new = self.answer
        return Feedback(
            0.0,
            f"With {show(value)} at {called(self.tree, n)} the tree is worth {show(made)}.",
            why="A changed leaf changes the value of the tree only if every node on its way to the "
            "root chooses it. See what MAX and MIN have elsewhere.",
            answer=f"Change {leaf} to {show(new)}, because every node on its way to the root then "
            "chooses it.",
        )

    def _read(self, given: Any) -> tuple[Node, Number]:
        if not isinstance(given, list | tuple) or len(given) != 2:
            example = "('1.2.1', 500)"
            raise AnswerError(f"{brief(given)} is not a leaf and a value. Write one like {example}")
        n, value = read_node(given[0], self.tree), read_number(given[1], self.tree)
        if not self.tree.is_leaf(n):
            raise AnswerError(sentence(f"{called(self.tree, n)} is not a leaf"))
        if isinf(value):
            raise AnswerError("The new value must be finite")
        return n, value


def reach(tree: Tree) -> dict[Node, tuple[Number, Number]]:
    """For every leaf, the lowest and the highest value of the tree if only this leaf changes."""
    value: dict[Node, Number] = {}
    for n in reversed(list(tree.nodes())):
        best = max if tree.is_max(n) else min
        below = [value[c] for c in tree.children(n)]
        value[n] = best(below) if below else tree.value(n)
    found = {}
    for leaf in tree.leaves():
        low: Number = -inf
        high: Number = inf
        for k in reversed(range(len(leaf))):
            n, on_the_way = leaf[:k], leaf[: k + 1]
            best = max if tree.is_max(n) else min
            others = [value[c] for c in tree.children(n) if c != on_the_way]
            low, high = best([low, *others]), best([high, *others])
        found[leaf] = low, high
    return found


# Find a tree


class Property(NamedTuple):
    """A property of trees: how to ask for it, test for it, and show the numbers behind it."""

    prompt: str
    holds: Callable[[Tree], bool]
    show: Callable[[Tree], str]
    hint: str
    example: Nested


def _nbp(search: Search, tree: Tree, **options: Any) -> int:
    return record(search, tree, **options).nbp


def _counts(tree: Tree) -> str:
    return (
        f"PS*(2) evaluates {_leaves(_nbp(ps_star, tree, k=2))}, SSS* {_nbp(sss_star, tree)} and "
        f"alpha-beta {_nbp(alphabeta, tree)}"
    )


def _values(tree: Tree) -> str:
    printed, value = record(ps_star, tree, k=2, published=True).value, record(minimax, tree).value
    return f"PS*(2) as published returns {printed}, and the value is {value}"


PROPERTIES: dict[str, Property] = {
    "ps-beats-sss": Property(
        "on which PS*(2) evaluates fewer leaves than SSS*",
        lambda t: _nbp(ps_star, t, k=2) < _nbp(sss_star, t),
        _counts,
        "Try leaves with equal values: the two searches break ties in different ways.",
        [[51, [24, 107]], 51, 18],
    ),
    "alphabeta-beats-ps": Property(
        "on which alpha-beta evaluates fewer leaves than PS*(2)",
        lambda t: _nbp(alphabeta, t) < _nbp(ps_star, t, k=2),
        _counts,
        "PS*(2) looks at two children at once. Make the first look at one of them needless.",
        [[[35, 115]], [65, 77], 57],
    ),
    "published-ps-errs": Property(
        "on which PS*(2), as published, returns the wrong value",
        lambda t: record(ps_star, t, k=2, published=True).value != record(minimax, t).value,
        _values,
        "Give the root three or more children, and put the best leaf of one of them late.",
        [89, [[92, 48]], 32],
    ),
}

TREE = "Write a nested list, such as [[3, 2], [4, 1]], or a Tree"
LARGEST = 5_000  # the most leaves that a tree handed in may have


class Find:
    """Find a tree with a property; students hand in a nested list or a Tree.

    The tree may be asked to have a number of leaves and a minimax value, so that no two students
    look for the same one.
    """

    rule = "all or nothing"

    def __init__(self, name: str, *, leaves: int | None = None, value: Number | None = None):
        if name not in PROPERTIES:
            raise ValueError(f"Unknown property {name!r}. Choose one of: {', '.join(PROPERTIES)}.")
        self.name = name
        self.property = PROPERTIES[name]
        self.leaves = leaves
        self.value = value
        smallest = from_nested(self.property.example).leaf_count()
        if leaves is not None and not smallest <= leaves <= LARGEST:
            raise ValueError(f"leaves must be from {smallest} to {LARGEST}, not {leaves}")

    @property
    def prompt(self) -> str:
        """The question in words."""
        wanted = [_leaves(self.leaves)] if self.leaves is not None else []
        wanted += [f"the minimax value {show(self.value)}"] if self.value is not None else []
        tree = f"a tree with {' and '.join(wanted)}" if wanted else "a tree"
        return f"Find {tree} {self.property.prompt}. {TREE}."

    @property
    def answer(self) -> Any:
        """A tree that has the property, the number of leaves and the value."""
        base = self.property.example
        assert isinstance(base, list)
        tree = from_nested(base)
        more = 0 if self.leaves is None else self.leaves - tree.leaf_count()
        if more:  # one more child of the root, so bad for MAX that the rest of it does not matter
            lowest = min(tree.value(n) for n in tree.leaves()) - 1
            tree = from_nested([*base, [lowest] * more])
        value = record(minimax, tree).value
        assert value is not None
        shift = 0 if self.value is None else self.value - value
        return to_nested(tree.replace({n: tree.value(n) + shift for n in tree.leaves()}))

    @property
    def no_effort(self) -> dict[str, Any]:
        """Trees that take no thought, by strategy as in `no_effort`."""
        leaves = 6 if self.leaves is None else self.leaves
        value: Number = 500 if self.value is None else self.value
        half = leaves // 2
        return {
            "as at the start": [[3, 2], [4, 1]],  # the example in the prompt
            "everything": [value] * leaves,
            "first children only": [[value] * half, [value] * (leaves - half)],
            "right to left": [*range(int(value) - leaves + 1, int(value)), value],
            "the first half": [value, *range(int(value) - 1, int(value) - leaves, -1)],
        }

    def check(self, given: Any = None) -> Feedback:
        """Grade a tree, which either has the property or does not; never raises."""
        if given is None or given is Ellipsis:
            return NOT_ANSWERED
        try:
            tree = read_tree(given)
        except AnswerError as error:
            return unreadable(f"{error}. {TREE}")
        except Exception:  # an object may raise anything when it is inspected
            return unreadable(f"{brief(given)} is not a tree. {TREE}")
        if tree.leaf_count() > LARGEST:
            return unreadable(f"This tree has more than {LARGEST:,} leaves. Find a smaller one")
        if tree.width < 2:
            return Feedback(0.0, "At least one node of the tree must have two or more children.")
        if (wrong := self._wrong(tree)) is None:
            return Feedback(1.0, f"Right: {self.property.show(tree)}.")
        because = self.property.show(from_nested(self.answer))
        return Feedback(
            0.0,
            wrong,
            why=self.property.hint,
            answer=f"One such tree is {self.answer}, because there {because}.",
        )

    def _wrong(self, tree: Tree) -> str | None:
        """Why a tree is not the one to be found; None if it is."""
        if self.leaves not in (None, tree.leaf_count()):
            return f"This tree has {_leaves(tree.leaf_count())}, not {self.leaves}."
        value = record(minimax, tree).value
        assert value is not None
        if self.value not in (None, value):
            return f"This tree is worth {show(value)}, not {show(self.value or 0)}."
        if self.property.holds(tree):
            return None
        return f"Not this one: {self.property.show(tree)}."
