"""SSS*: best-first through the solution trees (Stockman 1979), and its dual.

Γ is Table A.1 of Srimani 1985, after Campbell. DUAL* is the same operator with MAX and MIN
exchanged: it starts from −∞, and the lowest merit comes first.
"""

import re
from math import inf

from tracer.events import EVALUATE, LIVE, SOLVED, Search
from tracer.listing import algorithm
from tracer.lists import Open
from trees.dewey import ROOT
from trees.number import Number, check_bound
from trees.tree import Tree

PSEUDOCODE = """
OPEN ← {(root, LIVE, +∞)}                            start
repeat: take the first state (n, s, h) from OPEN
    if n is the root and s = SOLVED: return h        done
    Γ, by what n is:
    1. LIVE MAX node: push all its children, LIVE    case-1
    2. LIVE MIN node: push its first child, LIVE     case-2
    3. LIVE leaf: insert (n, SOLVED, min(f(n), h))   case-3
    4. SOLVED MAX node with a next sibling:
           push that sibling, LIVE                   case-4
    5. SOLVED MAX node, last of its siblings:
           push its parent, SOLVED                   case-5
    6. SOLVED MIN node: purge OPEN below its parent,
           push its parent, SOLVED                   case-6
"""

_EXCHANGED = {"+∞": "−∞", "min(": "max(", "MAX": "MIN", "MIN": "MAX"}
DUAL = re.sub(r"\+∞|min\(|MAX|MIN", lambda m: _EXCHANGED[m[0]], PSEUDOCODE)


@algorithm("SSS*", PSEUDOCODE, "Stockman 1979; Srimani 1985, Table A.1")
def sss_star(tree: Tree, *, upper: Number = inf) -> Search:
    """Return min(minimax value of the root, upper).

    OPEN is kept by merit, ties to the leftmost: with any other rule for ties SSS* may look at
    leaves that alpha-beta skips.
    """
    return _search(tree, 1, check_bound(upper, "upper"))


@algorithm("DUAL*", DUAL, "Marsland, Reinefeld & Schaeffer 1987")
def dual_star(tree: Tree, *, lower: Number = -inf) -> Search:
    """Return max(minimax value of the root, lower)."""
    return _search(tree, -1, check_bound(lower, "lower"))


_2, _3, _4, _5 = (("2", "case-2"), ("3", "case-3"), ("4", "case-4"), ("5", "case-5"))


def _search(tree: Tree, sign: int, start: Number) -> Search:
    mine = 0 if tree.is_max(ROOT) == (sign > 0) else 1  # parity of the depth: MAX for SSS*
    OPEN = Open(sign, 1 - mine)  # noqa: N806 - the literature's name
    yield OPEN.push(ROOT, LIVE, start, "", "start")
    while True:
        _, n, s, h = OPEN.states[0]
        if s == LIVE:
            children = tree.children(n)
            if not children:
                v = tree.value(n)
                score = min(v, h) if sign > 0 else max(v, h)
                pop, insert = OPEN.reinsert(n, SOLVED, score, _3, _3)
                yield pop
                yield EVALUATE, n, v, "case-3"
                yield insert
            elif len(n) % 2 == mine:
                yield OPEN.pop("1", "case-1")
                for c in reversed(children):  # so that the leftmost comes to stand in front
                    yield OPEN.push(c, LIVE, h, "1", "case-1")
            else:
                yield from OPEN.replace(children[0], LIVE, h, _2, _2)
        elif not n:
            yield OPEN.pop("", "done")
            return h
        elif len(n) % 2 == mine:
            siblings = tree.children(n[:-1])
            if n[-1] < len(siblings):
                yield from OPEN.replace(siblings[n[-1]], LIVE, h, _4, _4)
            else:
                yield from OPEN.replace(n[:-1], SOLVED, h, _5, _5)
        else:
            yield OPEN.pop("6", "case-6")
            yield OPEN.purge(n[:-1], "6", "case-6")
            yield OPEN.push(n[:-1], SOLVED, h, "6", "case-6")
