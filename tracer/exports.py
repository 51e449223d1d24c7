"""How traces and frames show themselves and leave the notebook: fills in what `trace` asks for."""

import os
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from typing import Any

from tracer import frame as frames
from tracer.files import write
from tracer.frame import Frame
from tracer.player.page import page
from tracer.render import dot, pen
from tracer.render.export import animate
from tracer.render.picture import PENS, picture
from tracer.render.tikz import tikz
from tracer.trace import EXPORTS, Trace

Place = str | os.PathLike[str]


def _html(trace: Trace, path: Place, **look: Any) -> Path:
    return write(path, page([trace], **look))


def _drawn(form: str, frame: Frame, path: Place, **look: Any) -> Path:
    return write(path, dot.draw(frame, form, **look))


def _tikz(frame: Frame, path: Place, **look: Any) -> Path:
    return write(path, tikz(frame, **look))


def _animated(
    ending: str, trace: Trace, path: Place, steps: Iterable[int] | str | None, **how: Any
) -> Path:
    if Path(path).suffix.lower() != ending:
        raise ValueError(f"cannot write {str(path)!r}: the name has to end in {ending}")
    return animate(trace, path, steps=steps, **how)


def _shown(frame: Frame) -> Any:
    return picture(frame)._repr_mimebundle_()


def fill_in() -> None:
    """Let traces draw and export themselves."""
    still: dict[str, Callable[..., Path]] = {f: partial(_drawn, f) for f in ("svg", "png", "pdf")}
    moving = {"gif": ".gif", "apng": ".png", "mp4": ".mp4"}
    EXPORTS.update(still, html=_html, tikz=_tikz)
    EXPORTS.update({form: partial(_animated, ending) for form, ending in moving.items()})
    PENS[:] = dot.svg, pen.svg
    frames.display = _shown
