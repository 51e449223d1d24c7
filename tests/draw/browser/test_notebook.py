"""Pictures in JupyterLab: no wider than their cell, in the colours of its theme."""

from pathlib import Path

import pytest

from tests.helpers.lab import Jupyter

LOOK = (Path(__file__).parents[2] / "helpers" / "picture.js").read_text("utf-8")
CELLS = (
    "record(alphabeta, catalogue.load('pantel-3.2')).frame(15)",
    "record(sss_star, catalogue.load('srimani-a1')).frame(88)",
    "record(ps_star, catalogue.load('pantel-3.2'), k=2).frame(40).picture(theme='print')",
    "record(mtd_f, iid(8, 4, seed=1)).frame(700)",
)


@pytest.mark.parametrize(
    ("dark", "width"), [(False, 1280), (True, 640)], ids=["light", "dark and narrow"]
)
def test_pictures_fit_the_cell_and_follow_the_theme(
    jupyter: Jupyter, dark: bool, width: int
) -> None:
    view = jupyter.lab(*CELLS, dark=dark, viewport={"width": width, "height": 720})
    pictures = view.page.locator("svg.pg-picture")
    pictures.nth(len(CELLS) - 1).wait_for()
    for k, cell in enumerate(CELLS):
        assert pictures.nth(k).evaluate(LOOK) == [], cell
    assert view.errors == []
    view.page.close()
