"""The player copies a link to the step it shows, and the link opens that step."""

from playwright.sync_api import Browser, expect

from tracer import read_link, record
from tracer.algorithms import alphabeta, minimax
from tracer.player.page import page
from trees import catalogue


def mine(tree, log):  # type: ignore[no-untyped-def]
    return minimax(tree, log)


def test_a_key_and_a_button_copy_a_link_to_this_step(browser: Browser) -> None:
    trace = record(alphabeta, catalogue.load("pantel-3.2"))
    shown = browser.new_page(viewport={"width": 1008, "height": 720}, reduced_motion="reduce")
    shown.set_content(page([trace], step=14))
    player = shown.locator(".pg-player")
    player.press("k")
    caption = player.locator(".pg-caption")
    expect(caption).to_contain_text("Link to step 14 copied")
    player.press("ArrowRight")
    expect(caption).to_have_text(trace.caption(15))
    player.get_by_label("Copy a link to this step (k)").click()
    expect(caption).to_contain_text("Link to step 15 copied")
    shown.evaluate("document.body.append(document.createElement('textarea'))")
    pasted = shown.locator("body > textarea")
    pasted.press("Control+v")
    assert read_link(pasted.input_value()) == (trace, 15)
    shown.set_content(page([record(mine, catalogue.load("pantel-3.2"))]))
    expect(shown.get_by_label("Copy a link to this step (k)")).to_be_hidden()
    shown.close()
