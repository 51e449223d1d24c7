"""Notebook 11: Have we been here before?"""

from collections.abc import Callable
from functools import cache
from random import Random
from typing import Any

from tracer.exercises.ask.answers import brief
from tracer.exercises.ask.formats import number, program, whole
from tracer.exercises.lessons.programs import call
from tracer.exercises.lessons.registry import register
from trees import catalogue
from trees.games import TicTacToe
from trees.number import Number, show
from trees.position import zobrist

_NIM = catalogue.load("nim-2,2")
_POSITIONS = sorted({_NIM.position(n) for n in _NIM.nodes()})


@register(
    "11.by-hand",
    "How many different positions does 2,2-Nim have?",
    number(15),
    answer=len(_POSITIONS),
    because="2,2 and 1,1 occur only with MAX to move and 2,1 only with MIN to move, while 2,0, 1,0 "
    "and 0,0 occur with either: 3 + 3 · 2 = 9",
    why="Two nodes are the same position if the piles and the side to move are the same. Squares "
    "are MAX's turn, circles MIN's; at a leaf, the row tells you whose turn it would be.",
)
def _positions(count: Number) -> bool | str:
    if count == len({_NIM.labels[n] for n in _NIM.nodes()}):
        return "The same piles with the other side to move are another position"
    many = "few" if count < len(_POSITIONS) else "many"
    return count == len(_POSITIONS) or f"{show(count)} is too {many}"


def _shared(slots: int) -> list[str]:
    """Two positions that share a slot, if any do."""
    taken: dict[int, str] = {}
    for position in _POSITIONS:
        other = taken.setdefault(zobrist(position) % slots, position)
        if other != position:
            return [other, position]
    return []


@register(
    "11.3",
    "Find the smallest table in which no two positions of 2,2-Nim share a slot.",
    whole(9, 1, 10_000),
    answer=next(slots for slots in range(1, 10_000) if not _shared(slots)),
    because="in every smaller table at least two of the nine keys leave the same remainder",
    why="Take the remainder of every key by the number of slots. Nine positions need at least nine "
    "slots, but random numbers rarely fall into nine different ones.",
)
def _no_collision(slots: int) -> bool | str:
    if shared := _shared(slots):
        return f"With {slots} slots, {' and '.join(shared)} share a slot"
    smaller = any(not _shared(fewer) for fewer in range(1, slots))
    return not smaller or "There are no collisions, but a smaller table would do, too"


_NOUGHTS = TicTacToe()
_TURN, _MIRROR = (6, 3, 0, 7, 4, 1, 8, 5, 2), (2, 1, 0, 5, 4, 3, 8, 7, 6)


def _moved(state: str, squares: tuple[int, ...]) -> str:
    return "".join(state[i] for i in squares)


def images(state: str) -> list[str]:
    """A board, turned and mirrored in all eight ways."""
    found = [state]
    for _ in range(3):
        found.append(_moved(found[-1], _TURN))
    return found + [_moved(board, _MIRROR) for board in found]


def same_board(state: str) -> str:
    """Return the same text for all boards that look alike if you turn or mirror them."""
    return min(images(state))


TRIED = 60  # boards of which all images are tried


@cache
def _boards() -> list[str]:
    """All boards that can occur, one of those that look alike."""
    found, todo = {_NOUGHTS.initial()}, [_NOUGHTS.initial()]
    while todo:
        state = todo.pop()
        new = {_NOUGHTS.apply(state, move) for move in _NOUGHTS.moves(state)} - found
        found |= new
        todo.extend(new)
    return sorted(set(map(same_board, found)))


@register(
    "11.4",
    "Write a function that gives boards of tic-tac-toe that look alike the same text.",
    program("same_board(state)"),
    answer=same_board,
    because="the smallest of the eight images is the same text, whichever image you start from, "
    "and it is itself one of them, so boards that do not look alike stay apart",
    why="Make all eight images of the board (four turns, each with its mirror image), and choose "
    "one of them by a rule that does not depend on the image you started from.",
)
def _recognises(function: Callable[..., Any]) -> bool | str:
    random = Random()
    told: dict[str, str] = {}  # what it returned, and for which board
    for k, state in enumerate(random.sample(_boards(), len(_boards()))):
        answers = []
        for image in random.sample(images(state), 8 if k < TRIED else 1):
            returned, error, _ = call(function, image)
            if error:
                return f"same_board({image!r}) fails: {error}"
            if not isinstance(returned, str):
                return f"same_board({image!r}) returns {brief(returned)}, which is not a text"
            answers.append((str(returned), image))
        (first, board), *rest = answers
        for text, image in rest:
            if text != first:
                return f"{board!r} and {image!r} look alike, but get different texts"
        other = told.setdefault(first, state)
        if other != state:
            return f"{other!r} and {state!r} do not look alike, but get the same text"
    return True
