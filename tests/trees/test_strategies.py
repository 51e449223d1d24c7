from itertools import islice, pairwise
from math import ceil, floor

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tracer import record
from tracer.algorithms import alphabeta, dual_star, minimax, sss_star
from trees import ROOT, Tree, from_nested, iid, minimal, uniform
from trees.strategies import (
    Strategy,
    count_strategies,
    critical_leaves,
    critical_tree,
    initial_clusters,
    line_of_play,
    nodes_through,
    strategies,
    strategy_value,
)

OTHER = {"MAX": "MIN", "MIN": "MAX"}


def leaves_of(search, tree, **options):
    """The value a search returns and the leaves it evaluates, in order."""
    trace = record(search, tree, **options)
    return trace.value, list(trace.leaves)


def nested(depth):
    leaf = st.integers(-3, 3)
    if depth == 0:
        return leaf
    return leaf | st.lists(nested(depth - 1), min_size=1, max_size=3)


trees = st.builds(from_nested, nested(4), root=st.sampled_from(["MAX", "MIN"])).filter(
    lambda t: count_strategies(t, "MAX") + count_strategies(t, "MIN") <= 400
)
sides = st.sampled_from(["MAX", "MIN"])


@given(trees, sides)
def test_as_many_strategies_are_enumerated_as_counted_and_all_differ(tree, side):
    found = list(strategies(tree, side))
    assert len(set(found)) == len(found) == count_strategies(tree, side)


@given(trees, sides)
def test_a_strategy_chooses_one_child_at_its_nodes_and_holds_all_at_the_others(tree, side):
    for strategy in strategies(tree, side):
        assert strategy.side == side
        assert list(strategy.leaves) == sorted(strategy.leaves)
        nodes = strategy.nodes
        assert ROOT in nodes and nodes <= set(tree.nodes())
        assert set(strategy.leaves) == {n for n in nodes if tree.is_leaf(n)}
        for n in nodes:
            if children := tree.children(n):
                held = 1 if tree.to_move(n) == side else len(children)
                assert len(nodes & set(children)) == held


@given(trees)
def test_the_best_strategy_of_either_player_is_worth_the_minimax_value(tree):
    value, _ = leaves_of(minimax, tree)
    assert max(strategy_value(tree, s) for s in strategies(tree, "MAX")) == value
    assert min(strategy_value(tree, s) for s in strategies(tree, "MIN")) == value


@given(trees, st.data())
def test_two_strategies_meet_in_one_leaf_worth_what_both_are_sure_of(tree, data):
    high, low = (data.draw(st.sampled_from(list(strategies(tree, p)))) for p in ("MAX", "MIN"))
    play = line_of_play(high, low)
    assert play == line_of_play(low, high)
    assert set(play) == high.nodes & low.nodes
    assert play[0] == ROOT and all(b in tree.children(a) for a, b in pairwise(play))
    assert {play[-1]} == set(high.leaves) & set(low.leaves)
    assert strategy_value(tree, high) <= tree.value(play[-1]) <= strategy_value(tree, low)


@given(trees, sides)
def test_every_strategy_is_in_exactly_one_initial_cluster(tree, side):
    clusters = set(initial_clusters(tree, side))
    for strategy in strategies(tree, side):
        assert len(clusters & set(strategy.leaves)) == 1


@given(trees)
def test_sss_star_and_its_dual_begin_with_the_initial_clusters(tree):
    for side, search in ("MAX", sss_star), ("MIN", dual_star):
        clusters = initial_clusters(tree, side)
        _, leaves = leaves_of(search, tree)
        assert tuple(leaves[: len(clusters)]) == clusters


def test_the_binary_tree_of_depth_three_has_eight_strategies_in_four_clusters():
    tree = uniform(2, 3, range(8))
    assert count_strategies(tree) == 8
    assert initial_clusters(tree) == ((1, 1, 1), (1, 1, 2), (2, 1, 1), (2, 1, 2))
    assert initial_clusters(tree, "MIN") == ((1, 1, 1), (1, 2, 1))
    assert [s.leaves for s in islice(strategies(tree), 2)] == [
        ((1, 1, 1), (1, 2, 1)),
        ((1, 1, 1), (1, 2, 2)),
    ]


def test_strategies_are_counted_without_being_enumerated():
    assert count_strategies(iid(8, 4, seed=1)) == 8**9
    assert next(strategies(iid(8, 6, seed=1))).leaves[0] == (1,) * 6


@pytest.mark.parametrize(("w", "d"), [(1, 3), (2, 1), (2, 5), (3, 2), (3, 4), (4, 3), (5, 0)])
@pytest.mark.parametrize("root", ["MAX", "MIN"])
def test_on_minimal_trees_alpha_beta_visits_the_critical_tree_and_no_more(w, d, root):
    for seed in range(5):
        tree = minimal(w, d, seed=seed, root=root)
        critical = critical_leaves(tree)
        assert len(critical) == w ** ceil(d / 2) + w ** floor(d / 2) - 1
        assert tuple(leaves_of(alphabeta, tree)[1]) == critical
        events = record(alphabeta, tree).events
        entered = {event.node for event in events if event.kind == "enter"}
        assert entered == set(critical_tree(tree))


@given(trees)
def test_the_critical_leaves_are_those_of_the_two_leftmost_strategies(tree):
    first = {p: next(strategies(tree, p)) for p in ("MAX", "MIN")}
    assert set(critical_leaves(tree)) == {n for s in first.values() for n in s.leaves}


def test_the_types_of_knuth_and_moore():
    types = critical_tree(uniform(2, 3, range(8)))
    assert types == {
        (): 1,
        (1,): 1,
        (1, 1): 1,
        (1, 1, 1): 1,
        (1, 1, 2): 2,
        (1, 2): 2,
        (1, 2, 1): 3,
        (2,): 2,
        (2, 1): 3,
        (2, 1, 1): 2,
        (2, 1, 2): 2,
    }


@given(trees, sides, st.data())
def test_the_strategies_through_some_nodes(tree, side, data):
    through = data.draw(st.lists(st.sampled_from(list(tree.nodes())), max_size=3))
    found = [s for s in strategies(tree, side) if set(through) <= s.nodes]
    assert count_strategies(tree, side, through) == len(found)
    if found:
        assert nodes_through(tree, through, side) == set().union(*(s.nodes for s in found))
    else:
        with pytest.raises(ValueError, match=f"no strategy of {side} contains all these nodes"):
            nodes_through(tree, through, side)


def test_two_thousand_levels():
    depth = 2000
    spine = {(1,) * depth: 0} | {(1,) * i + (2,): i for i in range(depth)}
    tree = Tree(spine)
    assert count_strategies(tree) == count_strategies(tree, "MIN") == depth // 2 + 1
    high, low = next(strategies(tree)), next(strategies(tree, "MIN"))
    assert line_of_play(high, low)[-1] == (1,) * depth
    assert len(high.nodes) == depth + 1 + depth // 2
    assert strategy_value(tree, high) == 0
    assert len(initial_clusters(tree)) == depth // 2 + 1
    assert len(critical_leaves(tree)) == depth + 1


def test_bad_input_is_refused_at_the_door():
    tree = uniform(2, 2, [1, 2, 3, 4])
    for ask in strategies, count_strategies, initial_clusters:
        with pytest.raises(ValueError, match="'MAX' or 'MIN', not 'max'"):
            ask(tree, "max")
    for ask in count_strategies, lambda tree, side, through: nodes_through(tree, through, side):
        with pytest.raises(ValueError, match="3 is not in the tree"):
            ask(tree, "MAX", [(3,)])
    high, low = next(strategies(tree)), next(strategies(tree, "MIN"))
    with pytest.raises(ValueError, match="both strategies are for MAX"):
        line_of_play(high, high)
    with pytest.raises(ValueError, match="share no leaf"):
        line_of_play(Strategy("MAX", ((3,),)), low)
    with pytest.raises(ValueError, match="3 is not in the tree"):
        strategy_value(tree, Strategy("MAX", ((3,),)))
    with pytest.raises(ValueError, match="1 is not a leaf"):
        strategy_value(tree, Strategy("MAX", ((1,),)))
