"""Filmstrips: selected steps of a trace side by side, for paper."""

from collections.abc import Iterable
from typing import Any

from tracer.draw.marks import Picture, Text
from tracer.draw.picture import film
from tracer.trace.moments import telling_steps
from tracer.trace.trace import Trace

HANDFUL = 6  # frames by default
MOST = 24  # frames
WIDEST = 1_000  # points, for frames side by side
GAP = 26  # points between frames


def filmstrip(
    trace: Trace,
    steps: Iterable[int] | str | None = None,
    *,
    columns: int | None = None,
    **look: Any,
) -> Picture:
    """Draw several frames of a trace in one picture, numbered, each with its caption.

    `steps` are frame numbers, or "cuts" for every step that cuts something off; the default is a
    few frames spread over the search, including the last. `look` is passed to `picture`.
    """
    if not isinstance(trace, Trace):
        raise TypeError(f"trace must be a Trace, as returned by record, not {trace!r}")
    chosen = _chosen(trace, steps)
    frames = film([trace.frame(i) for i in chosen], **look)
    width = frames[0].right - frames[0].left
    fitting = max(1, int((WIDEST + GAP) // (width + GAP)))
    columns = min(len(frames), _checked(columns) if columns is not None else fitting)
    alt = f"{trace.title}: after {', '.join(map(str, chosen))} of {len(trace)} steps"
    plain = "\n\n".join(f"({k}) {frame.plain}" for k, frame in enumerate(frames, 1))
    strip = Picture(frames[0].theme, 0, 0, columns * (width + GAP), 0, alt, plain)
    for k, frame in enumerate(frames):
        row, column = divmod(k, columns)
        at, ink = (frame.left + 8, 16), frame.theme.line
        frame.texts.append(Text(*at, f"({k + 1})", 15, ink, True, align="start", kind="number"))
        dx, dy = column * (width + GAP) - frame.left, row * (frame.bottom + GAP)
        strip.add(frame, dx, dy, f"{k + 1}/")
        strip.bottom = dy + frame.bottom
    return strip


def _chosen(trace: Trace, steps: Iterable[int] | str | None) -> list[int]:
    if steps is None:
        return _spread([*telling_steps(trace.changes), len(trace)])
    if isinstance(steps, str):
        if steps != "cuts":
            raise ValueError(f"steps must be a list of frame numbers or 'cuts', not {steps!r}")
        chosen = list(trace.cutoffs)
        if not chosen:
            raise ValueError(f"{trace.title} cuts nothing off here; choose the steps by number")
    else:
        chosen = list(steps)
    if not 1 <= len(chosen) <= MOST:
        raise ValueError(f"a filmstrip must have between 1 and {MOST} frames, not {len(chosen)}")
    return chosen


def _spread(steps: list[int]) -> list[int]:
    """A few steps, evenly spaced, including the last one."""
    if len(steps) <= HANDFUL:
        return sorted(set(steps))
    pace = (len(steps) - 1) / (HANDFUL - 1)
    return sorted({steps[round(k * pace)] for k in range(HANDFUL)})


def _checked(columns: object) -> int:
    if type(columns) is not int or columns < 1:
        raise ValueError(f"columns must be an integer of at least 1, not {columns!r}")
    return columns
