"""Animations: selected steps of a trace as a GIF or a video."""

import io
import os
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from tracer.draw.dot import draw
from tracer.support.extras import needs
from tracer.support.files import whole
from tracer.support.progress import progress_bar
from tracer.trace.trace import Trace

MOST_FRAMES = 400
CODECS = {"mp4": "libx264", "webm": "libvpx-vp9"}


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
    """Write an animation in the format given by the suffix of `path` (gif, mp4 or webm).

    `seconds` is how long each step is shown; the last one is shown three times as long.
    """
    kind = Path(path).suffix.lower().lstrip(".")
    if kind not in ("gif", *CODECS):
        raise ValueError(
            f"cannot write {str(path)!r}: the name of an animation must end in .gif, .mp4 or .webm"
        )
    if not 0.05 <= seconds <= 60:
        raise ValueError(f"seconds must be between 0.05 and 60, not {seconds!r}")
    if type(width) is not int or not 200 <= width <= 4000:
        raise ValueError(f"width must be an integer from 200 to 4000 (pixels), not {width!r}")
    chosen = chosen_steps(trace, steps)
    ffmpeg = needs("imageio_ffmpeg", "video") if kind in CODECS else None
    with whole(path) as place:
        frames = _frames(trace, chosen, width, progress, look)
        times = [seconds] * (len(chosen) - 1) + [3 * seconds]
        if ffmpeg:
            _write_video(ffmpeg, place, frames, times, CODECS[kind])
        else:
            _write_gif(place, frames, times)
    return Path(path)


def _frames(
    trace: Trace, steps: list[int], width: int, show_progress: bool, look: Any
) -> list[Any]:
    """The steps as images of the same size, on a white background."""
    image = needs("PIL.Image", "lab")
    drawn = []
    with progress_bar("drawing" if show_progress else None, len(steps)) as bar:
        for i in steps:
            png = image.open(io.BytesIO(draw(trace.frame(i), "png", **look))).convert("RGB")
            drawn.append(png.resize((width, round(png.height * width / png.width))))
            bar.update()
    height = max(png.height for png in drawn)
    height += height % 2  # video codecs need even sizes
    canvases = []
    for png in drawn:
        canvas = image.new("RGB", (width + width % 2, height), "white")
        canvas.paste(png, (0, 0))
        canvases.append(canvas)
    return canvases


def _write_gif(place: Path, frames: list[Any], times: list[float]) -> None:
    # Equal neighbouring frames would be merged and their steps lost, so make them differ.
    frames = [_distinct(a, k) if k and _same(frames[k - 1], a) else a for k, a in enumerate(frames)]
    # Pictures use few colours: a small palette keeps text sharp and files small.
    frames = [frame.quantize(64, dither=0) for frame in frames]
    frames[0].save(
        place,
        format="GIF",
        save_all=True,
        append_images=frames[1:],
        duration=[round(1000 * t) for t in times],
        loop=0,
        optimize=False,
    )


def _same(a: Any, b: Any) -> bool:
    return bool(a.tobytes() == b.tobytes())


def _distinct(frame: Any, k: int) -> Any:
    marked = frame.copy()
    marked.putpixel((0, 0), (255, 255, 254 - k % 2))
    return marked


def _write_video(
    ffmpeg: Any, place: Path, frames: list[Any], times: list[float], codec: str
) -> None:
    rate = 20
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
