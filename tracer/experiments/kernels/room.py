"""The arrays that the kernels work in, kept from tree to tree, and a call for each kernel."""

from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np

from tracer.algorithms.ps_star import Partitions
from tracer.experiments.kernels.alphabeta import alphabeta
from tracer.experiments.kernels.drawn import (
    DISTINCT,
    EVALUATIONS,
    INF,
    ORDERED,
    REAL,
    STORAGE,
    WHOLE,
    Drawn,
    Log,
)
from tracer.experiments.kernels.mtd import Table, mtd
from tracer.experiments.kernels.ps_star import Backup, ps_star
from tracer.experiments.kernels.scout import scout
from tracer.experiments.kernels.sss_star import sss_star
from tracer.experiments.kernels.tournament import Open
from tracer.experiments.kernels.types import word
from trees.dewey import Node
from trees.generate import GeneratedTree

_STEP = 2.0**-53  # between leaves that are drawn from 0.0 to 1.0


class Room:
    """Arrays for one tree after another, and the searches on the tree that is in them now.

    A row has 1 << shift slots. The arrays are all as long as it takes for `rows` rows; the system
    gives memory only to the parts that are used.
    """

    tree: GeneratedTree | None = None  # the tree that is in the arrays now

    def __init__(self, shift: int, rows: int = 1024) -> None:
        slots = rows << shift
        self.shift, self.rows = shift, rows
        self._value, self._below, self._above = _ints(slots), _ints(slots), _ints(rows)
        self._seen, self._search = _ints(slots), 0
        self._table = Table(_ints(slots), _ints(slots))
        cases = np.zeros(slots, np.int8)
        self._open = Open(cases, _ints(slots), _ints(2 * slots), _ints(rows))
        self._backup = Backup(_ints(rows), _ints(rows), _ints(rows), _ints(1))

    def enter(self, tree: GeneratedTree) -> None:
        """Forget the last tree, and get ready to draw this one."""
        self.tree, call, w = tree, tree.call, tree.width
        real = not isinstance(call["low"], int) or not isinstance(call["high"], int)
        kind = ORDERED if call["kind"] == "ordered" else REAL if real else WHOLE
        first, threshold = w // call.get("R", 1), int(call.get("p", 1) * 2**64)
        always = first == w or threshold >= 2**64
        self._below[0], self._value[0] = 0, 0 if real else int(tree.root_value)
        self._drawn = Drawn(
            w=w,
            d=tree.depth,
            shift=self.shift,
            max_depth=int(tree.root == "MIN"),
            kind=kind,
            low=0 if real else call["low"],
            high=0 if real else call["high"],
            first=first,
            always=always,
            threshold=word(0 if always else threshold),
            seed=np.frombuffer(f"{call['seed']}:".encode(), np.uint8).astype(np.uint64),
            used=np.ones(1, np.int64),
            value=self._value,
            below=self._below,
            above=self._above,
            path=_ints(tree.depth),
            lanes=np.zeros(25, np.uint64),
        )

    def run(self, name: str, leaves: int, **options: Any) -> tuple[float, int, int, int]:
        """Value, distinct leaves, evaluations and storage of a search.

        It notes the first `leaves` leaves, in order.
        """
        self.noted = np.zeros(leaves, np.int64)
        while True:
            self._search += 1
            counts = np.zeros(4, np.int64)
            log = Log(counts, self.noted, self._seen, self._search)
            try:
                value = getattr(self, f"_{name}")(log, **options)
                break
            except MemoryError:
                self._grow()
        real = self._drawn.kind == REAL
        evaluations = int(counts[EVALUATIONS])
        return (
            value * _STEP if real else int(value),
            int(counts[DISTINCT]) or evaluations,
            evaluations,
            int(counts[STORAGE]) or self._drawn.d,
        )

    def node(self, n: int) -> Node:
        """The Dewey number of a slot."""
        path: list[int] = []
        while n:
            path.insert(0, n - (n >> self.shift << self.shift) + 1)
            n = int(self._above[n >> self.shift])
        return tuple(path)

    def _grow(self) -> None:
        """Make twice the room, and keep what has been drawn."""
        old, used = self._drawn, self._drawn.used[0]
        self.__init__(self.shift, 2 * self.rows)  # type: ignore[misc]
        self._above[:used] = old.above[:used]
        self._value[: used << self.shift] = old.value[: used << self.shift]
        self._below[: used << self.shift] = old.below[: used << self.shift]
        self._drawn = old._replace(value=self._value, below=self._below, above=self._above)

    def _alphabeta(self, log: Log) -> int:
        return alphabeta(self._drawn, log, 0, 0, -INF, INF)

    def _scout(self, log: Log) -> int:
        return scout(self._drawn, log)

    def _sss_star(self, log: Log) -> int:
        return sss_star(self._drawn, self._open, log, False)

    def _dual_star(self, log: Log) -> int:
        return sss_star(self._drawn, self._open, log, True)

    def _ps_star(
        self,
        log: Log,
        *,
        k: int | None = None,
        sizes: Sequence[int] | None = None,
        published: bool = False,
    ) -> int:
        ends = _ends(self._drawn.w, k, sizes and tuple(sizes))
        return ps_star(self._drawn, self._open, self._backup, log, ends, published)

    def _mtd_f(self, log: Log, *, first: int = 0) -> int:
        return mtd(self._drawn, self._table, log, first)

    def _mtd_plus_infinity(self, log: Log) -> int:
        return mtd(self._drawn, self._table, log, INF)

    def _mtd_minus_infinity(self, log: Log) -> int:
        return mtd(self._drawn, self._table, log, -INF)


def _ints(size: int) -> Any:
    return np.zeros(size, np.int64)


@cache
def _ends(w: int, k: int | None, sizes: tuple[int, ...] | None) -> Any:
    """For each child, where its partition ends."""
    partitions = Partitions(w, k, sizes)
    return np.array([partitions.end(w, last) for last in range(w)])
