"""The replay: goes through a trace once and works out what every step changes.

What is known about a node follows from the leaves seen so far, whatever the search: the backup
rule passes bounds up from the leaves. What a step does to the path, OPEN, BACKUP, the table and
the counters comes from its event. This is the one place that defines visits, cutoffs and the
storage in use.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from math import inf
from typing import Any, assert_never

from tracer.algorithms.registry import Algorithm
from tracer.log import events as e
from tracer.log.events import LIVE, Bounds, Event, Phase, State
from tracer.log.log import Step, event
from tracer.trace.change import (
    CUT_OFF,
    EVALUATED,
    GIVEN_UP,
    LIVE_NODE,
    OPEN_NODE,
    SOLVED_NODE,
    UNKNOWN,
    UNSEEN,
    Call,
    Change,
    Counters,
    Known,
    Stack,
)
from tracer.trace.cutoff import Cutoff, join
from tracer.trace.reasons import Reasons
from trees.dewey import Node, is_below
from trees.horizon import Horizon
from trees.number import Number
from trees.tree import Tree


class Replay:
    """The state of a search while its steps are replayed once, in order.

    It accepts any event; `Fits` checks whether an event fits.
    """

    def __init__(
        self, tree: Tree, algorithm: Algorithm, lower: Number = -inf, upper: Number = inf
    ) -> None:
        """`lower` and `upper` are the bounds given to a best-first search."""
        self.tree = tree  # down to the horizon, if there is one
        self.stack: Stack = None
        self.nodes: dict[Node, Known] = {}
        self.open: list[State] = []  # first state first
        self.backup: dict[Node, Phase] = {}
        self.table: dict[Node, Bounds] = {}
        self.counts = dict.fromkeys(Counters._fields, 0)
        self._whole = tree
        self._opponent_is_max = algorithm.solves == "MIN"  # OPEN has one reply of theirs at a time
        self._leaves: set[Node] = set()  # evaluated, within this horizon
        self._ever: set[Node] = set()  # evaluated within any horizon
        self._fresh: dict[Node, int] = {}  # leaves below a node that are neither seen nor cut off
        self._depth = self._inner = 0  # visits in progress, and those to inner nodes
        self.twins: dict[Node, list[Node]] = {}  # nodes with the same position, as the table says
        self._reasons = Reasons(tree, self.bounds, self.twins, (lower, upper), algorithm.solves)
        self._returned: Node | None = None  # the visit that ended last
        self._purged: Node | None = None  # where OPEN was purged since a state was last taken
        self._forget()

    def run(self, steps: Sequence[Step]) -> Iterator[Change]:
        """Replay all steps."""
        return (self.advance(event(step)) for step in steps)

    def advance(self, taken: Event) -> Change:
        """Take one more step, and return what it changes."""
        self._forget()
        self._act(taken)
        opened, noted = len(self.open), len(self.backup)
        self._reach("storage", opened + noted + len(self.table) + self._inner)
        self._reach("peak_open", opened)
        self._reach("peak_backup", noted)
        self._reach("peak_stack", self._depth)
        found = self._cutoff
        if found is not None:
            self._count("cutoffs")
            if found.deep is not None:
                self._count("deep_cutoffs" if found.deep else "shallow_cutoffs")
        nodes = tuple(
            (n, old, self.nodes[n]) for n, old in self._before.items() if old != self.nodes[n]
        )
        return Change(
            taken,
            nodes,
            self._call,
            tuple(self._opened),
            tuple(self._noted),
            tuple(self._stored),
            tuple(self._counted.items()),
            found,
        )

    def _forget(self) -> None:
        """Start a new change."""
        self._before: dict[Node, Known] = {}
        self._call: tuple[Call | None, Call | None] | None = None
        self._opened: list[tuple[int, State | None, State | None]] = []
        self._noted: list[tuple[Node, Phase | None, Phase | None]] = []
        self._stored: list[tuple[Node, Bounds | None, Bounds | None]] = []
        self._counted: dict[str, int] = {}
        self._cutoff: Cutoff | None = None

    def _act(self, taken: Event) -> None:
        match taken:
            case e.Enter(n, alpha, beta):
                self._visit(Call(n, alpha, beta, alpha, beta))
            case e.Ask(n, relation, threshold):
                asked = threshold, threshold, threshold, threshold
                self._visit(Call(n, *asked, relation=relation))
            case e.Evaluate(n, value):
                if self.stack is not None and self.stack[0].node == n:  # else it was in OPEN
                    self._end(n)
                self._evaluate(n, value)
            case e.Test(n, value):
                self._end(n)
                self._evaluate(n, value)
                self._count("tests")
            case e.Update(n, value, alpha, beta):
                self._replace_top(value=value, alpha=alpha, beta=beta, best=self._last_child(n))
            case e.Cut():
                self._cut(taken)
            case e.Leave(n) | e.Answer(n):
                self._end(n)
                self._set(n, EVALUATED if n in self._leaves else SOLVED_NODE)
            case e.Pop(n, status):
                self._purged = None
                self._splice(0, self.open[0], None)
                self._set_merit(n, LIVE_NODE if status == LIVE else self._status(n), None)
                if status == LIVE:
                    self._count("visits")
            case e.Push(n, status, merit):
                self._enter_open(0, State(n, status, merit))
            case e.Insert(n, status, merit, place):
                self._enter_open(place, State(n, status, merit))
            case e.Purge():
                self._purge(taken)
            case e.Note(n, last, low, high):
                self._noted.append((n, self.backup.get(n), Phase(n, last, low, high)))
                self.backup[n] = Phase(n, last, low, high)
            case e.Drop(_, dropped):
                for m in dropped:
                    self._noted.append((m, self.backup.pop(m), None))
                topmost = [m for m in dropped if not any(is_below(m, other) for other in dropped)]
                if self._purged is not None:  # else OPEN is purged next, and that is the cutoff
                    self._abandon(self._never_again(topmost, self._purged), self._reasons.give_up)
            case e.Same(n, other):
                join(self.twins, n, other)
                self._share(n, other)
            case e.Evict(_, other):
                self._stored.append((other, self.table.pop(other), None))
                self._count("table", -1)
            case e.Lookup(n, _, _, hit):
                if hit:
                    self._count("hits")
                    self._replace_top(recalled=True)
            case e.Store(n, low, high):
                self._stored.append((n, self.table.get(n), Bounds(low, high)))
                if n not in self.table:
                    self._count("table")
                self.table[n] = Bounds(low, high)
            case e.PassBegins(_, _, low, high):
                self._count("passes")
                self._reasons.next_pass(low, high)
            case e.PassEnds():
                pass
            case e.NewHorizon(_, depth):
                self._new_horizon(depth)
            case e.See(n):
                self._count("visits")
                if self._status(n) == UNSEEN:
                    self._set(n, LIVE_NODE)
            case _:
                assert_never(taken)

    # What is known about nodes

    def _status(self, n: Node) -> str:
        return self.nodes.get(n, UNKNOWN).status

    def _learn(self, n: Node, known: Known) -> None:
        old = self.nodes.get(n, UNKNOWN)
        self._before.setdefault(n, old)
        self.nodes[n] = known

    def _set(self, n: Node, status: str) -> None:
        _, low, high, merit = self.nodes.get(n, UNKNOWN)
        self._learn(n, Known(status, low, high, merit))

    def _set_merit(self, n: Node, status: str, merit: Number | None) -> None:
        _, low, high, _ = self.nodes.get(n, UNKNOWN)
        self._learn(n, Known(status, low, high, merit))

    def bounds(self, n: Node) -> tuple[Number, Number]:
        """What the leaves seen so far prove about a node."""
        known = self.nodes.get(n, UNKNOWN)
        return known.low, known.high

    def _evaluate(self, n: Node, value: Number) -> None:
        self._count("evaluations")
        if n not in self._ever:
            self._ever.add(n)
            self._count("nbp")
        if n not in self._leaves:
            self._leaves.add(n)
            if self._fresh_below(n):
                self._spend(n, 1)
            else:
                self._count("leaves_cut", -1)
        self._learn(n, Known(EVALUATED, value, value, self.nodes.get(n, UNKNOWN).merit))
        self._back_up(n)

    def _share(self, n: Node, other: Node) -> None:
        """What is known about another node with the same position holds for `n` as well."""
        known, (low, high) = self.nodes.get(n, UNKNOWN), self.bounds(other)
        low, high = max(known.low, low), min(known.high, high)
        if (low, high) != (known.low, known.high):
            self._learn(n, known._replace(low=low, high=high))
            self._back_up(n)

    def _back_up(self, n: Node) -> None:
        """Pass new bounds up from `n`, by the backup rule."""
        while n:
            n = n[:-1]
            old = self.nodes.get(n, UNKNOWN)
            below = [self.nodes.get(c, UNKNOWN) for c in self.tree.children(n)]
            best = max if self.tree.is_max(n) else min
            low, high = best([c.low for c in below]), best([c.high for c in below])
            if n in self.twins:  # where more may be known than from its children
                low, high = max(low, old.low), min(high, old.high)
            if (low, high) == (old.low, old.high):
                return
            self._learn(n, old._replace(low=low, high=high))

    def entry(self, n: Node) -> Bounds | None:
        """What the table holds for a node, whichever node with its position stored it."""
        held = [self.table[m] for m in (n, *self.twins.get(n, ())) if m in self.table]
        return held[0] if held else None

    def _new_horizon(self, depth: int) -> None:
        """Start on another tree, for which nothing known about the last one holds."""
        self.tree = Horizon(self._whole, depth)
        for n in self.nodes:
            self._learn(n, UNKNOWN)
        for n, bounds in self.table.items():
            self._stored.append((n, bounds, None))
        self.table = {}
        self._count("table", -self.counts["table"])
        self._count("leaves_cut", -self.counts["leaves_cut"])
        self._leaves, self._fresh = set(), {}
        self._reasons.new_horizon(self.tree)
        self._count("horizons")

    def _reach(self, name: str, size: int) -> None:
        if size > self.counts[name]:
            self._count(name, size - self.counts[name])

    def _count(self, name: str, much: int = 1) -> None:
        if much:
            self.counts[name] += much
            self._counted[name] = self._counted.get(name, 0) + much

    # Leaves that are neither seen nor cut off

    def _fresh_below(self, n: Node) -> int:
        for k in range(len(n)):
            if self._fresh.get(n[:k]) == 0:
                return 0
        return self._fresh[n] if n in self._fresh else self.tree.leaf_count(n)

    def _spend(self, n: Node, leaves: int) -> None:
        for k in range(len(n) + 1):
            m = n[:k]
            self._fresh[m] = (
                self._fresh[m] if m in self._fresh else self.tree.leaf_count(m)
            ) - leaves

    # Visits

    def _visit(self, call: Call) -> None:
        self._set(call.node, LIVE_NODE)
        self._count("visits")
        self.stack = call, self.stack
        self._call = None, call
        self._depth += 1
        self._inner += not self.tree.is_leaf(call.node)

    def _end(self, n: Node) -> None:
        assert self.stack is not None
        call, self.stack = self.stack
        self._call = call, None
        self._depth -= 1
        self._inner -= not self.tree.is_leaf(n)
        self._returned = n

    def _replace_top(self, **changes: Any) -> None:
        assert self.stack is not None
        old, rest = self.stack
        new = old._replace(**changes)
        self.stack = new, rest
        self._call = old, new

    def _last_child(self, n: Node) -> Node | None:
        return self._returned if self._returned and self._returned[:-1] == n else None

    # Cutoffs of depth-first searches

    def _cut(self, taken: e.Cut) -> None:
        saved = sum(self._skip(c) for c in taken.skipped)
        self._count("leaves_cut", saved)
        self._cutoff = self._reasons.cut(taken, self.stack, self._last_child(taken.node), saved)

    def _skip(self, n: Node) -> int:
        """Cut off a node, and return how many leaves that saves."""
        if self._status(n) in (UNSEEN, OPEN_NODE, CUT_OFF):
            self._set_merit(n, CUT_OFF, None)
        saved = self._fresh_below(n)
        if saved:
            self._spend(n, saved)
        return saved

    # OPEN and BACKUP

    def _splice(self, place: int, old: State | None, new: State | None) -> None:
        self._opened.append((place, old, new))
        if old is not None:
            del self.open[place]
        if new is not None:
            self.open.insert(place, new)

    def _enter_open(self, place: int, state: State) -> None:
        self._splice(place, None, state)
        n, status, merit = state
        if status == LIVE:
            self._set_merit(n, OPEN_NODE, merit)
        else:
            evaluated = self._status(n) == EVALUATED
            self._set_merit(n, EVALUATED if evaluated else SOLVED_NODE, merit)
            self._abandon((n,), self._reasons.give_up)

    def _purge(self, taken: e.Purge) -> None:
        states = set(taken.states)
        kept = [(k, s) for k, s in enumerate(self.open) if s in states]
        for k, state in reversed(kept):
            self._splice(k, state, None)
            self._set_merit(state.node, self._status(state.node), None)
        i = self._purged = taken.node
        if i in self.backup:
            tops = self._never_again([self._slot(state.node) for state in taken.states], i)
        else:  # nothing below will be resumed
            left = (UNSEEN, OPEN_NODE, LIVE_NODE)
            tops = tuple(c for c in self.tree.children(i) if self._status(c) in left)
        self._abandon(tops, partial(self._reasons.purge, i))

    def _never_again(self, nodes: Iterable[Node], i: Node) -> tuple[Node, ...]:
        """For each node, the topmost one from it up to `i` that will not be resumed."""
        unfinished = [m for m, p in self.backup.items() if p.last < len(self.tree.children(m))]
        return tuple(dict.fromkeys(_topmost(n, i, unfinished) for n in nodes))

    def _slot(self, n: Node) -> Node:
        """The node at or above a state whose replies are tried one at a time."""
        return n if self.tree.is_max(n) == self._opponent_is_max else n[:-1]

    def _abandon(self, tops: tuple[Node, ...], why: Callable[..., Cutoff]) -> None:
        """Cut off what is unsolved at or below these nodes."""
        skipped: list[Node] = []
        todo = list(reversed(tops))
        while todo:
            n = todo.pop()
            status = self._status(n)
            if status in (UNSEEN, OPEN_NODE):
                if self._fresh_below(n):
                    skipped.append(n)
            elif status == LIVE_NODE or n in tops:
                todo.extend(reversed(self.tree.children(n)))
                if status == LIVE_NODE and n != self._purged:
                    self._set(n, GIVEN_UP)
        saved = sum(map(self._skip, skipped))
        self._count("leaves_cut", saved)
        if saved:  # the reason is needed only where something is skipped
            tops = tuple(top for top in tops if any(n[: len(top)] == top for n in skipped))
            self._cutoff = why(tops, tuple(skipped), saved)


def _topmost(n: Node, i: Node, unfinished: list[Node]) -> Node:
    """The topmost node at or above `n`, but below `i`, with no unfinished node at or below it."""
    while len(n) - 1 > len(i) and not any(m[: len(n) - 1] == n[:-1] for m in unfinished):
        n = n[:-1]
    return n
