"""`python -m tracer.exercises`: `plyglass grade`, `worksheet` and `assignment`."""

import sys
from collections.abc import Sequence

from tracer.cli.command import Group
from tracer.cli.homework import ASSIGNMENT, GRADE, WORKSHEET
from tracer.cli.main import run

EXERCISES = Group(
    "Homework with a tree for every student.",
    (*GRADE.examples, *WORKSHEET.examples, *ASSIGNMENT.examples),
    lambda: {"grade": GRADE, "worksheet": WORKSHEET, "nbgrader": ASSIGNMENT},
)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code."""
    return run(EXERCISES, "python -m tracer.exercises", arguments)


if __name__ == "__main__":
    sys.exit(main())
