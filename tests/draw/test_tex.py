"""LaTeX that compiles: pictures of twenty searches, worksheets, and names in any script."""

import shutil
import subprocess
from collections.abc import Iterable
from pathlib import Path

import pytest

from tracer import record
from tracer.algorithms import alphabeta, sss_star
from tracer.algorithms.registry import ALGORITHMS
from tracer.draw.marks import Picture, Text
from tracer.draw.style import PRINT
from tracer.draw.tex import PLAIN, escape_tex, preamble
from tracer.draw.tikz import tikz
from tracer.exercises.course.worksheet import make
from trees import catalogue, iid

OWN_TREES = ("depth_limited", "iterative_deepening")  # ask for static estimates
SEARCHES = [name for name in ALGORITHMS if name not in OWN_TREES]
SCRIPTS = {
    "Hebrew": "שלום",
    "Chinese": "日本語",
    "emoji": "🙂",
    "Greek": "λόγος",
    "Cyrillic": "Дом",
    "chess": "♞",
}


def compiled(source: Path) -> str:
    """Compile a document with the program that its first line asks for; return the log."""
    lua = "LuaLaTeX" in source.read_text("utf-8").partition("\n")[0]
    program = "lualatex" if lua else "pdflatex"
    if not shutil.which(program):
        pytest.skip(f"{program} is not there: install texlive-latex-extra and texlive-luatex")
    done = subprocess.run(
        [program, "-interaction=nonstopmode", "-halt-on-error", source.name],
        cwd=source.parent,
        capture_output=True,
        check=False,
    )
    log = source.with_suffix(".log").read_text("utf-8", "replace")
    assert done.returncode == 0, log[-3000:]
    assert source.with_suffix(".pdf").stat().st_size > 2000
    return log


def document(place: Path, parts: Iterable[str]) -> Path:
    """One document with these drawings, a page each."""
    body = "\\newpage\n".join(parts)
    head = preamble(body, "[a2paper]{article}") + "\\usepackage{tikz}\n"
    place.write_text(f"{head}\\begin{{document}}\\sffamily\n{body}\\end{{document}}\n", "utf-8")
    return place


def test_ordinary_names_need_no_luatex() -> None:
    source = tikz(record(alphabeta, catalogue.load("pantel-3.2")))
    assert source.startswith("\\documentclass") and "lmodern" in source


@pytest.mark.parametrize("name", SCRIPTS.values(), ids=SCRIPTS)
def test_a_name_in_another_script_asks_for_luatex(name: str) -> None:
    made = Picture(PRINT, 0, 0, 100, 20, "", "", texts=[Text(50, 10, name, 12, "#000000")])
    for standalone in True, False:
        source = tikz(made, standalone=standalone)
        assert source.startswith("% Compile this with LuaLaTeX. pdfLaTeX has no font for: ")


def test_signs_are_as_bold_as_the_numbers_beside_them() -> None:
    source = tikz(record(alphabeta, catalogue.load("pantel-3.2")).frame(30))
    (node,) = [line for line in source.splitlines() if line.endswith(r"{\ensuremath{\le} 4};")]
    assert r"\bfseries\boldmath" in node


def test_accents_are_composed() -> None:
    assert escape_tex("e\u0301") == "é" and "é" in PLAIN


@pytest.mark.slow
def test_twenty_searches_compile(tmp_path: Path) -> None:
    """Frames of every search, on a tree with names and on a wider one with small text."""
    frames = []
    for name in SEARCHES:
        for tree in catalogue.load("pantel-3.2"), iid(3, 3, seed=1):
            trace = record(ALGORITHMS[name].search, tree)
            frames += [trace.frame(len(trace) // 2), trace.frame(len(trace))]
    assert len(SEARCHES) >= 19 and len(frames) >= 76
    parts = [tikz(frame, standalone=False) for frame in frames]
    log = compiled(document(tmp_path / "all.tex", parts))
    assert f"({len(parts)} pages" in log
    assert "Font Warning" not in log and "Missing character" not in log  # nothing is replaced


@pytest.mark.slow
@pytest.mark.parametrize("search", [alphabeta, sss_star])
def test_a_picture_alone_compiles(search: object, tmp_path: Path) -> None:
    record(search, catalogue.load("pantel-3.2")).to_tikz(tmp_path / "one.tex")  # type: ignore[arg-type]
    compiled(tmp_path / "one.tex")


@pytest.mark.slow
def test_everything_that_pdflatex_is_said_to_have_compiles(tmp_path: Path) -> None:
    words = [f"{escape_tex(c)} {{\\bfseries\\sffamily {escape_tex(c)}}}\\par" for c in PLAIN]
    special = escape_tex("\\{}$&#_%~^<>|\"−∞≤≥≠αβγΓ⁺⁻…'`")
    log = compiled(document(tmp_path / "all.tex", ["\n".join([*words, special])]))
    assert "Missing character" not in log


@pytest.mark.slow
@pytest.mark.parametrize("name", SCRIPTS.values(), ids=SCRIPTS)
def test_names_in_any_script_compile(name: str, tmp_path: Path) -> None:
    made = Picture(PRINT, 0, 0, 100, 20, "", "", texts=[Text(50, 10, name, 12, "#000000", True)])
    (tmp_path / "one.tex").write_text(tikz(made), "utf-8")
    log = compiled(tmp_path / "one.tex")
    if name in (SCRIPTS["Greek"], SCRIPTS["Cyrillic"], SCRIPTS["chess"]):
        assert "Missing character" not in log


@pytest.mark.slow
def test_worksheets_compile(tmp_path: Path) -> None:
    for name in "minimax", "alpha-beta", "sss-star", "construct":
        make(name, ["Ada", "Jürgen Łoś"], tmp_path, solution=True)
    sheets = sorted(tmp_path.glob("*.tex"))
    assert len(sheets) == 8
    for sheet in sheets:
        compiled(sheet)
