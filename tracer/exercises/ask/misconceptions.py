"""Common misconceptions as searches: each is the right search with one thing wrong."""

from collections.abc import Callable
from math import inf
from typing import NamedTuple

from tracer.algorithms import dual_star, minimax, ps_star, sss_star
from tracer.algorithms.registry import Search
from tracer.log.log import Log
from trees.dewey import ROOT, Node
from trees.number import Number
from trees.tree import Tree


class Misconception(NamedTuple):
    """A wrong rule that a student may have followed."""

    name: str
    remark: str
    search: Search


HandDown = Callable[[bool, Number, Number, Number], tuple[Number, Number]]
Cuts = Callable[[bool, Number, Number, Number], bool]


def _all(is_max: bool, v: Number, alpha: Number, beta: Number) -> tuple[Number, Number]:
    return alpha, beta


def _met(is_max: bool, v: Number, alpha: Number, beta: Number) -> bool:
    return v >= beta if is_max else v <= alpha


def _flawed(
    tree: Tree,
    log: Log,
    *,
    hand_down: HandDown = _all,
    cuts: Cuts = _met,
    swapped: bool = False,
    late: bool = False,
    kept: bool = False,
) -> Number:
    """Alpha-beta with another window for the children, another test, or the sides swapped.

    `late` tests for a cutoff before the last child's value is taken into account; `kept` keeps
    bounds that were set further down when the search goes back up.
    """
    last = -inf, inf

    def search(n: Node, alpha: Number, beta: Number) -> Number:
        nonlocal last
        if kept:
            alpha, beta = last
        log.enter(n, alpha, beta)
        children = tree.children(n)
        if not children:
            f = tree.value(n)
            log.evaluate(n, f)
            return f
        is_max = tree.is_max(n) != swapped
        v = -inf if is_max else inf
        for i, c in enumerate(children, 1):
            w = search(c, *hand_down(is_max, v, alpha, beta))
            if kept:
                alpha, beta = last
            before = v, alpha, beta
            if w > v if is_max else w < v:
                v = w
                alpha, beta = (max(alpha, v), beta) if is_max else (alpha, min(beta, v))
                last = alpha, beta
                log.update(n, v, alpha, beta, "raise-alpha" if is_max else "lower-beta")
            tested = before if late else (v, alpha, beta)
            if cuts(is_max, *tested) and i < len(children):
                bound = beta if is_max else alpha
                log.cut(n, children[i:], v, bound, "beta-cut" if is_max else "alpha-cut")
                break
        log.leave(n, v)
        return v

    return search(ROOT, -inf, inf)


def _flawed_minimax(tree: Tree, log: Log, is_max: Callable[[Node], bool]) -> Number:
    """Minimax with a different idea of which side moves where."""

    def search(n: Node) -> Number:
        log.enter(n, -inf, inf)
        children = tree.children(n)
        if not children:
            f = tree.value(n)
            log.evaluate(n, f)
            return f
        best = max if is_max(n) else min
        v = best([search(c) for c in children])
        log.update(n, v, -inf, inf, "raise" if is_max(n) else "lower")
        log.leave(n, v)
        return v

    return search(ROOT)


# Those that change the leaves evaluated the least, on average, come first: of all that lead to an
# answer, the first one is the most specific. (Without ties, cuts on equality are no cuts at all.)
# A side never cuts if the other's bound is not updated, not passed down or not compared with: all
# three do the same.
ALPHABETA = (
    Misconception(
        "never cuts deep",
        "The parent's bound is not the only one: bounds from further up apply as well.",
        lambda t, log: _flawed(t, log, hand_down=lambda m, v, a, b: (v, inf) if m else (-inf, v)),
    ),
    Misconception(
        "never cuts at MAX nodes",
        "Both sides cut off: a MAX node stops at v ≥ β, where β comes from MIN nodes above.",
        lambda t, log: _flawed(t, log, hand_down=lambda m, v, a, b: (a, inf)),
    ),
    Misconception(
        "never cuts at MIN nodes",
        "Both sides cut off: a MIN node stops at v ≤ α, where α comes from MAX nodes above.",
        lambda t, log: _flawed(t, log, hand_down=lambda m, v, a, b: (-inf, b)),
    ),
    Misconception(
        "compares before updating",
        "A child's value counts right away: compare after updating, not one child later.",
        lambda t, log: _flawed(t, log, late=True),
    ),
    Misconception(
        "never cuts",
        "Only minimax evaluates every leaf.",
        lambda t, log: _flawed(t, log, cuts=lambda m, v, a, b: False),
    ),
    Misconception(
        "cuts on equality only",
        "The value need not equal the bound: a value beyond the bound causes a cutoff as well.",
        lambda t, log: _flawed(t, log, cuts=lambda m, v, a, b: v == b if m else v == a),
    ),
    Misconception(
        "MAX and MIN swapped",
        "Check which side moves at the root.",
        lambda t, log: _flawed(t, log, swapped=True),
    ),
    Misconception(
        "keeps bounds when going back up",
        "Bounds set further down apply only there: back at a node, its own α and β apply again.",
        lambda t, log: _flawed(t, log, kept=True),
    ),
    Misconception(
        "compares with the wrong bound",
        "Compare the value of a MAX node with β and that of a MIN node with α, not the reverse.",
        lambda t, log: _flawed(t, log, cuts=lambda m, v, a, b: v <= a if m else v >= b),
    ),
)

MINIMAX = (
    Misconception(
        "MAX and MIN swapped",
        "Check which side moves at the root.",
        lambda t, log: _flawed_minimax(t, log, lambda n: not t.is_max(n)),
    ),
    Misconception(
        "MAX moves everywhere",
        "Take the greatest value only at MAX nodes, and the least at MIN nodes.",
        lambda t, log: _flawed_minimax(t, log, lambda n: True),
    ),
    Misconception(
        "MIN moves everywhere",
        "Take the least value only at MIN nodes, and the greatest at MAX nodes.",
        lambda t, log: _flawed_minimax(t, log, lambda n: False),
    ),
)

MISCONCEPTIONS: dict[str, tuple[Misconception, ...]] = {
    "alphabeta": ALPHABETA,
    "minimax": MINIMAX,
    "sss_star": (
        Misconception(
            "MAX and MIN swapped",
            "At MAX nodes all children enter OPEN, at MIN nodes only one. The reverse is DUAL*.",
            dual_star,
        ),
        Misconception("never cuts", "Only minimax evaluates every leaf.", minimax),
    ),
    "ps_star": (
        Misconception(
            "all children at once",
            "The children of a MAX node enter OPEN one partition at a time. In SSS* all enter.",
            sss_star,
        ),
        Misconception(
            "one child at a time",
            "A whole partition enters OPEN together. One child at a time is alpha-beta's order.",
            lambda t, log: ps_star(t, log, max(1, t.width)),
        ),
    ),
}
