"""At every step of every algorithm, the player shows what the trace's frame says."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from math import inf
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, expect

from tests.helpers.expected import expected
from tests.helpers.lab import Jupyter, View
from tests.helpers.players import SIZES, SNAPSHOT, empty, made, ready, show
from tracer import Trace
from tracer.algorithms.registry import ALGORITHMS
from tracer.log.events import State
from tracer.player.page import page
from tracer.trace.clusters import entries, fixed_nodes
from trees import label
from trees.number import show as show_number

RAIL = (Path(__file__).parents[2] / "helpers" / "rail.js").read_text("utf-8")
TREES = (
    "catalogue.load('pantel-3.2')",
    "iid(2, 4, seed=5, high=9)",
    "from_nested([[4, [7, 4]], 4, [[2, 9, [1, 0]], [4]]], root='MIN')",
)
LISTS = "catalogue.load('srimani-a1')"
OPTIONS = {
    "mt": ", gamma=5",
    "mtd_f": ", first=6",
    "solve": ", win=5",
    "depth_limited": ", depth=2, evaluate=len",
    "iterative_deepening": ", depth=3, evaluate=len",
}


def cases(name: str, trees: tuple[str, ...]) -> list[str]:
    """A search on these trees, and on one for its lists if it has any."""
    lists = [LISTS] if name in ("sss_star", "ps_star") and trees == TREES[:1] else []
    return [f"record({name}, {tree}{OPTIONS.get(name, '')})" for tree in (*trees, *lists)]


@pytest.fixture(scope="module", params=[TREES[:1], pytest.param(TREES[1:], marks=pytest.mark.slow)])
def shown(jupyter: Jupyter, request: pytest.FixtureRequest) -> Iterator[tuple[View, list[str]]]:
    """A page with a player for every search, and the code of each."""
    codes = [case for name in ALGORITHMS for case in cases(name, request.param)]
    view = ready(jupyter.lab(*(f"play({code})" for code in codes)), len(codes))
    yield view, codes
    view.page.close()


def check_picture(seen: dict[str, Any], wanted: dict[str, Any], where: str) -> None:
    """What the picture has room for is right; the innermost window is always there."""
    for n, found in seen["nodes"].items():
        status, text, *marks = wanted["nodes"][n]
        assert found == [status, None if found[1] is None else text, *marks], f"{where}, node {n}"
    left = list(reversed(wanted["windows"]))
    for text in seen["windows"]:
        assert text in left, f"{where}, window {text}"
        left = left[left.index(text) + 1 :]
    assert seen["windows"][:1] == wanted["windows"][-1:], where


@pytest.mark.parametrize("name", ALGORITHMS)
def test_every_step_shows_its_frame(shown: tuple[View, list[str]], name: str) -> None:
    view, codes = shown
    sent = len(view.sent)
    for case in (code for code in codes if code.startswith(f"record({name},")):
        trace = made(case)
        player = view.page.locator(".pg-player").nth(codes.index(case))
        found = player.evaluate("player => pgTest.walk(player)")
        assert found["differ"] == []
        for i, seen in enumerate(found["seen"]):
            wanted = expected(trace, i)
            for key in wanted.keys() - {"nodes", "windows"}:
                assert seen[key] == wanted[key], f"{case}, step {i}, {key}"
            check_picture(seen, wanted, f"{case}, step {i}")
    assert len(view.sent) == sent  # stepping sends nothing to the kernel
    assert view.errors == []


BIG = "[[[-123456, 123456], [100000, 7]], [[0.123456789, -5], [3, 99999]]]"
NAMES = "'Opening\\n  Attack\\n    Sacrifice = 8\\n    Retreat = 0\\n  Defend\\n    Castle = 2\\n'"
SLOTS = {
    "windows": "record(alphabeta, catalogue.load('pantel-3.2'))",
    "questions": "record(scout, iid(2, 6, seed=3))",
    "deep": "record(alphabeta, iid(2, 14, seed=3), max_events=120)",
    "negamax": "record(negamax, catalogue.load('pantel-3.2'))",
    "null windows": "record(negascout, iid(3, 3, seed=2))",
    "big numbers": f"record(alphabeta, from_nested({BIG}))",
    "long names": f"record(alphabeta, from_text({NAMES}))",
    "OPEN": "record(sss_star, catalogue.load('srimani-a1'))",
    "long OPEN": "record(sss_star, iid(8, 3, seed=1), max_events=150)",
    "dual": "record(dual_star, from_nested([[[1e300, -1e300], [4]], [[0.1], [7, 2]]]))",
    "BACKUP": "record(ps_star, catalogue.load('srimani-a1'), k=2)",
    "table": "record(mtd_f, iid(3, 3, seed=4))",
    "infinite question": "record(mtd_plus_infinity, iid(2, 3, seed=4))",
    "one leaf": "record(alphabeta, from_nested(5))",
}


def slots() -> Iterator[Any]:
    """Each slot on each screen; only a few on the smallest are quick enough for every run."""
    for name in SLOTS:
        for size in SIZES:
            quick = size == "projector" and name in (
                "windows",
                "big numbers",
                "OPEN",
                "BACKUP",
                "table",
            )
            marks = () if quick else pytest.mark.slow
            yield pytest.param(name, size, marks=marks, id=f"{name}-{size}")


@pytest.mark.parametrize(("name", "size"), list(slots()))
def test_everything_fits_into_its_slot(browser: Browser, name: str, size: str) -> None:
    view = empty(browser, size)
    player = show(view, made(SLOTS[name])).locator(".pg-player")
    assert player.evaluate(RAIL) == []
    assert view.errors == []
    view.page.close()


WIDTHS = (420, 560, 700, 760, 850, 1000, 1100)
LONG = "record(iterative_deepening, iid(3, 4, seed=4), search=mtd_f, depth=4, evaluate=len)"


@pytest.mark.parametrize("code", [SLOTS["table"], SLOTS["BACKUP"], LONG])
def test_counters_without_room_are_left_out_whole(browser: Browser, code: str) -> None:
    view = empty(browser, "projector")
    player = show(view, made(code)).locator(".pg-player")
    player.press("End")
    shown = []
    for width in WIDTHS:
        view.page.set_viewport_size({"width": width + 24, "height": 720})
        found = player.evaluate("""p => {
          const head = p.querySelector(".pg-head").getBoundingClientRect();
          const box = p.querySelector(".pg-counters").getBoundingClientRect();
          const title = p.querySelector(".pg-title");
          const seen = [...p.querySelectorAll(".pg-counter")].map((e) => e.getBoundingClientRect());
          const whole = (r) => r.left >= box.left - 1 && r.right <= head.right + 1
            && r.bottom <= box.bottom + 2;
          const cut = seen.filter((r) => !whole(r) && r.top < box.bottom - 1);
          return [seen.filter(whole).length, cut.length, seen.length,
                  title.scrollWidth > title.clientWidth + 1];
        }""")
        assert found[1] == 0, width
        assert not found[3] or width < 700, width
        shown.append(found[0])
    assert shown == sorted(shown)
    assert shown[-1] == found[2] or code == LONG
    view.page.close()


# OPEN as a ranking

SSS = "record(sss_star, catalogue.load('srimani-a1'))"
RUNNING = "p => p.querySelector('.pg-states').getAnimations({ subtree: true }).length"
# Presses a key and reads at once, in the page, where no animation can end in between.
PRESSED = """(p, [key, read]) => {
    p.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
    return eval(read)(p); }"""
SETTLED = "() => !document.getAnimations().length"
FINISH = """p => p.querySelector('.pg-states').getAnimations({ subtree: true })
    .forEach((motion) => motion.finish())"""
COLOURED = "p => [...p.querySelectorAll('.pg-nodes > .cluster')].map((g) => g.dataset.node).sort()"


@pytest.fixture
def opened(browser: Browser) -> Iterator[Callable[..., Locator]]:
    views: list[View] = []

    def open_page(code: str, motion: str) -> Locator:
        view = View(browser.new_page(viewport={"width": 1112, "height": 720}))
        views.append(view)
        html = page([made(code)])
        view.page.set_content(html.replace("<html", f'<html data-pg-motion="{motion}"'))
        player = view.page.locator(".pg-player")
        player.locator(".pg-nodes > :first-child").wait_for(state="attached")
        view.page.evaluate(SNAPSHOT)
        return player

    yield open_page
    for view in views:
        assert view.errors == []
        view.page.close()


def first(trace: Trace, kind: str, *, behind: bool = False) -> int:
    """The first step of a kind; of an insertion behind other states, if asked for."""
    return next(
        i
        for i, event in enumerate(trace.events, 1)
        if event.kind == kind and not (behind and event.place == 0)
    )


@contextmanager
def slow_motion(player: Locator) -> Iterator[None]:
    """Motion takes so long that even a busy machine sees it."""
    session = player.page.context.new_cdp_session(player.page)
    session.send("Animation.enable")
    session.send("Animation.setPlaybackRate", {"playbackRate": 0.02})
    yield
    session.send("Animation.setPlaybackRate", {"playbackRate": 1})
    session.detach()


def test_states_slide_to_their_rank_and_purged_ones_fall_out(opened: Any) -> None:
    trace, player = made(SSS), opened(SSS, "on")
    with slow_motion(player):
        last = slides_and_falls(trace, player)
    player.evaluate(FINISH)
    expect(player.locator(".pg-state.ghost")).to_have_count(0)
    assert player.evaluate("p => pgTest.see(p).open") == expected(trace, last)["open"]


def slides_and_falls(trace: Trace, player: Locator) -> int:
    """Step to where states move, and return the step after the purge."""

    def step_to(i: int, read: str) -> Any:
        player.locator(".pg-slider").fill(str(i - 1))
        player.page.wait_for_function(SETTLED)
        return player.evaluate(PRESSED, ["ArrowRight", read])

    frames = """p => p.querySelector('.pg-state.down').getAnimations()
        .map((a) => [a.effect.getTiming().duration, a.effect.getKeyframes()[0].transform])"""
    ((lasts, start),) = step_to(first(trace, "insert", behind=True), frames)
    assert 150 <= lasts <= 300
    assert start.startswith("translateY(-")  # from the top, where Γ held it
    assert step_to(first(trace, "push"), RUNNING) > 0
    purge = first(trace, "purge")
    gone = step_to(purge, "p => p.querySelectorAll('.pg-state.gone').length")
    assert gone == len(trace.frame(purge - 1).open) - len(trace.frame(purge).open) > 0
    player.press("ArrowRight")
    assert player.locator(".pg-state.ghost").count() >= gone
    return purge + 1


def test_states_move_only_in_single_steps(opened: Any) -> None:
    still = opened(SSS, "off")
    moving = opened(SSS, "on")
    for key in ("ArrowRight", "l", "c", "End", "ArrowLeft"):
        still.press(key)
        assert still.evaluate(RUNNING) == 0
        with slow_motion(moving):
            moving.press(key)
            assert (moving.evaluate(RUNNING) > 0) == (key == "ArrowRight")
        moving.evaluate(FINISH)


def test_the_row_pointed_at_or_chosen_by_key_colours_its_strategy(opened: Any) -> None:
    trace, player = made(SSS), opened(SSS, "off")
    entered = entries(trace.tree, trace.changes, "MAX")
    number = {state: k for k, (state, _) in enumerate(entered)}
    step = first(trace, "purge") - 1
    player.locator(".pg-slider").fill(str(step))
    states = [State(*trace.events[step - 1][:3]), *trace.frame(step).open]

    def wanted(k: int) -> list[str]:
        return sorted(label(n) for n in fixed_nodes(entered, number[states[k]]))

    rows, body = player.locator(".pg-state"), player.locator(".pg-states")
    assert player.evaluate(COLOURED) == wanted(0)
    rows.nth(2).hover()
    assert player.evaluate(COLOURED) == wanted(2) != wanted(0)
    assert player.locator(".pg-nodes > .lit").get_attribute("data-node") == label(states[2].node)
    player.locator(".pg-caption").hover()
    assert player.evaluate(COLOURED) == wanted(0)
    body.focus()
    for k in (0, 1, 2, 3):
        body.press("ArrowDown")
        chosen = rows.nth(k)
        assert body.get_attribute("aria-activedescendant") == chosen.get_attribute("id")
        assert chosen.get_attribute("aria-selected") == "true"
        assert player.evaluate(COLOURED) == wanted(k)
    body.press("ArrowUp")
    assert player.evaluate(COLOURED) == wanted(2)
    body.press("ArrowLeft")  # still steps
    expect(player.locator(".pg-head .pg-step")).to_have_text(f"step {step - 1} of {len(trace)}")
    player.focus()
    player.press("ArrowRight")
    assert player.evaluate(COLOURED) == wanted(0)


# The ruler

ENDS = """p => [...p.querySelectorAll('.pg-call')].map((g) => Object.fromEntries(
    [...g.querySelectorAll('.pg-end')].map((e) => [e.dataset.end, +e.getAttribute('cx')])))"""


def test_on_the_ruler_windows_narrow_and_cross_at_a_cutoff(opened: Any) -> None:
    code = "record(alphabeta, catalogue.load('pantel-3.2'))"
    trace, player = made(code), opened(code, "off")
    crossed = 0
    for i in range(1, len(trace) + 1):
        player.press("ArrowRight")
        calls, found = trace.frame(i).stack, player.evaluate(ENDS)
        assert len(found) == len(calls)
        at: dict[float, float] = {}
        for call, ends in zip(calls, found, strict=True):
            finite = {"α": call.alpha, "β": call.beta}
            finite = {name: x for name, x in finite.items() if abs(x) != inf}
            assert ends.keys() == finite.keys()
            for name, x in finite.items():
                assert at.setdefault(x, ends[name]) == pytest.approx(ends[name])  # one axis
            if call.crossed:
                crossed += 1
                assert ends["α"] >= ends["β"]
        places = [at[x] for x in sorted(at)]
        assert places == sorted(places)
        overlaps = player.locator(".pg-overlap").count()
        assert overlaps == sum(call.crossed for call in calls)
        flags = player.locator(".pg-flag").all_text_contents()
        if calls and calls[-1].crossed:
            low, high = show_number(calls[-1].beta), show_number(calls[-1].alpha)
            assert flags == ([f"α = β = {low}"] if low == high else [f"β {low}", f"α {high}"])
        assert "[" not in player.locator("[data-panel=windows]").text_content()
    assert crossed


# All steps


def test_the_table_of_steps_opens_at_the_current_one(opened: Any) -> None:
    player = opened(SSS, "off")
    player.locator(".pg-slider").fill("120")
    player.focus()
    player.press("t")
    box = player.get_by_role("dialog").bounding_box()
    row = player.locator(".pg-trace tr.now").bounding_box()
    assert box and row
    assert box["y"] < row["y"] and row["y"] + row["height"] < box["y"] + box["height"]
    gaps = """p => [...p.querySelectorAll('.pg-trace tr:has(button)')].map((tr) => {
      const node = document.createRange();
      node.selectNodeContents(tr.cells[1]);
      const number = tr.querySelector('button').getBoundingClientRect();
      return node.getBoundingClientRect().left - number.right; })"""
    assert min(player.evaluate(gaps)) > 8
