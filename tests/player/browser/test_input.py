"""Odd input is shown safely, and large trees stay usable."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.helpers.lab import Jupyter, View
from tests.helpers.players import made, ready

NASTY = "<script>window.hacked = 1</script><img src=x onerror='window.hacked = 2'>\"'&amp; 🙂"
ODD = {
    "single": "record(alphabeta, from_nested(7))",
    "names": "record(alphabeta, Tree({(1, 1): 1, (1, 2): 2, (2, 1): 3, (2, 2): 4}, "
    f"names={{(): {NASTY!r}, (1,): 'n' * 200, (1, 1): '\"'}}))",
    "floats": "record(alphabeta, from_nested([[1e300, -1e300, 0.1 + 0.2], [0.3, 0.3, 1e-9]]))",
    "stopped": "record(alphabeta, iid(3, 3, seed=1), max_events=20)",
    "wide": "record(alphabeta, iid(8, 4, seed=1))",
    "huge": "record(alphabeta, minimal(32, 4, seed=1), max_events=4000)",
}


@pytest.fixture(scope="module")
def view(jupyter: Jupyter) -> Iterator[View]:
    view = ready(jupyter.lab(*(f"play({code})" for code in ODD.values())), len(ODD))
    yield view
    assert view.errors == []
    view.page.close()


@pytest.mark.parametrize("name", ODD)
def test_steps_to_the_end(view: View, name: str) -> None:
    trace = made(ODD[name])
    player = view.page.locator(".pg-player").nth(list(ODD).index(name))
    for i in (1, len(trace) // 2, len(trace)):
        player.locator(".pg-slider").fill(str(i))
        expect(player.locator(".pg-caption")).to_have_text(trace.caption(i))
    assert view.page.evaluate("window.hacked") is None
    assert player.evaluate("p => p.scrollWidth <= p.clientWidth")


def test_names_are_text(view: View) -> None:
    player = view.page.locator(".pg-player").nth(1)
    player.focus()
    player.press("Shift+ArrowUp")
    player.press("Home")
    player.press("ArrowRight")
    expect(player.locator(".pg-caption")).to_contain_text(NASTY)
    assert player.locator("script, img").count() == 0


def test_all_digits_on_inspection(view: View) -> None:
    player = view.page.locator(".pg-player").nth(2)
    player.locator(".pg-node[data-node='1.3']").hover()
    expect(player.locator(".pg-tip")).to_contain_text("0.30000000000000004")


def test_a_stopped_search_says_so(view: View) -> None:
    player = view.page.locator(".pg-player").nth(3)
    expect(player.locator(".pg-notice")).to_contain_text("stopped before it finished")


@pytest.mark.parametrize("which", (4, 5))
def test_large_trees_draw_what_can_be_read(view: View, which: int) -> None:
    player = view.page.locator(".pg-player").nth(which)
    player.focus()
    for key in ("Home", "End", "f", "c", "+", "+", "+", "l"):
        player.press(key)
        assert player.locator(".pg-svg *").count() < 2500
    notice = player.locator(".pg-notice")
    if which == 5:
        expect(notice).to_contain_text("1,048,576 leaves")
    else:
        expect(notice).to_be_hidden()
