"""The interface of a two-player game of perfect information, and the graph of its positions."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, Protocol, TypeVar, runtime_checkable

from trees.number import Number

if TYPE_CHECKING:
    import networkx as nx

S = TypeVar("S")
M = TypeVar("M")


class Game(Protocol[S, M]):
    """The rules of a game in which MAX and MIN take turns; states are immutable values."""

    name: str
    rules: str  # in two or three sentences
    sides: tuple[str, str]  # what MAX and MIN play, such as ("X", "O")
    columns: str  # a letter per column, or "" where moves do not need them
    rows: str  # a number per row, likewise

    @property
    def clear_lead(self) -> Number:
        """A value that most people would call a clear advantage for MAX."""

    def initial(self) -> S:
        """The state at the start of the game."""

    def to_move(self, state: S) -> str:
        """The side to move: 'MAX' or 'MIN'."""

    def moves(self, state: S) -> Sequence[M]:
        """The legal moves, in the game's own order; empty when the game is over."""

    def apply(self, state: S, move: M) -> S:
        """The state after a move; an illegal move raises a ValueError."""

    def terminal(self, state: S) -> bool:
        """Whether the game is over."""

    def utility(self, state: S) -> Number:
        """The value of a finished game to MAX."""

    def evaluate(self, state: S) -> Number:
        """A static estimate of the value of `state` to MAX; its utility if the game is over."""

    def quiet(self, state: S) -> bool:
        """Whether the next move is unlikely to change the estimate much."""

    def extremes(self) -> tuple[Number, Number]:
        """The smallest and the largest value that any state can have."""

    def plies(self, state: S) -> int:
        """The largest number of plies that the game can still last."""

    def move_name(self, move: M) -> str:
        """A short name for a move."""

    def draw(self, state: S) -> str:
        """Draw a state as text."""

    def squares(self, state: S, move: M) -> Sequence[tuple[int, int]]:
        """Where to click for a move on the board that `draw` shows: (row, column) from 0.

        Its value is written on the first of these squares.
        """


@runtime_checkable
class InWords(Protocol):
    """A game that can say what makes up a state, so that keys are made of its parts."""

    def words(self, state: Any) -> str:
        """The state as words, one for each fact, in an order that depends only on the state."""


def position_of(game: Game[S, Any], state: S) -> str:
    """What identifies a state: its words, or all of it as a single word."""
    words = game.words(state) if isinstance(game, InWords) else repr(state).replace(" ", "")
    return words or "start"


def check_move(game: Game[S, M], state: S, move: M) -> None:
    """Reject an illegal move with an error that lists the legal ones."""
    moves = game.moves(state)
    if move not in moves:
        names = ", ".join(str(m) if type(m) is int else game.move_name(m) for m in moves)
        why = f"the legal moves are {names}" if moves else "the game is over"
        raise ValueError(f"{move!r} is not a legal move in {game.name}: {why}")


def replay(game: Game[S, M], moves: Iterable[M], state: S | None = None) -> S:
    """The state after some moves, played from `state` or from the start."""
    here = game.initial() if state is None else state
    for move in moves:
        here = game.apply(here, move)
    return here


def state_graph(game: Game[S, Any], state: S | None = None) -> "nx.DiGraph[Any]":
    """A graph with each reachable state once, with its minimax value; edges carry moves.

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
