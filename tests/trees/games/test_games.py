"""The lazy tree of a game, and the agents that search it."""

import pytest

from tracer import record
from tracer.agents import AGENTS, Agent, agent_named, match
from tracer.agents.choice_log import run
from tracer.algorithms import (
    alphabeta,
    dual_star,
    iterative_deepening,
    minimax,
    mtd_f,
    negamax,
    negascout,
    ps_star,
    scout,
    solve,
    sss_star,
)
from trees import ROOT, Tree
from trees.games import Nim, Pear, TicTacToe, WarGame, expand, game_tree, replay

GAMES = [Nim(3, 3), Nim(2, 3, misere=False), TicTacToe(), Pear(), WarGame("Narvik")]
SEARCHES = [
    *(minimax, negamax, solve, alphabeta, scout, negascout),
    *(sss_star, dual_star, ps_star, mtd_f, iterative_deepening),
]


def names(value):
    return getattr(value, "name", None) or getattr(value, "__name__", None)


@pytest.mark.parametrize("game", GAMES, ids=names)
@pytest.mark.parametrize("search", SEARCHES, ids=names)
def test_every_search_finds_the_value_of_every_game(game, search):
    depth = 2 if isinstance(game, WarGame) else 3
    options = {"depth": depth} if search is iterative_deepening else {}
    expected = record(minimax, expand(game, depth=depth)).value
    assert record(search, game_tree(game, depth=depth), **options).value == expected


@pytest.mark.parametrize("game", GAMES, ids=names)
def test_lazy_and_expanded_trees_are_the_same(game):
    lazy, explicit = game_tree(game, depth=2), expand(game, depth=2)
    assert type(explicit) is Tree
    assert lazy == explicit
    assert explicit.depth == 2
    assert explicit.root == "MAX"
    for n in explicit.nodes():
        assert explicit.value(n) == game.evaluate(lazy.state(n))
        if n:
            assert explicit.labels[n] == lazy.labels[n]
    moves = game.moves(game.initial())
    assert [explicit.labels[c] for c in explicit.children(ROOT)] == [
        game.move_name(move) for move in moves
    ]


def test_a_search_makes_only_the_nodes_it_visits():
    tree = game_tree(Pear(), depth=6)
    trace = record(alphabeta, tree)
    visited = {taken.node for taken in trace.events}
    met = tree.met()
    assert set(tree._states) <= visited
    assert sum(1 for _ in met.nodes()) < 7**5
    assert record(alphabeta, met).steps == trace.steps


def test_a_tree_can_begin_with_min():
    game = TicTacToe()
    tree = game_tree(game, game.apply(game.initial(), (2, 2)), 2)
    assert tree.root == "MIN"
    assert tree.state((1, 1)) == "XO..X...." or tree.state((1, 1)) == "OX..X...."


def test_players_have_to_move_by_turns():
    class Twice(TicTacToe):
        def to_move(self, state):
            return "MAX" if state.count(".") in (9, 8, 5, 4, 1) else "MIN"

    tree = game_tree(Twice(), depth=2)
    assert tree.children(ROOT)
    with pytest.raises(ValueError, match=r"do not take turns in tic-tac-toe at node 1$"):
        tree.children((1,))


def test_order_puts_the_moves_first_that_look_best():
    game = TicTacToe()
    tree = game_tree(game, depth=2, order=True)
    assert tree.moves()[0] == (2, 2)
    for n in (ROOT, (1,)):
        estimates = [tree.value(c) for c in tree.children(n)]
        assert estimates == sorted(estimates, reverse=tree.is_max(n))
    plain = record(alphabeta, game_tree(game, depth=4))
    ordered = record(alphabeta, game_tree(game, depth=4, order=True))
    assert ordered.value == plain.value
    assert ordered.nbp < plain.nbp


def test_quiescence_goes_on_where_a_threat_is_open():
    game = Pear()
    state = replay(game, (4, 1, 4, 2, 4))  # A threatens to complete column 4
    assert not game.quiet(state)
    assert game_tree(game, state, 0).is_leaf(ROOT)
    tree = game_tree(game, state, 0, quiescence=2)
    assert len(tree.children(ROOT)) == 7
    answered = next(c for c in tree.children(ROOT) if tree.labels[c] == "d")
    assert tree.is_leaf(answered), "B has blocked: quiet again"
    assert not tree.is_leaf((2,))
    assert all(tree.is_leaf(c) for c in tree.children((2,))), "the limit"
    assert record(alphabeta, tree).value == tree.value(answered) < tree.value(ROOT)


def test_secondary_search_looks_beyond_the_chosen_leaf():
    game = TicTacToe()
    state = game.position("X.. .O. ..X".replace(" ", ""))
    shallow, careful = Agent("one", alphabeta, 1), Agent("two", alphabeta, 1, secondary=4)
    assert shallow.choose(game, state).move in ((1, 3), (3, 1))  # a corner, which loses to a fork
    choice = careful.choose(game, state)
    assert choice.move not in ((1, 3), (3, 1))
    assert choice.counts["enter"] > shallow.choose(game, state).counts["enter"]
    assert choice.tree.depth == 5
    assert record(alphabeta, choice.tree).value == choice.value


@pytest.mark.parametrize("search", SEARCHES, ids=names)
@pytest.mark.parametrize("moves", [(), (4, 4, 3), (4, 3, 4, 3, 4)])
def test_players_choose_a_best_move_with_any_search(search, moves):
    game = Pear()
    state = replay(game, moves)
    options = {"depth": 3} if search is iterative_deepening else {}
    choice = Agent("any", search, 3, options).choose(game, state)
    values = {
        move: record(minimax, game_tree(game, game.apply(state, move), 2)).value
        for move in game.moves(state)
    }
    best = (max if game.to_move(state) == "MAX" else min)(values.values())
    assert values[choice.move] == choice.value == best
    assert choice.move == next(move for move, v in values.items() if v == best)


def test_the_line_ends_at_a_leaf_that_has_the_value():
    for search in (minimax, negamax, solve, alphabeta, scout, negascout):
        choice = Agent("short", search, 4).choose(Pear(), replay(Pear(), (4,)))
        leaf = choice.line[-1]
        assert choice.tree.is_leaf(leaf)
        assert choice.tree.value(leaf) == choice.value
        assert choice.line == tuple(leaf[:k] for k in range(len(leaf) + 1))


def test_counts_are_moves_made():
    counts = dict.fromkeys(("enter", "evaluate", "update", "leave"), 0)
    run(minimax, game_tree(Pear(), depth=3), counts)
    assert counts["enter"] == 7 + 7**2 + 7**3
    assert counts["evaluate"] == 7**3


def test_a_match_alternates_and_ends():
    game = TicTacToe()
    agents = Agent("X", alphabeta, 9), Agent("O", alphabeta, 9)
    turns = list(match(game, *agents, state=game.position("X........".replace(" ", ""))))
    assert [turn.agent.name for turn in turns] == ["O", "X"] * 4
    end = game.apply(turns[-1].state, turns[-1].choice.move)
    assert game.terminal(end)
    assert game.utility(end) == 0


def test_iterative_deepening_of_a_negamax_has_the_sign_of_max():
    game = Pear()
    state = replay(game, (4, 1, 4))
    plain = Agent("plain", alphabeta, 3).choose(game, state)
    options = {"depth": 3, "search": negascout}
    deepened = Agent("deepened", iterative_deepening, 3, options).choose(game, state)
    assert deepened.value == plain.value


@pytest.mark.parametrize("n", [(8,), (0,), (1, 8), (1, 1, 1), "1", (1.5,), 3])
def test_nodes_that_are_not_there(n):
    tree = game_tree(Pear(), depth=2)
    for ask in tree.state, tree.children, tree.value:
        with pytest.raises(ValueError, match=r"not a node|not in the tree"):
            ask(n)
    assert (8,) not in tree.labels


@pytest.mark.parametrize(
    "make",
    [
        lambda: game_tree(Pear(), depth=-1),
        lambda: game_tree(Pear(), depth=2.0),
        lambda: game_tree(Pear(), depth=2, quiescence=-1),
        lambda: Agent("none", alphabeta, 0),
        lambda: Agent("none", alphabeta, 2, secondary=True),
        lambda: agent_named("Sam"),
        lambda: AGENTS["Scott"].choose(Pear(), replay(Pear(), (1, 2, 1, 2, 1, 2, 1))),
    ],
)
def test_bad_requests(make):
    wrong = r"integer of at least|Unknown agent 'Sam'\. Choose one of: Maximilian|is over"
    with pytest.raises(ValueError, match=wrong):
        make()


def test_nodes_are_named_after_their_lines_of_moves():
    tree = game_tree(Pear(), depth=3)
    trace = record(alphabeta, tree)
    line = (1, 2, 3)  # the middle first
    assert tree.name(line) == "d c e" and tree.short_name(line) == "e" and tree.is_line(line)
    assert tree.node("d c e") == line and tree.name(ROOT) == "0" and not tree.is_line(ROOT)
    assert trace.caption(4) == "The search visits line d d d, a leaf."
    i = next(iter(trace.cutoffs))
    assert trace.caption(i).endswith("Lines d c c, d c e, … d c g are skipped.")
    assert trace.why(i).inequality.startswith("d c ") and "node" not in trace.why(i).worked
    explicit = tree.explicit()
    assert [explicit.name(n) for n in explicit.nodes()] == [tree.name(n) for n in tree.nodes()]

    class Numbered(Pear):
        def move_name(self, move):
            return str(move)

    numbered = expand(Numbered(), depth=2)  # "4" would be taken for the fourth child
    assert numbered.name((1,)) == "1" and numbered.labels[(1,)] == "4"


def test_moves_can_be_ordered_left_out_and_have_known_values():
    tree = game_tree(
        Pear(), depth=3, order=lambda n, state, moves: sorted(moves)[:2], known={(1,): 7}
    )
    assert tree.moves() == [1, 2] and len(tree.children((2,))) == 2
    assert tree.is_leaf((1,)) and tree.value((1,)) == 7
    again = tree.met()
    assert again.is_leaf((1,)) and again.value((1,)) == 7 and again.moves() == [1, 2]
