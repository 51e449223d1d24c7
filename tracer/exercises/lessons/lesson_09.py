"""Notebook 9: What if the tree is too large to search?"""

from collections.abc import Callable
from functools import cache
from itertools import product
from random import Random
from typing import Any

from tracer.agents import Agent
from tracer.algorithms import alphabeta
from tracer.exercises.ask.answers import brief
from tracer.exercises.ask.formats import (
    SQUARE,
    Format,
    number,
    program,
    read_finite,
    several,
    whole,
)
from tracer.exercises.ask.plain_values import AnswerError
from tracer.exercises.lessons.programs import call
from tracer.exercises.lessons.registry import register
from trees.games import Pear, TicTacToe, chess, replay
from trees.games.pear import FIGURE_4_4
from trees.number import Number, show

_NOUGHTS, _PEAR = TicTacToe(), Pear()
_BOARD = _NOUGHTS.position("X.X .O. ...")

Square = tuple[int, int]


@register(
    "9.by-hand",
    "Where must O go, and where does a program go that looks one ply ahead and counts free lines?",
    several("two squares (row, column)", ((2, 1), (2, 3)), SQUARE, SQUARE),
    answer=((1, 2), (3, 1)),
    because="X threatens to complete the top row; but one ply ahead the two free corners look "
    "best, −1 each, and the square that blocks looks worse, 0",
    why="Find the line that X can complete with the next move. For the program, count the lines "
    "that are still free for X and for O after each of O's moves; O wants the difference small.",
    many=True,
)
def _both_squares(squares: tuple[Square, Square]) -> bool | str:
    for square in squares:
        if square not in _NOUGHTS.moves(_BOARD):
            return f"The square {square} is already taken"
    must, greedy = squares
    if must != Agent("O", alphabeta, 9).choose(_NOUGHTS, _BOARD).move:
        return f"The first square is wrong: if O goes to {must}, X wins"
    estimates = {m: _NOUGHTS.evaluate(_NOUGHTS.apply(_BOARD, m)) for m in _NOUGHTS.moves(_BOARD)}
    best = estimates[greedy] == min(estimates.values())
    return best or (
        f"The second square is wrong: {greedy} is estimated at {show(estimates[greedy])}, and "
        "another square looks better for O"
    )


_FIGURE = replay(_PEAR, FIGURE_4_4["c"])


@register(
    "9.1",
    "What is the score of the patterns in Figure 4.4 c)?",
    number(4),
    answer=_PEAR.patterns(_FIGURE),
    because="A has three twos with room for four, one in row 2 and two on diagonals, the three in "
    "column 4 is blocked by B, and B has no two; 3 · 4 = 12",
    why="Count each two and each three once, along rows, columns and both diagonals, and only if "
    "there is room for four. A's count with a plus, B's with a minus.",
)
def _patterns(score: Number) -> bool | str:
    right = _PEAR.patterns(_FIGURE)
    few = "small" if score < right else "large"
    return score == right or f"{show(score)} is too {few}"


def _position(given: Any) -> str:
    rows = given if isinstance(given, str) else None
    if rows is None and isinstance(given, list | tuple):
        rows = "".join(row if isinstance(row, str) else "".join(row) for row in given)
    if rows is None:
        raise AnswerError(f"{brief(given)} is not a board")
    try:
        return _NOUGHTS.position(rows.upper().replace("-", ".").replace("_", "."))
    except ValueError as error:  # our own words
        text = str(error)
        raise AnswerError(text[0].upper() + text[1:]) from None


@register(
    "9.2",
    "Find another position in which looking one ply and two plies ahead lead to different moves.",
    Format("the nine squares, row by row", "X.. .O. ...", _position),
    answer="... .O. X.X",
    because="one ply ahead the agent only counts free lines, and two plies ahead it sees the reply",
    why="Two plies ahead, the agent sees the other side's reply. So look for a position in which "
    "the other side threatens something.",
    many=True,
)
def _changes_its_mind(state: str) -> bool | str:
    if state == _BOARD:
        return "This is the position above; find another one"
    if _NOUGHTS.terminal(state):
        return "In this position the game is over"
    one, two = (Agent("?", alphabeta, depth).choose(_NOUGHTS, state).move for depth in (1, 2))
    return one != two or f"At both depths the agent goes to {one}"


_LOST = replay(_PEAR, (4, 3, 2, 4, 3, 5, 1, 1, 3, 5, 2, 1, 5))


@cache
def _sees_the_loss(depth: int) -> bool:
    choice = Agent("B", alphabeta, depth, quiescence=2).choose(_PEAR, _LOST)
    return choice.value == _PEAR.extremes()[1]


@register(
    "9.3",
    "What is the smallest depth at which an agent with quiescence=2 sees that the game is lost?",
    whole(6, 1, 20),
    answer=4,
    because="at depth 4 quiescence search follows B's threat until A has answered it, and then the "
    "loss is in sight; at depth 3 it is still beyond the horizon",
    why='Quiescence search goes on where a three has just been made. Try Agent("B", alphabeta, '
    "depth, quiescence=2).choose(pear, lost).value for a few depths.",
)
def _smallest_depth(depth: int) -> bool | str:
    smallest = next(d for d in range(1, 21) if _sees_the_loss(d))
    if depth < smallest:
        return f"At depth {depth}, the agent does not see the loss"
    return depth == smallest or f"A smaller depth than {depth} is enough"


@cache
def _must_block() -> tuple[tuple[str, Square], ...]:
    """All positions in which O, who cannot win at once, has to block one square."""
    found = []
    for marks in product("XO.", repeat=9):
        state = "".join(marks)
        if state.count("X") != state.count("O") + 1 or _NOUGHTS.terminal(state):
            continue
        wins = {side: _completes(state, side) for side in "XO"}
        if len(wins["X"]) == 1 and not wins["O"]:
            found.append((state, wins["X"][0]))
    return tuple(found)


def _completes(state: str, side: str) -> list[Square]:
    """The squares on which a side would complete a line."""
    squares = _NOUGHTS.moves(state)
    after = {(r, c): 3 * (r - 1) + c - 1 for r, c in squares}
    win = _NOUGHTS.extremes()[1 if side == "X" else 0]
    return [
        s for s, i in after.items() if _NOUGHTS.utility(state[:i] + side + state[i + 1 :]) == win
    ]


LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


def my_evaluation(state: str) -> int:
    """Return an estimate of what a state is worth to X."""
    noughts = TicTacToe()
    if noughts.terminal(state) or noughts.to_move(state) == "MIN":
        return noughts.evaluate(state)
    threats = sum(sorted(state[i] for i in line) == [".", "X", "X"] for line in LINES)
    return noughts.evaluate(state) + 9 * threats


@register(
    "9.4",
    "Write an evaluation for tic-tac-toe with which an agent that looks one ply ahead blocks.",
    program("my_evaluation(state)"),
    answer=my_evaluation,
    because="when X is to move, a line with two Xs and a free square is as good as a win for X",
    why="After O's move it is X's turn. Make every position in which X can complete a line worse "
    "for O than any in which X cannot.",
)
def _blocks_at_once(evaluate: Callable[..., Any]) -> bool | str:
    estimate: dict[str, Number] = {}
    printed = [(_BOARD, (1, 2)), ("X...O.X..", (2, 1)), ("XX..O....", (1, 3))]
    for state, square in [*printed, *Random().sample(_must_block(), len(_must_block()))]:
        after = {move: _NOUGHTS.apply(state, move) for move in _NOUGHTS.moves(state)}
        for board in after.values():
            if board in estimate:
                continue
            returned, error, _ = call(evaluate, board)
            if error:
                return f"my_evaluation({board!r}): {error}"
            try:
                estimate[board] = read_finite(returned)
            except AnswerError:
                return f"my_evaluation({board!r}) returns {brief(returned)}, which is not a number"
        chosen = min(after, key=lambda move: estimate[after[move]])
        if chosen != square:
            board = " ".join(state[i : i + 3] for i in (0, 3, 6))
            return f"In {board}, O goes to {chosen} and lets X complete a line"
    return True


_ENDGAME = "6k1/pp3ppp/8/3n4/8/P7/P1P2PPP/5BK1"
_PART = number(0)


@register(
    "9.5",
    "How far is White ahead in material, how many weaknesses do White's pawns have, and what is "
    "the score?",
    several("three numbers", (0, 0, 0.0), _PART, _PART, _PART),
    answer=(1, 5, -2.0),
    because="a bishop is worth as much as a knight, and White has one pawn more; a2 and a3 are "
    "doubled, a2 is blocked by a3, and a2, a3 and c2 are isolated; 1 − 5 · ½ + 0.1 · (15 − 20) = "
    "−2",
    why="A pawn can have more than one weakness. The score is the material, minus ½ per weakness, "
    "plus 0.1 per move, White's minus Black's.",
)
def _three_numbers(numbers: tuple[Number, Number, Number]) -> bool | str:
    ahead, weak, score = numbers
    white = chess.features(chess.board(_ENDGAME), white=True)
    if ahead != chess.material(_ENDGAME):
        return "The first number is wrong. Count White's pieces and pawns again, then Black's"
    if weak != white.doubled + white.blocked + white.isolated:
        return "The second number is wrong. Look at the a- and c-files again"
    return abs(score - chess.shannon(_ENDGAME)) < 1e-9 or (
        "The third number is wrong, although the first two are right"
    )
