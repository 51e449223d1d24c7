"""Play against the clock: what is played when the budget is spent, and what guesses are carried."""

import pytest

from tracer.agents import Agent, ClockAgent, match
from tracer.agents.budget import Budget, OutOfBudgetError
from tracer.agents.clock import guess_for
from tracer.algorithms import alphabeta, minimax, mtd_f, scout, sss_star
from tracer.experiments.openings import opening
from trees.games import Nim, Pear, TicTacToe, replay

PEAR = Pear()
START = opening(3)


def clock(search, nodes, **options):
    return ClockAgent("clock", search, 9, nodes=nodes, **options)


@pytest.mark.parametrize("search", [minimax, alphabeta, scout, mtd_f, sss_star])
@pytest.mark.parametrize("nodes", [1, 60, 700])
def test_it_plays_the_move_of_the_last_depth_that_it_has_finished(search, nodes):
    choice = clock(search, nodes).choose(PEAR, START)
    *done, last = choice.passes
    unfinished = last.value is None
    if not unfinished:
        done.append(last)
    assert [p.depth for p in choice.passes] == list(range(1, len(choice.passes) + 1))
    for p in done:
        plain = Agent("plain", search, p.depth).choose(PEAR, START)
        assert p.value == plain.value
        below = Agent("reply", minimax, p.depth - 1) if p.depth > 1 else None
        after = PEAR.apply(START, p.move)
        reached = below.choose(PEAR, after).value if below else PEAR.evaluate(after)
        assert reached == p.value  # the move is one of the best
    assert (choice.move, choice.value) == (done[-1].move, done[-1].value)
    assert choice.tree.depth == done[-1].depth
    assert unfinished or sum(p.nodes for p in done) >= nodes or len(done) == 9
    spent = sum(p.nodes for p in choice.passes)
    assert spent <= max(nodes, done[0].nodes)  # only depth 1 may cost more than the budget


def test_the_same_budget_gives_the_same_choice():
    first, again = (clock(mtd_f, 900).choose(PEAR, START) for _ in range(2))
    assert first.passes == again.passes and first.counts == again.counts


def test_more_nodes_never_finish_fewer_depths():
    depths = [
        sum(p.value is not None for p in clock(alphabeta, nodes).choose(PEAR, START).passes)
        for nodes in (1, 30, 150, 469, 470, 1500)
    ]
    assert depths == sorted(depths) == [1, 2, 3, 3, 4, 4]


def test_it_stops_at_the_end_of_the_game():
    game = Nim(2, 2)
    choice = ClockAgent("clock", alphabeta, 50, nodes=10**6).choose(game, game.initial())
    assert len(choice.passes) == game.plies(game.initial()) == 4
    assert choice.value == -1
    with pytest.raises(ValueError, match="is over"):
        clock(alphabeta, 5).choose(TicTacToe(), replay(TicTacToe(), WON))


WON = [(1, 1), (2, 1), (1, 2), (2, 2), (1, 3)]


def test_a_budget_of_seconds_stops_the_search():
    budget = Budget(seconds=60)
    assert not budget.spent
    over = Budget(seconds=-1)
    over.visit()  # not limited yet
    over.limited = True
    with pytest.raises(OutOfBudgetError):
        over.visit()
    agent = ClockAgent("hurry", minimax, 9, seconds=1e-6)
    assert [p.depth for p in agent.choose(PEAR, START).passes if p.value is not None] == [1]


def test_the_guess_comes_from_the_same_horizon_of_the_last_move():
    last = clock(mtd_f, 2000).choose(PEAR, START)
    values = {p.depth: p.value for p in last.passes if p.value is not None}
    assert max(values) == 5
    for depth in 1, 2, 3:
        assert guess_for(depth, (), last) == values[depth + 2]
    assert guess_for(4, (), last) == last.value == values[5]  # nothing is as deep as 6
    passes = last.passes[:-1]
    assert guess_for(1, (), None) is None
    assert guess_for(2, passes[:1], None) == passes[0].value
    assert guess_for(4, passes[:3], None) == passes[1].value


def test_a_match_carries_the_guess():
    state = START
    turns = list(match(PEAR, Agent("A", mtd_f, 3), Agent("B", mtd_f, 3), state))[:6]
    counts = {}
    for turn in turns:
        cold = Agent("cold", mtd_f, 3).choose(PEAR, turn.state)
        side = PEAR.to_move(turn.state)
        assert turn.choice.value == cold.value
        options = {"first": counts[side]} if side in counts else {}
        warm = Agent("warm", mtd_f, 3, options).choose(PEAR, turn.state)
        assert (warm.tests, warm.move) == (turn.choice.tests, turn.choice.move)
        counts[side] = turn.choice.value


@pytest.mark.parametrize(
    "budget",
    [{}, {"nodes": 5, "seconds": 1}, {"nodes": 0}, {"nodes": 1.5}, {"nodes": True}]
    + [{"seconds": s} for s in (0, -1, "1", float("nan"), float("inf"), True)],
)
def test_bad_budgets(budget):
    with pytest.raises(ValueError, match=r"budget|nodes must be|seconds must be"):
        ClockAgent("clock", alphabeta, 5, **budget)
