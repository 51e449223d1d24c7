"""The replay: goes through the steps once and keeps track of all that is known."""

from collections.abc import Callable
from math import inf
from typing import Any, NamedTuple

from tracer.events import (
    ANSWER,
    ASK,
    CUT,
    DROP,
    ENTER,
    EVALUATE,
    INSERT,
    LEAVE,
    LIVE,
    LOOKUP,
    MORE,
    NOTE,
    PASS,
    POP,
    PURGE,
    PUSH,
    SEE,
    STORE,
    UPDATE,
    Bounds,
    Phase,
    State,
    Step,
)
from trees.dewey import ROOT, Node, is_below
from trees.number import Number, above, below
from trees.tree import Tree

# What a node can be: never met; being searched; in OPEN; a leaf with its value; done with;
# skipped, itself or an ancestor.
UNSEEN, LIVE_NODE, OPEN_NODE = "unseen", "live", "open"
EVALUATED, SOLVED_NODE, CUT_OFF = "evaluated", "solved", "cut off"
STATUSES = (UNSEEN, LIVE_NODE, OPEN_NODE, EVALUATED, SOLVED_NODE, CUT_OFF)


class Known(NamedTuple):
    """What is known of a node: its status, low ≤ value ≤ high, and its merit in OPEN."""

    status: str
    low: Number = -inf
    high: Number = inf
    merit: Number | None = None


class Call(NamedTuple):
    """A visit under way: its window or question now, the window it began with, its best value."""

    node: Node
    alpha: Number
    beta: Number
    first_alpha: Number
    first_beta: Number
    value: Number | None = None
    relation: str | None = None  # set if the visit is a question


class Cutoff(NamedTuple):
    """Why children were skipped: the ancestor whose bound did it, and of what kind it is.

    The kind is "shallow" (the parent's bound), "deep" (a bound from further up), "window" (the
    bound that the whole search began with), "question" (a test needs no more to be answered)
    or "extreme" (no value can be better).
    """

    node: Node
    skipped: tuple[Node, ...]
    leaves: int
    by: Node | None
    kind: str


UNKNOWN = Known(UNSEEN)
Stack = tuple[Call, Any] | None  # a linked list: the call on top, and the rest


class Replay:
    """The state of a search while its steps are gone through once, in order."""

    def __init__(self, tree: Tree, *, negates: bool = False) -> None:
        self.tree = tree
        self.negates = negates
        self.nodes: dict[Node, Known] = {}
        self.stack: Stack = None
        self.depth = 0
        self.open: list[State] = []  # the first state comes last, as in `lists.Open`
        self.backup: dict[Node, Phase] = {}
        self.table: dict[Node, Bounds] = {}
        self.cutoff: Cutoff | None = None  # of the step just taken
        self.touched: list[Node] = []  # nodes of which more is known since the step just taken

    def advance(self, step: Step) -> None:
        """Take one more step."""
        self.cutoff = None
        self.touched = []
        _ACTS[step[0]](self, *step[1:])

    def _top(self, node: Node) -> Call:
        """The visit of `node`, which has to be the latest one."""
        if self.stack is None or self.stack[0].node != node:
            raise ValueError(f"the steps do not fit together: {node} is not being visited")
        return self.stack[0]

    def _learn(self, n: Node, status: str, low: Number = -inf, high: Number = inf) -> None:
        """Note a node's status and tighten its bounds."""
        old = self.nodes.get(n, UNKNOWN)
        new = Known(status, max(low, old.low), min(high, old.high), old.merit)
        if new != old:
            self.nodes[n] = new
            self.touched.append(n)

    def _for_max(self, n: Node, v: Number) -> Number:
        return -v if self.negates and not self.tree.is_max(n) else v

    # Depth-first searches

    def _enter(self, n: Node, alpha: Number, beta: Number, line: str = "") -> None:
        self._visit(Call(n, alpha, beta, alpha, beta))

    def _ask(self, n: Node, relation: str, threshold: Number, line: str = "") -> None:
        self._visit(Call(n, threshold, threshold, threshold, threshold, relation=relation))

    def _visit(self, call: Call) -> None:
        self.stack = call, self.stack
        self.depth += 1
        self._learn(call.node, LIVE_NODE)

    def _evaluate(self, n: Node, value: Number, line: str = "") -> None:
        if line == "test" and not self._top(n).relation:
            raise ValueError(f"the steps do not fit together: {n} is tested without a question")
        if self.stack is not None and self.stack[0].node == n:
            self._return()
        self._learn(n, EVALUATED, value, value)

    def _update(self, n: Node, v: Number, alpha: Number, beta: Number, line: str = "") -> None:
        call = self._top(n)
        self.stack = call._replace(value=v, alpha=alpha, beta=beta), self.stack[1]  # type: ignore[index]
        f = self._for_max(n, v)
        if self.tree.is_max(n):
            proven = _passes(f, call) if call.relation else f > call.first_alpha
            self._learn(n, LIVE_NODE, low=f if proven else -inf)
        else:
            proven = not _passes(f, call) if call.relation else f < call.first_beta
            self._learn(n, LIVE_NODE, high=f if proven else inf)

    def _cut(
        self, n: Node, skipped: tuple[Node, ...], value: Number, bound: Number, line: str = ""
    ) -> None:
        call = self._top(n)
        leaves = 0
        for c in skipped:
            if self.nodes.get(c, UNKNOWN).status in (UNSEEN, CUT_OFF):
                self._learn(c, CUT_OFF)
                leaves += self.tree.leaf_count(c)
        by, kind = self._cause(call)
        self.cutoff = Cutoff(n, skipped, leaves, by, kind)

    def _cause(self, call: Call) -> tuple[Node | None, str]:
        """Find whose bound the call ran into: go up to where that bound came from."""
        rest = self.stack[1]  # type: ignore[index]
        if call.relation:
            while rest is not None and rest[0].relation:
                rest = rest[1]
            return (rest[0].node if rest else None), "question"
        side = 2 if self.tree.is_max(call.node) else 1  # beta or alpha
        bound = call[side + 2]
        if bound in (inf, -inf):
            return None, "extreme"
        while rest is not None:
            above_it: Call = rest[0]
            if above_it[side] != bound or above_it[side + 2] != bound:
                if self.tree.is_max(above_it.node) == self.tree.is_max(call.node):
                    return above_it.node, "question"  # a null window: no value of its own
                shallow = len(call.node) - len(above_it.node) == 1
                return above_it.node, "shallow" if shallow else "deep"
            rest = rest[1]
        return None, "window"

    def _leave(self, n: Node, v: Number, line: str = "") -> None:
        call = self._top(n)
        self._return()
        f = self._for_max(n, v)
        if call.relation:
            low, high = (f, inf) if _passes(f, call) else (-inf, f)
        elif f == call.first_alpha == call.first_beta:
            low, high = -inf, inf  # an empty window, met: fail-hard, f may stand for either side
        elif f >= call.first_beta:
            low, high = f, inf
        elif f <= call.first_alpha:
            low, high = -inf, f
        else:
            low = high = f
        self._learn(n, EVALUATED if self._is_evaluated(n) else SOLVED_NODE, low, high)

    def _is_evaluated(self, n: Node) -> bool:
        known = self.nodes.get(n, UNKNOWN)
        return known.low == known.high and self.tree.is_leaf(n)

    def _answer(self, n: Node, relation: str, threshold: Number, yes: bool, line: str = "") -> None:
        self._top(n)
        self._return()
        strict = relation == MORE
        if yes:
            self._learn(n, SOLVED_NODE, low=above(threshold) if strict else threshold)
        else:
            self._learn(n, SOLVED_NODE, high=threshold if strict else below(threshold))

    def _return(self) -> None:
        assert self.stack is not None
        self.stack = self.stack[1]
        self.depth -= 1

    # OPEN and BACKUP

    def _pop(self, n: Node, status: str, merit: Number, case: str, line: str) -> None:
        if not self.open or self.open[-1] != (n, status, merit):
            raise ValueError(f"the steps do not fit together: {n} is not first in OPEN")
        self.open.pop()
        if status == LIVE:
            self._merit(n, LIVE_NODE, merit)

    def _push(self, n: Node, status: str, merit: Number, case: str, line: str) -> None:
        self.open.append(State(n, status, merit))
        self._opened(n, status, merit)

    def _insert(
        self, n: Node, status: str, merit: Number, place: int, case: str, line: str
    ) -> None:
        if place > len(self.open):
            raise ValueError(f"the steps do not fit together: OPEN has no place {place} for {n}")
        self.open.insert(len(self.open) - place, State(n, status, merit))
        self._opened(n, status, merit)

    def _opened(self, n: Node, status: str, merit: Number) -> None:
        if status == LIVE:
            self._merit(n, OPEN_NODE, merit)
        elif self.nodes.get(n, UNKNOWN).status == EVALUATED:
            self._merit(n, EVALUATED, merit)
        else:
            self._merit(n, SOLVED_NODE, merit)
            self._cut_below(n)

    def _merit(self, n: Node, status: str, merit: Number) -> None:
        old = self.nodes.get(n, UNKNOWN)
        self.nodes[n] = old._replace(status=status, merit=merit)
        self.touched.append(n)
        if n == ROOT and status == SOLVED_NODE:
            self._learn(n, status, merit, merit)

    def _cut_below(self, n: Node) -> None:
        """What is not solved below a solved node never will be."""
        todo = [n]
        while todo:
            m = todo.pop()
            for c in self.tree.children(m):
                status = self.nodes.get(c, UNKNOWN).status
                if status == LIVE_NODE:
                    todo.append(c)
                if status in (UNSEEN, LIVE_NODE, OPEN_NODE):
                    self._learn(c, CUT_OFF)

    def _purge(self, n: Node, states: tuple[State, ...], case: str, line: str) -> None:
        gone = {s[0] for s in states}
        kept = [s for s in self.open if s.node not in gone]
        if len(kept) + len(states) != len(self.open) or not all(is_below(m, n) for m in gone):
            raise ValueError(f"the steps do not fit together: OPEN purged below {n}")
        self.open = kept
        for m, status, _ in states:
            if status == LIVE:
                self._learn(m, CUT_OFF)

    def _note(self, n: Node, last: int, low: Number, high: Number, case: str, line: str) -> None:
        self.backup[n] = Phase(n, last, low, high)

    def _drop(self, n: Node, dropped: tuple[Node, ...], case: str, line: str) -> None:
        for m in dropped:
            if self.backup.pop(m, None) is None:
                raise ValueError(f"the steps do not fit together: {m} is not in BACKUP")

    # Code that is not ours, of which only its questions to the tree are known

    def _see(self, n: Node, line: str) -> None:
        if self.nodes.get(n, UNKNOWN).status == UNSEEN:
            self._learn(n, LIVE_NODE)

    # Table and drivers

    def _lookup(self, n: Node, low: Number, high: Number, hit: bool, line: str = "") -> None:
        pass

    def _store(self, n: Node, low: Number, high: Number, line: str = "") -> None:
        self.table[n] = Bounds(low, high)

    def _next_pass(self, n: Node, number: int, low: Number, high: Number, line: str = "") -> None:
        if (low, high) == (-inf, inf):  # a new horizon: what was known was of another tree
            self.touched.extend(self.nodes)
            self.nodes = dict.fromkeys(self.nodes, UNKNOWN)
        else:
            self._learn(n, self.nodes.get(n, UNKNOWN).status, low, high)


def _passes(g: Number, call: Call) -> bool:
    return g > call.alpha if call.relation == MORE else g >= call.alpha


_ACTS: dict[str, Callable[..., None]] = {
    ENTER: Replay._enter,
    EVALUATE: Replay._evaluate,
    UPDATE: Replay._update,
    CUT: Replay._cut,
    LEAVE: Replay._leave,
    ASK: Replay._ask,
    ANSWER: Replay._answer,
    POP: Replay._pop,
    PUSH: Replay._push,
    INSERT: Replay._insert,
    PURGE: Replay._purge,
    NOTE: Replay._note,
    DROP: Replay._drop,
    LOOKUP: Replay._lookup,
    STORE: Replay._store,
    PASS: Replay._next_pass,
    SEE: Replay._see,
}
