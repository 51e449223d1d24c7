"""Scott, Pantel's Scout for Pear, to the letter of his listing (1997, section 5.4)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from tracer.agents.agent import Agent, Choice, check_not_over
from tracer.agents.budget import Budget
from tracer.log.events import EVENTS
from trees import ROOT
from trees.games import Game, Pear
from trees.games.pear import COLUMN_VALUES, Position

_BARE = Pear((0,) * 7)  # evaluates patterns only, as Test does


@dataclass(frozen=True)
class PrintedScott(Agent):
    """It chooses moves that minimax would not choose, because its two functions disagree.

    Eval adds the value of a move's column to what comes back from the move. Test does not. Also, a
    MIN node evaluates a child again that only equals its best.
    """

    column_values: Sequence[int] = COLUMN_VALUES

    def choose(
        self,
        game: Game[Any, Any],
        state: Any,
        *,
        last: Choice | None = None,
        budget: Budget | None = None,
    ) -> Choice:
        """The last move that passed its test."""
        if not isinstance(game, Pear):
            raise ValueError(
                f"{self.name} is Pantel's program for Pear; it cannot play {game.name}"
            )
        check_not_over(game, state)
        us, counts = _BARE.to_move(state), dict.fromkeys(EVENTS, 0)
        sign = 1 if us == "MAX" else -1

        def test(n: Position, plies: int, v: int) -> bool:
            counts["ask"] += 1
            if plies and _BARE.utility(n):
                return sign * _BARE.utility(n) > 0
            if not plies or _BARE.terminal(n):
                return sign * _BARE.evaluate(n) > v
            some_or_all = any if _BARE.to_move(n) == us else all
            return some_or_all(test(_BARE.apply(n, m), plies - 1, v) for m in _BARE.moves(n))

        def evaluate(n: Position, plies: int) -> tuple[int, int]:
            if not plies or _BARE.terminal(n):
                return sign * _BARE.evaluate(n), 0
            ours = _BARE.to_move(n) == us
            v = best = 0
            for m in _BARE.moves(n):
                after = _BARE.apply(n, m)
                if not best or test(after, plies - 1, v) == ours:
                    counts["enter"] += 1
                    bonus = self.column_values[m - 1]
                    v, best = evaluate(after, plies - 1)[0] + (bonus if ours else -bonus), m
            return v, best

        v, move = evaluate(state, self.depth)
        tree = self.tree(game, state)
        return Choice(move, sign * v, (ROOT, (tree.moves().index(move) + 1,)), tree, counts)
