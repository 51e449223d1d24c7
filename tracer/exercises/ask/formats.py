"""Answer formats: what an answer may look like, and how to turn it into plain values.

Each reader says what is wrong with an answer; its `Format` adds what is allowed. Answers are
converted first, so NumPy numbers, strings, sets and tuples count as what they stand for, and
objects with an `__eq__` of their own cannot pass for the right answer.
"""

import inspect
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from itertools import islice
from numbers import Integral
from typing import Any

from tracer.exercises.ask.answers import AnswerError, brief, read_node
from trees.build import from_nested
from trees.dewey import ROOT, Node
from trees.number import Number, check_number, parse_number
from trees.tree import Tree

LONGEST = 5_000  # the most entries of a list, or nodes of a tree
DEEPEST = 40  # the most levels of a tree


@dataclass(frozen=True)
class Format:
    """A kind of answer, in words, with an example that is readable but not right."""

    says: str
    example: Any
    read: Callable[[Any], Any]

    def __call__(self, given: Any) -> Any:
        """The answer as plain values; raises an AnswerError that says what is allowed."""
        try:
            return self.read(given)
        except AnswerError as error:
            wrong = str(error)
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
    try:
        if isinstance(given, str):
            given = parse_number(given)
        elif isinstance(given, Decimal):
            given = float(given)
        return check_number(given, "the answer")
    except TypeError:
        raise AnswerError(f"{brief(given)} is not a number") from None
    except ValueError:
        raise AnswerError(f"{brief(given)} is not a finite number") from None


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
    """Read a list, a tuple, a set or an array; a string is split at commas and spaces."""
    if isinstance(given, str):
        given = given.strip().strip("()[]{}").replace(",", " ").split()
    if isinstance(given, Mapping) or not isinstance(given, Iterable):
        raise AnswerError(f"{brief(given)} is not a list")
    found = list(islice(given, LONGEST + 1))
    if len(found) > LONGEST:
        raise AnswerError(f"This list has more than {LONGEST:,} entries")
    return found


def in_order(given: Any) -> list[Any]:
    """Read the items of anything but a set."""
    if isinstance(given, set | frozenset):
        raise AnswerError(f"{brief(given)} is a set, which has no order")
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
    if isinstance(given, str) and given.strip().lower() == "root":
        return ROOT
    if isinstance(given, Integral) and not isinstance(given, bool):
        given = int(given)
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
        if not isinstance(given, Mapping):
            raise AnswerError(f"{brief(given)} is not a dict")
        entries = list(islice(given.items(), LONGEST))
        found = {node_of(n, tree): read_finite(v) for n, v in entries}
        for name in nodes:
            if tree.node(name) not in found:
                raise AnswerError(f"There is no value for node {name}")
        return found

    entries = ", ".join(f'"{name}": …' for name in nodes)
    return Format(f"a dict {{{entries}}} with a number for each node", None, read)


def change_of(tree: Tree) -> Format:
    """One leaf and its new value. The example changes nothing, so it gives nothing away."""
    first = next(iter(tree.leaves()))

    def read(given: Any) -> tuple[Node, Number]:
        if isinstance(given, Mapping):
            given = list(islice(given.items(), 2))
        found = in_order(given)
        if len(found) == 1:
            found = in_order(found[0])
        if len(found) != 2:
            raise AnswerError(f"{brief(given)} is not a leaf and a value")
        return leaf_of(found[0], tree), read_finite(found[1])

    return Format("a leaf and its new value", (tree.name(first), tree.value(first)), read)


# Trees


def a_tree(example: Any) -> Format:
    """A tree with MAX to move at the root, as nested lists or tuples or as a Tree."""
    return Format("a nested list", example, read_tree)


def read_tree(given: Any) -> Tree:
    """Read a tree; whatever it was made of, it is built anew from its leaf values."""
    if isinstance(given, Tree) and given.root != "MAX":
        raise AnswerError("MIN is to move at the root of this tree, but it should be MAX")
    left = LONGEST

    def grown(part: Any, depth: int, children: Callable[[Any], Any]) -> Any:
        nonlocal left
        left -= 1
        if left < 0:
            raise AnswerError(f"This tree has more than {LONGEST:,} nodes")
        if depth > DEEPEST:
            raise AnswerError(f"This tree has more than {DEEPEST} levels")
        below = children(part)
        if below is None:
            return part
        return [grown(child, depth + 1, children) for child in below]

    if isinstance(given, Tree):
        nested = grown(ROOT, 0, lambda n: None if given.is_leaf(n) else given.children(n))
        return from_nested(_with_values(nested, given))
    if isinstance(given, str) or not isinstance(given, Iterable):
        raise AnswerError(f"{brief(given)} is not a nested list")
    return _built(grown(given, 0, _parts))


def _with_values(nested: Any, tree: Tree) -> Any:
    if isinstance(nested, list):
        return [_with_values(child, tree) for child in nested]
    return tree.value(nested)


def _parts(part: Any) -> list[Any] | None:
    """The children of an inner node, or None for a leaf."""
    if isinstance(part, set | frozenset | Mapping):
        raise AnswerError(f"{brief(part)} has no order, so it cannot be a node")
    return None if isinstance(part, str) or not isinstance(part, Iterable) else items(part)


def _built(nested: Any) -> Tree:
    def numbers(part: Any) -> Any:
        return [numbers(child) for child in part] if isinstance(part, list) else read_finite(part)

    try:
        return from_nested(numbers(nested))
    except ValueError as error:  # our own words: an empty list, or a tree that is too deep
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

    return Format(f"a function {signature}, by its name alone: {name}", None, read)
