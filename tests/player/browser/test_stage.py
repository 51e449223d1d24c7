"""The stage: everything fits, nothing jumps, no two texts overlap, at every step."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.helpers.players import made
from tracer.algorithms.registry import ALGORITHMS
from tracer.player.page import page
from trees import catalogue

WALK = (Path(__file__).parents[2] / "helpers" / "stage.js").read_text("utf-8")
SIZES = {"projector": (1112, 720), "laptop": (1272, 900), "desktop": (1752, 1080)}
BIG = "[[[-123456, 123456], [100000, 7]], [[0.123456789, -5], [3, 99999]]]"
NAMES = (
    "'Opening\\n  Attack\\n    Sacrifice = 8\\n    Retreat = 0\\n"
    "  Defend\\n    Counterattack = 1\\n    Castle = 2\\n'"
)
CASES = {
    "figure 3.2": "record(alphabeta, catalogue.load('pantel-3.2'))",
    "deep": "record(scout, iid(2, 6, seed=3))",
    "OPEN": "record(sss_star, catalogue.load('srimani-a1'))",
    "BACKUP": "record(ps_star, catalogue.load('srimani-a1'), k=2)",
    "table": "record(mtd_f, iid(3, 3, seed=4))",
    "big numbers": f"record(alphabeta, from_nested({BIG}))",
    "long names": f"record(alphabeta, from_text({NAMES}))",
    "ragged": "record(negascout, from_nested([4, [[7, [1.5, -22222]], 3], [[[[9]]]]], root='MIN'))",
    "one node": "record(minimax, from_nested(5))",
    "many leaves": "record(alphabeta, iid(8, 3, seed=1))",
}
SPECIAL = {"depth_limited", "iterative_deepening", "mt", "solve"}  # they need options


def walk(browser: Browser, code: str, size: str, *, dark: bool = False, most: int = 60) -> None:
    width, height = SIZES[size]
    scheme = "dark" if dark else "light"
    view = browser.new_page(viewport={"width": width, "height": height}, color_scheme=scheme)  # type: ignore[arg-type]
    errors: list[str] = []
    view.on("pageerror", lambda error: errors.append(str(error)))
    view.set_content(page([made(code)]))
    player = view.locator(".pg-player")
    player.locator(".pg-nodes > :first-child").wait_for(state="attached")
    assert player.evaluate(WALK, most) == [], f"{code}, {size}"
    assert errors == []
    view.close()


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", CASES)
def test_every_step_fits(browser: Browser, name: str, size: str) -> None:
    walk(browser, CASES[name], size)


@pytest.mark.slow
@pytest.mark.parametrize("search", sorted(ALGORITHMS.keys() - SPECIAL))
@pytest.mark.parametrize("tree", catalogue.names())
def test_every_step_of_every_tree_fits(browser: Browser, tree: str, search: str) -> None:
    for dark in (False, True):
        code = f"record({search}, catalogue.load({tree!r}))"
        walk(browser, code, "laptop", dark=dark, most=10_000)


def test_presenting_sets_the_caption_large(browser: Browser) -> None:
    view = browser.new_page(viewport={"width": 1920, "height": 1080})
    view.set_content(page([made(CASES["figure 3.2"])]))
    player = view.locator(".pg-player")
    player.press("w")
    for _ in range(16):
        player.press("ArrowRight")
    caption = player.locator(".pg-caption")
    assert float(caption.evaluate("c => parseFloat(getComputedStyle(c).fontSize)")) >= 24
    box = player.bounding_box()
    assert box and (box["width"], box["height"]) == (1920, 1080)
    assert player.evaluate(WALK, 31) == ["1080 px tall in a window of 1080 px"]
    player.press("w")
    box = player.bounding_box()
    assert box and box["height"] < 700
    view.close()
