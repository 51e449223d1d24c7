"""Bets: every choice can be made, one of them is right, and hints are true and do not tell."""

import re
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.helpers.generated import ANY, ragged, uniforms
from tracer import record
from tracer.algorithms import (
    alphabeta,
    minimax,
    mtd_f,
    ps_star,
    scout,
    solve,
    sss_star,
)
from tracer.draw.visible import visible
from tracer.trace.bets import MOST_CHOICES, bets, kinds_of
from tracer.trace.moments import MOMENTS, moments
from tracer.trace.node_names import called
from trees import catalogue, from_nested, iid, worst_ordered

PANTEL = catalogue.load("pantel-3.2")


def answer_by_events(trace, what, bet):
    """What the log says at the moment's step, read again."""
    event = trace.events[bet.moment.step - 1]
    if what in ("leaf", "next"):
        return event.node
    if what == "cut":
        return "cut" if event.kind == "cut" else "on"
    return event.case if what == "case" else event.value


def words(text):
    return re.findall(r"[\w.−⁺⁻]*[\w⁺⁻∞]", text)


@settings(max_examples=250)
@given(
    name=st.sampled_from(sorted(ANY)),
    tree=ragged() | uniforms(max_leaves=32),
    what=st.sampled_from(MOMENTS),
)
def test_one_choice_is_right_and_no_hint_tells_which(name, tree, what):
    search, options = ANY[name]
    trace = record(search, tree, **options)
    show = trace.timeline.show
    found = list(bets(trace, what))
    assert len(found) <= len(moments(tree, trace.changes, what))
    for bet in found:
        right, choices = bet.choices[bet.right], bet.choices
        assert right == answer_by_events(trace, what, bet)
        assert 2 <= len(choices) <= (6 if what == "case" else MOST_CHOICES)
        assert sum(choice == right for choice in choices) == 1
        m, frame = bet.moment, trace.frame(bet.moment.frame)
        assert m.frame < bet.shows <= m.step
        hint = bet.hint(tree)
        assert hint[-1] in ".?" and hint[0].upper() == hint[0]
        assert right not in bet.mentions
        text = hint
        for n in sorted(bet.mentions, key=lambda n: -len(called(tree, n))):
            assert called(tree, n).lower() in text.lower()
            text = re.sub(rf"\b{re.escape(called(tree, n))}\b", "", text, flags=re.IGNORECASE)
        if what in ("leaf", "next"):
            assert len(set(choices)) == len(choices)
            assert what == "next" or all(trace.frame(m.step).is_leaf(n) for n in choices)
            assert set(choices) <= set(tree.nodes())
            assert not re.search(rf"(?<!\w){re.escape(called(tree, right))}(?!\w)", text)
        elif what == "returned":
            assert len({show(x) for x in choices}) == len(choices)
            assert not {show(x) for x in choices} & set(words(text))
            assert frame.stack[-1].node == m.node
        elif what == "case":
            assert not set(choices) & set(words(text))
        else:
            assert "goes on" not in text and "cuts off" not in text


@settings(max_examples=120)
@given(name=st.sampled_from(sorted(ANY)), tree=ragged() | uniforms(max_leaves=32))
def test_hints_about_values_are_true(name, tree):
    """The largest (or smallest) value found at a node is the one that it returns, as they say."""
    search, options = ANY[name]
    trace = record(search, tree, **options)
    at, found = {bet.moment.step: bet for bet in bets(trace, "returned")}, []
    for i, event in enumerate(trace.events, 1):
        if event.kind in ("enter", "ask"):
            found.append((event, []))
        elif event.kind in ("leave", "evaluate", "test", "answer"):
            begun, children = found.pop() if found else (event, [])
            if i in at:
                check_hint(trace, begun, children, event, at[i].hint(tree))
            if found and event.kind in ("leave", "evaluate"):
                found[-1][1].append(event.value)


def check_hint(trace, begun, children, event, hint):
    n, v = event.node, event.value
    largest = trace.tree.is_max(n)
    if "The table" in hint:
        assert not children
    elif "changing the sign" in hint:  # a leaf logs its value to MAX
        below = zip(trace.tree.children(n), children, strict=True)
        own = 1 if largest else -1
        assert v == max(own * x if trace.tree.is_leaf(c) else -x for c, x in below)
    elif children:
        assert ("largest" in hint) == largest and ("smallest" in hint) != largest
        best = (max if largest else min)(children)
        if "outside the window" in hint:
            best = max(begun.alpha, min(best, begun.beta))
        assert v == best


@settings(max_examples=120)
@given(name=st.sampled_from(sorted(ANY)), tree=ragged() | uniforms(max_leaves=32))
def test_hints_about_bounds_are_true_and_the_same_for_both_answers(name, tree):
    """Whoever is said to have a bound has a child that is worth it; nobody else is named."""
    search, options = ANY[name]
    trace = record(search, tree, **options)
    for bet in bets(trace, "cut"):
        m, frame = bet.moment, trace.frame(bet.moment.frame)
        n = frame.stack[-1].node
        assert bet.mentions[0] == n == (m.node if m.answer == "cut" else m.node[:-1])
        for by in bet.mentions[1:]:
            call = next(c for c in reversed(frame.stack) if c.node == by)
            assert tree.is_max(by) != tree.is_max(n) and by == n[: len(by)]
            bound = frame.stack[-1].beta if tree.is_max(n) else frame.stack[-1].alpha
            assert call.value == bound
        if m.answer == "cut" and (cutoff := trace.cutoffs[m.step]).kind in ("shallow", "deep"):
            assert bet.mentions == (cutoff.node, cutoff.by)


def test_the_leaf_that_a_cutoff_skips_is_always_on_offer():
    """Who overlooks a cutoff finds what they expect, and is shown the cutoff."""
    met = 0
    for seed in range(5):
        trace = record(alphabeta, iid(3, 3, seed=seed))
        for bet in bets(trace, "leaf"):
            m = bet.moment
            on_the_way = [i for i in trace.cutoffs if m.frame < i < m.step]
            if on_the_way:
                met += 1
                first = trace.cutoffs[on_the_way[0]]
                assert bet.shows == on_the_way[0]
                assert any(leaf[: len(n)] == n for leaf in bet.choices for n in first.skipped)
                assert set(bet.mentions) == {first.node, first.by}
            else:
                assert bet.shows == m.step
    assert met > 10


@pytest.mark.parametrize("what", sorted({*MOMENTS} - {"case"}))  # a case keeps its own number
def test_no_key_is_right_much_more_often_than_the_others(what):
    counts = Counter()
    for seed in range(8):
        for search in (alphabeta, scout, sss_star, mtd_f):
            trace = record(search, iid(3, 3, seed=seed))
            counts.update((len(bet.choices), bet.right) for bet in bets(trace, what))
    most = max(choices for choices, _ in counts)
    shares = [counts[most, k] / sum(counts[most, j] for j in range(most)) for k in range(most)]
    assert min(shares) > 0.05 and max(shares) < (0.7 if most > 2 else 0.8), shares


def test_the_best_kind_comes_first():
    def kinds(search, tree=PANTEL, **options):
        return kinds_of(record(search, tree, **options))

    assert kinds(alphabeta) == ("cut", "returned", "leaf", "next")
    assert kinds(minimax) == ("returned", "leaf", "next")  # it never looks at a bound
    assert kinds(sss_star) == kinds(ps_star, k=2) == ("case", "leaf", "next")
    assert "cut" in kinds(alphabeta, worst_ordered(2, 3, seed=1))  # it might have cut off
    assert "cut" not in kinds(solve, from_nested([[1, 2], [3, 4]]), win=9, loss=-9)
    assert kinds(alphabeta, from_nested(5)) == ()  # nothing to choose


def test_a_large_tree_offers_what_can_be_seen():
    trace = record(alphabeta, iid(8, 5, seed=3))
    among = set(visible(trace).nodes)
    for what in ("leaf", "next"):
        found = list(bets(trace, what, among=among, most=40))
        assert len(found) == 40
        assert all(set(bet.choices) <= among for bet in found)


HINTS = {
    (alphabeta, "leaf", 3): (
        "Is there a cutoff? Compare what MAX can get at E with what MIN already has at B."
    ),
    (alphabeta, "leaf", 1): (
        "Children are searched from left to right, each one completely before the next."
    ),
    (alphabeta, "cut", 0): "What MAX has at D would have to meet β. What is β there?",
    (alphabeta, "cut", 2): "Compare what MAX can get at E with what MIN already has at B.",
    (alphabeta, "cut", 5): "Compare what MIN can hold C to with what MAX already has at A.",
    (alphabeta, "returned", 0): (
        "MAX is to move at D and takes the largest value found there. "
        "What is skipped does not count."
    ),
    (scout, "cut", 2): "E only has to answer a question. Is the answer certain by now?",
    (sss_star, "leaf", 1): "What happens next is decided by the first state of OPEN.",
}


@pytest.mark.parametrize("search, what, at", HINTS)
def test_hints_read_like_a_teacher(search, what, at):
    bet = list(bets(record(search, PANTEL), what))[at]
    assert bet.hint(PANTEL) == HINTS[search, what, at]
