"""Figures over the steps of a search: how its bounds close in, and how much it stores."""

from collections.abc import Iterable
from math import inf, isfinite, nan
from typing import Any, NamedTuple

from tracer.log.events import Evaluate, NewHorizon, Pop, Test
from tracer.support.extras import needs
from tracer.trace.change import Call
from tracer.trace.trace import Trace
from trees.dewey import ROOT
from trees.number import Number

# The colours of Okabe and Ito, which are safe for colour-blind readers; dashes differ as well.
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00")
QUIET = "#616161"
DASHES = {"OPEN": "-", "BACKUP": "--", "stack": "-.", "table": ":"}


class Closing(NamedTuple):
    """Numbers at the start and after each step; NaN where there is none.

    The value of the root is between `low` and `high`; in the visit in progress, only values
    between `alpha` and `beta` matter, from MAX's point of view.
    """

    low: list[float]
    high: list[float]
    alpha: list[float]
    beta: list[float]


def closing(trace: Trace) -> Closing:
    """How the bounds of a search close in on the value of the root.

    The bounds combine what is proven about the root with the window it is searched with. In a
    best-first search, the merit of the state popped from OPEN bounds the root, from above if the
    search looks for a solution tree of MAX, otherwise from below; with BACKUP, the root's entry
    there gives the bounds.
    """
    found = Closing([-inf], [inf], [nan], [nan])
    proven = given = by_lists = _ANY  # what is known about the root, from three sources
    entries = 0  # in BACKUP
    for change, stack in zip(trace.changes, trace.timeline.stacks[1:], strict=True):
        taken = change.event
        if isinstance(taken, NewHorizon):
            by_lists = _ANY
        if isinstance(taken, Pop) and not entries and not stack:  # OPEN of the root, not of a stage
            above = trace.timeline.algorithm.solves == "MAX"
            by_lists = _both(by_lists, (-inf, taken.merit) if above else (taken.merit, inf))
        entries += _more((old, new) for _, old, new in change.backup)
        for n, _, phase in change.backup:
            if n == ROOT and phase is not None:
                by_lists = _both(by_lists, (phase.low, phase.high))
        for n, _, known in change.nodes:
            if n == ROOT:
                proven = known.low, known.high
        window = _window(trace, stack[0]) if stack else (nan, nan)
        if not stack:
            given = _ANY
        elif stack[0].node == ROOT:
            given = _ANY if stack[0].relation or stack[0].crossed else window
        low, high = _both(_both(proven, given), by_lists)
        for series, number in zip(found, (low, high, *window), strict=True):
            series.append(float(number))
    return found


Interval = tuple[Number, Number]
_ANY: Interval = (-inf, inf)


def _both(a: Interval, b: Interval) -> Interval:
    return max(a[0], b[0]), min(a[1], b[1])


def _window(trace: Trace, call: Call) -> Interval:
    """The window of a visit from MAX's point of view; NaN once its bounds have crossed."""
    if call.crossed:
        return nan, nan
    if trace.timeline.algorithm.negates and not trace.tree.is_max(call.node):
        return -call.beta, -call.alpha
    return call.alpha, call.beta


def _more(pairs: Iterable[tuple[object, object]]) -> int:
    """How many entries a change adds, minus how many it removes."""
    return sum((new is not None) - (old is not None) for old, new in pairs)


def sizes(trace: Trace) -> dict[str, list[int]]:
    """How many entries OPEN, BACKUP, the stack and the table have after each step."""
    found: dict[str, list[int]] = {name: [0] for name in DASHES}
    for change in trace.changes:
        grown = (
            _more((old, new) for _, old, new in change.open),
            _more((old, new) for _, old, new in change.backup),
            _more([change.call or (None, None)]),
            _more((old, new) for _, old, new in change.table),
        )
        for totals, more in zip(found.values(), grown, strict=True):
            totals.append(totals[-1] + more)
    return found


def window_figure(trace: Trace) -> Any:
    """Plot how the bounds close in over the steps, with leaves and cutoffs (matplotlib)."""
    _check(trace)
    figure, axes = _axes()
    found = closing(trace)
    steps = range(len(trace) + 1)
    leaves = [
        (i, float(taken.value))
        for i, taken in enumerate(trace.events, 1)
        if isinstance(taken, Evaluate | Test)
    ]
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
            label="window of this visit",
        )
    axes.step(steps, high, where="post", color=COLOURS[1], linestyle="--", label="upper bound")
    axes.step(steps, low, where="post", color=COLOURS[0], label="lower bound")
    if leaves:
        axes.plot(*zip(*leaves, strict=True), ".", color=QUIET, markersize=5, label="leaf")
    cuts = sorted(trace.cutoffs)
    if cuts:
        at = [floor * 0.96 + ceiling * 0.04] * len(cuts)
        axes.plot(cuts, at, "x", color="black", markersize=6, label="cutoff")
    _infinities(axes, floor, ceiling, found)
    axes.set(title=trace.title, xlabel="step", ylabel="value of the root")
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
    """Plot how OPEN, BACKUP, the stack and the table grow over the steps (matplotlib)."""
    if not traces:
        raise ValueError("growth_figure needs at least one trace")
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
    title = traces[0].title if len(traces) == 1 else "Storage used by the searches"
    axes.set(title=title, xlabel="step", ylabel="entries")
    axes.set_ylim(bottom=0)
    axes.yaxis.get_major_locator().set_params(integer=True)
    if axes.lines:
        axes.legend(loc="upper left", bbox_to_anchor=(1, 1), frameon=False)
    return figure


def _check(trace: object) -> None:
    if not isinstance(trace, Trace):
        raise TypeError(f"trace must be a Trace, as returned by record, not {trace!r}")


def _axes() -> tuple[Any, Any]:
    """A figure that a notebook shows only as the value of a cell, not a second time."""
    plt = needs("matplotlib.pyplot", "lab")
    figure, axes = plt.subplots(figsize=(8.5, 3.4), layout="constrained")
    plt.close(figure)
    axes.spines[["top", "right"]].set_visible(False)
    axes.margins(x=0.01)
    return figure, axes
