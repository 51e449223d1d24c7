"""The arena in JupyterLab: play, ask for a hint, analyse, ask why not, step through searches."""

import re

import pytest
from playwright.sync_api import Locator, expect

from tests.helpers.lab import Jupyter, View

GAMES = "from trees.games import *\nfrom tracer.agents import *"
QUICK = "Agent('<b>Quick</b>', alphabeta, 2)"
# What stands where in the arena: nothing is taller than its pane or hidden below its edge.
FITS = """() => {
  const root = document.querySelector(".pg-arena"), box = root.getBoundingClientRect();
  const beyond = (b) => b.width && (b.bottom > box.bottom + 1 || b.right > box.right + 1);
  const out = (e) => beyond(e.getBoundingClientRect());
  const parts = root.querySelectorAll(".pg-square, .pg-choices *, .pg-seat, .pg-stage > *");
  return [root.scrollHeight - root.clientHeight, [...parts].filter(out).map((e) => e.className)];
}"""

# What a reader of a narrow pane cannot get at: it sticks out, and nothing around it scrolls.
NARROW = {"width": 604, "height": 900}  # the pane is about 500 pixels wide
CLIPPED = """() => {
  const root = document.querySelector(".pg-arena"), faults = [];
  for (const e of root.querySelectorAll("button, select, input, .pg-title, .pg-says, .pg-score")) {
    const at = e.getBoundingClientRect();
    if (!at.width) continue;
    for (let up = e.parentElement; up !== root.parentElement; up = up.parentElement) {
      const box = up.getBoundingClientRect(), { overflowX: x, overflowY: y } = getComputedStyle(up);
      if (x === "auto") break;
      const out = at.right > box.right + 1 || at.left < box.left - 1;
      if (x !== "visible" && out) faults.push(`${e.className} ${e.textContent}`);
      if (y === "auto") break;
    }
  }
  return faults;
}"""


def opened(jupyter: Jupyter, made: str, **options: object) -> tuple[View, Locator]:
    view = jupyter.lab(GAMES, made, **options)
    return view, view.page.locator(".pg-arena")


def closed(view: View) -> None:
    assert view.errors == []
    view.page.close()


def analysed(arena: Locator) -> None:
    """Wait until the analysis has come to its end."""
    expect(arena.locator(".pg-progress")).to_contain_text("Looked")
    expect(arena.locator(".pg-worth").first).to_be_visible()


def test_play_hint_analyse_why_not_and_take_back(jupyter: Jupyter) -> None:
    size = {"width": 1280, "height": 720}
    view, arena = opened(jupyter, f"arena(TicTacToe(), None, {QUICK})", viewport=size)
    page, says = view.page, arena.locator(".pg-says")
    pieces = arena.locator(".pg-rows .pg-piece:is(.MAX, .MIN)")
    expect(says).to_have_text("Your turn: you play X (MAX).")
    expect(arena.locator(".pg-worth")).to_have_count(0)  # no spoiler
    arena.get_by_role("button", name="Hint").click()
    expect(arena.locator(".pg-star")).to_have_count(1)
    expect(arena.locator(".pg-worth")).to_have_count(0)
    arena.get_by_label("b2:").click()
    expect(pieces).to_have_count(2)
    expect(says).to_contain_text("<b>Quick</b> plays a1")  # text, not markup
    expect(arena.locator(".pg-star")).to_have_count(0)
    expect(arena.locator(".pg-square.last")).to_have_attribute(
        "aria-label", re.compile("last move")
    )
    arena.get_by_label("b1:").click()
    expect(pieces).to_have_count(4)
    arena.get_by_role("button", name="Analyse").click()
    analysed(arena)
    expect(arena.locator(".pg-worth")).to_have_count(5)
    assert page.evaluate(FITS) == [0, []]
    line = arena.locator(".pg-best button")
    line.nth(1).click()  # the best line, as a preview
    expect(pieces).to_have_count(6)
    expect(arena.locator("button.pg-square")).to_have_count(0)
    arena.get_by_role("button", name="Back to the game").click()
    expect(pieces).to_have_count(4)
    worst = arena.locator(".pg-values tbody tr").last
    name = worst.locator("td").first.inner_text()
    worst.get_by_role("button", name="Why not?").click()
    view.players(1)
    expect(arena.locator(".pg-told")).to_contain_text(f"Why not {name}?")
    expect(arena.locator(".pg-caption")).to_contain_text(f"move {name}")
    assert page.evaluate(FITS) == [0, []]
    arena.get_by_role("button", name="Close the search").click()
    expect(arena.locator(".pg-player")).to_have_count(0)
    arena.locator(".pg-moves .searched").first.click()  # the search behind a move
    view.players(1)
    assert "·X·" in arena.locator(".pg-player .pg-board").all_text_contents()
    expect(arena.locator(".pg-note")).to_contain_text("The game after a1")
    arena.get_by_role("button", name="Take back").click()
    expect(pieces).to_have_count(2)
    expect(arena.locator(".pg-player")).to_have_count(0)
    closed(view)


def test_where_a_click_can_mean_two_moves_it_asks(jupyter: Jupyter) -> None:
    view, arena = opened(jupyter, "arena(WarGame('Smolensk'))", dark=True)
    for k, square in enumerate(("A1", "C1"), 1):
        arena.get_by_label(f"{square}:").click()
        expect(arena.locator(".pg-moves li")).to_have_count(k)
    expect(arena.locator(".pg-totals")).to_have_text("blue 66green 28")
    arena.get_by_label("A2:").click()
    expect(arena.locator(".pg-note")).to_contain_text("Which move?")
    arena.get_by_role("button", name="A2!", exact=True).click()
    expect(arena.locator(".pg-moves li").last).to_have_text("A2!")
    closed(view)


@pytest.mark.slow
def test_by_keyboard_alone(jupyter: Jupyter) -> None:
    view, arena = opened(jupyter, f"arena(Pear(), None, {QUICK})")
    page = view.page
    arena.locator("button.pg-square").first.focus()
    for key in "ArrowRight", "ArrowRight", "ArrowDown":
        page.keyboard.press(key)
    expect(arena.get_by_label("row 2, column 3:")).to_be_focused()
    expect(arena.get_by_label("row 6, column 3:")).to_have_class(re.compile("aim"))
    page.keyboard.press("Enter")
    expect(arena.locator(".pg-moves li")).to_have_count(2)
    expect(arena.get_by_label("row 2, column 3:")).to_be_focused()
    page.keyboard.press("w")  # why not here?
    view.players(1)
    expect(arena.locator(".pg-told")).to_contain_text("Why not c?")
    arena.locator(".pg-player").focus()
    page.keyboard.press("Home")
    expect(arena.locator(".pg-player .pg-step")).to_contain_text("step 0")
    expect(arena.locator(".pg-moves li")).to_have_count(2)
    rules = arena.get_by_role("button", name="Rules")
    rules.focus()
    page.keyboard.press("Enter")
    expect(arena.locator("dialog[aria-label=Rules]")).to_contain_text("four in a row")
    page.keyboard.press("Escape")
    expect(arena.locator("dialog[aria-label=Rules]")).to_be_hidden()
    closed(view)


@pytest.mark.slow
def test_the_slider_sets_the_depth_and_a_long_analysis_can_be_interrupted(jupyter: Jupyter) -> None:
    view, arena = opened(jupyter, "arena(Pear())")
    arena.get_by_role("button", name="Analyse").click()
    analysed(arena)
    arena.locator(".pg-slider").fill("12")
    expect(arena.locator(".pg-progress")).to_contain_text("of 12")
    arena.get_by_role("button", name="Stop").click()
    expect(arena.locator(".pg-progress")).to_contain_text("Looked")
    arena.locator(".pg-slider").fill("11")
    expect(arena.locator(".pg-progress")).to_contain_text("of 11")
    arena.get_by_label("row 6, column 4:").click()  # a move is heard before the end
    expect(arena.locator(".pg-moves li")).to_have_count(1)
    arena.locator(".pg-slider").fill("3")
    expect(arena.locator(".pg-progress")).to_contain_text("Looked 3 plies ahead")
    closed(view)


def test_a_refutation_has_boards_in_its_nodes(jupyter: Jupyter) -> None:
    told = "a = arena(Pear())\na.play('d')\na.analyse(4)\na.why('g')\na"
    view, arena = opened(jupyter, told, viewport={"width": 1280, "height": 720}, path="lab/tree")
    view.players(1)
    assert arena.locator(".pg-told").inner_text().startswith("Why not g? With d, the value is +13.")
    boards = arena.locator(".pg-miniature")
    expect(boards).to_have_count(4)  # the position, both moves, and the reply
    root, known, move, reply = (boards.nth(k) for k in range(4))
    for board, pieces in (root, (1, 0)), (known, (1, 1)), (move, (1, 1)), (reply, (2, 1)):
        assert tuple(board.locator(f".pg-dot.{side}").count() for side in ("MAX", "MIN")) == pieces
    assert [board.locator(".fresh").count() for board in (root, known, move, reply)] == [0, 1, 1, 1]
    assert view.page.evaluate(FITS) == [0, []]
    view.page.keyboard.press("Escape")
    arena.get_by_role("button", name="Close the search").click()
    expect(arena.locator(".pg-player")).to_have_count(0)
    closed(view)


TOUCHING = """() => {
  const boxes = [...document.querySelectorAll(".pg-nodes .pg-value")]
    .filter((e) => e.textContent).map((e) => [e.textContent, e.getBoundingClientRect()]);
  const meet = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
    && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 4;
  return boxes.flatMap(([text, a], k) =>
    boxes.slice(k + 1).filter(([, b]) => meet(a, b)).map(([other]) => `${text} ${other}`));
}"""


def test_values_below_boards_keep_apart(jupyter: Jupyter) -> None:
    told = "a = arena(Pear())\na.play('a')\na.play('d')\na.analyse(6)\na.why('g')\na"
    view, arena = opened(jupyter, told, viewport={"width": 1440, "height": 900}, path="lab/tree")
    view.players(1)
    leaves = arena.locator(".pg-nodes > .leaf .pg-value.below")
    expect(leaves.filter(has_text="−32767").first).to_be_visible()  # a lost game
    assert view.page.evaluate(TOUCHING) == []
    closed(view)


SLOW = """
import time
def ponder(tree, log):
    while time.time() < until:
        tree.children(())
    return alphabeta(tree, log)
until = time.time() + 600
"""


@pytest.mark.slow
def test_a_long_thought_is_shown_and_can_be_stopped(jupyter: Jupyter) -> None:
    view, arena = opened(jupyter, f"{SLOW}arena(TicTacToe(), None, Agent('Slow', ponder, 2))")
    says, stop = arena.locator(".pg-says"), arena.get_by_role("button", name="Stop", exact=True)
    arena.get_by_label("b2:").click()
    expect(says).to_have_text("Slow is thinking …")
    stop.click()
    expect(says).to_contain_text("Slow is to move.")
    expect(stop).to_have_count(0)
    arena.get_by_role("button", name="Let Slow move").click()
    expect(stop).to_be_visible()
    view.execute("until = 0")  # the kernel is free while it thinks
    expect(arena.locator(".pg-moves li")).to_have_count(2)
    arena.get_by_role("button", name="Take back").click()
    expect(arena.locator(".pg-moves li")).to_have_count(0)
    closed(view)


def test_nothing_is_clipped_in_a_narrow_pane(jupyter: Jupyter) -> None:
    view, arena = opened(jupyter, f"arena(TicTacToe(), None, {QUICK})", viewport=NARROW)
    arena.get_by_role("button", name="Analyse").click()
    analysed(arena)
    assert view.page.evaluate(CLIPPED) == []
    arena.locator("button.pg-square").first.click()
    expect(arena.locator(".pg-moves li")).to_have_count(2)
    analysed(arena)
    assert view.page.evaluate(CLIPPED) == []
    closed(view)


@pytest.mark.slow
def test_by_touch(jupyter: Jupyter) -> None:
    view, arena = opened(jupyter, f"arena(Pear(), None, {QUICK})", has_touch=True)
    arena.get_by_role("button", name="Analyse").tap()
    analysed(arena)
    arena.get_by_role("button", name="Why not here?").tap()
    expect(arena.locator(".pg-note")).to_contain_text("ask about")
    arena.locator("button.pg-square:not(.best):has(.pg-worth:not(.top))").first.tap()
    view.players(1)
    expect(arena.locator(".pg-moves li")).to_have_count(0)  # asked, not played
    arena.locator("button.pg-square").first.tap()
    expect(arena.locator(".pg-moves li")).to_have_count(2)
    closed(view)


@pytest.mark.slow
def test_players_are_chosen_in_the_widget(jupyter: Jupyter) -> None:
    view, arena = opened(jupyter, "arena(Pear())")
    arena.get_by_label("Who plays B (MIN)?").select_option("Annabelle")
    arena.get_by_label("Depth of Annabelle").select_option("2")
    arena.get_by_label("row 1, column 4:").click()
    expect(arena.locator(".pg-moves li")).to_have_count(2)
    expect(arena.locator(".pg-score")).to_have_text("Games won: you 0, Annabelle 0, drawn 0")
    arena.get_by_role("button", name="Swap sides").click()
    expect(arena.locator(".pg-says")).to_contain_text("you play B (MIN)")  # Annabelle has begun
    expect(arena.locator(".pg-moves li")).to_have_count(1)
    closed(view)


@pytest.mark.slow
def test_a_search_may_begin_and_may_fail(jupyter: Jupyter) -> None:
    bad = "Agent('Bad', alphabeta, 2, {'windoww': 3})"
    view, arena = opened(jupyter, f"arena(TicTacToe(), {QUICK}, {bad})")
    expect(arena.locator(".pg-says")).to_contain_text("<b>Quick</b> is to move.")
    arena.get_by_role("button", name="Auto-play").click()
    expect(arena.locator(".pg-trouble")).to_contain_text("windoww")
    arena.get_by_role("button", name="Take back").click()
    expect(arena.locator(".pg-trouble")).to_have_count(0)
    closed(view)


@pytest.mark.slow
def test_two_searches_play_on_by_themselves(jupyter: Jupyter) -> None:
    view, arena = opened(jupyter, f"arena(Nim(2, 2), {QUICK}, Agent('B', sss_star, 4))", dark=True)
    arena.get_by_role("button", name="Auto-play").click()
    arena.get_by_role("button", name="Pause").click()
    arena.get_by_role("button", name="Auto-play").click()
    expect(arena.locator(".pg-says")).to_contain_text("The game is over: ")
    expect(arena.get_by_role("button", name="Auto-play")).to_have_count(0)
    expect(arena.locator(".pg-score")).to_have_text("Games won: <b>Quick</b> 0, B 1, drawn 0")
    closed(view)


@pytest.mark.slow
@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("size", [(1280, 720), (1440, 900)])
@pytest.mark.parametrize("game", ["Pear()", "TicTacToe()", "Nim(5, 4)", "WarGame('Smolensk')"])
def test_everything_fits_into_the_pane(jupyter: Jupyter, game, size, dark) -> None:
    viewport = {"width": size[0], "height": size[1]}
    view, arena = opened(jupyter, f"arena({game})", viewport=viewport, dark=dark, path="lab/tree")
    arena.get_by_role("button", name="Analyse").click()
    analysed(arena)
    height = arena.bounding_box()["height"]
    assert view.page.evaluate(FITS) == [0, []]
    why = arena.get_by_role("button", name="Why not?")
    if why.count():
        why.last.click()
        view.players(1)
        assert view.page.evaluate(FITS) == [0, []]
    assert arena.bounding_box()["height"] == height
    closed(view)
