"""Themes, widths, contrast, roles, focus order and reduced motion."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.helpers.lab import Jupyter, View
from tests.helpers.players import CONTRAST, made, ready

CODES = (
    "record(alphabeta, catalogue.load('pantel-3.2'))",
    "record(ps_star, catalogue.load('pantel-3.2'), k=1)",
    "record(mtd_f, catalogue.load('pantel-3.2'))",
)


@pytest.fixture(scope="module", params=[("light", 1600), ("dark", 720)], ids=str)
def view(jupyter: Jupyter, request: pytest.FixtureRequest) -> Iterator[View]:
    theme, width = request.param
    view = jupyter.lab(
        *(f"play({code})" for code in CODES),
        dark=theme == "dark",
        viewport={"width": width, "height": 1000},
        reduced_motion="reduce",
    )
    yield ready(view, len(CODES))
    assert view.errors == []
    view.page.close()


def test_colours_reach_contrast_aa(view: View) -> None:
    for k, code in enumerate(CODES):
        player = view.page.locator(".pg-player").nth(k)
        size = len(made(code))
        for i in (0, size // 3, size // 2, size * 3 // 4, size):
            player.locator(".pg-slider").fill(str(i))
            assert player.evaluate(CONTRAST) == [], f"{code}, step {i}"


def test_layout_follows_the_width(view: View) -> None:
    player = view.page.locator(".pg-player").first
    tree = player.locator(".pg-tree").bounding_box()
    side = player.locator(".pg-rail").bounding_box()
    assert tree and side
    assert (side["y"] >= tree["y"] + tree["height"]) == (view.page.viewport_size["width"] == 720)
    assert player.evaluate("p => p.scrollWidth <= p.clientWidth")
    small = """p => [...p.querySelectorAll(".pg-panel *, .pg-bar-top *, .pg-caption")].filter(
        (e) => parseFloat(getComputedStyle(e).fontSize) < 13).length"""
    assert player.evaluate(small) == 0
    nodes = player.locator(".pg-nodes > .pg-node .pg-shape")
    assert all(box["width"] >= 26 for n in nodes.all() if (box := n.bounding_box()))


def test_caption_is_a_live_region(view: View) -> None:
    trace, player = made(CODES[0]), view.page.locator(".pg-player").first
    live = player.locator(".pg-caption[aria-live=polite][role=status]")
    for i in (0, 7, len(trace)):
        player.locator(".pg-slider").fill(str(i))
        expect(live).to_have_text(trace.caption(i))


def test_roles_and_names(view: View) -> None:
    player = view.page.get_by_role("group", name="Player: Alpha-beta")
    for name in ("First (Home)", "Back (←)", "Play (space)", "Forward (→)", "Last (End)", "Keys"):
        expect(player.get_by_role("button", name=name, exact=True)).to_be_visible()
    expect(player.get_by_role("slider", name="Step")).to_be_visible()
    expect(player.get_by_role("img", name="Game tree")).to_be_visible()
    unnamed = """p => [...p.querySelectorAll("button, select, input, [role=img]")].filter(
        (e) => !(e.getAttribute("aria-label") || e.textContent.trim())).length"""
    assert player.evaluate(unnamed) == 0
    ids = view.page.evaluate("[...document.querySelectorAll('.pg-player [id]')].map(e => e.id)")
    assert len(ids) == len(set(ids))


def test_focus_goes_from_the_player_through_controls_to_panels(view: View) -> None:
    player, page = view.page.locator(".pg-player").first, view.page
    player.focus()
    where = """() => { const e = document.activeElement;
        return e.dataset.act || e.dataset.jump || e.getAttribute("aria-label") || e.tagName; }"""
    found = []
    narrow = view.page.viewport_size["width"] == 720
    for _ in range(23 if narrow else 22):
        page.keyboard.press("Tab")
        found.append(page.evaluate(where))
    assert found == [
        *("first", "back", "play", "forward", "last", "Speed", "cutoff", "leaf", "return"),
        *("Step", "Level of detail", "bet", "present", "table", "link", "help"),
        *("plus", "minus", "fit", "follow"),
        *(("BUTTON", "BUTTON", "Windows") if narrow else ("Listing", "Windows")),
    ]


def test_reduced_motion_stops_all_transitions(view: View) -> None:
    player = view.page.locator(".pg-player").first
    moving = """p => [...p.querySelectorAll("*")].filter((e) =>
        getComputedStyle(e).transitionProperty !== "none"
        && parseFloat(getComputedStyle(e).transitionDuration)).length"""
    assert player.evaluate(moving) == 0
