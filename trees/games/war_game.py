"""The War Game: para drops and blitzes for the squares of a city (Young 2015).

A drop takes any empty square. A blitz takes an empty square next to one of your own and every
enemy square next to it. The game ends when no square is empty; the score is the value of the
squares held. The rules say that conquest is mandatory, but the published program also allows the
plain drop. We allow it too, because the published totals count it.

In the published program, the side that has just moved moves again: its searches start with the
mover's own reply. `second_move` gives that state; in the game itself the sides alternate.
"""

from collections.abc import Sequence
from typing import NamedTuple

from trees.games.game import check_move
from trees.number import show_count

SIZE = 6

BOARDS = {
    "Keren": [[1] * 6] * 6,
    "Narvik": [[99, 1] * 3, [1, 99] * 3] * 3,
    "Sevastopol": [[2**row] * 6 for row in range(6)],
    "Smolensk": [
        [66, 76, 28, 66, 11, 9],
        [31, 39, 50, 8, 33, 14],
        [80, 76, 39, 59, 2, 48],
        [50, 73, 43, 3, 13, 3],
        [99, 45, 72, 87, 49, 4],
        [80, 63, 92, 28, 61, 53],
    ],
    "Westerplatte": [
        [1, 1, 1, 1, 1, 1],
        [1, 3, 4, 4, 3, 1],
        [1, 4, 2, 2, 4, 1],
        [1, 4, 2, 2, 4, 1],
        [1, 3, 4, 4, 3, 1],
        [1, 1, 1, 1, 1, 1],
    ],
}

EVALUATIONS = ("score", "secured", "threatened", "single")

_SQUARES = range(SIZE * SIZE)
_FULL = (1 << SIZE * SIZE) - 1
_BESIDE = [
    sum(1 << j for j in _SQUARES if abs(i // 6 - j // 6) + abs(i % 6 - j % 6) == 1)
    for i in _SQUARES
]

Move = tuple[int, bool]  # the square, numbered row by row from 0, and whether it is a blitz
_DROP: list[Move] = [(i, False) for i in _SQUARES]
_BLITZ: list[Move] = [(i, True) for i in _SQUARES]
_MOVES = {*_DROP, *_BLITZ}


class Position(NamedTuple):
    """Blue's and green's squares as bits, whether green is to move, and blue's lead."""

    blue: int
    green: int
    greens_turn: bool
    lead: int


def read_values(text: str) -> list[list[int]]:
    """Read the values of a board: six lines of six numbers, as in Young's files (Figure 4)."""
    rows = [line.replace(",", " ").split() for line in text.split("\n") if line.strip()]
    for word in (word for row in rows for word in row):
        if not word.isdecimal():
            raise ValueError(f"values must be whole numbers from 1 to 99, not {word!r}")
    if len(rows) != SIZE or any(len(row) != SIZE for row in rows):
        raise ValueError(f"a War Game board must have {SIZE} lines of {SIZE} values")
    return [[int(word) for word in row] for row in rows]


def square_name(i: int) -> str:
    """Column letter and row number, as in the report.

    >>> square_name(14)
    'C3'
    """
    return f"{'ABCDEF'[i % SIZE]}{i // SIZE + 1}"


# Blue holds C2, D1, D2 and E2, green C4 and D4, and green is to move. The drawing of Figure 2 is
# lost; on Smolensk, no other position has its scores and fits what the text says about Figure 3.
FIGURE_2 = Position(1 << 3 | 1 << 8 | 1 << 9 | 1 << 10, 1 << 20 | 1 << 21, True, 157 - 46)


class WarGame:
    """Blue is MAX and moves first.

    `board` is the name of a published board or a 6 × 6 list of values from 1 to 99. `evaluation`
    is 'score', the difference of the scores; 'secured', Young's, which does not count the squares
    of the side to move that a blitz could take; 'threatened', ours, which does not count those of
    the other side, since the side to move is the one that can blitz; or 'single', which of those
    leaves out only the most that one blitz can take, as Young suggests.
    """

    rules = (
        "Blue and green take turns, blue first. A drop takes any empty square. A blitz (!) takes "
        "an empty square next to one of your own, together with every enemy square next to it: "
        "click on the enemy square. When no square is empty, the side whose squares are worth more "
        "in total wins. A position is worth blue's total minus green's."
    )
    sides = ("blue", "green")
    columns, rows = "ABCDEF", "123456"

    def __init__(
        self, board: str | Sequence[Sequence[int]] = "Smolensk", *, evaluation: str = "score"
    ) -> None:
        if isinstance(board, str):
            if board not in BOARDS:
                raise ValueError(f"Unknown board {board!r}. Choose one of: {', '.join(BOARDS)}.")
            self.name, rows = f"War Game ({board})", BOARDS[board]
        else:
            self.name, rows = "War Game", [list(row) for row in board]
        if len(rows) != SIZE or any(len(row) != SIZE for row in rows):
            raise ValueError(f"a War Game board must have {SIZE} rows of {SIZE} values")
        self.values = [v for row in rows for v in row]
        for i, v in enumerate(self.values):
            if type(v) is not int or not 1 <= v <= 99:
                raise ValueError(
                    f"the value of {square_name(i)} must be an integer from 1 to 99, not {v!r}"
                )
        if evaluation not in EVALUATIONS:
            allowed = ", ".join(map(repr, EVALUATIONS[:-1])) + f" or {EVALUATIONS[-1]!r}"
            raise ValueError(f"evaluation must be {allowed}, not {evaluation!r}")
        self.evaluation = evaluation
        self.clear_lead = sum(self.values) / 12
        self._worth = {0: 0}  # of sets of squares

    def initial(self) -> Position:
        """The empty city."""
        return Position(0, 0, False, 0)

    def position(self, text: str) -> Position:
        """Read six rows of 'b', 'g' and '.'; blue is to move if the number of pieces is even."""
        rows = [
            "".join(line.split()).replace("·", ".") for line in text.split("\n") if line.strip()
        ]
        if len(rows) != SIZE or any(len(row) != SIZE or set(row) - set("bg.") for row in rows):
            raise ValueError(f"a position must have {SIZE} lines of {SIZE} squares 'b', 'g' or '.'")
        squares = "".join(rows)
        pieces = SIZE * SIZE - squares.count(".")
        last = "b" if pieces % 2 else "g"
        if pieces and last not in squares:
            raise ValueError(
                f"{last!r} made the last of {show_count(pieces, 'move')}, so it must hold a square"
            )
        blue, green = (sum(1 << i for i in _SQUARES if squares[i] == p) for p in "bg")
        return Position(blue, green, pieces % 2 == 1, self.worth(blue) - self.worth(green))

    def second_move(self, state: Position) -> Position:
        """The same state, but the side that has just moved is to move again."""
        return state._replace(greens_turn=not state.greens_turn)

    def to_move(self, state: Position) -> str:
        """Blue is MAX."""
        return "MIN" if state.greens_turn else "MAX"

    def moves(self, state: Position) -> list[Move]:
        """Row by row, for each empty square: the drop, then the blitz if it is possible."""
        blue, green, greens_turn, _ = state
        taken, own = blue | green, green if greens_turn else blue
        moves = []
        for i in _SQUARES:
            if not taken >> i & 1:
                moves.append(_DROP[i])
                if _BESIDE[i] & own:
                    moves.append(_BLITZ[i])
        return moves

    def apply(self, state: Position, move: Move) -> Position:
        """Take a square; a blitz also takes the enemy squares next to it."""
        blue, green, greens_turn, lead = state
        own, enemy = (green, blue) if greens_turn else (blue, green)
        try:
            i, blitz = move
            legal = move in _MOVES and not (own | enemy) >> i & 1
            legal = legal and (not blitz or _BESIDE[i] & own != 0)
        except (TypeError, ValueError):
            legal = False
        if not legal:
            check_move(self, state, move)
        gain = self.values[i]
        own |= 1 << i
        if blitz and (conquered := _BESIDE[i] & enemy):
            own |= conquered
            enemy ^= conquered
            gain += 2 * self.worth(conquered)
        if greens_turn:
            return Position(enemy, own, False, lead - gain)
        return Position(own, enemy, True, lead + gain)

    def worth(self, squares: int) -> int:
        """The total value of a set of squares."""
        if squares not in self._worth:
            self._worth[squares] = sum(v for i, v in enumerate(self.values) if squares >> i & 1)
        return self._worth[squares]

    def score(self, state: Position) -> tuple[int, int]:
        """The value of blue's squares and of green's."""
        return self.worth(state.blue), self.worth(state.green)

    def terminal(self, state: Position) -> bool:
        """Whether no square is empty."""
        return state.blue | state.green == _FULL

    def utility(self, state: Position) -> int:
        """Blue's score minus green's."""
        return state.lead

    def evaluate(self, state: Position) -> int:
        """Blue's lead, without the exposed squares of one side unless the evaluation is 'score'."""
        if self.evaluation == "score" or self.terminal(state):
            return state.lead
        if self.evaluation == "single":
            return state.lead - self._prize(state)
        if state.greens_turn == (self.evaluation == "secured"):
            return state.lead + self.worth(vulnerable(state.green, state.blue))
        return state.lead - self.worth(vulnerable(state.blue, state.green))

    def _prize(self, state: Position) -> int:
        """The most that one blitz of the side to move can take, negative if it is blue's turn."""
        blue, green, greens_turn, _ = state
        own, enemy = (green, blue) if greens_turn else (blue, green)
        free = _FULL & ~(blue | green)
        targets = (_BESIDE[i] & enemy for i in _SQUARES if free >> i & 1 and _BESIDE[i] & own)
        most = max(map(self.worth, targets), default=0)
        return most if greens_turn else -most

    def quiet(self, state: Position) -> bool:
        """Whether the side to move has no blitz that takes enemy squares."""
        own, enemy = state.blue, state.green
        return not vulnerable(*((own, enemy) if state.greens_turn else (enemy, own)))

    def extremes(self) -> tuple[int, int]:
        """All squares are green's, or all are blue's."""
        return -sum(self.values), sum(self.values)

    def plies(self, state: Position) -> int:
        """The empty squares."""
        return SIZE * SIZE - (state.blue | state.green).bit_count()

    def move_name(self, move: Move) -> str:
        """The square, with a ! for a blitz."""
        return square_name(move[0]) + "!" * move[1]

    def draw(self, state: Position) -> str:
        """The rows of squares: 'b', 'g', or the value of an empty square."""
        marks = [
            "b" if state.blue >> i & 1 else "g" if state.green >> i & 1 else str(self.values[i])
            for i in _SQUARES
        ]
        return "\n".join(
            " ".join(mark.rjust(2) for mark in marks[i : i + SIZE])
            for i in range(0, SIZE * SIZE, SIZE)
        )

    def squares(self, state: Position, move: Move) -> list[tuple[int, int]]:
        """The square itself, or the squares that a blitz takes from the enemy."""
        i, blitz = move
        enemy = state.blue if state.greens_turn else state.green
        conquered = [j for j in _SQUARES if blitz and _BESIDE[i] & enemy & 1 << j]
        return [divmod(j, SIZE) for j in conquered or [i]]


def vulnerable(own: int, enemy: int) -> int:
    """The side's own squares next to an empty square that is next to an enemy square."""
    exposed = 0
    for i in _SQUARES:
        if not (own | enemy) >> i & 1 and _BESIDE[i] & enemy:
            exposed |= _BESIDE[i] & own
    return exposed
