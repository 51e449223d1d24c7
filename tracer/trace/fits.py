"""Whether an event fits: what a log may say next, given what it has said so far.

The tests vouch for our own searches. The logs of other searches, and those read from files, are
checked here step by step, before the replay applies them. A search that we watch may be wrong, and
the captions say so; a file that says what its own tree contradicts is refused.
"""

from collections.abc import Callable, Iterable, Mapping
from itertools import islice, pairwise
from math import inf
from typing import Any, NoReturn

from tracer.log import events as e
from tracer.log.events import LIVE, SOLVED, Event, Question, passes
from tracer.log.log import Step, event
from tracer.trace.change import Call, Change
from tracer.trace.node_names import called, listed
from tracer.trace.replay import Replay
from trees.dewey import ROOT, Node, is_below, label, printable
from trees.number import Number, check_bound, check_number, show, show_count
from trees.tree import Tree

MOST_NODES = 200_000  # in larger trees, only the leaves that a search saw are held against it

Range = tuple[Number, Number]


class MisfitError(ValueError):
    """Raised when the events of a log do not fit together."""


class Fits:
    """Follows a log with a replay, and refuses the first event that does not fit."""

    def __init__(
        self, tree: Tree, replay: Replay, evaluate: object = None, *, watched: bool = True
    ) -> None:
        """`evaluate` gives the values of nodes at a horizon; a function is not called again.

        `watched` says whether the search is running now, and not read from a file.
        """
        self.replay = replay
        self._tree = tree
        self._evaluate = evaluate
        self._watched = watched
        self._estimates: dict[Node, Number] = {}  # at a horizon, as the log gives them
        self._worths: dict[int, dict[Node, Range]] = {}  # by the depth of the horizon
        self._steps = 0
        self._met: list[dict[Node, str]] = []  # what happened to the children of each visit so far
        self._ways: set[str] = set()  # how it searches: by visits, by OPEN, or by neither
        self._taken: Node | None = None  # the last LIVE state popped
        self._rises: set[bool] = set()  # whether merits rise in OPEN, once two have differed
        self._pass: int | None = None
        self._signs = [1, -1]  # of values at MIN nodes: as they are, or negated
        self._result: Number | None = None  # the value with which the search left the root
        self._root: Call | None = None  # the last visit to the root
        self._merits: list[Number] = []  # of all states that were in OPEN

    def take(self, step: Step) -> Change:
        """Take one more step, if it fits."""
        self._steps += 1
        where = f"step {self._steps}"
        try:
            taken = event(step)
        except TypeError:  # from a purge, the only event that is unpacked further
            what = "states must be a tuple of (node, status, merit)"
            raise MisfitError(f"{where}, 'purge', does not fit: {what}") from None
        where += f", {taken.kind!r}"
        try:
            self._check_fields(taken)
            where += f" at {called(self._tree, taken.node)}"
            self._check(taken)
        except ValueError as error:
            raise MisfitError(f"{where}, does not fit: {printable(str(error))}") from None
        change = self.replay.advance(taken)
        self._note(taken)
        return change

    def end(self, value: object) -> None:
        """Refuse an end with something unfinished, and a result that does not fit."""
        stack = self.replay.stack
        if not self._steps:
            raise MisfitError("the search logged nothing; it must log what it does")
        if stack is not None:
            at = called(self._tree, stack[0].node)
            raise MisfitError(f"the search ended during its visit to {at}; it must leave each node")
        if self._pass is not None:
            raise MisfitError(f"the search ended during pass {self._pass}; it must end each pass")
        if "OPEN" in self._ways and self._result is None:
            raise MisfitError("the search ended before the root was SOLVED in OPEN")
        try:
            self._check_result(_check_number(value, "what the search returned"))
        except ValueError as error:
            raise MisfitError(printable(str(error))) from None

    def _check_result(self, value: Number) -> None:
        left = self._result
        window = min(self._merits, default=-inf), max(self._merits, default=inf)
        call = self._root or Call(ROOT, *window, *window)
        if left is not None:
            kept = left if call.relation else max(call.first_alpha, min(left, call.first_beta))
            signs = [1] if self._tree.is_max(ROOT) else self._signs
            allowed = {left, kept, *(sign * left for sign in signs)}
            if value not in allowed:
                _refuse(f"the search returned {value}, but left the root with {left}")
        self._check_claim(call, value, self._worth(ROOT), "the search returned")

    # What a file may say about its own tree

    def _worth(self, n: Node) -> Range:
        """What the tree says about a node; a search that we watch may say anything."""
        if self._watched:
            return -inf, inf
        tree = self.replay.tree
        if tree.depth not in self._worths:
            self._worths[tree.depth] = self._backed_up(tree)
        least, most = self.replay.bounds(n)
        low, high = self._worths[tree.depth].get(n, (-inf, inf))
        return max(low, least), min(high, most)

    def _backed_up(self, tree: Tree) -> dict[Node, Range]:
        """The value of every node, as far as the tree has the values of its leaves."""
        found: dict[Node, Range] = {}
        nodes = list(islice(tree.nodes(), MOST_NODES + 1))
        for n in reversed(nodes if len(nodes) <= MOST_NODES else []):
            best = max if tree.is_max(n) else min
            below = [found[c] for c in tree.children(n)]
            if below:
                found[n] = best(low for low, _ in below), best(high for _, high in below)
            else:
                value = self._own_value(n)
                found[n] = (-inf, inf) if value is None else (value, value)
        return found

    def _check_claim(self, call: Call, value: Number, worth: Range, what: str) -> None:
        """Refuse a value that a visit cannot have if its node is worth something else."""
        if not _fits(call, value, worth):
            _refuse(f"{what} {value}, but {_proved(*self._worth(call.node))}")

    def _check_returned(self, call: Call, value: Number, worth: Range, what: str) -> None:
        """The same, for a value that may be negated at a MIN node, as in negamax: all are, or none.

        A value that fits both readings leaves it open which one is meant.
        """
        if self.replay.tree.is_max(call.node):
            self._check_claim(call, value, worth, what)
            return
        low, high = worth
        ranges = {1: worth, -1: (-high, -low)}
        self._signs = [s for s in self._signs if _fits(call, value, ranges[s])] or self._signs[:1]
        self._check_claim(call, value, ranges[self._signs[0]], what)

    def _check_range(self, n: Node, low: Number, high: Number) -> None:
        if low > high:
            _refuse(f"low must not be greater than high; got {low} and {high}")
        least, most = self._worth(n)
        if most < low or high < least:
            _refuse(f"it is said to be worth {low} to {high}, but {_proved(least, most)}")

    # What an event holds

    def _check_fields(self, taken: Event) -> None:
        fields: Iterable[tuple[str, Any]] = zip(taken._fields, taken, strict=True)
        for name, x in fields:
            if name in ("node", "other"):
                self._check_node(x)
            elif name in ("skipped", "dropped"):
                if not isinstance(x, tuple):
                    _refuse(f"{name} must be a tuple of nodes, not {_show(x)}")
                for n in x:
                    self._check_node(n)
            elif name == "states":
                for n, status, merit in x:
                    self._check_node(n)
                    _check_plain("status", status)
                    _check_number(merit, "merit")
            elif name in _PLAIN:
                _check_plain(name, x)
            elif name != "kind":
                _check_number(x, name)

    def _check_node(self, n: object) -> None:
        if not isinstance(n, tuple) or not all(type(i) is int for i in n):
            _refuse(
                f"{_show(n)} is not a node; a node is a tuple of child numbers such as (1, 2, 1)"
            )
        self.replay.tree.children(n)

    # What went before

    def _check(self, taken: Event) -> None:
        replay = self.replay
        match taken:
            case e.Enter(n, alpha, beta):
                self._check_visit(n)
                if alpha > beta:
                    _refuse(f"alpha must not be greater than beta; got {alpha} and {beta}")
            case e.Ask(n):
                self._check_visit(n)
            case e.Evaluate(n, value):
                if n == self._taken:  # a stage of best-first search may run within a visit
                    pass
                elif replay.stack is not None or "visits" in self._ways:
                    self._top(n)
                elif "OPEN" in self._ways:
                    _refuse("only the LIVE state just taken from OPEN can be evaluated")
                self._check_leaf(n, value)
            case e.Test(n, value, yes):
                asked = self._asked(n)
                self._check_leaf(n, value)
                if yes != passes(value, asked):
                    _refuse(f"{yes} is the wrong answer for a value of {value}")
            case e.Update(n, value):
                call, (low, high) = self._top(n), self._worth(n)
                so_far = (-inf, high) if replay.tree.is_max(n) else (low, inf)
                self._check_returned(call, value, so_far, "it has")
            case e.Cut(n, skipped):
                self._top(n)
                if not skipped:
                    _refuse("a cutoff must skip at least one child")
                self._check_skipped(n, skipped)
            case e.Leave(n, value):
                call = self._top(n)
                if replay.tree.is_leaf(n) and not call.recalled and replay.bounds(n) == (-inf, inf):
                    _refuse("a leaf must be evaluated, which ends its visit")
                self._check_returned(call, value, self._worth(n), "it returns")
            case e.Answer(n, yes):
                asked = self._asked(n)
                low, high = self._worth(n)
                if not passes(high, asked) if yes else passes(low, asked):
                    _refuse(f"{yes} is the wrong answer, because {_proved(low, high)}")
            case e.Pop(n, status, merit):
                if not replay.open or replay.open[0] != (n, status, merit):
                    _refuse("only the first state of OPEN can be taken")
            case e.Push(n, _, merit):
                self._check_place(n, merit, 0)
            case e.Insert(n, _, merit, place):
                self._check_place(n, merit, place)
            case e.Purge(n, states):
                if states != tuple(s for s in replay.open if is_below(s.node, n)):
                    _refuse("states must be all the states below it in OPEN, in order")
            case e.Note(n, last, low, high):
                if last > len(replay.tree.children(n)):
                    _refuse(f"it has no child {last}")
                if low > high:
                    _refuse(f"low must not be greater than high; got {low} and {high}")
            case e.Drop(n, dropped):
                for m in dropped:
                    if m not in replay.backup or dropped.count(m) > 1:
                        _refuse(f"{called(self._tree, m)} is not in BACKUP")
                    if m != n and not is_below(m, n):
                        _refuse(f"{called(self._tree, m)} is not at or below it")
            case e.Same(n, other):
                self._top(n)
                if self._tree.position(n) != self._tree.position(other) or n == other:
                    _refuse(f"it does not have the position of {called(self._tree, other)}")
                if other not in replay.table:
                    _refuse(f"{called(self._tree, other)} has no entry in the table")
            case e.Evict(n, other):
                if other not in replay.table or n == other:
                    _refuse(f"{called(self._tree, other)} has no entry that can make room for it")
            case e.Lookup(n, low, high, hit):
                call = self._top(n)
                if replay.entry(n) != (low, high):
                    _refuse("the table does not hold these bounds for it")
                if hit != call.settled_by(low, high):
                    _refuse(f"hit must not be {hit}: these bounds {_SETTLE[hit]} this visit")
            case e.Store(n, low, high):
                self._check_range(n, low, high)
            case e.PassBegins(n, _, low, high):
                self._check_between("a pass can begin")
                self._check_range(n, low, high)
            case e.PassEnds(n, number, low, high):
                if number != self._pass or replay.stack is not None:
                    _refuse(f"pass {number} is not in progress, or a visit still is")
                self._check_range(n, low, high)
            case e.NewHorizon(n):
                self._check_between("a new horizon can begin")
                if n != ROOT or replay.open:
                    _refuse("a new horizon must begin at the root, with OPEN empty")

    def _check_visit(self, n: Node) -> None:
        stack = self.replay.stack
        if stack is None:
            if n not in (ROOT, self._taken):
                _refuse("the first visit must be to the root")
            return
        at = called(self._tree, stack[0].node)
        if not n or n[:-1] != stack[0].node:
            _refuse(f"it is not a child of the node being visited, {at}")
        if self._met[-1].get(n) == "skipped":
            _refuse(f"it was cut off during this visit to {at}")

    def _top(self, n: Node) -> Call:
        """The visit in progress, which must be to `n`."""
        stack = self.replay.stack
        if stack is None:
            _refuse("no node is being visited")
        if stack[0].node != n:
            _refuse(f"the node being visited is {called(self._tree, stack[0].node)}")
        return stack[0]

    def _asked(self, n: Node) -> Question:
        """The question with which the node being visited, `n`, was visited."""
        question = self._top(n).question
        if question is None:
            _refuse("it was visited without a question")
        return question

    def _check_leaf(self, n: Node, value: Number) -> None:
        """Refuse a node that neither is nor counts as a leaf, and a wrong value."""
        check_number(value, "value")
        if not self.replay.tree.is_leaf(n):
            _refuse("it is not a leaf")
        own = self._own_value(n)
        if own is None:
            own = self._estimates.setdefault(n, value)  # the same every time
        if value != own:
            _refuse(f"it gets the value {value}, but its value is {own}")

    def _own_value(self, n: Node) -> Number | None:
        """The value of a leaf, or of a node that counts as one; None if only the log has it."""
        if self._tree.is_leaf(n) or (self._evaluate is None and self._tree.has_value(n)):
            return self._tree.value(n)
        if isinstance(self._evaluate, Mapping) and label(n) in self._evaluate:
            return _check_number(self._evaluate[label(n)], f"the evaluation of node {label(n)}")
        return None

    def _check_skipped(self, n: Node, skipped: tuple[Node, ...]) -> None:
        others = [c for c in skipped if c[:-1] != n or not c]
        if others:
            _refuse(f"only its own children can be skipped, not {listed(self._tree, others)}")
        met = [c for i, c in enumerate(skipped) if c in self._met[-1] or c in skipped[:i]]
        if met:
            _refuse(f"this visit has already visited or skipped {listed(self._tree, met)}")

    def _check_place(self, n: Node, merit: Number, place: int) -> None:
        """Refuse a second state for a node, and merits that both rise and fall in OPEN."""
        stack = self.replay.stack
        states = self.replay.open
        if stack is not None:  # a search within a visit has an OPEN of its own, in front
            top = stack[0].node
            states = [s for s in states if s.node == top or is_below(s.node, top)]
        if place > len(states):
            _refuse(f"OPEN has no place {place}; it holds {show_count(len(states), 'state')}")
        if any(state.node == n for state in states):
            _refuse("it is already in OPEN")
        around = [state.merit for state in states[max(0, place - 1) : place + 1]]
        around.insert(min(place, 1), merit)
        self._rises |= {a < b for a, b in pairwise(around) if a != b}
        if len(self._rises) > 1:
            _refuse(f"a merit of {merit} is out of order at place {place} of OPEN")

    def _check_between(self, what: str) -> None:
        if self.replay.stack is not None or self._pass is not None:
            _refuse(f"{what} only after the last visit and the last pass have ended")

    def _note(self, taken: Event) -> None:
        """Remember what the replay does not."""
        match taken:
            case e.Enter(n) | e.Ask(n):
                if self._met:
                    self._met[-1][n] = "visited"
                elif n == ROOT:
                    self._root = self._top(n)
                self._met.append({})
                self._ways.add("visits")
            case e.Evaluate(n) | e.Test(n) | e.Leave(n) | e.Answer(n):
                if self._met and n != self._taken:
                    self._met.pop()
                if isinstance(taken, e.Leave | e.Evaluate) and n == ROOT:
                    self._result = taken.value
            case e.Cut(_, skipped):
                self._met[-1].update(dict.fromkeys(skipped, "skipped"))
            case e.Pop(n, status):
                self._taken = n if status == LIVE else None
            case e.Push(n, status, merit) | e.Insert(n, status, merit):
                self._ways.add("OPEN")
                self._merits.append(merit)
                if n == ROOT and status == SOLVED:
                    self._result = merit
            case e.PassBegins(_, number):
                self._pass = number
            case e.PassEnds():
                self._pass = None


def _fits(call: Call, value: Number, worth: Range) -> bool:
    """Whether a visit can have this value if its node is worth that much.

    A value of α or less only says that the node is worth no more, and one of β or more that it is
    worth no less. The answer to a question says one of these, too.
    """
    no_less, no_more = value >= call.first_beta, value <= call.first_alpha
    if call.question:
        no_less = passes(value, call.question)
        no_more = not no_less
    low, high = worth
    return (value <= high or no_more) and (low <= value or no_less)


def _refuse(why: str) -> NoReturn:
    raise MisfitError(why)


def _show(x: object) -> str:
    text = repr(x)
    return text if len(text) < 60 else f"{text[:50]} …"


def _check_number(x: object, what: str) -> Number:
    """Return `x` if it is an int or a float that JSON can hold, infinities included."""
    if not isinstance(x, int | float) or isinstance(x, bool) or x != x:
        _refuse(f"{what} must be an int or a float, not {_show(x)}")
    return check_bound(x, what)


def _proved(low: Number, high: Number) -> str:
    return "the leaves prove " + (show(low) if low == high else f"{show(low)} to {show(high)}")


def _check_plain(name: str, x: object) -> None:
    allowed, fits = _PLAIN[name]
    if not fits(x):
        _refuse(f"{name} must be {allowed}, not {_show(x)}")


_SETTLE = {True: "do not settle", False: "settle"}
_COUNT = "an integer of at least 0", lambda x: type(x) is int and x >= 0
_FLAG = "True or False", lambda x: isinstance(x, bool)
_TEXT = "a printable string", lambda x: isinstance(x, str) and x.isprintable()
_PLAIN: dict[str, tuple[str, Callable[[Any], bool]]] = {
    "status": ("LIVE or SOLVED", lambda x: x in (LIVE, SOLVED)),
    "relation": ("'>' or '≥'", lambda x: x in (">", "≥")),
    **dict.fromkeys(("place", "last", "number", "depth"), _COUNT),
    **dict.fromkeys(("hit", "yes"), _FLAG),
    **dict.fromkeys(("line", "case"), _TEXT),
}
