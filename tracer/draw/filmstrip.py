"""A filmstrip: chosen steps of a trace side by side, for paper."""

from collections.abc import Iterable
from typing import Any

from tracer.draw.picture import NARROWEST, Picture, Text, picture
from tracer.trace.moments import telling_steps
from tracer.trace.trace import Trace

HANDFUL = 6  # frames, unless others are asked for
MOST = 24  # frames
WIDEST = 1_150  # points that frames side by side may take
GAP = 26  # between frames


def filmstrip(
    trace: Trace,
    steps: Iterable[int] | str | None = None,
    *,
    columns: int | None = None,
    **look: Any,
) -> Picture:
    """Frames of a trace in one picture, numbered, each with its caption.

    `steps` are numbers of frames, or "cuts" for every step that cuts something off; without
    them, a handful spread over the search, its end included. `look` are the options of `picture`.
    """
    if not isinstance(trace, Trace):
        raise TypeError(f"{trace!r} is not a trace: record one first")
    chosen = _chosen(trace, steps)
    frames = [picture(trace.frame(i), **look) for i in chosen]
    width = max(frame.right - frame.left for frame in frames)
    fitting = max(1, int((WIDEST + GAP) // (width + GAP)))
    columns = min(len(frames), _checked(columns) if columns is not None else fitting)
    alt = f"{trace.title}: after {', '.join(map(str, chosen))} of {len(trace)} steps"
    plain = "\n\n".join(f"({k}) {frame.plain}" for k, frame in enumerate(frames, 1))
    film = Picture(frames[0].theme, 0, 0, max(columns * (width + GAP), NARROWEST), 0, alt, plain)
    top = 0.0
    for k, frame in enumerate(frames):
        column = k % columns
        top = top if column else film.bottom
        number = Text(
            frame.left + 8, 16, f"({k + 1})", 15, frame.theme.line, True, "start", "number"
        )
        frame.texts.append(number)
        dx = column * (width + GAP) + (width - frame.right + frame.left) / 2 - frame.left
        film.add(frame, dx, top, f"{k + 1}/")
        film.bottom = max(film.bottom, top + frame.bottom + GAP)
    return film


def _chosen(trace: Trace, steps: Iterable[int] | str | None) -> list[int]:
    if steps is None:
        return _spread([*telling_steps(trace.changes), len(trace)])
    if isinstance(steps, str):
        if steps != "cuts":
            raise ValueError(f"steps is {steps!r}: give numbers of frames, or 'cuts'")
        chosen = list(trace.cutoffs)
        if not chosen:
            raise ValueError(f"{trace.title} cuts nothing off here: name the steps to show")
    else:
        chosen = list(steps)
    if not 1 <= len(chosen) <= MOST:
        raise ValueError(f"{len(chosen)} frames were chosen: a filmstrip has 1 to {MOST}")
    return chosen


def _spread(steps: list[int]) -> list[int]:
    """A handful of steps in even distances, the last among them."""
    if len(steps) <= HANDFUL:
        return sorted(set(steps))
    pace = (len(steps) - 1) / (HANDFUL - 1)
    return sorted({steps[round(k * pace)] for k in range(HANDFUL)})


def _checked(columns: object) -> int:
    if type(columns) is not int or columns < 1:
        raise ValueError(f"columns is {columns!r}: it has to be an int from 1 up")
    return columns
