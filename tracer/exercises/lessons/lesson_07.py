"""Notebook 7: Can SSS* do without its list?"""

from collections.abc import Callable
from math import inf
from random import Random
from typing import Any

from tracer.algorithms import mtd_f
from tracer.algorithms.mt import memory_test
from tracer.exercises.ask.answers import brief
from tracer.exercises.ask.formats import number, program, read_finite
from tracer.exercises.ask.plain_values import AnswerError, plain
from tracer.exercises.lessons.programs import call
from tracer.exercises.lessons.registry import register
from tracer.log.events import AT_LEAST, MORE, Question, passes
from tracer.log.log import Log
from tracer.trace.measure import measure
from tracer.trace.trace import record
from trees.generate import iid
from trees.number import Number, show
from trees.tree import Tree

_WIDE = iid(4, 4, seed=1, high=99)


@register(
    "7.3",
    "Find a first guess that makes MTD(f) take exactly four passes on the T(4,4).",
    number(50),
    answer=12,
    because="from this guess the bounds need two steps on their way, and two more passes prove the "
    "value from both sides",
    why="Each pass moves a bound to another leaf value. A guess at the value itself takes two "
    "passes; the further away it is, the more values lie in between.",
    many=True,
)
def _four_passes(first: Number) -> bool | str:
    taken = measure(record(mtd_f, _WIDE, first=first)).passes
    return taken == 4 or f"With the first guess {show(first)}, it takes {taken} passes"


FEW, MOST = 15, 60  # passes: fewer than FEW on the tree of the notebook, at most MOST elsewhere
STEP = (5, 20)  # how far a step of about ten goes down
_RELATIONS = {">": MORE, "≥": AT_LEAST, ">=": AT_LEAST, "=>": AT_LEAST}


def step(low: Number, high: Number, g: Number) -> tuple[str, Number]:
    """Return the next question."""
    return ("≥", high - 10) if low == -inf else (">", low)


@register(
    "7.4",
    "Write a driver that walks down from ∞ in steps of ten and takes fewer than 15 passes on the "
    "T(4,4).",
    program("step(low, high, g)"),
    answer=step,
    because="steps of ten cross many leaf values at once, and after the first yes only the few "
    "values between f⁻ and f⁺ are left",
    why="While f⁻ is −∞, ask whether the value is at least ten less than f⁺. After a yes, ask "
    "about something between f⁻ and f⁺, so that every answer moves a bound.",
)
def _takes_few_passes(function: Callable[..., Any]) -> bool | str:
    random = Random()
    fresh = [(random.randrange(10**6), random.randrange(-500, 500)) for _ in range(4)]
    for seed, low in [(1, 0), *fresh]:
        values = f"low={low}, high={low + 99}" if low else "high=99"
        where = f"On iid(4, 4, seed={seed}, {values}), "
        taken = _driven(function, iid(4, 4, seed=seed, low=low, high=low + 99), MOST)
        if isinstance(taken, str):
            return where + taken
        if seed == 1 and taken >= FEW:
            return f"{where}it takes {taken} passes, and fewer than {FEW} are asked for"
    return True


def _driven(function: Callable[..., Any], tree: Tree, most: int) -> int | str:
    """The number of passes until the bounds meet, or what went wrong."""
    table: dict[Any, Any] = {}
    low, high = -inf, inf
    question: Question = AT_LEAST, inf
    for taken in range(1, most + 1):
        g = memory_test(tree, Log(lambda step: None), question, table)
        if passes(g, question):
            low = g
        else:
            high = g
        if low >= high:
            return taken
        returned, error, _ = call(function, low, high, g)
        asked = f"step({show(low)}, {show(high)}, {show(g)})"
        if error:
            return f"{asked} fails: {error}"
        try:
            question = _question(returned)
        except AnswerError:
            allowed = 'a question is ("≥", γ) or (">", γ)'
            return f"{asked} returns {brief(returned)}, but {allowed}"
        down = high - question[1]
        if low == -inf and not STEP[0] <= down <= STEP[1]:
            steps = f"that is {show(down)} below f⁺" if down > 0 else "that is not below f⁺"
            return f"{asked} asks about {show(question[1])}: {steps}, and a step down is ten"
    last = f"{question[0]} {show(question[1])}"
    bounds = f"f⁻ = {show(low)} and f⁺ = {show(high)}"
    return f"the driver did not finish within {most} passes. It ended with {bounds}, asking {last}"


def _question(returned: Any) -> Question:
    match plain(returned):
        case [str(relation), threshold] if relation.strip() in _RELATIONS:
            bound = threshold if threshold in (inf, -inf) else read_finite(threshold)
            return _RELATIONS[relation.strip()], bound
    raise AnswerError("not a question")
