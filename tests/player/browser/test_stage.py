"""The stage: everything fits, nothing jumps, no two texts overlap, at every step."""

import pytest
from playwright.sync_api import Browser, expect

from tests.helpers.players import SMALLEST_FIRST, STAGE, empty, made, misfits
from tracer import record
from tracer.algorithms import alphabeta
from tracer.player.page import page
from trees import iid
from trees.games import Nim, game_tree

BIG = "[[[-123456, 123456], [100000, 7]], [[0.123456789, -5], [3, 99999]]]"
NAMES = (
    "'Opening\\n  Attack\\n    Sacrifice = 8\\n    Retreat = 0\\n"
    "  Defend\\n    Counterattack = 1\\n    Castle = 2\\n'"
)
BOTH = (
    '\'"Opening with the queen\\\'s pawn"\\n  "Attack on the king\\\'s side"\\n'
    "    Sacrifice = 123456.75\\n    Retreat = -654321.5\\n    Counterattack\\n"
    '      "Pawn takes pawn" = 100000.25\\n      "Knight takes pawn" = 999999.125\\n'
    "  Defend\\n    Castle = -123456\\n    Wait = 0\\n  Resign = -100\\n'"
)
CASES = {
    "figure 3.2": "record(alphabeta, catalogue.load('pantel-3.2'))",
    "deep": "record(scout, iid(2, 6, seed=3))",
    "OPEN": "record(sss_star, catalogue.load('srimani-a1'))",
    "BACKUP": "record(ps_star, catalogue.load('srimani-a1'), k=2)",
    "table": "record(mtd_f, iid(3, 3, seed=4))",
    "big numbers": f"record(alphabeta, from_nested({BIG}))",
    "long names": f"record(alphabeta, from_text({NAMES}))",
    "long names and big numbers": f"record(alphabeta, from_text({BOTH}))",
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


def test_presenting_cuts_no_line_of_the_listing(browser: Browser) -> None:
    view = browser.new_page(viewport={"width": 1280, "height": 720})
    view.set_content(page([made(CASES["OPEN"])], step=84))
    player = view.locator(".pg-player")
    player.press("w")
    cut = """p => { const box = p.querySelector(".pg-listing").getBoundingClientRect();
      return [...p.querySelectorAll(".pg-line")].map((e) => e.getBoundingClientRect())
        .filter((e) => e.top < box.top - 1 && e.bottom > box.top + 1).length; }"""
    view.wait_for_function("document.querySelector('.pg-listing').offsetHeight > 280")
    view.evaluate("() => new Promise(done => requestAnimationFrame(() => setTimeout(done, 50)))")
    assert player.evaluate(cut) == 0
    view.close()


def test_presenting_sets_everything_in_the_tree_larger(browser: Browser) -> None:
    view = browser.new_page(viewport={"width": 1920, "height": 1080})
    view.set_content(page([record(alphabeta, game_tree(Nim(2, 2)))], step=99))
    player = view.locator(".pg-player")
    player.press("w")
    expect(player).to_have_css("font-size", "22.68px")
    sizes = """p => [...p.querySelectorAll(".pg-svg text")]
      .map((t) => parseFloat(getComputedStyle(t).fontSize))"""
    assert min(player.evaluate(sizes)) > 18
    assert player.evaluate(STAGE) == []
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


@pytest.mark.parametrize("size", [(640, 360), (960, 540)])
def test_presenting_at_200_percent_zoom(browser: Browser, size: tuple[int, int]) -> None:
    width, height = size
    view = browser.new_page(viewport={"width": width, "height": height})
    view.set_content(page([made(CASES["BACKUP"])], step=58))
    player = view.locator(".pg-player")
    player.press("w")
    expect(player).to_have_css("height", f"{height}px")
    bar, tree, rail = (
        player.locator(name).bounding_box() for name in (".pg-bar-top", ".pg-tree", ".pg-rail")
    )
    assert bar and tree and rail
    assert bar["height"] < 40  # one line
    assert tree["height"] > height / 2 and rail["x"] > tree["x"] + tree["width"]
    view.close()


def test_a_node_shows_the_value_it_has_though_not_any_it_may_have_would_fit(
    browser: Browser,
) -> None:
    view = browser.new_page(viewport={"width": 848, "height": 720})
    view.set_content(page([made(CASES["table"])], step=56))
    node = view.locator(".pg-nodes > [data-node='1.3']")
    assert node.locator(".pg-value").text_content() == "≥ 100"
    assert "tiny" not in str(node.get_attribute("class"))
    unseen = view.locator(".pg-nodes > [data-node='2.1']")
    assert "tiny" in str(unseen.get_attribute("class"))
    view.close()


def test_a_long_inequality_is_shown_in_numbers(browser: Browser) -> None:
    view = browser.new_page(viewport={"width": 1488, "height": 1080})
    view.set_content(page([made(CASES["deep"])], step=58))
    assert view.locator(".pg-why").text_content() == "28 ≤ 58"
    view.close()


def test_no_name_lies_on_the_leaves_of_a_folded_subtree(browser: Browser) -> None:
    view = browser.new_page(viewport={"width": 848, "height": 720})
    view.set_content(page([record(alphabeta, iid(3, 3, seed=1))], step=30))
    player = view.locator(".pg-player")
    for key in ("Shift+ArrowUp", "Shift+ArrowLeft", "z"):
        player.press(key)
    hidden = """p => { const strip = p.querySelector('.pg-wedge').getBoundingClientRect();
      const top = strip.bottom - 14, inside = (b) => b.left < strip.right - 2
        && b.right > strip.left + 2 && b.top < strip.bottom - 3 && b.bottom > top + 3;
      return [...p.querySelectorAll('.pg-svg text[data-name]')]
        .filter((t) => inside(t.getBoundingClientRect())).map((t) => t.textContent); }"""
    assert player.locator(".pg-wedge").count() == 1
    assert player.evaluate(hidden) == []
    view.close()
