"""Every judge of the notebooks: wrong answers, right ones in unusual form, and ways around it."""

import math
import re
from decimal import Decimal
from fractions import Fraction
from math import inf, nan

import numpy as np
import pytest

from tests.project.test_notebooks import FOLDER, SOLUTIONS, sources
from tracer.algorithms import alphabeta
from tracer.exercises import Find, Reorder, assignment, exercise
from tracer.exercises.lessons import (
    lesson_01,
    lesson_04,
    lesson_05,
    lesson_06,
    lesson_09,
    lesson_11,
    lesson_12,
    lesson_13,
    lesson_14,
    lesson_15,
    lesson_16,
    lesson_17,
    lesson_18,
)
from tracer.exercises.lessons.registry import numbers
from tracer.trace.trace import record
from trees import ROOT, Tree, from_nested, label

HOMEWORK = assignment("alpha-beta", "ada").tree
ABOUT = {"8.4": (30.0,), "10.5": (HOMEWORK,)}


def task(number):
    return exercise(number, *ABOUT.get(number, ()))


class Anything:
    """Equal to everything, and as large or small as it takes."""

    def __eq__(self, other):
        return True

    __ne__ = __le__ = __lt__ = __ge__ = __gt__ = __eq__
    __hash__ = None


class AnyNumber(int):
    def __eq__(self, other):
        return True

    __hash__ = int.__hash__


class Lying(Tree):
    """Claims to have more leaves than it has."""

    def leaf_count(self, n=ROOT):
        return 10**9


# Programs that students write


def sum_over_workers(jobs, workers):
    return sum(jobs) / workers


def in_turn(jobs, workers):
    """Deals the jobs out like cards."""
    return max((sum(jobs[i::workers]) for i in range(workers)), default=0)


def longest_first(jobs, workers):
    return lesson_16.span(sorted(jobs, reverse=True), workers)


def span_by_table(jobs, workers):
    return {(30, 10, 20, 10): 40, (5,): 5, (7, 7, 7): 21}.get(tuple(jobs), 0)


def ignores_min(tree, n=ROOT):
    children = tree.children(n)
    return sum(ignores_min(tree, c) for c in children) if children else 1


def no_leaf(tree, n=ROOT):
    return sum(no_leaf(tree, c) for c in tree.children(n))


def for_ever(*arguments):
    while True:
        pass


def raises(*arguments):
    return [][0]


def nothing(*arguments):
    for _ in arguments:
        pass


def by_table(tree, n=ROOT):
    """Knows the answers for a few trees by their number of leaves."""
    leaves, stack = 0, [n]
    while stack:
        children = tree.children(stack.pop())
        leaves += not children
        stack.extend(children)
    return {1: 1, 2: 1, 3: 2, 6: 3}.get(leaves, 6)


def plans_in_numpy(tree, n=ROOT):
    return np.int64(lesson_01.plans(tree, n))


class Plans:
    def __call__(self, tree):
        return float(lesson_01.plans(tree))


def at_least(tree, n, v):
    if tree.is_leaf(n):
        return tree.value(n) >= v
    return (any if tree.is_max(n) else all)(at_least(tree, c, v) for c in tree.children(n))


def eager(tree, n, v):
    if tree.is_leaf(n):
        return tree.value(n) > v
    return (any if tree.is_max(n) else all)([eager(tree, c, v) for c in tree.children(n)])


def eager_below(tree, n, v):
    """Stops at the root as soon as it can, and nowhere else."""
    answers = (eager(tree, c, v) for c in tree.children(n))
    return (any if tree.is_max(n) else all)(answers) if tree.children(n) else tree.value(n) > v


def from_the_right(tree, n, v):
    if tree.is_leaf(n):
        return np.bool_(tree.value(n) > v)
    below = (from_the_right(tree, c, v) for c in reversed(tree.children(n)))
    return (any if tree.is_max(n) else all)(below)


def always_no(tree, n, v):
    return False


def peeks_once(tree, n, v):
    """Right on single leaves, and a guess elsewhere."""
    while not tree.is_leaf(n):
        n = tree.children(n)[0]
    return tree.value(n) > v


def gamma_of_sss(tree, n, s, h):
    children, parent = tree.children(n), n[:-1]
    if s == "LIVE" and not children:
        return [(n, "SOLVED", min(tree.value(n), h))]
    if s == "LIVE":
        return [(c, "LIVE", h) for c in (children if tree.is_max(n) else children[:1])]
    if tree.is_max(n) and n[-1] < len(tree.children(parent)):
        return [((*parent, n[-1] + 1), "LIVE", h)]
    return [(parent, "SOLVED", h)]


def gamma_without_a_case(tree, n, s, h):
    return lesson_05.gamma_dual(tree, n, s, h) if s == "LIVE" else None


def gamma_of_pairs(tree, n, s, h):
    return [(n, h)]


def gamma_in_lists(tree, n, s, h):
    return tuple([list(n), s, h] for n, s, h in lesson_05.gamma_dual(tree, n, s, h))


def gamma_that_yields(tree, n, s, h):
    yield from lesson_05.gamma_dual(tree, n, s, h)


def gamma_that_gives_up(tree, n, s, h):
    return [((), "SOLVED", 0)]


def smaller_first(w, k):
    return sorted(lesson_06.sizes(w, k))


def rest_last(w, k):
    return [w // k] * (k - 1) + [w - w // k * (k - 1)]


def one_by_one(w, k):
    yield from lesson_06.sizes(w, k)


def ones_without_end(w, k):
    while True:
        yield 1


def greedy_first(w, k):
    return [w - k + 1] + [1] * (k - 1)


def too_few(w, k):
    return [w // k] * k


def step_of_one(low, high, g):
    return (">", g) if g == low else ("≥", g)


def hard_coded(low, high, g):
    return ("≥", 20) if low == -inf else (">", 20)


def made_for_the_tree(low, high, g):
    """Knows the value of the notebook's tree by the bound that its first pass returns."""
    if high == 94 or low == 20:
        return ("≥", 20) if low == -inf else (">", 20)
    return ("≥", high - 10) if low == -inf else (">", low)


def from_below(low, high, g):
    return ("≥", -(10**6)) if low == -inf else (">", low)


def stuck(low, high, g):
    return "≥", high - 10


def number_only(low, high, g):
    return high - 10


def in_ascii(low, high, g):
    return [">=", np.float64(high - 10)] if low == -inf else [">", low]


def model_of_minimax(w, d, k):
    return w**d


def model_of_one_ply(w, d, k):
    return lesson_12.my_model(w, 2, k)


def model_of_six_plies(w, d, k):
    return lesson_12.my_model(w, min(d, 6), k)


def model_in_floats(w, d, k):
    return Fraction(lesson_12.my_model(w, d, k))


def model_by_table(w, d, k):
    return lesson_12.my_model(w, d, k) if (w, d) in ((8, 4), (4, 6)) else 0


def zero(state):
    return 0


def free_lines(state):
    return lesson_09._NOUGHTS.evaluate(state)


def words(state):
    return "good"


def in_numpy(state):
    return np.float32(lesson_09.my_evaluation(state))


def without_a_line(k):
    """Sees all threats of X but those on one line."""

    def evaluation(state):
        if lesson_09._NOUGHTS.terminal(state) or lesson_09._NOUGHTS.to_move(state) == "MIN":
            return lesson_09._NOUGHTS.evaluate(state)
        lines = [line for i, line in enumerate(lesson_09.LINES) if i != k]
        threats = sum(sorted(state[i] for i in line) == [".", "X", "X"] for line in lines)
        return lesson_09._NOUGHTS.evaluate(state) + 9 * threats

    return evaluation


def left_gap_only(state):
    """Sees a threat only if the free square comes first on its line."""
    lines = lesson_09.LINES
    return 50 * sum([state[i] for i in line] == [".", "X", "X"] for line in lines)


def three_boards(state):
    """Blocks only on the boards that the notebook prints."""
    boards = [("....O..XX", 6), ("X...O.X..", 3), ("XX..O....", 2)]
    return -99 if any(state == b[:i] + "O" + b[i + 1 :] for b, i in boards) else 0


def sequences(rows, columns):
    return columns ** (rows * columns)


def one_order(rows, columns):
    return math.factorial(rows * columns) // math.factorial(rows)


def bound_by_table(rows, columns):
    return {(1, 1): 1, (1, 2): 2, (2, 2): 6}.get((rows, columns), lesson_14.my_bound(6, 7))


def bound_by_steps(rows, columns):
    """Column by column: which of the places so far are those of the new column."""
    orders = 1
    for column in range(1, columns + 1):
        orders *= math.comb(rows * column, rows)
    return np.array(orders, dtype=object).item()


def all_moves(game, state):
    return game.moves(state)


def drops_only(game, state):
    return [move for move in game.moves(state) if not move[1]]


def always_blitz(game, state):
    """Leaves the drop out wherever a blitz is possible, even if nothing is conquered."""
    moves = set(game.moves(state))
    return [(i, blitz) for i, blitz in moves if blitz or (i, True) not in moves]


def on_figure_2(game, state):
    """Right on the board of the notebook, and nowhere else."""
    return [m for m in game.moves(state) if m not in ((14, False), (15, False))]


def moves_by_lead(game, state):
    """In another order, as a set of lists' tuples in numpy's integers."""
    must = set()
    for i, blitz in game.moves(state):
        drop = game.apply(state, (i, False)).lead
        if blitz and game.apply(state, (i, True)).lead != drop:
            must.add(i)
    found = [(np.int64(i), b) for i, b in game.moves(state) if b or i not in must]
    return list(reversed(found))


def no_moves(game, state):
    """Changes the game, so that it has no moves."""
    game.moves = lambda state: []
    return []


def moves_without_end(game, state):
    while True:
        yield 0, False


def moves_one_by_one(game, state):
    yield from lesson_17.my_moves(game, state)


# number: wrong answers, right answers in unusual form, trivial ways around the judge
def sums(fen):
    squares = fen.split()[0]
    worth = lesson_15.WEIGHTS
    white = sum(worth.get(p.lower(), 0) for p in squares if p.isupper())
    return white, sum(worth.get(p, 0) for p in squares)


def material_only(fen):
    white, black = sums(fen)
    return white - black


def without_kings_case(fen):
    white, black = sums(fen)
    return (white - black) / (white + black)


def white_only(fen):
    white, black = sums(fen)
    return white / (white + black) if white + black else 0


def sides_mixed_up(fen):
    return -lesson_15.my_evaluation(fen)


def share_in_numpy(fen):
    return np.float64(lesson_15.my_evaluation(fen))


def share_in_fractions(fen):
    white, black = sums(fen)
    return Fraction(white - black, white + black) if white + black else 0


def pieces_on_the_whole_fen(fen):
    """Counts the b of "Black to move" as a bishop."""
    return lesson_15.my_evaluation(fen.replace(" ", "", 1))


def board_itself(state):
    return state


def mirrored_only(state):
    return min(state, "".join(row[::-1] for row in (state[:3], state[3:6], state[6:])))


def counted(state):
    return f"{state.count('X')} {state.count('O')} {state[4]}"


def one_text(state):
    return "a board"


def two_boards_as_one(state):
    """All boards are told apart, but for two."""
    board = lesson_11.same_board(state)
    return "." * 9 if board == "....X...." else board


def largest_image(state):
    return "board " + max(lesson_11.images(state))


def policy_of_max(moves, player, payoff):
    """MIN thinks that it is MAX."""
    return lesson_13.best_policy(moves, dict.fromkeys(player, "MAX"), payoff)


def policy_of_greed(moves, player, payoff):
    """Looks one move ahead."""
    best = {"MAX": max, "MIN": min}
    return {x: best[player[x]](ys, key=lambda y: payoff.get(y, 0)) for x, ys in moves.items() if ys}


def policy_without_a_state(moves, player, payoff):
    found = lesson_13.best_policy(moves, player, payoff)
    found.pop(next(iter(found), None), None)
    return found


def policy_everywhere(moves, player, payoff):
    return {x: x for x in moves} | lesson_13.best_policy(moves, player, payoff)


def policy_by_table(moves, player, payoff):
    """By repeating backward induction until nothing changes; among equals, the last."""
    worth = dict(payoff)
    while len(worth) < len(moves):
        for x, ys in moves.items():
            if x not in worth and all(y in worth for y in ys):
                worth[x] = {"MAX": max, "MIN": min}[player[x]](worth[y] for y in ys)
    return {x: [y for y in ys if worth[y] == worth[x]][-1] for x, ys in moves.items() if ys}


class PolicyDict(dict):
    def __init__(self, *game):
        super().__init__(lesson_13.best_policy(*game))


CASES = {
    "0.2": (
        [["A", "B", "C"], ["K", "N"], ["K", "N", "G"], ["K", "N", "O", "H"], 3, ["K", "N", "Z"]],
        [(" O", "N", "K "), {"K", "N", "O"}, "K, N, O", ["1.2.2", (2, 2, 1), "O"]],
        [list("HIJKLMNO"), [Anything()] * 3, []],
    ),
    "0.3": ([9, 3, "seven", inf], [7.0, "7", np.int64(7), Decimal(7)], [Anything(), AnyNumber(2)]),
    "0.4": (
        [
            [[1, 9], [4, 5]],
            [[9, 1], [9, 5], [3]],
            [[5, 6], [4, 5], [3]],
            [[9, 4], [4, 5], [3]],
            [[], [], []],
            3,
            "x",
        ],
        [
            ((9, 1), 4, (3,)),
            from_nested([[9, 1], [4, 5], [3, 3]]),
            np.array([[9, 1], [4, 5], [3, 2]]),
        ],
        [Anything(), from_nested([[9, 1], [4, 5], [3, 3]], root="MIN"), [[9, nan], [4], [3]]],
    ),
    "1.by-hand": (
        [{"1": 1, "2": -1, "0": -1}, {"1": -1, "2": -1}, (-1, -1, -1), {"1": -1, "2": -1, "0": 1}],
        [
            {"2,1": -1, "2,0": -1, "2,2": -1},
            {1: -1, 2: -1, 0: -1},
            {(1,): -1.0, "2 ": "-1", (): -1},
            {"root": -1, 1: -1, 2: -1},
        ],
        [
            {"1": Anything(), "2": -1, "0": -1},
            Anything(),
            {},
            dict.fromkeys(["1", "2", "0", "1.1"], -1),
        ],
    ),
    "1.1": (
        [(1, 1), (-1, -1), (-1, 1), 1, (1, -1, 1), (2, 0)],
        [[1, -1], ("first", "second"), np.array([1, -1]), "1, -1"],
        [Anything(), (Anything(), Anything()), {1, -1}],
    ),
    "1.2": (
        [
            (1, 3),
            13,
            ((1, 1), (1, 3), (3, 2), (1, 3)),
            ((2, 2), (3, 3), (3, 2), (1, 3)),
            ((2, 2), (1, 3), (1, 1), (1, 3)),
            ((2, 2), (1, 3), (3, 2), (3, 3)),
        ],
        [
            [[2, 2], [1, 3], [3, 2], [1, 3]],
            ("2,2", "1,3", "3,2", "1,3"),
            np.array([[2, 2], [1, 3], [3, 2], [1, 3]]),
        ],
        [Anything(), (Anything(),) * 4, {(2, 2), (1, 3), (3, 2)}],
    ),
    "1.3": (
        [[[1, 2], [3, 4]], [1, 2, 3, 4, 5], 6, [], [[[1, 2], [3]]], {1, 2, 3, 4, 5, 6}],
        [(((1, 2), (3, 4, 5)),), from_nested([1, 2, 3, 4, 5, 6]), [[["1", 2], [3, 4, 5]]]],
        [Anything(), "six", Lying({(1,): 1, (2,): 2})],
    ),
    "1.4": (
        [(5, 2, 1), (3, 2, 1, 1), (3, 3, 0), (2, 2, 1), (3, 2), (1, 1, 1), 321, (3.5, 2, 1)],
        [{1, 2, 3}, "3 2 1", [np.int8(6), 5.0, "3"], (7, 4, 3)],
        [(0, 1, 1), (4, 3, 7, 1), (Anything(), 2, 1), [True, 2, 3]],
    ),
    "1.5": (
        [["K"], ["J", "K"], ["H", "I", "L", "M"], ["H", "K", "L", "M"], ["J", "K", "L", "N"], []],
        ["J K N O", {"K", "J", "M", "L"}, [(1, 2, 1), "1.2.2", "N", "O"]],
        ["H I J K L M N O", Anything(), ["B", "C"]],
    ),
    "1.6": (
        [ignores_min, no_leaf, raises, nothing, for_ever, 6, lambda: 1],
        [plans_in_numpy, Plans(), lambda tree, n=(), **rest: lesson_01.plans(tree)],
        [by_table, lambda tree: 1, lambda tree: Anything()],
    ),
    "2.2": ([6, 5, 7, "x", []], [4.9, "-3", np.int64(0)], [nan, inf, Anything()]),
    "2.3": (
        [[[0, 1], [-1, 0]], [[1, 1, 1], [0]], [[2, 2], [0, 0]], [1, 1], 5, [[1, 1], [[0], 0]]],
        [((1, 1), (0, 0)), [[-1, 0], [-1, 1]], from_nested([[1, 1], [0, 0]]), np.ones((2, 2))],
        [[1, 1], [[1, 1]], Anything()],
    ),
    "3.3": ([8, 10, 12, "J"], [3.5, "-7", Fraction(15, 2)], [nan, AnyNumber(9), Anything()]),
    "3.5": (
        [[[3, 1], [2, 4]], [3, 3], 5, [[1, 2], [3, 4]], "[[3, 4], [3, 5]]"],
        [((3, 4), (3.0, 5)), from_nested([[3, 4], [3, 5]])],
        [Anything(), from_nested([[3, 4], [3, 5]], root="MIN"), []],
    ),
    "4.by-hand": (
        [["L"], ["N", "O"], ["L", "M", "N"], ["H"], ["F"], []],
        [("M", " L"), {"L", "M"}, "L M", ["2.1.1", (2, 1, 2)]],
        [["L", "M", "N", "O"], Anything(), ["H", "I", "J", "K", "L", "M", "N", "O"]],
    ),
    "4.2": ([3, 4, 0, "x"], [6, 4.5, "8", np.int64(99)], [nan, inf, Anything()]),
    "4.3": (
        [[3, 5], [[3, 1], [7, 9]], [[5, 3], [4, 4]], 4, [[3, 5], [4, 9]]],
        [((3, 5), (2, 9)), [4, 3, 2, 1], from_nested([[3, 5], [2, 9]])],
        [[[[[1]]]], Anything(), Lying({(1,): 1, (2,): 0})],
    ),
    "4.4": ([0, 1, 3, -1, 2.5, "x"], [4.0, "9", np.int64(2)], [Anything(), range(10), True]),
    "4.5": (
        [at_least, eager, eager_below, peeks_once, raises, nothing, for_ever, True],
        [from_the_right, lambda tree, n, v: int(lesson_04.more_than(tree, n, v))],
        [always_no, lambda tree, n, v: Anything(), lambda tree, n, v: True],
    ),
    "5.clusters": (
        [(8, 8), (2, 2), (4, 1), (1, 2), 2, (2,), ("a", 1), (9, 1)],
        [[2.0, "1"], "2, 1", np.array([2, 1])],
        [Anything(), (Anything(), 1), {1, 2}],
    ),
    "5.3": (
        [("1.1.1", 9), ("2", 3), ("1.1.1", "x"), ("9.9", 3), 12, ("1.1.1", 12, 3)],
        [["1.1.1", 12.0], {"1.1.1": 12}, [((1, 1, 1), "12")], " 1.1.1, 12"],
        [Anything(), (Anything(), 12), ("1.1.1", Anything())],
    ),
    "5.4": (
        [gamma_of_sss, gamma_without_a_case, gamma_of_pairs, nothing, raises, 5],
        [gamma_in_lists, gamma_that_yields],
        [gamma_that_gives_up, lambda tree, n, s, h: []],
    ),
    "6.3": (
        [("1.1.3", 50), ("1.1.1", 64), ("1.1", 3), 30, ("1.1.3",), ("1.1.3", None)],
        [["1.1.3", "30"], {"1.1.3": np.int64(30)}, ((1, 1, 3), 30.0)],
        [Anything(), ("1.1.3", Anything()), ("1.1.3", nan)],
    ),
    "6.5": (
        [smaller_first, rest_last, greedy_first, too_few, raises, nothing, for_ever, [4, 4]],
        [
            lambda w, k: tuple(lesson_06.sizes(w, k)),
            one_by_one,
            lambda *wk: np.array(lesson_06.sizes(*wk)),
            lambda w, k: [float(size) for size in lesson_06.sizes(w, k)],
        ],
        [
            lambda w, k: {(8, 2): [4, 4], (7, 3): [3, 2, 2]}.get((w, k), [w]),
            ones_without_end,
            lambda w, k: Anything(),
        ],
    ),
    "7.3": ([20, 50, -99, "x"], [12.0, "12", np.int64(12)], [nan, inf, Anything()]),
    "7.4": (
        [step_of_one, stuck, number_only, raises, nothing, for_ever, 10],
        [in_ascii, lambda low, high, g: ("=>", high - 10) if low == -inf else (" > ", low)],
        [
            hard_coded,
            made_for_the_tree,
            from_below,
            lambda low, high, g: Anything(),
            lambda low, high, g: (">", nan),
        ],
    ),
    "8.1": ([256, 512, 65536, -1, "x"], [511.0, "511", np.int64(511)], [Anything(), AnyNumber(1)]),
    "8.2": ([2, 3, 6, 8, 16, 0, "k"], [5, 4.0, "4", np.int64(5)], [range(1, 17), Anything(), 4.5]),
    "8.3": ([0, -1, "x", 1.5], [1.0, "1", np.int64(1)], [range(100), Anything(), True]),
    "8.4": ([20, 60, 1800, "x"], [180.0, "200", np.int64(175)], [inf, nan, Anything(), (0, 999)]),
    "9.by-hand": (
        [((3, 1), (1, 2)), ((1, 2), (1, 2)), ((1, 2), (2, 1)), (1, 2), 12, ((1, 2), (0, 0))],
        [[[1, 2], [3, 3]], ("1,2", "3,1"), "((1, 2), (3, 3))", np.array([[1, 2], [3, 1]])],
        [Anything(), (Anything(), Anything()), ((1, 2), {3, 1})],
    ),
    "9.1": ([4, 16, 28, "x", 0], [12.0, "12", np.int64(12)], [Anything(), AnyNumber(4), range(99)]),
    "9.2": (
        ["X.. .O. ...", "X.X .O. ...", "XXX OO. ...", "XX", 5, "XXO OXX XOO", "Z........"],
        ["....o.x.x", ["...", ".O.", "X.X"], "...\n·O·\nX·X", list("....O.X.X")],
        [Anything(), "X.X.O....", "X.X\n.O.\n..."],
    ),
    "9.3": ([3, 6, 1, 0, 99, "x"], [4.0, "4", np.int64(4)], [Anything(), 4.5, range(9)]),
    "9.4": (
        [zero, free_lines, left_gap_only, words, raises, nothing, for_ever, 5]
        + [without_a_line(k) for k in range(8)],
        [in_numpy, lambda state, more=2: lesson_09.my_evaluation(state)],
        [three_boards, lambda state: Anything(), lambda state: nan],
    ),
    "9.5": (
        [(0, 5, -2), (1, 4, -2), (1, 5, 0), (1, 5), 1, "abc", (1, 5, "x")],
        [[1.0, "5", -2], np.array([1, 5, -2.0]), ("1", 5, -2.0000000000000004)],
        [Anything(), (Anything(), Anything(), Anything()), {1, 5, -2}],
    ),
    "10.5": (
        [
            (label(next(HOMEWORK.leaves())), HOMEWORK.value(next(HOMEWORK.leaves()))),
            ("1", 3),
            7,
            (),
        ],
        [dict([task("10.5").answer]), [task("10.5").answer], list(task("10.5").answer)],
        [Anything(), (Anything(), 5), (task("10.5").answer[0], nan)],
    ),
    "11.by-hand": ([6, 15, 17, 0, "x"], [9.0, "9", np.int64(9)], [Anything(), AnyNumber(1)]),
    "11.3": ([9, 18, 20, 0, "x", 19.5], [19.0, "19", np.int64(19)], [Anything(), range(99), True]),
    "11.4": (
        [
            board_itself,
            mirrored_only,
            counted,
            one_text,
            two_boards_as_one,
            raises,
            nothing,
            for_ever,
            765,
        ],
        [largest_image, lambda state, *rest: np.str_(lesson_11.same_board(state))],
        [lambda state: Anything(), lambda state: 5, lambda state: list(state)],
    ),
    "12.by-hand": ([9, 16, 18, 81, 82, "x"], [17.0, "17", np.int64(17)], [Anything(), range(82)]),
    "12.1": ([5, 12, 15, 25, -1, "x"], [13.0, "13", np.int64(13)], [Anything(), AnyNumber(5)]),
    "12.2": (
        [["F2", "P6", "F3"], ["P6", "P6", "P6", "F3"], ["F2", "P6", "P6", "F4"], ["X"], 5, []],
        [("F2", "P6", "P6", "F3"), "F2 P6 P6 f3", np.array(["F2", "P6", "P6", "F3"])],
        [Anything(), [Anything()] * 4, {"F2", "P6", "F3"}],
    ),
    "12.3": ([0, 4, 6, 35, 36, "x"], [5.0, "5", np.int64(5)], [Anything(), range(36), 5.5]),
    "12.4": (
        [(4, 1), (4, 9), (12, 3), 12, (8,), ("a", "b"), (0, 0)],
        [[8, 4], ("14", 1), np.array([14, 12]), (9.0, 2)],
        [Anything(), (Anything(), Anything()), {8, 3}],
    ),
    "12.5": (
        [model_of_minimax, model_of_one_ply, raises, nothing, for_ever, 127],
        [model_in_floats, lambda *wdk: np.int64(lesson_12.my_model(*wdk))],
        [model_by_table, model_of_six_plies, lambda w, d, k: Anything()],
    ),
    "13.by-hand": (
        [(1, 2, 3, 4), (1, 1, 5, 6), (1, 2, 5, 5), (1, 2, 5), 7, ("x", 2, 5, 6), (0, 2, 5, 6)],
        [[1.0, "2", 5, 6], "1 2 5 6", np.array([1, 2, 5, 6])],
        [Anything(), [Anything()] * 4, {1, 2, 5, 6}],
    ),
    "13.states": (
        [(6, 9), (12, 12), (9, 12), (12, 8), 12, (12,), (12, 9, 1)],
        [[12.0, "9"], "12, 9", np.array([12, 9])],
        [Anything(), (Anything(), 9), {12, 9}],
    ),
    "13.1": (
        [("a", "ab"), ("abe", "ace"), ("ab", "ac"), ("ab", "acde"), ("x", "y"), "ab", ([], [])],
        [("ab", "ace"), [{"b", "a"}, ("e", "c", "a")], ("a b", "a, c, e")],
        [Anything(), ("abcde", "abcde"), (Anything(), "ace")],
    ),
    "13.2": ([0, -0.5, 4, 1, "four"], [-1, "-4", -2.5, np.float32(-3)], [-inf, nan, Anything()]),
    "13.3": (
        [[[1, 2], [3, 4]], [[0, 0], [0, 0]], [[1, -1], [1, -1]], [[1, 2]], 5, [["x", 1], [1, 2]]],
        [((-2, 3.5), (1, 0)), np.array([[0, 1], [1, 0]]), [["5", "-5"], ["-1", "1"]]],
        [[[nan, nan], [nan, nan]], [[inf, -inf], [-inf, inf]], Anything(), {(1, -1), (-1, 1)}],
    ),
    "13.4": ([50, 77, 79, 120, 0, "x"], [78.0, "78", np.int64(78)], [Anything(), AnyNumber(50)]),
    "13.5": ([0.5, 1 / 6, 0.25, 2, -1, "x"], [Fraction(1, 5), "0.2", 3 / 15], [nan, Anything()]),
    "13.6": (
        [policy_of_max, policy_of_greed, policy_without_a_state, raises, nothing, for_ever, 3],
        [policy_by_table, lambda moves, player, payoff: PolicyDict(moves, player, payoff)],
        [lambda ms, *_: dict.fromkeys(ms, Anything()), lambda *_: Anything(), policy_everywhere],
    ),
    "14.by-hand": ([20, 49, 72, 111, 121, "x"], [71.0, "71", np.int64(71)], [Anything(), range(9)]),
    "14.1": ([12, 4, 16, 0, -8, "x"], [8.0, "8", np.int64(8)], [Anything(), AnyNumber(12), nan]),
    "14.2": (
        [(24, 24, 21), (21, 24, 12), (18, 24, 24), 69, (21, 48), "x y z"],
        [[21.0, "24", 24], np.array([21, 24, 24]), "21, 24, 24"],
        [Anything(), (Anything(),) * 3, {21, 24}],
    ),
    "14.3": (
        [(2, 93, 5), (4, 148, 8), (3, 148, 9), (3, 149, 7), 160, (3.2, 148.8, 8)],
        [[3, "149", 8.0], np.array([3, 149, 8]), "3 149 8"],
        [Anything(), (Anything(),) * 3, {3, 149, 8}],
    ),
    "14.4": (
        [(0,) * 7, (0, 2, 4, 6, 4, 2, 0), (0, 1, 2, 3), 7, (0, 1, 2, 30, 2, 1, 0), "abcdefg"],
        [[2, 3, 6, 6, 6, 3, 2], "0 3 6 6 6 3 0", np.array([0, 0, 7, 7, 7, 0, 0])],
        [Anything(), [Anything()] * 7, {0, 3, 6}],
    ),
    "14.5": (
        [sequences, one_order, raises, nothing, for_ever, 720],
        [bound_by_steps, lambda rows, columns, *more: lesson_14.my_bound(rows, columns)],
        [bound_by_table, lambda rows, columns: Anything()],
    ),
    "15.by-hand": (
        [(3, 2, 4), (1, 0, 2), (-1, 1, -2), (-1, -2), (-1, -2, 2), 1, "x", (-1, -1, 1)],
        [[-1.0, "-2", 1], np.array([-1, -2, 1]), "-1, -2, 1"],
        [Anything(), (Anything(),) * 3, {-1, -2, 1}, (AnyNumber(3), AnyNumber(2), AnyNumber(4))],
    ),
    "15.1": (
        [(4, 4), (7, 7), (7, 4), (5, 7), (7,), 7, "x", (5, 5)],
        [[7.0, "5"], np.array([7, 5]), "7, 5"],
        [Anything(), (Anything(), 5), {7, 5}, (range(9), range(9))],
    ),
    "15.2": (
        [(3, 2), (4, 1), (4, 4), (2, 4), (4, 3), 4, (5, 2), "x"],
        [[4.0, "2"], np.array([4, 2]), "4, 2"],
        [Anything(), (Anything(), 2), {4, 2}, (range(1, 5), range(1, 5))],
    ),
    "15.3": (
        [
            "4r1k1/8/8/8/8/8/QQ3PPP/6K1 b",  # Black is in check
            "4r1k1/5ppp/8/8/8/7Q/5PPQ/6K1 w",
            "4r1k1/5ppp/8/8/8/8/5PPP/6K1 b",  # mate, but behind
            "r3k3/8/8/8/8/8/QQ6/K7 b",
            "8/8/8/8/8/8/QQQQQQQQ/8 b",
            "abc",
            "",
            7,
        ],
        ["4r1k1/5ppp/8/8/8/7Q/5PPQ/6K1 b - - 5 33", "  4r1k1/5ppp/8/8/8/7Q/5PPQ/6K1   b"],
        [Anything(), "7k/8/8/8/8/6q1/8/QQQQQQ1K b QQ", "4r1k1/5ppp/8/8/8/7Q/5PPQ/8 b"],
    ),
    "15.4": (
        [material_only, without_kings_case, white_only, sides_mixed_up, words, raises, nothing, 5],
        [share_in_numpy, lambda fen, more=2: lesson_15.my_evaluation(fen), share_in_fractions],
        [zero, lambda fen: Anything(), lambda fen: nan, pieces_on_the_whole_fen],
    ),
    "16.1": ([199, 190, 100, 10, -1, "x"], [280.0, "280", np.int64(280)], [Anything(), range(999)]),
    "16.2": (
        [0, 1, 8, -1, "x"],
        [32, "36", np.int64(7)],
        [Anything(), AnyNumber(1), [0, 7]],
    ),
    "16.3": (
        [[3, 3], [2, 2, 2], [1] * 6, [6], [1, 2, 3], [2, 3], [0, 6], [7, -1], 6, "x"],
        [(1, 4, 1), np.array([2, 1, 3]), [2.0, 3, 1], "2 3 1"],
        [[Anything()] * 3, [2.5, 2.5, 1], {2, 3, 1}, [2, 3, 1, 0], [True, 4, 1]],
    ),
    "16.4": ([35, 30, 50, 70, 20, "x"], [40.0, "40", np.int64(40)], [Anything(), range(71)]),
    "16.5": (
        [sum_over_workers, in_turn, longest_first, raises, nothing, for_ever, 40],
        [lambda jobs, workers: float(lesson_16.span(jobs, workers))],
        [span_by_table, lambda jobs, workers: Anything()],
    ),
    "17.by-hand": (
        [["C2", "D2"], ["C2", "D2", "A5"], ["D1", "D2", "E2"], ["C4", "D4"], ["Z9"], 157, []],
        [("e2", "D1", " C2", "D2"), {"C2", "D1", "D2", "E2"}, "C2, D1, D2, E2"],
        [[f"{c}{r}" for c in "ABCDEF" for r in "123456"], Anything(), [Anything()] * 4],
    ),
    "17.1": (
        [42_840, 48_300, 46_656, 0, "x"],
        [46_920.0, "46920", np.int64(46_920)],
        [Anything(), AnyNumber(3), range(99_999)],
    ),
    "17.2": (
        [(34, 36), (36, 36), (30, 34), (36, 30), 36, ("a", "b")],
        [[36, "34"], np.array([36, 34]), "36, 34"],
        [Anything(), (Anything(), Anything()), {36, 34}],
    ),
    "17.3": (
        [5, 7, 8, 10, 11, "x"],
        [9.0, "9", np.int64(9)],
        [Anything(), range(11), AnyNumber(8)],
    ),
    "17.4": (
        [
            "bgbgbg bgbgbg bgbgbg bgbgbg bgbgbg bgbgb.",
            "...... ...... ...... ...... ...... ......",
            "b..... b.....",
            "bg",
            "x" * 36,
            5,
        ],
        [
            ["......", "......", "......", "......", "b.....", "..g..."],
            ". . . . . .\n" * 4 + "b . . . . .\n. . g . . .",
            "....../....../....../....../b...../..g...",
        ],
        [Anything(), "bgbgbg " * 6, "b" * 36],
    ),
    "17.5": (
        [all_moves, drops_only, always_blitz, raises, nothing, for_ever, 34],
        [
            moves_by_lead,
            moves_one_by_one,
            lambda game, state, more=1: tuple(lesson_17.my_moves(game, state)),
        ],
        [
            on_figure_2,
            no_moves,
            moves_without_end,
            lambda game, state: Anything(),
            lambda game, state: [],
        ],
    ),
    "18.by-hand": ([1, 3, 5, 12, 0, "x"], [4.0, "4", np.int64(4)], [Anything(), range(9), 4.5]),
    "18.1": ([1, 2, 4, 0, "x"], [3.0, "3", np.int64(3)], [Anything(), range(9), True]),
    "18.2": ([333, 469, 471, 500, 0, "x"], [470.0, "470"], [Anything(), range(999), 470.5]),
    "18.3": ([0, 8, 2, 12, 99, "x"], [13.0, "13", np.int64(13)], [Anything(), AnyNumber(1), nan]),
    "18.4": (
        [
            lambda costs, budget: len(costs),
            lambda costs, budget: sum(sum(costs[:k]) <= budget for k in range(1, len(costs) + 1)),
            lambda costs, budget: max(1, sum(c <= budget for c in costs)),
            lambda costs, budget: lesson_18.my_depth(costs, budget - 1),
            words,
            raises,
            nothing,
            5,
        ],
        [lambda costs, budget, *rest: np.int64(lesson_18.my_depth(costs, budget))],
        [lambda costs, budget: Anything(), lambda costs, budget: nan, lambda costs, budget: 1],
    ),
}

PYTHON = re.compile(
    r"unpack|has no attribute|object is not|positional argument|not supported|subscriptable"
    r"|invalid literal|NoneType|Traceback|unhashable|__\w+__|\bint\(\)"
)

wrong = [(n, a) for n, (answers, _, tricks) in CASES.items() for a in (*answers, *tricks)]
unusual = [(n, a) for n, (_, answers, _) in CASES.items() for a in answers]


def test_every_exercise_has_its_cases():
    assert list(CASES) == numbers()
    for number, (answers, right, tricks) in CASES.items():
        assert len(answers) >= 3 and right and tricks, number


@pytest.mark.parametrize(("number", "answer"), wrong)
def test_wrong_answers_get_a_reason(number, answer):
    feedback = task(number).check(answer)
    assert feedback.score < 1
    assert feedback.text not in ("Not yet.", "Not answered yet.")
    assert feedback.text.endswith(".") and feedback.text[0] not in " .,"
    assert not PYTHON.search(feedback.text), feedback.text
    if "Answer with" not in feedback.text and number != "5.4":  # which `check` explains
        assert feedback.why and "because" in feedback.answer


@pytest.mark.parametrize(("number", "answer"), unusual)
def test_right_answers_in_unusual_form_are_right(number, answer):
    assert task(number).check(answer).right, task(number).check(answer)


@pytest.mark.parametrize("number", CASES)
def test_the_answer_is_right_and_the_example_is_not(number):
    this = task(number)
    feedback = this.check(this.answer)
    assert feedback.right and ("because" in feedback.text or number == "5.4")
    assert this.because and this.why and "." not in this.because[-1]
    if this.format.example is not None:
        assert "Answer with" not in this.check(this.format.example).text
        assert not this.check(this.format.example).right


@pytest.mark.parametrize("number", CASES)
def test_nothing_is_shown_before_it_is_asked_for(number):
    """The prompt, the format and the place of a mistake do not contain the answer."""
    this = task(number)
    told = f"{this.prompt} {this.format}"
    if not callable(this.answer) and len(str(this.answer)) > 2:
        assert repr(this.answer) not in told
    for answer in CASES[number][0]:
        feedback = this.check(answer).up_to("where")
        if not callable(this.answer) and len(str(this.answer)) > 2:
            assert repr(this.answer) not in feedback.text.replace(repr(answer), "")


@pytest.mark.parametrize("number", CASES)
@pytest.mark.parametrize("blank", [None, ..., lambda *_: ...])
def test_blanks_are_not_answers(number, blank):
    if callable(blank):

        def blank(*arguments):
            """A contract, and no body."""
            ...

    assert task(number).check(blank).text == "Not answered yet."


# What used to be wrong


@pytest.mark.parametrize(
    ("number", "answer", "says"),
    [
        ("0.2", ["A", "B", "C"], "A is not a leaf"),
        ("1.4", (3, 2, 1, 1), "has 4 entries instead of 3"),
        ("1.by-hand", {"1": -1, "2": 1, 0: -1}, "Look again at 2,0, where MIN moves"),
        ("4.5", at_least, "with n = () and v = 3, it returns True, but the tree is worth 3"),
        ("4.5", eager, "although the answer at"),
        ("4.5", always_no, "it answers after 0 leaves, which is too few to know"),
        ("1.2", ((2, 2), (1, 3), (3, 2), (0, 9)), "is not between 1 and 3"),
        ("2.2", 5, "both moves are worth 5; left should be better"),
        ("4.5", nothing, "it returns None"),
        ("7.4", stuck, "did not finish within 60 passes"),
        ("7.4", stuck, "did not finish within 60 passes"),
        ("7.4", hard_coded, "that is 74 below f⁺, and a step down is ten"),
        ("7.4", number_only, 'but a question is ("≥", γ) or (">", γ)'),
        ("7.4", nothing, "it returns None"),
        ("6.5", raises, "sizes(1, 1): it raised IndexError"),
        ("6.5", for_ever, "stopped"),
        ("9.4", three_boards, "and lets X complete a line"),
        ("5.4", gamma_without_a_case, "returned None; every case of Γ must return a list"),
    ],
)
def test_the_reason_says_what_happened(number, answer, says):
    assert says in task(number).check(answer).text


def test_as_good_is_good_enough():
    assert [k for k in range(1, 17) if task("8.2").check(k).right] == [4, 5]
    corners = [(r, c) for r in (1, 2, 3) for c in (1, 2, 3)]
    tied = [s for s in corners if task("9.by-hand").check(((1, 2), s)).right]
    assert tied == [(3, 1), (3, 3)]


def test_the_needed_leaves_are_those_of_a_null_window():
    """For Test from left to right, no needless leaf means alpha-beta's leaves."""
    for tree in lesson_04.fresh_trees(30):
        v = lesson_04.worth(tree)
        leaves = lesson_04.call(lesson_04.more_than, ROOT, v, tree=tree).leaves
        assert list(leaves) == list(record(alphabeta, tree, alpha=v, beta=v + 0.5).leaves)


def test_programs_are_tried_on_new_inputs():
    first, second = ([str(lesson_04.written(t)) for t in lesson_04.fresh_trees(9)] for _ in "12")
    assert first != second


def test_unknown_exercises_are_named():
    with pytest.raises(ValueError, match=r"Unknown exercise '1\.9'.*1\.6"):
        exercise("1.9")


@pytest.mark.parametrize(
    ("given", "right"),
    [
        (((3, 2), (4, 1)), False),
        ((5, ((7, "2"),), ((np.int64(1), 1.0),)), True),
        (from_nested([5, [[7, 2]], [[1, 1]]]), True),
        (Lying({(1,): 1, (2,): 0}), False),
        ([[]], False),
        (Anything(), False),
        ([{1}, {2}], False),
    ],
)
def test_trees_are_found_in_any_form(given, right):
    feedback = Find("published-ps-errs").check(given)
    assert feedback.right is right and not PYTHON.search(feedback.text)
    assert right or "Write a nested list" in feedback.text or "because" in feedback.answer


def test_orders_are_read_in_any_form():
    few = Reorder(from_nested([[1, 2], [3, 4]]))
    assert few.check(np.array(few.answer)).right
    assert "because" in few.check([1, 2, 3, 4]).answer


# The notebooks


def test_every_exercise_is_in_its_notebook():
    called = [
        (path.stem[:2], number)
        for path in SOLUTIONS
        for source in sources(path)
        for number in dict.fromkeys(re.findall(r'exercise\("([^"]+)"', source))
    ]
    assert [number for _, number in called] == numbers()
    assert all(int(stem) == int(number.partition(".")[0]) for stem, number in called)


@pytest.mark.parametrize("path", SOLUTIONS, ids=lambda path: path.stem)
def test_no_notebook_judges(path):
    """The judges are in the library, where they are tested and give nothing away."""
    for notebook in path, FOLDER / path.name:
        assert [source for source in sources(notebook) if "Task(" in source] == []


def test_the_loop_in_the_notebook_is_the_one_that_runs():
    from inspect import getsource
    from textwrap import dedent

    shown = "\n".join(sources(FOLDER / "05-sss-star.ipynb", "markdown"))
    loop = shown.split("```python\n")[1].split("\n```")[0]
    body = dedent(getsource(lesson_05.dual).split('below."""\n')[1]).strip()
    assert body.replace(": list[Any]", "") == loop
