"""The tree changed by hand: by mouse, by keyboard and by touch, with the search following live."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import CDPSession, Locator, Page, expect

from tests.helpers.lab import Jupyter, View
from tests.helpers.players import made, ready
from tracer.trace.whatif import whatif
from trees import Tree, from_nested

NESTED = [[3, 5], [2, 9]]
CODE = f"p = play(record(alphabeta, from_nested({NESTED})), editable=True)\np"
CATCH = """() => Object.defineProperty(navigator, 'clipboard', {
  value: { writeText: (text) => { window.copied = text; return Promise.resolve(); } } })"""


@pytest.fixture(scope="module")
def view(jupyter: Jupyter) -> Iterator[View]:
    view = ready(jupyter.lab(CODE), 1)
    view.page.evaluate(CATCH)
    yield view
    assert view.errors == []
    view.page.close()


@pytest.fixture
def player(view: View) -> Locator:
    """The player as it was at first, at its first step, with the root chosen."""
    player = view.page.locator(".pg-player")
    undo = player.locator("[data-edit=undo]")
    settled(player)
    while undo.is_enabled():
        undo.click()
        settled(player)
    player.focus()
    player.press("Home")
    player.press("f")
    node(player, "0").click()
    return player


def settled(player: Locator) -> None:
    """Wait until the kernel has answered everything."""
    expect(player.locator(".pg-editbar")).to_have_attribute("aria-busy", "false")


def node(player: Locator, dewey: str) -> Locator:
    return player.locator(f".pg-nodes > .pg-node[data-node='{dewey}']")


def leaf(player: Locator, dewey: str) -> Locator:
    return node(player, dewey).locator(".pg-value")


def middle(player: Locator, dewey: str) -> tuple[float, float]:
    box = node(player, dewey).locator(".pg-shape").bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(player: Locator, dewey: str, dx: float, dy: float) -> None:
    mouse, (x, y) = player.page.mouse, middle(player, dewey)
    mouse.move(x, y)
    mouse.down()
    for part in (0.2, 0.6, 1):
        mouse.move(x + part * dx, y + part * dy)
    mouse.up()


def code(player: Locator) -> str:
    """The tree as the copy button gives it."""
    player.locator("[data-edit=copy]").click()
    expect(player.locator(".pg-said")).to_have_text("Copied. Paste it into a cell.")
    return str(player.page.evaluate("window.copied"))


def tree(player: Locator) -> Tree:
    copied: Tree = made(code(player))
    return copied


def steps(player: Locator, trace: Any, at: int | None = None) -> None:
    """The player shows this trace, at a certain step."""
    step = r"\d+" if at is None else at
    wanted = re.compile(rf"step {step} of {len(trace)}$")
    expect(player.locator(".pg-step")).to_have_text(wanted)


def test_drag_a_leaf_up(player: Locator) -> None:
    drag(player, "1.1", 0, -28)
    expect(leaf(player, "1.1")).to_have_text("7")
    steps(player, made("record(alphabeta, from_nested([[7, 5], [2, 9]]))"), 0)
    expect(player.locator(".pg-said")).to_have_text("The result goes from 3 to 5.")
    expect(player.locator("[data-edit=undo]")).to_be_enabled()
    player.press("Control+z")  # the whole drag at once
    expect(leaf(player, "1.1")).to_have_text("3")
    expect(player.locator("[data-edit=undo]")).to_be_disabled()
    player.press("Control+Shift+z")
    expect(leaf(player, "1.1")).to_have_text("7")


def test_what_changed_is_marked_and_told(player: Locator) -> None:
    expect(player.locator(".pg-counted")).to_contain_text("sees 3 of 4 leaves")
    node(player, "2.1").dblclick()
    player.locator(".pg-edit").fill("4")
    player.locator(".pg-edit").press("Enter")
    expect(player.locator(".pg-said")).to_have_text("The result goes from 3 to 4. Now seen: G.")
    expect(player.locator(".pg-counted")).to_contain_text("sees 4 of 4 leaves")
    assert player.locator(".pg-ring.seen").count() == 1
    player.press("Control+z")
    expect(player.locator(".pg-said")).to_contain_text("No longer seen: G.")
    assert player.locator(".pg-ring.unseen").count() == 1
    assert player.locator(".pg-badge-sign.unseen").count() == 1  # by its form too


def test_drag_siblings_into_another_order(player: Locator) -> None:
    (x, _), (there, _) = middle(player, "1"), middle(player, "2")
    drag(player, "1", there - x + 30, 2)
    expect(leaf(player, "1.1")).to_have_text("2")
    moved = tree(player)
    assert moved.names[(2,)] == "B" and moved.value(moved.node("D")) == 3
    expect(player.locator(".pg-counted")).to_have_text(
        "The search sees 4 of 4 leaves · fewest 3, most 4: no order needs fewer or more"
    )
    drag(player, "1.1", 1, -35)  # another value is another tree
    expect(player.locator(".pg-counted")).not_to_contain_text("fewest")


def test_the_buttons(player: Locator) -> None:
    node(player, "1").click()
    expect(player.locator(".pg-chosen")).to_have_text("B")
    expect(player.locator(".pg-step")).to_contain_text("step 0")  # it is chosen; nothing jumps
    player.locator("[data-edit=add]").click()
    box = player.locator(".pg-edit")
    expect(box).to_be_focused()
    box.fill("-4")
    box.press("Enter")
    expect(leaf(player, "1.3")).to_have_text("−4")
    player.locator("[data-edit=sibling]").click()
    player.locator(".pg-edit").press("Escape")
    expect(leaf(player, "1.4")).to_have_text("0")
    player.locator("[data-edit=left]").click()
    expect(leaf(player, "1.3")).to_have_text("0")
    player.locator("[data-edit=remove]").click()
    expect(node(player, "1.4")).to_have_count(0)
    player.locator("[data-edit=name]").click()
    player.locator(".pg-edit").fill("the last one")
    player.locator(".pg-edit").press("Enter")
    expect(player.locator(".pg-chosen")).to_have_text("the last one")
    player.locator("[data-edit=root]").click()
    expect(player.locator("[data-edit=root]")).to_have_text("MIN begins")
    made_here = tree(player)
    assert made_here.root == "MIN" and made_here.names[(1, 3)] == "the last one"
    assert [made_here.value(n) for n in made_here.leaves()] == [3, 5, -4, 2, 9]


ROWS = "e => new Set([...e.querySelectorAll('button')].map((b) => b.offsetTop)).size"


def test_the_tools_stand_in_one_row_on_a_projector(view: View, player: Locator) -> None:
    view.page.set_viewport_size({"width": 1018, "height": 720})  # a pane as at 1280
    settled(player)
    width = player.evaluate("p => p.clientWidth")
    assert 844 <= width <= 850, width
    node(player, "1").click()
    player.press("F2")
    player.locator(".pg-edit").fill("a node with a long name")
    player.locator(".pg-edit").press("Enter")
    expect(player.locator(".pg-chosen")).to_have_text("a node with a long name")
    row = player.locator(".pg-editrow").first
    assert row.evaluate(ROWS) == 1, row.evaluate("e => [e.clientWidth, e.scrollWidth]")
    said = player.locator(".pg-editbar")
    assert said.evaluate("e => e.scrollWidth <= e.clientWidth")
    view.page.set_viewport_size({"width": 1600, "height": 1000})


def test_keyboard_only(player: Locator) -> None:
    for key in ("Shift+ArrowDown", "Shift+ArrowDown"):
        player.press(key)
    expect(player.locator(".pg-chosen")).to_have_text("D")
    player.press("Alt+ArrowUp")
    expect(leaf(player, "1.1")).to_have_text("4")
    player.press("Alt+ArrowRight")
    expect(leaf(player, "1.2")).to_have_text("4")
    player.press("8")
    player.locator(".pg-edit").press("Enter")
    expect(leaf(player, "1.2")).to_have_text("8")
    expect(player).to_be_focused()
    player.press("Shift+A")
    player.locator(".pg-edit").press("Escape")
    expect(leaf(player, "1.3")).to_have_text("0")
    player.press("Delete")
    expect(node(player, "1.3")).to_have_count(0)
    player.press("F2")
    player.locator(".pg-edit").fill("Z")
    player.locator(".pg-edit").press("Enter")
    expect(player.locator(".pg-chosen")).to_have_text("Z")
    player.press("x")
    expect(player.locator("[data-edit=root]")).to_have_text("MIN begins")
    player.press("y")
    expect(player.locator(".pg-said")).to_contain_text("Copied")
    assert "Z = 8" in player.page.evaluate("window.copied")
    player.press("e")
    player.press("Shift+ArrowUp")
    player.press("a")  # nothing while editing is off
    expect(player.locator("[data-edit=on]")).to_have_attribute("aria-pressed", "false")
    player.press("e")
    assert player.locator(".pg-edit").count() == 0


def test_it_stays_at_the_corresponding_step(player: Locator) -> None:
    player.locator(".pg-slider").fill("5")
    told = player.locator(".pg-caption").inner_text()
    drag(player, "2.2", 0, 21)  # a leaf that the search has not reached
    expect(leaf(player, "2.2")).to_have_text("6")
    expect(player.locator(".pg-step")).to_contain_text("step 5 of")
    expect(player.locator(".pg-caption")).to_have_text(told)
    player.press("End")
    drag(player, "1.1", 0, 14)
    steps(player, made("record(alphabeta, from_nested([[1, 5], [2, 6]]))"))
    expect(player.locator(".pg-step")).to_have_text(re.compile(r"step (\d+) of \1$"))


def test_bad_input_is_told_at_the_box_and_changes_nothing(player: Locator) -> None:
    node(player, "1.1").dblclick()
    box = player.locator(".pg-edit")
    for bad, says in (("many", "is not a number"), ("inf", "must be finite")):
        box.fill(bad)
        box.press("Enter")
        expect(player.locator(".pg-editbox .pg-wrong")).to_contain_text(says)
    box.press("Escape")
    node(player, "1").click()
    player.press("F2")
    box.fill("C")
    box.press("Enter")
    expect(player.locator(".pg-editbox .pg-wrong")).to_contain_text("names must be unique")
    box.press("Escape")
    assert tree(player) == from_nested(NESTED)
    node(player, "0").click()
    expect(player.locator("[data-edit=remove]")).to_be_disabled()
    told = player.locator(".pg-said")
    for key, says in (("Delete", "cannot be deleted"), ("A", "no siblings"), ("q", "Only a leaf")):
        player.press(key)
        expect(told).to_contain_text(says)
    player.press("Shift+ArrowDown")
    expect(told).not_to_contain_text("Only a leaf")
    settled(player)
    assert tree(player) == from_nested(NESTED)


def test_stepping_folding_and_zooming_go_on(player: Locator) -> None:
    player.press("e")
    node(player, "1.2").click()
    expect(player.locator(".pg-step")).not_to_contain_text("step 0")  # a click jumps again
    player.press("e")
    player.press("+")
    player.press("+")
    zoomed = node(player, "1").get_attribute("transform")
    node(player, "1").click()
    player.press("z")
    expect(node(player, "1.1")).to_have_count(0)
    player.press("Shift+ArrowRight")
    player.press("Alt+ArrowLeft")
    expect(player.locator(".pg-chosen")).to_have_text("C")
    expect(node(player, "2.1")).to_have_count(0)  # what was folded has moved
    assert zoomed and node(player, "1").get_attribute("transform") != zoomed
    player.press("Shift+ArrowRight")
    player.press("z")
    expect(node(player, "2.1")).to_be_visible()


def test_betting_comes_first(player: Locator) -> None:
    player.press("b")
    expect(player.locator(".pg-editbar")).to_be_hidden()  # it would tell the number of leaves
    drag(player, "1.1", 0, -28)
    player.press("a")
    player.press("b")
    expect(player.locator(".pg-editbar")).to_be_visible()
    expect(leaf(player, "1.1")).to_have_text("3")
    assert tree(player) == from_nested(NESTED)


def test_the_kernel_knows_the_tree(view: View, player: Locator) -> None:
    drag(player, "1.1", 0, -14)
    expect(leaf(player, "1.1")).to_have_text("5")
    trace = made("record(alphabeta, from_nested([[5, 5], [2, 9]]))")
    assert view.execute("print(p.trace.value, p.trace.nbp)") == f"{trace.value} {trace.nbp}\n"


def test_a_flood_of_changes_is_not_sent(view: View, player: Locator) -> None:
    sent = len(view.sent)
    (x, y), mouse = middle(player, "1.1"), player.page.mouse
    mouse.move(x, y)
    mouse.down()
    for k in range(120):
        mouse.move(x, y - 3 * k)
    mouse.up()
    expect(leaf(player, "1.1")).to_have_text(str(3 + 357 // 7))
    assert len(view.sent) - sent < 52  # one at a time, and the latest value wins


def test_what_if(player: Locator) -> None:
    node(player, "2.2").click()  # cut off
    player.press("q")
    sweep, said = player.locator(".pg-sweep"), player.locator(".pg-said")
    expect(sweep).to_be_focused()
    expect(said).to_contain_text("never looks at G")
    for key in ("Home", "End"):
        sweep.press(key)
        expect(leaf(player, "0")).to_have_text("")  # at step 0
        expect(said).to_contain_text("the root is worth 3")
    node(player, "2.1").click()  # the other leaf is as it was, and this one is asked about
    expect(said).to_contain_text("F is 2.")
    effects = player.locator(".pg-effect").evaluate_all("all => all.map(e => e.classList[1])")
    assert effects == ["nothing", "root", "root"]
    assert player.locator(".pg-effect.root").first.inner_text() == "result F"
    for _ in range(2):
        sweep.press("ArrowRight")
    expect(leaf(player, "2.1")).to_have_text("4")
    player.locator("[data-edit=undo]").click()  # undoes the sweep, which is all there is to undo
    expect(leaf(player, "2.1")).to_have_text("2")
    expect(player.locator(".pg-said")).not_to_contain_text("nothing to undo")
    player.press("q")
    expect(sweep).to_be_focused()
    for _ in range(2):
        sweep.press("ArrowRight")
    expect(leaf(player, "2.1")).to_have_text("4")
    expect(said).to_have_text(
        whatif(made(f"record(alphabeta, from_nested({NESTED}))"), (2, 1)).at(4).text
    )
    assert player.locator(".pg-ring.seen").count() == 1
    sweep.press("Escape")
    expect(leaf(player, "2.1")).to_have_text("2")
    expect(player.locator("[data-edit=undo]")).to_be_disabled()  # it was only a question
    expect(player).to_be_focused()


def test_what_if_without_editing(jupyter: Jupyter) -> None:
    trace = f"record(alphabeta, from_nested({NESTED}))"
    view = ready(jupyter.lab(f"p = play({trace})\np"), 1)
    player = view.page.locator(".pg-player")
    sweep, said = player.locator(".pg-sweep"), player.locator(".pg-said")
    expect(player.locator(".pg-editbar")).to_be_hidden()
    player.press("End")
    end = player.locator(".pg-step").inner_text()
    node(player, "2.1").dblclick()
    expect(said).to_contain_text("F is 2.")
    expect(player.locator(".pg-step")).to_have_text(end)
    for _ in range(2):
        sweep.press("ArrowRight")
    expect(leaf(player, "2.1")).to_have_text("4")
    expect(leaf(player, "0")).to_have_text("4")  # at the end, as before
    expect(said).to_have_text(whatif(made(trace), (2, 1)).at(4).text)
    assert player.locator(".pg-ring.seen").count() == 1
    assert view.execute("print(p.trace.tree.value((2, 1)), p.editable)") == "2 False\n"
    sweep.press("Escape")
    expect(leaf(player, "2.1")).to_have_text("2")
    expect(player.locator(".pg-editbar")).to_be_hidden()
    expect(player.locator(".pg-step")).to_have_text(end)
    assert player.locator(".pg-ring").count() == 0
    player.press("b")  # betting is back, and it comes first
    expect(player.locator("[data-act=bet]")).to_have_attribute("aria-pressed", "true")
    player.press("q")
    expect(player.locator(".pg-editbar")).to_be_hidden()
    assert view.errors == []
    view.page.close()


@pytest.mark.slow
def test_by_touch(jupyter: Jupyter) -> None:
    view = ready(jupyter.lab(CODE, has_touch=True), 1)
    player = view.page.locator(".pg-player")
    player.scroll_into_view_if_needed()
    finger, (x, y) = view.page.context.new_cdp_session(view.page), middle(player, "1.1")
    point(finger, "touchStart", x, y)
    point(finger, "touchMove", x, y - 20)  # less may be a tap
    for k in range(3, 7):  # slowly: the tree is drawn again under the finger
        point(finger, "touchMove", x, y - 7 * k)
        expect(leaf(player, "1.1")).to_have_text(f"{3 + k}")
    point(finger, "touchEnd")
    settled(player)
    expect(leaf(player, "1.1")).to_have_text("9")
    (x, _), (there, _) = middle(player, "1.1"), middle(player, "1.2")
    touch(view.page, middle(player, "1.1"), (there - x + 20, 0))
    expect(leaf(player, "1.2")).to_have_text("9")
    node(player, "2").tap()
    expect(player.locator(".pg-chosen")).to_have_text("C")
    player.locator("[data-edit=add]").tap()
    expect(player.locator(".pg-edit")).to_be_focused()
    assert view.errors == []
    view.page.close()


def touch(page: Page, start: tuple[float, float], by: tuple[float, float]) -> None:
    """Drag with one finger."""
    finger, (x, y) = page.context.new_cdp_session(page), start
    for kind, part in ("touchStart", 0.0), ("touchMove", 0.3), ("touchMove", 1.0):
        point(finger, kind, x + part * by[0], y + part * by[1])
    point(finger, "touchEnd")


def point(finger: CDPSession, kind: str, *at: float) -> None:
    """What a finger does, at a point unless it is lifted."""
    points = [dict(zip("xy", at, strict=True))] if at else []
    finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
