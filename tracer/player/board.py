"""Play a game in a notebook, or watch two searches play it, with the search behind each move."""

from collections.abc import Callable
from functools import partial
from typing import Any

import ipywidgets as widgets

from tracer.player.widget import Player as Stepper
from tracer.players import Choice, Player
from tracer.trace import record
from trees.games import Game

MOST_NODES = 4_000  # a larger search is told in numbers, not stepped through

_CELL = {"width": "44px", "height": "36px", "margin": "1px"}
_ROW = {"flex_flow": "row wrap"}


class Arena(widgets.VBox):  # type: ignore[misc]
    """A board to click on; whoever is None is played by hand."""

    def __init__(
        self, game: Game[Any, Any], max_player: Player | None, min_player: Player | None
    ) -> None:
        self.game = game
        self.players = {"MAX": max_player, "MIN": min_player}
        self.state = game.initial()
        self.choice: Choice | None = None
        self._chooser: Player | None = None
        self.board = widgets.VBox()
        self.moves = widgets.HBox(layout=_ROW)
        self.message = widgets.Label()
        self.next = _button("Next move", self._computer)
        self.show_search = _button("Show the search", self._show)
        again = _button("New game", self._again)
        self.search = widgets.VBox()
        controls = widgets.HBox([self.next, self.show_search, again], layout=_ROW)
        super().__init__([self.message, self.board, self.moves, controls, self.search])
        self._refresh("")

    def play(self, move: Any) -> None:
        """Make a move; an illegal one is refused and changes nothing."""
        who = self.game.player(self.state)
        self.state = self.game.apply(self.state, move)
        self._refresh(f"{who} plays {self.game.move_name(move)}.")

    def _refresh(self, told: str) -> None:
        game, state = self.game, self.state
        over = game.terminal(state)
        who = game.player(state)
        by_hand = not over and self.players[who] is None
        if over:
            told += f" The game is over: {game.utility(state):+d} for MAX."
        else:
            told += f" {who} is to move" + (": click." if by_hand else ".")
        self.message.value = told.strip()
        self._draw(by_hand)
        self.next.disabled = over or by_hand
        self.show_search.disabled = self.choice is None

    def _draw(self, by_hand: bool) -> None:
        """The board as buttons: a square plays the one move that changes it."""
        game, state = self.game, self.state
        rows = [line.split() or [line] for line in game.draw(state).split("\n")]
        moves = list(game.moves(state)) if by_hand else []
        targets = {move: _changed(rows, game.draw(game.apply(state, move))) for move in moves}

        def cell(r: int, c: int, text: str) -> Any:
            here = [m for m, squares in targets.items() if (r, c) in squares]
            button = widgets.Button(description=text, layout=_CELL, disabled=len(here) != 1)
            if len(here) == 1:
                button.on_click(lambda _: self._by_hand(here[0]))
            return button

        self.board.children = [
            widgets.HBox([cell(r, c, text) for c, text in enumerate(line)])
            for r, line in enumerate(rows)
        ]
        self.moves.children = [
            _button(game.move_name(move), partial(self._by_hand, move)) for move in moves
        ]

    def _by_hand(self, move: Any) -> None:
        self.play(move)
        who = self.game.player(self.state)
        if not self.game.terminal(self.state) and self.players[who] is not None:
            self._computer()

    def _computer(self) -> None:
        player = self.players[self.game.player(self.state)]
        assert player is not None
        self._chooser = player
        self.choice = player.choose(self.game, self.state)
        self.search.children = ()
        self.play(self.choice.move)
        seen = f"{self.choice.nodes:,} nodes, {self.choice.leaves:,} leaves"
        self.message.value += f" {player.name} saw {seen}; value {self.choice.value}."

    def _show(self) -> None:
        assert self.choice is not None and self._chooser is not None
        if self.choice.nodes + self.choice.tests > MOST_NODES:
            self.search.children = [
                widgets.Label(f"More than {MOST_NODES:,} nodes: too many to step through.")
            ]
            return
        trace = record(self._chooser.search, self.choice.tree.met(), **self._chooser.options)
        self.search.children = [Stepper(trace)]

    def _again(self) -> None:
        self.state, self.choice = self.game.initial(), None
        self.search.children = ()
        self._refresh("")


def arena(
    game: Game[Any, Any], max_player: Player | None = None, min_player: Player | None = None
) -> Arena:
    """Play `game` in the notebook: None plays by hand, a `Player` by its search."""
    for player in (max_player, min_player):
        if player is not None and not isinstance(player, Player):
            raise TypeError(f"{player!r} is no player: pass None for yourself, or a Player")
    return Arena(game, max_player, min_player)


def _changed(rows: list[list[str]], drawn: str) -> set[tuple[int, int]]:
    """The squares in which another drawing of the board differs."""
    other = [line.split() or [line] for line in drawn.split("\n")]
    return {
        (r, c)
        for r, line in enumerate(rows)
        for c, text in enumerate(line)
        if r >= len(other) or c >= len(other[r]) or other[r][c] != text
    }


def _button(text: str, act: Callable[[], None]) -> Any:
    button = widgets.Button(description=text, layout={"width": "auto"})
    button.on_click(lambda _: act())
    return button
