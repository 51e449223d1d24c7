"""A generated tree in arrays: a row per inner node, drawn when a search first asks for it.

A row holds the children of one node. Its slots, a power of two of them so that a shift finds the
row, stand for the children: a node is the number of its slot. Row 0 holds only the root, slot 0.
"""

from typing import NamedTuple

from tracer.experiments.kernels.jit import jit
from tracer.experiments.kernels.keccak import absorb, draw
from tracer.experiments.kernels.types import Ints, Words, whole, word

INF = 1 << 62
ORDERED, WHOLE, REAL = 0, 1, 2  # the kinds of trees; REAL leaves are counted in steps of 2^-53


class Drawn(NamedTuple):
    """The shape of a tree, how it is drawn, and what has been drawn so far."""

    w: int
    d: int
    shift: int  # a row has 1 << shift slots
    max_depth: int  # MAX nodes are at even depths (0) or at odd ones (1)
    kind: int
    low: int
    high: int
    first: int  # a best child is among so many first children …
    always: bool  # always, or
    threshold: int  # if a draw is below this
    seed: Words  # the bytes of "seed:"
    used: Ints  # the number of rows, in an array of one
    value: Ints  # by slot; of an inner node only in ordered trees
    below: Ints  # by slot: the row of its children, or 0
    above: Ints  # by row: the node whose children it holds
    path: Ints  # for a moment: child numbers
    lanes: Words  # for a moment: the state of SHAKE-128


class Log(NamedTuple):
    """What a search has evaluated: counts, and the leaves in order if there is room for any."""

    counts: Ints  # evaluations, distinct leaves, peak storage, entries in the table
    leaves: Ints
    seen: Ints  # by slot: the last search that evaluated it
    search: int  # the number of this search


EVALUATIONS, DISTINCT, STORAGE, ENTRIES = range(4)


@jit
def children(t: Drawn, n: int, depth: int) -> int:
    """The row with the children of an inner node."""
    row = t.below[n]
    return row if row else _draw_row(t, n, depth)


@jit
def evaluate(t: Drawn, log: Log, n: int) -> int:
    """The value of a leaf."""
    before = log.counts[EVALUATIONS]
    if before < len(log.leaves):
        log.leaves[before] = n
    log.counts[EVALUATIONS] = before + 1
    return t.value[n]


@jit
def note(log: Log, start: int, end: int) -> None:
    """Count the leaves start … end - 1, which have just been evaluated, all at once."""
    before = log.counts[EVALUATIONS]
    if before < len(log.leaves):
        for n in range(start, end):
            log.leaves[before + n - start] = n
    log.counts[EVALUATIONS] = before + end - start


@jit
def _draw_row(t: Drawn, n: int, depth: int) -> int:
    row = t.used[0]
    if row == len(t.above):
        raise MemoryError  # the caller makes room and starts again
    t.used[0] = row + 1
    t.below[n] = row
    t.above[row] = n
    start = row << t.shift
    t.below[start : start + t.w] = 0
    if t.kind == ORDERED or depth + 1 == t.d:  # inner nodes of the other kinds have no value
        _find_path(t, n, depth)
        absorb(t.lanes, t.seed, t.path, depth)
        _draw_values(t, start, t.value[n], depth % 2 == t.max_depth)
    return row


@jit
def _find_path(t: Drawn, n: int, depth: int) -> None:
    for k in range(depth - 1, -1, -1):
        t.path[k] = (n & ((1 << t.shift) - 1)) + 1
        n = t.above[n >> t.shift]


@jit
def _draw_values(t: Drawn, start: int, value: int, is_max: bool) -> None:
    """The values of a row, as the rules in `trees/generate.py` say."""
    whether, where = draw(t.lanes, 0), draw(t.lanes, 1)
    low, high = t.low, t.high
    if t.kind == ORDERED:
        low, high = (low, value) if is_max else (value, high)
    for i in range(t.w):
        x = draw(t.lanes, i + 2)
        t.value[start + i] = whole(x >> word(11)) if t.kind == REAL else scaled(x, low, high)
    if t.kind == ORDERED:
        if t.always or whether < t.threshold:
            best = scaled(where, 0, t.first - 1)
        else:
            best = scaled(where, t.first, t.w - 1)
        t.value[start + best] = value


@jit
def scaled(x: int, low: int, high: int) -> int:
    """An integer in low..high from 64 random bits: low + (x · span >> 64), for span ≤ 2^32."""
    span, half, mask = word(high - low + 1), word(32), word(0xFFFFFFFF)
    return low + whole(((x >> half) * span + ((x & mask) * span >> half)) >> half)
