"""What axe-core finds: nothing against WCAG 2.1 A or AA, and on our own pages no bad practice."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.helpers.lab import Jupyter, View
from tests.helpers.npm import package
from tests.helpers.players import made
from tracer.player.page import page

pytestmark = pytest.mark.slow

WCAG = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"]
RUN = """([where, tags]) => axe.run(where ?? document, {runOnly: {type: "tag", values: tags}}).then(
    (found) => found.violations.flatMap(({ id, help, nodes }) =>
        nodes.map((n) => `${id}: ${help}: ${n.html.slice(0, 120)}`)))"""
OURS = [".pg-player", ".pg-compare", ".pg-arena"]

TREE = "catalogue.load('pantel-3.2')"
ALPHABETA, SSS = f"record(alphabeta, {TREE})", f"record(sss_star, {TREE})"
PS, MTD = f"record(ps_star, {TREE}, k=2)", f"record(mtd_f, {TREE})"
# What is shown, with which options, after which keys, and in a window of which width.
PAGES: dict[str, tuple[list[str], dict[str, Any], str, int]] = {
    "start": ([ALPHABETA], {}, "", 1272),
    "cutoff": ([ALPHABETA], {"step": 15}, "", 1272),
    "end": ([ALPHABETA], {}, "End", 1272),
    "OPEN": ([SSS], {"step": 20}, "", 1272),
    "BACKUP": ([PS], {"step": 20}, "", 1272),
    "table": ([MTD], {"step": 40}, "", 1272),
    "narrow": ([ALPHABETA], {"step": 15}, "", 480),
    "keys": ([ALPHABETA], {}, "?", 1272),
    "all steps": ([ALPHABETA], {"step": 9}, "t", 1272),
    "inspected": ([ALPHABETA], {"step": 9}, "Shift+ArrowDown", 1272),
    "presenting": ([ALPHABETA], {"step": 15}, "w", 1272),
    "triangles": ([ALPHABETA], {"shape": "triangles", "names": False}, "End", 1272),
    "bet on a leaf": ([ALPHABETA], {"predict": "leaf"}, "End", 1272),
    "bet on a cutoff": ([ALPHABETA], {"predict": "cut"}, "End", 1272),
    "a hint": ([ALPHABETA], {"predict": "leaf"}, "4", 1272),
    "a narrow hint": ([SSS], {"predict": "leaf"}, "2", 480),
    "the right bet": ([ALPHABETA], {"predict": "next"}, "1", 1272),
    "compare": ([ALPHABETA, SSS], {"step": 15}, "", 1272),
    "compare four": ([ALPHABETA, SSS, PS, MTD], {}, "End", 1272),
    "one node": (["record(minimax, from_nested(5))"], {}, "End", 1272),
    "large": (["record(alphabeta, iid(8, 4, seed=1))"], {"step": 99}, "", 1272),
}


@pytest.fixture(scope="module")
def axe() -> str:
    return (package("axe-core") / "axe.min.js").read_text("utf-8")


def violations(page: Page, axe: str, where: list[str] | None, tags: list[str]) -> list[str]:
    page.evaluate(axe)
    include = None if where is None else {"include": [[each] for each in where]}
    return list(page.evaluate(RUN, [include, tags]))


@pytest.fixture(scope="module", params=["light", "dark"])
def scheme(request: pytest.FixtureRequest) -> Any:
    return request.param


@pytest.mark.parametrize("name", PAGES)
def test_exported_pages(browser: Browser, axe: str, name: str, scheme: Any) -> None:
    codes, look, keys, width = PAGES[name]
    size = {"width": width, "height": 800}
    view = View(browser.new_page(viewport=size, color_scheme=scheme))
    view.page.set_content(page([made(code) for code in codes], **look))
    first = view.page.locator(".pg-compare, .pg-player").first
    first.locator(".pg-nodes > :first-child").first.wait_for(state="attached")
    if keys:
        first.press(keys)
    assert violations(view.page, axe, None, [*WCAG, "best-practice"]) == []
    assert view.errors == []
    view.page.close()


def test_a_page_without_javascript(browser: Browser, axe: str, scheme: Any) -> None:
    text = re.sub("<script.*?</script>", "", page([made(ALPHABETA)]), flags=re.DOTALL)
    view = browser.new_page(color_scheme=scheme)
    view.set_content(text.replace("noscript", "div"))  # what a browser without it would show
    assert violations(view, axe, None, [*WCAG, "best-practice"]) == []
    view.close()


@pytest.fixture(scope="module")
def notebook(jupyter: Jupyter, scheme: Any) -> Iterator[Page]:
    quick = "from trees.games import *\nfrom tracer.agents import *\n"
    view = jupyter.lab(
        *(f"play({code}, step=15)" for code in (ALPHABETA, SSS, PS, MTD)),
        *(f"play({ALPHABETA}, predict={mode!r})" for mode in ("leaf", "cut")),
        f"compare({ALPHABETA}, {SSS})",
        "explore(from_nested([[3, 5], [2, 9]]))",
        f"{quick}arena(TicTacToe(), None, Agent('Quick', alphabeta, 2))",
        dark=scheme == "dark",
        reduced_motion="reduce",
    )
    view.players(9)
    view.page.locator(".pg-arena").wait_for()
    yield view.page
    assert view.errors == []
    view.page.close()


def test_in_jupyterlab(notebook: Page, axe: str) -> None:
    assert violations(notebook, axe, OURS, WCAG) == []
    arena = notebook.locator(".pg-arena")
    arena.get_by_label("b2:").click()
    expect(arena.locator(".pg-moves li")).to_have_count(2)
    assert violations(notebook, axe, [".pg-arena"], WCAG) == []


@pytest.mark.parametrize("key", ["?", "t"])
def test_dialogs_in_jupyterlab(notebook: Page, axe: str, key: str) -> None:
    player = notebook.locator(".pg-player").first
    player.press(key)
    expect(player.get_by_role("dialog")).to_be_visible()
    assert violations(notebook, axe, [".pg-dialog"], WCAG) == []
    notebook.keyboard.press("Escape")


def test_questions_in_jupyterlab(notebook: Page, axe: str) -> None:
    for k in (4, 5):
        player = notebook.locator(".pg-player").nth(k)
        player.press("End")
        expect(player).to_have_class(re.compile("asking"))
    assert violations(notebook, axe, OURS, WCAG) == []
