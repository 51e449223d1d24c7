"""The cost of a search, from a log that keeps only counts."""

import re
from functools import partial
from typing import Any, NamedTuple

from tracer.algorithms.registry import ALGORITHMS, Search
from tracer.log.events import Relation, Status
from tracer.log.log import Log, Step
from tracer.support.interpreter import deep_recursion
from trees.dewey import Node
from trees.number import Number
from trees.tree import Tree

SEARCHES = tuple(name for name, known in ALGORITHMS.items() if known.standalone)


class Count(NamedTuple):
    """The cost of a search: leaves evaluated (distinct, and with repeats) and peak storage."""

    value: Number
    nbp: int
    evaluations: int
    storage: int


class CountingLog(Log):
    """Counts what `tracer.trace.change.Counters` counts, as fast as possible.

    The number of inner nodes on the path to a node is its depth, plus one if it is an inner node
    itself. Without a table, the path is longest at a leaf; with a table, path plus table is
    largest where an entry is stored or found.
    """

    __slots__ = (
        *("_from_root", "_held", "_leaves", "_most", "_noted"),
        *("_path", "_path_at", "_stage", "_twin_path"),
    )

    def __init__(self) -> None:
        super().__init__(_nothing)
        self._leaves: list[Node] = []
        self._held = 0  # entries in OPEN and BACKUP
        self._stage = 0  # the depth at which a second search has begun, while it goes on
        self._path = 0  # inner nodes on the path then, that one included
        self._from_root = False  # whether the search visits the root, and the nodes below
        self._most = 0  # peak storage, except for paths without a table
        self._noted: set[Node] = set()  # in BACKUP
        self._twin_path = 0  # inner nodes on the path to a node that another one has stored
        self._path_at: dict[Node, int] = {}  # node in the table -> inner nodes on its path

    def result(self, value: Number) -> Count:
        """The counts of a search that returned `value`."""
        deepest = max(map(len, self._leaves), default=0) if not self._most else 0
        return Count(value, len(set(self._leaves)), len(self._leaves), max(self._most, deepest))

    # Visits: only the leaves count.

    def enter(self, n: Node, alpha: Number, beta: Number, line: str = "enter") -> None:
        """Note where the second stage of a hybrid begins."""
        if line == "stage":
            self._stage = len(n)
            self._path = len(n) + 1 if self._from_root else 1  # SSS* above keeps no path
        elif not n:
            self._from_root = True

    def ask(self, n: Node, relation: Relation, threshold: Number, line: str = "ask") -> None:
        """Count nothing."""

    def evaluate(self, n: Node, value: Number, line: str = "evaluate") -> None:
        """Count a leaf, with the table that it may not enter."""
        self._leaves.append(n)
        if self._path_at and len(self._path_at) + len(n) > self._most:
            self._most = len(self._path_at) + len(n)
        if self._path and line == "evaluate":
            self._most = max(self._most, self._held + self._path + len(n) - 1 - self._stage)

    def test(self, n: Node, value: Number, yes: bool, line: str = "test") -> None:
        """Count a leaf."""
        self._leaves.append(n)

    def update(self, n: Node, value: Number, alpha: Number, beta: Number, line: str) -> None:
        """Count nothing."""

    def cut(
        self, n: Node, skipped: tuple[Node, ...], value: Number, bound: Number, line: str
    ) -> None:
        """Count nothing."""

    def leave(self, n: Node, value: Number, line: str = "leave") -> None:
        """Note where the second stage of a hybrid ends."""
        if self._path and len(n) == self._stage:
            self._path = 0

    def answer(self, n: Node, yes: bool, line: str = "answer") -> None:
        """Count nothing."""

    # OPEN and BACKUP

    def pop(self, n: Node, status: Status, merit: Number, case: str) -> None:
        """Count one state less."""
        self._held -= 1

    def push(self, n: Node, status: Status, merit: Number, case: str) -> None:
        """Count one state more."""
        self._held += 1
        if self._held + self._path > self._most:
            self._most = self._held + self._path

    def insert(self, n: Node, status: Status, merit: Number, place: int, case: str) -> None:
        """Count one state more."""
        self._held += 1
        if self._held + self._path > self._most:
            self._most = self._held + self._path

    def purge(self, n: Node, states: tuple[tuple[Node, Status, Number], ...], case: str) -> None:
        """Count the removed states."""
        self._held -= len(states)

    def note(self, n: Node, last: int, low: Number, high: Number, case: str) -> None:
        """Count a new entry in BACKUP."""
        if n not in self._noted:
            self._noted.add(n)
            self._held += 1
            if self._held > self._most:
                self._most = self._held

    def drop(self, n: Node, dropped: tuple[Node, ...], case: str) -> None:
        """Count the entries removed from BACKUP."""
        self._held -= len(dropped)
        self._noted.difference_update(dropped)

    # The table

    def same(self, n: Node, other: Node, line: str = "lookup") -> None:
        """Note the path to a node that the table knows under another node."""
        self._twin_path = len(n) + self._path_at[other] - len(other)

    def evict(self, n: Node, other: Node, line: str = "store") -> None:
        """Count one entry less."""
        del self._path_at[other]

    def lookup(self, n: Node, low: Number, high: Number, hit: bool, line: str = "lookup") -> None:
        """Count the table and the path to an entry."""
        size = len(self._path_at) + (self._path_at[n] if n in self._path_at else self._twin_path)
        if size > self._most:
            self._most = size

    def store(self, n: Node, low: Number, high: Number, line: str = "store") -> None:
        """Count the table and the path; a leaf's visit ends when it is evaluated."""
        path = self._path_at[n] = len(n) + (n != self._leaves[-1])
        size = len(self._path_at) + path
        if size > self._most:
            self._most = size

    def horizon(self, n: Node, depth: int, line: str = "horizon") -> None:
        """Start with an empty table."""
        self._path_at.clear()


def _nothing(step: Step) -> None:
    """Ignore a step."""


def count(search: Search, tree: Tree, /, **options: Any) -> Count:
    """Run a search and count its cost.

    Storage is the most that is stored at one time: states in OPEN, entries in BACKUP and the
    table, and inner nodes on the path of a recursive search.
    """
    log = CountingLog()
    with deep_recursion(tree.depth):
        return log.result(search(tree, log, **options))


def search_named(name: str) -> tuple[str, Search]:
    """The title and the function of a search with a name such as "alphabeta" or "ps_star(4)".

    >>> search_named("ps_star(4)")[0]
    'PS*(4)'
    """
    found = re.fullmatch(r"(\w+)(?:\((\d+)\))?", name)
    if not found or found[1] not in SEARCHES:
        raise ValueError(f"Unknown search {name!r}. Choose one of: {', '.join(SEARCHES)}.")
    known = ALGORITHMS[found[1]]
    if known.number and not found[2]:
        raise ValueError(f"{name!r} needs a number for {known.number}, such as '{name}(2)'")
    if found[2] and not known.number:
        raise ValueError(f"{name!r} cannot have a number; {known.title} takes none")
    if known.number:
        title = known.title.replace(f"({known.number})", f"({found[2]})")
        return title, partial(known.search, **{known.number: int(found[2])})
    return known.title, known.search
