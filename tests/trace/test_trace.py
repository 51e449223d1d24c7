"""Traces: every frame at any step, counters, cutoffs and why, bounded runs, JSON."""

import json
import re
from collections import Counter
from copy import deepcopy
from itertools import pairwise
from math import inf

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.helpers.generated import ANY, MANY, dressed, ragged, trees, value_of
from tracer import Trace, record
from tracer.algorithms import (
    alphabeta,
    depth_limited,
    iterative_deepening,
    minimax,
    mtd,
    mtd_f,
    negamax,
    negascout,
    ps_star,
    scout,
    solve,
    sss_star,
    staged_sss,
)
from tracer.algorithms.registry import ALGORITHMS, algorithm
from tracer.draw.text import describe
from tracer.log.events import EVENTS
from tracer.trace.change import STATUSES, UNKNOWN, Counters
from tracer.trace.cutoff import Expression, combined
from tracer.trace.measure import measure
from tracer.trace.replay import Replay
from trees import ROOT, Tree, catalogue, from_nested, iid, label, uniform

SEARCHES = st.sampled_from(sorted(ANY))


def traced(name, tree):
    search, options = ANY[name]
    return record(search, tree, **options)


# Frames


def fresh_replay(trace):
    bounds = {name: trace.options[name] for name in ("lower", "upper") if name in trace.options}
    return Replay(trace.tree, trace.algorithm, **bounds)


def replayed(trace, i):
    """The state after `i` steps, from scratch."""
    replay = fresh_replay(trace)
    for event in trace.events[:i]:
        replay.advance(event)
    return replay


def known(replay):
    """The nodes of which anything is known."""
    return {n: k for n, k in replay.nodes.items() if k != UNKNOWN}


@given(name=SEARCHES, tree=ragged(max_leaves=12))
def test_every_frame_is_what_the_steps_up_to_it_say(name, tree):
    trace = traced(name, tree)
    replay = fresh_replay(trace)
    cutoff = None
    for i in range(len(trace) + 1):
        if i:
            cutoff = replay.advance(trace.events[i - 1]).cutoff
        frame = trace.frame(i)
        assert list(frame.open) == replay.open
        assert {phase.node: phase for phase in frame.backup} == replay.backup
        assert [p.node for p in frame.backup] == sorted(replay.backup)
        assert frame.table == replay.table
        assert frame.cutoff == cutoff
        assert dict(frame.visited()) == known(replay)
        assert frame.counters._asdict() == replay.counts
        assert not frame.stack or frame.stack[-1] == replay.stack[0]
        for n in tree.nodes():
            assert frame.status(n) in STATUSES
            if n in known(replay):
                assert frame.known(n) == replay.nodes[n]


@given(name=SEARCHES, tree=trees(), data=st.data())
def test_random_access(name, tree, data):
    trace = traced(name, tree)
    again = traced(name, tree)
    for _ in range(5):
        i = data.draw(st.integers(0, len(trace)))
        fresh = replayed(again, i)
        frame = trace.frame(i)
        assert list(frame.open) == fresh.open
        assert {phase.node: phase for phase in frame.backup} == fresh.backup
        assert dict(frame.visited()) == known(fresh)


def test_random_access_on_long_lists():
    """Long enough that frames start from snapshots."""
    for search, options in (sss_star, {}), (ps_star, {"k": 2}):
        trace = record(search, iid(6, 4, seed=1), **options)
        for i in range(0, len(trace) + 1, 97):
            fresh = replayed(trace, i)
            assert list(trace.frame(i).open) == fresh.open
            assert {phase.node: phase for phase in trace.frame(i).backup} == fresh.backup


@given(name=SEARCHES, tree=trees())
def test_in_the_end_the_root_is_known_and_every_leaf_accounted_for(name, tree):
    trace = traced(name, tree)
    end = trace.frame(len(trace))
    assert end.stack == ()
    assert end.open == ()
    assert end.backup == ()
    assert end.status(ROOT) in ("solved", "evaluated")
    if "deepening" not in name:
        for n in tree.leaves():
            assert end.status(n) == ("evaluated" if n in trace.leaves else "cut off")


def test_a_frame_in_full():
    trace = record(alphabeta, catalogue.load("pantel-3.2"))
    names = trace.tree.node
    i = next(i for i, e in enumerate(trace.events, 1) if e.kind == "cut")
    frame = trace.frame(i)
    assert frame.node == names("E")
    assert frame.path == ((), names("B"), names("E"))
    assert frame.window == (10, 8)
    assert [(c.node, c.alpha, c.beta, c.value) for c in frame.stack] == [
        (names("A"), -inf, inf, None),
        (names("B"), -inf, 8, 8),
        (names("E"), 10, 8, 10),
    ]
    assert frame.values() == {names("H"): 8, names("I"): 5, names("J"): 10}
    status = {trace.tree.name(n): frame.status(n) for n in trace.tree.nodes()}
    assert status == dict(
        zip("ABECFGLMNO", ["live"] * 3 + ["unseen"] * 7, strict=True),
        D="solved", H="evaluated", I="evaluated", J="evaluated", K="cut off",
    )  # fmt: skip
    assert (frame.known(names("E")).low, frame.known(names("B")).high) == (10, 8)
    assert frame.counters.nbp == 3
    assert frame.cutoff.skipped == (names("K"),)


def test_below_what_is_cut_off_all_is_cut_off():
    tree = from_nested([[3, 2], [1, [[4, 5], [6, 7]]]])
    trace = record(alphabeta, tree)
    end = trace.frame(len(trace))
    assert {end.status(n) for n in tree.nodes((2, 2))} == {"cut off"}
    assert end.known((2, 2, 1, 1)).low == -inf


def test_an_empty_window_claims_only_what_the_leaves_show():
    """Strict and fail-hard, 2.2 is searched with the window (0, 0) and has to return 0."""
    trace = record(alphabeta, from_nested([0, [0, [-1]]], letters=False), soft=False, strict=True)
    i = next(i for i, e in enumerate(trace.events, 1) if e.kind == "leave" and e.node == (2, 2))
    assert trace.frame(i).known((2, 2))[1:3] == (-1, -1)
    assert trace.caption(i) == (
        "Node 2.2 returns 0: it is worth at most that, and further up only values above 0 matter."
    )


def test_before_the_first_step():
    frame = record(sss_star, from_nested([1, 2])).frame(0)
    assert (frame.node, frame.event, frame.window, frame.cutoff) == (None, None, None, None)
    assert frame.path == ()
    assert (frame.open, frame.backup, frame.table, frame.stack) == ((), (), {}, ())
    assert frame.known((1,)) == UNKNOWN
    assert set(frame.counters) == {0}


# Steps


@given(name=SEARCHES, tree=trees())
def test_every_visit_ends_and_visits_nest(name, tree):
    stack, taken = [], None
    for e in traced(name, tree).events:
        if e.kind == "pop":
            taken = e.node  # OPEN may be that of a search within a visit
        elif e.kind in ("enter", "ask"):
            assert e.node[:-1] == stack[-1] if stack else e.node in ((), taken)
            stack.append(e.node)
        elif e.kind in ("leave", "answer"):
            assert stack.pop() == e.node
        elif e.kind in ("evaluate", "test") and stack and e.node != taken:
            assert stack.pop() == e.node
        elif e.kind in ("update", "cut"):
            assert stack[-1] == e.node
    assert stack == []


@given(name=SEARCHES, tree=trees())
def test_open_is_in_order_of_merit_and_ties_go_left(name, tree):
    trace = traced(name, tree)
    sign = -1 if name.startswith("dual") else 1
    for i in range(0, len(trace) + 1, 1 + len(trace) // 30):
        states, stack = trace.frame(i).open, trace.frame(i).stack
        top = stack[-1].node if stack else ()  # the states of a search within a visit come first
        assert [s.node for s in states] == [
            s.node
            for s in sorted(
                states, key=lambda s: (s.node[: len(top)] != top, -sign * s.merit, s.node)
            )
        ]


@given(name=SEARCHES, tree=trees())
def test_counters_count(name, tree):
    trace = traced(name, tree)
    end = measure(trace)
    kinds = Counter(e.kind for e in trace.events)
    assert end.nbp == trace.nbp == len(set(trace.leaves))
    assert end.evaluated == kinds["evaluate"]
    assert end.tested == kinds["test"]
    assert end.evaluated + end.tested == len(trace.leaves)
    assert end.re_evaluated == len(trace.leaves) - trace.nbp
    assert end.cutoffs == len(trace.cutoffs) >= kinds["cut"]
    assert end.shallow + end.deep <= end.cutoffs
    assert end.leaves_saved == len(set(tree.leaves()) - set(trace.leaves))
    live = sum(e.kind == "pop" and e.status == "LIVE" for e in trace.events)
    assert end.visits == kinds["enter"] + kinds["ask"] + live
    assert end.hits == sum(e.kind == "lookup" and e.hit for e in trace.events)
    assert end.table == len(trace.frame(len(trace)).table)
    frames = [trace.frame(i) for i in range(0, len(trace) + 1, 1 + len(trace) // 50)]
    assert end.peak_open >= max(len(f.open) for f in frames)
    assert end.peak_stack >= max(len(f.stack) for f in frames)
    assert end.storage == max(storage(tree, f) for f in map(trace.frame, range(len(trace) + 1)))
    for earlier, later in pairwise(frames):
        for counter, a, b in zip(Counters._fields, earlier.counters, later.counters, strict=True):
            assert a <= b or counter in ("leaves_cut", "table")


def storage(tree, frame):
    """What is held at once: the lists, the table, and the inner nodes on the path."""
    inner = [c for c in frame.stack if not tree.is_leaf(c.node)]
    horizon = [
        e.depth for e in (c.event for c in frame.timeline.changes[: frame.i]) if e.kind == "horizon"
    ]
    if horizon:
        inner = [c for c in inner if len(c.node) < horizon[-1]]
    return len(frame.open) + len(frame.backup) + len(frame.table) + len(inner)


def test_leaves_saved_are_leaves_of_the_tree():
    """A node at a horizon is no leaf, and a search that was stopped has saved nothing yet."""
    tree = iid(3, 2, seed=1)
    found = record(iterative_deepening, tree, depth=2, evaluate=lambda n: 0)
    assert measure(found).leaves_saved == len(set(tree.leaves()) - set(found.leaves)) == 1
    shallow = record(depth_limited, tree, depth=1, evaluate=lambda n: 0)
    assert measure(shallow).leaves_saved == tree.leaf_count() == 9
    assert measure(record(alphabeta, tree, max_events=4)).leaves_saved is None


def test_measures_on_a_known_tree():
    tree = catalogue.load("pantel-3.2")
    found = measure(record(alphabeta, tree))
    assert (found.nbp, found.nodes, found.visits, found.cutoffs) == (5, 11, 11, 2)
    assert (found.shallow, found.deep, found.leaves_cut, found.leaves_saved) == (2, 0, 3, 3)
    assert (found.peak_open, found.peak_stack, found.storage) == (0, 4, 3)
    found = measure(record(sss_star, tree))
    assert (found.peak_open, found.peak_backup, found.storage) == (4, 0, 4)
    found = measure(record(mtd_f, tree, first=8))
    assert (found.passes, found.table, found.storage) == (2, 11, 13)


# Cutoffs


def test_a_shallow_cutoff():
    trace = record(alphabeta, from_nested([[3, 2], [1, [9, 9, 9]]]))
    (cutoff,) = trace.cutoffs.values()
    assert (cutoff.node, cutoff.skipped, cutoff.leaves) == ((2,), ((2, 2),), 3)
    assert (cutoff.kind, cutoff.by, cutoff.deep) == ("shallow", (), False)
    assert cutoff.witnesses == ((2, 1), (1, 2))
    assert trace.why(next(iter(trace.cutoffs))).inequality == "F ≤ min(D, E)"


def test_a_deep_cutoff():
    """The root has 5; three levels below, a MIN node finds 1."""
    tree = from_nested([5, [[[1, 7, 7], 8], 9]], letters=False)
    trace = record(alphabeta, tree)
    cutoffs = {c.node: c for c in trace.cutoffs.values()}
    deep = cutoffs[(2, 1, 1)]
    assert deep.skipped == ((2, 1, 1, 2), (2, 1, 1, 3))
    assert (deep.leaves, deep.by, deep.kind) == (2, ROOT, "deep")
    assert measure(trace).deep == 1
    i = next(i for i, c in trace.cutoffs.items() if c is deep)
    assert trace.caption(i) == (
        "MIN can hold node 2.1.1 to 1 or less, and MAX already has 5 at the root, so node 2.1.1 "
        "cannot improve on it (a deep cutoff). Nodes 2.1.1.2 and 2.1.1.3 are skipped."
    )


def test_a_cutoff_by_the_window():
    trace = record(alphabeta, from_nested([4, 9]), alpha=0, beta=3)
    (cutoff,) = trace.cutoffs.values()
    assert (cutoff.by, cutoff.kind) == (None, "window")
    assert "only values below 3 matter here" in trace.caption(len(trace) - 1)


def test_cutoffs_that_are_no_bounds_of_alphabeta():
    trace = record(solve, from_nested([[1, 0], [1, 1], [0, 1]]))
    assert {c.kind for c in trace.cutoffs.values()} == {"extreme"}
    trace = record(scout, from_nested([[[8, 5], [10, 7]], [[2, 4], [9, 6]]]))
    assert {c.kind for c in trace.cutoffs.values()} == {"question"}


def test_the_null_window_of_negascout_is_a_question():
    tree = from_nested([5, [[9, 9], 3], [4, 8]])
    trace = record(negascout, tree)
    kinds = {c.node: (c.by, c.kind) for c in trace.cutoffs.values()}
    assert kinds == {(2, 1): (ROOT, "question"), (3,): (ROOT, "shallow")}


@given(name=st.sampled_from(["alphabeta", "alphabeta-hard", "negascout"]), tree=trees())
def test_a_cutoff_names_children_not_met_before_and_an_ancestor(name, tree):
    trace = traced(name, tree)
    for i, cutoff in trace.cutoffs.items():
        children = tree.children(cutoff.node)
        assert cutoff.skipped == children[-len(cutoff.skipped) :]
        assert len(cutoff.skipped) < len(children)
        earlier = [c for k, found in trace.cutoffs.items() if k < i for c in found.skipped]
        seen = {e.node for e in trace.events[:i] if e.kind == "evaluate"}
        cut = {n for c in earlier for n in tree.leaves(c)}
        below = {n for c in cutoff.skipped for n in tree.leaves(c)}
        assert cutoff.leaves == len(below - seen - cut)
        assert cutoff.kind in ("shallow", "deep", "question", "window")
        if cutoff.kind == "window":  # of a visit that looks again for a better value
            assert name == "negascout" and cutoff.by is None
            continue
        assert cutoff.by == cutoff.node[: len(cutoff.by)]
        if cutoff.kind == "shallow":
            assert cutoff.by == cutoff.node[:-1]
        if cutoff.kind in ("shallow", "deep"):
            assert tree.is_max(cutoff.by) != tree.is_max(cutoff.node)


def test_the_bound_of_a_single_child_is_that_of_the_child():
    tree = from_nested([[5], [3, 9]])  # A has B (with D) and C (with E and F)
    trace = record(alphabeta, tree)
    (i,) = trace.cutoffs
    assert trace.why(i).inequality == "E ≤ D" and trace.why(i).worked == "E = 3 ≤ 5 = D"


# Expressions


def test_an_expression_has_no_max_within_a_max():
    a, b, c = (Expression(leaf=(k,)) for k in (1, 2, 3))
    largest = combined("max", [combined("max", [a, b]), c])
    assert largest.text(label) == "max(1, 2, 3)" and largest.leaves() == ((1,), (2,), (3,))
    assert combined("min", [largest, a]).text(label) == "min(max(1, 2, 3), 1)"
    assert combined("max", [largest]) == largest and combined("min", [a]) == a


# Bounds on a run


@given(name=SEARCHES, tree=ragged(max_leaves=8), data=st.data())
def test_a_run_is_stopped_where_it_was_asked_to(name, tree, data):
    search, options = ANY[name]
    whole = record(search, tree, **options)
    most = data.draw(st.integers(1, len(whole) + 3))
    part = record(search, tree, max_events=most, **options)
    assert part.steps == whole.steps[:most]
    assert part.complete == (most >= len(whole))
    assert part.value == (whole.value if part.complete else None)
    assert ("stopped before the end" in repr(part)) != part.complete
    assert describe(part.frame(len(part)))
    assert Trace.from_json(part.to_json()) == part


def test_an_endless_search_can_be_stopped():
    def endless(tree, log):
        while True:
            log.enter(ROOT, -inf, inf)
            log.leave(ROOT, 0)

    trace = record(endless, from_nested([1]), max_events=51)
    assert len(trace) == 51
    assert not trace.complete
    assert len(trace.frame(51).stack) == 1


def test_a_search_of_ones_own():
    def first_leaf(tree, log, *, left=True):
        n = ROOT
        while not tree.is_leaf(n):
            n = tree.children(n)[0 if left else -1]
        log.evaluate(n, tree.value(n))
        return tree.value(n)

    trace = record(first_leaf, from_nested([[3, 4]], root="MIN"), left=False)
    assert (trace.value, trace.leaves, trace.title) == (4, ((1, 2),), "first_leaf, left=False")
    assert trace.listing == ()
    assert trace.line(1) is None
    assert Trace.from_json(trace.to_json()).value == 4
    lucky = record(first_leaf, from_nested([[3, 4]]), left=False)  # its tree is worth 3
    assert refused(json.loads(lucky.to_json())) == "the search returned 4, but the leaves prove 3"
    with pytest.raises(TypeError, match="first_leaf has no option 'right'"):
        record(first_leaf, from_nested([1]), right=True)


# JSON


@pytest.mark.parametrize("name", ANY)
@settings(max_examples=25)
@given(tree=dressed())
def test_json_is_complete_and_stable(name, tree):
    trace = traced(name, tree)
    text = trace.to_json()
    again = Trace.from_json(text)
    assert again == trace
    assert again.to_json() == text
    assert again.steps == trace.steps
    assert again.value == trace.value
    assert again.events == trace.events
    assert again.listing == trace.listing
    i = len(trace) // 2
    assert again.caption(i) == trace.caption(i)
    assert describe(again.frame(i)) == describe(trace.frame(i))


def test_json_as_it_is_written():
    text = record(alphabeta, from_nested([1, 2.5]), beta=9).to_json()
    assert json.loads(text) == {
        "format": "plyglass-trace",
        "version": 2,
        "algorithm": "alphabeta",
        "options": {"beta": 9},
        "tree": {
            "root": "MAX",
            "values": {"1": 1, "2": 2.5},
            "names": {"0": "A", "1": "B", "2": "C"},
            "labels": {},
        },
        "value": 2.5,
        "steps": [
            ["enter", "0", "-inf", 9, "enter"],
            ["enter", "1", "-inf", 9, "enter"],
            ["evaluate", "1", 1, "evaluate"],
            ["update", "0", 1, 1, 9, "raise-alpha"],
            ["enter", "2", 1, 9, "enter"],
            ["evaluate", "2", 2.5, "evaluate"],
            ["update", "0", 2.5, 2.5, 9, "raise-alpha"],
            ["leave", "0", 2.5, "leave"],
        ],
    }


def test_a_trace_of_a_generated_tree_is_small():
    tree = iid(3, 3, seed=1)
    again = Trace.from_json(record(sss_star, tree).to_json())
    assert again.tree == tree
    assert json.loads(again.to_json())["tree"] == {"generator": dict(tree.call)}


def test_a_trace_of_an_unknown_search_can_be_read():
    data = json.loads(record(alphabeta, from_nested([1, 2])).to_json())
    trace = Trace.from_json(json.dumps(data | {"algorithm": "mine"}))
    assert trace.title == "mine"
    assert trace.caption(2) == "The search visits B, a leaf."
    with pytest.raises(ValueError, match="cannot be run again"):
        record(trace.algorithm.search, trace.tree)


SHAPE = from_nested([[[3, 2], [1, 7]], [[4, 4], [0, 9]]])


def as_mine(search, tree=SHAPE, /, **options):
    """The trace of a search that nobody knows, as JSON data."""
    data = json.loads(record(search, tree, **options).to_json())
    return data | {"algorithm": "mine"}


def refused(data):
    try:
        Trace.from_json(json.dumps(data))
    except ValueError as error:
        return str(error)
    return ""


@given(name=SEARCHES, tree=trees())
def test_what_our_searches_do_is_believed_of_any_search(name, tree):
    search, options = ANY[name]
    data = as_mine(search, tree, **options)
    may_be_wrong = name in ("solve-win", "ps_star-published")  # somewhere, if not at the root
    if may_be_wrong and data["value"] != value_of(tree):
        assert refused(data)
    elif not may_be_wrong:
        assert not refused(data)


UNSEEN = from_nested([[3, 2], [1, 7]])  # worth 2
ENTER = ["enter", "0", "-inf", "inf"]
LOOK = [["enter", "1", "-inf", "inf"], ["enter", "1.1", "-inf", "inf"], ["evaluate", "1.1", 3]]


@pytest.mark.parametrize(
    ("steps", "value", "says"),
    [
        ([["see", "0", "L1"]], 3, "the search returned 3, but the leaves prove 2"),
        ([ENTER, *LOOK, ["leave", "1", 3], ["leave", "0", 2]], 2, "returns 3, but the leaves"),
        ([ENTER, *LOOK, ["leave", "1", 2], ["leave", "0", 3]], 3, "returns 3, but the leaves"),
        ([ENTER, ["update", "0", 9, 9, "inf"]], None, "it has 9, but the leaves prove 2"),
        ([["ask", "0", ">", 2], ["answer", "0", True]], None, "True is the wrong answer"),
        ([["store", "2", 2, 7]], None, "worth 2 to 7, but the leaves prove 1"),
        ([["pass-begins", "0", 1, 3, 9]], None, "worth 3 to 9, but the leaves prove 2"),
    ],
)
def test_leaves_that_a_search_did_not_see_count_against_its_file(steps, value, says):
    data = as_mine(minimax, UNSEEN) | {"steps": steps, "value": value}
    assert says in refused(data)


def test_only_leaves_seen_count_in_a_tree_too_large_to_search():
    data = as_mine(minimax) | {"tree": iid(9, 9, seed=1).data(), "value": 99}
    assert not refused(data | {"steps": [["see", "0", "L1"]]})


@pytest.mark.parametrize(
    ("visit", "bounds", "hit"),
    [
        (["ask", "0", "≥", 2], [2, "inf"], True),
        (["ask", "0", ">", 2], [2, "inf"], False),
        (["enter", "0", 2, 9], ["-inf", 2], True),
        (["enter", "0", 1, 9], ["-inf", 2], False),
        (["enter", "0", 1, 9], [2, 2], True),
    ],
)
def test_whether_the_table_settles_a_visit(visit, bounds, hit):
    data = as_mine(minimax, UNSEEN) | {"value": None}
    for said in True, False:
        steps = [["store", "0", *bounds], visit, ["lookup", "0", *bounds, said]]
        says = refused(data | {"steps": steps})
        assert says == "" if said == hit else f"hit must not be {said}" in says


@pytest.mark.parametrize("root", ["MAX", "MIN"])
@pytest.mark.parametrize("change", [-3, -1, 1, 3])
def test_a_file_of_any_search_must_not_contradict_its_tree(change, root):
    """Whatever is changed of what a search says about values, the leaves prove it wrong."""
    tree = from_nested([[[3, 2], [1, 7]], [[4, 5], [6, 9]]], root=root)
    for search, kinds in (
        (minimax, {"leave": [2]}),
        (scout, {"answer": [2]}),
        (mtd_f, {"pass-ends": [3, 4], "store": [2, 3]}),
    ):
        data = as_mine(search, tree)
        for k, (kind, *_) in enumerate(data["steps"]):
            if kind not in kinds:
                continue
            changed = deepcopy(data)
            step = changed["steps"][k]
            if kind == "answer":
                step[2] = not step[2]
            elif kind == "leave":
                step[2] += change
            else:  # a range below what the leaves prove, or above it
                low, high = kinds[kind]
                step[low] = step[high] = 100 if step[low] == "-inf" else -100
            if kind == "leave" and step[1] == "0":
                changed["value"] = step[2]
            assert "the leaves prove" in refused(changed), step


@pytest.mark.parametrize("root", ["MAX", "MIN"])
def test_a_search_that_negates_the_values_of_min_is_believed(root):
    for seed in range(4):
        assert not refused(as_mine(negamax, iid(2, 4, seed=seed, low=1, high=6, root=root)))


@pytest.mark.parametrize("depth", [1, 2, 3])
def test_a_search_within_a_visit_may_have_an_open_of_its_own(depth):
    assert not refused(as_mine(staged_sss, iid(2, 4, seed=1, high=9), depth=depth))


@pytest.mark.parametrize("search", [alphabeta, negascout])
def test_a_value_that_only_negamax_could_return_is_refused(search):
    """One that fits a MIN node if it is negated does not fit where the others are as they are."""
    believed = 0
    for seed in range(4):
        data = as_mine(search, iid(2, 4, seed=seed, low=1, high=6, root="MIN"))
        for k, step in enumerate(data["steps"], 1):
            for change in (-1, 1) if step[0] == "leave" and step[1] != "0" else ():
                step[2] += change
                if not refused(data):
                    believed += 1
                    assert "but the leaves" not in Trace.from_json(json.dumps(data)).caption(k)
                step[2] -= change
    assert believed  # beyond its window, a visit only returns a bound


@pytest.mark.parametrize(
    ("search", "options"),
    [(minimax, {}), (alphabeta, {}), (sss_star, {}), (ps_star, {}), (mtd_f, {}), (negascout, {})],
)
def test_a_result_that_the_leaves_contradict(search, options):
    for change in -1, 1:
        data = as_mine(search, **options)
        data["value"] += change
        assert refused(data)
        for step in data["steps"]:  # and the search says so itself
            if step[1] == "0" and step[0] == "leave":
                step[2] += change
            elif step[1:3] == ["0", "SOLVED"]:
                step[3] += change
        assert "the leaves prove" in refused(data)


@pytest.mark.parametrize(("alpha", "beta"), [(5, 9), (-9, 1)])
def test_beyond_its_window_a_result_is_only_a_bound(alpha, beta):
    """The tree is worth 3, so a search from 5 to 9 may say that it is worth 5 at the most."""
    hard = as_mine(alphabeta, alpha=alpha, beta=beta, soft=False)
    assert hard["value"] in (alpha, beta) and not refused(hard)
    hard["value"] = hard["steps"][-1][2] = (alpha + beta) // 2
    assert "the leaves prove" in refused(hard)


def test_bounds_given_to_a_best_first_search():
    assert not refused(as_mine(sss_star, upper=1)) and as_mine(sss_star, upper=1)["value"] == 1
    data = as_mine(sss_star, upper=9)
    data["value"] = data["steps"][-1][3] = data["steps"][-2][3] = 9
    assert "returned 9, but the leaves prove" in refused(data)


def test_an_estimate_is_the_same_at_every_horizon():
    steps = [["horizon", "0", 0], ["enter", "0", "-inf", "inf"], ["evaluate", "0", 5]]
    data = as_mine(minimax) | {"steps": steps * 2, "value": 5}
    assert not refused(data)
    data["steps"] = [*steps, *steps[:2], ["evaluate", "0", 6]]
    assert "it gets the value 6, but its value is 5" in refused(data | {"value": 6})


def test_an_estimate_that_is_no_number():
    data = as_mine(minimax) | {"steps": [["horizon", "0", 1], ["store", "0", 1, 2]], "value": None}
    good, bad = {"evaluate": {"1": 2}}, {"evaluate": {"1": "x", "2": 5}}
    assert not refused(data | {"options": good})
    assert "node 1 must be an int or a float, not 'x'" in refused(data | {"options": bad})
    known = {"evaluate": {"1": 7, "2": 5}}
    assert "worth 1 to 2, but the leaves prove 7" in refused(data | {"options": known})


def greedy(tree, log):
    """Logs two leaves and returns the larger one, which is not what the tree is worth."""
    for n in ((1,), (2,)):
        log.evaluate(n, tree.value(n))
    return max(tree.value((1,)), tree.value((2,)))


def test_a_wrong_search_can_be_watched_but_not_reloaded():
    trace = record(greedy, from_nested([3, 9], root="MIN"))
    assert trace.value == 9
    assert refused(json.loads(trace.to_json())) == "the search returned 9, but the leaves prove 3"
    right = record(greedy, from_nested([3, 9]))
    assert Trace.from_json(right.to_json()) == right


def test_titles_say_what_was_used_in_words():
    assert record(ps_star, SHAPE).title == "PS*(2)"
    assert record(ps_star, SHAPE, k=1).title == "PS*(1)"
    assert record(ps_star, SHAPE, sizes=[1]).title == "PS*, sizes=[1]"
    assert record(alphabeta, SHAPE, beta=inf).title == "Alpha-beta, beta=∞"
    limited = record(depth_limited, SHAPE, depth=1, evaluate=lambda n: 0)
    assert "evaluate=a function" in limited.title and "<" not in limited.title


@pytest.mark.parametrize(
    ("tree", "called"),
    [
        (catalogue.load("pantel-3.2"), "Pantel 3.2"),
        (catalogue.load("srimani-a1"), "Srimani A.1"),
        (iid(4, 3, seed=1), "T(4,3)"),
        (from_nested([[3, 2], 1]), "3 leaves"),
    ],
)
def test_the_heading_names_the_tree(tree, called):
    assert record(alphabeta, tree).heading == f"Alpha-beta · {called}"


def borrowed(search, name):
    """A search that does what another does, under a name of ours."""

    def mine(tree, log, **options):
        return search(tree, log, **options)

    mine.__name__ = name
    return mine


def test_a_search_that_borrows_a_name_is_not_taken_for_ours():
    mine = borrowed(minimax, "alphabeta")
    trace = record(mine, SHAPE)
    assert trace.title == "another alphabeta"
    assert Trace.from_json(trace.to_json()) == trace
    outer = record(depth_limited, SHAPE, depth=2, search=mine, evaluate=sum)
    assert "search=another alphabeta" in outer.title
    assert Trace.from_json(outer.to_json()) == outer
    ours = record(depth_limited, SHAPE, depth=2, search=alphabeta, evaluate=sum)
    assert "search=alphabeta" in ours.title and Trace.from_json(ours.to_json()) == ours


def test_a_driver_that_borrows_a_name_is_not_taken_for_ours():
    def bisect(low, high, g):
        return ("≥", high)

    trace = record(mtd, SHAPE, first=9, next=bisect)
    assert trace.steps != record(mtd, SHAPE, first=9, next="bisect").steps
    assert Trace.from_json(trace.to_json()) == trace


def test_a_name_that_is_taken_cannot_be_registered():
    ours = ALGORITHMS["alphabeta"]
    with pytest.raises(ValueError, match="alphabeta already registers alphabeta; give your search"):
        algorithm("Mine", "return 3   leave", "")(borrowed(minimax, "alphabeta"))
    assert ALGORITHMS["alphabeta"] is ours
    for _ in range(2):  # a cell that is run again
        algorithm("Mine", "return 3   leave", "")(borrowed(minimax, "mine_alone"))
    del ALGORITHMS["mine_alone"]


LOST = {
    "a horizon": (depth_limited, {"depth": 2, "evaluate": sum}),
    "horizons": (iterative_deepening, {"depth": 2, "evaluate": sum}),
    "horizons of a driver": (iterative_deepening, {"depth": 2, "evaluate": sum, "search": mtd_f}),
    "a driver's questions": (mtd, {"first": 9, "next": lambda low, high, g: ("≥", high)}),
}


@pytest.mark.parametrize("name", LOST)
def test_a_function_that_is_lost_gives_again_what_the_trace_says(name):
    search, options = LOST[name]
    whole = record(search, SHAPE, **options)
    for most in range(1, len(whole) + 1):
        part = record(search, SHAPE, max_events=most, **options)
        assert Trace.from_json(part.to_json()) == part
    data = json.loads(whole.to_json())
    for k, step in enumerate(data["steps"]):
        for field, x in enumerate(step):
            if type(x) in (int, float) and step[0] != "evaluate":  # those could be as they say
                changed = deepcopy(data)
                changed["steps"][k][field] = x + 1
                with pytest.raises(ValueError):
                    Trace.from_json(json.dumps(changed))
        with pytest.raises(ValueError):
            Trace.from_json(json.dumps(data | {"steps": data["steps"][:k]}))
    with pytest.raises(ValueError, match=f"says 99, but .* returns {whole.value}"):
        Trace.from_json(json.dumps(data | {"value": 99}))


def test_a_line_that_was_renamed_is_found_again():
    trace = record(alphabeta, SHAPE)
    text = trace.to_json()
    assert Trace.from_json(text.replace('"raise-alpha"', '"alpha"')) == trace


def test_solve_asks_for_more_than_a_trace_holds():
    """Its extremes are those of all leaves; where they are lost, the steps have to do."""
    trace = record(depth_limited, SHAPE, search=solve, depth=2, evaluate=max)
    assert Trace.from_json(trace.to_json()) == trace
    data = json.loads(trace.to_json())
    with pytest.raises(ValueError, match="left the root with"):
        Trace.from_json(json.dumps(data | {"value": 99}))


JUNK = st.none() | st.booleans() | st.integers(-3, 3) | st.text(max_size=3) | st.floats()
JUNK |= st.sampled_from(
    ["0", "1", "1.1", "9", "inf", "LIVE", "SOLVED", [], {}, [[]], ["0"], 10**400]
)
JUNK |= st.sampled_from([*EVENTS, "test", "done", "start", "lookup", "bounds", "5", "6"])


def places(part, path=()):
    """Every place inside JSON data."""
    yield path
    for key, inner in (
        part.items()
        if isinstance(part, dict)
        else enumerate(part)
        if isinstance(part, list)
        else ()
    ):
        yield from places(inner, (*path, key))


@st.composite
def mutated(draw):
    """JSON of a trace in which something was changed, dropped, doubled or moved."""
    name = draw(SEARCHES)
    data = json.loads(traced(name, uniform(2, 2, [1, 0, -1, 1])).to_json())
    for _ in range(draw(st.integers(1, 3))):
        path = draw(st.sampled_from(sorted(places(data), key=str)))
        if not path:
            continue
        inside = data
        for key in path[:-1]:
            inside = inside[key]
        key, act = path[-1], draw(st.sampled_from(["set", "set", "drop", "double", "swap"]))
        if act == "drop":
            del inside[key]
        elif act == "set" or isinstance(inside, dict):
            inside[key] = deepcopy(draw(JUNK))  # it may be drawn again, and changed here
        elif act == "double":
            inside.insert(key, inside[key])
        else:
            inside[key], inside[0] = inside[0], inside[key]
    return json.dumps(data)


@settings(max_examples=MANY)
@given(text=mutated())
def test_json_from_strangers_is_refused_or_usable(text):
    try:
        trace = Trace.from_json(text)
    except ValueError as error:
        assert str(error)
        return
    for i in range(len(trace) + 1):
        assert trace.caption(i)
        assert describe(trace.frame(i))
        trace.line(i)
    measure(trace)
    assert Trace.from_json(trace.to_json()) == trace


@given(text=st.text(max_size=30) | st.from_regex(re.compile(r'\{"format": "plyglass-trace".*\}')))
def test_text_that_is_no_trace(text):
    with pytest.raises(ValueError):
        Trace.from_json(text)


def test_traces_compare_by_what_they_hold():
    tree = from_nested([1, 2])
    assert record(minimax, tree) == record(minimax, tree)
    assert record(minimax, tree) != record(alphabeta, tree)
    assert record(minimax, tree) != record(minimax, Tree({(1,): 1, (2,): 3}))
    assert record(minimax, tree) != "x"
