"""Betting: the player stops before the answer, asks, gives a hint, shows the reason and counts."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.helpers.lab import Jupyter
from tests.helpers.players import empty, made, ready
from tracer.player.page import page
from tracer.trace.bets import bets, kinds_of
from tracer.trace.trace import Trace
from trees import label

ALPHABETA = "record(alphabeta, catalogue.load('pantel-3.2'))"
SSS = "record(sss_star, catalogue.load('srimani-a1'))"


@pytest.fixture
def shown(browser: Browser) -> Iterator[Page]:
    view = empty(browser, "laptop")
    yield view.page
    assert view.errors == []
    view.page.close()


def start(shown: Page, trace: Trace, kind: str = "") -> Locator:
    """A player on a page without a kernel, with the focus, betting on a kind."""
    shown.set_content(page([trace], predict=kind))
    shown.locator(".pg-nodes > :first-child").first.wait_for(state="attached")
    player = shown.locator(".pg-player")
    player.focus()
    return player


def step(player: Locator) -> int:
    return int(player.locator(".pg-head .pg-step").inner_text().split()[1])


def is_asking(player: Locator) -> bool:
    return "asking" in (player.get_attribute("class") or "")


def asked(player: Locator) -> None:
    """Go to the next bet; JupyterLab may take the focus back right after a click."""
    for _ in range(20):
        player.press("End")
        if is_asking(player):
            return
        player.page.wait_for_timeout(100)


def answers(trace: Trace, kind: str) -> list[str]:
    """The key for each right bet."""
    found = list(bets(trace, kind))
    return [str(b.choices[b.right]) if kind == "case" else f"{b.right + 1}" for b in found]


@pytest.mark.parametrize("code", [ALPHABETA, SSS])
def test_every_kind_is_won_with_keys_and_the_focus_stays(shown: Page, code: str) -> None:
    trace = made(code)
    for kind in kinds_of(trace):
        player = start(shown, trace, kind)
        found = list(bets(trace, kind))[:12]
        for bet, key in zip(found, answers(trace, kind), strict=False):
            shown.keyboard.press("End")  # no further than the question
            assert is_asking(player) and step(player) == bet.moment.frame
            shown.keyboard.press(key)
            assert step(player) == bet.shows
            told = player.locator(".pg-caption:not(.pg-unseen), .pg-bet-text:visible").inner_text()
            assert told.startswith("Right.")  # perhaps with the next question
            assert " ".join(told.split()).endswith(trace.caption(bet.shows))
        assert player.evaluate("p => p === document.activeElement")


def test_a_wrong_bet_gets_a_hint_then_a_second_one_the_arc_and_the_reason(shown: Page) -> None:
    trace = made(ALPHABETA)
    player = start(shown, trace, "leaf")
    for key in answers(trace, "leaf")[:3]:
        shown.keyboard.press("End")
        shown.keyboard.press(key)
    shown.keyboard.press("End")
    high = player.bounding_box()
    bet = list(bets(trace, "leaf"))[3]
    wrong = [f"{k + 1}" for k in range(len(bet.choices)) if k != bet.right]
    shown.keyboard.press(wrong[0])
    asked = player.locator(".pg-bet")
    expect(asked).to_contain_text(f"Not quite. {bet.hint(trace.tree)}")
    shown.keyboard.press(wrong[0])  # the same again is no second try
    assert is_asking(player) and player.locator(".pg-notes .pg-arc").count() == 0
    shown.keyboard.press(wrong[1])
    told = player.locator(".pg-caption").inner_text()
    assert told == f"No: L. {trace.caption(15)}"  # the cutoff that was overlooked
    assert step(player) == 15 and player.locator(".pg-notes .pg-arc").count() > 0
    expect(player.locator(".pg-tally")).to_have_text("3 of 4, 1 to go")
    assert player.bounding_box() == high


def test_a_click_on_a_numbered_node_is_a_bet_and_any_other_click_is_not(shown: Page) -> None:
    trace = made(ALPHABETA)
    player = start(shown, trace, "leaf")
    assert player.locator(".pg-number-of").count() == 4
    for dewey in "1.1", "2.2.2":
        player.locator(f".pg-node[data-node='{dewey}'] .pg-shape").click()
        expect(player.locator(".pg-question")).to_have_text("Which leaf is evaluated first?")
    player.locator(".pg-node[data-node='1.1.1'] .pg-shape").click()
    expect(player.locator(".pg-verdict")).to_have_text("Right.")
    player.press("End")
    player.locator(".pg-choice[data-choice='2']").click()
    expect(player.locator(".pg-verdict")).to_have_text("Right.")
    assert player.evaluate("p => p === document.activeElement")


def test_nothing_gives_the_answer_away(shown: Page) -> None:
    trace = made(ALPHABETA)
    player = start(shown, trace, "returned")
    for bet, key in zip(bets(trace, "returned"), answers(trace, "returned"), strict=True):
        for press in "End", "c", "r", "ArrowRight", "t":
            player.press(press)
            assert step(player) == bet.moment.frame
        player.locator(".pg-slider").fill(f"{len(trace)}")
        assert step(player) == bet.moment.frame == int(player.locator(".pg-slider").input_value())
        for k in range(len(bet.moment.node) + 1):  # the node and those above it are blank
            n = label(bet.moment.node[:k])
            assert player.locator(f".pg-node[data-node='{n}'] .pg-value").text_content() == ""
        assert not player.locator("[data-act=table], .pg-trace").first.is_visible()
        player.press(key)
    player.press("b")  # one can leave at any time
    assert player.locator("[data-act=table]").is_visible()


def test_b_turns_the_mode_on_and_off_and_the_menu_has_the_kinds(shown: Page) -> None:
    trace = made(ALPHABETA)
    player = start(shown, trace)
    button = player.locator("[data-act=bet]")
    player.press("b")
    assert button.get_attribute("aria-pressed") == "true"
    menu = player.locator("[aria-label='Bet on']")
    options = menu.locator("option").evaluate_all("all => all.map(o => o.value)")
    assert tuple(options) == kinds_of(trace) and menu.input_value() == "cut"
    player.press("End")
    assert step(player) == 5
    menu.select_option("leaf")
    assert step(player) == 5 and is_asking(player)  # it goes on from here
    shown.keyboard.press("2")  # although the menu has the focus
    expect(player.locator(".pg-verdict")).to_have_text("Right.")
    button.click()
    player.press("End")
    assert step(player) == len(trace)
    player.press("b")  # at the end, it starts again
    assert step(player) == 0


def test_the_card_says_how_it_went_and_leads_back(shown: Page) -> None:
    trace = made(ALPHABETA)
    player = start(shown, trace, "cut")
    for k, key in enumerate(answers(trace, "cut")):
        shown.keyboard.press("End")
        if k == 2:
            shown.keyboard.press("1")
        shown.keyboard.press(key)
    card = player.locator(".pg-card")
    assert not card.is_visible()  # before the last verdict is read
    shown.keyboard.press("End")
    text = card.inner_text()
    assert "5 of 6" in text and "5 of 8" in text and "Only the first try counts." in text
    assert card.locator("[data-act=another]").count() == 0  # there is no kernel
    card.get_by_text("step 15").click()
    assert step(player) == 15 and not card.is_visible()
    assert player.evaluate("p => p === document.activeElement")
    player.locator("[data-act=score]").click()
    shown.keyboard.press("Escape")
    assert not card.is_visible()
    player.locator("[data-act=score]").click()
    card.locator("[data-act=again]").click()
    assert step(player) == 0 and not card.is_visible()


APART = """facts => facts.every(({ children: [what, text] }) =>
  what.getBoundingClientRect().bottom <= text.getBoundingClientRect().top + 1)"""


def test_the_kernel_knows_the_score_and_finds_a_similar_tree(jupyter: Jupyter) -> None:
    read = "print('score', bet.score.get('points'), bet.trace.tree == catalogue.load('pantel-3.2'))"
    cells = (f"bet = play({ALPHABETA}, predict='cut')\nbet", read)
    view = ready(jupyter.lab(*cells), 1)
    player, trace = view.page.locator(".pg-player"), made(ALPHABETA)
    menu = player.locator("[aria-label='Bet on']")
    player.focus()
    menu.select_option("leaf")
    for key in "3", "4":  # both wrong: the reason comes before the next bet at the same step
        asked(player)
        player.press(key)
    expect(player.locator(".pg-caption")).to_have_text("No: H. H is worth 8.")
    assert not is_asking(player)
    player.press("End")
    assert is_asking(player)
    player.press("Home")
    menu.select_option("cut")
    for key in answers(trace, "cut"):
        asked(player)
        player.press(key)
    player.press("End")
    view.page.locator(".jp-Cell").last.click()
    view.run("run-cell")
    view.page.get_by_text("score 6 True").wait_for()
    assert player.locator(".pg-card dl > div").evaluate_all(APART)  # JupyterLab has its own lists
    player.locator("[data-act=another]").click()
    expect(player.locator(".pg-head .pg-step")).to_contain_text("step 0")
    expect(player.locator(".pg-card")).to_be_hidden()
    assert player.locator("[data-act=bet]").get_attribute("aria-pressed") == "true"
    values = player.locator(".pg-node.leaf .pg-value").all_inner_texts()
    assert values != ["8", "5", "10", "7", "2", "4", "9", "6"] and len(values) == 8
    view.page.locator(".jp-Cell").last.click()
    view.run("run-cell")
    view.page.get_by_text("score None False").wait_for()
    assert view.errors == []
    view.page.close()


def test_a_comparison_has_no_bets(shown: Page) -> None:
    shown.set_content(
        page([made(ALPHABETA), made("record(sss_star, catalogue.load('pantel-3.2'))")])
    )
    shown.locator(".pg-nodes > :first-child").first.wait_for(state="attached")
    assert shown.locator("[data-act=bet]:visible").count() == 0
    shown.locator(".pg-compare").press("b")
    assert shown.locator(".pg-bet:visible").count() == 0


def test_a_finger_can_bet(browser: Browser, tmp_path: Path) -> None:
    path = made(ALPHABETA).to_html(tmp_path / "bet.html", predict="leaf")
    context = browser.new_context(has_touch=True, viewport={"width": 430, "height": 800})
    touched = context.new_page()
    touched.goto(path.as_uri())
    touched.locator(".pg-choice[data-choice='1']").tap()
    expect(touched.locator(".pg-verdict")).to_have_text("Right.")
    context.close()


FITS = """b => b.scrollHeight <= b.clientHeight + 1 && b.scrollWidth <= b.clientWidth + 1
  && b.getBoundingClientRect().bottom <= b.closest(".pg-player").getBoundingClientRect().bottom"""


@pytest.mark.slow
@pytest.mark.parametrize("size", ["projector", "desktop"])
@pytest.mark.parametrize("code", [ALPHABETA, SSS, "record(scout, iid(3, 4, seed=1))"])
def test_every_state_fits_on_the_stage(browser: Browser, code: str, size: str) -> None:
    """A question, its hint and its answer take the caption's place, and nothing jumps."""
    trace = made(code)
    for kind in kinds_of(trace):
        view = empty(browser, size, dark=size == "desktop")
        player = start(view.page, trace, kind)
        stage = player.bounding_box()
        for bet, key in list(zip(bets(trace, kind), answers(trace, kind), strict=False))[:20]:
            view.page.keyboard.press("End")
            tree = player.locator(".pg-tree").bounding_box()
            keys = [str(c) if kind == "case" else f"{k + 1}" for k, c in enumerate(bet.choices)]
            for press in (next(k for k in keys if k != key), key):
                assert player.bounding_box() == stage
                assert player.locator(".pg-tree").bounding_box() == tree
                for part in (".pg-bet-text", ".pg-bet-choices"):
                    box = player.locator(part)
                    assert box.evaluate(FITS), (kind, bet.moment, part)
                view.page.keyboard.press(press)
        assert view.errors == []
        view.page.close()
