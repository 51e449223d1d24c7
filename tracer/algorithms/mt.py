"""MT, the memory-enhanced test, and its drivers MTD (Plaat et al. 1996; Pantel, 3.8-3.10).

Errors in Pantel's figures are corrected: the loop in Figure 3.8 runs until g passes the
threshold, and in Figure 3.10 MTD calls MT, not itself. (There, f⁻ has to start at −∞; our copy
has lost its minus signs.) No ε is needed: a question is a threshold with a relation, "at least"
(≥) or "more than" (>), so ints, floats and ties all work.
"""

from collections.abc import Callable
from math import inf
from typing import Any

from tracer.algorithms.conventions import check_flags
from tracer.algorithms.registry import Control, algorithm
from tracer.log.events import AT_LEAST, MORE, Question, passes
from tracer.log.log import Log
from tracer.log.table import ANYTHING, Table
from trees.dewey import ROOT, Node
from trees.number import Number, check_bound, check_number
from trees.tree import Tree

MT_LISTING = """
function MT(n, ≥, γ)   (or >, throughout)            ask
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
            if not g ≥ γ then stop                   false-cut
    table: f⁻ ← g if g ≥ γ, else f⁺ ← g              store
    return g                                         leave
"""

MTD_LISTING = """
function MTD(first, next)
    f⁻ ← −∞;  f⁺ ← +∞;  the question is about first
    repeat
        g ← MT(root, question)                       pass
        if the answer is yes then f⁻ ← g             raise-low
        else f⁺ ← g                                  lower-high
        next question
    until f⁻ = f⁺
    return g
"""

Next = Callable[[Number, Number, Number], Question]

# A table keyed by position also answers for nodes that are reached in another way.
_TABLE = {
    "positions": Control("table keyed by position"),
    "slots": Control("slots of the table"),
}


@algorithm(
    "MT",
    MT_LISTING,
    "Plaat et al. 1996; Pantel 1997, Figure 3.8",
    standalone=False,
    controls={
        "gamma": Control("threshold γ"),
        "strict": Control("ask ≥ γ, not > γ", opposite=True),
        **_TABLE,
    },
)
def mt(
    tree: Tree,
    log: Log,
    gamma: Number = 0,
    *,
    strict: bool = False,
    positions: bool = False,
    slots: int | None = None,
) -> Number:
    """Ask whether the minimax value f of the root is ≥ gamma (> gamma if strict).

    Return a bound: g ≤ f if the answer is yes, g ≥ f if it is no. With `positions`, the table
    answers for all nodes with the same position, and `slots` limits its size.
    """
    check_flags(strict=strict)
    question = (MORE if strict else AT_LEAST), check_bound(gamma, "gamma")
    table = Table(tree, log, by_position=positions, slots=slots)
    return memory_test(tree, log, question, table)


def memory_test(tree: Tree, log: Log, question: Question, table: Table | dict[Any, Any]) -> Number:
    """MT at the root, with a table that is kept between calls; a dict will do, empty at first."""
    relation, threshold = question
    if isinstance(table, dict):
        table = Table(tree, log, by_position=False, entries=table)

    def search(n: Node) -> Number:
        log.ask(n, relation, threshold)
        found = table.find(n)
        low, high = found or ANYTHING
        if found:
            hit = passes(low, question) or not passes(high, question)
            log.lookup(n, low, high, hit)
            if hit:
                g = low if passes(low, question) else high
                log.leave(n, g, "lookup")
                return g
        children = tree.children(n)
        if not children:
            g = tree.value(n)
            log.evaluate(n, g)
            table.store(n, g, g)
            return g
        if tree.is_max(n):
            g = -inf
            for i, c in enumerate(children, 1):
                if (w := search(c)) > g:
                    g = w
                    log.update(n, g, threshold, threshold, "raise")
                if passes(g, question) and i < len(children):
                    log.cut(n, children[i:], g, threshold, "true-cut")
                    break
        else:
            g = inf
            for i, c in enumerate(children, 1):
                if (w := search(c)) < g:
                    g = w
                    log.update(n, g, threshold, threshold, "lower")
                if not passes(g, question) and i < len(children):
                    log.cut(n, children[i:], g, threshold, "false-cut")
                    break
        low, high = (g, high) if passes(g, question) else (low, g)
        table.store(n, low, high)
        log.leave(n, g)
        return g

    return search(ROOT)


def _by_g(low: Number, high: Number, g: Number) -> Question:
    """Ask about the bound that the last pass returned."""
    return (MORE, g) if g == low else (AT_LEAST, g)


def _bisect(low: Number, high: Number, g: Number) -> Question:
    """Ask about the middle; while one bound is infinite, take a large step from the other."""
    if high == inf:
        return AT_LEAST, _in_range(low + 1 + abs(low))
    if low == -inf:
        return MORE, _in_range(high - 1 - abs(high))
    middle = _middle(low, high)
    return (AT_LEAST, middle) if low < middle < high else (MORE, low)


def _in_range(x: Number) -> Number:
    """Replace a number outside the range of floats by infinity: no leaf is outside it."""
    try:
        float(x)
    except OverflowError:
        return inf if x > 0 else -inf
    return x


def _middle(low: Number, high: Number) -> Number:
    """The middle of two numbers, whose difference may be too large for a float."""
    middle = low + (high - low) / 2
    return middle if abs(middle) < inf else low / 2 + high / 2


NEXT: dict[str, Next] = {"g": _by_g, "bisect": _bisect}
_FIRST = Control("first guess")


@algorithm(
    *("MTD(first, next)", MTD_LISTING + MT_LISTING, "Plaat et al. 1996; Pantel, Figure 3.10"),
    standalone=False,
    calculates=True,  # unless `next` is "g"
    controls={
        "first": _FIRST,
        "next": Control("next threshold", {"g": "the bound found", "bisect": "the middle"}),
        **_TABLE,
    },
)
def mtd(
    tree: Tree,
    log: Log,
    *,
    first: Number = inf,
    next: str | Next = "g",  # noqa: A002 - the name in the literature
    positions: bool = False,
    slots: int | None = None,
) -> Number:
    """Return the minimax value of the root, narrowing it down with calls of MT.

    `first` is the first threshold. `next` chooses the next question: "g" asks about the bound
    just found, "bisect" about the middle; a function of f⁻, f⁺ and g returns (">" or "≥", γ).
    """
    check_bound(first, "first")
    if isinstance(next, str) and next not in NEXT:
        raise ValueError(f"next must be a function or one of {', '.join(NEXT)}, not {next!r}")
    choose = NEXT[next] if isinstance(next, str) else next
    table = Table(tree, log, by_position=positions, slots=slots)
    low, high = ANYTHING
    question = (MORE if first == -inf else AT_LEAST), first
    number = 0
    while True:
        number += 1
        log.pass_begins(ROOT, number, low, high)
        g = memory_test(tree, log, question, table)
        if g == (low if passes(g, question) else high):
            raise ValueError(f"next asks {question}, which the last pass has already answered")
        if passes(g, question):
            low = g
            log.pass_ends(ROOT, number, low, high, "raise-low")
        else:
            high = g
            log.pass_ends(ROOT, number, low, high, "lower-high")
        if low >= high:
            return g
        question = _check_question(choose(low, high, g))


def _check_question(question: object) -> Question:
    """Check the question that a function given as `next` returned."""
    match question:
        case (">" | "≥") as relation, int() | float() as threshold:
            return relation, check_bound(threshold, "the threshold")
    raise ValueError(f"next must return ('>' or '≥', a number), not {question!r}")


@algorithm("MTD(+∞)", MTD_LISTING + MT_LISTING, "Plaat et al. 1996; Pantel 1997, Figure 3.9")
def mtd_plus_infinity(tree: Tree, log: Log) -> Number:
    """Return the minimax value: SSS* as calls of MT from +∞ down. Same leaves in the same order."""
    return mtd(tree, log, first=inf)


@algorithm("MTD(−∞)", MTD_LISTING + MT_LISTING, "Plaat et al. 1996", solves="MIN")
def mtd_minus_infinity(tree: Tree, log: Log) -> Number:
    """Return the minimax value: DUAL* as calls of MT from −∞ up. Same leaves in the same order."""
    return mtd(tree, log, first=-inf)


@algorithm(
    "MTD(f)",
    MTD_LISTING + MT_LISTING,
    "Plaat et al. 1996; Pantel 1997, 3.4.2",
    controls={"first": _FIRST, **_TABLE},
)
def mtd_f(
    tree: Tree,
    log: Log,
    first: Number = 0,
    *,
    positions: bool = False,
    slots: int | None = None,
) -> Number:
    """Return the minimax value, starting from a guess: a closer guess takes fewer passes.

    With `positions`, the table answers for all nodes with the same position.
    """
    check_number(first, "first")
    return mtd(tree, log, first=first, positions=positions, slots=slots)


@algorithm(
    "MTD(bi)",
    MTD_LISTING + MT_LISTING,
    "Plaat et al. 1996; Coplan 1982",
    controls={"first": _FIRST},
    calculates=True,
)
def mtd_bi(tree: Tree, log: Log, first: Number = 0) -> Number:
    """Return the minimax value, halving the interval between the bounds with every pass."""
    return mtd(tree, log, first=check_number(first, "first"), next="bisect")
