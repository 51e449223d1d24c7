"""The run-time listings of Srimani 1985, Appendix A: every list, every case, every leaf."""

import json
from pathlib import Path

import pytest

from tracer import record
from tracer.algorithms import ps_star, sss_star
from trees import catalogue, dewey, label

LISTING = json.loads((Path(__file__).parent / "appendix_a.json").read_text("utf-8"))
RUNS = {
    "sss": (sss_star, {"upper": 999}),
    "ps2": (ps_star, {"k": 2, "published": True, "lower": -99, "upper": 999}),
}


@pytest.fixture(params=RUNS)
def run(request):
    search, options = RUNS[request.param]
    return LISTING[request.param], record(search, catalogue.load("srimani-a1"), **options)


def as_printed(trace, i):
    """The lists as they stand before event `i`, a pop, and the case that acts."""
    frame, case = trace.frame(i), trace.events[i].case
    lists = {"open": [[label(n), s[0], h] for n, s, h in frame.open]}
    if trace.algorithm.search is ps_star:
        lists["backup"] = [[label(n), last, low, high] for n, last, low, high in frame.backup]
    return {"case": int(case) if case else None} | lists


def test_the_tree_holds_what_the_listings_fix():
    tree = catalogue.load("srimani-a1")
    assert (tree.root, tree.width, tree.depth) == ("MAX", 4, 3)
    for n, value in LISTING["leaves_fixed_by_the_listings"].items():
        assert tree.value(dewey(n)) == value
    for n, bound in LISTING["leaves_bounded_by_the_listings"].items():
        assert tree.value(dewey(n)) >= int(bound.removeprefix(">= "))


def test_every_list_and_every_case(run):
    listing, trace = run
    pops = [i for i, event in enumerate(trace.events) if event.kind == "pop"]
    assert [as_printed(trace, i) for i in pops] == listing


def test_value_and_leaves(run):
    _, trace = run
    assert trace.value == LISTING["minimax"] == 64
    assert trace.nbp == len(trace.leaves) == 19
    assert LISTING["nbp"] == {"sss": 19, "ps2": 19}


def test_ps_star_needs_less_room():
    tree = catalogue.load("srimani-a1")
    traces = {name: record(search, tree, **options) for name, (search, options) in RUNS.items()}
    peaks = {name: trace.frame(len(trace)).counters.peak_open for name, trace in traces.items()}
    assert peaks == {"sss": 16, "ps2": 4}
