"""Notebook 6: What lies between SSS* and alpha-beta?"""

from collections.abc import Callable
from random import Random
from typing import Any

from tracer.algorithms import minimax, ps_star
from tracer.exercises.ask.answers import brief
from tracer.exercises.ask.formats import change_of, in_order, program, whole
from tracer.exercises.ask.plain_values import AnswerError, plain
from tracer.exercises.lessons.programs import call, taking
from tracer.exercises.lessons.registry import register
from tracer.trace.trace import record
from trees import catalogue
from trees.dewey import Node
from trees.number import Number, show

_APPENDIX = catalogue.load("srimani-a1")


@register(
    "6.3",
    "Change the value of one leaf so that the printed operator returns a wrong value.",
    change_of(_APPENDIX),
    answer=("1.1.3", 30),
    because="a leaf now enters OPEN with less than MAX is already sure of at the node above, so "
    "its state comes too late, and case 6 removes it",
    why="The printed operator lets a leaf into OPEN with its own value, even where MAX is already "
    "sure of more. That hurts if the state of a worse node is then taken first.",
    many=True,
)
def _printed_errs(change: tuple[Node, Number]) -> bool | str:
    leaf, value = change
    changed = _APPENDIX.replace({leaf: value})
    found = record(ps_star, changed, k=2, published=True).value
    still = f"the printed operator still returns the right value, {found}"
    return (
        found != record(minimax, changed).value
        or f"With {show(value)} at leaf {_APPENDIX.name(leaf)}, {still}"
    )


def sizes(w: int, k: int) -> list[int]:
    """Return the sizes of k partitions of w children."""
    return [w // k + (i < w % k) for i in range(k)]


@register(
    "6.5",
    "Write a function that returns the sizes of k partitions of w children.",
    program("sizes(w, k)"),
    answer=sizes,
    because="w // k children go into every partition, and the first w % k partitions get one of "
    "those that are left over",
    why="The sizes must add up to w, differ by at most one, and never grow from left to right.",
)
def _partitions_fairly(function: Callable[..., Any]) -> bool | str:
    small = [(w, k) for w in range(1, 9) for k in range(1, w + 1)]
    fresh = [(k + Random().randrange(60), k) for k in (5, 7, 12, 30)]
    for w, k in [*small, *fresh]:
        returned, error, _ = call(taking(function), w, k)
        wrong = error or _unfair(returned, w, k)
        if wrong:
            return f"sizes({w}, {k}): {wrong}"
    return True


def _unfair(returned: Any, w: int, k: int) -> str | None:
    """What is wrong with the sizes of k partitions of w children."""
    try:
        found = [whole(1, -(10**9), 10**9).read(size) for size in in_order(plain(returned))]
    except AnswerError:
        return f"it returns {brief(returned)} instead of a list of whole numbers"
    it = f"it returns {brief(found)}"
    if len(found) != k:
        return f"{it}, which has {len(found)} instead of {k} partitions"
    if sum(found) != w:
        return f"{it}, which adds up to {sum(found)}"
    if max(found) - min(found) > 1:
        return f"{it}, and these sizes could be more equal"
    return None if found == sorted(found, reverse=True) else f"{it}; the larger ones come first"
