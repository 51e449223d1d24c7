"""Where a search can be asked about: moments, questions and strokes tell one story."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.helpers.generated import ANY, ragged, uniforms
from tests.helpers.soundness import ONE_PASS, Reckoning
from tracer import record
from tracer.algorithms import dual_star, mtd_f, negascout, ps_star, scout, sss_star
from tracer.exercises import Question
from tracer.trace.moments import moments
from trees import catalogue, from_nested, iid

TREES = {
    "pantel-3.2": catalogue.load("pantel-3.2"),
    "leaf": from_nested(3),
    "single children": from_nested([[[2]], [[1, 5], [4]]], root="MIN"),
    "ties": from_nested([[1, 1, 0], [0, [1, 1]], [1, 2]]),
}
SOME = {k: ANY[k] for k in sorted(set(ANY) - {"mtd-bisect", "alphabeta-null-window"})}


def asked(trace, kind, at):
    """The question at some place, or None if it cannot be asked."""
    try:
        return Question(kind, trace.algorithm.search, trace.tree, at=at, **trace.options)
    except ValueError:
        return None


@pytest.mark.parametrize("name", SOME)
@pytest.mark.parametrize("tree", TREES.values(), ids=list(TREES))
@pytest.mark.parametrize("kind", ["next", "case"])
def test_there_is_a_question_for_every_moment(kind, tree, name):
    search, options = SOME[name]
    trace = record(search, tree, **options)
    found = moments(tree, trace.changes, kind)
    answers = [moment.answer or moment.node for moment in found]
    places = {0, 1, len(found) // 2, len(found) - 1} & set(range(len(found)))
    for at in places:
        assert asked(trace, kind, at).answer == answers[at]
    assert asked(trace, kind, len(found)) is None


@pytest.mark.parametrize("name", SOME)
@pytest.mark.parametrize("tree", TREES.values(), ids=list(TREES))
def test_every_node_that_returns_can_be_asked_about(tree, name):
    search, options = SOME[name]
    trace = record(search, tree, **options)
    found = moments(tree, trace.changes, "returned")
    first = {m.node: trace.events[m.step - 1].value for m in reversed(found)}
    answers = {n: q.answer for n in tree.nodes() if (q := asked(trace, "returned", n))}
    assert answers == first
    if trace.algorithm.name in ONE_PASS:
        assert len(found) == len(answers)


def says_nothing(what, event):
    """Whether a step leaves the next answer open; an update, a cutoff or a return may not."""
    if event.kind in ("evaluate", "test"):
        return True
    if what in ("leaf", "next"):
        if event.kind in ("pass-begins", "pass-ends", "horizon"):
            return True
        visits = event.kind in ("enter", "ask") or (event.kind == "pop" and event.status == "LIVE")
        return what == "next" and visits
    return what == "case" or event.kind in ("enter", "ask", "leave", "answer")


@given(name=st.sampled_from(sorted(ANY)), tree=ragged() | uniforms(max_leaves=32))
def test_moments_are_what_the_events_say(name, tree):
    """Counted again, from the events alone."""
    search, options = ANY[name]
    trace = record(search, tree, **options)
    r = Reckoning(trace)
    forks, visits, cases, returned = [], [], [], []
    for i, event in enumerate(trace.events, 1):
        above = r.stack[-1] if r.stack else None
        if event.kind in ("enter", "ask"):
            visits.append((i, event.node))
            if above and above.returned and event.node not in above.returned:
                left = len(r.trace.tree.children(above.node)) - len(above.returned)
                forks.append((i, event.node, "on", left))
        if event.kind == "cut":
            forks.append((i, event.node, "cut", len(event.skipped)))
        if event.kind == "pop" and event.status == "LIVE":
            visits.append((i, event.node))
        if event.kind == "pop" and event.case:  # nothing happens to the root of OPEN, solved
            cases.append((i, event.node, event.case))
        if event.kind == "leave":
            returned.append((i, event.node))
        r.take(event)

    def told(what, *fields):
        found = moments(tree, trace.changes, what)
        for m in found:  # the last frame before any step that hints at the answer
            between = trace.events[m.frame : m.step - 1]
            assert what != "case" or not between
            assert not any(says_nothing(what, e) for e in between)
            assert m.frame == 0 or says_nothing(what, trace.events[m.frame - 1])
        return [tuple(getattr(m, f) for f in ("step", "node", *fields)) for m in found]

    assert told("cut", "answer", "left") == forks
    assert told("next") == visits
    assert told("case", "answer") == cases
    assert told("returned") == returned


@pytest.mark.parametrize("search", [negascout, scout, mtd_f])
def test_looking_again_at_the_same_child_is_no_fork(search):
    """After its null window or test, a child is not the next one."""
    again = 0
    for seed in range(6):
        trace = record(search, iid(3, 3, seed=seed))
        steps = {m.step for m in moments(trace.tree, trace.changes, "cut")}
        r = Reckoning(trace)
        for i, event in enumerate(trace.events, 1):
            if event.kind in ("enter", "ask") and r.stack and event.node in r.stack[-1].returned:
                again += 1
                assert i not in steps
            r.take(event)
    assert again or search is mtd_f


@settings(max_examples=60)
@given(name=st.sampled_from(sorted(ANY)), tree=ragged() | uniforms(max_leaves=32))
def test_the_cuts_asked_for_are_the_strokes_at_the_end(name, tree):
    search, options = ANY[name]
    trace = record(search, tree, **options)
    if Reckoning(trace).one_pass:
        end = trace.frame(len(trace))
        strokes = {n for n in tree.nodes() if end.struck(n)}
        assert Question("cuts", search, tree, **options).answer == strokes


@pytest.mark.parametrize("search", [sss_star, dual_star, ps_star])
@pytest.mark.parametrize("root", ["MAX", "MIN"])
def test_what_is_given_up_is_not_struck(search, root):
    met = 0
    for seed in range(8):
        trace = record(search, iid(3, 4, seed=seed, root=root))
        end = trace.frame(len(trace))
        given_up = {n for n in trace.tree.nodes() if end.status(n) == "given up"}
        met += len(given_up)
        assert not any(end.struck(n) for n in given_up)
        assert given_up <= {change.visit for change in trace.changes}
    assert met
