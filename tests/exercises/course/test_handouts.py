"""Handouts: a student's tree and questions, and no key."""

import json

import pytest

from tracer.cli.main import main
from tracer.exercises import Assignment, assignment, load_handout
from tracer.exercises.code.sandbox import enough, isolation
from tracer.exercises.course.assignment import PLANS
from tracer.exercises.course.grading import grade
from tracer.exercises.course.handouts import write_handouts
from tracer.exercises.course.nbgrader import MODELS, plain_key
from tracer.exercises.course.sealed import ALLOWED, Recorded

SECRET = "a secret that is long enough to be one"


def handed_out(name, hints="none", student="ada"):
    """The instructor's homework, and what the student makes of its JSON."""
    graded = assignment(name, student, secret=SECRET, hints=hints)
    return graded, Assignment.from_json(graded.to_json())


def right(graded):
    """The right answers, as a student writes them; a function stands for a program."""
    return {
        name: (lambda tree, n: 0) if name in ("minimax", "alphabeta") else plain_key(question)
        for name, question in graded.questions.items()
    }


@pytest.mark.parametrize("name", PLANS)
def test_a_student_gets_everything_but_the_key(name):
    graded, theirs = handed_out(name)
    assert theirs.tree == graded.tree and theirs.data() == graded.data()
    assert not theirs.practice and theirs.hints == "none"
    for question, asked in theirs.questions.items():
        assert asked.prompt == graded.questions[question].prompt
        assert asked.rule == graded.questions[question].rule
        with pytest.raises(PermissionError, match="the answers stay with the instructor"):
            asked.answer  # noqa: B018


@pytest.mark.parametrize("name", PLANS)
def test_right_and_wrong_look_the_same_before_the_deadline(name):
    graded, theirs = handed_out(name)
    other = right(assignment(name, "bob", secret=SECRET))
    for question, answer in right(graded).items():
        feedback = theirs.questions[question].check(answer)
        assert str(feedback) == "Recorded. It will be marked after the deadline."
        if isinstance(answer, list) and graded.questions[question].check(other[question]).answer:
            assert theirs.questions[question].check(other[question]) == feedback
        assert theirs.questions[question].check("nonsense").text != feedback.text
        assert theirs.questions[question].check(...).text == "Not answered yet."
    with pytest.raises(ValueError, match="will be marked after the deadline"):
        theirs.score(right(graded))


def test_an_instructor_can_allow_more():
    for hints in ALLOWED[1:]:
        graded, theirs = handed_out("alpha-beta", hints)
        wrong = {"leaves": ["1.1", *plain_key(graded.questions["leaves"])[1:]], "window": (1, 2)}
        for name, answer in wrong.items():
            told = theirs.questions[name].check(answer)
            assert told == graded.questions[name].check(answer).up_to(hints)
            assert bool(told.answer) == (hints == "answer" and bool(told.step))
        assert theirs.score(right(graded)) == 1
    assert theirs.questions["window"].answer == graded.questions["window"].answer


def test_practice_is_open_and_says_so():
    practice = assignment("alpha-beta", "ada")
    assert practice.practice and practice.data()["practice"] is True
    again = Assignment.from_json(practice.to_json())
    assert again.practice and again.score(right(practice)) == 1


def test_a_file_of_version_1_still_loads():
    data = assignment("minimax", "ada").data() | {"version": 1}
    old = Assignment.from_json(
        json.dumps({k: data[k] for k in data if k not in ("practice", "hints")})
    )
    assert old.practice and list(old.questions) == ["values", "change"]


@pytest.mark.parametrize(
    "change, message",
    [
        ({"format": "plyglass-tree"}, "not homework"),
        ({"version": 3}, "Version 3 is unknown. Known versions: 1 and 2"),
        ({"search": "guess"}, "incomplete or damaged"),
        ({"questions": [{"name": "leaves"}]}, "incomplete or damaged"),
        ({"questions": 7}, "incomplete or damaged"),
        ({"tree": {"values": {}}}, "tree"),
        ({"hints": "all"}, "Unknown hints 'all'"),
    ],
)
def test_a_damaged_file_is_refused(change, message):
    data = assignment("minimax", "ada").data() | change
    with pytest.raises(ValueError, match=message):
        Assignment.from_json(json.dumps(data))
    with pytest.raises(ValueError, match="not homework"):
        Assignment.from_json("[]")


def test_files_are_called_after_students(tmp_path):
    made = write_handouts("minimax", ["ada", "Zoé"], tmp_path / "out", secret=SECRET)
    assert [path.name for path in made] == ["ada.json", "Zoé.json"]
    mine = load_handout(made[1])
    assert mine.student == "Zoé"
    assert mine.tree == assignment("minimax", "Zoé", secret=SECRET).tree
    (made,) = write_handouts("minimax", ["CS/2026/007"], tmp_path / "out", secret=SECRET)
    assert made.name == "CS_2026_007.json" and load_handout(made).student == "CS/2026/007"
    for names in (["../ada"], [".ada"], ["a/b", "A:B"]):
        with pytest.raises(ValueError, match="cannot be the name of a file"):
            write_handouts("minimax", names, tmp_path)
    with pytest.raises(ValueError, match="There is no file"):
        load_handout(tmp_path / "bob.json")
    (tmp_path / "odd.json").write_bytes(b"\xff")
    with pytest.raises(ValueError, match="not a text file"):
        load_handout(tmp_path / "odd.json")


def test_what_is_recorded_is_not_a_mark():
    _, theirs = handed_out("minimax")
    feedback = theirs.questions["values"].check({"0": 1})
    assert isinstance(feedback, Recorded) and "%" not in str(feedback)
    assert "%" not in feedback._repr_html_()


def test_no_key_is_in_any_file(tmp_path, capsys):
    """Nothing that is written for students tells a key, or lets them make one."""
    (tmp_path / "names").write_text("ada\nbob\n")
    (tmp_path / "secret").write_text(SECRET)
    words = ["assignment", "alpha-beta", "--out", str(tmp_path / "course")]
    words += ["--students", str(tmp_path / "names"), "--secret", str(tmp_path / "secret")]
    assert main(words) == 0
    assert len(capsys.readouterr().out.split()) == 4
    for path in (tmp_path / "course").rglob("*"):
        if path.is_file():
            text = path.read_text("utf-8")
            assert SECRET not in text and str(tmp_path / "secret") not in text
    for student in ("ada", "bob"):
        text = (tmp_path / f"course/handouts/alpha-beta/{student}.json").read_text("utf-8")
        key = assignment("alpha-beta", student, secret=SECRET).questions["window"].answer
        assert json.dumps(list(key)) not in text
        assert Assignment.from_json(text).tree != assignment("alpha-beta", student).tree


def test_graded_work_is_marked_with_the_secret(tmp_path, capsys, monkeypatch):
    monkeypatch.delenv("PLYGLASS_SECRET", raising=False)
    folder = tmp_path / "minimax"
    folder.mkdir()
    (tmp_path / "secret").write_text(SECRET)
    answers = right(assignment("minimax", "ada", secret=SECRET))
    (folder / "ada.json").write_text(json.dumps(answers))
    graded = ["grade", str(folder), "--out", str(tmp_path / "marks")]
    assert main(graded) == 2
    assert "add --secret FILE" in (said := capsys.readouterr().err) and "add --practice" in said
    assert not (tmp_path / "marks").exists()
    assert main([*graded, "--practice"]) == 0  # on the tree for practice, which is another one
    assert "mean mark 0%" in capsys.readouterr().out
    assert main([*graded, "--practice", "--secret", str(tmp_path / "secret")]) == 2
    assert "either --secret or --practice" in capsys.readouterr().err
    assert main([*graded, "--secret", str(tmp_path / "secret")]) == 0
    assert "mean mark 100%" in capsys.readouterr().out
    monkeypatch.setenv("PLYGLASS_SECRET", str(tmp_path / "secret"))
    assert main(graded) == 0
    assert "mean mark 100%" in capsys.readouterr().out
    for path in (tmp_path / "marks").rglob("*"):
        assert path.is_dir() or SECRET not in path.read_text("utf-8")
    with pytest.raises(ValueError, match="Practice has no secret"):
        grade(folder, secret=SECRET, practice=True, progress=None)


def test_a_program_is_marked_without_the_secret(tmp_path, monkeypatch):
    """It is tried on the trees of the seed, which have nothing to do with the student's own."""
    monkeypatch.delenv("PLYGLASS_SECRET", raising=False)
    folder = tmp_path / "write-minimax"
    folder.mkdir()
    (folder / "ada.py").write_text(MODELS["minimax"])
    words = ["grade", str(folder), *(["--unsafe"] if not enough(isolation()) else [])]
    assert main(words) == 0
