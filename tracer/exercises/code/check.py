"""A student's own search, tried on many trees and compared with the reference."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from inspect import signature
from random import Random
from typing import Any

from tracer.algorithms import alphabeta, minimax
from tracer.algorithms.registry import Search, algorithm_of
from tracer.exercises.ask.feedback import NOT_ANSWERED, Feedback
from tracer.exercises.ask.question import Question
from tracer.exercises.code.calling import arguments_of
from tracer.exercises.code.spy import Attempt, run
from tracer.trace.comparison import compare_traces
from tracer.trace.node_names import called
from tracer.trace.trace import Trace, record
from trees import catalogue
from trees.build import from_nested, to_nested
from trees.number import show_count
from trees.tree import Tree

FIXED = ("pantel-3.2", "lecture-3", "khemani-8", "srimani-2.1", "srimani-3.2")
GENERATED = 60
SHRINKS = 300  # attempts to make a failing tree smaller

AttemptOn = Callable[[Tree], Attempt]


@dataclass(frozen=True)
class Checked(Feedback):
    """The result of `check`: a mark, the reason, and two traces to step through side by side."""

    theirs: Trace | None = None
    reference: Trace | None = None

    def play(self) -> Any:
        """Show the student's search beside the reference in the player."""
        if self.theirs is None or self.reference is None:
            raise ValueError(f"There is nothing to play. {self.text}")
        from tracer.player import compare

        return compare(self.theirs, self.reference)


def check(function: Any, search: Search = alphabeta) -> Checked:
    """Try a student's search on many trees, and explain the smallest one on which it goes wrong.

    Half of the marks are for the value, half for evaluating the right leaves in the right order.
    """
    if function is None or function is Ellipsis:
        return Checked(0.0, NOT_ANSWERED.text)
    try:
        arguments_of(function)
    except TypeError as error:
        return Checked(0.0, f"{error}.")
    return judge(lambda tree: run(function, tree), search)


class Write:
    """Write a search: students hand in a function, which is tried on many trees."""

    rule = (
        "half for the value, half for the right leaves in the right order, averaged over all trees"
    )

    def __init__(self, search: Search = alphabeta) -> None:
        self.search = search

    @property
    def signature(self) -> str:
        """The name and parameters of the function to write."""
        bounds = ", alpha, beta" if "alpha" in signature(self.search).parameters else ""
        return f"{self.search.__name__}(tree, n{bounds})"

    @property
    def prompt(self) -> str:
        """The question in words."""
        title = algorithm_of(self.search).title
        return (
            f"Write the function {self.signature}. It must return the minimax value of n and "
            f"evaluate the same leaves as {title}, in the same order. It may call "
            "tree.children(n), tree.is_leaf(n), tree.is_max(n) and tree.value(n). "
            "It is first called for the root."
        )

    def check(self, given: Any = None) -> Checked:
        """Try a function on many trees; never raises."""
        return check(given, self.search)


def judge(attempt_on: AttemptOn, search: Search) -> Checked:
    """Mark a search, given a way to run it on a tree."""
    trees = sorted(_trees(), key=Tree.leaf_count)
    values = leaves = 0
    wrong: tuple[Tree, Attempt] | None = None
    for tree in trees:
        done = attempt_on(tree)
        if done.blank:
            return Checked(0.0, NOT_ANSWERED.text)
        value_right, leaves_right = _judge(done, search, tree)
        values += value_right
        leaves += value_right and leaves_right
        if wrong is None and not (value_right and leaves_right):
            wrong = tree, done
        if done.stopped:  # on other trees it would probably run into the limit, too
            wrong = tree, done
            break
    score = (values + leaves) / (2 * len(trees))
    if wrong is None:
        text = f"Right on all {len(trees)} trees: value, leaves and their order."
        return Checked(score, text, theirs=done.trace, reference=record(search, tree))
    if not wrong[1].stopped:
        wrong = _shrink(*wrong, attempt_on, search)
    return _report(*wrong, search, score, len(trees))


def _judge(done: Attempt, search: Search, tree: Tree) -> tuple[bool, bool]:
    """Whether the value is right, and whether the leaves are."""
    right = done.error is None and done.returned == record(minimax, tree).value
    return right, done.trace.leaves == record(search, tree).leaves


def _report(tree: Tree, done: Attempt, search: Search, score: float, tried: int) -> Checked:
    reference = record(search, tree)
    written = f"{to_nested(tree)}, {tree.root} to move"
    head = f"Your search was tried on {tried} trees. The smallest one that goes wrong: {written}."
    if done.error:
        text = f"On this tree, {done.error.rstrip('.')}."
    elif done.returned != reference.value:
        text = f"On this tree it returns {done.returned!r}, but the value is {reference.value}."
    else:
        extra = compare_traces(done.trace, reference).only_first
        names = ", ".join(called(tree, n) for n in extra)
        needless = f"there is no need to evaluate {names}"
        wrong = needless if extra else "one is missing, repeated or out of order"
        text = f"The value is right, but the leaves are not: {wrong}. "
        text += Question("leaves", search, tree).check(done.trace.leaves).text
    if done.printed:
        printed = show_count(len(done.printed), "character")
        text += f" (It also printed {printed}, which does not affect the mark.)"
    return Checked(min(score, 0.99), f"{head} {text}", theirs=done.trace, reference=reference)


def _trees() -> Iterator[Tree]:
    """Trees from the literature, then seeded ones of many shapes, with ties and either root."""
    yield from (catalogue.load(name) for name in FIXED)
    for seed in range(GENERATED):
        draw = Random(seed).random  # the one method that stays the same in every Python version
        high = 4 if seed % 3 == 0 else 40

        def grow(depth: int, draw: Callable[[], float] = draw, high: int = high) -> Any:
            if depth == 0 or draw() < 0.15:
                return int(draw() * high) - high // 4
            return [grow(depth - 1) for _ in range(1 + int(draw() * 3))]

        yield from_nested(grow(1 + seed % 4), root="MIN" if seed % 2 else "MAX")


def _shrink(
    tree: Tree, done: Attempt, attempt_on: AttemptOn, search: Search
) -> tuple[Tree, Attempt]:
    """A smaller tree that fails in the same way, with subtrees made leaves or children dropped."""
    about = 1 if _judge(done, search, tree)[0] else 0
    tries = 0
    shrunk = True
    while shrunk:
        shrunk = False
        for smaller in _smaller(to_nested(tree)):
            candidate = from_nested(smaller, root=tree.root)
            again = attempt_on(candidate)
            tries += 1
            if tries > SHRINKS or again.stopped:
                return tree, done
            if not _judge(again, search, candidate)[about]:
                tree, done, shrunk = candidate, again, True
                break
    return tree, done


def _smaller(nested: Any) -> Iterator[Any]:
    """Every tree that is one simplification away."""
    if not isinstance(nested, list):
        if nested not in (0, 1):
            yield from (0, 1)
            yield nested // 2
        return
    for i, child in enumerate(nested):
        if len(nested) > 1:
            yield nested[:i] + nested[i + 1 :]
        if isinstance(child, list):
            leaf: Any = child
            while isinstance(leaf, list):
                leaf = leaf[0]
            yield [*nested[:i], leaf, *nested[i + 1 :]]
        for smaller in _smaller(child):
            yield [*nested[:i], smaller, *nested[i + 1 :]]
