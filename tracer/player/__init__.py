"""The player: step through traces in the browser.

Modules that need the widget packages are loaded only when they are used, so payloads and pages
can be made without those packages.
"""

from importlib import import_module
from typing import Any

__all__ = [
    "Arena",
    "Comparing",
    "Explorer",
    "Player",
    "arena",
    "compare",
    "explore",
    "open_link",
    "play",
]

_WHERE = {
    "Explorer": "explorer",
    "explore": "explorer",
    "Arena": "arena_widget",
    "arena": "arena_widget",
}


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module 'tracer.player' has no attribute {name!r}")
    return getattr(import_module(f"tracer.player.{_WHERE.get(name, 'widget')}"), name)
