"""Displaying and exporting traces and frames: provides what `tracer.trace` leaves open."""

import os
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from typing import Any

from tracer.draw import dot
from tracer.draw import svg as pen
from tracer.draw.animate import animate
from tracer.draw.marks import PENS
from tracer.draw.picture import picture
from tracer.draw.tikz import tikz
from tracer.player.page import page
from tracer.support.files import write
from tracer.trace.bets import check_kind
from tracer.trace.frame import PICTURE, Frame
from tracer.trace.trace import EXPORTS, Trace

Place = str | os.PathLike[str]


def _html(trace: Trace, path: Place, *, predict: str, **look: Any) -> Path:
    check_kind(trace, predict)
    return write(path, page([trace], predict=predict, **look))


def _drawn(form: str, frame: Frame, path: Place, **look: Any) -> Path:
    return write(path, dot.draw(frame, form, **look))


def _tikz(frame: Frame, path: Place, **look: Any) -> Path:
    return write(path, tikz(frame, **look))


def _animated(
    form: str, trace: Trace, path: Place, steps: Iterable[int] | str | None, **how: Any
) -> Path:
    if Path(path).suffix.lower() != f".{form}":
        raise ValueError(f"cannot write {str(path)!r}: the file name must end in .{form}")
    return animate(trace, path, steps=steps, **how)


def fill_in() -> None:
    """Register the functions that display and export traces and frames."""
    still: dict[str, Callable[..., Path]] = {f: partial(_drawn, f) for f in ("svg", "png", "pdf")}
    moving = {form: partial(_animated, form) for form in ("gif", "mp4")}
    EXPORTS.update(still, **moving, html=_html, tikz=_tikz)
    PENS[:] = dot.svg, pen.svg
    PICTURE[:] = (picture,)
