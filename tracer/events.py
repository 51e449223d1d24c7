"""The vocabulary of a search, and the log it is written in: what happened, never how it looks.

A search calls a method of its `Log` for everything it does. The log makes a plain tuple of it,
`(class, field, …)`, because that is cheap, and `Written` strings them together in one list, which
takes half the room of one tuple for each. `event` gives the fields their names, and nothing
outside this file looks into such a tuple. Every event points at a line of its search's listing.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Literal, NamedTuple

from trees.dewey import Node
from trees.number import Number

Status = Literal["LIVE", "SOLVED"]
LIVE: Status = "LIVE"
SOLVED: Status = "SOLVED"

Relation = Literal[">", "≥"]
MORE: Relation = ">"
AT_LEAST: Relation = "≥"


class State(NamedTuple):
    """A state of OPEN: the solution trees through `node` are worth at most `merit`."""

    node: Node
    status: Status
    merit: Number


class Phase(NamedTuple):
    """An entry of BACKUP: a MAX node, its last son included so far, and its bounds."""

    node: Node
    last: int
    low: Number
    high: Number


class Bounds(NamedTuple):
    """An entry of the transposition table: low ≤ value of the node ≤ high."""

    low: Number
    high: Number


# Visits


class Enter(NamedTuple):
    """A node is visited; only values between alpha and beta matter."""

    node: Node
    alpha: Number
    beta: Number
    line: str = "enter"
    kind: Literal["enter"] = "enter"


class Ask(NamedTuple):
    """A node is visited with a question: is its value > (or ≥) the threshold?"""

    node: Node
    relation: Relation
    threshold: Number
    line: str = "ask"
    kind: Literal["ask"] = "ask"


class Evaluate(NamedTuple):
    """A leaf is given its value, which also ends its visit."""

    node: Node
    value: Number
    line: str = "evaluate"
    kind: Literal["evaluate"] = "evaluate"


class Test(NamedTuple):
    """A leaf is evaluated only to answer the question it was visited with."""

    node: Node
    value: Number
    yes: bool
    line: str = "test"
    kind: Literal["test"] = "test"


class Update(NamedTuple):
    """The best value so far at a node has changed, and perhaps its window."""

    node: Node
    value: Number
    alpha: Number
    beta: Number
    line: str = "update"
    kind: Literal["update"] = "update"


class Cut(NamedTuple):
    """The children `skipped` cannot matter: `value` at the node has met `bound`."""

    node: Node
    skipped: tuple[Node, ...]
    value: Number
    bound: Number
    line: str = "cut"
    kind: Literal["cut"] = "cut"


class Leave(NamedTuple):
    """A visit ends and returns a value."""

    node: Node
    value: Number
    line: str = "leave"
    kind: Literal["leave"] = "leave"


class Answer(NamedTuple):
    """A visit ends and answers its question."""

    node: Node
    yes: bool
    line: str = "answer"
    kind: Literal["answer"] = "answer"


# OPEN and BACKUP. `case` is the case of Γ that acts; it is empty before Γ and at the end.


class Pop(NamedTuple):
    """The first state leaves OPEN."""

    node: Node
    status: Status
    merit: Number
    case: str = ""
    kind: Literal["pop"] = "pop"

    @property
    def line(self) -> str:
        """The line of the listing."""
        return f"case-{self.case}" if self.case else "done"


class Push(NamedTuple):
    """A state is placed in front of OPEN."""

    node: Node
    status: Status
    merit: Number
    case: str = ""
    kind: Literal["push"] = "push"

    @property
    def line(self) -> str:
        """The line of the listing."""
        return f"case-{self.case}" if self.case else "start"


class Insert(NamedTuple):
    """A state enters OPEN behind `place` others."""

    node: Node
    status: Status
    merit: Number
    place: int
    case: str
    kind: Literal["insert"] = "insert"

    @property
    def line(self) -> str:
        """The line of the listing."""
        return f"case-{self.case}"


class Purge(NamedTuple):
    """The states below a node leave OPEN, first state first."""

    node: Node
    states: tuple[State, ...]
    case: str
    kind: Literal["purge"] = "purge"

    @property
    def line(self) -> str:
        """The line of the listing."""
        return f"case-{self.case}"


class Note(NamedTuple):
    """BACKUP now holds this entry for a node."""

    node: Node
    last: int
    low: Number
    high: Number
    case: str = ""
    kind: Literal["note"] = "note"

    @property
    def line(self) -> str:
        """The line of the listing."""
        return f"case-{self.case}" if self.case else "start"


class Drop(NamedTuple):
    """Nodes at or below `node` leave BACKUP."""

    node: Node
    dropped: tuple[Node, ...]
    case: str
    kind: Literal["drop"] = "drop"

    @property
    def line(self) -> str:
        """The line of the listing."""
        return f"case-{self.case}"


# The table, and those who call a search again and again


class Lookup(NamedTuple):
    """The table holds bounds for a node; `hit` if they answer the question."""

    node: Node
    low: Number
    high: Number
    hit: bool
    line: str = "lookup"
    kind: Literal["lookup"] = "lookup"


class Store(NamedTuple):
    """The table now holds these bounds for a node."""

    node: Node
    low: Number
    high: Number
    line: str = "store"
    kind: Literal["store"] = "store"


class PassBegins(NamedTuple):
    """A driver calls its search for the `number`-th time, knowing low ≤ value ≤ high."""

    node: Node
    number: int
    low: Number
    high: Number
    line: str = "pass"
    kind: Literal["pass-begins"] = "pass-begins"


class PassEnds(NamedTuple):
    """The `number`-th call of a driver's search has shown low ≤ value ≤ high."""

    node: Node
    number: int
    low: Number
    high: Number
    line: str = "bounds"
    kind: Literal["pass-ends"] = "pass-ends"


class NewHorizon(NamedTuple):
    """From here on nodes at `depth` count as leaves: what follows is about another tree."""

    node: Node
    depth: int
    line: str = "horizon"
    kind: Literal["horizon"] = "horizon"


class See(NamedTuple):
    """Code that is not ours asks the tree about a node, in its line `line`."""

    node: Node
    line: str
    kind: Literal["see"] = "see"


Event = (
    Enter | Ask | Evaluate | Test | Update | Cut | Leave | Answer | Pop | Push | Insert | Purge
    | Note | Drop | Lookup | Store | PassBegins | PassEnds | NewHorizon | See
)  # fmt: skip

EVENTS: dict[str, type[Event]] = {
    cls._field_defaults["kind"]: cls
    for cls in (
        *(Enter, Ask, Evaluate, Test, Update, Cut, Leave, Answer),
        *(Pop, Push, Insert, Purge, Note, Drop),
        *(Lookup, Store, PassBegins, PassEnds, NewHorizon, See),
    )
}

Step = tuple[Any, ...]  # made by a log and read by `event`, and by nobody else


def event(step: Step) -> Event:
    """The named view of a step."""
    made: Event = step[0](*step[1:])
    if isinstance(made, Purge):
        return made._replace(states=tuple(State(*state) for state in made.states))
    return made


def step_of(taken: Event) -> Step:
    """The step that a log would have kept for an event."""
    return (type(taken), *taken[:-1])  # all but the kind


_METHODS = {cls: kind.replace("-", "_") for kind, cls in EVENTS.items()}  # of a log
_SIZES = {cls: len(cls._fields) for cls in EVENTS.values()}  # the class, and all but the kind


class Written(list[Any]):
    """Steps strung together; `extend` takes one more."""

    def steps(self) -> Iterator[Step]:
        """The steps one by one."""
        at, end = 0, len(self)
        while at < end:
            size = _SIZES[self[at]]
            yield tuple(self[at : at + size])
            at += size


class Log:
    """Where a search writes down what it does; every step goes to `keep`."""

    __slots__ = ("_keep",)

    def __init__(self, keep: Callable[[Step], None]) -> None:
        self._keep = keep

    def relay(self, step: Step) -> None:
        """Take a step that another log has made."""
        kind: str = _METHODS[step[0]]
        getattr(self, kind)(*step[1:])

    def enter(self, n: Node, alpha: Number, beta: Number, line: str = "enter") -> None:
        """Visit a node; only values between alpha and beta matter."""
        self._keep((Enter, n, alpha, beta, line))

    def ask(self, n: Node, relation: Relation, threshold: Number, line: str = "ask") -> None:
        """Visit a node with a question."""
        self._keep((Ask, n, relation, threshold, line))

    def evaluate(self, n: Node, value: Number, line: str = "evaluate") -> None:
        """Give a leaf its value, and end its visit."""
        self._keep((Evaluate, n, value, line))

    def test(self, n: Node, value: Number, yes: bool, line: str = "test") -> None:
        """Evaluate a leaf only to answer the question it was visited with."""
        self._keep((Test, n, value, yes, line))

    def update(self, n: Node, value: Number, alpha: Number, beta: Number, line: str) -> None:
        """Change the best value so far at a node, and its window."""
        self._keep((Update, n, value, alpha, beta, line))

    def cut(
        self, n: Node, skipped: tuple[Node, ...], value: Number, bound: Number, line: str
    ) -> None:
        """Skip children, because `value` has met `bound`."""
        self._keep((Cut, n, skipped, value, bound, line))

    def leave(self, n: Node, value: Number, line: str = "leave") -> None:
        """End a visit, returning a value."""
        self._keep((Leave, n, value, line))

    def answer(self, n: Node, yes: bool, line: str = "answer") -> None:
        """End a visit, answering its question."""
        self._keep((Answer, n, yes, line))

    def pop(self, n: Node, status: Status, merit: Number, case: str) -> None:
        """Take the first state from OPEN."""
        self._keep((Pop, n, status, merit, case))

    def push(self, n: Node, status: Status, merit: Number, case: str) -> None:
        """Place a state in front of OPEN."""
        self._keep((Push, n, status, merit, case))

    def insert(self, n: Node, status: Status, merit: Number, place: int, case: str) -> None:
        """Place a state in OPEN, behind `place` others."""
        self._keep((Insert, n, status, merit, place, case))

    def purge(self, n: Node, states: tuple[tuple[Node, Status, Number], ...], case: str) -> None:
        """Remove the states below a node from OPEN."""
        self._keep((Purge, n, states, case))

    def note(self, n: Node, last: int, low: Number, high: Number, case: str) -> None:
        """Enter a node in BACKUP, or change its entry."""
        self._keep((Note, n, last, low, high, case))

    def drop(self, n: Node, dropped: tuple[Node, ...], case: str) -> None:
        """Remove nodes at or below `n` from BACKUP."""
        self._keep((Drop, n, dropped, case))

    def lookup(self, n: Node, low: Number, high: Number, hit: bool, line: str = "lookup") -> None:
        """Find bounds in the table."""
        self._keep((Lookup, n, low, high, hit, line))

    def store(self, n: Node, low: Number, high: Number, line: str = "store") -> None:
        """Write bounds into the table."""
        self._keep((Store, n, low, high, line))

    def pass_begins(
        self, n: Node, number: int, low: Number, high: Number, line: str = "pass"
    ) -> None:
        """Call the search again."""
        self._keep((PassBegins, n, number, low, high, line))

    def pass_ends(
        self, n: Node, number: int, low: Number, high: Number, line: str = "bounds"
    ) -> None:
        """Take in what the call has shown."""
        self._keep((PassEnds, n, number, low, high, line))

    def horizon(self, n: Node, depth: int, line: str = "horizon") -> None:
        """Search another tree: nodes at `depth` count as leaves."""
        self._keep((NewHorizon, n, depth, line))

    def see(self, n: Node, line: str) -> None:
        """Note that foreign code asks the tree about a node."""
        self._keep((See, n, line))


def leaves_of(steps: Iterable[Step]) -> tuple[Node, ...]:
    """The leaves that steps evaluate, in order."""
    return tuple([step[1] for step in steps if step[0] is Evaluate or step[0] is Test])
