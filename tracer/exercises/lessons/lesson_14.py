"""Notebook 14: Is it better to move second?"""

from collections.abc import Callable
from math import factorial
from random import Random
from typing import Any

from tracer.agents import Agent, match
from tracer.algorithms import alphabeta
from tracer.exercises.ask.answers import brief
from tracer.exercises.ask.formats import number, program, several, whole
from tracer.exercises.lessons.programs import call, equals
from tracer.exercises.lessons.registry import register
from trees.games import Pear, replay
from trees.games.pear import FIGURE_4_4
from trees.number import Number, show


@register(
    "14.by-hand",
    "In how many of the 120 games of Table 6.1 did the second player win?",
    whole(60, 0, 120),
    answer=71,
    because="of Maximilian and Solomon the second player won all 20; of the 80 games in which one "
    "of them met Annabelle or Scott, the deeper agent won all, 40 of them as the second player; "
    "Scott won 10 as the second player and Annabelle 1; 20 + 40 + 10 + 1 = 71",
    why="Add up three groups: Maximilian against Solomon; one of these two against Annabelle or "
    "Scott, where the deeper agent wins on both sides; and Annabelle against Scott.",
)
def _second_wins(wins: int) -> bool | str:
    return wins == 71 or f"{wins} is too {'few' if wins < 71 else 'many'}"


_PATTERNS = Pear().patterns(replay(Pear(), FIGURE_4_4["d"]))


@register(
    "14.1",
    "What is the score of the patterns in Figure 4.4 d)?",
    number(4),
    answer=_PATTERNS,
    because="A has the same three twos as in c), which count 12, and B has a two in column c with "
    "room for four; 12 − 4 = 8",
    why="Compare it with c), where A's three twos count 12. What has B's new piece made?",
)
def _patterns(score: Number) -> bool | str:
    few = "small" if score < _PATTERNS else "large"
    return score == _PATTERNS or f"{show(score)} is too {few}"


_KINDS = (21, 24, 24)


@register(
    "14.2",
    "How many of the 69 fours are vertical, horizontal and diagonal?",
    several("three numbers", (23, 23, 23), *[whole(1, 0, 69)] * 3),
    answer=_KINDS,
    because="a column of six squares has 3 fours and there are 7 columns, a row of seven has 4 and "
    "there are 6 rows, and each direction of diagonals has 3 · 4 places for the lower end",
    why="A line of n squares has n − 3 fours. For the diagonals, ask where the lower end can be.",
)
def _kinds(kinds: tuple[int, int, int]) -> bool | str:
    for name, given, right in zip(
        ("vertical", "horizontal", "diagonal"), kinds, _KINDS, strict=True
    ):
        if given != right:
            return f"There are {'more' if given < right else 'fewer'} than {given} {name} fours"
    return True


@register(
    "14.3",
    "How many of the 160 games were won by the first player, won by the second, and tied?",
    several("three numbers", (4, 150, 6), *[whole(1, 0, 160)] * 3),
    answer=(3, 149, 8),
    because="3, 149 and 8 are 1.9 %, 93.1 % and 5 % of 160. If every pair had played the same "
    "games from the same ten openings, every number would be a multiple of 16, and these are not",
    why="One game is 0.625 %. Find the numbers that round to each percentage, and take those that "
    "add up to 160.",
)
def _of_160(counts: tuple[int, int, int]) -> bool | str:
    if sum(counts) != 160:
        return f"These are {sum(counts)} games, not 160"
    for given, percent in zip(counts, (2, 93, 5), strict=True):
        if int(given / 1.6 + 0.5) != percent:
            return f"{given} of 160 is not {percent} %, rounded to a whole number"
    return True


def winner(column_values: tuple[int, ...], depth: int = 4) -> str:
    """Who wins from the empty board if both sides search to this depth."""
    pear, agent = Pear(column_values), Agent("both", alphabeta, depth)
    *_, last = match(pear, agent, agent)
    end = pear.utility(pear.apply(last.state, last.choice.move))
    return "A" if end > 0 else "B" if end < 0 else "nobody"


@register(
    "14.4",
    "Find column values with which A wins from the empty board at depth 4.",
    several("seven numbers", (0, 1, 2, 3, 2, 1, 0), *[whole(0, 0, 20)] * 7),
    answer=(0, 3, 6, 6, 6, 3, 0),
    because="with these column values, both sides play another game, and A wins it",
    why="Change one or two values at a time and run winner(4, values), or let a loop try many.",
    many=True,
)
def _makes_a_win(column_values: tuple[int, ...]) -> bool | str:
    who = winner(column_values)
    return who == "A" or f"With these column values, {who} wins"


def my_bound(rows: int, columns: int) -> int:
    """Return the number of orders in which the columns of a board can be filled."""
    each: int = factorial(rows) ** columns
    return factorial(rows * columns) // each


@register(
    "14.5",
    "In how many orders can `columns` columns of `rows` squares be filled?",
    program("my_bound(rows, columns)"),
    answer=my_bound,
    because="all pieces can be dropped in (rows · columns)! orders if they are told apart, and "
    "within each column the rows! orders of its pieces are the same",
    why="Begin with one column, where there is one order, and with two columns of one square.",
)
def _bounds(function: Callable[..., Any]) -> bool | str:
    random = Random()
    fresh = [(random.randint(2, 9), random.randint(2, 9)) for _ in range(8)]
    for rows, columns in [(1, 1), (1, 2), (2, 2), (6, 7), *fresh]:
        returned, error, _ = call(function, rows, columns)
        if error:
            return f"my_bound({rows}, {columns}): {error}"
        if not equals(returned, my_bound(rows, columns)):
            few = "which is not the number of orders"
            return f"my_bound({rows}, {columns}) returns {brief(returned)}, {few}"
    return True
