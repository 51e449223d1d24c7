"""What if a leaf had another value? What the same search would do, for every value of one leaf.

A search that only compares values can change what it does only where the leaf's value passes one
that it is compared with: that of another leaf that the search sees, or a number among its options.
So one run at each of these numbers, and one between each two of them, covers the whole line.
"""

from collections.abc import Callable, Iterable
from inspect import signature
from itertools import pairwise
from math import ceil, floor, inf
from operator import itemgetter
from typing import Any, NamedTuple

from tracer.log.events import EVENTS, Evaluate, Event, Purge, Test
from tracer.trace import trace_json
from tracer.trace.node_names import called, listed, sentence
from tracer.trace.trace import Trace, is_ours, record
from trees.dewey import Node
from trees.number import Number, above, check_number, digits_for, show
from trees.tree import Tree

NOTHING, CUTOFFS, ROOT_VALUE = "nothing", "cutoffs", "root"
MOST_EVENTS = 1_000_000  # in all runs together; about ten seconds


class Interval(NamedTuple):
    """Values of a leaf for which a search does the same; `low` and `high` may be infinite.

    `effect` says what is different from the trace: "nothing"; the "cutoffs" or the leaves seen, but
    not the value of the root; or the "root". `value` is the value of the root; None means that of
    the leaf itself, whatever it is. `tried` is a value in the interval with which the search ran.
    """

    low: Number
    high: Number
    low_in: bool
    high_in: bool
    effect: str
    value: Number | None
    leaves: tuple[Node, ...]  # in order of evaluation, repeats included
    more: tuple[Node, ...]  # leaves seen here, but not in the trace
    fewer: tuple[Node, ...]  # leaves seen in the trace, but not here
    tried: Number
    text: str

    def __contains__(self, x: object) -> bool:
        """Whether a value is in the interval."""
        if not isinstance(x, int | float):
            return False
        low = self.low <= x if self.low_in else self.low < x
        return low and (x <= self.high if self.high_in else x < self.high)


class WhatIf(NamedTuple):
    """What a search does for every value of a leaf: intervals that cover the line, in order.

    `seen` says whether the trace evaluates the leaf. Unless `exact`, an interval holds only for the
    value that was tried in it: the search calculates with values, so it may change in between.
    """

    leaf: Node
    seen: bool
    exact: bool
    intervals: tuple[Interval, ...]

    def at(self, x: Number) -> Interval:
        """The interval that a value is in."""
        check_number(x, "the value of a leaf")
        return next(i for i in self.intervals if x in i)

    def __str__(self) -> str:
        lines = [i.text for i in self.intervals]
        return "\n".join(lines if self.exact else [*lines, _NOT_EXACT])


_NOT_EXACT = (
    "This search may calculate with values instead of only comparing them, so what happens between "
    "the values that were tried may differ."
)


class _Changed(Tree):
    """A tree with another value at one leaf; it notes whether a search asks for that value."""

    def __init__(self, tree: Tree, leaf: Node, x: Number) -> None:
        self.__dict__.update(tree.__dict__)
        self.__dict__.update(_tree=tree, _leaf=leaf, _x=x, asked=False, compared=set())
        self.__dict__.update(children=tree.children, leaf_count=tree.leaf_count)

    def value(self, n: Node) -> Number:
        """The value of a leaf."""
        if n != self._leaf:
            return self._tree.value(n)
        self.__dict__["asked"] = True
        return self._x

    def has_value(self, n: Node) -> bool:
        """Whether `n` is a leaf or has a static estimate."""
        return self._tree.has_value(n)

    def extremes(self) -> tuple[Number, Number]:
        """The smallest and the largest value that a leaf can have."""
        if type(self._tree).extremes is Tree.extremes:
            others = [self._tree.value(n) for n in self._tree.leaves() if n != self._leaf]
        else:
            others = list(self._tree.extremes())
        self.compared.update(others and (min(others), max(others)))
        self.__dict__["asked"] = True
        return min([self._x, *others]), max([self._x, *others])

    _tree: Tree
    _leaf: Node
    _x: Number
    asked: bool
    compared: set[Number]


class _Run(NamedTuple):
    """What matters about one run of the search."""

    value: Number
    leaves: tuple[Node, ...]
    cutoffs: tuple[tuple[Node, ...], ...]  # what each of them skips
    compared: frozenset[Number]  # what the value of the leaf may have been compared with
    asked: bool


class _Cell(NamedTuple):
    """A piece of the line on which every run is the same; a point if both ends are equal."""

    low: Number
    high: Number
    tried: Number
    run: _Run


def whatif(trace: Trace, leaf: Node | str) -> WhatIf:
    """What the search of a trace would do for every value of a leaf, from −∞ to ∞.

    Each interval says what `record` would give on `tree.replace({leaf: x})`. A leaf that the search
    never asks for makes no difference at all: one interval covers the whole line.
    """
    tree = trace.tree
    leaf = tree.node(leaf) if isinstance(leaf, str) else leaf
    if not tree.is_leaf(leaf):
        raise ValueError(f"{sentence(called(tree, leaf))} is not a leaf; choose one of the leaves.")
    again = _runner(trace, leaf)
    first = again(tree.value(leaf))
    if not first.asked:
        cells = [_Cell(-inf, inf, tree.value(leaf), first)]
    else:
        start = {tree.value(leaf), first.value, *first.compared, *_numbers(trace)}
        cells = _cells(again, start, len(trace))
    exact = not first.asked or _only_compares(trace)
    return WhatIf(leaf, leaf in trace.leaves, exact, _intervals(trace, leaf, first, cells))


def _runner(trace: Trace, leaf: Node) -> Callable[[Number], _Run]:
    """A function that runs the search of a trace with another value at a leaf."""
    if not trace.complete:
        raise ValueError("this search was stopped early, so its value is not known; record it all")
    options = trace_json.runnable(trace.options, trace.events)
    if options is None or options.get("next") != trace.options.get("next"):
        raise ValueError(
            f"{trace.title} was saved without one of its functions, so it cannot be run with "
            "another value; record it again"
        )

    known: dict[tuple[Any, ...], tuple[tuple[Node, ...], ...]] = {}

    def cutoffs(changed: Trace) -> tuple[tuple[Node, ...], ...]:
        """What each cutoff skips. That follows from the steps, whatever the numbers in them."""
        steps = tuple(map(_without_numbers, changed.events))
        if steps not in known:
            known[steps] = tuple(c.cutoff.skipped for c in changed.changes if c.cutoff)
        return known[steps]

    def again(x: Number) -> _Run:
        tree = _Changed(trace.tree, leaf, x)
        changed = record(trace.algorithm.search, tree, **options)
        asked = tree.asked
        if changed.value is None:
            raise ValueError(
                f"{trace.title} was saved without its evaluation function, so it cannot be run "
                "with another value; record it again"
            )
        seen = [e for e in changed.events if isinstance(e, Evaluate | Test)]
        return _Run(
            changed.value,
            changed.leaves,
            cutoffs(changed),
            frozenset(tree.compared | {e.value for e in seen if e.node != leaf}),
            asked,
        )

    return again


_KEPT = {
    cls: itemgetter(
        *(k for k, f in enumerate(cls._fields) if f not in (*trace_json.NUMBERS, "states"))
    )
    for cls in EVENTS.values()
}


def _without_numbers(taken: Event) -> tuple[Any, ...]:
    """An event without the values in it."""
    states = taken.states if isinstance(taken, Purge) else ()
    return (*_KEPT[type(taken)](taken), *(state.node for state in states))


def _numbers(trace: Trace) -> set[Number]:
    """The finite numbers among the options of a search and of the search inside it."""
    found: list[Any] = list(trace.options.values())
    for search in {trace.algorithm.search, trace.searcher.search}:
        found += [p.default for p in signature(search).parameters.values()]
    numbers = {x for x in found if isinstance(x, int | float) and not isinstance(x, bool)}
    return {x for x in numbers if abs(x) < inf}


def _only_compares(trace: Trace) -> bool:
    searches = (trace.algorithm, trace.searcher)
    return all(is_ours(a.search) and not a.calculates for a in searches)


def _cells(again: Callable[[Number], _Run], start: set[Number], events: int) -> list[_Cell]:
    """Pieces of the line, in order, on each of which the search does the same."""
    _check_cost(2 * len(start) + 1, events)
    ends = [-inf, *sorted(start), inf]
    points = set(start)
    gaps = list(pairwise(ends))
    cells = []
    while gaps:
        low, high = gaps.pop()
        x = _between(low, high)
        if x is None:  # no number lies between them
            continue
        run = again(x)
        new = {y for y in run.compared if low < y < high}  # of leaves that only this run sees
        ends = [low, *sorted(new), high]
        for a, b in pairwise(ends):
            if a < x < b:
                cells.append(_Cell(a, b, x, run))
            else:
                gaps.append((a, b))
        points |= new
        _check_cost(2 * len(points) + 1, events)
    cells += [_Cell(x, x, x, again(x)) for x in points]
    return sorted(cells, key=lambda cell: (cell.low, cell.high))


def _check_cost(runs: int, events: int) -> None:
    if runs * events > MOST_EVENTS:
        raise ValueError(
            f"this takes about {runs:,} runs of {events:,} steps each, more than the limit of "
            f"{MOST_EVENTS:,} steps; choose a smaller tree, or one with fewer different values"
        )


def _between(low: Number, high: Number) -> Number | None:
    """A number strictly between two others, whole if possible; None if there is none."""
    if low == -inf:
        guesses: Iterable[Number] = (0 if high == inf else floor(high) - 1,)
    elif high == inf:
        guesses = (ceil(low) + 1,)
    else:
        middle = low / 2 + high / 2
        guesses = (floor(middle), ceil(middle), middle, floor(low) + 1, above(low))
    for x in guesses:
        try:
            if low < check_number(x, "x") < high:
                return x
        except ValueError:  # outside the range of floats
            continue
    return None


def _intervals(trace: Trace, leaf: Node, first: _Run, cells: list[_Cell]) -> tuple[Interval, ...]:
    """The cells in words, with equal neighbours merged."""
    words = _Words(trace, leaf, cells)
    found: list[Interval] = []
    kept: list[_Run] = []
    for cell in cells:
        low, high, tried, run = cell
        point = low == high
        follows = run.asked and not point and run.value == tried
        value = None if follows else run.value
        same = (run.leaves, run.cutoffs) == (first.leaves, first.cutoffs)
        changed = run.value != first.value
        now = Interval(
            *(low, high, point, point),
            ROOT_VALUE if changed else NOTHING if same else CUTOFFS,
            value,
            run.leaves,
            tuple(sorted(set(run.leaves) - set(first.leaves))),
            tuple(sorted(set(first.leaves) - set(run.leaves))),
            tried,
            "",
        )
        if found and kept[-1][1:3] == run[1:3] and (joined := _joined(found[-1], now)):
            found[-1] = joined
        else:
            found.append(now)
            kept.append(run)
    return tuple(i._replace(text=words(i)) for i in found)


def _joined(a: Interval, b: Interval) -> Interval | None:
    """Two neighbours as one interval, if the root is worth the same in both."""
    if a.effect != b.effect:
        return None
    value = a.value
    if a.value != b.value:  # at a point, the root may be worth a number or as much as the leaf
        if {a.value, b.value} == {None, b.tried} and b.low_in:
            value = None
        elif {a.value, b.value} == {None, a.tried} and a.low == a.high:
            value = None
        else:
            return None
    tried = b.tried if a.low == a.high else a.tried
    return a._replace(high=b.high, high_in=b.high_in, value=value, tried=tried)


class _Words:
    """Says in a sentence what happens in an interval."""

    def __init__(self, trace: Trace, leaf: Node, cells: list[_Cell]) -> None:
        self._trace, self._leaf = trace, leaf
        self._name = called(trace.tree, leaf)
        ends = {end for c in cells for end in (c.low, c.high) if abs(end) < inf}
        self._digits = digits_for(ends)

    def __call__(self, i: Interval) -> str:
        if (i.low, i.high) == (-inf, inf) and i.effect == NOTHING:
            root = self._show(self._trace.value)
            if self._leaf not in i.leaves:
                return (
                    f"The search never looks at {self._name}, so its value makes no difference: "
                    f"the root is worth {root}."
                )
            return f"Whatever {self._name} is worth, nothing changes."
        if i.effect == NOTHING:
            return f"{self._where(i)}, nothing changes."
        if i.effect == ROOT_VALUE:
            worth = f"as much as {self._name}" if i.value is None else self._show(i.value)
            seen = self._seen(i)
            return f"{self._where(i)}, the root is worth {worth}{seen and f'; the search {seen}'}."
        seen = self._seen(i) or "cuts off elsewhere"
        return f"{self._where(i)}, the root stays the same, but the search {seen}."

    def _show(self, x: Number | None) -> str:
        return "" if x is None else show(x, self._digits)

    def _where(self, i: Interval) -> str:
        """The condition for being in an interval: "If 8 < J ≤ 10"."""
        if i.low == i.high:
            return f"If {self._name} = {self._show(i.low)}"
        if (i.low, i.high) == (-inf, inf):
            return f"Whatever {self._name} is worth"
        text = self._name
        if i.low > -inf and i.high < inf:
            text = f"{self._show(i.low)} {'≤' if i.low_in else '<'} {text}"
        elif i.low > -inf:
            return f"If {text} {'≥' if i.low_in else '>'} {self._show(i.low)}"
        return f"If {text} {'≤' if i.high_in else '<'} {self._show(i.high)}"

    def _seen(self, i: Interval) -> str:
        """Which leaves the search sees instead: "sees K instead of L"."""
        more, fewer = (listed(self._trace.tree, leaves) for leaves in (i.more, i.fewer))
        if more and fewer:
            return f"sees {more} instead of {fewer}"
        if more or fewer:
            return f"also sees {more}" if more else f"no longer sees {fewer}"
        return "" if i.leaves == self._trace.leaves else "sees the leaves in another order"
