"""Read answers, and tell students what cannot be read. Readers expect plain values (`plain`)."""

import re
from collections import Counter
from collections.abc import Callable, Iterable
from itertools import chain
from reprlib import Repr
from typing import Any

from tracer.exercises.ask.plain_values import AnswerError as AnswerError
from tracer.exercises.ask.plain_values import plain
from tracer.log.events import LIVE, SOLVED
from tracer.trace.node_names import called, sentence
from trees.dewey import ROOT, Node
from trees.number import Number, check_bound, parse_number
from trees.tree import Tree

Reader = Callable[[Any, Tree], Any]

_REPR = Repr()
_REPR.maxstring = _REPR.maxother = _REPR.maxlong = 80

_BETWEEN = re.compile(r"[\s,;→]+")
_BRACKETS = " \t\r\n[](){}"
_NODE = re.compile(r"(the\s+)?(node|leaf)\s+", re.IGNORECASE)
_STATUS = {"L": LIVE, "LIVE": LIVE, "S": SOLVED, "SOLVED": SOLVED}


def brief(given: Any) -> str:
    """A short repr of any value, even of one whose own repr fails."""
    try:
        return _REPR.repr(given)
    except Exception:
        return f"<{type(given).__name__} object>"


# Nodes


def read_node(given: Any, tree: Tree) -> Node:
    """Read a node: its name, its Dewey number or a tuple of child numbers."""
    n = _node(plain(given), tree)
    if n is None:
        example = tree.name(next(iter(tree.leaves())))
        raise AnswerError(
            f"{brief(given)} is not a node of this tree. Write a node's name or Dewey number as a "
            f"string, such as {example!r}"
        )
    return n


def _node(given: Any, tree: Tree) -> Node | None:
    if type(given) is str:
        return _named(given, tree)
    if type(given) is int or (type(given) is float and tree.width < 10):
        return _in_tree(tree, str(given))  # students forget the quotes around 1 and 1.2
    if type(given) in (tuple, list) and all(type(i) is int for i in given):
        return _in_tree(tree, tuple(given))
    return None


def _in_tree(tree: Tree, written: str | Node) -> Node | None:
    try:
        n = tree.node(written) if isinstance(written, str) else written
        tree.children(n)
    except ValueError:
        return None
    return n


def _named(text: str, tree: Tree) -> Node | None:
    """The node meant by a text, whatever its case: "F", " f ", "node 1.2", "the root"."""
    bare = text.strip()
    for written in (text, bare, _NODE.sub("", bare, count=1)):
        n = _in_tree(tree, written)
        if n is not None:
            return n
    small = bare.casefold()
    alike = [n for n, name in tree.names.items() if name.strip().casefold() == small]
    if not alike and small in ("root", "the root"):
        return ROOT
    return alike[0] if len(alike) == 1 else None


def read_nodes(given: Any, tree: Tree) -> tuple[Node, ...]:
    """Read a list of nodes in order, or a string of nodes separated by spaces or commas."""
    if type(given) is frozenset and len(given) > 1:
        raise AnswerError("A set has no order. Write a list like ['1.1', '1.2']")
    return tuple(read_node(n, tree) for n in _parts(given, tree))


def read_leaves(given: Any, tree: Tree) -> tuple[Node, ...]:
    """Read a list of leaves in order."""
    nodes = read_nodes(given, tree)
    for n in nodes:
        if not tree.is_leaf(n):
            raise AnswerError(f"{sentence(called(tree, n))} is not a leaf. Write only leaves")
    return nodes


def read_cuts(given: Any, tree: Tree) -> frozenset[Node]:
    """Read a set of nodes or (parent, child) edges, in the fewest nodes."""
    nodes = [_read_edge(part, tree) for part in _parts(given, tree)]
    _once(nodes, tree)
    return fewest(nodes, tree)


def fewest(nodes: Iterable[Node], tree: Tree) -> frozenset[Node]:
    """The fewest nodes that stand for the same part of a tree: a node instead of all its children.

    A node stands for everything below it.
    """
    found = set(nodes)
    for depth in range(max(map(len, found), default=0), 0, -1):
        parents = {n[:-1] for n in found if len(n) == depth}
        found |= {n for n in parents if found.issuperset(tree.children(n))}
    return frozenset(n for n in found if not any(n[:k] in found for k in range(len(n))))


def _parts(given: Any, tree: Tree) -> Iterable[Any]:
    if type(given) is str:
        if given in tree.names.values():
            return [given]
        return [part for part in _BETWEEN.split(given.strip(_BRACKETS)) if part]
    if type(given) not in (tuple, list, frozenset):
        raise AnswerError(f"{brief(given)} is not a list of nodes. Write one like ['1.1', '1.2']")
    return given  # type: ignore[no-any-return]


def _read_edge(given: Any, tree: Tree) -> Node:
    if type(given) in (tuple, list) and len(given) == 2 and type(given[0]) is not int:
        parent, child = (read_node(part, tree) for part in given)
        if child[:-1] != parent or not child:
            raise AnswerError(
                f"This tree has no edge from {brief(given[0])} to {brief(given[1])}. Write a node "
                "and one of its children"
            )
        return child
    return read_node(given, tree)


def _once(nodes: list[Node], tree: Tree) -> None:
    for n, times in Counter(nodes).items():
        if times > 1:
            name = sentence(called(tree, n))
            raise AnswerError(f"{name} is in your answer {times} times. Write each node once")


# Answers of which a part cannot be read


def read_entries(given: Any, read: Callable[[Any], Any], tree: Tree) -> tuple[Any, int]:
    """The entries that can be read one by one, and how many cannot, or repeat another.

    In the answer, those are strangers: they agree with nothing, but they count.
    """
    if type(given) is dict:
        entries: list[Any] = [{n: v} for n, v in given.items()]
    else:
        entries = [[part] for part in _parts(given, tree)]
    found: list[Any] = []
    unread = 0
    for entry in entries:
        try:
            one = read(entry)
        except AnswerError:
            unread += 1
            continue
        again = type(one) is not tuple and any(set(one) & set(other) for other in found)
        unread += again
        found += [] if again else [one]
    strangers = [object() for _ in range(unread)]
    if not found:
        return None, unread
    if type(found[0]) is tuple:
        return (*chain(*found), *strangers), unread
    if type(found[0]) is dict:
        return dict(chain(*(one.items() for one in found), ((x, None) for x in strangers))), unread
    return fewest(chain(*found), tree) | frozenset(strangers), unread


# Numbers


def read_number(given: Any, tree: Tree) -> Number:
    """Read a number; infinity may be float('inf') or a string such as 'inf', '∞' or '-oo'."""
    try:
        if type(given) is str:
            return check_bound(parse_number(re.sub(r"oo\s*$", "inf", given)), "the answer")
        return check_bound(given, "the answer")
    except (TypeError, ValueError):
        example = "8, -2.5 or float('inf')"
        raise AnswerError(f"{brief(given)} is not a number. Write one like {example}") from None


def read_pair(given: Any, tree: Tree) -> tuple[Number, Number]:
    """Read two numbers: a window, or bounds."""
    pair = given.strip(_BRACKETS).split(",") if type(given) is str else given
    if type(pair) not in (tuple, list) or len(pair) != 2:
        example = "(8, float('inf'))"
        raise AnswerError(f"{brief(given)} is not a pair of numbers. Write one like {example}")
    return read_number(pair[0], tree), read_number(pair[1], tree)


def read_values(given: Any, tree: Tree) -> dict[Node, Number]:
    """Read a dict from nodes to numbers."""
    if type(given) is not dict:
        raise AnswerError(f"{brief(given)} is not a dict. Write one like {{'1': 3, '2': 5}}")
    nodes = [read_node(n, tree) for n in given]
    _once(nodes, tree)
    return dict(zip(nodes, (read_number(v, tree) for v in given.values()), strict=True))


# OPEN and BACKUP


def read_states(given: Any, tree: Tree) -> tuple[tuple[Node, str, Number], ...]:
    """Read the states of OPEN, first state first."""
    states = []
    for n, status, merit in _entries(given, 3, "('1.1', 'LIVE', 64)"):
        read = _STATUS.get(status.strip().upper()) if type(status) is str else None
        if read is None:
            raise AnswerError(f"{brief(status)} is not a status. Write 'LIVE' or 'SOLVED'")
        states.append((read_node(n, tree), read, read_number(merit, tree)))
    return tuple(states)


def read_phases(given: Any, tree: Tree) -> tuple[tuple[Node, Number, Number, Number], ...]:
    """Read the entries of BACKUP, in Dewey order."""
    return tuple(
        (read_node(n, tree), *(read_number(x, tree) for x in rest))  # type: ignore[misc]
        for n, *rest in _entries(given, 4, "('1.1', 2, -99, 64)")
    )


def _entries(given: Any, size: int, example: str) -> Iterable[Any]:
    listed = type(given) in (tuple, list)
    if not listed or not all(type(p) in (tuple, list) and len(p) == size for p in given):
        raise AnswerError(f"{brief(given)} is not a list of entries. Write one like [{example}, …]")
    return given  # type: ignore[no-any-return]


def read_case(given: Any, tree: Tree) -> str:
    """Read the number of a case of Γ, from 1 to 6; its letter, if any, does not count."""
    text = f"{given:g}" if type(given) in (int, float) else given if type(given) is str else ""
    text = text.strip().lower().removeprefix("case").strip()
    if not text or text[0] not in "123456" or text[1:] not in ("", "a", "b", "c"):
        raise AnswerError(f"{brief(given)} is not a case of Γ. Write one of '1' to '6'")
    return text[0]
