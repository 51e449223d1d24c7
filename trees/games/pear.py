"""Pear: Connect Four on 6 rows and 7 columns, with the evaluation of Pantel 1997, section 4.3.

Squares are [row, column], with row 1 at the bottom. A board is one integer: seven bits per column
(the seventh stays empty and separates the columns), A's pieces first and B's 49 bits higher. A
piece is on at most four lines, so a position stores its score, and a move adds the change on
those lines, which is looked up by their content.
"""

from collections.abc import Sequence
from functools import reduce

from trees.games.game import check_move
from trees.number import show_count

ROWS, COLUMNS = 6, 7
THREE, TWO = 16, 4
WIN = 32_767  # MAXINT of the Pascal program
# Pantel adds a ColumnValue to every move but does not print the values; these are ours.
COLUMN_VALUES = (0, 1, 2, 3, 2, 1, 0)

# The drawings of Figure 4.4 are lost. After five, six, seven and eight moves, this game has
# exactly the patterns that the text names, if its first "[1,5] – [2,5] going diagonally" is a
# misprint for [1,4] – [2,5].
FIGURE_4_4 = {b: (4, 3, 4, 5, 4, 4, 5, 3)[:k] for b, k in zip("abcd", (5, 6, 7, 8), strict=True)}

# Figures 4.2 and 4.3 are lost as well; these games, after which A is to move, fit their captions.
FIGURE_4_2 = (3, 1, 4, 5)  # [1,2] makes three in a row that cannot become four
FIGURE_4_3 = (3, 4, 2, 3, 5, 4, 4, 5)  # B threatens [2,2]

Position = tuple[int, int, int]  # pieces, score of the patterns, sum of the column values

_FOUR = 10**6  # outweighs all twos and threes, so a score beyond half of it is a win
_OVER = _FOUR // 2
_SIDE = 7 * COLUMNS  # from A's bit of a square to B's
_ALL_ROWS, _ALL_COLUMNS = range(1, ROWS + 1), range(1, COLUMNS + 1)
_BIT = {(r, c): 1 << 7 * (c - 1) + r - 1 for c in _ALL_COLUMNS for r in _ALL_ROWS}
_COLUMN = {c: sum(_BIT[r, c] for r in _ALL_ROWS) for c in _ALL_COLUMNS}
_WORDS = [
    (bit << side, f"{who}{'abcdefg'[c - 1]}{r}")
    for (r, c), bit in _BIT.items()
    for who, side in (("A", 0), ("B", _SIDE))
]
_TOP = sum(_BIT[ROWS, c] for c in _ALL_COLUMNS)
_MIDDLE_OUT = sorted(_ALL_COLUMNS, key=lambda c: abs(c - 4))
_FOUR_DIRECTIONS = (0, 1), (1, 0), (1, 1), (1, -1)


def line_score(line: str) -> int:
    """The score of Pantel's patterns for A on a line of squares 'A', 'B' and '.'.

    A run of two or three counts once, and only if it can still become four.

    >>> line_score("AAA..."), line_score("AAAB.."), line_score(".BB.AAB")
    (16, 0, -4)
    """
    worth = (0, 0, TWO, THREE, _FOUR, _FOUR, _FOUR, _FOUR)
    score = 0
    for sign, other in (1, "B"), (-1, "A"):
        for room in line.split(other):
            if len(room) >= 4:
                score += sign * sum(worth[len(run)] for run in room.split("."))
    return score


class _Changes(dict[int, int]):
    """How much a piece changes the score of a line, by the line's content before the move."""

    def __init__(self, squares: Sequence[int], piece: int) -> None:
        self.squares, self.piece = squares, piece

    def __missing__(self, content: int) -> int:
        before, after = self._score(content), self._score(content | self.piece)
        self[content] = after - before
        return after - before

    def _score(self, content: int) -> int:
        return line_score(
            "".join(
                "A" if content & b else "B" if content & b << _SIDE else "." for b in self.squares
            )
        )


def _lines_through(row: int, column: int) -> list[list[int]]:
    """The rows, columns and diagonals with at least four squares through a square, as bits."""
    lines = []
    for up, right in _FOUR_DIRECTIONS:
        squares = [(row + k * up, column + k * right) for k in range(-6, 7)]
        bits = [_BIT[s] for s in squares if s in _BIT]
        if len(bits) >= 4:
            lines.append(bits)
    return lines


# For each piece, the masks of its lines and the changes of their scores.
_TOUCHED = {
    bit << side: tuple(
        (sum(b | b << _SIDE for b in line), _Changes(line, bit << side))
        for line in _lines_through(*square)
    )
    for square, bit in _BIT.items()
    for side in (0, _SIDE)
}
_PLACE = {
    bit << side: sign * COLUMN_VALUES[c - 1]
    for (_, c), bit in _BIT.items()
    for side, sign in ((0, 1), (_SIDE, -1))
}
# The open columns, by which squares of the top row are taken.
_OPEN = {
    sum(_BIT[ROWS, c] for c in _ALL_COLUMNS if full >> c & 1): tuple(
        c for c in _MIDDLE_OUT if not full >> c & 1
    )
    for full in range(0, 2 << COLUMNS, 2)
}


def _put(state: Position, bit: int) -> Position:
    """The position after adding a piece."""
    pieces, score, place = state
    for mask, changes in _TOUCHED[bit]:
        score += changes[pieces & mask]
    return pieces | bit, score, place + _PLACE[bit]


def fours() -> list[frozenset[tuple[int, int]]]:
    """All sets of four squares in a row, column or diagonal.

    >>> len(fours()), max(sum((3, c) in four for four in fours()) for c in range(1, 8))
    (69, 13)
    """
    ways = ((r, c, up, right) for r, c in _BIT for up, right in _FOUR_DIRECTIONS)
    found = (frozenset((r + k * up, c + k * right) for k in range(4)) for r, c, up, right in ways)
    return [four for four in found if four <= _BIT.keys()]


class Pear:
    """A is MAX and moves first; a move is the number of a column.

    `column_values` are what the evaluation adds for a piece in each column, from left to right.
    """

    name = "Pear"
    rules = (
        "Players take turns dropping a piece into one of the seven columns, A first; it falls to "
        "the lowest free square. Whoever has four in a row, column or diagonal wins; a full board "
        "is a draw. Before the end, a position is worth A's open twos (4 each) and threes (16 "
        "each) minus B's, plus a little for pieces near the middle."
    )
    sides = ("A", "B")
    columns, rows = "abcdefg", ""
    clear_lead = THREE

    def __init__(self, column_values: Sequence[int] = COLUMN_VALUES) -> None:
        values = tuple(column_values)
        if len(values) != COLUMNS or not all(type(v) is int and abs(v) < 1000 for v in values):
            raise ValueError(
                f"column_values must be {COLUMNS} integers from -999 to 999, not {column_values!r}"
            )
        self._others = None if values == COLUMN_VALUES else values

    def initial(self) -> Position:
        """The empty board."""
        return 0, 0, 0

    def to_move(self, state: Position) -> str:
        """MAX, who plays A, if both have the same number of pieces."""
        return "MIN" if state[0].bit_count() & 1 else "MAX"

    def moves(self, state: Position) -> tuple[int, ...]:
        """The columns that are not full, from the middle outwards."""
        pieces, score, _ = state
        if not -_OVER < score < _OVER:
            return ()
        return _OPEN[(pieces | pieces >> _SIDE) & _TOP]

    def apply(self, state: Position, move: int) -> Position:
        """Drop a piece into a column."""
        pieces, score, _ = state
        try:
            column = _COLUMN[move]
        except (KeyError, TypeError):
            column = 0
        bit = ((pieces | pieces >> _SIDE) + (column & -column)) & column
        if not bit or not -_OVER < score < _OVER:
            check_move(self, state, move)
        return _put(state, bit << _SIDE if pieces.bit_count() & 1 else bit)

    def terminal(self, state: Position) -> bool:
        """Whether there are four in a row or the board is full."""
        return not self.moves(state)

    def utility(self, state: Position) -> int:
        """WIN, −WIN, or 0 for a draw."""
        score = state[1]
        return WIN if score > _OVER else -WIN if score < -_OVER else 0

    def evaluate(self, state: Position) -> int:
        """Pantel's patterns plus the column values of the pieces; a draw is 0."""
        pieces, score, place = state
        if not -_OVER < score < _OVER:
            return WIN if score > 0 else -WIN
        if pieces.bit_count() == ROWS * COLUMNS:
            return 0
        return score + (place if self._others is None else self._place(pieces))

    def _place(self, pieces: int) -> int:
        """The sum of column values that are not the usual ones, A's minus B's."""
        assert self._others is not None
        return sum(
            value * ((pieces & column).bit_count() - (pieces >> _SIDE & column).bit_count())
            for value, column in zip(self._others, _COLUMN.values(), strict=True)
        )

    def patterns(self, state: Position) -> int:
        """Pantel's evaluation alone: threes and twos that can become four, A's minus B's.

        >>> from trees.games import replay
        >>> pear = Pear()
        >>> [pear.patterns(replay(pear, moves)) for moves in FIGURE_4_4.values()]
        [16, 0, 12, 8]
        """
        return self.utility(state) or state[1]

    def quiet(self, state: Position) -> bool:
        """Whether neither side can complete four in a row with its next move."""
        pieces = state[0]
        taken = pieces | pieces >> _SIDE
        for column in _COLUMN.values():
            bit = (taken + (column & -column)) & column
            if bit and any(abs(_put(state, b)[1]) > _OVER for b in (bit, bit << _SIDE)):
                return False
        return True

    def extremes(self) -> tuple[int, int]:
        """A loss and a win."""
        return -WIN, WIN

    def plies(self, state: Position) -> int:
        """The empty squares."""
        return ROWS * COLUMNS - state[0].bit_count()

    def move_name(self, move: int) -> str:
        """The letter of the column."""
        return self.columns[move - 1]

    def draw(self, state: Position) -> str:
        """The rows, top row first."""
        pieces = state[0]
        return "\n".join(
            " ".join(
                "A" if pieces & _BIT[r, c] else "B" if pieces & _BIT[r, c] << _SIDE else "·"
                for c in _ALL_COLUMNS
            )
            for r in reversed(_ALL_ROWS)
        )

    def words(self, state: Position) -> str:
        """A word for each piece: whose it is, its column and its row. They also say who moves next.

        >>> from trees.games import replay
        >>> Pear().words(replay(Pear(), [4, 4]))
        'Ad1 Bd2'
        """
        return " ".join(word for bit, word in _WORDS if state[0] & bit)

    def squares(self, state: Position, move: int) -> list[tuple[int, int]]:
        """The free squares of the column."""
        taken = state[0] | state[0] >> _SIDE
        return [(ROWS - r, move - 1) for r in _ALL_ROWS if not taken & _BIT[r, move]]

    def position(self, text: str) -> Position:
        """Read a board in the form that `draw` writes; empty squares may also be periods."""
        rows = [
            line.replace(" ", "").replace(".", "·") for line in text.split("\n") if line.strip()
        ]
        if len(rows) != ROWS or any(len(row) != COLUMNS for row in rows):
            raise ValueError(f"a Pear board must have {ROWS} lines of {COLUMNS} squares")
        board = "".join(rows)
        if strange := set(board) - set("AB·"):
            raise ValueError(f"squares must be 'A', 'B' or '.', not {min(strange)!r}")
        if not 0 <= board.count("A") - board.count("B") <= 1:
            raise ValueError(
                f"A has {show_count(board.count('A'), 'piece')} and B has {board.count('B')}; A "
                "moves first, so it must have as many pieces as B or one more"
            )
        sides: dict[str, list[int]] = {"A": [], "B": []}
        for (r, c), bit in _BIT.items():
            piece = rows[ROWS - r][c - 1]
            if piece == "·":
                continue
            if r > 1 and rows[ROWS - r + 1][c - 1] == "·":
                raise ValueError(f"the piece on [{r},{c}] has an empty square below it")
            sides[piece].append(bit if piece == "A" else bit << _SIDE)
        to_move = "A" if len(sides["A"]) == len(sides["B"]) else "B"
        if self.utility(reduce(_put, sides[to_move], self.initial())):
            raise ValueError(
                f"{to_move} is to move but already has four in a row, so the game is over"
            )
        return reduce(_put, [*sides["A"], *sides["B"]], self.initial())
