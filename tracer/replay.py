"""The replay: goes through a trace once and says what every step changes.

What is known of a node is what follows from the leaves seen so far, whatever the search: bounds
are passed up from the leaves by the backup rule. What a step does to the path, OPEN, BACKUP, the
table and the counters comes from its event. This is the one place that says what a visit, a
cutoff and the storage in use are.
"""

from collections.abc import Iterator, Sequence
from math import inf
from typing import Any, NamedTuple, assert_never

from tracer import cutoff as cut
from tracer.cutoff import RELATIONS, Cutoff, Side, witness
from tracer.events import (
    LIVE,
    MORE,
    Answer,
    Ask,
    Bounds,
    Cut,
    Drop,
    Enter,
    Evaluate,
    Event,
    Insert,
    Leave,
    Lookup,
    NewHorizon,
    Note,
    PassBegins,
    PassEnds,
    Phase,
    Pop,
    Purge,
    Push,
    Relation,
    See,
    State,
    Step,
    Store,
    Test,
    Update,
    event,
)
from tracer.listing import Algorithm
from trees.dewey import ROOT, Node, is_below, label
from trees.horizon import Horizon
from trees.number import Number, above, below
from trees.tree import Tree

# What a node can be: never met; being searched; in OPEN; a leaf with its value; done with;
# skipped, itself or an ancestor.
UNSEEN, LIVE_NODE, OPEN_NODE = "unseen", "live", "open"
EVALUATED, SOLVED_NODE, CUT_OFF = "evaluated", "solved", "cut off"
STATUSES = (UNSEEN, LIVE_NODE, OPEN_NODE, EVALUATED, SOLVED_NODE, CUT_OFF)


class Known(NamedTuple):
    """What is known of a node: its status, low ≤ value ≤ high, and its merit while in OPEN."""

    status: str
    low: Number = -inf
    high: Number = inf
    merit: Number | None = None


class Call(NamedTuple):
    """A visit in progress: its window now, the window it began with, its best value and child.

    A visit with a question has a relation, and its window is the threshold alone.
    """

    node: Node
    alpha: Number
    beta: Number
    first_alpha: Number
    first_beta: Number
    value: Number | None = None
    best: Node | None = None
    relation: Relation | None = None
    recalled: bool = False  # the table has answered

    @property
    def crossed(self) -> bool:
        """Whether no value can matter any more."""
        return self.relation is None and self.alpha >= self.beta


UNKNOWN = Known(UNSEEN)
Stack = tuple[Call, Any] | None  # a linked list: the call on top, and the rest


class Counters(NamedTuple):
    """What a search has cost so far."""

    nbp: int = 0  # distinct leaves evaluated
    evaluations: int = 0  # leaf evaluations, repeats included
    tests: int = 0  # of these, the ones that only answered a question
    visits: int = 0  # nodes entered, asked about, or taken LIVE from OPEN; repeats included
    cutoffs: int = 0
    shallow_cutoffs: int = 0
    deep_cutoffs: int = 0
    leaves_cut: int = 0  # leaves cut off and not evaluated since
    storage: int = 0  # most held at once: OPEN, BACKUP, table, inner nodes on the path
    peak_open: int = 0
    peak_backup: int = 0
    peak_stack: int = 0
    table: int = 0  # entries in the table
    hits: int = 0  # lookups that answered their question
    passes: int = 0  # calls by a driver
    horizons: int = 0


class Change(NamedTuple):
    """What one step changes, before and after."""

    event: Event
    nodes: tuple[tuple[Node, Known, Known], ...] = ()
    call: tuple[Call | None, Call | None] | None = None  # on top of the stack
    open: tuple[tuple[int, State | None, State | None], ...] = ()  # by place, one after another
    backup: tuple[tuple[Node, Phase | None, Phase | None], ...] = ()
    table: tuple[tuple[Node, Bounds | None, Bounds | None], ...] = ()
    counts: tuple[tuple[str, int], ...] = ()  # how much is added to which counter
    cutoff: Cutoff | None = None

    @property
    def visit(self) -> Node | None:
        """The node that this step visits."""
        taken = self.event
        if isinstance(taken, Enter | Ask | See) or (
            isinstance(taken, Pop) and taken.status == LIVE
        ):
            return taken.node
        return None

    @property
    def leaf(self) -> Node | None:
        """The leaf that this step evaluates."""
        return self.event.node if isinstance(self.event, Evaluate | Test) else None


class MisfitError(ValueError):
    """An event that does not fit what went before."""


class Replay:
    """The state of a search while its steps are gone through once, in order."""

    def __init__(
        self, tree: Tree, algorithm: Algorithm, lower: Number = -inf, upper: Number = inf
    ) -> None:
        """`lower` and `upper` are the bounds that a best-first search was given."""
        self.tree = tree  # down to the horizon, where there is one
        self.stack: Stack = None
        self.nodes: dict[Node, Known] = {}
        self.open: list[State] = []  # the first state comes first
        self.backup: dict[Node, Phase] = {}
        self.table: dict[Node, Bounds] = {}
        self.counts = dict.fromkeys(Counters._fields, 0)
        self._whole = tree
        self._negates = algorithm.negates
        self._opponent_is_max = algorithm.solves == "MIN"  # who has one reply at a time in OPEN
        self._leaves: set[Node] = set()  # evaluated, within this horizon
        self._ever: set[Node] = set()  # evaluated at all
        self._fresh: dict[Node, int] = {}  # leaves below a node, neither seen nor cut off
        self._depth = self._inner = 0  # calls in progress, and those of inner nodes
        self._window = lower, upper
        self._returned: Node | None = None  # the visit that ended last
        self._thresholds: dict[Number, Node] = {}  # what a driver may ask about, and whose it is
        self._steps = 0
        self._forget()

    def run(self, steps: Sequence[Step]) -> Iterator[Change]:
        """Take all steps."""
        return (self.advance(event(step)) for step in steps)

    def advance(self, taken: Event) -> Change:
        """Take one more step, and say what it changes."""
        self._forget()
        self._steps += 1
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
        """Begin a change."""
        self._before: dict[Node, Known] = {}
        self._call: tuple[Call | None, Call | None] | None = None
        self._opened: list[tuple[int, State | None, State | None]] = []
        self._noted: list[tuple[Node, Phase | None, Phase | None]] = []
        self._stored: list[tuple[Node, Bounds | None, Bounds | None]] = []
        self._counted: dict[str, int] = {}
        self._cutoff: Cutoff | None = None

    def _act(self, taken: Event) -> None:
        match taken:
            case Enter(n, alpha, beta):
                self._visit(Call(n, alpha, beta, alpha, beta))
            case Ask(n, relation, threshold):
                asked = threshold, threshold, threshold, threshold
                self._visit(Call(n, *asked, relation=relation))
            case Evaluate(n, value):
                if self.stack is not None:
                    self._end(n)
                self._evaluate(n, value)
            case Test(n, value):
                if self._top(n, taken).relation is None:
                    raise self._misfit(taken, "it was visited without a question")
                self._end(n)
                self._evaluate(n, value)
                self._count("tests")
            case Update(n, value, alpha, beta):
                self._replace_top(
                    taken, value=value, alpha=alpha, beta=beta, best=self._last_child(n)
                )
            case Cut():
                self._cut(taken)
            case Leave(n) | Answer(n):
                self._top(n, taken)
                self._end(n)
                self._set(n, EVALUATED if n in self._leaves else SOLVED_NODE)
            case Pop(n, status, merit):
                if not self.open or self.open[0] != (n, status, merit):
                    raise self._misfit(taken, "it is not the first state of OPEN")
                self._splice(0, self.open[0], None)
                self._set_merit(n, LIVE_NODE if status == LIVE else self._status(n), None)
                if status == LIVE:
                    self._count("visits")
            case Push(n, status, merit):
                self._enter_open(0, State(n, status, merit))
            case Insert(n, status, merit, place):
                if place > len(self.open):
                    raise self._misfit(taken, f"OPEN has no place {place}")
                self._enter_open(place, State(n, status, merit))
            case Purge():
                self._purge(taken)
            case Note(n, last, low, high):
                self._noted.append((n, self.backup.get(n), Phase(n, last, low, high)))
                self.backup[n] = Phase(n, last, low, high)
            case Drop(_, dropped):
                for m in dropped:
                    if m not in self.backup:
                        raise self._misfit(taken, f"{label(m)} is not in BACKUP")
                    self._noted.append((m, self.backup.pop(m), None))
                self._give_up(
                    tuple(m for m in dropped if not any(is_below(m, other) for other in dropped))
                )
            case Lookup(n, _, _, hit):
                if hit:
                    self._count("hits")
                    self._replace_top(taken, recalled=True)
            case Store(n, low, high):
                self._stored.append((n, self.table.get(n), Bounds(low, high)))
                if n not in self.table:
                    self._count("table")
                self.table[n] = Bounds(low, high)
            case PassBegins(_, _, low, high):
                self._count("passes")
                self._thresholds = self._leaves_behind(low, high)
            case PassEnds():
                pass
            case NewHorizon(_, depth):
                self._new_horizon(depth)
            case See(n):
                self._count("visits")
                if self._status(n) == UNSEEN:
                    self._set(n, LIVE_NODE)
            case _:
                assert_never(taken)

    def _misfit(self, taken: Event, why: str) -> MisfitError:
        at = self._whole.name(taken.node)
        return MisfitError(
            f"step {self._steps}, {taken.kind!r} at {at}, does not fit what went before: {why}"
        )

    # What is known of nodes

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
        """What the leaves seen so far prove of a node."""
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
        low = high = value
        while n:
            n = n[:-1]
            status, old_low, old_high, merit = self.nodes.get(n, UNKNOWN)
            if self.tree.is_max(n):
                low, high = max(old_low, low), self._greatest_high(n)
            else:
                low, high = self._least_low(n), min(old_high, high)
            if low == old_low and high == old_high:
                return
            self._learn(n, Known(status, low, high, merit))

    def _greatest_high(self, n: Node) -> Number:
        """The upper bound of a MAX node by those of its children."""
        greatest = -inf
        for c in reversed(self.tree.children(n)):  # the last ones are seldom seen
            high = self.nodes.get(c, UNKNOWN).high
            if high == inf:
                return inf
            greatest = max(greatest, high)
        return greatest

    def _least_low(self, n: Node) -> Number:
        """The lower bound of a MIN node by those of its children."""
        least = inf
        for c in reversed(self.tree.children(n)):
            low = self.nodes.get(c, UNKNOWN).low
            if low == -inf:
                return -inf
            least = min(least, low)
        return least

    def _new_horizon(self, depth: int) -> None:
        """Another tree begins: nothing that was known of the last one holds for it."""
        self.tree = Horizon(self._whole, depth)
        for n in self.nodes:
            self._learn(n, UNKNOWN)
        for n, bounds in self.table.items():
            self._stored.append((n, bounds, None))
        self.table = {}
        self._count("table", -self.counts["table"])
        self._count("leaves_cut", -self.counts["leaves_cut"])
        self._leaves, self._fresh, self._thresholds = set(), {}, {}
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
        if call.node and self._status(call.node[:-1]) == UNSEEN:
            raise MisfitError(
                f"step {self._steps} visits {self._whole.name(call.node)}, but its parent was "
                "never visited"
            )
        self._set(call.node, LIVE_NODE)
        self._count("visits")
        self.stack = call, self.stack
        self._call = None, call
        self._depth += 1
        self._inner += not self.tree.is_leaf(call.node)

    def _top(self, n: Node, taken: Event) -> Call:
        """The visit of `n`, which has to be the latest one."""
        if self.stack is None or self.stack[0].node != n:
            raise self._misfit(taken, "it is not the node being visited")
        return self.stack[0]

    def _end(self, n: Node) -> None:
        assert self.stack is not None
        call, self.stack = self.stack
        if call.node != n:
            raise MisfitError(
                f"step {self._steps} evaluates {self._whole.name(n)} during the visit of "
                f"{self._whole.name(call.node)}"
            )
        self._call = call, None
        self._depth -= 1
        self._inner -= not self.tree.is_leaf(n)
        self._returned = n

    def _replace_top(self, taken: Event, **changes: Any) -> None:
        old = self._top(taken.node, taken)
        new = old._replace(**changes)
        assert self.stack is not None
        self.stack = new, self.stack[1]
        self._call = old, new

    def _last_child(self, n: Node) -> Node | None:
        return self._returned if self._returned and self._returned[:-1] == n else None

    # Cutoffs of depth-first searches

    def _cut(self, taken: Cut) -> None:
        n, skipped = taken.node, taken.skipped
        call = self._top(n, taken)
        saved = sum(self._skip(c) for c in skipped)
        self._count("leaves_cut", saved)
        is_max = self.tree.is_max(n)
        value = self._side((n,), cut.LOW if is_max else cut.HIGH)
        relation = "≥" if is_max else "≤"
        if call.relation:
            by, bound = self._asked(call)
            kind = cut.QUESTION
            relation = call.relation if is_max else "≤" if call.relation == MORE else "<"
        elif (call.beta if is_max else call.alpha) in (inf, -inf):
            by, bound, kind = None, Side(taken.bound), cut.EXTREME
        else:
            by, bound, kind, null = self._held(call, cut.HIGH if is_max else cut.LOW)
            relation = {"≥": ">", "≤": "<"}[relation] if null else relation
        sound = RELATIONS[relation](value.number, bound.number)
        deep = None if kind not in (cut.SHALLOW, cut.DEEP) else kind == cut.DEEP
        self._cutoff = Cutoff(n, skipped, saved, kind, by, deep, relation, value, bound, sound)

    def _skip(self, n: Node) -> int:
        """Cut a node off; return how many leaves that saves."""
        if self._status(n) in (UNSEEN, OPEN_NODE, CUT_OFF):
            self._set_merit(n, CUT_OFF, None)
        saved = self._fresh_below(n)
        if saved:
            self._spend(n, saved)
        return saved

    def _side(self, nodes: tuple[Node, ...], bound: str) -> Side:
        """A side of an inequality: the greatest upper bound of some nodes, or the least lower."""
        at = 0 if bound == cut.LOW else 1
        best = (min, max)[at](nodes, key=lambda n: self.bounds(n)[at])
        number = self.bounds(best)[at]
        leaf = None if abs(number) == inf else witness(self.tree, self.bounds, best, bound)
        return Side(number, nodes, bound, leaf)

    def _asked(self, call: Call) -> tuple[Node | None, Side]:
        """Who asked, and what stands behind the threshold."""
        threshold, rest = call.alpha, self.stack
        while rest is not None and rest[0].relation:
            rest = rest[1]
        if rest is not None:
            return rest[0].node, self._best_of(rest[0], threshold)
        if threshold in self._thresholds:
            return None, self._side((self._thresholds[threshold],), cut.LOW)
        return None, Side(threshold)

    def _leaves_behind(self, *numbers: Number) -> dict[Number, Node]:
        """The leaves that the bounds of a driver come from, as far as they have been seen."""
        return {
            number: witness(self.tree, self.bounds, ROOT, bound)
            for at, bound in enumerate((cut.LOW, cut.HIGH))
            for number in numbers
            if abs(number) != inf and self.bounds(ROOT)[at] == number
        }

    def _best_of(self, call: Call, number: Number) -> Side:
        """What stands behind the best value of a visit in progress."""
        if call.best is None:
            return Side(number)
        return self._side((call.best,), cut.LOW if self.tree.is_max(call.node) else cut.HIGH)

    def _held(self, call: Call, bound: str) -> tuple[Node | None, Side, str, bool]:
        """Whose bound a visit has met: go up to where it comes from.

        Returns the ancestor, what stands behind its bound, the kind of cutoff, and whether the
        bound is the next number to the ancestor's, as in a null window.
        """
        now, first = ("beta", "first_beta") if bound == cut.HIGH else ("alpha", "first_alpha")
        number: Number = getattr(call, now)
        inner, rest = call, self.stack[1] if self.stack else None
        while rest is not None:
            outer: Call = rest[0]
            if getattr(outer, now) != number:
                return self._null_window(inner, outer, bound, number)
            if getattr(outer, first) != number:
                kind = cut.SHALLOW if len(call.node) - len(outer.node) == 1 else cut.DEEP
                return outer.node, self._best_of(outer, number), kind, False
            inner, rest = outer, rest[1]
        return None, Side(number), cut.WINDOW, False

    def _null_window(
        self, inner: Call, outer: Call, bound: str, number: Number
    ) -> tuple[Node | None, Side, str, bool]:
        """A window that the visit above made up: a null window, or the result of an earlier one."""
        floor = outer.alpha if bound == cut.HIGH else outer.beta
        if number == (above(floor) if bound == cut.HIGH else below(floor)):
            rest = self.stack
            while rest is not None and rest[0] is not outer:
                rest = rest[1]
            return outer.node, self._owner(rest, bound, floor), cut.QUESTION, True
        other = cut.LOW if bound == cut.LOW else cut.HIGH
        return None, self._side((inner.node,), other)._replace(number=number), cut.WINDOW, False

    def _owner(self, rest: Stack, bound: str, number: Number) -> Side:
        """What stands behind α (or β) of a visit whose children get a null window."""
        now, first = ("alpha", "first_alpha") if bound == cut.HIGH else ("beta", "first_beta")
        while rest is not None:
            call: Call = rest[0]
            if getattr(call, now) != number:
                break
            if getattr(call, first) != number:
                return self._best_of(call, number)
            rest = rest[1]
        return Side(number)

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
            self._give_up((n,))

    def _purge(self, taken: Purge) -> None:
        states = set(taken.states)
        kept = [(k, s) for k, s in enumerate(self.open) if s in states]
        if len(kept) != len(taken.states) or not all(is_below(s.node, taken.node) for s in states):
            raise self._misfit(taken, "these are not the states below it")
        for k, state in reversed(kept):
            self._splice(k, state, None)
            self._set_merit(state.node, self._status(state.node), None)
        slots = [self._slot(state.node) for state in taken.states]
        unfinished = [m for m, p in self.backup.items() if p.last < len(self.tree.children(m))]
        tops = tuple(dict.fromkeys(_given_up(slot, taken.node, unfinished) for slot in slots))
        skipped, saved = self._abandon(tops)
        for n in tops:
            if self._status(n) == LIVE_NODE:
                self._set(n, CUT_OFF)
        if saved:
            self._cutoff = self._purged(taken.node, tops, skipped, saved)

    def _slot(self, n: Node) -> Node:
        """The node whose replies are taken one at a time, at or above a state."""
        return n if self.tree.is_max(n) == self._opponent_is_max else n[:-1]

    def _abandon(self, tops: tuple[Node, ...]) -> tuple[tuple[Node, ...], int]:
        """Cut off what is not solved at or below these nodes; return that, and the leaves saved."""
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
                if n not in tops:
                    self._set(n, CUT_OFF)
        saved = sum(self._skip(n) for n in skipped)
        self._count("leaves_cut", saved)
        return tuple(skipped), saved

    def _give_up(self, tops: tuple[Node, ...]) -> None:
        """Abandon what is left below nodes that are solved, or dropped from BACKUP."""
        skipped, saved = self._abandon(tops)
        if saved:
            self._cutoff = self._bounded(tops[0], skipped, saved)

    def _purged(
        self, i: Node, tops: tuple[Node, ...], skipped: tuple[Node, ...], saved: int
    ) -> Cutoff:
        """What is solved below `i` beats all that is left there; or an ancestor beats `i`."""
        mine, theirs = (cut.HIGH, cut.LOW) if self._opponent_is_max else (cut.LOW, cut.HIGH)
        relation = "≤" if self._opponent_is_max else "≥"
        value, bound = self._side((i,), mine), self._side(tops, theirs)
        if RELATIONS[relation](value.number, bound.number):
            deep = any(self._turned_back(n, i, theirs, value.number) > len(i) + 1 for n in skipped)
            return Cutoff(i, skipped, saved, cut.PURGE, i, deep, relation, value, bound, True)
        limit, other = (self._window[1], "≥") if self._opponent_is_max else (self._window[0], "≤")
        if RELATIONS[other](bound.number, limit):
            top, end = tops[0], Side(limit)
            return Cutoff(top, skipped, saved, cut.WINDOW, None, None, other, bound, end, True)
        return self._bounded(i, skipped, saved)

    def _turned_back(self, n: Node, i: Node, bound: str, number: Number) -> int:
        """The depth of the lowest node above `n` that cannot do better than `number`."""
        at = 0 if bound == cut.LOW else 1
        for k in range(len(n) - 1, len(i), -1):
            reached = self.bounds(n[:k])[at]
            if (reached >= number) if bound == cut.LOW else (reached <= number):
                return k
        return len(i) + 1

    def _bounded(self, n: Node, skipped: tuple[Node, ...], saved: int) -> Cutoff:
        """Find two bounds, proven by the leaves seen so far, that rule out what is skipped."""
        for a in (n[:k] for k in range(len(n), -1, -1)):
            found = self._beaten(a)
            if found is not None:
                by, relation, value, bound = found
                kind = cut.WINDOW if by is None else cut.BOUND
                deep = None if by is None else len(a) - len(by) > 1
                return Cutoff(a, skipped, saved, kind, by, deep, relation, value, bound, True)
        best = self._side((n,), cut.LOW if self.tree.is_max(n) else cut.HIGH)
        return Cutoff(n, skipped, saved, cut.BOUND, None, None, "", best, Side(inf), sound=False)

    def _beaten(self, a: Node) -> tuple[Node | None, str, Side, Side] | None:
        """Whether a node cannot matter: an ancestor of the other player does at least as well."""
        is_max = self.tree.is_max(a)
        own, other, relation = (cut.LOW, cut.HIGH, "≥") if is_max else (cut.HIGH, cut.LOW, "≤")
        value = self._side((a,), own)
        if abs(value.number) == inf:
            return None
        for k in range(len(a) - 1, -1, -2):
            bound = self._side((a[:k],), other)
            if RELATIONS[relation](value.number, bound.number):
                return a[:k], relation, value, bound
        low, high = self._window
        if abs(high) != inf and self.bounds(a)[0] >= high:
            return None, "≥", self._side((a,), cut.LOW), Side(high)
        if abs(low) != inf and self.bounds(a)[1] <= low:
            return None, "≤", self._side((a,), cut.HIGH), Side(low)
        return None


def _given_up(n: Node, i: Node, unfinished: list[Node]) -> Node:
    """The topmost node from `n` up, below `i`, to which the search never comes back."""
    while len(n) - 1 > len(i) and not any(m[: len(n) - 1] == n[:-1] for m in unfinished):
        n = n[:-1]
    return n
