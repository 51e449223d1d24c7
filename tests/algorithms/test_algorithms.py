"""Every search finds the minimax value, and the theorems of the literature hold."""

from functools import cache
from math import inf, nextafter

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from tests.helpers.generated import EXACT, MANY, TIED, VALUES, ragged, trees, uniforms, value_of
from tracer import record
from tracer.algorithms import (
    alphabeta,
    depth_limited,
    dual_star,
    iterative_deepening,
    minimax,
    mt,
    mtd,
    mtd_bi,
    mtd_f,
    mtd_minus_infinity,
    mtd_plus_infinity,
    negamax,
    negascout,
    ps_star,
    scout,
    solve,
    sss_star,
)
from tracer.algorithms.mt import NEXT
from tracer.draw.text import draw
from tracer.trace.measure import measure
from trees import ROOT, Tree, catalogue, from_nested, iid, minimal, ordered, uniform, worst_ordered
from trees.horizon import Horizon


def run(search, tree, /, **options):
    """What a search returns, and the leaves in the order of evaluation."""
    trace = record(search, tree, **options)
    return trace.value, trace.leaves


# The value


@settings(max_examples=MANY)
@given(tree=trees())
def test_every_search_returns_the_minimax_value(tree):
    found = {
        name: record(search, tree, **options).value for name, (search, options) in EXACT.items()
    }
    assert found == dict.fromkeys(EXACT, value_of(tree))


@given(tree=trees(), data=st.data())
def test_ps_star_is_right_for_every_number_of_partitions(tree, data):
    k = data.draw(st.integers(1, max(1, tree.width)))
    assert record(ps_star, tree, k=k).value == value_of(tree)


@given(tree=trees(), sizes=st.lists(st.integers(1, 3), min_size=1, max_size=4))
def test_ps_star_is_right_for_partitions_of_any_sizes(tree, sizes):
    assert record(ps_star, tree, sizes=sizes).value == value_of(tree)


@given(tree=trees(), data=st.data())
def test_alphabeta_in_any_order(tree, data):
    order = {
        trace_name(n): data.draw(st.permutations(range(1, len(tree.children(n)) + 1)))
        for n in tree.nodes()
        if not tree.is_leaf(n)
    }
    assert record(alphabeta, tree, order=order).value == value_of(tree)


def trace_name(n):
    return ".".join(map(str, n)) or "0"


@given(tree=ragged())
def test_left_to_right_in_a_mirror_is_right_to_left(tree):
    def mirrored(part):
        return [mirrored(p) for p in reversed(part)] if isinstance(part, list) else part

    def nested(n=ROOT):
        return [nested(c) for c in tree.children(n)] or tree.value(n)

    mirror = from_nested(mirrored(nested()), root=tree.root)
    seen = record(alphabeta, tree, order="right-to-left").leaves
    image = record(alphabeta, mirror).leaves
    assert [tree.value(n) for n in seen] == [mirror.value(n) for n in image]


@pytest.mark.parametrize("name", EXACT)
def test_a_single_leaf_is_a_tree(name):
    search, options = EXACT[name]
    for root in "MAX", "MIN":
        assert run(search, from_nested(-3, root=root), **options) == (-3, ((),))


@given(tree=trees())
def test_minimax_and_negamax_see_every_leaf_once(tree):
    assert run(minimax, tree) == run(negamax, tree) == (value_of(tree), tuple(tree.leaves()))


@given(tree=trees())
def test_solve_sees_part_of_what_minimax_does(tree):
    value, leaves = run(solve, tree)
    assert set(leaves) <= set(tree.leaves())
    assert len(leaves) == len(set(leaves))
    win, loss = tree.extremes()[1], tree.extremes()[0]
    assert run(solve, tree, win=win, loss=loss) == (value, leaves)


def test_solve_stops_at_a_win():
    tree = from_nested([[1, -1], [1, 1], [0, 1]])
    assert run(solve, tree) == (1, ((1, 1), (1, 2), (2, 1), (2, 2)))
    assert run(solve, tree, win=2)[1] == ((1, 1), (1, 2), (2, 1), (2, 2), (3, 1), (3, 2))


@given(tree=trees())
def test_the_extremes_as_a_window_do_what_solve_does(tree):
    low, high = tree.extremes()
    assume(low < high)
    value, leaves = run(alphabeta, tree, alpha=low, beta=high)
    assert value == run(solve, tree)[0]
    assert set(leaves) <= set(run(solve, tree)[1])


# Windows


WINDOWS = st.tuples(st.integers(-3, 3), st.integers(-3, 3)).filter(lambda w: w[0] < w[1])


def keeps_the_contract(v, f, alpha, beta):
    return f <= v if v <= alpha else f >= v if v >= beta else f == v


@given(tree=ragged(values=st.just(TIED)) | trees(), window=WINDOWS, strict=st.booleans())
def test_fail_soft_contract(tree, window, strict):
    alpha, beta = window
    v = record(alphabeta, tree, alpha=alpha, beta=beta, strict=strict).value
    assert keeps_the_contract(v, value_of(tree), alpha, beta)


@given(tree=ragged(values=st.just(TIED)) | trees(), window=WINDOWS, strict=st.booleans())
def test_fail_hard_contract(tree, window, strict):
    alpha, beta = window
    v = record(alphabeta, tree, alpha=alpha, beta=beta, strict=strict, soft=False).value
    f = value_of(tree)
    assert v == max(alpha, min(f, beta))


@given(tree=ragged(values=st.just(TIED)) | trees(), window=WINDOWS)
def test_negascout_contract(tree, window):
    alpha, beta = window
    v = record(negascout, tree, alpha=alpha, beta=beta).value
    assert keeps_the_contract(v, value_of(tree), alpha, beta)


@pytest.mark.parametrize(("leaves", "root"), [([1, 2, 3], "MAX"), ([3, 2, 1], "MIN")])
def test_negascout_does_not_search_a_leaf_again(leaves, root):
    """Its null window fails, but a leaf returns its exact value at once."""
    assert record(negascout, from_nested(leaves, root=root)).leaves == ((1,), (2,), (3,))


@given(tree=trees(), window=WINDOWS)
def test_a_narrower_window_sees_no_more(tree, window):
    alpha, beta = window
    narrow = set(record(alphabeta, tree, alpha=alpha, beta=beta).leaves)
    assert narrow <= set(record(alphabeta, tree).leaves)


@given(tree=trees())
def test_strict_cuts_see_no_less_and_fail_soft_sees_the_same(tree):
    leaves = record(alphabeta, tree).leaves
    assert set(leaves) <= set(record(alphabeta, tree, strict=True).leaves)
    assert record(alphabeta, tree, soft=False).leaves == leaves


def test_where_the_conventions_part():
    tree = from_nested([[3, 2, 1], [1, 5, 6]])
    assert len(run(alphabeta, tree)[1]) == 4
    assert len(run(alphabeta, tree, strict=True)[1]) == 6
    soft = record(alphabeta, from_nested([9, 10]), alpha=0, beta=5)
    hard = record(alphabeta, from_nested([9, 10]), alpha=0, beta=5, soft=False)
    assert (soft.value, hard.value) == (9, 5)


@given(tree=trees(), gamma=VALUES.flatmap(lambda v: v), strict=st.booleans())
def test_mt_answers_with_a_bound(tree, gamma, strict):
    f, g = value_of(tree), record(mt, tree, gamma=gamma, strict=strict).value
    yes = f > gamma if strict else f >= gamma
    assert yes == (g > gamma if strict else g >= gamma)
    assert g <= f if yes else g >= f


@given(tree=trees(), bound=st.integers(-3, 3))
def test_bounds_of_sss_star_and_dual_star(tree, bound):
    f = value_of(tree)
    assert record(sss_star, tree, upper=bound).value == min(f, bound)
    assert record(dual_star, tree, lower=bound).value == max(f, bound)


@given(tree=trees(), window=WINDOWS, data=st.data())
def test_ps_star_within_its_bounds(tree, window, data):
    f = value_of(tree)
    k = data.draw(st.integers(1, max(1, tree.width)))
    if window[0] < f < window[1]:
        assert record(ps_star, tree, k=k, lower=window[0], upper=window[1]).value == f


# Theorems


@given(tree=trees())
def test_sss_star_sees_a_subset_of_alphabeta(tree):
    leaves = record(sss_star, tree).leaves
    assert len(leaves) == len(set(leaves))
    assert set(leaves) <= set(record(alphabeta, tree).leaves)


@given(tree=trees())
def test_dual_star_sees_a_subset_of_alphabeta(tree):
    assert set(record(dual_star, tree).leaves) <= set(record(alphabeta, tree).leaves)


@given(tree=trees())
def test_mtd_plus_infinity_is_sss_star(tree):
    assert run(mtd_plus_infinity, tree) == run(sss_star, tree)


@given(tree=trees())
def test_mtd_minus_infinity_is_dual_star(tree):
    assert run(mtd_minus_infinity, tree) == run(dual_star, tree)


@given(tree=trees())
def test_dual_star_is_sss_star_with_the_players_exchanged(tree):
    values = {n: -tree.value(n) for n in tree.leaves()}
    other = Tree(values, root="MIN" if tree.root == "MAX" else "MAX")
    value, leaves = run(sss_star, other)
    assert run(dual_star, tree) == (-value, leaves)


@given(tree=trees())
def test_ps_star_of_one_partition_is_sss_star(tree):
    assert run(ps_star, tree, k=1) == run(sss_star, tree)
    assert run(ps_star, tree, k=1, published=True) == run(sss_star, tree)


@given(tree=trees())
def test_ps_star_of_single_children_sees_what_alphabeta_does(tree):
    assert run(ps_star, tree, sizes=[1]) == run(alphabeta, tree)


@pytest.mark.parametrize(
    ("nested", "root", "leaves"),
    [
        ([[[0, 1, 0], [0, 0]], [[1], [1, 0]], [[0, 1, 1]]], "MAX", 9),
        ([[[[1, 2], [4, 5, 0], [1, 5, 2]], [[2, 2], [0, 3]], [[5, 3], [0, 2], [0, 3]]]], "MIN", 12),
    ],
)
def test_ps_star_gives_up_a_node_whose_bounds_meet(nested, root, leaves):
    """Case 6b drops it from BACKUP; its next partition would cost one more leaf."""
    assert record(ps_star, from_nested(nested, root=root), k=2).nbp == leaves


@given(tree=trees(), sizes=st.lists(st.integers(1, 3), min_size=1, max_size=3))
@example(tree=from_nested([[[[[2, 0, 3], [2]]]], 3]), sizes=[2])  # case 5
def test_the_repair_of_ps_star(tree, sizes):
    """No SOLVED state below a MAX node enters OPEN with a merit under that node's l."""
    low = {}
    for event in record(ps_star, tree, sizes=sizes).events:
        if event.kind == "note":
            low[event.node] = event.low
        if event.kind in ("push", "insert") and event.status == "SOLVED" and event.node:
            assert tree.is_max(event.node) or event.merit >= low[event.node[:-1]]


@given(tree=trees(), sizes=st.lists(st.integers(1, 4), min_size=1), published=st.booleans())
def test_nothing_is_left_in_backup_where_table_3_1_drops_it(tree, sizes, published):
    """Cases 4 and 5 have nothing to drop: a MAX node left BACKUP when it was solved."""
    trace = record(ps_star, tree, sizes=sizes, published=published)
    for i, event in enumerate(trace.events, 1):
        if event.kind == "pop" and event.case in ("4", "5"):
            above = event.node[:-1]
            entries = [phase.node for phase in trace.frame(i).backup]
            assert not [n for n in entries if n[: len(above)] == above]


@given(tree=uniforms(widths=(2, 4), parity=0, roots=st.just("MAX")), data=st.data())
def test_published_ps_star_at_even_depth(tree, data):
    k = data.draw(st.integers(1, max(1, tree.width)))
    published = run(ps_star, tree, k=k, published=True)
    assert published[0] == value_of(tree)
    assert published[1] == run(ps_star, tree, k=k)[1]


def test_published_ps_star_at_even_depth_on_larger_trees():
    for seed in range(25):
        for w, d, k in (4, 4, 2), (6, 2, 3), (5, 4, 3), (3, 4, 2):
            tree = iid(w, d, seed=seed)
            assert run(ps_star, tree, k=k, published=True) == run(ps_star, tree, k=k)
            assert record(ps_star, tree, k=k).value == value_of(tree)


@pytest.mark.parametrize(("w", "d", "k"), [(4, 3, 2), (4, 5, 2), (6, 3, 3)])
def test_published_ps_star_is_wrong_somewhere_at_odd_depth(w, d, k):
    trees = [iid(w, d, seed=seed) for seed in range(30)]
    wrong = [t for t in trees if record(ps_star, t, k=k, published=True).value != value_of(t)]
    assert 0 < len(wrong) < len(trees)
    assert all(record(ps_star, t, k=k).value == value_of(t) for t in trees)


def test_open_is_bounded_by_the_largest_partition_where_k_does_not_divide_the_width():
    assert measure(record(ps_star, iid(5, 4, seed=1), k=2)).peak_open == 3**2 > (5 / 2) ** 2


def test_on_trees_of_order_k_ps_star_sees_no_more_than_sss_star_and_often_less():
    fewer = 0
    for seed in range(20):
        tree = ordered(4, 5, 2, seed=seed)
        ps, sss = record(ps_star, tree, k=2).nbp, record(sss_star, tree).nbp
        assert ps <= sss
        fewer += ps < sss
    assert fewer > 5


def test_the_smallest_failure_of_published_ps_star():
    tree = catalogue.load("ps-star-error")
    assert tree.leaf_count() == 4
    assert record(ps_star, tree, k=2, published=True).value < value_of(tree)
    assert record(ps_star, tree, k=2).value == value_of(tree)


@pytest.mark.parametrize("root", ["MAX", "MIN"])
@pytest.mark.parametrize(("w", "d"), [(2, 1), (2, 2), (2, 5), (3, 3), (3, 4), (4, 4), (5, 3)])
def test_minimal_trees_are_searched_minimally(w, d, root):
    least = w ** -(-d // 2) + w ** (d // 2) - 1
    for seed in range(5):
        tree = minimal(w, d, seed=seed, root=root)
        for search in alphabeta, sss_star, dual_star, scout, negascout:
            assert record(search, tree).nbp == least, search
        for k in range(1, w + 1):
            assert record(ps_star, tree, k=k).nbp == least
        assert len(record(alphabeta, tree).leaves) == least
        f = value_of(tree)
        assert record(mtd_f, tree, first=f).nbp == least


@pytest.mark.parametrize("root", ["MAX", "MIN"])
@pytest.mark.parametrize(("w", "d"), [(2, 4), (3, 3), (4, 2), (2, 7)])
def test_worst_ordered_trees_are_searched_whole(w, d, root):
    for seed in range(3):
        tree = worst_ordered(w, d, seed=seed, root=root)
        trace = record(alphabeta, tree)
        assert trace.leaves == tuple(tree.leaves())
        assert not any(event.kind == "cut" for event in trace.events)


@given(tree=uniforms(widths=(1, 4), roots=st.just("MAX")), data=st.data())
def test_storage_of_the_list_searches(tree, data):
    w, d = max(1, tree.width), tree.depth
    half = -(-d // 2)
    assert measure(record(sss_star, tree)).peak_open <= w**half
    k = data.draw(st.integers(1, w))
    part = -(-w // k)
    found = measure(record(ps_star, tree, k=k))
    assert found.peak_open <= part**half
    assert found.peak_backup <= max(1, sum(part ** (i // 2) for i in range(0, d, 2)))


# Scout


@given(tree=trees())
def test_scout_tests_and_evaluates(tree):
    found = measure(record(scout, tree))
    assert found.evaluated + found.tested == len(record(scout, tree).leaves)
    assert found.re_evaluated == found.evaluated + found.tested - found.nbp
    assert found.evaluated >= 1


def test_scout_on_a_known_tree():
    tree = from_nested([[[8, 5], [10, 7]], [[2, 4], [9, 6]]])
    found = measure(record(scout, tree))
    assert (found.value, found.evaluated, found.tested, found.re_evaluated) == (8, 1, 4, 0)


def test_scout_evaluates_again_what_passed_its_test():
    found = measure(record(scout, from_nested([[1, 2], [3, 4]])))
    assert (found.value, found.nbp) == (3, 4)
    assert (found.evaluated, found.tested, found.re_evaluated) == (2, 4, 2)


# Horizons


EVALUATE = st.sampled_from([lambda n: sum(n) % 5 - 2, lambda n: 0.5 * len(n), lambda n: -n[-1]])


@given(tree=trees(), depth=st.integers(1, 6), evaluate=EVALUATE)
def test_a_depth_limited_search_is_the_search_of_the_horizon_tree(tree, depth, evaluate):
    f = value_of(Horizon(tree, depth, evaluate))
    for search in alphabeta, minimax, sss_star, scout, mtd_f:
        trace = record(depth_limited, tree, depth=depth, search=search, evaluate=evaluate)
        assert trace.value == f
        assert all(len(n) <= depth for n in trace.leaves)


@given(tree=trees(), depth=st.integers(1, 5), evaluate=EVALUATE)
def test_iterative_deepening_ends_with_the_last_horizon(tree, depth, evaluate):
    f = value_of(Horizon(tree, depth, evaluate))
    for search in alphabeta, mtd_f, dual_star:
        trace = record(iterative_deepening, tree, depth=depth, search=search, evaluate=evaluate)
        assert trace.value == f


def test_iterative_deepening_profits_from_the_last_pass():
    tree = from_nested([[1, 2], [7, 8], [5, 6]])
    passes = record(iterative_deepening, tree, depth=2, evaluate={"1": 1, "2": 7, "3": 5})
    second = passes.leaves[3:]
    assert second == ((2, 1), (2, 2), (3, 1), (1, 1))
    assert len(second) < len(record(alphabeta, tree).leaves)


def test_estimates_of_the_tree_itself_serve_at_the_horizon():
    tree = Tree({(1,): 4, (1, 1): 9, (2,): 3, (2, 1): 1})
    assert record(depth_limited, tree, depth=1).value == 4
    assert record(depth_limited, tree, depth=2).value == 9


# Drivers


@given(tree=trees())
def test_a_perfect_guess_needs_two_passes(tree):
    found = measure(record(mtd_f, tree, first=value_of(tree)))
    assert found.passes == 2
    assert found.value == value_of(tree)


@given(tree=trees())
def test_no_leaf_is_evaluated_twice_with_a_table(tree):
    for search in mtd_f, mtd_bi, mtd_plus_infinity, mtd_minus_infinity:
        leaves = record(search, tree).leaves
        assert len(leaves) == len(set(leaves))


def test_the_next_question_may_be_a_function():
    def halves(low, high, g):
        return ("≥", high) if low == -inf else (">", low)

    tree = from_nested([[3, 2], [1, 5]])
    assert record(mtd, tree, first=4, next=halves).value == 2


def test_values_one_rounding_apart_are_told_apart():
    a, b = 0.1, nextafter(0.1, 1)
    tree = uniform(2, 3, [a, b, b, a, b, b, a, a])
    for search, options in EXACT.values():
        assert record(search, tree, **options).value == value_of(tree) == b


def test_a_range_wider_than_any_float_is_halved():
    for low, high in (-1.5e308, 1.5e308), (-(10**308), 17 * 10**307), (-(10**308), 1.7e308):
        relation, threshold = NEXT["bisect"](low, high, low)
        assert relation == "≥" and low / 2 < threshold < high / 2


# Depth


# One entry of EXACT for each search.
ONCE = list({search: name for name, (search, _) in reversed(EXACT.items())}.values())


@pytest.fixture(scope="module")
def deep():
    """2,000 levels, with a leaf beside every step of the way."""
    values, n = {}, ()
    for level in range(1, 2001):
        values[(*n, 2)] = -level if level % 2 else level
        n = (*n, 1)
    values[n] = 0
    return Tree(values)


@pytest.mark.parametrize("name", ONCE)
def test_two_thousand_levels(name, deep):
    search, options = EXACT[name]
    options = options | {"depth": 2000} if "depth" in options else options
    assert record(search, deep, **options).value == deep_value(deep)


@pytest.mark.parametrize("search", [alphabeta, sss_star, mtd_f])
def test_frames_two_thousand_levels_down(search, deep):
    trace = record(search, deep, max_events=2600)
    i = len(trace)
    assert len(trace.frame(i).path) > 1000
    assert trace.caption(i)
    assert draw(trace.frame(i))


@cache
def deep_value(tree):
    values = {}
    for n in sorted(tree.nodes(), key=len, reverse=True):
        below = [values[c] for c in tree.children(n)]
        values[n] = (max if tree.is_max(n) else min)(below) if below else tree.value(n)
    return values[ROOT]


def test_iterative_deepening_on_a_deep_tree(deep):
    trace = record(iterative_deepening, deep, depth=20, evaluate=lambda n: len(n) % 3)
    assert trace.value == value_of(Horizon(deep, 20, lambda n: len(n) % 3))


def test_deepening_leaves_the_unseen_children_for_last():
    """Nodes 2.2 and 2.3 are cut off at depth 2, so at depth 3 they come after 2.1."""
    estimates = {"1": 9, "2": 5, "1.1": 9, "1.2": 9, "1.3": 8, "2.1": 1, "2.2": 2, "2.3": 3}
    tree = from_nested([[[9, 9], [9, 9], [8, 8]], [[1, 1], [2, 2], [3, 3]]])
    trace = record(iterative_deepening, tree, depth=3, evaluate=estimates)
    last = max(i for i, taken in enumerate(trace.events) if taken.kind == "horizon")
    seen = [e.node for e in trace.events[last:] if e.kind == "enter" and e.node[:1] == (2,)]
    before = [e.node for e in trace.events[:last] if e.node[:1] == (2,) and len(e.node) == 2]
    assert (2, 1) in before and (2, 2) not in before  # cut off after 2.1
    assert seen[1] == (2, 1)
