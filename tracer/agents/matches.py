"""A game between two agents."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from tracer.agents.agent import Agent, Choice
from trees.games import Game


class Turn(NamedTuple):
    """A move of a match: the state before it, the agent, and its choice."""

    state: Any
    agent: Agent
    choice: Choice


def match(game: Game[Any, Any], first: Agent, second: Agent, state: Any = None) -> Iterator[Turn]:
    """Play until the game is over, with `first` as MAX and `second` as MIN.

    Each side takes its last choice to its next move, where MTD(f) gets its first guess from it.
    """
    state = game.initial() if state is None else state
    last: dict[str, Choice] = {}
    while not game.terminal(state):
        side = game.to_move(state)
        agent = first if side == "MAX" else second
        choice = last[side] = agent.choose(game, state, last=last.get(side))
        yield Turn(state, agent, choice)
        state = game.apply(state, choice.move)
