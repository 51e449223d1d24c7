"""Mistakes that programs make, each as a search with one thing wrong.

The misconceptions behind wrong answers lead to wrong programs as well. Here are those that only a
program can show: wrong starting values, children left out, bounds passed on in the wrong order.
"""

from collections.abc import Callable, Iterator
from functools import partial
from itertools import product
from math import inf
from typing import Any

from tracer.algorithms import alphabeta, minimax, negascout, scout, sss_star
from tracer.algorithms.conventions import RIGHT_TO_LEFT, ordered_by
from tracer.algorithms.registry import Search, algorithm_of
from tracer.exercises.ask.misconceptions import MINIMAX, MISCONCEPTIONS, Misconception
from tracer.log.log import Log
from trees.dewey import ROOT, Node
from trees.number import Number
from trees.tree import Tree

# A student's stand-ins for infinity.
LARGE = (
    *(99, 100, 127, 128, 200, 255, 256, 500, 512, 999, 1000, 1024, 9999, 10_000, 32767, 32768),
    *(65535, 65536, 99_999, 10**5, 999_999, 10**6, 10**7, 10**8, 999_999_999, 10**9, 2**31 - 1),
    *(2**31, 2**32, 9_999_999_999, 10**10, 10**12, 10**15, 2**63 - 1, 10**18, 10**20, 10**99),
    *(10**100, 1e200, 10**300, 1e300, 1e308),
)

Window = tuple[Number, Number]


def _same(is_max: bool, v: Number, alpha: Number, beta: Number) -> Window:
    return alpha, beta


def _tightened(is_max: bool, v: Number, alpha: Number, beta: Number) -> Window:
    return (max(alpha, v), beta) if is_max else (alpha, min(beta, v))


def _met(is_max: bool, v: Number, alpha: Number, beta: Number) -> bool:
    return v >= beta if is_max else v <= alpha


def _crossed(is_max: bool, v: Number, alpha: Number, beta: Number) -> bool:
    return alpha >= beta


def _everywhere(n: Node, last: bool) -> bool:
    return True


def _own(is_max: bool, v: Number, alpha: Number, beta: Number, w: Number) -> Number:
    return v


def _program(
    tree: Tree,
    log: Log,
    *,
    start: Number = inf,  # v starts from this, negated at MAX nodes
    window: Number = inf,
    tighten: Callable[..., Window] = _tightened,
    down: Callable[..., Window] = _same,
    cuts: Callable[..., bool] = _met,
    cuts_at: Callable[[Node, bool], bool] = _everywhere,
    children: slice = slice(None),
    returns: Callable[..., Number] = _own,
    everything_ends: bool = False,
    twice: bool = False,
    late: bool = False,  # the test for a cutoff is made with the numbers before the update
    lags: bool = False,  # α and β are updated before v is
    side: bool | None = None,  # only MAX nodes (True) or MIN nodes (False) go wrong
) -> Number:
    """Alpha-beta with one of its parts replaced."""
    ended = False

    def search(n: Node, alpha: Number, beta: Number) -> Number:
        nonlocal ended
        if tree.is_leaf(n):
            log.evaluate(n, tree.value(n))
            return tree.value(n)
        is_max = tree.is_max(n)
        wrong = side is None or is_max == side
        sign = -1 if is_max else 1
        v = w = sign * (start if wrong else inf)
        last = all(tree.is_leaf(c) for c in tree.children(n))
        for c in tree.children(n)[children if wrong else slice(None)]:
            for _ in range(2 if twice and wrong else 1):
                w = search(c, *(down if wrong else _same)(is_max, v, alpha, beta))
            before = v, alpha, beta
            v = max(v, w) if is_max else min(v, w)
            new = before[0] if lags and wrong else v
            alpha, beta = (tighten if wrong else _tightened)(is_max, new, alpha, beta)
            if ended:
                break
            tested = before if late and wrong else (v, alpha, beta)
            if not wrong:
                stops = (_crossed if cuts is _crossed else _met)(is_max, *tested)
            else:
                stops = cuts_at(n, last) and cuts(is_max, *tested)
            if stops:
                ended = everything_ends
                break
        return (returns if wrong else _own)(is_max, v, alpha, beta, w)

    return search(ROOT, -window, window)


def loosening(tree: Tree, log: Log, *, side: bool | None = None) -> Number:
    """Alpha-beta with α ← v at MAX nodes and β ← v at MIN nodes, or only at one side's."""
    return _program(tree, log, tighten=_replaced, cuts=_crossed, side=side)


def _replaced(is_max: bool, v: Number, alpha: Number, beta: Number) -> Window:
    return (v, beta) if is_max else (alpha, v)


def _tightened_unless_0(is_max: bool, v: Number, alpha: Number, beta: Number) -> Window:
    return (max(alpha or v, v), beta) if is_max else (alpha, min(beta or v, v))


def _never(*_: Any) -> bool:
    return False


def _combined(tree: Tree, log: Log, combine: Callable[[bool, list[Number]], Number]) -> Number:
    """Minimax with another way to combine the values of the children."""

    def search(n: Node) -> Number:
        if tree.is_leaf(n):
            log.evaluate(n, tree.value(n))
            return tree.value(n)
        return combine(tree.is_max(n), [search(c) for c in tree.children(n)])

    return search(ROOT)


def _negamax(
    tree: Tree,
    log: Log,
    *,
    down: Callable[[Number, Number], Window] = lambda alpha, beta: (-beta, -alpha),
    sign: int = -1,
    signed: bool = True,
    cut: bool = True,
    for_max: bool = True,
) -> Number:
    """Alpha-beta in negamax form, with a sign or a window wrong."""

    def search(n: Node, alpha: Number, beta: Number) -> Number:
        if tree.is_leaf(n):
            f = tree.value(n)
            log.evaluate(n, f)
            return -f if signed and not tree.is_max(n) else f
        v = -inf
        for c in tree.children(n):
            v = max(v, sign * search(c, *down(alpha, beta)))
            alpha = max(alpha, v)
            if cut and alpha >= beta:
                break
        return v

    v = search(ROOT, -inf, inf)
    return -v if for_max and not tree.is_max(ROOT) else v


def _scout(tree: Tree, log: Log) -> Number:
    """Scout that evaluates a child again although it is only as good."""

    def evaluate(n: Node) -> Number:
        if tree.is_leaf(n):
            log.evaluate(n, tree.value(n))
            return tree.value(n)
        first, *others = tree.children(n)
        v = evaluate(first)
        for c in others:
            equal = tree.is_max(n)  # more than v would do, but it asks for at least v
            if test(c, v, equal) == tree.is_max(n):
                w = evaluate(c)
                v = max(v, w) if tree.is_max(n) else min(v, w)
        return v

    def test(n: Node, v: Number, equal: bool) -> bool:
        if tree.is_leaf(n):
            log.evaluate(n, tree.value(n))
            return tree.value(n) >= v if equal else tree.value(n) > v
        some_or_all = any if tree.is_max(n) else all
        return some_or_all(test(c, v, equal) for c in tree.children(n))

    return evaluate(ROOT)


def _mistake(name: str, remark: str, search: Search, **wrong: Any) -> Misconception:
    return Misconception(name, remark, partial(search, **wrong))


def _variants(mistakes: list[Misconception]) -> Iterator[Misconception]:
    """Each mistake as it is, then made by one side only; with both tests for a cutoff.

    The tests v ≥ β and α ≥ β are the same in the right program, but not where it goes on after α
    and β have crossed.
    """
    for side in (None, True, False):
        at = {None: "", True: " (at MAX nodes)", False: " (at MIN nodes)"}[side]
        for mistake in mistakes:
            search = mistake.search
            if isinstance(search, partial) and search.func is _program:
                search = partial(search, side=side)
                name = f"{mistake.name}{at}"
                yield mistake._replace(name=name, search=search)
                if "cuts" not in search.keywords:
                    yield mistake._replace(name=name, search=partial(search, cuts=_crossed))
            elif side is None:
                yield mistake


# Trees as some programs see them


class _Seen(Tree):
    """A tree with some of its four answers changed."""

    def __init__(self, tree: Tree, **answers: Callable[[Node], Any]) -> None:
        self.__dict__.update(tree.__dict__)
        self.__dict__.update(value=tree.value, children=tree.children)
        self.__dict__.update(answers)


View = Callable[[Tree], Tree]


def _valued(change: Callable[[Number], Number]) -> View:
    return lambda tree: _Seen(tree, value=lambda n: change(tree.value(n)))


_ROUNDED = "Leaf values are not always whole numbers: use them as they are."
VIEWS: tuple[tuple[str, str, View], ...] = (
    ("rounds the leaves", _ROUNDED, _valued(int)),
    ("rounds the leaves", _ROUNDED, _valued(round)),
    ("rounds the leaves", _ROUNDED, _valued(lambda x: x // 1)),
    ("ignores the sign of the leaves", "Leaf values can be negative.", _valued(abs)),
    (
        "negates the leaves",
        "A leaf's value is its value to MAX, at every ply: use it as it is.",
        _valued(lambda x: -x),
    ),
    (
        "takes the root for a MAX node",
        "MIN may be to move at the root: ask tree.is_max(n) instead of counting plies.",
        lambda tree: _Seen(tree, is_max=lambda n: len(n) % 2 == 0),
    ),
    (
        "right to left",
        "Take the children from left to right, in the order of tree.children(n).",
        lambda tree: ordered_by(RIGHT_TO_LEFT, tree),
    ),
)


def _seen(view: View, search: Search) -> Search:
    return lambda tree, log: search(view(tree), log)


# The mistakes

_INFINITY = "A leaf's value can be larger than any number you choose: start from infinity."
_ALL = "Every child counts, unless a bound rules it out."
_ONE = f"{_ALL} A return inside the loop or a comparison with the wrong bound ends it too early."


def _shared(cut: dict[str, Any]) -> Iterator[Misconception]:
    """Mistakes that do not depend on whether the search cuts off."""
    other = "Start from −∞ at MAX nodes and from +∞ at MIN nodes, not the reverse."
    yield _mistake("starts from the wrong infinity", other, _program, start=-inf, **cut)
    zero = "Start from −∞ at MAX nodes and from +∞ at MIN nodes: all values may be below 0."
    yield _mistake("starts from 0", zero, _program, start=0, **cut)
    last = {"returns": lambda m, v, a, b, w: w}
    best = "Return the best of the children's values, not the last one."
    yield _mistake("returns the last child's value", best, _program, **last, **cut)
    yield _mistake("leaves out the last child", _ALL, _program, children=slice(-1), **cut)
    yield _mistake("leaves out the first child", _ALL, _program, children=slice(1, None), **cut)
    for k, word in enumerate(("two", "three", "four", "five", "six"), 2):
        name = f"looks at the first {word} children only"
        yield _mistake(name, _ALL, _program, children=slice(k), **cut)
    once = "Search each child once and keep its value: every call evaluates leaves again."
    yield _mistake("searches each child twice", once, _program, twice=True, **cut)
    for large in LARGE:
        ways: list[dict[str, Any]] = [{"start": large}, {"start": large, "window": large}]
        if not cut:  # the window of a child may hold v before v holds any value
            ways += [{"window": large}, {"start": large, "down": _tightened}]
        for bounds in ways:
            yield _mistake("infinity is too small", _INFINITY, _program, **bounds, **cut)


def _alphabeta() -> Iterator[Misconception]:
    kept = "A bound from further up still applies: α becomes max(α, v), not v, and β min(β, v)."
    yield _mistake("replaces α and β instead of tightening them", kept, _program, tighten=_replaced)
    update = "A child's value counts right away: update v first, then α or β."
    yield _mistake("updates α and β before v", update, _program, lags=True)
    equal = "The value need not equal the bound: a value beyond the bound causes a cutoff as well."
    for test in lambda m, v, a, b: v == (b if m else a), lambda m, v, a, b: a == b:
        yield _mistake("cuts on equality only", equal, _program, cuts=test)
    turned = "A MAX node stops when its value reaches β from below, a MIN node when it falls to α."
    for test in (
        lambda m, v, a, b: v <= b if m else v >= a,
        lambda m, v, a, b: v < b if m else v > a,
        lambda m, v, a, b: a <= b,
        lambda m, v, a, b: a < b,
    ):
        yield _mistake("turns the comparison round", turned, _program, cuts=test)
    pass_on = "Pass both bounds down to the children, at every node."
    yield _mistake("does not pass α down", pass_on, _program, down=lambda m, v, a, b: (-inf, b))
    yield _mistake("does not pass β down", pass_on, _program, down=lambda m, v, a, b: (a, inf))
    zero = "0 is a bound like any other, but `or` takes it for nothing. Start from −∞ and +∞."
    name = "treats 0 as no bound yet"
    yield _mistake(name, zero, _program, tighten=_tightened_unless_0)
    for down in (
        lambda m, v, a, b: (a or -inf, b or inf),
        lambda m, v, a, b: (a or -inf, b),
        lambda m, v, a, b: (a, b or inf),
    ):
        yield _mistake(name, zero, _program, down=down)
    yield _mistake("never cuts", "Only minimax evaluates every leaf.", _program, cuts=_never)
    yield _mistake(
        "strict cuts, only where the bound is passed (>)",
        "Both sides cut off where the bound is met: MAX where v ≥ β and MIN where v ≤ α.",
        _program,
        cuts=lambda m, v, a, b: v > b if m else v < a,
    )
    yield _mistake(
        "swaps α and β in the call",
        "Pass the bounds on in order: first α, then β. In negamax form, that is (−β, −α).",
        _program,
        down=lambda m, v, a, b: (b, a),
    )
    yield _mistake(
        "compares with both bounds",
        "At a MAX node only β ends the search of the children, at a MIN node only α.",
        _program,
        cuts=lambda m, v, a, b: v >= b or v <= a,
        tighten=_same,
        down=_tightened,
    )
    yield _mistake(
        "updates the wrong bound",
        "A MAX node raises α, and a MIN node lowers β.",
        _program,
        tighten=lambda m, v, a, b: (a, min(b, v)) if m else (max(a, v), b),
        cuts=lambda m, v, a, b: a >= b,
    )
    yield _mistake(
        "returns the wrong bound",
        "A MAX node returns the best value it found, or α: never β. At MIN nodes it is v or β.",
        _program,
        returns=lambda m, v, a, b, w: b if m else a,
    )
    yield _mistake(
        "returns α everywhere",
        "Only a MAX node may return α; a MIN node returns the least value it found, or β.",
        _program,
        returns=lambda m, v, a, b, w: a,
    )
    yield _mistake(
        "returns β everywhere",
        "Only a MIN node may return β; a MAX node returns the greatest value it found, or α.",
        _program,
        returns=lambda m, v, a, b, w: b,
    )
    yield _mistake(
        "ends the whole search at a cutoff",
        "A cutoff ends the search of one node only. Its parent goes on with its other children.",
        _program,
        everything_ends=True,
    )
    yield _mistake(
        "cuts only just above the leaves",
        "A whole subtree can be cut off, not just a leaf.",
        _program,
        cuts_at=lambda n, last: last,
    )
    yield _mistake(
        "never cuts just above the leaves",
        "A single leaf can be cut off, not just a whole subtree.",
        _program,
        cuts_at=lambda n, last: not last,
    )
    for ply in range(1, 6):
        yield _mistake(
            f"never cuts below ply {ply}",
            "The rule for a cutoff is the same at every ply.",
            _program,
            cuts_at=lambda n, last, ply=ply: len(n) <= ply,
        )
    around = "The window of a child is (−β, −α): swap the bounds and negate both."
    for for_max in (True, False):
        how: dict[str, Any] = {"down": lambda a, b: (b, a), "for_max": for_max}
        yield _mistake("does not turn the window round", around, _negamax, **how)
    yield _mistake(
        "compares before updating",
        "A child's value counts right away: compare after updating, not one child later.",
        _program,
        late=True,
    )


def _signs(negates: bool) -> Iterator[Misconception]:
    """Mistakes with the signs of negamax, with and without cutoffs."""
    name, remark = (
        ("returns the value to MAX", "Return the value to the side to move at n.")
        if negates
        else ("returns the value to the side to move", "Return the value to MAX, at MIN nodes too.")
    )
    minus = "What is good for one side is bad for the other: negate the value of each child."
    leaf = "A leaf's value is its value to MAX. Where MIN is to move, negate it."
    for cut, for_max in product((True, False), repeat=2):
        how: dict[str, Any] = {"cut": cut, "for_max": for_max}
        if not for_max:
            yield _mistake(name, remark, _negamax, **how)
        yield _mistake("does not negate the child's value", minus, _negamax, sign=1, **how)
        yield _mistake("does not negate leaves at MIN nodes", leaf, _negamax, signed=False, **how)


def _combining() -> Iterator[Misconception]:
    both = "MAX takes the greatest value and MIN the least."
    yield _mistake(
        "takes the average", both, _combined, combine=lambda m, found: sum(found) / len(found)
    )
    yield _mistake("adds up the values", both, _combined, combine=lambda m, found: sum(found))


def _likes(search: Search) -> Iterator[Misconception]:
    """Other searches than the one asked for."""
    for other in (alphabeta, scout, negascout, sss_star):
        if other is not search:
            title, asked = algorithm_of(other).title, algorithm_of(search).title
            remark = f"This is {title}. The task is to write {asked}."
            yield Misconception(f"searches like {title}", remark, other)
    if algorithm_of(search).name not in ("minimax", "negamax"):
        yield Misconception("never cuts", "Only minimax evaluates every leaf.", minimax)


def _conventions(search: Search, options: dict[str, Any]) -> Iterator[Misconception]:
    """The same search under other conventions, those with the fewest changes first."""
    known = algorithm_of(search).conventions
    usual = {option: options.get(option, next(iter(values))) for option, values in known.items()}
    chosen = [dict(zip(known, values, strict=True)) for values in product(*known.values())]
    changes = [{k: v for k, v in those.items() if v != usual[k]} for those in chosen]
    for changed in sorted(changes, key=len):
        if changed:
            name = ", ".join(known[option][value] for option, value in changed.items())
            remark = f"Your program is right under another convention: {name}."
            yield Misconception(name, remark, partial(search, **options | changed))


def mistakes_of(search: Search, options: dict[str, Any]) -> Iterator[list[Misconception]]:
    """What may be wrong with a program: first single mistakes, then two at a time."""
    single = list(_single(search, options))
    right = Misconception("", "", partial(search, **options))
    views = [(right, name, remark, view) for name, remark, view in VIEWS]
    yield single + [_in_view(*each) for each in views]
    yield [
        _in_view(other, name, remark, view) for _, name, remark, view in views for other in single
    ]


def _in_view(mistake: Misconception, name: str, remark: str, view: View) -> Misconception:
    """A mistake in a tree that is seen in the wrong way."""
    both = ", ".join(filter(None, [name, mistake.name]))
    return Misconception(both, f"{remark} {mistake.remark}".strip(), _seen(view, mistake.search))


def _single(search: Search, options: dict[str, Any]) -> Iterator[Misconception]:
    name = algorithm_of(search).name
    never: dict[str, Any] = {"cuts": _never}
    yield from _conventions(search, options)
    yield _mistake("looks at the first child only", _ONE, _program, children=slice(1))
    yield from MISCONCEPTIONS.get(name, ())
    if name == "alphabeta":
        yield from _variants([*_alphabeta(), *_shared({})])
    if name == "scout":
        ties = "A child that is only as good changes nothing: at a MAX node, test for more."
        yield _mistake("looks again at a child that is only as good", ties, _scout)
    if name != "minimax":
        yield from MINIMAX
    yield from _signs(algorithm_of(search).negates)
    yield from _likes(search)
    yield from _variants(list(_shared(never)))
    yield from _combining()
