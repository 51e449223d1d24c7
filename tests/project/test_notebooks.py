"""Every notebook in both forms: run from top to bottom, in step with its source, in form."""

import ast
import os
import re
import runpy
import shutil
import sys
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient
from nbconvert import HTMLExporter
from traitlets.config import Config

from tracer.exercises import assignment
from tracer.exercises.ask.task import Task
from tracer.exercises.course.grading import grade
from tracer.exercises.course.student_copy import (
    BEGIN,
    END,
    clean,
    copies,
    for_instructor,
    main,
    read,
    student_copy,
    without_solution,
)
from tracer.support.notebooks import new_cell, new_notebook, write_notebook
from trees import label

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "notebooks"
SOLUTIONS = sorted((FOLDER / "solutions").glob("*.ipynb"))
STUDENTS = [FOLDER / path.name for path in SOLUTIONS]
OURS = {"tracer", "trees", "matplotlib"}

of_each = pytest.mark.parametrize("path", SOLUTIONS, ids=lambda path: path.stem)
of_both = pytest.mark.parametrize(
    "path", SOLUTIONS + STUDENTS, ids=lambda path: f"{path.parent.name}/{path.stem}"
)


def sources(path, kind="code", without=()):
    cells = [c for c in read(path)["cells"] if c["cell_type"] == kind]
    return ["".join(c["source"]) for c in cells if c["metadata"].get("tags") not in without]


def prose(path):
    return "\n\n".join(sources(path, "markdown"))


# Running them


def run(path, folder):
    """Run a notebook away from home, so that nothing but the packages can help it."""
    notebook = nbformat.read(path, 4)
    nbformat.validate(notebook)
    client = NotebookClient(notebook, kernel_name="python3", timeout=120, allow_errors=True)
    client.resources = {"metadata": {"path": str(folder)}}
    client.execute(env=kernel_environment(folder))
    return notebook


def kernel_environment(folder):
    return os.environ | {"PYTHONPATH": str(ROOT), "IPYTHONDIR": str(folder / "ipython")}


def outputs(notebook):
    return [out for cell in notebook.cells if cell.cell_type == "code" for out in cell.outputs]


def marks(notebook):
    """The lines of feedback, in order."""
    texts = (
        re.sub(r"<[^>]*>", "", o.get("data", {}).get("text/html", "")) for o in outputs(notebook)
    )
    return [text for text in texts if text.startswith(("✓", "✗"))]


@pytest.mark.parametrize(
    "path",
    [*SOLUTIONS, *(pytest.param(path, marks=pytest.mark.slow) for path in STUDENTS)],
    ids=lambda path: f"{path.parent.name}/{path.stem}",
)
def test_runs_from_top_to_bottom(path, tmp_path):
    notebook = run(path, tmp_path)
    errors = [
        f"{out.ename}: {out.evalue}" for out in outputs(notebook) if out.output_type == "error"
    ]
    assert errors == []
    found = marks(notebook)
    if path in SOLUTIONS:
        assert_says_what_comes_out(path, notebook)
        assert len(found) >= 4
        assert [text for text in found if not text.startswith("✓ 100%")] == []
        assert_renders(notebook)
    else:
        assert len(found) >= 4
        assert [text for text in found if "Not answered yet." not in text] == []


# Numbers that the prose or the lecturer's plan takes from the output of a cell
QUOTED = {
    "05-sss-star": "41 19 16 13",
    "07-mtd": "16 21 93 100 95 105 385 156",
    "08-experiments": "76 446 337 1,236 433",
    "09-real-games": "16,230 5,993 2,303 604 1,064 1,191 322 44 19",
    "11-positions": "430 1,415 2,801 1,612",
    "14-pear": "13,462 1,497 1,639",
    "16-hybrids": "127 176 37",
    "17-war-game": "48,300 477 603 1034 619",
}


def assert_says_what_comes_out(path, notebook):
    """What is quoted stands in the prose, and still comes out."""
    printed = "\n".join(
        o.get("text", "") or o.get("data", {}).get("text/plain", "") for o in outputs(notebook)
    )
    for number in QUOTED.get(path.stem, "").split():
        assert re.search(rf"(?<![\d,]){number}(?![\d,]\d)", prose(path)), number
        assert re.search(rf"\b{number.replace(',', '')}\b", printed), number


def assert_renders(notebook):
    """As HTML it has its pictures, and players that play without a kernel."""
    body, _ = HTMLExporter(config=nbconvert_config()).from_notebook_node(notebook)
    assert "Traceback" not in body
    shown = r"^(play|compare|explore)\(|\.ask\(\)$"
    calls = sum(bool(re.search(shown, c.source, re.M)) for c in notebook.cells)
    assert body.count(" srcdoc=") == calls
    pictures = [o for o in outputs(notebook) if "image/svg+xml" in o.get("data", {})]
    assert len(re.findall('<svg [^>]*class="pg-picture"', body)) == len(pictures)


def nbconvert_config():
    """What the README gives to `jupyter nbconvert`."""
    config = Config()
    runpy.run_path(
        str(ROOT / "tracer/jupyter/nbconvert_config.py"),
        init_globals={"get_config": lambda: config},
    )
    return config


# What is committed


def test_the_committed_notebooks_are_in_step():
    assert [path for path, text in copies(FOLDER) if path.read_text("utf-8") != text] == []


def test_every_student_copy_has_a_source():
    assert sorted(FOLDER.glob("*.ipynb")) == STUDENTS


@of_both
def test_nothing_but_cells_is_committed(path):
    notebook = read(path)
    assert [c for c in notebook["cells"] if c.get("outputs") or c.get("execution_count")] == []
    assert len({c["id"] for c in notebook["cells"]}) == len(notebook["cells"])
    assert set(notebook["metadata"]) == {"kernelspec", "language_info"}


@of_each
def test_students_get_no_solution(path):
    theirs = "\n".join(sources(FOLDER / path.name))
    assert BEGIN not in theirs and END not in theirs
    assert "= ..." in theirs


# Their form


@of_each
def test_has_the_sections_of_a_lesson(path):
    text = prose(path)
    assert re.match(rf"# {int(path.stem[:2])}\. [^\n]+\?\n", text)
    for part in "**After this notebook you can**", "**You need**":
        assert part in text.split("\n## ")[0], part
    for heading in "Vocabulary", "Exercises", "Summary", "References":
        assert f"\n## {heading}\n" in text, heading
    assert text.count("**Predict first.**") >= 2


@of_each
def test_has_four_to_six_exercises(path):
    part = prose(path).split("\n## Exercises\n")[1].split("\n## ")[0]
    numbers = [int(n) for n in re.findall(r"^\*\*(\d)\. \w[^*]*\*\*", part, re.M)]
    assert numbers == list(range(1, len(numbers) + 1))
    assert 4 <= len(numbers) <= 6


@of_each
def test_is_of_a_size_to_be_taught(path):
    cells = [c for c in read(path)["cells"] if not for_instructor(c)]
    words = [c["cell_type"] for c in cells]
    assert 25 <= len(cells) <= 45
    assert 0.4 <= words.count("markdown") / len(cells) <= 0.65
    assert max(len(source.splitlines()) for source in sources(path)) <= 18
    _, *taught = sources(FOLDER / path.name)  # after the imports, and without the solutions
    assert max(len(source.splitlines()) for source in taught) < 15


# What students predict

BETS = re.compile(r"\*\*Predict first\.\*\*|predict=\"")


@of_each
def test_there_is_something_to_predict_every_quarter_of_an_hour(path):
    """Predict-first moments and players that ask; in the homework, its questions as well."""
    copy = FOLDER / path.name
    moments = len(BETS.findall(prose(copy) + "\n".join(sources(copy))))
    if path.stem == "10-homework":
        moments += len(assignment("alpha-beta", "ada").questions)
    assert moments >= 6


@of_each
def test_no_code_gives_a_prediction_away(path):
    """The cell that answers a prediction asserts nothing: what it asserts would be the answer."""
    cells = read(FOLDER / path.name)["cells"]
    for k, cell in enumerate(cells):
        if cell["cell_type"] == "markdown" and "**Predict first.**" in cell["source"]:
            code = next(c["source"] for c in cells[k:] if c["cell_type"] == "code")
            assert "assert " not in code, code.splitlines()[0]
            before = cells[k - 1]["source"] if cells[k - 1]["cell_type"] == "code" else ""
            assert not re.search(r"^assert .*\.events\[", before, re.M), "it names the step"


# What a lecturer gets

HEADER = "| section | 45 | 90 | ask the class | wrong answers to expect, and what to say |"


def plans(path):
    """The cells with a plan, and their places among all cells."""
    cells = enumerate(read(path)["cells"])
    return [(k, c["source"]) for k, c in cells if for_instructor(c) and HEADER in c["source"]]


def rows(plan):
    """Section, exercises, minutes of 45, minutes of 90, question and answers, row by row."""
    table = plan.split(HEADER)[1].split("\n\n")[0]
    for line in table.strip().splitlines()[1:]:
        section, short, long, *rest = (cell.strip() for cell in line.strip("| ").split(" | "))
        title, exercises = re.fullmatch(r"\*\*(.+?)\*\*(?!\*)(.*)", section).groups()
        minutes = [0 if number == "–" else int(number) for number in (short, long)]
        yield title, [int(n) for n in re.findall(r"\d", exercises)], *minutes, *rest


@of_each
def test_a_lecturer_has_a_plan(path):
    ((place, plan),) = plans(path)
    assert place == 1
    found = list(rows(plan))
    assert sum(row[2] for row in found) == 45 and sum(row[3] for row in found) == 90
    headings = re.findall(r"^#+ (.+)", "\n".join(sources(FOLDER / path.name, "markdown")), re.M)
    places = [headings.index(title) for title, *_ in found]
    assert places == sorted(places)
    numbers = re.findall(r"^\*\*(\d)\. ", prose(FOLDER / path.name), re.M)
    assert {n for _, exercises, *_ in found for n in exercises} <= {int(n) for n in numbers}
    for title, _, short, long, question, answers in found:  # a question every ten minutes
        assert short <= 10 and long <= 10, title
        assert question.endswith("?"), title
        assert re.match(r'"[^"]+"', answers), title
    assert re.search(r"\*\*At the board\*\*: .+\n\n    ", plan)
    assert "\n**Skip**" in plan


@of_each
def test_imports_nothing_but_python_and_us(path):
    trees = [ast.parse(source) for source in sources(path)]
    nodes = [node for tree in trees for node in ast.walk(tree)]
    modules = {alias.name for n in nodes if isinstance(n, ast.Import) for alias in n.names}
    modules |= {n.module for n in nodes if isinstance(n, ast.ImportFrom)}
    assert {m.split(".")[0] for m in modules} <= OURS | sys.stdlib_module_names


@of_each
def test_imports_first_and_only_what_it_uses(path):
    first, *rest = sources(path, without=[["instructor"]])
    imports = [s for s in ast.parse(first).body if isinstance(s, ast.Import | ast.ImportFrom)]
    names = {alias.asname or alias.name for s in imports for alias in s.names}
    used = {n.id for s in rest for n in ast.walk(ast.parse(s)) if isinstance(n, ast.Name)}
    assert names - used == set()
    later = [n for s in rest for n in ast.walk(ast.parse(s))]
    assert [n for n in later if isinstance(n, ast.Import | ast.ImportFrom)] == []


@pytest.mark.parametrize(
    ("lesson", "functions"),
    [
        ("02-minimax", ["minimax"]),
        ("03-alpha-beta", ["alphabeta"]),
        ("04-scout", ["scout"]),
        ("05-sss-star", ["best_first"]),
        ("06-ps-star", ["ps_star"]),
        ("07-mtd", ["memory_test", "mtd"]),
        ("11-positions", ["alphabeta_table", "Table.find"]),
    ],
)
def test_the_program_shown_is_the_one_that_runs(lesson, functions):
    cells = read(FOLDER / f"{lesson}.ipynb")["cells"]
    texts = ["".join(cell["source"]) for cell in cells]
    first = next(k for k, text in enumerate(texts) if "## Exercises\n" in text)
    taught = [texts[k] for k in range(first) if cells[k]["cell_type"] == "code"]
    assert [f"print(getsource({f}))" for f in functions] == [t for t in taught if "getsource(" in t]
    assert [text for text in taught if ".children(" in text] == []  # no second implementation


# The tool


def test_solutions_become_blanks():
    source = f"""
tree = 1
    {BEGIN}
    a: int = 3
    b, (c, *d) = [1, (2, 3)]
    a += 1
    box[i] = 4
    print(a)
    {END}
after = 2"""
    assert (
        without_solution(source)
        == "\ntree = 1\n    a = ...\n    b = ...\n    c = ...\n    d = ...\nafter = 2"
    )


def test_functions_keep_signature_and_docstring():
    source = f'''{BEGIN}
def f(tree,  # a tree
      n=0):
    """The value."""
    return n

@cache
def g(): return 1
{END}'''
    assert (
        without_solution(source)
        == '''def f(tree, n=0):
    """The value."""
    ...
@cache
def g():
    ...'''
    )


def test_a_part_of_a_function_becomes_a_blank():
    source = f"def f(n):\n    {BEGIN}\n    return n\n    {END}\nf(2)"
    assert without_solution(source) == "def f(n):\n    ...\nf(2)"


@pytest.mark.parametrize("source", [BEGIN, END, f"{BEGIN}\n{BEGIN}\n{END}", f"{END}\n{BEGIN}"])
def test_markers_that_do_not_pair_are_refused(source):
    with pytest.raises(ValueError, match="SOLUTION"):
        without_solution(source)


def notebook_of(*cells):
    made = [
        new_cell(kind, f"z{k}", text, {"tags": tags, "x": 1})
        for k, (kind, text, *tags) in enumerate(cells)
    ]
    return new_notebook(made)


def test_what_is_for_the_instructor_is_left_out():
    both = notebook_of(("code", "a"), ("markdown", "key", "instructor"), ("code", "b"))
    assert [c["source"] for c in student_copy(both)["cells"]] == ["a", "b"]
    assert [c["id"] for c in student_copy(both)["cells"]] == ["cell-00", "cell-01"]
    assert [c["id"] for c in clean(both)["cells"]] == ["cell-00", "instructor-00", "cell-01"]
    assert [c["metadata"] for c in clean(both)["cells"]] == [{}, {"tags": ["instructor"]}, {}]


def test_cleaning_twice_changes_nothing():
    once = clean(notebook_of(("code", f"{BEGIN}\na = 1\n{END}\n\n"), ("markdown", "text\n")))
    assert clean(once) == once
    assert student_copy(student_copy(once)) == student_copy(once)


def test_the_command_writes_what_is_missing(tmp_path, monkeypatch, capsys):
    (tmp_path / "solutions").mkdir()
    source = tmp_path / "solutions" / "1.ipynb"
    source.write_text(write_notebook(notebook_of(("code", f"{BEGIN}\na = 1\n{END}"))), "utf-8")
    monkeypatch.setattr(sys, "argv", ["student_copy", str(tmp_path)])
    main()
    assert capsys.readouterr().out.split() == [str(source), str(tmp_path / "1.ipynb")]
    assert sources(tmp_path / "1.ipynb") == ["a = ..."]
    main()
    assert capsys.readouterr().out == ""


def test_a_bad_source_is_named(tmp_path):
    (tmp_path / "solutions").mkdir()
    with pytest.raises(ValueError, match="no notebooks"):
        list(copies(tmp_path))
    bad = write_notebook(notebook_of(("code", BEGIN)))
    (tmp_path / "solutions" / "1.ipynb").write_text(bad, "utf-8")
    with pytest.raises(ValueError, match=r"1\.ipynb: .*BEGIN SOLUTION"):
        list(copies(tmp_path))


# Tasks


def even(n):
    return n % 2 == 0 or f"{n} is odd"


@pytest.mark.parametrize(
    ("answer", "score", "text"),
    [
        (..., 0, "Not answered yet."),
        (None, 0, "Not answered yet."),
        (4, 1, "Right."),
        (3, 0, "3 is odd."),
        ("x", 0, "This answer could not be checked"),
    ],
)
def test_a_task_is_judged(answer, score, text):
    feedback = Task("An even number.", even).check(answer)
    assert feedback.score == score and feedback.text.startswith(text)


def test_a_function_without_a_body_is_no_answer():
    def blank(tree, n):
        """Only a contract."""
        ...

    def done(tree, n):
        return n

    assert Task("A function.", lambda f: True).check(blank).text == "Not answered yet."
    assert Task("A function.", lambda f: True).check(done).right


def test_the_instructor_s_own_homework_scores_everything(tmp_path):
    """The dry run of a course: the solution as it is, under the name that it has."""
    (tmp_path / "alpha-beta").mkdir()
    shutil.copy(FOLDER / "solutions/10-homework.ipynb", tmp_path / "alpha-beta")
    (graded,) = grade(tmp_path / "alpha-beta", practice=True, progress=None)
    assert graded.total == 1 and graded.submission.student == "ada"


def test_homework_that_is_handed_in_can_be_graded(tmp_path):
    homework = assignment("alpha-beta", "ada")
    answers = {name: question.answer for name, question in homework.questions.items()}
    answers |= {name: [label(n) for n in answers[name]] for name in ("leaves", "cuts")}
    notebook = read(FOLDER / "10-homework.ipynb")
    for cell in notebook["cells"]:
        for name, answer in answers.items():
            cell.source = cell.source.replace(f"{name} = ...", f"{name} = {answer!r}")
    (tmp_path / "alpha-beta").mkdir()
    (tmp_path / "alpha-beta" / "ada.ipynb").write_text(write_notebook(notebook), "utf-8")
    (graded,) = grade(tmp_path / "alpha-beta", practice=True, progress=None)
    assert {name: mark.score for name, mark in graded.marks.items()} == dict.fromkeys(answers, 1)
