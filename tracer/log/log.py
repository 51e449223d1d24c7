"""The log that a search writes, with a method for every event.

The log turns each call into a plain tuple, `(class, field, …)`, because that is cheap. `Written`
strings the tuples together in one list, which takes half the memory of separate tuples. `event`
gives the fields their names. Nothing outside this file looks inside such a tuple.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from tracer.log.events import (
    EVENTS,
    Answer,
    Ask,
    Cut,
    Drop,
    Enter,
    Evaluate,
    Event,
    Evict,
    Insert,
    Leave,
    Lookup,
    NewHorizon,
    Note,
    PassBegins,
    PassEnds,
    Pop,
    Purge,
    Push,
    Relation,
    Same,
    See,
    State,
    Status,
    Store,
    Test,
    Update,
)
from trees.dewey import Node
from trees.number import Number

Step = tuple[Any, ...]  # made by a log, and read only in this file


def event(step: Step) -> Event:
    """A step with its fields named."""
    made: Event = step[0](*step[1:])
    if isinstance(made, Purge):
        return made._replace(states=tuple(State(*state) for state in made.states))
    return made


def step_of(taken: Event) -> Step:
    """The step that a log would have kept for an event."""
    return (type(taken), *taken[:-1])  # all but the kind


_METHODS = {cls: kind.replace("-", "_") for kind, cls in EVENTS.items()}  # methods of Log
_SIZES = {cls: len(cls._fields) for cls in EVENTS.values()}  # the class and every field but kind


class Written(list[Any]):
    """Steps strung together in one list; `extend` adds one."""

    def steps(self) -> Iterator[Step]:
        """The steps, one by one."""
        at, end = 0, len(self)
        while at < end:
            size = _SIZES[self[at]]
            yield tuple(self[at : at + size])
            at += size


class StoppedError(Exception):
    """Ends a search early; what it has logged so far is kept."""


class Log:
    """Records what a search does; every step goes to `keep`."""

    __slots__ = ("_keep",)

    def __init__(self, keep: Callable[[Step], None]) -> None:
        self._keep = keep

    def relay(self, step: Step) -> None:
        """Record a step that another log has made."""
        kind: str = _METHODS[step[0]]
        getattr(self, kind)(*step[1:])

    def enter(self, n: Node, alpha: Number, beta: Number, line: str = "enter") -> None:
        """Visit a node; only values between alpha and beta matter."""
        self._keep((Enter, n, alpha, beta, line))

    def ask(self, n: Node, relation: Relation, threshold: Number, line: str = "ask") -> None:
        """Visit a node with a question."""
        self._keep((Ask, n, relation, threshold, line))

    def evaluate(self, n: Node, value: Number, line: str = "evaluate") -> None:
        """Give a leaf its value and end its visit."""
        self._keep((Evaluate, n, value, line))

    def test(self, n: Node, value: Number, yes: bool, line: str = "test") -> None:
        """Evaluate a leaf only to answer the question that its visit asks."""
        self._keep((Test, n, value, yes, line))

    def update(self, n: Node, value: Number, alpha: Number, beta: Number, line: str) -> None:
        """Change the best value found so far at a node, and its window."""
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
        """Add a node to BACKUP, or change its entry."""
        self._keep((Note, n, last, low, high, case))

    def drop(self, n: Node, dropped: tuple[Node, ...], case: str) -> None:
        """Remove nodes at or below `n` from BACKUP."""
        self._keep((Drop, n, dropped, case))

    def same(self, n: Node, other: Node, line: str = "lookup") -> None:
        """Find a node's position in the table, where another node has stored it."""
        self._keep((Same, n, other, line))

    def lookup(self, n: Node, low: Number, high: Number, hit: bool, line: str = "lookup") -> None:
        """Find bounds in the table."""
        self._keep((Lookup, n, low, high, hit, line))

    def evict(self, n: Node, other: Node, line: str = "store") -> None:
        """Remove the entry of another node from the table, to make room."""
        self._keep((Evict, n, other, line))

    def store(self, n: Node, low: Number, high: Number, line: str = "store") -> None:
        """Write bounds into the table."""
        self._keep((Store, n, low, high, line))

    def pass_begins(
        self, n: Node, number: int, low: Number, high: Number, line: str = "pass"
    ) -> None:
        """Call the search again."""
        self._keep((PassBegins, n, number, low, high, line))

    def pass_ends(
        self, n: Node, number: int, low: Number, high: Number, line: str = "pass-ends"
    ) -> None:
        """Record what the call has shown."""
        self._keep((PassEnds, n, number, low, high, line))

    def horizon(self, n: Node, depth: int, line: str = "horizon") -> None:
        """Search another tree: nodes at `depth` count as leaves."""
        self._keep((NewHorizon, n, depth, line))

    def see(self, n: Node, line: str) -> None:
        """Record that a student's code asks the tree about a node."""
        self._keep((See, n, line))


def leaves_of(steps: Iterable[Step]) -> tuple[Node, ...]:
    """The leaves that steps evaluate, in order."""
    return tuple([step[1] for step in steps if step[0] is Evaluate or step[0] is Test])
