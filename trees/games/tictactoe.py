"""Tic-tac-toe, evaluated by counting free lines (Khemani; Ewing & Greenwald, section 4).

Squares are [row, column], with row 1 at the top.
"""

from collections.abc import Sequence
from functools import cache

from trees.games.game import check_move
from trees.number import show_count

Position = str  # nine squares, 'X', 'O' or '.', row by row
Move = tuple[int, int]

WIN = 10  # more than any number of free lines
_SQUARES = {(r, c): 3 * (r - 1) + c - 1 for r in (1, 2, 3) for c in (1, 2, 3)}
_LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]

# The boards of Pantel's Figure 1.4 are lost, but the text says where X should move and why. These
# boards are ours: X takes the centre, which leaves the most options, [1,3] to avoid losing, [3,2]
# to win, and [1,3] to threaten two lines at the same time.
FIGURE_1_4: dict[str, tuple[Position, Move]] = {
    "a": (".........", (2, 2)),
    "b": ("OO..X...X", (1, 3)),
    "c": ("OXO.X.O.X", (3, 2)),
    "d": ("X..OOX...", (1, 3)),
}


@cache
def winner(state: Position) -> str | None:
    """'X' or 'O' if one of them has three in a line."""
    for a, b, c in _LINES:
        if state[a] == state[b] == state[c] != ".":
            return state[a]
    return None


@cache
def _moves(state: Position) -> tuple[Move, ...]:
    if winner(state):
        return ()
    return tuple(square for square, i in _SQUARES.items() if state[i] == ".")


def free_lines(state: Position, player: str) -> int:
    """The number of lines on which the other side has no mark.

    >>> free_lines("X...O....", "X"), free_lines("X...O....", "O")
    (4, 5)
    """
    other = "O" if player == "X" else "X"
    return sum(other not in (state[a], state[b], state[c]) for a, b, c in _LINES)


def look(state: Position) -> Position:
    """One of the eight ways to turn and mirror a board, the same for all that look alike.

    >>> look("..X......") == look("X........") != look(".X.......")
    True
    """
    images = [state]
    for _ in range(3):
        images.append("".join(images[-1][i] for i in (6, 3, 0, 7, 4, 1, 8, 5, 2)))
    return min(images + ["".join(b[i] for i in (2, 1, 0, 5, 4, 3, 8, 7, 6)) for b in images])


def unlike(_: object, state: Position, moves: Sequence[Move]) -> tuple[Move, ...]:
    """An order for `game_tree`: of moves that lead to boards that look alike, only the first."""
    game, first = TicTacToe(), dict[Position, Move]()
    for move in moves:
        first.setdefault(look(game.apply(state, move)), move)
    return tuple(first.values())


class TicTacToe:
    """X is MAX and moves first; a move is a square."""

    name = "tic-tac-toe"
    rules = (
        "Players take turns marking an empty square, X first. Whoever has three in a row, column "
        "or diagonal wins; a full board is a draw. Before the end, a position is worth the number "
        "of lines still free for X minus the number still free for O."
    )
    sides = ("X", "O")
    columns, rows = "abc", "123"
    clear_lead = 2

    def initial(self) -> Position:
        """The empty board."""
        return "." * 9

    def position(self, text: str) -> Position:
        """Read a board of nine squares; spaces and line breaks are ignored."""
        state = "".join(text.split()).replace("·", ".")
        if len(state) != 9 or set(state) - set("XO."):
            raise ValueError(f"a board must have nine squares 'X', 'O' or '.', not {text!r}")
        x, o = state.count("X"), state.count("O")
        if not 0 <= x - o <= 1:
            raise ValueError(
                f"the board has {show_count(x, 'X', 'Xs')} and {show_count(o, 'O', 'Os')}; X moves "
                "first, so there must be as many Xs as Os or one more"
            )
        if any(state[a] == state[b] == state[c] == "XO"[x > o] for a, b, c in _LINES):
            raise ValueError(
                f"{'XO'[x > o]} is to move but already has three in a line, so the game is over"
            )
        return state

    def to_move(self, state: Position) -> str:
        """MAX, who plays X, if the number of empty squares is odd."""
        return "MAX" if state.count(".") % 2 else "MIN"

    def moves(self, state: Position) -> tuple[Move, ...]:
        """The empty squares, row by row."""
        return _moves(state)

    def apply(self, state: Position, move: Move) -> Position:
        """Mark a square."""
        if move not in _moves(state):
            check_move(self, state, move)
        i = _SQUARES[move]
        return f"{state[:i]}{'X' if self.to_move(state) == 'MAX' else 'O'}{state[i + 1 :]}"

    def terminal(self, state: Position) -> bool:
        """Whether there are three in a line or no empty square is left."""
        return not self.moves(state)

    def utility(self, state: Position) -> int:
        """WIN, −WIN, or 0 for a draw."""
        return {"X": WIN, "O": -WIN, None: 0}[winner(state)]

    def evaluate(self, state: Position) -> int:
        """The number of lines free for X minus those free for O."""
        return self.utility(state) or free_lines(state, "X") - free_lines(state, "O")

    def quiet(self, state: Position) -> bool:
        """Whether neither side can complete a line with its next move."""
        lines = ["".join(sorted(state[i] for i in line)) for line in _LINES]
        return ".XX" not in lines and ".OO" not in lines

    def extremes(self) -> tuple[int, int]:
        """A loss and a win."""
        return -WIN, WIN

    def plies(self, state: Position) -> int:
        """The empty squares."""
        return state.count(".")

    def move_name(self, move: Move) -> str:
        """The letter of the column and the number of the row, which is 1 at the top."""
        return f"{self.columns[move[1] - 1]}{move[0]}"

    def draw(self, state: Position) -> str:
        """The three rows."""
        marks = state.replace(".", "·")
        return "\n".join(" ".join(marks[i : i + 3]) for i in (0, 3, 6))

    def words(self, state: Position) -> str:
        """A word for each mark: who made it, and where. They also say who moves next.

        >>> TicTacToe().words("OX.......")
        'Oa1 Xb1'
        """
        marks = ((state[i], self.move_name(square)) for square, i in _SQUARES.items())
        return " ".join(f"{mark}{square}" for mark, square in marks if mark != ".")

    def squares(self, state: Position, move: Move) -> list[tuple[int, int]]:
        """The square itself."""
        return [(move[0] - 1, move[1] - 1)]
