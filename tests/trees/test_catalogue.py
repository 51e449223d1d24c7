from functools import cache
from itertools import product
from math import inf

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tracer import measure, record
from tracer.algorithms import alphabeta, minimax, ps_star, scout, sss_star
from tracer.algorithms.registry import ALGORITHMS
from trees import Tree, catalogue, dewey, from_json, label, to_json, uniform
from trees.strategies import count_strategies, critical_leaves, initial_clusters, strategies

RUNS = [(name, run) for name in catalogue.names() for run in catalogue.entry(name).runs]


def leaves_of(search, tree, **options):
    """The value a search returns and the leaves it evaluates, in order."""
    trace = record(search, tree, **options)
    return trace.value, list(trace.leaves)


def named(tree, text):
    return [tree.node(name) for name in text.split()]


def solved(search, tree, **options):
    """The (node, merit) of every SOLVED state that enters OPEN."""
    events = record(search, tree, **options).events
    entering = [e for e in events if e.kind in ("push", "insert")]
    return {(e.node, e.merit) for e in entering if e.status == "SOLVED"}


# What every entry claims


@pytest.mark.parametrize(("name", "run"), RUNS, ids=lambda x: getattr(x, "call", x)[:50])
def test_every_run_evaluates_and_returns_what_the_catalogue_says(name, run):
    entry = catalogue.entry(name)
    value, leaves = leaves_of(ALGORITHMS[run.search].search, entry.tree, **run.options)
    assert len(set(leaves)) == run.nbp
    assert value == (entry.value if run.returns is None else run.returns)


@pytest.mark.parametrize("name", catalogue.names())
def test_every_entry_is_complete(name):
    entry = catalogue.entry(name)
    assert entry.name == name and entry.title and entry.citation and entry.runs and entry.note
    assert catalogue.load(name) is entry.tree
    assert leaves_of(minimax, entry.tree)[0] == entry.value
    assert entry.given <= set(entry.tree.leaves())
    if len(entry.given) < entry.tree.leaf_count():
        assert "ours" in (entry.citation + entry.note).lower()
    assert from_json(to_json(entry.tree)) == entry.tree


def test_an_unknown_name_is_answered_with_the_names():
    for ask in catalogue.load, catalogue.entry:
        for name in "pantel", 3, ["pantel-3.2"]:
            known = r"Unknown catalogue tree .*pantel-3\.2, srimani-2\.1"
            with pytest.raises(ValueError, match=known):
                ask(name)


# What each source says of its tree


def test_pantel_3_2_alpha_beta_and_scout_see_h_i_j_l_m():
    tree = catalogue.load("pantel-3.2")
    assert [tree.names[n] for n in sorted(tree.nodes(), key=lambda n: (len(n), n))] == list(
        "ABCDEFGHIJKLMNO"
    )
    assert [tree.value(n) for n in named(tree, "H J L M")] == [8, 10, 2, 4]
    assert leaves_of(alphabeta, tree) == (8, named(tree, "H I J L M"))
    assert leaves_of(scout, tree) == (8, named(tree, "H I J L M"))
    cuts = [(c.node, c.skipped) for c in record(alphabeta, tree).cutoffs.values()]
    assert cuts == [((1, 2), ((1, 2, 2),)), ((2,), ((2, 2),))]


@given(st.integers(-99, 8), st.lists(st.integers(-99, 99), min_size=3, max_size=3))
def test_pantel_3_2_holds_whatever_is_put_for_what_is_ours(i, kno):
    tree = catalogue.load("pantel-3.2")
    tree = tree.replace(dict(zip(named(tree, "I K N O"), [i, *kno], strict=True)))
    assert leaves_of(alphabeta, tree) == (8, named(tree, "H I J L M"))
    assert leaves_of(scout, tree) == (8, named(tree, "H I J L M"))


def test_srimani_2_1_is_minimal():
    tree = catalogue.load("srimani-2.1")
    worth = {n: [tree.value(c) for c in tree.children(n)] for n in tree.children(())}
    assert all(values[0] == min(values) for values in worth.values())
    assert max(map(min, worth.values())) == worth[(1,)][0]
    assert tuple(leaves_of(alphabeta, tree)[1]) == critical_leaves(tree)


def test_srimani_3_0_open_holds_at_most_four_terminal_nodes():
    tree = catalogue.load("srimani-3.0")
    held, most = set(), 0
    for event in record(ps_star, tree, k=2, published=True).events:
        if event.kind in ("push", "insert") and tree.is_leaf(event.node):
            held.add(event.node)
        elif event.kind == "pop":
            held.discard(event.node)
        elif event.kind == "purge":
            held -= {state.node for state in event.states}
        most = max(most, len(held))
    assert most == 4


def test_srimani_3_1_takes_the_course_that_the_text_tells():
    tree = catalogue.load("srimani-3.1")
    assert tree.leaf_count() == 4**5 and tree.depth == 5
    for options in {}, {"published": True}:
        states = solved(ps_star, tree, k=2, **options)
        told = "2.1 2.2.2.1 2.2.2.2 2.2.2.3 2.2.2.4 2.2.2".split()
        assert {(dewey(n), 64) for n in told} <= states
        assert {(dewey("2.2.1.1.1"), 18), (dewey("2.2.1.1.2"), 21)} <= states
        fewer = set(leaves_of(ps_star, tree, k=2, **options)[1])
        more = set(leaves_of(sss_star, tree)[1])
        assert fewer < more
        assert more - fewer == set(named(tree, "2.2.1.1.3 2.2.1.1.4 2.3.1.2.3 2.3.1.2.4"))


def test_srimani_3_2_ps_star_scores_what_sss_star_skips_and_skips_what_alpha_beta_scores():
    tree = catalogue.load("srimani-3.2")
    ab, sss, ps = (
        set(leaves_of(search, tree, **options)[1])
        for search, options in ((alphabeta, {}), (sss_star, {}), (ps_star, {"k": 2}))
    )
    assert ps - sss == set(named(tree, "2.2 2.3 2.4"))
    assert ab - ps == set(named(tree, "1.2 1.3 1.4"))
    assert sss < ps < ab


def test_srimani_3_3_alpha_beta_skips_what_ps_star_scores():
    tree = catalogue.load("srimani-3.3")
    assert set(leaves_of(alphabeta, tree)[1]) < set(leaves_of(ps_star, tree, k=2)[1])


A1_SSS = (
    "1.1.1 1.1.2 1.1.3 1.1.4 2.1.1 2.1.2 2.1.3 2.1.4 3.1.1 3.1.2 3.1.3 3.1.4 "
    "4.1.1 4.1.2 4.1.3 4.1.4 1.2.1 1.3.1 1.4.1"
)
A1_PS = (
    "1.1.1 1.1.2 2.1.1 2.1.2 1.1.3 1.1.4 1.2.1 1.3.1 1.4.1 2.1.3 2.1.4 "
    "3.1.1 3.1.2 4.1.1 4.1.2 3.1.3 3.1.4 4.1.3 4.1.4"
)


def test_srimani_a1_is_searched_in_the_order_of_the_listings():
    entry = catalogue.entry("srimani-a1")
    tree = entry.tree
    listed = [64, 36, 44, 34, 42, 37, 41, 26, 41, 10, 20, 26, 9, 6, 1, 7]
    assert [tree.value(n) for n in sorted(entry.given)] == listed
    assert min(tree.value(n) for n in named(tree, "1.2.1 1.3.1 1.4.1")) >= 64
    for run, leaves in zip(entry.runs, (A1_SSS, A1_PS), strict=False):
        search = ALGORITHMS[run.search].search
        assert leaves_of(search, tree, **run.options) == (64, named(tree, leaves))


@given(st.randoms(use_true_random=False))
def test_srimani_a1_holds_whatever_is_put_for_what_is_ours(random):
    entry = catalogue.entry("srimani-a1")
    bounded = set(named(entry.tree, "1.2.1 1.3.1 1.4.1"))
    ours = {
        n: random.randint(64 if n in bounded else -99, 999)
        for n in entry.tree.leaves()
        if n not in entry.given
    }
    assert len(ours) == 48
    tree = entry.tree.replace(ours)
    for run, leaves in zip(entry.runs, (A1_SSS, A1_PS), strict=False):
        search = ALGORITHMS[run.search].search
        assert leaves_of(search, tree, **run.options) == (64, named(tree, leaves))


@given(st.integers(-99, 99), st.integers(-99, 99))
def test_lecture_3_prunes_i_and_j_whatever_they_are(i, j):
    tree = catalogue.load("lecture-3")
    assert set(tree.names.values()) == set("ABCEFGHIJ")
    tree = tree.replace({tree.node("I"): i, tree.node("J"): j})
    assert leaves_of(alphabeta, tree) == (1, named(tree, "E F G H"))
    (cut,) = record(alphabeta, tree).cutoffs.values()
    assert (cut.node, cut.skipped) == (tree.node("C"), tuple(named(tree, "I J")))
    assert (cut.value.number, cut.bound.number) == (0, 1)


def test_nim_2_2_follows_the_rules():
    tree = catalogue.load("nim-2,2")
    assert tree.labels[()] == "2,2"
    for n in tree.nodes():
        a, b = map(int, tree.labels[n].split(","))
        moves = {(a - m, b) for m in range(1, a + 1)} | {(a, b - m) for m in range(1, b + 1)}
        moves = {f"{max(m)},{min(m)}" for m in moves}
        below = [tree.labels[c] for c in tree.children(n)]
        assert len(below) == len(moves) and set(below) == moves
        if not moves:
            assert tree.value(n) == (1 if tree.is_max(n) else -1)


def test_khemani_8_has_eight_strategies_in_four_clusters_and_a_bound_of_12():
    tree = catalogue.load("khemani-8")
    assert count_strategies(tree) == 8
    assert len(initial_clusters(tree)) == 4
    pushed = [e for e in record(sss_star, tree).events if e.kind == "push"]
    live = {(e.node, e.merit) for e in pushed if e.status == "LIVE"}
    assert ((2, 2), 12) in live


def test_khemani_57_is_searched_with_his_bounds_and_homes_in_when_one_leaf_changes():
    tree = catalogue.load("khemani-57")
    trace = record(sss_star, tree)
    live = [e for e in trace.events if e.kind == "push" and e.status == "LIVE" and e.merit < inf]
    siblings = [(label(e.node), e.merit) for e in live if len(e.node) == 2]
    assert siblings == [("1.2", 57), ("2.2", 35), ("2.3", 32)]
    assert [tree.value((2, 3, k)) for k in (1, 2)] == [40, 38] and trace.value == 32
    changed = tree.replace({dewey("1.1.1"): 18})
    before, after = (
        {search: record(search, t) for search in (sss_star, alphabeta)} for t in (tree, changed)
    )
    assert {trace.value for trace in (*before.values(), *after.values())} == {32}
    assert (before[sss_star].nbp, after[sss_star].nbp) == (16, 13)
    assert before[alphabeta].nbp == after[alphabeta].nbp == 19
    assert not [n for n in after[sss_star].leaves if n[:2] in ((1, 2), (1, 3))]


def test_khemani_36_has_36_different_leaves_four_plies_down_and_every_kind_of_cutoff():
    entry = catalogue.entry("khemani-36")
    tree = entry.tree
    assert len({tree.value(n) for n in tree.leaves()}) == tree.leaf_count() == 36
    assert {len(n) for n in tree.leaves()} == {4}
    for run in entry.runs[:2]:
        trace = record(alphabeta, tree, **run.options)
        cost = measure(trace)
        assert cost.shallow and cost.deep
        assert {tree.to_move(cut.node) for cut in trace.cutoffs.values()} == {"MAX", "MIN"}
    best = entry.runs[2].options["order"]
    widths = [len(tree.children(n)) for n in ((), (1,), (1, 1), (1, 1, 1))]
    fewest = widths[0] * widths[2] + widths[1] * widths[3] - 1  # Knuth & Moore 1975
    assert record(alphabeta, tree, order=best).nbp == fewest == 11


def test_nim_2_2_shows_its_piles_in_the_picture():
    tree = catalogue.load("nim-2,2")
    assert [tree.short_name(n) for n in tree.nodes()] == [tree.labels[n] for n in tree.nodes()]
    assert tree.name((1, 3, 1)) == "2,1 2,0 1,0" and tree.node("2,0") == (2,)


# The smallest failure of PS*(2) as printed


@cache
def shapes(leaves, depth):
    """All shapes with that many leaves and at most that depth; None is a leaf."""
    return ([None] if leaves == 1 else []) + (rows(leaves, depth - 1) if depth else [])


@cache
def rows(leaves, depth):
    return [
        (first, *rest)
        for size in range(1, leaves + 1)
        for first in shapes(size, depth)
        for rest in (rows(leaves - size, depth) if size < leaves else [()])
    ]


def paths(shape, n=()):
    if shape is None:
        return [n]
    return [leaf for i, c in enumerate(shape, 1) for leaf in paths(c, (*n, i))]


def nodes(shape):
    return 1 + sum(map(nodes, shape or ()))


@cache
def orders(count):
    """All ways to rank that many leaves, ties included."""
    ranks = product(range(count), repeat=count)
    return [r for r in ranks if set(r) == set(range(max(r) + 1))]


def fails(tree):
    printed = leaves_of(ps_star, tree, k=min(2, max(1, tree.width)), published=True)[0]
    return printed != leaves_of(minimax, tree)[0]


def failing(shapes):
    return [
        shape
        for shape in shapes
        if any(
            fails(Tree(dict(zip(paths(shape), r, strict=True)))) for r in orders(len(paths(shape)))
        )
    ]


def test_no_smaller_tree_fails_than_the_smallest_error():
    tree = catalogue.load("ps-star-error")
    assert tree.leaf_count() == 4 and len(list(tree.nodes())) == 7
    assert fails(tree)
    for leaves in 1, 2, 3:
        assert not failing(shapes(leaves, 5))
    least = failing(shape for shape in shapes(4, 5) if nodes(shape) <= 7)
    assert [(nodes(shape), paths(shape)) for shape in least] == [
        (7, list(tree.leaves())),
        (7, [(1, 1, 1), (1, 1, 2), (2,), (3,)]),
    ]


def test_the_uniform_error_has_as_few_ones_as_its_value_needs():
    tree = catalogue.load("ps-star-error-4,3")
    ones = {n for n in tree.leaves() if tree.value(n)}
    assert len(ones) == len(next(strategies(tree)).leaves)
    assert ones in (set(s.leaves) for s in strategies(tree))
    assert not any(fails(uniform(2, 3, leaves)) for leaves in product((0, 1), repeat=8))
