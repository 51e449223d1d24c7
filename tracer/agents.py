"""Agents: a search with a horizon, which chooses moves in any game.

The searches are those of `tracer.algorithms`, run on a lazy game tree; the move is read off
what they log.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from tracer.algorithms import alphabeta, minimax, scout, solve
from tracer.algorithms.registry import Search
from tracer.log.events import EVENTS, Ask, Enter, Evaluate, Leave, Relation, Status, Update
from tracer.log.log import Log, Step, event
from tracer.support.interpreter import deep_recursion
from trees.dewey import ROOT, Node
from trees.games import Game, GameTree, WarGame, game_tree
from trees.number import Number
from trees.tree import Tree


class Choice(NamedTuple):
    """What a agent chose: the move, its value, the play expected, and the tree it looked at.

    `counts` are the events of all its searches by kind; a node counts when a move leads to it.
    """

    move: Any
    value: Number
    line: tuple[Node, ...]
    tree: GameTree
    counts: dict[str, int]

    @property
    def nodes(self) -> int:
        """The nodes visited to be evaluated."""
        return self.counts["enter"]

    @property
    def tests(self) -> int:
        """The nodes visited with a question only."""
        return self.counts["ask"]

    @property
    def leaves(self) -> int:
        """The evaluations of leaves, repeats included."""
        return self.counts["evaluate"] + self.counts["test"]


@dataclass(frozen=True)
class Agent:
    """A search down to a depth.

    `order` and `quiescence` are those of `game_tree`. With `secondary`, the leaf that a chosen
    move leads to is searched so many plies deeper before the move is trusted; if another move
    looks better then, that one is put to the same test.
    """

    name: str
    search: Search
    depth: int
    options: Mapping[str, Any] = field(default_factory=dict)
    order: bool = False
    quiescence: int = 0
    secondary: int = 0

    def __post_init__(self) -> None:
        for what, least in ("depth", 1), ("quiescence", 0), ("secondary", 0):
            number = getattr(self, what)
            if type(number) is not int or number < least:
                raise ValueError(f"{what} is {number!r}: it has to be an int from {least} up")

    def tree(self, game: Game[Any, Any], state: Any) -> GameTree:
        """The tree that the agent looks at."""
        return game_tree(game, state, self.depth, order=self.order, quiescence=self.quiescence)

    def choose(self, game: Game[Any, Any], state: Any) -> Choice:
        """The first of the best moves, as far as the agent can see."""
        tree = self.tree(game, state)
        check_not_over(game, state)
        counts = dict.fromkeys(EVENTS, 0)
        tested: set[Any] = set()
        while True:
            value, best = run(self.search, tree, counts, **self.options)
            if ROOT not in best:  # SSS* and its kin name no move
                return self._compare_moves(game, state, counts)
            line = [ROOT]
            while line[-1] in best:
                line.append(best[line[-1]])
            if tree.value(line[-1]) != value:  # a table has cut the line short
                line = line[:2]
            move = tree.moves()[line[1][0] - 1]
            if not self.secondary or move in tested or game.terminal(tree.state(line[-1])):
                return Choice(move, value, tuple(line), tree, counts)
            tested.add(move)
            tree = tree.deepened(line[-1], self.secondary)

    def _compare_moves(
        self, game: Game[Any, Any], state: Any, counts: dict[str, int], double_move: bool = False
    ) -> Choice:
        """Search the position after every move on its own, and keep the first of the best."""
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
            values.append(run(self.search, below, counts, **self.options)[0])
        i = max(range(len(values)), key=lambda i: sign * values[i])
        return Choice(tree.moves()[i], values[i], (ROOT, (i + 1,)), tree, counts)


@dataclass(frozen=True)
class WarAgent(Agent):
    """Young's agent of the War Game: it searches the position after each move on its own.

    His program has the mover move again there, before the other side replies (`double_move`):
    only so do his totals come out. The moves at the top are not counted.
    """

    double_move: bool = False

    def choose(self, game: Game[Any, Any], state: Any) -> Choice:
        """The first of the best moves."""
        check_not_over(game, state)
        return self._compare_moves(game, state, dict.fromkeys(EVENTS, 0), self.double_move)


def check_not_over(game: Game[Any, Any], state: Any) -> None:
    """Refuse a state in which there is nothing to choose."""
    if game.terminal(state):
        raise ValueError(f"this game of {game.name} is over: there is no move to choose")


def run(
    search: Search, tree: Tree, counts: dict[str, int], /, **options: Any
) -> tuple[Number, dict[Node, Node]]:
    """Run a search: its value, and the child that each node's best value came from.

    Its events are added to `counts`; visits to the root, where no move leads, are not.
    """
    log = _ChoiceLog(counts)
    with deep_recursion(tree.depth):
        return search(tree, log, **options), log.best


class _ChoiceLog(Log):
    """Counts events by kind, and notes which child the best value of each node came from."""

    __slots__ = ("_counts", "_last", "best")

    def __init__(self, counts: dict[str, int]) -> None:
        super().__init__(self.relay)
        self._counts = counts
        self._last = ROOT  # the node whose visit ended last with a value
        self.best: dict[Node, Node] = {}

    def relay(self, step: Step) -> None:
        """Take a step that another log has made, or one that needs no method here."""
        match event(step):
            case Enter(n, alpha, beta):
                self.enter(n, alpha, beta)
            case Ask(n, relation, threshold):
                self.ask(n, relation, threshold)
            case Evaluate(n, value):
                self.evaluate(n, value)
            case Update(n, value, alpha, beta, line):
                self.update(n, value, alpha, beta, line)
            case Leave(n, value):
                self.leave(n, value)
            case other:
                self._counts[other.kind] += 1

    def enter(self, n: Node, alpha: Number, beta: Number, line: str = "enter") -> None:
        """Count a move."""
        if n:
            self._counts["enter"] += 1

    def ask(self, n: Node, relation: Relation, threshold: Number, line: str = "ask") -> None:
        """Count a move."""
        if n:
            self._counts["ask"] += 1

    def evaluate(self, n: Node, value: Number, line: str = "evaluate") -> None:
        """Count a leaf, which now has a value."""
        self._counts["evaluate"] += 1
        self._last = n

    def test(self, n: Node, value: Number, yes: bool, line: str = "test") -> None:
        """Count a leaf."""
        self._counts["test"] += 1

    def update(self, n: Node, value: Number, alpha: Number, beta: Number, line: str) -> None:
        """Note where the best value came from."""
        self._counts["update"] += 1
        self.best[n] = self._last

    def cut(
        self, n: Node, skipped: tuple[Node, ...], value: Number, bound: Number, line: str
    ) -> None:
        """Count a cut."""
        self._counts["cut"] += 1

    def leave(self, n: Node, value: Number, line: str = "leave") -> None:
        """Count the end of a visit, which now has a value."""
        self._counts["leave"] += 1
        self._last = n

    def answer(self, n: Node, yes: bool, line: str = "answer") -> None:
        """Count the end of a visit."""
        self._counts["answer"] += 1

    def pop(self, n: Node, status: Status, merit: Number, case: str) -> None:
        """Count a state taken."""
        self._counts["pop"] += 1

    def push(self, n: Node, status: Status, merit: Number, case: str) -> None:
        """Count a state pushed."""
        self._counts["push"] += 1

    def insert(self, n: Node, status: Status, merit: Number, place: int, case: str) -> None:
        """Count a state inserted."""
        self._counts["insert"] += 1


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
        raise ValueError(f"{name!r} is not an agent: choose one of {', '.join(AGENTS)}")
    return AGENTS[name]


class Turn(NamedTuple):
    """A move of a match: who moved, from which state, and why."""

    state: Any
    agent: Agent
    choice: Choice


def match(game: Game[Any, Any], first: Agent, second: Agent, state: Any = None) -> Iterator[Turn]:
    """Play until the game is over: `first` is MAX, `second` MIN."""
    state = game.initial() if state is None else state
    while not game.terminal(state):
        agent = first if game.to_move(state) == "MAX" else second
        choice = agent.choose(game, state)
        yield Turn(state, agent, choice)
        state = game.apply(state, choice.move)
