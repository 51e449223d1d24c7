"""Homework: the same tree for the same student for ever, of the stated difficulty."""

import json
import re
from hashlib import sha256

import pytest

from tracer import record
from tracer.algorithms import minimax
from tracer.algorithms.registry import ALGORITHMS
from tracer.exercises import Question, assignment
from tracer.exercises.ask.question_kinds import KINDS
from tracer.exercises.course.assignment import PLANS
from tracer.exercises.course.secret import new_secret, read_secret
from tracer.trace.measure import measure
from trees import to_nested
from trees.tree_json import from_data

STUDENTS = [f"student {i}" for i in range(20)]

SECRET = "a secret that is long enough to be one"

# Golden: if one of these changes, all homework handed out so far changes with it.
GOLDEN = {
    ("minimax", "alice", None): "f0c55b8b5b9d5d2d",
    ("alpha-beta", "alice", None): "fa48e011a374a6c2",
    ("alpha-beta", "alice", SECRET): "978dc32605f9eccf",
    ("alpha-beta", "Zoé", None): "d04cbca0a4e7d947",
    ("sss-star", "12345", SECRET): "e5c7b592c2f949d2",
    ("mtd-f", "bob", None): "ea8131f2b0acf816",
    ("construct", "ada", SECRET): "c6f47d1b95271b60",
}


def leaves(homework):
    return [homework.tree.value(n) for n in homework.tree.leaves()]


@pytest.mark.parametrize("name, student, secret", GOLDEN)
def test_trees_are_the_same_for_ever(name, student, secret):
    homework = assignment(name, student, secret=secret)
    places = [getattr(question, "at", 0) for question in homework.questions.values()]
    drawn = json.dumps([to_nested(homework.tree), places])
    assert sha256(drawn.encode()).hexdigest()[:16] == GOLDEN[name, student, secret]


@pytest.mark.parametrize("name", PLANS)
def test_trees_are_of_the_stated_difficulty(name):
    plan = PLANS[name]
    for student in STUDENTS:
        homework = assignment(name, student)
        values = leaves(homework)
        assert all(100 <= v <= 999 for v in values) and len(set(values)) == len(values)
        assert max(len(n) for n in homework.tree.leaves()) <= plan.plies
        assert plan.fair(record(plan.search, homework.tree, **plan.options))


@pytest.mark.parametrize("name", PLANS)
def test_the_words_for_the_difficulty_say_what_is_tested(name):
    """Words and test are made from the same bands; here the numbers are counted independently."""
    plan = PLANS[name]
    for student in STUDENTS[:5]:
        trace = record(plan.search, assignment(name, student).tree, **plan.options)
        counted = measure(trace)
        numbers = {
            "leaves": trace.tree.leaf_count(),
            "leaves to evaluate": len(set(trace.leaves)),
            "evaluations": len(trace.leaves),
            "steps": len(trace.events),
            "cutoffs": counted.cutoffs,
            "deep cutoffs": counted.deep,
            "passes": counted.passes,
        }
        for part in plan.guard.split(", "):
            low, high, what = re.fullmatch(r"(\d+)(?: to (\d+))? (.*)", part).groups()
            assert int(low) <= numbers[what] <= int(high or low), part


def test_every_search_by_hand_has_a_band_for_what_makes_work():
    for plan in PLANS.values():
        assert {"size", "steps"} <= set(plan.bands)
        if plan.search is not minimax:
            assert {"leaves", "cutoffs"} <= set(plan.bands)


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
    bands = {"size": (12, 14), "cutoffs": (1000, 1000)}
    monkeypatch.setitem(PLANS, "impossible", PLANS["minimax"]._replace(bands=bands))
    monkeypatch.setattr("tracer.exercises.course.assignment.ATTEMPTS", 50)
    guard = "12 to 14 leaves, 1000 cutoffs"
    with pytest.raises(ValueError, match=f"None of 50 trees for 'impossible' has {guard}"):
        assignment("impossible", "x")


# The secret


def test_another_secret_gives_another_tree():
    one, again = (assignment("alpha-beta", "ada", secret=SECRET) for _ in range(2))
    other = assignment("alpha-beta", "ada", secret=f"{SECRET}!")
    practice = assignment("alpha-beta", "ada")
    assert one.tree == again.tree
    assert len({str(to_nested(h.tree)) for h in (one, other, practice)}) == 3
    assert practice.practice and not one.practice and not other.practice


@pytest.mark.parametrize("secret", ["", "short", 7, b"bytes that are long enough to be a secret"])
def test_a_secret_that_can_be_guessed_is_refused(secret):
    with pytest.raises(ValueError, match="at least 32 characters"):
        assignment("alpha-beta", "ada", secret=secret)


def test_a_secret_is_made_once_and_read_back(tmp_path, monkeypatch):
    path = new_secret(tmp_path / "secret")
    assert path.stat().st_mode & 0o777 == 0o600
    secret = read_secret(path)
    assert len(secret) == 64 and read_secret(str(path)) == secret
    with pytest.raises(ValueError, match="exists already"):
        new_secret(path)
    assert read_secret(path) == secret
    assert new_secret(tmp_path / "other").read_text() != path.read_text()
    monkeypatch.delenv("PLYGLASS_SECRET", raising=False)
    assert read_secret() is None
    monkeypatch.setenv("PLYGLASS_SECRET", str(path))
    assert read_secret() == secret


def test_a_secret_that_cannot_be_read_is_refused(tmp_path):
    with pytest.raises(ValueError, match="cannot be read"):
        read_secret(tmp_path / "nowhere")
    (tmp_path / "short").write_text("hunter2")
    with pytest.raises(ValueError, match="at least 32 characters"):
        read_secret(tmp_path / "short")


# As JSON


@pytest.mark.parametrize("name", PLANS)
def test_json_has_the_tree_and_the_questions_and_no_answers(name):
    homework = assignment(name, "alice")
    data = json.loads(homework.to_json())
    assert data == homework.data()
    assert (data["format"], data["version"]) == ("plyglass-assignment", 2)
    assert (data["name"], data["student"]) == (name, "alice")
    assert data["title"] == PLANS[name].title and data["options"] == PLANS[name].options
    assert data["search"] == PLANS[name].search.__name__
    assert from_data(data["tree"]) == homework.tree
    assert [q["name"] for q in data["questions"]] == list(homework.questions)
    assert [q["kind"] for q in data["questions"]] == list(PLANS[name].kinds)
    for asked in data["questions"]:
        question = homework.questions[asked["name"]]
        extra = {"at", "leaves", "value"}
        assert set(asked) - extra == {"name", "kind", "prompt", "rule"}
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
