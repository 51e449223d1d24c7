"""Notebook 18: What do you play when the time is up?"""

from collections.abc import Callable
from functools import cache
from random import Random
from typing import Any

from tracer.agents import Choice, ClockAgent
from tracer.agents.clock import guess_for
from tracer.algorithms import alphabeta, mtd_f
from tracer.exercises.ask.answers import brief
from tracer.exercises.ask.formats import number, program, read_finite, whole
from tracer.exercises.ask.plain_values import AnswerError
from tracer.exercises.lessons.programs import call
from tracer.exercises.lessons.registry import register
from tracer.experiments.openings import opening
from trees.games import Pear
from trees.number import Number, show

_START = opening(3)


@cache
def chosen(budget: int, with_guess: bool = False) -> Choice:
    """What an agent with so many nodes chooses in the position of the notebook."""
    search = mtd_f if with_guess else alphabeta
    return ClockAgent("clock", search, 12, nodes=budget).choose(Pear(), _START)


def finished(choice: Choice) -> int:
    """The last depth that was finished."""
    return max(p.depth for p in choice.passes if p.value is not None)


def _too(given: int, right: int) -> bool | str:
    return given == right or f"{given} is too {'large' if given > right else 'small'}"


@register(
    "18.by-hand",
    "Which depth does the agent's move come from if it may visit 500 nodes?",
    whole(2, 1, 12),
    answer=finished(chosen(500)),
    because="7 + 21 + 109 + 333 = 470 nodes are enough for depth 4, and the 30 that are left are "
    "not enough for depth 5",
    why="Every depth starts from scratch, so add up their costs until the budget is spent. A depth "
    "that is not finished does not count.",
)
def _depth_of_500(depth: int) -> bool | str:
    return _too(depth, finished(chosen(500)))


@register(
    "18.1",
    "Which depth does MTD(f) finish with 150 nodes?",
    whole(2, 1, 12),
    answer=finished(chosen(150, with_guess=True)),
    because="10 + 33 + 102 = 145 nodes, and 5 are left",
    why="Add up the column of nodes until 150 are spent.",
)
def _depth_of_150(depth: int) -> bool | str:
    return _too(depth, finished(chosen(150, with_guess=True)))


@register(
    "18.2",
    "What is the smallest budget with which the alpha-beta agent finishes depth 4?",
    whole(333, 1, 100_000),
    answer=next(n for n in range(460, 480) if finished(chosen(n)) == 4),
    because="the depths up to 4 cost 7 + 21 + 109 + 333 = 470 nodes together",
    why='Depths 1 to 3 have to be paid for, too. Try ClockAgent("clock", alphabeta, 12, nodes=…) '
    "and look at its passes.",
)
def _smallest_budget(budget: int) -> bool | str:
    if finished(chosen(budget)) < 4:
        return f"With {budget} nodes, depth 4 is not finished"
    return finished(chosen(budget - 1)) < 4 or f"{budget} nodes are enough, and so are fewer"


@register(
    "18.3",
    "Which first guess does MTD(f) get for depth 3 at its next move?",
    number(12),
    answer=guess_for(3, (), chosen(2000, with_guess=True)),
    because="depth 3 of the next move reaches as far as depth 5 of this one, which was worth 13",
    why="Two plies have been played when it is your turn again. Which depth of the last search "
    "reached the same horizon?",
)
def _guess(guess: Number) -> bool | str:
    choice = chosen(2000, with_guess=True)
    if guess == guess_for(3, (), choice):
        return True
    for p in choice.passes:
        if p.value == guess:
            return f"{show(guess)} is what depth {p.depth} found; it ends at another horizon"
    return f"No depth of the last search has found {show(guess)}"


def my_depth(costs: list[int], budget: int) -> int:
    """Return the depth whose move is played; costs[0] are the nodes of depth 1, and so on."""
    depth, spent = 1, costs[0]
    while depth < len(costs) and spent + costs[depth] <= budget:
        spent += costs[depth]
        depth += 1
    return depth


TRIED = 60  # budgets


@register(
    "18.4",
    "Write a function that says from which depth the move comes, given the cost of each depth.",
    program("my_depth(costs, budget)"),
    answer=my_depth,
    because="depths are paid for one after the other, the first one in any case, and the search "
    "ends with the first that the rest of the budget is not enough for",
    why="Add up the costs from depth 1 on. What happens if the budget does not even pay for depth "
    "1? And if it pays for all of them?",
)
def _depths(function: Callable[..., Any]) -> bool | str:
    random = Random()
    for i in range(TRIED):
        costs = [random.randint(1, 40) for _ in range(random.randint(1, 7))]
        k = random.randint(0, len(costs))
        budget = max(1, sum(costs[:k]) + random.choice([-1, 0, 0, 1, 5])) if i % 10 else 1
        returned, error, _ = call(function, list(costs), budget)
        if error:
            return f"my_depth({costs}, {budget}): {error}"
        try:
            given = read_finite(returned)
        except AnswerError:
            return f"my_depth({costs}, {budget}) returns {brief(returned)}, which is not a number"
        if given != my_depth(costs, budget):
            return f"my_depth({costs}, {budget}) returns {show(given)}, which is not the depth"
    return True
