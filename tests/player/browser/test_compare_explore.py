"""Comparisons in step, and trees and searches chosen without code."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, expect

from tests.helpers.lab import Jupyter, View
from tests.helpers.players import empty, made, ready
from tracer.player.page import page
from trees.dewey import Node
from trees.number import show

TREE = "catalogue.load('srimani-a1')"
FIRST, SECOND = f"record(alphabeta, {TREE})", f"record(sss_star, {TREE})"


@pytest.fixture(scope="module")
def view(jupyter: Jupyter) -> Iterator[View]:
    cells = f"compare({FIRST}, {SECOND})", "explore(from_nested([[3, 5], [2, 9]]))"
    view = ready(jupyter.lab(*cells), 3)
    yield view
    assert view.errors == []
    view.page.close()


def steps(view: View) -> list[int]:
    found = view.page.locator(".pg-compare .pg-player .pg-step").all_inner_texts()
    return [int(text.split()[1]) for text in found]


def at_start(view: View, mode: str) -> Locator:
    """The comparison at its first step and in this mode, whatever the last test left behind."""
    host = view.page.locator(".pg-compare")
    host.get_by_label("How to step").select_option(mode)
    host.focus()
    host.press("Home")
    expect(host.locator(".pg-common .pg-step")).to_have_text(re.compile(f"{mode} 0 of"))
    return host


def test_in_step_by_event(view: View) -> None:
    host = at_start(view, "event")
    for key, at in (("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1)):
        host.press(key)
        assert steps(view) == [at, at]
    host.press("End")
    assert steps(view) == [len(made(FIRST)), len(made(SECOND))]
    host.press("Home")
    host.locator(".pg-common .pg-slider").fill("9")
    assert steps(view) == [9, 9]


def test_in_step_by_leaf(view: View) -> None:
    host = at_start(view, "leaf")
    traces = made(FIRST), made(SECOND)
    leaves = [[i for i, e in enumerate(t.events, 1) if e.kind == "evaluate"] for t in traces]
    for k in range(4):
        host.locator("[data-act=forward]").first.click()
        assert steps(view) == [leaves[0][k], leaves[1][k]]
    most = max(map(len, leaves))
    where = host.locator(".pg-common .pg-step")
    expect(where).to_have_text(f"leaf 4 of {most}")
    host.press("End")
    expect(where).to_have_text("end")
    assert steps(view) == list(map(len, traces))


def test_each_on_its_own(view: View) -> None:
    host = at_start(view, "event")
    host.get_by_label("How to step").select_option("own")
    expect(host.locator(".pg-common .pg-slider")).to_be_hidden()
    host.locator(".pg-player").nth(1).locator("[data-act=forward]").click()
    assert steps(view) == [0, 1]
    host.locator(".pg-player").nth(0).press("End")
    assert steps(view) == [len(made(FIRST)), 1]
    host.get_by_label("How to step").select_option("event")  # those behind catch up
    assert steps(view) == [len(made(FIRST))] * 2


def test_jumps_lead_to_the_next_of_any_search(view: View) -> None:
    host = at_start(view, "event")
    traces = made(FIRST), made(SECOND)
    cutoffs = sorted({i for trace in traces for i in trace.cutoffs})
    leaves = sorted({i for t in traces for i, c in enumerate(t.changes, 1) if c.leaf})
    for key, wanted in (("c", cutoffs), ("l", leaves)):
        for i in wanted:
            host.press(key)
            assert steps(view) == [min(i, len(trace)) for trace in traces]
        for i in reversed(wanted[:-1]):
            host.press(f"Shift+{key}")
            assert steps(view) == [min(i, len(trace)) for trace in traces]
        host.press("Home")
    host.locator(".pg-common [data-jump=cutoff]").click()
    assert steps(view) == [cutoffs[0]] * 2
    host.locator(".pg-player").first.press("l")  # from inside a player as well
    assert steps(view) == [min(i for i in leaves if i > cutoffs[0])] * 2


def test_playing_stops_at_the_end(view: View) -> None:
    host = at_start(view, "event")
    end = max(len(made(FIRST)), len(made(SECOND)))
    host.locator(".pg-common .pg-slider").fill(str(end - 2))
    host.get_by_label("Speed").first.select_option("8")
    host.focus()
    host.press(" ")
    expect(host.get_by_label("Pause (space)").first).to_be_visible()
    expect(host.locator(".pg-common .pg-step")).to_have_text(f"event {end} of {end}")
    expect(host.get_by_label("Play (space)").first).to_be_visible()
    host.press(" ")  # from the start
    expect(host.locator(".pg-common .pg-step")).to_have_text(re.compile("event ([3-9]|..) of"))
    host.press(" ")
    at = steps(view)
    assert 3 <= at[0] == at[1] < end


def marked(view: View, k: int) -> set[Node]:
    player = view.page.locator(".pg-compare .pg-player").nth(k)
    found = player.locator(".only-here[data-node]").evaluate_all(
        "all => all.map(g => g.dataset.node)"
    )
    return {made(f"dewey({n!r})") for n in found}


def test_nothing_is_told_before_it_has_been_seen(jupyter: Jupyter) -> None:
    tree = "from_nested([[4, 6], [3, 9], [2, 8, 7]])"
    codes = [f"record({name}, {tree})" for name in ("minimax", "alphabeta")]
    view = ready(jupyter.lab(f"compare({', '.join(codes)})"), 2)
    traces = [made(code) for code in codes]
    host = view.page.locator(".pg-compare")
    summary = host.locator(".pg-summary")
    ends, told = [len(trace) for trace in traces], 0
    for i in range(max(ends) + 1):
        for k, trace in enumerate(traces):
            others = [t for m, t in enumerate(traces) if m != k]
            seen = {c.leaf for c in trace.changes[:i] if c.leaf}
            known = all(i >= len(t) for t in others)
            only = seen.difference(*(t.leaves for t in others)) if known else set()
            assert marked(view, k) == only, f"step {i}"
            told += bool(only)
        assert bool(summary.text_content()) == (i >= max(ends)), f"step {i}"
        host.press("ArrowRight")
    assert told > 1
    both, alone = set(traces[0].leaves) & set(traces[1].leaves), set(traces[0].leaves)
    expect(summary).to_have_text(
        f"{len(both)} leaves seen by both, {len(alone - both)} only by Minimax."
    )
    host.press("ArrowLeft")
    assert marked(view, 0) == alone - both  # the shorter search has ended
    expect(summary).to_have_text("")
    assert view.errors == []
    view.page.close()


COMPARED = [
    FIRST,
    SECOND,
    f"record(ps_star, {TREE}, k=2)",
    f"record(mtd_f, {TREE})",
]
FITS = """(host, [treeWide, treeHigh, listWide, listHigh]) => {
  const faults = [], box = host.getBoundingClientRect();
  const inside = (a, b) => a.left >= b.left - 1 && a.right <= b.right + 1
    && a.top >= b.top - 1 && a.bottom <= b.bottom + 1;
  if (box.height > Math.max(380, innerHeight - 172)) faults.push(`${box.height} px tall`);
  if (box.width > innerWidth) faults.push(`${box.width} px wide`);
  for (const p of host.querySelectorAll(".pg-player")) {
    const at = p.getBoundingClientRect(), say = (text) => faults.push(`${p.ariaLabel}: ${text}`);
    if (!inside(at, box)) say("not inside");
    const told = p.querySelector(".pg-caption");
    if (told.scrollHeight > told.clientHeight + 2) say(`the caption is cut: ${told.textContent}`);
    for (const e of p.querySelectorAll(".pg-title, .pg-tree, .pg-rail, .pg-caption, .pg-tab")) {
      const seen = e.getBoundingClientRect();
      if (seen.width && !inside(seen, at)) say(`${e.className} is cut`);
    }
    const tree = p.querySelector(".pg-tree"), body = [...p.querySelectorAll(".pg-body")]
      .filter((e) => e.offsetWidth && !e.classList.contains("pg-listing"))[0];
    const small = (e, wide, high) => e.offsetWidth < wide || e.offsetHeight < high;
    if (small(tree, treeWide, treeHigh)) say("the tree is too small");
    if (!body || small(body, listWide, listHigh)) say("the list is too small");
    for (const e of p.querySelectorAll(".pg-state > *")) {
      if (e.offsetWidth && e.scrollWidth > e.clientWidth + 1) say(`${e.textContent} is cut`);
    }
    if (p.querySelector(".pg-states") && body !== p.querySelector(".pg-states")) say("no OPEN");
  }
  for (const e of host.querySelectorAll(".pg-common *")) {
    const at = e.getBoundingClientRect();
    if (at.width && !inside(at, box)) faults.push(`${e.className} is cut`);
  }
  return faults;
}"""


# JupyterLab without its file browser; with it, four searches have less room.
ROOMY, TIGHT = [240, 130, 200, 90], [180, 120, 150, 90]
SCREENS = [
    pytest.param((1112, 720), ROOMY, id="projector"),
    pytest.param((848, 720), TIGHT, id="with the file browser"),
    pytest.param((1272, 900), ROOMY, id="laptop", marks=pytest.mark.slow),
    pytest.param((1752, 1080), ROOMY, id="desktop", marks=pytest.mark.slow),
]


@pytest.mark.parametrize("count", [2, 3, 4])
@pytest.mark.parametrize(("size", "least"), SCREENS)
def test_two_to_four_fit_and_keep_their_size(
    browser: Browser, size: tuple[int, int], least: list[int], count: int
) -> None:
    width, height = size
    view = empty(browser, "projector")
    view.page.set_viewport_size({"width": width, "height": height})
    view.page.set_content(page([made(code) for code in COMPARED[:count]]))
    host = view.page.locator(".pg-compare")
    host.locator(".pg-nodes > :first-child").first.wait_for(state="attached")
    boxes = """host => [...host.querySelectorAll(".pg-tree, .pg-rail, .pg-caption, .pg-common")]
        .map((e) => Object.values(e.getBoundingClientRect().toJSON()).join())"""
    first = host.evaluate(boxes)
    for key in (*["ArrowRight"] * 12, "c", "c", "c", "End"):
        host.press(key)
        assert host.evaluate(boxes) == first, key
        assert host.evaluate(FITS, least) == [], key
    row = {box["y"] for p in host.locator(".pg-player").all() if (box := p.bounding_box())}
    assert len(row) == (1 if count < 4 or width > 1400 else 2)
    assert view.errors == []
    view.page.close()


@pytest.fixture
def explorer(view: View) -> Locator:
    """A new explorer, whatever the last test did with the one before."""
    page = view.page
    page.locator(".pg-explore").evaluate("e => e.classList.add('old')")
    page.locator(".jp-Cell").last.locator(".jp-InputPrompt").click()
    view.run("run-cell")
    explorer = page.locator(".pg-explore:not(.old)")
    explorer.locator(".pg-nodes > :first-child").first.wait_for(state="attached")
    expect(page.locator(".pg-explore")).to_have_count(1)
    return explorer


def shows(explorer: Locator, title: str) -> None:
    expect(explorer.locator(".pg-titled")).to_contain_text(f"{title} · ")


def test_pick_search_and_options(explorer: Locator) -> None:
    tree, code = "from_nested([[3, 5], [2, 9]])", explorer.locator(".pg-code")
    shows(explorer, "Alpha-beta")
    expect(code).to_have_text(f"play(record(alphabeta, {tree}))")
    explorer.get_by_label("Search", exact=True).select_option("PS*(k)")
    shows(explorer, made(f"record(ps_star, {tree})").title)
    explorer.get_by_label("partitions k").fill("1")
    explorer.get_by_label("partitions k").press("Enter")
    shows(explorer, made(f"record(ps_star, {tree}, k=1)").title)
    expect(code).to_have_text(f"play(record(ps_star, {tree}, k=1))")
    explorer.get_by_label("partitions k").fill("many")
    explorer.get_by_label("partitions k").press("Enter")
    expect(explorer.locator(".pg-menus .pg-wrong")).to_contain_text("'many' is not a number")
    shows(explorer, made(f"record(ps_star, {tree}, k=1)").title)
    explorer.get_by_label("Search", exact=True).select_option("Alpha-beta")
    shows(explorer, "Alpha-beta")
    expect(explorer.locator(".pg-menus .pg-wrong")).to_be_hidden()
    explorer.get_by_label("cut on ties").uncheck()
    expect(code).to_have_text(f"play(record(alphabeta, {tree}, strict=True))")
    explorer.get_by_label("cut on ties").check()
    expect(code).to_have_text(f"play(record(alphabeta, {tree}))")


def test_a_tree_changed_by_hand_is_kept(explorer: Locator) -> None:
    player, code = explorer.locator(".pg-player"), explorer.locator(".pg-code")
    tree = explorer.get_by_label("Tree", exact=True)
    expect(code).to_have_text("play(record(alphabeta, from_nested([[3, 5], [2, 9]])))")
    player.locator(".pg-node[data-node='1.1']").dblclick()
    box = player.locator(".pg-edit")
    assert box.input_value() == "3"
    box.fill("7")
    box.press("Enter")
    leaf = player.locator(".pg-nodes > .pg-node[data-node='1.1'] .pg-value")
    expect(leaf).to_have_text("7")
    expect(code).to_contain_text("[[7, 5], [2, 9]]")
    tree.select_option("srimani-a1")
    expect(code).to_contain_text("srimani-a1")
    tree.select_option("own")
    expect(code).to_contain_text("[[7, 5], [2, 9]]")
    player.locator(".pg-node[data-node='1.2']").dblclick()  # at once
    box.fill("8")
    box.press("Enter")
    expect(code).to_contain_text("[[7, 8], [2, 9]]")
    tree.select_option("srimani-a1")
    tree.select_option("own")  # before the kernel has answered
    expect(code).to_contain_text("[[7, 8], [2, 9]]")


def test_pick_trees_and_parameters(explorer: Locator) -> None:
    step, tree = explorer.locator(".pg-step"), explorer.get_by_label("Tree", exact=True)
    tree.select_option("srimani-a1")
    expect(step).to_have_text(f"step 0 of {len(made(FIRST))}")
    tree.select_option("random leaves")
    size = len(made("record(alphabeta, iid(3, 3, seed=1, low=0, high=99))"))
    expect(step).to_have_text(f"step 0 of {size}")
    low = explorer.get_by_label("smallest leaf")
    low.fill("200")
    low.press("Enter")
    expect(explorer.locator(".pg-menus .pg-wrong")).to_have_text(
        "smallest leaf must not be greater than largest leaf; got 200 and 99"
    )
    expect(low).to_have_attribute("aria-invalid", "true")
    expect(step).to_have_text(f"step 0 of {size}")
    explorer.get_by_label("branching factor").fill("12")
    explorer.get_by_label("branching factor").press("Enter")
    expect(explorer.locator(".pg-said")).to_contain_text("too large to be edited by hand")
    assert not explorer.locator("[data-edit=root]").is_enabled()
    explorer.locator("[data-edit=undo]").click()
    expect(step).to_have_text(f"step 0 of {size}")
    tree.select_option("own")
    expect(explorer.locator(".pg-code")).to_contain_text("from_nested([[3, 5], [2, 9]])")


def test_the_code_that_is_copied_runs(explorer: Locator) -> None:
    page = explorer.page
    page.evaluate("""() => Object.defineProperty(navigator, 'clipboard', {
      value: { writeText: (text) => { window.copied = text; return Promise.resolve(); } } })""")
    explorer.locator(".pg-program button").click()
    expect(explorer.locator(".pg-program button")).to_have_text("copied")
    names: dict[str, Any] = {}
    exec(page.evaluate("window.copied").replace("play(", "shown = (").strip(), names)
    tree = names["shown"].tree
    leaves = explorer.locator(".pg-node.leaf .pg-value").all_text_contents()
    assert [show(tree.value(n)) for n in tree.leaves()] == leaves


@pytest.mark.parametrize("size", [(1280, 720), (1440, 900)])
def test_menus_and_stage_fit_the_pane(jupyter: Jupyter, size: tuple[int, int]) -> None:
    width, height = size
    view = ready(
        jupyter.lab("explore()", path="lab/tree", viewport={"width": width, "height": height}), 1
    )
    page = view.page
    for tree, search in ("pantel-3.2", "alphabeta"), ("ordered", "ps_star"), ("iid", "mtd"):
        page.get_by_label("Tree", exact=True).select_option(tree)
        page.get_by_label("Search", exact=True).select_option(search)
        expect(page.locator(".pg-code")).to_contain_text(f"record({search}, ")
        assert page.locator(".pg-explore").evaluate(POSED) == []
    assert view.errors == []
    view.page.close()


POSED = """host => {
  const faults = [], box = host.getBoundingClientRect();
  if (box.height > Math.min(600, innerHeight - 172)) faults.push(`${box.height} px tall`);
  for (const e of host.querySelectorAll(".pg-menus *, .pg-editbar *, .pg-caption, .pg-bar-top *")) {
    const at = e.getBoundingClientRect();
    if (!at.width || e.tagName === "OPTION" || e.closest(".pg-code, svg")) continue;
    const inside = at.right <= box.right + 1 && at.bottom <= box.bottom + 1;
    if (!inside) faults.push(`${e.className} is cut`);
  }
  const tree = host.querySelector(".pg-tree").getBoundingClientRect();
  if (tree.height < 170) faults.push(`the tree is ${tree.height} px tall`);
  return faults;
}"""
