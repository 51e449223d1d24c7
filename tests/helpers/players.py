"""What browser tests share: players made here and there, and a reader's eyes on a page."""

from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from tests.helpers.lab import PRELUDE, View
from tracer.player.page import page
from tracer.trace.trace import Trace
from trees.dewey import label

HERE = Path(__file__).parent
SNAPSHOT = (HERE / "snapshot.js").read_text("utf-8")
STAGE = (HERE / "stage.js").read_text("utf-8")
CONTRAST = (HERE / "contrast.js").read_text("utf-8")

# The width that JupyterLab, with its side bar, leaves to a player, and the height of its window.
SIZES = {"projector": (848, 720), "laptop": (1008, 900), "desktop": (1488, 1080)}
SMALLEST_FIRST = ["projector", *(pytest.param(s, marks=pytest.mark.slow) for s in list(SIZES)[1:])]


@lru_cache(maxsize=32)
def made(code: str) -> Any:
    """What a cell's expression gives, here: a trace, which nobody changes."""
    names: dict[str, Any] = {}
    exec(PRELUDE, names)
    return eval(code, names)


def ready(view: View, count: int) -> View:
    """The view once this many players stand on it, with the reader's eyes of snapshot.js."""
    view.players(count)
    view.page.evaluate(SNAPSHOT)
    return view


def empty(browser: Browser, size: str, *, dark: bool = False) -> View:
    """An empty page as wide as a player in a notebook; it reports errors, and nothing moves."""
    width, height = SIZES[size]
    page = browser.new_page(
        viewport={"width": width, "height": height},
        color_scheme="dark" if dark else "light",
        reduced_motion="reduce",
    )
    return View(page)


def show(view: View, trace: Trace) -> Page:
    """Show a trace's exported page in place of what the view showed before."""
    view.page.set_content(page([trace]))
    view.page.locator(".pg-nodes > :first-child").first.wait_for(state="attached")
    return view.page


def misfits(view: View, trace: Trace, *, places: bool = True) -> list[str]:
    """Whatever does not fit on the stage, has no label or is too faint, at any step of a trace.

    Without `places`, only heights and contrast are checked.
    """
    shown = show(view, trace)
    shown.evaluate(f"() => {{ window.pgFaint = {CONTRAST} }}")
    mentions = [[label(n) for n in trace.mentions(i)] for i in range(len(trace) + 1)]
    options = {"mentions": mentions, "places": places}
    return list(shown.locator(".pg-player").evaluate(STAGE, options))
