"""The War Game: rules, evaluations, and the totals that Young published."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tracer.agents import Agent, WarAgent
from tracer.algorithms import alphabeta, minimax
from tracer.experiments.wargame import PUBLISHED, play
from trees.games import WarGame, game_tree
from trees.games.war_game import BOARDS, read_values

# The two mixed pairings show every total; the other two repeat them.
MIXED = [("minimax", "alpha-beta"), ("alpha-beta", "minimax")]
PURE = [("minimax", "minimax"), ("alpha-beta", "alpha-beta")]


def check(board, depth, pairing):
    task = {"board": board, "depth": depth, "pairing": pairing, "double": True}
    assert play(task) == PUBLISHED[depth][board].game(pairing)


@pytest.mark.parametrize("pairing", MIXED)
@pytest.mark.parametrize("board", BOARDS)
def test_figure_7(board, pairing):
    check(board, 3, pairing)


@pytest.mark.slow
@pytest.mark.parametrize("pairing", PURE)
@pytest.mark.parametrize("board", BOARDS)
def test_figure_7_pure_pairings(board, pairing):
    check(board, 3, pairing)


@pytest.mark.slow
@pytest.mark.parametrize("pairing", MIXED)
@pytest.mark.parametrize("board", BOARDS)
def test_figure_9(board, pairing):
    check(board, 4, pairing)


def test_the_correct_alternation_is_the_default_and_another_game():
    game = WarGame("Smolensk")
    fair = WarAgent("fair", alphabeta, 2)
    assert not fair.double_move
    state = game.initial()
    for _ in range(6):
        choice = fair.choose(game, state)
        one_search = Agent("plain", minimax, 2).choose(game, state)
        assert choice.value == one_search.value
        assert choice.move == one_search.move
        state = game.apply(state, choice.move)
    double = WarAgent("double", alphabeta, 2, double_move=True)
    assert double.choose(game, state).value != fair.choose(game, state).value


def test_the_blitz_of_figure_2():
    """Green at D4 blitzes D3 and conquers D2: green 46 to blue 157 becomes 113 to 149."""
    game = WarGame("Smolensk")
    before = game.position(
        """
        . . . . . .
        . . b b . .
        . . . . . .
        . . g g . .
        b . . . . .
        . . . . . .
        """
    )
    assert game.score(before) == (157, 46)
    assert game.to_move(before) == "MIN"
    after = game.apply(before, (15, True))
    assert game.move_name((15, True)) == "D3!"
    assert game.score(after) == (149, 113)
    assert game.evaluate(after) == 149 - 113
    dropped = game.apply(before, (15, False))
    assert game.score(dropped) == (157, 46 + 59)


def test_the_secured_score_leaves_out_what_a_blitz_can_take():
    game = WarGame("Smolensk", evaluation="secured")
    state = game.position("b.....\n......\ng.....\n......\n......\n......")
    assert game.to_move(state) == "MAX"
    assert not game.quiet(state)
    assert game.evaluate(state) == 66 - 80 - 66, "blue's only square lies open to green"
    state = game.position("b.....\n......\n......\ng.....\n......\n......")
    assert game.quiet(state)
    assert game.evaluate(state) == 66 - 50


def test_the_threatened_score_leaves_out_what_the_side_to_move_can_take():
    game = WarGame("Smolensk", evaluation="threatened")
    state = game.position("b.....\n......\ng.....\n......\n......\n......")
    assert game.evaluate(state) == 66, "green's only square lies open to blue"
    after = game.apply(state, (35, False))
    assert game.evaluate(after) == 53 - 80, "now it is green's turn: A1 is in danger, F6 is not"
    assert WarGame("Smolensk", evaluation="secured").evaluate(after) == 66 + 53


@given(st.randoms(use_true_random=False), st.integers(0, 35))
def test_the_single_score_leaves_out_the_most_that_one_blitz_takes(rng, plies):
    game, state = WarGame("Smolensk", evaluation="single"), WarGame("Smolensk").initial()
    for _ in range(plies):
        state = game.apply(state, rng.choice(game.moves(state)))
    blitzes = [square for square, blitz in game.moves(state) if blitz]
    leads = [[game.apply(state, (i, blitz)).lead for blitz in (False, True)] for i in blitzes]
    most = max((abs(blitz - drop) // 2 for drop, blitz in leads), default=0)
    side_to_gain = -1 if game.to_move(state) == "MIN" else 1
    assert game.evaluate(state) == state.lead + side_to_gain * most


@given(st.sampled_from(sorted(BOARDS)))
def test_a_board_is_read_from_text(board):
    text = "\n".join("\t".join(map(str, row)) for row in BOARDS[board])
    assert read_values(f"\n{text}\n\n") == BOARDS[board]
    assert WarGame(read_values(text.replace("\t", ", "))).values == WarGame(board).values


def test_figure_4_is_smolensk():
    figure = """66	76	28	66	11	9
31	39	50	8	33	14
80	76	39	59	2	48
50	73	43	3	13	3
99	45	72	87	49	4
80	63	92	28	61	53"""
    assert read_values(figure) == BOARDS["Smolensk"]


@given(st.sampled_from(sorted(BOARDS)), st.randoms(use_true_random=False))
def test_rules_agree_with_a_plain_reading(board, random):
    game = WarGame(board)
    values = BOARDS[board]
    owner = {}
    state = game.initial()
    for turn in range(36):
        mine, other = "bg"[turn % 2], "gb"[turn % 2]
        legal = []
        for r in range(6):
            for c in range(6):
                if (r, c) not in owner:
                    legal.append((6 * r + c, False))
                    if any(owner.get(s) == mine for s in beside(r, c)):
                        legal.append((6 * r + c, True))
        assert list(game.moves(state)) == legal
        square, blitz = move = random.choice(legal)
        r, c = divmod(square, 6)
        owner[r, c] = mine
        if blitz:
            owner.update({s: mine for s in beside(r, c) if owner.get(s) == other})
        state = game.apply(state, move)
        score = tuple(sum(values[r][c] for (r, c), p in owner.items() if p == q) for q in "bg")
        assert game.score(state) == score
        assert game.evaluate(state) == score[0] - score[1]
        assert game.plies(state) == 35 - turn
    assert game.terminal(state)


def beside(r, c):
    return [(r, c - 1), (r, c + 1), (r - 1, c), (r + 1, c)]


def test_a_board_of_one_s_own():
    game = WarGame([[9] * 6] * 6)
    assert game.extremes() == (-324, 324)
    assert game_tree(game, depth=1).leaf_count() == 36


@pytest.mark.parametrize(
    "make, why",
    [
        (
            lambda: WarGame("Stalingrad"),
            r"Unknown board 'Stalingrad'\. Choose one of: Keren, Narvik",
        ),
        (lambda: WarGame([[1] * 6] * 5), "6 rows of 6"),
        (lambda: WarGame([[1] * 5] * 6), "6 rows of 6"),
        (lambda: WarGame([[1] * 5 + [100]] * 6), "F1 must be an integer from 1 to 99, not 100"),
        (
            lambda: WarGame("Keren", evaluation="hope"),
            "'score', 'secured', 'threatened' or 'single', not 'hope'",
        ),
        (lambda: WarGame().position("b"), "6 lines of 6"),
        (lambda: read_values("1 2 3"), "6 lines of 6 values"),
        (lambda: read_values("1 2 -3"), "whole numbers from 1 to 99, not '-3'"),
        (lambda: WarGame(read_values("\n".join(["1 1 1 1 1 0"] * 6))), "F1 must be an integer"),
        (lambda: WarGame().position("\n".join(["bb...."] + ["......"] * 5)), "must hold"),
        (lambda: WarGame().position("\n".join(["g....."] + ["......"] * 5)), "must hold"),
    ],
)
def test_boards_that_cannot_be(make, why):
    with pytest.raises(ValueError, match=why):
        make()


@pytest.mark.parametrize(
    "move", [(0, True), (36, False), (-1, False), (3,), None, [0, False], "A1"]
)
def test_illegal_moves(move):
    game = WarGame()
    with pytest.raises(ValueError, match="legal moves are A1, B1"):
        game.apply(game.initial(), move)


def test_a_square_is_taken_once():
    game = WarGame()
    with pytest.raises(ValueError, match="legal moves are B1, C1"):
        game.apply(game.apply(game.initial(), (0, False)), (0, False))
