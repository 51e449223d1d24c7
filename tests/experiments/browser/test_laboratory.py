"""The laboratory in JupyterLab: curves that grow, knobs, stop, and what can be taken away."""

import csv
import json
from pathlib import Path

from playwright.sync_api import Locator, expect

from tests.helpers.lab import Jupyter, View

MAKE = "from tracer.experiments.laboratory import laboratory, readings\nlab = laboratory({})\nlab"
# Texts that lie on each other, outside, or on a curve's mark; the legend stands above the charts.
CLASHES = """() => {
  const picture = document.querySelector(".pg-lab-picture"), faults = [];
  const box = (e) => e.getBoundingClientRect(), all = (what) => [...picture.querySelectorAll(what)];
  const meet = (a, b) => a.left < b.right - 1 && b.left < a.right - 1
    && a.top < b.bottom - 1 && b.top < a.bottom - 1;
  const texts = all("text"), { left, right, bottom } = box(picture);
  for (const [i, text] of texts.entries()) {
    const at = box(text), others = [...texts.slice(i + 1), ...all(".pg-plot-chart .pg-plot-mark")];
    for (const other of others) {
      if (meet(at, box(other))) faults.push([text.textContent, other.textContent]);
    }
    if (at.left < left || at.right > right || at.bottom > bottom) faults.push(text.textContent);
  }
  return [all(".pg-plot-chart").length, faults];
}"""


def opened(jupyter: Jupyter, setup: str, **options: object) -> tuple[View, Locator]:
    view = jupyter.lab(MAKE.format(setup), **options)
    return view, view.page.locator(".pg-lab")


def knob(lab: Locator, name: str, value: str) -> None:
    box = lab.locator(f'input[data-name="{name}"]')
    box.fill(value)
    box.press("Enter")


def button(lab: Locator, name: str) -> Locator:
    return lab.get_by_role("button", name=name, exact=True)


def test_turn_knobs_stop_and_take_the_numbers_away(jupyter: Jupyter, tmp_path: Path) -> None:
    size = {"width": 1280, "height": 720}
    view, lab = opened(jupyter, "w=4, d=2, k=2, trees=3", viewport=size)
    page, state = view.page, lab.locator(".pg-lab-state")
    expect(state).to_have_text("3 trees at each point.")
    expect(lab.locator(".pg-plot-hit")).to_have_count(2 * 9)  # three searches, three orders, twice
    expect(lab.locator(".pg-plot-band")).to_have_count(3)  # storage has no spread
    assert page.evaluate(CLASHES) == [2, []]
    assert lab.evaluate(
        "e => [e.scrollHeight - e.clientHeight, e.scrollWidth - e.clientWidth]"
    ) == [0, 0]

    knob(lab, "d", "0")  # refused: nothing changes
    expect(lab.get_by_role("alert")).to_have_text(
        "the depth must be a whole number from 1 to 24, not 0"
    )
    expect(lab.locator('input[data-name="d"]')).to_have_value("2")
    expect(lab.locator('input[data-name="d"]')).to_have_attribute("aria-invalid", "")
    expect(state).to_have_text("3 trees at each point.")

    lab.get_by_label("Scout").check()
    knob(lab, "w", "8")
    knob(lab, "trees", "5")
    lab.locator('select[data-name="along"]').select_option("k")
    lab.locator('select[data-name="R"]').select_option("2")
    expect(state).to_have_text("5 trees at each point.")
    expect(lab.locator(".pg-plot-hit")).to_have_count(2 * 16)
    assert page.evaluate(CLASHES) == [2, []]

    with page.expect_download() as download:
        button(lab, "Save CSV").click()
    download.value.save_as(tmp_path / "laboratory.csv")
    rows = list(csv.DictReader((tmp_path / "laboratory.csv").open()))
    setup = "along='k', w=8, d=2, R=2, searches=['alphabeta', 'ps_star', 'sss_star', 'scout']"
    code = f"import json; print(json.dumps([r._asdict() for r in readings({setup}, trees=5)]))"
    found = json.loads(view.execute(code))
    assert [(r["search"], float(r["x"]), float(r["nbp"]), r["printed_nbp"]) for r in rows] == [
        (r["search"], r["x"], r["nbp"], "") for r in found
    ]

    with page.expect_download() as download:
        button(lab, "Save PNG").click()
    download.value.save_as(tmp_path / "laboratory.png")
    picture = (tmp_path / "laboratory.png").read_bytes()
    assert picture.startswith(b"\x89PNG") and picture[16:24].hex() == "00000898000003c0"
    assert len(picture) > 20_000, "not a blank page"

    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    button(lab, "Copy code").click()
    expect(button(lab, "Copied")).to_be_visible()
    assert "laboratory(along='k', w=8, d=2, R=2, searches=" in page.evaluate(
        "navigator.clipboard.readText()"
    )
    button(lab, "Numbers").click()
    expect(lab.locator("tbody tr")).to_have_count(16)
    expect(lab.locator("tbody tr").first.locator("td").nth(1)).to_have_text("Alpha-beta")
    assert view.errors == []
    page.close()


def test_a_long_run_is_watched_stopped_and_gone_on_with(jupyter: Jupyter) -> None:
    size = {"width": 1440, "height": 900}
    view, lab = opened(jupyter, "along='d', w=2, R=None, k=2, trees=9999", viewport=size, dark=True)
    page, state = view.page, lab.locator(".pg-lab-state")
    expect(lab.locator(".pg-plot-hit").nth(12)).to_be_attached()  # while the rest is on its way
    box = lab.locator('input[data-name="seed"]')
    box.fill("12")  # not finished yet: no update takes it away
    before = lab.locator("progress").get_attribute("value")
    expect(lab.locator("progress")).not_to_have_attribute("value", before or "")
    expect(box).to_have_value("12")
    box.fill("1")
    button(lab, "Stop").click()
    expect(state).to_contain_text("Stopped")
    view.execute("")  # what was asked for before has been answered
    stopped = lab.locator("progress").get_attribute("value")
    assert view.execute("print(lab._sampling.searched)").strip() == stopped, "nothing runs on"
    assert page.evaluate(CLASHES) == [2, []]
    assert lab.evaluate("e => getComputedStyle(e).colorScheme") == "dark"
    button(lab, "Go on").click()
    expect(lab.locator("progress")).not_to_have_attribute("value", stopped or "")
    assert view.execute("print(6 * 7)").strip() == "42", "other cells run in between"
    button(lab, "Stop").click()
    expect(state).to_contain_text("Stopped")
    assert view.errors == []
    page.close()


def test_a_kernel_that_is_gone_is_named(jupyter: Jupyter) -> None:
    view, lab = opened(jupyter, "w=4, d=2, k=2, trees=2")
    expect(lab.locator(".pg-lab-state")).to_have_text("2 trees at each point.")
    view.page.evaluate(
        "jupyterapp.shell.currentWidget.context.sessionContext.session.kernel.shutdown()"
    )
    knob(lab, "trees", "3")
    expect(lab.locator(".pg-lab-state")).to_contain_text("The kernel does not answer")
    expect(lab.locator(".pg-plot-hit")).to_have_count(18)  # what was measured stays
    view.page.close()
