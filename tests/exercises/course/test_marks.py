"""From marks to the grade book: rules, marks changed by hand, explanations and tables to import."""

import csv
import json
import os
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from html import unescape

import pytest

from tracer.cli.main import main
from tracer.exercises import assignment
from tracer.exercises.course.explain import explain
from tracer.exercises.course.gradebook import GRADEBOOKS
from tracer.exercises.course.graded import MANY, doubt
from tracer.exercises.course.grading import grade
from tracer.exercises.course.nbgrader import plain_key
from tracer.exercises.course.overrides import OVERRIDES
from tracer.exercises.course.results import MARKS
from tracer.exercises.course.roster import Roster, Student, read_roster
from tracer.exercises.course.rules import read_rules
from trees import label

QUESTIONS = ("leaves", "cuts", "window", "returned")
CLASS = Roster([Student("ada1", "Ada García", "ada@x.org"), Student("bob2", "Bob Lee", "b@x.org")])
RULES = """
points = 20
deadline = 2026-11-20T12:00:00
late = 0.1
[weights]
leaves = 2
[extensions]
ADA1 = 2026-11-21
"""


@pytest.fixture(scope="module")
def pool():
    with ThreadPoolExecutor(2) as threads:
        yield threads


@pytest.fixture
def folder(tmp_path):
    """Ada has everything right, and Bob all but the leaves; both hand in on the 21st."""
    place = tmp_path / "alpha-beta"
    place.mkdir()
    when = datetime(2026, 11, 21, 20).timestamp()
    for student in ("ada1", "bob2"):
        questions = assignment("alpha-beta", student).questions
        answers = {key: plain_key(question) for key, question in questions.items()}
        if student == "bob2":
            answers["leaves"] = []
        path = place / f"{student}.json"
        path.write_text(json.dumps(answers))
        os.utime(path, (when, when))
    (tmp_path / "rules.toml").write_text(RULES)
    return place


@pytest.fixture
def run(folder, pool):
    def run(roster=CLASS, **how):
        out = folder.parent / "out"
        found = grade(
            folder, out=out, roster=roster, practice=True, executor=pool, progress=None, **how
        )
        return {entry.submission.student: entry for entry in found}

    return run


def rules_of(folder):
    return read_rules(folder.parent / "rules.toml", QUESTIONS)


def table(path):
    with path.open(encoding="utf-8-sig", newline="") as stream:
        return list(csv.reader(stream))


def test_points_weights_lateness_and_extensions(folder, run):
    found = run(rules=rules_of(folder))
    ada, bob = found["ada1"], found["bob2"]
    assert (ada.total, ada.points, ada.days_late) == (1, 20, 0)
    assert bob.days_late == 2  # 32 hours
    assert bob.total == pytest.approx(3 / 5 - 0.2) and bob.points == pytest.approx(8)
    assert bob.remarks[-1] == "2 days late: 20% of full marks taken off"
    _, *rows = table(folder.parent / "out/scores.csv")
    assert [row[-3:-1] for row in rows] == [["1.000", "20.00"], ["0.400", "8.00"]]


def test_a_name_on_the_rules_is_somebody_s(folder, run):
    """By id, name or address; a slip must not cost anybody their extension."""
    tuesday = datetime(2026, 11, 24)
    for who in ("BOB2", "bob lee", "b@x.org"):
        rules = rules_of(folder)._replace(extensions={who: tuesday})
        assert run(rules=rules)["bob2"].days_late == 0
    twins = Roster([*CLASS, Student("bob3", "Bob Lee")])
    for extensions, said in (
        (
            {"bob": tuesday, "Lee": tuesday},
            "names 'bob', who is not on the class list",
        ),
        ({"Bob Lee": tuesday}, "who can be bob2 or bob3"),
        ({"bob2": tuesday, "BOB2 ": tuesday}, "names bob2 twice"),
    ):
        with pytest.raises(ValueError, match=said):
            run(twins, rules=rules_of(folder)._replace(extensions=extensions))


def test_canvas_says_what_is_late_and_the_lecturer_by_how_much(folder, run):
    """Every file in a zip of Canvas has the time of the download."""
    (folder / "bob2.json").rename(folder / "leebob_LATE_12_34_x.json")
    (folder / "ada1.json").rename(folder / "garciaada_13_35_x.json")
    for path in folder.iterdir():
        os.utime(path, (2e9, 2e9))
    rules = rules_of(folder)._replace(extensions={})
    found = run(rules=rules)
    assert [entry.days_late for entry in found.values()] == [0, 0]
    assert "nothing is taken off" in found["bob2"].remarks[-1] and not found["ada1"].remarks
    assert "put the time under [handed_in]" in found["bob2"].notes[0]
    found = run(rules=rules._replace(handed_in={"Bob Lee": datetime(2026, 11, 20, 13)}))
    assert found["bob2"].remarks == ("1 day late: 10% of full marks taken off",)
    assert not found["bob2"].notes and found["ada1"].total == 1


def test_late_work_never_earns_less_than_nothing(folder, run):
    rules = rules_of(folder)._replace(late=0.9)
    assert run(rules=rules)["bob2"].total == 0


def test_changed_marks_survive_the_next_run(folder, run):
    out = folder.parent / "out"
    run()
    assert (out / OVERRIDES).read_text() == "student,question,mark,reason\n"
    (out / OVERRIDES).write_text(
        "student,question,mark,reason\nbob lee,leaves,50%,read aloud\nADA1,total,0.9,talked\n"
    )
    for _ in range(2):
        found = run()
        assert found["bob2"].total == pytest.approx(3.5 / 4) and found["ada1"].total == 0.9
        assert "leaves changed from 0% to 50%: read aloud" in found["bob2"].remarks
        assert "total changed from 100% to 90%: talked" in found["ada1"].remarks
    assert "read aloud" in (out / OVERRIDES).read_text()
    page = (out / "feedback/bob2.html").read_text()
    assert "Changed by hand.</strong> 50%. read aloud" in page and "Bob Lee" in page
    assert "Your answer.</strong> []" in page


def test_a_total_that_is_changed_was_one_after_the_rules(folder, run):
    out = folder.parent / "out"
    out.mkdir()
    (out / OVERRIDES).write_text("student,question,mark,reason\nbob2,total,1,moved house\n")
    bob = run(rules=rules_of(folder))["bob2"]
    assert bob.total == 1 and "total changed from 40% to 100%: moved house" in bob.remarks


@pytest.mark.parametrize(
    "line, said",
    [
        ("eve,leaves,1,why", "line 2: 'eve' is not in this class"),
        ("ada1,essay,1,why", "unknown question 'essay'. Choose from leaves, cuts"),
        ("ada1,leaves,1.5,why", "the mark is '1.5'. Write a number from 0 to 1, or from 0%"),
        ("ada1,leaves,nan,why", "the mark is 'nan'"),
        ("ada1,leaves,-5%,why", "the mark is '-5%'"),
        ("ada1,leaves,1,", "it has no reason"),
        ("ada1,leaves,1", "it has 3 columns"),
        ("ada1,leaves,1,why\nAda García,leaves,0,why", "line 3: a second mark"),
    ],
)
def test_bad_overrides_change_nothing(folder, run, line, said):
    out = folder.parent / "out"
    out.mkdir()
    (out / OVERRIDES).write_text(f"student,question,mark,reason\n{line}\n")
    with pytest.raises(ValueError) as error:
        run()
    assert said in str(error.value)
    assert [path.name for path in out.iterdir()] == [OVERRIDES]


@pytest.mark.parametrize(
    "rules, said",
    [
        ("points = -1", "points must be a number of 0 or more, not -1"),
        ("late = 2", "late must be a number of 0 to 1, not 2"),
        ("grade = 1", "unknown rule 'grade'. Choose from points, deadline"),
        ("deadline = 'soon'", "deadline must be a time such as 2026-11-20T23:59:00, not 'soon'"),
        ("[weights]\nessay = 1", "weights names 'essay'. The questions are leaves, cuts"),
        ("[weights]\nleaves = 0\ncuts = 0\nwindow = 0\nreturned = 0", "all weights are 0"),
        ("weights = 3", "[weights] must be a table"),
        ("[handed_in]\nada1 = 3", "the time of ada1 must be a time such as 2026-11-20T23:59:00"),
        ("points", "not valid TOML"),
    ],
)
def test_bad_rules(tmp_path, rules, said):
    (tmp_path / "rules.toml").write_text(rules)
    with pytest.raises(ValueError, match=r"^rules.toml") as error:
        read_rules(tmp_path / "rules.toml", QUESTIONS)
    assert said in str(error.value)


def test_overrides_from_a_spreadsheet_of_another_country(folder, run):
    """Semicolons, Windows-1252, and commas for points."""
    run()
    table = "student;question;mark;reason\nbob2;leaves;0,5;erklärt\nada1;total;62,5 %;Gespräch\n"
    (folder.parent / "out" / OVERRIDES).write_bytes(table.encode("cp1252"))
    found = run()
    assert found["bob2"].score("leaves") == 0.5 and found["ada1"].total == 0.625
    assert "leaves changed from 0% to 50%: erklärt" in found["bob2"].remarks


def test_a_partly_right_answer_is_reckoned_for_the_student_and_the_lecturer(folder, run):
    question = assignment("alpha-beta", "bob2").questions["leaves"]
    key = plain_key(question)
    answers = {"leaves": key[:-1], "cuts": ["1.1", "nonsense"]}
    (folder / "bob2.json").write_text(json.dumps(answers))
    bob = run()["bob2"]
    told = explain(folder.parent / "out", "bob2")
    page = (folder.parent / "out/feedback/bob2.html").read_text("utf-8")
    here = f"{len(key) - 1} of {len(key)}, {1 - 1 / len(key):.1%}; the best wrong guess, “"
    assert here in told and here in page
    assert f" = {bob.marks['leaves'].score:.1%}" in told
    assert "no more than the best wrong guess" in told  # the cutoffs
    (folder.parent / "out" / MARKS).write_text('[{"student": "bob2", "name": "", "file": ""}]')
    with pytest.raises(ValueError, match="is damaged"):
        explain(folder.parent / "out", "bob2")


def test_how_a_mark_came_about(folder, run, capsys):
    run(rules=rules_of(folder))
    out = folder.parent / "out"
    told = explain(out, "BOB lee")
    for words in (
        "bob2 Bob Lee",
        "file: bob2.json",
        "leaves: 0.0% (weight 2)",
        "answer: []",
        "key:    ['1",
        "mean: (2 × 0.000 + 1.000 + 1.000 + 1.000) / 5",
        "2 days late: minus 20%",
        "total: 40.0%, 8 of 20 points",
    ):
        assert words in told, told
    assert main(["explain", str(out), "ada1"]) == 0
    assert "total: 100.0%, 20 of 20 points" in capsys.readouterr().out
    namesakes = [record | {"name": "Kim Li"} for record in json.loads((out / MARKS).read_text())]
    (out / MARKS).write_text(json.dumps(namesakes))
    assert main(["explain", str(out), "kim li"]) == 2
    assert "the name of ada1 and bob2" in capsys.readouterr().err
    assert main(["explain", str(out), "eve"]) == 2
    assert "'eve' is not among the 2 students" in capsys.readouterr().err
    assert main(["explain", str(folder), "ada1"]) == 2
    assert "Grade the assignment first" in capsys.readouterr().err
    (out / MARKS).write_text("[{")
    assert main(["explain", str(out), "ada1"]) == 2
    assert "cannot be read" in capsys.readouterr().err


@pytest.mark.parametrize("platform", GRADEBOOKS)
def test_grade_books(folder, run, platform):
    run(rules=rules_of(folder), gradebook=platform)
    head, *rows = table(folder.parent / f"out/{platform}.csv")
    if platform == "canvas":
        assert head == [*("Student", "ID", "SIS User ID", "SIS Login ID", "Section"), "Alpha-beta"]
        assert rows.pop(0)[0].strip() == "Points Possible"
    assert len(rows) == 2 and all(len(row) == len(head) for row in rows)
    points = {"moodle": 3, "canvas": 5, "gradescope": 4}[platform]
    assert [row[points] for row in rows] == ["20.00", "8.00"]
    assert any("ada1" in cell for cell in rows[0])
    if platform == "canvas":  # whose own number in the column ID is not known
        assert rows[0][:4] == ["Ada García", "", "ada1", "ada@x.org"]


def test_canvas_gets_back_the_columns_it_wrote(folder, run, tmp_path):
    (tmp_path / "canvas.csv").write_text(
        "Student,ID,SIS User ID,SIS Login ID,Section\n    Points Possible,,,,\n"
        '"García, Ada",991,ada1,ada@x.org,A\n"Lee, Bob",992,bob2,b@x.org,B\n'
    )
    run(roster=read_roster(tmp_path / "canvas.csv"), gradebook="canvas")
    _, _, ada, bob = table(folder.parent / "out/canvas.csv")
    assert ada[:5] == ["García, Ada", "991", "ada1", "ada@x.org", "A"]
    assert bob[:5] == ["Lee, Bob", "992", "bob2", "b@x.org", "B"]


def test_a_class_that_has_nothing_right_makes_grading_doubt(folder, run):
    """So it is with a wrong secret; nobody's answers fit their trees."""
    answers = (folder / "ada1.json").read_text()
    for k in range(MANY):
        (folder / f"other{k}.json").write_text(answers)
    found = [*run(roster=None).values()]
    assert not doubt(found)  # Ada has her own answers
    assert "made with this secret" in doubt(found[2:])
    assert not doubt(found[2:-1])  # only a few


def test_a_grade_book_needs_the_class_list(run):
    with pytest.raises(ValueError, match="A grade book needs the class list"):
        run(roster=None, gradebook="moodle")
    with pytest.raises(ValueError, match="Unknown grade book 'excel'"):
        run(gradebook="excel")


def test_the_report_names_nobody_unless_asked(folder, run):
    roster = Roster([*CLASS, Student("eve<3", "Eve", "e@x.org")])
    out = folder.parent / "out"
    (folder / "bob2.json").unlink()
    questions = assignment("alpha-beta", "bob2").questions
    fits = dict(questions["leaves"]._misconceptions)
    misread = next(key for key in fits.values() if key != questions["leaves"].answer)
    answers = {"leaves": [label(n) for n in misread], "returned": "7"}
    (folder / "stranger.json").write_text(json.dumps(answers))
    (folder / "bob2.json").write_text(json.dumps(answers))
    for names in (False, True):
        (bob,) = [
            e
            for e in run(roster=roster, names_in_report=names).values()
            if e.submission.student == "bob2"
        ]
        page = (out / "report.html").read_text("utf-8")
        assert "not on the class list</td><td class=number>1</td>" in page  # and not in the mean
        assert "2 submissions. The mean is" in page and "<h2>Mistakes</h2>" in page
        assert bob.marks["leaves"].fits[0] in unescape(page)
        assert page.count("<svg") == 2  # the marks, and the step where it goes wrong
        assert ("bob2" in page, "eve&lt;3" in page) == (names, names)
        assert "eve<3" not in page and "http" not in page.replace("http://www.w3.org", "")


def test_a_report_on_nobody_s_work(folder, run):
    for path in folder.iterdir():
        path.write_text("{}")
    run()
    page = (folder.parent / "out/report.html").read_text("utf-8")
    assert "No answer fits a known mistake" in page and "–" in page
