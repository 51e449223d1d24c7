"""SSS* and DUAL*, as in `tracer/algorithms/sss_star.py`."""

from tracer.experiments.kernels.drawn import INF, STORAGE, Drawn, Log, children, evaluate
from tracer.experiments.kernels.jit import kernel
from tracer.experiments.kernels.tournament import (
    BELOW,
    LIVE_MAX,
    LIVE_MIN,
    SOLVED_MAX,
    SOLVED_MIN,
    Open,
    change,
    fill,
    grow,
    min_above,
    winner,
)
from tracer.experiments.kernels.types import whole


@kernel
def sss_star(t: Drawn, OPEN: Open, log: Log, dual: bool) -> int:  # noqa: N803
    """The minimax value of the root; for DUAL*, MAX and MIN change places and values their sign."""
    sign = -1 if dual else 1
    zero = whole(0)
    top = depth = zero  # the row of the first MIN nodes, and their depth
    if (t.max_depth == 0) != dual:
        top, depth = children(t, zero, zero), 1
    width = t.w if depth else 1
    fill(t, OPEN, top, zero, width, whole(INF))
    OPEN.size[top] = most = width
    c, h = top << t.shift, INF  # the first state of OPEN is at or below MIN node c
    while True:
        case = OPEN.case[c]
        n = OPEN.child[c]
        score = h
        if case == LIVE_MIN:
            if depth == t.d:  # case 3
                score = min(sign * evaluate(t, log, c), h)
                OPEN.case[c] = SOLVED_MIN
            else:  # case 2
                OPEN.child[c] = children(t, c, depth) << t.shift
                OPEN.case[c] = LIVE_MAX
        elif case == LIVE_MAX:
            if depth + 1 == t.d:  # case 3
                score = min(sign * evaluate(t, log, n), h)
                OPEN.case[c] = SOLVED_MAX
            else:  # case 1
                OPEN.case[c] = BELOW
                row = children(t, n, depth + 1)
                fill(t, OPEN, row, zero, t.w, h)
                OPEN.size[row] = 1
                grow(t, OPEN, top, row, t.w - 1)
                most = max(most, OPEN.size[top])
                c, depth = row << t.shift, depth + 2
        elif case == SOLVED_MAX:
            if n + 1 - (n >> t.shift << t.shift) < t.w:  # case 4
                OPEN.child[c] = n + 1
                OPEN.case[c] = LIVE_MAX
            else:  # case 5
                OPEN.case[c] = SOLVED_MIN
        elif case == SOLVED_MIN:  # case 6
            row = c >> t.shift
            if row == top:
                log.counts[STORAGE] = most
                return sign * h
            grow(t, OPEN, top, row, 1 - OPEN.size[row])
            c, depth = min_above(t, row), depth - 2
            OPEN.case[c] = SOLVED_MAX
        if score < h:
            change(t, OPEN, top, c, score)
            h = OPEN.merit[(top << (t.shift + 1)) + 1]
            c, depth = winner(t, OPEN, top), 1 if top else 0
            while OPEN.case[c] == BELOW:
                c, depth = winner(t, OPEN, t.below[OPEN.child[c]]), depth + 2
