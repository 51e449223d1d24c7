"""Animations: selected steps of a trace as a GIF or a video."""

import io
import os
from collections.abc import Iterable, Iterator
from math import ceil
from pathlib import Path
from typing import Any

from tracer.draw.dot import POINTS, draw
from tracer.draw.picture import film
from tracer.draw.style import Theme
from tracer.support.extras import needs
from tracer.support.files import whole
from tracer.support.progress import progress_bar
from tracer.trace.trace import Trace

MOST_FRAMES = 400
TYPE = 14  # pixels: the least size of captions in a film that is 900 pixels wide
FINER = 1.5  # how much larger frames are drawn, so that small text is smooth
SHADES = 7  # of each colour in a GIF
CODEC = "libx264"


def chosen_steps(trace: Trace, steps: Iterable[int] | str | None) -> list[int]:
    """Which steps to show: numbers, "all" or "cuts"; default: all, or only cutoffs if too many."""
    if steps is None:
        steps = "all" if len(trace) <= MOST_FRAMES else "cuts"
    if steps == "all":
        found = list(range(len(trace) + 1))
    elif steps == "cuts":
        found = [0, *trace.cutoffs, len(trace)]
    elif isinstance(steps, str):
        raise ValueError(f"steps must be 'all', 'cuts' or a list of step numbers, not {steps!r}")
    else:
        found = [trace.frame(i).i for i in steps]
    found = [i for k, i in enumerate(found) if not k or found[k - 1] != i]
    if not found:
        raise ValueError("steps must contain at least one step")
    if len(found) > MOST_FRAMES:
        raise ValueError(
            f"an animation can have at most {MOST_FRAMES} steps, but {len(found):,} were chosen; "
            "choose fewer, such as steps='cuts' or steps=range(0, 400)"
        )
    return found


def animate(
    trace: Trace,
    path: str | os.PathLike[str],
    *,
    steps: Iterable[int] | str | None = None,
    seconds: float = 1.0,
    width: int = 900,
    progress: bool = True,
    **look: Any,
) -> Path:
    """Write an animation in the format given by the suffix of `path` (gif or mp4).

    `seconds` is how long each step is shown; the last one is shown three times as long. `look` is
    passed to `picture`.
    """
    kind = Path(path).suffix.lower().lstrip(".")
    if kind not in ("gif", "mp4"):
        raise ValueError(
            f"cannot write {str(path)!r}: the name of an animation must end in .gif or .mp4"
        )
    if not 0.05 <= seconds <= 60:
        raise ValueError(f"seconds must be between 0.05 and 60, not {seconds!r}")
    if type(width) is not int or not 200 <= width <= 4000:
        raise ValueError(f"width must be an integer from 200 to 4000 (pixels), not {width!r}")
    chosen = chosen_steps(trace, steps)
    ffmpeg = _encoder() if kind == "mp4" else None
    for module in ("PIL.Image", "graphviz", "pygraphviz"):
        needs(module, "lab")
    shown = Film(trace, chosen, width, look)
    times = [seconds] * (len(chosen) - 1) + [3 * seconds]
    with (
        whole(path) as place,
        progress_bar("drawing" if progress else None, len(chosen)) as bar,
    ):
        frames = _counted(shown, bar)
        if ffmpeg:
            _write_video(ffmpeg, place, frames, shown.size, times)
        else:
            _write_gif(place, shown, frames, times)
    return Path(path)


def _encoder() -> Any:
    """The package that encodes videos, once it has found its program."""
    ffmpeg = needs("imageio_ffmpeg", "video")
    try:
        ffmpeg.get_ffmpeg_version()
    except (RuntimeError, OSError) as error:
        raise OSError(
            f"Videos need the program ffmpeg, which does not run here ({error}). "
            "Install ffmpeg, or write a .gif."
        ) from error
    return ffmpeg


class Film:
    """Steps of a trace as images of the same size and scale, on a white ground."""

    def __init__(self, trace: Trace, steps: list[int], width: int, look: dict[str, Any]) -> None:
        self.image = needs("PIL.Image", "lab")
        self.pictures = film([trace.frame(i) for i in steps], caption_size=TYPE / 900, **look)
        first = self.pictures[0]
        self.scale = width / (first.right - first.left)
        height = first.bottom - first.top
        self.size = _even(width), _even(ceil(height * self.scale))

    def __iter__(self) -> Iterator[Any]:
        """Draw one image after the other."""
        for made in self.pictures:
            png = draw(made, "png", dpi=FINER * POINTS * self.scale)
            canvas = self.image.new("RGB", tuple(ceil(FINER * side) for side in self.size), "white")
            canvas.paste(self.image.open(io.BytesIO(png)).convert("RGB"), (0, 0))
            yield canvas.resize(self.size)


def _even(pixels: int) -> int:
    """Video codecs need even sizes."""
    return pixels + pixels % 2


def _counted(film: Film, bar: Any) -> Iterator[Any]:
    for image in film:
        yield image
        bar.update()


def _write_gif(place: Path, film: Film, frames: Iterator[Any], times: list[float]) -> None:
    """Write a GIF with one palette for all frames, so that only what changes has to be stored."""
    palette = film.image.new("P", (1, 1))
    palette.putpalette(_shades(film.pictures[0].theme))

    def reduced() -> Iterator[Any]:
        before = b""
        for image in frames:
            frame = image.quantize(palette=palette, dither=0)
            if frame.tobytes() == before:  # Pillow would drop the step
                frame.putpixel((0, 0), 1 - frame.getpixel((0, 0)))
            before = frame.tobytes()
            yield frame

    rest = reduced()
    first = next(rest)
    first.save(
        place,
        format="GIF",
        save_all=True,
        append_images=rest,
        duration=[round(1000 * t) for t in times],
        loop=0,
        optimize=False,
    )


def _shades(theme: Theme) -> list[int]:
    """The colours of a picture, and those between them and the ground, where edges are smooth."""
    grounds = [_rgb(theme.paper), _rgb(theme.known)]
    inks = [_rgb(ink) for ink in (theme.line, theme.quiet, theme.faint, theme.now, theme.open)]
    steps = [k / (SHADES - 1) for k in range(SHADES)]
    mixed = [
        tuple(round(a + (b - a) * k) for a, b in zip(ground, ink, strict=True))
        for ground in grounds
        for ink in inks
        for k in steps
    ]
    return [part for colour in dict.fromkeys([*mixed, _rgb(theme.soft)]) for part in colour]


def _rgb(colour: str) -> tuple[int, ...]:
    return tuple(int(colour[k : k + 2], 16) for k in (1, 3, 5))


def _write_video(
    ffmpeg: Any,
    place: Path,
    frames: Iterable[Any],
    size: tuple[int, int],
    times: list[float],
) -> None:
    rate = 20
    writer = ffmpeg.write_frames(
        str(place), size, fps=rate, codec=CODEC, macro_block_size=2, output_params=[]
    )
    writer.send(None)
    try:
        for frame, stay in zip(frames, times, strict=True):
            data = frame.tobytes()
            for _ in range(max(1, round(stay * rate))):
                writer.send(data)
    finally:
        writer.close()
