"""`plyglass bench stepping`: how quickly the player steps in JupyterLab.

For comparison, the usual way: an ipywidgets button that has the kernel render a new Graphviz SVG
into an `ipywidgets.HTML`. Both are timed in one notebook, in one headless Chromium, with motion on.
"""

import sys
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory

from playwright.sync_api import sync_playwright

from tests.helpers.lab import CHROMIUM, FLAGS, Jupyter, View
from tracer.algorithms import alphabeta, minimax
from tracer.player.payload import payload
from tracer.trace.trace import record
from trees.generate import iid

# Cells: record; play; the usual way.
RECORD = "trace = record(alphabeta, iid({w}, {d}, seed=1))"
USUAL = """
import pygraphviz
from trees.number import show_bounds

FILL = {"evaluated": "lightblue", "solved": "lightblue", "cut off": "grey90"}
picture, button, at = ipywidgets.HTML(), ipywidgets.Button(description="forward"), 0

def forward(_=None):
    global at
    at += 1
    frame, graph = trace.frame(at), pygraphviz.AGraph(directed=True)
    for n in trace.tree.nodes():
        known = frame.known(n)
        color = "red" if n == frame.node else "black"
        graph.add_node(label(n), label=show_bounds(known.low, known.high), color=color,
                       shape="square" if trace.tree.is_max(n) else "circle", style="filled",
                       fillcolor=FILL.get(known.status, "white"))
        if n:
            graph.add_edge(label(n[:-1]), label(n))
    picture.value = graph.draw(format="svg", prog="dot").decode()

button.on_click(forward)
forward()
picture.add_class("usual")
ipywidgets.VBox([button, picture])
"""
EDITABLE = "play(trace, editable=True)"
CLOCK = (Path(__file__).parent / "stepping.js").read_text("utf-8")


def main() -> int:
    """Print the tables, with the bars to compare them with."""
    print("payload  " + "  ".join(_sizes()))
    with sync_playwright() as playwright, TemporaryDirectory() as folder:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        jupyter = Jupyter(Path(folder), browser)
        try:
            for w, d, usual, bars in (
                (
                    4,
                    3,
                    20,
                    {"painted": "≤ an empty frame + 10", "ratio": "≥ 4 ×", "first": "≤ 700"},
                ),
                (8, 4, 2, {"painted": "≤ 50", "ratio": "≥ 50 ×", "first": "≤ 1500"}),
            ):
                _report(jupyter, w, d, usual, bars)
        finally:
            jupyter.stop()
            browser.close()
    return 0


def _sizes() -> list[str]:
    sizes = []
    for w, d in ((4, 3), (8, 4)):
        for search in (minimax, alphabeta):
            size = len(payload(record(search, iid(w, d, seed=1))).encode())
            sizes.append(f"{search.__name__} T({w},{d}) {size / 1e6:.2f} MB")
    return sizes


def _report(jupyter: Jupyter, w: int, d: int, usual: int, bars: dict[str, str]) -> None:
    edited = [EDITABLE] if w**d < 100 else []  # larger trees are not edited by hand
    view = jupyter.lab(RECORD.format(w=w, d=d), "play(trace)", USUAL, *edited, run=False)
    first = _first_paint(view)
    sent = len(view.sent)
    times = view.page.evaluate("pgBench.player(120, 100)")
    sent = len(view.sent) - sent
    if not times["moved"]:
        raise RuntimeError("nothing moved: the bars are for steps with motion")
    view.run("run-cell-and-select-next")
    view.page.locator(".usual svg").wait_for()
    slow = median(view.page.evaluate("n => pgBench.usual(n)", usual))
    dom = [t[0] for t in times["click"]]
    series = ("empty", "click", "dot", "haste", "repeat", "slide")
    empty, painted, dot, haste, repeat, slide = ([t[1] for t in times[k]] for k in series)
    rows = [
        ("click to changed DOM", f"{median(dom):.2f}", f"p95 {_p95(dom):.2f}", "p95 ≤ 4"),
        ("an empty frame", f"{median(empty):.1f}", "", ""),
        ("click to painted", f"{median(painted):.1f}", f"p95 {_p95(painted):.1f}", bars["painted"]),
        ("the same while the last step moves", f"{median(haste):.1f}", "", ""),
        ("a dot instead, while another moves", f"{median(dot):.1f}", "", ""),
        ("repeated key to painted, no motion", f"{median(repeat):.1f}", "", ""),
        ("slider jump", f"{median(slide):.1f}", f"p95 {_p95(slide):.1f}", "≤ 50"),
        ("play(trace) to first paint", f"{first:.0f}", "", bars["first"]),
        ("the usual way, click to painted", f"{slow:.0f}", "", ""),
        ("the usual way / the player", f"{slow / median(painted):.1f} ×", "", bars["ratio"]),
        ("messages to the kernel", f"{sent}", "", "0"),
    ]
    if edited:
        view.run("run-cell-and-select-next")
        view.players(2)
        live = view.page.evaluate("pgBench.edit(40)")
        spread = f"p95 {_p95(live):.0f}"
        what = "edit, key to painted, with the kernel"
        rows.insert(-1, (what, f"{median(live):.0f}", spread, "≤ 100"))
    print(f"\nalphabeta on T({w},{d}): milliseconds with motion on, median")
    for what, value, spread, bar in rows:
        print(f"  {what:38}{value:>9}  {spread:12}{bar}")
    view.page.close()


def _first_paint(view: View) -> float:
    """Run the cells up to `play(trace)`, and time the last one."""
    for _ in range(2):
        view.run("run-cell-and-select-next")
    view.page.evaluate(CLOCK)
    view.run("run-cell-and-select-next")
    return float(view.page.evaluate("pgBench.first()"))


def _p95(times: list[float]) -> float:
    return quantiles(times, n=20)[-1]


if __name__ == "__main__":
    sys.exit(main())
