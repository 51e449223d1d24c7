"""The timeline: the changes of one replay, by step and by what they change.

OPEN and BACKUP change as a whole, so they are rolled forward from the latest of a few snapshots,
which are spaced so that together they are no larger than the trace.
"""

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Sequence
from functools import cached_property
from math import inf
from typing import Generic, TypeVar

from tracer.algorithms.registry import Algorithm
from tracer.log.events import Ask, Bounds, Enter, Evaluate, NewHorizon, Phase, Same, State, Test
from tracer.trace.change import Change, Counters, Known, Stack
from tracer.trace.cutoff import EXTREME, Cutoff, join
from trees.dewey import Node
from trees.number import Number, digits_for, show
from trees.tree import Tree

Snapshot = tuple[int, list[State], dict[Node, Phase]]
T = TypeVar("T")


class History(Generic[T]):
    """Something that changes now and then: what it is after any number of steps."""

    __slots__ = ("steps", "values")

    def __init__(self) -> None:
        self.steps: list[int] = []  # those that change it
        self.values: list[T] = []

    def add(self, i: int, value: T) -> None:
        """Step `i` changes it to `value`."""
        self.steps.append(i)
        self.values.append(value)

    def at(self, i: int) -> T | None:
        """What it is after `i` steps; None before the first change."""
        k = bisect_right(self.steps, i)
        return self.values[k - 1] if k else None


class Timeline:
    """The changes of a trace, by step and by what they change."""

    def __init__(
        self,
        tree: Tree,
        changes: Sequence[Change],
        algorithm: Algorithm,
        title: str,
        value: Number | None,
        given: tuple[Number, Number],
    ) -> None:
        self.tree = tree
        self.changes = changes
        self.algorithm = algorithm
        self.title = title
        self.value = value  # what the search returned, if it ran to its end
        self.given = given  # the bounds given to a best-first search
        self.horizon: History[int] = History()
        # What the search counts as best for MAX (True) and MIN, as its cutoffs say.
        self.extremes: dict[bool, History[Number]] = {True: History(), False: History()}
        self.nodes: dict[Node, History[Known]] = defaultdict(History)
        self.table: dict[Node, History[Bounds | None]] = defaultdict(History)
        self.twins: dict[Node, list[Node]] = {}  # nodes with the same position, as the table says
        self.stacks: list[Stack] = [None]
        self.cutoffs: dict[int, Cutoff] = {}
        self._counted: dict[str, History[int]] = {c: History() for c in Counters._fields}
        self._snapshots: list[Snapshot] = [(0, [], {})]
        opened: list[State] = []
        backup: dict[Node, Phase] = {}
        totals = dict.fromkeys(Counters._fields, 0)
        due = 64
        for i, change in enumerate(changes, 1):
            for n, _, known in change.nodes:
                self.nodes[n].add(i, known)
            for n, _, bounds in change.table:
                self.table[n].add(i, bounds)
            for name, much in change.counts:
                totals[name] += much
                self._counted[name].add(i, totals[name])
            if change.cutoff:
                self.cutoffs[i] = change.cutoff
                if change.cutoff.kind == EXTREME:
                    self.extremes[tree.is_max(change.event.node)].add(i, change.cutoff.bound.number)
            if isinstance(change.event, Same):
                join(self.twins, change.event.node, change.event.other)
            if isinstance(change.event, NewHorizon):
                self.horizon.add(i, change.event.depth)
                self.extremes[True].add(i, inf)
                self.extremes[False].add(i, -inf)
            self.stacks.append(_restacked(self.stacks[-1], change))
            _roll(change, opened, backup)
            if i >= due:
                self._snapshots.append((i, list(opened), dict(backup)))
                due = i + 64 + len(opened) + len(backup)

    def counters(self, i: int) -> Counters:
        """What the search has cost after `i` steps."""
        return Counters(*[counter.at(i) or 0 for counter in self._counted.values()])

    def show(self, x: Number) -> str:
        """Write a number so that no other number in this search looks like it."""
        return show(x, self._digits)

    @cached_property
    def _digits(self) -> int:
        numbers = list(self.given)
        for change in self.changes:
            taken = change.event
            if isinstance(taken, Evaluate | Test):
                numbers.append(taken.value)
            elif isinstance(taken, Ask):
                numbers.append(taken.threshold)
            elif isinstance(taken, Enter) and not taken.node:
                numbers += taken.alpha, taken.beta
        return digits_for(numbers)

    def lists(self, i: int) -> tuple[tuple[State, ...], tuple[Phase, ...]]:
        """OPEN, first state first, and BACKUP, in Dewey order, after `i` steps."""
        at = bisect_right(self._snapshots, i, key=lambda snapshot: snapshot[0]) - 1
        start, opened, backup = self._snapshots[at]
        opened, backup = list(opened), dict(backup)
        for change in self.changes[start:i]:
            _roll(change, opened, backup)
        return tuple(opened), tuple(backup[n] for n in sorted(backup))


def _restacked(stack: Stack, change: Change) -> Stack:
    if change.call is None:
        return stack
    old, new = change.call
    rest = stack if old is None or stack is None else stack[1]
    return rest if new is None else (new, rest)


def _roll(change: Change, opened: list[State], backup: dict[Node, Phase]) -> None:
    for place, old, state in change.open:
        if old is not None:
            del opened[place]
        if state is not None:
            opened.insert(place, state)
    for n, _, phase in change.backup:
        if phase is None:
            del backup[n]
        else:
            backup[n] = phase
