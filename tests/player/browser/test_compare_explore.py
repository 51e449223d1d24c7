"""Comparisons in step, and trees and searches chosen without code."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, expect

from tests.helpers.lab import Jupyter, View
from tests.helpers.players import made, ready

TREE = "catalogue.load('srimani-a1')"
FIRST, SECOND = f"record(alphabeta, {TREE})", f"record(sss_star, {TREE})"


@pytest.fixture(scope="module")
def view(jupyter: Jupyter) -> Iterator[View]:
    explorer = "e = explore(from_nested([[3, 5], [2, 9]]))\ne"
    view = ready(jupyter.lab(f"compare({FIRST}, {SECOND})", explorer), 3)
    yield view
    assert view.errors == []
    view.page.close()


def steps(view: View) -> list[int]:
    found = view.page.locator(".pg-compare .pg-player .pg-step").all_inner_texts()
    return [int(text.split()[1]) for text in found]


def test_in_step_by_event(view: View) -> None:
    host = view.page.locator(".pg-compare")
    host.focus()
    for key, at in (("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1)):
        host.press(key)
        assert steps(view) == [at, at]
    host.press("End")
    assert steps(view) == [len(made(FIRST)), len(made(SECOND))]
    host.press("Home")
    host.locator(".pg-common .pg-slider").fill("9")
    assert steps(view) == [9, 9]


def test_in_step_by_leaf(view: View) -> None:
    host = view.page.locator(".pg-compare")
    host.get_by_label("How to step").select_option("leaf")
    traces = made(FIRST), made(SECOND)
    leaves = [[i for i, e in enumerate(t.events, 1) if e.kind == "evaluate"] for t in traces]
    host.focus()
    for k in range(4):
        host.locator("[data-act=forward]").first.click()
        assert steps(view) == [leaves[0][k], leaves[1][k]]
    expect(host.locator(".pg-common .pg-step")).to_contain_text("leaf 4 of")


def test_each_on_its_own(view: View) -> None:
    host = view.page.locator(".pg-compare")
    host.get_by_label("How to step").select_option("own")
    host.locator(".pg-player").nth(1).locator("[data-act=forward]").click()
    assert steps(view) == [0, 1]
    host.locator(".pg-player").nth(0).press("End")
    assert steps(view) == [len(made(FIRST)), 1]
    host.get_by_label("How to step").select_option("event")


def test_leaves_that_only_one_saw_are_marked(view: View) -> None:
    first, second = set(made(FIRST).leaves), set(made(SECOND).leaves)
    for k, only in enumerate((first - second, second - first)):
        player = view.page.locator(".pg-compare .pg-player").nth(k)
        found = player.locator(".pg-nodes > .only-here").evaluate_all(
            "all => all.map(g => g.dataset.node)"
        )
        assert {made(f"dewey({n!r})") for n in found} == only
    summary = view.page.locator(".pg-summary").inner_text()
    assert f"{len(first & second)} leaves seen by both" in summary


def player_of(view: View) -> Locator:
    return view.page.locator(".pg-player").last


def shows(view: View, title: str) -> None:
    expect(player_of(view).locator(".pg-title")).to_have_text(title)


def test_pick_search_and_options(view: View) -> None:
    page = view.page
    shows(view, "Alpha-beta")
    page.get_by_label("Search", exact=True).select_option("PS*(k)")
    shows(view, made("record(ps_star, from_nested([[3, 5], [2, 9]]))").title)
    page.get_by_label("k", exact=True).fill("1")
    page.get_by_label("k", exact=True).press("Enter")
    shows(view, made("record(ps_star, from_nested([[3, 5], [2, 9]]), k=1)").title)
    page.get_by_label("Search", exact=True).select_option("Alpha-beta")
    shows(view, "Alpha-beta")


def test_double_click_gives_a_leaf_another_value(view: View) -> None:
    player = player_of(view)
    player.locator(".pg-node[data-node='1.1']").dblclick()
    box = player.locator(".pg-edit")
    assert box.input_value() == "3"
    box.fill("7")
    box.press("Enter")
    leaf = player.locator(".pg-nodes > .pg-node[data-node='1.1'] .pg-value")
    expect(leaf).to_have_text("7")
    wanted = made("record(alphabeta, from_nested([[7, 5], [2, 9]]))")
    expect(player.locator(".pg-step")).to_have_text(f"step 0 of {len(wanted)}")
    player.locator(".pg-node[data-node='1.1']").dblclick()
    player.locator(".pg-edit").fill("many")
    player.locator(".pg-edit").press("Enter")
    expect(view.page.locator(".pg-message")).to_have_text(
        "'many' is not a number; write one like 8, -2.5 or 1e6"
    )
    expect(leaf).to_have_text("7")
    player.locator(".pg-node[data-node='1.2']").dblclick()
    player.locator(".pg-edit").fill("8")
    player.locator(".pg-edit").press("Escape")
    expect(player.locator(".pg-edit")).to_have_count(0)


def test_pick_trees_and_parameters(view: View) -> None:
    page = view.page
    tree = page.get_by_label("Tree", exact=True)
    tree.select_option("srimani-a1")
    size = len(made(FIRST))
    expect(player_of(view).locator(".pg-step")).to_have_text(f"step 0 of {size}")
    tree.select_option("iid")
    size = len(made("record(alphabeta, iid(3, 3, seed=1, low=0, high=99))"))
    expect(player_of(view).locator(".pg-step")).to_have_text(f"step 0 of {size}")
    page.get_by_label("low", exact=True).fill("200")
    page.get_by_label("low", exact=True).press("Enter")
    expect(page.locator(".pg-message")).not_to_be_empty()  # low over high
    expect(player_of(view).locator(".pg-step")).to_have_text(f"step 0 of {size}")
