"""What a first guess saves MTD(f) in games of Pear: passes, visits and leaves.

An agent plays itself, and before every move but the first of a side the same tree is searched by
alpha-beta and by MTD(f) from several guesses (Pantel 1997, 3.4.2, names the last move and the last
iteration; he gives no numbers).
"""

from collections.abc import Iterable, Mapping
from statistics import median
from typing import NamedTuple

from tracer.agents import Agent
from tracer.algorithms import alphabeta, mtd_f
from tracer.experiments.counting import count
from tracer.experiments.openings import opening
from tracer.trace.measure import measure
from tracer.trace.trace import record
from trees.games import Pear, game_tree
from trees.number import Number

PLAIN, NOTHING, SHALLOWER, TWO_SHALLOWER, LAST_MOVE, PERFECT = (
    "alpha-beta",
    "MTD(f) from 0",
    "from depth d − 1",
    "from depth d − 2",
    "from the last move",
    "from the value itself",
)


class Cost(NamedTuple):
    """A search: how far its guess was from the value, its passes, visits and distinct leaves."""

    off: Number
    passes: int
    visits: int
    leaves: int


def costs(seeds: Iterable[int], depth: int, plies: int) -> Mapping[str, list[Cost]]:
    """The costs of every search, by the guess that it started from.

    A game begins with four random moves and goes on for so many `plies`.
    """
    game, agent = Pear(), Agent("both sides", alphabeta, depth)
    found: dict[str, list[Cost]] = {}
    for seed in seeds:
        state, last = opening(seed), dict[str, Number]()
        for _ in range(plies):
            if game.terminal(state):
                break
            choice, side = agent.choose(game, state), game.to_move(state)
            if side in last:
                for name, cost in _searched(state, depth, choice.value, last[side]).items():
                    found.setdefault(name, []).append(cost)
            last[side] = choice.value
            state = game.apply(state, choice.move)
    return found


def _searched(state: object, depth: int, value: Number, last: Number) -> dict[str, Cost]:
    """The costs of the searches of one position."""
    tree = game_tree(Pear(), state, depth)
    guesses = {
        NOTHING: 0,
        SHALLOWER: _value(state, depth - 1),
        TWO_SHALLOWER: _value(state, depth - 2),
        LAST_MOVE: last,
        PERFECT: value,
    }
    plain = measure(record(alphabeta, tree))
    found = {PLAIN: Cost(0, 1, plain.visits, plain.evaluated)}
    for name, guess in guesses.items():
        m = measure(record(mtd_f, tree, first=guess))
        found[name] = Cost(abs(guess - value), m.passes, m.visits, m.evaluated)
    return found


def _value(state: object, depth: int) -> Number:
    return count(alphabeta, game_tree(Pear(), state, depth)).value


def averages(found: Mapping[str, list[Cost]]) -> list[tuple[str | float, ...]]:
    """A row for each guess: the median of how far it was off, and the means of its costs.

    A single won game, worth 32,767, would spoil a mean of the distances. Alpha-beta has no guess.
    """
    rows: list[tuple[str | float, ...]] = []
    for name, searches in found.items():
        off, *columns = zip(*searches, strict=True)
        passes, visits, leaves = (round(sum(c) / len(c), 1) for c in columns)
        start = ("–", "–") if name == PLAIN else (median(off), passes)
        rows.append((name, *start, visits, leaves))
    return rows
