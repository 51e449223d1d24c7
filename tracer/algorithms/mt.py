"""MT, the memory-enhanced test, and its drivers MTD (Plaat et al. 1996; Pantel, 3.8-3.10).

The figures have slips, mended here: the loop of 3.8 runs until g passes the threshold; 3.10
starts f⁻ at −∞ and calls MT, not itself. No ε is needed: a question has a threshold and says
whether meeting it is enough (≥) or it has to be passed (>), so ints, floats and ties all work.
"""

from collections.abc import Callable
from math import inf

from tracer.events import (
    ASK,
    AT_LEAST,
    CUT,
    EVALUATE,
    LEAVE,
    LOOKUP,
    MORE,
    PASS,
    STORE,
    UPDATE,
    Bounds,
    Search,
)
from tracer.listing import algorithm
from trees.dewey import ROOT, Node
from trees.number import Number, check_bound, check_number
from trees.tree import Tree

_MT = """
function MT(n, ≥, γ)   (or >)                        ask
    if the table holds f⁻ ≤ f(n) ≤ f⁺ then
        if they answer it: return f⁻ or f⁺           lookup
    if n is a leaf then g ← f(n)                     evaluate
    else if n is a MAX node then
        g ← −∞
        for each child c of n do
            g ← max(g, MT(c, ≥, γ))                  raise
            if g ≥ γ then stop                       true-cut
    else
        g ← +∞
        for each child c of n do
            g ← min(g, MT(c, ≥, γ))                  lower
            if g < γ then stop                       false-cut
    table: f⁻ ← g if g ≥ γ, else f⁺ ← g              store
    return g                                         leave
"""

_MTD = """
function MTD(first, next)
    f⁻ ← −∞;  f⁺ ← +∞;  the question is about first
    repeat
        g ← MT(root, question)                       pass
        if the answer is yes then f⁻ ← g
        else f⁺ ← g                                  bounds
        next question
    until f⁻ = f⁺
    return g                                         done
"""

Question = tuple[str, Number]
Next = Callable[[Number, Number, Number], Question]
Table = dict[Node, Bounds]

_UNKNOWN = Bounds(-inf, inf)


def passes(g: Number, question: Question) -> bool:
    """Whether `g` answers the question with yes."""
    return g > question[1] if question[0] == MORE else g >= question[1]


@algorithm("MT", _MT, "Plaat et al. 1996; Pantel 1997, Figure 3.8")
def mt(tree: Tree, gamma: Number = 0, *, strict: bool = False) -> Search:
    """Ask whether the minimax value f of the root is ≥ gamma (> gamma if strict).

    Return a bound: g ≤ f if the answer is yes, g ≥ f if it is no.
    """
    question = (MORE if strict else AT_LEAST), check_bound(gamma, "gamma")
    return _mt(tree, ROOT, question, {})


def _mt(tree: Tree, n: Node, question: Question, table: Table) -> Search:
    yield ASK, n, *question
    low, high = table.get(n, _UNKNOWN)
    if n in table:
        hit = passes(low, question) or not passes(high, question)
        yield LOOKUP, n, low, high, hit
        if hit:
            g = low if passes(low, question) else high
            yield LEAVE, n, g, "lookup"
            return g
    children = tree.children(n)
    if not children:
        g = tree.value(n)
        yield EVALUATE, n, g
        low = high = g
    elif tree.is_max(n):
        g = -inf
        for i, c in enumerate(children, 1):
            w = yield from _mt(tree, c, question, table)
            if w > g:
                g = w
                yield UPDATE, n, g, question[1], question[1], "raise"
            if passes(g, question) and i < len(children):
                yield CUT, n, children[i:], g, question[1], "true-cut"
                break
    else:
        g = inf
        for i, c in enumerate(children, 1):
            w = yield from _mt(tree, c, question, table)
            if w < g:
                g = w
                yield UPDATE, n, g, question[1], question[1], "lower"
            if not passes(g, question) and i < len(children):
                yield CUT, n, children[i:], g, question[1], "false-cut"
                break
    if children:
        low, high = (g, high) if passes(g, question) else (low, g)
    table[n] = Bounds(low, high)
    yield STORE, n, low, high
    if children:
        yield LEAVE, n, g
    return g


def _by_g(low: Number, high: Number, g: Number) -> Question:
    """Ask about the bound that the last pass returned."""
    return (MORE, g) if g == low else (AT_LEAST, g)


def _bisect(low: Number, high: Number, g: Number) -> Question:
    """Ask about the middle; where one bound is still missing, leap from the other."""
    if high == inf:
        return AT_LEAST, low + 1 + abs(low)
    if low == -inf:
        return MORE, high - 1 - abs(high)
    middle = low + (high - low) / 2
    return (AT_LEAST, middle) if low < middle < high else (MORE, low)


NEXT: dict[str, Next] = {"g": _by_g, "bisect": _bisect}


@algorithm("MTD(first, next)", _MTD + _MT, "Plaat et al. 1996; Pantel 1997, Figure 3.10")
def mtd(tree: Tree, *, first: Number = inf, next: str | Next = "g") -> Search:  # noqa: A002
    """Return the minimax value of the root, closing in on it by calls of MT.

    `first` is where to ask first. `next` chooses the next question: "g" asks about the bound
    just found, "bisect" about the middle, or a function of f⁻, f⁺ and g gives (">" or "≥", γ).
    """
    check_bound(first, "first")
    if isinstance(next, str) and next not in NEXT:
        raise ValueError(f"next is {next!r}: it is a function or one of {', '.join(NEXT)}")
    choose = NEXT[next] if isinstance(next, str) else next
    return _drive(tree, ((MORE if first == -inf else AT_LEAST), first), choose)


def _drive(tree: Tree, question: Question, choose: Next) -> Search:
    table: Table = {}
    low, high, number = -inf, inf, 0
    while True:
        number += 1
        yield PASS, ROOT, number, low, high
        g = yield from _mt(tree, ROOT, question, table)
        if passes(g, question):
            low = g
        else:
            high = g
        yield PASS, ROOT, number, low, high, "bounds"
        if low >= high:
            return g
        question = choose(low, high, g)


@algorithm("MTD(+∞)", _MTD + _MT, "Plaat et al. 1996; Pantel 1997, Figure 3.9")
def mtd_plus_infinity(tree: Tree) -> Search:
    """SSS* as a driver of MT: from +∞ down. The same leaves in the same order."""
    return mtd(tree, first=inf)


@algorithm("MTD(−∞)", _MTD + _MT, "Plaat et al. 1996")
def mtd_minus_infinity(tree: Tree) -> Search:
    """DUAL* as a driver of MT: from −∞ up. The same leaves in the same order."""
    return mtd(tree, first=-inf)


@algorithm("MTD(f)", _MTD + _MT, "Plaat et al. 1996; Pantel 1997, 3.4.2")
def mtd_f(tree: Tree, first: Number = 0) -> Search:
    """Start from a guess: the closer to the value, the fewer passes."""
    return mtd(tree, first=check_number(first, "first"))


@algorithm("MTD(bi)", _MTD + _MT, "Plaat et al. 1996; Coplan 1982")
def mtd_bi(tree: Tree, first: Number = 0) -> Search:
    """Halve the interval between the bounds with every pass."""
    return mtd(tree, first=check_number(first, "first"), next="bisect")
