"""A progress bar with the remaining time, on stderr."""

import sys
import time
from collections.abc import Mapping
from types import TracebackType
from typing import TextIO

WIDTH = 30
PAUSE = {True: 0.1, False: 30.0}  # seconds between two pictures, on a terminal or in a log


class Progress:
    """How much is done, by weight; `name` None shows nothing."""

    def __init__(
        self, name: str | None, weights: Mapping[str, float], stream: TextIO | None = None
    ) -> None:
        self.name = name
        self.weights = weights
        self.stream = stream or sys.stderr
        self.total = sum(weights.values())
        self.count, self.weight = 0, 0.0
        self.start = self.shown = time.monotonic()

    def done(self, key: str) -> None:
        """One more is done."""
        self.count += 1
        self.weight += self.weights[key]
        if time.monotonic() - self.shown >= PAUSE[self.stream.isatty()]:
            self.show()

    def text(self) -> str:
        """The bar as it stands."""
        share = self.weight / self.total if self.total else 1.0
        full = int(share * WIDTH)
        spent = time.monotonic() - self.start
        left = _clock(spent / share - spent) if share else "?"
        bar = "█" * full + "░" * (WIDTH - full)
        return f"{self.name} {bar} {self.count}/{len(self.weights)}, {left} left"

    def show(self, end: str = "") -> None:
        """Draw the bar: over the last one on a terminal, else on a line of its own."""
        if self.name is not None:
            self.shown = time.monotonic()
            print(
                *(
                    ("\r", self.text(), "\x1b[K", end)
                    if self.stream.isatty()
                    else (self.text(), "\n")
                ),
                sep="",
                end="",
                file=self.stream,
                flush=True,
            )

    def __enter__(self) -> "Progress":
        self.show()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.show("\n")


def _clock(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
