"""The grader of the command line: everything handed in is accounted for."""

import csv
import json
import os
import random
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from html import escape
from pathlib import Path

import pytest

from tracer import record
from tracer.exercises import assignment
from tracer.exercises.__main__ import main
from tracer.exercises.ask.feedback import Feedback
from tracer.exercises.ask.misconceptions import ALPHABETA
from tracer.exercises.course.explain import explain
from tracer.exercises.course.feedback_page import feedback_page, page_names
from tracer.exercises.course.graded import Graded, mistakes, summary
from tracer.exercises.course.grading import RESULTS, grade
from tracer.exercises.course.nbgrader import MODELS, plain_key
from tracer.exercises.course.submissions import Submission, plain, read_file, read_folder
from tracer.support.notebooks import new_cell, new_notebook
from trees import label

NAMES = ("leaves", "cuts", "window", "returned")


@pytest.fixture
def pool():
    """Threads: student code has its own process anyway, and they start at once."""
    with ThreadPoolExecutor(2) as threads:
        yield threads


def solved(name, student):
    questions = assignment(name, student).questions
    return {key: plain_key(question) for key, question in questions.items()}


def hand_in(folder, **files):
    for name, content in files.items():
        stem, _, ending = name.rpartition("_")
        path = folder / f"{stem}.{ending}"
        if isinstance(content, bytes):
            path.write_bytes(content)
        else:
            path.write_text(
                content if isinstance(content, str) else json.dumps(content), encoding="utf-8"
            )


def book(*cells):
    return new_notebook([new_cell("code", f"cell-{k}", cell, {}) for k, cell in enumerate(cells)])


def rows(path):
    with path.open(encoding="utf-8-sig", newline="") as stream:
        return list(csv.DictReader(stream))


def test_every_submission_is_accounted_for(tmp_path, pool, capsys):
    folder = tmp_path / "alpha-beta"
    folder.mkdir()
    right = solved("alpha-beta", "right")
    python = "from math import inf\nimport tracer\n" + "\n".join(
        f"{key}_ = {value!r}" for key, value in solved("alpha-beta", "python").items()
    )
    notebook = solved("alpha-beta", "notebook")
    hand_in(
        folder,
        right_json=right,
        python_py=python,
        notebook_ipynb=book(*(f"%time\n{k} = {v!r}".replace("inf", "float('inf')")
                              for k, v in notebook.items())),
        empty_json="",
        nothing_json={},
        list_json=[1],
        deep_json="[" * 100_000,
        bytes_json=b"\xff\xfe\x00",
        odd_json={"leaves": 3, "cuts": {"x": 1}, "essay": "long", "window": None},
        syntax_py="leaves = [",
        calls_py="import os\nleaves = os.listdir('/')\ncuts = [x for x in ()]\nreturned = best()",
        cells_ipynb=book("leaves = ['1.1.1.1']", "cuts = [", "%%bash\nrm -rf /"),
        nocells_ipynb={"cells": 3},
        essay_txt="I like trees.",
        right_py="leaves = []",
    )  # fmt: skip
    os.utime(folder / "right.py", (0, 0))  # an earlier try
    (folder / "folder.json").mkdir()
    (folder / ".hidden.json").write_text("{}")
    (folder / "=2+3.json").write_text("{}")
    out = folder / "graded"  # not taken for a submission itself
    out.mkdir()
    graded = grade(folder, out=out, executor=pool, practice=True, progress=None)
    table = {row["file"]: row for row in rows(out / "scores.csv")}
    assert len(table) == len(graded) == 16
    for file in ("right.json", "python.py", "notebook.ipynb"):
        assert float(table[file]["total"]) == 1, table[file]
    assert not table["python.py"]["remarks"] and not table["notebook.ipynb"]["remarks"]
    assert table["right.json"]["remarks"] == "the latest file is marked; right.py is not"
    said = {
        "empty.json": "the file is empty",
        "nothing.json": "not answered: leaves, cuts, window, returned",
        "list.json": "the JSON must be an object",
        "deep.json": "nested too deeply",
        "bytes.json": "not a text file",
        "odd.json": "unknown question 'essay'",
        "syntax.py": "not valid Python: '[' was never closed, line 1",
        "calls.py": "returned could not be computed: NameError: name 'best' is not defined",
        "cells.ipynb": "cell 2 is not valid Python",
        "nocells.ipynb": "not a notebook",
        "essay.txt": "the file name must end with one of .json, .py, .ipynb",
        "folder.json": "a folder without files",
        "'=2+3.json": "not answered",
    }
    for file, remark in said.items():
        assert remark in table[file]["remarks"]
        assert float(table[file]["total"]) < 0.2
    assert table["'=2+3.json"]["student"] == "'=2+3"
    pages = {path.stem for path in (out / "feedback").iterdir()}
    assert pages == {entry.submission.student for entry in graded}
    assert "returned could not be computed" in (out / "feedback/calls.html").read_text()
    assert "16 submissions" in summary(graded)


def test_the_command_line(tmp_path, capsys):
    folder = tmp_path / "minimax"
    folder.mkdir()
    hand_in(folder, ada_json=solved("minimax", "ada"), bob_json="{")
    assert main(["grade", str(folder), "--practice"]) == 0
    told = capsys.readouterr()
    assert "2 submissions, mean mark 50%" in told.out
    assert "bob.json: not valid JSON" in told.err and "2/2" in told.err
    assert rows(tmp_path / "minimax-graded/scores.csv")[0]["total"] == "1.000"


@pytest.mark.parametrize(
    "words, said",
    [
        (["grade", "nowhere", "--assignment", "minimax"], "There is no folder"),
        (["grade", "."], "Unknown assignment"),
        (["grade", ".", "--assignment", "minimax"], "contains no submissions"),
        (["grade", ".", "--assignment", "minimax", "--seconds", "0"], "--seconds is 0. Choose a"),
        (["worksheet", "nonsense", "--variants", "1", "--out", "x"], "Unknown assignment"),
        (["worksheet", "minimax", "--variants", "0", "--out", "x"], "No students were given"),
        (["worksheet", "minimax", "--students", "nowhere", "--out", "x"], "No such file"),
    ],
)
def test_bad_commands_get_a_sentence(words, said, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert main(words) == 2
    assert said in capsys.readouterr().err


MALFORMED = [
    *("{}", "[1]", "3", "null", '"x"', '{"cells": 3}', "[" * 100_000, '{"cells": NaN}'),
    json.dumps({"cells": [{"cell_type": "code", "source": "leaves = []"}]}),  # says no format
    *(
        json.dumps({"nbformat": 4, "nbformat_minor": 5, "metadata": {}, **part})
        for part in [
            {},
            {"cells": [3, None, "x"]},
            {"cells": [{"cell_type": "code", "metadata": {}, "source": 7}]},
            {"cells": [{"cell_type": "code", "metadata": {}, "source": [1, None]}]},
            {"cells": [{"cell_type": [], "metadata": {}, "source": ""}]},
            {"cells": [{"cell_type": "code", "source": "", "outputs": 5}]},
            {"cells": [], "metadata": 3},
            {"cells": [], "nbformat": 99},
            {"cells": [], "nbformat": "x", "nbformat_minor": {}},
            {"worksheets": 3, "nbformat": 3},
        ]
    ),
]


@pytest.mark.parametrize("text", MALFORMED, ids=lambda text: text[:40])
def test_a_malformed_notebook_gets_a_remark(text, tmp_path):
    (tmp_path / "x.ipynb").write_text(text)
    read = read_file(tmp_path / "x.ipynb", NAMES)
    assert read.remarks == ("not a notebook that Jupyter can open",)
    assert not read.answers and not read.code


def test_an_older_notebook_is_read(tmp_path):
    cell = {"cell_type": "code", "input": ["leaves = \\\n", "['1']"], "language": "python"}
    old = {"nbformat": 3, "nbformat_minor": 0, "metadata": {"name": ""}}
    hand_in(tmp_path, x_ipynb={**old, "worksheets": [{"cells": [{**cell, "outputs": []}]}]})
    assert read_file(tmp_path / "x.ipynb", NAMES).answers == {"leaves": "['1']"}


def test_what_is_handed_in_is_never_run(tmp_path):
    evil = tmp_path / "evil"
    source = f"open({str(evil)!r}, 'w')\nleaves = open({str(evil)!r}, 'w')\n"
    (tmp_path / "x.py").write_text(source)
    read = read_file(tmp_path / "x.py", NAMES)
    with pytest.raises(ValueError, match="is not a plain value"):
        plain(read.answers["leaves"])
    assert not evil.exists()


@pytest.mark.parametrize(
    "text, value",
    [
        ("[1, 'a', (2, 3)]", [1, "a", (2, 3)]),
        ("{'1': -inf}", {"1": float("-inf")}),
        ("(np.inf, -math.inf, float('-inf'))", (float("inf"), float("-inf"), float("-inf"))),
        ("...", ...),
        ("None", None),
        ("set()", set()),
    ],
)
def test_plain_values(text, value):
    assert plain(text) == value


@pytest.mark.parametrize("text", ["f()", "x", "[x for x in y]", "1 +", "a.b", "float('x')", "("])
def test_values_that_are_not_plain(text):
    with pytest.raises(ValueError, match="is not a plain value"):
        plain(text)


def test_the_last_answer_counts(tmp_path):
    hand_in(tmp_path, x_py="leaves = ['1']\nleaves: list = ['2']\nif 1:\n    leaves = ['3']\n")
    assert read_file(tmp_path / "x.py", NAMES).answers == {"leaves": "['2']"}


def test_names_are_compared_as_they_look(tmp_path):
    (tmp_path / "Zoe\u0301.json").write_text("{}")
    (tmp_path / "Zo\u00e9.py").write_text("")
    os.utime(tmp_path / "Zoe\u0301.json", (0, 0))
    found = read_folder(tmp_path, NAMES)
    assert [entry.student for entry in found] == ["Zoé"]
    assert "the latest file is marked; Zoe\u0301.json is not" in found[0].remarks


def test_a_page_shows_words_as_words():
    name = "<script>alert(1)</script>"
    homework = assignment("alpha-beta", name)
    marks = homework.check({"leaves": ["<img src=x>"], "cuts": ["1.1"]})
    nobody = Submission(name, "x.json", {}, "", ())
    page = feedback_page(homework, Graded(nobody, marks, ("<b>",), given={"leaves": "<img>"}))
    assert "<script" not in page and "<img" not in page and "<b>" not in page
    assert "&lt;img src=x&gt;" in page
    assert page.count("<svg") == 1  # where the cuts part; the leaves could not be read


def test_pages_have_harmless_names():
    students = [
        "a\x1b[2Jb",
        "a_[2Jb",
        "c\nd",
        "..",
        "e/f\\g",
        "Ada",
        "ADA",
        "x" * 252,
        "ö\udcff\u202e",
    ]
    names = page_names(students)
    assert names["a_[2Jb"] == "a_[2Jb.html" and names["a\x1b[2Jb"] == "a_[2Jb-2.html"
    assert len({name.casefold() for name in names.values()}) == len(students)
    for name in names.values():
        assert name.isprintable() and not name.startswith(".") and not set(name) & set("/\\")
        assert len(name.encode()) < 255


def test_the_page_says_what_the_instructor_allows(tmp_path, pool):
    folder, out = tmp_path / "alpha-beta", tmp_path / "out"
    folder.mkdir()
    leaves = solved("alpha-beta", "ada")["leaves"]
    hand_in(folder, ada_json={"leaves": leaves[:-1]})
    mark = assignment("alpha-beta", "ada").questions["leaves"].check(leaves[:-1])
    parts = mark.text, mark.why, mark.answer.split("\n")[0], "<svg"
    kept = None
    for hints, shown in (("where", 1), ("why", 2), ("answer", 4), ("where", 1)):
        grade(folder, out=out, hints=hints, executor=pool, practice=True, progress=None)
        page = (out / "feedback/ada.html").read_text("utf-8")
        found = [part in page or escape(part) in page for part in parts]
        assert found == [True] * shown + [False] * (4 - shown), hints
        kept = kept or (out / RESULTS).read_bytes()
        assert (out / RESULTS).read_bytes() == kept  # shown again, not graded again


def test_hints_on_a_page_are_words():
    homework = assignment("alpha-beta", "ada")
    mark = Feedback(0.0, "no", why="<i>why", answer="<u>one\n<u>two\x1b")
    marks = dict.fromkeys(homework.questions, mark)
    page = feedback_page(homework, Graded(Submission("ada", "x.json", {}, "", ()), marks, ()))
    assert "&lt;i&gt;why" in page and "&lt;u&gt;one\n&lt;u&gt;two" in page
    assert "<i>" not in page and "<u>" not in page and "\x1b" not in page


def test_mistakes_of_the_class_are_counted(tmp_path, pool):
    folder = tmp_path / "alpha-beta"
    folder.mkdir()
    never = next(wrong for wrong in ALPHABETA if wrong.name == "never cuts")
    for student in ("a", "b", "c"):
        tree = assignment("alpha-beta", student).tree
        leaves = [label(n) for n in record(never.search, tree).leaves]
        hand_in(folder, **{f"{student}_json": {"leaves": leaves}})
    grade(folder, out=tmp_path / "out", executor=pool, practice=True, progress=None)
    (row,) = rows(tmp_path / "out/misconceptions.csv")  # whatever else may lead to these answers
    assert row["what the answer fits"] == "never cuts"
    assert row["count"] == "3" and row["students"] == "a; b; c"


def test_an_answer_counts_for_one_mistake():
    """For the most common one, or else the simplest."""

    def entry(student, *fits):
        read = Submission(student, f"{student}.json", {}, "", ())
        return Graded(read, {"leaves": Feedback(0.0, "no", fits=fits)}, ())

    graded = [entry("a", "x", "y"), entry("b", "y"), entry("c", "z", "w"), entry("d")]
    assert mistakes(graded) == {("leaves", "y"): ["a", "b"], ("leaves", "z"): ["c"]}
    assert mistakes([]) == {}


def test_what_cannot_be_read_is_remarked(tmp_path, pool):
    folder = tmp_path / "alpha-beta"
    folder.mkdir()
    leaves = solved("alpha-beta", "ada")["leaves"]
    hand_in(folder, ada_json={"leaves": [*leaves[:-1], "9.9"], "window": "8", "returned": 7})
    hand_in(folder, bob_py="leaves = f(x)\n")
    grade(folder, out=tmp_path / "out", executor=pool, practice=True, progress=None)
    ada, bob = (row["remarks"] for row in rows(tmp_path / "out/scores.csv"))
    assert "cannot be read: leaves ('9.9' is not a node of this tree" in ada
    assert "cannot be read: window ('8' is not a pair of numbers" in ada and "returned" not in ada
    assert "cannot be read: leaves (leaves could not be computed: NameError: name 'f'" in bob
    assert 0 < float(rows(tmp_path / "out/scores.csv")[0]["leaves"]) < 1


def test_a_finished_run_is_not_done_again(tmp_path, pool):
    folder, out = tmp_path / "minimax", tmp_path / "out"
    folder.mkdir()
    hand_in(folder, a_json=solved("minimax", "a"), b_json={"next": "1"})
    first = grade(folder, out=out, executor=pool, practice=True, progress=None)
    kept = (out / RESULTS).read_bytes()
    assert grade(folder, out=out, executor=pool, practice=True, progress=None) == first
    assert (out / RESULTS).read_bytes() == kept
    hand_in(folder, b_json=solved("minimax", "b"))  # another answer is another job
    again = grade(folder, out=out, executor=pool, practice=True, progress=None)
    assert [entry.total for entry in again] == [1, 1]
    (out / RESULTS).write_bytes(kept[:-20])  # killed while writing
    assert grade(folder, out=out, executor=pool, practice=True, progress=None) == again


CODE = {
    "right": MODELS["alphabeta"],
    "never-cuts": MODELS["alphabeta"].replace("alpha >= beta", "False"),
    "empty": "def alphabeta(tree, n, alpha, beta):\n    ...",
    "missing": "x = 1",
    "endless": "def alphabeta(tree):\n    while True: pass",
    "stubborn": "def alphabeta(tree):\n    while True:\n        try: tree.children(())\n"
    "        except: pass",
    "raises": "def alphabeta(tree): return 1 / 0",
    "exits": "import os\ndef alphabeta(tree): os._exit(0)",
    "kills": "import os, signal\ndef alphabeta(tree): os.kill(os.getppid(), 9)",
    "writes": "def alphabeta(tree): open('../scores.csv', 'w')",
    "hoards": "def alphabeta(tree): return [0] * 10**12",
    "sleeps": "import time\ndef alphabeta(tree): time.sleep(1e6)",
    "syntax": "def alphabeta(tree",
}


def test_functions_are_run_and_marked(tmp_path, pool):
    folder, out = tmp_path / "write-alpha-beta", tmp_path / "out"
    folder.mkdir()
    for name, source in CODE.items():
        hand_in(folder, **{f"{name}_py": source})
    hand_in(folder, json_json={"alphabeta": MODELS["alphabeta"]}, book_ipynb=book(CODE["right"]))
    graded = grade(folder, out=out, seconds=2, executor=pool, practice=True, progress=None)
    marks = {e.submission.student: e.marks["alphabeta"] for e in graded}
    assert {name for name, mark in marks.items() if mark.right} == {"right", "json", "book"}
    assert marks["never-cuts"].score == 0.5
    assert all(marks[n].score == 0 for n in CODE if n not in ("right", "never-cuts"))
    assert marks["empty"].text == marks["missing"].text == "Not answered yet."
    assert "not permitted" in marks["kills"].text and "Error" not in marks["sleeps"].text
    assert "answer: a function" in explain(out, "right")
    assert "answer: none" in explain(out, "empty")


SEARCH = MODELS["alphabeta"].replace("alphabeta(", "search(")
DRESSED = {
    "another-name": SEARCH + "alphabeta = search\n",
    "lambda": SEARCH + "alphabeta = lambda tree: search(tree, (), float('-inf'), float('inf'))\n",
    "object": SEARCH
    + "class Search:\n    def __call__(self, *args): return search(*args)\nalphabeta = Search()\n",
    "cache": MODELS["alphabeta"] + "import functools\nalphabeta = functools.cache(alphabeta)\n",
    "counter": MODELS["alphabeta"] + "alphabeta.calls = 0\n",
    "tried": "from tracer import *\n" + MODELS["alphabeta"] + "check(alphabeta).play()\n",
}


def test_a_function_may_come_about_in_any_way(tmp_path, pool):
    folder, out = tmp_path / "write-alpha-beta", tmp_path / "out"
    folder.mkdir()
    for name, source in DRESSED.items():
        hand_in(folder, **{f"{name}_py": source + "leaves = list('1')\n"})
    graded = grade(folder, out=out, executor=pool, practice=True, progress=None)
    for entry in graded:
        assert entry.marks["alphabeta"].right, (entry.submission.student, entry.marks)
        assert entry.given == {"leaves": "['1']"}
    assert len(graded) == len(DRESSED)


# A whole class


def student_body(folder, count=200):
    """Submissions of all kinds, the same ones every time; returns what each should come to."""
    draw = random.Random(5)
    expected = {}
    kinds = ["right", "wrong", "empty", "malformed", *CODE]
    for i in range(count):
        kind = kinds[i % len(kinds)] if i < len(kinds) else draw.choice(kinds[:6] * 3 + kinds)
        name = f"student-{i:03}"
        key = plain_key(assignment("write-alpha-beta", name).questions["leaves"])
        if kind == "right":
            content, mark = MODELS["alphabeta"] + f"leaves = {key!r}\n", 1.0
        elif kind == "wrong":
            content, mark = CODE["never-cuts"] + f"leaves = {key[1:]!r}\n", None
        elif kind == "empty":
            content, mark = "", 0.0
        elif kind == "malformed":
            content, mark = draw.choice([b"\xff\xff", "def (", "\x00"]), 0.0
        else:
            content, mark = CODE[kind], 0.0 if kind != "never-cuts" else None
        hand_in(folder, **{f"{name}_py": content})
        expected[name] = kind, mark
    return expected


@pytest.mark.slow
def test_a_class_of_two_hundred(tmp_path):
    folder, out = tmp_path / "write-alpha-beta", tmp_path / "out"
    folder.mkdir()
    expected = student_body(folder)
    words = [
        sys.executable,
        "-m",
        "tracer.exercises",
        "grade",
        str(folder),
        "--out",
        str(out),
        "--practice",
    ]
    words += ["--seconds", "1"]
    # Killed on the way, and taken up again.
    first = subprocess.Popen(words, stderr=subprocess.DEVNULL, start_new_session=True)
    results = out / RESULTS
    while first.poll() is None and (not results.exists() or results.read_bytes().count(b"\n") < 40):
        time.sleep(0.05)
    os.killpg(first.pid, signal.SIGKILL)
    first.wait()
    before = results.read_bytes()
    begun = time.monotonic()
    done = subprocess.run(words, capture_output=True, text=True, timeout=580)
    print(f"the rest of the class took {time.monotonic() - begun:.0f} s")
    assert done.returncode == 0, done.stderr
    assert results.read_bytes().startswith(before[: before.rindex(b"\n") + 1])
    assert "200 submissions" in done.stdout and "left" in done.stderr
    table = {row["student"]: row for row in rows(out / "scores.csv")}
    assert table.keys() == expected.keys()
    for name, (kind, mark) in expected.items():
        total = float(table[name]["total"])
        if mark is None:
            assert 0 < total < 1, (name, kind)
        else:
            assert total == mark, (name, kind, table[name])
        assert (out / "feedback" / f"{name}.html").exists()
        if kind in ("empty", "malformed", "syntax"):
            assert table[name]["remarks"] and f"{name}.py: " in done.stderr
    assert not Path("scores.csv").exists()
