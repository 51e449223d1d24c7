"""m,p-Nim: p piles of m matches; a move takes any number of matches from one pile.

Ewing & Greenwald, section 2. Piles are sorted, largest first, so states that differ only in the
order of their piles are the same state.
"""

from functools import reduce
from operator import xor

from trees.games.game import check_move
from trees.number import show_count

Piles = tuple[int, ...]
Position = tuple[Piles, str]  # the piles and the side to move
Move = tuple[int, int]  # the size of a pile before and after the move


class Nim:
    """Whoever takes the last match loses (misère, as in Figure 1 of the notes) or wins (normal).

    >>> Nim(2, 2).apply(((2, 2), "MAX"), (2, 1))
    ((2, 1), 'MIN')
    """

    sides = ("MAX", "MIN")
    columns = rows = ""
    clear_lead = 1

    def __init__(self, m: int, p: int, *, misere: bool = True) -> None:
        for number, what in (m, "m, the number of matches per pile"), (p, "p, the number of piles"):
            if type(number) is not int or number < 1:
                raise ValueError(f"{what}, must be an integer of at least 1, not {number!r}")
        self.m, self.p, self.misere = m, p, misere
        self.name = f"{m},{p}-Nim" + ("" if misere else ", normal play")
        last = "loses" if misere else "wins"
        self.rules = (
            "Players take turns. A move takes one or more matches from a single pile: click on a "
            "match to take it and all matches to its right. Whoever takes the last match of all "
            f"{last}. The value of a move is 1 if MAX can force a win, −1 if MIN can, and 0 if the "
            "search has not looked far enough to tell."
        )

    def initial(self) -> Position:
        """All piles are full, and MAX is to move."""
        return (self.m,) * self.p, "MAX"

    def position(self, *piles: int, player: str = "MAX") -> Position:
        """The state with these piles, in any order, and `player` to move."""
        if len(piles) != self.p or any(type(a) is not int or not 0 <= a <= self.m for a in piles):
            count = show_count(self.p, "pile")
            raise ValueError(f"{self.name} has {count} of 0 to {self.m} matches, not {piles}")
        if player not in ("MAX", "MIN"):
            raise ValueError(f"player must be 'MAX' or 'MIN', not {player!r}")
        return tuple(sorted(piles, reverse=True)), player

    def to_move(self, state: Position) -> str:
        """The side to move."""
        return state[1]

    def moves(self, state: Position) -> list[Move]:
        """For each pile size, largest first: take one match, two, …, the whole pile."""
        piles = dict.fromkeys(state[0])
        return [(pile, left) for pile in piles for left in range(pile - 1, -1, -1)]

    def apply(self, state: Position, move: Move) -> Position:
        """Reduce one pile."""
        check_move(self, state, move)
        pile, left = move
        piles = list(state[0])
        piles[piles.index(pile)] = left
        return tuple(sorted(piles, reverse=True)), "MIN" if state[1] == "MAX" else "MAX"

    def terminal(self, state: Position) -> bool:
        """Whether all matches are gone."""
        return not any(state[0])

    def utility(self, state: Position) -> int:
        """1 if MAX has won, −1 if MIN has."""
        return 1 if (state[1] == "MAX") == self.misere else -1

    def evaluate(self, state: Position) -> int:
        """The utility of a finished game, and 0 before that."""
        return self.utility(state) if self.terminal(state) else 0

    def quiet(self, state: Position) -> bool:
        """Always True: the estimate of an unfinished game is always 0."""
        return True

    def extremes(self) -> tuple[int, int]:
        """A loss and a win."""
        return -1, 1

    def plies(self, state: Position) -> int:
        """One ply per match."""
        return sum(state[0])

    def move_name(self, move: Move) -> str:
        """The size of the pile before and after the move."""
        return f"{move[0]}→{move[1]}"

    def draw(self, state: Position) -> str:
        """One line of matches per pile."""
        return "\n".join("|" * pile or "·" for pile in state[0])

    def words(self, state: Position) -> str:
        """The piles and the side to move, as one word: equal piles would cancel each other out."""
        return f"{','.join(map(str, state[0]))}/{state[1]}"

    def squares(self, state: Position, move: Move) -> list[tuple[int, int]]:
        """The first match to be taken, in every pile of that size."""
        pile, left = move
        return [(r, left) for r, matches in enumerate(state[0]) if matches == pile]


def nim_value(piles: Piles, *, misere: bool = True) -> int:
    """1 if the side to move wins, otherwise −1, by the nim-sum rule (Bouton 1901).

    The nim-sum is the exclusive or of the piles; the side to move wins if it is not 0. Misère
    play differs only if no pile has more than one match.
    """
    nim_sum = reduce(xor, piles, 0)
    if misere and max(piles, default=0) <= 1:
        return -1 if nim_sum else 1
    return 1 if nim_sum else -1
