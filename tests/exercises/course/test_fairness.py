"""An assignment is fair: equal work, keys of one's own, no marks without thought."""

from collections import Counter

import pytest

from tracer import record
from tracer.cli.main import main
from tracer.exercises import assignment
from tracer.exercises.ask.no_effort import STRATEGIES
from tracer.exercises.course import fairness as module
from tracer.exercises.course.assignment import PLANS
from tracer.exercises.course.fairness import check_class, fairness
from tracer.exercises.course.handouts import write_handouts
from tracer.exercises.course.nbgrader import make

CLASS = [f"student {i}" for i in range(100)]


@pytest.mark.parametrize("name", PLANS)
def test_every_assignment_is_fair_to_a_class_of_100(name):
    found = check_class(name, CLASS)
    assert found.trees == found.students == 100
    assert all(many <= 5 for many in found.shared.values())
    for work, (low, high) in PLANS[name].bands.items():
        assert low <= found.work[work].low <= found.work[work].mean <= found.work[work].high <= high
    for marks in found.marks.values():
        assert all(mark <= 0.2 for mark in marks.values())
    assert ("write" in PLANS[name].kinds) == (len(found.shared) < len(PLANS[name].kinds))


@pytest.mark.slow
@pytest.mark.parametrize("secret", [None, "0" * 32, "another secret that is long enough"])
@pytest.mark.parametrize("name", PLANS)
def test_every_assignment_is_fair_to_a_class_of_200(name, secret):
    found = check_class(name, [f"{i}" for i in range(200)], secret=secret)
    assert all(many <= 10 for many in found.shared.values())


def test_the_numbers_are_right():
    """Counted again, without the module."""
    found = fairness("alpha-beta", CLASS[:12])
    class_ = [assignment("alpha-beta", student) for student in CLASS[:12]]
    leaves = [len(record(h.plan.search, h.tree).leaves) for h in class_]
    spread = found.work["leaves"]
    assert (spread.low, spread.high) == (min(leaves), max(leaves))
    assert spread.mean == pytest.approx(sum(leaves) / 12)
    for name in ("leaves", "cuts", "window", "returned"):
        keys = Counter(h.questions[name].answer for h in class_)
        assert found.shared[name] == max(keys.values())
    everything = [h.questions["leaves"].check(list(h.tree.leaves())).score for h in class_]
    assert found.marks["everything"]["leaves"] == pytest.approx(sum(everything) / 12)
    kinds = {"leaves", "cuts", "window", "returned"}
    able = {strategy for strategy, answers in STRATEGIES.items() if kinds & answers.keys()}
    assert set(found.marks) == {*able, "a neighbour's answers"}


# Plans that break a limit


def broken(monkeypatch, **changes):
    monkeypatch.setitem(PLANS, "broken", PLANS["minimax"]._replace(**changes))
    with pytest.raises(ValueError, match="'broken' is not fair to this class") as error:
        check_class("broken", CLASS[:40])
    return str(error.value)


def test_a_key_that_many_students_share_is_refused(monkeypatch, tmp_path):
    kinds = ("values", "next")  # minimax visits all nodes in order, so few keys are possible
    said = broken(monkeypatch, kinds=kinds)
    assert "of 40 students share the key of 'next', and at most 3 may" in said
    for build in (
        lambda: make("broken", tmp_path / "course"),
        lambda: write_handouts("broken", CLASS[:40], tmp_path / "handouts"),
    ):
        with pytest.raises(ValueError, match="not fair"):
            build()
    assert not list(tmp_path.iterdir())


def test_trees_that_are_shared_are_refused(monkeypatch):
    monkeypatch.setattr("tracer.exercises.course.assignment.VALUES", range(100, 104))
    said = broken(monkeypatch, plies=2, bands={"size": (4, 4)}, kinds=("values",))
    assert "40 students have only 20 different trees" in said


def test_marks_without_thought_are_refused(monkeypatch):
    monkeypatch.setattr(module, "_mark", lambda question, answer: 0.5)
    assert "the answers 'nothing' earn 50%" in broken(monkeypatch)


def test_work_outside_a_band_is_seen(monkeypatch):
    found = fairness("minimax", CLASS[:5])
    narrow = found.plan._replace(bands={"size": (12, 14), "steps": (1, 2)})
    assert found._replace(plan=narrow).broken() == ["steps must be from 1 to 2"]


@pytest.mark.parametrize(
    "students, message", [([], "No students"), (["ada", "bob", "ada"], "more than once")]
)
def test_a_class_list_is_checked(students, message):
    with pytest.raises(ValueError, match=message):
        fairness("minimax", students)


# The command


def test_the_command_prints_the_statistics(capsys, tmp_path):
    assert main(["assignment", "construct", "--statistics", "--class-size", "10"]) == 0
    printed = capsys.readouterr()
    assert "construct: 10 students, 10 different trees" in printed.out
    assert "reorder" in printed.out and "All limits are kept." in printed.out
    assert "No secret: this is practice" in printed.err
    (tmp_path / "names").write_text("ada\nbob\n")
    (tmp_path / "secret").write_text("x" * 64)
    secret = ["--secret", str(tmp_path / "secret")]
    words = ["assignment", "minimax", "--statistics", "--students", str(tmp_path / "names")]
    assert main([*words, *secret]) == 0
    printed = capsys.readouterr()
    assert "minimax: 2 students" in printed.out and not printed.err


@pytest.mark.parametrize(
    "words, message",
    [
        ([], "Which assignment? Choose one of: minimax"),
        (["minimax"], "Give --out DIR"),
        (["nonsense", "--statistics"], "Unknown assignment"),
        (["minimax", "--statistics", "--class-size", "0"], "--class-size is 0"),
        (["minimax", "--statistics", "--secret", "nowhere"], "cannot be read"),
        (["minimax", "--out", "x", "--hints", "all"], "invalid choice"),
    ],
)
def test_wrong_words_are_explained(words, message, capsys):
    assert main(["assignment", *words]) == 2
    assert message in capsys.readouterr().err
