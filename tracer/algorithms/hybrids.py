"""Hybrids of alpha-beta and SSS* (Campbell 1981; Srimani 1985, section 3.7).

One search handles the top of the tree. The inner nodes at a given depth are its frontier, and
another search finds their values, within the window at hand: below alpha-beta, that is the window
(α, β) of the visit; below SSS*, it is (−∞, h) for a state of merit h.

The sources name the three hybrids but do not print them. This reading is ours: above all, that SSS*
stops where no solution tree is worth more than α.
"""

import re
from collections.abc import Callable
from math import inf

from tracer.algorithms.alphabeta import LISTING
from tracer.algorithms.registry import Control, algorithm
from tracer.log.events import LIVE, SOLVED
from tracer.log.log import Log
from tracer.log.open_backup import Open
from trees.dewey import ROOT, Node
from trees.number import Number
from trees.tree import Tree

FRONTIER = """
    if n is at the frontier then return              stage
        SSS*(n, α, β)                                +
"""
SSS_STAR = """
function SSS*(r, α, β)
    OPEN ← {(r, LIVE, β)}                            start
    repeat: take the first state (n, s, h) from OPEN
        if n is r and s = SOLVED, or h ≤ α:          done
            purge OPEN below r, return h             +
        Γ, by what n is:
        1. LIVE MAX node: push all its children      case-1
        2. LIVE MIN node: push its first child       case-2
        3. LIVE leaf or frontier: insert             case-3
               (n, SOLVED, min(v, h)),               +
               v being f(n) or, at the frontier,     +
               ALPHABETA(n, −∞, h)                   stage
        4. SOLVED MAX node with a next sibling:      case-4
               push that sibling, LIVE               +
        5. SOLVED MAX node, last of its siblings:    case-5
               push its parent, SOLVED               +
        6. SOLVED MIN node:                          case-6
               purge OPEN below its parent,          +
               push its parent, SOLVED               +
"""
# A lower stage has no frontier: that of alpha-beta is the textbook's.
_ABOVE = LISTING.replace("evaluate\n", "evaluate" + FRONTIER, 1)
_SSS_BELOW = re.sub(
    r"leaf or frontier: insert( +case-3\n.*\n).*\n.*\n",
    r"leaf: insert            \1               v being f(n)                          +\n",
    SSS_STAR,
)

Below = Callable[[Node, Number, Number], Number]  # searches below a node, within a window
Stage = Callable[[Tree, Log, Node, Number, Number, int, Below | None], Number]


def alphabeta_stage(
    tree: Tree, log: Log, root: Node, alpha: Number, beta: Number, depth: int, below: Below | None
) -> Number:
    """The value of `root` within a window; `below` searches the inner nodes at `depth`."""

    def search(n: Node, alpha: Number, beta: Number) -> Number:
        children = tree.children(n)
        if below and len(n) == depth and children:
            return below(n, alpha, beta)
        log.enter(n, alpha, beta, "stage" if n and n == root else "enter")
        if not children:
            log.evaluate(n, tree.value(n))
            return tree.value(n)
        is_max = tree.is_max(n)
        v = -inf if is_max else inf
        for i, c in enumerate(children, 1):
            w = search(c, alpha, beta)
            if is_max and w > v:
                v, alpha = w, max(alpha, w)
                log.update(n, v, alpha, beta, "raise-alpha")
            elif not is_max and w < v:
                v, beta = w, min(beta, w)
                log.update(n, v, alpha, beta, "lower-beta")
            if i < len(children) and (v >= beta if is_max else v <= alpha):
                cut = (beta, "beta-cut") if is_max else (alpha, "alpha-cut")
                log.cut(n, children[i:], v, *cut)
                break
        log.leave(n, v)
        return v

    return search(root, alpha, beta)


def sss_stage(
    tree: Tree, log: Log, root: Node, alpha: Number, beta: Number, depth: int, below: Below | None
) -> Number:
    """The same by SSS*: the value of `root`, but no more than β and, below α, only a bound."""
    if below is None:
        log.enter(root, alpha, beta, "stage")
    OPEN = Open(log, sign=1, parity=1 if tree.is_max(ROOT) else 0)  # noqa: N806
    OPEN.push(root, LIVE, beta)
    while True:
        n, s, h = OPEN.first
        children = tree.children(n)
        if (n == root and s == SOLVED) or h <= alpha:
            OPEN.pop()
            if n != root:
                OPEN.purge(root)
            if below is None:
                log.leave(root, h, "done")
            return h
        if s == LIVE and below and len(n) == depth and children:
            OPEN.pop("3")
            OPEN.insert(n, SOLVED, min(below(n, -inf, h), h), "3")
        elif s == LIVE and not children:
            OPEN.pop("3")
            log.evaluate(n, tree.value(n), "case-3")
            OPEN.insert(n, SOLVED, min(tree.value(n), h), "3")
        elif s == LIVE and tree.is_max(n):
            OPEN.pop("1")
            OPEN.push_all(children, h)
        elif s == LIVE:
            OPEN.pop("2")
            OPEN.push(children[0], LIVE, h)
        elif not tree.is_max(n):
            OPEN.pop("6")
            OPEN.purge(n[:-1])
            OPEN.push(n[:-1], SOLVED, h)
        elif n[-1] < len(siblings := tree.children(n[:-1])):
            OPEN.pop("4")
            OPEN.push(siblings[n[-1]], LIVE, h)
        else:
            OPEN.pop("5")
            OPEN.push(n[:-1], SOLVED, h)


def hybrid(tree: Tree, log: Log, depth: int, above: Stage, below: Stage) -> Number:
    """The minimax value: `above` searches down to `depth`, and `below` from there on."""
    if type(depth) is not int or depth < 1:
        raise ValueError(f"depth must be an integer of at least 1, not {depth!r}")

    def second(n: Node, alpha: Number, beta: Number) -> Number:
        return below(tree, log, n, alpha, beta, depth, None)

    return above(tree, log, ROOT, -inf, inf, depth, second)


_SOURCE = "Campbell 1981; Srimani 1985, section 3.7"
_CONTROLS = {"depth": Control("depth of the frontier")}


@algorithm("ABS(depth)", _ABOVE + _SSS_BELOW, _SOURCE, gamma=True, controls=_CONTROLS)
def alphabeta_sss(tree: Tree, log: Log, depth: int = 2) -> Number:
    """Return the minimax value: alpha-beta above the frontier, SSS* below (ABS)."""
    return hybrid(tree, log, depth, alphabeta_stage, sss_stage)


@algorithm("SAB(depth)", SSS_STAR + LISTING, _SOURCE, gamma=True, controls=_CONTROLS)
def sss_alphabeta(tree: Tree, log: Log, depth: int = 2) -> Number:
    """Return the minimax value: SSS* above the frontier, alpha-beta below (SAB)."""
    return hybrid(tree, log, depth, sss_stage, alphabeta_stage)


@algorithm(
    "Staged SSS*(depth)",
    SSS_STAR.replace("ALPHABETA(n, −∞, h)", "SSS*(n, −∞, h)     "),
    _SOURCE,
    gamma=True,
    controls=_CONTROLS,
)
def staged_sss(tree: Tree, log: Log, depth: int = 2) -> Number:
    """Return the minimax value: SSS* above the frontier, and SSS* again below it."""
    return hybrid(tree, log, depth, sss_stage, sss_stage)
