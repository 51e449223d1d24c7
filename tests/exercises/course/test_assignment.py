"""Homework: the same tree for the same student for ever, of the stated difficulty."""

import json

import pytest

from tracer import record
from tracer.algorithms.registry import ALGORITHMS
from tracer.exercises import Question, assignment
from tracer.exercises.ask.question_kinds import KINDS
from tracer.exercises.course.assignment import PLANS, Plan
from tracer.trace.measure import measure
from trees.tree_json import from_data

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
    with pytest.raises(ValueError, match="must be a name or a number as a string"):
        assignment("minimax", student)
    with pytest.raises(ValueError, match="Choose one of: minimax, alpha-beta"):
        assignment("nonsense", "x")


def test_a_difficulty_that_no_tree_has_is_refused(monkeypatch):
    plan = PLANS["minimax"]._replace(guard="a thousand cutoffs", fair=lambda m: False)
    assert isinstance(plan, Plan)
    monkeypatch.setitem(PLANS, "impossible", plan)
    with pytest.raises(
        ValueError, match="none of 500 trees for 'impossible' has a thousand cutoffs"
    ):
        assignment("impossible", "x")


# As JSON


@pytest.mark.parametrize("name", PLANS)
def test_json_has_the_tree_and_the_questions_and_no_answers(name):
    homework = assignment(name, "alice")
    data = json.loads(homework.to_json())
    assert data == homework.data()
    assert (data["format"], data["version"]) == ("plyglass-assignment", 1)
    assert (data["name"], data["student"]) == (name, "alice")
    assert data["title"] == PLANS[name].title and data["options"] == PLANS[name].options
    assert data["search"] == PLANS[name].search.__name__
    assert from_data(data["tree"]) == homework.tree
    assert [q["name"] for q in data["questions"]] == list(homework.questions)
    assert [q["kind"] for q in data["questions"]] == list(PLANS[name].kinds)
    for asked in data["questions"]:
        question = homework.questions[asked["name"]]
        assert set(asked) - {"at"} == {"name", "kind", "prompt", "rule"}
        assert (asked["prompt"], asked["rule"]) == (question.prompt, question.rule)


@pytest.mark.parametrize("name", PLANS)
def test_a_question_can_be_asked_again_from_json(name):
    homework = assignment(name, "alice")
    data = homework.data()
    search, tree = ALGORITHMS[data["search"]].search, from_data(data["tree"])
    for asked in data["questions"]:
        if asked["kind"] in KINDS:
            again = Question(asked["kind"], search, tree, at=asked.get("at"), **data["options"])
            assert again.answer == homework.questions[asked["name"]].answer
        else:
            assert "at" not in asked
