"""The vocabulary of a search: what happened, never how it looks.

Every event names the line of the search's listing that caused it.
"""

from typing import Literal, NamedTuple, get_args

from trees.dewey import Node
from trees.number import Number

Status = Literal["LIVE", "SOLVED"]
LIVE: Status = "LIVE"
SOLVED: Status = "SOLVED"

Relation = Literal[">", "≥"]
MORE: Relation = ">"
AT_LEAST: Relation = "≥"
Question = tuple[Relation, Number]  # is the value of a node more than (or at least) a threshold?


def passes(value: Number, question: Question) -> bool:
    """Whether the answer to a question is yes if this is the value."""
    relation, threshold = question
    return value > threshold if relation == MORE else value >= threshold


class State(NamedTuple):
    """A state of OPEN: the solution trees through `node` are worth at most `merit`."""

    node: Node
    status: Status
    merit: Number


class Phase(NamedTuple):
    """An entry of BACKUP: a MAX node, its last child included so far, and its bounds."""

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
    """A leaf gets its value, which also ends its visit."""

    node: Node
    value: Number
    line: str = "evaluate"
    kind: Literal["evaluate"] = "evaluate"


class Test(NamedTuple):
    """A leaf is evaluated only to answer the question that its visit asks."""

    node: Node
    value: Number
    yes: bool
    line: str = "test"
    kind: Literal["test"] = "test"


class Update(NamedTuple):
    """The best value found so far at a node has changed, and perhaps its window."""

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


# OPEN and BACKUP. `case` is the case of Γ that acts; it is empty before Γ starts and at the end.


class Pop(NamedTuple):
    """The first state leaves OPEN."""

    node: Node
    status: Status
    merit: Number
    case: str = ""
    kind: Literal["pop"] = "pop"


class Push(NamedTuple):
    """A state is placed in front of OPEN."""

    node: Node
    status: Status
    merit: Number
    case: str = ""
    kind: Literal["push"] = "push"


class Insert(NamedTuple):
    """A state enters OPEN behind `place` others."""

    node: Node
    status: Status
    merit: Number
    place: int
    case: str
    kind: Literal["insert"] = "insert"


class Purge(NamedTuple):
    """The states below a node leave OPEN, first state first."""

    node: Node
    states: tuple[State, ...]
    case: str
    kind: Literal["purge"] = "purge"


class Note(NamedTuple):
    """BACKUP now holds this entry for a node."""

    node: Node
    last: int
    low: Number
    high: Number
    case: str = ""
    kind: Literal["note"] = "note"


class Drop(NamedTuple):
    """Nodes at or below `node` leave BACKUP."""

    node: Node
    dropped: tuple[Node, ...]
    case: str
    kind: Literal["drop"] = "drop"


# The table, and drivers, which call a search repeatedly


class Lookup(NamedTuple):
    """The table holds bounds for a node; `hit` says whether they answer the question."""

    node: Node
    low: Number
    high: Number
    hit: bool
    line: str = "lookup"
    kind: Literal["lookup"] = "lookup"


class Same(NamedTuple):
    """A node has the position of `other`, whose entry in the table holds for both."""

    node: Node
    other: Node
    line: str = "lookup"
    kind: Literal["same"] = "same"


class Evict(NamedTuple):
    """The entry that `other` stored leaves the table, to make room for that of a node."""

    node: Node
    other: Node
    line: str = "store"
    kind: Literal["evict"] = "evict"


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
    line: str = "pass-ends"
    kind: Literal["pass-ends"] = "pass-ends"


class NewHorizon(NamedTuple):
    """From now on, nodes at `depth` count as leaves, so that the search is of another tree."""

    node: Node
    depth: int
    line: str = "horizon"
    kind: Literal["horizon"] = "horizon"


class See(NamedTuple):
    """A student's code asks the tree about a node, in its line `line`."""

    node: Node
    line: str
    kind: Literal["see"] = "see"


Event = (
    Enter | Ask | Evaluate | Test | Update | Cut | Leave | Answer | Pop | Push | Insert | Purge
    | Note | Drop | Same | Lookup | Evict | Store | PassBegins | PassEnds | NewHorizon | See
)  # fmt: skip

EVENTS: dict[str, type[Event]] = {cls._field_defaults["kind"]: cls for cls in get_args(Event)}


def line_of(taken: Event) -> str:
    """The name of the line that caused an event; each case of Γ is a line."""
    if not isinstance(taken, Pop | Push | Insert | Purge | Note | Drop):
        return taken.line
    if taken.case:
        return f"case-{taken.case}"
    return "done" if isinstance(taken, Pop | Purge) else "start"
