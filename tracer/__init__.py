"""Record game-tree searches and step through them: frames, captions, pictures, measures."""

from functools import partial
from typing import Any, NoReturn

import plyglass

plyglass.check("trees")  # before anything here imports it

from tracer.exports import fill_in
from tracer.trace.link import link, read_link
from tracer.trace.measure import measure
from tracer.trace.trace import Trace, record
from tracer.trace.whatif import whatif

__all__ = [
    "Trace",
    "arena",
    "compare",
    "explore",
    "link",
    "measure",
    "open_link",
    "play",
    "read_link",
    "record",
    "whatif",
]

fill_in()

_PLAYER = ("arena", "compare", "explore", "open_link", "play")


def __getattr__(name: str) -> Any:
    """Load the player only when it is used, because it needs the widget packages.

    If they are missing, only the call fails, so `from tracer import *` still works.
    """
    if name in _PLAYER:
        from tracer import player

        try:
            return getattr(player, name)
        except ImportError as error:
            return partial(_fail, error)
    raise AttributeError(f"module 'tracer' has no attribute {name!r}")


def _fail(error: ImportError, *_: Any, **__: Any) -> NoReturn:
    raise error
