"""MTD(f) and its relatives: calls of MT with a table, as in `tracer/algorithms/mt.py`."""

from typing import NamedTuple

from tracer.experiments.kernels.drawn import (
    ENTRIES,
    INF,
    STORAGE,
    Drawn,
    Log,
    children,
    evaluate,
)
from tracer.experiments.kernels.jit import jit, kernel
from tracer.experiments.kernels.types import Ints, whole


class Table(NamedTuple):
    """Bounds by slot."""

    low: Ints
    high: Ints


@kernel
def mtd(t: Drawn, table: Table, log: Log, first: int) -> int:
    """The minimax value of the root, from a first guess on."""
    low, high = -INF, INF
    more, gamma = first == -INF, first
    while True:
        g = _mt(t, table, log, whole(0), whole(0), more, gamma)
        if _passes(g, more, gamma):
            low = g
        else:
            high = g
        if low >= high:
            return g
        more, gamma = g == low, g


@jit
def _mt(t: Drawn, table: Table, log: Log, n: int, depth: int, more: bool, gamma: int) -> int:
    """A bound of the value of n that says whether it is more than gamma, or at least gamma."""
    path = depth + (depth < t.d)  # inner nodes on the path
    low, high = -INF, INF
    if log.seen[n] == log.search:
        low, high = table.low[n], table.high[n]
        _reach(log, path)
        if _passes(low, more, gamma):
            return low
        if not _passes(high, more, gamma):
            return high
    if depth == t.d:
        g = low = high = evaluate(t, log, n)
    else:
        start = children(t, n, depth) << t.shift
        is_max = depth % 2 == t.max_depth
        g = -INF if is_max else INF
        for c in range(start, start + t.w):
            w = _mt(t, table, log, c, depth + 1, more, gamma)
            g = max(g, w) if is_max else min(g, w)
            if _passes(g, more, gamma) == is_max:
                break
        if _passes(g, more, gamma):
            low = g
        else:
            high = g
    if log.seen[n] != log.search:
        log.seen[n] = log.search
        log.counts[ENTRIES] += 1
    table.low[n], table.high[n] = low, high
    _reach(log, path)
    return g


@jit
def _passes(value: int, more: bool, gamma: int) -> bool:
    return value > gamma if more else value >= gamma


@jit
def _reach(log: Log, path: int) -> None:
    """Note how much is stored: the table and the path."""
    log.counts[STORAGE] = max(log.counts[STORAGE], log.counts[ENTRIES] + path)
