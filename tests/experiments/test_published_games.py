"""The numbers of notebooks 14 and 17, computed a second time by C programs from the reports."""

import json
import re
import shutil
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise, product
from math import comb
from pathlib import Path

import pytest

from tests.helpers.published_games import pear_games, scott_games, war_games
from tracer import record
from tracer.agents import Agent, PrintedScott, WarAgent, match
from tracer.algorithms import alphabeta, ps_star, scout, sss_star
from tracer.experiments.counting import count
from tracer.experiments.openings import opening
from tracer.experiments.paces import paces, table
from tracer.experiments.tournament import jobs, play, tally, tournament
from tracer.experiments.wargame import (
    FIGURE_8,
    FIGURE_10,
    PAIRINGS,
    PUBLISHED,
    contest,
    moves_of,
    published,
    random_values,
)
from trees.games import Pear, WarGame, game_tree, replay
from trees.games.pear import FIGURE_4_2, FIGURE_4_3, fours
from trees.games.war_game import BOARDS, EVALUATIONS, FIGURE_2, square_name

NOTEBOOKS = Path(__file__).parents[2] / "notebooks"
PEAR = Pear()
in_c = pytest.mark.skipif(not shutil.which("cc"), reason="there is no C compiler (cc)")
MINIMAX, CUTS = False, True


@pytest.fixture
def one():
    with ThreadPoolExecutor(1) as executor:
        yield executor


def prose(name):
    """What a notebook says, on one line."""
    return " ".join((NOTEBOOKS / name).read_text("utf-8").replace('\\n",', " ").split())


# Pear


@in_c
@pytest.mark.parametrize("depths", [(3, 4), (5, 5), (2, 5)])
def test_games_move_by_move(depths):
    for k in range(3):
        game = {"A": "Annabelle", "B": "Annabelle", "depths": depths, "opening": k}
        ours, (theirs,) = play(game), pear_games([(opening(k), *depths)])
        assert (ours["moves"], ours["winner"]) == (theirs.moves, theirs.winner)
        assert (ours["A"]["nodes"], ours["B"]["nodes"]) == (theirs.a_nodes, theirs.b_nodes)


@in_c
def test_minimax_expands_as_many_nodes():
    game = {"A": "Maximilian", "B": "Maximilian", "depths": (3, 4), "opening": 1}
    ours, (theirs,) = play(game), pear_games([(opening(1), 3, 4)], cuts=False)
    assert (ours["A"]["nodes"], ours["B"]["nodes"]) == (theirs.a_nodes, theirs.b_nodes)


VALUES = (0, 1, 2, 3, 2, 1, 0), (0,) * 7, (0, 2, 4, 6, 4, 2, 0)
WINNERS = {  # by column values, depths 1 to 8; "–" is a tie
    VALUES[0]: "AAABB–BA",
    VALUES[1]: "AAABBBBB",
    VALUES[2]: "AAA–BAAB",
}


def winners(values, depths):
    games = pear_games([(PEAR.initial(), d, d) for d in depths], values)
    return "".join(g.winner.replace("none", "–") for g in games)


@in_c
@pytest.mark.parametrize("values", VALUES)
def test_who_wins_from_the_empty_board(values):
    assert winners(values, range(1, 6)) == WINNERS[values][:5]


@in_c
@pytest.mark.slow
@pytest.mark.parametrize("values", VALUES)
def test_who_wins_from_the_empty_board_at_larger_depths(values):
    assert winners(values, (6, 7, 8)) == WINNERS[values][5:]
    row = " ".join(map(str, values)) + " " * 16 + "  ".join(WINNERS[values][5:])
    assert " ".join(row.split()) in prose("14-pear.ipynb")


@pytest.mark.parametrize("values", VALUES)
def test_agents_use_the_column_values(values):
    pear, agent = Pear(values), Agent("both", alphabeta, 4)
    *_, last = match(pear, agent, agent)
    end = pear.utility(pear.apply(last.state, last.choice.move))
    assert WINNERS[values][3] == ("A" if end > 0 else "B" if end < 0 else "–")


def in_c_instead(games):
    """The results of a tournament, with alpha-beta for all: at equal depth, all move alike."""
    wanted = list({(g["opening"], *g["depths"]) for g in games})
    found = dict(zip(wanted, pear_games([(opening(k), a, b) for k, a, b in wanted]), strict=True))
    return [
        {
            "winner": c.winner,
            "moves": c.moves,
            "A": {"moves": c.a_moves, "nodes": c.a_nodes, "tests": 0, "seconds": 0},
            "B": {"moves": c.b_moves, "nodes": c.b_nodes, "tests": 0, "seconds": 0},
        }
        for c in (found[g["opening"], *g["depths"]] for g in games)
    ]


AGENTS = "Maximilian", "Solomon", "Annabelle", "Scott"


@in_c
def test_a_tournament_in_python_is_that_in_c(one):
    ours = tournament(openings=2, depth=3, self_play=True, executor=one)
    games = jobs(AGENTS, 2, 3, True)
    theirs = tally(games, in_c_instead(games))
    assert (ours.sides, ours.pairs, ours.distinct) == (theirs.sides, theirs.pairs, theirs.distinct)
    assert ours.distinct == 2 and sum(ours.sides.values()) == 32
    assert ours.pairs["Scott", "Scott"] == (2, 2, 0)


@in_c
@pytest.mark.slow
def test_self_play_at_depth_5_and_4():
    five, four = jobs(AGENTS, 10, 5, True), jobs(AGENTS, 10, 4)
    at_five, at_four = (tally(games, in_c_instead(games)) for games in (five, four))
    assert at_five.sides == {"A": 64, "B": 96, "none": 0} and at_five.distinct == 10
    assert at_four.sides == {"A": 72, "B": 36, "none": 12}
    assert "the second player wins 96 of the 160 games" in prose("14-pear.ipynb")
    assert "the second player wins 36 of 120, the first 72" in prose("14-pear.ipynb")


@in_c
@pytest.mark.slow
def test_the_tournament_that_notebook_14_prints():
    games = jobs(AGENTS, 10)
    found = tally(games, in_c_instead(games))
    text = prose("14-pear.ipynb")
    for row in (*found.cross_table().split("\n"), str(found).split("\n")[5], "64 of 120"):
        assert " ".join(row.split()) in text
    for s in found.standings:
        assert f"{s.agent} {s.wins} {s.losses} {s.ties} {s.points} " in text
    points = {s.agent: s.points for s in found.standings}
    assert "ours = " + json.dumps(points).replace('"', '\\"') in text  # what the chart shows


def scott_against_himself(state, depths, values=VALUES[0]):
    """The columns played, and each side's moves, expanded nodes and tests."""
    pear = Pear(values)
    seats = [PrintedScott("Scott", scout, depth, column_values=values) for depth in depths]
    turns = list(match(pear, *seats, state))
    first = pear.to_move(state) == "MIN"  # which side moves first
    cost = [
        (len(own), sum(t.choice.nodes for t in own), sum(t.choice.tests for t in own))
        for own in (turns[first::2], turns[1 - first :: 2])
    ]
    return "".join(pear.move_name(t.choice.move) for t in turns), *cost


@in_c
@pytest.mark.parametrize("values", VALUES[::2])
def test_scott_plays_as_his_listing_does(values):
    games = [(PEAR.initial(), 5, 5), *((opening(k), 3, 4) for k in range(2))]
    ours = [scott_against_himself(state, depths, values) for state, *depths in games]
    assert ours == list(map(tuple, scott_games(games, values)))


@in_c
def test_node_counts_from_the_empty_board():
    """Notebook 14: his counts fit games that begin with the empty board."""
    found = {}
    for name, cuts in ("Maximilian", False), ("Annabelle", True):
        (game,) = pear_games([(PEAR.initial(), 5, 5)], cuts=cuts)
        found[name] = round((game.a_nodes + game.b_nodes) / (game.a_moves + game.b_moves))
    moves, a, b = scott_games([(PEAR.initial(), 5, 5)])[0]
    found["nodes"], found["tests"] = (round((a[k] + b[k]) / (a[0] + b[0])) for k in (1, 2))
    assert found == {"Maximilian": 13462, "Annabelle": 1497, "nodes": 70, "tests": 1639}
    text = prose("14-pear.ipynb")
    assert "13,462 − 1,497 = 11,965" in text and "70 nodes and 1,639 tests" in text
    assert game.moves[:15] == moves[:15] and game.moves[15] != moves[15]
    assert "at move 16" in text


def test_every_four_is_found():
    naive = {
        frozenset((r + k * up, c + k * right) for k in range(4))
        for r, c in product(range(1, 7), range(1, 8))
        for up, right in ((0, 1), (1, 0), (1, 1), (1, -1))
        if 1 <= r + 3 * up <= 6 and 1 <= c + 3 * right <= 7
    }
    assert set(fours()) == naive and len(fours()) == 69
    through = {s: sum(s in four for four in naive) for s in product(range(1, 7), range(1, 8))}
    assert [s for s, n in through.items() if n == max(through.values())] == [(3, 4), (4, 4)]
    assert through[3, 4] == 13 and through[1, 1] == 3


def test_figures_4_2_and_4_3_fit_their_captions():
    three = PEAR.draw(PEAR.apply(replay(PEAR, FIGURE_4_2), 2)).split("\n")[-1]
    assert three.replace(" ", "")[:5] == "BAAAB"
    threatened = replay(PEAR, FIGURE_4_3)
    assert PEAR.to_move(threatened) == "MAX"
    lost = [m for m in PEAR.moves(threatened) if loses_at_once(PEAR.apply(threatened, m))]
    assert sorted(lost) == [1, 3, 4, 5, 6, 7], "only [2,2] stops B"


def loses_at_once(state):
    return any(PEAR.utility(PEAR.apply(state, move)) < 0 for move in PEAR.moves(state))


def test_the_size_of_the_game():
    """Positions after each ply by playing all sequences; the bounds by enumerating small boards."""
    found, layer = [], [()]
    for _ in range(6):
        boards = {
            tuple(
                "".join("AB"[i % 2] for i, move in enumerate(line) if move == c) for c in range(7)
            )
            for line in layer
        }
        found.append(len(boards))
        layer = [(*line, c) for line in layer for c in range(7) if line.count(c) < 6]
    assert found == [1, 7, 49, 238, 1120, 4263]
    sizes = 0
    for heights in product(range(3), repeat=2):  # a board of two rows and two columns, written out
        n = sum(heights)
        sizes += sum(1 for pieces in product("AB", repeat=n) if pieces.count("A") in (n - n // 2,))
    grown = {0: 1}
    for column in range(2):
        grown = {n: sum(grown.get(n - h, 0) for h in range(3)) for n in range(2 * column + 3)}
    assert sizes == sum(ways * comb(n, n // 2) for n, ways in grown.items())


def test_sides_first_for_min_costs_more_and_the_best_estimate_less():
    def reversed_for_min(node, state, moves):
        return moves[::-1] if PEAR.to_move(state) == "MIN" else moves

    leaves = [
        sum(count(alphabeta, game_tree(PEAR, opening(k), 4, order=o)).nbp for k in range(10))
        for o in (False, reversed_for_min, True)
    ]
    assert leaves[2] < 0.7 * leaves[0] and leaves[0] < 0.7 * leaves[1]


def test_ps_star_in_a_real_game():
    trees = [game_tree(PEAR, opening(seed), 4) for seed in range(10)]
    leaves = [sum(count(ps_star, tree, k=k).nbp for tree in trees) for k in (1, 2, 3, 4, 7)]
    storage = [max(count(ps_star, tree, k=k).storage for tree in trees) for k in (1, 2, 3, 4, 7)]
    assert leaves == sorted(leaves) and storage == sorted(storage, reverse=True)
    assert leaves[0] == sum(count(sss_star, tree).nbp for tree in trees)
    assert leaves[-1] == sum(count(alphabeta, tree).nbp for tree in trees)
    phased, plain = Agent("PS*", ps_star, 2, {"sizes": [4, 3]}), Agent("alpha-beta", alphabeta, 2)
    one, two = (list(match(PEAR, a, a, opening(1))) for a in (phased, plain))
    assert [turn.choice.move for turn in one] == [turn.choice.move for turn in two]


def test_what_a_move_costs(one):
    rows = paces({"Maximilian": 3, "Annabelle": 3, "Scott": 3}, openings=3, executor=one)
    cost = {(r.agent, r.depth): r for r in rows}
    sequences = [0.0, 0.0, 0.0]
    for k in range(3):
        layer = [opening(k)]
        for d in range(3):
            layer = [PEAR.apply(s, m) for s in layer for m in PEAR.moves(s)]
            sequences[d] += len(layer) / 3
    for d in (1, 2, 3):
        assert cost["Maximilian", d].visits == pytest.approx(sum(sequences[:d]))
    assert cost["Scott", 3].tests > cost["Scott", 3].nodes
    assert "d = 3" in table(rows) and "Annabelle" in table(rows)
    with pytest.raises(ValueError, match="integers of at least 1, not 0"):
        paces({"Scott": 0}, executor=one)
    with pytest.raises(ValueError, match="Unknown agent 'Sam'"):
        paces({"Sam": 1}, executor=one)


@in_c
@pytest.mark.slow
@pytest.mark.parametrize(
    ("agent", "deepest", "cuts"), [("Maximilian", 7, MINIMAX), ("Annabelle", 9, CUTS)]
)
def test_the_visits_that_notebook_14_prints(agent, deepest, cuts):
    row = [agent]
    for d in range(1, deepest + 1):
        first = pear_games([(opening(k), d, d) for k in range(10)], cuts=cuts, most=1)
        row.append(f"{sum(game.a_nodes for game in first) / 10:,.0f}")
    assert " ".join(row) in prose("14-pear.ipynb")


def test_half_of_the_nodes_that_scout_expands_have_passed_a_test():
    """They are all but the first children."""
    expanded, passed = [], []
    for seed in range(10):
        _, *events = record(scout, game_tree(PEAR, opening(seed), 5)).events
        expanded += [e.node for e in events if e.kind == "enter"]
        pairs = pairwise(events)
        passed += [b.node for a, b in pairs if b.kind == "enter" and a.node == b.node]
    assert passed == [node for node in expanded if node[-1] > 1]
    told = (
        f"expands {len(expanded) / 10} nodes per move, and {len(passed) / 10} of them have passed"
    )
    assert told in prose("14-pear.ipynb")


# The War Game


def in_c_on(board, depths, kinds, twice):
    seats = [(d, kind == "alpha-beta", False) for d, kind in zip(depths, kinds, strict=True)]
    (found,) = war_games(BOARDS[board], [(*seats, twice)])
    return found


@in_c
@pytest.mark.parametrize("board", BOARDS)
def test_figure_7_by_a_second_program(board):
    for pairing in PAIRINGS:
        found = in_c_on(board, (3, 3), pairing, twice=True)
        assert (found.score, found.nodes) == PUBLISHED[3][board].game(pairing)


@in_c
def test_figure_8_by_a_second_program():
    found = in_c_on("Keren", (3, 3), ("minimax", "alpha-beta"), twice=True)
    assert tuple(found.each[::2]) == FIGURE_8
    first = next(moves_of(WarGame("Keren"), ("minimax", "alpha-beta"), 3))
    assert first.choice.nodes == FIGURE_8[0] == 36 * 35 * 35 + 2 * 60 * 35


def table_row(board):
    """The scores by turns in the table of notebook 17: depth 3, depth 4."""
    row = re.search(
        rf"\| {board} \|([^|]*)\|([^|]*)\|([^|]*)\|([^|]*)\|", prose("17-war-game.ipynb")
    )
    assert row
    return [cell.strip(" *") for cell in row.groups()]


@in_c
@pytest.mark.parametrize("board", BOARDS)
def test_the_table_of_notebook_17_at_depth_3(board):
    a, b = in_c_on(board, (3, 3), ("alpha-beta", "alpha-beta"), twice=False).score
    c, d = PUBLISHED[3][board].score
    assert table_row(board)[:2] == [f"{c}:{d}", f"{a}:{b}"]


@in_c
@pytest.mark.slow
@pytest.mark.parametrize("board", BOARDS)
def test_figure_9_by_a_second_program(board):
    for pairing in PAIRINGS:
        found = in_c_on(board, (4, 4), pairing, twice=True)
        assert (found.score, found.nodes) == PUBLISHED[4][board].game(pairing)
    a, b = in_c_on(board, (4, 4), ("alpha-beta", "alpha-beta"), twice=False).score
    c, d = PUBLISHED[4][board].score
    assert table_row(board)[2:] == [f"{c}:{d}", f"{a}:{b}"]


@in_c
@pytest.mark.slow
@pytest.mark.parametrize("board", BOARDS)
def test_figure_10_by_a_second_program(board):
    for pairing in PAIRINGS:
        depths = [{"minimax": 4, "alpha-beta": 5}[kind] for kind in pairing]
        found = in_c_on(board, depths, pairing, twice=True)
        assert (found.score, found.nodes) == published(board, 5, pairing)


@in_c
@pytest.mark.slow
@pytest.mark.parametrize("board", BOARDS)
def test_depth_5_against_4_by_turns(board):
    both = ("alpha-beta", "alpha-beta")
    scores = [in_c_on(board, depths, both, twice=False).score for depths in ((4, 5), (5, 4))]
    row = re.findall(rf"\| {board} \|([^|]*)\|([^|]*)\|", prose("17-war-game.ipynb"))[1]
    assert [cell.strip(" *") for cell in row] == [f"{a}:{b}" for a, b in scores]


def test_figure_10_and_the_deeper_search_that_does_not_win():
    won = []
    for board in FIGURE_10:
        for k in (1, 2):
            first, second = published(board, 5, PAIRINGS[k]).score
            won.append(first - second if PAIRINGS[k][0] == "alpha-beta" else second - first)
    assert [sum(w > 0 for w in won), sum(w < 0 for w in won), won.count(0)] == [4, 5, 1]
    assert contest(("score", "score"), ["Sevastopol"], depth=(3, 2)) == (0, 2, 0)


@in_c
def test_a_deeper_search_that_loses_in_c_as_well():
    seats = (3, CUTS, 0), (2, CUTS, 0)
    one, two = war_games(BOARDS["Sevastopol"], [(*seats, False), (*seats[::-1], False)])
    assert one.score[0] < one.score[1] and two.score[0] > two.score[1]


def won_in_c(score, boards, depth, twice=False):
    """How often a score wins, loses and ties against the plain one, on both sides of each board."""
    leads, seats = [], ((depth, CUTS, EVALUATIONS.index(score)), (depth, CUTS, 0))
    for values in boards:
        one, two = war_games(values, [(*seats, twice), (*seats[::-1], twice)])
        leads += [one.score[0] - one.score[1], two.score[1] - two.score[0]]
    return sum(x > 0 for x in leads), sum(x < 0 for x in leads), leads.count(0)


@in_c
@pytest.mark.parametrize(
    ("score", "wins"), [("secured", 3), ("threatened", 17), ("single", 17)], ids=str
)
def test_the_other_scores_by_a_second_program(score, wins):
    boards = [random_values(seed) for seed in range(10)]
    found = won_in_c(score, boards, 1)
    assert found == contest((score, "score"), boards, depth=1) == (wins, 20 - wins, 0)
    assert won_in_c(score, boards[:1], 2) == contest((score, "score"), boards[:1], depth=2)


def told_wins(score):
    """The row of notebook 17: wins in 80 games, by turns and with the double move, by depth."""
    row = re.findall(
        rf'"\| {score} \|([\d |]+)\|', (NOTEBOOKS / "17-war-game.ipynb").read_text("utf-8")
    )
    return [int(cell) for cell in row[0].split("|")]


@in_c
@pytest.mark.parametrize("score", EVALUATIONS[1:])
def test_the_wins_that_notebook_17_prints(score):
    boards = [random_values(seed) for seed in range(40)]
    settings = [(depth, twice) for twice in (False, True) for depth in (1, 2)]
    found = [won_in_c(score, boards, depth, twice)[0] for depth, twice in settings]
    told = told_wins(score)
    assert found == told[:2] + told[3:5]


@in_c
@pytest.mark.slow
@pytest.mark.parametrize("score", EVALUATIONS[1:])
def test_the_wins_at_depth_3_that_notebook_17_prints(score):
    boards = [random_values(seed) for seed in range(40)]
    assert [won_in_c(score, boards, 3, twice)[0] for twice in (False, True)] == told_wins(score)[
        2::3
    ]


def test_the_fight_over_d5():
    """Played by turns, blue leaves D5 alone; with the double move it takes it, and loses it."""
    war = WarGame("Smolensk")
    fight = replay(war, [(24, False), (32, False)])
    turns, double = (
        war.move_name(WarAgent("blue", alphabeta, 2, double_move=d).choose(war, fight).move)
        for d in (False, True)
    )
    assert (turns, double) == ("A3", "D5")


def test_no_other_position_fits_the_words_about_figures_2_and_3():
    """The squares that the text requires are worth all that blue has."""
    war = WarGame("Smolensk")
    name = {square_name(i): war.values[i] for i in range(36)}
    assert name["C4"] + name["D4"] == 46, "so green holds nothing else"
    must = {"C2", "D2", "D1", "E2"}  # the neighbours of D2, except D3, which green takes
    assert sum(name[s] for s in must) == 157
    held = {square_name(i) for i in range(36) if FIGURE_2.blue >> i & 1}
    assert held == must and war.score(FIGURE_2) == (157, 46)
    after = war.apply(war.apply(FIGURE_2, (15, True)), (14, True))
    assert all(war.score(war.apply(after, m))[0] == war.score(after)[0] for m in war.moves(after))
    assert [m for m in war.moves(after) if m[1]] == [(22, True), (27, True)]


def test_random_boards_are_seeded():
    assert random_values(3) == random_values(3) != random_values(4)
    assert all(1 <= v <= 99 for row in random_values(5) for v in row)
