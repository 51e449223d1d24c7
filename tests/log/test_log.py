"""The log: what searches may write, and what is refused at once."""

from functools import partial
from math import inf, nan

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.helpers.generated import ANY, trees
from tracer import record
from tracer.algorithms import (
    alphabeta,
    depth_limited,
    dual_star,
    iterative_deepening,
    mtd_f,
    negamax,
    negascout,
    ps_star,
    scout,
    sss_star,
)
from tracer.log.events import EVENTS, LIVE, SOLVED
from tracer.log.log import Log, Written, event, step_of
from tracer.log.open_backup import Open
from tracer.trace.fits import Fits, MisfitError
from tracer.trace.moments import MOMENTS, moments, steps_to
from tracer.trace.replay import Replay
from tracer.trace.trace import Trace
from trees import ROOT, Tree, catalogue, from_nested

TREE = from_nested([[3, 2], [1, 5]], letters=False)


def recorded(*calls, value=0):
    """Record a search that makes these calls of its log."""

    def search(tree, log):
        for name, *fields in calls:
            getattr(log, name)(*fields)
        return value

    return record(search, TREE)


ENTER = ("enter", ROOT, -inf, inf)
ENTER_1 = ("enter", (1,), -inf, inf)
TO_LEAF = [ENTER, ENTER_1, ("enter", (1, 1), -inf, inf)]
ASK = ("ask", ROOT, "≥", 3)
ASK_LEAF = [ASK, ("ask", (1,), "≥", 3), ("ask", (1, 1), "≥", 3)]
PUSH = ("push", ROOT, LIVE, inf, "")

MISFITS = {
    "visits": [
        ([("leave", ROOT, 3)], "step 1, 'leave' at the root, does not fit: no node is being"),
        ([ENTER, ("leave", (1,), 3)], "step 2, 'leave' at node 1.*being visited is the root"),
        ([ENTER_1], "'enter' at node 1.*the first visit must be to the root"),
        ([ENTER, ENTER], "not a child of the node being visited, the root"),
        ([ENTER, ENTER_1, ENTER], "not a child of the node being visited, node 1"),
        ([ENTER, ENTER_1, ("enter", (2,), 0, 1)], "not a child of the node being visited"),
        ([ENTER, ("enter", (1, 1), 0, 1)], "not a child of the node being visited"),
        ([("enter", ROOT, 5, 3)], "alpha must not be greater than beta; got 5 and 3"),
        ([ENTER, ("cut", ROOT, ((1,),), 3, 3, "x"), ENTER_1], "cut off during this visit"),
        ([("update", ROOT, 3, 3, inf, "x")], "step 1, 'update' at the root"),
        ([ENTER, ENTER_1, ("update", ROOT, 3, 3, inf, "x")], "being visited is node 1"),
        ([*TO_LEAF, ("leave", (1, 1), 9)], "a leaf must be evaluated"),
    ],
    "leaves": [
        ([ENTER, ("evaluate", (1, 1), 3)], "step 2, 'evaluate' at node 1.1.*visited is the root"),
        ([ENTER, ("leave", ROOT, 0), ("evaluate", (1, 1), 3)], "no node is being visited"),
        ([ENTER, ("evaluate", ROOT, 3)], "it is not a leaf"),
        ([*TO_LEAF, ("evaluate", (1, 1), 99)], "the value 99, but its value is 3"),
        ([PUSH, ("evaluate", (1, 1), 3)], "only the LIVE state just taken from OPEN"),
        ([*ASK_LEAF, ("test", (1, 1), 3, False)], "False is the wrong answer for a value of 3"),
        ([ASK, ("test", ROOT, 3, True)], "it is not a leaf"),
        ([*TO_LEAF, ("test", (1, 1), 3, True)], "visited without a question"),
        ([ENTER, ("answer", ROOT, True)], "visited without a question"),
        ([("answer", ROOT, True)], "step 1, 'answer' at the root"),
    ],
    "cutoffs": [
        ([("cut", ROOT, ((2,),), 3, 3, "x")], "step 1, 'cut' at the root.*no node"),
        ([ENTER, ("cut", ROOT, (), 3, 3, "x")], "at least one child"),
        ([ENTER, ENTER_1, ("cut", (1,), ((2, 1),), 1, 1, "x")], "only its own.*not node 2.1"),
        ([ENTER, ("cut", ROOT, ((1, 1), (1, 2)), 1, 1, "x")], "not nodes 1.1 and 1.2"),
        ([ENTER, ("cut", ROOT, (ROOT,), 1, 1, "x")], "only its own children"),
        ([ENTER, ("cut", ROOT, ((1,), (1,)), 1, 1, "x")], "already visited or skipped node 1"),
        ([ENTER, *[("cut", ROOT, ((1,),), 1, 1, "x")] * 2], "already visited or skipped node 1"),
        (
            [*TO_LEAF, ("evaluate", (1, 1), 3), ("cut", (1,), ((1, 1),), 1, 1, "x")],
            "already visited or skipped node 1.1",
        ),
    ],
    "lists": [
        ([("pop", ROOT, LIVE, inf, "1")], "step 1, 'pop' at the root.*first state of OPEN"),
        ([("push", ROOT, LIVE, 9, ""), ("pop", ROOT, SOLVED, 9, "")], "step 2, 'pop' at the root"),
        ([PUSH, PUSH], "already in OPEN"),
        ([PUSH, ("insert", ROOT, SOLVED, 3, 1, "3")], "already in OPEN"),
        ([("insert", ROOT, LIVE, inf, 2, "3")], "OPEN has no place 2; it holds 0 states"),
        (
            [PUSH, ("insert", (1,), LIVE, 3, 1, "1"), ("push", (2,), LIVE, 0, "1")],
            "a merit of 0 is out of order at place 0",
        ),
        ([("purge", ROOT, (((1,), LIVE, 3),), "6")], "be all the states below it in OPEN"),
        (
            [
                *[("push", (i,), LIVE, 3, "") for i in (2, 1)],
                ("purge", ROOT, (((1,), LIVE, 3),), "6"),
            ],
            "all the states below it",
        ),
        ([("drop", ROOT, (ROOT,), "6a")], "the root is not in BACKUP"),
        ([("note", (1,), 1, 0, 1, ""), ("drop", (2,), ((1,),), "6")], "not at or below it"),
        ([("note", (1,), 1, 0, 1, ""), ("drop", ROOT, ((1,), (1,)), "6")], "not in BACKUP"),
        ([("note", ROOT, 99, 0, 1, "")], "it has no child 99"),
        ([("note", ROOT, 1, 5, 1, "")], "low must not be greater than high; got 5 and 1"),
    ],
    "drivers": [
        ([ASK, ("lookup", ROOT, 1, 2, True)], "does not hold these bounds"),
        ([("store", ROOT, 1, 2), ASK, ("lookup", ROOT, 1, 6, True)], "does not hold these bounds"),
        ([("store", ROOT, 1, 2), ("lookup", ROOT, 1, 2, False)], "no node is being visited"),
        ([("store", ROOT, 8, 2)], "low must not be greater than high; got 8 and 2"),
        ([("pass_ends", ROOT, 1, 0, 1)], "pass 1 is not in progress"),
        ([("pass_begins", ROOT, 1, 0, 1), ("pass_ends", ROOT, 2, 0, 1)], "pass 2 is not in"),
        ([*[("pass_begins", ROOT, 1, 0, 1)] * 2], "step 2, .*after the last visit"),
        ([ENTER, ("pass_begins", ROOT, 1, 0, 1)], "step 2, .*after the last visit"),
        ([ENTER, ("horizon", ROOT, 1)], "a new horizon can begin only after the last visit"),
        ([("horizon", (1,), 1)], "must begin at the root"),
        ([PUSH, ("horizon", ROOT, 1)], "OPEN empty"),
        ([("horizon", ROOT, 1), ENTER, ENTER_1, ("enter", (1, 1), 0, 1)], "beyond the horizon"),
    ],
    "fields": [
        ([("enter", [], -inf, inf)], r"'enter', does not fit: \[\] is not a node.*\(1, 2, 1\)"),
        ([("enter", "0", -inf, inf)], "'0' is not a node"),
        ([ENTER, ("enter", (1.0,), -inf, inf)], "is not a node"),
        ([("push", (9,), LIVE, 3, "")], "9 is not in the tree"),
        ([ENTER, ("cut", ROOT, 2, 1, 1, "x")], "skipped must be a tuple of nodes, not 2"),
        ([ENTER, ("cut", ROOT, (2,), 1, 1, "x")], "2 is not a node"),
        ([*TO_LEAF, ("evaluate", (1, 1), inf)], "finite"),
        ([("ask", ROOT, "=", 3)], "relation must be '>' or '≥', not '='"),
        ([ASK, ("answer", ROOT, "yes")], "yes must be True or False, not 'yes'"),
        ([("push", ROOT, "DEAD", 3, "")], "status must be LIVE or SOLVED, not 'DEAD'"),
        ([("insert", ROOT, LIVE, 3, -1, "1")], "place must be an integer of at least 0, not -1"),
        ([("insert", ROOT, LIVE, 3, 0.0, "1")], "place must be an integer of at least 0, not 0.0"),
        ([("note", ROOT, -3, 0, 1, "")], "last must be an integer of at least 0, not -3"),
        ([("purge", ROOT, 5, "6")], "'purge', does not fit: states must be a tuple of"),
        ([("purge", ROOT, (((1,), LIVE),), "6")], "states must be a tuple of"),
        ([("purge", ROOT, (((1,), "DEAD", 3),), "6")], "status must be LIVE or SOLVED, not 'DEAD'"),
        ([("horizon", ROOT, "x")], "depth must be an integer of at least 0, not 'x'"),
        ([("enter", ROOT, -inf, inf, "\x1b[31m")], "a printable string"),
        ([("enter", ROOT, -inf, 10**400)], "range of floats"),
        *(
            ([*calls, (*call, *[bad] * many, *end)], f"must be an int or a float, not {bad!r}")
            for bad in (nan, "3", None, True)
            for calls, call, many, end in [
                ([], ("enter", ROOT), 2, ()),
                ([], ("ask", ROOT, "≥"), 1, ()),
                (TO_LEAF, ("evaluate", (1, 1)), 1, ()),
                ([ENTER], ("update", ROOT), 3, ("x",)),
                ([ENTER], ("leave", ROOT), 1, ()),
                ([ENTER], ("cut", ROOT, ((1,),)), 2, ("x",)),
                ([], ("push", ROOT, LIVE), 1, ("",)),
                ([], ("store", ROOT), 2, ()),
            ]
        ),
    ],
}


@pytest.mark.parametrize(("calls", "words"), [case for cases in MISFITS.values() for case in cases])
def test_an_event_that_does_not_fit_fails_at_once(calls, words):
    with pytest.raises(MisfitError, match=words) as caught:
        recorded(*calls)
    assert (
        str(caught.value).startswith(f"step {len(calls)}, '") and caught.value.args[0].isprintable()
    )


DONE = [ENTER, ("leave", ROOT, 1)]


@pytest.mark.parametrize(
    ("calls", "value", "words"),
    [
        ([], 0, "the search logged nothing"),
        ([ENTER], 0, "ended during its visit to the root"),
        ([("pass_begins", ROOT, 1, 0, 1)], 0, "ended during pass 1"),
        ([PUSH], 0, "before the root was SOLVED"),
        (DONE, 5, "returned 5, but left the root with 1"),
        ([("push", ROOT, SOLVED, 3, "")], 5, "returned 5, but left the root with 3"),
        (DONE, nan, "what the search returned must be an int or a float, not nan"),
        (DONE, "x", "returned must be an int or a float, not 'x'"),
        (DONE, None, "returned must be an int or a float, not None"),
        (DONE, True, "returned must be an int or a float, not True"),
        (DONE, 10**400, "range of floats"),
    ],
)
def test_an_end_that_does_not_fit(calls, value, words):
    with pytest.raises(MisfitError, match=words):
        recorded(*calls, value=value)


def leaves_what_it_never_entered(tree, log):
    log.leave(ROOT, 3)
    return 3


def test_whose_search_it_is_does_not_hang_on_its_name():
    search = leaves_what_it_never_entered
    for name in "tracer.algorithms.mine", None:
        search.__module__ = name
        with pytest.raises(MisfitError, match="step 1, 'leave'"):
            record(search, TREE)
    with pytest.raises(MisfitError, match="step 1, 'leave'"):
        record(partial(search), TREE)
    for ours in depth_limited, iterative_deepening:
        with pytest.raises(MisfitError, match="step 2, 'leave'"):
            record(ours, TREE, search=search, depth=1)


def test_names_in_messages_cannot_steer_a_terminal():
    tree = Tree({(1,): 1, (2,): 2}, names={ROOT: "a\x1b[2J"})
    with pytest.raises(MisfitError, match=r"step 1, 'leave' at a \[2J, does not fit"):
        record(leaves_what_it_never_entered, tree)


@given(name=st.sampled_from(sorted(ANY)), tree=trees())
def test_our_own_searches_fit(name, tree):
    """The checks refuse nothing that they do."""
    search, options = ANY[name]
    trace = record(search, tree, **options)
    fits = Fits(tree, Replay(tree, trace.algorithm), options.get("evaluate"))
    changes = tuple(fits.take(step) for step in trace.steps)
    fits.end(trace.value)
    assert [c.event for c in changes] == list(trace.events)


def test_a_search_of_ones_own_may_do_what_ours_do():
    """The root is MIN: negamax leaves it with the value of the player to move."""
    tree = from_nested([[3, 2], [1, 5]], root="MIN")
    for ours in negamax, scout, mtd_f, dual_star, alphabeta:
        trace = record(lambda tree, log, ours=ours: ours(tree, log), tree)
        assert trace.steps == record(ours, tree).steps


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


@pytest.mark.parametrize("search", [alphabeta, scout, mtd_f, ps_star, negascout])
def test_names_of_lines_carry_no_meaning(search):
    """Rename all of them: the captions, cutoffs and counters stay the same."""
    trace, written = record(search, catalogue.load("pantel-3.2")), Written()
    for e in trace.events:
        written.extend(step_of(e._replace(line="x") if "line" in e._fields else e))
    other = Trace(trace.tree, trace.algorithm, trace.options, written, trace.value)
    assert other.cutoffs == trace.cutoffs
    assert other.frame(len(other)).counters == trace.frame(len(trace)).counters
    everywhere = range(len(trace) + 1)
    assert [other.caption(i) for i in everywhere] == [trace.caption(i) for i in everywhere]


def test_moments_are_the_same_for_all_who_ask():
    trace = record(sss_star, catalogue.load("srimani-a1"))
    found = {what: moments(trace.tree, trace.changes, what) for what in MOMENTS}
    assert len(found["next"]) == trace.frame(len(trace)).counters.visits == 31
    assert len(found["leaf"]) == len(trace.leaves) == 19
    assert len(found["case"]) == 40  # the 41st state taken is the root, solved
    assert steps_to(trace.changes, "cutoff") == list(trace.cutoffs)
    for what, asked in found.items():
        assert all(m.frame < m.step <= len(trace) for m in asked), what


def test_a_leaf_is_asked_about_before_a_cutoff_or_its_visit_gives_it_away():
    trace = record(alphabeta, catalogue.load("pantel-3.2"))
    asked = moments(trace.tree, trace.changes, "leaf")
    assert [(trace.tree.name(m.node), m.frame, m.step) for m in asked] == [
        ("H", 0, 5),
        ("I", 5, 8),
        ("J", 8, 13),
        ("L", 13, 22),
        ("M", 22, 25),
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
    assert why.worked == "J = 10 ≥ 8 = max(H, I)"
    assert str(why).startswith("J ≥ max(H, I). MAX can get 10 or more at E")
    with pytest.raises(LookupError, match=r"Step 3 is not a cutoff\. Choose one of: 15, 29"):
        trace.why(3)


def test_ints_beyond_the_range_of_floats():
    big = 10**308
    trace = record(mtd_f, from_nested([[big, -big], [big - 1, 3]]))
    assert trace.value == 3
    from tracer.algorithms import mtd_bi

    trace = record(mtd_bi, from_nested([[big, big], [-big, 3]]))
    assert trace.value == big
    assert all(trace.caption(i) for i in range(len(trace) + 1))


def test_an_insert_takes_the_slot_that_the_last_pop_left_free():
    steps = []
    states = Open(Log(steps.append), sign=1, parity=1)
    states.push((1,), LIVE, 9)
    states.pop("3")
    states.insert((1,), SOLVED, 5, "3")
    states.push((2,), LIVE, 7)
    assert states.first == ((2,), LIVE, 7)
    states.pop("6")
    states.purge(ROOT)
    assert event(steps[-1]).states == (((1,), SOLVED, 5),)
