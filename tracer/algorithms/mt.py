"""MT, the memory-enhanced test, and its drivers MTD (Plaat et al. 1996; Pantel, 3.8-3.10).

The figures have slips, fixed here: the loop of 3.8 runs until g passes the threshold; 3.10
starts f⁻ at −∞ and calls MT, not itself. No ε is needed: a question has a threshold and says
whether meeting it is enough (≥) or it has to be passed (>), so ints, floats and ties all work.
"""

from collections.abc import Callable
from math import inf

from tracer.algorithms.registry import algorithm
from tracer.log.events import AT_LEAST, MORE, Bounds, Relation
from tracer.log.log import Log
from trees.dewey import ROOT, Node
from trees.number import Number, check_bound, check_number
from trees.tree import Tree

MT_LISTING = """
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

MTD_LISTING = """
function MTD(first, next)
    f⁻ ← −∞;  f⁺ ← +∞;  the question is about first
    repeat
        g ← MT(root, question)                       pass
        if the answer is yes then f⁻ ← g
        else f⁺ ← g                                  bounds
        next question
    until f⁻ = f⁺
    return g
"""

Question = tuple[Relation, Number]
Next = Callable[[Number, Number, Number], Question]
Table = dict[Node, Bounds]

UNKNOWN = Bounds(-inf, inf)


def passes(g: Number, question: Question) -> bool:
    """Whether `g` answers the question with yes."""
    relation, threshold = question
    return g > threshold if relation == MORE else g >= threshold


@algorithm("MT", MT_LISTING, "Plaat et al. 1996; Pantel 1997, Figure 3.8")
def mt(tree: Tree, log: Log, gamma: Number = 0, *, strict: bool = False) -> Number:
    """Ask whether the minimax value f of the root is ≥ gamma (> gamma if strict).

    Return a bound: g ≤ f if the answer is yes, g ≥ f if it is no.
    """
    question = (MORE if strict else AT_LEAST), check_bound(gamma, "gamma")
    return memory_test(tree, log, question, {})


def memory_test(tree: Tree, log: Log, question: Question, table: Table) -> Number:
    """MT at the root, with a table that outlives the call."""
    relation, threshold = question

    def search(n: Node) -> Number:
        log.ask(n, relation, threshold)
        low, high = table.get(n, UNKNOWN)
        if n in table:
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
            table[n] = Bounds(g, g)
            log.store(n, *table[n])
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
        table[n] = Bounds(g, high) if passes(g, question) else Bounds(low, g)
        log.store(n, *table[n])
        log.leave(n, g)
        return g

    return search(ROOT)


def _by_g(low: Number, high: Number, g: Number) -> Question:
    """Ask about the bound that the last pass returned."""
    return (MORE, g) if g == low else (AT_LEAST, g)


def _bisect(low: Number, high: Number, g: Number) -> Question:
    """Ask about the middle; where one bound is still missing, leap from the other."""
    if high == inf:
        return AT_LEAST, _in_range(low + 1 + abs(low))
    if low == -inf:
        return MORE, _in_range(high - 1 - abs(high))
    middle = _middle(low, high)
    return (AT_LEAST, middle) if low < middle < high else (MORE, low)


def _in_range(x: Number) -> Number:
    """No leaf is beyond the range of floats, so beyond it there is only infinity."""
    try:
        float(x)
    except OverflowError:
        return inf if x > 0 else -inf
    return x


def _middle(low: Number, high: Number) -> Number:
    """Halfway between; ints too large for a float stay ints."""
    try:
        middle = low + (high - low) / 2
    except OverflowError:
        return (int(low) + int(high)) // 2
    return middle if abs(middle) < inf else low / 2 + high / 2


NEXT: dict[str, Next] = {"g": _by_g, "bisect": _bisect}


@algorithm("MTD(first, next)", MTD_LISTING + MT_LISTING, "Plaat et al. 1996; Pantel, Figure 3.10")
def mtd(
    tree: Tree,
    log: Log,
    *,
    first: Number = inf,
    next: str | Next = "g",  # noqa: A002 - the literature's name
) -> Number:
    """Return the minimax value of the root, closing in on it by calls of MT.

    `first` is where to ask first. `next` chooses the next question: "g" asks about the bound
    just found, "bisect" about the middle, or a function of f⁻, f⁺ and g gives (">" or "≥", γ).
    """
    check_bound(first, "first")
    if isinstance(next, str) and next not in NEXT:
        raise ValueError(f"next is {next!r}: it is a function or one of {', '.join(NEXT)}")
    choose = NEXT[next] if isinstance(next, str) else next
    table: Table = {}
    low, high = UNKNOWN
    question = (MORE if first == -inf else AT_LEAST), first
    number = 0
    while True:
        number += 1
        log.pass_begins(ROOT, number, low, high)
        g = memory_test(tree, log, question, table)
        if passes(g, question):
            low = g
        else:
            high = g
        log.pass_ends(ROOT, number, low, high)
        if low >= high:
            return g
        question = choose(low, high, g)


@algorithm("MTD(+∞)", MTD_LISTING + MT_LISTING, "Plaat et al. 1996; Pantel 1997, Figure 3.9")
def mtd_plus_infinity(tree: Tree, log: Log) -> Number:
    """SSS* as a driver of MT: from +∞ down. The same leaves in the same order."""
    return mtd(tree, log, first=inf)


@algorithm("MTD(−∞)", MTD_LISTING + MT_LISTING, "Plaat et al. 1996", solves="MIN")
def mtd_minus_infinity(tree: Tree, log: Log) -> Number:
    """DUAL* as a driver of MT: from −∞ up. The same leaves in the same order."""
    return mtd(tree, log, first=-inf)


@algorithm("MTD(f)", MTD_LISTING + MT_LISTING, "Plaat et al. 1996; Pantel 1997, 3.4.2")
def mtd_f(tree: Tree, log: Log, first: Number = 0) -> Number:
    """Start from a guess: the closer to the value, the fewer passes."""
    return mtd(tree, log, first=check_number(first, "first"))


@algorithm("MTD(bi)", MTD_LISTING + MT_LISTING, "Plaat et al. 1996; Coplan 1982")
def mtd_bi(tree: Tree, log: Log, first: Number = 0) -> Number:
    """Halve the interval between the bounds with every pass."""
    return mtd(tree, log, first=check_number(first, "first"), next="bisect")
