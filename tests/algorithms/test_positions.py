"""Searches with a table keyed by position: right on every game, however small the table is."""

from functools import cache
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.helpers.generated import trees, value_of
from tests.trace.test_soundness import shown
from tracer import Trace, measure, record
from tracer.algorithms import alphabeta, alphabeta_table, iterative_deepening, mt, mtd, mtd_f
from tracer.experiments.counting import count
from tracer.log.table import REPLACE
from trees import Tree, from_json, from_nested, to_json
from trees.games import Nim, Pear, TicTacToe, WarGame, game_tree, replay, state_graph
from trees.horizon import Horizon
from trees.position import number_of, zobrist

TABLES = [
    (search, options | {"slots": slots})
    for search, options in [
        *((alphabeta_table, {"replace": rule}) for rule in REPLACE),
        (mtd_f, {"positions": True}),
        (mtd, {"positions": True, "next": "bisect"}),
    ]
    for slots in (None, 1, 3, 64)
]


@cache
def minimax_of(game, state, depth):
    """The value of a state by the rules of the game alone: no tree, no table, no position."""
    moves = game.moves(state) if depth else ()
    if not moves:
        return game.evaluate(state)
    best = max if game.to_move(state) == "MAX" else min
    return best(minimax_of(game, game.apply(state, move), depth - 1) for move in moves)


def somewhere(game, random, plies):
    """A state after some random moves."""
    state = game.initial()
    for _ in range(plies):
        moves = game.moves(state)
        if not moves:
            break
        state = game.apply(state, random.choice(list(moves)))
    return state


GAMES = {"nim": (Nim(3, 3), 5), "tic-tac-toe": (TicTacToe(), 4), "pear": (Pear(), 3)}


@pytest.mark.parametrize("name", GAMES)
def test_the_value_is_that_of_minimax(name):
    """1,600 searches per game, each from another state or with another table."""
    game, depth = GAMES[name]
    random = Random(1)
    for _ in range(100):
        state = somewhere(game, random, random.randrange(7))
        value = minimax_of(game, state, depth)
        tree = game_tree(game, state, depth)
        for search, options in TABLES:
            assert count(search, tree, **options).value == value, (state, search, options)


@given(tree=trees(), slots=st.none() | st.integers(1, 4), window=st.integers(-3, 2))
def test_on_trees_without_positions_nothing_is_shared(tree, slots, window):
    for search, options in (alphabeta_table, {}), (mtd_f, {"positions": True}):
        trace = record(search, tree, slots=slots, **options)
        assert trace.value == value_of(tree)
        assert all(event.kind != "same" for event in trace.events)
    v = record(alphabeta_table, tree, alpha=window, beta=window + 1, slots=slots).value
    f = value_of(tree)
    assert f <= v if v <= window else f >= v


def test_windows_and_questions_on_games():
    tree = game_tree(TicTacToe(), TicTacToe().position("X...O...X"), 4)
    f = value_of(tree)
    for bound in range(-10, 10):
        for slots in None, 2, 9:
            v = record(alphabeta_table, tree, alpha=bound, beta=bound + 1, slots=slots).value
            assert f <= v if v <= bound else f >= v
            g = record(mt, tree, gamma=bound, positions=True, slots=slots).value
            assert f >= g if g >= bound else f <= g


@pytest.mark.parametrize("slots", [None, 1, 4, 9])
@pytest.mark.parametrize("game", ["nim", "nim-limited", "tic-tac-toe", "pear"])
def test_all_that_is_shown_is_true(game, slots):
    """With hits from other paths: every bound, caption, cutoff, reason and counter."""
    tree = {
        "nim": lambda: game_tree(Nim(3, 2)),
        "nim-limited": lambda: game_tree(Nim(3, 2), depth=4),
        "tic-tac-toe": lambda: game_tree(TicTacToe(), TicTacToe().position("XOX.O..X."), 4),
        "pear": lambda: game_tree(Pear(), replay(Pear(), [4, 4, 4, 4, 4, 3]), 2),
    }[game]()
    tree = tree.explicit().numbered()
    runs = [(mtd_f, {"positions": True}), *((alphabeta_table, {"replace": r}) for r in REPLACE)]
    for search, options in runs:
        trace = record(search, tree, slots=slots, **options)
        assert trace.value == value_of(tree)
        for what, r, check in shown(trace):
            if what != "end":  # leaves behind a hit are neither seen nor cut off
                try:
                    check()
                except Exception as error:
                    raise AssertionError(f"{what}, step {r.i}: {trace.caption(r.i)}") from error
        assert Trace.from_json(trace.to_json()) == trace


def test_a_small_table_collides_and_stays_within_its_slots():
    tree = game_tree(Nim(3, 3))
    for rule in REPLACE:
        for slots in 1, 7, 20:
            trace = record(alphabeta_table, tree, slots=slots, replace=rule)
            sizes = [len(trace.frame(i).table) for i in range(0, len(trace), 5)]
            assert max(sizes) <= slots
            position = tree.position
            gone = [e for e in trace.events if e.kind == "evict"]
            assert any(position(e.node) != position(e.other) for e in gone)


def test_the_entry_nearer_the_root_stays():
    trace = record(alphabeta_table, game_tree(Nim(3, 3)), slots=5, replace="nearer")
    position = trace.tree.position
    gone = [e for e in trace.events if e.kind == "evict"]
    lost = [e for e in gone if position(e.node) != position(e.other)]
    assert all(len(e.node) <= len(e.other) for e in lost)
    assert any(len(e.node) == len(e.other) for e in lost), "of two that are as near, the new one"


def test_equal_keys_do_not_mean_equal_positions():
    """One slot for two positions with the same key: the texts tell them apart."""
    tree = Tree(
        {(1, 1): 1, (1, 2): 5, (2, 1): 2, (2, 2): 7},
        positions={(1, 1): "a b", (1, 2): "x", (2, 1): "b a", (2, 2): "y"},
    )
    assert zobrist("a b") == zobrist("b a")
    for slots in None, 1, 2:
        assert record(alphabeta_table, tree, slots=slots).value == 2


def test_a_key_changes_by_the_pieces_that_a_move_changes():
    game = Pear()
    before, after = replay(game, [4, 4, 3]), replay(game, [4, 4, 3, 5])
    assert zobrist(game.words(after)) == zobrist(game.words(before)) ^ number_of("Be1")
    keys = {zobrist(game.words(somewhere(game, Random(k), 12))) for k in range(500)}
    assert len(keys) == len({game.words(somewhere(game, Random(k), 12)) for k in range(500)})


# Positions


@pytest.mark.parametrize(("m", "p"), [(2, 2), (3, 2), (4, 2), (3, 3)])
def test_nim_has_as_many_positions_as_its_state_graph(m, p):
    tree = game_tree(Nim(m, p))
    assert len({tree.position(n) for n in tree.nodes()}) == len(state_graph(Nim(m, p)))


def test_storage_for_nim():
    tree = game_tree(Nim(3, 2))
    by_node, by_position = (measure(record(mtd_f, tree, positions=p)) for p in (False, True))
    assert (by_node.table, by_position.table) == (55, 17)


@pytest.mark.parametrize(
    ("game", "depth", "quiescence"),
    [(Nim(3, 3), 4, 0), (TicTacToe(), 3, 2), (Pear(), 3, 1), (WarGame("Westerplatte"), 1, 0)],
    ids=lambda x: getattr(x, "name", str(x)),
)
def test_nodes_with_the_same_position_have_the_same_game_below(game, depth, quiescence):
    tree = game_tree(game, depth=depth, quiescence=quiescence)

    @cache
    def below(n):
        return "".join(sorted(f"({below(c)})" for c in tree.children(n))) or str(tree.value(n))

    found = {}
    for n in tree.nodes():
        first = found.setdefault(tree.position(n), n)
        assert below(n) == below(first) and tree.is_max(n) == tree.is_max(first)


def test_a_horizon_keeps_positions_apart():
    """The same piles with another number of plies to go are worth something else."""
    tree = game_tree(Nim(3, 2))
    cut = Horizon(tree, 3)
    pairs = [(n, m) for n in cut.nodes() for m in cut.nodes() if len(n) < len(m)]
    same = [(n, m) for n, m in pairs if tree.position(n) == tree.position(m)]
    assert same and all(cut.position(n) != cut.position(m) for n, m in same)
    assert Horizon(tree, 99).position((1, 1)) == tree.position((1, 1))
    assert Horizon(tree, 3, lambda n: 0).position((1, 1)) == "1.1"


@pytest.mark.parametrize("depth", [2, 3, 4])
def test_iterative_deepening_with_a_table(depth):
    for k in range(20):
        state = somewhere(TicTacToe(), Random(k), 3)
        tree = game_tree(TicTacToe(), state, 4)
        for search in alphabeta_table, alphabeta:
            trace = record(iterative_deepening, tree, depth=depth, search=search)
            assert trace.value == minimax_of(TicTacToe(), state, depth)


def test_other_values_make_positions_different():
    tree = game_tree(Nim(2, 2)).explicit()
    other = tree.replace({next(tree.leaves()): 7})
    assert len({other.position(n) for n in other.nodes()}) == len(list(other.nodes()))
    assert from_json(to_json(tree)) == tree and from_json(to_json(tree)).position((1,)) == "2,1/MIN"


@pytest.mark.parametrize(
    ("positions", "words"),
    [
        ({(9,): "a"}, "not in the tree"),
        ({(1,): ""}, "printable string"),
        ({(1,): 3}, "printable string"),
        ({(1,): "2"}, "means another node"),
        ({(1,): "a", (2,): "a"}, "cannot have the same position"),
        ({(): "a", (1,): "a"}, "cannot have the same position"),
    ],
)
def test_positions_that_the_tree_contradicts(positions, words):
    with pytest.raises(ValueError, match=words):
        Tree({(1,): 1, (2,): 2}, positions=positions)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"slots": 0}, "slots must be None or an integer of at least 1, not 0"),
        ({"slots": True}, "slots"),
        ({"slots": 2.0}, "slots"),
        ({"replace": "never"}, "replace must be one of always, nearer, not 'never'"),
    ],
)
def test_bad_tables(options, words):
    with pytest.raises(ValueError, match=words):
        record(alphabeta_table, from_nested([1, 2]), **options)
