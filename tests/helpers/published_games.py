"""Pear and the War Game in C, written from the reports alone, as a second computation."""

import subprocess
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path
from tempfile import mkdtemp
from typing import Any, NamedTuple

from trees.games import Pear
from trees.games.pear import COLUMN_VALUES, Position

HERE = Path(__file__).parents[1] / "experiments"


class PearGame(NamedTuple):
    """The columns played, the winner, and the moves and nodes of both sides."""

    moves: str
    winner: str
    a_moves: int
    a_nodes: int
    b_moves: int
    b_nodes: int


def pear_games(
    games: Iterable[tuple[Position, int, int]],
    column_values: Sequence[int] = COLUMN_VALUES,
    *,
    cuts: bool = True,
    most: int = 42,
) -> list[PearGame]:
    """Play up to `most` moves from positions, with the depths of both sides.

    It is minimax unless it `cuts`.
    """
    lines = [" ".join(map(str, column_values))]
    lines += [f"{_squares(state)} {a} {b} {cuts:d} {most}" for state, a, b in games]
    words = [line.split() for line in _run("pear", lines)]
    return [PearGame(w[0], w[1], *map(int, w[2:])) for w in words]


def _squares(state: Position) -> str:
    """The 42 squares, row 1 first."""
    rows = Pear().draw(state).replace(" ", "").replace("·", ".").split("\n")
    return "".join(reversed(rows))


class ScottGame(NamedTuple):
    """The columns played, and each side's moves, expanded nodes and tests."""

    moves: str
    a: tuple[int, int, int]
    b: tuple[int, int, int]


def scott_games(
    games: Iterable[tuple[Position, int, int]], column_values: Sequence[int] = COLUMN_VALUES
) -> list[ScottGame]:
    """Let Scott, as printed, play against himself, with the depths of both sides."""
    lines = [" ".join(map(str, column_values))]
    lines += [f"{_squares(state)} {a} {b}" for state, a, b in games]
    words = [line.split() for line in _run("scott", lines)]
    numbers = [(w[0], *map(int, w[1:])) for w in words]
    return [ScottGame(moves, (a, b, c), (d, e, f)) for moves, a, b, c, d, e, f in numbers]


class WarGameResult(NamedTuple):
    """The final score, the nodes of both sides, and the nodes of each move."""

    score: tuple[int, int]
    nodes: tuple[int, int]
    each: list[int]


Seat = tuple[int, bool, int]  # depth, whether it cuts off, and which score, as in war_game.c


def war_games(
    values: Sequence[Sequence[int]], games: Iterable[tuple[Seat, Seat, bool]]
) -> list[WarGameResult]:
    """Play on a board: both seats, and whether the mover moves twice."""
    lines = [" ".join(str(v) for row in values for v in row)]
    lines += [" ".join(str(int(x)) for x in (*one, *two, twice)) for one, two, twice in games]
    found = [[int(word) for word in line.split()] for line in _run("war_game", lines)]
    return [WarGameResult((a, b), (m, n), each) for a, b, m, n, *each in found]


def _run(name: str, lines: Sequence[str]) -> list[str]:
    done: Any = subprocess.run(
        [_compiled(name)], input="\n".join(lines), capture_output=True, text=True, check=True
    )
    return done.stdout.splitlines()


@cache
def _compiled(name: str) -> str:
    program = f"{mkdtemp()}/{name}"
    subprocess.run(["cc", "-O3", "-o", program, str(HERE / f"{name}.c")], check=True)
    return program
