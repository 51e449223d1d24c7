"""Grader soundness: right answers get full marks, all others do not and are told why."""

import json
from itertools import permutations
from math import inf

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tests.helpers.asked import MAKES_SENSE, mutations, questions, write
from tests.helpers.generated import ANY, MANY, ragged, uniforms
from tracer import record
from tracer.algorithms import (
    alphabeta,
    depth_limited,
    iterative_deepening,
    minimax,
    mtd_f,
    negamax,
    negascout,
    ps_star,
    scout,
    sss_star,
)
from tracer.algorithms.conventions import CONVENTIONS
from tracer.exercises import Find, Question, Reorder
from tracer.exercises.ask.answers import fewest
from tracer.exercises.ask.asked_at import last_horizon
from tracer.exercises.ask.misconceptions import MISCONCEPTIONS
from tracer.exercises.ask.question import _variants
from tracer.exercises.ask.question_kinds import KINDS
from tracer.log.events import Cut, NewHorizon
from tracer.player.payload import payload
from tracer.trace.measure import measure
from tracer.trace.moments import moments
from trees import ROOT, catalogue, from_nested, iid, label, uniform
from trees.number import above, digits_for, show

SEVERAL_PASSES = {
    name for name in ANY if name.startswith(("scout", "mtd", "iterative", "negascout"))
}


@pytest.mark.parametrize("kind", KINDS)
@given(ragged() | uniforms(max_leaves=32), st.data())
def test_the_right_answer_gets_full_marks(kind, tree, data):
    name = data.draw(st.sampled_from(MAKES_SENSE[kind]))
    search, options = ANY[name]
    for question in questions(kind, search, tree, **options):
        for answer in (question.answer, write(question)):
            feedback = question.check(answer)
            assert feedback.right and feedback.text == "Right." and not feedback.fits


@pytest.mark.parametrize("kind, name", [(k, n) for k, names in MAKES_SENSE.items() for n in names])
def test_every_kind_can_be_asked_where_it_makes_sense(kind, name):
    search, options = ANY[name]
    asked = list(questions(kind, search, iid(2, 4, seed=3), **options))
    assert asked
    assert all(question.prompt and question.rule for question in asked)


@pytest.mark.parametrize(
    "kind, name",
    [
        *(("values", "alphabeta"), ("open", "alphabeta"), ("case", "minimax")),
        *((kind, "sss_star") for kind in ("backup", "bounds", "window", "returned")),
    ],
)
def test_a_kind_that_makes_no_sense_is_refused(kind, name):
    search, options = ANY[name]
    assert not list(questions(kind, search, iid(2, 4, seed=3), **options))


# One step away from right


@pytest.mark.parametrize("kind", KINDS)
@settings(max_examples=max(10, MANY // 10))
@given(ragged(max_leaves=10) | uniforms(max_leaves=16, widths=(2, 3)), st.data())
def test_an_answer_one_step_away_never_gets_full_marks(kind, tree, data):
    name = data.draw(st.sampled_from(MAKES_SENSE[kind]))
    search, options = ANY[name]
    asked = list(questions(kind, search, tree, **options))
    assume(asked)
    question = data.draw(st.sampled_from(asked))
    wrong = list(mutations(question))
    assume(wrong)
    for answer in wrong if len(wrong) <= 12 else data.draw(some_of(wrong)):
        feedback = question.check(answer)
        assert feedback.score < 1
        assert feedback.text.endswith((".", "?")) and not feedback.text.startswith("Right")
        assert feedback.why.endswith(".") and feedback.answer.startswith("The right answer is ")
        assert feedback.step is None or 0 <= feedback.step <= len(question.trace)


def some_of(things):
    return st.lists(st.sampled_from(range(len(things))), min_size=12, max_size=12).map(
        lambda chosen: [things[i] for i in chosen]
    )


@given(uniforms(max_leaves=32, widths=(2, 3)))
def test_marks_of_every_mutation_of_leaves_and_cuts(tree):
    for kind in ("leaves", "cuts"):
        question = Question(kind, alphabeta, tree)
        mark = KINDS[kind].mark
        for wrong in mutations(question):
            assert 0 <= mark(question.answer, wrong) < 1


# Conventions and misconceptions


@pytest.mark.parametrize("kind", ["values", "leaves", "cuts", "window", "returned", "next", "open"])
@settings(max_examples=max(10, MANY // 10))
@given(ragged(max_leaves=16) | uniforms(max_leaves=27, widths=(2, 3)), st.data())
def test_a_misconception_is_recognised_from_its_own_answers(kind, tree, data):
    search = data.draw(st.sampled_from([alphabeta, minimax, sss_star, ps_star]))
    options = {"k": min(2, tree.width or 1)} if search is ps_star else {}
    asked = list(questions(kind, search, tree, **options))
    assume(asked)
    question = data.draw(st.sampled_from(asked))
    for wrong in MISCONCEPTIONS[search.__name__]:
        try:
            answer = KINDS[kind].key(record(wrong.search, tree), question.at)
        except LookupError:
            continue
        feedback = question.check(answer)
        if answer == question.answer:
            assert feedback.right
        else:
            assert wrong.name in feedback.fits
            assert feedback.score < 1


@pytest.mark.parametrize("kind", ["leaves", "cuts", "window", "returned", "next"])
@settings(max_examples=max(10, MANY // 10))
@given(ragged(max_leaves=16) | uniforms(max_leaves=27, widths=(2, 3)), st.data())
def test_a_convention_is_recognised_from_its_own_answers(kind, tree, data):
    conventions = CONVENTIONS
    options = {o: data.draw(st.sampled_from(list(v))) for o, v in conventions.items()}
    asked = list(questions(kind, alphabeta, tree, **options))
    assume(asked)
    question = data.draw(st.sampled_from(asked))
    for changes in _variants(conventions, options):
        try:
            answer = KINDS[kind].key(record(alphabeta, tree, **options | changes), question.at)
        except LookupError:
            continue
        feedback = question.check(answer)
        if answer == question.answer:
            assert feedback.right
        else:
            names = ", ".join(conventions[o][v] for o, v in changes.items())
            assert names in feedback.fits
            assert "Your answer is right under another convention" in feedback.why


def test_the_published_ps_star_is_a_convention():
    tree = next(
        t
        for t in (iid(3, 3, seed=s) for s in range(50))
        if record(ps_star, t, k=2).leaves != record(ps_star, t, k=2, published=True).leaves
    )
    answer = record(ps_star, tree, k=2, published=True).leaves
    feedback = Question("leaves", ps_star, tree, k=2).check(answer)
    assert "Γ as published" in feedback.fits


def test_every_misconception_differs_from_the_right_search_somewhere():
    trees = [iid(w, d, seed=s, high=9) for w, d in ((2, 4), (3, 3)) for s in range(20)]
    for name, wrongs in MISCONCEPTIONS.items():
        search = ANY.get(name, (ps_star, {}))[0]
        for wrong in wrongs:
            assert any(
                record(wrong.search, t).leaves != record(search, t).leaves
                or record(wrong.search, t).value != record(search, t).value
                for t in trees
            ), wrong.name


@pytest.mark.parametrize("wrong", [w for wrongs in MISCONCEPTIONS.values() for w in wrongs])
@given(ragged(max_leaves=16) | uniforms(max_leaves=27))
def test_a_wrong_search_can_be_stepped_through_whatever_it_cuts_off(wrong, tree):
    trace = record(wrong.search, tree)
    assert all(trace.caption(i) for i in range(len(trace) + 1))
    for i, cutoff in trace.cutoffs.items():
        reason = trace.why(i)
        assert reason.sentence and bool(reason.inequality) == cutoff.sound


def test_a_wrong_search_makes_cutoffs_that_nothing_proves():
    wrong = next(w for w in MISCONCEPTIONS["alphabeta"] if "wrong bound" in w.name)
    traces = [record(wrong.search, iid(2, 3, seed=s)) for s in range(20)]
    assert any(not cutoff.sound for trace in traces for cutoff in trace.cutoffs.values())


# The practice page that the field uses says "Correct!" to all three of these


@settings(max_examples=MANY // 2)
@given(uniforms(widths=(2, 4), depths=(1, 4), max_leaves=27))
def test_the_failures_of_the_practice_page(tree):
    question = Question("cuts", alphabeta, tree)
    every_edge = [(label(n[:-1]), label(n)) for n in tree.nodes() if n]
    assert question.check(every_edge).score < 1
    if question.answer:
        nothing = question.check([])
        assert nothing.score == 0 and nothing.step is not None
    no_leaf_edge = {n for n in question.answer if not tree.is_leaf(n)}
    if no_leaf_edge != question.answer:
        assert question.check(no_leaf_edge).score < 1


@given(uniforms(widths=(2, 3), depths=(1, 4), max_leaves=64))
def test_leaves_evaluated_and_cuts_make_up_the_tree(tree):
    for search in (alphabeta, scout, sss_star, mtd_f):
        cuts = Question("cuts", search, tree).answer
        below = {leaf for n in cuts for leaf in tree.leaves(n)}
        assert below | set(record(search, tree).leaves) == set(tree.leaves())
        assert not below & set(record(search, tree).leaves)


@pytest.mark.parametrize("name", ANY)
@given(ragged() | uniforms(max_leaves=64))
def test_what_is_cut_off_is_what_hangs_from_visited_nodes_and_is_never_visited(name, tree):
    search, options = ANY[name]
    trace = record(search, tree, **options)
    start = max((i for i, e in enumerate(trace.events) if isinstance(e, NewHorizon)), default=0)
    seen = {change.visit for change in trace.changes[start:]} - {None}
    is_leaf = trace.frame(len(trace)).is_leaf
    skipped = set()
    for n in seen:
        children = set(tree.children(n))
        if not is_leaf(n):
            skipped |= children - seen
    assert KINDS["cuts"].key(trace, None) == fewest(skipped, tree)
    if name not in SEVERAL_PASSES:
        assert skipped == {n for cutoff in trace.cutoffs.values() for n in cutoff.skipped}


@given(ragged() | uniforms(max_leaves=64), st.integers(1, 3), st.data())
def test_what_lies_beyond_a_horizon_is_not_cut_off(tree, depth, data):
    search = data.draw(st.sampled_from([alphabeta, scout, sss_star]))
    options = {"depth": depth, "evaluate": lambda n: sum(n), "search": search}
    question = Question("cuts", depth_limited, tree, **options)
    assert all(len(n) <= depth for n in question.answer)
    below = next((n for n in tree.nodes() if len(n) > depth), None)
    if below and not any(below[:k] in question.answer for k in range(depth + 1)):
        feedback = question.check([*question.answer, below])
        assert feedback.score < 1
        if len(tree.children(below[:-1])) > 1:  # an only child stands for its parent
            assert "does not look down to" in feedback.why


def test_cuts_are_those_of_the_last_horizon():
    values = {"0": 3, "1": 2, "1.1": 1, "1.2": 0, "2": 1, "2.1": 1}
    tree = from_nested([[[2], [1]], [[3]]])
    question = Question("cuts", iterative_deepening, tree, depth=3, evaluate=values)
    start = last_horizon(question.trace)
    key = {n for i, cut in question.trace.cutoffs.items() if i > start for n in cut.skipped}
    assert question.answer == fewest(key, tree) != frozenset()
    assert "within its last horizon" in question.prompt
    assert question.check([label(n) for n in question.answer]).right
    for wrong in ([], ["2"], ["1.1.1", "2.1"], ["0"]):
        step = question.check(wrong).step
        assert step is None or step > start


@given(ragged() | uniforms(max_leaves=64))
def test_all_children_of_a_node_stand_for_the_node(tree):
    question = Question("cuts", alphabeta, tree)
    assert question.check([n for cut in question.answer for n in tree.leaves(cut)]).right
    assert fewest(tree.leaves(), tree) == {ROOT}


# Moments: predict mode and questions ask at the same points


@pytest.mark.parametrize("what, times", [("next", 31), ("case", 40)])
def test_a_question_has_as_many_moments_as_the_search(what, times):
    tree = catalogue.load("srimani-a1")
    trace = record(sss_star, tree)
    asked = []
    with pytest.raises(ValueError, match=f"the search has {times} such moments"):
        asked.extend(Question(what, sss_star, tree, at=at) for at in range(len(trace)))
    assert len(asked) == times == len(moments(tree, trace.changes, what))


def test_predict_mode_asks_as_often_as_a_question_can_be_asked():
    trace = record(sss_star, catalogue.load("srimani-a1"))
    assert len(json.loads(payload(trace))["bets"]["next"]) == measure(trace).visits == 31


@pytest.mark.parametrize("name", ANY)
@settings(max_examples=max(10, MANY // 10))
@given(ragged(max_leaves=16) | uniforms(max_leaves=27))
def test_questions_are_asked_at_the_moments_and_nowhere_else(name, tree):
    search, options = ANY[name]
    trace = record(search, tree, **options)
    for what in ("next", "case"):
        found = moments(tree, trace.changes, what)
        keys = [KINDS[what].key(trace, at) for at in range(len(found))]
        assert keys == [m.answer or m.node for m in found]
        with pytest.raises(LookupError):
            KINDS[what].key(trace, len(found))
    assert len(moments(tree, trace.changes, "next")) == measure(trace).visits
    first = {m.node: m for m in reversed(moments(tree, trace.changes, "returned"))}
    for n in tree.nodes():
        if n in first:
            assert KINDS["returned"].key(trace, n) == trace.events[first[n].step - 1].value
        else:
            with pytest.raises(LookupError):
                KINDS["returned"].key(trace, n)


def test_open_can_be_asked_for_up_to_the_end():
    tree = catalogue.load("srimani-a1")
    trace = record(sss_star, tree)
    last = len(moments(tree, trace.changes, "case"))
    assert Question("open", sss_star, tree, at=last).answer == ((ROOT, "SOLVED", trace.value),)
    with pytest.raises(ValueError, match="cannot be asked about this search"):
        Question("open", sss_star, tree, at=last + 1)


# The reason that is given


def test_the_answer_comes_with_the_caption_of_the_step_where_the_given_one_goes_wrong():
    tree = uniform(2, 4, [3, 17, 2, 12, 15, 25, 0, 2, 5, 3, 2, 14, 9, 6, 11, 8])
    question = Question("leaves", alphabeta, tree)
    feedback = question.check(tuple(tree.leaves()))
    cut = next(i for i, e in enumerate(question.trace.events, 1) if isinstance(e, Cut))
    assert feedback.step == cut
    assert question.trace.caption(cut) in feedback.answer
    assert question.trace.why(cut).inequality in feedback.answer
    assert feedback.why.startswith(
        "You evaluate a leaf that is cut off. The rule is “if v ≤ α then stop”: the bound is one "
        "that the node's parent has already found."
    )
    left_out = question.check(question.answer[:-1])
    assert left_out.text == (
        "Your first 4 leaves are right, up to node 1.2.1.1. Among the next four, one is wrong, "
        "missing or out of place."
    )
    assert left_out.why.startswith("You leave out a leaf that nothing rules out.")
    assert question.trace.caption(left_out.step) in left_out.answer
    swapped = question.check((*question.answer[1::-1], *question.answer[2:]))
    assert swapped.text == "Among the first four leaves, one is wrong, missing or out of place."
    twice = question.check((*question.answer, question.answer[0]))
    assert twice.why == "You evaluate a leaf more often than the search does."


@given(uniforms(widths=(2, 3), depths=(2, 4), max_leaves=32))
def test_a_leaf_too_many_is_answered_with_the_cut_that_skips_it(tree):
    question = Question("leaves", alphabeta, tree)
    for i, cutoff in question.trace.cutoffs.items():
        extra = next(tree.leaves(cutoff.skipped[0]))
        done = sum(change.leaf is not None for change in question.trace.changes[:i])
        given = (*question.answer[:done], extra, *question.answer[done:])
        feedback = question.check(given)
        assert feedback.step == i
        assert question.trace.caption(i) in feedback.answer
        assert "You evaluate a leaf that is cut off." in feedback.why


# Answers that are no answers


class Monster:
    """An object that raises whatever is asked of it."""

    def __getattr__(self, name):
        raise RuntimeError("no")

    __repr__ = __str__ = __iter__ = __len__ = __hash__ = __eq__ = __getattr__


def nested(depth):
    part = []
    for _ in range(depth):
        part = [part]
    return part


def endless():
    while True:
        yield "1.1"


SELF = []
SELF.append(SELF)
ODD = [
    *(0, 1, -1, 2.5, True, False, inf, float("nan"), 10**400, 1j, b"1.1", "", "x", "0", "1.1"),
    *("9.9", "1.1 1.2", "\ud800", "١", "²", [], {}, (), set(), [None], [[]], [{}], [()], [[1]]),
    *({"1": None}, {None: 1}, {"1": "x"}, {"1": [1]}, [("0", "LIVE", "x")], [("0", 1, 2)]),
    *([("0", "DEAD", 1)], [(None, None, None)], (1, 2, 3), (None, 2), ("a", "b"), [1, 2, 3, 4]),
    *(nested(2), nested(50_000), SELF, ["1.1"] * 20_000, "1.1 " * 20_000, dict, len, Monster()),
    *([Monster()], {"1": Monster()}, object(), iid(2, 2, seed=1), lambda: 1, range(10**12)),
    *([("1", "LIVE", Monster())], {(1,): 1}, {(1, 2): 3}, frozenset(["1.1"]), "case 9", "3z"),
]


@pytest.mark.parametrize("kind", KINDS)
def test_no_answer_makes_a_traceback(kind):
    search, options = ANY[MAKES_SENSE[kind][0]]
    question = next(iter(questions(kind, search, iid(2, 2, seed=1), **options)))
    for answer in [*ODD, endless()]:
        feedback = question.check(answer)
        assert 0 <= feedback.score <= 1
        assert feedback.text[:1].strip() and len(feedback.text) < 2000
    for answer in (None, ...):
        assert question.check(answer).text == "Not answered yet."


@pytest.mark.parametrize("made", [Reorder(iid(2, 2, seed=1)), Find("published-ps-errs")])
def test_no_construction_makes_a_traceback(made):
    for answer in [*ODD, endless()]:
        feedback = made.check(answer)
        assert 0 <= feedback.score < 1 and feedback.text.strip()
    assert made.check().text == made.check(...).text == "Not answered yet."


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
        lambda x: st.lists(x) | st.dictionaries(st.text(), x) | st.tuples(x, x),
    )
)
def test_any_plain_value_is_an_answer(value):  # fmt: skip
    tree = iid(2, 2, seed=1)
    for kind in KINDS:
        search, options = ANY[MAKES_SENSE[kind][0]]
        question = next(iter(questions(kind, search, tree, **options)))
        assert question.check(value).text


@pytest.mark.parametrize(
    "given, said",
    [(["1.1", "7.7"], "'7.7' is not a node"), ({"a": 1}, "not a list of nodes"), (3, "not a list")],
)
def test_what_cannot_be_read_is_said(given, said):
    feedback = Question("leaves", alphabeta, iid(2, 2, seed=1)).check(given)
    assert feedback.score == 0 and said in feedback.text


@pytest.mark.parametrize(
    "given", ["1.1 1.2 2.1", "1.1, 1.2, 2.1", [1.1, 1.2, 2.1], [(1, 1), [1, 2], (2, 1)]]
)
def test_ways_to_write_nodes(given):
    question = Question("leaves", alphabeta, from_nested([[3, 5], [2, 9]]))
    assert question.check(given).right


def test_a_float_is_no_node_where_it_would_be_ambiguous():
    tree = from_nested([[*range(12)], 3])
    question = Question("next", minimax, tree, at=2)
    assert "not a node" in question.check(1.10).text


@pytest.mark.parametrize(
    "given", [(8, inf), [8, "inf"], ("8", "∞"), (8.0, "+inf"), (8, float("inf"))]
)
def test_ways_to_write_a_window(given):
    question = Question("window", alphabeta, from_nested([8, [9, 3]]), at="2")
    assert question.check(given).right


@settings(max_examples=max(10, MANY // 10))
@given(uniforms(widths=(2, 3), depths=(2, 3), max_leaves=16), st.data())
def test_windows_are_open_intervals(tree, data):
    search = data.draw(st.sampled_from([alphabeta, negascout]))
    question = data.draw(st.sampled_from(list(questions("window", search, tree))))
    digits = digits_for([*map(tree.value, tree.leaves()), *question.answer])
    low, high = (show(x, digits) for x in question.answer)
    text = question.check(question.answer[::-1]).answer
    told = f"only values between {low} and {high} matter"
    if question.answer == (-inf, inf):
        told = "every value matters"
    elif question.answer[1] == above(question.answer[0]):
        told = "no value lies between the two, so the search only asks which side the value is on"
    assert text.startswith(f"The right answer is ({low}, {high}): {told}.")
    assert "[" not in text and "]" not in text


def test_names_stand_for_nodes():
    tree = catalogue.load("pantel-3.2")
    question = Question("leaves", alphabeta, tree)
    assert question.check([tree.name(n) for n in question.answer]).right


@pytest.mark.parametrize(
    "kind, at",
    [
        *(("leaves", 3), ("window", None), ("window", "9"), ("open", 0), ("nonsense", None)),
        *(("next", at) for at in (-1, 1.0, True, 99)),
    ],
)
def test_a_question_that_cannot_be_asked_is_refused(kind, at):
    with pytest.raises(ValueError, match=r".{10}"):
        Question(kind, alphabeta, from_nested([[3, 5], [2, 9]]), at=at)


def test_values_are_those_to_max_in_negamax_too():
    tree = iid(2, 3, seed=4)
    assert Question("values", negamax, tree).answer == Question("values", minimax, tree).answer


# Construction


def test_reorder_gets_full_marks_for_the_best_order_only():
    tree = from_nested([[3, 5], [2, 9]])
    question = Reorder(tree)
    assert "[3, 5, 2, 9]" in question.prompt
    for order in permutations(question.values):
        other = tree.replace(dict(zip(tree.leaves(), order, strict=True)))
        feedback = question.check(list(order))
        assert feedback.right == (record(alphabeta, other).nbp == question.best)
        assert 0 <= feedback.score <= 1
    assert question.check([3, 5, 2]).score == 0


def test_find_accepts_trees_with_the_property_and_no_others():
    find = Find("published-ps-errs")
    wrong = next(t for t in (iid(3, 3, seed=s) for s in range(50)) if find.property.holds(t))
    assert find.check(wrong).right
    assert not find.check([[3, 2], [4, 1]]).right
    with pytest.raises(ValueError, match="Choose one of: ps-beats-sss"):
        Find("nonsense")


def test_the_root_alone_is_a_tree_to_ask_about():
    tree = from_nested(5)
    assert Question("leaves", alphabeta, tree).check(["0"]).right
    assert Question("cuts", alphabeta, tree).check([]).right
    assert Question("next", alphabeta, tree, at=0).check("0").right
    assert ROOT == Question("next", alphabeta, tree, at=0).answer
