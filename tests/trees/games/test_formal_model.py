"""What notebook 13 prints, computed in another way."""

import json
from fractions import Fraction
from functools import cache
from itertools import permutations, product
from math import log10, prod
from pathlib import Path

import pytest
from IPython.display import display

from tracer import record
from tracer.algorithms import minimax
from trees import iid

NOTEBOOK = Path(__file__).parents[3] / "notebooks/solutions/13-what-is-a-game.ipynb"


@pytest.fixture(scope="module")
def made():
    """What the cells of the notebook have made when all have run."""
    names = {"display": display}  # which notebooks have without an import
    for cell in json.loads(NOTEBOOK.read_text("utf-8"))["cells"]:
        source = "".join(cell["source"])
        if cell["cell_type"] == "code" and not source.startswith("play("):
            exec(source, names)
    return names


@cache
def ends(a, b):
    """Who wins a,b-Nim: 1 if the side to move does, by a plain reading of the rules."""
    if a == b == 0:
        return 1  # the other side took the last match
    after = [(k, b) for k in range(a)] + [(a, k) for k in range(b)]
    return max(-ends(*sorted(pair)) for pair in after)


def moves_of(a, b):
    return {tuple(sorted(p)) for p in [(k, b) for k in range(a)] + [(a, k) for k in range(b)]}


@cache
def games(a, b):
    """How many ways there are to play on."""
    return sum(games(*pair) for pair in moves_of(a, b)) or 1


def reached(a, b):
    seen, todo = set(), [(a, b, True)]
    while todo:
        x, y, max_moves = state = todo.pop()
        if state not in seen:
            seen.add(state)
            todo += [(*pair, not max_moves) for pair in moves_of(x, y)]
    return seen


def test_the_tuple_has_12_states_of_which_9_are_reached(made):
    assert len(made["X"]) == 12
    assert len(reached(2, 2)) == len(made["best"]) + 2 == 9  # two of them are ends


def test_all_values_and_the_policy_are_those_of_the_rules(made):
    for x in made["X"]:
        (a, b), player = x
        sign = 1 if player == "MAX" else -1
        assert made["worth"](x) == sign * ends(b, a)
        if made["successors"](x):
            assert made["worth"](made["policy"](x)) == made["worth"](x)


def test_policies_are_counted_by_multiplying_choices(made):
    count = {
        side: prod(len(moves_of(a, b)) or 1 for a, b, max_moves in reached(2, 2) if max_moves is s)
        for side, s in (("MAX", True), ("MIN", False))
    }
    assert made["policies"] == count == {"MAX": 4, "MIN": 6}


def test_the_tree_grows_faster_than_the_states(made):
    assert [games(m, m) for m in range(2, 8)] == [6, 40, 284, 2100, 15972, 124020]
    assert [len(reached(m, m)) for m in range(2, 8)] == [9, 17, 27, 39, 53, 69]
    assert made["leaves"][(7, 7), "MAX"] == games(7, 7)
    assert all(ends(m, m) == -1 for m in range(2, 8))


def test_sizes_by_logarithms():
    assert 50 * log10(35) == pytest.approx(77.2, abs=0.01)  # 1.6e77, which has 78 digits
    assert 10 ** (50 * log10(35) - 77) == pytest.approx(1.6, abs=0.01)
    assert 100 * log10(35) == pytest.approx(154.41, abs=0.01)
    assert 77 * log10(35) < 120 < 78 * log10(35)


def test_exactly_one_case_of_zermelo_holds_on_each_of_the_trees(made):
    trees = [iid(2, 1 + seed % 4, seed=seed, low=-1, high=1) for seed in range(200)]
    values = [record(minimax, tree).value for tree in trees]
    assert list(made["cases"].values()) == [values.count(v) for v in (1, -1, 0)]


def test_equilibria_by_trying_every_change_of_mind(made):
    for name in "prisoners", "friends", "coin_game", "war":
        pay = made[name]
        rows, columns = {a for a, _ in pay}, {b for _, b in pay}
        stable = {
            (a, b)
            for a, b in product(rows, columns)
            if not any(pay[x, b][0] > pay[a, b][0] for x in rows)
            and not any(pay[a, y][1] > pay[a, b][1] for y in columns)
        }
        assert set(made["equilibria"](pay)) == stable, name


def test_the_orders_in_which_betraying_is_always_better_and_in_which_it_is_a_dilemma(made):
    always, dilemma = [], []
    for order in permutations(range(4)):
        t, r, p, s = order
        pay = {("s", "s"): (r, r), ("s", "b"): (s, t), ("b", "s"): (t, s), ("b", "b"): (p, p)}
        if all(pay["b", other][0] > pay["s", other][0] for other in "sb"):
            always.append((*order, "no"))
            assert made["equilibria"](pay) == [("b", "b")]
            if all(a > b for a, b in zip(pay["s", "s"], pay["b", "b"], strict=True)):
                always[-1] = (*order, "yes")
                dilemma.append(order)
    assert made["always"] == always
    assert len(always) == 6 and dilemma == [(3, 2, 1, 0)]


def test_saddle_points_of_the_strategies_of_nim(made):
    pays = made["pays"]
    rows = [[pays[i, j] for j in range(1, 7)] for i in range(1, 4)]
    assert max(map(min, rows)) == min(map(max, zip(*rows, strict=True))) == -1
    assert made["found"] == [(1, 3), (2, 3), (3, 3)]


def test_the_die_and_the_three_players(made):
    roll = made["game_of"](lambda x: x)[1][1]
    outcomes = [16] + [1] * 5  # one for each side of the die, after MIN's best reply
    assert made["expected"](roll) == Fraction(sum(outcomes), 6) == Fraction(7, 2)
    squared = made["game_of"](lambda x: x * x)[1][1]
    assert made["expected"](squared) == Fraction(sum(x * x for x in outcomes), 6) > 16
    assert Fraction(5 * 1 + 18, 6) < 4  # what cuts off the six
    assert made["shares"](made["three"], made["alone"]) == (2, 1, -3)
    assert made["shares"](made["three"], made["team"]) == (0, 0, 0)
    assert all(sum(pay) == 0 for _, below in made["three"][1] for pay in below)
