"""A course of 200 with 40 accidents, in three commands: from the class list to the grade book.

Every honest answer gets its mark, or a remark says why not, and nobody is marked on the tree of
somebody else.
"""

import csv
import json
import os
import shutil
import time
from datetime import datetime
from io import BytesIO
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple
from unicodedata import normalize
from zipfile import ZipFile

import pytest

from tracer.cli.main import main
from tracer.exercises import assignment
from tracer.exercises.course.nbgrader import plain_key
from tracer.exercises.course.secret import read_secret
from tracer.support.notebooks import new_cell, new_notebook, write_notebook

NAME = "alpha-beta"
QUESTIONS = ("leaves", "cuts", "window", "returned")
DAY = 86_400
IN_TIME = datetime(2026, 11, 20, 10).timestamp()
RULES = (
    "points = 20\ndeadline = 2026-11-20T12:00:00\nlate = 0.1\n[extensions]\ns0299 = 2026-11-22\n"
)
FIRST = "Ada Bob Cem Dúnia Émile Fúlia Göran Håkon Ines Jörg Kübra Łucja Mbali Noël Oğuz".split()
LAST = "García Müller O'Brien Şahin Cruz Nuñez Li Abdi-Noor Åberg Wu Ivanov Çelik Roux Yan".split()
ANY, NOTHING = None, 0.0


class Student(NamedTuple):
    id: str
    name: str
    email: str
    key: dict  # the right answers for their tree


class Accident(NamedTuple):
    """A file, what it must earn (ANY: less than everything), and words of the remark, if any."""

    path: str
    content: str | bytes
    mark: float | None
    said: str = ""
    when: float = IN_TIME


def source(key):
    return repr(key).replace("inf", 'float("inf")')


def book(*cells):
    return write_notebook(
        new_notebook([new_cell("code", f"cell-{k}", cell, {}) for k, cell in enumerate(cells)])
    )


def solved(student, written=None, **other):
    """The notebook of a student who has everything right."""
    cells = [f"student = {student.id if written is None else written!r}"]
    if written is None:
        cells = [f"student = {student.id!r}"]
    answers = {key: f"{key} = {source(value)}" for key, value in student.key.items()} | other
    return book(*cells, *answers.values())


def zipped(files):
    packed = BytesIO()
    with ZipFile(packed, "w") as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return packed.getvalue()


def moodle(student, file="10-homework.ipynb"):
    return f"{student.name}_{48000 + int(student.id[1:])}_assignsubmission_file_{file}"


def canvas(student, late="", file="10-homework.ipynb"):
    first, last = student.name.split(" ", 1)
    who = "".join(c for c in (last + first).lower() if c.isalnum())
    return f"{who}_{late}12345_678910_{file}"


def without_notebook(student):
    return json.dumps(student.key)


def accidents(new, secret):
    """Forty accidents and more: each a list of files of one student, with what must become of it.

    `new()` is a student to whom nothing has happened yet.
    """
    s = new()
    yield s, [Accident(canvas(s), solved(s), 1)]
    s = new()
    late = "the learning platform says that it came late; nothing is taken off"
    yield s, [Accident(canvas(s, "LATE_"), solved(s), 1, late)]
    s = new()
    yield s, [Accident(canvas(s, file="10-homework-2.ipynb"), solved(s), 1)]
    s = new()
    yield s, [Accident(moodle(s), solved(s), 1)]
    s = new()
    yield s, [Accident(f"{moodle(s, '')}/my homework.IPYNB", solved(s), 1)]
    s = new()
    yield s, [Accident(normalize("NFD", moodle(s)), solved(s), 1)]
    s = new()
    yield s, [Accident(f"{s.id}(1).ipynb", solved(s), 1)]
    s = new()
    yield s, [Accident(f"{s.id.upper()} - Copy.ipynb", solved(s), 1)]
    s = new()
    yield s, [Accident(f"{s.name}.ipynb", solved(s), 1)]
    s = new()
    yield s, [Accident(f"{s.email}.ipynb", solved(s), 1)]
    s = new()
    yield s, [Accident("10-homework.ipynb", solved(s), 1, "the file's name fits nobody")]
    s = new()
    yield s, [Accident(f"Homework 10 - {s.name} (final).ipynb", solved(s, ""), 1)]
    s = new()
    yield s, [Accident(f"group 7/{s.id} {s.name}/10-homework.ipynb", solved(s, ""), 1)]
    s = new()
    blind = "LATE_anon_ab12c_678910_10-homework.ipynb"
    yield s, [Accident(blind, solved(s), 1, "the file's name fits nobody")]
    s = new()
    blind = "Participant 51234_51234_assignsubmission_file_/10-homework.ipynb"
    yield s, [Accident(blind, solved(s), 1, "the file's name fits nobody")]
    s = new()
    capital = f"Leaves = {s.key['leaves']!r}"
    yield s, [Accident(moodle(s), solved(s, leaves=capital), ANY, "Leaves is not read")]
    s = new()
    asked = "from tracer import record\nleaves = record(1).leaves"
    yield s, [Accident(moodle(s), solved(s, leaves=asked), ANY, "Plyglass and files are not there")]
    s = new()
    handout = assignment(NAME, s.id, secret=secret).to_json()
    packed = {"a/x.ipynb": solved(s), f"a/{s.id}.json": handout, "__MACOSX/._x.ipynb": "junk"}
    yield s, [Accident(moodle(s, "x.zip"), zipped(packed), 1)]
    s = new()
    yield s, [Accident(moodle(s, "x.zip"), b"PK no zip", NOTHING, "not a zip")]
    s = new()  # browsers add an ending to a file that they do not know
    yield s, [Accident(f"{s.id}.ipynb.json", solved(s), 1)]
    s = new()
    yield s, [Accident(f"{s.id}.ipynb.txt", solved(s), 1)]
    s = new()
    yield s, [Accident(f"{s.id}.ipynb", solved(s, s.name.upper()), 1)]
    s = new()
    yield s, [Accident(f"{s.id}.ipynb", solved(s, ""), 1)]
    s = new()
    yield s, [Accident(f"{s.id}.ipynb", solved(s, f"{s.id}x"), 1, "is not on the class list")]
    s, source_ = new(), new()
    yield source_, [Accident(f"{source_.id}.ipynb", solved(source_), 1)]
    yield s, [Accident(f"{s.id}.ipynb", solved(source_), ANY, f"the tree of {source_.id}")]
    s = new()
    yield s, [Accident(moodle(s), solved(source_, s.id), ANY, f"the tree of {source_.id}")]
    s = new()
    half = {"window": f"window = {source(s.key['window'])}", "returned": "returned = 0"}
    yield s, [Accident(moodle(s), solved(source_, s.id, **half), ANY, f"the tree of {source_.id}")]
    # Values that are computed
    s = new()
    appended = "leaves = []\n" + "\n".join(f"leaves += [{leaf!r}]" for leaf in s.key["leaves"])
    split = f"cuts = {' '.join(s.key['cuts'])!r}.split()"
    helped = f"def twice(x):\n    return 2 * x\nreturned = twice({s.key['returned']}) // 2"
    yield s, [Accident(moodle(s), solved(s, leaves=appended, cuts=split, returned=helped), 1)]
    s = new()
    stub = f"leaves = ...\nleaves = {s.key['leaves']!r}\nhomework.questions['leaves'].check(leaves)"
    opened = f"from tracer.exercises import load_handout\nhomework = load_handout('{s.id}.json')"
    yield s, [Accident(moodle(s), solved(s, leaves=f"{opened}\n{stub}"), 1)]
    s = new()
    opened = "from tracer.exercises import load_handout\nhomework = load_handout('x.json')\n"
    changed = f"homework = homework._replace(tree=None)\nleaves = list({s.key['leaves']!r})"
    changed = opened + changed
    yield s, [Accident(moodle(s), solved(s, leaves=changed), 1)]
    s = new()
    typed = solved(s, leaves="leaves = input('leaves? ').split()")
    yield s, [Accident(moodle(s), typed, ANY, "leaves could not be computed")]
    s = new()
    crash = f"1 / 0\nleaves = {s.key['leaves']!r}"
    yield s, [Accident(moodle(s), solved(s, leaves=crash), 1)]
    s = new()
    forever = f"leaves = list({s.key['leaves']!r})\nwhile True:\n    pass"
    yield s, [Accident(moodle(s), solved(s, leaves=forever), 1)]
    # Files that say little
    s = new()
    yield s, [Accident(moodle(s), "", NOTHING, "the file is empty")]
    s = new()
    yield s, [Accident(moodle(s), book("student = ''", "leaves = ..."), NOTHING, "not answered")]
    s = new()
    yield s, [Accident(moodle(s), solved(s)[:300], NOTHING, "not a notebook")]
    s = new()
    yield s, [Accident(moodle(s, "essay.pdf"), b"%PDF-1.4", NOTHING, "must end with one of")]
    s = new()
    handout = assignment(NAME, s.id, secret=secret).to_json()
    yield s, [Accident(f"{s.id}.json", handout, NOTHING, "the homework itself")]
    s = new()
    yield s, [Accident(moodle(s), solved(s, cuts="cuts = ["), ANY, "not valid Python")]
    s = new()
    yield s, [Accident(moodle(s), solved(s, cuts="cuts = 7"), ANY, "cannot be read: cuts")]
    # Encodings
    s = new()
    python = "\n".join(f"{key} = {source(value)}" for key, value in s.key.items())
    windows = f"# {s.name}\r\n{python}".encode("utf-16")
    yield s, [Accident(moodle(s, "x.py"), windows, 1)]
    s = new()
    python = "\n".join(f"{key} = {source(value)}  # é" for key, value in s.key.items())
    yield s, [Accident(moodle(s, "x.py"), python.encode("cp1252"), 1)]
    s = new()
    yield s, [Accident(moodle(s, "x.json"), without_notebook(s).encode("utf-8-sig"), 1)]
    # Time and number
    s = new()
    yield s, [Accident(moodle(s), solved(s), 0.8, "2 days late: 20%", IN_TIME + 1.5 * DAY)]
    s = new()
    files = [f"{s.id}.ipynb", f"{s.email}.ipynb"]
    yield (
        s,
        [
            Accident(files[0], book(""), 1, f"the latest file is marked; {files[0]} is not", 1e9),
            Accident(files[1], solved(s), 1, f"the latest file is marked; {files[0]} is not"),
        ],
    )
    s = new()
    yield s, []  # nothing at all
    mine, theirs = new(), new()  # each hands in the work of the other
    yield mine, [Accident(moodle(mine), solved(theirs), ANY, f"the tree of {theirs.id}")]
    yield theirs, [Accident(moodle(theirs), solved(mine), ANY, f"the tree of {mine.id}")]


def pack(folder, target):
    """The zip that a learning platform gives, with the times of the files."""
    with ZipFile(target, "w") as archive:
        for path in sorted(folder.rglob("*")):
            if path.is_file():
                archive.write(path, path.relative_to(folder).as_posix())


@pytest.fixture
def course(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("PLYGLASS_SECRET", raising=False)
    return tmp_path


def class_list(many):
    rows = []
    for k in range(many):
        first, last = FIRST[k % len(FIRST)], LAST[k // len(FIRST) % len(LAST)]
        rows.append((f"s{k + 100:04}", f"{first} {last}", f"mail.{k}@uni.example"))
    text = "E-Mail;Vorname;Nachname;Matrikelnummer\n"
    for number, name, email in rows:
        first, last = name.split(" ", 1)
        text += f"{email};{first};{last};{number}\n"
    return rows, text.encode("utf-8-sig")


def everything(course, many):
    """Run the whole way; what must become of each student, and the table of what became of them."""
    listed, text = class_list(many)
    Path("class.csv").write_bytes(text)
    Path("rules.toml").write_text(RULES)
    times = [time.monotonic()]

    def run(*words):
        assert main(list(words)) == 0
        times.append(time.monotonic())

    run("assignment", "--new-secret", "secret.txt")
    run("assignment", NAME, "--roster", "class.csv", "--secret", "secret.txt", "--out", "course")
    secret = read_secret("secret.txt")
    students = []
    for number, name, email in listed:
        questions = assignment(NAME, number, secret=secret).questions
        key = {question: plain_key(asked) for question, asked in questions.items()}
        students.append(Student(number, name, email, key))
    waiting = iter(students)
    expected = list(accidents(lambda: next(waiting), secret))
    expected += [(s, [Accident(moodle(s), solved(s), 1)]) for s in waiting]
    folder = course / NAME
    for _, files in expected:
        for file in files:
            path = folder / file.path
            path.parent.mkdir(parents=True, exist_ok=True)
            content = file.content
            path.write_bytes(content.encode() if isinstance(content, str) else content)
            os.utime(path, (file.when, file.when))
    strangers = solved(Student("x", "", "", students[0].key), "eve")
    (folder / "eve.ipynb").write_text(strangers)
    pack(folder, course / f"{NAME}.zip")
    shutil.rmtree(folder)
    times.append(time.monotonic())
    run(
        *("grade", f"{NAME}.zip", "--roster", "class.csv", "--secret", "secret.txt"),
        *("--out", "marks", "--rules", "rules.toml", "--gradebook", "moodle", "--seconds", "1"),
    )
    print([f"{b - a:.1f} s" for a, b in pairwise(times)])
    with open("marks/scores.csv", encoding="utf-8-sig", newline="") as stream:
        table = list(csv.DictReader(stream))
    assert len({row["student"] for row in table}) == len(table) == many + 1
    return expected, {row["student"]: row for row in table}


def judged(expected, table):
    """What is not as it must be."""
    wrong = []
    for student, files in expected:
        row = table[student.id]
        mark, remarks = float(row["total"]), row["remarks"]
        for file in files[-1:]:
            as_expected = mark < 1 if file.mark is ANY else abs(mark - file.mark) < 1e-9
            said = file.said in remarks if file.said else not remarks or file.mark is ANY
            if not as_expected or not said or (mark < 1 and not remarks):
                wrong.append((student.id, student.name, file.path, file.mark, mark, remarks))
        if not files:
            assert remarks == "nothing was handed in"
    return wrong


@pytest.mark.slow
def test_a_course_of_two_hundred_with_forty_accidents(course):
    expected, table = everything(course, 200)
    assert not judged(expected, table)
    assert "eve is not on the class list" in table["eve"]["remarks"]
