"""Hints: they say where and why, and whoever copies them into the answer gets nowhere."""

import re
from collections import defaultdict
from random import Random
from statistics import fmean, stdev

import pytest

from tests.helpers.asked import MAKES_SENSE, mutations, questions, write
from tests.helpers.copycat import Blind, Copycat, Guesser, written_in
from tests.helpers.generated import ANY
from tracer.algorithms import alphabeta, depth_limited, minimax, scout, sss_star
from tracer.exercises import Question
from tracer.exercises.ask.hints import NARROWEST
from tracer.exercises.ask.question_kinds import KINDS
from trees import catalogue, from_nested, iid, label

TREES = (iid(2, 4, seed=3), iid(3, 3, seed=5, root="MIN"), catalogue.load("pantel-3.2"))


def asked(kind, trees=TREES):
    """One question per search and tree."""
    for i, name in enumerate(MAKES_SENSE[kind]):
        search, options = ANY[name]
        for tree in trees:
            found = list(questions(kind, search, tree, **options))
            if found:
                yield Random(f"{kind} {i}").choice(found)


@pytest.mark.parametrize("kind", KINDS)
def test_hints_name_nothing_that_the_student_has_not_named(kind):
    for question in asked(kind):
        tree, wrong = question.tree, list(mutations(question))
        for answer in Random(1).sample(wrong, min(12, len(wrong))):
            feedback = question.check(answer)
            hints = re.sub("“[^”]*”", "", f"{feedback.text} {feedback.why}")  # lines of the listing
            hints = re.sub(r"\bA (?=[a-z])", "", hints)  # the article, not the node
            nodes, numbers = map(set, written_in(hints, tree))
            theirs = str(answer if kind in ("window", "bounds") else write(question, answer))
            own_nodes, own_numbers = map(
                set, written_in(f"{theirs} {question.prompt}".replace("inf", "∞"), tree)
            )
            if kind == "values":
                own_nodes |= set(question.answer)  # the prompt asks about all of them
            if kind == "cuts":
                own_nodes |= {n for n in nodes if tree.leaf_count(n) >= NARROWEST}
            if kind in ("leaves", "open", "backup"):
                own_numbers |= set(range(0, len(answer) + 1, NARROWEST))
            own_numbers |= {float(label(n)) for n in nodes & own_nodes if label(n).count(".") < 2}
            assert nodes <= own_nodes, (question, answer, hints)
            assert numbers <= own_numbers, (question, answer, hints)


@pytest.mark.parametrize("kind", KINDS)
def test_whoever_copies_hints_does_no_better_than_whoever_guesses(kind):
    marks = defaultdict(list)
    for seed, question in enumerate(asked(kind, [iid(2, 4, seed=s) for s in range(3)])):
        start = next(iter(reversed(question.no_effort.values())))
        if not question.check(start).right:
            marks["copycat"].append(Copycat(question, seed).play(start))
            marks["guesser"].append(Guesser(question, seed).play(start))
    solved = {who: sum(mark == 1 for mark in found) for who, found in marks.items()}
    mean = {who: sum(found) / len(found) for who, found in marks.items()}
    assert len(marks["copycat"]) >= 3
    assert solved["copycat"] <= solved["guesser"]
    assert mean["copycat"] <= mean["guesser"] + 0.1


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["leaves", "open", "backup"])
def test_the_place_that_a_hint_names_does_not_pay(kind):
    """On many trees, the copycat earns no more than the same changes anywhere in the list."""
    more = []
    for seed, question in enumerate(asked(kind, [iid(2, 4, seed=s) for s in range(100, 125)])):
        start = next(iter(reversed(question.no_effort.values())))
        if not question.check(start).right:
            mine, blind = (who(question, seed).play(start) for who in (Copycat, Blind))
            more.append(mine - blind)
    error = stdev(more) / len(more) ** 0.5
    assert fmean(more) <= 1.96 * error, (kind, len(more), fmean(more), error)
    assert 1.96 * error < 0.02, "enough trees to tell"


def test_starting_from_every_leaf_the_copycat_gets_nowhere():
    marks = []
    for search in (alphabeta, scout, sss_star):
        for seed in range(8):
            tree = iid(2, 4, seed=seed)
            question = Question("leaves", search, tree)
            if not question.check(start := tuple(tree.leaves())).right:
                marks.append(Copycat(question, seed).play(start))
    assert sum(marks) / len(marks) <= 0.2 and sum(mark == 1 for mark in marks) <= 1


# What they say


def said(kind, search, tree, answer, **options):
    feedback = Question(kind, search, tree, **options).check(answer)
    return feedback.text, feedback.why


PANTEL = catalogue.load("pantel-3.2")


def test_a_list_is_right_up_to_a_few_entries_before_the_first_mistake():
    question = Question("leaves", alphabeta, iid(2, 4, seed=3))
    for k in range(len(question.answer)):
        text = question.check(question.answer[:k] + question.answer[k + 1 :]).text
        right = int(found[1]) if (found := re.search(r"first (\d+) leaves are right", text)) else 0
        assert right <= k < right + NARROWEST


def test_words_for_leaves():
    tree = PANTEL
    text, why = said("leaves", alphabeta, tree, "H I J K L M")
    assert text == "Among the first four leaves, one is wrong, missing or out of place."
    assert why.startswith(
        "You evaluate a leaf that is cut off. The rule is “if v ≥ β then stop”: the bound is one "
        "that the node's parent has already found. A common mistake leads to your answer: “never "
    )
    text, why = said("leaves", alphabeta, tree, "H I J L")
    assert text.startswith("Your first 4 leaves are right, up to L. Among the next four, one is")
    assert why == "You leave out a leaf that nothing rules out. Only a cutoff skips leaves."
    assert said("leaves", alphabeta, tree, [])[0] == "Your list is empty, but it should not be."


def test_words_for_cuts():
    text, why = said("cuts", alphabeta, PANTEL, ["K"])
    assert text == "Below C, you cut off too much or too little."
    assert why.startswith("You cut off nothing of what the search skips. The rule is “if v ≤ α")
    text, _ = said("cuts", alphabeta, PANTEL, [])
    assert text == "You cut off nothing, but the search does, below B."
    _, why = said("cuts", alphabeta, PANTEL, ["J", "K", "G"])
    assert why.startswith("You cut off a node that the search needs: no bound rules it out")
    _, why = said("cuts", alphabeta, PANTEL, ["K", "N"])
    assert why.startswith("You cut off only a part of what the search skips.")


def test_words_for_one_moment():
    text, why = said("window", alphabeta, PANTEL, (4, float("inf")), at="F")
    assert text == "At F, β is right, but α is not."
    assert why.startswith("A visit gets its window from its parent: α is the best that MAX")
    assert said("window", alphabeta, PANTEL, (4, 5), at="F")[0] == "At F, neither α nor β is right."
    text, why = said("returned", alphabeta, PANTEL, 7, at="E")
    assert text == "E does not return 7 the first time."
    assert why.startswith(
        "MAX moves at E: it returns the greatest value that it has found. It does not search all "
        "its children: after a cutoff, what it returns is a bound."
    )
    text, why = said("next", alphabeta, PANTEL, "K", at=7)
    assert text == "After 7 visits, the search does not go to K."
    assert "each one completely before the next. Check for a cutoff first. A common" in why


def test_words_for_open():
    question = Question("open", sss_star, PANTEL, at=12)
    right = question.answer
    worse = tuple((n, status, merit - 1) for n, status, merit in right)
    assert question.check(worse).text == "The nodes are right. Check every merit again."
    live = tuple((n, "LIVE", merit + 1) for n, _, merit in right)
    assert question.check(live).text.endswith("Check every status and every merit again.")
    assert question.check(right[1:]).text.startswith("Among the first four entries, one is wrong,")
    assert "The rule for its last action is “1. LIVE MAX node" in question.check([]).why


def test_a_cutoff_is_answered_with_its_inequality():
    feedback = Question("cuts", alphabeta, PANTEL).check(["G"])
    assert feedback.answer.startswith("The right answer is K, G.\nStep ")
    assert feedback.answer.endswith("In terms of leaves: J ≥ max(H, I).")


def test_graded_work_shows_only_where():
    feedback = Question("leaves", alphabeta, PANTEL).check("H I J K L M").up_to("where")
    assert feedback.why == feedback.answer == "" and feedback.step is None


def test_inner_nodes_are_leaves_at_a_horizon():
    options = {"depth": 1, "evaluate": sum, "search": alphabeta}
    question = Question("leaves", depth_limited, from_nested([[1, 2], [3, 4]]), **options)
    assert question.check(["1", "2"]).right
    assert not question.check(["2", "1"]).right


def test_numbers_that_differ_never_look_alike():
    tree = from_nested([1.23456, 1.23457])
    feedback = Question("values", minimax, tree).check({"0": 1.23456})
    assert "you gave 1.23456." in feedback.text and "f(A) = 1.23457" in feedback.answer
    question = Question("window", alphabeta, from_nested([1.23456, [1.23457, 2]]), at="2")
    assert "(1.23456, ∞)" in question.check((1.23457, float("inf"))).answer
