"""The player: step through traces in the browser."""

from tracer.player.explore import explore
from tracer.player.widget import Comparing, Player, compare, play

__all__ = ["Comparing", "Player", "compare", "explore", "play"]
