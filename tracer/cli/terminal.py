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
from shutil import get_terminal_size
from textwrap import wrap
from typing import TextIO
from unicodedata import combining, east_asian_width

from tracer.cli.command import colour_allowed
from tracer.draw.text import describe, described
from tracer.trace.frame import Frame
from tracer.trace.moments import steps_to
from tracer.trace.trace import Trace

CLEAR = "\x1b[2J\x1b[H"
BOLD, FAINT, PLAIN = "\x1b[1m", "\x1b[2m", "\x1b[0m"
JUMPS = {"c": "cutoff", "l": "leaf", "r": "return", "o": "list", "p": "pass"}
LIST_ROWS = 3  # of each list
PACE = 1.0  # seconds per step while it plays
Read = Callable[[float | None], str | None]

_KEY = re.compile(r"\x1b[\[O][0-9;]*[A-Za-z~]|.", re.DOTALL)
# What terminals send for arrows, Home and End, and keys for those that have none.
_FORWARD = ("\x1b[C", "\x1bOC", ">")
_BACK = ("\x1b[D", "\x1bOD", "<")
_START = ("\x1b[H", "\x1bOH", "\x1b[1~", "\x1b[7~", "0")
_END = ("\x1b[F", "\x1bOF", "\x1b[4~", "\x1b[8~", "e")


def play_here(trace: Trace, step: int = 0, out: TextIO = sys.stdout) -> None:
    """Step through a trace with the keyboard, from a step on, until q.

    Into a file or a pipe go the frames alone, with an empty line after each.
    """
    i, playing, seen = step, False, out.isatty()
    paint = _painted if colour_allowed(out) else str
    with _keys() as read:
        while True:
            if seen:
                columns, rows = get_terminal_size()
                keys = help_lines(trace)
                room = max(8, rows - 2 - len(keys.split("\n")))
                out.write(f"{CLEAR}{paint(fitted(trace.frame(i), columns, room))}\n\n{keys}\n")
            else:
                out.write(f"{describe(trace.frame(i))}\n\n")
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


def fitted(frame: Frame, columns: int, rows: int) -> str:
    """A frame in this many columns and rows: what is far from the current node is left out."""
    title, caption, tree, lists, counters = described(frame)
    told = wrap(caption, columns)
    listed = [line for part in lists for line in _first(part, LIST_ROWS)]
    room = max(3, rows - 2 - len(told) - len(listed))
    now = next((k for k, line in enumerate(tree) if line.startswith("▶")), 0)
    lines = [title, *told, *_around(tree, now, room), *listed, counters]
    return "\n".join(cut(line, columns) for line in lines)


def _first(lines: list[str], most: int) -> list[str]:
    more = len(lines) - most
    return lines if more <= 0 else [*lines[: most - 1], f"{'':8}… and {more + 1} more lines"]


def _around(lines: list[str], now: int, room: int) -> list[str]:
    """As many lines as there is room for, around one of them."""
    if len(lines) <= room:
        return lines
    start = max(0, min(now - room // 2, len(lines) - room))
    seen = lines[start : start + room]
    if start and now > start:
        seen[0] = "  …"
    if start + room < len(lines) and now < start + room - 1:
        seen[-1] = "  …"
    return seen


def cut(line: str, columns: int) -> str:
    """A line that takes no more than so many columns."""
    if cells(line) <= columns:
        return line
    while cells(line) > columns - 1:
        line = line[:-1]
    return line + "…"


def cells(text: str) -> int:
    """How many columns of a terminal a text takes."""
    return sum(1 + (east_asian_width(c) in "WF") for c in text if not combining(c))


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
