"""Stands in for matplotlib.pyplot in the browser: a figure is left out, and that is said."""

from collections.abc import Iterator
from typing import Any

SENTENCE = "(A figure is left out: it needs matplotlib, which Python in this browser has not.)"


class Blank:
    """Takes whatever is drawn on it, and shows nothing."""

    def __getattr__(self, name: str) -> "Blank":
        if name.startswith("_"):
            raise AttributeError(name)
        return self

    def __call__(self, *_: Any, **__: Any) -> "Blank":
        """Itself, whatever is asked of it."""
        return self

    def __getitem__(self, _: Any) -> "Blank":
        return self

    def __iter__(self) -> Iterator[Any]:
        return iter(())

    def _ipython_display_(self) -> None:
        """Nothing: it has been said."""


def subplots(*_: Any, **__: Any) -> tuple[Blank, Blank]:
    """A figure and its axes."""
    print(SENTENCE)
    return Blank(), Blank()


def __getattr__(name: str) -> Blank:
    if name.startswith(("_", "pytest")):  # pytest asks every module for its plugins
        raise AttributeError(name)
    return Blank()
