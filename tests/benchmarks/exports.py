"""`plyglass bench exports`: how large exports are, and how long they take to write.

Twenty traces are written in every format. To look at the files, keep them:
`python -m tests.benchmarks.exports --keep DIR` also writes DIR/index.html, which shows all of them.
"""

import sys
import tempfile
from argparse import ArgumentParser
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from time import perf_counter, process_time
from typing import NamedTuple

from tests.benchmarks.recording import report_missed, verdict
from tracer.algorithms import sss_star
from tracer.algorithms.registry import ALGORITHMS
from tracer.cli.play import ENDINGS, export
from tracer.draw.table import table
from tracer.trace.trace import Trace, record
from trees import catalogue

OWN_TREES = ("depth_limited", "iterative_deepening")  # ask for static estimates
FILMS = ("gif", "mp4")
BAR_FRAME, BAR_SIZE = 95.0, 3.0  # milliseconds per frame; MB for a GIF of 131 frames

SHOWN = {
    **dict.fromkeys(("svg", "png", "gif"), '<img src="{file}">'),
    "mp4": '<video src="{file}" controls loop muted></video>',
    "html": '<iframe src="{file}"></iframe>',
}
INDEX = """<!doctype html><meta charset="utf-8"><title>Twenty exports of each kind</title>
<style>body {{ font-family: sans-serif }} figure {{ display: inline-block; margin: .5em }}
img, video, iframe {{ width: 600px; border: 1px solid #ccc }} iframe {{ height: 500px }}</style>
{body}
"""


class Export(NamedTuple):
    """A file that was written."""

    path: Path
    seconds: float  # until it was there
    frames: int  # 1, but for films
    work: float  # seconds of this process, without those of an encoder

    @property
    def size(self) -> float:
        """How large the file is, in kilobytes."""
        return self.path.stat().st_size / 1e3


def traces() -> dict[str, Trace]:
    """Every search on a small tree, and a long one; the file's name, and the trace."""
    small = catalogue.load("pantel-3.2")
    found = {
        name: record(known.search, small)
        for name, known in ALGORITHMS.items()
        if name not in OWN_TREES
    }
    return found | {"sss_star_srimani": record(sss_star, catalogue.load("srimani-a1"))}


def written(trace: Trace, path: Path) -> Export:
    """Write a file: a film of all steps, or a picture of the last step but one."""
    moving = path.suffix.lstrip(".") in FILMS
    begun, worked = perf_counter(), process_time()
    if moving:
        getattr(trace, f"to_{path.suffix.lstrip('.')}")(path, steps="all", progress=False)
    else:
        export(trace, str(path), len(trace) - 1)
    frames = len(trace) + 1 if moving else 1
    return Export(path, perf_counter() - begun, frames, process_time() - worked)


def index(folder: Path) -> None:
    """Write a page that shows every file."""
    body = []
    for form in ENDINGS:
        body.append(f"<h2>{form}</h2>")
        for path in sorted(folder.glob(f"*.{form}")):
            shown = SHOWN.get(form, "").format(file=path.name)
            link = f'<a href="{path.name}">{path.name}</a>'
            body.append(f"<figure>{shown}<figcaption>{link}</figcaption></figure>")
    (folder / "index.html").write_text(INDEX.format(body="\n".join(body)), "utf-8")


def main(arguments: Sequence[str] = ()) -> int:
    """Print a row for each format; return 1 if a bar was missed."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--keep", metavar="DIR", type=Path, help="keep the files in DIR")
    keep = parser.parse_args(arguments).keep
    with tempfile.TemporaryDirectory() as temporary:
        folder = keep or Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)
        recorded = traces()
        made = {
            form: [written(t, folder / f"{name}.{form}") for name, t in recorded.items()]
            for form in ENDINGS
        }
        print(f"{len(recorded)} traces in every format\n")
        print(
            table(
                ("format", "median kB", "largest kB", "median s", "longest s"),
                map(_row, made.items()),
            )
        )
        if keep:
            index(folder)
        films = [film for form in FILMS for film in made[form]]
        frame = 1e3 * sum(film.work for film in films) / sum(film.frames for film in films)
        longest = max(made["gif"], key=lambda film: film.frames)
        print(f"\na frame of a film takes {frame:.0f} ms" + verdict(frame, BAR_FRAME))
        size = longest.size / 1e3
        print(f"a GIF of {longest.frames} frames has {size:.2f} MB" + verdict(size, BAR_SIZE))
    return report_missed()


def _row(of_form: tuple[str, list[Export]]) -> tuple[str, ...]:
    form, files = of_form
    sizes, times = [file.size for file in files], [file.seconds for file in files]
    return (
        form,
        *(f"{size:,.0f}" for size in (median(sizes), max(sizes))),
        *(f"{seconds:.2f}" for seconds in (median(times), max(times))),
    )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
