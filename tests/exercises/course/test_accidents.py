"""The accidents of a real course: odd names of files, zips, copies, and values that are computed.

Every honest answer gets its mark, or a remark says why not; nobody is marked on another's tree.
"""

import csv
import json
import os
import re
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from pathlib import PurePath
from zipfile import ZipFile

import pytest

from tracer.exercises import assignment
from tracer.exercises.code.sandbox import enough, isolation, values
from tracer.exercises.course.copies import Answered, copies
from tracer.exercises.course.files import files
from tracer.exercises.course.gradescope import submitters
from tracer.exercises.course.grading import grade
from tracer.exercises.course.nbgrader import plain_key
from tracer.exercises.course.roster import Roster, Student, read_roster
from tracer.exercises.course.whose import Whose, named, whose
from tracer.support.notebooks import new_cell, new_notebook, write_notebook

SECRET = "a secret of the course, which is long enough"
CLASS = Roster(
    [
        Student("will1", "Will Wu", "will@x.org"),
        Student("ada1", "Ada García", "ada@x.org"),
        Student("ada2", "Ada Garcia", "ada2@x.org"),
        Student("xena1", "Xena Orlova", "xena@x.org"),
        Student("Yan1", "Yan Li", "yan@x.org"),
        Student("zoe1", "Zoë Ångström", "zoe.ang@x.org"),
        Student("mia1", "Mia Missing", "mia@x.org"),
    ]
)
isolated = pytest.mark.skipif(not enough(isolation()), reason="needs isolation")


@pytest.fixture(scope="module")
def pool():
    with ThreadPoolExecutor(2) as threads:
        yield threads


def solved(student, secret=SECRET):
    questions = assignment("alpha-beta", student, secret=secret).questions
    return {key: plain_key(question) for key, question in questions.items()}


def notebook(student, answers):
    lines = [f"student = {student!r}"]
    lines += [f"{key} = {value!r}".replace("inf", 'float("inf")') for key, value in answers.items()]
    cells = [new_cell("code", f"cell-{k}", line, {}) for k, line in enumerate(lines)]
    return write_notebook(new_notebook(cells))


def marked(folder, pool, roster=CLASS, secret=SECRET):
    """The rows of scores.csv by student."""
    out = folder.parent / "out"
    how = {"secret": secret} if secret else {"practice": True}
    grade(folder, "alpha-beta", out, roster=roster, executor=pool, progress=None, **how)
    with (out / "scores.csv").open(encoding="utf-8-sig", newline="") as stream:
        found = list(csv.DictReader(stream))
    assert len({row["student"] for row in found}) == len(found)  # one row per student
    return {row["student"]: row for row in found}


@pytest.fixture
def folder(tmp_path):
    place = tmp_path / "handed-in"
    place.mkdir()
    return place


@pytest.mark.parametrize(
    "path, student",
    [
        ("will1_12345_678910_10-homework.ipynb", "will1"),
        ("wuwill_LATE_12345_678910_10-homework-1.ipynb", "will1"),
        ("Will Wu_48291_assignsubmission_file_10-homework.ipynb", "will1"),
        ("Zoë Ångström_48292_assignsubmission_file/10-homework.ipynb", "zoe1"),
        ("Zoe\u0308 A\u030angstro\u0308m_48292_assignsubmission_file_/homework (1).IPYNB", "zoe1"),
        ("xena1(1).ipynb", "xena1"),
        ("xena1 (2).ipynb", "xena1"),
        ("xena1-2.ipynb", "xena1"),
        ("YAN1.ipynb", "Yan1"),
        ("xena@x.org.ipynb", "xena1"),
        ("submissions/yan1/alpha-beta/alpha-beta.ipynb", "Yan1"),
        ("yan1.ipynb.txt", "Yan1"),
        ("xena1(1).ipynb.JSON", "xena1"),
        ("Group 2-Zoë Ångström_48292_assignsubmission_file_x.ipynb", "zoe1"),
        ("Copy of xena1.ipynb", "xena1"),
        ("xena1-Copy1.ipynb", "xena1"),
        ("xena1 - Kopie.ipynb", "xena1"),
        ("10-homework_xena1.ipynb", "xena1"),
        ("Xena1_final (2).ipynb", "xena1"),
        ("Homework 10 - Will Wu.ipynb", "will1"),
        ("WuWill_HW10_final.ipynb", "will1"),
        ("group 3/yan1 Yan Li/10-homework.ipynb", "Yan1"),
        ("zoe.ang_final.ipynb", "zoe1"),  # the account of an address
    ],
)
def test_the_names_that_platforms_and_browsers_give(folder, pool, path, student):
    place = folder / path
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_text(notebook("", solved(student)))
    row = marked(folder, pool)[student]
    late = "the learning platform says that it came late; nothing is taken off"
    assert row["total"] == "1.000" and row["remarks"] == (late if "LATE" in path else ""), row
    assert row["name"] == CLASS.named(student)[0].name


def test_a_number_that_happens_to_be_in_a_name_is_nobody_s():
    """Only long numbers can be told from those of exercises; Moodle counts for itself."""
    class_ = Roster([Student("10", "Ten"), Student("48291", "Ada"), Student("u-7", "Bob")])
    for path in ("10-homework.ipynb", "Eve_48291_assignsubmission_file_x.ipynb", "7.ipynb"):
        assert not whose(named(PurePath(path)), "", class_).listed, path
    assert whose(named(PurePath("homework_48291.ipynb")), "", class_).student == "48291"
    canvas = Roster([Student("u1", "Ada", columns={"ID": "48291", "SIS Login ID": "u1"})])
    assert whose(named(PurePath("nick_48291_7_x.ipynb")), "", canvas).student == "u1"
    assert not whose(named(PurePath("nick_48291_7_x.ipynb")), "", class_).listed


def test_words_of_the_assignment_are_nobody_s():
    alpha = Roster([Student("u1", "Al Li", "alpha@x.org"), Student("u2", "Beta", "beta@x.org")])
    assert not whose(named(PurePath("alpha-beta homework.ipynb")), "", alpha).listed


def test_who_writes_another_s_name_into_a_file_does_not_take_their_place(folder, pool):
    """Even if it is the later file; nobody's answers are lost to a stranger."""
    theirs = "Eve Mallory_9_assignsubmission_file_x.ipynb"
    (folder / theirs).write_text(notebook("zoe1", {"leaves": []}))
    (folder / "zoe1.ipynb").write_text(notebook("zoe1", solved("zoe1")))
    os.utime(folder / "zoe1.ipynb", (0, 0))
    row = marked(folder, pool)["zoe1"]
    assert row["total"] == "1.000" and row["file"] == "zoe1.ipynb"
    said = f"{theirs} says that it is by zoe1, but has another name: it is not marked"
    assert row["remarks"] == said


def test_a_name_that_says_nothing(folder, pool):
    """With or without a roster, the name in the file says whose it is."""
    (folder / "10-homework.ipynb").write_text(notebook("zoe1", solved("zoe1")))
    row = marked(folder, pool)["zoe1"]
    assert row["total"] == "1.000" and "the file says zoe1" in row["remarks"]
    row = marked(folder, pool, roster=None)["zoe1"]
    assert row["total"] == "1.000" and "marked as theirs" in row["remarks"]


def test_namesakes_are_told_apart_by_the_file(folder, pool):
    for number, student in (("11", "ada1"), ("12", "ada2")):
        path = folder / f"Ada García_{number}_assignsubmission_file_homework.ipynb"
        path.write_text(notebook(student, solved(student)))
    for number in (13, 14):
        path = folder / f"Ada Garcia_{number}_assignsubmission_file_x.ipynb"
        path.write_text(notebook("", solved("ada1")))
    table = marked(folder, pool)
    assert table["ada1"]["total"] == table["ada2"]["total"] == "1.000"
    for number in (13, 14):  # nobody's file hides that of a namesake
        remarks = table[f"Ada Garcia {number}"]["remarks"]
        assert "Ada Garcia can be ada1 or ada2: name the file after one of them" in remarks
        assert "right for the tree of ada1; if it is theirs" in remarks
        assert "cannot be read" not in remarks


def test_the_numbers_of_moodle_tell_namesakes_and_hidden_names(tmp_path):
    """Its grading worksheet has them."""
    head = "Identifier,Full name,ID number,Email address,Status\n"
    rows = "Participant 48291,Ada Li,ada1,a@x.org,-\nParticipant 48292,Ada Li,ada2,b@x.org,-\n"
    (tmp_path / "class.csv").write_text(head + rows)
    class_ = read_roster(tmp_path / "class.csv")
    for who in ("Ada Li", "Participant 48292"):
        path = PurePath(f"{who}_48292_assignsubmission_file_/10-homework.ipynb")
        assert whose(named(path), "", class_) == Whose("ada2", "Ada Li")


def test_hidden_names_and_typed_text_of_canvas():
    name = named(PurePath("LATE_anon_ab12c_678910_10-homework.ipynb"))
    assert name.late and not whose(name, "", CLASS).listed
    assert whose(name, "zoe1", CLASS).student == "zoe1"
    assert whose(named(PurePath("wuwill_12345_text.html")), "", CLASS).student == "will1"


def test_a_name_within_another_s_file_takes_nobody_s_place(folder, pool):
    (folder / "zoe1.ipynb").write_text(notebook("zoe1", solved("zoe1")))
    later = folder / "review of Zoë Ångström.ipynb"
    later.write_text(notebook("will1", solved("will1")))
    os.utime(folder / "zoe1.ipynb", (0, 0))
    row = marked(folder, pool)["zoe1"]
    assert row["total"] == "1.000" and row["file"] == "zoe1.ipynb"
    assert "says that it is by will1, but has another name" in row["remarks"]


def test_zeros_in_front_and_numbers_without_quotes(folder, pool):
    """A spreadsheet or Python's numbers may have dropped them; the tree is that of the list."""
    class_ = Roster([Student("0123456", "Bo"), Student("7654321", "Cy"), Student("007", "Di")])
    for student, path, written in (
        ("0123456", "hw_123456.ipynb", 123456),
        ("7654321", "x.ipynb", 7654321),
        ("007", "007.ipynb", ""),
    ):
        (folder / path).write_text(notebook(written, solved(student)))
    (folder / "7.ipynb").write_text(notebook("", {}))
    table = marked(folder, pool, class_)
    assert all(table[student.id]["total"] == "1.000" for student in class_), table
    assert table["0123456"]["remarks"] == "" and "not on the class list" in table["7"]["remarks"]


def test_ids_that_cannot_be_names_of_files(folder, pool):
    class_ = Roster([Student("CS/26/7", "Bo"), Student("CS/26/8", "Cy")])
    for student, path, written in (
        ("CS/26/7", "CS_26_7.ipynb", "CS_26_7"),
        ("CS/26/8", "Cy_1_assignsubmission_file_x.ipynb", "CS/26/8"),
    ):
        (folder / path).write_text(notebook(written, solved(student)))
    table = marked(folder, pool, class_)
    for student in class_:
        assert table[student.id]["total"] == "1.000" and not table[student.id]["remarks"]


def test_names_in_zips_of_systems_that_do_not_say_how_they_write(tmp_path):
    """UTF-8, without the flag that says so."""
    path = tmp_path / "x.zip"
    with ZipFile(path, "w") as archive:
        archive.writestr("Zoë Åm.py", "leaves = []")
        archive.writestr("caf\xe9.py", "leaves = []")
    with ZipFile(path) as archive:
        said = [info.filename for info in archive.infolist()]
    flags = re.compile(rb"(PK\x03\x04..|PK\x01\x02....)\x00\x08", re.DOTALL)
    path.write_bytes(flags.sub(lambda found: found[1] + bytes(2), path.read_bytes()))
    with ZipFile(path) as archive:
        assert archive.infolist()[0].filename != said[0]
    assert [str(file.path) for file in files(path)] == said


def test_an_answer_in_capitals_is_pointed_out(folder, pool):
    answers = solved("zoe1")
    answers["Leaves"] = answers.pop("leaves")
    (folder / "zoe1.ipynb").write_text(notebook("zoe1", answers))
    remarks = marked(folder, pool)["zoe1"]["remarks"]
    said = "Leaves is not read: the answer must be called leaves; not answered: leaves"
    assert remarks == said


def test_nobody_hands_in_for_another_by_the_name_of_a_file(folder, pool):
    """The lecturer, or a platform, names the folder; what is in it, its student."""
    for path, student in (("xena1/ada1.ipynb", "xena1"), ("ada1/ada1.ipynb", "ada1")):
        (folder / path).parent.mkdir()
        (folder / path).write_text(notebook("", solved(student)))
    table = marked(folder, pool)
    assert table["ada1"]["total"] == table["xena1"]["total"] == "1.000"
    assert table["xena1"]["remarks"] == "the file is called after ada1, another student"
    assert not table["ada1"]["remarks"]


def test_a_platform_s_name_within_a_student_s_zip_is_only_a_name(folder, pool):
    path = folder / "will1/Xena Orlova_4_assignsubmission_file_x.ipynb"
    path.parent.mkdir()
    path.write_text(notebook("", solved("will1")))
    table = marked(folder, pool)
    assert table["will1"]["total"] == "1.000" and table["xena1"]["file"] == ""


def test_in_practice_students_type_their_names_as_they_like(folder, pool):
    """Their tree is drawn from what they typed."""
    for name, student in ((" YAN1", "Yan1"), ("Zoë Ångström", "zoe1"), ("will@x.org", "will1")):
        answers = solved(name, secret=None)
        (folder / f"{student}.ipynb").write_text(notebook(name, answers))
    table = marked(folder, pool, secret=None)
    for student in ("Yan1", "zoe1", "will1"):
        assert table[student]["total"] == "1.000" and not table[student]["remarks"]


def test_a_wrong_name_in_the_file_is_flagged_and_never_another_s_mark(folder, pool):
    (folder / "will1.ipynb").write_text(notebook("ada1", solved("ada1")))
    (folder / "xena1.ipynb").write_text(notebook("xeno", solved("xena1")))
    table = marked(folder, pool)
    assert float(table["will1"]["total"]) < 0.3
    assert "the file says that it is by ada1, another student" in table["will1"]["remarks"]
    assert "would earn 100%" in table["will1"]["remarks"]
    assert table["xena1"]["total"] == "1.000"
    assert "by xeno, who is not on the class list" in table["xena1"]["remarks"]


@pytest.mark.parametrize("roster", [CLASS, None])
def test_a_copy_is_flagged_with_its_source(folder, pool, roster):
    (folder / "ada1.ipynb").write_text(notebook("ada1", solved("ada1")))
    (folder / "will1.ipynb").write_text(notebook("will1", solved("ada1")))  # renamed
    (folder / "xena1.ipynb").write_text(notebook("ada1", solved("ada1")))  # as it was
    table = marked(folder, pool, roster=roster)
    assert table["ada1"]["total"] == "1.000" and not table["ada1"]["remarks"]
    for copier in ("will1", "xena1"):
        assert float(table[copier]["total"]) < 0.3
        assert "right for the tree of ada1" in table[copier]["remarks"], table[copier]
        page = (folder.parent / f"out/feedback/{copier}.html").read_text("utf-8")
        assert "tree of ada1" not in page and "would earn" not in page  # that is for the lecturer


def test_a_copy_from_somebody_who_handed_in_nothing(folder, pool):
    (folder / "will1.json").write_text(json.dumps({**solved("mia1"), "window": None}))
    assert "right for the tree of mia1" in marked(folder, pool)["will1"]["remarks"]


@pytest.mark.parametrize("name", ["construct", "minimax", "sss-star", "mtd-f"])
def test_copies_are_seen_where_many_answers_are_right(tmp_path, pool, name):
    """Of the trees that could be found, only the one that was handed in can be compared."""
    questions = assignment(name, "ada1", secret=SECRET).questions
    answers = {key: plain_key(question) for key, question in questions.items()}
    if name == "construct":
        *most, last = answers["ps_beats_sss"]  # the last child decides nothing
        answers["ps_beats_sss"] = [*most, [x - 1 for x in last]]
    for student in ("ada1", "will1"):
        text = json.dumps(answers).replace("Infinity", '"inf"')
        (tmp_path / "in").mkdir(exist_ok=True)
        (tmp_path / f"in/{student}.json").write_text(text)
    how = {"roster": CLASS, "executor": pool, "progress": None, "secret": SECRET}
    found = {e.submission.student: e for e in grade(tmp_path / "in", name, tmp_path / "out", **how)}
    assert found["ada1"].total == 1 and not found["ada1"].notes
    assert found["will1"].total < 0.5 and found["will1"].copied
    assert "right for the tree of ada1" in found["will1"].notes[-1]


def test_one_answer_may_fit_by_chance():
    def entry(student, given, key):
        return Answered(student, given, key, frozenset())

    ada = entry("ada", {}, {"returned": "7", "window": "(1, 2)", "leaves": "['1', '2']"})
    assert not copies([ada, entry("bob", {"returned": "7"}, {"returned": "8"})])
    bob = entry("bob", {"returned": "7", "leaves": "'2 1'"}, {"returned": "8", "leaves": "['3']"})
    assert copies([ada, bob]) == {"bob": {"ada": ["returned", "leaves"]}}
    same = entry("bob", {"leaves": "['1', '2']", "returned": "7"}, ada.keys)
    assert not copies([ada, same])


def test_everybody_has_a_row_and_who_is_missing_is_said(folder, pool):
    (folder / "will1.ipynb").write_text(notebook("will1", solved("will1")))
    (folder / "stranger.ipynb").write_text(notebook("stranger", {}))
    table = marked(folder, pool)
    assert [*table] == [*(student.id for student in CLASS), "stranger"]
    assert table["mia1"]["remarks"] == "nothing was handed in" and table["mia1"]["file"] == ""
    assert "stranger is not on the class list" in table["stranger"]["remarks"]


def test_gradescope_says_whose_folder_it_is_and_when_it_came(folder, pool):
    """Whatever name is in the notebook: will1 hands in xena1's."""
    export = folder / "assignment_9_export"
    for number, student in ((1, "xena1"), (2, "xena1"), (3, "zoe1")):
        (export / f"submission_{number}").mkdir(parents=True)
        path = export / f"submission_{number}/10-homework.ipynb"
        path.write_text(notebook(student, solved(student)))
    (export / "submission_metadata.yml").write_text(
        "submission_1:\n  :submitters:\n  - :name: Xena Orlova\n    :sid: 'xena1'\n"
        "    :email: xena@x.org\n  :created_at: 2026-11-19 20:01:14.577540000 Z\n"
        "submission_2:\n  :submitters:\n  - :name: Will Wu\n    :email: will@x.org\n"
        "  - :name: Xena Orlova\n    :sid: 'xena1'\n  :results:\n    - :name: test 1\n"
        "submission_3:\n  :submitters: []\n"
    )
    forged = export / "submission_2"  # what a student hands in says nothing about others
    (forged / "submission_metadata.yml").write_text("a:\n  - :sid: 'xena1'\n")
    (forged / "a").mkdir()
    (forged / "a/10-homework.ipynb").write_text(notebook("xena1", {}))
    table = marked(folder, pool)
    assert len(table) == len(CLASS)
    assert table["xena1"]["total"] == "1.000" and not table["xena1"]["remarks"]
    assert float(table["will1"]["total"]) < 0.3
    assert "right for the tree of xena1" in table["will1"]["remarks"]
    assert table["zoe1"]["total"] == "1.000"  # by the name in the notebook
    (by_when, *_) = submitters(files(folder)).values()
    assert by_when.when == datetime(2026, 11, 19, 20, 1, 14, tzinfo=UTC).timestamp()


def test_a_student_s_file_of_submitters_says_nothing(folder, pool):
    for path, content in (
        ("Will Wu_1_assignsubmission_file_/submission_metadata.yml", "a:\n  - :sid: 'xena1'\n"),
        ("Will Wu_1_assignsubmission_file_/a/x.ipynb", notebook("xena1", {"leaves": []})),
        ("Xena Orlova_2_assignsubmission_file_/x.ipynb", notebook("", solved("xena1"))),
    ):
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(content)
    table = marked(folder, pool)
    assert table["xena1"]["total"] == "1.000" and not table["xena1"]["remarks"]
    assert "xena1" in table["will1"]["remarks"]


def test_a_zip_of_folders_zips_and_clutter(tmp_path, pool):
    inner = tmp_path / "inner.zip"
    with ZipFile(inner, "w") as archive:
        archive.writestr("homework/10-homework.ipynb", notebook("", solved("xena1")))
        archive.writestr("__MACOSX/._10-homework.ipynb", "junk")
    place = tmp_path / "alpha-beta.zip"
    with ZipFile(place, "w") as archive:
        archive.writestr("will1_1_2_x.IPYNB", notebook("will1", solved("will1")))
        archive.writestr("Zoë Ångström_3_assignsubmission_file_/x.ipynb", notebook("", {}))
        archive.write(inner, "Xena Orlova_4_assignsubmission_file_homework.ZIP")
        archive.writestr("../../etc/passwd.ipynb", "{}")
        archive.writestr("big.json", " " * (6 * 2**20))
        archive.writestr(".DS_Store", "junk")
    folder = tmp_path / "handed-in"
    folder.mkdir()
    (folder / "Xena Orlova_4_assignsubmission_file_x.zip").write_bytes(inner.read_bytes())
    (folder / "yan1.zip").write_bytes(b"no zip")
    table = marked(place, pool)
    assert table["will1"]["total"] == table["xena1"]["total"] == "1.000"
    assert "not answered" in table["zoe1"]["remarks"]
    assert "larger than 5 MB" in table["big"]["remarks"] and "passwd" not in table
    table = marked(folder, pool)
    assert table["xena1"]["total"] == "1.000"
    assert "not a zip that can be opened" in table["Yan1"]["remarks"]


def test_the_latest_file_counts_whatever_it_is_called(folder, pool):
    old, new = folder / "xena1.ipynb", folder / "xena1(1).ipynb"
    old.write_text(notebook("xena1", {}))
    new.write_text(notebook("xena1", solved("xena1")))
    (folder / "xena1.txt").write_text("a note, which is no submission")
    for path in folder.iterdir():
        os.utime(path, (1e9, 1e9))  # as after a download
    row = marked(folder, pool)["xena1"]
    assert row["total"] == "1.000" and row["file"] == new.name
    assert row["remarks"] == "the latest file is marked; xena1.ipynb is not"


def test_platforms_say_what_is_late():
    assert named(PurePath("wuwill_LATE_1_2_x.ipynb")).late
    assert named(PurePath("latewill_1_2_x.ipynb")).late is False
    assert named(PurePath("Will Wu_1_assignsubmission_file_x.ipynb")).late is None


def test_what_was_handed_out_is_no_submission(folder, pool):
    """Some hand in the file with their tree, alone or beside their answers."""
    for student in ("will1", "xena1"):
        handout = assignment("alpha-beta", student, secret=SECRET).to_json()
        (folder / f"{student}.json").write_text(handout)
    (folder / "xena1.ipynb").write_text(notebook("xena1", solved("xena1")))
    os.utime(folder / "xena1.ipynb", (0, 0))
    table = marked(folder, pool)
    assert table["will1"]["remarks"].startswith("this is the homework itself")
    assert table["xena1"]["total"] == "1.000" and not table["xena1"]["remarks"]


@pytest.mark.parametrize("encoding", ["utf-16", "utf-8-sig", "cp1252"])
def test_the_encodings_of_editors(folder, pool, encoding):
    lines = [f"{key} = {value!r}  # é" for key, value in solved("zoe1").items()]
    text = "\r\n".join(["from math import inf", *lines])
    (folder / "zoe1.py").write_bytes(text.encode(encoding))
    row = marked(folder, pool)["zoe1"]
    assert row["total"] == "1.000" and not row["remarks"]


def test_a_zip_in_a_zip_is_opened_so_far_and_no_further(folder, pool):
    """Nor does one with very many files cost anybody else their marks."""
    right = notebook("", solved("will1"))
    for path, many in (("will1.zip", 1), ("xena1.zip", 1001)):
        with ZipFile(folder / path, "w") as archive:
            for k in range(many):
                archive.writestr(f"{k}.ipynb", right)
    for k in range(4):
        with ZipFile(folder / "yan1.zip", "w" if k else "x") as archive:
            archive.writestr(f"{k}.zip", (folder / "yan1.zip").read_bytes())
    table = marked(folder, pool)
    assert table["will1"]["total"] == "1.000"
    assert "a zip with more than 1,000 files" in table["xena1"]["remarks"]
    assert float(table["Yan1"]["total"]) == 0 and table["Yan1"]["remarks"]


# Values that are computed


@isolated
def test_computed_answers_have_the_same_value_in_the_notebook_and_for_the_grader(folder, pool):
    right = solved("will1")
    first, *rest = right["leaves"]
    (folder / "will1.py").write_text(
        "from tracer.exercises import load_handout\n"
        "homework = load_handout('will1.json')\n"
        f"leaves = []\nleaves += [{first!r}]\nfor leaf in {rest!r}:\n    leaves.append(leaf)\n"
        f"cuts = {' '.join(right['cuts'])!r}.split()\n"
        f"def lower():\n    return {right['window'][0]!r}\n"
        f"window = (lower(), {right['window'][1]!r})\n".replace("inf", "float('inf')")
        + f"returned = {right['returned']!r} * 2 // 2\n"
        "homework.questions['leaves'].check(leaves)\n"
    )
    row = marked(folder, pool)["will1"]
    assert row["total"] == "1.000" and not row["remarks"], row


@isolated
def test_why_a_value_is_not_known(folder, pool):
    (folder / "will1.py").write_text(
        "from tracer import best, play\nleaves = best(tree)\ncuts = object()\n"
        "window = [1]\nwindow += [[2]] * 10**9\nreturned = 7\nreturned += undefined\n"
    )
    remarks = marked(folder, pool)["will1"]["remarks"]
    said = "NameError: name 'best' is not defined (Plyglass and files are not there when"
    assert f"leaves could not be computed: {said}" in remarks
    assert "cuts could not be computed: An object of type object cannot be read" in remarks
    assert "window could not be computed" in remarks
    assert "returned could not be computed: NameError: name 'undefined' is not defined)" in remarks


@isolated
def test_code_that_takes_forever_costs_only_what_it_computes():
    found = values("a = [1] * 2\nwhile True: pass\nb = 3", ["a", "b"], seconds=0.5)
    assert found["a"].value == "[1, 1]" and "too long" in found["b"].failed
    found = values("import os\na = 1\nos._exit(0)", ["a"], seconds=1)
    assert found["a"].value is None and "ended" in found["a"].failed
