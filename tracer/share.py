"""What leaves the notebook: a trace as a page, a picture, an animation, TikZ."""

import os
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from tracer.files import write

if TYPE_CHECKING:
    from tracer.trace import Trace

Place = str | os.PathLike[str]


class Shared:
    """The exports of a trace. Each writes a whole file or none, and returns its path.

    What they need is loaded when they are called: a search needs no pictures.
    """

    def to_html(self, path: Place, *, step: int = 0, predict: str = "", **look: Any) -> Path:
        """A page that plays offline, in one file."""
        from tracer.player.page import page

        trace = cast("Trace", self)
        return write(path, page([trace], step=trace.frame(step).i, predict=predict, **look))

    def to_svg(self, path: Place, step: int | None = None, **look: Any) -> Path:
        """One step as SVG, the last one unless another is named; `look` as in `picture`."""
        return self._draw(path, "svg", step, look)

    def to_png(self, path: Place, step: int | None = None, **look: Any) -> Path:
        """One step as PNG."""
        return self._draw(path, "png", step, look)

    def to_pdf(self, path: Place, step: int | None = None, **look: Any) -> Path:
        """One step as PDF."""
        return self._draw(path, "pdf", step, look)

    def to_tikz(self, path: Place, step: int | None = None, **look: Any) -> Path:
        """One step as LaTeX with TikZ."""
        from tracer.render.tikz import tikz

        return write(path, tikz(self._frame(step), **look))

    def to_gif(self, path: Place, steps: Iterable[int] | str | None = None, **how: Any) -> Path:
        """Chosen steps as an animated GIF; `how` as in `animate`."""
        return self._animate(path, ".gif", steps, how)

    def to_apng(self, path: Place, steps: Iterable[int] | str | None = None, **how: Any) -> Path:
        """Chosen steps as an animated PNG."""
        return self._animate(path, ".png", steps, how)

    def to_mp4(self, path: Place, steps: Iterable[int] | str | None = None, **how: Any) -> Path:
        """Chosen steps as a video."""
        return self._animate(path, ".mp4", steps, how)

    def _frame(self, step: int | None) -> Any:
        trace = cast("Trace", self)
        return trace.frame(len(trace) if step is None else step)

    def _draw(self, path: Place, form: str, step: int | None, look: dict[str, Any]) -> Path:
        from tracer.render.dot import draw

        return write(path, draw(self._frame(step), form, **look))

    def _animate(
        self, path: Place, ending: str, steps: Iterable[int] | str | None, how: dict[str, Any]
    ) -> Path:
        from tracer.render.export import animate

        if Path(path).suffix.lower() != ending:
            raise ValueError(f"cannot write {str(path)!r}: the name has to end in {ending}")
        return animate(cast("Trace", self), path, steps=steps, **how)
