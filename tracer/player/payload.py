"""The data sent to the browser, once: positions, all steps, and what each of them changes.

A change has the content before and after it, each as the number of a row that is sent once. Row 0
of `looks` and `counts` means nothing; everywhere else, -1 means nothing.
"""

import json
import re
from collections.abc import Iterable
from math import inf

from tracer.draw.layout import rooms, tidy
from tracer.draw.style import ending
from tracer.draw.visible import visible
from tracer.log.events import EVENTS, Bounds, Phase, State
from tracer.trace.bets import CUTS_OFF, KINDS, Bet, bets
from tracer.trace.captions import captioned
from tracer.trace.change import STATUSES, UNKNOWN, Call, Change, Counters, Known
from tracer.trace.clusters import entries
from tracer.trace.link import stem
from tracer.trace.moments import TARGETS, steps_to, telling_steps, visiting_steps
from tracer.trace.node_names import kind_of
from tracer.trace.trace import Trace
from trees.catalogue import called
from trees.dewey import Node
from trees.games import GameTree
from trees.number import Number, show, show_bounds, show_count
from trees.tree import SIDES

MOST_STEPS = 200_000
MOST_BOARDS = 2_000
MOST_BETS = 200  # of each kind; nobody makes more

_ALL = {2: "both", 3: "all three", 4: "all four"}

Cell = int | float | str | None
Data = dict[str, object]


def payload(trace: Trace, *, betting: bool = True, **more: object) -> str:
    """A trace as JSON for the player, with `more` about how it came about.

    Without `betting`, what can be bet on is left out: a third of the work.
    """
    return _json(_data(trace, betting=betting) | more)


def picture(trace: Trace) -> str:
    """A trace as JSON for a drawing of its last frame; it may have no steps."""
    return _json(_Payload(trace).data())


def comparison(traces: tuple[Trace, ...]) -> str:
    """Two to four traces of the same tree as JSON for the comparison."""
    if not 2 <= len(traces) <= 4:
        raise ValueError(f"compare needs two to four traces, not {len(traces)}")
    if any(trace.tree != traces[0].tree for trace in traces[1:]):
        raise ValueError("the traces are of different trees; compare two searches of the same tree")
    return _json(
        {
            "title": f"{' · '.join(trace.title for trace in traces)} on {called(traces[0].tree)}",
            "summary": _summary(traces),
            "traces": [_data(trace, betting=False) | {"heading": trace.title} for trace in traces],
        }
    )


def _summary(traces: tuple[Trace, ...]) -> str:
    """How many leaves all searches evaluated, and which evaluated leaves that no other did."""
    seen = [set(trace.leaves) for trace in traces]
    shared = set.intersection(*seen)
    titles = [trace.title for trace in traces]
    if len(set(titles)) < len(titles):
        titles = ["the first", "the second", "the third", "the fourth"]
    words = [f"{show_count(len(shared), 'leaf', 'leaves')} seen by {_ALL[len(traces)]}"]
    for k, own in enumerate(seen):
        others = set[Node]().union(*seen[:k], *seen[k + 1 :])
        if own - others:
            words.append(f"{len(own - others)} only by {titles[k]}")
    return ", ".join(words if words[1:] else [*words, "none only by one"]) + "."


def _data(trace: Trace, *, betting: bool = True) -> Data:
    if not len(trace):
        raise ValueError("the trace has no events, so there is nothing to step through")
    if len(trace) > MOST_STEPS:
        raise ValueError(
            f"the player can show at most {MOST_STEPS:,} events, but this trace has "
            f"{len(trace):,}; search a smaller tree, or record only the beginning with max_events"
        )
    found = _Payload(trace)
    return (found.bets() if betting else {}) | found.data()


def _json(data: Data) -> str:
    """Compact JSON; lone surrogates, which may occur in names, are escaped."""
    text = json.dumps(data, separators=(",", ":"), allow_nan=False, ensure_ascii=False)
    return text.encode("utf-8", "backslashreplace").decode("utf-8")


class _Rows:
    """Rows that others refer to by number, each sent once."""

    def __init__(self, *first: tuple[Cell, ...]) -> None:
        self.rows: list[tuple[Cell, ...]] = list(first)
        self._known = {row: k for k, row in enumerate(first)}

    def __call__(self, *row: Cell) -> int:
        if row not in self._known:
            self._known[row] = len(self.rows)
            self.rows.append(row)
        return self._known[row]


class _Texts(_Rows):
    """Numbers and phrases: short form, full form, and the number if finite."""

    def number(self, x: Number) -> int:
        return self(show(x), repr(x), _finite(x))

    def known(self, known: Known, *, leaf: bool) -> int:
        """The text in a node; a leaf never shows its merit, which would look like its value."""
        short = show_bounds(known.low, known.high)
        if not short:
            return -1 if known.merit is None or leaf else self.number(known.merit)
        full = short if short[0] in "<>" else _in_full(known.low, known.high)
        return self(short, full, _finite(known.low))


def _in_full(low: Number, high: Number) -> str:
    """What is known about a value, with all digits."""
    if low == high:
        return repr(low)
    if high == inf:
        return f"≥ {low!r}"
    return f"≤ {high!r}" if low == -inf else f"[{low!r}, {high!r}]"


def _finite(x: Number) -> float | None:
    return None if abs(x) == inf else float(x)


class _Payload:
    """Builds a payload: the changes of the replay, as numbers."""

    def __init__(self, trace: Trace) -> None:
        self.trace = trace
        self.tree = trace.tree
        self.numbered = trace.numbered() if trace.tree.names else None  # the key "n" switches
        self.texts = _Texts()
        self.looks, self.counts = _Rows((STATUSES.index(UNKNOWN.status), -1)), _Rows(())
        self.calls, self.states, self.phases, self.bounds = _Rows(), _Rows(), _Rows(), _Rows()
        self.visible = visible(trace)
        self.index = {n: i for i, n in enumerate(self.visible.nodes)}
        side = trace.timeline.algorithm.solves
        self.entered = iter(entries(self.tree, trace.changes, side))
        self.rows_of_entries: list[int] = []
        self.row_of: dict[State, int] = {}  # of its latest entry

    def data(self) -> Data:
        trace, changes = self.trace, self.trace.changes
        ended, horizon = ending(trace.frame(len(trace))), trace.timeline.horizon
        return {
            "title": trace.title,
            "heading": trace.heading,
            "link": _stem(trace),
            "start": trace.caption(0),
            "side": trace.timeline.algorithm.solves,
            "complete": trace.complete,
            "value": None if trace.value is None else show(trace.value),
            "listing": [[line.text, int(line.goes_on)] for line in trace.listing],
            "variable": _variable([line.text for line in trace.listing]),
            "tree": self._tree(),
            "steps": self._steps(),
            "kinds": tuple(EVENTS),
            "statuses": STATUSES,
            "counters": Counters._fields,
            "looks": self.looks.rows,
            "calls": self.calls.rows,
            "states": self.states.rows,
            "phases": self.phases.rows,
            "bounds": self.bounds.rows,
            "counts": self.counts.rows,
            "targets": {target: steps_to(changes, target) for target in TARGETS},
            "levels": {"nodes": visiting_steps(changes), "cuts": telling_steps(changes)},
            "cutoffs": {i: self._cutoff(i) for i in trace.cutoffs},
            "answers": {i: c.answer for i, c in enumerate(changes, 1) if c.answer is not None},
            "horizons": dict(zip(horizon.steps, horizon.values, strict=True)),
            "pv": self._ids(sorted(ended.variation)),
            "solution": self._ids(sorted(ended.solution)),
            "boards": self._boards(),
            "pieces": self._pieces(),
            "texts": self.texts.rows,
        }

    def bets(self) -> Data:
        """What can be bet on, the best kind first, and the rules behind the hints."""
        rules, found = _Rows(), {}
        for what in KINDS:
            rows = bets(self.trace, what, among=self.index, most=MOST_BETS)
            if sent := [self._bet(bet, rules(bet.rule)) for bet in rows]:
                found[what] = sent
        return {"bets": found, "rules": [rule for (rule,) in rules.rows]}

    def _bet(self, bet: Bet, rule: int) -> list[object]:
        """The frame, the steps that answer and that show it, the choices, the right one, the hint.

        Choices are nodes, texts of values, or cases; those of a cutoff are always the same, and the
        node and the number of its children left take their place.
        """
        m = bet.moment
        choices: list[Cell] = []
        for choice in bet.choices:
            if isinstance(choice, tuple):
                choices.append(self.index[choice])
            elif isinstance(choice, str):
                choices.append(choice)
            else:
                choices.append(self.texts(self.trace.timeline.show(choice), repr(choice), choice))
        if m.left:
            choices = [self.index[m.node if m.answer == CUTS_OFF else m.node[:-1]], m.left]
        return [m.frame, m.step, bet.shows, choices, bet.right, rule, *self._ids(bet.mentions)]

    def _cutoff(self, i: int) -> list[object]:
        """Node, skipped nodes, leaves, kind, node of the bound, witnesses, reasons (twice)."""
        found = self.trace.cutoffs[i]
        by, *witnesses = (-1 if n is None else self.index[n] for n in (found.by, *found.witnesses))
        about = self.index[found.node], self._ids(found.skipped), found.leaves, found.kind
        numbered = _reasons(self.numbered, i) if self.numbered else 0
        return [*about, by, *witnesses, _reasons(self.trace, i), numbered]

    def _boards(self) -> dict[int, str]:
        """The positions of a game, if the tree is a game tree."""
        if not isinstance(self.tree, GameTree) or len(self.index) > MOST_BOARDS:
            return {}
        return {i: self.tree.board(n) for n, i in self.index.items()}

    def _pieces(self) -> list[str]:
        """What MAX and MIN play; a board shows it, or its first letter."""
        game = self.tree.game if isinstance(self.tree, GameTree) else None
        return list(getattr(game, "sides", SIDES))

    def _ids(self, nodes: Iterable[Node]) -> list[int]:
        return [self.index[n] for n in nodes if n in self.index]

    def _tree(self) -> Data:
        tree, nodes = self.tree, self.visible.nodes
        leaves = {n: tree.value(n) for n in nodes if tree.is_leaf(n)}
        widest = max([len(show(v)) for v in leaves.values()], default=2)
        layout = tidy(nodes, rooms(nodes, widest))
        return {
            "root": tree.root,
            "parent": [self.index[n[:-1]] if n else -1 for n in nodes],
            "last": [n[-1] if n else 0 for n in nodes],
            "names": {i: tree.names[n] for i, n in enumerate(nodes) if n in tree.names},
            "short": {i: tree.short_name(n) for i, n in enumerate(nodes) if tree.is_line(n)},
            "kinds": {i: kind_of(tree, n) for i, n in enumerate(nodes) if tree.is_line(n)},
            "labels": {i: tree.labels[n] for i, n in enumerate(nodes) if n in tree.labels},
            "value": [self.texts.number(leaves[n]) if n in leaves else -1 for n in nodes],
            "x": [round(layout.x[n], 1) for n in nodes],
            "y": [layout.y[n] for n in nodes],
            "width": layout.width,
            "height": layout.height,
            "depth": max(map(len, nodes)),
            "stubs": {self.index[n]: tree.leaf_count(n) for n in self.visible.stubs},
            "range": [float(min(leaves.values())), float(max(leaves.values()))]
            if leaves
            else [0, 0],
            "leaves": tree.leaf_count(),
        }

    def _steps(self) -> Data:
        """One column for each thing that a step describes or changes.

        A cell is 0 if the step has nothing to say there; a column of zeros is empty.
        """
        rows = [self._step(i, change) for i, change in enumerate(self.trace.changes, 1)]
        columns: Data = {name: [row[k] for row in rows] for k, name in enumerate(_COLUMNS)}
        unused = [k for k in range(_ABOUT, len(_COLUMNS)) if not any(row[k] for row in rows)]
        return columns | {_COLUMNS[k]: [] for k in unused}

    def _step(self, i: int, change: Change) -> tuple[Cell | list[int], ...]:
        """One row; changes are flat lists of place, before, after (for calls: before, after)."""
        taken, line, index = change.event, self.trace.line(i), self.index
        text, (_, *others) = captioned(self.trace.frame(i))
        nodes = [changed for changed in change.nodes if changed[0] in index]
        return (
            _KINDS[taken.kind],
            index[taken.node],
            -1 if line is None else line,
            text,
            self.numbered.caption(i) if self.numbered else 0,
            self._ids(others) or 0,
            getattr(taken, "case", "") or 0,
            [x for n, a, b in nodes for x in (index[n], self._look(n, a), self._look(n, b))] or 0,
            [*map(self._row, change.call)] if change.call else 0,
            [x for place, *both in change.open for x in (place, *self._states(*both))] or 0,
            [x for n, *both in change.backup for x in (index[n], *map(self._row, both))] or 0,
            [x for n, *both in change.table for x in (index[n], *map(self._row, both))] or 0,
            self.counts(*(x for name, much in change.counts for x in (_COUNTERS[name], much))),
        )

    def _look(self, n: Node, known: Known) -> int:
        text = self.texts.known(known, leaf=self.tree.is_leaf(n))
        return self.looks(STATUSES.index(known.status), text)

    def _row(self, held: Call | Phase | Bounds | None) -> int:
        """The row of a visit in progress, or of an entry of BACKUP or the table."""
        number = self.texts.number
        match held:
            case Call(_, alpha, beta, value=value, relation=asked, crossed=crossed):
                best = -1 if value is None else number(value)
                return self.calls(number(alpha), number(beta), best, asked or "", int(crossed))
            case Phase(_, last, low, high):
                return self.phases(last, number(low), number(high))
            case Bounds(low, high):
                return self.bounds(number(low), number(high))
        return -1

    def _states(self, old: State | None, new: State | None) -> tuple[int, int]:
        """The state that leaves OPEN, and the one that enters it."""
        gone = -1 if old is None else self.row_of[old]
        if new is None:
            return gone, -1
        _, origin = next(self.entered)
        came_from = -1 if origin < 0 else self.rows_of_entries[origin]
        merit = self.texts.number(new.merit)
        row = self.states(self.index[new.node], new.status[0], merit, came_from)
        self.rows_of_entries.append(row)
        self.row_of[new] = row
        return gone, row


def _variable(listing: list[str]) -> str:
    """What the listing calls the best value of a visit so far: what is −∞ at first."""
    found = re.search(r"(\w) ← −∞", "\n".join(listing))
    return found[1] if found else "v"


def _stem(trace: Trace) -> str:
    """A link to this trace without its step, which the browser adds; empty if there is none."""
    try:
        return stem(trace)
    except ValueError:
        return ""


def _reasons(trace: Trace, i: int) -> tuple[str, ...]:
    """The inequality behind a cutoff: worked out, in numbers and leaves alone, and in leaves."""
    why = trace.why(i)
    return why.worked, why.brief, why.inequality


_COLUMNS = (
    *("kind", "node", "line", "caption"),  # what a step describes
    "numbered",  # the caption with Dewey numbers instead of names
    "mentions",  # the nodes that its caption names besides its own
    *("case", "nodes", "call", "open", "backup", "table", "counts"),  # what it changes
)
_ABOUT = _COLUMNS.index("numbered")
_KINDS = {kind: k for k, kind in enumerate(EVENTS)}
_COUNTERS = {name: k for k, name in enumerate(Counters._fields)}
