"""Play against the clock: iterative deepening until a budget is spent.

Ewing and Greenwald, section 5: search until the time is up, with an answer ready at any time.
Pantel, section 3.4.2: a search that starts from a guess takes the value of the last move.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from inspect import signature
from typing import Any

from tracer.agents.agent import Agent, Choice, Pass, check_not_over
from tracer.agents.budget import Budget, OutOfBudgetError
from tracer.log.events import EVENTS
from trees.dewey import ROOT, Node
from trees.games import Game
from trees.games.lazy import MoveOrder
from trees.number import Number


@dataclass(frozen=True)
class ClockAgent(Agent):
    """An agent that searches one ply, two, three and so on, until `nodes` or `seconds` are spent.

    It plays the best move of the last depth that it has finished, and forgets the depth that it
    has not: what that one has found may be no more than a bound on its first moves. Depth 1 is
    always finished, whatever it costs, and no depth is greater than `depth`. Every depth tries the
    best move of the last one first.

    A search that starts from a guess, such as MTD(f), gets one from the agent's last choice if
    there is one: the value that was found for the same horizon, two plies deeper from two plies
    earlier, or for the deepest one. Otherwise it gets the value found two depths before, because
    values two plies apart are closer than those of neighbours.
    """

    nodes: int | None = None
    seconds: float | None = None

    def __post_init__(self) -> None:
        super().__post_init__()
        if (self.nodes is None) == (self.seconds is None):
            raise ValueError("give the budget either in nodes or in seconds")
        if self.nodes is not None and (type(self.nodes) is not int or self.nodes < 1):
            raise ValueError(f"nodes must be an integer of at least 1, not {self.nodes!r}")
        number = isinstance(self.seconds, int | float) and not isinstance(self.seconds, bool)
        if self.seconds is not None and not (number and 0 < self.seconds < 86_400):
            raise ValueError(f"seconds must be a number above 0, up to a day, not {self.seconds!r}")

    def choose(
        self,
        game: Game[Any, Any],
        state: Any,
        *,
        last: Choice | None = None,
        budget: Budget | None = None,
    ) -> Choice:
        """The best move of the last depth finished; `passes` says what each depth found."""
        check_not_over(game, state)
        budget = budget or Budget(self.nodes, self.seconds)
        counts = dict.fromkeys(EVENTS, 0)
        passes: list[Pass] = []
        best: Choice | None = None
        for depth in range(1, max(1, min(self.depth, game.plies(state))) + 1):
            before, agent = budget.visits, self._at(depth, best, passes, last)
            try:
                best = agent.choose(game, state, budget=budget)
            except OutOfBudgetError:
                passes.append(Pass(depth, None, None, budget.visits - before))
                break
            passes.append(Pass(depth, best.move, best.value, budget.visits - before))
            for kind, number in best.counts.items():
                counts[kind] += number
            budget.limited = True
            if budget.spent:
                break
        assert best is not None  # depth 1 is always finished
        return best._replace(counts=counts, passes=tuple(passes))

    def _at(
        self, depth: int, best: Choice | None, passes: Sequence[Pass], last: Choice | None
    ) -> Agent:
        """The agent that searches to one depth."""
        options = dict(self.options)
        guess = guess_for(depth, passes, last)
        if guess is not None and "first" in signature(self.search).parameters:
            options["first"] = guess
        return Agent(
            self.name,
            self.search,
            depth,
            options,
            order=_first(best.move) if best and not self.order else self.order,
            quiescence=self.quiescence,
            secondary=self.secondary,
        )


def guess_for(depth: int, passes: Sequence[Pass], last: Choice | None) -> Number | None:
    """The first guess for a depth, from the agent's last choice or from the depths before it."""
    if last is not None:
        found = {p.depth: p.value for p in last.passes if p.value is not None}
        return found.get(depth + 2, last.value)
    values = [p.value for p in passes]
    return values[-2] if len(values) > 1 else values[-1] if values else None


def _first(move: Any) -> MoveOrder:
    """An order that tries one move first at the root, and leaves all others as they are."""

    def order(n: Node, state: Any, moves: Sequence[Any]) -> Sequence[Any]:
        return [move, *(m for m in moves if m != move)] if n == ROOT else moves

    return order
