"""What the site is made of: notebooks of one's own, stand-ins, and what is refused."""

import sys

import matplotlib.pyplot  # noqa: F401 - so that it can be stood in for

from tracer import record
from tracer.algorithms import alphabeta
from tracer.draw.figure import growth_figure, window_figure
from tracer.site import no_matplotlib
from tracer.site.__main__ import main
from tracer.site.course import chapters
from tracer.support import parallel as runner
from tracer.support.notebooks import new_cell, new_notebook, write_notebook
from trees import catalogue


def test_what_cannot_be_built_is_refused(tmp_path, capsys):
    (tmp_path / "notes").write_text("mine")
    (tmp_path / "empty").mkdir()
    (tmp_path / "own").mkdir()
    (tmp_path / "own" / "1.ipynb").write_text("no notebook")
    new = str(tmp_path / "new")
    for arguments, said in (
        (["--out", str(tmp_path / "notes")], "is a file"),
        (["--out", str(tmp_path)], "contains files that are not a site"),
        (["--out", new, "--notebooks", str(tmp_path / "empty")], "contains no notebook"),
        (["--out", new, "--notebooks", str(tmp_path / "own")], "1.ipynb: not a notebook"),
    ):
        assert main(["build", *arguments]) == 2
        assert said in capsys.readouterr().err
    assert (tmp_path / "notes").read_text() == "mine"


def test_a_notebook_of_ones_own_is_listed(tmp_path):
    own = new_notebook([new_cell("markdown", "a", "# My *own* SSS\\*\n\nWhy.", {})])
    (tmp_path / "a.ipynb").write_text(write_notebook(own))
    (chapter,) = chapters(tmp_path)
    assert (chapter.title, chapter.about) == ("My own SSS*", "Why.")


def test_a_figure_is_left_out_and_that_is_said(monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "matplotlib.pyplot", no_matplotlib)
    monkeypatch.setattr(sys.modules["matplotlib"], "pyplot", no_matplotlib)
    trace = record(alphabeta, catalogue.load("pantel-3.2"))
    for draw in growth_figure, window_figure:
        assert isinstance(draw(trace), no_matplotlib.Blank)
        assert no_matplotlib.SENTENCE in capsys.readouterr().out


def test_without_processes_tasks_are_done_here(monkeypatch):
    monkeypatch.setattr(runner, "ALONE", True)
    monkeypatch.setattr(runner, "processes", None)
    assert runner.run(square, [{"n": n} for n in range(9)]) == [n * n for n in range(9)]


def square(task):
    return task["n"] ** 2
