"""PS*(k), as in `tracer/algorithms/ps_star.py`: OPEN as for SSS*, and BACKUP.

A MAX node in BACKUP is known by the row of its children. Those below a node are found by following
the MIN nodes with states below them, which meets them in Dewey order.
"""

from typing import NamedTuple

from tracer.experiments.kernels.drawn import INF, STORAGE, Drawn, Log, children, evaluate
from tracer.experiments.kernels.jit import jit, kernel
from tracer.experiments.kernels.tournament import (
    BELOW,
    LIVE_MAX,
    LIVE_MIN,
    SOLVED_MAX,
    SOLVED_MIN,
    Open,
    change,
    empty,
    fill,
    grow,
    min_above,
    winner,
)
from tracer.experiments.kernels.types import Ints, whole


class Backup(NamedTuple):
    """By row: how many children have been pushed, and the bounds; and the number of entries."""

    last: Ints
    low: Ints
    high: Ints
    entries: Ints  # in an array of one


@kernel
def ps_star(
    t: Drawn,
    OPEN: Open,  # noqa: N803
    BACKUP: Backup,  # noqa: N803
    log: Log,
    ends: Ints,
    published: bool,
) -> int:
    """The minimax value of the root; ends[i] is where the partition of child i ends."""
    zero, one = whole(0), whole(1)
    top = depth = zero  # the row of the first MIN nodes, and their depth
    BACKUP.entries[0] = 0
    if t.max_depth == 0:
        log.counts[STORAGE] = 2  # the root, in both lists
        top, depth = children(t, zero, zero), 1
        _note(OPEN, BACKUP, top, whole(-INF), whole(INF))
        _push_partition(t, OPEN, BACKUP, log, ends, top, top)
    else:
        log.counts[STORAGE] = OPEN.size[0] = 1
        BACKUP.low[0] = -INF  # nothing is known above the root
        fill(t, OPEN, zero, zero, one, whole(INF))
    c, h = top << t.shift, INF  # the first state of OPEN is at or below MIN node c
    while True:
        case, n, row = OPEN.case[c], OPEN.child[c], c >> t.shift
        L, score = BACKUP.low[row], h  # noqa: N806 - the name in the literature
        if case == LIVE_MIN:
            if depth == t.d:  # case 3a
                score = _raised(min(evaluate(t, log, c), h), L, published)
                OPEN.case[c] = SOLVED_MIN
            else:  # case 2
                OPEN.child[c] = children(t, c, depth) << t.shift
                OPEN.case[c] = LIVE_MAX
        elif case == LIVE_MAX:
            if depth + 1 < t.d:  # case 1
                OPEN.case[c] = BELOW
                i = children(t, n, depth + 1)
                grow(t, OPEN, top, row, -one)
                _note(OPEN, BACKUP, i, L, h)
                _push_partition(t, OPEN, BACKUP, log, ends, top, i)
                c, depth = i << t.shift, depth + 2
            else:
                score = min(evaluate(t, log, n), h)
                if score > L:  # case 3a
                    OPEN.case[c] = SOLVED_MAX
                else:
                    child = c - (row << t.shift) + 1
                    if ends[child - 1] == child:  # case 3b
                        score = L
                    else:  # case 3c
                        score = _raised(score, L, published)
                    OPEN.case[c] = SOLVED_MIN
        elif case == SOLVED_MAX:
            if h > L and n + 1 - (n >> t.shift << t.shift) < t.w:  # case 4a
                OPEN.child[c] = n + 1
                OPEN.case[c] = LIVE_MAX
            else:  # cases 4b and 5
                score = _raised(h, L, published)
                OPEN.case[c] = SOLVED_MIN
        elif row == top and t.max_depth:  # the root is this MIN node
            return h
        else:  # case 6, at MAX node i, the one of this row
            low = max(L, h)
            grow(t, OPEN, top, row, -OPEN.size[row])
            inner = depth + 1 < t.d  # whether the row is above other MAX nodes
            if inner:
                _purge(t, OPEN, BACKUP, row)
            else:
                empty(t, OPEN, row)
            if low >= BACKUP.high[row]:  # case 6a
                score = BACKUP.high[row]
            else:  # case 6b
                BACKUP.low[row] = score = low
                m = _unfinished(t, OPEN, BACKUP, row, low) if inner else 0
                if not m and BACKUP.last[row] < t.w:
                    m = row
                if m:
                    c = (m << t.shift) + BACKUP.last[m]
                    _push_partition(t, OPEN, BACKUP, log, ends, top, m)
                    h, depth = BACKUP.high[m], _depth(t, top, m)
                    if m != top:
                        change(t, OPEN, top, min_above(t, m), h)
                    continue
            if row == top:
                return score
            if inner:
                _drop(t, OPEN, BACKUP, row)
            else:
                BACKUP.entries[0] -= 1
            c, depth = min_above(t, row), depth - 2
            OPEN.case[c] = SOLVED_MAX
            grow(t, OPEN, top, c >> t.shift, one)
        if score != h:
            change(t, OPEN, top, c, score)
            h = OPEN.merit[(top << (t.shift + 1)) + 1]
            c, depth = winner(t, OPEN, top), 1 if top else 0
            while OPEN.case[c] == BELOW:
                c, depth = winner(t, OPEN, t.below[OPEN.child[c]]), depth + 2


@jit
def _raised(h: int, low: int, published: bool) -> int:
    """The merit of a SOLVED state: never less than the l of the MAX node above it."""
    return h if published else max(h, low)


@jit
def _note(OPEN: Open, BACKUP: Backup, row: int, low: int, high: int) -> None:  # noqa: N803
    """Put a MAX node into BACKUP, before its first partition."""
    BACKUP.entries[0] += 1
    BACKUP.last[row], BACKUP.low[row], BACKUP.high[row] = 0, low, high
    OPEN.size[row] = 0


@jit
def _push_partition(
    t: Drawn,
    OPEN: Open,  # noqa: N803
    BACKUP: Backup,  # noqa: N803
    log: Log,
    ends: Ints,
    top: int,
    row: int,
) -> None:
    """Push the next partition of a MAX node."""
    last = BACKUP.last[row]
    end = BACKUP.last[row] = ends[last]
    fill(t, OPEN, row, last, end, BACKUP.high[row])
    grow(t, OPEN, top, row, end - last)
    log.counts[STORAGE] = max(log.counts[STORAGE], OPEN.size[top] + BACKUP.entries[0])


@jit
def _unfinished(t: Drawn, OPEN: Open, BACKUP: Backup, i: int, low: int) -> int:  # noqa: N803
    """The row of the first unfinished MAX node below i, or 0. Those not better than low go."""
    start = i << t.shift
    for c in range(start, start + BACKUP.last[i]):
        if OPEN.case[c] == BELOW:
            m = t.below[OPEN.child[c]]
            if BACKUP.last[m] < t.w:
                BACKUP.low[m] = max(BACKUP.low[m], low)
                if BACKUP.low[m] < BACKUP.high[m]:
                    return m
                _drop(t, OPEN, BACKUP, m)
                OPEN.case[c] = SOLVED_MIN  # it is no better than low, and not in OPEN
            else:
                found = _unfinished(t, OPEN, BACKUP, m, low)
                if found:
                    return found
    return 0


@jit
def _purge(t: Drawn, OPEN: Open, BACKUP: Backup, i: int) -> None:  # noqa: N803
    """Take all states below a MAX node out of OPEN."""
    OPEN.size[i] = 0
    empty(t, OPEN, i)
    start = i << t.shift
    for c in range(start, start + BACKUP.last[i]):
        m = t.below[OPEN.child[c]] if OPEN.case[c] == BELOW else 0
        if m and OPEN.size[m]:
            _purge(t, OPEN, BACKUP, m)


@jit
def _drop(t: Drawn, OPEN: Open, BACKUP: Backup, i: int) -> None:  # noqa: N803
    """Take a MAX node and those below it out of BACKUP."""
    BACKUP.entries[0] -= 1
    start = i << t.shift
    for c in range(start, start + BACKUP.last[i]):
        if OPEN.case[c] == BELOW:
            _drop(t, OPEN, BACKUP, t.below[OPEN.child[c]])


@jit
def _depth(t: Drawn, top: int, row: int) -> int:
    """The depth of the children of a MAX node."""
    depth = 1 - t.max_depth
    while row != top:
        row, depth = min_above(t, row) >> t.shift, depth + 2
    return depth
