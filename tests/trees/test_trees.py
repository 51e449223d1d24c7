"""Trees: how they are made, written and read back, and generated."""

from math import inf
from string import ascii_uppercase

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.helpers.generated import dressed, trees, uniforms, value_of
from tracer import record
from tracer.algorithms import alphabeta, minimax
from trees import (
    ROOT,
    Tree,
    catalogue,
    dewey,
    from_json,
    from_nested,
    from_networkx,
    from_text,
    iid,
    label,
    minimal,
    ordered,
    similar,
    to_json,
    to_nested,
    to_networkx,
    to_text,
    uniform,
    worst_ordered,
)
from trees.games import Nim, game_tree
from trees.horizon import Horizon
from trees.number import above, below, check_bound, check_number, parse_number, show
from trees.tree import DEEPEST, SIDES

# Construction


def test_what_a_tree_answers():
    tree = from_nested([[3, 2], 1.5])
    assert tree.children(ROOT) == ((1,), (2,))
    assert tree.children((1, 2)) == ()
    assert (tree.is_leaf((1,)), tree.is_leaf((2,))) == (False, True)
    assert (tree.is_max(ROOT), tree.is_max((1,)), tree.is_max((1, 1))) == (True, False, True)
    assert (tree.value((1, 1)), tree.value((2,))) == (3, 1.5)
    assert (tree.depth, tree.width, tree.leaf_count(), tree.extremes()) == (2, 2, 3, (1.5, 3))
    assert list(tree.nodes()) == [(), (1,), (1, 1), (1, 2), (2,)]
    assert list(tree.leaves((1,))) == [(1, 1), (1, 2)]


def test_min_may_begin():
    tree = from_nested([[3, 2], [1, 5]], root="MIN")
    assert [tree.to_move(n) for n in ((), (1,), (1, 1))] == ["MIN", "MAX", "MIN"]
    assert value_of(tree) == 3


def test_uniform_takes_leaves_left_to_right():
    nested = [[[0, 1], [2, 3]], [[4, 5], [6, 7]]]
    assert uniform(2, 3, range(8)) == from_nested(nested, letters=False)
    assert uniform(3, 0, [7]) == from_nested(7, letters=False)


def test_a_tree_is_immutable():
    tree = from_nested([1, 2])
    with pytest.raises(AttributeError, match="immutable"):
        tree.depth = 3
    with pytest.raises(TypeError):
        tree.names[()] = "A"
    assert tree.replace({(1,): 5}) == from_nested([5, 2])
    assert tree == from_nested([1, 2])


def test_a_tree_keeps_no_hold_on_what_it_was_made_of():
    values, names = {(1,): 1, (2,): 2}, {(1,): "A"}
    tree = Tree(values, names=names)
    values[(3,)], names[(2,)] = 3, "B"
    assert tree == Tree({(1,): 1, (2,): 2}, names={(1,): "A"})


def test_names_and_dewey_numbers_find_nodes():
    tree = Tree({(1,): 1, (2,): 2}, names={(): "A", (2,): "7"})
    assert [tree.name(n) for n in tree.nodes()] == ["A", "1", "7"]
    assert (tree.node("A"), tree.node("7"), tree.node("2")) == ((), (2,), (2,))


@pytest.mark.parametrize("name", ["1", "node 1", "Node  1", " 1 ", "0", "root", "the\nRoot"])
def test_a_name_must_not_mean_another_node(name):
    """Captions call node 1 just that, so no other node may be called so."""
    values = {(1,): 1, (2,): 2}
    with pytest.raises(ValueError, match=r"node 2 cannot be named .*, which means node [01]$"):
        Tree(values, names={(2,): name})
    assert Tree(values, names={ROOT: "the root", (1,): "node 1", (2,): "2"}).node("node 1") == (1,)
    assert Tree(values, names={(2,): "node 3"}).name((2,)) == "node 3"  # there is no other


@pytest.mark.parametrize("names", [("a", "a"), ("a b", "a\x00b"), ("a", " a\t")])
def test_names_must_not_look_alike(names):
    with pytest.raises(ValueError, match=r"two nodes are named 'a( b)?'"):
        Tree({(1,): 1, (2,): 2}, names=dict(zip([(1,), (2,)], names, strict=True)))


@pytest.mark.parametrize("what", ["names", "labels"])
@pytest.mark.parametrize("blank", ["", " ", "\x00", "\u202e"])
def test_a_text_must_have_something_to_read(what, blank):
    with pytest.raises(ValueError, match=f"the {what[:-1]} of node 2 must be a non-empty string"):
        Tree({(1,): 1, (2,): 2}, **{what: {(2,): blank}})


def test_dewey_numbers():
    assert (dewey("0"), dewey("1.2.1"), dewey(" 12.3 ")) == ((), (1, 2, 1), (12, 3))
    assert (label(()), label((1, 2, 1))) == ("0", "1.2.1")


@given(tree=trees())
def test_equal_trees_have_equal_hashes(tree):
    other = from_json(to_json(tree))
    assert (other, hash(other)) == (tree, hash(tree))
    horizon = Horizon(tree, 99)
    assert horizon == tree
    assert hash(horizon) == hash(tree)


# Letters


def test_small_trees_without_names_get_letters_level_by_level():
    nested = [[[8, 5], [10, 7]], [[2, 4], [9, 6]]]
    tree = from_nested(nested)
    assert dict(tree.names) == dict(catalogue.load("pantel-3.2").names)
    text = "MAX\n" + "".join(
        f"  -\n    -\n      {a}\n      {b}\n    -\n      {c}\n      {d}\n"
        for (a, b), (c, d) in nested
    )
    assert from_text(text) == tree
    assert from_text(to_text(tree)) == from_json(to_json(tree)) == tree
    assert tree.replace({tree.node("H"): 1}).names == tree.names
    assert tree.node("K") == tree.node("1.2.2") == (1, 2, 2)


def test_a_graph_without_names_gets_letters():
    networkx = pytest.importorskip("networkx")
    graph = networkx.DiGraph([(7, 8), (7, 9), (9, 5)])
    graph.nodes[8]["value"], graph.nodes[5]["value"] = 2, 1
    assert dict(from_networkx(graph).names) == {(): "A", (1,): "B", (2,): "C", (2, 1): "D"}


def test_letters_end_at_z():
    leaves = [0] * 26
    assert list(from_nested(leaves[1:]).names.values()) == list(ascii_uppercase)
    assert not from_nested(leaves).names
    deep = 0
    for _ in range(25):
        deep = [deep]
    assert len(from_nested(deep).names) == 26
    assert not from_nested([deep]).names


@pytest.mark.parametrize(
    "text",
    [
        "MAX -\n  3\n  4",  # says that it has no names
        "-\n  3\n  4",
        "1 = 3\n2 = 4",  # its lines are numbered
        "MAX\n1 = 3\n2 = 4",
        "MAX\n  A = 3\n  4",  # its author has chosen what to name
    ],
)
def test_dewey_numbers_that_an_author_wants_stay(text):
    tree = from_text(text)
    assert tree.name((2,)) == "2"
    assert "B" not in tree.names.values()


def test_only_trees_made_by_hand_get_letters():
    assert not from_nested([1, 2], letters=False).names
    for tree in (uniform(2, 2, range(4)), iid(2, 2, seed=1), Tree({(1,): 1, (2,): 2})):
        assert not tree.names
        assert not from_text(to_text(tree)).names
        assert not from_text(to_text(tree, indent=True)).names
        assert not from_json(to_json(tree)).names
    named = {name for name in catalogue.names() if catalogue.load(name).names}
    assert named == {"pantel-3.2", "lecture-3", "nim-2,2"}  # as their sources have them: no letters
    assert not {"A", "B"} & set(catalogue.load("nim-2,2").names.values())  # but positions in Nim


# There and back


@given(tree=trees())
def test_nested_lists_round_trip(tree):
    letters = bool(tree.names)
    assert from_nested(to_nested(tree), root=tree.root, letters=letters) == tree


@given(tree=dressed())
def test_everything_round_trips(tree):
    for again in (
        from_text(to_text(tree)),
        from_text(to_text(tree, indent=True)),
        from_json(to_json(tree)),
        from_networkx(to_networkx(tree)),
    ):
        assert again.data() == tree.data()
        assert [type(again.value(n)) for n in tree.leaves()] == [
            type(tree.value(n)) for n in tree.leaves()
        ]


def test_the_two_forms_of_text():
    tree = Tree(
        {(1, 1): 8, (1, 2): -0.5, (2,): 3, (1,): 4},
        root="MIN",
        names={(): "A", (1,): "B", (2,): "the end"},
        labels={(1,): "good"},
    )
    assert to_text(tree) == 'MIN A\n1 B = 4 : good\n1.1 = 8\n1.2 = -0.5\n2 "the end" = 3\n'
    assert (
        to_text(tree, indent=True)
        == 'MIN A\n  B = 4 : good\n    = 8\n    = -0.5\n  "the end" = 3\n'
    )


def test_text_as_people_write_it():
    indented = """
        # a comment
        MAX A   # the root
            B
                H = 8
                5 : "a bare number is a leaf"   # with a comment

            C = 3 : "no # comment"
    """
    numbered = """
        0 A
        1.2 = 5 : "a bare number is a leaf"
        1 B
        2 C = 3 : "no # comment"
        1.1 H = 8
    """
    tree = Tree(
        {(1, 1): 8, (1, 2): 5, (2,): 3},
        names={(): "A", (1,): "B", (1, 1): "H", (2,): "C"},
        labels={(2,): "no # comment", (1, 2): "a bare number is a leaf"},
    )
    assert from_text(indented) == from_text(numbered) == tree


BRACKETS = from_nested([[3, 5], [6, 9]])


@pytest.mark.parametrize(
    "text",
    [
        "[[3, 5], [6, 9]]",
        "((3 5)(6 9))",
        " {3,5};\n{6,9} ",
        "MAX [3 5 | 6 9]".replace(" | ", "] ["),
        "max(min(3, 5), min(6, 9))",
        "(MAX (MIN 3 5) (MIN 6 9))",
        "MAX\n  MIN\n    3\n    5\n  MIN\n    6\n    9",
        "[[3, 5], [6, 9]],  # from the board\n",
        "[[3, 5],  # left\n [6, 9]];",
        "MAX\n- MIN\n  - 3\n  - 5\n- MIN\n  - 6\n  - 9",
    ],
)
def test_text_as_people_write_it_first(text):
    assert from_text(text) == BRACKETS


def test_stars_are_no_signs():
    assert from_text("MAX\n  * 3\n  * 5") == from_nested([3, 5])


def test_names_in_brackets_and_in_drawings():
    tree = Tree({(1, 1): 3, (1, 2): -0.5, (2,): 6}, names={(): "A", (1,): "the end"})
    for text in ('A("the end"(3, -0.5), 6)', '(A ("the end" 3 -0.5) 6)', 'A["the end" [3 -0.5] 6]'):
        assert from_text(text) == tree, text
    assert from_text("A\n├── the end\n│   ├── 3\n│   └── -0.5\n└── 6") == tree
    assert from_text("(min (max 1 2) 3)").root == "MIN" == from_text("(A max(1 2) 3)").root
    deep = "[" * 200 + "1" + "]" * 200
    assert len(next(iter(from_text(deep).leaves()))) == 200
    for word in SIDES:
        named = Tree({(1,): 1}, names={(): "A", (1,): word})
        assert from_text(to_text(named)) == from_text(to_text(named, indent=True)) == named


@pytest.mark.parametrize(
    "text, said",
    [
        ("[[3, 5], [6, 9]", "a bracket is not closed; a ] is missing"),
        ("[[3, 5), [6, 9]]", r"there is a \) without"),
        ("[3, 5]]", "there is a ] without"),
        ("[[], 3]", "node 1 is empty"),
        ("[3, x]", "leaf 'x' has no value"),
        ("[[x, 3], 5]", "leaf 'x' has no value"),  # not a name
        ("[[½, 3]]", "leaf '½' has no value"),
        ("max(max(3, 5), 2)", "disagree about whose turn it is"),
        ("MAX\n  MAX\n    3", "line 2: MAX does not move at node 1"),
        ("3 5 | 6 9", "nested brackets, such as"),
        ("A -> B\nA -> C", "from_networkx"),
        ("[" * (DEEPEST + 2) + "1" + "]" * (DEEPEST + 2), "deep"),
    ],
)
def test_brackets_that_cannot_be_read(text, said):
    with pytest.raises(ValueError, match=said):
        from_text(text)


def test_names_and_labels_of_several_words():
    tree = from_text("""
        MIN King's pawn   # the root
          Queen's gambit  declined = 3 : a quiet game  # one space is enough
          2 rooks = -1
          "a = b: 5" : won
            -
              e4 e5 : open game
                7 : the last one
    """)
    assert tree.root == "MIN"
    assert dict(tree.names) == {
        (): "King's pawn",
        (1,): "Queen's gambit declined",
        (2,): "2 rooks",
        (3,): "a = b: 5",
        (3, 1, 1): "e4 e5",
    }
    assert dict(tree.labels) == {
        (1,): "a quiet game", (3,): "won", (3, 1, 1): "open game", (3, 1, 1, 1): "the last one",
    }  # fmt: skip
    assert [tree.value(n) for n in tree.leaves()] == [3, -1, 7]
    assert from_text(to_text(tree)) == from_text(to_text(tree, indent=True)) == tree
    assert from_text("1 Queen's gambit = 3 : a quiet game").names == {(1,): "Queen's gambit"}


def test_a_digraph_of_named_nodes():
    networkx = pytest.importorskip("networkx")
    graph = networkx.DiGraph([("A", "B"), ("A", "C"), ("C", "D")], root="MIN")
    graph.nodes["B"]["value"] = 2
    graph.nodes["D"].update(value=1, label="last")
    names = {(): "A", (1,): "B", (2,): "C", (2, 1): "D"}
    tree = Tree({(1,): 2, (2, 1): 1}, root="MIN", names=names, labels={(2, 1): "last"})
    assert from_networkx(graph) == tree
    assert to_networkx(tree).nodes[(2, 1)] == {
        "player": "MIN", "value": 1, "name": "D", "label": "last",
    }  # fmt: skip


def test_generated_trees_are_saved_as_their_call():
    for tree in (
        iid(3, 3, seed=5, low=-1.0, high=1.0, root="MIN"),
        ordered(4, 3, 2, seed=5, p=0.5),
        minimal(3, 3, seed=5),
        worst_ordered(2, 4, seed=5),
    ):
        text = to_json(tree)
        again = from_json(text)
        assert len(text) < 200
        assert again == tree
        assert [again.value(n) for n in again.leaves()] == [tree.value(n) for n in tree.leaves()]
        assert from_text(to_text(tree)) == from_nested(to_nested(tree), root=tree.root)


# Numbers


def test_numbers_of_other_libraries_become_plain():
    numpy = pytest.importorskip("numpy")
    tree = from_nested([numpy.int64(3), numpy.float64(0.5)])
    assert [type(tree.value(n)) for n in tree.leaves()] == [int, float]


@pytest.mark.parametrize("x", [0, 8, -3, 0.1, -0.1, 2**53, 2.0**53, -(2**60), 1e300, 5e-324])
def test_nothing_lies_between_a_number_and_the_next(x):
    up, down = above(x), below(x)
    assert down < x < up
    assert below(up) <= x <= above(down)


def test_numbers_as_written():
    assert [show(x) for x in (8, -8, 0.5, inf, -inf, 1.7976931348623157e308)] == [
        "8", "−8", "0.5", "∞", "−∞", "1.798e+308",
    ]  # fmt: skip
    assert [show(x) for x in (12345678, 12345679, 10**15 - 1, 10**15, 12345678.0)] == [
        "12345678", "12345679", "999999999999999", "1e+15", "1.235e+07",
    ]  # fmt: skip
    assert [show(x) for x in (-99999.5, 1e5, 1234.5, 999.96)] == [
        "−99999.5", "100000", "1234.5", "1000",
    ]  # fmt: skip
    assert [show(x) for x in (above(0), below(0), above(12345678), below(0.5))] == [
        "0⁺", "0⁻", "12345678⁺", "0.5⁻",
    ]  # fmt: skip
    assert check_number(3, "x") == 3
    assert check_bound(inf, "x") == inf


@given(
    st.integers(-(10**15) + 1, 10**15 - 1)
    | st.floats(-9999, 9999).map(lambda x: float(f"{x:.4g}"))
    | st.sampled_from([inf, -inf])
)
def test_what_is_written_is_read_back(x):
    for number in (x, above(x), below(x)):
        assert parse_number(show(number)) == number


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("8", 8), (" −3 ", -3), ("+3", 3), ("2.50", 2.5), ("1e6", 1e6), ("∞", inf), ("-∞", -inf),
        ("−∞", -inf), ("inf", inf), ("-Infinity", -inf), ("76⁺", above(76)), ("−2⁻", below(-2)),
    ],
)  # fmt: skip
def test_numbers_are_read_as_people_write_them(text, number):
    assert parse_number(text) == number
    assert type(parse_number(text)) is type(number)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("nan", "'nan' is not a number; write one like 8"), ("", "not a number"),
        ("--3", "not a number"), ("⁺", "not a number"), ("eight", "not a number"),
        ("1e999", "outside the range"), ("9" * 5000, "outside the range"),
        ("9" * 400, "outside the range"),
    ],
    ids=lambda text: text[:10],
)  # fmt: skip
def test_what_is_not_a_number_is_refused(text, why):
    with pytest.raises(ValueError, match=why):
        parse_number(text)


# Generated trees; their golden values are in test_experiments_trees.py


def grown(tree):
    """How many nodes a lazy tree has made."""
    return len(tree._children) + len(tree._values)


def test_a_generated_tree_costs_what_is_visited():
    tree = iid(32, 4, seed=7)
    assert grown(tree) == 0
    assert tree.leaf_count() == 32**4
    trace = record(alphabeta, tree)
    assert trace.nbp < 32**4 / 10
    visited = {n[:k] for n in trace.leaves for k in range(len(n))}
    assert grown(tree) <= 32 * 3 * len(visited)

    tree = minimal(32, 4, seed=7)
    trace = record(alphabeta, tree)
    assert trace.nbp == 2 * 32**2 - 1
    assert grown(tree) < 32**4 / 10


def test_one_leaf_of_a_huge_tree():
    tree = ordered(10, 200, 2, seed=1)
    assert 0 <= tree.value((3,) * 200) <= 127
    assert grown(tree) < 10_000


@pytest.mark.parametrize("root", ["MAX", "MIN"])
@pytest.mark.parametrize("seed", range(5))
def test_the_same_seed_is_the_same_tree_in_any_order_of_asking(seed, root):
    for make in (
        lambda: iid(3, 3, seed=seed, root=root),
        lambda: ordered(4, 3, 2, seed=seed, p=0.5, root=root),
        lambda: worst_ordered(3, 3, seed=seed, root=root),
    ):
        one, other = make(), make()
        forwards = {n: one.value(n) for n in one.leaves()}
        backwards = {n: other.value(n) for n in reversed(list(make().leaves()))}
        assert forwards == backwards


def best_children(tree, n):
    values = [value_of(tree, c) for c in tree.children(n)]
    return [i for i, v in enumerate(values) if v == value_of(tree, n)]


@pytest.mark.parametrize("root", ["MAX", "MIN"])
@pytest.mark.parametrize("seed", range(8))
def test_where_the_best_child_of_an_ordered_tree_stands(seed, root):
    for R in (1, 2, 4):  # noqa: N806 - the literature's name
        tree = ordered(4, 3, R, seed=seed, root=root)
        for n in tree.nodes():
            if not tree.is_leaf(n):
                assert best_children(tree, n)[0] < 4 // R
    assert to_nested(minimal(4, 3, seed=seed)) == to_nested(ordered(4, 3, 4, seed=seed))


def test_probability_zero_keeps_the_best_child_out_of_the_first_part():
    late = 0
    for seed in range(10):
        tree = ordered(4, 2, 2, seed=seed, p=0.0, high=10**6)
        late += best_children(tree, ROOT)[0] >= 2
    assert late == 10


@pytest.mark.parametrize("root", ["MAX", "MIN"])
def test_worst_ordered_trees_get_better_to_the_right(root):
    tree = worst_ordered(3, 4, seed=2, root=root)
    for n in tree.nodes():
        values = [value_of(tree, c) for c in tree.children(n)]
        assert values == sorted(values, reverse=not tree.is_max(n))
        assert len(set(values)) == len(values)


def test_independent_leaves_fill_their_range():
    tree = iid(10, 3, seed=1, low=-2, high=2)
    values = [tree.value(n) for n in tree.leaves()]
    assert set(values) == {-2, -1, 0, 1, 2}
    assert all(150 < values.count(v) < 250 for v in set(values))
    reals = iid(10, 2, seed=1, low=-2.0, high=2)
    assert all(-2 <= reals.value(n) <= 2 for n in reals.leaves())


def test_the_leaves_at_a_horizon_are_counted_without_looking_at_them():
    horizon = Horizon(iid(8, 20, seed=1), 12)
    assert horizon.leaf_count() == 8**12 and horizon.leaf_count((1, 2, 3)) == 8**9
    assert len(horizon._children) < 10
    assert Horizon(iid(3, 2, seed=1), 0).leaf_count() == 1


@given(tree=uniforms())
def test_a_horizon_is_the_tree_above_it(tree):
    for depth in range(tree.depth + 1):
        horizon = Horizon(tree, depth, lambda n: len(n))
        assert horizon.depth == depth
        assert all(len(n) == depth for n in horizon.leaves())
        assert horizon.leaf_count() == len(list(horizon.leaves()))
        assert record(minimax, horizon).value == (depth if depth < tree.depth else value_of(tree))


@given(dressed() | trees(), st.integers(1, 10))
def test_a_similar_tree_has_the_same_shape_names_and_range(tree, seed):
    other = similar(tree, seed)
    assert list(other.nodes()) == list(tree.nodes()) and other.root == tree.root
    assert other.names == tree.names and other.labels == tree.labels
    low, high = tree.extremes()
    values = [other.value(n) for n in other.leaves()]
    assert all(low <= v <= high for v in values)
    if not all(isinstance(tree.value(n), int) for n in tree.leaves()):
        assert sorted(values) == sorted(tree.value(n) for n in tree.leaves())
    assert similar(tree, seed) == other


def test_similar_trees_differ_from_seed_to_seed():
    for tree in catalogue.load("pantel-3.2"), iid(3, 3, seed=7), minimal(2, 4, seed=1):
        found = [to_json(similar(tree, seed)) for seed in range(1, 8)]
        assert len({to_json(tree), *found}) == 8
    again = similar(iid(3, 3, seed=7, low=1, high=5), 2)
    assert again == iid(3, 3, seed=9, low=1, high=5)


def test_what_a_game_is_worth_cannot_be_drawn():
    with pytest.raises(ValueError, match="rules of its own"):
        similar(game_tree(Nim(2, 2)), 1)
    with pytest.raises(TypeError, match="seed must be an integer"):
        similar(from_nested([1, 2]), "1")
