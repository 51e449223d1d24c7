"""Chapter 5: types of nodes counted on the tree, the recurrences, and real searches beside them."""

from itertools import product
from math import isclose

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tracer.algorithms import alphabeta, minimax, sss_star
from tracer.experiments.counting import count
from tracer.experiments.model import (
    alphabeta_growth,
    alphabeta_model,
    peak,
    sss_star_growth,
    sss_star_model,
    sss_star_refined,
)
from tracer.experiments.model_tree import model_tree
from tracer.experiments.node_types import (
    alphabeta_types,
    critical_types,
    leaves_by_type,
    sss_star_types,
)
from tracer.trace.trace import record
from trees import minimal

SHAPES = [(w, d, k) for w, d in ((1, 4), (2, 6), (3, 6), (4, 4), (5, 2)) for k in range(w)]
of_each_shape = pytest.mark.parametrize(("w", "d", "k"), SHAPES)


# Types


@of_each_shape
def test_leaves_counted_by_type_are_those_of_the_recurrences(w: int, d: int, k: int) -> None:
    for types, model in (sss_star_types, sss_star_model), (alphabeta_types, alphabeta_model):
        assert sum(leaves_by_type(types(w, d, k), d).values()) == model(w, d, k)


@of_each_shape
def test_the_types_below_each_node_are_those_of_the_equations(w: int, d: int, k: int) -> None:
    """Equations (1) to (5) and (1) to (7), read off the thesis and counted as multisets."""
    rest = w - k - 1
    sss = {
        ("F", 0): {"F": 1, "P": k, "M": rest},
        ("F", 1): {"F": k + 1, "M": rest},
        ("P", 1): {"F": k + 1},
        ("M", 0): {"M": w},
        ("M", 1): {"M": 1},
    }
    types = sss_star_types(w, d, k)
    for n, kind in types.items():
        if len(n) < d:
            assert _below(types, n, w) == _present(sss[kind, len(n) % 2])
    alpha = {
        "F1": {"F1": 1, "P5": k, "M7": rest},
        "F2": {"P5": k, "F4": 1, "M7": rest},
        "F3": {"P6": w},
        "F4": {"F2": 1, "P6": w - 1},
        "P5": {"F2": 1, "P6": k - 1, "F3": 1},
        "P6": {"P6": k, "F3": 1},
        "M7": {"F3": 1},
    }
    types = alphabeta_types(w, d, k)
    for n, kind in types.items():
        if len(n) < d:
            assert _below(types, n, w) == _present(alpha[kind])


def test_the_children_of_each_type_from_left_to_right() -> None:
    """For w = 4 and k = 2, in the order in which the thesis names them."""
    order = {
        "F1": "F1 P5 P5 M7",
        "F2": "P5 P5 F4 M7",
        "F3": "P6 P6 P6 P6",
        "F4": "F2 P6 P6 P6",
        "P5": "F2 P6 F3",
        "P6": "P6 P6 F3",
        "M7": "F3",
    }
    types = alphabeta_types(4, 4, 2)
    for n, kind in types.items():
        row = [types[(*n, i)] for i in range(1, 5) if (*n, i) in types]
        assert len(n) == 4 or " ".join(row) == order[kind]
    assert set(types.values()) == set(order)
    types = sss_star_types(4, 2, 2)
    assert "".join(types[(i,)] for i in range(1, 5)) == "PPFM"
    assert "".join(types[3, i] for i in range(1, 5)) == "FFFM"


def _below(types: dict[tuple[int, ...], str], n: tuple[int, ...], w: int) -> dict[str, int]:
    kinds = [types[(*n, i)] for i in range(1, w + 1) if (*n, i) in types]
    return {kind: kinds.count(kind) for kind in set(kinds)}


def _present(kinds: dict[str, int]) -> dict[str, int]:
    return {kind: number for kind, number in kinds.items() if number}


@pytest.mark.parametrize(("w", "d"), [(1, 3), (2, 5), (3, 3), (3, 4), (4, 2), (5, 0)])
def test_the_critical_tree_is_what_alpha_beta_visits(w: int, d: int) -> None:
    """Knuth and Moore 1975, Theorem 1, against the search itself."""
    tree = minimal(w, d, seed=3, high=10**6)
    types = critical_types(w, d)
    assert {n for n in types if len(n) == d} == set(record(alphabeta, tree).leaves)
    assert all(set(n) <= {1} for n, kind in types.items() if kind == "1")
    assert sum(leaves_by_type(types, d).values()) == w ** (d // 2) + w ** (d - d // 2) - 1


def test_the_seven_types_become_three_in_the_best_order() -> None:
    """F1 is type 1, M7 and P6 are type 2, F3 is type 3; there is no P5, as the thesis has it."""
    three = {"F1": "1", "M7": "2", "P6": "2", "F3": "3"}
    for w, d in (2, 6), (3, 4), (4, 4):
        found = alphabeta_types(w, d, 0)
        assert {n: three[kind] for n, kind in found.items()} == critical_types(w, d)


# Real searches


@of_each_shape
def test_sss_star_keeps_to_the_refined_recurrence(w: int, d: int, k: int) -> None:
    tree = model_tree(w, d, k)
    found = count(sss_star, tree)
    assert found.nbp == sss_star_refined(w, d, k) <= sss_star_model(w, d, k)
    assert found.value == count(minimax, tree).value
    if d == 2 or k in (0, w - 1):
        assert found.nbp == sss_star_model(w, d, k)
    if k in (0, w - 1):
        assert count(alphabeta, tree).nbp == alphabeta_model(w, d, k)


def test_one_level_deeper_the_model_counts_k_times_rest_leaves_too_many() -> None:
    for w in range(1, 6):
        for k in range(w):
            more = sss_star_model(w, 4, k) - count(sss_star, model_tree(w, 4, k)).nbp
            assert more == k * (w - k - 1)


@pytest.mark.parametrize(("w", "k"), [(w, k) for w in (2, 3, 4, 5) for k in range(w)])
def test_at_depth_2_the_types_mark_the_very_leaves(w: int, k: int) -> None:
    leaves = {n for n in sss_star_types(w, 2, k) if len(n) == 2}
    tree = model_tree(w, 2, k)
    assert leaves == set(record(sss_star, tree).leaves)
    # Alpha-beta searches the best child fully, although the model calls it P5.
    missed = w - k - 1 if k else 0
    assert count(alphabeta, tree).nbp == alphabeta_model(w, 2, k) + missed


@of_each_shape
def test_the_best_child_of_the_model_tree_is_number_k_plus_1(w: int, d: int, k: int) -> None:
    tree = model_tree(w, d, k)
    worth = {n: tree.value(n) for n in product(range(1, w + 1), repeat=d)}
    for depth in reversed(range(d)):
        for n in product(range(1, w + 1), repeat=depth):
            row = [worth[(*n, i)] for i in range(1, w + 1)]
            worth[n] = max(row) if depth % 2 == 0 else min(row)
    for n, kind in sss_star_types(w, d, k).items():
        if kind in "FP" and len(n) < d:
            row = [worth[(*n, i)] for i in range(1, w + 1)]
            assert row.index(worth[n]) == k


def test_a_minimally_searched_node_costs_more_in_the_model_of_alpha_beta() -> None:
    for w, k in (3, 1), (4, 1), (4, 2):
        below = [
            [n for n in types(w, 4, k) if len(n) == 4 and n[0] == w]
            for types in (sss_star_types, alphabeta_types)
        ]
        assert [len(leaves) for leaves in below] == [w, w * (k + 1)]


# Growth


@given(st.integers(1, 12), st.integers(1, 6), st.data())
def test_equation_6_is_a_geometric_sum(w: int, half: int, data: st.DataObject) -> None:
    k = data.draw(st.integers(0, w - 1))
    b = (k + 1) ** 2
    total = sum(b**j * w ** (half - j - 1) for j in range(half))
    assert sss_star_model(w, 2 * half, k) == b**half + 2 * (w - k - 1) * total


@pytest.mark.parametrize(("w", "k"), [(16, 1), (16, 2), (16, 5), (9, 0), (25, 3), (8, 4), (8, 7)])
def test_growth_per_ply_is_what_deep_trees_show(w: int, k: int) -> None:
    d = 300
    for model, growth in (sss_star_model, sss_star_growth), (alphabeta_model, alphabeta_growth):
        assert isclose((model(w, d + 2, k) / model(w, d, k)) ** 0.5, growth(w, k), rel_tol=1e-6)
    refined = (sss_star_refined(w, d + 2, k) / sss_star_refined(w, d, k)) ** 0.5
    assert isclose(refined, sss_star_growth(w, k), rel_tol=1e-6)
    assert sss_star_growth(16, 1) == 4


@given(st.integers(1, 200))
def test_on_deep_trees_the_ratio_peaks_where_k_plus_1_is_the_root_of_w(w: int) -> None:
    per_ply = [alphabeta_growth(w, k) / sss_star_growth(w, k) for k in range(w)]
    best = per_ply.index(max(per_ply)) + 1
    assert abs(best - w**0.5) < 1
    assert max(per_ply) < (1 + 5**0.5) / 2  # the golden ratio


@pytest.mark.parametrize(("w", "found"), [(4, 2), (8, 3), (9, 3), (16, 4), (24, 4), (32, 5)])
def test_the_peaks_of_figure_5_3(w: int, found: int) -> None:
    assert peak(w, 6) == found
    assert abs(peak(w, 100) - w**0.5) < 1
