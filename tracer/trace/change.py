"""What one step changes, before and after: the basis of everything that is shown."""

from math import inf
from typing import NamedTuple, TypeAlias

from tracer.log import events as e
from tracer.log.events import LIVE, Bounds, Event, Phase, Question, Relation, State, passes
from tracer.trace.cutoff import LOW, Cutoff
from trees.dewey import Node
from trees.number import Number

# The status of a node: not seen yet; being searched; in OPEN; a leaf with its value; finished;
# skipped with or without an ancestor; partly searched and abandoned by a best-first search.
UNSEEN, LIVE_NODE, OPEN_NODE = "unseen", "live", "open"
EVALUATED, SOLVED_NODE, CUT_OFF = "evaluated", "solved", "cut off"
GIVEN_UP = "given up"
STATUSES = (UNSEEN, LIVE_NODE, OPEN_NODE, EVALUATED, SOLVED_NODE, CUT_OFF, GIVEN_UP)


class Known(NamedTuple):
    """What is known about a node: its status, low ≤ value ≤ high, and its merit while in OPEN."""

    status: str
    low: Number = -inf
    high: Number = inf
    merit: Number | None = None


class Call(NamedTuple):
    """A visit in progress: its window now, the window it began with, its best value and child.

    A visit with a question has a relation, and both ends of its window are the threshold.
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
    def question(self) -> Question | None:
        """The question that the visit has to answer, if it began with one."""
        return (self.relation, self.first_alpha) if self.relation else None

    def end(self, bound: str) -> tuple[Number, Number]:
        """One end of the window, now and when the visit began: α is the low one."""
        low, high = (self.alpha, self.first_alpha), (self.beta, self.first_beta)
        return low if bound == LOW else high

    @property
    def crossed(self) -> bool:
        """Whether α has met or crossed β, so that no value matters any more."""
        return self.relation is None and self.alpha >= self.beta

    def settled_by(self, low: Number, high: Number) -> bool:
        """Whether bounds answer the question, or lie outside the window, or are the exact value."""
        if self.question:
            return passes(low, self.question) or not passes(high, self.question)
        return low >= self.first_beta or high <= self.first_alpha or low == high


UNKNOWN = Known(UNSEEN)
Stack: TypeAlias = "tuple[Call, Stack] | None"  # a linked list: the call on top, and the rest


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
    open: tuple[tuple[int, State | None, State | None], ...] = ()  # by place, applied in order
    backup: tuple[tuple[Node, Phase | None, Phase | None], ...] = ()
    table: tuple[tuple[Node, Bounds | None, Bounds | None], ...] = ()
    counts: tuple[tuple[str, int], ...] = ()  # how much is added to which counter
    cutoff: Cutoff | None = None

    @property
    def visit(self) -> Node | None:
        """The node that this step visits."""
        taken = self.event
        live = isinstance(taken, e.Pop) and taken.status == LIVE
        return taken.node if live or isinstance(taken, e.Enter | e.Ask | e.See) else None

    @property
    def leaf(self) -> Node | None:
        """The leaf that this step evaluates."""
        return self.event.node if isinstance(self.event, e.Evaluate | e.Test) else None

    @property
    def answer(self) -> bool | None:
        """The answer to the question of the visit that this step ends; None if it had none."""
        ended, goes_on = self.call or (None, None)
        if ended is None or goes_on is not None or ended.question is None:
            return None
        match self.event:
            case e.Test(yes=yes) | e.Answer(yes=yes):
                return yes
            case e.Evaluate(value=value) | e.Leave(value=value):
                return passes(value, ended.question)
            case _:
                return None
