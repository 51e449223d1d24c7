"""Exported pages: opened from files, offline, with and without JavaScript."""

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.helpers.lab import Jupyter
from tracer import record
from tracer.algorithms import alphabeta, sss_star
from tracer.player import compare, play
from trees import catalogue, from_nested, label
from trees.tree import Tree

PANTEL = catalogue.load("pantel-3.2")


@pytest.fixture
def requests() -> list[str]:
    return []


def opened(jupyter: Jupyter, path: Path, requests: list[str], *, script: bool = True) -> Page:
    context = jupyter.browser.new_context(offline=True, java_script_enabled=script)
    page = context.new_page()
    page.on("request", lambda request: requests.append(request.url))
    page.on("pageerror", lambda error: requests.append(f"error {error}"))
    page.on("console", lambda message: requests.append(f"console {message.text}"))
    page.goto(path.as_uri())
    return page


def test_a_page_plays_offline(jupyter: Jupyter, tmp_path: Path, requests: list[str]) -> None:
    trace = record(alphabeta, PANTEL)
    path = trace.to_html(tmp_path / "a.html")
    page = opened(jupyter, path, requests)
    for i in range(1, len(trace) + 1):
        page.locator(".pg-player").press("ArrowRight")
        expect(page.locator(".pg-caption")).to_have_text(trace.caption(i))
    assert requests == [path.as_uri()]


def test_without_javascript_a_page_is_a_picture_and_a_table(
    jupyter: Jupyter, tmp_path: Path, requests: list[str]
) -> None:
    trace = record(sss_star, PANTEL)
    page = opened(jupyter, trace.to_html(tmp_path / "a.html"), requests, script=False)
    assert page.locator("#steps svg").count() == 1
    assert page.locator("#steps tbody tr").count() == len(trace)
    assert trace.caption(7) in page.locator("#steps").inner_text()
    expect(page.locator("#steps svg")).to_be_visible()


# A page on paper

OUTSIDE = """() => {
  const tree = document.querySelector(".pg-tree").getBoundingClientRect();
  const bodies = [...document.querySelectorAll(".pg-body")];
  return [
    ...[...document.querySelectorAll(".pg-nodes > *")].filter((g) => {
      const box = g.getBoundingClientRect();
      return box.left < tree.left || box.right > tree.right || box.bottom > tree.bottom;
    }).map((g) => g.dataset.node),
    ...bodies.filter((b) => b.scrollHeight > b.clientHeight + 1).map((b) => b.className),
  ];
}"""


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_a_page_is_printed_whole(
    jupyter: Jupyter, tmp_path: Path, requests: list[str], dark: bool
) -> None:
    """On a sheet that is narrower than the window: the tree, all of OPEN, and all steps."""
    trace = record(sss_star, catalogue.load("srimani-a1"))
    page = opened(jupyter, trace.to_html(tmp_path / "a.html", step=60), requests)
    page.emulate_media(color_scheme="dark" if dark else "light")
    page.locator(".pg-nodes > :first-child").first.wait_for(state="attached")
    assert not page.locator("#steps").is_visible()
    page.evaluate("addEventListener('beforeprint', () => { window.printed = true })")
    page.pdf(format="A4")
    assert page.evaluate("window.printed")
    assert page.evaluate("document.querySelector('.pg-svg').getAttribute('viewBox')") is None
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    page.set_viewport_size({"width": 718, "height": 1000})  # first: a tree grows with its sheet
    page.emulate_media(media="print")
    assert page.evaluate(OUTSIDE) == []
    assert page.locator(".pg-state").count() >= len(trace.frame(60).open) == 13
    assert page.locator("#steps tbody tr").count() == len(trace)
    assert page.locator("#steps table").is_visible() and not page.locator("#steps svg").is_visible()
    assert not page.locator(".pg-bar-top").is_visible()
    expect(page.locator(".pg-caption")).to_have_css("color", "rgb(0, 0, 0)")


def test_a_sheet_of_questions_has_no_answers(
    jupyter: Jupyter, tmp_path: Path, requests: list[str]
) -> None:
    trace = record(alphabeta, PANTEL)
    page = opened(jupyter, trace.to_html(tmp_path / "a.html", predict="leaf"), requests)
    page.locator(".pg-player.pg-bets").wait_for()
    page.emulate_media(media="print")
    assert not page.locator("#steps").is_visible()


# The address of a page


def test_the_address_leads_to_a_step_and_follows(
    jupyter: Jupyter, tmp_path: Path, requests: list[str]
) -> None:
    trace = record(alphabeta, PANTEL)
    path = trace.to_html(tmp_path / "a.html", step=3)
    page = opened(jupyter, path, requests)
    caption = page.locator(".pg-caption")
    expect(caption).to_have_text(trace.caption(3))
    page.goto(f"{path.as_uri()}#step=15")  # the same page: it only moves
    expect(caption).to_have_text(trace.caption(15))
    page.reload()
    expect(caption).to_have_text(trace.caption(15))
    page.locator(".pg-player").press("ArrowRight")
    page.wait_for_url("**#step=16")
    page.goto(f"{path.as_uri()}#step=99")
    expect(caption).to_have_text(trace.caption(len(trace)))
    for odd in ("#step=", "#step=-1", "#step=1e3", "#else"):
        page.goto(f"{path.as_uri()}{odd}")
        expect(caption).to_have_text(trace.caption(len(trace)))
    assert not [said for said in requests if not said.startswith(path.as_uri())]


def test_a_comparison_has_an_address_too(
    jupyter: Jupyter, tmp_path: Path, requests: list[str]
) -> None:
    traces = record(alphabeta, PANTEL), record(sss_star, PANTEL)
    path = compare(*traces).to_html(tmp_path / "a.html")
    page = opened(jupyter, path, requests)
    page.goto(f"{path.as_uri()}#step=15")
    for k, trace in enumerate(traces):
        expect(page.locator(".pg-caption").nth(k)).to_have_text(trace.caption(15))


def test_the_title_names_search_and_tree(tmp_path: Path) -> None:
    text = record(alphabeta, PANTEL).to_html(tmp_path / "a.html").read_text("utf-8")
    assert "<title>Alpha-beta · Pantel 3.2</title>" in text


def test_what_is_told_of_a_node_is_told_of_this_step(
    jupyter: Jupyter, tmp_path: Path, requests: list[str]
) -> None:
    page = opened(jupyter, record(alphabeta, PANTEL).to_html(tmp_path / "a.html"), requests)
    page.locator("[data-node='1'] > .pg-shape").hover()
    expect(page.locator(".pg-tip")).to_contain_text("status unseen")
    page.locator(".pg-player").focus()
    for key, status in (("ArrowRight", "unseen"), ("ArrowRight", "live"), ("End", "solved")):
        page.keyboard.press(key)
        expect(page.locator(".pg-tip")).to_contain_text(f"status {status}")


def test_predict_mode_and_comparison_leave_the_notebook_too(
    jupyter: Jupyter, tmp_path: Path, requests: list[str]
) -> None:
    trace = record(alphabeta, PANTEL)
    page = opened(jupyter, trace.to_html(tmp_path / "a.html", predict="leaf"), requests)
    page.locator(".pg-player").focus()
    page.keyboard.press("End")
    page.locator("[data-node='1.1.1'] .pg-shape").click()
    assert page.locator(".pg-verdict").inner_text() == "Right."
    both = compare(trace, record(sss_star, PANTEL)).to_html(tmp_path / "b.html")
    page = opened(jupyter, both, requests)
    assert page.locator(".pg-player").count() == 2
    assert len(requests) == 2


def test_a_page_opens_where_the_player_was(
    jupyter: Jupyter, tmp_path: Path, requests: list[str]
) -> None:
    traces = record(alphabeta, PANTEL), record(sss_star, PANTEL)
    for players in play(traces[0]), compare(*traces):
        players.step = 15
        page = opened(jupyter, players.to_html(tmp_path / "a.html"), requests)
        for k, trace in enumerate(players.traces):
            expect(page.locator(".pg-caption").nth(k)).to_have_text(trace.caption(15))
            now = page.locator(".pg-player").nth(k).locator(".pg-nodes > .now")
            expect(now).to_have_attribute("data-node", label(trace.events[14].node))
    assert len(requests) == 2


def test_hostile_names_stay_text(jupyter: Jupyter, tmp_path: Path, requests: list[str]) -> None:
    plain = from_nested([[3, 2], [4, 1]])
    evil = "</script><img src=x onerror=alert(1)>"
    tree = Tree({n: plain.value(n) for n in plain.leaves()}, names={(1,): evil})
    page = opened(jupyter, record(alphabeta, tree).to_html(tmp_path / "a.html"), requests)
    page.locator(".pg-player").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    assert evil in page.locator(".pg-caption").inner_text()
    assert page.locator("img").count() == 0
    assert len(requests) == 1


def test_two_pages_in_frames_do_not_disturb_each_other(
    jupyter: Jupyter, tmp_path: Path, requests: list[str]
) -> None:
    record(alphabeta, PANTEL).to_html(tmp_path / "a.html")
    record(sss_star, PANTEL).to_html(tmp_path / "b.html")
    host = tmp_path / "host.html"
    host.write_text(
        "<iframe src='a.html' name='a'></iframe><iframe src='b.html' name='b'></iframe>"
    )
    page = opened(jupyter, host, requests)
    a, b = page.frame("a"), page.frame("b")
    assert a and b
    a.locator(".pg-player").focus()
    page.keyboard.press("End")
    assert "step 31 of 31" in a.locator(".pg-head").inner_text()
    assert "step 0 of 46" in b.locator(".pg-head").inner_text()
