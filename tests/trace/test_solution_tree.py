"""What a finished search has shown: solution trees and the principal variation."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.helpers.generated import EXACT, trees, value_of
from tracer import record
from tracer.algorithms import alphabeta, minimax
from tracer.log.events import Evaluate
from tracer.trace.solution_tree import principal_variation, solution_tree
from trees import ROOT, catalogue, from_nested

PROVING = sorted(set(EXACT) - {"solve"})


def is_strategy(tree, nodes, side):
    """One child where the side moves, all where the other does, down to leaves."""
    for n in nodes:
        inside = [c for c in tree.children(n) if c in nodes]
        if tree.is_leaf(n):
            continue
        if tree.to_move(n) == side:
            assert len(inside) == 1
        else:
            assert len(inside) == len(tree.children(n))
        assert n == ROOT or n[:-1] in nodes
    return ROOT in nodes


@given(name=st.sampled_from(PROVING), tree=trees())
def test_a_finished_search_has_shown_a_strategy_for_each_player(name, tree):
    search, options = EXACT[name]
    trace = record(search, tree, **options)
    frame, f = trace.frame(len(trace)), value_of(tree)
    for side, holds in ("MAX", lambda v: v >= f), ("MIN", lambda v: v <= f):
        nodes = solution_tree(frame, f, side)
        assert is_strategy(tree, nodes, side)
        leaves = [n for n in nodes if tree.is_leaf(n)]
        assert set(leaves) <= set(trace.leaves)
        assert all(holds(tree.value(n)) for n in leaves)


@given(tree=trees())
def test_the_principal_variation_is_a_play_worth_the_value(tree):
    trace = record(alphabeta, tree)
    play = principal_variation(trace.frame(len(trace)), trace.value)
    assert play[0] == ROOT
    assert tree.is_leaf(play[-1])
    assert all(n[:-1] == m for m, n in pairwise(play))
    assert tree.value(play[-1]) == trace.value


def test_on_a_known_tree():
    tree = catalogue.load("pantel-3.2")
    trace = record(alphabeta, tree)
    end = trace.frame(len(trace))

    def names(nodes):
        return " ".join(sorted(tree.name(n) for n in nodes))

    assert names(solution_tree(end, 8, "MAX")) == "A B D E H J"
    assert names(solution_tree(end, 8, "MIN")) == "A B C D F H I L M"
    assert names(principal_variation(end, 8)) == "A B D H"


def test_what_is_not_shown_yet():
    trace = record(minimax, from_nested([[3, 2], [1, 5]]))
    i = trace.events.index(Evaluate((1, 2), 2)) + 1
    assert solution_tree(trace.frame(i), 2, "MAX")
    assert not solution_tree(trace.frame(i), 2, "MIN")
    assert not solution_tree(trace.frame(i), 3, "MAX")
    assert principal_variation(trace.frame(i), 2) == ()
    assert solution_tree(trace.frame(0), 2) == frozenset()


@pytest.mark.parametrize("side", ["max", "", None])
def test_players_are_called_max_and_min(side):
    trace = record(minimax, from_nested([1, 2]))
    with pytest.raises(ValueError, match="'MAX' or 'MIN'"):
        solution_tree(trace.frame(len(trace)), 2, side)


def test_of_several_solution_trees_the_leftmost_is_shown():
    tree = from_nested([[5, 7], [5, 6], [5, 5]])
    end = record(minimax, tree).frame(len(record(minimax, tree)))
    assert solution_tree(end, 5, "MAX") == {(), (1,), (1, 1), (1, 2)}
    assert solution_tree(end, 5, "MIN") == {(), (1,), (2,), (3,), (1, 1), (2, 1), (3, 1)}
