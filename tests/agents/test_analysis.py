"""The value of every move, the best line and refutations, against minimax written out again."""

from random import Random

import pytest

from tracer.agents import AGENTS, Agent, fitting
from tracer.agents.analysis import analyse, analysed, better, refute
from tracer.algorithms import alphabeta, minimax
from tracer.log.events import Cut
from trees.games import Nim, Pear, TicTacToe, WarGame, replay

# game, how many positions, at which depths
GAMES = [
    (TicTacToe(), 700, (1, 2, 3, 4)),
    (Nim(3, 3), 500, (1, 2, 3, 9)),
    (Nim(4, 3, misere=False), 300, (2, 4)),
    (Pear(), 500, (1, 2, 3)),
    (WarGame("Smolensk"), 120, (1, 2)),
    (WarGame("Westerplatte", evaluation="secured"), 60, (1, 2)),
]


def positions(game, count, seed=0):
    """Positions of random games, each with at least one move left."""
    draw = Random(f"{game.name}, {seed}")
    state = game.initial()
    for _ in range(count):
        if game.terminal(state):
            state = game.initial()
        yield state
        for _ in range(draw.randint(1, 3)):
            if not game.terminal(state):
                state = game.apply(state, draw.choice(game.moves(state)))


def worth(game, state, depth):
    """Minimax, as the textbook has it."""
    if not depth or game.terminal(state):
        return game.evaluate(state)
    best = max if game.to_move(state) == "MAX" else min
    return best(worth(game, game.apply(state, m), depth - 1) for m in game.moves(state))


@pytest.mark.parametrize("game, count, depths", GAMES, ids=lambda x: getattr(x, "name", None))
def test_moves_have_their_minimax_values_and_lines_are_best_play(game, count, depths):
    for k, state in enumerate(positions(game, count)):
        depth = depths[k % len(depths)]
        found = analysed(game, state, depth)
        assert [m.move for m in found.moves] == list(game.moves(state))
        assert found.depth == min(depth, game.plies(state)) and not found.looking
        for m in found.moves:
            assert m.value == worth(game, game.apply(state, m.move), depth - 1)
        best = max if game.to_move(state) == "MAX" else min
        assert found.best.value == best(m.value for m in found.moves)
        for m in found.best, found.moves[-1]:
            assert m.line[0] == m.move
            here = state
            for k, move in enumerate(m.line, 1):
                here = game.apply(here, move)  # legal
                assert worth(game, here, depth - k) == m.value
            assert len(m.line) == depth or game.terminal(here)


@pytest.mark.parametrize("game, count, depths", GAMES, ids=lambda x: getattr(x, "name", None))
def test_a_refutation_refutes(game, count, depths):
    refuted = 0
    for state in positions(game, count // 6, seed=1):
        depth = max(depths)
        found = analysed(game, state, depth)
        worse = [m for m in found.moves if m.value != found.best.value]
        for m in worse[:1] + worse[-1:]:
            why = refute(game, state, m.move, found.best.move, depth)
            refuted += 1
            tree = why.trace.tree
            assert why.trace.complete and tree.moves() == (found.best.move, m.move)
            for n in why.trace.leaves:  # each is worth what minimax finds below it
                assert tree.value(n) == worth(game, tree.state(n), why.depth - len(n))
            after = game.apply(state, m.move), game.apply(state, found.best.move)
            values = [worth(game, s, why.depth - 1) for s in after]
            assert [why.value, why.known] == values == [m.value, found.best.value]
            low, high = why.trace.frame(why.step).bounds((2,))  # what the leaves seen so far prove
            assert (high if found.side == "MAX" else -low) <= (
                m.value if found.side == "MAX" else -m.value
            )
            assert why.trace.value == why.known
            taken = why.trace.events[why.step - 1]
            replies = len(game.moves(after[0])) if why.depth > 1 else 0
            assert taken.node == (2,) and isinstance(taken, Cut) == (replies > 1)
    assert refuted > count // 20


def test_a_win_comes_soon_and_a_loss_late():
    noughts = TicTacToe()
    state = noughts.position("XX. OO. ...")
    assert analysed(noughts, state, 9).best.line == ((1, 3),)
    lost = noughts.position("X.X .O. X.O")  # O cannot stop both lines
    assert len(analysed(noughts, lost, 9).best.line) == 2
    assert analysed(noughts, lost, 9).best.value == 10


def test_an_analysis_pauses_goes_deeper_and_stops_at_its_limit():
    pear = Pear()
    reports = list(analyse(pear, pear.initial(), 8, most_nodes=9_000, slice_of=500))
    assert len(reports) > 10
    assert [r.nodes for r in reports] == sorted(r.nodes for r in reports)
    depths = [r.depth for r in reports]
    assert depths == sorted(depths) and 4 <= depths[-1] < 8
    assert all(r.looking > r.depth for r in reports[:-1]) and not reports[-1].looking
    assert reports[-1].nodes <= 9_000 + 500
    assert analysed(pear, pear.initial(), depths[-1]).moves == reports[-1].moves
    at_once = list(analyse(pear, pear.initial(), 5, most_nodes=1, slice_of=1))
    assert at_once[-1].depth == 1 and len(at_once[-1].moves) == 7


def test_a_refutation_is_small_however_far_it_looks():
    """A reply that refutes the move, a few others, and all answers to it: boards fit into them."""
    pear = Pear()
    state = replay(pear, (4, 4))
    why = refute(pear, state, 7, 4, 6)
    tree = why.trace.tree
    assert (why.depth, why.beyond) == (6, 3) and why.value < why.known
    assert [len(tree.children(n)) for n in ((), (2,), (2, 1))] == [2, 3, 7]
    assert tree.depth == 3 and len(list(tree.nodes())) < 20
    assert refute(pear, state, 7, 4, 3).beyond == 0


def test_agents_fit_the_game():
    for game in Pear(), TicTacToe(), Nim(3, 3), WarGame():
        for agent in AGENTS.values():
            fit = fitting(agent, game)
            assert 1 <= fit.depth <= agent.depth and fit.name == agent.name
    assert all(fitting(agent, Pear()) == agent for agent in AGENTS.values())
    assert fitting(Agent("deep", minimax, 9), WarGame()).depth == 3
    assert fitting(Agent("deep", alphabeta, 9), WarGame()).depth == 4  # 1.3 million nodes for five
    assert fitting(Agent("deep", alphabeta, 9), TicTacToe()).depth == 9


def test_bad_requests():
    pear = Pear()
    for depth in 0, -1, 2.0, "3", True:
        with pytest.raises(ValueError, match="at least 1"):
            analysed(pear, pear.initial(), depth)
    with pytest.raises(ValueError, match="is over"):
        analysed(pear, replay(pear, (1, 2, 1, 2, 1, 2, 1)), 3)
    for pair in (4, 9), (9, 4):
        with pytest.raises(ValueError, match="9 is not a legal move in Pear"):
            refute(pear, pear.initial(), *pair, 3)
    assert better("MIN", analysed(pear, pear.initial(), 1).moves).move in (1, 7)
