"""What a first guess saves MTD(f)."""

from tracer.algorithms import alphabeta, mtd_f
from tracer.experiments.counting import count
from tracer.experiments.guesses import (
    LAST_MOVE,
    NOTHING,
    PERFECT,
    PLAIN,
    SHALLOWER,
    TWO_SHALLOWER,
    averages,
    costs,
)
from tracer.experiments.openings import opening
from trees.games import Pear, game_tree, replay


def test_costs_are_those_of_the_searches():
    found = costs([3], depth=3, plies=3)
    assert {len(searches) for searches in found.values()} == {1}  # the first side's second move
    game, state, played = Pear(), opening(3), []
    for _ in range(2):  # minimax by hand: the first of the best moves
        worth = {
            m: count(alphabeta, game_tree(game, game.apply(state, m), 2)).value
            for m in game.moves(state)
        }
        best = (max if game.to_move(state) == "MAX" else min)(worth.values())
        played.append((state, best))
        state = game.apply(state, next(m for m in worth if worth[m] == best))
    tree = game_tree(game, state, 3)
    value = count(alphabeta, tree).value
    guesses = {NOTHING: 0, LAST_MOVE: played[0][1], PERFECT: value}
    for name, first in guesses.items():
        (cost,) = found[name]
        assert cost.leaves == count(mtd_f, tree, first=first).nbp
        assert cost.off == abs(first - value)
    assert found[PERFECT][0].passes == 2
    assert found[PLAIN][0].leaves == count(alphabeta, tree).nbp
    assert replay(game, [], state) == state


def test_what_notebook_18_claims():
    found = costs(range(2), depth=4, plies=6)
    rows = {name: rest for name, *rest in averages(found)}
    assert rows[LAST_MOVE][1] < rows[NOTHING][1]  # passes
    assert rows[LAST_MOVE][2] < rows[NOTHING][2]  # visits
    assert rows[SHALLOWER][0] > rows[TWO_SHALLOWER][0]  # the distance
