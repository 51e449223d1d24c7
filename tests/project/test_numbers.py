"""The numbers in the notebooks, computed a second time by programs that share no code with ours."""

from fractions import Fraction
from itertools import pairwise, product
from math import inf, sqrt
from statistics import mean, median

import pytest

from tests.helpers import plain, plain_lists
from tests.helpers.prose import SOLUTIONS, text
from tracer import measure, record
from tracer.algorithms import (
    alphabeta,
    alphabeta_table,
    iterative_deepening,
    mtd,
    ps_star,
    scout,
    sss_star,
)
from tracer.algorithms.hybrids import alphabeta_sss, sss_alphabeta, staged_sss
from tracer.exercises import assignment
from tracer.experiments.counting import count
from tracer.experiments.model import expected
from tracer.experiments.model_tree import model_tree
from tracer.experiments.parallel import parallel_ps_star
from tracer.experiments.tournament import opening
from tracer.experiments.wargame import published
from trees import catalogue, iid, minimal, ordered, to_nested, worst_ordered
from trees.games import Nim, Pear, TicTacToe, game_tree, replay


def nested(name):
    return to_nested(catalogue.load(name))


# Sentences with numbers


def nim_sizes(*piles):
    tree, positions = plain.nim(piles)
    return plain.size(tree), len(positions)


def nim_2_2():
    tree, _ = plain.nim((2, 2))
    of_max, of_min = plain.strategies(tree), plain.strategies(tree, False)
    yield 1, f"the tree has {plain.size(tree)} nodes, and there are only {of_max} + {of_min} plans"
    yield 1, f"2,2-Nim has {plain.size(tree)} nodes and {of_max + of_min} strategies"
    nodes, positions = nim_sizes(3, 3)  # 3,2-Nim: two piles of three
    yield 11, f"3,2-Nim has {nodes} nodes, but only {positions} positions"
    yield 11, f"3,3-Nim has {nim_sizes(3, 3, 3)[1]} positions"
    yield 11, "{1} among {0:,} in Nim".format(*nim_sizes(3, 3, 3))


def tic_tac_toe():
    games, boards = plain.noughts()
    yield 1, f"so fewer: {games:,}"
    yield 11, f"Tic-tac-toe has {len(boards):,} positions"
    yield 11, f"A table with this key needs {len(set(map(plain.alike, boards)))} entries"


def first_trees():
    leaves, _ = plain.alphabeta(nested("pantel-3.2"))
    assert leaves == [(1, 1, 1), (1, 1, 2), (1, 2, 1), (2, 1, 1), (2, 1, 2)]
    yield 0, "They part ways after J"
    hard, _ = plain.alphabeta(nested("pantel-3.2"), fail_hard=True, strict=True)
    assert len(hard) == 6
    yield 3, "Fail-hard and strict don't go well together"
    looks = [len(plain.alphabeta(t)[0]) for t in (nested("khemani-36"), right_to_left())]
    yield 3, f"{looks[0]}, {looks[1]} and 11"
    small = [[[1, 4], [5, 6]], [[7, 8], [2, 3]]]
    seven = len(plain.alphabeta(small)[0])
    assert (seven, len(plain.scout(small)), len(set(plain.scout(small)))) == (7, 7, 6)
    yield 4, "ties with alpha-beta at seven looks"


def right_to_left(t=None):
    t = nested("khemani-36") if t is None else t
    return [right_to_left(c) for c in t[::-1]] if isinstance(t, list) else t


def best_first():
    a, s = (search(nested("khemani-57"))[0] for search in (plain.alphabeta, plain.sss))
    assert len(a) == 19
    changed = nested("khemani-57")
    changed[0][0][0] = 18
    yield 5, f"SSS\\* drops from {len(s)} to {len(plain.sss(changed)[0])}"
    leaves, actions, longest = plain.sss(nested("srimani-a1"))
    yield 5, f"That took {actions} actions of Γ and {len(leaves)} leaves"
    assert longest == 16
    for w, d in (8, 4), (6, 5):
        _, _, longest = plain.sss(to_nested(iid(w, d, seed=1)))
        yield 5, f"{w}{'²' if d == 4 else '³'} = {longest} on T({w},{d})"
    mirrored = 0
    for seed in range(30):
        tree = to_nested(iid(3, 3, seed=seed, high=1_000_000))
        ours = set(plain.sss(tree)[0])
        turned = [[list(reversed(part)) for part in child] for child in reversed(tree)]
        theirs = {(4 - a, b, 4 - c) for a, b, c in plain.alphabeta(turned)[0]}
        mirrored += not ours <= theirs
    yield 5, f"equal merits are common. {mirrored}."


def with_a_table():
    wide = to_nested(iid(4, 4, seed=1, high=99))
    value = plain.minimax(wide)
    yield 7, f"The tree below is a T(4,4), and it is worth {value}."
    near, far, farthest = (plain.mtd(wide, first) for first in (value, 60, inf))
    assert near[0] == 2
    yield 7, f"{far[0]} passes instead of {farthest[0]}"
    yield 7, f"leaves instead of {far[1]}"
    some = to_nested(iid(4, 4, seed=1))
    _, leaves, visits, entries = plain.mtd(some, inf)
    yield 7, f"SSS\\* and MTD(+∞) look at the same {leaves} leaves of the T(4,4)"
    yield 7, f"{visits} visits against {entries}"


def models():
    w, d, k = 3, 4, 1
    full, least = 1, 1
    for _ in range(d // 2):
        at_min = (k + 1) * full + (w - k - 1) * least
        full, least = at_min + k * (k + 1) * full + (w - k - 1) * least, w * least
    yield 12, f"the {full} leaves in the picture"
    means = []
    for k in range(8):
        full, least = 1, 1
        for _ in range(2):
            full, least = (k + 1) ** 2 * full + 2 * (8 - k - 1) * least, 8 * least
        means.append(full)
    yield 8, f"For R = 1 the model says {round(Fraction(sum(means), 8)):,} leaves"
    yield 12, f"at most (1 + √5)/2 = {(1 + sqrt(5)) / 2:.3f}"


def games():
    columns = ["", "", "A", "AB", "B", "", ""]  # after d, d, c, e
    leaves, *_ = plain.connect_four(columns, 5)
    yield 9, f"Minimax looks at {leaves:,} leaves"
    yield 11, "{1:,} positions among {0:,} nodes".format(*plain.connect_four([""] * 7, 4)[1:])
    blue, green, d5, c5 = 99, 92, 87, 72
    now, then = blue + d5 - green, blue - (green + c5 + d5)
    yield 9, f"a lead of {now} becomes −{-then}"


def as_is(moves, state):
    return moves


def pear_tree(state, depth, order=as_is):
    """The tree below a position of Pear as a nested list; its moves and estimates are ours."""
    pear = Pear()
    if not depth or pear.terminal(state):
        return pear.utility(state) if pear.terminal(state) else pear.evaluate(state)
    moves = order(list(pear.moves(state)), state)
    return [pear_tree(pear.apply(state, move), depth - 1, order) for move in moves]


def orders_of_moves():
    pear = Pear()

    def by_estimate(moves, state):
        first = pear.to_move(state) == "MAX"
        return sorted(moves, key=lambda m: pear.evaluate(pear.apply(state, m)), reverse=first)

    start, looks = replay(pear, (4, 4, 3, 5)), []
    for order in (lambda moves, state: moves[::-1]), as_is, by_estimate:
        leaves, _ = plain.alphabeta(pear_tree(start, 5, order))
        looks.append(f"{len(leaves):,}")
    yield 9, "{}, {} and {}.".format(*looks)


def deepening_pays():
    counts = [plain.deepening(Pear(), opening(seed), 5) for seed in range(60)]
    ratios = [passes / alone for passes, alone in counts]
    cheaper = sum(ratio < 1 for ratio in ratios)
    yield 9, f"that was one position. In {cheaper}."
    assert f"{median(ratios):.2f}" == "1.21"
    yield 9, "about a fifth more than the last pass alone, and rarely twice as much"
    assert sum(ratio > 2 for ratio in ratios) < 3


def clock():
    """Each depth tries the last one's best move first; the root itself is not counted."""
    pear, state = Pear(), opening(3)
    best, nodes = pear.moves(state)[0], []
    for depth in range(1, 6):
        moves = [best, *(m for m in pear.moves(state) if m != best)]
        tree = [pear_tree(pear.apply(state, m), depth - 1) for m in moves]
        nodes.append(plain.alphabeta(tree)[1] - 1)
        worth = [plain.minimax(child, False) for child in tree]
        best = moves[worth.index(max(worth))]
    yield 18, "{} nodes for depth 1, {} for depth 2, {} for depth 3, {} for".format(*nodes)
    yield 18, f"and {nodes[-1]:,} for depth 5"
    yield 18, f"{sum(nodes[:4])} nodes pay for depth 4"


def times_of_young():
    """Figures 7, 9 and 10, Smolensk: totals of nodes, and ms per move in 18 moves."""
    rows = [(328_578, 38), (291_697, 34), (145_952, 14), (96_718, 9)]
    rows += [(10_933_937, 1043), (10_659_741, 995), (7_270_011, 670), (7_066_413, 657)]
    rows += [(116_614_651, 11_301), (112_587_196, 10_753)]
    speed = sorted(round(nodes / 18 / ms) for nodes, ms in rows)
    yield 17, f"Between {speed[0]} and {speed[-1]} in every row"
    nodes = [total for total, _ in rows]
    assert max(nodes) > 1000 * min(nodes)
    totals = [published("Narvik", d, ("alpha-beta", "alpha-beta")).nodes[0] for d in (3, 4, 5)]
    averages = [f"{total / 18:,.0f}" for total in totals]
    yield 17, "({}, {} and {})".format(*averages)


def hybrids():
    best = to_nested(minimal(8, 4, seed=1, high=9999))
    looks = [len(plain_lists.hybrid(best, top, low, 2)) for top, low in HYBRIDS.values()]
    assert looks == [127, 176, 176] and 3 * 8 * 8 - 2 * 8 == 176
    yield 16, "need 2·8² − 1 = 127 leaves, but SAB and staged SSS\\* need 176"
    some = iid(8, 4, seed=1)
    whole = count(sss_star, some).storage
    assert all(count(search, some, depth=2).storage < whole for search in HYBRIDS)
    assert all(count(s, some, depth=3).storage >= whole for s in (sss_alphabeta, staged_sss))
    yield 16, f"OPEN has grown to {whole} states by then"
    yield 16, "With the frontier in the middle, all store less than SSS\\*"


HYBRIDS = {
    alphabeta_sss: ("alphabeta", "sss"),
    sss_alphabeta: ("sss", "alphabeta"),
    staged_sss: ("sss", "sss"),
}


def homework():
    tree = to_nested(assignment("alpha-beta", "ada").tree)
    alpha, beta = plain.minimax(tree[0], False), tree[1][0]
    yield 10, f"Ada's window at 2.2.1 is ({alpha}, {beta})"
    yield 10, f"Why is α not {plain.minimax(tree[0][0])}, which MAX had at node 1.1?"
    looked_at = {path for path in plain.alphabeta(tree)[0] if path[:2] == (2, 2)}
    values = [plain.minimax(child, False) for child in tree[1][1][:2]]
    assert (2, 2, 3) not in looked_at and max(values) >= beta
    yield 10, f"Ada's node 2.2 returns {max(values)}"


def powers():
    plies = next(n for n in range(200) if 35**n >= 10**120)
    yield 15, f"not 10¹²⁰, which takes {plies} plies"
    machines = 10**75 * 10**12  # leaves per second of all of Khemani's machines
    assert 10**120 // machines == 10**33 and 35**50 * 10**9 < machines
    yield 13, "would need 10^33 seconds"
    yield 13, "all of them together would be done in less than a nanosecond"


def bounds_that_do_not_hold():
    """Pantel: α ≤ value ≤ β at every node, and half the branching factor."""
    tree = nested("pantel-3.2")
    alpha, value = plain.minimax(tree[0], False), plain.minimax(tree[1][0])
    yield 3, f"F was entered with the window ({alpha}, ∞) and is worth {value}"
    assert [b for b in range(2, 100) if sqrt(b) == b / 2] == [4]
    yield 3, "That is half of b only for b = 4"


CLAIMS = [
    nim_2_2,
    tic_tac_toe,
    first_trees,
    best_first,
    with_a_table,
    models,
    games,
    orders_of_moves,
    deepening_pays,
    clock,
    times_of_young,
    hybrids,
    homework,
    powers,
    bounds_that_do_not_hold,
]


@pytest.mark.parametrize("claims", CLAIMS, ids=lambda claims: claims.__name__)
def test_the_number_in_the_sentence_is_right(claims):
    for number, sentence in claims():
        (path,) = SOLUTIONS.glob(f"{number:02}-*.ipynb")
        assert sentence in text(path), (number, sentence)


# Tables: the trees on which the notebooks count

COUNTED = {
    "iid": [iid(w, d, seed=1) for w, d in ((2, 4), (4, 3), (4, 4), (3, 4))],
    "0 to 99": [iid(4, 4, seed=1, high=99)],
    "order": [minimal(3, 4, seed=1), worst_ordered(3, 4, seed=1), ordered(4, 4, 1, seed=1)],
    "model": [model_tree(4, 4, k) for k in range(4)],
    "literature": [catalogue.load(n) for n in ("khemani-8", "khemani-57", "srimani-3.3")],
}


@pytest.mark.parametrize("kind", COUNTED)
def test_the_searches_look_at_the_leaves_of_plain_ones(kind):
    for tree in COUNTED[kind]:
        plainly = to_nested(tree)
        leaves, visits = plain.alphabeta(plainly)
        run = record(alphabeta, tree)
        assert (list(run.leaves), measure(run).visits) == (leaves, visits)
        assert list(record(scout, tree).leaves) == plain.scout(plainly)
        leaves, _, longest = plain.sss(plainly)
        run = record(sss_star, tree)
        assert (list(run.leaves), measure(run).peak_open) == (leaves, longest)
        for first in -inf, 20, inf:
            m = measure(record(mtd, tree, first=first))
            assert (m.passes, m.nbp, m.visits, m.table) == plain.mtd(plainly, first)


@pytest.mark.parametrize(
    ("game", "depth"), [(Nim(3, 3), None), (TicTacToe(), 4), (Pear(), 4)], ids=lambda x: str(x)[:9]
)
def test_hits_of_the_table_by_position(game, depth):
    """The games of notebook 11."""
    cost = measure(record(alphabeta_table, game_tree(game, depth=depth)))
    found = plain.with_positions(game, game.initial(), depth)
    assert (cost.visits, cost.evaluated, cost.hits) == found
    if depth is None:
        assert found[1] == 2  # "two leaves are enough: one for each side to win"


def test_with_a_small_table_mtd_is_no_longer_sss_star():
    """Pantel's condition, in notebook 7: large enough, and no collisions."""
    tree = iid(4, 4, seed=1)
    leaves, _, _ = plain.sss(to_nested(tree))
    assert list(record(mtd, tree).leaves) == leaves
    run = record(mtd, tree, slots=64)
    assert run.value == plain.minimax(to_nested(tree))
    assert set(run.leaves) > set(leaves) and len(run.leaves) > run.nbp
    (path,) = SOLUTIONS.glob("07-*.ipynb")
    assert f"with 64 slots it looks at {run.nbp} leaves instead of {len(leaves)}" in text(path)


PARTITIONS = {  # the trees of notebooks 6 and 16, and sizes of partitions
    "printed": ([iid(4, 3, seed=s) for s in range(40)], [[2, 2]]),
    "printed, deeper": ([iid(4, 5, seed=s) for s in range(10)], [[2, 2]]),
    "printed, wider": ([iid(6, 3, seed=s) for s in range(10)], [[2, 2, 2]]),
    "order": ([ordered(8, 4, R, seed=0) for R in (1, 2, 4)], [[8], [4, 4], [2] * 4, [1] * 8]),
    "unequal": ([iid(4, 4, seed=s) for s in (1, 2)], [[3, 1], [2, 1, 1], [1, 3], [1, 1, 2]]),
}


@pytest.mark.parametrize("kind", PARTITIONS)
def test_ps_star_does_what_a_second_program_does(kind):
    trees, partitions = PARTITIONS[kind]
    for tree, sizes, as_printed in product(trees, partitions, (False, True)):
        plainly = to_nested(tree)
        value, leaves, longest = plain_lists.ps_star(plainly, sizes, as_printed)
        run = record(ps_star, tree, sizes=sizes, published=as_printed)
        assert (run.value, list(run.leaves)) == (value, leaves)
        assert count(ps_star, tree, sizes=sizes, published=as_printed).storage == longest
        assert as_printed or value == plain.minimax(plainly)


def test_workers_do_what_a_second_simulation_does():
    trees = [iid(4, 3, seed=7), iid(4, 4, seed=1), iid(6, 3, seed=1)]
    for tree, workers, bounds in product(trees, (1, 2, 4), ("shared", "private")):
        run = parallel_ps_star(tree, workers, bounds=bounds)
        found = plain_lists.share_out(to_nested(tree), workers, bounds == "shared")
        assert (run.work, run.span) == found
    alone, four = (plain_lists.share_out(to_nested(iid(4, 3, seed=7)), n, True) for n in (1, 4))
    (path,) = SOLUTIONS.glob("16-*.ipynb")
    assert f"one worker needs {alone[1]} leaves" in text(path)
    assert f"the last one is done after {four[1]} leaves, and {alone[1]}/{four[1]}" in text(path)


def test_who_looks_at_fewer_leaves_on_trees_of_which_order():
    """Chapter 4 and section 3.4 of Srimani's thesis, on trees of ours."""
    searches = (sss_star, {}), (ps_star, {"k": 2}), (ps_star, {"k": 4}), (alphabeta, {})

    def leaves(order, p=1.0):
        trees = [ordered(8, 4, order, p=p, seed=seed) for seed in range(20)]
        return [[count(search, t, **options).nbp for t in trees] for search, options in searches]

    sss, two, four, ab = leaves(1)
    assert mean(sss) < mean(two) < mean(four) < mean(ab)
    assert all(a <= b for a, b in zip(sss, ab, strict=True))
    assert sum(a < b for a, b in zip(two, ab, strict=True)) > 13  # k > R: mostly
    strictly = sss, two, four, ab = leaves(2)
    assert all(a <= b <= c for a, b, c in zip(two, sss, ab, strict=True))  # k = R: always
    assert mean(sss) < mean(four) < mean(ab)
    loosely = leaves(2, p=0.9)
    assert all(mean(a) < mean(b) for a, b in zip(strictly, loosely, strict=True))
    sss, two, four, ab = leaves(4)
    for a, b, c, d in zip(four, two, sss, ab, strict=True):
        assert a <= c and b <= c <= d


def test_the_alpha_cutoff_in_tic_tac_toe():
    """Khemani's slide, in notebook 15: openings, O's replies that differ, free lines."""

    def free(board, other):
        return sum(all(board[i] != other for i in line) for line in plain.LINES)

    tree = []
    for x in 0, 1, 4:
        boards = {}  # what looks alike is tried once
        for o in range(9):
            if o != x:
                board = "".join("X" if i == x else "O" if i == o else "." for i in range(9))
                boards.setdefault(plain.alike(board), free(board, "O") - free(board, "X"))
        tree.append(list(boards.values()))
    assert tree == [[1, 0, -1, 1, 0], [-1, 0, -2, -1, 0], [1, 2]]
    leaves, _ = plain.alphabeta(tree)
    assert [path for path in leaves if path[0] == 2] == [(2, 1)]
    (path,) = SOLUTIONS.glob("15-*.ipynb")
    assert "One reply is enough. It holds the edge to −1" in text(path)
    assert "never finds out that the edge is worth only −2" in text(path)


@pytest.mark.parametrize("search", HYBRIDS)
def test_hybrids_look_at_the_leaves_of_a_second_program(search):
    for tree in iid(8, 4, seed=1), ordered(8, 4, 4, seed=1), iid(3, 3, seed=1):
        for depth in 1, 2, 3:
            leaves = plain_lists.hybrid(to_nested(tree), *HYBRIDS[search], depth)
            assert list(record(search, tree, depth=depth).leaves) == leaves


def model_of_alpha_beta(w, d, k):
    """The seven recurrences of chapter 5, for k > 0."""
    below = dict.fromkeys(("F1", "P5", "M7", "F2", "F4", "F3", "P6"), 1)
    for _ in range(d):
        below = {
            "F1": below["F1"] + k * below["P5"] + (w - k - 1) * below["M7"],
            "P5": below["F2"] + (k - 1) * below["P6"] + below["F3"],
            "M7": below["F3"],
            "F2": k * below["P5"] + below["F4"] + (w - k - 1) * below["M7"],
            "F4": below["F2"] + (w - 1) * below["P6"],
            "F3": w * below["P6"],
            "P6": k * below["P6"] + below["F3"],
        }
    return below["F1"]


def ratio_of_models(w, d, k):
    full, least = 1, 1
    for _ in range(d // 2):
        full, least = (k + 1) ** 2 * full + 2 * (w - k - 1) * least, w * least
    return Fraction(model_of_alpha_beta(w, d, k), full)


def test_the_model_in_notebook_8():
    """Leaves of SSS* and alpha-beta in the model, as means over k, next to Table 4.1."""
    printed = {1: (1236, 1292), 2: (246, 302), 4: (144, 168), 8: (127, 127)}
    for order, means in printed.items():
        found = []
        for k in range(8 // order):
            of_alpha_beta = model_of_alpha_beta(8, 4, k) if k else 2 * 8**2 - 1
            found.append((of_alpha_beta / ratio_of_models(8, 4, k) if k else 127, of_alpha_beta))
        assert tuple(round(mean(column)) for column in zip(*found, strict=True)) == means
        ours = [expected(search, 8, 4, order) for search in ("sss_star", "alphabeta")]
        assert tuple(map(round, ours)) == means


def test_the_ratio_grows_with_depth_and_mostly_with_width():
    """Observations (2) and (3) of section 5.3, and where a wider tree has a smaller ratio."""
    widths, falls = (4, 8, 16, 24, 32), []
    for w in widths:
        for k in range(1, w - 1):
            ratios = [ratio_of_models(w, d, k) for d in range(2, 15, 2)]
            assert ratios == sorted(set(ratios))
    for d in 4, 6, 8:
        for w, wider in pairwise(widths):
            for k in range(1, w - 1):
                if ratio_of_models(w, d, k) >= ratio_of_models(wider, d, k):
                    falls.append((d, k, w, wider))
        curves = [[ratio_of_models(w, d, k) for k in range(1, w)] for w in widths]
        peaks, means = [max(c) for c in curves], [(sum(c) + 1) / (len(c) + 1) for c in curves]
        assert peaks == sorted(set(peaks)) and means == sorted(set(means))
    assert falls == [(8, 1, 16, 24), (8, 1, 24, 32)]
    (path,) = SOLUTIONS.glob("12-*.ipynb")
    assert "at depth 8 and k = 1, the ratio falls from width 16 to 24 and 32" in text(path)


def test_the_model_of_alpha_beta_is_too_low_at_first_and_too_high_later():
    """Notebook 12 says on which side of the search the model is, depth by depth."""
    sides = []
    for depth in 2, 4, 6:
        leaves, _ = plain.alphabeta(to_nested(model_tree(4, depth, 1)))
        sides.append((model_of_alpha_beta(4, depth, 1), len(leaves)))
    assert sides == [(8, 10), (56, 62), (380, 332)]
    (path,) = SOLUTIONS.glob("12-*.ipynb")
    assert "At depth 4 it is still a little too low here, and at depth 6 it is too high" in text(
        path
    )


def test_few_values_spare_scout_the_second_look():
    """Pearl's claim, as Pantel quotes it: notebook 4 says what holds of it."""
    (path,) = SOLUTIONS.glob("04-*.ipynb")
    for high in 1, 127:
        trees = [to_nested(iid(3, 4, seed=seed, high=high)) for seed in range(40)]
        looks = [plain.scout(tree) for tree in trees]
        different = sum(len(set(look)) for look in looks) / 40
        again = sum(map(len, looks)) / 40 - different
        needed = sum(len(plain.alphabeta(tree)[0]) for tree in trees) / 40
        assert f"{different:.1f} against {needed:.1f}" in text(path)
        looks_again = (
            f"extra looks to {again:.0f}" if high == 1 else f"from {again:.0f} extra looks"
        )
        assert looks_again in text(path)
    assert f"{different:.1f} against {needed:.1f}" == "43.1 against 44.9"


def test_the_averages_of_notebook_4():
    """In any order, Scout looks 71 times at 43 leaves of a T(3,4)."""
    looks = [plain.scout(to_nested(iid(3, 4, seed=seed))) for seed in range(40)]
    different, all_looks = (sum(map(len, part)) / 40 for part in (map(set, looks), looks))
    (path,) = SOLUTIONS.glob("04-*.ipynb")
    assert f"{all_looks:.0f} looks at {different:.0f} leaves" in text(path)
    best = [plain.scout(to_nested(minimal(3, 4, seed=seed))) for seed in range(40)]
    assert {(len(look), len(set(look))) for look in best} == {(17, 17)}
    assert "With a good order, scouting costs nothing extra" in text(path)


@pytest.mark.slow
def test_how_often_deepening_pays_at_depth_6():
    """Notebook 9 only reports it: it takes too long for a cell."""
    ratios = []
    for seed in range(60):
        tree = game_tree(Pear(), opening(seed), 6)
        passes = count(iterative_deepening, tree, depth=6).evaluations
        alone = count(alphabeta, tree).evaluations
        assert plain.deepening(Pear(), opening(seed), 6) == (passes, alone)
        ratios.append(passes / alone)
    cheaper = sum(ratio < 1 for ratio in ratios)
    (path,) = SOLUTIONS.glob("09-*.ipynb")
    told = f"cheaper in {cheaper} of the 60 openings, and the median was {median(ratios):.2f}"
    assert told in text(path)
