"""Lazy game trees, which grow as a search visits them.

A node's state is computed from its parent's state and a move when it is first asked for, so any
search runs on any game and pays only for what it visits. The value of a node at the horizon is
the game's static evaluation, which is also the static estimate of inner nodes.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from trees.dewey import ROOT, Node, label, means
from trees.games.game import Game, position_of
from trees.number import Number, check_number
from trees.tree import GrowingTree, Tree

# Moves at a node in the order to try them, or only some of them: from node, state and moves.
MoveOrder = Callable[[Node, Any, Sequence[Any]], Sequence[Any]]


class GameTree(GrowingTree):
    """The tree below a state of a game, as far as a horizon.

    A node is labelled with the move that leads to it and named after the line of moves from the
    root, such as "d c". Nodes with a `known` value are leaves.
    """

    game: Game[Any, Any]
    horizon: int
    quiescence: int
    _order: bool | MoveOrder
    _known: Mapping[Node, Number]
    _deeper: dict[Node, int]
    _within: frozenset[Node] | None
    _states: dict[Node, Any]
    _moves: dict[Node, Sequence[Any]]

    def __init__(
        self,
        game: Game[Any, Any],
        state: Any,
        depth: int,
        *,
        order: bool | MoveOrder,
        quiescence: int,
        known: Mapping[Node, Number],
        deeper: Mapping[Node, int],
        within: frozenset[Node] | None = None,
    ) -> None:
        self._set(
            game.to_move(state),
            depth=min(game.plies(state), max([depth + quiescence, *deeper.values()])),
            width=len(game.moves(state)),
            game=game,
            horizon=depth,
            quiescence=quiescence,
            _order=order,
            _known=known,
            _deeper=dict(deeper),
            _within=within,
            _children=dict.fromkeys(known, ()),
            _values=dict(known),
            _states={ROOT: state},
            _moves={},
        )
        self.__dict__.update(_labels=_MoveNames(self), _names=_Lines(self))

    def state(self, n: Node) -> Any:
        """The state of the game at `n`."""
        try:
            return self._states[n]
        except (KeyError, TypeError):
            state = self._states[n] = self._reach(n)
            return state

    def position(self, n: Node) -> str:
        """The position at `n`: the state, and how far it is to the horizon if that is in the way.

        Where values or horizons are given for single nodes, every node is a position of its own.
        """
        found = self._positions.get(n)
        if found is None:
            found = self._positions[n] = self._position(n)
        return found

    def _position(self, n: Node) -> str:
        if self._known or self._deeper:
            return label(n)
        state, left = self.state(n), self.horizon - len(n)
        position = position_of(self.game, state)
        return position if left >= self.game.plies(state) else f"{position} horizon{left}"

    def board(self, n: Node) -> str:
        """The state of the game at `n`, drawn as text."""
        return self.game.draw(self.state(n))

    def _reach(self, n: Node) -> Any:
        """The state at `n`, computed from its parent's, which is expanded first if necessary."""
        try:
            parent, i = n[:-1], n[-1]
            moves = self._moves[parent] if parent in self._moves else self._expanded(n)
            if i < 1:
                raise IndexError
            move = moves[i - 1]
        except (IndexError, TypeError):
            raise ValueError(self._why_unknown(n)) from None
        return self.game.apply(self._states[parent], move)

    def _expanded(self, n: Node) -> Sequence[Any]:
        """Expand the parent of `n`, which has not been visited yet, and return its moves."""
        if not isinstance(n, tuple) or not all(type(i) is int for i in n):
            raise TypeError
        self.children(n[:-1])
        return self._moves.get(n[:-1], ())

    def moves(self, n: Node = ROOT) -> Sequence[Any]:
        """The moves from `n` to its children; empty at the horizon."""
        return self._moves[n] if self.children(n) else ()

    def _unmet_children(self, n: Node) -> tuple[Node, ...]:
        state = self.state(n)
        moves = self.game.moves(state) if self._goes_on(n, state) else ()
        if moves and self.game.to_move(state) != self.to_move(n):
            raise ValueError(
                f"MAX and MIN do not take turns in {self.game.name} at node {label(n)}"
            )
        if self._order and moves:
            order = self._order if callable(self._order) else self._best_first
            moves = order(n, state, moves)
        children = tuple([(*n, i) for i in range(1, len(moves) + 1)])
        self._moves[n] = moves
        self._children[n] = children
        if len(n) + 1 == self.depth:
            self._children.update(dict.fromkeys(children, ()))
        return children

    def _goes_on(self, n: Node, state: Any) -> bool:
        """Whether the tree goes on below `n` if the game does."""
        if self._within is not None and n not in self._within:
            return False
        if len(n) < self.horizon:
            return True
        if len(n) < self.horizon + self.quiescence and not self.game.quiet(state):
            return True
        return any(len(n) < end and n[: len(m)] == m for m, end in self._deeper.items())

    def _best_first(self, _: Node, state: Any, moves: Sequence[Any]) -> Sequence[Any]:
        game = self.game
        sign = -1 if game.to_move(state) == "MAX" else 1
        return sorted(moves, key=lambda move: sign * game.evaluate(game.apply(state, move)))

    def _unmet_value(self, n: Node) -> Number:
        states = self._states  # a leaf's state is not stored: it is needed once, for its value
        value = self.game.evaluate(states[n] if n in states else self._reach(n))
        if type(value) is not int:
            value = check_number(value, f"the evaluation of node {label(n)}")
        self._values[n] = value
        return value

    def has_value(self, n: Node) -> bool:
        """True for every node: its value is the game's evaluation."""
        self.children(n)
        return True

    def extremes(self) -> tuple[Number, Number]:
        """The smallest and the largest value in the game."""
        return self.game.extremes()

    def deepened(self, n: Node, plies: int) -> "GameTree":
        """The same tree, except that below `n` the horizon is `plies` plies below `n`."""
        self.children(n)
        return self._again(self._deeper | {n: len(n) + _check(plies, "plies", 1)}, None)

    def met(self) -> "GameTree":
        """A tree with only the nodes expanded so far.

        A search that ran on this tree takes the same steps on that one. Use it to step through a
        deep search: a frame counts the leaves below every cutoff, which would expand this tree.
        """
        return self._again(self._deeper, frozenset(self._moves))

    def _again(self, deeper: Mapping[Node, int], within: frozenset[Node] | None) -> "GameTree":
        return GameTree(
            self.game,
            self._states[ROOT],
            self.horizon,
            order=self._order,
            quiescence=self.quiescence,
            known=self._known,
            deeper=deeper,
            within=within,
        )

    def explicit(self) -> Tree:
        """The whole tree, fully expanded."""
        values = {n: self.value(n) for n in self.nodes()}
        names, labels = ({n: t[n] for n in values if n in t} for t in (self._names, self._labels))
        unique = len(set(names.values())) == len(names)
        whole = self._within is None and not self._known and not self._deeper
        return Tree(
            values,
            root=self.root,
            names=names if unique else None,
            labels=labels,
            positions={n: self.position(n) for n in values} if whole else None,
        )

    def data(self) -> dict[str, Any]:
        """The content of the whole tree, fully expanded."""
        return self.explicit().data()

    def size(self) -> str:
        """The game and the horizon, in words."""
        return f"of {self.game.name} with its horizon at depth {self.horizon}"


class _MoveNames(Mapping[Node, str]):
    """The names of the moves that lead to the nodes expanded so far."""

    def __init__(self, tree: GameTree) -> None:
        self._tree = tree

    def __getitem__(self, n: Node) -> str:
        tree = self._tree
        if not n or n[:-1] not in tree._moves or n[-1] > len(tree._moves[n[:-1]]):
            raise KeyError(n)
        return tree.game.move_name(tree._moves[n[:-1]][n[-1] - 1])

    def __iter__(self) -> Iterator[Node]:
        return (c for n in list(self._tree._moves) for c in self._tree._children[n])

    def __len__(self) -> int:
        return sum(map(len, self._tree._moves.values()))


class _Lines(_MoveNames):
    """The lines of moves that lead to the nodes expanded so far."""

    def __init__(self, tree: GameTree) -> None:
        super().__init__(tree)
        self._known: dict[Node, str] = {}

    def __getitem__(self, n: Node) -> str:
        if n not in self._known:
            move = super().__getitem__(n)
            line = f"{self[n[:-1]]} {move}" if len(n) > 1 else move
            if means(line) is not None:  # "4" would be taken for the fourth child
                raise KeyError(n)
            self._known[n] = line
        return self._known[n]


def game_tree(
    game: Game[Any, Any],
    state: Any = None,
    depth: int | None = None,
    *,
    order: bool | MoveOrder = False,
    quiescence: int = 0,
    known: Mapping[Node, Number] | None = None,
) -> GameTree:
    """The lazy tree below `state` (default: the initial one) to `depth` (default: the game's end).

    `order` sorts the moves so that those that look best to the side to move come first, or is a
    function that does it; `quiescence` is how many plies beyond the horizon a node that is not
    quiet may be expanded; nodes with a `known` value are not expanded at all.
    """
    state = game.initial() if state is None else state
    depth = game.plies(state) if depth is None else _check(depth, "depth", 0)
    quiescence = _check(quiescence, "quiescence", 0)
    return GameTree(
        game, state, depth, order=order, quiescence=quiescence, known=known or {}, deeper={}
    )


def expand(game: Game[Any, Any], state: Any = None, depth: int | None = None) -> Tree:
    """Build the explicit tree of a game: labels are moves; every node has a static estimate.

    >>> from trees.games import Nim
    >>> expand(Nim(2, 2), depth=1).labels[(2,)]
    '2→0'
    """
    return game_tree(game, state, depth).explicit()


def _check(number: int, what: str, least: int) -> int:
    if type(number) is not int or number < least:
        raise ValueError(f"{what} must be an integer of at least {least}, not {number!r}")
    return number
