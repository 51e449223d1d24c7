"""Homework: the same tree for the same student for ever, of the stated difficulty."""

import pytest

from tracer import record
from tracer.exercises import assignment
from tracer.exercises.course.assignment import PLANS, Plan
from tracer.trace.measure import measure

STUDENTS = [f"student {i}" for i in range(200)]

# Golden: if one of these changes, all homework handed out so far changes with it.
GOLDEN = {
    ("minimax", "alice"): "61 56 22 51 35 87 77 12 42",
    ("alpha-beta", "alice"): "60 95 19 70 72 96 90 85 52 16 38 45 74 99 61 94",
    ("alpha-beta", "Zoé"): "22 68 47 82 49 83 69 53 21 93 13 80 84 71 76 81",
    ("sss-star", "12345"): "24 57 86 96 34 60 93 65 38 83 17 41 64 13 44 54",
    (
        "mtd-f",
        "bob",
    ): "16 50 65 64 20 42 55 53 32 73 93 85 48 43 40 44 17 31 96 13 79 54 36 62 68 75 10",
}


def leaves(homework):
    return [homework.tree.value(n) for n in homework.tree.leaves()]


@pytest.mark.parametrize("name, student", GOLDEN)
def test_trees_are_the_same_for_ever(name, student):
    assert " ".join(map(str, leaves(assignment(name, student)))) == GOLDEN[name, student]


@pytest.mark.parametrize("name", PLANS)
def test_trees_are_of_the_stated_difficulty(name):
    plan = PLANS[name]
    seen = set()
    for student in STUDENTS:
        homework = assignment(name, student)
        values = leaves(homework)
        assert all(10 <= v <= 99 for v in values)
        assert len(set(values)) == len(values) == plan.shape[0] ** plan.shape[1]
        assert plan.fair(measure(record(plan.search, homework.tree, **plan.options)))
        seen.add(tuple(values))
    assert len(seen) == len(STUDENTS)


def test_the_difficulty_of_alpha_beta_is_what_its_words_say():
    for student in STUDENTS:
        m = measure(record(PLANS["alpha-beta"].search, assignment("alpha-beta", student).tree))
        assert 3 <= m.cutoffs <= 6 and m.deep >= 1


def test_an_answer_of_another_student_is_not_right():
    one, other = assignment("alpha-beta", "one"), assignment("alpha-beta", "other")
    answers = {name: question.answer for name, question in one.questions.items()}
    assert one.score(answers) == 1
    assert other.score(answers) < 1
    assert one.score({}) == 0 and one.check({})["leaves"].text == "Not answered yet."


def test_names_that_look_the_same_are_the_same():
    assert assignment("minimax", " Zoé ").tree == assignment("minimax", "Zoe\u0301").tree
    assert assignment("minimax", "\ud800").tree  # a file name that is no text


@pytest.mark.parametrize("student", ["", "  ", None, 7])
def test_a_student_without_a_name_is_refused(student):
    with pytest.raises(ValueError, match="give a name or a number as a text"):
        assignment("minimax", student)
    with pytest.raises(ValueError, match="there are minimax, alpha-beta"):
        assignment("nonsense", "x")


def test_a_difficulty_that_no_tree_has_is_refused(monkeypatch):
    plan = PLANS["minimax"]._replace(guard="a thousand cutoffs", fair=lambda m: False)
    assert isinstance(plan, Plan)
    monkeypatch.setitem(PLANS, "impossible", plan)
    with pytest.raises(ValueError, match="none has a thousand cutoffs"):
        assignment("impossible", "x")
