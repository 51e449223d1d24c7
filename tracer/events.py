"""The vocabulary of steps: what a search did, never how it looks.

A search yields plain tuples, `KIND, field, …`, because they are cheap; the classes below name
the fields for readers. The last field is always the name of a line in the search's listing.
Cases of Γ travel as text ("3a"), and their lines are called "case-3a".
"""

from collections.abc import Generator
from typing import Any, NamedTuple

from trees.dewey import Node
from trees.number import Number

Step = tuple[Any, ...]
Search = Generator[Step, None, Number]

LIVE, SOLVED = "LIVE", "SOLVED"
MORE, AT_LEAST = ">", "≥"

ENTER, EVALUATE, UPDATE, CUT, LEAVE = "enter", "evaluate", "update", "cut", "leave"
ASK, ANSWER = "ask", "answer"
POP, PUSH, INSERT, PURGE = "pop", "push", "insert", "purge"
NOTE, DROP = "note", "drop"
LOOKUP, STORE = "lookup", "store"
PASS = "pass"
SEE = "see"


class State(NamedTuple):
    """A state of OPEN: the solution trees that go through a node are worth at most `merit`."""

    node: Node
    status: str
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


class Enter(NamedTuple):
    """A node is visited with a window."""

    node: Node
    alpha: Number
    beta: Number
    line: str = ENTER
    kind: str = ENTER


class Evaluate(NamedTuple):
    """A leaf is given its value, which also ends its visit."""

    node: Node
    value: Number
    line: str = EVALUATE
    kind: str = EVALUATE


class Update(NamedTuple):
    """The best value so far at a node has changed, and with it perhaps its window."""

    node: Node
    value: Number
    alpha: Number
    beta: Number
    line: str = UPDATE
    kind: str = UPDATE


class Cut(NamedTuple):
    """The children `skipped` cannot matter: `value` at the node has met `bound`."""

    node: Node
    skipped: tuple[Node, ...]
    value: Number
    bound: Number
    line: str = CUT
    kind: str = CUT


class Leave(NamedTuple):
    """A visit ends and returns a value."""

    node: Node
    value: Number
    line: str = LEAVE
    kind: str = LEAVE


class Ask(NamedTuple):
    """A node is visited with a question: is its value > (or ≥) the threshold?"""

    node: Node
    relation: str
    threshold: Number
    line: str = ASK
    kind: str = ASK


class Answer(NamedTuple):
    """The question put at a node is answered, yes or no."""

    node: Node
    relation: str
    threshold: Number
    yes: bool
    line: str = ANSWER
    kind: str = ANSWER


class Pop(NamedTuple):
    """The first state leaves OPEN; `case` of Γ acts on it."""

    node: Node
    status: str
    merit: Number
    case: str
    line: str
    kind: str = POP


class Push(NamedTuple):
    """A state is placed in front of OPEN."""

    node: Node
    status: str
    merit: Number
    case: str
    line: str
    kind: str = PUSH


class Insert(NamedTuple):
    """A state enters OPEN behind `place` states of better merit."""

    node: Node
    status: str
    merit: Number
    place: int
    case: str
    line: str
    kind: str = INSERT


class Purge(NamedTuple):
    """The states below a node leave OPEN, first state first."""

    node: Node
    states: tuple[State, ...]
    case: str
    line: str
    kind: str = PURGE


class Note(NamedTuple):
    """BACKUP now holds this entry for a node."""

    node: Node
    last: int
    low: Number
    high: Number
    case: str
    line: str
    kind: str = NOTE


class Drop(NamedTuple):
    """Nodes at or below `node` leave BACKUP."""

    node: Node
    dropped: tuple[Node, ...]
    case: str
    line: str
    kind: str = DROP


class Lookup(NamedTuple):
    """The table holds bounds for a node; `hit` if they answer the question."""

    node: Node
    low: Number
    high: Number
    hit: bool
    line: str = LOOKUP
    kind: str = LOOKUP


class Store(NamedTuple):
    """The table now holds these bounds for a node."""

    node: Node
    low: Number
    high: Number
    line: str = STORE
    kind: str = STORE


class Pass(NamedTuple):
    """A driver calls its search for the `number`-th time, knowing low ≤ value ≤ high."""

    node: Node
    number: int
    low: Number
    high: Number
    line: str = PASS
    kind: str = PASS


class See(NamedTuple):
    """Code that is not ours asks the tree about a node; `line` is the line it does so in."""

    node: Node
    line: str
    kind: str = SEE


Event = (
    Enter | Evaluate | Update | Cut | Leave | Ask | Answer | Pop | Push | Insert | Purge
    | Note | Drop | Lookup | Store | Pass | See
)  # fmt: skip

EVENTS: dict[str, type[Event]] = {
    cls._field_defaults["kind"]: cls
    for cls in (
        *(Enter, Evaluate, Update, Cut, Leave, Ask, Answer),
        *(Pop, Push, Insert, Purge, Note, Drop, Lookup, Store, Pass, See),
    )
}


def event(step: Step) -> Event:
    """The named view of a step."""
    made: Event = EVENTS[step[0]](*step[1:])
    return made
