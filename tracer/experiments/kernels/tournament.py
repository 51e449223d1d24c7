"""OPEN as a tournament: the states of a MAX node's children compete, and ties go to the left.

At any time one state at most is at or below a MIN node: itself, its current child, or a state
below that child. So each MIN node enters the tournament of its row with the merit of that state,
or with EMPTY, and the winner of a row competes for the MIN node above. Following the winners from
the top leads to the first state of OPEN. The leftmost winner is the leftmost node, so no nodes
have to be compared; a purge empties rows, and no list has to be searched.
"""

from typing import NamedTuple

from tracer.experiments.kernels.drawn import INF, Drawn
from tracer.experiments.kernels.jit import jit
from tracer.experiments.kernels.types import Bytes, Ints

EMPTY = -INF - 1

# What is in OPEN at or below a MIN node: itself, its current child, or states below that child.
LIVE_MIN, LIVE_MAX, BELOW, SOLVED_MAX, SOLVED_MIN = range(5)


class Open(NamedTuple):
    """The states by slot of the MIN node, and the tournaments and sizes by row."""

    case: Bytes
    child: Ints  # by slot: the current child
    merit: Ints  # by row: a binary tree of the merits, its root at 1, its leaves at 1 << shift
    size: Ints  # by row: the states in OPEN below its MAX node


@jit
def fill(t: Drawn, OPEN: Open, row: int, first: int, end: int, h: int) -> None:  # noqa: N803
    """Give the children first … end - 1 of a row the merit h, LIVE, and empty the others."""
    width, root = 1 << t.shift, row << (t.shift + 1)
    for i in range(width):
        OPEN.merit[root + width + i] = h if first <= i < end else EMPTY
    for i in range(width - 1, 0, -1):
        OPEN.merit[root + i] = max(OPEN.merit[root + 2 * i], OPEN.merit[root + 2 * i + 1])
    for c in range((row << t.shift) + first, (row << t.shift) + end):
        OPEN.case[c] = LIVE_MIN


@jit
def empty(t: Drawn, OPEN: Open, row: int) -> None:  # noqa: N803
    """Take all states out of a row."""
    for i in range(row << (t.shift + 1), (row + 1) << (t.shift + 1)):
        OPEN.merit[i] = EMPTY


@jit
def winner(t: Drawn, OPEN: Open, row: int) -> int:  # noqa: N803
    """The leftmost MIN node with the best merit of a row."""
    root, i = row << (t.shift + 1), 1
    best = OPEN.merit[root + 1]
    for _ in range(t.shift):
        i = 2 * i + (OPEN.merit[root + 2 * i] != best)
    return (row << t.shift) + i - (1 << t.shift)


@jit
def change(t: Drawn, OPEN: Open, top: int, c: int, h: int) -> None:  # noqa: N803
    """Give the state at or below MIN node c the merit h, and see who wins now."""
    while True:
        row = c >> t.shift
        root, i = row << (t.shift + 1), c - (row << t.shift) + (1 << t.shift)
        OPEN.merit[root + i] = h
        while i > 1:
            i >>= 1
            h = max(OPEN.merit[root + 2 * i], OPEN.merit[root + 2 * i + 1])
            if OPEN.merit[root + i] == h:
                return
            OPEN.merit[root + i] = h
        if row == top:
            return
        c = min_above(t, row)


@jit
def grow(t: Drawn, OPEN: Open, top: int, row: int, by: int) -> None:  # noqa: N803
    """Count more states, or fewer, below the MAX node of a row."""
    OPEN.size[row] += by
    while row != top:
        row = min_above(t, row) >> t.shift
        OPEN.size[row] += by


@jit
def min_above(t: Drawn, row: int) -> int:
    """The MIN node above the MAX node of a row."""
    return t.above[t.above[row] >> t.shift]
