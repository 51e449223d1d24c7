"""Notebook 17: Can you trust a published number?"""

from collections.abc import Callable
from random import Random
from typing import Any

from tracer.agents import WarAgent
from tracer.algorithms import alphabeta
from tracer.exercises.ask.answers import brief
from tracer.exercises.ask.formats import Format, items, program, several, whole
from tracer.exercises.ask.plain_values import AnswerError
from tracer.exercises.lessons.programs import call, taking
from tracer.exercises.lessons.registry import register
from trees.games import WarGame
from trees.games.war_game import BOARDS, FIGURE_2, Move, Position, square_name

_WAR = WarGame("Smolensk")
_NAMES = {square_name(i): i for i in range(36)}


def _read_squares(given: Any) -> frozenset[str]:
    found = [item.strip().upper() if type(item) is str else item for item in items(given)]
    for name in found:
        if name not in _NAMES:
            raise AnswerError(f"{brief(name)} is not a square")
    return frozenset(found)


_BLUE = frozenset(name for name, i in _NAMES.items() if FIGURE_2.blue >> i & 1)


@register(
    "17.by-hand",
    "Which squares does blue hold in Figure 2, before green's move?",
    Format("a list of squares", ["A1", "B1"], _read_squares),
    answer=sorted(_BLUE),
    because="blue needs 157: 8 on D2 and 50 on C2 leave 99, and D1 and E2, which must be taken "
    "and cannot be green's, are worth 66 + 33 = 99, so nothing else is blue's",
    why="Begin with the squares that the text names. Then use the last sentence about D2: which of "
    "its neighbours must be taken? Add up the values.",
)
def _blue_squares(squares: frozenset[str]) -> bool | str:
    for name in ("D2", "C2"):
        if name not in squares:
            return f"{name} is missing, which the text names as blue's"
    if squares & {"C4", "D4"}:
        return "C4 and D4 are green's"
    total = sum(_WAR.values[_NAMES[name]] for name in squares)
    if total != 157:
        return f"These squares are worth {total}, and blue has 157"
    return squares == _BLUE or "The score is right, but then D2 has a neighbour that nobody holds"


_FIRST_LEAVES = 36 * 35 * 34 + 120 * 34


@register(
    "17.1",
    "How many leaves does his search have on the empty board at depth 3?",
    whole(42_840, 0, 99_999),
    answer=_FIRST_LEAVES,
    because="after the first square there are 35 drops, and 120 blitzes in all 36 cases together; "
    "each of them leaves 34 drops to the other side, which has no square to blitz from: "
    "(36 · 35 + 120) · 34 = 46,920",
    why="Count the ways to make the first two moves, drops and blitzes. The other side then has 34 "
    "drops. 42,840 = 36 · 35 · 34 leaves something out.",
)
def _first_leaves(leaves: int) -> bool | str:
    few = "few" if leaves < _FIRST_LEAVES else "many"
    return leaves == _FIRST_LEAVES or f"{leaves:,} is too {few}"


def my_moves(game: WarGame, state: Position) -> list[Move]:
    """Return the legal moves if a drop that could conquer has to be a blitz."""
    after = {move: game.apply(state, move) for move in game.moves(state)}
    return [
        (i, blitz)
        for i, blitz in after
        if blitz or after.get((i, True), after[i, False]) == after[i, False]
    ]


@register(
    "17.2",
    "How many moves does green have in Figure 2: in his program, and if conquest is mandatory?",
    several("two numbers", (30, 30), *[whole(30, 0, 72)] * 2),
    answer=(36, 34),
    because="there are 30 empty squares and 6 of them touch a green square, so 36 moves; on C3 and "
    "D3 a blitz conquers, so the plain drop there is against the rules",
    why="Count the empty squares for the drops, and those next to C4 or D4 for the blitzes. Which "
    "blitzes conquer something?",
)
def _how_many_moves(counts: tuple[int, int]) -> bool | str:
    for which, given, right in zip(("first", "second"), counts, (36, 34), strict=True):
        if given != right:
            return f"The {which} number is too {'small' if given < right else 'large'}"
    return True


@register(
    "17.3",
    "How many of ten games must one side win to be significantly better at the 5 % level?",
    whole(5, 0, 10),
    answer=9,
    because="nine or ten wins of ten happen by chance with probability 11/1024, on either side "
    "2.1 %; for eight it is already 10.9 %",
    why="Add up the binomial probabilities of this many wins or more, and double the sum, because "
    "either side could have been the lucky one.",
)
def _significant(wins: int) -> bool | str:
    if wins < 9:
        return f"With {wins} wins, chance alone does that, or better, in more than 5 % of all cases"
    return wins == 9 or "One win less is enough"


def _position(given: Any) -> Position:
    text = given if type(given) is str else ""
    if not text and isinstance(given, list | tuple):
        text = "\n".join(map(str, given))
    if not text:
        raise AnswerError(f"{brief(given)} is not a position")
    lines = "\n".join(text.replace("/", "\n").split()) if "\n" not in text else text
    try:
        return _WAR.position(lines)
    except ValueError as error:  # our own words
        told = str(error)
        raise AnswerError(told[0].upper() + told[1:]) from None


_SIX_ROWS = "...... ...... ...... ...... b..... ..g..."


@register(
    "17.4",
    "Find a position on Smolensk in which the double move changes the first choice at depth 2.",
    Format("six rows of 'b', 'g' and '.'", "...... ...... ...... ...... ...... ......", _position),
    answer=_SIX_ROWS,
    because="the agent that moves twice does not see the reply, so it takes what it will lose",
    why="At depth 2 the agent that moves twice does not see the other side's reply. So look for a "
    "position in which a good-looking square can be conquered at once.",
    many=True,
)
def _changes_its_mind(state: Position) -> bool | str:
    if _WAR.terminal(state):
        return "In this position no square is empty"
    once, twice = (
        WarAgent("agent", alphabeta, 2, double_move=double).choose(_WAR, state).move
        for double in (False, True)
    )
    return once != twice or f"In this position both agents play {_WAR.move_name(once)}"


@register(
    "17.5",
    "Write the rule of the mandatory blitz: which moves are legal?",
    program("my_moves(game, state)"),
    answer=my_moves,
    because="a drop is forbidden where a blitz on the same square conquers something",
    why="game.moves(state) allows a drop (square, False) everywhere. Leave it out if the blitz "
    "(square, True) is possible and changes the score by more than the drop does.",
)
def _mandatory(function: Callable[..., Any]) -> bool | str:
    random = Random()
    for trial in range(12):
        values = "Smolensk" if trial == 0 else random.choice(list(BOARDS))
        game, theirs = WarGame(values), WarGame(values)  # whatever the function does to theirs
        state = FIGURE_2 if trial == 0 else game.initial()
        for _ in range(3 * trial):
            state = game.apply(state, random.choice(game.moves(state)))
        returned, error, _ = call(taking(function), theirs, state)
        board = game.draw(state).replace("\n", " / ")
        if error:
            return f"On {board}: {error}"
        try:
            given = {(int(i), bool(blitz)) for i, blitz in returned}
        except (TypeError, ValueError):
            return f"my_moves returns {brief(returned)}, which is not a list of moves"
        right = set(my_moves(game, state))
        if given != right:
            move = min(given ^ right)
            name = game.move_name(move) if move in set(game.moves(state)) else str(move)
            wrong = "is not allowed" if move in given else "is missing"
            return f"On {board}, {name} {wrong}"
    return True
