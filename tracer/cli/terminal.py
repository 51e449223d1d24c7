"""The player in a terminal: frames as text, one key per step.

A key that the player in the browser has too means the same here.
"""

import os
import re
import select
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from typing import TextIO

from tracer.cli.command import colour_allowed
from tracer.draw.text import describe
from tracer.trace.moments import steps_to
from tracer.trace.trace import Trace

CLEAR = "\x1b[2J\x1b[H"
BOLD, FAINT, PLAIN = "\x1b[1m", "\x1b[2m", "\x1b[0m"
JUMPS = {"c": "cutoff", "l": "leaf", "r": "return", "o": "list", "p": "pass"}
PACE = 1.0  # seconds per step while it plays
Read = Callable[[float | None], str | None]

_KEY = re.compile(r"\x1b[\[O][0-9;]*[A-Za-z~]|.", re.DOTALL)
# What terminals send for arrows, Home and End, and keys for those that have none.
_FORWARD = ("\x1b[C", "\x1bOC", ">")
_BACK = ("\x1b[D", "\x1bOD", "<")
_START = ("\x1b[H", "\x1bOH", "\x1b[1~", "\x1b[7~", "0")
_END = ("\x1b[F", "\x1bOF", "\x1b[4~", "\x1b[8~", "e")


def play_here(trace: Trace, step: int = 0, out: TextIO = sys.stdout) -> None:
    """Step through a trace with the keyboard, from a step on, until q."""
    i, playing = step, False
    paint = _painted if colour_allowed(out) else str
    with _keys() as read:
        while True:
            out.write(f"{CLEAR}{paint(_fitted(describe(trace.frame(i))))}\n\n{help_lines(trace)}\n")
            out.flush()
            key = read(PACE if playing else None)
            if key in ("q", "\x03", ""):
                return
            if key == " ":
                playing = not playing
                i = 0 if playing and i == len(trace) else i
            elif key is not None:
                i, playing = step_for(trace, i, key), False
            else:
                i += 1
                playing = i < len(trace)


def step_for(trace: Trace, i: int, key: str) -> int:
    """Where a key leads from step `i`; a jump without a target stays there."""
    if target := JUMPS.get(key.lower()):
        steps = steps_to(trace.changes, target)
        if key.islower():
            return next((k for k in steps if k > i), i)
        return next((k for k in reversed(steps) if k < i), i)
    if key in _START:
        return 0
    if key in _END:
        return len(trace)
    return max(0, min(len(trace), i + (key in _FORWARD) - (key in _BACK)))


def help_lines(trace: Trace) -> str:
    """The keys; jumps only to what the trace has."""
    jumps = [f"{key} {target}" for key, target in JUMPS.items() if steps_to(trace.changes, target)]
    lines = ["→ forward · ← back · space play or pause · Home start · End end · q quit"]
    if jumps:
        lines.append(f"next {' · '.join(jumps)} (with Shift: previous)")
    return "\n".join(lines)


def _painted(text: str) -> str:
    """The title and the current node stand out, what is cut off recedes."""
    title, *lines = text.split("\n")
    painted = [f"{BOLD}{title}{PLAIN}"]
    for line in lines:
        look = BOLD if line.startswith("▶") else FAINT if re.search("^[ │├└─]*✂", line) else ""
        painted.append(f"{look}{line}{PLAIN}" if look else line)
    return "\n".join(painted)


def _fitted(text: str) -> str:
    """No more lines than the terminal has: the middle of a large tree is left out."""
    lines = text.split("\n")
    room = os.get_terminal_size().lines - 5 if sys.stdout.isatty() else len(lines)
    if len(lines) <= max(room, 12):
        return text
    now = next((k for k, line in enumerate(lines) if line.startswith("▶")), 2)
    start = max(2, min(now - room // 2, len(lines) - room + 3))
    middle = lines[start : start + room - 5]
    return "\n".join([*lines[:2], "  …", *middle, "  …", *lines[-1:]])


@contextmanager
def _keys() -> Iterator[Read]:
    """Yield a function that reads a key: None if none comes in time, "" at the end of input."""
    source = sys.stdin.fileno()
    waiting = ""

    def read(seconds: float | None) -> str | None:
        nonlocal waiting
        if not waiting:
            if seconds is not None and not select.select([source], [], [], seconds)[0]:
                return None
            waiting = os.read(source, 64).decode("utf-8", "replace")
        found = _KEY.match(waiting)
        key = found[0] if found else ""
        waiting = waiting[len(key) :]
        return key

    with _single_keys(source):
        yield read


@contextmanager
def _single_keys(source: int) -> Iterator[None]:
    """Have a terminal hand over keys as they are pressed."""
    if not os.isatty(source):
        yield
        return
    if find_spec("termios") is None:
        raise OSError(
            "The terminal player needs a Unix terminal. To play in a browser, "
            "write a page: plyglass play TREE ALGORITHM --out search.html"
        )
    import termios
    import tty

    before = termios.tcgetattr(source)
    try:
        tty.setcbreak(source)
        yield
    finally:
        termios.tcsetattr(source, termios.TCSADRAIN, before)
