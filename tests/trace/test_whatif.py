"""What if a leaf had another value? Held against running the search with many other values."""

from itertools import pairwise
from math import inf

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.helpers.generated import ANY, EXACT, VALUES, trees, value_of
from tracer import Trace, record, whatif
from tracer.algorithms import alphabeta, iterative_deepening, minimax, mtd, mtd_bi, solve
from trees import catalogue, from_nested, iid, minimal
from trees.number import above, below

SEARCHES = st.sampled_from(sorted(ANY))
CALCULATING = ("mtd", "mtd-bisect", "mtd_bi")  # their borders are not claimed to be exact


@st.composite
def changes(draw):
    """A search, a tree, one of its leaves, and values to try there."""
    tree = draw(trees())
    leaf = draw(st.sampled_from(list(tree.leaves())))
    near = [tree.value(n) for n in tree.leaves()] + [-1, 0, 1, 2]
    some = draw(st.lists(st.sampled_from(near), min_size=2, max_size=6))
    tried = draw(st.lists(draw(VALUES), min_size=1, max_size=4))
    tried += [y for x in some for y in (x, above(x), below(x))]
    tried += [a / 2 + b / 2 for a, b in pairwise(sorted(some))] + [-1e308, 1e308]
    return draw(SEARCHES), tree, leaf, tried


def skipped(trace):
    return [cutoff.skipped for _, cutoff in sorted(trace.cutoffs.items())]


def check_against_brute_force(name, tree, leaf, tried):
    search, options = ANY[name]
    trace = record(search, tree, **options)
    found = whatif(trace, leaf)
    assert found.seen == (leaf in trace.leaves)
    check_partition(found.intervals)
    tried = [*tried, *(i.tried for i in found.intervals), tree.value(leaf)]
    tried += [end for i in found.intervals for end in (i.low, i.high) if abs(end) < inf]
    for x in tried:
        again = record(search, tree.replace({leaf: x}), **options)
        interval = found.at(x)
        root = x if interval.value is None else interval.value
        assert again.value == root, (x, interval)
        # A search that calculates may take 2.0**80 and 2**80 for different numbers.
        if found.exact or (x == interval.tried and type(x) is type(interval.tried)):
            assert again.leaves == interval.leaves, (x, interval)
            same = again.leaves == trace.leaves and skipped(again) == skipped(trace)
            effect = "nothing" if same else "cutoffs"
            assert interval.effect == (effect if again.value == trace.value else "root")
            assert set(interval.more) == set(again.leaves) - set(trace.leaves)
            assert set(interval.fewer) == set(trace.leaves) - set(again.leaves)
    assert found.at(tree.value(leaf)).effect == "nothing"
    assert found.exact == (name not in CALCULATING or not found.seen)


def check_partition(intervals):
    """They cover the line in order, without overlap, and every one is needed."""
    assert (intervals[0].low, intervals[-1].high) == (-inf, inf)
    assert not intervals[0].low_in and not intervals[-1].high_in
    for i in intervals:
        assert i.low < i.high or (i.low == i.high and i.low_in and i.high_in)
        assert i.tried in i
    for a, b in pairwise(intervals):
        assert (a.high == b.low and a.high_in != b.low_in) or (above(a.high) >= b.low and a.high_in)


@settings(max_examples=200)
@given(change=changes())
def test_every_interval_is_what_the_search_does_there(change):
    check_against_brute_force(*change)


@pytest.mark.slow
@settings(max_examples=2000)
@given(change=changes())
def test_every_interval_is_what_the_search_does_there_on_2000_trees(change):
    check_against_brute_force(*change)


@given(name=st.sampled_from(sorted(EXACT)), tree=trees(), x=VALUES.flatmap(lambda v: v))
def test_the_root_stands_still_for_a_leaf_that_is_cut_off(name, tree, x):
    search, options = EXACT[name]
    trace = record(search, tree, **options)
    for leaf in [n for n in tree.leaves() if n not in trace.leaves][:3]:
        found = whatif(trace, leaf)
        if search is solve:  # a value above all others is a new win
            low, high = tree.extremes()
            x = min(max(x, low), high)
            assert found.at(x).effect != "root"
        else:
            (only,) = found.intervals
            assert (only.effect, only.value) == ("nothing", trace.value)
        assert value_of(tree.replace({leaf: x})) == trace.value


def effects(found):
    return [(i.effect, i.low, i.low_in, i.high, i.high_in, i.value) for i in found.intervals]


def test_figure_3_2_by_hand():
    """E = max(J, K) and B = min(D, E): with K = 7, J counts between 7 and 8, and 8 is enough."""
    tree = catalogue.load("pantel-3.2")
    trace = record(alphabeta, tree)
    assert effects(whatif(trace, "J")) == [
        ("root", -inf, False, 7, True, 7),
        ("root", 7, False, 8, False, None),
        ("nothing", 8, True, inf, False, 8),
    ]
    assert str(whatif(trace, "J")).splitlines() == [
        "If J ≤ 7, the root is worth 7; the search also sees K.",
        "If 7 < J < 8, the root is worth as much as J; the search also sees K.",
        "If J ≥ 8, nothing changes.",
    ]
    assert str(whatif(trace, "K")) == (
        "The search never looks at K, so its value makes no difference: the root is worth 8."
    )
    # L and M are worth at most 8 together, so C is cut off; above 8, N and O decide.
    assert effects(whatif(trace, "M"))[0] == ("nothing", -inf, False, 8, True, 8)
    assert [i.effect for i in whatif(trace, "M").intervals] == ["nothing", "root", "root"]
    # D = max(H, I) = 8, whatever I is up to 8.
    assert effects(whatif(trace, (1, 1, 2)))[0] == ("nothing", -inf, False, 8, True, 8)


def test_strict_cuts_need_more_than_a_tie():
    trace = record(alphabeta, catalogue.load("pantel-3.2"), strict=True)
    assert effects(whatif(trace, "J"))[2:] == [
        ("cutoffs", 8, True, 8, True, 8),
        ("nothing", 8, False, inf, False, 8),
    ]


def test_a_win_that_solve_never_sees_counts():
    """0 is a loss, so 10 is skipped; but it is the win: a leaf worth as much ends the search."""
    found = whatif(record(solve, from_nested([[0, 10], 3, 6])), (2,))
    assert [(i.high, i.value, len(i.leaves)) for i in found.intervals] == [
        (0, 6, 4),  # now this leaf is the loss
        (6, 6, 3),
        (10, None, 3),
        (inf, None, 2),
    ]


def test_no_number_lies_between_neighbouring_floats_or_huge_ints():
    for a in (0.1, 2**60, -(2**53)):
        tree = from_nested([[a, 5], [above(a), a]])
        for leaf in tree.leaves():
            check_partition(whatif(record(minimax, tree), leaf).intervals)


def test_a_generated_tree_is_not_generated_in_full():
    trace = record(alphabeta, minimal(4, 9, seed=3))  # 262,144 leaves, of which it sees 1,279
    assert len(whatif(trace, (4,) * 9).intervals) == 1


def test_bisection_says_that_its_borders_are_not_exact():
    tree = catalogue.load("pantel-3.2")
    assert "may differ" in str(whatif(record(mtd_bi, tree), "J"))
    assert whatif(record(mtd_bi, tree), "K").exact  # it is never looked at


def test_a_search_of_your_own_is_run_but_not_trusted():
    def mine(tree, log):
        return alphabeta(tree, log)

    found = whatif(record(mine, catalogue.load("pantel-3.2")), "J")
    assert not found.exact
    assert [i.effect for i in found.intervals] == ["root", "root", "nothing"]


@pytest.mark.parametrize(
    ("trace", "leaf", "says"),
    [
        (record(alphabeta, catalogue.load("pantel-3.2")), "B", "B is not a leaf"),
        (record(alphabeta, catalogue.load("pantel-3.2")), "Z", "not a Dewey number"),
        (record(alphabeta, iid(2, 3, seed=1)), (1, 3, 1), "not in the tree"),
        (record(minimax, iid(2, 3, seed=1), max_events=5), (1, 1, 1), "stopped early"),
        (record(minimax, iid(8, 4, seed=1, high=10**6)), (1, 1, 1, 1), "more than the limit"),
    ],
)
def test_bad_input_says_what_is_wrong(trace, leaf, says):
    with pytest.raises(ValueError, match=says):
        whatif(trace, leaf)


def test_a_saved_trace_without_its_functions_cannot_be_run_again():
    tree = from_nested([3, [[1, 2], [4, 5]]])  # below 3, the search goes on to node 2.2
    saved = record(iterative_deepening, tree, depth=2, evaluate=lambda n: sum(n))
    with pytest.raises(ValueError, match="without its evaluation"):
        whatif(Trace.from_json(saved.to_json()), (1,))
    asking = record(
        mtd, tree, first=0, next=lambda low, high, g: (">", g) if g == low else ("≥", g)
    )
    with pytest.raises(ValueError, match="without one of its functions"):
        whatif(Trace.from_json(asking.to_json()), (1,))


def test_a_trace_read_from_json_is_as_good_as_new():
    trace = record(alphabeta, catalogue.load("pantel-3.2"))
    assert whatif(Trace.from_json(trace.to_json()), "J") == whatif(trace, "J")
