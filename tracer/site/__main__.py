"""`python -m tracer.site build --out DIR`: the course as static files."""

import argparse
import sys
import time
from pathlib import Path

from tracer.site.build import CHECKOUT, build


def main(arguments: list[str] | None = None) -> int:
    """Do what the command line says; return 0, or 2 with a sentence on stderr."""
    options = _parser().parse_args(arguments)
    begun = time.perf_counter()
    try:
        build(options.out, options.notebooks)
    except (ValueError, OSError) as error:
        print(f"tracer.site: {error}", file=sys.stderr)
        return 2
    size = sum(file.stat().st_size for file in options.out.rglob("*") if file.is_file())
    seconds = time.perf_counter() - begun
    print(f"{options.out}: {size / 1e6:.0f} MB, built in {seconds:.0f} s")
    print(f"to look at it: python -m http.server --directory {options.out}")
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m tracer.site",
        description="The course in the browser: a folder of static files for any web server.",
    )
    commands = parser.add_subparsers(dest="command", required=True)
    command = commands.add_parser("build", help="build the site")
    command.add_argument("--out", type=Path, required=True, metavar="DIR", help="where it goes")
    command.add_argument(
        "--notebooks",
        type=Path,
        default=CHECKOUT / "notebooks",
        metavar="DIR",
        help="the folder of the notebooks, if not this checkout's",
    )
    return parser


if __name__ == "__main__":
    sys.exit(main())
