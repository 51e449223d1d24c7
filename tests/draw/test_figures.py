"""Figures over the steps: the data are those of the frames."""

import sys
from math import inf

import pytest

from tests.helpers.generated import ANY, EXACT, value_of
from tracer import record
from tracer.algorithms import alphabeta, iterative_deepening, mtd_f, ps_star, sss_star
from tracer.draw.figure import closing, growth_figure, sizes, window_figure
from trees import catalogue, from_nested, iid

TREE = catalogue.load("srimani-a1")


@pytest.mark.parametrize("name", sorted(ANY))
def test_sizes_are_those_of_the_frames(name):
    search, options = ANY[name]
    trace = record(search, from_nested([[3, [1, 2]], [0, 5], [[4, 4], 1]]), **options)
    found = sizes(trace)
    for i in range(len(trace) + 1):
        frame = trace.frame(i)
        now = [found[what][i] for what in ("OPEN", "BACKUP", "stack", "table")]
        lists = (frame.open, frame.backup, frame.stack, frame.table)
        assert now == [len(what) for what in lists]


@pytest.mark.parametrize("name", sorted(set(EXACT) - {"solve"}))  # a win needs no proof by leaves
@pytest.mark.parametrize("root", ["MAX", "MIN"])
def test_bounds_close_on_the_value(name, root):
    search, options = EXACT[name]
    for seed in range(4):
        tree = iid(3, 3, seed=seed, root=root)
        value = value_of(tree)
        found = closing(record(search, tree, **options))
        assert found.low == sorted(found.low)
        assert found.high == sorted(found.high, reverse=True)
        assert all(low <= value <= high for low, high in zip(found.low, found.high, strict=True))
        assert (found.low[0], found.high[0]) == (-inf, inf)
        assert found.low[-1] == found.high[-1] == value


@pytest.mark.parametrize("search", [alphabeta, sss_star, mtd_f])
def test_a_new_horizon_begins_with_no_bounds(search):
    tree = iid(3, 3, seed=2)
    static = lambda n: 200 + sum(n)  # noqa: E731 - far from the leaves
    trace = record(iterative_deepening, tree, depth=3, search=search, evaluate=static)
    found = closing(trace)
    horizons = [i for i, taken in enumerate(trace.events, 1) if taken.kind == "horizon"]
    assert len(horizons) == 3
    assert all((found.low[i], found.high[i]) == (-inf, inf) for i in horizons)
    assert found.low[-1] == found.high[-1] == value_of(tree)


def test_the_window_is_that_of_the_visit():
    trace = record(alphabeta, TREE)
    found = closing(trace)
    for i in range(len(trace) + 1):
        window = trace.frame(i).window
        if window and window[0] < window[1]:  # not once it has crossed
            assert (found.alpha[i], found.beta[i]) == window
        else:
            assert found.alpha[i] != found.alpha[i]


@pytest.mark.parametrize("search", [alphabeta, sss_star, ps_star])
def test_the_window_figure_shows_bounds_leaves_and_cutoffs(search):
    trace = record(search, TREE)
    axes = window_figure(trace).axes[0]
    lines = {line.get_label(): line for line in axes.lines}
    assert list(lines["leaf"].get_ydata()) == [TREE.value(n) for n in trace.leaves]
    assert list(lines["cutoff"].get_xdata()) == sorted(trace.cutoffs)
    assert lines["lower bound"].get_ydata()[-1] == trace.value
    assert {"∞", "−∞"} <= {text.get_text() for text in axes.get_yticklabels()}
    assert axes.get_title() == trace.title


def test_the_growth_figure_overlays_traces():
    traces = [record(sss_star, TREE), record(ps_star, TREE, k=2), record(alphabeta, TREE)]
    axes = growth_figure(*traces).axes[0]
    names = [line.get_label() for line in axes.lines]
    lists = [(0, "OPEN"), (1, "OPEN"), (1, "BACKUP"), (2, "stack")]
    assert names == [f"{traces[k].title}: {what}" for k, what in lists]
    assert list(axes.lines[0].get_ydata()) == sizes(traces[0])["OPEN"]
    assert max(axes.lines[0].get_ydata()) == traces[0].frame(len(traces[0])).counters.peak_open
    looks = {(line.get_color(), line.get_linestyle()) for line in axes.lines}
    assert len(looks) == len(names)


@pytest.mark.parametrize("nested", [5, [1e300, -1e300], [2, 2]])
@pytest.mark.parametrize("search", [alphabeta, sss_star])
def test_odd_trees_have_figures(nested, search):
    trace = record(search, from_nested(nested))
    for figure in window_figure(trace), growth_figure(trace):
        figure.canvas.draw()


def test_bad_input_and_a_missing_package_are_said(monkeypatch):
    with pytest.raises(TypeError, match="must be a Trace"):
        window_figure(TREE)
    with pytest.raises(TypeError, match="must be a Trace"):
        growth_figure(TREE)
    with pytest.raises(ValueError, match="at least one trace"):
        growth_figure()
    monkeypatch.setitem(sys.modules, "matplotlib.pyplot", None)
    with pytest.raises(ImportError, match="needs matplotlib"):
        window_figure(record(alphabeta, TREE))
