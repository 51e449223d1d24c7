"""Scout, as in `tracer/algorithms/scout.py`."""

from tracer.experiments.kernels.drawn import DISTINCT, Drawn, Log, children, evaluate
from tracer.experiments.kernels.jit import jit, kernel
from tracer.experiments.kernels.types import whole


@kernel
def scout(t: Drawn, log: Log) -> int:
    """The minimax value of the root."""
    return _eval(t, log, whole(0), whole(0))


@jit
def _eval(t: Drawn, log: Log, n: int, depth: int) -> int:
    if depth == t.d:
        return _evaluate(t, log, n)
    is_max = depth % 2 == t.max_depth
    start = children(t, n, depth) << t.shift
    v = _eval(t, log, start, depth + 1)
    for c in range(start + 1, start + t.w):
        if _test(t, log, c, depth + 1, is_max, v) == is_max:
            v = _eval(t, log, c, depth + 1)
    return v


@jit
def _test(t: Drawn, log: Log, n: int, depth: int, more: bool, v: int) -> bool:
    """Whether the value of n is more than v, or at least v."""
    if depth == t.d:
        f = _evaluate(t, log, n)
        return f > v if more else f >= v
    wanted = depth % 2 == t.max_depth  # the answer that a single child can decide
    start = children(t, n, depth) << t.shift
    if depth + 1 == t.d:
        return _test_leaves(t, log, start, wanted, more, v)
    for c in range(start, start + t.w):
        if _test(t, log, c, depth + 1, more, v) == wanted:
            return wanted
    return not wanted


@jit
def _test_leaves(t: Drawn, log: Log, start: int, wanted: bool, more: bool, v: int) -> bool:
    for c in range(start, start + t.w):
        f = _evaluate(t, log, c)
        if (f > v if more else f >= v) == wanted:
            return wanted
    return not wanted


@jit
def _evaluate(t: Drawn, log: Log, n: int) -> int:
    """The value of a leaf, which may have been evaluated before."""
    if log.seen[n] != log.search:
        log.seen[n] = log.search
        log.counts[DISTINCT] += 1
    return evaluate(t, log, n)
