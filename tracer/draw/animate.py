"""Animations: chosen steps of a trace as GIF, animated PNG or video."""

import io
import os
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from tracer.draw.dot import draw
from tracer.support.files import whole
from tracer.support.progress import Progress
from tracer.trace.trace import Trace

MOST_FRAMES = 400


def chosen_steps(trace: Trace, steps: Iterable[int] | str | None) -> list[int]:
    """Which steps to show: numbers, "all", "cuts", or by default all if they are not too many."""
    if steps is None:
        steps = "all" if len(trace) <= MOST_FRAMES else "cuts"
    if steps == "all":
        found = list(range(len(trace) + 1))
    elif steps == "cuts":
        found = [0, *trace.cutoffs, len(trace)]
    elif isinstance(steps, str):
        raise ValueError(f"steps is {steps!r}: it is 'all', 'cuts' or a list of numbers")
    else:
        found = [trace.frame(i).i for i in steps]
    found = [i for k, i in enumerate(found) if not k or found[k - 1] != i]
    if not found:
        raise ValueError("steps is empty: name at least one step")
    if len(found) > MOST_FRAMES:
        raise ValueError(
            f"{len(found):,} steps were chosen and an animation takes {MOST_FRAMES}: choose fewer, "
            "for instance steps='cuts' or steps=range(0, 400)"
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
    """Write an animation; the ending of `path` (gif, png, mp4, webm) says of which kind.

    `seconds` is how long a step stays; the last one stays three times as long.
    """
    kind = Path(path).suffix.lower().lstrip(".")
    if kind not in ("gif", "png", "mp4", "webm"):
        raise ValueError(f"cannot write {str(path)!r}: an animation ends in gif, png, mp4 or webm")
    if not 0.05 <= seconds <= 60:
        raise ValueError(f"seconds is {seconds!r}: a step can stay from 0.05 to 60 seconds")
    if type(width) is not int or not 200 <= width <= 4000:
        raise ValueError(f"width is {width!r}: it is a number of pixels from 200 to 4000")
    chosen = chosen_steps(trace, steps)
    with whole(path) as place:
        frames = _frames(trace, chosen, width, progress, look)
        times = [seconds] * (len(chosen) - 1) + [3 * seconds]
        (_images if kind in ("gif", "png") else _video)(place, frames, times, kind)
    return Path(path)


def _frames(
    trace: Trace, steps: list[int], width: int, show_progress: bool, look: Any
) -> list[Any]:
    """The steps as images of one size, on white."""
    image = _package("PIL.Image", "pillow")
    drawn = []
    with Progress("drawing" if show_progress else None, {str(i): 1.0 for i in steps}) as bar:
        for i in steps:
            png = image.open(io.BytesIO(draw(trace.frame(i), "png", **look))).convert("RGB")
            drawn.append(png.resize((width, round(png.height * width / png.width))))
            bar.done(str(i))
    height = max(png.height for png in drawn)
    height += height % 2  # video wants even sizes
    canvases = []
    for png in drawn:
        canvas = image.new("RGB", (width + width % 2, height), "white")
        canvas.paste(png, (0, 0))
        canvases.append(canvas)
    return canvases


def _images(place: Path, frames: list[Any], times: list[float], kind: str) -> None:
    # Neighbours that look alike would be merged, and their steps lost: keep every one.
    frames = [_distinct(a, k) if k and _same(frames[k - 1], a) else a for k, a in enumerate(frames)]
    options = {}
    if kind == "gif":  # few colours are used: a small palette keeps text sharp and files small
        frames = [frame.quantize(64, dither=0) for frame in frames]
        options = {"optimize": False}
    frames[0].save(
        place,
        format="GIF" if kind == "gif" else "PNG",
        save_all=True,
        append_images=frames[1:],
        duration=[round(1000 * t) for t in times],
        loop=0,
        **options,
    )


def _same(a: Any, b: Any) -> bool:
    return bool(a.tobytes() == b.tobytes())


def _distinct(frame: Any, k: int) -> Any:
    marked = frame.copy()
    marked.putpixel((0, 0), (255, 255, 254 - k % 2))
    return marked


def _video(place: Path, frames: list[Any], times: list[float], kind: str) -> None:
    ffmpeg = _package("imageio_ffmpeg", "imageio-ffmpeg")
    rate = 20
    codec = "libx264" if kind == "mp4" else "libvpx-vp9"
    writer = ffmpeg.write_frames(
        str(place), frames[0].size, fps=rate, codec=codec, macro_block_size=2, output_params=[]
    )
    writer.send(None)
    try:
        for frame, stay in zip(frames, times, strict=True):
            for _ in range(max(1, round(stay * rate))):
                writer.send(frame.tobytes())
    finally:
        writer.close()


def _package(module: str, package: str) -> Any:
    from importlib import import_module

    try:
        return import_module(module)
    except ImportError:
        raise ImportError(f"this needs the package {package}: pip install {package}") from None
