"""Every control and key of the player, in JupyterLab."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.helpers.lab import Jupyter, View
from tests.helpers.players import made, ready
from tracer import Trace
from tracer.trace.frame import Frame

ALPHABETA = "record(alphabeta, catalogue.load('pantel-3.2'))"
MTD = "record(mtd_f, catalogue.load('pantel-3.2'), first=6)"
SSS = "record(sss_star, catalogue.load('srimani-a1'))"

# Where the keys lead, by what the frames say.
JUMPS: dict[str, Callable[[Frame], object]] = {
    "c": lambda frame: frame.cutoff,
    "l": lambda frame: frame.counters.evaluations > frame.before.counters.evaluations,
    "r": lambda frame: frame.event and frame.event.kind in ("leave", "answer"),
    "o": lambda frame: _lists(frame) != _lists(frame.before),
    "p": lambda frame: frame.counters.passes > frame.before.counters.passes,
}


def _lists(frame: Frame) -> object:
    return frame.open, frame.backup, frame.table


def there(trace: Trace, key: str) -> list[int]:
    return [i for i in range(1, len(trace) + 1) if JUMPS[key](trace.frame(i))]


@pytest.fixture(scope="module")
def view(jupyter: Jupyter) -> Iterator[View]:
    link = f"a, b = play({ALPHABETA}), play({ALPHABETA}, shape='triangles', names=False)\n"
    link += "link = ipywidgets.jslink((a, 'step'), (b, 'step'))\n"
    link += "ipywidgets.VBox([a, b])"
    cells = [f"play({code})" for code in (ALPHABETA, MTD, SSS)]
    view = ready(jupyter.lab(*cells, link), 5)
    assert [step(p) for p in view.page.locator(".pg-player").all()] == [0] * 5
    yield view
    assert view.errors == []
    view.page.close()


@pytest.fixture
def players(view: View) -> Locator:
    """The players, put back as they were."""
    view.page.keyboard.press("Escape")
    found = view.page.locator(".pg-player")
    for k in range(found.count()):
        player = found.nth(k)
        player.focus()
        player.press("Home")
        player.locator("[aria-label='Level of detail']").select_option("events")
        player.locator("[data-act=fit]").click()
    found.first.focus()
    return found


def step(player: Locator) -> int:
    return int(player.locator(".pg-step").inner_text().split()[1])


def see(player: Locator) -> Any:
    return player.evaluate("player => pgTest.see(player)")


def test_nothing_moves_by_itself(view: View) -> None:
    at = [step(p) for p in view.page.locator(".pg-player").all()]
    view.page.wait_for_timeout(1200)
    assert [step(p) for p in view.page.locator(".pg-player").all()] == at


def test_buttons(players: Locator) -> None:
    player, size = players.first, len(made(ALPHABETA))
    for act, at in [
        *(("forward", 1), ("forward", 2), ("back", 1), ("last", size), ("forward", size)),
        *(("first", 0), ("back", 0)),
    ]:
        player.locator(f"[data-act={act}]").click()
        assert step(player) == at


def test_play_and_pause(players: Locator) -> None:
    player = players.first
    player.get_by_label("Speed").select_option("8")
    player.locator("[data-act=play]").click()
    player.get_by_label("Pause (space)").click()
    player.page.wait_for_timeout(200)
    at = step(player)
    player.page.wait_for_timeout(400)
    assert step(player) == at
    player.locator(".pg-slider").fill("25")
    player.focus()
    player.press(" ")
    expect(player.locator(".pg-step")).to_have_text("step 31 of 31")  # and stops there by itself
    expect(player.locator("[data-act=play]")).to_have_attribute("aria-label", "Play (space)")


def test_slider(players: Locator) -> None:
    player = players.first
    slider = player.locator(".pg-slider")
    slider.fill("17")
    assert step(player) == 17
    slider.focus()
    slider.press("ArrowRight")
    assert step(player) == 18
    slider.press("Home")
    assert step(player) == 0
    slider.press("c")  # letters work on the slider too
    assert step(player) == there(made(ALPHABETA), "c")[0]


def test_arrows_home_and_end(players: Locator) -> None:
    player, size = players.first, len(made(ALPHABETA))
    for key, at in [
        *(("ArrowLeft", 0), ("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1)),
        *(("End", size), ("ArrowRight", size), ("Home", 0)),
    ]:
        player.press(key)
        assert step(player) == at


@pytest.mark.parametrize("which", (0, 1, 2))
def test_jumps(players: Locator, which: int) -> None:
    player, code = players.nth(which), (ALPHABETA, MTD, SSS)[which]
    trace, found = made(code), 0
    for key in JUMPS:
        player.press("Home")
        steps = there(trace, key)[:4]
        found += len(steps)
        for i in steps:
            player.press(key)
            assert step(player) == i
        for i in steps[-2::-1]:
            player.press(f"Shift+{key.upper()}")
            assert step(player) == i
    assert found >= 8


def test_jump_buttons_are_those_that_the_search_can_use(players: Locator) -> None:
    assert players.nth(0).locator(".pg-jump:visible").all_inner_texts() == [
        *("cutoff", "leaf", "return")
    ]
    assert players.nth(1).locator(".pg-jump:visible").all_inner_texts() == [
        *("cutoff", "leaf", "return", "list", "pass")
    ]
    assert players.nth(2).locator(".pg-jump:visible").all_inner_texts() == [
        *("cutoff", "leaf", "list")
    ]
    players.first.locator("[data-jump=cutoff]").click()
    assert step(players.first) == there(made(ALPHABETA), "c")[0]


def test_levels_of_detail(players: Locator) -> None:
    player, kinds = players.first, [event.kind for event in made(ALPHABETA).events]
    detail = player.get_by_label("Level of detail")
    shown = {"cuts": ("evaluate", "cut"), "nodes": ("evaluate", "cut", "leave")}
    for level, wanted in shown.items():
        detail.select_option(level)
        player.focus()
        player.press("Home")
        steps = [i for i, kind in enumerate(kinds, 1) if kind in wanted]
        steps += [len(kinds)] * (steps[-1] != len(kinds))
        for i in steps:
            player.press("ArrowRight")
            assert step(player) == i
    for level in ("cuts", "events", "nodes"):
        player.press("d")
        expect(detail).to_have_value(level)


def test_zoom_fit_follow_and_pan(players: Locator) -> None:
    player = players.first
    wide = "p => p.querySelector('.pg-nodes > .pg-node').getBoundingClientRect().width"
    start = player.evaluate(wide)
    player.press("+")
    player.press("+")
    assert player.evaluate(wide) > start * 1.2
    player.press("-")
    player.press("f")
    assert player.evaluate(wide) == pytest.approx(start)
    player.locator("[data-act=plus]").click()
    assert player.evaluate(wide) > start
    player.locator("[data-act=minus]").click()
    player.locator("[data-act=fit]").click()
    follow = player.locator("[data-act=follow]")
    expect(follow).to_have_attribute("aria-pressed", "true")
    player.press("g")
    expect(follow).to_have_attribute("aria-pressed", "false")
    player.press("g")
    # Zoomed in, the current node is brought into view.
    for _ in range(9):
        player.press("+")
    inside = """p => { const box = p.querySelector('.pg-svg').getBoundingClientRect();
        const at = p.querySelector('.pg-node.now').getBoundingClientRect();
        return at.left >= box.left && at.right <= box.right && at.top >= box.top - 1
            && at.bottom <= box.bottom + 1; }"""
    for _ in range(12):
        player.press("l")
        assert player.evaluate(inside)
    before = player.evaluate("p => p.querySelector('.pg-svg > g').getAttribute('transform')")
    box = player.locator(".pg-svg").bounding_box()
    assert box
    mouse = player.page.mouse
    mouse.move(box["x"] + 60, box["y"] + 15)
    mouse.down()
    mouse.move(box["x"] + 160, box["y"] + 35)
    mouse.up()
    after = player.evaluate("p => p.querySelector('.pg-svg > g').getAttribute('transform')")
    assert before != after


def test_shape_and_names(players: Locator) -> None:
    player = players.first
    shape = player.locator(".pg-nodes .pg-shape").first
    names = player.locator(".pg-nodes .pg-name")
    square = shape.get_attribute("d")
    assert names.all_text_contents()[:3] == ["A", "B", "D"]
    player.press("s")
    assert shape.get_attribute("d") != square
    player.press("n")
    assert names.all_text_contents()[:3] == ["0", "1", "1.1"]
    player.press("s")
    player.press("n")
    assert shape.get_attribute("d") == square
    assert names.all_text_contents()[:3] == ["A", "B", "D"]


def test_the_whole_player_switches_to_dewey_numbers(players: Locator) -> None:
    player, trace = players.first, made(ALPHABETA)
    caption, why = player.locator(".pg-caption"), player.locator(".pg-why")
    player.press("c")
    i = step(player)
    player.press("n")
    assert caption.text_content() == trace.numbered().caption(i)
    assert why.text_content() == "1.2.1 = 10 ≥ 8 = max(1.1.1, 1.1.2)"
    callers = player.locator(".pg-who").all_text_contents()
    assert callers == ["0", "1", "1.2"]
    player.press("n")
    assert caption.text_content() == trace.caption(i)
    assert why.text_content() == "J = 10 ≥ 8 = max(H, I)"


def test_help(players: Locator) -> None:
    player = players.first
    overlay = player.get_by_role("dialog", name="Keys")
    expect(overlay).to_be_hidden()
    player.press("?")
    expect(overlay).to_be_visible()
    player.page.keyboard.press("Escape")
    expect(overlay).to_be_hidden()
    player.locator("[data-act=help]").click()
    expect(overlay).to_be_visible()
    overlay.get_by_role("button", name="Close").click()
    expect(overlay).to_be_hidden()
    assert player.evaluate("p => document.activeElement === p")


def test_inspect_nodes(players: Locator) -> None:
    player, trace = players.first, made(ALPHABETA)
    player.press("Home")
    walk = (("Down", "B"), ("Right", "C"), ("Down", "F"), ("Left", None), ("Up", "C"))
    for key, name in walk:
        player.press(f"Shift+Arrow{key}")
        if name:
            expect(player.locator(".pg-tip")).to_contain_text(name)
            expect(player.locator(".pg-caption")).to_contain_text(name)
    player.press("Enter")  # the next event there
    assert trace.frame(step(player)).node == (2,)
    assert player.locator(".pg-node.inspected").get_attribute("data-node") == "2"


def test_hover_tells_and_lights_and_click_jumps(players: Locator) -> None:
    player, trace = players.nth(2), made(SSS)
    player.locator(".pg-slider").fill("40")
    row = player.locator(".pg-rail [data-node]").nth(1)
    dewey = row.get_attribute("data-node")
    row.hover()
    lit = player.locator(".pg-nodes > .pg-node.lit")
    assert lit.get_attribute("data-node") == dewey
    lit.hover()
    expect(player.locator(f".pg-rail .lit[data-node='{dewey}']").first).to_be_visible()
    expect(player.locator(".pg-tip")).to_contain_text("status")
    lit.click()
    assert trace.frame(step(player)).node == made(f"dewey({dewey!r})")


def test_keys_act_only_with_focus_and_never_on_the_notebook(players: Locator) -> None:
    player, page = players.first, players.page
    cells = page.locator(".jp-Notebook-cell")
    count = cells.count()
    player.focus()
    for key in ("a", "b", "b", "d", "d", "x", "m", "y", "Enter", "c", "l", "0", "0"):
        page.keyboard.press(key)
    assert cells.count() == count
    assert page.locator(".jp-Dialog").count() == 0
    at = step(player)
    page.locator(".jp-Notebook-cell .jp-InputPrompt").first.click()
    for key in ("ArrowRight", "Home", "l"):
        page.keyboard.press(key)
    page.keyboard.press("Escape")
    assert step(player) == at


def test_linked_players_show_the_same_step(view: View, players: Locator) -> None:
    left, right = players.nth(3), players.nth(4)
    for key in ("ArrowRight", "c", "End", "ArrowLeft"):
        left.press(key)
        assert step(right) == step(left) > 0
    assert see(left)["caption"] != see(right)["caption"]  # one with names, one with numbers
    right.press("n")
    assert see(left) == see(right)  # the shape differs, what is known does not
    right.press("n")
    right.press("Home")
    assert step(left) == 0


def test_table_of_all_steps(players: Locator) -> None:
    player, trace = players.first, made(ALPHABETA)
    player.focus()
    player.press("t")
    rows = player.locator(".pg-trace tr:has(button)")
    expect(rows).to_have_count(len(trace))
    found = rows.evaluate_all("all => all.map(tr => tr.cells[2].textContent)")
    assert found == [trace.caption(i) for i in range(1, len(trace) + 1)]
    rows.nth(11).get_by_role("button").click()
    assert step(player) == 12
    expect(player.locator(".pg-trace tr[aria-current=step]")).to_contain_text(trace.caption(12))
    player.page.keyboard.press("Escape")
    expect(player.locator(".pg-trace")).to_be_hidden()
    expect(player).to_be_focused()


def test_stepping_sends_nothing_and_leaving_says_where(view: View, players: Locator) -> None:
    player = players.first
    player.press("Home")
    view.page.wait_for_timeout(300)
    sent = len(view.sent)
    for key in ("ArrowRight", "c", "l", "End", "ArrowLeft"):
        player.press(key)
    view.page.wait_for_timeout(300)
    assert len(view.sent) == sent
    view.page.locator(".jp-Notebook-cell .jp-InputPrompt").first.click()
    view.page.wait_for_timeout(300)
    assert len(view.sent) == sent + 1
