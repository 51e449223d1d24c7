"""Pear: rules against an independent checker, Pantel's evaluation, and what searches cost."""

import re
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tracer.agents import Agent
from tracer.algorithms import alphabeta, minimax, scout, solve
from trees.games import Pear, game_tree, replay
from trees.games.pear import COLUMN_VALUES, FIGURE_4_4, WIN

PEAR = Pear()
EMPTY = "\n".join(["." * 7] * 6)


class Naive:
    """Connect Four on a list of columns, written without regard to speed."""

    def __init__(self):
        self.columns = [[] for _ in range(7)]
        self.turn = "A"

    def at(self, row, column):
        inside = 0 <= column < 7 and 0 <= row < 6
        if not inside:
            return "#"
        stack = self.columns[column]
        return stack[row] if row < len(stack) else "."

    def drop(self, column):
        self.columns[column - 1].append(self.turn)
        self.turn = "B" if self.turn == "A" else "A"

    def open(self):
        return {c for c in range(1, 8) if len(self.columns[c - 1]) < 6}

    def lines(self):
        """All squares seen along all four directions, edges as '#'."""
        yield from ("".join(self.at(r, c) for c in range(7)) for r in range(6))
        yield from ("".join(self.at(r, c) for r in range(6)) for c in range(7))
        for sign in (1, -1):
            for start in range(-6, 13):
                yield "".join(self.at(r, start + sign * r) for r in range(6))

    def winner(self):
        for line in self.lines():
            if found := re.search("AAAA|BBBB", line):
                return found[0][0]
        return None

    def patterns(self):
        """Threes and twos, each maximal run once, where four squares in a row hold no enemy."""
        score = 0
        for line in self.lines():
            for own, sign in ("A", 1), ("B", -1):
                for run in re.finditer(rf"(?<!{own}){own}{{2,3}}(?!{own})", line):
                    windows = range(max(0, run.end() - 4), run.start() + 1)
                    if any(re.fullmatch(rf"[{own}.]{{4}}", line[i : i + 4]) for i in windows):
                        score += sign * {2: 4, 3: 16}[len(run[0])]
        return score


@given(st.randoms(use_true_random=False), st.integers(0, 42))
def test_rules_and_evaluation_agree_with_the_naive_game(random, plies):
    state, naive = PEAR.initial(), Naive()
    for ply in range(plies):
        if PEAR.terminal(state):
            break
        assert PEAR.to_move(state) == ("MIN" if ply % 2 else "MAX")
        column = random.choice(PEAR.moves(state))
        state = PEAR.apply(state, column)
        naive.drop(column)
    winner = naive.winner()
    assert PEAR.utility(state) == {"A": WIN, "B": -WIN, None: 0}[winner]
    assert PEAR.terminal(state) == (winner is not None or not naive.open())
    assert set(PEAR.moves(state)) == (set() if winner else naive.open())
    assert PEAR.plies(state) == 42 - sum(map(len, naive.columns))
    assert PEAR.position(PEAR.draw(state)) == state
    if not winner:
        assert PEAR.patterns(state) == naive.patterns()
        threats = 0
        for column in naive.open():
            for piece in "AB":
                naive.columns[column - 1].append(piece)
                threats += naive.winner() is not None
                naive.columns[column - 1].pop()
        assert PEAR.quiet(state) == (threats == 0)


@given(st.lists(st.integers(1, 7), max_size=20))
def test_the_evaluation_is_symmetrical(moves):
    """Colours exchanged, the score changes its sign; mirrored, it stays."""
    state = PEAR.initial()
    for column in moves:
        if column in PEAR.moves(state):
            state = PEAR.apply(state, column)
    board = PEAR.draw(state)
    mirrored = "\n".join(line[::-1] for line in board.split("\n"))
    assert PEAR.evaluate(PEAR.position(mirrored)) == PEAR.evaluate(state)
    if PEAR.to_move(state) == "MAX" and not PEAR.terminal(state):
        exchanged = PEAR.position(board.translate(str.maketrans("AB", "BA")))
        assert PEAR.evaluate(exchanged) == -PEAR.evaluate(state)


@given(
    st.lists(st.integers(1, 7), max_size=20), st.lists(st.integers(-9, 9), min_size=7, max_size=7)
)
def test_other_column_values(moves, values):
    pear, state = Pear(values), PEAR.initial()
    for column in moves:
        if column in pear.moves(state):
            state = pear.apply(state, column)
    if not pear.terminal(state):
        board = [row.split() for row in pear.draw(state).split("\n")]
        ours = sum(v for row in board for v, p in zip(values, row, strict=True) if p == "A")
        theirs = sum(v for row in board for v, p in zip(values, row, strict=True) if p == "B")
        assert pear.evaluate(state) == pear.patterns(state) + ours - theirs
        assert Pear(COLUMN_VALUES).evaluate(state) == PEAR.evaluate(state)


@pytest.mark.parametrize("values", [(1, 2), (0,) * 8, (0.5,) * 7, (1000,) * 7, (True,) * 7])
def test_column_values_are_seven_integers(values):
    with pytest.raises(ValueError, match="column_values must be 7 integers from -999 to 999"):
        Pear(values)


@pytest.mark.parametrize("board, score", [*zip("abcd", (16, 0, 12, 8), strict=True)])
def test_figure_4_4(board, score):
    assert PEAR.patterns(replay(PEAR, FIGURE_4_4[board])) == score


def test_figure_4_4_boards_hold_what_the_text_names():
    d = PEAR.draw(replay(PEAR, FIGURE_4_4["d"])).replace(" ", "").split("\n")[::-1]
    a, b = (
        {(r, c) for r in range(1, 7) for c in range(1, 8) if d[r - 1][c - 1] == p} for p in "AB"
    )
    assert a == {(1, 4), (2, 4), (3, 4), (2, 5)}
    assert b == {(4, 4), (1, 3), (2, 3), (1, 5)}


def test_columns_are_tried_from_the_middle():
    assert PEAR.moves(PEAR.initial()) == (4, 3, 5, 2, 6, 1, 7)
    assert PEAR.moves(replay(PEAR, (4, 4, 4, 4, 4, 4))) == (3, 5, 2, 6, 1, 7)


@pytest.mark.parametrize("move", [0, 8, -1, "4", 4.5, None, [4]])
def test_moves_that_do_not_exist(move):
    with pytest.raises(ValueError, match="legal moves are 4, 3, 5"):
        PEAR.apply(PEAR.initial(), move)


def test_full_columns_and_games_that_are_over():
    full = replay(PEAR, (4, 4, 4, 4, 4, 4))
    with pytest.raises(ValueError, match=r"4 is not a legal move in Pear: .* are 3, 5, 2, 6, 1, 7"):
        PEAR.apply(full, 4)
    over = replay(PEAR, (1, 2, 1, 2, 1, 2, 1))
    with pytest.raises(ValueError, match="the game is over"):
        PEAR.apply(over, 3)


@pytest.mark.parametrize(
    "board, why",
    [
        ("." * 42, "6 lines of 7"),
        (EMPTY + "\n.......", "6 lines of 7"),
        (EMPTY[:-1] + "C", "'A', 'B' or '.', not 'C'"),
        (EMPTY[:-1] + "B", "A moves first"),
        (EMPTY[:-2] + "AA", "A moves first"),
        ("A" + EMPTY[1:], r"\[6,1\] has an empty square below it"),
        (EMPTY[:-15] + "...BBBB\n...AAAA", "A is to move but already has four in a row"),
    ],
)
def test_boards_that_cannot_be(board, why):
    with pytest.raises(ValueError, match=why):
        PEAR.position(board)


def test_at_depth_five_scout_tests_what_alphabeta_evaluates():
    """Pantel's shape: minimax about ten times alpha-beta; Scout evaluates few and tests many."""
    nodes = dict.fromkeys((minimax, solve, alphabeta, scout), 0)
    tests = 0
    for seed in range(3):
        state = opening(seed, 6)
        for search in nodes:
            choice = Agent("five", search, 5).choose(PEAR, state)
            nodes[search] += choice.nodes
            tests += choice.tests
    assert nodes[solve] <= nodes[minimax]
    assert nodes[minimax] > 8 * nodes[alphabeta]
    assert nodes[scout] * 10 < tests < 2 * nodes[alphabeta]


def opening(seed, plies):
    random, state = Random(seed), PEAR.initial()
    for _ in range(plies):
        state = PEAR.apply(state, PEAR.moves(state)[int(random.random() * len(PEAR.moves(state)))])
    return state


def test_solve_takes_a_win_at_once():
    state = replay(PEAR, (4, 1, 4, 2, 4, 1))
    choice = Agent("Solomon", solve, 5).choose(PEAR, state)
    assert choice.move == 4
    assert choice.value == WIN
    assert choice.nodes == 1


def test_a_full_board_is_a_draw_whatever_stands_where():
    game = "156366643422365415735125444215362321717777"
    state = replay(PEAR, map(int, game))
    assert PEAR.plies(state) == 0
    assert PEAR.terminal(state)
    assert PEAR.evaluate(state) == PEAR.utility(state) == 0
    assert state[2] != 0, "column values alone would favour one side"


def test_the_end_of_the_game_is_the_end_of_the_tree():
    tree = game_tree(PEAR, replay(PEAR, (4, 1, 4, 2, 4, 1)), 5)
    assert tree.is_leaf((1,))
    assert tree.value((1,)) == WIN
    assert tree.extremes() == (-WIN, WIN)
