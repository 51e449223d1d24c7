"""A whole nbgrader round from the command line: generate, release, hand in, mark, feed back."""

import json
import os
import re
import shutil
import sqlite3
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from pathlib import Path

import pytest

from tracer.algorithms.registry import ALGORITHMS
from tracer.exercises import assignment, check
from tracer.exercises.__main__ import main
from tracer.exercises.course import grading
from tracer.exercises.course.assignment import PLANS
from tracer.exercises.course.grading import grade
from tracer.exercises.course.nbgrader import MODEL, MODELS, notebook, plain_key, variable
from tracer.exercises.course.nbgrader_course import POINTS, collected
from tracer.exercises.course.roster import Roster, Student
from tracer.exercises.course.submissions import read_file, read_files
from tracer.support.notebooks import new_cell, new_notebook, write_notebook

ADA = Student("ada", "Ada")
SECRET = "a secret that is long enough to be one"


def collect(course, name, books):
    """Put notebooks where nbgrader puts what it collects."""
    (course / "nbgrader_config.py").touch()
    for student, book in books.items():
        folder = course / "submitted" / student / name
        folder.mkdir(parents=True)
        (folder / f"{name}.ipynb").write_text(book, encoding="utf-8")


@pytest.mark.parametrize("name", PLANS)
@pytest.mark.parametrize("secret", [None, SECRET])
def test_the_solutions_get_all_points(name, secret, tmp_path, monkeypatch):
    book = notebook(name, secret=secret)
    assert SECRET not in json.dumps(book)
    collect(tmp_path, name, {MODEL: json.dumps(book)})
    written = []
    monkeypatch.setattr(grading, "write_marks", lambda *marks: written.append(marks))
    with ThreadPoolExecutor(2) as threads:
        (model,) = grade(
            tmp_path, name, secret=secret, practice=not secret, executor=threads, progress=None
        )
    assert model.total == 1 and not model.remarks and written == [(tmp_path, name, [model])]
    assert (tmp_path / "marks" / name / "scores.csv").exists()


def test_what_students_get_has_no_way_to_the_key():
    """What nbgrader removes from the source is the only place with keys."""
    book = notebook("alpha-beta", secret=SECRET)
    source = "\n".join(cell["source"] for cell in book["cells"])
    released = re.sub(r"### BEGIN (\w+).*?### END", "", source, flags=re.S)
    assert "load_handout" in released
    for word in ("assignment(", "secret", ".check(", ".answer"):
        assert word not in released


@pytest.mark.parametrize("name", MODELS)
def test_the_model_functions_are_right(name):
    space = {}
    exec(MODELS[name], space)
    assert check(space[name], ALGORITHMS[name].search).right


def test_answers_hide_nothing_of_pythons():
    questions = assignment("sss-star", "x").questions
    assert [variable(key, q) for key, q in questions.items()] == ["leaves", "open_"]


def test_a_notebook_is_a_submission_too(tmp_path):
    path = tmp_path / f"{MODEL}.ipynb"
    path.write_text(json.dumps(notebook("scout")), encoding="utf-8")
    questions = assignment("scout", MODEL).questions
    read = read_file(path, tuple(questions))
    assert read.answers == {k: repr(plain_key(q)) for k, q in questions.items()}
    assert not read.remarks


def test_an_existing_config_is_left_alone(tmp_path, capsys):
    (tmp_path / "nbgrader_config.py").write_text("mine")
    assert main(["nbgrader", "minimax", "--out", str(tmp_path)]) == 0
    assert (tmp_path / "nbgrader_config.py").read_text() == "mine"
    assert (tmp_path / "source/minimax/minimax.ipynb").exists()
    assert main(["nbgrader", "nonsense", "--out", str(tmp_path)]) == 2
    assert "Choose one of: minimax, alpha-beta" in capsys.readouterr().err


def test_nbgrader_says_when_it_was_handed_in(tmp_path):
    collect(tmp_path, "scout", {"ada": "{}", "bob": "{}"})
    said = {"ada": "2026-11-20 10:00:00.500000 UTC\n", "bob": "yesterday"}
    for student, text in said.items():
        (tmp_path / f"submitted/{student}/scout/timestamp.txt").write_text(text)
        os.utime(tmp_path / f"submitted/{student}/scout/scout.ipynb", (7, 7))
    changed = [file.changed for file in collected(tmp_path, "scout")]
    assert changed == [datetime(2026, 11, 20, 10, 0, 0, 500_000, UTC).timestamp(), 7]


def test_what_nbgrader_does_not_know_is_said(tmp_path, monkeypatch):
    """It adds up the questions itself."""
    collect(tmp_path, "scout", {"ada": "{}", "bob": "{}"})
    monkeypatch.setattr(grading, "write_marks", lambda *marks: None)
    out = tmp_path / "out"
    out.mkdir()
    (out / "overrides.csv").write_text("student,question,mark,reason\nada,total,1,ill\n")
    with ThreadPoolExecutor(2) as threads:
        how = {"executor": threads, "progress": None, "practice": True}
        ada, bob = grade(tmp_path, "scout", out, **how)
    assert ada.total == 1 and "not this total" in ada.notes[-1] and not bob.notes


def test_marks_need_a_gradebook(tmp_path, capsys):
    collect(tmp_path, "scout", {"ada": "{}"})
    assert main(["grade", str(tmp_path), "--assignment", "scout", "--practice"]) == 2
    said = capsys.readouterr().err
    assert "gradebook.db' is missing. First run: nbgrader autograde scout --create" in said
    assert not (tmp_path / "gradebook.db").exists()


def test_only_the_folder_says_whose_work_it_is(tmp_path):
    """With a class list, a folder that is not on it is not the student that the file names."""
    key = {k: plain_key(q) for k, q in assignment("scout", "ada").questions.items()}
    book = "".join(f"{k} = {v!r}\n" for k, v in key.items())
    cells = [new_cell("code", "a", f"student = 'ada'\n{book}", {})]
    collect(tmp_path, "scout", {"eve": write_notebook(new_notebook(cells))})
    read = read_files(
        collected(tmp_path, "scout"), tuple(key), roster=Roster([ADA]), in_own_folders=True
    )
    (eve,) = read
    assert eve.student == "eve" and not eve.listed
    assert eve.remarks == ("eve is not on the class list; the file says that it is by ada",)


def answered(released, student, answers):
    """The released notebook, filled in."""
    book = json.loads(released)
    for cell in book["cells"]:
        name = cell["metadata"]["nbgrader"]["grade_id"]
        if name == "student":
            cell["source"] = f"student = {student!r}"
        elif name.removeprefix("answer-") in answers:
            cell["source"] = answers[name.removeprefix("answer-")]
    return json.dumps(book)


def marks_of(course):
    """What nbgrader's gradebook says."""
    with sqlite3.connect(course / "gradebook.db") as book:
        return dict(
            book.execute(
                "select s.student_id, sum(coalesce(g.auto_score, 0)) from grade g "
                "join submitted_notebook n on g.notebook_id = n.id "
                "join submitted_assignment s on n.assignment_id = s.id group by s.student_id"
            )
        )


@pytest.mark.slow
def test_a_course_from_end_to_end(tmp_path, capsys):
    pytest.importorskip("nbgrader")
    course, exchange = tmp_path / "course", tmp_path / "exchange"
    exchange.mkdir()
    exchange.chmod(0o777)
    name = "alpha-beta"
    assert main(["nbgrader", name, "--out", str(course)]) == 0
    with (course / "nbgrader_config.py").open("a") as config:
        config.write(f"c.Exchange.root = {str(exchange)!r}\n")

    def nbgrader(*words):
        paths = {"JUPYTER_RUNTIME_DIR": "run", "JUPYTER_DATA_DIR": "data", "IPYTHONDIR": "ipython"}
        here = os.pathsep.join((str(Path(sys.executable).parent), os.environ["PATH"]))  # alembic
        done = subprocess.run(
            [sys.executable, "-m", "nbgrader", *words],
            cwd=course,
            env=os.environ | {"PATH": here} | {k: str(tmp_path / v) for k, v in paths.items()},
            capture_output=True,
            text=True,
            timeout=300,
        )
        assert done.returncode == 0, done.stderr

    nbgrader("generate_assignment", name, "--create")
    released = (course / f"release/{name}/{name}.ipynb").read_text(encoding="utf-8")
    assert (
        "SOLUTION" not in released
        and "check(" not in released
        and MODEL
        not in json.dumps(
            [c["source"] for c in json.loads(released)["cells"] if "student" in c["id"]]
        )
    )
    nbgrader("release_assignment", name)
    assert list(exchange.rglob(f"{name}.ipynb"))
    questions = assignment(name, "right").questions
    right = {key: f"{key} = {plain_key(q)!r}".replace("inf", "float('inf')")
             for key, q in questions.items()}  # fmt: skip
    almost = plain_key(assignment(name, "partly").questions["leaves"])[:-1]
    pasted = (
        "from tracer.exercises import assignment\n"
        f"leaves = assignment('{name}', 'pasted').questions['leaves'].answer"
    )
    patched = (
        "from tracer.exercises.ask.question import Question\n"
        "from tracer.exercises.ask.feedback import Feedback\n"
        "Question.check = lambda *_: Feedback(1.0, 'Right.')\nleaves = []"
    )
    class_ = {
        "right": right,
        "pasted": {"leaves": pasted},
        "patched": {"leaves": patched, "cuts": "cuts = []"},
        "copycat": right,
        "empty": {},
        "partly": {"leaves": f"leaves = {almost!r}", "cuts": "cuts = 7"},
        "broken": {"leaves": "leaves = [", "cuts": "raise SystemExit", "window": "del student"},
    }
    for student, answers in class_.items():
        folder = course / "submitted" / student / name
        folder.mkdir(parents=True)
        written = "right" if student == "copycat" else student
        (folder / f"{name}.ipynb").write_text(answered(released, written, answers))
    assert main(["grade", str(course), "--assignment", name, "--practice"]) == 2  # too early
    nbgrader("autograde", name, "--create")
    torn = course / "submitted/torn"  # of whom nbgrader could make nothing
    (torn / name).mkdir(parents=True)
    (torn / name / f"{name}.ipynb").write_text(released[:500])
    assert main(["grade", str(course), "--assignment", name, "--practice"]) == 2
    assert "some marks, because nbgrader has not autograded torn" in capsys.readouterr().err
    assert marks_of(course)["right"] == POINTS * len(questions)
    shutil.rmtree(torn)
    assert main(["grade", str(course), "--assignment", name, "--practice"]) == 0
    nbgrader("generate_feedback", name)
    marks = marks_of(course)
    assert marks["right"] == POINTS * len(questions)
    assert marks["empty"] == marks["broken"] == marks["pasted"] == 0
    assert marks["copycat"] < POINTS and marks["patched"] < POINTS / 2
    told = (course / f"marks/{name}/scores.csv").read_text("utf-8-sig")
    assert "the file says that it is by right" in told and "right for the tree of right" in told
    assert 0 < marks["partly"] < POINTS
    page = (course / f"feedback/partly/{name}/{name}.html").read_text(encoding="utf-8")
    assert "7 is not a list of nodes" in re.sub("&#39;", "'", page)
    for student in class_:
        assert (course / f"feedback/{student}/{name}/{name}.html").exists()
