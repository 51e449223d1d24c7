"""The transposition table, which logs every change itself.

An entry holds bounds, low ≤ value ≤ high, and belongs to a node or, if the table is keyed by
position, to all nodes with that position. A table with few slots puts a position into the slot
that its key points to, so different positions compete for it. An entry keeps its whole position,
and a lookup compares it: a collision costs an entry, never a wrong value.
"""

from collections.abc import Callable
from math import inf
from typing import Any, NamedTuple

from tracer.log.events import Bounds
from tracer.log.log import Log
from trees.dewey import Node, label
from trees.number import Number
from trees.position import zobrist
from trees.tree import Tree

ANYTHING = Bounds(-inf, inf)

# The rules of replacement: what happens if the slot of a new entry holds another position.
ALWAYS, NEARER = "always", "nearer"
REPLACE = {ALWAYS: "the new entry stays", NEARER: "the entry nearer the root stays"}


Key = str | Node  # a position, or a node that stands for itself


class _Entry(NamedTuple):
    key: Key
    node: Node  # that stored it
    bounds: Bounds


class Table:
    """Bounds by position, or by node; with `slots`, at most so many."""

    def __init__(
        self,
        tree: Tree,
        log: Log,
        *,
        by_position: bool = True,
        slots: int | None = None,
        replace: str = ALWAYS,
        entries: dict[Any, Any] | None = None,
    ) -> None:
        """`entries` is a dict of the caller's to keep the entries in, empty at first."""
        if not isinstance(by_position, bool):
            raise TypeError(f"by_position must be True or False, not {by_position!r}")
        if slots is not None and (type(slots) is not int or slots < 1):
            raise ValueError(f"slots must be None or an integer of at least 1, not {slots!r}")
        if replace not in REPLACE:
            raise ValueError(f"replace must be one of {', '.join(REPLACE)}, not {replace!r}")
        self._log = log
        self._key: Callable[[Node], Key] = tree.position if by_position else _itself
        self._slots = slots
        self._nearer = replace == NEARER
        self._entries: dict[Key | int, _Entry] = {} if entries is None else entries  # by slot

    def find(self, n: Node) -> Bounds | None:
        """The bounds known for a node, or for another node with the same position."""
        key = self._key(n)
        entry = self._entries.get(self._slot(key))
        if entry is None or entry.key != key:
            return None
        if entry.node != n:
            self._log.same(n, entry.node)
        return entry.bounds

    def store(self, n: Node, low: Number, high: Number) -> None:
        """Store the bounds of a node, unless the rule of replacement keeps what is there."""
        key = self._key(n)
        slot = self._slot(key)
        old = self._entries.get(slot)
        if old is not None and old.node != n:
            collides = old.key != key
            if collides and self._nearer and len(old.node) < len(n):
                return
            self._log.evict(n, old.node)
        self._entries[slot] = _Entry(key, n, Bounds(low, high))
        self._log.store(n, low, high)

    def _slot(self, key: Key) -> Key | int:
        if self._slots is None:
            return key
        return zobrist(key if isinstance(key, str) else label(key)) % self._slots


def _itself(n: Node) -> Node:
    return n
