"""`plyglass worksheet`, `assignment` and `grade`: homework with a tree for every student."""

from argparse import ArgumentParser, Namespace
from pathlib import Path

from tracer.cli.command import Command

HINTS = ("where", "why", "answer")


def _worksheet(options: Namespace) -> None:
    from tracer.exercises.course.worksheet import make, variants

    students = _names(options.students) if options.students else variants(options.variants)
    for path in make(options.name, students, options.out, solution=options.solution):
        print(path)


def _names(path: str) -> list[str]:
    """The lines of a file that are not blank."""
    try:
        text = Path(path).read_text(encoding="utf-8-sig")
    except UnicodeDecodeError:
        raise ValueError(f"{path!r} is not a text file in UTF-8.") from None
    return [line.strip() for line in text.splitlines() if line.strip()]


def _assignment(options: Namespace) -> None:
    from tracer.exercises.course.nbgrader import make

    print(make(options.name, options.out))


def _grade(options: Namespace) -> None:
    from tracer.exercises.course.grading import grade, how_isolated, report_remarks, summary

    if not 0 < options.seconds < 3600:
        raise ValueError(
            f"--seconds is {options.seconds:g}. Choose a number greater than 0 and less than 3600."
        )
    graded = grade(
        options.submissions,
        options.assignment,
        options.out,
        seconds=options.seconds,
        hints=options.hints,
        seed=options.seed,
        unsafe=options.unsafe,
    )
    report_remarks(graded)
    if isolated := how_isolated(options.assignment or Path(options.submissions).resolve().name):
        print(isolated)
    print(summary(graded))


def _worksheet_arguments(parser: ArgumentParser) -> None:
    _name_argument(parser)
    whose = parser.add_mutually_exclusive_group(required=True)
    whose.add_argument(
        "--students", metavar="FILE", help="make a sheet for every name in a file, one per line"
    )
    whose.add_argument(
        "--variants", metavar="N", type=int, help="make N different sheets without names"
    )
    parser.add_argument("--out", metavar="DIR", required=True, help="where to write the sheets")
    parser.add_argument("--solution", action="store_true", help="write the solutions as well")


def _assignment_arguments(parser: ArgumentParser) -> None:
    _name_argument(parser)
    parser.add_argument(
        "--out", metavar="DIR", required=True, help="the folder of the nbgrader course"
    )


def _grade_arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "submissions",
        metavar="FOLDER",
        help="the submissions: one .json, .py or .ipynb file per student, named after the student",
    )
    parser.add_argument(
        "--assignment",
        metavar="NAME",
        help=f"one of: {', '.join(_assignments())} (default: the name of FOLDER)",
    )
    parser.add_argument(
        "--out",
        metavar="DIR",
        help="where to write scores.csv, misconceptions.csv and a feedback page per student "
        "(default: FOLDER-graded)",
    )
    parser.add_argument(
        "--seconds",
        type=float,
        default=5.0,
        metavar="N",
        help="how long a student's function may take on one tree (default: 5)",
    )
    parser.add_argument(
        "--hints",
        choices=HINTS,
        default="where",
        help="how much the feedback says: where an answer goes wrong, why, or also the answer "
        "(default: where)",
    )
    parser.add_argument(
        "--seed",
        type=int,
        metavar="N",
        help="try functions on the trees of this seed (default: the one in DIR/seed.json, which "
        "the first run draws)",
    )
    parser.add_argument(
        "--unsafe",
        action="store_true",
        help="run functions even where this machine cannot isolate them from your files",
    )


def _name_argument(parser: ArgumentParser) -> None:
    parser.add_argument(
        "name", metavar="NAME", help=f"the assignment, one of: {', '.join(_assignments())}"
    )


def _assignments() -> list[str]:
    from tracer.exercises.course.assignment import PLANS

    return list(PLANS)


WORKSHEET = Command(
    "Make worksheets for paper, as PDF and LaTeX.",
    (
        "plyglass worksheet alpha-beta --students names.txt --out sheets --solution",
        "plyglass worksheet minimax --variants 4 --out sheets",
    ),
    _worksheet_arguments,
    _worksheet,
)
ASSIGNMENT = Command(
    "Make the source notebook of an nbgrader assignment.",
    ("plyglass assignment alpha-beta --out course",),
    _assignment_arguments,
    _assignment,
)
GRADE = Command(
    "Grade a folder of submissions.",
    (
        "plyglass grade alpha-beta --out marks",
        "plyglass grade handed-in --assignment write-minimax --out marks --seconds 2",
    ),
    _grade_arguments,
    _grade,
    stopped="Stopped. Run the same command again to continue.",
)
