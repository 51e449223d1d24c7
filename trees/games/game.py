"""What a two-player game of perfect information is, and its positions merged into a graph."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from trees.number import Number

if TYPE_CHECKING:
    import networkx as nx

S = TypeVar("S")
M = TypeVar("M")


class Game(Protocol[S, M]):
    """The rules of a game in which MAX and MIN move by turns; states are values, never changed."""

    name: str

    def initial(self) -> S:
        """The state in which the game begins."""

    def to_move(self, state: S) -> str:
        """Who is to move: 'MAX' or 'MIN'."""

    def moves(self, state: S) -> Sequence[M]:
        """The legal moves, in the game's own order; none when the game is over."""

    def apply(self, state: S, move: M) -> S:
        """The state after a move; an illegal move is a ValueError."""

    def terminal(self, state: S) -> bool:
        """Whether the game is over."""

    def utility(self, state: S) -> Number:
        """What a game that is over is worth to MAX."""

    def evaluate(self, state: S) -> Number:
        """A static estimate of what `state` is worth to MAX: its utility once the game is over."""

    def quiet(self, state: S) -> bool:
        """Whether the next move can hardly change the estimate much."""

    def extremes(self) -> tuple[Number, Number]:
        """The least and the greatest value that any state can have."""

    def plies(self, state: S) -> int:
        """How many plies are left, at most."""

    def move_name(self, move: M) -> str:
        """A move in a few letters."""

    def draw(self, state: S) -> str:
        """A state as text."""

    def squares(self, state: S, move: M) -> Sequence[tuple[int, int]]:
        """Where a move is clicked on what `draw` shows: rows and columns, from 0."""


def check_move(game: Game[S, M], state: S, move: M) -> None:
    """Refuse a move that is not legal, and name those that are."""
    moves = game.moves(state)
    if move not in moves:
        names = ", ".join(map(game.move_name, moves))
        why = f"the legal moves are {names}" if moves else "the game is over"
        raise ValueError(f"{move!r} is not a legal move of {game.name}: {why}")


def replay(game: Game[S, M], moves: Iterable[M], state: S | None = None) -> S:
    """The state after some moves, from `state` or the beginning."""
    here = game.initial() if state is None else state
    for move in moves:
        here = game.apply(here, move)
    return here


def state_graph(game: Game[S, Any], state: S | None = None) -> "nx.DiGraph[Any]":
    """Every state that can be reached, once, with its minimax value; edges carry moves.

    >>> from trees.games import Nim
    >>> graph = state_graph(Nim(2, 2))
    >>> len(graph), graph.nodes[(2, 2), "MAX"]["value"]
    (9, -1)
    """
    import networkx as nx

    graph: nx.DiGraph[Any] = nx.DiGraph(name=game.name)
    start = game.initial() if state is None else state
    graph.add_node(start)
    stack = [start]
    while stack:
        here = stack.pop()
        for move in game.moves(here):
            there = game.apply(here, move)
            if there not in graph:
                stack.append(there)
            graph.add_edge(here, there, move=game.move_name(move))
    for here in reversed(list(nx.topological_sort(graph))):
        below = [graph.nodes[there]["value"] for there in graph.successors(here)]
        player = game.to_move(here)
        best = max if player == "MAX" else min
        value = best(below) if below else game.utility(here)
        graph.add_node(here, player=player, value=value)
    return graph
