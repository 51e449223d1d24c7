"""The same stage outside JupyterLab: Notebook 7, Voilà, marimo, MyST, and without a kernel."""

import json
import os
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, Route, expect

from tests.helpers.lab import Jupyter, View, free_port, wait_for
from tests.helpers.npm import package
from tests.helpers.players import CONTRAST, STAGE, made, ready
from tracer.player import compare, play
from tracer.player.assets import script, style
from tracer.player.payload import payload

ALPHABETA = "record(alphabeta, catalogue.load('pantel-3.2'))"
SSS = "record(sss_star, catalogue.load('pantel-3.2'))"
ARENA = """from tracer.agents import Agent
from tracer.algorithms import alphabeta
from tracer.player import arena
from trees.games import TicTacToe
arena(TicTacToe(), None, Agent("Quick", alphabeta, 2))"""
WINDOW: Any = {"width": 1280, "height": 720}
FOCUSED = "p => p.getRootNode().activeElement === p"


def plays(view: View, *, dark: bool) -> None:
    """Everything fits at every step, keys work, the focus stays, and the colours suit the theme."""
    page, player, trace = view.page, view.page.locator(".pg-player"), made(ALPHABETA)
    player.locator(".pg-nodes > :first-child").first.wait_for(state="attached")
    earlier = len(view.errors)
    page.evaluate(f"() => {{ window.pgFaint = {CONTRAST} }}")
    assert player.evaluate(STAGE) == []
    assert is_dark(player) == dark
    height = player.evaluate("p => p.offsetHeight")
    player.press("Home")
    for i in (1, 2, 3):
        player.press("ArrowRight")
        expect(player.locator(".pg-caption")).to_have_text(trace.caption(i))
    player.press("c")
    expect(player.locator(".pg-caption")).to_have_text(trace.caption(min(trace.cutoffs)))
    assert player.evaluate(FOCUSED)
    player.press("?")
    keys = player.get_by_role("dialog", name="Keys")
    expect(keys).to_be_visible()
    box = keys.bounding_box()
    assert box and abs(2 * box["x"] + box["width"] - WINDOW["width"]) < 30  # in the middle
    page.keyboard.press("Escape")
    expect(keys).to_be_hidden()
    assert player.evaluate(FOCUSED)
    player.press("w")
    expect(player).to_have_css("height", f"{WINDOW['height']}px")
    assert player.bounding_box() == {"x": 0, "y": 0, **WINDOW}
    assert player.evaluate(STAGE) == []
    player.press("w")
    expect(player).to_have_css("height", f"{height}px")
    assert player.evaluate(FOCUSED)
    assert view.errors[earlier:] == []  # the host's own come before


def is_dark(player: Locator) -> bool:
    ground = player.evaluate("p => getComputedStyle(p).backgroundColor")
    return sum(map(int, ground.removeprefix("rgb(")[:-1].split(","))) < 3 * 128


both_themes = pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])


def edits(view: View) -> None:
    """The menus of `explore` answer, a leaf is dragged, and the search follows."""
    page, player = view.page, view.page.locator(".pg-player")
    player.locator(".pg-nodes > :first-child").first.wait_for(state="attached")
    page.get_by_label("Search", exact=True).select_option("SSS*")
    expect(player.locator(".pg-titled")).to_contain_text("SSS* · ")
    player.scroll_into_view_if_needed()
    leaf = player.locator(".pg-nodes > .pg-node[data-node='1.1.1']")
    box = leaf.locator(".pg-shape").bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    for dy in (8, 20, 28):
        page.mouse.move(x, y - dy)
    page.mouse.up()
    expect(leaf.locator(".pg-value")).to_have_text("12")
    expect(player.locator(".pg-said")).to_contain_text("The result goes from 8 to 10.")
    player.press("Control+z")
    expect(leaf.locator(".pg-value")).to_have_text("8")
    assert player.evaluate(FOCUSED)


def competes(view: View) -> None:
    """In the arena, an agent replies, every move is valued, and a bad one is refuted."""
    arena = view.page.locator(".pg-arena")
    arena.get_by_label("a2:").click()
    expect(arena.locator(".pg-moves li")).to_have_count(2)
    arena.get_by_role("button", name="Analyse").click()
    expect(arena.locator(".pg-progress")).to_contain_text("Looked")
    expect(arena.locator(".pg-worth")).to_have_count(7)
    arena.get_by_role("button", name="Why not?").last.click()
    expect(arena.locator(".pg-told")).to_contain_text("Why not")
    expect(arena.locator(".pg-player .pg-caption")).to_contain_text("cannot improve on it")
    arena.get_by_role("button", name="Take back").click()
    expect(arena.locator(".pg-moves li")).to_have_count(0)
    box, inner = arena.bounding_box(), arena.evaluate("a => a.scrollHeight - a.clientHeight")
    assert box and box["width"] <= WINDOW["width"] and inner <= 0


# Jupyter's other pages


@pytest.mark.parametrize("path", ["notebooks", "voila/render"])
def test_in_notebook_7_and_voila(jupyter: Jupyter, path: str) -> None:
    view = jupyter.page(f"{path}/{jupyter.write(f'play({ALPHABETA})')}", viewport=WINDOW)
    if path == "notebooks":
        view.page.locator(".jp-Notebook .jp-Cell").first.wait_for()
        view.page.get_by_text("Python 3 (ipykernel)").first.wait_for()
        view.page.locator(".jp-Notebook-ExecutionIndicator[data-status=idle]").wait_for()
        view.page.get_by_role("menuitem", name="Run", exact=True).click()
        view.page.get_by_role("menuitem", name="Run All Cells", exact=True).click()
    plays(ready(view, 1), dark=False)
    found = view.page.locator(".pg-player").evaluate("player => pgTest.walk(player)")
    trace = made(ALPHABETA)
    assert found["differ"] == []
    assert [step["caption"] for step in found["seen"]] == [
        trace.caption(i) for i in range(len(trace) + 1)
    ]
    view.page.close()


@pytest.mark.slow
@pytest.mark.parametrize("path", ["notebooks", "voila/render"])
def test_editing_in_notebook_7_and_voila(jupyter: Jupyter, path: str) -> None:
    view = jupyter.page(f"{path}/{jupyter.write('explore()')}", viewport=WINDOW)
    if path == "notebooks":
        view.page.locator(".jp-Notebook-ExecutionIndicator[data-status=idle]").wait_for()
        view.page.get_by_role("menuitem", name="Run", exact=True).click()
        view.page.get_by_role("menuitem", name="Run All Cells", exact=True).click()
    edits(ready(view, 1))
    view.page.close()


@pytest.mark.slow
@pytest.mark.parametrize("path", ["notebooks", "voila/render"])
def test_the_arena_in_notebook_7_and_voila(jupyter: Jupyter, path: str) -> None:
    view = jupyter.page(f"{path}/{jupyter.write(ARENA)}", viewport=WINDOW)
    if path == "notebooks":
        view.page.locator(".jp-Notebook .jp-Cell").first.wait_for()
        view.page.get_by_text("Python 3 (ipykernel)").first.wait_for()
        view.page.locator(".jp-Notebook-ExecutionIndicator[data-status=idle]").wait_for()
        view.page.get_by_role("menuitem", name="Run", exact=True).click()
        view.page.get_by_role("menuitem", name="Run All Cells", exact=True).click()
    competes(view)
    view.page.close()


# marimo

MARIMO = """
import marimo
app = marimo.App(width="full")

@app.cell
def _():
    from tracer import explore, play, record
    from tracer.algorithms import alphabeta
    from trees import catalogue
    SHOWN
    return
"""


@pytest.fixture
def marimo(tmp_path: Path, dark: bool, request: pytest.FixtureRequest) -> Iterator[str]:
    """The address of a marimo app with one player, or with menus above it."""
    pytest.importorskip("marimo")
    name = request.node.name
    shown = "explore()" if "editing" in name else ARENA if "arena" in name else f"play({ALPHABETA})"
    shown = shown.replace("\n", "\n    ")
    (tmp_path / "app.py").write_text(MARIMO.replace("SHOWN", shown), "utf-8")
    theme = "dark" if dark else "light"
    (tmp_path / "pyproject.toml").write_text(f'[tool.marimo.display]\ntheme = "{theme}"\n')
    port, log = free_port(), tmp_path / "log"
    command = [sys.executable, "-m", "marimo", "run", "app.py", "--headless", "--no-token"]
    env = os.environ | {"PYTHONPATH": str(Path(__file__).parents[3])}
    with log.open("wb") as out:
        process = subprocess.Popen(
            [*command, f"--port={port}"],
            **{"cwd": tmp_path, "env": env, "stdout": out, "stderr": out},
        )
    url = f"http://127.0.0.1:{port}"
    wait_for(url, process, log)
    yield url
    process.terminate()
    process.wait(30)


@pytest.mark.slow
@both_themes
def test_in_marimo(browser: Browser, marimo: str, dark: bool) -> None:
    view = View(browser.new_page(viewport=WINDOW))
    view.page.goto(marimo)
    plays(view, dark=dark)
    assert view.errors == []
    view.page.close()


@pytest.mark.slow
@both_themes
def test_editing_in_marimo(browser: Browser, marimo: str, dark: bool) -> None:
    view = View(browser.new_page(viewport=WINDOW))
    view.page.goto(marimo)
    edits(view)
    assert view.errors == []
    view.page.close()


@pytest.mark.slow
@both_themes
def test_the_arena_in_marimo(browser: Browser, marimo: str, dark: bool) -> None:
    view = View(browser.new_page(viewport=WINDOW))
    view.page.goto(marimo)
    competes(view)
    assert is_dark(view.page.locator(".pg-arena")) == dark
    assert view.errors == []
    view.page.close()


# MyST

MYST = """
import React from "react";
import { createRoot } from "react-dom/client";
import { ANY_RENDERERS } from "@myst-theme/anywidget";

const node = { type: "anywidget", esm: "/player.mjs", css: "/player.css", model: MODEL };
window.page = createRoot(document.getElementById("root"));
page.render(React.createElement(ANY_RENDERERS.anywidget, { node }));
"""
BODY = "<!doctype html><body style='{}'><div id=root></div><script src=/main.js></script>"


@pytest.fixture(scope="module")
def myst(tmp_path_factory: pytest.TempPathFactory) -> dict[str, tuple[str, str]]:
    """A page of MyST's own renderer of widgets: its files, with their types."""
    package("@myst-theme/anywidget")
    folder = tmp_path_factory.mktemp("myst")
    model = json.dumps({"data": json.loads(payload(made(ALPHABETA)))})
    (folder / "page.js").write_text(MYST.replace("MODEL", model), "utf-8")
    command = [package("esbuild") / "bin" / "esbuild", "page.js", "--bundle", "--format=iife"]
    env = os.environ | {"NODE_PATH": str(package("react").parent)}
    made_of = subprocess.run(command, cwd=folder, env=env, check=True, capture_output=True)
    return {
        "/main.js": (made_of.stdout.decode(), "text/javascript"),
        "/player.mjs": (script(), "text/javascript"),
        "/player.css": (style(), "text/css"),
    }


@pytest.mark.slow
@both_themes
def test_in_myst(browser: Browser, myst: dict[str, tuple[str, str]], dark: bool) -> None:
    colours = "color: #e7e5e4; background: #1c1917" if dark else ""
    files = myst | {"/": (BODY.format(colours), "text/html")}

    def answer(route: Route) -> None:
        text, kind = files["/" + route.request.url.split("/", 3)[3]]
        route.fulfill(body=text, content_type=f"{kind}; charset=utf-8")

    view = View(browser.new_page(viewport=WINDOW))
    view.page.route("**/*", answer)
    view.page.goto("http://myst.test/")
    plays(view, dark=dark)
    view.page.evaluate("page.unmount()")
    assert view.errors == []
    view.page.close()


# Notebooks without a kernel


def shut_down(jupyter: Jupyter) -> None:
    """End all kernels of a server."""
    for session in json.load(urllib.request.urlopen(f"{jupyter.url}/api/sessions")):
        url = f"{jupyter.url}/api/sessions/{session['id']}"
        urllib.request.urlopen(urllib.request.Request(url, method="DELETE"))


def test_a_saved_notebook_plays_without_a_kernel(jupyter: Jupyter) -> None:
    view = jupyter.lab(f"play({ALPHABETA})", viewport=WINDOW)
    view.players(1)
    page, name = view.page, f"{jupyter.notebooks}.ipynb"
    page.locator(".pg-player").press("Control+s")  # saves although the player has the focus
    page.locator("#jp-main-statusbar").get_by_text("Saving completed").wait_for()
    page.close()
    shut_down(jupyter)
    view = jupyter.page(f"doc/tree/{name}?reset", viewport=WINDOW)
    view.players(1)
    player = view.page.locator(".pg-player")
    assert player.evaluate(STAGE) == []
    assert view.errors == []
    view.page.close()


def framed(browser: Browser, html: str, dark: bool) -> Page:
    page = browser.new_page(viewport=WINDOW, color_scheme="dark" if dark else "light")
    page.set_content(f"<!doctype html><style>:root {{ color-scheme: light dark }}</style>{html}")
    return page


@both_themes
def test_a_frame_is_filled_by_the_stage(browser: Browser, dark: bool) -> None:
    for shown in play(made(ALPHABETA)), compare(made(ALPHABETA), made(SSS)):
        bundle, _ = shown._repr_mimebundle_()
        page = framed(browser, bundle["text/html"], dark)
        inner = page.frame_locator("iframe").locator(".pg-compare, .pg-player").first
        expect(inner).to_have_css("height", f"{WINDOW['height'] - 172}px")
        box = page.locator("iframe").bounding_box()
        assert box == inner.bounding_box() and box
        assert inner.evaluate("p => document.documentElement.scrollHeight") == box["height"]
        assert is_dark(inner) == dark
        page.close()
