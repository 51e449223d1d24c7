"""Captions: golden transcripts of every search, and plain text whatever nodes are called.

`GOLDEN=write pytest tests/trace/test_captions.py` writes the transcripts anew: read the difference.
"""

import os
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.helpers.generated import ANY, dressed, ragged
from tracer import record
from tracer.algorithms import (
    alphabeta,
    alphabeta_table,
    depth_limited,
    dual_star,
    iterative_deepening,
    minimax,
    mt,
    mtd,
    mtd_bi,
    mtd_f,
    mtd_minus_infinity,
    mtd_plus_infinity,
    negamax,
    negascout,
    ps_star,
    scout,
    solve,
    sss_star,
)
from tracer.algorithms.registry import ALGORITHMS
from tracer.log.events import EVENTS, line_of
from trees import ROOT, Tree, catalogue, from_nested, iid
from trees.games import Nim, game_tree

GOLDEN = Path(__file__).parent / "golden"
ESTIMATES = {"B": 7, "C": 3, "D": 8, "E": 9, "F": 4, "G": 9}

RUNS = {
    "minimax": (minimax, {}),
    "negamax": (negamax, {}),
    "solve": (solve, {"win": 8}),
    "alphabeta": (alphabeta, {}),
    "alphabeta-hard": (alphabeta, {"soft": False}),
    "alphabeta-strict": (alphabeta, {"strict": True}),
    "alphabeta-window": (alphabeta, {"alpha": 3, "beta": 7}),
    "alphabeta-right-to-left": (alphabeta, {"order": "right-to-left"}),
    "scout": (scout, {}),
    "negascout": (negascout, {}),
    "sss_star": (sss_star, {}),
    "dual_star": (dual_star, {}),
    "ps_star": (ps_star, {"k": 2}),
    "ps_star-published": (ps_star, {"k": 2, "published": True}),
    "mt": (mt, {"gamma": 8}),
    "mtd": (mtd, {"first": 5}),
    "mtd_plus_infinity": (mtd_plus_infinity, {}),
    "mtd_minus_infinity": (mtd_minus_infinity, {}),
    "mtd_f": (mtd_f, {"first": 8}),
    "mtd_bi": (mtd_bi, {}),
    "depth_limited": (depth_limited, {"depth": 2}),
    "iterative_deepening": (iterative_deepening, {"depth": 3}),
    "alphabeta_table": (alphabeta_table, {}),
    "alphabeta_table-nim": (alphabeta_table, {"slots": 11}),
    "mtd_f-nim": (mtd_f, {"positions": True}),
}
NAMED = {search for search, _ in RUNS.values()}
RUNS |= {name: (a.search, {}) for name, a in ALGORITHMS.items() if a.search not in NAMED}


def run(name):
    tree = catalogue.load("pantel-3.2")
    if "deep" in name or "depth" in name:
        tree = tree.replace({tree.node(n): v for n, v in ESTIMATES.items()})
    if "-nim" in name:
        tree = game_tree(Nim(2, 2))
    search, options = RUNS[name]
    return record(search, tree, **options)


def transcript(trace):
    """A line a step: the name of its line in the listing, and its caption."""
    events = zip(trace.events, range(1, len(trace) + 1), strict=True)
    return "".join(f"{line_of(e)} | {trace.caption(i)}\n" for e, i in events)


@pytest.mark.parametrize("name", RUNS)
def test_golden_transcripts(name):
    path = GOLDEN / f"{name}.txt"
    found = transcript(run(name))
    if os.environ.get("GOLDEN") == "write":
        path.write_text(found, "utf-8")
    assert path.exists(), "there is none yet; write it with GOLDEN=write, and read it"
    assert found.splitlines() == path.read_text("utf-8").splitlines()


def test_every_search_has_a_transcript():
    assert {search.__name__ for search, _ in RUNS.values()} == set(ALGORITHMS)
    assert {path.stem for path in GOLDEN.glob("*.txt")} == set(RUNS)


def test_every_kind_of_event_is_in_a_transcript():
    met = {event.kind for name in RUNS for event in run(name).events}
    assert met == set(EVENTS) - {"see"}


@pytest.mark.parametrize("name", RUNS)
def test_every_event_points_at_a_line_of_the_listing(name):
    trace = run(name)
    names = {line.name for line in trace.listing}
    assert {line_of(event) for event in trace.events} <= names
    assert all(trace.line(i) is not None for i in range(1, len(trace) + 1))
    assert trace.line(0) is None


@given(name=st.sampled_from(sorted(ANY)), tree=ragged())
def test_events_of_any_tree_point_at_the_listing(name, tree):
    search, options = ANY[name]
    trace = record(search, tree, **options)
    names = {line.name for line in trace.listing}
    assert {line_of(event) for event in trace.events} <= names


def test_every_named_line_is_reached_by_some_event():
    shapes = [(d, seed, root) for d in (2, 3, 4) for seed in range(4) for root in ("MAX", "MIN")]
    trees = [iid(3, d, seed=seed, high=6, root=root) for d, seed, root in shapes]
    reached = {name: set() for name in ALGORITHMS}
    for search, options in (RUNS | ANY).values():
        given = {"evaluate": sum} if "depth" in options else {}
        for tree in trees:
            events = record(search, tree, **options | given).events
            reached[search.__name__].update(map(line_of, events))
    reached["alphabeta_table"].update(map(line_of, run("alphabeta_table-nim").events))
    unreached = {
        (name, line)
        for name, algorithm in ALGORITHMS.items()
        for line in [line.name for line in algorithm.listing({}) if line.name]
        if line not in reached[name]
    }
    # One call of MT starts from an empty table.
    assert unreached <= {("mt", "lookup")}


@pytest.mark.parametrize("options", [{"strict": True}, {"soft": False}, {"published": True}])
def test_other_conventions_have_a_listing_of_their_own(options):
    for algorithm in ALGORITHMS.values():
        usual, other = algorithm.listing({}), algorithm.listing(options)
        assert [line.name for line in usual] == [line.name for line in other]
    name = "ps_star" if "published" in options else "alphabeta"
    assert ALGORITHMS[name].listing({}) != ALGORITHMS[name].listing(options)


@pytest.mark.parametrize(
    ("options", "lines"),
    [
        ({"strict": True}, ["if v > β then stop", "if v < α then stop"]),
        ({"soft": False}, ["v ← α", "v ← β", "return v, kept within α and β"]),
    ],
)
def test_the_listing_of_alpha_beta_says_what_a_convention_changes(options, lines):
    listing = ALGORITHMS["alphabeta"].listing
    changed = [line for line in listing(options) if line not in listing({})]
    assert [line.text.strip() for line in changed] == lines


def test_the_listing_of_ps_star_as_published_is_table_3_1_and_only_the_other_has_the_fix():
    repaired, printed = (
        {line.name: line.text for line in _joined(ALGORITHMS["ps_star"].listing(options))}
        for options in ({}, {"published": True})
    )
    fixed = {"case-3a", "case-3c", "case-4b", "case-5"}
    assert {name for name in printed if printed[name] != repaired[name]} == fixed
    for name in fixed:
        assert "max(" in repaired[name] and "max(" not in printed[name]
    for text in (*repaired.values(), *printed.values()):
        assert "repaired" not in text and " )" not in text


def _joined(listing):
    """The statements of a listing: each line with those that continue it."""
    statements = []
    for line in listing:
        if line.goes_on:
            text = f"{statements[-1].text} {line.text.strip()}"
            statements[-1] = statements[-1]._replace(text=text)
        else:
            statements.append(line)
    return statements


@pytest.mark.parametrize("name", RUNS)
def test_no_two_lines_of_a_listing_have_one_name(name):
    names = [line.name for line in run(name).listing if line.name]
    assert len(names) == len(set(names))


def test_a_cutoff_says_why():
    trace = run("alphabeta")
    assert [trace.caption(i) for i in trace.cutoffs] == [
        "MAX can get 10 or more at E, and MIN already has 8 at B, so MIN will not let the game "
        "reach E. K is skipped.",
        "MIN can hold C to 4 or less, and MAX already has 8 at A, so C cannot improve on it. "
        "G is skipped, which saves 2 leaves.",
    ]
    assert [trace.why(i).inequality for i in trace.cutoffs] == [
        "J ≥ max(H, I)",
        "max(L, M) ≤ min(H, J)",
    ]


def test_the_first_caption_names_the_search():
    trace = record(alphabeta, from_nested([1, 2]), beta=3)
    assert trace.caption(0) == f"{trace.title}: nothing has been visited yet."
    assert "Alpha-beta" in trace.title


@given(name=st.sampled_from(sorted(ANY)), tree=dressed())
def test_captions_are_sentences_whatever_the_nodes_are_called(name, tree):
    search, options = ANY[name]
    trace = record(search, tree, **options)
    for i in range(len(trace) + 1):
        text = trace.caption(i)
        assert text.isprintable()
        assert text[-1] in ".?"
        assert "None" not in text or "None" in tree.names.values()
        assert "inf" not in text or any("inf" in n for n in tree.names.values())


def test_names_stand_in_captions_as_they_are():
    hostile = '<b onclick="x">{0} %s \\n'
    tree = Tree({(1,): 1, (2,): 2}, names={(1,): hostile})
    trace = record(minimax, tree)
    assert trace.caption(2) == f"The search visits {hostile}, a leaf."
    tree = Tree({(1,): 1, (2,): 2}, names={(1,): "a\nb\u202e"})
    assert record(minimax, tree).caption(2) == "The search visits a b , a leaf."


def test_leaf_counts_beyond_all_bounds_are_written_short():
    def cutting(tree, log):
        log.enter(ROOT, 0, 5)
        log.cut(ROOT, tree.children(ROOT)[1:], 9, 5, "cut")
        log.leave(ROOT, 9)
        return 9

    trace = record(cutting, iid(4, 4000, seed=1))
    end = "Nodes 2, 3 and 4 are skipped, which saves over 10^2408 leaves."
    assert trace.caption(2).endswith(end)


def test_skipping_two_nodes_may_save_one_leaf():
    positions = {(1,): "a", (3,): "a", (1, 1): "b", (3, 1): "b"}
    tree = Tree({(1, 1): 0, (2, 1): 0, (3, 1): 0}, root="MIN", positions=positions)
    trace = record(mtd_f, tree, positions=True)
    last = trace.caption(max(trace.cutoffs))
    assert last.endswith("Nodes 2 and 3 are skipped, which saves 1 leaf.")


def test_a_threshold_does_not_look_like_a_leaf_next_to_it():
    trace = record(mt, from_nested([1.23457, 2.0], letters=False), gamma=1.23456)
    assert trace.caption(1) == "Is the root worth at least 1.23456?"
    assert trace.caption(3) == "Node 1 is worth 1.23457."


DEWEY = r"\d+(?:\.\d+)*"
LIST = rf"[Nn]odes? ({DEWEY}(?:(?:, … |, | and ){DEWEY})*)"


def named_in(tree, text):
    """The nodes that a reader finds named in a text."""
    numbers = [n for found in re.findall(LIST, text) for n in re.findall(DEWEY, found)]
    numbers += re.findall(rf"\(({DEWEY}), (?:LIVE|SOLVED)", text)
    found = {tree.node(n) for n in numbers}
    nodes = {name: n for n, name in tree.names.items()}
    longest_first = "|".join(
        map(re.escape, sorted(nodes, key=len, reverse=True))
    )  # "a b" is no "a"
    if nodes:
        found |= {nodes[name] for name in re.findall(rf"(?<!\w)(?:{longest_first})(?!\w)", text)}
    return found | ({ROOT} if re.search(r"[Tt]he root|\([Rr]oot,", text) else set())


def check_mentions(trace):
    assert trace.mentions(0) == ()
    for i, event in enumerate(trace.events, 1):
        own, *others = trace.mentions(i)
        assert own == event.node
        assert len({own, *others}) == 1 + len(others)
        text = trace.caption(i)
        assert {own, *others} == {own} | named_in(trace.tree, text), text


@pytest.mark.parametrize("name", sorted(ANY))
def test_mentions_are_the_nodes_that_a_caption_names(name):
    search, options = ANY[name]
    for entry in catalogue.names():
        check_mentions(record(search, catalogue.load(entry), **options))


@given(name=st.sampled_from(sorted(ANY)), tree=ragged())
def test_mentions_of_any_tree(name, tree):
    search, options = ANY[name]
    check_mentions(record(search, tree, **options))


def test_a_cutoff_mentions_what_it_skips_and_who_holds_the_bound():
    trace = run("alphabeta")
    names = [[trace.tree.name(n) for n in trace.mentions(i)] for i in trace.cutoffs]
    assert names == [["E", "B", "K"], ["C", "A", "G"]]


def test_a_long_list_mentions_only_the_nodes_it_spells_out():
    trace = record(alphabeta, from_nested([[5], [4, *range(9)]], letters=False))
    (i,) = trace.cutoffs
    assert "Nodes 2.2, 2.3, … 2.10 are skipped" in trace.caption(i)
    assert trace.mentions(i) == ((2,), (), (2, 2), (2, 3), (2, 10))


@given(name=st.sampled_from(sorted(ANY)), tree=dressed() | ragged())
def test_a_numbered_trace_says_the_same_of_the_same_nodes(name, tree):
    search, options = ANY[name]
    trace = record(search, tree, **options)
    numbered = trace.numbered()
    bare = record(search, tree.numbered(), **options)
    assert (numbered.value, numbered.steps) == (trace.value, trace.steps)
    for i in range(len(trace) + 1):
        assert numbered.caption(i) == bare.caption(i)
        assert numbered.mentions(i) == trace.mentions(i)
    assert tree.numbered().names == {} and dict(tree.names) == dict(trace.tree.names)


@pytest.mark.parametrize("name", sorted(ANY))
def test_captions_fit_into_two_lines_of_the_player(name):
    search, options = ANY[name]
    for entry in catalogue.names():
        trace = record(search, catalogue.load(entry), **options)
        longest = max((trace.caption(i) for i in range(1, len(trace) + 1)), key=len)
        assert len(longest) <= 240, longest  # 1112 pixels, the narrowest pane we test
