"""Answer formats: what an answer may look like, and how to turn it into plain values.

Each reader says what is wrong with an answer; its `Format` adds what is allowed. Answers are made
plain first, so that no object decides how it is compared.
"""

import ast
import inspect
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from typing import Any

from tracer.exercises.ask.answers import brief, read_node
from tracer.exercises.ask.plain_values import AnswerError, plain
from trees.build import from_nested
from trees.dewey import ROOT, Node
from trees.number import Number, check_number, parse_number
from trees.tree import Tree

LONGEST = 10_000  # the most nodes of a tree
DEEPEST = 100  # the most levels of a tree


@dataclass(frozen=True)
class Format:
    """A kind of answer, in words, with an example that is readable but not right."""

    says: str
    example: Any
    read: Callable[[Any], Any]
    is_object: bool = False  # trees and functions are no plain values

    def __call__(self, given: Any) -> Any:
        """The answer as plain values; raises an AnswerError that says what is allowed."""
        try:
            return self.read(given if self.is_object else plain(given))
        except AnswerError as error:
            wrong = str(error)
        except RecursionError:
            wrong = "This answer is nested too deeply"
        except Exception:  # an object may raise anything when it is inspected
            wrong = f"{brief(given)} cannot be read"
        raise AnswerError(f"{wrong}. Answer with {self}") from None

    def __str__(self) -> str:
        return self.says if self.example is None else f"{self.says}, such as {self.example!r}"


def number(example: Number) -> Format:
    """A finite number; a string may stand for one."""
    return Format("a number", example, read_finite)


def read_finite(given: Any) -> Number:
    """Read a finite number."""
    given = plain(given)
    try:
        found = parse_number(given) if type(given) is str else given
    except ValueError:
        raise AnswerError(f"{brief(given)} is not a number") from None
    try:
        return check_number(found, "the answer")
    except (TypeError, ValueError):
        finite = "a finite number" if type(found) is float else "a number"
        raise AnswerError(f"{brief(given)} is not {finite}") from None


def whole(example: int, low: int, high: int) -> Format:
    """A whole number from `low` to `high`."""

    def read(given: Any) -> int:
        found = read_finite(given)
        if found != int(found):
            raise AnswerError(f"{brief(given)} is not a whole number")
        if not low <= found <= high:
            raise AnswerError(f"{brief(given)} is not between {low} and {high}")
        return int(found)

    return Format(f"a whole number from {low} to {high}", example, read)


def items(given: Any) -> list[Any]:
    """The entries of a list, a tuple or a set; a string is split at commas and spaces."""
    if type(given) is str:
        given = _written(given)
    if type(given) not in (list, tuple, frozenset):
        raise AnswerError(f"{brief(given)} is not a list")
    return list(given)


def _written(text: str) -> list[Any]:
    """The entries of a list that is written as a text, with or without quotes and brackets."""
    bare = text.strip()
    if any(mark in bare[1:-1] for mark in "([{'\""):  # lists in a list, or texts
        with suppress(ValueError, SyntaxError, RecursionError, MemoryError):
            found = plain(ast.literal_eval(bare))
            if type(found) in (list, tuple):
                return list(found)
    return bare.strip("()[]{}").replace(",", " ").split()


def in_order(given: Any) -> list[Any]:
    """Read the items of anything but a set."""
    if type(given) is frozenset:
        raise AnswerError(f"{brief(set(given))} is a set, which has no order")
    return items(given)


def several(says: str, example: Any, *parts: Format, any_order: bool = False) -> Format:
    """A fixed number of answers, each with its own format."""

    def read(given: Any) -> tuple[Any, ...]:
        found = items(given) if any_order else in_order(given)
        if len(found) != len(parts):
            entries = "entry" if len(found) == 1 else "entries"
            raise AnswerError(f"{brief(given)} has {len(found)} {entries} instead of {len(parts)}")
        return tuple(part.read(x) for part, x in zip(parts, found, strict=True))

    return Format(says, example, read)


def read_square(given: Any) -> tuple[int, int]:
    """Read a square of tic-tac-toe."""
    found = in_order(given)
    if len(found) != 2:
        raise AnswerError(f"{brief(given)} is not a pair (row, column)")
    row, column = (whole(1, 1, 3).read(x) for x in found)
    return row, column


SQUARE = Format("a pair (row, column) of numbers from 1 to 3", (2, 2), read_square)


# Nodes of a tree


def node_of(given: Any, tree: Tree) -> Node:
    """Read a node by its name, its Dewey number or its path."""
    try:
        return read_node(given, tree)
    except AnswerError:
        raise AnswerError(f"{brief(given)} is not a node of this tree") from None


def leaf_of(given: Any, tree: Tree) -> Node:
    """Read a leaf."""
    n = node_of(given, tree)
    if not tree.is_leaf(n):
        raise AnswerError(f"{tree.name(n)} is not a leaf: there are nodes below it")
    return n


def leaves_of(tree: Tree, *example: str) -> Format:
    """A set of leaves, in any order."""

    def read(given: Any) -> frozenset[Node]:
        return frozenset(leaf_of(n, tree) for n in items(given))

    return Format("a list of leaves", list(example), read)


def values_of(tree: Tree, *nodes: str) -> Format:
    """Values for these nodes, by their names."""

    def read(given: Any) -> dict[Node, Number]:
        if type(given) is not dict:
            raise AnswerError(f"{brief(given)} is not a dict")
        found = {node_of(n, tree): read_finite(v) for n, v in given.items()}
        if len(found) < len(given):
            raise AnswerError("This dict has two values for one node")
        asked = [tree.node(name) for name in nodes]
        for n in asked:
            if n not in found:
                raise AnswerError(f"There is no value for node {tree.name(n)}")
        for n in found:
            if n not in asked:
                raise AnswerError(f"Node {tree.name(n)} is not asked for")
        return found

    entries = ", ".join(f'"{name}": …' for name in nodes)
    return Format(f"a dict {{{entries}}} with a number for each node", None, read)


def change_of(tree: Tree) -> Format:
    """One leaf and its new value. The example changes nothing, so it gives nothing away."""
    first = next(iter(tree.leaves()))

    def read(given: Any) -> tuple[Node, Number]:
        found = list(given.items()) if type(given) is dict else in_order(given)
        if len(found) == 1:
            found = in_order(found[0])
        if len(found) != 2:
            raise AnswerError(f"{brief(given)} is not a leaf and a value")
        return leaf_of(found[0], tree), read_finite(found[1])

    return Format("a leaf and its new value", (tree.name(first), tree.value(first)), read)


# Trees


def a_tree(example: Any) -> Format:
    """A tree with MAX to move at the root, as nested lists or tuples or as a Tree."""

    def read(given: Any) -> Tree:
        tree = read_tree(given)
        if tree.root != "MAX":
            raise AnswerError("MIN is to move at the root of this tree, but it should be MAX")
        return tree

    return Format("a nested list", example, read, is_object=True)


def read_tree(given: Any) -> Tree:
    """Read a tree; whatever it is made of, it is built anew from its leaf values."""
    if not isinstance(given, Tree):
        if _parts(given) is None:
            raise AnswerError(f"{brief(given)} is not a nested list")
        return _grown(given, _parts, read_finite)
    leaf = given.value
    return _grown(ROOT, lambda n: given.children(n) or None, lambda n: read_finite(leaf(n)), given)


def _parts(part: Any) -> Sequence[Any] | None:
    """The children of an inner node, or None for a leaf."""
    if isinstance(part, list | tuple):
        return list(islice(part, LONGEST))
    if isinstance(part, set | frozenset | dict):
        raise AnswerError(f"{brief(part)} has no order, so it cannot be a node")
    made = plain(part)  # a list, if it is an array
    return made if type(made) is list else None


def _grown(
    root: Any,
    children: Callable[[Any], Sequence[Any] | None],
    leaf: Callable[[Any], Number],
    like: Tree | None = None,
) -> Tree:
    left = LONGEST

    def grown(part: Any, depth: int) -> Any:
        nonlocal left
        left -= 1
        if left < 0 or depth > DEEPEST:
            raise AnswerError(f"This tree has over {LONGEST:,} nodes or over {DEEPEST} levels")
        below = children(part)
        return leaf(part) if below is None else [grown(child, depth + 1) for child in below]

    try:
        return from_nested(grown(root, 0), root=like.root if like else "MAX")
    except AnswerError:
        raise
    except ValueError as error:  # our own words: a node without children
        raise AnswerError(f"This is not a tree: {error}") from None


# Programs


def program(signature: str) -> Format:
    """A function that can be called like this, such as `sizes(w, k)`."""
    name, _, rest = signature.partition("(")
    parameters = [p.strip() for p in rest.rstrip(")").split(",")]

    def read(given: Any) -> Callable[..., Any]:
        if not callable(given):
            raise AnswerError(f"{brief(given)} is not a function")
        try:
            inspect.signature(given).bind(*parameters)
        except TypeError:
            arguments = f"{len(parameters)} argument{'s' if len(parameters) > 1 else ''}"
            raise AnswerError(f"This function cannot be called with {arguments}") from None
        except ValueError:  # a function without a signature, such as some builtins
            pass
        return given  # type: ignore[no-any-return]

    return Format(f"a function {signature}, by its name alone: {name}", None, read, is_object=True)
