"""Frames: all that is known after a number of steps, at any step, fast.

The timeline indexes the changes of one replay. A frame looks up what it is asked for; OPEN and
BACKUP, which change as a whole, are rolled forward from the last of a few snapshots, spaced so
that the snapshots together are no larger than the trace.
"""

from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import accumulate
from typing import Any, TypeVar

from tracer.change import CUT_OFF, UNKNOWN, Call, Change, Counters, Known, Stack
from tracer.cutoff import Cutoff
from tracer.events import Bounds, Event, NewHorizon, Phase, State
from tracer.listing import Algorithm
from trees.dewey import Node
from trees.number import Number
from trees.tree import Tree

_NEVER: tuple[list[int], list[Known]] = ([], [])

Snapshot = tuple[int, list[State], dict[Node, Phase]]


class Timeline:
    """A trace from the side: its changes, by step and by what they change."""

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
        self.value = value  # what the search returned, if it came to its end
        self.given = given  # the bounds that a best-first search was given
        self.horizons: tuple[list[int], list[int]] = ([], [])  # since which step, at which depth
        self.nodes: dict[Node, tuple[list[int], list[Known]]] = {}
        self.table: dict[Node, tuple[list[int], list[Bounds | None]]] = {}
        self.stacks: list[Stack] = [None]
        self.cutoffs: dict[int, Cutoff] = {}
        counted: dict[str, tuple[list[int], list[int]]] = {c: ([], []) for c in Counters._fields}
        self._snapshots: list[Snapshot] = [(0, [], {})]
        opened: list[State] = []
        backup: dict[Node, Phase] = {}
        due = 64
        for i, change in enumerate(changes, 1):
            for n, _, known in change.nodes:
                times, history = self.nodes.setdefault(n, ([], []))
                times.append(i)
                history.append(known)
            for n, _, bounds in change.table:
                times, entries = self.table.setdefault(n, ([], []))
                times.append(i)
                entries.append(bounds)
            for name, much in change.counts:
                counted[name][0].append(i)
                counted[name][1].append(much)
            if change.cutoff:
                self.cutoffs[i] = change.cutoff
            if isinstance(change.event, NewHorizon):
                self.horizons[0].append(i)
                self.horizons[1].append(change.event.depth)
            self.stacks.append(_restacked(self.stacks[-1], change))
            _roll(change, opened, backup)
            if i >= due:
                self._snapshots.append((i, list(opened), dict(backup)))
                due = i + 64 + len(opened) + len(backup)
        self._totals = {c: (times, list(accumulate(much))) for c, (times, much) in counted.items()}

    def counters(self, i: int) -> Counters:
        """What the search has cost after `i` steps."""
        return Counters(*[_at(times, totals, i) or 0 for times, totals in self._totals.values()])

    def counting(self, name: str) -> list[int]:
        """The steps that add to a counter."""
        return self._totals[name][0]

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


T = TypeVar("T")


def _at(times: Sequence[int], history: Sequence[T], i: int) -> T | None:
    k = bisect_right(times, i)
    return history[k - 1] if k else None


class Frame:
    """All that is known after `i` steps of a search."""

    def __init__(self, timeline: Timeline, i: int) -> None:
        self.i = i
        self.tree = timeline.tree
        self.timeline = timeline
        self._lists: tuple[tuple[State, ...], tuple[Phase, ...]] | None = None

    @property
    def is_last(self) -> bool:
        """Whether the search has come to its end."""
        return self.timeline.value is not None and self.i == len(self.timeline.changes)

    @property
    def before(self) -> "Frame":
        """The frame of the step before; of the start, itself."""
        return Frame(self.timeline, max(0, self.i - 1))

    @property
    def change(self) -> Change | None:
        """What the step just taken has changed, if any was."""
        return self.timeline.changes[self.i - 1] if self.i else None

    @property
    def event(self) -> Event | None:
        """The step just taken, if any."""
        return self.change.event if self.change else None

    @property
    def node(self) -> Node | None:
        """The node that the step just taken is about."""
        return self.event.node if self.event else None

    @property
    def path(self) -> tuple[Node, ...]:
        """The nodes from the root to the current one."""
        n = self.node
        return () if n is None else tuple(n[:k] for k in range(len(n) + 1))

    @property
    def stack(self) -> tuple[Call, ...]:
        """The visits in progress, the root's first."""
        calls, stack = [], self.timeline.stacks[self.i]
        while stack is not None:
            calls.append(stack[0])
            stack = stack[1]
        return tuple(reversed(calls))

    @property
    def window(self) -> tuple[Number, Number] | None:
        """The window of the latest visit: only values between the two matter."""
        stack = self.timeline.stacks[self.i]
        return (stack[0].alpha, stack[0].beta) if stack else None

    @property
    def open(self) -> tuple[State, ...]:
        """OPEN, first state first."""
        return self._both()[0]

    @property
    def backup(self) -> tuple[Phase, ...]:
        """BACKUP, in Dewey order."""
        return self._both()[1]

    def _both(self) -> tuple[tuple[State, ...], tuple[Phase, ...]]:
        if self._lists is None:
            self._lists = self.timeline.lists(self.i)
        return self._lists

    @property
    def table(self) -> dict[Node, Bounds]:
        """The transposition table, in the order in which nodes came in."""
        found = {}
        for n, (times, entries) in self.timeline.table.items():
            bounds = _at(times, entries, self.i)
            if bounds is not None:
                found[n] = bounds
        return found

    @property
    def cutoff(self) -> Cutoff | None:
        """The cutoff that the step just taken made."""
        return self.timeline.cutoffs.get(self.i)

    @property
    def counters(self) -> Counters:
        """What the search has cost so far."""
        return self.timeline.counters(self.i)

    def known(self, n: Node) -> Known:
        """What is known of a node; below a node that was cut off, that."""
        self.tree.children(n)
        for k in range(len(n), -1, -1):
            found = self._own(n[:k])
            if found != UNKNOWN:
                return found if k == len(n) else self._inherited(found)
        return UNKNOWN

    def _own(self, n: Node) -> Known:
        times, history = self.timeline.nodes.get(n, _NEVER)
        return _at(times, history, self.i) or UNKNOWN

    @staticmethod
    def _inherited(ancestor: Known) -> Known:
        return Known(CUT_OFF) if ancestor.status == CUT_OFF else UNKNOWN

    def bounds(self, n: Node) -> tuple[Number, Number]:
        """What the leaves seen so far prove of a node."""
        known = self.known(n)
        return known.low, known.high

    @property
    def horizon(self) -> int | None:
        """The depth at which nodes count as leaves, if there is one."""
        return _at(*self.timeline.horizons, self.i)

    def is_leaf(self, n: Node) -> bool:
        """Whether the search takes a node for a leaf."""
        return self.tree.is_leaf(n) or len(n) == self.horizon

    def met(self, n: Node) -> bool:
        """Whether anything is known of this very node."""
        return self._own(n) != UNKNOWN

    def status(self, n: Node) -> str:
        """One of `STATUSES`."""
        return self.known(n).status

    def visited(self) -> Iterator[tuple[Node, Known]]:
        """Every node of which anything is known, in the order of first mention."""
        for n, (times, known) in self.timeline.nodes.items():
            if times[0] > self.i:
                return
            found = _at(times, known, self.i)
            if found is not None and found != UNKNOWN:
                yield n, found

    def values(self) -> Mapping[Node, Number]:
        """The leaves evaluated so far, with their values."""
        return {n: k.low for n, k in self.visited() if k.low == k.high and self.is_leaf(n)}

    def _repr_mimebundle_(self, **_: Any) -> Any:
        """In a notebook: the tree as a picture and as text."""
        return display(self)

    def __repr__(self) -> str:
        return f"<Frame {self.i} of {len(self.timeline.changes)}>"


def _plain(frame: Frame) -> Any:
    return {"text/plain": repr(frame)}


display: Callable[[Frame], Any] = _plain  # how a notebook shows a frame; the drawing side sets it
