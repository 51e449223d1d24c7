"""Read answers, which are plain Python values, and tell students what cannot be read."""

from collections.abc import Callable, Mapping
from reprlib import Repr
from typing import Any

from tracer.log.events import LIVE, SOLVED
from trees.dewey import Node, label
from trees.number import Number, check_bound, parse_number
from trees.tree import Tree


class AnswerError(ValueError):
    """Raised when an answer cannot be read; the message is for the student."""


Reader = Callable[[Any, Tree], Any]

LONGEST = 10_000  # the most entries an answer may have
_REPR = Repr()
_REPR.maxstring = _REPR.maxother = _REPR.maxlong = 80


def brief(given: Any) -> str:
    """A short repr of any value, even of one whose own repr fails."""
    try:
        return _REPR.repr(given)
    except Exception:
        return f"<{type(given).__name__} object>"


def read_node(given: Any, tree: Tree) -> Node:
    """Read a node: its name, its Dewey number or a tuple of child numbers."""
    try:
        if isinstance(given, str):
            return tree.node(given if given in tree.names.values() else given.strip())
        if type(given) is int or (type(given) is float and tree.width < 10):
            return tree.node(str(given))  # students forget the quotes around 1 and 1.2
        if isinstance(given, tuple | list):
            n = tuple(given)
            tree.children(n)
            return n
    except (ValueError, TypeError):
        pass
    example = label(next(iter(tree.leaves())))
    raise AnswerError(
        f"{brief(given)} is not a node of this tree. Write a node's name or Dewey number as a "
        f"string, such as {example!r}"
    )


def read_nodes(given: Any, tree: Tree) -> tuple[Node, ...]:
    """Read a list of nodes, or a string of nodes separated by spaces or commas."""
    return tuple(read_node(n, tree) for n in _parts(given, tuple | list))


def read_cuts(given: Any, tree: Tree) -> frozenset[Node]:
    """Read a set of nodes or (parent, child) edges, without those below another one in the set."""
    parts = _parts(given, tuple | list | set | frozenset)
    nodes = {_read_edge(part, tree) for part in parts}
    return frozenset(n for n in nodes if not any(n[:k] in nodes for k in range(len(n))))


def _parts(given: Any, kinds: Any) -> Any:
    if isinstance(given, str):
        given = given.replace(",", " ").split()
    if not isinstance(given, kinds):
        raise AnswerError(f"{brief(given)} is not a list of nodes. Write one like ['1.1', '1.2']")
    return _limited(given)


def _limited(given: Any) -> Any:
    if len(given) > LONGEST:
        raise AnswerError(f"This answer has {len(given):,} entries. The limit is {LONGEST:,}")
    return given


def _read_edge(given: Any, tree: Tree) -> Node:
    if isinstance(given, tuple | list) and len(given) == 2 and not isinstance(given[0], int):
        parent, child = (read_node(part, tree) for part in given)
        if child[:-1] != parent or not child:
            raise AnswerError(
                f"This tree has no edge from {brief(given[0])} to {brief(given[1])}. Write a node "
                "and one of its children"
            )
        return child
    return read_node(given, tree)


def read_number(given: Any, tree: Tree) -> Number:
    """Read a number; infinities may be float('inf') or strings."""
    try:
        return check_bound(parse_number(given) if isinstance(given, str) else given, "the answer")
    except (TypeError, ValueError):
        example = "8, -2.5 or float('inf')"
        raise AnswerError(f"{brief(given)} is not a number. Write one like {example}") from None


def read_pair(given: Any, tree: Tree) -> tuple[Number, Number]:
    """Read two numbers: a window, or bounds."""
    if not isinstance(given, tuple | list) or len(given) != 2:
        example = "(8, float('inf'))"
        raise AnswerError(f"{brief(given)} is not a pair of numbers. Write one like {example}")
    return read_number(given[0], tree), read_number(given[1], tree)


def read_values(given: Any, tree: Tree) -> dict[Node, Number]:
    """Read a dict from nodes to numbers."""
    if not isinstance(given, Mapping):
        raise AnswerError(f"{brief(given)} is not a dict. Write one like {{'1': 3, '2': 5}}")
    return {read_node(n, tree): read_number(v, tree) for n, v in _limited(given).items()}


def read_states(given: Any, tree: Tree) -> tuple[tuple[Node, str, Number], ...]:
    """Read the states of OPEN, first state first."""
    states = []
    for part in _entries(given, 3, "('1.1', 'LIVE', 64)"):
        status = {"L": LIVE, "LIVE": LIVE, "S": SOLVED, "SOLVED": SOLVED}.get(
            part[1].strip().upper() if isinstance(part[1], str) else ""
        )
        if status is None:
            raise AnswerError(f"{brief(part[1])} is not a status. Write 'LIVE' or 'SOLVED'")
        states.append((read_node(part[0], tree), status, read_number(part[2], tree)))
    return tuple(states)


def read_phases(given: Any, tree: Tree) -> tuple[tuple[Node, Number, Number, Number], ...]:
    """Read the entries of BACKUP, in Dewey order."""
    return tuple(
        (read_node(n, tree), *(read_number(x, tree) for x in rest))  # type: ignore[misc]
        for n, *rest in _entries(given, 4, "('1.1', 2, -99, 64)")
    )


def _entries(given: Any, size: int, example: str) -> list[Any]:
    ok = isinstance(given, tuple | list)
    if not ok or not all(isinstance(p, tuple | list) and len(p) == size for p in _limited(given)):
        raise AnswerError(f"{brief(given)} is not a list of entries. Write one like [{example}, …]")
    return list(given)


def read_case(given: Any, tree: Tree) -> str:
    """Read the number of a case of Γ, from 1 to 6; its letter, if any, does not count."""
    text = str(given) if type(given) is int else given if isinstance(given, str) else ""
    text = text.strip().lower().removeprefix("case").strip()
    if not text or text[0] not in "123456" or text[1:] not in ("", "a", "b", "c"):
        raise AnswerError(f"{brief(given)} is not a case of Γ. Write one of '1' to '6'")
    return text[0]
