"""Questions answered by mouse, finger and keyboard, in JupyterLab and without a kernel."""

import json
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.helpers.lab import Jupyter, View
from tests.helpers.npm import package
from tests.helpers.players import CONTRAST
from tracer.algorithms import alphabeta, minimax, mtd_f, ps_star, scout, sss_star
from tracer.exercises import Question
from tracer.exercises.ask.inputs import input_of
from tracer.player.assets import script, style
from tracer.player.page import bare_page
from trees import Node, Tree, catalogue, iid

FIGURE = catalogue.load("pantel-3.2")
QUESTIONS = {
    "values": Question("values", minimax, FIGURE),
    "leaves": Question("leaves", alphabeta, FIGURE),
    "scout": Question("leaves", scout, FIGURE),
    "cuts": Question("cuts", alphabeta, FIGURE),
    "window": Question("window", alphabeta, FIGURE, at="F"),
    "returned": Question("returned", alphabeta, FIGURE, at="E"),
    "next": Question("next", alphabeta, FIGURE, at=6),
    "open": Question("open", sss_star, FIGURE, at=6),
    "backup": Question("backup", ps_star, FIGURE, at=6, k=2),
    "case": Question("case", sss_star, FIGURE, at=6),
    "bounds": Question("bounds", mtd_f, FIGURE, at=1),
}
Open = Callable[..., Locator]


def page_of(question: Question) -> str:
    asked = question.ask()
    traits = {"data": asked.data, "asked": asked.asked, "rows": None, "feedback": {}}
    return bare_page("Question", script("ask"), style("ask"), json.dumps(traits))


@pytest.fixture
def opened(browser: Browser) -> Iterator[Open]:
    """Opens a question on a page without a kernel."""
    pages: list[Page] = []

    def open_page(question: Question | str, **options: Any) -> Locator:
        question = QUESTIONS[question] if isinstance(question, str) else question
        size = {"width": 848, "height": 548}
        page = browser.new_page(**{"viewport": size, "reduced_motion": "reduce", **options})
        page.on("pageerror", lambda error: pytest.fail(str(error)))
        pages.append(page)
        page.set_content(page_of(question))
        page.locator(".pg-nodes > :first-child").first.wait_for(state="attached")
        return page.locator(".pg-asked")

    yield open_page
    for page in pages:
        page.close()


def node(asked: Locator, dewey: str) -> Locator:
    return asked.locator(f".pg-node[data-node='{dewey}'] .pg-shape")


def says(asked: Locator, answer: str) -> None:
    expect(asked.locator(".pg-asked-code")).to_have_text(f"answer = {answer}")


def badges(asked: Locator) -> list[str]:
    return asked.locator(".pg-order").all_text_contents()


def test_leaves_are_picked_in_order_and_taken_back(opened: Open) -> None:
    asked = opened("leaves")
    says(asked, "...")
    for dewey in ("1.1.1", "2.2.2", "1.1.2"):
        node(asked, dewey).click()
    says(asked, "['H', 'O', 'I']")
    assert badges(asked) == ["1", "2", "3"]
    node(asked, "2.2.2").click()  # once more takes it back
    says(asked, "['H', 'I']")
    asked.get_by_role("button", name="Undo").click()
    says(asked, "['H', 'O', 'I']")
    node(asked, "1").click()  # not a leaf
    says(asked, "['H', 'O', 'I']")
    asked.get_by_role("button", name="Clear").click()
    says(asked, "...")
    expect(asked.get_by_role("button", name="Check")).to_be_disabled()


@pytest.mark.slow
def test_a_leaf_can_be_picked_twice(opened: Open) -> None:
    asked = opened("scout")
    node(asked, "1.1.1").click()
    asked.get_by_role("button", name="Same leaf again").click()
    node(asked, "1.1.1").click()
    says(asked, "['H', 'H']")
    assert badges(asked) == ["1 · 2"]


def test_leaves_with_the_keyboard_alone(opened: Open) -> None:
    asked = opened("leaves")
    asked.focus()
    expect(asked.locator(".pg-cursor")).to_be_visible()
    for key in ("Enter", "ArrowRight", "Enter", "ArrowRight", "Enter"):
        asked.press(key)
    says(asked, "['H', 'I', 'J']")
    asked.press("Backspace")
    says(asked, "['H', 'I']")
    asked.press("ArrowUp")
    expect(asked.locator(".pg-asked-status")).to_contain_text("E")
    assert asked.evaluate("e => e === document.activeElement")


FOCUS = "() => { const e = document.activeElement; return e.ariaLabel || e.textContent; }"


def tab_to(asked: Locator, name: str) -> None:
    """Reach a control with the key Tab alone."""
    for _ in range(80):
        asked.page.keyboard.press("Tab")
        if str(asked.page.evaluate(FOCUS)).startswith(name):
            return
    raise AssertionError(f"Tab never reaches {name!r}")


def by_keys(asked: Locator, question: Question) -> None:
    """Give the right answer with the keyboard alone."""
    keys, answer, tree = asked.page.keyboard, question.answer, question.tree
    form = input_of(question.kind).form

    def walk(n: Node) -> None:
        for key in ["ArrowUp"] * tree.depth + [
            key for c in n for key in ["ArrowDown"] + ["ArrowRight"] * (c - 1)
        ]:
            keys.press(key)

    def fill(name: str, value: object) -> None:
        tab_to(asked, name)
        keys.type(str(value))

    asked.focus()
    match form:
        case "dict":
            for n, value in answer.items():
                walk(n)
                keys.type(str(value))
                keys.press("Enter")
                keys.press("Escape")
        case "nodes" | "node":
            for n in answer if form == "nodes" else [answer]:
                walk(n)
                keys.press("Enter")
        case "rows":
            for n, *_ in answer:
                walk(n)
                keys.press("Enter")
            for n, *cells in answer:
                for field, cell in zip(input_of(question.kind).fields, cells, strict=True):
                    if cell == "SOLVED":
                        tab_to(asked, f"{field} of {tree.name(n)}")
                        keys.press("Enter")
                    elif cell != "LIVE":
                        fill(f"{field} of {tree.name(n)}", cell)
        case "tuple":
            for field, cell in zip(input_of(question.kind).fields, answer, strict=True):
                fill(field, cell)
        case _:
            keys.type(str(answer))


@pytest.mark.parametrize(
    "kind",
    [
        *("values", "cuts", "open", "bounds"),
        *(
            pytest.param(kind, marks=pytest.mark.slow)
            for kind in ("scout", "window", "returned", "next", "backup", "case")
        ),
    ],
)
def test_every_kind_is_answered_with_the_keyboard_alone(opened: Open, kind: str) -> None:
    asked, question = opened(kind), QUESTIONS[kind]
    by_keys(asked, question)
    expect(asked.get_by_role("button", name="Check")).to_be_enabled()
    names: dict[str, Any] = {}
    exec(asked.locator(".pg-asked-code").inner_text(), names)
    assert question.check(names["answer"]).right


@pytest.mark.slow
def test_touch_picks(opened: Open) -> None:
    asked = opened("leaves", has_touch=True)
    for dewey in ("1.1.1", "1.1.2"):
        node(asked, dewey).tap()
    says(asked, "['H', 'I']")


def test_values_are_typed_into_nodes(opened: Open) -> None:
    asked = opened("values")
    asked.focus()
    for text in ("8", "10", "4", "9", "8", "4", "8"):  # from the bottom up
        asked.page.keyboard.type(text)
        asked.page.keyboard.press("Enter")
    says(asked, "{'A': 8, 'B': 8, 'D': 8, 'E': 10, 'C': 4, 'F': 4, 'G': 9}")
    assert sorted(asked.locator(".pg-typed").all_text_contents()) == sorted(
        "8 8 8 10 4 4 9".split()
    )
    node(asked, "2").click()
    box = asked.get_by_label("Value of C")
    box.fill("−2.5")
    box.press("Enter")
    expect(asked.locator(".pg-asked-code")).to_contain_text("'C': -2.5")


@pytest.mark.slow
def test_a_value_is_typed_over_its_node(opened: Open) -> None:
    asked = opened("values")
    node(asked, "1").click()
    box, at = asked.locator(".pg-asked-over"), node(asked, "1").bounding_box()
    seen = box.bounding_box()
    assert seen and at
    assert abs(seen["x"] + seen["width"] / 2 - at["x"] - at["width"] / 2) < 8
    assert abs(seen["y"] + seen["height"] / 2 - at["y"] - at["height"] / 2) < 8


def test_edges_are_struck(opened: Open) -> None:
    asked = opened("cuts")
    for dewey in ("1.2.2", "2.2"):
        node(asked, dewey).click()
    says(asked, "['K', 'G']")
    assert asked.locator(".pg-strike.struck").count() == 2
    asked.get_by_role("button", name="Nothing is cut off").click()
    says(asked, "[]")
    assert asked.locator(".pg-strike.struck").count() == 0


@pytest.mark.slow
def test_a_window_is_typed(opened: Open) -> None:
    asked = opened("window")
    assert "about" in (asked.locator(".pg-node[data-node='2.1']").get_attribute("class") or "")
    asked.get_by_label("α").fill("8")
    says(asked, "...")
    asked.get_by_role("button", name="infinity", exact=True).click()
    says(asked, "(8, float('inf'))")


def test_what_is_missing_or_no_number_is_said(opened: Open) -> None:
    asked = opened("open")
    doubt, check = asked.locator(".pg-asked-says.doubt"), asked.get_by_role("button", name="Check")
    node(asked, "1.1.1").click()
    expect(doubt).to_have_text("Merit of H is missing.")
    expect(check).to_be_disabled()
    merit = asked.get_by_label("merit of H")
    merit.fill("many")
    expect(doubt).to_have_text("'many' is not a number; write one like 8, -2.5 or inf.")
    merit.fill("−8")
    expect(doubt).to_have_count(0)
    expect(check).to_be_enabled()


@pytest.mark.slow
def test_one_node_one_number_one_case_and_bounds(opened: Open) -> None:
    asked = opened("next")
    node(asked, "1").click()
    node(asked, "1.2.1").click()
    says(asked, "'J'")
    asked = opened("returned")
    asked.focus()
    asked.page.keyboard.type("10")
    says(asked, "10")
    asked = opened("case")
    asked.focus()
    asked.press("1")
    says(asked, "'1'")
    asked.get_by_role("button", name="4", exact=True).click()
    says(asked, "'4'")
    asked = opened("bounds")
    asked.get_by_label("f⁻").fill("-inf")
    asked.get_by_label("f⁺").fill("8")
    says(asked, "(-float('inf'), 8)")


def test_states_are_added_typed_dragged_and_moved_by_keys(opened: Open) -> None:
    asked = opened("open")
    for dewey in ("1.1.1", "2.1", "1.1.2"):
        node(asked, dewey).click()
    for name, merit in (("H", "8"), ("F", "∞"), ("I", "5")):
        asked.get_by_label(f"merit of {name}").fill(merit)
    asked.get_by_label("status of H").click()
    asked.get_by_label("status of I").click()
    says(asked, "[('H', 'SOLVED', 8), ('F', 'LIVE', float('inf')), ('I', 'SOLVED', 5)]")
    grips = asked.locator(".pg-asked-grip")
    start, end = grips.nth(1).bounding_box(), grips.nth(0).bounding_box()
    assert start and end
    mouse = asked.page.mouse
    mouse.move(start["x"] + 5, start["y"] + 8)
    mouse.down()
    mouse.move(end["x"] + 5, end["y"] + 2, steps=4)
    mouse.up()
    says(asked, "[('F', 'LIVE', float('inf')), ('H', 'SOLVED', 8), ('I', 'SOLVED', 5)]")
    asked.get_by_label("merit of I").press("Alt+ArrowUp")
    says(asked, "[('F', 'LIVE', float('inf')), ('I', 'SOLVED', 5), ('H', 'SOLVED', 8)]")
    assert asked.get_by_label("merit of I").evaluate("e => e === document.activeElement")
    asked.get_by_label("down I").click()
    asked.get_by_label("remove F").click()
    says(asked, "[('H', 'SOLVED', 8), ('I', 'SOLVED', 5)]")


@pytest.mark.slow
def test_without_a_kernel_the_line_can_be_copied(opened: Open) -> None:
    asked = opened("next")
    node(asked, "1.2.1").click()
    asked.get_by_role("button", name="Check").click()
    expect(asked.locator(".pg-asked-feedback")).to_contain_text("there is no kernel")


NASTY = "<img src=x onerror='window.hacked = 2'>\"'"


@pytest.mark.slow
def test_names_are_text(opened: Open) -> None:
    tree = Tree({(1,): 1, (2,): 2}, names={(1,): NASTY, (): "a\nb"})
    asked = opened(Question("leaves", minimax, tree))
    node(asked, "1").click()
    expect(asked.locator(".pg-asked-code")).to_contain_text("onerror")
    assert asked.page.evaluate("window.hacked") is None


FITS = """asked => [...asked.querySelectorAll("*")].filter((e) => {
  const box = e.getBoundingClientRect(), own = asked.getBoundingClientRect();
  const apart = e.closest("svg, .pg-asked-status, .pg-asked-side, .pg-asked-code");
  if (!box.width || apart) return false;
  return box.right > own.right + 1 || box.bottom > own.bottom + 1;
}).map((e) => e.className)"""


@pytest.mark.slow
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("kind", ["leaves", "window", "backup"])
def test_everything_fits_and_can_be_read(opened: Open, kind: str, dark: bool) -> None:
    for width in (848, 480):
        asked = opened(
            kind, color_scheme="dark" if dark else "light", viewport={"width": width, "height": 548}
        )
        if kind != "window":
            node(asked, "1.1.1").click()
        height = asked.evaluate("e => e.offsetHeight")
        assert asked.evaluate(FITS) == []
        assert asked.evaluate(CONTRAST) == []
        assert height <= 548


@pytest.mark.slow
@pytest.mark.parametrize("kind", QUESTIONS)
def test_axe_finds_nothing(opened: Open, kind: str) -> None:
    asked = opened(kind)
    if QUESTIONS[kind].ask().asked["picks"]:
        node(asked, "1.1").click()
    asked.page.add_script_tag(path=str(package("axe-core") / "axe.min.js"))
    tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"]
    run = "tags => axe.run(document, {runOnly: {type: 'tag', values: tags}})"
    found = asked.page.evaluate(run, tags)["violations"]
    assert [(v["id"], [n["html"][:100] for n in v["nodes"]]) for v in found] == []


# In JupyterLab

CELLS = (
    "from tracer.exercises import Question",
    "leaves = Question('leaves', alphabeta, catalogue.load('pantel-3.2'))\n"
    "asked = leaves.ask()\nasked",
    "print('value', asked.value, leaves.check(asked.value).score)",
)


def run_last(view: View) -> str:
    cell = view.page.locator(".jp-Cell").last
    cell.locator(".jp-InputArea-editor").click()
    view.page.keyboard.press("Control+Enter")
    output = cell.locator(".jp-OutputArea-output")
    expect(output).to_have_text(re.compile("value"))
    return output.inner_text().strip()


def test_the_kernel_gets_the_answer_and_gives_hints(jupyter: Jupyter) -> None:
    view = jupyter.lab(*CELLS, run=True)
    asked = view.page.locator(".pg-asked")
    node(asked, "1.1.1").wait_for()
    for dewey in ("1.1.1", "1.2.1"):
        node(asked, dewey).click()
    asked.get_by_role("button", name="Check").click()
    feedback, wrong = asked.locator(".pg-asked-feedback"), QUESTIONS["leaves"].check(["H", "J"])
    expect(feedback).to_contain_text(str(wrong))
    expect(feedback.get_by_text(wrong.why)).to_be_hidden()
    feedback.get_by_text("Why?").click()
    expect(feedback.get_by_text(wrong.why)).to_be_visible()
    node(asked, "1.2.1").click()
    for dewey in ("1.1.2", "1.2.1", "2.1.1", "2.1.2"):
        node(asked, dewey).click()
    asked.get_by_role("button", name="Check").click()
    expect(feedback).to_contain_text("100%. Right.")
    expect(view.page.locator(".jp-Cell").last.locator(".jp-OutputArea-output")).to_contain_text(
        "value None"
    )
    assert run_last(view) == "value ['H', 'I', 'J', 'L', 'M'] 1.0"
    assert view.errors == []
    view.page.close()


@pytest.mark.slow
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("size", [(1280, 720), (1440, 900)], ids=str)
def test_it_fits_the_notebook_pane(jupyter: Jupyter, dark: bool, size: tuple[int, int]) -> None:
    view = jupyter.lab(
        *CELLS, dark=dark, path="lab/tree", viewport={"width": size[0], "height": size[1]}
    )
    asked = view.page.locator(".pg-asked")
    node(asked, "1.1.1").wait_for()
    asked.scroll_into_view_if_needed()
    pane = view.page.locator(".jp-WindowedPanel-outer").bounding_box()
    box = asked.bounding_box()
    assert pane and box and box["height"] <= pane["height"]
    assert asked.evaluate(FITS) == [] and asked.evaluate(CONTRAST) == []
    node(asked, "1.1.1").click()
    says(asked, "['H']")
    asked.press("ArrowRight")
    asked.press("Enter")
    says(asked, "['H', 'I']")
    view.page.close()


@pytest.mark.slow
def test_many_leaves_can_be_picked_by_keyboard(opened: Open) -> None:
    tree = iid(4, 3, seed=1)
    asked = opened(Question("leaves", minimax, tree))
    asked.focus()
    for _ in range(64):
        asked.press("Enter")
        asked.press("ArrowRight")
    names = [".".join(map(str, n)) for n in tree.leaves()]
    says(asked, str(names))
