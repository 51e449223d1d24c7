"""Seeded random openings of Pear, so that games between the same agents differ."""

from random import Random

from trees.games import Pear
from trees.games.pear import Position

PLIES = 4  # in a random opening


def opening(seed: int) -> Position:
    """The position after a few random moves."""
    pear, random = Pear(), Random(seed)
    state = pear.initial()
    for _ in range(PLIES):
        moves = pear.moves(state)
        state = pear.apply(state, moves[int(random.random() * len(moves))])
    return state
