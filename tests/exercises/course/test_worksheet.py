"""Worksheets: all that is asked is on paper, and nothing on it is taken for markup."""

import re
import subprocess

import pytest

from tracer.algorithms import alphabeta, mtd_f
from tracer.exercises import Question, assignment
from tracer.exercises.__main__ import main
from tracer.exercises.course.assignment import PLANS
from tracer.exercises.course.worksheet import WIDTH, pdf, sheet, tex_source, typst_source, written
from trees import from_nested, iid, label

HOSTILE = 'Zoë #1 $x_2^{3}$ \\ "q" <b> [*] @a ~ % & | `c` // $'


@pytest.mark.parametrize("name", PLANS)
def test_every_assignment_fits_on_paper(name):
    pytest.importorskip("typst")
    for solution in (False, True):
        made = sheet(assignment(name, "ada"), solution=solution)
        assert pdf([made]).startswith(b"%PDF")
        assert len(made.questions) == len(PLANS[name].kinds)
        assert all(q.prompt and q.lines for q in made.questions)


def test_a_blank_sheet_tells_nothing():
    homework = assignment("alpha-beta", "ada")
    blank, solved = (sheet(homework, solution=s) for s in (False, True))
    cutoffs = homework.questions["cuts"].trace.cutoffs
    for source in (typst_source([blank]), tex_source([blank])):
        assert " skipped" not in source and blank.questions[0].answer not in source
    for source in (typst_source([solved]), tex_source([solved])):
        assert source.count(" skipped") == len(cutoffs) > 2 and solved.questions[0].answer in source
    assert not any(line.is_strike for line in blank.drawing.lines)
    cuts = homework.questions["cuts"].answer
    assert sum(line.is_strike for line in solved.drawing.lines) == 2 * len(cuts)


def test_a_window_is_written_as_an_open_interval_and_bounds_one_by_one():
    tree = from_nested([8, [9, 3]])
    window = written(Question("window", alphabeta, tree, at="2"))
    assert window == "(8, ∞): only values between 8 and ∞ matter"
    assert written(Question("bounds", mtd_f, tree, at=1, first=9)) == "f⁻ = −∞, f⁺ = 8"


def test_the_sheet_shows_every_node_by_its_number():
    homework = assignment("alpha-beta", "ada")
    words = [text.text for text in sheet(homework).drawing.texts]
    assert {label(n) for n in homework.tree.nodes()} <= set(words)


def test_a_sheet_is_black_and_white():
    for solution in (False, True):
        source = typst_source([sheet(assignment("alpha-beta", "ada"), solution=solution)])
        colours = set(re.findall(r'rgb\("#(..)(..)(..)"\)', source))
        assert colours and all(r == g == b for r, g, b in colours)


@pytest.mark.parametrize("solution", [False, True])
def test_names_are_printed_as_they_stand(solution, tmp_path):
    pytest.importorskip("typst")
    made = sheet(assignment("alpha-beta", HOSTILE), solution=solution)
    path = tmp_path / "sheet.pdf"
    path.write_bytes(pdf([made]))
    try:
        words = subprocess.run(["pdftotext", "-layout", path, "-"], capture_output=True, text=True)
    except FileNotFoundError:
        pytest.skip("pdftotext is not installed")
    assert f"{'Solution' if solution else 'Name'}: {HOSTILE}" in words.stdout
    assert f"alpha-beta:{HOSTILE} (practice)" in words.stdout


def test_tex_has_no_special_left():
    source = tex_source([sheet(assignment("alpha-beta", HOSTILE), solution=True)])
    title = next(line for line in source.splitlines() if "Solution:" in line)
    name = title[title.index("Solution: ") : title.rindex("\\par")]
    assert not re.search(r"(?<!\\)[#$%&_^~]", re.sub(r"\\[a-z]+\{[^{}]*\}", "", name))
    assert source.count("\\begin{") == source.count("\\end{")


def test_the_tree_is_as_wide_as_the_page_at_most():
    drawing = sheet(assignment("sss-star", "ada")).drawing
    assert drawing.right - drawing.left > WIDTH  # and so it is scaled
    box = re.search(r"box\(width: ([\d.]+)pt", typst_source([sheet(assignment("sss-star", "ada"))])
                    .split("#align(center, ")[1])  # fmt: skip
    assert float(box[1]) <= WIDTH


def test_the_command_line(tmp_path, capsys):
    pytest.importorskip("typst")
    names = tmp_path / "names.txt"
    names.write_text("\ufeffAda\n\n Bob \n", encoding="utf-8")
    words = ["worksheet", "minimax", "--out", str(tmp_path)]
    assert main([*words, "--students", str(names), "--solution"]) == 0
    made = {"minimax.pdf", "minimax.tex", "minimax-solution.pdf", "minimax-solution.tex"}
    assert made <= {path.name for path in tmp_path.iterdir()}
    text = (tmp_path / "minimax.tex").read_text(encoding="utf-8")
    assert "Name: Ada" in text and "Name: Bob" in text
    assert main([*words, "--variants", "3"]) == 0
    text = (tmp_path / "minimax.tex").read_text(encoding="utf-8")
    assert text.count("\\newpage") == 2 and "variant 3" in text


EXAM = """
from tracer.algorithms import alphabeta, sss_star
from tracer.draw.boards import Board, board_picture
from tracer.exercises import Question, Reorder, exercise
from trees import from_nested, iid
from trees.games import TicTacToe

TITLE = "Exam #1"

def questions(version):
    tree = iid(2, 3, seed=ord(version))
    return [
        (3, Question("leaves", alphabeta, tree)),
        (1, Question("cuts", alphabeta, tree, strict=True)),
        Question("leaves", sss_star, tree),
        (2.5, Reorder(from_nested([[1, 2], [3, 4]]))),
        (2, exercise("8.1")),
        (exercise("9.by-hand"), board_picture(TicTacToe(), Board("X.X.O...."))),
    ][: 2 if version == "A" else 6]
"""


def test_own_questions_in_versions_with_points_conventions_and_keys(tmp_path):
    pytest.importorskip("typst")
    exam = tmp_path / "exam.py"
    exam.write_text(EXAM)
    words = ["worksheet", "--questions", str(exam), "--variants", "2", "--out", str(tmp_path)]
    assert main([*words, "--solution"]) == 0
    blank, solved = (
        (tmp_path / f"{name}.tex").read_text("utf-8") for name in ("exam", "exam-solution")
    )
    assert "Exam \\#1" in blank and "Version A" in blank and "Solution Version B" in solved
    assert "(3 points)" in blank and "(1 point)" in blank and "(2.5 points)" in blank
    assert "strict cuts, only where the bound is passed" in blank
    assert "strict=True" not in blank and "a minimal tree needs" in solved.replace("{}", "")
    assert "a minimal tree needs" not in blank
    assert blank.count("begin{tikzpicture}") == 1 + 3  # one for every tree, and a board
    assert solved.count("begin{tikzpicture}") == 2 + 5  # and here for every search
    key = written(Question("leaves", alphabeta, iid(2, 3, seed=ord("A"))))
    assert key in solved and key not in blank
    assert (tmp_path / "exam-solution.pdf").read_bytes().startswith(b"%PDF")


@pytest.mark.parametrize(
    "source, more, said",
    [
        ("x = 1", [], "exam.py has no questions. Assign a list of questions to QUESTIONS"),
        ("QUESTIONS = []", [], "exam.py has no questions"),
        ("QUESTIONS = [7]", [], "exam.py: 7 is no question. Write Question(…), or (points"),
        (f"{EXAM}QUESTIONS = [(1, 2, exercise('8.1'))]\ndel questions", [], "is no question"),
        (f"{EXAM}QUESTIONS = [(-1, exercise('8.1'))]\ndel questions", [], "-1 points. Choose"),
        ("QUESTIONS = [1 / 0]", [], "exam.py failed: ZeroDivisionError"),
        ("QUESTIONS = [", [], "exam.py failed: SyntaxError"),
        ("QUESTIONS = [7]", ["--variants", "2"], "To make versions, define questions(version)"),
        (EXAM, ["--variants", "99"], "There can be 1 to 26 versions, not 99"),
        (EXAM, ["--roster", "x"], "Your own questions take neither a NAME nor a --roster"),
    ],
)
def test_bad_files_of_questions(tmp_path, capsys, source, more, said):
    (tmp_path / "exam.py").write_text(source)
    out = tmp_path / "sheets"
    words = ["worksheet", "--questions", str(tmp_path / "exam.py"), "--out", str(out), *more]
    assert main(words) == 2
    assert said in capsys.readouterr().err and not out.exists()
