"""Where to stop: the steps that a key leads to, that a picture shows, that a question is about."""

from collections.abc import Sequence
from typing import NamedTuple

from tracer.log.events import (
    Answer,
    Ask,
    Cut,
    Enter,
    Leave,
    NewHorizon,
    PassBegins,
    PassEnds,
    Pop,
    Purge,
)
from tracer.trace.change import Change
from trees.dewey import Node
from trees.tree import Tree

TARGETS = ("cutoff", "leaf", "return", "list", "pass")


def steps_to(changes: Sequence[Change], target: str) -> list[int]:
    """The steps that make a cutoff, evaluate a leaf, return, change a list, or begin a pass."""
    if target not in TARGETS:
        raise ValueError(f"target is {target!r}: it is one of {', '.join(TARGETS)}")
    return [i for i, change in enumerate(changes, 1) if _is(target, change)]


def _is(target: str, change: Change) -> bool:
    if target == "cutoff":
        return change.cutoff is not None
    if target == "leaf":
        return change.leaf is not None
    if target == "return":
        return isinstance(change.event, Leave | Answer)
    if target == "list":
        return bool(change.open or change.backup or change.table)
    return isinstance(change.event, PassBegins | NewHorizon)


def telling_steps(changes: Sequence[Change]) -> list[int]:
    """The steps that tell most: leaves, cutoffs, and where passes begin and end."""
    return [
        i
        for i, c in enumerate(changes, 1)
        if c.leaf is not None
        or c.cutoff is not None
        or isinstance(c.event, PassBegins | PassEnds | NewHorizon)
    ]


def visiting_steps(changes: Sequence[Change]) -> list[int]:
    """One or two steps for each node: what it is worth, or that it is done with."""
    return [
        i
        for i, c in enumerate(changes, 1)
        if c.leaf is not None
        or c.cutoff is not None
        or isinstance(c.event, Leave | Answer | Pop | Purge | PassBegins | PassEnds | NewHorizon)
    ]


class Moment(NamedTuple):
    """A point at which something can be predicted: frame `frame` is seen, step `step` tells."""

    frame: int
    step: int
    node: Node  # that the step is about
    answer: str = ""  # of a question with choices; else empty, and the node is the answer
    left: int = 0  # children still to be searched, where the search goes on or cuts off


MOMENTS = ("leaf", "next", "cut", "case", "returned")


def moments(tree: Tree, changes: Sequence[Change], what: str) -> list[Moment]:
    """Where a search can be asked about: predict mode and questions stop here, and nowhere else.

    "leaf": which leaf is evaluated next; "next": which node is visited next; "cut": does the
    search go on with the next child, or cut off; "case": which case of Γ acts next; "returned":
    which value a visit returns.
    """
    if what not in MOMENTS:
        raise ValueError(f"there are no moments of kind {what!r}: choose {', '.join(MOMENTS)}")
    if what == "cut":
        return _forks(tree, changes)
    found = []
    for i, change in enumerate(changes, 1):
        taken = change.event
        if what == "leaf" and change.leaf is not None:
            found.append(Moment(_sign(changes, i) - 1, i, taken.node))
        elif what == "next" and change.visit is not None:
            found.append(Moment(i - 1, i, taken.node))
        elif what == "case" and isinstance(taken, Pop) and taken.case:
            found.append(Moment(i - 1, i, taken.node, taken.case))
        elif what == "returned" and isinstance(taken, Leave):
            found.append(Moment(i - 1, i, taken.node))
    return found


def _forks(tree: Tree, changes: Sequence[Change]) -> list[Moment]:
    """Where a search that has looked at a child goes on with the next one, or cuts off."""
    found = []
    searched: dict[Node, set[Node]] = {}  # by visit in progress: the children seen in it
    for i, change in enumerate(changes, 1):
        n = change.event.node
        if isinstance(change.event, Enter | Ask):
            if n:
                siblings = searched.setdefault(n[:-1], set())
                if siblings - {n}:
                    left = len(tree.children(n[:-1])) - len(siblings - {n})
                    found.append(Moment(i - 1, i, n, "on", left))
                siblings.add(n)
            searched[n] = set()
        elif isinstance(change.event, Cut):
            found.append(Moment(i - 1, i, n, "cut", len(change.event.skipped)))
    return found


def _sign(changes: Sequence[Change], i: int) -> int:
    """The first step that would give a leaf away: its visit, before its value."""
    while i > 1 and changes[i - 2].event.node == changes[i - 1].event.node:
        if changes[i - 2].leaf is not None:  # an earlier evaluation, asked about on its own
            break
        i -= 1
    return i
