"""The stage: everything fits, nothing jumps, no two texts overlap, at every step."""

import pytest
from playwright.sync_api import Browser

from tests.helpers.players import SMALLEST_FIRST, STAGE, empty, made, misfits
from tracer.player.page import page

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


@pytest.mark.parametrize("size", SMALLEST_FIRST)
@pytest.mark.parametrize("name", CASES)
def test_every_step_fits(browser: Browser, name: str, size: str) -> None:
    view = empty(browser, size)
    assert misfits(view, made(CASES[name])) == []
    assert view.errors == []
    view.page.close()


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
    assert player.evaluate(STAGE) == []
    player.press("w")
    box = player.bounding_box()
    assert box and box["height"] < 700
    view.close()


def test_the_current_line_is_in_sight_before_the_next_frame(browser: Browser) -> None:
    view = browser.new_page(viewport={"width": 1112, "height": 720})
    view.set_content(page([made(CASES["BACKUP"])]))
    player = view.locator(".pg-player")
    player.locator(".pg-nodes > :first-child").wait_for(state="attached")
    view.evaluate("() => new Promise(done => requestAnimationFrame(() => setTimeout(done)))")
    hidden = """player => { const hidden = [];
      for (let i = 1; i <= +player.querySelector('.pg-slider').max; i++) {
        const key = new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true });
        player.dispatchEvent(key);
        const now = player.querySelector('.pg-line.now').getBoundingClientRect();
        const all = player.querySelector('.pg-listing').getBoundingClientRect();
        if (now.top < all.top - 1 || now.bottom > all.bottom + 1) hidden.push(i);
      }
      return hidden; }"""
    assert player.evaluate(hidden) == []
    view.close()
