"""The player in a terminal: text frames, one key a step."""

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TextIO

from tracer.draw.text import describe
from tracer.trace.moments import steps_to
from tracer.trace.trace import Trace

KEYS = "→/space forward · ← back · c cutoff · l leaf · r return · g end · 0 start · q quit"
CLEAR = "\x1b[2J\x1b[H"
_ARROWS = {"\x1b[C": " ", "\x1b[D": "b", "\x1b[H": "0", "\x1b[F": "g"}


def play_here(trace: Trace, out: TextIO = sys.stdout) -> None:
    """Step through a trace with the keyboard, until q."""
    i = 0
    with _keys() as read:
        while True:
            out.write(CLEAR + _fitted(describe(trace.frame(i))) + f"\n\n{KEYS}\n")
            out.flush()
            key = read()
            if key in ("q", "\x03", ""):
                return
            i = step_for(trace, i, key)


def step_for(trace: Trace, i: int, key: str) -> int:
    """Where a key leads from step `i`."""
    target = {"c": "cutoff", "l": "leaf", "r": "return"}.get(key)
    if target:
        return next((k for k in steps_to(trace.changes, target) if k > i), len(trace))
    moves = {" ": i + 1, "n": i + 1, "b": i - 1, "0": 0, "g": len(trace)}
    return max(0, min(len(trace), moves.get(key, i)))


def _fitted(text: str) -> str:
    """No more lines than the terminal has: the middle of a large tree gives way."""
    lines = text.split("\n")
    room = os.get_terminal_size().lines - 4 if sys.stdout.isatty() else len(lines)
    if len(lines) <= max(room, 12):
        return text
    now = next((k for k, line in enumerate(lines) if line.startswith("▶")), 2)
    start = max(2, min(now - room // 2, len(lines) - room + 3))
    middle = lines[start : start + room - 5]
    return "\n".join([*lines[:2], "  …", *middle, "  …", *lines[-1:]])


@contextmanager
def _keys() -> Iterator[Callable[[], str]]:
    """Read single keys where there is a terminal, else characters of the input."""
    if not sys.stdin.isatty():
        yield lambda: sys.stdin.read(1)
        return
    import termios
    import tty

    place = sys.stdin.fileno()
    before = termios.tcgetattr(place)

    def read() -> str:
        key = os.read(place, 8).decode("utf-8", "replace")
        return _ARROWS.get(key, key[:1])

    try:
        tty.setcbreak(place)
        yield read
    finally:
        termios.tcsetattr(place, termios.TCSADRAIN, before)
