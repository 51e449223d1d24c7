"""Two notebooks in JupyterLab, from the first cell to the last, as a student and as a lecturer."""

import re
import shutil
from pathlib import Path

import pytest

from tests.helpers.lab import Jupyter

FOLDER = Path(__file__).parents[3] / "notebooks"
DONE = """() => [...document.querySelectorAll('.jp-CodeCell .jp-InputPrompt')]
    .every((prompt) => /\\[\\d+\\]/.test(prompt.textContent))"""


@pytest.mark.parametrize(
    "name",
    ["03-alpha-beta", pytest.param("solutions/10-homework", marks=pytest.mark.slow)],
)
def test_a_lesson_from_the_first_cell_to_the_last(jupyter: Jupyter, name: str) -> None:
    source = FOLDER / f"{name}.ipynb"
    shutil.copy(source, jupyter.folder / "root" / source.name)
    view = jupyter.page(f"doc/tree/{source.name}?reset")
    page = view.page
    page.locator(".jp-NotebookPanel .jp-Cell").first.wait_for()
    page.get_by_text("Python 3 (ipykernel) | Idle").wait_for()
    view.run()
    page.wait_for_function(DONE)
    plays = len(re.findall(r'"play\(', source.read_text("utf-8")))
    view.players(plays)
    for k in range(plays):
        player = page.locator(".pg-player").nth(k)
        before = player.locator(".pg-caption").inner_text()
        player.focus()
        page.keyboard.press("ArrowRight")
        assert player.locator(".pg-caption").inner_text() != before
    errors = "[data-mime-type='application/vnd.jupyter.error']"
    red = "[data-mime-type='application/vnd.jupyter.stderr']"
    assert page.locator(f".jp-OutputArea {errors}, .jp-OutputArea {red}").all_inner_texts() == []
    marks = page.locator(".jp-RenderedHTML").filter(has_text=re.compile("^[✓✗]")).all_inner_texts()
    expected = "✓ 100%" if name.startswith("solutions/") else "Not answered yet."
    assert len(marks) >= 6
    assert [mark for mark in marks if expected not in mark] == []
    assert view.errors == []
    page.close()
