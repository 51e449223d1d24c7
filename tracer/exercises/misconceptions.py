"""Known misconceptions, as searches: each is the right search with one thing wrong."""

from collections.abc import Callable
from math import inf
from typing import NamedTuple

from tracer.algorithms import dual_star, minimax, ps_star, sss_star
from tracer.events import CUT, ENTER, EVALUATE, LEAVE, UPDATE, Search
from trees.dewey import ROOT, Node
from trees.number import Number
from trees.tree import Tree


class Misconception(NamedTuple):
    """A wrong rule that answers may have followed."""

    name: str
    remark: str
    search: Callable[[Tree], Search]


HandDown = Callable[[bool, Number, Number, Number], tuple[Number, Number]]
Cuts = Callable[[bool, Number, Number, Number], bool]


def _all(is_max: bool, v: Number, alpha: Number, beta: Number) -> tuple[Number, Number]:
    return alpha, beta


def _met(is_max: bool, v: Number, alpha: Number, beta: Number) -> bool:
    return v >= beta if is_max else v <= alpha


def _flawed(
    tree: Tree,
    *,
    hand_down: HandDown = _all,
    cuts: Cuts = _met,
    swapped: bool = False,
    late: bool = False,
    kept: bool = False,
) -> Search:
    """Alpha-beta with another window for the children, another test, or the players swapped.

    `late` tests before the value of the last child is taken in; `kept` lets bounds that were set
    further down stay when the search goes back up.
    """
    last = -inf, inf

    def search(n: Node, alpha: Number, beta: Number) -> Search:
        nonlocal last
        if kept:
            alpha, beta = last
        yield ENTER, n, alpha, beta
        children = tree.children(n)
        if not children:
            f = tree.value(n)
            yield EVALUATE, n, f
            return f
        is_max = tree.is_max(n) != swapped
        v = -inf if is_max else inf
        for i, c in enumerate(children, 1):
            w = yield from search(c, *hand_down(is_max, v, alpha, beta))
            if kept:
                alpha, beta = last
            before = v, alpha, beta
            if w > v if is_max else w < v:
                v = w
                alpha, beta = (max(alpha, v), beta) if is_max else (alpha, min(beta, v))
                last = alpha, beta
                yield UPDATE, n, v, alpha, beta, "raise-alpha" if is_max else "lower-beta"
            tested = before if late else (v, alpha, beta)
            if cuts(is_max, *tested) and i < len(children):
                bound = beta if is_max else alpha
                yield CUT, n, children[i:], v, bound, "beta-cut" if is_max else "alpha-cut"
                break
        yield LEAVE, n, v
        return v

    return search(ROOT, -inf, inf)


def _flawed_minimax(tree: Tree, is_max: Callable[[Node], bool]) -> Search:
    """Minimax with another idea of whose move it is."""

    def search(n: Node) -> Search:
        yield ENTER, n, -inf, inf
        children = tree.children(n)
        if not children:
            f = tree.value(n)
            yield EVALUATE, n, f
            return f
        best = max if is_max(n) else min
        values = []
        for c in children:
            values.append((yield from search(c)))
        v = best(values)
        yield UPDATE, n, v, -inf, inf, "raise" if is_max(n) else "lower"
        yield LEAVE, n, v
        return v

    return search(ROOT)


ALPHABETA = (
    Misconception(
        "never cuts deep",
        "Only the parent's bound was used; a bound from further up holds as well.",
        lambda t: _flawed(t, hand_down=lambda m, v, a, b: (v, inf) if m else (-inf, v)),
    ),
    Misconception(
        "does not pass α down",
        "The children were searched as if MAX had nothing yet; α goes down with the search.",
        lambda t: _flawed(t, hand_down=lambda m, v, a, b: (-inf, b)),
    ),
    Misconception(
        "does not pass β down",
        "The children were searched as if MIN had nothing yet; β goes down with the search.",
        lambda t: _flawed(t, hand_down=lambda m, v, a, b: (a, inf)),
    ),
    Misconception(
        "MAX and MIN swapped",
        "The root was taken for the other player's.",
        lambda t: _flawed(t, swapped=True),
    ),
    Misconception(
        "compares with the wrong bound",
        "A MAX node's value is compared with β, a MIN node's with α, not the other way round.",
        lambda t: _flawed(t, cuts=lambda m, v, a, b: v <= a if m else v >= b),
    ),
    Misconception(
        "cuts on equality only",
        "A bound need not be met exactly: a value past it cuts as well.",
        lambda t: _flawed(t, cuts=lambda m, v, a, b: v == b if m else v == a),
    ),
    Misconception(
        "compares before updating",
        "The value of a child counts at once: compare after it is taken in, not one child later.",
        lambda t: _flawed(t, late=True),
    ),
    Misconception(
        "keeps bounds when going back up",
        "What was set below holds below: back at a node, its own α and β hold again.",
        lambda t: _flawed(t, kept=True),
    ),
    Misconception(
        "never cuts",
        "Every leaf was looked at: that is minimax.",
        lambda t: _flawed(t, cuts=lambda m, v, a, b: False),
    ),
)

MINIMAX = (
    Misconception(
        "MAX and MIN swapped",
        "The root was taken for the other player's.",
        lambda t: _flawed_minimax(t, lambda n: not t.is_max(n)),
    ),
    Misconception(
        "MAX moves everywhere",
        "The greatest value was taken at every node; at a MIN node it is the least.",
        lambda t: _flawed_minimax(t, lambda n: True),
    ),
    Misconception(
        "MIN moves everywhere",
        "The least value was taken at every node; at a MAX node it is the greatest.",
        lambda t: _flawed_minimax(t, lambda n: False),
    ),
)

MISCONCEPTIONS: dict[str, tuple[Misconception, ...]] = {
    "alphabeta": ALPHABETA,
    "minimax": MINIMAX,
    "sss_star": (
        Misconception(
            "MAX and MIN swapped",
            "At MAX nodes all children enter OPEN, at MIN nodes one; that was DUAL*.",
            dual_star,
        ),
        Misconception("never cuts", "Every leaf was looked at: that is minimax.", minimax),
    ),
    "ps_star": (
        Misconception(
            "all children at once",
            "The children of a MAX node enter OPEN a partition at a time; that was SSS*.",
            sss_star,
        ),
        Misconception(
            "one child at a time",
            "A whole partition enters OPEN at once; that was alpha-beta's order.",
            lambda t: ps_star(t, max(1, t.width)),
        ),
    ),
}
