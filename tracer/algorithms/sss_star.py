"""SSS*, a best-first search of the solution trees (Stockman 1979), and its dual.

Γ is Table A.1 of Srimani 1985, after Campbell. DUAL* is the same operator with MAX and MIN
swapped: it starts from −∞, and the lowest merit comes first.
"""

import re
from math import inf

from tracer.algorithms.registry import Control, algorithm
from tracer.log.events import LIVE, SOLVED
from tracer.log.log import Log
from tracer.log.open_backup import Open
from trees.dewey import ROOT
from trees.number import Number, check_bound
from trees.tree import Tree

LISTING = """
OPEN ← {(root, LIVE, +∞)}                            start
repeat: take the first state (n, s, h) from OPEN
    if n is the root and s = SOLVED: return h        done
    Γ, by what n is:
    1. LIVE MAX node: push all its children, LIVE    case-1
    2. LIVE MIN node: push its first child, LIVE     case-2
    3. LIVE leaf: insert (n, SOLVED, min(f(n), h))   case-3
    4. SOLVED MAX node with a next sibling:          case-4
           push that sibling, LIVE                   +
    5. SOLVED MAX node, last of its siblings:        case-5
           push its parent, SOLVED                   +
    6. SOLVED MIN node:                              case-6
           purge OPEN below its parent,              +
           push its parent, SOLVED                   +
"""

_EXCHANGED = {"+∞": "−∞", "min(": "max(", "MAX": "MIN", "MIN": "MAX"}
DUAL_LISTING = re.sub(r"\+∞|min\(|MAX|MIN", lambda m: _EXCHANGED[m[0]], LISTING)


@algorithm(
    "SSS*",
    LISTING,
    "Stockman 1979; Srimani 1985, Table A.1",
    gamma=True,
    controls={"upper": Control("upper bound")},
)
def sss_star(tree: Tree, log: Log, *, upper: Number = inf) -> Number:
    """Return min(minimax value of the root, upper).

    OPEN is sorted by merit, with ties going to the leftmost node; with any other rule for ties,
    SSS* may evaluate leaves that alpha-beta skips.
    """
    if check_bound(upper, "upper") == -inf:
        raise ValueError("upper must be greater than −∞, so that the value can be below it")
    return best_first(tree, log, upper, dual=False)


@algorithm(
    *("DUAL*", DUAL_LISTING, "Marsland, Reinefeld & Schaeffer 1987"),
    solves="MIN",
    gamma=True,
    controls={"lower": Control("lower bound")},
)
def dual_star(tree: Tree, log: Log, *, lower: Number = -inf) -> Number:
    """Return max(minimax value of the root, lower)."""
    if check_bound(lower, "lower") == inf:
        raise ValueError("lower must be less than ∞, so that the value can be above it")
    return best_first(tree, log, lower, dual=True)


def best_first(tree: Tree, log: Log, start: Number, *, dual: bool) -> Number:
    """SSS*, or its dual, with MAX and MIN and max and min swapped."""
    best = max if dual else min
    max_depth = 0 if tree.is_max(ROOT) != dual else 1  # depth of MAX nodes, modulo 2
    OPEN = Open(log, sign=-1 if dual else 1, parity=1 - max_depth)  # noqa: N806
    OPEN.push(ROOT, LIVE, start)
    while True:
        n, s, h = OPEN.first
        is_max = len(n) % 2 == max_depth
        if s == LIVE:
            children = tree.children(n)
            if not children:
                OPEN.pop("3")
                v = tree.value(n)
                log.evaluate(n, v, "case-3")
                OPEN.insert(n, SOLVED, best(v, h), "3")
            elif is_max:
                OPEN.pop("1")
                OPEN.push_all(children, h)
            else:
                OPEN.pop("2")
                OPEN.push(children[0], LIVE, h)
        elif n == ROOT:
            OPEN.pop()
            return h
        elif is_max:
            siblings = tree.children(n[:-1])
            if n[-1] < len(siblings):
                OPEN.pop("4")
                OPEN.push(siblings[n[-1]], LIVE, h)
            else:
                OPEN.pop("5")
                OPEN.push(n[:-1], SOLVED, h)
        else:
            OPEN.pop("6")
            OPEN.purge(n[:-1])
            OPEN.push(n[:-1], SOLVED, h)
