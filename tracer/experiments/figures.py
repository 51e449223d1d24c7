"""Figures of Srimani (chapters 4 and 5) and Pantel (5 and 6), drawn again from our numbers.

The drawings are lost, so we chose which quantity goes on which axis.
"""

from collections.abc import Mapping, Sequence
from math import sqrt
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tracer.draw.types import WORKERS
from tracer.experiments.counting import search_named
from tracer.experiments.intervals import difference_factor
from tracer.experiments.model import mean_ratio, ratio
from tracer.experiments.nbp import Cell
from tracer.experiments.paces import Pace
from tracer.experiments.parallel import Run
from tracer.experiments.published import RATIOS, TABLES
from tracer.experiments.scaling import Growth, limit
from tracer.support.extras import needs
from trees.dewey import label
from trees.number import show_count

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


def figures_4(cells: Sequence[Cell], folder: str | Path) -> list[Path]:
    """NBP by order for each table (4.1-4.3 in the thesis), and storage by width (4.4)."""
    paths = []
    if cells[0].trees > 1:
        compared = [c for c in cells if c.published is not None and c.R < c.w]
        figure, axes = new_axes()
        figure.set_size_inches(7, 2 + 0.17 * len({_what(c) for c in compared}))
        draw_agreement(axes, compared)
        paths.append(save_figure(figure, folder, "agreement"))
    cells = [c for c in cells if c.root == cells[0].root]
    numbers = {"4.2": "figure-4.1", "4.3": "figure-4.2", "4.4": "figure-4.3"}
    for table in dict.fromkeys(c.table for c in cells):
        figure, axes = new_axes()
        draw_nbp(axes, [c for c in cells if c.table == table])
        paths.append(save_figure(figure, folder, numbers.get(table, f"nbp-table-{table}")))
    if len({c.w for c in cells if c.d == 4}) > 1:
        figure, axes = new_axes()
        draw_storage(axes, [c for c in cells if c.d == 4])
        paths.append(save_figure(figure, folder, "figure-4.4"))
    return paths


def draw_nbp(axes: "Axes", cells: Sequence[Cell]) -> None:
    """NBP by order R (p = 1): lines for our means, rings for the published ones."""
    cells = [c for c in cells if c.p == 1]
    for i, name in _numbered(cells):
        mine = sorted((c for c in cells if c.search == name), key=lambda c: c.R)
        axes.errorbar(
            *([c.R for c in mine], [c.nbp for c in mine]),
            yerr=[c.error for c in mine],
            **line_style(i, math_name(name)),
        )
        printed = {c.R: c.published for c in mine if c.published is not None}
        axes.plot(list(printed), list(printed.values()), **_ring(i))
    axes.set_xscale("log", base=2)
    axes.set_yscale("log")
    orders = sorted({c.R for c in cells})
    axes.set_xticks(orders, [str(R) for R in orders])
    axes.set(xlabel="order $R$ of the trees", ylabel="NBP (leaves evaluated)")
    trees = show_count(cells[0].trees, "tree")
    axes.set_title(f"$T({cells[0].w},{cells[0].d})$, {trees} per point; rings: Srimani 1985")
    axes.legend(loc="upper right", fontsize="small", frameon=False)


def draw_agreement(axes: "Axes", cells: Sequence[Cell]) -> None:
    """By how much our means differ from the printed ones, with the 95 % interval of a difference.

    Minimal trees, which have to be equal, are left out. Cells of different roots share a row.
    """
    cells = [c for c in cells if c.published is not None and c.R < c.w]
    rows = list(dict.fromkeys(map(_what, cells)))
    for i, root in enumerate(dict.fromkeys(c.root for c in cells)):
        mine = [c for c in cells if c.root == root]
        axes.errorbar(
            [100 * (c.nbp / (c.published or 1) - 1) for c in mine],
            [rows.index(_what(c)) + 0.3 * i for c in mine],
            xerr=[100 * difference_factor(c.trees) * c.error / (c.published or 1) for c in mine],
            fmt="os"[i],
            color=f"C{i}",
            markersize=4,
            label="roots drawn" if root is None else f"every root worth {root}",
        )
    axes.axvline(0, color="grey", linewidth=1)
    axes.set_yticks(range(len(rows)), rows)
    axes.set_ylim(len(rows), -1)
    axes.set(xlabel="ours minus printed, in % (bar: 95 % interval)")
    axes.legend(loc="lower center", bbox_to_anchor=(0.5, 1), ncols=2, frameon=False)


def _what(c: Cell) -> str:
    p = f", $p = {c.p}$" if c.p < 1 else ""
    return f"$T({c.w},{c.d})$, $R = {c.R}${p}, {math_name(c.search)}"


def math_name(search: str) -> str:
    """The title of a search, typeset."""
    return search_named(search)[0].replace("*", "$^*$")


def draw_storage(axes: "Axes", cells: Sequence[Cell]) -> None:
    """Storage by width: lines for our measurements, rings for the published sizes."""
    for i, name in _numbered(cells):
        by_width = {c.w: c for c in sorted(cells, key=lambda c: (c.w, c.size)) if c.search == name}
        sizes = [c.size for c in by_width.values()]
        axes.plot(list(by_width), sizes, **line_style(i, math_name(name)))
        printed = {w: c.published_size for w, c in by_width.items() if c.published_size}
        axes.plot(list(printed), list(printed.values()), **_ring(i))
    axes.set_yscale("log", base=2)
    axes.set_xticks(sorted({c.w for c in cells}))
    axes.set(xlabel="width $w$", ylabel="entries stored (OPEN + BACKUP, or the path)")
    axes.set_title("Storage on trees of depth 4; rings: Srimani 1985")
    axes.legend(loc="upper left", bbox_to_anchor=(1, 1), fontsize="small", frameon=False)


def _numbered(cells: Sequence[Cell]) -> list[tuple[int, str]]:
    """The searches in the cells, each with the number of its colour, which it has in all figures.

    They are in the order of the tables, from SSS* over more and more partitions to alpha-beta.
    """
    printed = {name for table in TABLES for name in table.nbp}
    known = sorted(printed, key=lambda name: (name == "alphabeta", len(name), name))
    found = dict.fromkeys(c.search for c in cells)
    numbered = enumerate(dict.fromkeys([*known, *found]))
    return [(i, name) for i, name in numbered if name in found]


def draw_schedule(axes: "Axes", run: Run) -> None:
    """Who searches which partition when; a job that was dropped ends in a cross."""
    workers = sorted({job.worker for job in run.jobs})
    for job in run.jobs:
        row, took = workers.index(job.worker), len(job.leaves)
        look = WORKERS.get(job.worker)
        colour = look.fill if look else "lightgrey"
        axes.barh(row, took, left=job.start, color=colour, edgecolor="black")
        name = label(job.children[0])
        if len(job.children) > 1:
            name += f"–{label(job.children[-1])}"
        words = f"{name} ×" if job.dropped else name
        axes.text(job.start + took / 2, row, words, ha="center", va="center", color="black")
    axes.set_yticks(range(len(workers)), [f"worker {worker}" for worker in workers])
    axes.invert_yaxis()
    axes.set(xlabel="time (leaves)")
    axes.set_title(f"work {run.work}, span {run.span} (×: dropped)")


def figures_5(folder: str | Path) -> list[Path]:
    """I(alpha-beta) / I(SSS*) by average branching factor: 5.3 by width, 5.4 by depth."""
    figure, axes = new_axes()
    draw_ratio(axes, [(w, 6) for w in RATIOS[6]], "$T({w},6)$")
    axes.set_title("Depth 6: how much SSS* saves, according to the recurrences")
    paths = [save_figure(figure, folder, "figure-5.3")]
    figure, axes = new_axes()
    draw_ratio(axes, [(8, d) for d in RATIOS if 8 in RATIOS[d]], "$T(8,{d})$")
    axes.set_title("Width 8: how much SSS* saves, according to the recurrences")
    return [*paths, save_figure(figure, folder, "figure-5.4")]


def draw_ratio(axes: "Axes", shapes: Sequence[tuple[int, int]], title: str) -> None:
    """The ratio for k + 1 = 1 … w, with a ring on each curve where k + 1 is closest to sqrt(w)."""
    for i, (w, d) in enumerate(shapes):
        ratios = [ratio(w, d, k) for k in range(w)]
        printed = f", printed {RATIOS[d][w]:.3f}" if w in RATIOS.get(d, {}) else ""
        name = f"{title.format(w=w, d=d)}: mean {mean_ratio(w, d):.3f}{printed}"
        axes.plot(range(1, w + 1), ratios, **line_style(i, name) | {"markersize": 3})
        root = round(sqrt(w))
        axes.plot([root], [ratios[root - 1]], **_ring(i))
    xlabel = r"average branching factor $k + 1$ (ring: closest to $\sqrt{w}$)"
    axes.set(xlabel=xlabel, ylabel=r"$I(\alpha\beta)\ /\ I(\mathrm{SSS}^*)$")
    axes.legend()


def figure_6_4(points: Mapping[str, int], published: Mapping[str, int], folder: str | Path) -> Path:
    """Figure 6.4 of Pantel 1997: the points of a tournament."""
    figure, axes = new_axes()
    draw_points(axes, points, published)
    return save_figure(figure, folder, "figure-6.4")


def draw_points(axes: "Axes", points: Mapping[str, int], published: Mapping[str, int]) -> None:
    """Two bars for each agent: the published points and ours."""
    for shift, hatch, name, bars in (
        (-0.2, "", "Pantel 1997", published),
        (0.2, "//", "ours", points),
    ):
        known = [(i, bars[agent]) for i, agent in enumerate(points) if agent in bars]
        places = [i + shift for i, _ in known]
        drawn = axes.bar(places, [p for _, p in known], 0.36, label=name, hatch=hatch)
        axes.bar_label(drawn)
    axes.set_xticks(range(len(points)), list(points))
    axes.set_ylabel("points")
    axes.margins(y=0.12)
    axes.legend()


def figures_5_and_6_1(paces: Sequence[Pace], folder: str | Path) -> list[Path]:
    """Figures 5.1 to 5.4 of Pantel 1997 (time by depth, for one agent each) and 6.1 (for all)."""
    paths = []
    agents = list(dict.fromkeys(p.agent for p in paces))
    for k, agent in enumerate(agents, 1):
        figure, axes = new_axes()
        draw_paces(axes, [p for p in paces if p.agent == agent], "seconds")
        paths.append(save_figure(figure, folder, f"pantel-5.{k}"))
    figure, (left, right) = new_axes(1, 2)
    draw_paces(left, paces, "seconds")
    draw_paces(right, paces, "visits")
    return [*paths, save_figure(figure, folder, "pantel-6.1")]


def draw_paces(axes: "Axes", paces: Sequence[Pace], what: str) -> None:
    """A curve for each agent: "seconds" or "visits" per move, by depth."""
    for i, name in enumerate(dict.fromkeys(p.agent for p in paces)):
        mine = [p for p in paces if p.agent == name]
        axes.plot([p.depth for p in mine], [getattr(p, what) for p in mine], **line_style(i, name))
    axes.set_yscale("log")
    axes.set_xticks(sorted({p.depth for p in paces}))
    words = {"seconds": "seconds per move", "visits": "visits per move"}
    axes.set(xlabel="depth of the search", ylabel=words[what])
    axes.legend()


def figures_scaling(growths: Sequence[Growth], folder: str | Path) -> list[Path]:
    """NBP and time by depth, one picture for each kind of tree and width."""
    paths = []
    for kind, w in dict.fromkeys((g.kind, g.w) for g in growths):
        figure, (left, right) = new_axes(1, 2)
        mine = [g for g in growths if (g.kind, g.w) == (kind, w)]
        for i, name in enumerate(dict.fromkeys(g.search for g in mine)):
            curve = sorted((g for g in mine if g.search == name), key=lambda g: g.d)
            depths = [g.d for g in curve]
            left.plot(depths, [g.nbp for g in curve], **line_style(i, math_name(name)))
            right.plot(depths, [g.seconds for g in curve], **line_style(i, math_name(name)))
        for axes, what in (left, "NBP (leaves evaluated)"), (right, "seconds per search"):
            axes.set_yscale("log")
            axes.set_xticks(sorted({g.d for g in mine}))
            axes.set(xlabel="depth $d$", ylabel=what, title=f"{kind} trees, width ${w}$")
        known = limit(kind, w, "alphabeta")
        if known:
            depths = sorted({g.d for g in mine})
            start = min(g.nbp for g in mine if g.d == depths[0])
            slope = [start * known ** (d - depths[0]) for d in depths]
            left.plot(depths, slope, "k:", label=f"known limit: factor {known:.2f} per level")
        names = left.get_legend_handles_labels()
        right.legend(*names, loc="upper left", bbox_to_anchor=(1, 1), frameon=False)
        paths.append(save_figure(figure, folder, f"scaling-{kind}-w{w}"))
    return paths


def check_matplotlib() -> None:
    """Raise an error if figures cannot be drawn: better before the experiment than after it."""
    needs("matplotlib", "lab")


def new_axes(rows: int = 1, columns: int = 1) -> tuple["Figure", Any]:
    """A figure and its axes: one, or an array of them."""
    size = (7 * columns, 5) if rows == 1 else (5 * columns, 3 * rows)
    figure = needs("matplotlib.figure", "lab").Figure(figsize=size, layout="constrained")
    needs("matplotlib.backends.backend_agg", "lab").FigureCanvasAgg(figure)
    return figure, figure.subplots(rows, columns)


def save_figure(figure: "Figure", folder: str | Path, name: str) -> Path:
    """Write a figure as PNG."""
    path = Path(folder) / f"{name}.png"
    path.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(path, dpi=120)
    return path


def line_style(i: int, name: str) -> dict[str, Any]:
    """The look of curve number i."""
    return {"color": f"C{i % 10}", "marker": "osD^v*"[i // 10], "markersize": 4, "label": name}


def _ring(i: int) -> dict[str, Any]:
    ring = {"marker": "o", "markersize": 10, "markerfacecolor": "none", "linestyle": "none"}
    return {"color": f"C{i % 10}", **ring}
