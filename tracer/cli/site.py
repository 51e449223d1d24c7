"""`plyglass site`: the course as a folder of static files."""

import time
from argparse import ArgumentParser, Namespace
from pathlib import Path

from tracer.cli.command import Command
from tracer.support.extras import needs


def _site(options: Namespace) -> None:
    needs("packaging", "site")  # before the modules that import it
    from tracer.site.build import build
    from tracer.support.places import COURSE

    begun = time.perf_counter()
    build(options.out, options.notebooks or COURSE)
    size = sum(file.stat().st_size for file in options.out.rglob("*") if file.is_file())
    seconds = time.perf_counter() - begun
    print(f"Built {options.out} ({size / 1e6:.0f} MB) in {seconds:.0f} s.")
    print(f"To look at it: python -m http.server --directory {options.out}")


def _arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--out", type=Path, required=True, metavar="DIR", help="where to write the site"
    )
    parser.add_argument(
        "--notebooks",
        type=Path,
        metavar="DIR",
        help="the folder with the notebooks (default: the course)",
    )


SITE = Command(
    "Build the course as static files that run in the browser, for any web server.",
    ("plyglass site --out site", "plyglass site --out site --notebooks my-notebooks"),
    _arguments,
    _site,
)
