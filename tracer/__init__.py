"""Record game-tree searches and step through them: frames, captions, pictures, measures."""

from typing import Any

from tracer.exports import fill_in
from tracer.trace.measure import measure
from tracer.trace.trace import Trace, record

__all__ = ["Trace", "arena", "compare", "explore", "measure", "play", "record"]

fill_in()

_PLAYER = ("arena", "compare", "explore", "play")


def __getattr__(name: str) -> Any:
    """Load the player only when it is asked for: it needs the widget packages."""
    if name in _PLAYER:
        from tracer import player

        return getattr(player, name)
    raise AttributeError(f"module 'tracer' has no attribute {name!r}")
