"""Tic-tac-toe, with the evaluation by free lines (Khemani; Ewing & Greenwald, section 4).

Squares are [row, column], row 1 at the top.
"""

from functools import cache

from trees.games.game import check_move

Position = str  # nine squares, 'X', 'O' or '.', row by row
Move = tuple[int, int]

WIN = 10  # over any number of free lines
_SQUARES = {(r, c): 3 * (r - 1) + c - 1 for r in (1, 2, 3) for c in (1, 2, 3)}
_LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]

# Pantel's Figure 1.4: the boards are lost, the text says where X should move and why. These are
# ours: X moves to the centre for most options, to [1,3] so as not to lose, to [3,2] to win, and
# to [1,3] to threaten on two lines at once.
FIGURE_1_4: dict[str, tuple[Position, Move]] = {
    "a": (".........", (2, 2)),
    "b": ("OO..X...X", (1, 3)),
    "c": ("OXO.X.O.X", (3, 2)),
    "d": ("X..OOX...", (1, 3)),
}


@cache
def winner(state: Position) -> str | None:
    """'X' or 'O' if there are three in a line."""
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
    """The lines on which the other player has nothing.

    >>> free_lines("X...O....", "X"), free_lines("X...O....", "O")
    (4, 5)
    """
    other = "O" if player == "X" else "X"
    return sum(other not in (state[a], state[b], state[c]) for a, b, c in _LINES)


class TicTacToe:
    """X is MAX and moves first; a move is a square."""

    name = "tic-tac-toe"

    def initial(self) -> Position:
        """The empty board."""
        return "." * 9

    def position(self, text: str) -> Position:
        """Read a board of nine squares; spaces and line ends do not count."""
        state = "".join(text.split()).replace("·", ".")
        if len(state) != 9 or set(state) - set("XO."):
            raise ValueError(f"{text!r} is no board: it has nine squares 'X', 'O' or '.'")
        x, o = state.count("X"), state.count("O")
        if not 0 <= x - o <= 1:
            raise ValueError(
                f"{x} X and {o} O: X moves first, so that there are as many X as O or one more"
            )
        if any(state[a] == state[b] == state[c] == "XO"[x > o] for a, b, c in _LINES):
            raise ValueError(f"{'XO'[x > o]} has three in a line and is to move")
        return state

    def to_move(self, state: Position) -> str:
        """X, who is MAX, moves when the number of empty squares is odd."""
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
        """Whether there are three in a line, or no square is left."""
        return not self.moves(state)

    def utility(self, state: Position) -> int:
        """WIN, −WIN, or 0 for a draw."""
        return {"X": WIN, "O": -WIN, None: 0}[winner(state)]

    def evaluate(self, state: Position) -> int:
        """The lines free for X less those free for O."""
        return self.utility(state) or free_lines(state, "X") - free_lines(state, "O")

    def quiet(self, state: Position) -> bool:
        """Whether nobody can complete a line at once."""
        lines = ["".join(sorted(state[i] for i in line)) for line in _LINES]
        return ".XX" not in lines and ".OO" not in lines

    def extremes(self) -> tuple[int, int]:
        """A loss and a win."""
        return -WIN, WIN

    def plies(self, state: Position) -> int:
        """The empty squares."""
        return state.count(".")

    def move_name(self, move: Move) -> str:
        """The square."""
        return f"[{move[0]},{move[1]}]"

    def draw(self, state: Position) -> str:
        """The three rows."""
        marks = state.replace(".", "·")
        return "\n".join(" ".join(marks[i : i + 3]) for i in (0, 3, 6))

    def squares(self, state: Position, move: Move) -> list[tuple[int, int]]:
        """The square itself."""
        return [(move[0] - 1, move[1] - 1)]
