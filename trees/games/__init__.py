"""Games: their rules, their evaluations, and the game trees that searches run on."""

from trees.games.game import Game, check_move, replay, state_graph
from trees.games.lazy import GameTree, expand, game_tree
from trees.games.nim import Nim, nim_value
from trees.games.pear import Pear
from trees.games.tictactoe import TicTacToe
from trees.games.war_game import WarGame

__all__ = [
    "Game",
    "GameTree",
    "Nim",
    "Pear",
    "TicTacToe",
    "WarGame",
    "check_move",
    "expand",
    "game_tree",
    "nim_value",
    "replay",
    "state_graph",
]
