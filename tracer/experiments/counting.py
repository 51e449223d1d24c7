"""What a search costs: a log that keeps the counts and nothing else."""

import re
from functools import partial
from typing import Any, NamedTuple

from tracer import algorithms
from tracer.algorithms.registry import Search, algorithm_of
from tracer.log.events import Relation, Status
from tracer.log.log import Log, Step
from tracer.support.interpreter import deep_recursion
from trees.dewey import Node
from trees.number import Number
from trees.tree import Tree

# Those that find the minimax value of any tree by themselves; PS* once for each k.
SEARCHES = (
    *("minimax", "negamax", "solve", "alphabeta", "scout", "negascout", "sss_star", "dual_star"),
    *("ps_star", "mtd_plus_infinity", "mtd_minus_infinity", "mtd_f", "mtd_bi"),
)


class Count(NamedTuple):
    """The cost of a search: leaves evaluated (distinct, and with repeats) and most storage used."""

    value: Number
    nbp: int
    evaluations: int
    storage: int


class CountingLog(Log):
    """Counts what `tracer.trace.replay.Counters` counts, as fast as possible.

    The path of a visit leads down from the root, so the inner nodes on it are as many as the node
    is deep, and one more if it is an inner node itself. Without a table the path is longest at a
    leaf; with one, the sum of both is largest where an entry is written or found.
    """

    __slots__ = ("_held", "_leaves", "_most", "_noted", "_path_at")

    def __init__(self) -> None:
        super().__init__(_nothing)
        self._leaves: list[Node] = []
        self._held = 0  # entries of OPEN and BACKUP
        self._most = 0  # storage, but for paths without a table
        self._noted: set[Node] = set()  # in BACKUP
        self._path_at: dict[Node, int] = {}  # of nodes in the table: inner nodes on their path

    def result(self, value: Number) -> Count:
        """The counts of a search that returned `value`."""
        deepest = max(map(len, self._leaves), default=0) if not self._most else 0
        return Count(value, len(set(self._leaves)), len(self._leaves), max(self._most, deepest))

    # Visits: all that counts is which leaves they come to.

    def enter(self, n: Node, alpha: Number, beta: Number, line: str = "enter") -> None:
        """Count nothing."""

    def ask(self, n: Node, relation: Relation, threshold: Number, line: str = "ask") -> None:
        """Count nothing."""

    def evaluate(self, n: Node, value: Number, line: str = "evaluate") -> None:
        """Count a leaf."""
        self._leaves.append(n)

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
        """Count nothing."""

    def answer(self, n: Node, yes: bool, line: str = "answer") -> None:
        """Count nothing."""

    # OPEN and BACKUP

    def pop(self, n: Node, status: Status, merit: Number, case: str) -> None:
        """Count a state less."""
        self._held -= 1

    def push(self, n: Node, status: Status, merit: Number, case: str) -> None:
        """Count a state more."""
        self._held += 1
        if self._held > self._most:
            self._most = self._held

    def insert(self, n: Node, status: Status, merit: Number, place: int, case: str) -> None:
        """Count a state more."""
        self._held += 1
        if self._held > self._most:
            self._most = self._held

    def purge(self, n: Node, states: tuple[tuple[Node, Status, Number], ...], case: str) -> None:
        """Count some states less."""
        self._held -= len(states)

    def note(self, n: Node, last: int, low: Number, high: Number, case: str) -> None:
        """Count an entry of BACKUP more, if it is new."""
        if n not in self._noted:
            self._noted.add(n)
            self._held += 1
            if self._held > self._most:
                self._most = self._held

    def drop(self, n: Node, dropped: tuple[Node, ...], case: str) -> None:
        """Count some entries of BACKUP less."""
        self._held -= len(dropped)
        self._noted.difference_update(dropped)

    # The table

    def lookup(self, n: Node, low: Number, high: Number, hit: bool, line: str = "lookup") -> None:
        """Count the table and the path to an entry."""
        size = len(self._path_at) + self._path_at[n]
        if size > self._most:
            self._most = size

    def store(self, n: Node, low: Number, high: Number, line: str = "store") -> None:
        """Count the table and the path; the visit of a leaf has ended with its evaluation."""
        path = self._path_at[n] = len(n) + (n != self._leaves[-1])
        size = len(self._path_at) + path
        if size > self._most:
            self._most = size

    def horizon(self, n: Node, depth: int, line: str = "horizon") -> None:
        """Begin with an empty table."""
        self._path_at.clear()


def _nothing(step: Step) -> None:
    """Keep no step."""


def count(search: Search, tree: Tree, /, **options: Any) -> Count:
    """Run a search and count.

    Storage is the most that is held at one time: states of OPEN, entries of BACKUP and of the
    table, and inner nodes on the path of a recursive search.
    """
    log = CountingLog()
    with deep_recursion(tree.depth):
        return log.result(search(tree, log, **options))


def search_named(name: str) -> tuple[str, Search]:
    """The title and the function of a search by name: "alphabeta", "ps_star(4)".

    >>> search_named("ps_star(4)")[0]
    'PS*(4)'
    """
    found = re.fullmatch(r"(\w+)(?:\((\d+)\))?", name)
    if not found or found[1] not in SEARCHES:
        raise ValueError(f"{name!r} is no search: there are {', '.join(SEARCHES)}")
    known = algorithm_of(getattr(algorithms, found[1]))
    if found[1] == "ps_star":
        if not found[2]:
            raise ValueError("'ps_star' needs its number of partitions: ps_star(2)")
        k = int(found[2])
        return f"PS*({k})", partial(known.search, k=k)
    if found[2]:
        raise ValueError(f"{name!r}: only ps_star takes a number")
    return known.title, known.search
