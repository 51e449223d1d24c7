"""Scout: test first, evaluate only what may be better (Pearl 1980; Pantel, Figure 3.5).

The comment in Figure 3.5 a) says "< v" where the code says "> v"; the code is right. At MIN nodes
the figure asks "> Value", so it re-evaluates a child that only equals the best; Pearl asks
"≥ Value", as we do.
"""

from math import inf

from tracer.algorithms.registry import algorithm
from tracer.log.events import AT_LEAST, MORE, Relation, passes
from tracer.log.log import Log
from trees.dewey import ROOT, Node
from trees.number import Number
from trees.tree import Tree

LISTING = """
function EVAL(n)                                     enter
    if n is a leaf then return f(n)                  evaluate
    v ← EVAL(first child of n)                       first
    for each other child c of n do
        if n is a MAX node and TEST(c, >, v)         raise
            then v ← EVAL(c)                         +
        if n is a MIN node and not TEST(c, ≥, v)     lower
            then v ← EVAL(c)                         +
    return v                                         leave

function TEST(n, >, v)   (or ≥)                      ask
    if n is a leaf then return f(n) > v              test
    for each child c of n do
        if n is a MAX node and TEST(c, >, v)         true
            then return true                         +
        if n is a MIN node and not TEST(c, >, v)     false
            then return false                        +
    return true at a MIN node, false at a MAX node   answer
"""


@algorithm("Scout", LISTING, "Pearl 1980; Pantel 1997, Figure 3.5")
def scout(tree: Tree, log: Log) -> Number:
    """Return the minimax value of the root."""

    def evaluate(n: Node) -> Number:
        log.enter(n, -inf, inf)
        children = tree.children(n)
        if not children:
            v = tree.value(n)
            log.evaluate(n, v)
            return v
        v = evaluate(children[0])
        log.update(n, v, -inf, inf, "first")
        for c in children[1:]:
            if tree.is_max(n):
                if test(c, MORE, v):
                    v = evaluate(c)
                    log.update(n, v, -inf, inf, "raise")
            elif not test(c, AT_LEAST, v):
                v = evaluate(c)
                log.update(n, v, -inf, inf, "lower")
        log.leave(n, v)
        return v

    def test(n: Node, relation: Relation, v: Number) -> bool:
        log.ask(n, relation, v)
        children = tree.children(n)
        if not children:
            f = tree.value(n)
            yes = passes(f, (relation, v))
            log.test(n, f, yes)
            return yes
        wanted = tree.is_max(n)  # the answer that a single child can decide
        for i, c in enumerate(children, 1):
            if test(c, relation, v) == wanted:
                line = "true" if wanted else "false"
                if i < len(children):
                    log.cut(n, children[i:], v, v, line)
                log.answer(n, wanted, line)
                return wanted
        log.answer(n, not wanted)
        return not wanted

    return evaluate(ROOT)
