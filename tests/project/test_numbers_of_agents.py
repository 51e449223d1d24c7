"""The numbers of agents in the notebooks, computed a second time as in test_numbers.py."""

from itertools import islice, product
from statistics import mean, median

import chess as rules
import pytest

from tests.helpers import plain, plain_agents, plain_chess
from tests.helpers.prose import said
from tracer import record
from tracer.agents import Agent, ClockAgent, match
from tracer.algorithms import alphabeta, mtd_f
from tracer.experiments.guesses import costs
from tracer.experiments.openings import opening
from trees.games import Pear, game_tree, replay
from trees.games import chess as ours
from trees.games.chess import EXAMPLES, Chess

# Notebook 15: chess


def fen(name, turn="w"):
    return f"{EXAMPLES[name].split()[0]} {turn} - - 0 1"


CHOICES = {  # depth, plies of quiescence, plies of the secondary search: value, line and nodes
    ("fork", "w", 1, 0, 0): (6, "Kf1", 33),
    ("fork", "w", 2, 0, 0): (1, "Qa5 Nxa1", 100),
    ("fork", "w", 2, 2, 0): (4, "Qa5 Nxa1 Qxa1", 637),
    ("defended pawn", "w", 1, 0, 0): (4, "Rxd5", 13),
    ("defended pawn", "w", 1, 4, 0): (3, "Kg1", 21),
    ("horizon", "w", 1, 0, 0): (0, "Kf2", 23),
    ("horizon", "w", 2, 0, 0): (0, "Rh1 Kg8", 65),
    ("horizon", "w", 3, 0, 0): (0, "Rh1 Kg8 Kf1", 527),
    ("horizon", "w", 4, 0, 0): (-3, "Kg1 Rxa8 Kf2 Kg8", 1886),
    ("horizon", "w", 2, 0, 2): (-3, "Kf2 Rxa8 Ke1 Kg8", 327),
    ("zugzwang, one pawn", "w", 4, 0, 0): (-1, "Kc5 Kxe5 Kb4 Kd4", 122),
    ("zugzwang, one pawn", "b", 4, 0, 0): (1, "Ke4 Kxe6 Kd3 Kd5", 113),
    ("zugzwang, three pawns", "w", 4, 0, 0): (-1, "Kg7 Kxg5 Kf7 Kf5", 35),
    ("zugzwang, three pawns", "b", 4, 0, 0): (1, "Ke5 Kxg6 Kd4 Kf5", 45),
    ("poisoned rook", "w", 1, 0, 0): (-8, "bxa5", 6),
    ("poisoned rook", "w", 2, 0, 0): (-9, "bxa5 Rxa5", 23),
    ("poisoned rook", "w", 3, 0, 0): (-9, "bxa5 Rxa5 Kd1", 167),
}


@pytest.mark.parametrize("case", CHOICES, ids=lambda case: " ".join(map(str, case)))
def test_an_agent_chooses_as_a_second_program_does(case):
    name, turn, depth, quiescence, secondary = case
    value, line, nodes = plain_chess.choose(fen(name, turn), depth, quiescence, secondary)
    assert (value, " ".join(line), nodes) == CHOICES[case]
    agent = Agent("", alphabeta, depth, quiescence=quiescence, secondary=secondary)
    choice = agent.choose(Chess(), Chess().position(fen(name, turn)))
    found = tuple(choice.tree.labels[n] for n in choice.line[1:])
    assert (choice.value, found, choice.nodes) == (value, line, nodes)


def test_a_quiet_search_does_what_a_second_one_does():
    """The two players of "The horizon, step by step", leaf by leaf."""
    start = fen("defended pawn")
    after = {name: new for _, name, new in plain_chess.moves(start)}
    assert len(after) == 13
    assert [name for name, new in after.items() if not plain_chess.quiet(new)] == ["Rxd5"]
    assert "Only one of the thirteen leaves is not quiet" in said(15)
    replies = {name: new for _, name, new in plain_chess.moves(after["Rxd5"])}
    worth = {name: plain_chess.value(new) for name, new in replies.items()}
    assert worth.pop("exd5") == -1 and min(worth.values()) > 0
    assert [name for name, new in replies.items() if not plain_chess.quiet(new)] == ["e5"]
    for beyond in 0, 4:
        leaves, visits = plain.alphabeta(plain_chess.tree(start, 1, beyond))
        tree = game_tree(Chess(), Chess().position(start), 1, quiescence=beyond).explicit()
        run = record(alphabeta, tree)
        assert list(run.leaves) == leaves
        assert len({change.visit for change in run.changes} - {None}) == visits
    first = run.frame(next(iter(run.cutoffs))).node
    assert [tree.labels[first[:i]] for i in (1, 2)] == ["Rxd5", "e5"]
    after_e5 = [path for path in leaves if path[: len(first)] == first]
    assert after_e5 == [(*first, 1)]  # "the first capture is enough for a cutoff"


def test_a_secondary_search_looks_beyond_one_leaf():
    """Two plies below Kg8, every move is worth −3 to White."""
    deeper = ((("Rh1", "Kg8"), 4),)
    worth = [plain.minimax(t, False) for t in plain_chess.tree(fen("horizon"), 2, 0, deeper)]
    names = [name for _, name, _ in plain_chess.moves(fen("horizon"))]
    assert max(worth) == worth[names.index("Rh1")] == -3
    assert "Now every move is worth −3" in said(15)
    plainly = [plain.minimax(t, False) for t in plain_chess.tree(fen("horizon"), 2)]
    saved = [name for name, value in zip(names, plainly, strict=True) if value == 0]
    assert saved == ["Rh1"]  # "one single move seems to save the knight"


def test_chess_positions_are_worth_what_their_letters_are():
    boards = [*EXAMPLES.values(), "rnbqkb1r/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"]
    boards += ["4k3/1p6/8/8/8/8/1P6/1N2K3", "4k3/8/8/8/8/8/8/4K3"]
    for board in boards:
        white, black = plain_chess.totals(board)
        assert ours.material(board) == white - black
        assert ours.normalised(board) == (white - black) / (white + black or 1)
    line = "bxa5 b4 axb4 a3 Kd2 a2 Kc2 a1=Q".split()
    end = plain_chess.after(fen("poisoned rook"), line)
    white, black = plain_chess.totals(end)
    assert (plain_chess.value(fen("poisoned rook")), white - black) == (-13, -15)


def test_what_the_black_pieces_can_ever_reach():
    """The wall of "The poisoned rook", before and after White takes."""
    start = EXAMPLES["poisoned rook"]
    taken = plain_chess.after(fen("poisoned rook"), ["bxa5"])
    for board, pieces, reached in (start, "a5 a7 d7 d8", set()), (taken, "a7 d7 d8", {"a5"}):
        found = {square: plain_chess.reach(board, square) for square in pieces.split()}
        assert all(ours.reach(board, square) == squares for square, squares in found.items())
        pawns = rules.Board(f"{board.split()[0]} w - - 0 1").pieces(rules.PAWN, rules.WHITE)
        assert set().union(*found.values()) & {rules.square_name(p) for p in pawns} == reached


# Notebook 18: play against the clock


def test_what_a_budget_of_nodes_buys():
    for nodes, depth, column, value, used in (
        (1, 1, "c", 8, 7),
        (50, 2, "c", 2, 28),
        (200, 3, "d", 12, 137),
        (500, 4, "d", 0, 470),
        (2000, 5, "d", 13, 1816),
    ):
        found = plain_agents.clock(Pear(), opening(3), nodes)
        move, last_value, _ = found[-1]
        total = sum(n for _, _, n in found)
        assert (len(found), "abcdefg"[move - 1], last_value, total) == (depth, column, value, used)
        agent = ClockAgent("", alphabeta, 12, nodes=nodes)
        passes = agent.choose(Pear(), opening(3)).passes
        assert [(p.move, p.value, p.nodes) for p in passes if p.value is not None] == found
    assert "and 1,346 for depth 5" in said(18)
    assert len(plain_agents.clock(Pear(), opening(3), 469)) == 3  # exercise 2: 470 are needed


def test_what_mtd_f_carries_from_move_to_move():
    pear, state = Pear(), opening(3)
    agent = ClockAgent("", mtd_f, 12, nodes=2000), ClockAgent("", alphabeta, 12, nodes=200)
    turns = list(islice(match(pear, *agent, state), 3))
    first = plain_agents.with_guesses(pear, state, [], 5)
    state = pear.apply(state, first[-1][0])
    state = pear.apply(state, plain_agents.clock(pear, state, 200)[-1][0])
    second = plain_agents.with_guesses(pear, state, first, 5)
    for turn, found in (turns[0], first), (turns[2], second):
        passes = [(p.move, p.value, p.nodes) for p in turn.choice.passes]
        assert passes[:5] == found and passes[5:] == [
            (None, None, 2000 - sum(n for *_, n in found))
        ]
    values, nodes = ([each[i] for each in first] for i in (1, 2))
    assert "{}, {}, {}, {} and {} nodes for depths 1 to 5".format(*nodes) in said(18)
    assert "MTD(f) has found {}, {}, {}, {} and {} at depths".format(*values) in said(18)


def test_ten_times_the_nodes_win_a_game_more():
    pear, won = Pear(), dict.fromkeys((1000, 100, None), 0)
    for seed, nodes in product(range(8), ((1000, 100), (100, 1000))):
        state = opening(seed)
        while not pear.terminal(state):
            budget = nodes[pear.to_move(state) == "MIN"]
            state = pear.apply(state, plain_agents.clock(pear, state, budget)[-1][0])
        end = pear.utility(state)
        won[nodes[end < 0] if end else None] += 1
    assert "{} to {}, with {} draws".format(*won.values()) in said(18)


GUESSES = [  # the table of notebook 18: off by, passes, visits, leaves
    (0, 1, 424.8, 299.1),
    (6.5, 6, 387.2, 167.6),
    (12, 8.8, 459.5, 166.9),
    (1, 3.1, 302.5, 160.6),
    (2, 2.9, 293.8, 164.1),
    (0, 2, 259.9, 153.8),
]


def test_what_a_first_guess_saves():
    found = plain_agents.guesses(Pear(), map(opening, range(6)), 4, 8)
    for searches, printed in zip(found, GUESSES, strict=True):
        off, *costs_of_all = zip(*searches, strict=True)
        assert (median(off), *(round(mean(c), 1) for c in costs_of_all)) == printed
    plainly, nothing, shallower, two, last, _ = found
    pairs = list(zip(last, nothing, plainly, strict=True))
    assert len(pairs) == 36
    assert sum(a[1] < b[1] for a, b, _ in pairs) == 25  # fewer passes than from 0
    assert sum(a[2] < b[2] for a, b, _ in pairs) == 26  # fewer visits
    assert sum(a[3] > b[3] for a, b, _ in pairs) == 11  # more leaves
    assert sum(a[2] < c[2] for a, _, c in pairs) == 32  # fewer visits than alpha-beta
    worst = max((nothing, shallower, two, last), key=lambda guess: median(c[0] for c in guess))
    assert worst is shallower and "Depth 3 is the worst guess" in said(18).replace("*", "")
    ours = costs([0], depth=4, plies=4)
    assert [searches[:2] for searches in found] == list(ours.values())


@pytest.mark.slow
def test_what_a_first_guess_saves_in_all_six_games():
    found = plain_agents.guesses(Pear(), map(opening, range(6)), 4, 8)
    assert list(costs(range(6), depth=4, plies=8).values()) == found


# Notebook 9: Pear


def test_quiescence_is_no_bargain_in_pear():
    pear = Pear()
    lost = replay(pear, (4, 3, 2, 4, 3, 5, 1, 1, 3, 5, 2, 1, 5))
    found = []
    for depth, beyond in (4, 0), (4, 2), (6, 0):
        tree = plain_agents.quiescent(pear, lost, depth, beyond)
        _, visits = plain.alphabeta(tree, is_max=False)
        found.append((plain.minimax(tree, False), visits - 1))
        choice = Agent("", alphabeta, depth, quiescence=beyond).choose(pear, lost)
        assert (choice.value, choice.nodes) == found[-1]
    assert [value for value, _ in found] == [39, 32_767, 32_767]
    needed = [f"{nodes:,}" for _, nodes in found[1:]]
    assert "{} nodes to see the loss, and a plain search to depth 6 needs {}".format(*needed) in (
        said(9)
    )
