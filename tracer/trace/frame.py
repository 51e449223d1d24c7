"""Frames: all that is known after a number of steps, looked up in the timeline."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from tracer.log.events import Bounds, Event, Phase, State
from tracer.trace.change import CUT_OFF, UNKNOWN, Call, Change, Counters, Known
from tracer.trace.cutoff import Cutoff
from tracer.trace.timeline import Timeline, at
from trees.dewey import Node
from trees.number import Number

_NEVER: tuple[list[int], list[Known]] = ([], [])


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
            bounds = at(times, entries, self.i)
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
        return at(times, history, self.i) or UNKNOWN

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
        return at(*self.timeline.horizons, self.i)

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
            found = at(times, known, self.i)
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
