"""Games in the notebook, as the kernel sees them: moves, replies, and the search behind each."""

import json

import pytest

from tracer import record
from tracer.agents import AGENTS, Agent, WarAgent
from tracer.algorithms import alphabeta, sss_star
from tracer.player import arena
from tracer.player.arena_widget import MOST_NODES, Arena
from tracer.player.payload import payload
from tracer.player.widget import Player
from tracer.trace.measure import measure
from trees.games import Nim, Pear, TicTacToe, WarGame, game_tree

QUICK = Agent("Quick", alphabeta, 2)


def names_at(here: Arena, r: int, c: int) -> list[str]:
    view = here.board.view
    return [view["moves"][i] for i in view["rows"][r][c]["moves"]]


def test_a_move_is_answered_by_the_search_whose_steps_can_be_seen() -> None:
    game = TicTacToe()
    here = arena(game, None, QUICK)
    here.play((2, 2))
    assert here.board.view["rows"][1][1]["owner"] == "MAX"
    assert names_at(here, 1, 1) == []  # taken
    assert [ply["search"] for ply in here.board.view["history"]] == [False, True]
    assert "Quick visited" in here.board.view["message"]
    trace = here.show(1)
    _, player = here.search.children
    choice = here.history[1].choice
    assert isinstance(player, Player) and player.trace is trace
    assert choice is not None and trace.value == choice.value
    boards = json.loads(payload(trace))["boards"]
    assert boards["0"] == "· · ·\n· X ·\n· · ·"


@pytest.mark.parametrize("game", [TicTacToe(), Nim(3, 2), Pear(), WarGame("Smolensk")])
def test_every_legal_move_can_be_clicked(game) -> None:
    here = arena(game)
    for _ in range(4):
        clicked = {i for row in here.board.view["rows"] for square in row for i in square["moves"]}
        assert clicked == set(range(len(game.moves(here.state))))
        here.play(game.moves(here.state)[0])


def test_a_piece_falls_and_a_pile_is_taken_from_a_match_on() -> None:
    here = arena(Pear())
    assert names_at(here, 0, 3) == names_at(here, 5, 3) == ["d"]
    assert names_at(here, 2, 0) == ["a"] and names_at(here, 2, 6) == ["g"]
    here.play(4)
    assert names_at(here, 5, 3) == [] and names_at(here, 0, 3) == names_at(here, 4, 3) == ["d"]
    nim = arena(Nim(3, 2))
    taken = [nim.game.apply(nim.state, move)[0] for move in nim.game.moves(nim.state)]
    for row in nim.board.view["rows"]:
        assert [taken[square["moves"][0]] for square in row] == [(3, 0), (3, 1), (3, 2)]


def test_an_enemy_s_square_is_clicked_to_conquer_it() -> None:
    game = WarGame("Smolensk")
    here = arena(game)
    for square in 0, 2:
        here.play((square, False))
    assert names_at(here, 0, 2) == ["B1!"]
    assert names_at(here, 0, 1) == ["B1"]
    assert names_at(here, 1, 0) == ["A2", "A2!"]  # nothing to conquer there: the reader chooses


def test_two_searches_play_to_the_end() -> None:
    game = Nim(2, 2)
    here = arena(game, Agent("A", alphabeta, 5), Agent("B", sss_star, 5))
    while here.board.view["next"]:
        here.next()
    assert game.terminal(here.state)
    assert "MIN wins (−1)" in here.board.view["message"]  # the second player wins 2,2-Nim
    assert here.board.view["moves"] == []
    assert here.show(1).value == -1
    with pytest.raises(ValueError, match="no agent is to move"):
        here.next()


def test_moves_are_taken_back_with_their_replies() -> None:
    here = arena(Pear(), None, QUICK)
    start = here.state
    here.play(4)
    after = here.state
    here.play(1)
    here.back()
    assert here.state == after and len(here.history) == 2
    here.new()
    assert here.state == start and not here.history
    watched = arena(Pear(), QUICK, QUICK)
    watched.next()
    watched.next()
    watched.back()
    assert len(watched.history) == 1


def test_a_search_too_large_to_step_is_shown_less_deep() -> None:
    here = arena(Pear(), AGENTS["Annabelle"], None)
    here.next()
    trace = here.show(0)
    told = here.search.children[0].value
    assert "looked 8 plies ahead" in told and "search looks 6 plies ahead" in told
    assert 1_000 < measure(trace).nodes <= MOST_NODES


def test_young_s_player_is_shown_as_a_search_of_the_position() -> None:
    game = WarGame("Smolensk")
    here = arena(game, WarAgent("Young", alphabeta, 2), None)
    here.next()
    trace = here.show(0)
    assert trace.tree.depth == 2 and measure(trace).nodes > 36
    assert "after each move separately" in here.search.children[0].value


def test_a_click_on_a_board_that_has_changed_is_dropped() -> None:
    here = arena(TicTacToe())
    for _ in range(2):
        here._do({"do": "move", "move": 0, "ply": 0})
    assert len(here.history) == 1
    for wish in {"do": "next"}, {"do": "sing"}:
        here._do({**wish, "ply": 1})
    assert len(here.history) == 1


def test_a_page_without_a_kernel_shows_the_position() -> None:
    here = arena(TicTacToe(), None, Agent("<script>", alphabeta, 1))
    here.play((2, 2))
    page = here._repr_mimebundle_()["text/html"]
    assert "· X ·" in page and "&lt;script&gt; visited" in page and "<script>" not in page


def test_a_search_that_fails_says_so_and_the_game_goes_on() -> None:
    here = arena(TicTacToe(), None, Agent("Bad", alphabeta, 2, {"windoww": 3}))
    here._do({"do": "move", "move": 0, "ply": 0})
    view = here.board.view
    assert "windoww" in view["message"] and view["failed"] and not view["thinking"]
    assert len(here.history) == 1
    here._do({"do": "back", "ply": 1})
    assert not here.history and not here.board.view["failed"]


def test_while_a_search_thinks_other_wishes_are_dropped() -> None:
    seen = []

    class Asks(Agent):
        def choose(self, game, state):
            seen.append(here.board.view)
            for wish in "back", "new", "next":
                here._do({"do": wish, "ply": 1})
            return super().choose(game, state)

    here = arena(TicTacToe(), None, Asks("Asks", alphabeta, 1))
    here._do({"do": "move", "move": 4, "ply": 0})
    assert len(here.history) == 2
    assert seen[0]["thinking"] and seen[0]["message"] == "Asks is thinking …"
    assert not here.board.view["thinking"]


def test_a_pile_that_was_taken_from_is_marked() -> None:
    here = arena(Nim(3, 2))
    here.play((3, 2))
    marked = [
        (r, c)
        for r, row in enumerate(here.board.view["rows"])
        for c, square in enumerate(row)
        if square["last"]
    ]
    assert marked == [(1, 1)]


def test_bad_input_is_refused() -> None:
    for game in "x", Pear:
        with pytest.raises(TypeError, match=r"must be a game from trees\.games"):
            arena(game)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="must be an Agent"):
        arena(Pear(), "Annabelle")  # type: ignore[arg-type]
    here = arena(TicTacToe(), None, None)
    before = here.state
    with pytest.raises(ValueError, match="legal moves are"):
        here.play("x")
    assert here.state == before and not here.history
    here.play((1, 1))
    with pytest.raises(ValueError, match="made by hand"):
        here.show(0)
    for k in 99, -1, "x":
        with pytest.raises(ValueError, match="1 move so far"):
            here.show(k)
    with pytest.raises(ValueError, match="none to take back"):
        arena(Pear()).back()
    with pytest.raises(ValueError, match="Quick is to move"):
        arena(Pear(), QUICK).play(4)


def test_boards_travel_with_trees_of_games() -> None:
    tree = game_tree(TicTacToe(), TicTacToe().position("XO·\n·X·\nO··"), 1)
    boards = json.loads(payload(record(alphabeta, tree)))["boards"]
    assert boards["0"] == "X O ·\n· X ·\nO · ·"
    assert len(boards) == 1 + len(tree.children(()))
    plain = json.loads(payload(record(alphabeta, tree.explicit())))
    assert plain["boards"] == {}
