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
    assert page.locator("noscript svg").count() == 1
    assert page.locator("noscript tbody tr").count() == len(trace)
    assert trace.caption(7) in page.locator("noscript").inner_text()


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
