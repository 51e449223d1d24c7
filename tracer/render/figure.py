"""Figures over the steps of a search: how its bounds close, and what it has to remember."""

from math import inf, isfinite, nan
from typing import Any, NamedTuple

from tracer.events import EVALUATE, POP
from tracer.render.film import cut_steps
from tracer.replay import Call, Replay
from tracer.trace import Trace
from trees.dewey import ROOT
from trees.number import Number

# Okabe and Ito's colours, told apart by everyone; lines differ in dash as well.
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00")
QUIET = "#616161"
DASHES = {"OPEN": "-", "BACKUP": "--", "stack": "-.", "table": ":"}


class Closing(NamedTuple):
    """Numbers after each step, the start included; NaN where there is none.

    The value of the root is looked for between `low` and `high`; the visit under way has the
    window from `alpha` to `beta`, as MAX sees it.
    """

    low: list[float]
    high: list[float]
    alpha: list[float]
    beta: list[float]


def closing(trace: Trace) -> Closing:
    """How the bounds of a search close.

    Bounds are what is proven of the root and the window given for it; SSS* bounds the root by
    the first merit in OPEN, from above, DUAL* from below, and PS* by its phase in BACKUP.
    """
    replay = Replay(trace.tree, negates=trace.algorithm.negates)
    found = Closing([-inf], [inf], [nan], [nan])
    least, most = -inf, inf  # by OPEN and BACKUP
    for step in trace.steps:
        replay.advance(step)
        if step[0] == POP and trace.algorithm.name == "sss_star":
            most = min(most, step[3])
        if step[0] == POP and trace.algorithm.name == "dual_star":
            least = max(least, step[3])
        if ROOT in replay.backup:
            least = max(least, replay.backup[ROOT].low)
            most = min(most, replay.backup[ROOT].high)
        low, high = _root(replay)
        found.low.append(max(low, least))
        found.high.append(min(high, most))
        alpha, beta = _window(replay, replay.stack[0]) if replay.stack else (nan, nan)
        if alpha > beta:  # closed: a cutoff follows
            alpha = beta = nan
        found.alpha.append(alpha)
        found.beta.append(beta)
    return found


def _root(replay: Replay) -> tuple[float, float]:
    bounds: list[tuple[Number, Number]] = [(-inf, inf)]
    if ROOT in replay.nodes:
        bounds.append((replay.nodes[ROOT].low, replay.nodes[ROOT].high))
    stack = replay.stack
    while stack:
        call, stack = stack
        if call.node == ROOT and not call.relation:
            bounds.append(_window(replay, call))
    return float(max(low for low, _ in bounds)), float(min(high for _, high in bounds))


def _window(replay: Replay, call: Call) -> tuple[float, float]:
    if replay.negates and not replay.tree.is_max(call.node):
        return float(-call.beta), float(-call.alpha)
    return float(call.alpha), float(call.beta)


def sizes(trace: Trace) -> dict[str, list[int]]:
    """How many entries OPEN, BACKUP, the stack and the table have after each step."""
    replay = Replay(trace.tree, negates=trace.algorithm.negates)
    found: dict[str, list[int]] = {name: [0] for name in DASHES}
    for step in trace.steps:
        replay.advance(step)
        now = len(replay.open), len(replay.backup), replay.depth, len(replay.table)
        for name, size in zip(found, now, strict=True):
            found[name].append(size)
    return found


def window_figure(trace: Trace) -> Any:
    """A matplotlib figure of how the bounds close over the steps, with leaves and cutoffs."""
    _check(trace)
    figure, axes = _axes()
    found = closing(trace)
    steps = range(len(trace) + 1)
    leaves = [(i, float(s[2])) for i, s in enumerate(trace.steps, 1) if s[0] == EVALUATE]
    numbers = [x for x in (*found.low, *found.high, *(v for _, v in leaves)) if isfinite(x)]
    bottom, top = min(numbers, default=0.0), max(numbers, default=0.0)
    pad = (top * 0.12 - bottom * 0.12) or 1.0
    floor, ceiling = bottom - pad, top + pad

    def clipped(values: list[float]) -> list[float]:
        return [x if x != x else min(max(x, floor), ceiling) for x in values]

    low, high = clipped(found.low), clipped(found.high)
    if any(x == x for x in found.alpha):
        axes.fill_between(
            steps,
            clipped(found.alpha),
            clipped(found.beta),
            step="post",
            color=COLOURS[4],
            alpha=0.35,
            linewidth=0.8,
            label="window of the visit",
        )
    axes.step(steps, high, where="post", color=COLOURS[1], linestyle="--", label="upper bound")
    axes.step(steps, low, where="post", color=COLOURS[0], label="lower bound")
    if leaves:
        axes.plot(*zip(*leaves, strict=True), ".", color=QUIET, markersize=5, label="leaf")
    cuts = cut_steps(trace)
    if cuts:
        at = [floor * 0.96 + ceiling * 0.04] * len(cuts)
        axes.plot(cuts, at, "x", color="black", markersize=6, label="cutoff")
    _infinities(axes, floor, ceiling, found)
    axes.set(title=trace.title, xlabel="step", ylabel="value at the root")
    axes.legend(loc="upper left", bbox_to_anchor=(1, 1), frameon=False)
    return figure


def _infinities(axes: Any, floor: float, ceiling: float, found: Closing) -> None:
    """Mark where infinite bounds are drawn."""
    ticks = [t for t in axes.get_yticks() if floor * 0.98 + ceiling * 0.02 < t]
    ticks = [t for t in ticks if t < ceiling * 0.98 + floor * 0.02]
    names = [f"{t:g}".replace("-", "−") for t in ticks]
    for at, bound, name in (floor, -inf, "−∞"), (ceiling, inf, "∞"):
        if any(bound in series for series in found):
            ticks.append(at)
            names.append(name)
    axes.set_yticks(ticks, names)
    axes.set_ylim(floor * 1.02 - ceiling * 0.02, ceiling * 1.02 - floor * 0.02)


def growth_figure(*traces: Trace) -> Any:
    """A matplotlib figure of how OPEN, BACKUP, the stack and the table grow over the steps."""
    if not traces:
        raise ValueError("no trace was given: pass one or more")
    for trace in traces:
        _check(trace)
    figure, axes = _axes()
    for k, trace in enumerate(traces):
        for name, values in sizes(trace).items():
            if any(values):
                axes.step(
                    range(len(values)),
                    values,
                    where="post",
                    color=COLOURS[k % len(COLOURS)],
                    linestyle=DASHES[name],
                    label=f"{trace.title}: {name}" if len(traces) > 1 else name,
                )
    title = traces[0].title if len(traces) == 1 else "What searches remember"
    axes.set(title=title, xlabel="step", ylabel="entries")
    axes.set_ylim(bottom=0)
    axes.yaxis.get_major_locator().set_params(integer=True)
    if axes.lines:
        axes.legend(loc="upper left", bbox_to_anchor=(1, 1), frameon=False)
    return figure


def _check(trace: object) -> None:
    if not isinstance(trace, Trace):
        raise TypeError(f"{trace!r} is not a trace: record one first")


def _axes() -> tuple[Any, Any]:
    """A figure that a notebook shows once, where it is the value of a cell."""
    try:
        import matplotlib.pyplot as plt
    except ImportError:
        raise ImportError(
            "the figure needs the package matplotlib, which is not installed here: "
            "pip install matplotlib"
        ) from None
    figure, axes = plt.subplots(figsize=(8.5, 3.4), layout="constrained")
    plt.close(figure)
    axes.spines[["top", "right"]].set_visible(False)
    axes.margins(x=0.01)
    return figure, axes
