"""Notebook 13: What makes a game a game?"""

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from tracer.exercises.ask.answers import brief
from tracer.exercises.ask.formats import (
    Format,
    in_order,
    items,
    number,
    program,
    read_finite,
    several,
    whole,
)
from tracer.exercises.ask.plain_values import AnswerError, plain
from tracer.exercises.lessons.programs import call
from tracer.exercises.lessons.registry import register
from trees.games import Nim, state_graph
from trees.number import Number, show

_RULE = whole(3, 1, 6)
_BROKEN = {
    "patience": (1, "count the players"),
    "snakes and ladders": (2, "what can a player choose between?"),
    "two kings": (5, "how does it end?"),
    "the walk": (6, "what does anybody get in the end?"),
}


@register(
    "13.by-hand",
    "Which rule does each of these four break: patience, snakes and ladders, two kings, the walk?",
    several("four numbers of rules, each from 1 to 6", (3, 3, 3, 3), *[_RULE] * 4),
    answer=tuple(rule for rule, _ in _BROKEN.values()),
    because="patience has one player, snakes and ladders no choices, the two kings no rule that "
    "ends the game, and the walk no payoff",
    why="Go through the six rules for each of them, and stop at the first that does not hold. (The "
    "fourth rule allows both cases, so nothing can break it.)",
)
def _broken_rules(rules: tuple[int, ...]) -> bool | str:
    for (name, (right, hint)), given in zip(_BROKEN.items(), rules, strict=True):
        if given != right:
            return f"Think again about {name}: {hint}"
    return True


@register(
    "13.states",
    "How many states does X have, and how many of them can a game that MAX begins reach?",
    several("a pair of whole numbers", (4, 4), whole(4, 1, 100), whole(4, 1, 100)),
    answer=(12, 9),
    because="each of the six pairs of piles comes with either side to move, and three of these "
    "twelve, such as ((2, 2), MIN), never come up when MAX begins",
    why="A state is a pair of piles and the side to move. For the second number, draw the moves "
    "from ((2, 2), MAX) on, and every state once.",
)
def _states(pair: tuple[int, int]) -> bool | str:
    for what, given, right in zip(("X has", "Within reach are"), pair, (12, 9), strict=True):
        if given != right:
            return f"{what} {'more' if given < right else 'fewer'} than {given} states"
    return True


_GAMES = {
    "a": ("Go", True, True),
    "b": ("backgammon", True, False),
    "c": ("Battleship", False, True),
    "d": ("poker", False, False),
    "e": ("rock paper scissors", False, True),
}


def _letters(given: Any) -> frozenset[str]:
    found = {c for part in items(given) for c in (part if type(part) is str else "?")}
    if not found <= _GAMES.keys():
        raise AnswerError(f"{brief(given)} is not a list of letters from a to e")
    return frozenset(found)


_SOME = Format("a list of letters from a to e", ["a"], _letters)


@register(
    "13.1",
    "Which of the five games have perfect information, and which are deterministic?",
    several("a pair of lists of letters from a to e", (["a", "e"], ["a"]), _SOME, _SOME),
    answer=(["a", "b"], ["a", "c", "e"]),
    because="in Battleship and poker something is hidden, and in rock paper scissors the other "
    "hand, which moves at the same time; dice and shuffled cards make backgammon and poker depend "
    "on chance",
    why="Two questions for each game: does a player know everything that has happened so far when "
    "choosing? And do the players' choices alone decide what happens?",
)
def _two_questions(pair: tuple[frozenset[str], frozenset[str]]) -> bool | str:
    perfect, deterministic = pair
    for letter, (name, sees, sure) in _GAMES.items():
        if (letter in perfect) != sees:
            return f"Perfect information: think again about {name}"
        if (letter in deterministic) != sure:
            return f"Deterministic: think again about {name}"
    return True


@register(
    "13.2",
    "Choose the payoff of a prisoner who betrays a silent partner, so that two silent friends have "
    "no reason to change their minds.",
    number(-0.5),
    answer=-2,
    because="T is then no larger than R, so a friend who changes alone gains nothing, and "
    "(silent, silent) is an equilibrium",
    why="Compare what a prisoner gets now, while both are silent, with what the same prisoner "
    "would get by betraying alone.",
    many=True,
)
def _stays_silent(pay: Number) -> bool | str:
    if pay > 0:
        return f"A payoff of {show(pay)} is a reward. Years in prison are negative, as in the table"
    return pay <= -1 or f"A friend who betrays would get {show(pay)} instead of −1, which is better"


Matrix = tuple[tuple[Number, ...], ...]


def _read_matrix(given: Any) -> Matrix:
    rows = [in_order(row) for row in in_order(given)]
    if len(rows) != 2 or any(len(row) != 2 for row in rows):
        raise AnswerError(f"{brief(given)} does not have two rows of two numbers")
    return tuple(tuple(map(read_finite, row)) for row in rows)


@register(
    "13.3",
    "Build a zero-sum game, two choices for either side at the same time, that has no equilibrium.",
    Format("two rows of two payoffs to MAX", [[1, 2], [3, 4]], _read_matrix),
    answer=[[1, -1], [-1, 1]],
    because="whichever pair they choose, one of the two sides does better by changing, round and "
    "round the four fields",
    why="A field is an equilibrium if it is the largest of its column (MAX can't gain by changing "
    "the row) and the smallest of its row (MIN can't gain by changing the column).",
    many=True,
)
def _has_no_equilibrium(matrix: Matrix) -> bool | str:
    for i, row in enumerate(matrix):
        for j, pay in enumerate(row):
            if pay == max(matrix[0][j], matrix[1][j]) and pay == min(row):
                where = f"row {i + 1} and column {j + 1}"
                return f"Nobody has a reason to leave {where}, with {show(pay)}"
    return True


@register(
    "13.4",
    "Find the smallest number of plies d for which 35^d is larger than 10^120.",
    whole(50, 1, 1000),
    answer=78,
    because="log 35 = 1.544, and 120 / 1.544 is a little more than 77",
    why="Each ply multiplies by 35, which adds log 35 = 1.544 to the logarithm. Or let Python "
    "compare 35**d with 10**120: its whole numbers are exact.",
)
def _plies_to_10_120(d: int) -> bool | str:
    if d == 78:
        return True
    few = "is not larger than 10^120" if 35**d <= 10**120 else "is larger, but a smaller d will do"
    return f"35^{d} {few}"


@register(
    "13.5",
    "Find the probability of a six at which MAX may as well roll.",
    number(0.5),
    answer=0.2,
    because="16·p + 1·(1 − p) = 1 + 15·p, which is 4 for p = 3/15",
    why="MIN makes a six worth 16 and anything else worth 1. Write down the mean with p and 1 − p, "
    "and set it equal to what MAX gets without rolling.",
)
def _indifferent(p: Number) -> bool | str:
    if not 0 <= p <= 1:
        return f"{show(p)} is not a probability: those are from 0 to 1"
    if abs(p - 0.2) <= 0.001:
        return True
    better = "rolling" if p > 0.2 else "stopping"
    return (
        f"With p = {show(p)} the roll is worth {show(round(1 + 15 * p, 3))}, so {better} is better"
    )


# A policy


Moves = Mapping[str, list[str]]


def best_policy(moves: Moves, player: Mapping[str, str], payoff: Mapping[str, Number]) -> Any:
    """A best next state for every state that has one."""

    def worth(x: str) -> Number:
        return worth(policy(x)) if moves[x] else payoff[x]

    def policy(x: str) -> str:
        return (max if player[x] == "MAX" else min)(moves[x], key=worth)

    return {x: policy(x) for x in moves if moves[x]}


def _fresh_game(random: Random, size: int, high: int) -> tuple[Moves, dict[str, str], Any]:
    """States 0, 1, 2, …, with moves to higher numbers; the players need not alternate."""
    moves = {
        str(x): [str(y) for y in range(x + 1, size) if random.random() < 0.4] for x in range(size)
    }
    player = {x: random.choice(("MAX", "MIN")) for x in moves}
    payoff = {x: random.randint(-high, high) for x in moves if not moves[x]}
    return moves, player, payoff


def _nim() -> tuple[Moves, dict[str, str], Any]:
    graph = state_graph(Nim(2, 2))
    name = {x: f"{x[0][0]},{x[0][1]} {x[1]}" for x in graph}
    about = {name[x]: graph.nodes[x] for x in graph}
    moves = {name[x]: [name[y] for y in graph.successors(x)] for x in graph}
    player = {x: about[x]["player"] for x in moves}
    return moves, player, {x: about[x]["value"] for x in moves if not moves[x]}


@register(
    "13.6",
    "Write a function that finds an optimal policy of a game given by 𝒯, l and v.",
    program("policy(moves, player, payoff)"),
    answer=best_policy,
    because="backward induction gives every state its value, and a policy takes a successor that "
    "keeps it",
    why="First find what a state is worth: its payoff if there are no moves, otherwise the best of "
    "its successors for the player who moves there. Then choose, in every state that has moves.",
)
def _is_optimal(function: Callable[..., Any]) -> bool | str:
    random = Random()
    fresh = [_fresh_game(random, 2 + i // 2, (1, 9)[i % 2]) for i in range(20)]
    for moves, player, payoff in [*fresh, _nim()]:
        values: dict[str, Number] = {}
        for x in reversed(_sorted(moves)):
            best = max if player[x] == "MAX" else min
            values[x] = best(values[y] for y in moves[x]) if moves[x] else payoff[x]
        copies = {x: list(ys) for x, ys in moves.items()}, dict(player), dict(payoff)
        returned, error, _ = call(function, *copies)
        game = f"With moves = {moves}, player = {player} and payoff = {payoff}"
        if error:
            return f"{game}, {error}"
        try:
            found = plain(returned)
        except AnswerError:
            found = None
        if type(found) is not dict:
            return f"{game}, it returns {brief(returned)}, which is not a dict"
        for x in moves:
            if not moves[x] and x in found:
                return f"{game}, it has a move at {x}, where the game is over"
            if moves[x] and x not in found:
                return f"{game}, it has no move at {x}"
            if moves[x] and found[x] not in moves[x]:
                return f"{game}, it goes from {x} to {brief(found[x])}, which is not a move"
            if moves[x] and values[found[x]] != values[x]:
                worse = f"worth {show(values[found[x]])}, but {player[x]} can get {show(values[x])}"
                return f"{game}, it goes from {x} to {found[x]}: {worse}"
    return True


def _sorted(moves: Moves) -> list[str]:
    """The states, each before those it leads to."""
    found: dict[str, None] = {}

    def visit(x: str) -> None:
        if x not in found:
            for y in moves[x]:
                visit(y)
            found[x] = None

    for x in moves:
        visit(x)
    return list(reversed(found))
