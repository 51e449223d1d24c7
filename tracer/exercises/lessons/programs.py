"""Try a student's function on inputs that are new every time."""

from collections.abc import Callable, Iterator
from itertools import islice
from random import Random
from typing import Any, NamedTuple

from tracer.exercises.ask.formats import read_finite
from tracer.exercises.ask.plain_values import AnswerError
from tracer.exercises.code.spy import run
from trees.build import from_nested, to_nested
from trees.dewey import Node
from trees.number import Number
from trees.tree import Tree

NOTHING = "it returns None. Make sure that every path through it ends with a return"
_NO_TREE = from_nested(0)
MOST = 1000  # entries that are read of what a function returns, which may go on without end


class Outcome(NamedTuple):
    """What a call returned, what went wrong in words, and the leaves it looked at."""

    returned: Any
    error: str | None
    leaves: tuple[Node, ...]


def call(function: Callable[..., Any], *arguments: Any, tree: Tree | None = None) -> Outcome:
    """Call a function, catching exceptions and endless loops; a tree comes first."""
    returned: list[Any] = []

    def called(spy: Any) -> int:
        returned.append(function(*((spy,) if tree is not None else ()), *arguments))
        return 0

    done = run(called, tree if tree is not None else _NO_TREE)
    if done.error:
        return Outcome(None, done.error, tuple(done.trace.leaves))
    error = NOTHING if returned[0] is None else None
    return Outcome(returned[0], error, tuple(done.trace.leaves))


def taken(returned: Any) -> Any:
    """What a function returned, with the entries of a generator."""
    return list(islice(returned, MOST)) if isinstance(returned, Iterator) else returned


def taking(function: Callable[..., Any]) -> Callable[..., Any]:
    """The same function, whose entries are taken while it is still guarded, if it yields them."""
    return lambda *given: taken(function(*given))


def fresh_trees(count: int, most: int = 4) -> list[Tree]:
    """New trees of many shapes, with ties and either root, the smallest first."""
    return sorted((_tree(Random(), i, most) for i in range(count)), key=Tree.leaf_count)


def _tree(random: Random, i: int, most: int) -> Tree:
    high = (3, 99)[i % 2]

    def grow(depth: int) -> Any:
        if depth == 0 or random.random() < 0.15:
            return random.randint(-high, high)
        return [grow(depth - 1) for _ in range(random.randint(1, most))]

    return from_nested(grow(1 + i % 4), root=("MAX", "MIN")[i // 2 % 2], letters=False)


def written(tree: Tree) -> str:
    """A tree in words that can be typed in again."""
    if not tree.depth:
        return f"the tree that is only a leaf, {to_nested(tree)}"
    return f"the tree {to_nested(tree)}, {tree.root} to move"


def equals(returned: Any, right: Number) -> bool:
    """Whether a function returned this number, whatever its type."""
    try:
        return read_finite(returned) == right
    except AnswerError:
        return False
