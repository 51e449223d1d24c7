"""The stage in the pane that JupyterLab leaves to a notebook, on screens of the usual sizes."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Locator

from tests.helpers.lab import SETTINGS, Jupyter, View
from tests.helpers.players import STAGE, ready
from tests.player.browser.test_stage import CASES
from tracer.algorithms.registry import ALGORITHMS

SCREENS = {"1280x720": (1280, 720), "1440x900": (1440, 900), "1920x1080": (1920, 1080)}
OPTIONS = {  # of searches that need some
    "depth_limited": ", depth=3",
    "iterative_deepening": ", depth=3, evaluate=len",
    "mt": ", gamma=8",
}
SEARCHES = {
    name: f"record({name}, catalogue.load('pantel-3.2'){OPTIONS.get(name, '')})"
    for name in ALGORITHMS
}
SHOWN = {**CASES, **SEARCHES}
TRACKER = "notebook-extension/tracker"
# How far an element sticks out of the notebook's pane, in pixels.
OUTSIDE = """p => { const pane = document.querySelector(".jp-WindowedPanel-outer");
    const room = pane.getBoundingClientRect(), at = p.getBoundingClientRect();
    return Math.max(room.top - at.top, at.bottom - room.bottom,
                    room.left - at.left, at.right - room.right); }"""
SCROLL = "p => p.scrollIntoView({ block: 'nearest' })"


def screen(size: tuple[int, int], zoom: int = 1) -> dict[str, Any]:
    """A window of this size, zoomed in the browser."""
    width, height = size
    return {
        "viewport": {"width": width // zoom, "height": height // zoom},
        "device_scale_factor": zoom,
    }


LARGER = [pytest.param(size, marks=pytest.mark.slow) for size in list(SCREENS)[1:]]


@pytest.fixture(scope="module", params=["1280x720", *LARGER])
def view(jupyter: Jupyter, request: pytest.FixtureRequest) -> Iterator[View]:
    cells = [f"play({code})" for code in SHOWN.values()]
    view = jupyter.lab(*cells, path="lab/tree", **screen(SCREENS[request.param]))
    ready(view, len(SHOWN)).page.keyboard.press("Escape")  # no need to keep the last one in view
    yield view
    assert view.errors == []
    view.page.close()


@pytest.mark.parametrize("name", SHOWN)
def test_every_step_fits_into_the_pane(view: View, name: str) -> None:
    player = view.page.locator(".pg-player").nth(list(SHOWN).index(name))
    player.evaluate(SCROLL)
    assert player.evaluate(OUTSIDE) <= 0
    assert player.evaluate(STAGE) == []


MORE = [*((size, "") for size in list(SCREENS)[1:]), ("1280x720", "full"), ("1280x720", "none")]
FILLER = "x = 1\ny = 2\nz = 3"


@pytest.mark.parametrize(
    ("size", "mode"),
    [("1280x720", ""), *(pytest.param(*case, marks=pytest.mark.slow) for case in MORE)],
)
def test_running_cell_after_cell_leaves_the_player_in_view(
    jupyter: Jupyter, size: str, mode: str
) -> None:
    jupyter.set(TRACKER, {"windowingMode": mode} if mode else {})
    codes = list(CASES.values())[:3]
    cells = [cell for code in codes for cell in (FILLER, f"play({code})", FILLER)]
    view = jupyter.lab(*cells, FILLER, FILLER, run=False, path="lab/tree", **screen(SCREENS[size]))
    jupyter.set(TRACKER, SETTINGS[TRACKER])
    page = view.page
    page.locator(".jp-Cell .cm-content").first.click()
    for k in range(1 + len(cells)):
        page.keyboard.press("Shift+Enter")
        prompt = page.locator(".jp-Cell .jp-InputPrompt").get_by_text(f"[{k + 1}]:")
        prompt.wait_for(state="attached")
        if k % 3 == 2:
            player = page.locator(".pg-player").last
            player.locator(".pg-nodes > :first-child").first.wait_for(state="attached")
            settled(player)
            assert player.evaluate(OUTSIDE) <= 0, f"player {k // 3}"
    assert view.errors == []
    page.close()


def settled(player: Locator) -> None:
    """Wait until nothing scrolls any more."""
    at = None
    while (now := player.bounding_box()) != at:
        at = now
        player.page.wait_for_timeout(400)


def test_running_all_cells_does_not_chase_the_players(jupyter: Jupyter) -> None:
    cells = [f"play({CASES['figure 3.2']})", FILLER, f"play({CASES['OPEN']})", FILLER, FILLER]
    view = jupyter.lab(*cells, run=False, **screen(SCREENS["1280x720"]))
    page = view.page
    page.evaluate("""() => { window.chased = []; const scroll = Element.prototype.scrollIntoView;
        Element.prototype.scrollIntoView = function (...how) {
            chased.push(this.className); scroll.apply(this, how); }; }""")
    page.locator(".jp-Cell .cm-content").first.click()
    view.run()
    view.players(2)
    settled(page.locator(".pg-player").last)
    assert [name for name in page.evaluate("chased") if "pg-" in name] == []
    page.close()


def test_at_200_percent(jupyter: Jupyter) -> None:
    view = jupyter.lab(f"play({CASES['figure 3.2']})", **screen(SCREENS["1280x720"], zoom=2))
    page = ready(view, 1).page
    player = page.locator(".pg-player")
    pane = page.locator(".jp-WindowedPanel-outer").bounding_box()
    assert (box := player.bounding_box()) and pane and box["height"] <= pane["height"]
    assert player.evaluate(STAGE) == []
    player.press("w")
    assert player.bounding_box() == {"x": 0, "y": 0, "width": 640, "height": 360}
    assert player.evaluate(STAGE) == []
    assert view.errors == []
    view.page.close()
