"""A stand-in for matplotlib.pyplot in the browser: it prints a sentence instead of a figure."""

from collections.abc import Iterator
from typing import Any

SENTENCE = (
    "(This figure is left out because it needs matplotlib, which this browser version lacks.)"
)


class Blank:
    """Accepts any drawing call and shows nothing."""

    def __getattr__(self, name: str) -> "Blank":
        if name.startswith("_"):
            raise AttributeError(name)
        return self

    def __call__(self, *_: Any, **__: Any) -> "Blank":
        """Return itself, whatever the call."""
        return self

    def __getitem__(self, _: Any) -> "Blank":
        return self

    def __iter__(self) -> Iterator[Any]:
        return iter(())

    def _ipython_display_(self) -> None:
        """Show nothing: the sentence has already been printed."""


def subplots(*_: Any, **__: Any) -> tuple[Blank, Blank]:
    """A figure and its axes."""
    print(SENTENCE)
    return Blank(), Blank()


def __getattr__(name: str) -> Blank:
    if name.startswith(("_", "pytest")):  # pytest asks every module for its plugins
        raise AttributeError(name)
    return Blank()
