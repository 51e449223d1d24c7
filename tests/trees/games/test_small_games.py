"""Nim against the nim-sum rule, and the known facts of tic-tac-toe."""

from itertools import combinations_with_replacement
from math import factorial

import networkx as nx
import pytest

from tracer import record
from tracer.agents import Agent
from tracer.algorithms import alphabeta, minimax
from tracer.exercises.lessons.lesson_11 import images
from trees import ROOT
from trees.games import Nim, TicTacToe, expand, game_tree, nim_value, state_graph
from trees.games.tictactoe import FIGURE_1_4, WIN, free_lines, look, unlike, winner


@pytest.mark.parametrize("misere", [True, False])
@pytest.mark.parametrize("m, p", [(1, 4), (2, 2), (3, 3), (4, 3), (7, 2)])
def test_nim_values_are_those_of_the_nim_sum(m, p, misere):
    game = Nim(m, p, misere=misere)
    graph = state_graph(game)
    assert {piles for piles, _ in graph} == {
        tuple(sorted(piles, reverse=True))
        for piles in combinations_with_replacement(range(m + 1), p)
    }
    for (piles, player), data in graph.nodes(data=True):
        sign = 1 if player == "MAX" else -1
        assert data["value"] == sign * nim_value(piles, misere=misere)


def test_2_2_nim_is_the_tree_of_the_lecture_notes():
    tree = expand(Nim(2, 2))
    assert record(minimax, tree).value == -1
    assert [tree.labels[c] for c in tree.children(ROOT)] == ["2→1", "2→0"]
    lazy = game_tree(Nim(2, 2))
    below = [lazy.state(c) for c in lazy.children((1,))]
    assert below == [((1, 1), "MAX"), ((1, 0), "MAX"), ((2, 0), "MAX")]
    graph = state_graph(Nim(2, 2))
    assert len({piles for piles, _ in graph}) == 6
    assert graph.nodes[(0, 0), "MAX"]["value"] == 1
    assert graph.nodes[(0, 0), "MIN"]["value"] == -1
    assert graph.edges[((2, 1), "MIN"), ((2, 0), "MAX")]["move"] == "1→0"
    assert nx.is_directed_acyclic_graph(graph)


def test_misere_and_normal_nim_differ():
    assert record(alphabeta, game_tree(Nim(1, 1))).value == -1
    assert record(alphabeta, game_tree(Nim(1, 1, misere=False))).value == 1


def test_nim_positions_and_bad_ones():
    game = Nim(3, 2)
    assert game.position(1, 3) == ((3, 1), "MAX")
    assert game.draw(game.position(0, 3)) == "|||\n·"
    for bad in ((4, 0), (1,), (1, 1, 1), (True, 1), (-1, 0)):
        with pytest.raises(ValueError, match="2 piles of 0 to 3"):
            game.position(*bad)
    for m, p in ((0, 2), (2, 0), (2.0, 2)):
        with pytest.raises(ValueError, match="must be an integer of at least 1"):
            Nim(m, p)
    with pytest.raises(ValueError, match="legal moves are 3→2"):
        game.apply(game.initial(), (2, 1))
    with pytest.raises(ValueError, match="over"):
        game.apply(((0, 0), "MAX"), (1, 0))


def test_tictactoe_is_a_draw_with_5478_positions():
    graph = state_graph(TicTacToe())
    assert len(graph) == 5478
    assert graph.nodes["." * 9]["value"] == 0
    games = dict.fromkeys(graph, 0) | {"." * 9: 1}
    for state in nx.topological_sort(graph):
        for after in graph.successors(state):
            games[after] += games[state]
    ends = [state for state in graph if not graph.out_degree(state)]
    assert sum(games[state] for state in ends) == 255_168 < factorial(9)
    won = {side: sum(games[s] for s in ends if winner(s) == side) for side in ("X", "O", None)}
    assert won == {"X": 131_184, "O": 77_904, None: 46_080}


def test_the_tree_of_tictactoe_has_a_leaf_for_every_game():
    game = TicTacToe()
    corner, edge, centre = (
        game_tree(game, game.apply(game.initial(), move)).leaf_count()
        for move in ((1, 1), (1, 2), (2, 2))
    )
    assert 4 * corner + 4 * edge + centre == 255_168


@pytest.mark.parametrize("move, value", [((1, 1), -1), ((1, 2), -2), ((2, 2), 1)])
def test_openings_after_two_plies(move, value):
    game = TicTacToe()
    assert record(minimax, game_tree(game, game.apply(game.initial(), move), 1)).value == value


def test_openings_and_replies_that_look_alike_are_tried_once():
    game = TicTacToe()
    tree = game_tree(game, depth=2, order=unlike)
    corner, edge, centre = ([tree.value(d) for d in tree.children(c)] for c in tree.children(ROOT))
    assert sorted(corner) == sorted([6 - 5, 5 - 5, 6 - 5, 5 - 5, 4 - 5])  # Khemani's five replies
    assert (len(edge), len(centre)) == (5, 2)
    assert (min(corner), min(edge), min(centre)) == (-1, -2, 1)
    whole = game_tree(game, depth=2)
    for n, alike in ((1,), corner), ((2,), edge), ((5,), centre):
        assert {whole.value(d) for d in whole.children(n)} == set(alike)
    through = [
        free_lines(s, "X") - free_lines(s, "O") for s in ("X........", ".X.......", "....X....")
    ]
    assert through == [3, 2, 4]  # Ewing & Greenwald, Figure 2


def test_boards_that_look_alike_have_one_look():
    boards = list(state_graph(TicTacToe()))
    assert len({look(board) for board in boards}) == 765
    assert all(look(board) in images(board) for board in boards[::50])


@pytest.mark.parametrize("board", FIGURE_1_4)
def test_figure_1_4(board):
    game = TicTacToe()
    state, move = FIGURE_1_4[board]
    assert game.position(state) == state
    assert game.to_move(state) == "MAX"
    depth = {"a": 2, "b": 9, "c": 1, "d": 9}[board]
    assert Agent("X", minimax, depth).choose(game, state).move == move
    after = {m: game.apply(state, m) for m in game.moves(state)}
    worth = {m: record(alphabeta, game_tree(game, s)).value for m, s in after.items()}
    wins_at_once = [m for m, s in after.items() if winner(s) == "X"]
    if board == "b":
        assert [m for m, v in worth.items() if v > -WIN] == [move]
    elif board == "c":
        assert wins_at_once == [move]
    elif board == "d":
        assert not wins_at_once
        assert worth[move] == WIN
        threats = [m for m in game.moves(after[move]) if winner(_mark(after[move], m, "X")) == "X"]
        assert len(threats) == 2


def _mark(state, move, mark):
    i = 3 * (move[0] - 1) + move[1] - 1
    return state[:i] + mark + state[i + 1 :]


@pytest.mark.parametrize(
    "text, why",
    [
        ("X", "nine squares"),
        ("XOZ......", "nine squares"),
        ("OO.......", "X moves first"),
        ("XXX......", "X moves first"),
        ("XXXOO.O..", "X is to move but already has three"),
    ],
)
def test_boards_that_cannot_be(text, why):
    with pytest.raises(ValueError, match=why):
        TicTacToe().position(text)


@pytest.mark.parametrize("move", [(1, 1), (0, 1), (4, 4), 5, None, [2, 2], "11"])
def test_illegal_moves(move):
    game = TicTacToe()
    with pytest.raises(ValueError, match="legal moves are b1, c1, a2"):
        game.apply("X........", move)


@pytest.mark.parametrize(
    "state, quiet", [("X........", True), ("X..OO.X..", False), ("XO..X....", False)]
)
def test_a_position_with_an_open_threat_is_not_quiet(state, quiet):
    assert TicTacToe().quiet(state) == quiet
    assert TicTacToe().quiet(state.translate(str.maketrans("XO", "OX"))) == quiet
