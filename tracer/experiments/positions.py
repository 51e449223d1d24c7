"""What a table keyed by position saves on Pear, and what iterative deepening adds to that."""

from collections.abc import Iterable, Mapping, Sequence
from statistics import median
from typing import TYPE_CHECKING, Any

from tracer.algorithms.alphabeta import alphabeta
from tracer.algorithms.alphabeta_table import alphabeta_table
from tracer.algorithms.deepening import iterative_deepening
from tracer.algorithms.registry import Search
from tracer.experiments.counting import count
from tracer.experiments.openings import opening
from trees.games import Pear, game_tree

if TYPE_CHECKING:
    from matplotlib.axes import Axes

Costs = Mapping[str, Sequence[float]]


def relative_costs(seeds: Iterable[int], depth: int) -> Costs:
    """The leaves that searches evaluate from random openings, relative to plain alpha-beta."""
    ways: dict[str, tuple[Search, dict[str, Any]]] = {
        "a table": (alphabeta_table, {}),
        "deepening": (iterative_deepening, {"depth": depth}),
        "both": (iterative_deepening, {"depth": depth, "search": alphabeta_table}),
    }
    costs: dict[str, list[float]] = {name: [] for name in ways}
    for seed in seeds:
        tree = game_tree(Pear(), opening(seed), depth)
        plain = count(alphabeta, tree).evaluations
        for name, (search, options) in ways.items():
            costs[name].append(count(search, tree, **options).evaluations / plain)
    return costs


def draw_costs(axes: "Axes", costs: Costs) -> None:
    """One dot for each opening, and a bar at the median; left of 1 is cheaper than alpha-beta."""
    for k, ratios in enumerate(costs.values()):
        spread = [k + 0.5 * ((7 * i) % 11 / 10 - 0.5) for i in range(len(ratios))]
        axes.plot(ratios, spread, "o", color="#0072b2", alpha=0.45, markersize=5)
        middle = median(ratios)
        axes.plot([middle, middle], [k - 0.36, k + 0.36], color="#b84a00", linewidth=3)
        axes.annotate(f"{middle:.2f}", (middle, k - 0.38), ha="center", va="bottom")
    axes.axvline(1, color="black", linewidth=1)
    axes.set_xscale("log")
    axes.set_xticks([0.25, 0.5, 1, 2], ["¼", "½", "1", "2"])
    axes.minorticks_off()
    axes.set_yticks(range(len(costs)), list(costs))
    axes.set_ylim(len(costs) - 0.5, -0.8)  # the first one on top
    axes.set_xlabel("leaves, relative to plain alpha-beta from the same opening")
