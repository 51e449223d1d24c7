"""A student's own search, tried on many trees and compared with the reference."""

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from tracer.algorithms import alphabeta, minimax
from tracer.comparison import compare_traces
from tracer.events import Search
from tracer.exercises.feedback import Feedback
from tracer.exercises.question import Question
from tracer.exercises.spy import Function, Run, run
from tracer.trace import Trace, record
from trees import catalogue
from trees.build import from_nested, to_nested
from trees.tree import Tree

FIXED = ("pantel-3.2", "lecture-3", "khemani-8", "srimani-2.1", "srimani-3.2")
GENERATED = 60
SHRINKS = 300  # attempts to make a failing tree smaller


class Checked(Feedback):
    """The outcome of `check`: a mark, the reason, and the two traces to step side by side."""

    theirs: Trace
    reference: Trace

    def play(self) -> Any:
        """The student's search beside the reference, in the player."""
        from tracer.player import compare

        return compare(self.theirs, self.reference)


def check(function: Function, search: Callable[..., Search] = alphabeta) -> Checked:
    """Try a student's search on many trees, and explain the smallest on which it goes wrong.

    Half of the marks are for the value, half for looking at the right leaves in the right order.
    """
    trees = list(_trees())
    values = leaves = 0
    wrong: Tree | None = None
    for tree in trees:
        done = run(function, tree)
        if done.stopped:  # it would be stopped again and again
            return _report(function, search, tree, 0.0, len(trees))
        value_right, leaves_right = _judge(done, search, tree)
        values += value_right
        leaves += value_right and leaves_right
        if wrong is None and not (value_right and leaves_right):
            wrong = tree
    score = (values + leaves) / (2 * len(trees))
    if wrong is None:
        text = f"Right on all {len(trees)} trees: value, leaves and their order."
        return _checked(score, text, run(function, trees[0]), record(search, trees[0]))
    about = 0 if not _judge(run(function, wrong), search, wrong)[0] else 1
    small = _shrink(wrong, lambda t: not _judge(run(function, t), search, t)[about])
    return _report(function, search, small, score, len(trees))


def _judge(done: Run, search: Callable[..., Search], tree: Tree) -> tuple[bool, bool]:
    """Whether the value is right, and whether the leaves are."""
    right = done.error is None and done.returned == record(minimax, tree).value
    return right, done.trace.leaves == record(search, tree).leaves


def _report(
    function: Function, search: Callable[..., Search], tree: Tree, score: float, tried: int
) -> Checked:
    done, reference = run(function, tree), record(search, tree)
    shown = f"{to_nested(tree)}, {tree.root} to move"
    head = f"Tried on {tried} trees. The smallest that goes wrong: {shown}."
    if done.error:
        text = f"There, {done.error}."
    elif done.returned != reference.value:
        text = f"There it returns {done.returned!r}; the value is {reference.value}."
    else:
        extra = compare_traces(done.trace, reference).only_first
        names = ", ".join(tree.name(n) for n in extra)
        text = f"The value is right, but not the leaves: {names or 'their order'}"
        text += " need not be looked at. " if extra else " is wrong. "
        text += Question("leaves", search, tree).check(done.trace.leaves).text
    if done.printed:
        text += f" (It printed {len(done.printed)} characters, which count for nothing.)"
    return _checked(min(score, 0.99), f"{head} {text}", done, reference)


def _checked(score: float, text: str, done: Run, reference: Trace) -> Checked:
    checked = Checked(score, text)
    vars(checked).update(theirs=done.trace, reference=reference)
    return checked


def _trees() -> Iterator[Tree]:
    """Trees of the literature, then seeded ones of any shape, with ties, both roots."""
    yield from (catalogue.load(name) for name in FIXED)
    for seed in range(GENERATED):
        draw = Random(seed).random  # stable from version to version, unlike its other methods
        high = 4 if seed % 3 == 0 else 40

        def grow(depth: int, draw: Callable[[], float] = draw, high: int = high) -> Any:
            if depth == 0 or draw() < 0.15:
                return int(draw() * high) - high // 4
            return [grow(depth - 1) for _ in range(1 + int(draw() * 3))]

        yield from_nested(grow(1 + seed % 4), root="MIN" if seed % 2 else "MAX")


def _shrink(tree: Tree, fails: Callable[[Tree], bool]) -> Tree:
    """A smaller tree that still fails: subtrees replaced by leaves, children dropped."""
    tries = 0
    shrunk = True
    while shrunk:
        shrunk = False
        for smaller in _smaller(to_nested(tree)):
            tries += 1
            if tries > SHRINKS:
                return tree
            candidate = from_nested(smaller, root=tree.root)
            if fails(candidate):
                tree, shrunk = candidate, True
                break
    return tree


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
