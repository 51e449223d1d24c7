"""m,p-Nim: p piles of m matches; a move takes any number of matches from one pile.

Ewing & Greenwald, section 2. Piles are kept in falling order, so that states that differ only
in the order of their piles are one.
"""

from functools import reduce
from operator import xor

from trees.games.game import check_move

Piles = tuple[int, ...]
Position = tuple[Piles, str]  # the piles, and who is to move
Move = tuple[int, int]  # a pile of so many matches, and how many are left of it


class Nim:
    """Who takes the last match loses (misère, as in Figure 1 of the notes) or wins (normal).

    >>> Nim(2, 2).apply(((2, 2), "MAX"), (2, 1))
    ((2, 1), 'MIN')
    """

    def __init__(self, m: int, p: int, *, misere: bool = True) -> None:
        for number, what in (m, "the number of matches in a pile"), (p, "the number of piles"):
            if type(number) is not int or number < 1:
                raise ValueError(f"{what} is {number!r}: it has to be an int from 1 up")
        self.m, self.p, self.misere = m, p, misere
        self.name = f"{m},{p}-Nim" + ("" if misere else ", normal play")

    def initial(self) -> Position:
        """All piles are whole, and MAX is to move."""
        return (self.m,) * self.p, "MAX"

    def position(self, *piles: int, player: str = "MAX") -> Position:
        """The state with these piles, given in any order, and `player` to move."""
        if len(piles) != self.p or any(type(a) is not int or not 0 <= a <= self.m for a in piles):
            raise ValueError(f"{piles}: {self.name} has {self.p} piles of 0 to {self.m} matches")
        if player not in ("MAX", "MIN"):
            raise ValueError(f"player is {player!r}: it is 'MAX' or 'MIN'")
        return tuple(sorted(piles, reverse=True)), player

    def to_move(self, state: Position) -> str:
        """Who is to move."""
        return state[1]

    def moves(self, state: Position) -> list[Move]:
        """From each different pile, the largest first: one match, two, …, all of it."""
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
        """Nothing is known of a game that goes on: 0."""
        return self.utility(state) if self.terminal(state) else 0

    def quiet(self, state: Position) -> bool:
        """An evaluation that knows nothing has nothing to lose."""
        return True

    def extremes(self) -> tuple[int, int]:
        """A loss and a win."""
        return -1, 1

    def plies(self, state: Position) -> int:
        """One for every match."""
        return sum(state[0])

    def move_name(self, move: Move) -> str:
        """What becomes of the pile."""
        return f"{move[0]}→{move[1]}"

    def draw(self, state: Position) -> str:
        """A line of matches for every pile."""
        return "\n".join("|" * pile or "·" for pile in state[0])

    def squares(self, state: Position, move: Move) -> list[tuple[int, int]]:
        """The first of the matches that go, in every pile of that size."""
        pile, left = move
        return [(r, left) for r, matches in enumerate(state[0]) if matches == pile]


def nim_value(piles: Piles, *, misere: bool = True) -> int:
    """1 if the player to move wins, else −1, by the nim-sum rule (Bouton 1901).

    The nim-sum is the exclusive or of the piles; a sum other than 0 wins. Misère play differs
    only where no pile is over 1.
    """
    nim_sum = reduce(xor, piles, 0)
    if misere and max(piles, default=0) <= 1:
        return -1 if nim_sum else 1
    return 1 if nim_sum else -1
