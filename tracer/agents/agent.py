"""Agents: a search with a horizon that chooses moves in any game.

An agent runs a search of `tracer.algorithms` on a lazy game tree and reads the move from its log.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from inspect import signature
from typing import Any, NamedTuple

from tracer.agents.budget import Budget
from tracer.agents.choice_log import run
from tracer.algorithms import alphabeta, minimax, negamax, scout, solve
from tracer.algorithms.registry import Search
from tracer.log.events import EVENTS
from trees.dewey import ROOT, Node
from trees.games import Game, GameTree, WarGame, game_tree
from trees.games.lazy import MoveOrder
from trees.number import Number


class Pass(NamedTuple):
    """A depth that an agent searched against the clock, and the nodes it visited for it.

    Without a move and a value, the budget was spent before it was finished.
    """

    depth: int
    move: Any
    value: Number | None
    nodes: int


class Choice(NamedTuple):
    """What an agent chose: the move, its value, the expected line of play, and the tree searched.

    `counts` has the number of events of each kind in all its searches; visits to the root are not
    counted. An agent that plays against the clock adds its `passes`.
    """

    move: Any
    value: Number
    line: tuple[Node, ...]
    tree: GameTree
    counts: dict[str, int]
    passes: tuple[Pass, ...] = ()

    @property
    def nodes(self) -> int:
        """How many nodes were visited for their value."""
        return self.counts["enter"]

    @property
    def tests(self) -> int:
        """How many nodes were visited with only a question."""
        return self.counts["ask"]

    @property
    def leaves(self) -> int:
        """How many times a leaf was evaluated, including repeats."""
        return self.counts["evaluate"] + self.counts["test"]


@dataclass(frozen=True)
class Agent:
    """An agent that searches to a fixed depth.

    `order` and `quiescence` are passed to `game_tree`. With `secondary`, the leaf that the chosen
    move leads to is searched this many plies deeper to confirm the move; if another move then
    looks better, that move is tested in the same way.
    """

    name: str
    search: Search
    depth: int
    options: Mapping[str, Any] = field(default_factory=dict)
    order: bool | MoveOrder = False
    quiescence: int = 0
    secondary: int = 0

    def __post_init__(self) -> None:
        for what, least in ("depth", 1), ("quiescence", 0), ("secondary", 0):
            number = getattr(self, what)
            if type(number) is not int or number < least:
                raise ValueError(f"{what} must be an integer of at least {least}, not {number!r}")

    def tree(self, game: Game[Any, Any], state: Any) -> GameTree:
        """The tree that the agent searches."""
        return game_tree(game, state, self.depth, order=self.order, quiescence=self.quiescence)

    def choose(
        self,
        game: Game[Any, Any],
        state: Any,
        *,
        last: Choice | None = None,
        budget: Budget | None = None,
    ) -> Choice:
        """The first of the best moves, as far as the agent can see.

        A search that starts from a guess, such as MTD(f), takes the value of the agent's `last`
        choice. A `budget` may stop the search with an OutOfBudgetError.
        """
        tree = self.tree(game, state)
        options = dict(self.options)
        if last is not None and "first" in signature(self.search).parameters:
            options["first"] = last.value
        check_not_over(game, state)
        counts = dict.fromkeys(EVENTS, 0)
        tested: set[Any] = set()
        while True:
            value, best = run(self.search, tree, counts, budget, **options)
            if ROOT not in best:  # SSS* and similar searches do not name a move
                return self._compare_moves(game, state, counts, budget=budget)
            line = [ROOT]
            while line[-1] in best:
                line.append(best[line[-1]])
            if tree.value(line[-1]) != value:  # a transposition table has shortened the line
                line = line[:2]
            move = tree.moves()[line[1][0] - 1]
            if not self.secondary or move in tested or game.terminal(tree.state(line[-1])):
                return Choice(move, value, tuple(line), tree, counts)
            tested.add(move)
            tree = tree.deepened(line[-1], self.secondary)

    def _compare_moves(
        self,
        game: Game[Any, Any],
        state: Any,
        counts: dict[str, int],
        double_move: bool = False,
        budget: Budget | None = None,
    ) -> Choice:
        """Search the position after each move separately, and choose the first of the best."""
        tree = self.tree(game, state)
        sign = 1 if tree.is_max(ROOT) else -1
        values = []
        for c in tree.children(ROOT):
            after = tree.state(c)
            if double_move:
                assert isinstance(game, WarGame)
                after = game.second_move(after)
            below = game_tree(
                game, after, self.depth - 1, order=self.order, quiescence=self.quiescence
            )
            values.append(run(self.search, below, counts, budget, **self.options)[0])
        i = max(range(len(values)), key=lambda i: sign * values[i])
        return Choice(tree.moves()[i], values[i], (ROOT, (i + 1,)), tree, counts)


@dataclass(frozen=True)
class WarAgent(Agent):
    """Young's agent for the War Game: it searches the position after each move separately.

    In his program, the side that has just moved moves again before the other side replies
    (`double_move`); his totals can only be reproduced this way. The first moves are not counted.
    """

    double_move: bool = False

    def choose(
        self,
        game: Game[Any, Any],
        state: Any,
        *,
        last: Choice | None = None,
        budget: Budget | None = None,
    ) -> Choice:
        """The first of the best moves."""
        if self.double_move and not isinstance(game, WarGame):
            raise ValueError(
                f"double_move is for the War Game; {self.name} cannot play {game.name}"
            )
        check_not_over(game, state)
        counts = dict.fromkeys(EVENTS, 0)
        return self._compare_moves(game, state, counts, self.double_move, budget)


MOST_PATIENCE = 500_000  # nodes that an agent may visit for a move in the arena, roughly
WITH_CUTS = 0.75  # in random order, alpha-beta sees about b^(3d/4) leaves of b^d (Pearl 1982)


def deepest(game: Game[Any, Any], search: Search) -> int:
    """How many plies ahead a search can look within a few seconds, by the number of moves."""
    cuts = search not in (minimax, negamax, solve)
    state, nodes, depth = game.initial(), 1, 0
    while moves := game.moves(state):
        nodes *= len(moves)
        if (nodes**WITH_CUTS if cuts else nodes) > MOST_PATIENCE:
            return max(1, depth)
        state, depth = game.apply(state, moves[0]), depth + 1
    return game.plies(game.initial())


def fitting(agent: Agent, game: Game[Any, Any]) -> Agent:
    """The agent, looking less far ahead if the game has too many moves."""
    return replace(agent, depth=min(agent.depth, deepest(game, agent.search)))


def check_not_over(game: Game[Any, Any], state: Any) -> None:
    """Reject a state without legal moves."""
    if game.terminal(state):
        raise ValueError(f"the game of {game.name} is over, so there is no move to choose")


# Pantel 1997, chapter 5 and section 6.3.1.
AGENTS = {
    agent.name: agent
    for agent in (
        Agent("Maximilian", minimax, 5),
        Agent("Solomon", solve, 5),
        Agent("Annabelle", alphabeta, 8),
        Agent("Scott", scout, 9),
    )
}


def agent_named(name: str) -> Agent:
    """One of Pantel's four agents."""
    if name not in AGENTS:
        raise ValueError(f"Unknown agent {name!r}. Choose one of: {', '.join(AGENTS)}.")
    return AGENTS[name]
