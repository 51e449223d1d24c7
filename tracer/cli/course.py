"""`plyglass course`: a copy of the course to work in."""

from argparse import ArgumentParser, Namespace
from pathlib import Path
from shutil import copytree, ignore_patterns

from tracer.cli.command import Command
from tracer.support.places import COURSE

FOR_LECTURERS = ("solutions", "SOURCES.md")


def _course(options: Namespace) -> None:
    place: Path = options.dir
    if place.is_file() or (place.is_dir() and any(place.iterdir())):
        raise ValueError(
            f"{str(place)!r} is not empty. Choose a new folder, to keep what you have."
        )
    left_out = (".*", "__pycache__", *(() if options.solutions else FOR_LECTURERS))
    copytree(COURSE, place, ignore=ignore_patterns(*left_out), dirs_exist_ok=True)
    print(f"The course is in {place}. To open it: plyglass lab {place}")


def _arguments(parser: ArgumentParser) -> None:
    parser.add_argument("dir", metavar="DIR", type=Path, help="a new folder")
    parser.add_argument(
        "--solutions", action="store_true", help="with solutions, sources and a plan for lecturers"
    )


COPY = Command(
    "Copy the course to a folder of your own.",
    ("plyglass course my-course", "plyglass course my-course --solutions"),
    _arguments,
    _course,
)
