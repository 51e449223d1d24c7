"""Boards of a game as one picture: pieces, marked squares, and notes in squares."""

from collections.abc import Collection, Mapping
from typing import Any, NamedTuple

from tracer.draw.lettering import text_width, wrapped
from tracer.draw.marks import Picture, Shape, Text
from tracer.draw.style import LIGHT
from trees.games import Game, WarGame

SQUARE, PIECE = 30.0, 25.0
EDGE = 16.0  # beside a board, for the names of its rows and columns
APART, MARGIN = 24.0, 8.0  # between boards, and around them
NARROWEST = 150.0  # leaves room for words
WORDS, LINE = 12.5, 17.0  # the size of the words below a board, and the height of a line
LETTER, NOTE = 12.5, 10.0
SMALL = 0.62  # how much smaller the letter of a piece is that has a note
SIDES = ("MAX", "MIN")

Cell = tuple[int, int]  # row and column from 0, as `draw` shows them


class Board(NamedTuple):
    """A state to draw, words below it, marked squares, and notes in squares.

    In the War Game, squares that are held have their values as notes.
    """

    state: Any
    words: str = ""
    marked: Collection[Cell] = ()
    notes: Mapping[Cell, Any] = {}


def board_picture(game: Game[Any, Any], *boards: Board, across: int = 3, rows: str = "") -> Picture:
    """Draw boards, `across` in a row. MAX's pieces are filled, MIN's are hollow.

    `rows` names the rows from the top, where the game itself gives them no names.
    """
    if not boards or across < 1:
        raise ValueError("board_picture needs at least one board, and room for one in a row")
    plain = "\n\n".join(f"{b.words}\n{game.draw(b.state)}".strip() for b in boards)
    alt = "; ".join(b.words for b in boards if b.words) or f"A board of {game.name}"
    made = Picture(LIGHT, 0.0, 0.0, 0.0, 0.0, alt, plain)
    top = MARGIN
    for first in range(0, len(boards), across):
        left = low = top
        left = MARGIN
        for k, board in enumerate(boards[first : first + across], first):
            part = _one(game, board, rows or game.rows)
            made.add(part, left, top, f"{k} ")
            left += part.right + APART
            low = max(low, top + part.bottom)
            made.right = max(made.right, left - APART + MARGIN)
        top = low + APART / 2
    made.bottom = made.foot = top - APART / 2 + MARGIN
    return made


def _one(game: Game[Any, Any], board: Board, names: str) -> Picture:
    """A board with its words, from the origin."""
    grid = cells(game.draw(board.state))
    wide, high = max(map(len, grid)), len(grid)
    for cell in {*board.marked, *board.notes}:
        if not (0 <= cell[0] < high and 0 <= cell[1] < len(grid[cell[0]])):
            raise ValueError(f"{cell} is not a square of this board, which has {high} rows")
    if names and len(names) < high:
        raise ValueError(f"rows must name the {high} rows, not {len(names)}")
    if isinstance(game, WarGame):
        worth = {divmod(i, wide): value for i, value in enumerate(game.values)}
        board = board._replace(notes=worth | dict(board.notes))
    beside = EDGE if names else 0.0
    right = max(beside + wide * SQUARE, NARROWEST)
    made = Picture(LIGHT, 0.0, 0.0, right, high * SQUARE, "", "")
    for r, row in enumerate(grid):
        for c, text in enumerate(row):
            at = beside + (c + 0.5) * SQUARE, (r + 0.5) * SQUARE
            _square(made, game, board, (r, c), at, text)
        if names:
            at = EDGE / 2, (r + 0.5) * SQUARE
            made.texts.append(Text(*at, names[r], NOTE, LIGHT.quiet, kind="side"))
    if game.columns:
        for c in range(wide):
            at = beside + (c + 0.5) * SQUARE, made.bottom + EDGE / 2
            made.texts.append(Text(*at, game.columns[c], NOTE, LIGHT.quiet, kind="side"))
        made.bottom += EDGE
    for line in wrapped(board.words, WORDS, right) if board.words else ():
        at = beside, made.bottom + LINE / 2
        made.texts.append(Text(*at, line, WORDS, LIGHT.line, align="start", kind="caption"))
        made.bottom += LINE
    return made


def _square(
    made: Picture,
    game: Game[Any, Any],
    board: Board,
    cell: Cell,
    at: tuple[float, float],
    text: str,
) -> None:
    """A square with what stands in it."""
    marked, side, note = cell in board.marked, owner(game, text), str(board.notes.get(cell, ""))
    size = SQUARE - 3 if marked else SQUARE
    stroke, width, fill = (LIGHT.now, 2.4, LIGHT.known) if marked else (LIGHT.faint, 0.8, "")
    key = f"{cell[0]}-{cell[1]}"
    made.shapes.append(Shape(f"square {key}", "box", *at, size, size, fill, stroke, width))
    if side:
        look = LIGHT.line if side == "MAX" else LIGHT.paper
        piece = Shape(f"piece {key}", "ellipse", *at, PIECE, PIECE, look, LIGHT.line, 1.6)
        made.shapes.append(piece._replace(classes=(f"piece-{side.lower()}",)))
    ink = LIGHT.paper if side == "MAX" else LIGHT.line
    x, y = at
    if side and note:
        size = min(NOTE, NOTE * (PIECE - 4) / max(1.0, text_width(note, NOTE)))
        made.texts.append(Text(x, y - 5, text, LETTER * SMALL + 1, ink, True, kind="value"))
        made.texts.append(Text(x, y + 5, note, size, ink, kind="value"))
    elif side:
        made.texts.append(Text(x, y, text, LETTER, ink, True, kind="value"))
    elif shown := note or ("" if text in EMPTY else text):
        made.texts.append(Text(x, y, shown, LETTER - 1, LIGHT.line, kind="note"))


# Reading what `draw` writes

EMPTY = ("·", ".", "")


def cells(drawn: str) -> list[list[str]]:
    """The squares of a board, or the matches of a pile."""
    return [line.split() if " " in line.strip() else list(line) for line in drawn.split("\n")]


def piece(game: Game[Any, Any], side: str) -> str:
    """What a side plays, such as "X"."""
    return getattr(game, "sides", SIDES)[SIDES.index(side)]


def owner(game: Game[Any, Any], text: str) -> str:
    """Whose piece a square holds; pieces are drawn as what a side plays, or its first letter."""
    for side in SIDES:
        if text and piece(game, side) != side and text in (piece(game, side), piece(game, side)[0]):
            return side
    return ""
