"""Frames: everything known after a number of steps, looked up in the timeline."""

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from math import inf
from typing import Any, Protocol

from tracer.log.events import Bounds, Event, Phase, State
from tracer.trace.change import CUT_OFF, UNKNOWN, Call, Change, Counters, Known
from tracer.trace.cutoff import Cutoff
from tracer.trace.timeline import Timeline
from trees.dewey import Node
from trees.number import Number


class Displayed(Protocol):
    """What a notebook can show, such as a picture."""

    def _repr_mimebundle_(self, **options: Any) -> Any: ...


class Frame:
    """Everything known after `i` steps of a search."""

    def __init__(self, timeline: Timeline, i: int) -> None:
        self.i = i
        self.tree = timeline.tree
        self.timeline = timeline

    @property
    def is_last(self) -> bool:
        """Whether the search has ended here."""
        return self.timeline.value is not None and self.i == len(self.timeline.changes)

    @property
    def before(self) -> "Frame":
        """The previous frame; the first frame is its own."""
        return Frame(self.timeline, max(0, self.i - 1))

    @property
    def change(self) -> Change | None:
        """What the last step changed; None at the start."""
        return self.timeline.changes[self.i - 1] if self.i else None

    @property
    def event(self) -> Event | None:
        """The event of the last step; None at the start."""
        return self.change.event if self.change else None

    @property
    def node(self) -> Node | None:
        """The node that the last step is about; None at the start."""
        return self.event.node if self.event else None

    @property
    def path(self) -> tuple[Node, ...]:
        """The nodes from the root to the current one."""
        n = self.node
        return () if n is None else tuple(n[:k] for k in range(len(n) + 1))

    @property
    def stack(self) -> tuple[Call, ...]:
        """The visits in progress, from the root down."""
        calls, stack = [], self.timeline.stacks[self.i]
        while stack is not None:
            calls.append(stack[0])
            stack = stack[1]
        return tuple(reversed(calls))

    @property
    def window(self) -> tuple[Number, Number] | None:
        """The window of the innermost visit in progress: only values between its ends matter."""
        stack = self.timeline.stacks[self.i]
        return (stack[0].alpha, stack[0].beta) if stack else None

    @property
    def open(self) -> tuple[State, ...]:
        """OPEN, first state first."""
        return self._lists[0]

    @property
    def backup(self) -> tuple[Phase, ...]:
        """BACKUP, in Dewey order."""
        return self._lists[1]

    @cached_property
    def _lists(self) -> tuple[tuple[State, ...], tuple[Phase, ...]]:
        return self.timeline.lists(self.i)

    @property
    def table(self) -> dict[Node, Bounds]:
        """The transposition table, in the order in which nodes were stored."""
        entries = ((n, entry.at(self.i)) for n, entry in self.timeline.table.items())
        return {n: bounds for n, bounds in entries if bounds is not None}

    def holder(self, n: Node) -> Node | None:
        """The node that stored what the table holds for `n`: itself, or one with its position."""
        group = self.timeline.twins.get(n, ())
        table = self.table
        return next((m for m in (n, *group) if m in table), None)

    @property
    def cutoff(self) -> Cutoff | None:
        """The cutoff made by the last step, if any."""
        return self.timeline.cutoffs.get(self.i)

    def extreme(self, is_max: bool) -> Number:
        """What the search has counted as the best possible value for a side so far."""
        found = self.timeline.extremes[is_max].at(self.i)
        return (inf if is_max else -inf) if found is None else found

    @property
    def counters(self) -> Counters:
        """What the search has cost so far."""
        return self.timeline.counters(self.i)

    def known(self, n: Node) -> Known:
        """What is known about a node; nodes below a node that is cut off are cut off, too."""
        self.tree.children(n)
        for k in range(len(n), -1, -1):
            found = self._own(n[:k])
            if found != UNKNOWN:
                inherited = Known(CUT_OFF) if found.status == CUT_OFF else UNKNOWN
                return found if k == len(n) else inherited
        return UNKNOWN

    def _own(self, n: Node) -> Known:
        history = self.timeline.nodes.get(n)
        return (history and history.at(self.i)) or UNKNOWN

    def bounds(self, n: Node) -> tuple[Number, Number]:
        """What the leaves seen so far prove about a node."""
        known = self.known(n)
        return known.low, known.high

    @property
    def horizon(self) -> int | None:
        """The depth at which nodes count as leaves, if there is one."""
        return self.timeline.horizon.at(self.i)

    def is_leaf(self, n: Node) -> bool:
        """Whether a node is a leaf, or counts as one because it is at the horizon."""
        return self.tree.is_leaf(n) or len(n) == self.horizon

    def met(self, n: Node) -> bool:
        """Whether anything is known about this node itself."""
        return self._own(n) != UNKNOWN

    def status(self, n: Node) -> str:
        """One of `STATUSES`."""
        return self.known(n).status

    def struck(self, n: Node) -> bool:
        """Whether a cutoff skips this node itself, so that its edge is struck through."""
        return self._own(n).status == CUT_OFF

    def visited(self) -> Iterator[tuple[Node, Known]]:
        """Every node about which anything is known, in order of first mention."""
        for n, history in self.timeline.nodes.items():
            if history.steps[0] > self.i:
                return
            if (known := self._own(n)) != UNKNOWN:
                yield n, known

    def values(self) -> Mapping[Node, Number]:
        """The leaves whose values are known so far: evaluated, or found in the table."""
        return {n: k.low for n, k in self.visited() if k.low == k.high and self.is_leaf(n)}

    def picture(self, **look: Any) -> Displayed:
        """The tree as a picture; `look` is as in `tracer.draw.picture.picture`."""
        return PICTURE[0](self, **look)

    def _repr_mimebundle_(self, **options: Any) -> Any:
        """Show the tree in a notebook, as a picture and as text."""
        return self.picture()._repr_mimebundle_(**options)

    def __repr__(self) -> str:
        return f"<Frame {self.i} of {len(self.timeline.changes)}>"


# The function that draws a frame; tracer.exports fills it in.
PICTURE: list[Callable[..., Displayed]] = []
