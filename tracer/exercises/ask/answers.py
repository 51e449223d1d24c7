"""Answers are plain Python values; here they are read, and a sentence says what cannot be."""

from collections.abc import Callable, Mapping
from math import inf
from reprlib import Repr
from typing import Any

from tracer.log.events import LIVE, SOLVED
from trees.dewey import Node, label
from trees.number import Number, check_bound
from trees.tree import Tree


class AnswerError(ValueError):
    """An answer that cannot be read; its message is for the student."""


Reader = Callable[[Any, Tree], Any]

LONGEST = 10_000  # entries of an answer
_REPR = Repr()
_REPR.maxstring = _REPR.maxother = _REPR.maxlong = 80


def brief(given: Any) -> str:
    """How a value is written, shortened; any value, however it was made."""
    try:
        return _REPR.repr(given)
    except Exception:
        return f"this {type(given).__name__}"


def read_node(given: Any, tree: Tree) -> Node:
    """A node: a name, a Dewey number or a tuple of child numbers."""
    try:
        if isinstance(given, str):
            return tree.node(given if given in tree.names.values() else given.strip())
        if type(given) is int or (type(given) is float and tree.width < 10):
            return tree.node(str(given))  # 1 and 1.2 are easily written without quotes
        if isinstance(given, tuple | list):
            n = tuple(given)
            tree.children(n)
            return n
    except (ValueError, TypeError):
        pass
    example = label(next(iter(tree.leaves())))
    raise AnswerError(
        f"{brief(given)} is not a node of this tree: write its name or its Dewey number as a "
        f"text, such as {example!r}"
    )


def read_nodes(given: Any, tree: Tree) -> tuple[Node, ...]:
    """A list of nodes; a text with nodes between blanks or commas will do."""
    return tuple(read_node(n, tree) for n in _parts(given, tuple | list))


def read_cuts(given: Any, tree: Tree) -> frozenset[Node]:
    """A set of nodes or of edges (parent, child); what hangs below a cut is cut with it."""
    parts = _parts(given, tuple | list | set | frozenset)
    nodes = {_read_edge(part, tree) for part in parts}
    return frozenset(n for n in nodes if not any(n[:k] in nodes for k in range(len(n))))


def _parts(given: Any, kinds: Any) -> Any:
    if isinstance(given, str):
        given = given.replace(",", " ").split()
    if not isinstance(given, kinds):
        raise AnswerError(f"{brief(given)} is not a list of nodes: write ['1.1', '1.2', …]")
    return _limited(given)


def _limited(given: Any) -> Any:
    if len(given) > LONGEST:
        raise AnswerError(f"this answer has {len(given):,} entries: {LONGEST:,} are read at most")
    return given


def _read_edge(given: Any, tree: Tree) -> Node:
    if isinstance(given, tuple | list) and len(given) == 2 and not isinstance(given[0], int):
        parent, child = (read_node(part, tree) for part in given)
        if child[:-1] != parent or not child:
            raise AnswerError(f"there is no edge from {brief(given[0])} to {brief(given[1])}")
        return child
    return read_node(given, tree)


def read_number(given: Any, tree: Tree) -> Number:
    """A number; infinities as float('inf') or as text."""
    if isinstance(given, str):
        text = given.strip().replace("∞", "inf").replace("−", "-").replace("+", "")
        if text in ("inf", "-inf"):
            return inf if text == "inf" else -inf
        try:
            given = int(text) if text.lstrip("-").isdigit() else float(text)
        except ValueError:
            raise AnswerError(f"{brief(given)} is not a number") from None
    try:
        return check_bound(given, "the answer")
    except (TypeError, ValueError):
        raise AnswerError(f"{brief(given)} is not a number") from None


def read_pair(given: Any, tree: Tree) -> tuple[Number, Number]:
    """Two numbers: a window, or bounds."""
    if not isinstance(given, tuple | list) or len(given) != 2:
        raise AnswerError(f"{brief(given)} is not a pair of numbers: write (8, float('inf'))")
    return read_number(given[0], tree), read_number(given[1], tree)


def read_values(given: Any, tree: Tree) -> dict[Node, Number]:
    """Numbers by node."""
    if not isinstance(given, Mapping):
        raise AnswerError(f"{brief(given)} is not a dict: write {{'1': 3, '2': 5}}")
    return {read_node(n, tree): read_number(v, tree) for n, v in _limited(given).items()}


def read_states(given: Any, tree: Tree) -> tuple[tuple[Node, str, Number], ...]:
    """States of OPEN, first state first."""
    states = []
    for part in _entries(given, 3, "('1.1', 'LIVE', 64)"):
        status = {"L": LIVE, "LIVE": LIVE, "S": SOLVED, "SOLVED": SOLVED}.get(
            part[1].strip().upper() if isinstance(part[1], str) else ""
        )
        if status is None:
            raise AnswerError(f"{brief(part[1])} is neither 'LIVE' nor 'SOLVED'")
        states.append((read_node(part[0], tree), status, read_number(part[2], tree)))
    return tuple(states)


def read_phases(given: Any, tree: Tree) -> tuple[tuple[Node, Number, Number, Number], ...]:
    """Entries of BACKUP, in Dewey order."""
    return tuple(
        (read_node(n, tree), *(read_number(x, tree) for x in rest))  # type: ignore[misc]
        for n, *rest in _entries(given, 4, "('1.1', 2, -99, 64)")
    )


def _entries(given: Any, size: int, example: str) -> list[Any]:
    ok = isinstance(given, tuple | list)
    if not ok or not all(isinstance(p, tuple | list) and len(p) == size for p in _limited(given)):
        raise AnswerError(f"{brief(given)} is not a list of entries: write [{example}, …]")
    return list(given)


def read_case(given: Any, tree: Tree) -> str:
    """A case of Γ: 1 to 6, with its letter where it has one."""
    text = str(given) if type(given) is int else given if isinstance(given, str) else ""
    text = text.strip().lower().removeprefix("case").strip()
    if not text or text[0] not in "123456" or text[1:] not in ("", "a", "b", "c"):
        raise AnswerError(f"{brief(given)} is not a case of Γ: write '1' to '6'")
    return text[0]
