"""Where a question is asked: the step of a trace that answers it.

Visits, cutoffs and moments are defined in `tracer.trace` and only read here. These functions raise
LookupError where a question makes no sense.
"""

from tracer.log.events import Enter, Leave, NewHorizon, PassEnds, Pop
from tracer.trace.moments import Moment, moments
from tracer.trace.trace import Trace
from trees.dewey import Node
from trees.number import Number, show_count

At = Node | int | None  # a node, a number of visits, actions or passes, or the whole search


def moment(trace: Trace, what: str, at: At) -> Moment:
    """The moment that comes after `at` earlier ones."""
    assert isinstance(at, int)
    found = moments(trace.tree, trace.changes, what)
    if at >= len(found):
        many = show_count(len(found), "such moment")
        raise LookupError(f"the search has {many}{', numbered from 0' if found else ''}")
    return found[at]


def entered(trace: Trace, at: At) -> tuple[int, Enter]:
    """The first visit to a node with a window."""
    for i, change in enumerate(trace.changes, 1):
        if change.visit == at and isinstance(change.event, Enter):
            return i, change.event
    raise LookupError("the search never visits this node with a window")


def returned(trace: Trace, at: At) -> Moment:
    """The first time that a node returns a value."""
    for found in moments(trace.tree, trace.changes, "returned"):
        if found.node == at:
            return found
    raise LookupError("no visit to this node returns a value")


def value_returned(trace: Trace, at: Moment) -> Number:
    """What is returned at a moment."""
    taken = trace.events[at.step - 1]
    assert isinstance(taken, Leave)
    return taken.value


def acted(trace: Trace, at: At) -> int:
    """The frame after Γ has acted `at` times, up to and including its last action."""
    acts = moments(trace.tree, trace.changes, "case")
    assert isinstance(at, int)
    if acts and at == len(acts):
        return max(i for i, taken in enumerate(trace.events) if isinstance(taken, Pop))
    return moment(trace, "case", at).frame


def pass_end(trace: Trace, at: At) -> tuple[int, PassEnds]:
    """The end of a pass of MT."""
    for i, taken in enumerate(trace.events, 1):
        if isinstance(taken, PassEnds) and taken.number == at:
            return i, taken
    raise LookupError("the search has no such pass; passes are numbered from 1")


def last_horizon(trace: Trace) -> int:
    """The step that sets the last horizon; 0 if there is none."""
    steps = (i for i, taken in enumerate(trace.events, 1) if isinstance(taken, NewHorizon))
    return max(steps, default=0)
