"""Games in the notebook: the board is clicked, the search answers and can be stepped."""

import json

import pytest

from tracer import record
from tracer.algorithms import alphabeta, sss_star
from tracer.player import arena
from tracer.player.board import MOST_NODES
from tracer.player.payload import payload
from tracer.player.widget import Player as Stepper
from tracer.players import Player
from trees.games import Nim, Pear, TicTacToe, WarGame, game_tree

QUICK = Player("Quick", alphabeta, 2)


def test_a_click_on_a_square_plays_there_and_the_search_replies() -> None:
    game = TicTacToe()
    here = arena(game, None, QUICK)
    here.board.children[1].children[1].click()
    drawn = game.draw(here.state)
    assert drawn.split("\n")[1].split()[1] == "X" and drawn.count("O") == 1
    assert here.board.children[1].children[1].disabled  # taken
    assert "Quick saw" in here.message.value
    here.show_search.click()
    (player,) = here.search.children
    assert isinstance(player, Stepper) and player.trace.value == here.choice.value


def test_every_legal_move_has_a_button_and_no_other() -> None:
    for game in TicTacToe(), Nim(2, 2), Pear(), WarGame("Smolensk"):
        here = arena(game, None, None)
        names = [button.description for button in here.moves.children]
        assert names == [game.move_name(m) for m in game.moves(here.state)]
        here.moves.children[0].click()
        assert here.state == game.apply(game.initial(), game.moves(game.initial())[0])


def test_two_searches_play_to_the_end() -> None:
    game = Nim(2, 2)
    here = arena(game, Player("A", alphabeta, 5), Player("B", sss_star, 5))
    while not here.next.disabled:
        here.next.click()
    assert game.terminal(here.state)
    assert "-1 for MAX" in here.message.value  # the second player wins 2,2-Nim
    assert not here.moves.children


def test_a_new_game_begins_anew() -> None:
    here = arena(Pear(), None, QUICK)
    here.moves.children[0].click()
    assert here.state != Pear().initial()
    here._again()
    assert here.state == Pear().initial() and here.show_search.disabled


def test_a_search_too_large_to_step_is_told_in_words() -> None:
    here = arena(Pear(), Player("Deep", alphabeta, 7), None)
    here.next.click()
    assert here.choice.nodes > MOST_NODES
    here.show_search.click()
    assert "too many" in here.search.children[0].value


def test_bad_input_is_refused() -> None:
    with pytest.raises(TypeError, match="is no player"):
        arena(Pear(), "Annabelle")  # type: ignore[arg-type]
    here = arena(TicTacToe(), None, None)
    before = here.state
    with pytest.raises(ValueError, match="legal moves are"):
        here.play("x")
    assert here.state == before


def test_boards_travel_with_trees_of_games() -> None:
    tree = game_tree(TicTacToe(), TicTacToe().position("XO·\n·X·\nO··"), 1)
    boards = json.loads(payload(record(alphabeta, tree)))["boards"]
    assert boards["0"] == "X O ·\n· X ·\nO · ·"
    assert len(boards) == 1 + len(tree.children(()))
    plain = json.loads(payload(record(alphabeta, tree.explicit())))
    assert plain["boards"] == {}
