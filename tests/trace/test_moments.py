"""Where the player stops: the steps that a key leads to."""

import pytest

from tracer import record
from tracer.algorithms import alphabeta, iterative_deepening, scout, sss_star
from tracer.log.events import Cut, Enter, NewHorizon
from tracer.trace.moments import TARGETS, moments, steps_to, telling_steps, visiting_steps
from trees import catalogue, from_nested, iid

TREE = from_nested([[[1, 2], [3, 4]], [[0, 1], [5, 6]]])


def test_the_levels_of_detail_stop_at_every_new_horizon():
    trace = record(iterative_deepening, TREE, depth=3, evaluate=lambda n: len(n))
    horizons = [i for i, taken in enumerate(trace.events, 1) if isinstance(taken, NewHorizon)]
    assert len(horizons) == 3
    for stops in telling_steps(trace.changes), visiting_steps(trace.changes):
        assert set(horizons) <= set(stops)
    assert steps_to(trace.changes, "pass") == horizons


def test_a_search_without_horizons_stops_at_leaves_and_cutoffs():
    trace = record(alphabeta, catalogue.load("pantel-3.2"))
    leaves, cutoffs = (set(steps_to(trace.changes, what)) for what in ("leaf", "cutoff"))
    assert set(telling_steps(trace.changes)) == leaves | cutoffs
    assert cutoffs == set(trace.cutoffs)


def test_the_same_child_again_is_no_fork():
    trace = record(scout, iid(2, 4, seed=1))
    for moment in moments(trace.tree, trace.changes, "cut"):
        taken = trace.events[moment.step - 1]
        if isinstance(taken, Cut):
            assert moment.left == len(taken.skipped)
            continue
        parent = taken.node[:-1]
        entered = max(
            i
            for i, e in enumerate(trace.events[: moment.step - 1])
            if e.node == parent and e.kind in ("enter", "ask")
        )
        visited = [e.node for e in trace.events[entered : moment.step - 1] if e.kind == taken.kind]
        assert taken.node not in visited or not isinstance(taken, Enter)


def test_a_leaf_seen_twice_in_a_row_is_asked_about_twice():
    """Scout tests a leaf, then evaluates it; each time, the question comes before the visit."""
    tree = from_nested([1, 2])
    found = moments(tree, record(scout, tree).changes, "leaf")
    assert [(m.frame, m.step, m.node) for m in found] == [(0, 3, (1,)), (3, 6, (2,)), (6, 8, (2,))]


def test_best_first_searches_have_no_forks():
    trace = record(sss_star, TREE)
    assert moments(TREE, trace.changes, "cut") == []


@pytest.mark.parametrize("what", ["leaves", "", "Cut"])
def test_unknown_moments_and_targets_are_refused(what):
    with pytest.raises(ValueError, match="leaf, next"):
        moments(TREE, (), what)
    with pytest.raises(ValueError, match=", ".join(TARGETS)):
        steps_to((), what)
