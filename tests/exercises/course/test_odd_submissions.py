"""Odd files, handed in by accident or in bad faith: each is reported, and none stops a run."""

import json
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest

from tracer.exercises import assignment
from tracer.exercises.code.sandbox import enough, isolation
from tracer.exercises.course.graded import report_remarks
from tracer.exercises.course.grading import SEED, grade
from tracer.exercises.course.nbgrader import MODELS, plain_key
from tracer.exercises.course.submissions import read_file
from tracer.support.notebooks import new_cell, new_notebook, write_notebook

NAMES = ("leaves", "cuts", "window", "returned")
posix = pytest.mark.skipif(os.name != "posix", reason="needs the files of POSIX")


@pytest.fixture
def pool():
    with ThreadPoolExecutor(2) as threads:
        yield threads


@pytest.fixture
def folder(tmp_path):
    place = tmp_path / "alpha-beta"
    place.mkdir()
    questions = assignment("alpha-beta", "ada").questions
    answers = {name: plain_key(question) for name, question in questions.items()}
    (place / "ada.json").write_text(json.dumps(answers))
    return place


def graded(folder, pool, **how):
    """Everybody by file name; the honest student has full marks whatever the others do."""
    found = grade(
        folder, out=folder.parent / "out", executor=pool, practice=True, progress=None, **how
    )
    by_file = {entry.submission.file: entry for entry in found}
    assert by_file["ada.json"].total == 1
    return by_file


@posix
def test_links_and_pipes_are_not_followed(folder, pool):
    (folder / "eve.json").symlink_to(folder / "ada.json")
    (folder / "gone.json").symlink_to(folder / "nowhere")
    (folder / "loop.py").symlink_to(folder / "loop.py")
    (folder / "dir.py").symlink_to(folder.parent)
    os.mkfifo(folder / "pipe.json")
    found = graded(folder, pool)
    for name in ("eve.json", "gone.json", "loop.py", "dir.py"):
        assert found[name].remarks == ("a symbolic link, which is not followed",)
    assert found["pipe.json"].remarks == ("not a file",)
    assert sum(entry.total for entry in found.values()) == 1


def test_huge_answers(folder, pool):
    digits = "9" * 100_000
    (folder / "long.json").write_text(json.dumps({"leaves": ["1.1"] * 200_000}))
    (folder / "long2.py").write_text(f"leaves = {[1] * 50_000}\ncuts = []")
    (folder / "digits.json").write_text(f'{{"leaves": [{digits}]}}')
    (folder / "digits2.py").write_text(f"leaves = [{digits}]")
    (folder / "window.json").write_text(
        '{"window": [1e999999, "1e999999"], "returned": "1e999999"}'
    )
    (folder / "window2.py").write_text("window = (1e999999, 10**10**9)\nreturned = '1e999999'")
    found = graded(folder, pool)
    assert "the answer to leaves is too long" in found["long.json"].remarks
    assert "the answer to leaves is too long" in found["long2.py"].remarks
    for name in ("digits.json", "digits2.py"):
        assert found[name].remarks == ("unreadable: a number has too many digits",)
    for name, entry in found.items():
        assert name == "ada.json" or entry.total == 0
        assert not any("could not be graded" in remark for remark in entry.remarks)


def test_a_name_that_goes_on_and_on(folder, pool):
    (folder / "ada.json").write_text(json.dumps({"student": "x" * 10**6}))
    (entry,) = grade(folder, practice=True, executor=pool, progress=None)
    assert len(entry.submission.student) == 100


def test_endings_in_capitals(tmp_path):
    book = new_notebook([new_cell("code", "a", "leaves = ['1']", {})])
    (tmp_path / "ada.IPYNB").write_text(book if isinstance(book, str) else json.dumps(book))
    (tmp_path / "bob.JSON").write_text('{"leaves": ["1"]}')
    (tmp_path / "eve.Py").write_text("leaves = ['1']")
    for path in sorted(tmp_path.iterdir()):
        read = read_file(path, NAMES)
        assert read.answers == {"leaves": "['1']"} and not read.remarks, path.name


def cells(folder, *sources):
    """What is read from a notebook with these cells."""
    path = folder / "ada.ipynb"
    book = new_notebook([new_cell("code", str(i), text, {}) for i, text in enumerate(sources)])
    path.write_text(book if isinstance(book, str) else json.dumps(book))
    return read_file(path, NAMES)


@pytest.mark.parametrize(
    "source",
    [
        "%%time\nleaves = 7",
        "\n%%timeit -n 1\n%%capture out\nleaves = 7",
        "%matplotlib inline\n!pip install it's (\nleaves = 7\nleaves?\n?leaves\nprint.end??",
        "t = %timeit -o f()\nfiles, n = !ls\nleaves = 7",
        "if True:\n    %time f()\nelse:\n    !ls\nleaves = 7",
        "%time\nleaves = (17\n  % 10\n)",
        "leaves = (17\n% 10\n)",
        'text = """\n%time\n!ls\nwhy?\n"""\nleaves = 7',
    ],
)
def test_magic_is_dropped_and_nothing_else(tmp_path, source):
    read = cells(tmp_path, source)
    assert not read.remarks
    space = {}
    exec(read.code, space | {"f": int}, space)
    assert space["leaves"] == 7
    assert space.get("text", "\n%time\n!ls\nwhy?\n") == "\n%time\n!ls\nwhy?\n"


def test_cells_of_other_languages_are_reported(tmp_path):
    read = cells(tmp_path, "%%bash\nleaves=7", "%%time\nleaves = 7", "x = (1 +  # why?\ny = 2")
    assert read.answers == {"leaves": "7"}
    bash, broken = read.remarks
    assert bash == "cell 1 is not Python but %%bash, and is not read"
    assert broken.startswith("cell 3 is not valid Python") and broken.endswith("line 1")


def test_a_cell_full_of_magic_ends(tmp_path):
    (remark,) = cells(tmp_path, "%\n" * 90_000).remarks
    assert "not valid Python" in remark


@posix
def test_escape_codes_in_names_stay_out_of_terminals_and_tables(folder, pool, capsys):
    name = "eve\x1b[2J\r\nx\u202e.json"
    (folder / name).write_text("{}")
    (folder / os.fsdecode(b"caf\xe9.json")).write_text("{}")  # not UTF-8
    (folder / ("x" * 250 + ".py")).write_text("leaves = []")
    found = graded(folder, pool)
    report_remarks(list(found.values()))
    out = folder.parent / "out"
    told = capsys.readouterr().err + (out / "scores.csv").read_text("utf-8-sig")
    assert "eve [2J" in told and not {"\x1b", "\r", "\u202e"} & set(told)
    pages = [path.name for path in (out / "feedback").iterdir()]
    assert len(pages) == 4 and all(page.isprintable() for page in pages)


@pytest.mark.parametrize("other", ["ada.py", " ada.json", "ada (1).json", "Ada.ipynb"])
def test_the_latest_of_several_files_counts(folder, pool, other):
    text = {
        ".py": "leaves = []",
        ".json": '{"leaves": []}',
        ".ipynb": write_notebook(new_notebook([new_cell("code", "a", "leaves = []", {})])),
    }[os.path.splitext(other)[1]]
    (folder / other).write_text(text)
    os.utime(folder / other, (0, 0))
    found = graded(folder, pool)
    assert len(found) == 1
    assert found["ada.json"].remarks == (f"the latest file is marked; {other} is not",)
    os.utime(folder / "ada.json", (0, 0))
    os.utime(folder / other, (1, 1))
    (entry,) = grade(folder, out=folder.parent / "out", executor=pool, practice=True, progress=None)
    assert entry.submission.file == other and entry.total == 0
    assert entry.remarks[0] == "the latest file is marked; ada.json is not"


@pytest.mark.parametrize(
    "other, text",
    [
        ("ada(1).json", "{}"),
        ("ada(1).json", '{"leaves": null}'),
        ("ada(1).json", ""),
        ("ada(1).json", '{"leaves'),
        ("ada.py", "def helper(x):\n    return x"),
        ("ada.py", "student = 'ada'\nleaves = ...\ncuts = ..."),
    ],
)
def test_a_later_file_without_answers_does_not_count(folder, pool, other, text):
    """A helper, the blank notebook, or an upload that broke off: the answers are in another."""
    (folder / other).write_text(text)
    os.utime(folder / "ada.json", (0, 0))
    (entry,) = graded(folder, pool).values()
    assert entry.remarks == (f"the latest file with answers is marked; {other} is not",)


@posix
def test_the_longest_names_have_pages(folder, pool):
    """A file name may have 255 bytes, and that of a page is longer."""
    for name in ("b" * 250 + "c.py", "b" * 251 + ".py", "b" * 252 + ".py", "ü" * 126 + ".py"):
        (folder / name).write_text("leaves = []")
    found = graded(folder, pool)
    pages = [path.name for path in (folder.parent / "out/feedback").iterdir()]
    assert len(pages) == len(found) == 5
    assert all(len(os.fsencode(page)) < 255 - 20 for page in pages)


# Programs

WRONG = MODELS["alphabeta"].replace("alpha >= beta", "False")


@pytest.fixture
def programs(tmp_path):
    place = tmp_path / "write-alpha-beta"
    place.mkdir()
    (place / "bob.py").write_text(WRONG)
    return place


def test_the_seed_is_kept_and_can_be_given(programs, pool):
    out = programs.parent / "out"
    how = {
        "out": out,
        "executor": pool,
        "progress": None,
        "practice": True,
        "unsafe": not enough(isolation()),
    }

    def told(**seed):
        (entry,) = grade(programs, **how, **seed)
        return entry.marks["alphabeta"].text, json.loads((out / SEED).read_text())["seed"]

    first, seed = told()
    assert f"(seed {seed})" in first
    (out / "results.jsonl").unlink()
    assert told() == (first, seed)  # the same trees again
    other, given = told(seed=seed + 1)
    assert given == seed + 1 and f"(seed {given})" in other
    assert told() == (other, given)
    (out / SEED).write_text("{}")
    with pytest.raises(ValueError, match=r"does not contain a seed\. Choose one with --seed"):
        told()


NOT_ISOLATED = """\
import sys
from tracer.exercises.code import sandbox
sandbox.LAYERS = ()  # as on a machine that has none of them
from tracer.exercises.__main__ import main
if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
"""


def test_without_isolation_the_command_asks_for_unsafe(programs):
    script = programs.parent / "command.py"
    script.write_text(NOT_ISOLATED)
    out = programs.parent / "out"

    def command(*words):
        line = [
            sys.executable,
            str(script),
            "grade",
            str(programs),
            "--out",
            str(out),
            "--practice",
            *words,
        ]
        path = os.pathsep.join(["", *sys.path]).strip(os.pathsep)
        return subprocess.run(
            line, capture_output=True, text=True, env={**os.environ, "PYTHONPATH": path}
        )

    refused = command()
    assert refused.returncode == 2 and not out.exists()
    assert "cannot isolate student code" in refused.stderr and "--unsafe" in refused.stderr
    done = command("--unsafe")
    assert done.returncode == 0, done.stderr
    assert "NOT isolated" in done.stdout and "never cuts" in done.stdout
