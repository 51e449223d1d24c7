"""Frames: all that is known after a number of steps, at any step, fast.

One replay of the steps, made when the first frame is asked for, notes for every node when what
is known of it changed. A frame looks things up in these notes; OPEN and BACKUP, which change
as a whole, are replayed from the last of a few snapshots, spaced so that the snapshots together
are no larger than the trace.
"""

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from tracer.events import (
    ASK,
    DROP,
    ENTER,
    EVALUATE,
    INSERT,
    LIVE,
    LOOKUP,
    NOTE,
    PASS,
    POP,
    PURGE,
    PUSH,
    STORE,
    Bounds,
    Phase,
    State,
    Step,
)
from tracer.replay import CUT_OFF, EVALUATED, UNKNOWN, Call, Cutoff, Known, Replay, Stack
from trees.dewey import Node
from trees.number import Number
from trees.tree import Tree


class Counters(NamedTuple):
    """What a search has cost so far."""

    nbp: int
    evaluations: int
    tests: int
    visits: int
    cutoffs: int
    deep_cutoffs: int
    leaves_cut: int
    peak_open: int
    peak_backup: int
    peak_stack: int
    table: int
    hits: int
    passes: int


class Timeline:
    """When what became known: one replay of a whole trace, ready for frames."""

    def __init__(self, tree: Tree, steps: Sequence[Step], *, negates: bool = False) -> None:
        self.tree = tree
        self.steps = steps
        self.negates = negates
        self.nodes: dict[Node, tuple[list[int], list[Known]]] = {}
        self.table: dict[Node, tuple[list[int], list[Bounds]]] = {}
        self.stacks: list[Stack] = [None]
        self.cutoffs: dict[int, Cutoff] = {}
        self.marks: dict[str, list[int]] = {name: [] for name in Counters._fields}
        self._leaves_cut = [(0, 0)]  # how many leaves were cut off up to a step
        self._snapshots: list[tuple[int, tuple[State, ...], dict[Node, Phase]]] = [(0, (), {})]
        self._build()

    def _build(self) -> None:
        replay = Replay(self.tree, negates=self.negates)
        marks, seen = self.marks, set[Node]()
        peaks = {"peak_open": 0, "peak_backup": 0, "peak_stack": 0}
        due = 64
        for i, step in enumerate(self.steps, 1):
            replay.advance(step)
            for n in replay.touched:
                times, known = self.nodes.setdefault(n, ([], []))
                if times and times[-1] == i:
                    known[-1] = replay.nodes[n]
                else:
                    times.append(i)
                    known.append(replay.nodes[n])
            self.stacks.append(replay.stack)
            kind = step[0]
            if kind == EVALUATE:
                marks["evaluations"].append(i)
                if step[1] not in seen:
                    seen.add(step[1])
                    marks["nbp"].append(i)
                if step[-1] == "test":
                    marks["tests"].append(i)
            elif kind in (ENTER, ASK) or (kind == POP and step[2] == LIVE):
                marks["visits"].append(i)
            elif kind == STORE:
                times, bounds = self.table.setdefault(step[1], ([], []))
                if not times:
                    marks["table"].append(i)
                times.append(i)
                bounds.append(replay.table[step[1]])
            elif kind == LOOKUP and step[4]:
                marks["hits"].append(i)
            elif kind == PASS and step[-1] != "bounds":
                marks["passes"].append(i)
            if replay.cutoff:
                self.cutoffs[i] = replay.cutoff
                marks["cutoffs"].append(i)
                self._leaves_cut.append((i, self._leaves_cut[-1][1] + replay.cutoff.leaves))
                if replay.cutoff.kind == "deep":
                    marks["deep_cutoffs"].append(i)
            for name, size in (
                ("peak_open", len(replay.open)),
                ("peak_backup", len(replay.backup)),
                ("peak_stack", replay.depth),
            ):
                if size > peaks[name]:
                    marks[name].extend([i] * (size - peaks[name]))
                    peaks[name] = size
            if i >= due:
                self._snapshots.append((i, tuple(replay.open), dict(replay.backup)))
                due = i + 64 + len(replay.open) + len(replay.backup)

    def counters(self, i: int) -> Counters:
        """What the search has cost after `i` steps."""
        counts = {name: bisect_right(times, i) for name, times in self.marks.items()}
        counts["leaves_cut"] = self._leaves_cut[
            bisect_right(self._leaves_cut, i, key=lambda pair: pair[0]) - 1
        ][1]
        return Counters(**counts)

    def lists(self, i: int) -> tuple[tuple[State, ...], tuple[Phase, ...]]:
        """OPEN and BACKUP after `i` steps, first state first."""
        at = bisect_right(self._snapshots, i, key=lambda s: s[0]) - 1
        start, opened, backup = self._snapshots[at]
        replay = Replay(self.tree)
        replay.open, replay.backup = list(opened), dict(backup)
        for step in self.steps[start:i]:
            if step[0] in (POP, PUSH, INSERT, PURGE, NOTE, DROP):
                replay.advance(step)
        return tuple(reversed(replay.open)), tuple(replay.backup[n] for n in sorted(replay.backup))


class Frame:
    """All that is known after `i` steps of `trace`."""

    # A trace is made of frames, so its type is not to be had here.
    def __init__(self, timeline: Timeline, i: int, trace: Any = None) -> None:
        self.i = i
        self.trace = trace
        self.tree = timeline.tree
        self._timeline = timeline
        self._lists: tuple[tuple[State, ...], tuple[Phase, ...]] | None = None

    @property
    def step(self) -> Step | None:
        """The step just taken, if any."""
        return self._timeline.steps[self.i - 1] if self.i else None

    @property
    def node(self) -> Node | None:
        """The node that the step just taken is about."""
        return self.step[1] if self.step else None

    @property
    def path(self) -> tuple[Node, ...]:
        """The nodes from the root to the current one."""
        n = self.node
        return () if n is None else tuple(n[:k] for k in range(len(n) + 1))

    @property
    def stack(self) -> tuple[Call, ...]:
        """The visits under way, the root's first."""
        calls, stack = [], self._timeline.stacks[self.i]
        while stack is not None:
            calls.append(stack[0])
            stack = stack[1]
        return tuple(reversed(calls))

    @property
    def window(self) -> tuple[Number, Number] | None:
        """The window of the latest visit."""
        stack = self._timeline.stacks[self.i]
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
            self._lists = self._timeline.lists(self.i)
        return self._lists

    @property
    def table(self) -> dict[Node, Bounds]:
        """The transposition table, in the order in which nodes came in."""
        found = {}
        for n, (times, bounds) in self._timeline.table.items():
            if times[0] > self.i:
                break
            found[n] = bounds[bisect_right(times, self.i) - 1]
        return found

    @property
    def cutoff(self) -> Cutoff | None:
        """The cutoff that the step just taken made."""
        return self._timeline.cutoffs.get(self.i)

    @property
    def counters(self) -> Counters:
        """What the search has cost so far."""
        return self._timeline.counters(self.i)

    def known(self, n: Node) -> Known:
        """What is known of a node; below a node that was cut off, that."""
        self.tree.children(n)
        for k in range(len(n), -1, -1):
            times, known = self._timeline.nodes.get(n[:k], ((), ()))
            at = bisect_right(times, self.i)
            if at:
                found = known[at - 1]
                return found if k == len(n) else self._inherited(found)
        return UNKNOWN

    @staticmethod
    def _inherited(ancestor: Known) -> Known:
        return Known(CUT_OFF) if ancestor.status == CUT_OFF else UNKNOWN

    def met(self, n: Node) -> bool:
        """Whether anything has happened at this very node."""
        times, _ = self._timeline.nodes.get(n, ((), ()))
        return bool(bisect_right(times, self.i))

    def status(self, n: Node) -> str:
        """One of `STATUSES`."""
        return self.known(n).status

    def visited(self) -> Iterator[tuple[Node, Known]]:
        """Every node of which anything is known, in the order of first mention."""
        for n, (times, known) in self._timeline.nodes.items():
            if times[0] > self.i:
                return
            yield n, known[bisect_right(times, self.i) - 1]

    def values(self) -> Mapping[Node, Number]:
        """The leaves evaluated so far, with their values."""
        return {n: k.low for n, k in self.visited() if k.status == EVALUATED}

    def _repr_mimebundle_(self, **_: Any) -> Any:
        """In a notebook: the tree as a picture and as text."""
        from tracer.render.picture import picture  # late: a search needs no pictures

        return picture(self)._repr_mimebundle_()

    def __repr__(self) -> str:
        return f"<Frame {self.i} of {len(self._timeline.steps)}>"
