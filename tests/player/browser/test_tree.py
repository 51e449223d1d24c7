"""The picture of the tree: the lens, folding, touch, motion and the tip, on exported pages."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.helpers.players import made
from tracer.player.page import page
from trees.dewey import label
from trees.number import show

ALPHABETA = "record(alphabeta, catalogue.load('pantel-3.2'))"
WIDE = "record(alphabeta, iid(8, 4, seed=1))"
SSS = "record(sss_star, catalogue.load('srimani-a1'))"
HUGE = "record(minimax, iid(8, 5, seed=1))"  # 37,449 nodes, all of them visited

Open = Callable[..., Locator]


@pytest.fixture
def opened(browser: Browser) -> Iterator[Open]:
    views: list[Page] = []

    def open_page(
        code: str, *, step: int = 0, motion: str = "", shape: str = "squares", **options: Any
    ) -> Locator:
        view = browser.new_page(**{"viewport": {"width": 1112, "height": 720}, **options})
        view.on("pageerror", lambda error: pytest.fail(str(error)))
        views.append(view)
        html = page([made(code)], step=step, shape=shape)
        view.set_content(
            html.replace("<html", f'<html data-pg-motion="{motion}"') if motion else html
        )
        player = view.locator(".pg-player")
        player.locator(".pg-nodes > :first-child").wait_for(state="attached")
        return player

    yield open_page
    for view in views:
        view.close()


def go(player: Locator, i: int) -> None:
    player.locator(".pg-slider").fill(str(i))
    player.focus()


def nodes(player: Locator) -> list[str]:
    return player.locator(".pg-nodes > .pg-node").evaluate_all(
        "all => all.map(g => g.dataset.node)"
    )


# The lens

IN_VIEW = """p => {
  const box = p.querySelector('.pg-svg').getBoundingClientRect();
  const out = [...p.querySelectorAll('.pg-node, .pg-stripe, .pg-wedge')].filter((e) => {
    const at = e.getBoundingClientRect();
    const wide = at.left < box.left - 1 || at.right > box.right + 1;
    return at.width && (wide || at.bottom > box.bottom + 1);
  });
  const tiny = [...p.querySelectorAll('.pg-node.on-path.tiny')].map((g) => g.dataset.node);
  return { out: out.length, now: p.querySelector('.pg-node.now').dataset.node, tiny };
}"""


@pytest.mark.parametrize("code", (WIDE, SSS, HUGE, "record(scout, iid(2, 9, seed=3))"))
def test_the_whole_tree_is_in_view_and_the_path_can_be_read(opened: Open, code: str) -> None:
    player, trace = opened(code), made(code)
    for i in range(1, len(trace) + 1, max(1, len(trace) // 40)):
        go(player, i)
        found = player.evaluate(IN_VIEW)
        assert found["out"] == 0
        assert made(f"dewey({found['now']!r})") == trace.frame(i).node
        assert found["tiny"] == [], f"step {i}"


def test_the_leaves_in_focus_show_their_values_in_a_wide_tree(opened: Open) -> None:
    player = opened(
        "record(alphabeta, iid(21, 2, seed=1))", viewport={"width": 1008, "height": 900}
    )
    for _ in range(9):
        player.press("l")
        assert player.locator(".pg-nodes > .pg-node.leaf.now:not(.tiny) .pg-value").count() == 1


def test_the_arc_of_a_deep_cutoff_crosses_no_node_of_the_path(opened: Open) -> None:
    code = "record(alphabeta, iid(2, 5, seed=3))"
    step = next(i for i, cutoff in made(code).cutoffs.items() if cutoff.kind == "deep")
    player = opened(code, step=step, viewport={"width": 848, "height": 720})
    crossed = """p => {
      const arc = p.querySelector('.pg-arc'), long = arc.getTotalLength();
      const points = Array.from({ length: 50 }, (_, k) =>
        arc.getPointAtLength((long * (k + 1)) / 52).matrixTransform(arc.getScreenCTM()));
      return [...p.querySelectorAll('.pg-nodes > .pg-node.on-path')].filter((g) => {
        const b = g.querySelector('.pg-shape').getBoundingClientRect();
        return points.some(({ x, y }) => b.left < x && x < b.right && b.top < y && y < b.bottom);
      }).map((g) => g.dataset.node);
    }"""
    assert player.evaluate(crossed) == []


DRAWN = """p => [...p.querySelectorAll('.pg-nodes > *, .pg-edges > *, .pg-notes > *')]
    .map((e) => e.outerHTML).sort()"""


@pytest.mark.parametrize(("code", "step"), [(WIDE, 99), (SSS, 84)])
def test_a_player_opened_at_a_step_shows_what_stepping_there_shows(
    opened: Open, code: str, step: int
) -> None:
    there, stepped = opened(code, step=step), opened(code)
    go(stepped, step)
    assert there.evaluate(DRAWN) == stepped.evaluate(DRAWN)
    assert there.locator(".pg-node.on-path.tiny").count() == 0


def test_at_the_end_the_best_line_can_be_read(opened: Open) -> None:
    player, trace = opened(WIDE), made(WIDE)
    player.press("End")
    best = player.locator(".pg-nodes > .pv")
    assert best.count() == 5
    shown = player.locator(".pg-nodes > .pv .pg-value").all_text_contents()
    assert set(shown) == {show(trace.value)}


@pytest.mark.parametrize("nested", [[5, [list(range(34)), 1]], [[list(range(34)), 1], 5]])
def test_a_leaf_at_the_edge_of_the_tree_is_drawn(opened: Open, nested: list[Any]) -> None:
    code = f"record(alphabeta, from_nested({nested}))"
    player = opened(code, step=len(made(code)) // 2)
    assert {"1", "2"} <= set(nodes(player))


def test_the_leaves_in_focus_have_their_names_below_them(opened: Open) -> None:
    trace, player = made(SSS), opened(SSS)
    purge = next(i for i, event in enumerate(trace.events, 1) if event.kind == "purge")
    go(player, purge)
    apart = """p => [...p.querySelectorAll('.pg-name[data-name]')].map((t) => {
      const node = p.querySelector(`.pg-node[data-node='${t.dataset.name}'].leaf`);
      const [a, b] = [t, node ?? t].map((e) => e.getBoundingClientRect());
      return [node ? t.dataset.name : '', Math.abs((a.left + a.right - b.left - b.right) / 2)];
    }).filter(([name]) => name)"""
    found = dict(player.evaluate(apart))
    below = {label(n) for n in trace.mentions(purge) if trace.tree.is_leaf(n)}
    assert below and below <= found.keys()
    assert max(found.values()) < 3


def test_the_horizon_is_a_line_between_two_levels(opened: Open) -> None:
    code = "record(iterative_deepening, iid(2, 3, seed=4), depth=3, evaluate=len)"
    trace, player = made(code), opened(code)
    middle = "e => { const b = e.getBoundingClientRect(); return (b.top + b.bottom) / 2; }"
    for i in [k for k, event in enumerate(trace.events, 1) if event.kind == "horizon"]:
        go(player, i)
        depth = trace.frame(i).horizon
        line = player.locator(".pg-horizon")
        assert line.count() == (depth < 3) == player.get_by_text("horizon", exact=True).count()
        if depth < 3:
            ys = [
                player.locator(f".pg-node[data-node='{label((1,) * d)}']").evaluate(middle)
                for d in (depth, depth + 1)
            ]
            assert ys[0] < line.evaluate(middle) < ys[1]


def test_a_question_that_is_answered_shows_its_answer(opened: Open) -> None:
    code = "record(scout, catalogue.load('pantel-3.2'))"
    trace, player = made(code), opened(code)
    asked: list[str] = []
    for i, event in enumerate(trace.events, 1):
        go(player, i)
        shown = player.locator(".pg-answer").all_text_contents()
        if event.kind == "ask":
            asked.append(f"{event.relation} {show(event.threshold)} ?")
        answers = [f"{asked.pop()} {'yes' if event.yes else 'no'}"] if hasattr(event, "yes") else []
        assert shown == answers, f"step {i}"


@pytest.mark.parametrize("width", [480, 872])
def test_no_text_hides_that_a_subtree_is_cut_off(opened: Open, width: int) -> None:
    player, trace = opened(ALPHABETA, viewport={"width": width, "height": 720}), made(ALPHABETA)
    covered = """(p, names) => {
      const nodes = [...p.querySelectorAll('.pg-nodes > .pg-node')].slice(1);
      const strikes = [...p.querySelectorAll('.pg-strike')];
      const struck = nodes.flatMap((g, k) => (names.includes(g.dataset.node) ? [strikes[k]] : []));
      const boxes = [...p.querySelectorAll('.pg-notes text')].map((t) => t.getBoundingClientRect());
      return struck.map((e) => e.getBoundingClientRect()).map((s) => boxes.filter((b) =>
        b.left < s.right && s.left < b.right
        && b.top + 3 < s.bottom && s.top < b.bottom - 3).length);
    }"""
    for i, cutoff in trace.cutoffs.items():
        go(player, i)
        assert player.evaluate(covered, [label(n) for n in cutoff.skipped]) == [0]


# Numbers that stand out of their nodes, by the corners of what is written.
OUT_OF_SHAPE = """p => [...p.querySelectorAll(".pg-nodes > .pg-node:not(.leaf)")].flatMap((g) => {
  const shape = g.querySelector(".pg-shape"), text = g.querySelector(".pg-value");
  if (!text?.textContent || text.classList.contains("below")) return [];
  const { x, y, width, height } = text.getBBox();
  const corners = [x, x + width].flatMap((x) => [[x, y + 0.3 * height], [x, y + 0.75 * height]]);
  const out = corners.some(([x, y]) => !shape.isPointInFill(new DOMPoint(x, y)));
  return out ? [`${g.dataset.node} ${text.textContent}`] : [];
})"""


@pytest.mark.parametrize("code", [ALPHABETA, SSS, "record(mtd_f, iid(3, 3, seed=4, low=-99))"])
def test_the_numbers_stand_in_their_triangles(opened: Open, code: str) -> None:
    player = opened(code, shape="triangles", viewport={"width": 848, "height": 720})
    for i in range(0, len(made(code)) + 1, 5):
        go(player, i)
        assert player.evaluate(OUT_OF_SHAPE) == [], i


def test_a_large_tree_costs_few_elements(opened: Open) -> None:
    player = opened(HUGE)
    for i in (0, 5, 4000, 20000):
        go(player, i)
        assert player.locator(".pg-svg *").count() < 1500


def test_strips_count_what_was_seen_and_cut(opened: Open) -> None:
    player, trace = opened(WIDE), made(WIDE)
    go(player, len(trace) // 2)
    wedge = player.locator(".pg-wedge").first
    dewey = made(f"dewey({wedge.get_attribute('data-node')!r})")
    wedge.hover()
    frame = trace.frame(len(trace) // 2)
    below = [n for n in trace.tree.leaves() if n[: len(dewey)] == dewey]
    seen = sum(frame.known(n).status == "evaluated" for n in below)
    assert seen > 0
    assert f"{seen} seen" in player.locator(".pg-tip").inner_text()


# Folding by hand


def test_fold_by_mouse_and_by_key(opened: Open) -> None:
    player = opened(ALPHABETA)
    everything = nodes(player)
    player.locator(".pg-node[data-node='1']").hover()
    handle = player.locator(".pg-handle")
    handle.click()
    assert nodes(player) == ["0", "1", "2", "2.1", "2.1.1", "2.1.2", "2.2", "2.2.1", "2.2.2"]
    assert player.locator(".pg-wedge").count() == 1
    player.locator(".pg-wedge").click()
    assert nodes(player) == everything
    player.focus()
    player.press("Shift+ArrowDown")  # inspects node 1
    player.press("z")
    assert "1.1" not in nodes(player)
    player.press("z")
    assert nodes(player) == everything


def test_the_search_goes_on_in_a_folded_subtree(opened: Open) -> None:
    player, trace = opened(ALPHABETA), made(ALPHABETA)
    player.press("Shift+ArrowDown")
    player.press("z")
    strip = "p => p.querySelector('.pg-stripe.seen').getAttribute('d')"
    before = player.evaluate(strip)
    go(player, 12)
    assert player.evaluate(strip) != before
    assert trace.frame(12).node[:1] == (1,)
    assert player.locator(".pg-spot.now").count() == 1


# Touch


def test_touch_pinches_pans_and_taps(opened: Open) -> None:
    player = opened(SSS, has_touch=True)
    view, tree = player.page, player.locator(".pg-tree")
    style = "e => getComputedStyle(e).touchAction"
    assert tree.evaluate(style) == "pan-y"  # the page scrolls
    box = player.locator(".pg-svg").bounding_box()
    assert box
    session = view.context.new_cdp_session(view)

    def touch(kind: str, *points: tuple[float, float]) -> None:
        at = [{"x": box["x"] + x, "y": box["y"] + y, "id": k} for k, (x, y) in enumerate(points)]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": at})

    wide = "p => p.querySelector('.pg-node[data-node=\"0\"]').getBoundingClientRect().width"
    before = player.evaluate(wide)
    touch("touchStart", (300, 200))
    touch("touchStart", (300, 200), (360, 200))
    for k in range(1, 8):
        touch("touchMove", (300 - 15 * k, 200), (360 + 15 * k, 200))
    touch("touchEnd")
    assert player.evaluate(wide) > before * 1.2
    assert tree.evaluate(style) == "none"  # now one finger pans
    scene = "p => p.querySelector('.pg-svg > g').getAttribute('transform')"
    moved = player.evaluate(scene)
    touch("touchStart", (300, 200))
    for k in range(1, 6):
        touch("touchMove", (300 - 20 * k, 200))
    touch("touchEnd")
    assert player.evaluate(scene) != moved
    player.press("f")
    player.locator(".pg-node[data-node='2']").tap()
    assert player.locator(".pg-step").inner_text() != "step 0 of 130"


# Motion

SETTLED = "() => !document.getAnimations().length"
RUNNING = "p => p.querySelector('.pg-svg').getAnimations({ subtree: true }).length"


def test_steps_move_only_where_motion_helps(opened: Open) -> None:
    player = opened(ALPHABETA, motion="on")
    player.press("ArrowRight")
    durations = """async (p) => {
        p.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight' }));
        await new Promise(requestAnimationFrame); // which starts them
        return p.querySelector('.pg-svg').getAnimations({ subtree: true })
            .map((a) => a.effect.getTiming().duration); }"""
    lasting = player.evaluate(durations)  # in the page, where they cannot end before they are read
    assert lasting and min(lasting) >= 150 and max(lasting) <= 300
    player.page.wait_for_function(SETTLED)
    assert player.locator(".pg-motions *").count() == 0
    go(player, 10)  # dragging the slider
    assert player.evaluate(RUNNING) == 0
    player.evaluate("""p => p.dispatchEvent(
        new KeyboardEvent('keydown', { key: 'ArrowRight', repeat: true, bubbles: true }))""")
    assert player.evaluate(RUNNING) == 0
    player.press("c")  # a jump over several steps
    assert player.evaluate(RUNNING) == 0


@pytest.mark.parametrize("options", ({}, {"reduced_motion": "reduce"}))
def test_nothing_moves_in_tests_or_for_those_who_prefer_that(opened: Open, options: Any) -> None:
    player = opened(ALPHABETA, **options)
    for _ in range(3):
        player.press("ArrowRight")
        assert player.evaluate(RUNNING) == 0


def test_with_motion_the_picture_ends_as_without(opened: Open) -> None:
    still, moving = opened(SSS), opened(SSS, motion="on")
    look = "p => p.querySelector('.pg-nodes').innerHTML + p.querySelector('.pg-edges').innerHTML"
    for i in (5, 21, 40, 77):
        for player in (still, moving):
            go(player, i)
            player.press("ArrowRight")
        moving.page.wait_for_function(SETTLED)
        assert moving.evaluate(look) == still.evaluate(look)


# The tip


def test_the_tip_leaves_what_the_caption_names_in_sight(opened: Open) -> None:
    player = opened(ALPHABETA)
    go(player, 15)
    covered = """p => {
      const tip = p.querySelector('.pg-tip').getBoundingClientRect();
      const named = ['1', '1.2', '1.2.2'].map((n) => p.querySelector(`[data-node='${n}']`));
      return named.map((g) => g.getBoundingClientRect()).filter((b) => b.left < tip.right
        && tip.left < b.right && b.top < tip.bottom && tip.top < b.bottom).length;
    }"""
    for dewey in ("0", "1.1", "1.1.1", "2", "2.1", "1.2.1"):
        player.locator(f".pg-node[data-node='{dewey}']").hover()
        assert player.evaluate(covered) == 0, dewey


def test_the_tip_stands_beside_its_node_however_wide(opened: Open) -> None:
    player = opened("record(alphabeta, from_nested([[0.123456789, 2], [-0.25, 9]]))")
    go(player, 6)
    player.press("Shift+ArrowUp")
    tip, node = player.locator(".pg-tip"), player.locator(".pg-node.inspected .pg-shape")
    expect(tip).to_contain_text("value ≤ 0.123456789")
    one, other = tip.bounding_box(), node.bounding_box()
    assert one and other
    assert one["x"] > other["x"] + other["width"]
