"""Predict mode, in JupyterLab: it stops before the reveal, asks, tells and counts."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator

from tests.helpers.lab import Jupyter, View
from tests.helpers.players import made, ready
from trees import label

TRACE = "record(alphabeta, catalogue.load('pantel-3.2'))"
SSS = "record(sss_star, catalogue.load('srimani-a1'))"
READ = "print('score', {}.score.get('right'), {}.score.get('answered'))"


@pytest.fixture(scope="module")
def view(jupyter: Jupyter) -> Iterator[View]:
    cells = [
        f"{mode} = play({TRACE}, predict='{mode}')\n{mode}" for mode in ("leaf", "next", "cut")
    ]
    cells.append(f"play({SSS}, predict='next')")
    view = ready(jupyter.lab(*cells, READ.format("leaf", "leaf")), 4)
    yield view
    assert view.errors == []
    view.page.close()


def tally(player: Locator) -> str:
    return player.locator(".pg-predict .pg-step").inner_text()


def verdict(player: Locator) -> str:
    return player.locator(".pg-verdict").inner_text()


def to_question(player: Locator) -> None:
    """Go as far as the next question; JupyterLab may take the focus back right after a click."""
    for _ in range(20):
        player.press("End")
        if "asking" in (player.get_attribute("class") or ""):
            return
        player.page.wait_for_timeout(100)


def click(player: Locator, dewey: str) -> None:
    player.locator(f".pg-node[data-node='{dewey}'] .pg-shape").click()


def test_leaves_are_predicted_by_clicking(view: View) -> None:
    player, trace = view.page.locator(".pg-player").nth(0), made(TRACE)
    player.focus()
    to_question(player)
    assert "step 3 of 31" in player.locator(".pg-head").inner_text()
    assert "Which leaf" in player.locator(".pg-question").inner_text()
    click(player, "1.1.1")
    assert verdict(player) == "Right."
    assert player.locator(".pg-caption").inner_text() == trace.caption(5)
    for wrong, words in ("1.2.1", "comes later"), ("1.1.1", "has already been visited"):
        to_question(player)
        click(player, wrong)
        assert words in verdict(player)
    to_question(player)
    click(player, "1.2")
    assert "is not a leaf" in verdict(player)
    to_question(player)
    click(player, "2.2.1")
    assert "is never visited" in verdict(player)
    assert tally(player) == "1 of 5 right, 0 to go"
    to_question(player)  # there is none left: to the end
    assert "step 31 of 31" in player.locator(".pg-head").inner_text()
    view.page.locator(".jp-Cell").last.click()
    view.run("run-cell")
    view.page.get_by_text("score 1 5").wait_for()


def test_the_next_node_can_be_chosen_with_the_keyboard(view: View) -> None:
    player = view.page.locator(".pg-player").nth(1)
    player.focus()
    player.press("ArrowRight")
    assert "Which node" in player.locator(".pg-question").inner_text()
    player.press("Shift+ArrowDown")  # from the root, inspected first, to B
    player.press("Enter")
    assert "0 of 1 right" in tally(player)
    player.press("ArrowRight")
    player.press("Enter")
    assert "1 of 2 right" in tally(player)


def test_cutoffs_are_yes_or_no(view: View) -> None:
    player, trace = view.page.locator(".pg-player").nth(2), made(TRACE)
    player.focus()
    cuts = list(trace.cutoffs)
    while "0 to go" not in tally(player):
        to_question(player)
        step = int(player.locator(".pg-head .pg-step").inner_text().split()[1])
        choice = "cut" if step + 1 in cuts else "on"
        player.locator(f"[data-choice={choice}]").click()
        assert verdict(player) == "Right."
    assert tally(player) == "6 of 6 right, 0 to go"


def test_best_first_visits_are_asked_about_once_each(view: View) -> None:
    player, trace = view.page.locator(".pg-player").nth(3), made(SSS)
    visits = trace.frame(len(trace)).counters.visits
    assert tally(player) == f"0 of 0 right, {visits} to go"
    player.focus()
    player.press("f")  # so that every node can be clicked
    for right in range(1, visits + 1):
        to_question(player)
        at = int(player.locator(".pg-head .pg-step").inner_text().split()[1])
        click(player, label(trace.events[at].node))
        assert tally(player) == f"{right} of {right} right, {visits - right} to go"


def test_the_table_of_steps_would_tell_and_is_not_there(view: View) -> None:
    player = view.page.locator(".pg-player").nth(0)
    assert not player.locator("[data-act=table]").is_visible()
    player.focus()
    player.press("t")
    assert not player.locator(".pg-trace").is_visible()
