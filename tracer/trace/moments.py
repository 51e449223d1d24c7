"""Where to stop: the steps that a key jumps to, a picture shows or a question is about."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from tracer.log import events as e
from tracer.trace.change import Change
from trees.dewey import Node
from trees.tree import Tree

TARGETS: dict[str, Callable[[Change], bool]] = {
    "cutoff": lambda change: change.cutoff is not None,
    "leaf": lambda change: change.leaf is not None,
    "return": lambda change: isinstance(change.event, e.Leave | e.Answer),
    "list": lambda change: bool(change.open or change.backup or change.table),
    "pass": lambda change: isinstance(change.event, e.PassBegins | e.NewHorizon),
}


def steps_to(changes: Sequence[Change], target: str) -> list[int]:
    """The steps that make a cutoff, evaluate a leaf, return, change a list, or begin a pass."""
    if target not in TARGETS:
        raise ValueError(f"Unknown target {target!r}. Choose one of: {', '.join(TARGETS)}.")
    return [i for i, change in enumerate(changes, 1) if TARGETS[target](change)]


def telling_steps(changes: Sequence[Change]) -> list[int]:
    """The most telling steps: leaves, cutoffs, and the beginnings and ends of passes."""
    return [i for i, change in enumerate(changes, 1) if _tells(change)]


def _tells(change: Change) -> bool:
    return change.leaf is not None or change.cutoff is not None or _marks_a_pass(change)


def _marks_a_pass(change: Change) -> bool:
    return isinstance(change.event, e.PassBegins | e.PassEnds | e.NewHorizon)


def visiting_steps(changes: Sequence[Change]) -> list[int]:
    """One or two steps per node: those that show its value, or that it is finished."""
    return [
        i
        for i, change in enumerate(changes, 1)
        if _tells(change) or isinstance(change.event, e.Leave | e.Answer | e.Pop | e.Purge)
    ]


class Moment(NamedTuple):
    """A point at which to predict something: frame `frame` is shown, and step `step` tells.

    The frame is the last one that does not give the answer away, so steps may lie between the two:
    a cutoff before the next leaf, or a new value before it is returned.
    """

    frame: int
    step: int
    node: Node  # the node that the step is about
    answer: str = ""  # if the question has choices; otherwise the node is the answer
    left: int = 0  # how many children are still to be searched, if the search goes on or cuts off


MOMENTS = ("leaf", "next", "cut", "case", "returned")


def moments(tree: Tree, changes: Sequence[Change], what: str) -> list[Moment]:
    """The only moments at which predict mode and questions may ask about a search.

    "leaf": which leaf is evaluated next; "next": which node is visited next; "cut": whether the
    search goes on with the next child or cuts off (best-first searches never stand before the next
    child of one node: their decision is the case of Γ); "case": which case of Γ acts next;
    "returned": what value a visit returns.
    """
    if what not in MOMENTS:
        raise ValueError(f"Unknown kind of moment {what!r}. Choose one of: {', '.join(MOMENTS)}.")
    found = []
    frame = 0  # the last one that tells nothing about the next answer
    searched: dict[Node, set[Node]] = {}  # the children searched so far, by visit in progress
    for i, change in enumerate(changes, 1):
        taken = change.event
        if what == "cut":
            fork = _fork(tree, change, searched)
            found += [Moment(frame, i, *fork)] if fork else []
        elif what == "leaf" and change.leaf is not None:
            found.append(Moment(frame, i, taken.node))
        elif what == "next" and change.visit is not None:
            found.append(Moment(frame, i, taken.node))
        elif what == "case" and isinstance(taken, e.Pop) and taken.case:
            found.append(Moment(frame, i, taken.node, taken.case))
        elif what == "returned" and isinstance(taken, e.Leave):
            found.append(Moment(frame, i, taken.node))
        if _is_silent(what, change):
            frame = i
    return found


def _is_silent(what: str, change: Change) -> bool:
    """Whether a step tells nothing about the next answer; the steps after it may."""
    if what == "leaf":
        return change.leaf is not None or _marks_a_pass(change)
    if what == "next":
        return change.leaf is not None or change.visit is not None or _marks_a_pass(change)
    if what == "case":
        return True
    begins_or_ends = isinstance(change.event, e.Enter | e.Ask | e.Leave | e.Answer)
    return change.leaf is not None or begins_or_ends  # then come the new value and a cutoff


def _fork(
    tree: Tree, change: Change, searched: dict[Node, set[Node]]
) -> tuple[Node, str, int] | None:
    """Where a search that has searched a child goes on with the next one or cuts off."""
    n = change.event.node
    if isinstance(change.event, e.Cut):
        return n, "cut", len(change.event.skipped)
    if not isinstance(change.event, e.Enter | e.Ask):
        return None
    fork = None
    if n:
        siblings = searched.get(n[:-1], set())  # empty if a best-first search chose the node
        if siblings and n not in siblings:  # searching the same child again is not a fork
            fork = n, "on", len(tree.children(n[:-1])) - len(siblings)
        siblings.add(n)
    searched[n] = set()
    return fork
