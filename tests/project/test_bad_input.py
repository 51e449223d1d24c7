"""Bad input: refused at the door, with a sentence that names the fault and what is allowed."""

import json
from fractions import Fraction
from math import inf, nan

import networkx as nx
import pytest

from tracer import Trace, record
from tracer import algorithms as a
from tracer.player.payload import comparison
from trees import (
    Tree,
    catalogue,
    dewey,
    from_json,
    from_nested,
    from_networkx,
    from_text,
    iid,
    minimal,
    ordered,
    to_json,
    uniform,
    worst_ordered,
)
from trees.horizon import Horizon

SMALL = from_nested([[3, 2, 1], [0, 5, 6]], letters=False)


def refused(kind, make, *words):
    with pytest.raises(kind) as caught:
        make()
    message = str(caught.value)
    for word in words:
        assert word in message
    assert "Traceback" not in message


def deep_list(levels):
    part = 1
    for _ in range(levels):
        part = [part]
    return part


@pytest.mark.parametrize(
    ("nested", "kind", "words"),
    [
        ([], ValueError, ["node 0 is an empty list", "must have a child"]),
        ([[1], []], ValueError, ["node 2 is an empty list"]),
        (None, TypeError, ["leaf 0 must be an int or a float, not None"]),
        ("12", TypeError, ["'12'"]),
        ({1: 2}, TypeError, ["{1: 2}"]),
        ([1, "2"], TypeError, ["leaf 2 must be an int or a float, not '2'"]),
        ([1, [2, None]], TypeError, ["leaf 2.2 must be", "not None"]),
        ([1, nan], ValueError, ["leaf 2 must be finite, not nan"]),
        ([inf, 1], ValueError, ["leaf 1 must be finite, not inf"]),
        ([-inf], ValueError, ["leaf 1 must be finite, not -inf"]),
        ([True, 1], TypeError, ["leaf 1 must be an int or a float, not True"]),
        ([1j], TypeError, ["1j"]),
        ([10**400], ValueError, ["leaf 1 is outside the range"]),
        ([Fraction(10**400)], ValueError, ["leaf 1 is outside the range"]),
        (deep_list(50_000), ValueError, ["levels deep", "the limit is 5000"]),
    ],
    ids=range(15),
)
def test_nested_lists(nested, kind, words):
    refused(kind, lambda: from_nested(nested), *words)


@pytest.mark.parametrize("root", ["max", "", None, 1, ["MAX"]])
def test_the_player_at_the_root(root):
    for make in (
        lambda: from_nested([1], root=root),
        lambda: uniform(2, 1, [1, 2], root=root),
        lambda: iid(2, 2, seed=1, root=root),
        lambda: ordered(2, 2, 1, seed=1, root=root),
        lambda: worst_ordered(2, 2, seed=1, root=root),
    ):
        refused(ValueError, make, repr(root), "'MAX' or 'MIN'")


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({}, ["at least one leaf"]),
        ({(1,): 1, (3,): 2}, ["node 2 is missing, but node 3 exists"]),
        ({(1, 0): 1}, ["(1, 0) is not a node", "start at 1"]),
        ({(1, True): 1}, ["is not a node"]),
        ({"1": 1}, ["'1' is not a node"]),
        ({(1,) * 5001: 1}, ["5001", "the limit is 5000"]),
    ],
)
def test_nodes_of_a_tree(values, words):
    refused(ValueError, lambda: Tree(values), *words)


def test_names_and_labels():
    values = {(1,): 1, (2,): 2}
    refused(ValueError, lambda: Tree(values, names={(1,): "A", (2,): "A"}), "'A'", "unique")
    refused(ValueError, lambda: Tree(values, names={(1,): " "}), "the name of node 1", "' '")
    refused(ValueError, lambda: Tree(values, names={(1,): 5}), "the name of node 1", "not 5")
    refused(ValueError, lambda: Tree(values, labels={(2,): ""}), "the label of node 2", "''")
    refused(ValueError, lambda: Tree(values, names={(3,): "A"}), "node 3 is not in the tree")


def test_unknown_nodes_and_values():
    missing = "node 1.4 is not in the tree: node 1 has 3 children"
    refused(ValueError, lambda: SMALL.children((1, 4)), missing)
    refused(ValueError, lambda: SMALL.value((1, 1, 1)), "node 1.1.1", "node 1.1 has no children")
    refused(ValueError, lambda: from_nested([3]).children((2,)), "node A has 1 child")
    refused(ValueError, lambda: SMALL.is_leaf([1]), "[1] is not a node", "(1, 2, 1)")
    refused(ValueError, lambda: SMALL.children("1"), "'1' is not a node")
    refused(ValueError, lambda: SMALL.value(()), "node 0 is not a leaf", "estimate")
    refused(ValueError, lambda: SMALL.node("1.9"), "node 1.9 is not in the tree")
    refused(ValueError, lambda: SMALL.node("X"), "'X' is not a Dewey number")
    refused(ValueError, lambda: SMALL.replace({(9,): 1}), "9 is not in the tree")
    refused(ValueError, lambda: iid(2, 2, seed=1).children((3,)), "3 is not in the tree")
    refused(ValueError, lambda: iid(2, 2, seed=1).value((1, 1, 1)), "1.1.1")
    refused(ValueError, lambda: iid(2, 2, seed=1).value((1,)), "not a leaf")
    refused(ValueError, lambda: record(a.minimax, SMALL).frame(0).known((7,)), "7 is not")


@pytest.mark.parametrize(
    "text", ["", "1.", ".1", "1..2", "0.1", "01", "1,2", "a", "-1", "1.0", "²"]
)
def test_dewey_text(text):
    refused(ValueError, lambda: dewey(text), repr(text), "'1.2.1'")


def test_dewey_of_no_text():
    refused(TypeError, lambda: dewey(1.2), "1.2", "string")


@pytest.mark.parametrize(
    ("w", "d", "leaves", "words"),
    [
        (2, 3, range(7), ["T(2,3) has 8 leaves", "7 values"]),
        (2, 3, range(9), ["8 leaves", "9 values"]),
        (2, 3, [], ["8 leaves", "0 values"]),
        (10, 900, [1], ["over 10^900 leaves", "got 1 value"]),
        (1, 3, [1, 2], ["T(1,3) has 1 leaf and", "got 2 values"]),
        (0, 3, [], ["width must be an integer from 1 to 10000, not 0"]),
        (2, -1, [], ["depth must be an integer from 0 to 5000, not -1"]),
        (2.0, 1, [1, 2], ["width must be an integer", "not 2.0"]),
        (True, 1, [1], ["width must be", "not True"]),
        (2, 10**9, [], ["depth must be", "5000, not 1000000000"]),
        (10**9, 2, [], ["width must be", "10000, not 1000000000"]),
    ],
)
def test_leaves_that_do_not_fit(w, d, leaves, words):
    refused(ValueError, lambda: uniform(w, d, leaves), *words)


@pytest.mark.parametrize(
    ("make", "kind", "words"),
    [
        (lambda: iid(0, 2, seed=1), ValueError, ["width must be", "not 0"]),
        (lambda: iid(2, 2, seed=1.5), TypeError, ["seed must be an integer, not 1.5"]),
        (
            lambda: iid(2, 2, seed=1, low=5, high=4),
            ValueError,
            ["low must not be greater than high", "got 5 and 4"],
        ),
        (lambda: iid(2, 2, seed=1, low=nan), ValueError, ["low must be finite, not nan"]),
        (lambda: iid(2, 2, seed=1, high="9"), TypeError, ["high must be", "not '9'"]),
        (lambda: ordered(4, 2, 3, seed=1), ValueError, ["R must divide", "1, 2, 4, not 3"]),
        (lambda: ordered(4, 2, 0, seed=1), ValueError, ["R must divide", "1, 2, 4, not 0"]),
        (lambda: ordered(4, 2, 2, seed=1, p=1.5), ValueError, ["p must be", "0 to 1, not 1.5"]),
        (lambda: ordered(4, 2, 2, seed=1, p="x"), ValueError, ["p must be", "not 'x'"]),
        (lambda: ordered(4, 2, 2, seed=1, low=0.5), ValueError, ["must be integers", "0.5"]),
        (lambda: minimal(4, -1, seed=1), ValueError, ["depth must be", "not -1"]),
        (lambda: worst_ordered(4, 2, seed="x"), TypeError, ["seed must be", "not 'x'"]),
    ],
)
def test_generators(make, kind, words):
    refused(kind, make, *words)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", ["no line with a node"]),
        ("# nothing\n\n", ["no line with a node"]),
        ("MAX", ["at least one leaf"]),
        ("A", ["line 1", "'A' is not a Dewey"]),
        ("A\n  B\n", ["line 2", "leaf 1 has no value"]),
        ("1 = 2\n2 C", ["line 2", "leaf 2 has no value"]),
        ("1 = x", ["line 1", "'x' is not a number"]),
        ("1 = nan", ["line 1", "not a number"]),
        ("1 = 1e999", ["line 1", "outside the range"]),
        ("1 = ∞", ["line 1", "finite"]),
        ("1 = 3\n1 = 4", ["line 2", "already on line 1"]),
        ("1.x = 3", ["line 1", "'1.x' is not a Dewey number"]),
        ("1.0 = 3", ["line 1", "'1.0'"]),
        ("1 = 3\n3 = 4", ["node 2 is missing, but node 3 exists"]),
        ('1 "A = 3', ["line 1", "NAME = VALUE : LABEL"]),
        ("1 A B = 3 4", ["line 1", "NAME = VALUE : LABEL"]),
        ('1 the "best" move = 3', ["line 1", "in quotes"]),
        ("MAX\n  3 5\n  4", ["line 2", "cannot read '3 5'", "one node per line"]),
        ("MAX\n  - 5", ["line 2", "cannot read '- 5'"]),
        ("MAX\n  Take the rook: 5", ["line 2", "has no value", "Take the rook = 5"]),
        ("Start\nTake the rook = 5", ["line 1", "'Start' is not a Dewey number", "or indent"]),
        ('1 "\\x" = 3', ["line 1", "not a valid quoted string"]),
        ("MAX\n    1\n  2\n", ["line 3", "indentation (2)"]),
        ("MAX\n  A = 1\n  A = 2\n", ["'A'", "unique"]),
        ("1 = 3\n0 = 2\n0 = 2", ["line 3", "already on line 2"]),
    ],
)
def test_text(text, words):
    refused(ValueError, lambda: from_text(text), *words)


def test_text_that_is_none():
    refused(TypeError, lambda: from_text(None), "string", "None")


@pytest.mark.parametrize(
    ("data", "words"),
    [
        ("{", ["not valid JSON"]),
        ("[" * 100_000, ["nested too deeply"]),
        ("[1, 2]", ["an object"]),
        ("{}", ["at least one leaf"]),
        ('{"values": [1]}', ["'values' must be an object"]),
        ('{"values": {"x": 1}}', ["'x' is not a Dewey number"]),
        ('{"values": {"1": "a"}}', ["the value of node 1 must be", "not 'a'"]),
        ('{"values": {"1": NaN}}', ["NaN"]),
        ('{"values": {"1": 1e999}}', ["finite"]),
        ('{"values": {"1": true}}', ["True"]),
        ('{"values": {"1": 1}, "names": {"1": []}}', ["the name of node 1"]),
        ('{"values": {"1": 1}, "names": {"2": "A"}}', ["node 2 is not in the tree"]),
        ('{"values": {"1": 1}, "root": []}', ["'MAX' or 'MIN'"]),
        ('{"values": {"1": 1}, "version": 2}', ["version 2", "version 1, is supported"]),
        ('{"values": {"1": 1}, "format": "x"}', ["'x'", "plyglass-tree"]),
        ('{"generator": 3}', ["'generator'"]),
        ('{"generator": {"kind": "x"}}', ["Unknown generator 'x'", "iid, ordered"]),
        ('{"generator": {"kind": "iid", "w": 2}}', ["'iid' was called with the wrong arguments"]),
        (
            '{"generator": {"kind": "iid", "w": "2", "d": 2, "seed": 1}}',
            ["width must be", "not '2'"],
        ),
        (
            '{"generator": {"kind": "iid", "w": 2, "d": 99999999, "seed": 1}}',
            ["depth must be", "not 99999999"],
        ),
        ('{"generator": {"kind": []}}', []),
        ('{"generator": {"kind": "iid", "w": 2, "d": 1, "seed": 1, "low": []}}', []),
    ],
)
def test_json(data, words):
    refused(ValueError, lambda: from_json(data), *words)


def test_json_that_is_no_text():
    refused(TypeError, lambda: from_json(None), "string")
    refused(TypeError, lambda: Trace.from_json({}), "string")


def graph(*edges, values=(), kind=nx.DiGraph, **attributes):
    made = kind(list(edges), **attributes)
    for v, value in dict(values).items():
        made.nodes[v]["value"] = value
    return made


@pytest.mark.parametrize(
    ("made", "words"),
    [
        (graph(("A", "B"), values={"B": 1}, kind=nx.Graph), ["undirected"]),
        (nx.DiGraph(), ["empty"]),
        (graph(("A", "B"), ("B", "A")), ["cycle", "no root"]),
        (graph(("A", "A")), ["cycle"]),
        (graph(("A", "B"), ("C", "D"), ("D", "C"), values={"B": 1}), ["2 nodes", "cycle"]),
        (graph(("A", "C"), ("B", "C"), values={"C": 1}), ["'C' has 2 parents"]),
        (graph(("A", "B"), ("C", "D"), values={"B": 1, "D": 1}), ["2 nodes have no parent"]),
        (graph(("A", "B")), ["leaf 'B' has no 'value'"]),
        (graph(("A", "B"), values={"B": nan}), ["the value of node 'B' must be finite, not nan"]),
        (graph(("A", "B"), values={"B": 1}, root="me"), ["'me'", "'MAX' or 'MIN'"]),
    ],
)
def test_digraphs(made, words):
    refused(ValueError, lambda: from_networkx(made), *words)


def test_digraphs_of_another_kind():
    refused(TypeError, lambda: from_networkx({"A": ["B"]}), "must be a networkx graph")
    made = graph(("A", "B"), values={"B": "x"})
    refused(TypeError, lambda: from_networkx(made), "'B' must be", "not 'x'")


@pytest.mark.parametrize("name", ["", "pantel", "Pantel-3.2", None, 3, []])
def test_catalogue_names(name):
    refused(ValueError, lambda: catalogue.load(name), repr(name), "pantel-3.2", "srimani-a1")


@pytest.mark.parametrize(
    ("search", "options", "kind", "words"),
    [
        (
            a.ps_star,
            {"k": 0},
            ValueError,
            ["k must be an integer between 1 and the width, 3; got 0"],
        ),
        (a.ps_star, {"k": 4}, ValueError, ["between 1 and the width, 3; got 4"]),
        (a.ps_star, {"k": -1}, ValueError, ["k must be", "got -1"]),
        (a.ps_star, {"k": 1.0}, ValueError, ["k must be", "got 1.0"]),
        (a.ps_star, {"k": True}, ValueError, ["k must be", "got True"]),
        (a.ps_star, {"sizes": []}, ValueError, ["sizes must be", "at least 1, not []"]),
        (a.ps_star, {"sizes": [0]}, ValueError, ["sizes must be", "not [0]"]),
        (a.ps_star, {"sizes": [1.5]}, ValueError, ["sizes must be", "not [1.5]"]),
        (
            a.ps_star,
            {"lower": 5, "upper": 5},
            ValueError,
            ["lower must be less than upper", "got 5 and 5"],
        ),
        (a.ps_star, {"lower": nan}, ValueError, ["lower must be finite, not nan"]),
        (
            a.alphabeta,
            {"alpha": 5, "beta": 4},
            ValueError,
            ["(5, 4)", "alpha must be less than beta"],
        ),
        (a.alphabeta, {"alpha": 5, "beta": 5}, ValueError, ["(5, 5)"]),
        (a.alphabeta, {"alpha": inf, "beta": -inf}, ValueError, ["alpha must be less than beta"]),
        (a.alphabeta, {"alpha": nan}, ValueError, ["alpha must be", "not nan"]),
        (a.alphabeta, {"beta": "9"}, TypeError, ["beta must be", "not '9'"]),
        (a.alphabeta, {"beta": True}, TypeError, ["beta must be", "not True"]),
        (a.alphabeta, {"order": "up"}, ValueError, ["'up'", "left-to-right", "right-to-left"]),
        (
            a.alphabeta,
            {"order": {"0": [1]}},
            ValueError,
            ["the order of node 0", "2 children exactly once, not [1]"],
        ),
        (a.alphabeta, {"order": {"0": [1, 1]}}, ValueError, ["the order of node 0"]),
        (a.alphabeta, {"order": {"9": [1]}}, ValueError, ["node 9 is not in the tree"]),
        (a.alphabeta, {"order": {"9": []}}, ValueError, ["node 9 is not in the tree"]),
        (a.alphabeta, {"order": {"x": [1]}}, ValueError, ["'x' is not a Dewey number"]),
        (a.alphabeta, {"order": {"0": 7}}, ValueError, ["the order of node 0", "not 7"]),
        (a.alphabeta, {"order": {"0": [1, "b"]}}, ValueError, ["the order of node 0"]),
        (a.negascout, {"alpha": 1, "beta": 0}, ValueError, ["(1, 0)"]),
        (
            a.solve,
            {"win": -1, "loss": 1},
            ValueError,
            ["loss must not be greater", "got 1 and -1"],
        ),
        (a.solve, {"win": inf}, ValueError, ["win must be finite, not inf"]),
        (a.solve, {"loss": "x"}, TypeError, ["loss must be", "not 'x'"]),
        (a.sss_star, {"upper": nan}, ValueError, ["upper must be", "not nan"]),
        (a.dual_star, {"lower": None}, TypeError, ["lower must be", "not None"]),
        (a.mt, {"gamma": nan}, ValueError, ["gamma must be", "not nan"]),
        (a.mtd, {"next": "up"}, ValueError, ["next must be", "g, bisect, not 'up'"]),
        (a.mtd, {"first": nan}, ValueError, ["first must be", "not nan"]),
        (a.mtd_f, {"first": inf}, ValueError, ["first must be", "not inf"]),
        (a.mtd_bi, {"first": "0"}, TypeError, ["first must be", "not '0'"]),
        (
            a.depth_limited,
            {"depth": -1},
            ValueError,
            ["depth must be an integer of at least 0, not -1"],
        ),
        (a.depth_limited, {"depth": 1.5}, ValueError, ["depth must be", "not 1.5"]),
        (a.depth_limited, {"depth": 1}, ValueError, ["node 1 is not a leaf", "no static estimate"]),
        (
            a.depth_limited,
            {"depth": 1, "evaluate": 3},
            TypeError,
            ["evaluate must be a function", "not 3"],
        ),
        (a.depth_limited, {"depth": 1, "evaluate": {"1": 3}}, ValueError, ["node 2", "no static"]),
        (a.depth_limited, {"evaluate": lambda n: nan, "depth": 1}, ValueError, ["nan", "finite"]),
        (a.depth_limited, {"search": "alphabeta"}, TypeError, ["'alphabeta'", "a search"]),
        (a.depth_limited, {"search": a.minimax, "beta": 3}, TypeError, ["no option 'beta'"]),
        (
            a.iterative_deepening,
            {"depth": 0},
            ValueError,
            ["depth must be an integer of at least 1, not 0"],
        ),
        (a.iterative_deepening, {"search": None}, TypeError, ["search must be", "not None"]),
        (
            a.depth_limited,
            {"search": a.iterative_deepening},
            ValueError,
            ["depth_limited cannot use iterative_deepening", "without a horizon"],
        ),
        (a.minimax, {"depth": 3}, TypeError, ["minimax has no option 'depth'", "no options"]),
        (a.sss_star, {"k": 3}, TypeError, ["sss_star has no option 'k'", "upper"]),
        (a.ps_star, {"K": 3}, TypeError, ["'K'", "k, sizes, published, lower, upper"]),
        (a.minimax, {"max_events": 0}, ValueError, ["max_events must be", "at least 1, not 0"]),
        (a.minimax, {"max_events": 2.5}, ValueError, ["max_events must be", "not 2.5"]),
        (a.minimax, {"max_events": True}, ValueError, ["max_events must be", "not True"]),
    ],
    ids=lambda x: x.__name__ if callable(x) else None,
)
def test_options(search, options, kind, words):
    before = to_json(SMALL)
    refused(kind, lambda: record(search, SMALL, **options), *words)
    assert to_json(SMALL) == before


def test_what_cannot_be_recorded():
    refused(TypeError, lambda: record("alphabeta", SMALL), "'alphabeta' is not a search", "ps_star")
    refused(TypeError, lambda: record(a.alphabeta, [[1, 2]]), "[[1, 2]] is not a tree")
    refused(TypeError, lambda: record(a.alphabeta, None), "None is not a tree")


def test_frames_that_are_not_there():
    trace = record(a.minimax, SMALL)
    for i in -1, len(trace) + 1, 1.0, "1", None, True:
        refused(IndexError, lambda i=i: trace.frame(i), repr(i), f"0 to {len(trace)}")


def test_horizons():
    for depth in -1, 1.0, "2", None, True:
        refused(ValueError, lambda depth=depth: Horizon(SMALL, depth), f"not {depth!r}")
    refused(ValueError, lambda: Horizon(SMALL, 1).children((1, 1)), "beyond the horizon")


def test_traces_of_different_trees():
    one, other = record(a.minimax, SMALL), record(a.minimax, from_nested([1]))
    refused(ValueError, lambda: comparison((one, other)), "different trees")


GOOD = json.loads(record(a.ps_star, SMALL, k=2).to_json())


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"format": "x"}, ["not a trace", "plyglass-trace"]),
        ({"version": 3}, ["version 3", "versions 1 to 2"]),
        ({"algorithm": 3}, ["'algorithm'"]),
        ({"options": []}, ["'options'"]),
        ({"steps": {}}, ["'steps'"]),
        ({"tree": None}, ["an object"]),
        ({"tree": {"values": {"1": 1}}}, ["cannot be run on the tree"]),
        ({"value": "x"}, ["'x'"]),
        ({"value": []}, ["[]"]),
        ({"steps": [["jump", "0"]]}, ["step 1", "enter, ask, evaluate"]),
        ({"steps": [[[], "0"]]}, ["step 1", "enter, ask, evaluate"]),
        ({"steps": [["enter", deep_list(900), 0, 1]]}, []),
        ({"steps": [["push", "0"]]}, ["step 1", "node, status, merit, case"]),
        ({"steps": [["push", 0, "LIVE", 1, ""]]}, ["step 1", "Dewey number"]),
        ({"steps": [["push", "9", "LIVE", 1, ""]]}, ["step 1", "9 is not in the tree"]),
        ({"steps": [["push", "0", "DEAD", 1, ""]]}, ["step 1", "LIVE or SOLVED"]),
        ({"steps": [["push", "0", "LIVE", "x", ""]]}, ["step 1", "'x'"]),
        ({"steps": [["push", "0", "LIVE", 1, 3]]}, ["step 1", "a printable string"]),
        ({"steps": [["insert", "0", "LIVE", 1, -1, ""]]}, ["step 1", "an integer of at least 0"]),
        ({"steps": [["insert", "0", "LIVE", 1, 5, ""]]}, ["does not fit", "place 5"]),
        ({"steps": [["pop", "0", "LIVE", 1, ""]]}, ["does not fit", "first state of OPEN"]),
        ({"steps": [["leave", "0", 1]]}, ["does not fit", "no node is being visited"]),
        ({"steps": [["purge", "0", [["1", "LIVE", 3]], ""]]}, ["does not fit"]),
        ({"steps": [["purge", "0", ["1"], ""]]}, ["step 1", "a list of states"]),
        ({"steps": [["drop", "0", ["1"], ""]]}, ["does not fit", "BACKUP"]),
        ({"steps": [["drop", "0", "1", ""]]}, ["step 1", "a list of nodes"]),
        ({"steps": [["ask", "0", "<", 1]]}, ["step 1", "'>' or '≥'"]),
        ({"steps": [["lookup", "0", 1, 2, 1]]}, ["step 1", "True or False"]),
        ({"steps": [["test", "1.1", 3, True]]}, ["does not fit"]),
        ({"steps": [["evaluate", "1.1", 4]]}, ["step 1", "the value 4", "is 3"]),
        ({"steps": [["evaluate", "1", 4]]}, ["step 1", "not a leaf"]),
        ({"steps": GOOD["steps"][:-1]}, ["is not what PS*(2) does"]),
        ({"steps": GOOD["steps"] + GOOD["steps"][-1:]}, ["does not fit"]),
        ({"value": 4}, ["says 4", "returns"]),
        ({"algorithm": "sss_star"}, ["has no option 'k'"]),
        ({"algorithm": "x\x1b[2J"}, ["a printable string"]),
        ({"options": {"k\n": 2}}, ["a printable string"]),
        ({"options": {"k": "\x1b"}}, ["a printable string"]),
        ({"options": {"k": deep_list(60)}}, ["nested too deeply", "50 levels"]),
        ({"options": {"k": deep_list(900)}}, ["nested too deeply"]),
        ({"options": {"k": 2, "upper": [1]}}, ["upper", "[1]"]),
        ({"algorithm": "dual_star", "options": {"upper": [1]}}, ["no option 'upper'", "lower"]),
        ({"options": {"k": 2, "evaluate": "x"}}, ["has no option 'evaluate'"]),
        ({"options": {"k": 2, "next": "g"}}, ["has no option 'next'"]),
        ({"options": {"k": 2, "search": "zz"}}, ["has no option 'search'"]),
        ({"value": None}, ["has no value", "returns 1"]),
    ],
)
def test_json_of_traces(change, words):
    refused(ValueError, lambda: Trace.from_json(json.dumps(GOOD | change)), *words)


@pytest.mark.parametrize("text", ["", "x", "[]", "3", "null", "[" * 100_000, '{"format": NaN}'])
def test_what_is_no_trace_at_all(text):
    refused(ValueError, lambda: Trace.from_json(text))


MINE = json.loads(record(a.alphabeta, SMALL).to_json()) | {"algorithm": "mine"}


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"value": 99}, ["returned 99", "left the root with 1"]),
        ({"steps": []}, ["logged nothing"]),
        ({"steps": MINE["steps"][:4]}, ["ended during its visit to node 1"]),
        (
            {"steps": [*MINE["steps"][:-1], ["leave", "0", 3]], "value": 3},
            ["returns 3", "the leaves prove 1"],
        ),
        (
            {"tree": MINE["tree"] | {"names": {"1": "x\x1b[2J"}}, "steps": [["leave", "1", 3]]},
            ["x [2J"],
        ),
    ],
)
def test_json_of_traces_that_cannot_be_run_again(change, words):
    assert Trace.from_json(json.dumps(MINE)).value == 1
    refused(ValueError, lambda: Trace.from_json(json.dumps(MINE | change)), *words)
