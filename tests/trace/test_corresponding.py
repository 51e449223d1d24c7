"""After a change of the tree, a search stays where it was."""

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.helpers.generated import ragged
from tracer import record
from tracer.algorithms import alphabeta, minimax, mtd_f, scout, sss_star
from tracer.trace.corresponding import corresponding_steps
from trees import from_nested
from trees.edit import delete, move, set_value

SEARCHES = st.sampled_from([alphabeta, minimax, scout, sss_star, mtd_f])


@settings(max_examples=40)
@given(tree=ragged(max_leaves=10), search=SEARCHES)
def test_a_change_of_nothing_keeps_every_step(tree, search):
    trace = record(search, tree)
    same = {n: n for n in tree.nodes()}
    assert corresponding_steps(trace, record(search, tree), same) == list(range(len(trace) + 1))


@settings(max_examples=40)
@given(tree=ragged(max_leaves=10), search=SEARCHES, data=st.data())
def test_a_leaf_that_has_not_been_reached_keeps_the_step(tree, search, data):
    n = data.draw(st.sampled_from(list(tree.leaves())))
    edited = set_value(tree, n, data.draw(st.integers(-9, 9)))
    old, new = record(search, tree), record(search, edited.tree)
    found = corresponding_steps(old, new, edited.moved)
    seen = (i for i, e in enumerate(old.events) if e.kind == "evaluate" and e.node == n)
    before = next(seen, len(old))  # the frames up to this one know nothing of the leaf
    assert found[: before + 1] == list(range(before + 1))
    assert found[-1] == len(new)
    assert all(0 <= i <= len(new) for i in found)


@settings(max_examples=40)
@given(tree=ragged(max_leaves=10), search=SEARCHES, data=st.data())
def test_the_event_is_the_same_where_there_is_one(tree, search, data):
    nodes = [n for n in tree.nodes() if n]
    if not nodes:
        return
    n = data.draw(st.sampled_from(nodes))
    edited = delete(tree, n) if data.draw(st.booleans()) else move(tree, n, 1)
    old, new = record(search, tree), record(search, edited.tree)
    found = corresponding_steps(old, new, edited.moved)
    before = 0
    for i, event in enumerate(old.events[:-1], 1):
        m = edited.moved.get(event.node)
        k = sum(e.kind == event.kind and e.node == event.node for e in old.events[:i])
        same = [j for j, e in enumerate(new.events, 1) if e.kind == event.kind and e.node == m]
        before = same[k - 1] if len(same) >= k else before
        assert found[i] == before


def test_a_leaf_that_is_now_cut_off():
    tree = from_nested([[3, 5], [4, 9]])
    edited = set_value(tree, (2, 1), 2)
    old, new = record(alphabeta, tree), record(alphabeta, edited.tree)
    at = next(i for i, e in enumerate(old.events, 1) if e.kind == "evaluate" and e.node == (2, 2))
    found = corresponding_steps(old, new, edited.moved)[at]
    assert new.events[found - 1].node == (2,)  # the step before: C has its first value
