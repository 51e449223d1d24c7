"""The log: what searches may write, and what is refused at once."""

from math import inf

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.helpers.generated import ANY, trees
from tracer import record
from tracer.algorithms import alphabeta, mtd_f, sss_star
from tracer.log.events import EVENTS, LIVE, SOLVED
from tracer.log.log import Log, event, step_of
from tracer.trace.moments import MOMENTS, moments, steps_to
from tracer.trace.replay import MisfitError, Replay
from trees import ROOT, catalogue, from_nested

TREE = from_nested([[3, 2], [1, 5]])


def recorded(*calls):
    """Record a search that makes these calls of its log."""

    def search(tree, log):
        for name, *fields in calls:
            getattr(log, name)(*fields)
        return 0

    return record(search, TREE)


@pytest.mark.parametrize(
    ("calls", "words"),
    [
        ([("leave", ROOT, 3)], "step 1, 'leave' at 0.*not the node being visited"),
        ([("enter", ROOT, -inf, inf), ("leave", (1,), 3)], "step 2.*not the node being visited"),
        ([("enter", (1,), -inf, inf)], "step 1 visits 1, but its parent was never visited"),
        ([("enter", ROOT, -inf, inf), ("evaluate", (1, 1), 3)], "step 2 evaluates 1.1 during"),
        ([("update", ROOT, 3, 3, inf, "x")], "step 1, 'update' at 0"),
        ([("cut", ROOT, ((2,),), 3, 3, "x")], "step 1, 'cut' at 0"),
        ([("answer", ROOT, True)], "step 1, 'answer' at 0"),
        ([("enter", ROOT, -inf, inf), ("test", ROOT, 3, True)], "visited without a question"),
        ([("pop", ROOT, LIVE, inf, "1")], "step 1, 'pop' at 0.*not the first state of OPEN"),
        ([("insert", ROOT, LIVE, inf, 2, "3")], "OPEN has no place 2"),
        ([("push", ROOT, LIVE, 9, ""), ("pop", ROOT, SOLVED, 9, "")], "step 2, 'pop' at 0"),
        ([("purge", ROOT, (((1,), LIVE, 3),), "6")], "these are not the states below it"),
        ([("drop", ROOT, (ROOT,), "6a")], "0 is not in BACKUP"),
    ],
)
def test_an_event_that_does_not_fit_fails_at_once(calls, words):
    with pytest.raises(MisfitError, match=words):
        recorded(*calls)


def test_the_search_stops_where_it_wrote_nonsense():
    reached = []

    def search(tree, log):
        log.leave(ROOT, 1)
        reached.append("too far")

    with pytest.raises(ValueError):
        record(search, TREE)
    assert reached == []


@given(name=st.sampled_from(sorted(ANY)), tree=trees())
def test_every_step_reads_as_the_event_it_was(name, tree):
    search, options = ANY[name]
    trace = record(search, tree, **options)
    assert tuple(map(step_of, trace.events)) == trace.steps
    assert tuple(map(event, trace.steps)) == trace.events
    assert all(type(e) is EVENTS[e.kind] for e in trace.events)
    relayed = []
    log = Log(relayed.append)
    for step in trace.steps:
        log.relay(step)
    assert tuple(relayed) == trace.steps


@given(name=st.sampled_from(sorted(ANY)), tree=trees())
def test_changes_lead_forwards_and_backwards(name, tree):
    """Before and after of everything: undone from the end, nothing is left."""
    search, options = ANY[name]
    changes = record(search, tree, **options).changes
    nodes, stack, opened, backup, table, counts = {}, [], [], {}, {}, {}
    for change in changes:
        for n, old, new in change.nodes:
            assert nodes.get(n, new._replace(status="unseen")).status == old.status
            nodes[n] = new
    for change in changes:
        apply(change, stack, opened, backup, table, counts, forwards=True)
    for change in reversed(changes):
        apply(change, stack, opened, backup, table, counts, forwards=False)
        for n, old, new in change.nodes:
            assert nodes[n] == new
            nodes[n] = old
    assert not any((stack, opened, backup, table))
    assert set(counts.values()) <= {0}
    assert {known.status for known in nodes.values()} <= {"unseen"}


def apply(change, stack, opened, backup, table, counts, *, forwards):
    if change.call:
        old, new = change.call if forwards else change.call[::-1]
        if old is not None:
            assert stack.pop() == old
        if new is not None:
            stack.append(new)
    splices = change.open if forwards else change.open[::-1]
    for place, *both in splices:
        old, new = both if forwards else both[::-1]
        if old is not None:
            assert opened.pop(place) == old
        if new is not None:
            opened.insert(place, new)
    for entries, held in (change.backup, backup), (change.table, table):
        for n, *both in entries if forwards else entries[::-1]:
            old, new = both if forwards else both[::-1]
            assert held.pop(n, None) == old
            if new is not None:
                held[n] = new
    for name, much in change.counts:
        counts[name] = counts.get(name, 0) + (much if forwards else -much)


def test_one_replay_serves_everything(monkeypatch):
    taken = []
    advance = Replay.advance
    monkeypatch.setattr(Replay, "advance", lambda r, e: taken.append(e) or advance(r, e))
    trace = record(sss_star, catalogue.load("srimani-a1"))
    assert taken == []
    for i in range(len(trace) + 1):
        frame = trace.frame(i)
        _ = frame.open, frame.counters, trace.caption(i)
    assert len(taken) == len(trace)


def test_moments_are_the_same_for_all_who_ask():
    trace = record(sss_star, catalogue.load("srimani-a1"))
    found = {what: moments(trace.tree, trace.changes, what) for what in MOMENTS}
    assert len(found["next"]) == trace.frame(len(trace)).counters.visits == 31
    assert len(found["leaf"]) == len(trace.leaves) == 19
    assert len(found["case"]) == 40  # the 41st state taken is the root, solved
    assert steps_to(trace.changes, "cutoff") == list(trace.cutoffs)
    for what, asked in found.items():
        assert all(m.frame < m.step <= len(trace) for m in asked), what


def test_a_leaf_is_asked_about_before_its_visit_gives_it_away():
    trace = record(alphabeta, catalogue.load("pantel-3.2"))
    asked = moments(trace.tree, trace.changes, "leaf")
    assert [(trace.tree.name(m.node), m.frame, m.step) for m in asked] == [
        ("H", 3, 5),
        ("I", 6, 8),
        ("J", 11, 13),
        ("L", 20, 22),
        ("M", 23, 25),
    ]


def test_in_another_order_the_forks_are_others():
    trace = record(alphabeta, catalogue.load("pantel-3.2"), order="right-to-left")
    forks = moments(trace.tree, trace.changes, "cut")
    names = [(trace.tree.name(m.node), m.answer, m.left) for m in forks]
    assert names == [
        ("N", "on", 1),
        ("F", "on", 1),
        ("L", "on", 1),
        ("B", "on", 1),
        ("J", "on", 1),
        ("D", "on", 1),
        ("H", "on", 1),
    ]


def test_keys_and_moments_that_are_not_there():
    trace = record(alphabeta, TREE)
    with pytest.raises(ValueError, match="cutoff, leaf, return, list, pass"):
        steps_to(trace.changes, "jump")
    with pytest.raises(ValueError, match="leaf, next, cut, case, returned"):
        moments(trace.tree, trace.changes, "value")


def test_why_is_asked_of_cutoffs_only():
    trace = record(alphabeta, catalogue.load("pantel-3.2"))
    why = trace.why(15)
    assert (why.inequality, why.witnesses) == ("J ≥ max(H, I)", ((1, 2, 1), (1, 1, 1)))
    assert str(why).startswith("J ≥ max(H, I). MAX can get 10 or more at E")
    with pytest.raises(LookupError, match="step 3 cuts nothing off; these do: 15, 29"):
        trace.why(3)


def test_ints_beyond_the_range_of_floats():
    big = 10**308
    trace = record(mtd_f, from_nested([[big, -big], [big - 1, 3]]))
    assert trace.value == 3
    from tracer.algorithms import mtd_bi

    trace = record(mtd_bi, from_nested([[big, big], [-big, 3]]))
    assert trace.value == big
    assert all(trace.caption(i) for i in range(len(trace) + 1))
