"""Pictures fit: no two texts overlap, nothing sticks out, values fit into their nodes."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.helpers.drawn import faults
from tests.helpers.generated import ANY, ragged
from tracer import record
from tracer.algorithms import alphabeta, mtd_f, ps_star, scout, sss_star
from tracer.draw.dot import svg
from tracer.draw.filmstrip import filmstrip
from trees import Tree, catalogue, from_nested, iid

SEARCHES = {
    "alphabeta": (alphabeta, {}),
    "scout": (scout, {}),
    "sss_star": (sss_star, {}),
    "ps_star": (ps_star, {"sizes": [1, 2]}),
    "mtd_f": (mtd_f, {}),
}
LONG = {
    (): "Opening gambit declined",
    (1,): "Attack on the king's side",
    (1, 1): "Sacrifice of the exchange",
    (1, 2): "Retreat",
    (2,): "Defend",
    (2, 1): "Counterattack in the centre",
    (2, 2, 2): "Short, after which nothing much happens for a long time",
}
DEEP = {(1, 1): -123456, (1, 2): 0.123456789, (2, 1): 100000, (2, 2, 1): 12, (2, 2, 2): -7}
TREES = {
    "big": from_nested([[[-123456, 123456], [100000, 7]], [[0.123456789, -5], [3, 99999]]]),
    "named": Tree(DEEP, names=LONG),
    "ragged": from_nested([4, [[7, [1.5, -22222]], 3], [[[[9]]]]], root="MIN"),
    "one": from_nested(5),
    "chain": from_nested([[[[[[[[123456.75]]]]]]]]),
    "wide": from_nested(list(range(-20, 25))),
    "T(3,3)": iid(3, 3, seed=4, low=-999, high=999),
    "T(4,3)": iid(4, 3, seed=4),
    "T(2,6)": iid(2, 6, seed=2),
    "T(8,4)": iid(8, 4, seed=1),
}


def spread(trace, parts):
    """Frames spread over a search, its cutoffs among them."""
    cuts = sorted(trace.cutoffs)
    steps = {len(trace) * k // parts for k in range(parts + 1)}
    return sorted(steps | set(cuts[:: max(1, len(cuts) // parts)]))


@pytest.mark.parametrize("name", TREES)
@pytest.mark.parametrize("search", ["alphabeta", "ps_star"])
def test_odd_trees_fit(name, search):
    run, options = SEARCHES[search]
    trace = record(run, TREES[name], max_events=1000, **options)
    for i in {len(trace) // 2, *list(trace.cutoffs)[-1:]}:
        assert faults(svg(trace.frame(i))) == [], f"step {i}"


@pytest.mark.slow
@pytest.mark.parametrize("name", [*catalogue.names(), *TREES])
@pytest.mark.parametrize("search", ANY)
def test_every_tree_fits(name, search):
    run, options = ANY[search]
    tree = TREES[name] if name in TREES else catalogue.load(name)
    trace = record(run, tree, max_events=4000, **options)
    for i in spread(trace, 6):
        assert faults(svg(trace.frame(i), lists=True)) == [], f"step {i}"


@pytest.mark.parametrize("name", catalogue.names())
def test_trees_of_the_catalogue_fit(name):
    for run, options in SEARCHES.values():
        trace = record(run, catalogue.load(name), max_events=1000, **options)
        cuts = [*trace.cutoffs, len(trace) // 2]
        for i in {cuts[0], cuts[-2:][0]}:  # the last cutoff, too, or the middle
            assert faults(svg(trace.frame(i))) == [], f"{trace.title}, step {i}"


@settings(max_examples=25)
@given(ragged(), st.sampled_from(sorted(ANY)), st.floats(0, 1))
def test_any_frame_of_any_tree_fits(tree, name, where):
    search, options = ANY[name]
    trace = record(search, tree, **options)
    assert faults(svg(trace.frame(round(where * len(trace))))) == []


def test_a_filmstrip_fits():
    trace = record(sss_star, catalogue.load("pantel-3.2"))
    assert faults(svg(filmstrip(trace))) == []


def test_many_long_names_fit():
    names = {(i, j): f"{'Long ' * i}name {i} {j}" for i in range(1, 6) for j in range(1, 5)}
    tree = Tree({n: sum(n) for n in names}, names=names)
    for i in spread(trace := record(alphabeta, tree), 3):
        assert faults(svg(trace.frame(i))) == []


def test_long_names_are_wrapped_rather_than_shortened():
    names = {(i, j): f"{'Long ' * i}name {i} {j}" for i in range(1, 4) for j in range(1, 4)}
    names |= {(1,): "Attack on the king's side", (2,): "A quiet move of the king, then of a rook"}
    tree = Tree({n: sum(n) for n in names if len(n) == 2}, names=names)
    for i in spread(trace := record(alphabeta, tree), 3):
        drawn = svg(trace.frame(i))
        assert faults(drawn) == []
        assert "…" not in drawn
        assert drawn.count("Long name") >= 3
