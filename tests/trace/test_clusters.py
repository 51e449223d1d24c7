"""States of OPEN stand for the strategies that Γ has not told apart."""

from math import inf

import pytest
from hypothesis import assume, given

from tests.helpers.generated import ragged, trees
from tracer import record
from tracer.algorithms import dual_star, iterative_deepening, ps_star, sss_star
from tracer.log.events import LIVE, Insert, Pop, Purge, Push, State
from tracer.trace.clusters import entries, fixed_nodes
from trees import iid
from trees.dewey import ROOT
from trees.strategies import count_strategies, strategies, strategy_value

MOST = 600  # strategies of a tree that are all followed


def fixed_of(trace):
    entered = entries(trace.tree, trace.changes, trace.algorithm.solves)
    number = {state: k for k, (state, _) in enumerate(entered)}
    return lambda state: fixed_nodes(entered, number[state])


def follow(trace):
    """The strategies behind each state of OPEN, told apart by Γ itself, step by step."""
    clusters, taken = {}, set(strategies(trace.tree, trace.algorithm.solves))
    for i, event in enumerate(trace.events, 1):
        match event:
            case Pop(n, status, merit):
                taken = clusters.pop(State(n, status, merit))
            case Push(n, status, merit) | Insert(n, status, merit):
                clusters[State(n, status, merit)] = {t for t in taken if n in t.nodes}
            case Purge(_, states):
                for state in states:
                    del clusters[State(*state)]
        yield i, clusters


@pytest.mark.parametrize("search", [sss_star, dual_star])
@given(tree=ragged(max_leaves=9))
def test_a_cluster_is_all_strategies_with_the_fixed_nodes(search, tree):
    trace = record(search, tree)
    side = trace.algorithm.solves
    if count_strategies(tree, side) > MOST:
        return
    fixed, everything = fixed_of(trace), list(strategies(tree, side))
    worst, start = (min, inf) if side == "MAX" else (max, -inf)
    for i, clusters in follow(trace):
        assert set(clusters) == set(trace.frame(i).open)
        for state, cluster in clusters.items():
            nodes = fixed(state)
            assert cluster == {t for t in everything if nodes <= t.nodes} != set()
            seen = [tree.value(n) for n in nodes if tree.is_leaf(n) and (n, LIVE) != state[:2]]
            assert state.merit == worst([start, *seen])
            for value in (strategy_value(tree, t) for t in cluster):
                assert worst(value, state.merit) == value


@pytest.mark.parametrize("search", [sss_star, dual_star])
@given(tree=trees())
def test_the_last_state_is_one_strategy_worth_the_value(search, tree):
    trace = record(search, tree)
    nodes = fixed_of(trace)(trace.frame(len(trace) - 1).open[0])
    own = trace.algorithm.solves
    for n in nodes:
        inside = [c for c in tree.children(n) if c in nodes]
        if not tree.is_leaf(n):
            assert inside == list(tree.children(n)) if tree.to_move(n) != own else len(inside) == 1
    best = min if own == "MAX" else max
    assert best(tree.value(n) for n in nodes if tree.is_leaf(n)) == trace.value


@given(tree=trees())
def test_with_backup_a_state_has_its_path_and_the_siblings_it_passed(tree):
    trace = record(ps_star, tree)
    assume(trace.frame(len(trace)).counters.peak_backup)
    fixed = fixed_of(trace)
    for i in range(1, len(trace) + 1):
        for state in trace.frame(i).open[:3]:
            wanted, n = {ROOT}, state.node
            for k in range(1, len(n) + 1):
                siblings = tree.children(n[: k - 1])
                wanted |= {n[:k]} if tree.is_max(n[: k - 1]) else set(siblings[: n[k - 1]])
            assert fixed(state) == wanted


def test_a_new_horizon_begins_new_histories():
    tree = iid(2, 4, seed=1)
    trace = record(iterative_deepening, tree, search=sss_star, depth=3, evaluate=len)
    entered = entries(tree, trace.changes, "MAX")
    starts = [k for k, (state, origin) in enumerate(entered) if state == (ROOT, LIVE, inf)]
    assert len(starts) == 3
    for k in range(len(entered)):
        history = [k]
        while (origin := entered[history[-1]].origin) >= 0:
            history.append(origin)
        assert history[-1] in starts and sum(start in history for start in starts) == 1
