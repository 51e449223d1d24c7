"""Games in JupyterLab: click on the board, see the reply, step through the search behind it."""

import pytest
from playwright.sync_api import expect

from tests.helpers.lab import Jupyter

GAMES = "from trees.games import *\nfrom tracer.agents import *"
QUICK = "Agent('<b>Quick</b>', alphabeta, 2)"


def test_a_game_against_a_search(jupyter: Jupyter) -> None:
    view = jupyter.lab(GAMES, f"arena(TicTacToe(), None, {QUICK})")
    page, arena = view.page, view.page.locator(".pg-arena")
    pieces = arena.locator(".pg-piece:is(.MAX, .MIN)")
    arena.get_by_label("row 2, column 2").click()
    expect(pieces).to_have_count(2)
    expect(arena.locator(".pg-says")).to_contain_text("<b>Quick</b> visited")  # text, not markup
    expect(arena.locator(".pg-moves li")).to_have_count(2)
    arena.locator(".pg-moves button").click()
    view.players(1)
    assert "·X·" in page.locator(".pg-player .pg-board").all_text_contents()
    player = page.locator(".pg-player")
    player.focus()
    page.keyboard.press("End")
    expect(player.locator(".pg-caption")).to_contain_text("value")
    arena.get_by_role("button", name="Take back").click()
    expect(pieces).to_have_count(0)
    expect(page.locator(".pg-player")).to_have_count(0)
    square = arena.get_by_label("row 1, column 1")  # by keyboard as well
    square.focus()
    page.keyboard.press("Enter")
    expect(pieces).to_have_count(2)
    expect(arena.locator("button.pg-square").first).to_be_focused()
    assert view.errors == []
    page.close()


def test_a_search_may_begin_and_may_fail(jupyter: Jupyter) -> None:
    bad = "Agent('Bad', alphabeta, 2, {'windoww': 3})"
    view = jupyter.lab(GAMES, f"arena(TicTacToe(), {QUICK}, {bad})")
    arena = view.page.locator(".pg-arena")
    expect(arena.locator(".pg-says")).to_contain_text("MAX is to move: <b>Quick</b>.")
    arena.get_by_role("button", name="Auto-play").click()
    expect(arena.locator(".pg-says")).to_contain_text("windoww")
    arena.get_by_role("button", name="Take back").click()
    expect(arena.locator(".pg-says")).to_contain_text("MAX is to move")
    assert view.errors == []
    view.page.close()


def test_two_searches_play_on_by_themselves(jupyter: Jupyter) -> None:
    view = jupyter.lab(GAMES, f"arena(Nim(2, 2), {QUICK}, Agent('B', sss_star, 4))", dark=True)
    arena = view.page.locator(".pg-arena")
    arena.get_by_role("button", name="Auto-play").click()
    arena.get_by_role("button", name="Pause").click()
    arena.get_by_role("button", name="Auto-play").click()
    expect(arena.locator(".pg-says")).to_contain_text("The game is over: M")
    expect(arena.get_by_role("button", name="Auto-play")).to_have_count(0)
    assert view.errors == []
    view.page.close()


def test_where_a_click_can_mean_two_moves_it_asks(jupyter: Jupyter) -> None:
    view = jupyter.lab(GAMES, "arena(WarGame('Smolensk'))")
    arena = view.page.locator(".pg-arena")
    for column in 1, 3:
        arena.get_by_label(f"row 1, column {column}:").click()
        expect(arena.locator(".pg-moves li")).to_have_count(column // 2 + 1)
    arena.get_by_label("row 2, column 1:").click()
    expect(arena.locator(".pg-choose")).to_contain_text("Which move?")
    arena.get_by_role("button", name="A2!", exact=True).click()
    expect(arena.locator(".pg-moves li").last).to_have_text("A2!")
    assert view.errors == []
    view.page.close()


@pytest.mark.parametrize("dark", [False, True])
def test_pieces_fall_wherever_their_column_is_clicked(jupyter: Jupyter, dark: bool) -> None:
    view = jupyter.lab(GAMES, f"arena(Pear(), None, {QUICK})", dark=dark)
    arena = view.page.locator(".pg-arena")
    arena.get_by_label("row 1, column 4:").click()
    expect(arena.get_by_label("row 6, column 4: A")).to_be_visible()
    expect(arena.locator(".pg-piece.MIN")).to_have_count(1)
    assert view.errors == []
    view.page.close()
