"""Alpha-beta, as in `tracer/algorithms/alphabeta.py`; the leaves below a node share one call."""

from tracer.experiments.kernels.drawn import INF, Drawn, Log, children, note
from tracer.experiments.kernels.jit import jit, kernel


@kernel
def alphabeta(t: Drawn, log: Log, n: int, depth: int, alpha: int, beta: int) -> int:
    """The value of an inner node, or a bound of it."""
    start = children(t, n, depth) << t.shift
    is_max = depth % 2 == t.max_depth
    if depth + 1 == t.d:
        return _best_leaf(t, log, start, is_max, alpha, beta)
    v = -INF if is_max else INF
    for c in range(start, start + t.w):
        w = alphabeta(t, log, c, depth + 1, alpha, beta)
        if is_max:
            v, alpha = max(v, w), max(alpha, w)
            if v >= beta:
                break
        else:
            v, beta = min(v, w), min(beta, w)
            if v <= alpha:
                break
    return v


@jit
def _best_leaf(t: Drawn, log: Log, start: int, is_max: bool, alpha: int, beta: int) -> int:
    c, end = start, start + t.w
    v = -INF if is_max else INF
    if is_max:
        while c < end and v < beta:
            v = max(v, t.value[c])
            c += 1
    else:
        while c < end and v > alpha:
            v = min(v, t.value[c])
            c += 1
    note(log, start, c)
    return v
