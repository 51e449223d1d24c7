"""What travels to the browser, once: positions, all steps, and what each of them changes."""

import json
from collections.abc import Iterable
from math import inf
from typing import Any

from tracer.codec import option_to_json
from tracer.comparison import compare_traces
from tracer.events import (
    ASK,
    DROP,
    ENTER,
    EVENTS,
    INSERT,
    NOTE,
    POP,
    PURGE,
    PUSH,
    STORE,
    UPDATE,
    Step,
)
from tracer.render.layout import tidy
from tracer.render.shown import shown
from tracer.render.style import outcome
from tracer.replay import STATUSES, Known, Replay
from tracer.trace import Trace
from trees.dewey import Node
from trees.games import GameTree
from trees.number import Number, show, show_bounds

MOST_STEPS = 200_000
MOST_BOARDS = 2_000

KINDS = tuple(EVENTS)
PUSHED, POPPED, TOP = 1, 0, 2  # what a step does to the call stack


def payload(trace: Trace) -> str:
    """A trace as the JSON that the player reads."""
    if not len(trace):
        raise ValueError("this trace has no events: there is nothing to step through")
    if len(trace) > MOST_STEPS:
        raise ValueError(
            f"this trace has {len(trace):,} events and the player takes {MOST_STEPS:,}: search a "
            "smaller tree, or record the beginning with max_events"
        )
    return json.dumps(_Payload(trace).data(), separators=(",", ":"), allow_nan=False)


def comparison(traces: tuple[Trace, ...]) -> str:
    """Two to four traces of one tree as the JSON that the comparison reads."""
    if not 2 <= len(traces) <= 4:
        raise ValueError(f"{len(traces)} traces were given: two to four can be compared")
    words = []
    for trace in traces[1:]:
        found = compare_traces(traces[0], trace)
        words.append(
            f"{traces[0].title} and {trace.title}: {len(found.both)} leaves seen by both, "
            f"{len(found.only_first)} only by the first, "
            f"{len(found.only_second)} only by the second."
        )
    return json.dumps(
        {
            "title": " · ".join(trace.title for trace in traces),
            "summary": " ".join(words),
            "traces": [json.loads(payload(trace)) for trace in traces],
        }
    )


class _Texts:
    """Numbers and phrases, each sent once: short form, all digits, and the number if it is one."""

    def __init__(self) -> None:
        self.rows: list[list[Any]] = []
        self._known: dict[tuple[str, str], int] = {}

    def __call__(self, short: str, full: str, number: Number | None = None) -> int:
        key = short, full
        if key not in self._known:
            self._known[key] = len(self.rows)
            finite = number is not None and abs(number) != inf
            self.rows.append([short, full, float(number) if finite else None])  # type: ignore[arg-type]
        return self._known[key]

    def number(self, x: Number) -> int:
        return self(show(x), repr(x), x)

    def known(self, known: Known, *, leaf: bool) -> int:
        """What a node shows; a leaf never its merit, which would pass for its value."""
        short = show_bounds(known.low, known.high)
        if not short:
            return -1 if known.merit is None or leaf else self.number(known.merit)
        full = repr(known.low) if known.low == known.high else f"{known.low!r} … {known.high!r}"
        return self(short, full, known.low)


class _Payload:
    """One payload under way."""

    def __init__(self, trace: Trace) -> None:
        self.trace = trace
        self.tree = trace.tree
        self.texts = _Texts()
        self.shown = shown(trace)
        self.index = {n: i for i, n in enumerate(self.shown.nodes)}

    def data(self) -> dict[str, Any]:
        trace = self.trace
        shown_at_end = outcome(trace.frame(len(trace)))
        found = trace.value if trace.complete else None
        timeline = trace.timeline
        return {
            "title": trace.title,
            "start": trace.caption(0),
            "algorithm": trace.algorithm.name,
            "options": option_to_json(trace.options),
            "complete": trace.complete,
            "value": None if found is None else show(found),
            "listing": [line.text for line in trace.listing],
            "tree": self._tree(),
            "steps": self._steps(),
            "kinds": KINDS,
            "statuses": STATUSES,
            "marks": timeline.marks,
            "cutoffs": {
                i: [self._ids(c.skipped), c.leaves, self.index.get(c.by, -1), c.kind]  # type: ignore[arg-type]
                for i, c in timeline.cutoffs.items()
            },
            "pv": self._ids(sorted(shown_at_end.variation)),
            "solution": self._ids(sorted(shown_at_end.solution)),
            "boards": self._boards(),
            "texts": self.texts.rows,
        }

    def _boards(self) -> dict[int, str]:
        """The positions of a game, where the tree is one of a game."""
        if not isinstance(self.tree, GameTree) or len(self.index) > MOST_BOARDS:
            return {}
        return {i: self.tree.board(n) for n, i in self.index.items()}

    def _ids(self, nodes: Iterable[Node]) -> list[int]:
        return [self.index[n] for n in nodes if n in self.index]

    def _tree(self) -> dict[str, Any]:
        tree, nodes = self.tree, self.shown.nodes
        leaves = {n: tree.value(n) for n in nodes if tree.is_leaf(n)}
        widest = max([len(show(v)) for v in leaves.values()], default=2)
        layout = tidy(nodes, widest)
        return {
            "root": tree.root,
            "parent": [self.index[n[:-1]] if n else -1 for n in nodes],
            "last": [n[-1] if n else 0 for n in nodes],
            "names": {i: tree.names[n] for i, n in enumerate(nodes) if n in tree.names},
            "labels": {i: tree.labels[n] for i, n in enumerate(nodes) if n in tree.labels},
            "value": [self.texts.number(leaves[n]) if n in leaves else -1 for n in nodes],
            "x": [round(layout.x[n], 1) for n in nodes],
            "y": [layout.y[n] for n in nodes],
            "width": layout.width,
            "height": layout.height,
            "depth": max(map(len, nodes)),
            "stubs": {self.index[n]: tree.leaf_count(n) for n in self.shown.stubs},
            "range": [float(min(leaves.values())), float(max(leaves.values()))]
            if leaves
            else [0, 0],
            "leaves": tree.leaf_count(),
        }

    def _steps(self) -> dict[str, list[Any]]:
        trace, replay = self.trace, Replay(self.tree, negates=self.trace.algorithm.negates)
        columns: dict[str, list[Any]] = {
            name: [] for name in ("kind", "node", "line", "caption", "nodes", "stack", "lists")
        }
        lines = {name: k for k, line in enumerate(trace.listing) for name in line.names}
        for i, step in enumerate(trace.steps, 1):
            depth = replay.depth
            replay.advance(step)
            columns["kind"].append(KINDS.index(step[0]))
            columns["node"].append(self.index[step[1]])
            columns["line"].append(lines.get(trace.events[i - 1].line, -1))
            columns["caption"].append(trace.caption(i))
            columns["nodes"].append(self._changes(replay))
            columns["stack"].append(self._stack(step, replay.depth < depth))
            columns["lists"].append(self._lists(step))
        return columns

    def _changes(self, replay: Replay) -> list[int]:
        """Flat triples: node, status, text."""
        flat: list[int] = []
        for n in dict.fromkeys(replay.touched):
            if n in self.index:
                known = replay.nodes[n]
                text = self.texts.known(known, leaf=self.tree.is_leaf(n))
                flat += self.index[n], STATUSES.index(known.status), text
        return flat

    def _stack(self, step: Step, returns: bool) -> list[Any]:
        number = self.texts.number
        if step[0] == ENTER:
            return [PUSHED, number(step[2]), number(step[3]), ""]
        if step[0] == ASK:
            return [PUSHED, number(step[3]), number(step[3]), step[2]]
        if step[0] == UPDATE:
            return [TOP, number(step[3]), number(step[4]), number(step[2])]
        return [POPPED] if returns else []

    def _lists(self, step: Step) -> list[Any]:
        """What happens to OPEN (o), BACKUP (b) or the table (t), with the case of Γ."""
        kind, number, index = step[0], self.texts.number, self.index
        if kind == POP:
            return ["o", step[4], [0, 0]]
        if kind == PUSH:
            return ["o", step[4], [1, 0, index[step[1]], step[2][0], number(step[3])]]
        if kind == INSERT:
            return ["o", step[5], [1, step[4], index[step[1]], step[2][0], number(step[3])]]
        if kind == PURGE:
            return ["o", step[3], *([2, index[n]] for n, _, _ in step[2])]
        if kind == NOTE:
            return ["b", step[5], [1, index[step[1]], step[2], number(step[3]), number(step[4])]]
        if kind == DROP:
            return ["b", step[3], *([0, index[n]] for n in step[2])]
        if kind == STORE:
            return ["t", "", [1, index[step[1]], number(step[2]), number(step[3])]]
        return []
