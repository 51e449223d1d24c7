"""`python -m tracer.exercises`: grade submissions, print worksheets, make nbgrader assignments."""

import argparse
import sys
from pathlib import Path

from tracer.exercises.course.assignment import PLANS


def main(arguments: list[str] | None = None) -> int:
    """Do what the command line says; return 0, or 2 with a sentence on stderr."""
    options = _parser().parse_args(arguments)
    try:
        options.act(options)
    except (ValueError, TypeError, ImportError, OSError) as error:
        print(f"exercises: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("exercises: interrupted; the same command goes on from here", file=sys.stderr)
        return 130
    return 0


def _grade(options: argparse.Namespace) -> None:
    from tracer.exercises.course.grading import grade, report_remarks, summary

    graded = grade(
        options.submissions, options.assignment, options.out, seconds=_positive(options.seconds)
    )
    report_remarks(graded)
    print(summary(graded))


def _worksheet(options: argparse.Namespace) -> None:
    from tracer.exercises.course.worksheet import make, variants

    if options.students:
        text = Path(options.students).read_text(encoding="utf-8-sig")
        students = [line.strip() for line in text.splitlines() if line.strip()]
    else:
        students = variants(options.variants)
    for path in make(options.name, students, options.out, solution=options.solution):
        print(path)


def _nbgrader(options: argparse.Namespace) -> None:
    from tracer.exercises.course.nbgrader import make

    print(make(options.name, options.out))


def _positive(seconds: float) -> float:
    if not 0 < seconds < 3600:
        raise ValueError(f"--seconds is {seconds}: give a number over 0 and under 3600")
    return seconds


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m tracer.exercises",
        description="Course tools: homework with a tree of its own for every student.",
        epilog=f"Assignments: {', '.join(PLANS)}.",
    )
    commands = parser.add_subparsers(required=True)
    grade = commands.add_parser("grade", help="grade a folder of submissions")
    grade.add_argument("submissions", help="a folder with one .json, .py or .ipynb a student")
    grade.add_argument("--assignment", metavar="NAME", help="unless the folder is called so")
    grade.add_argument("--out", metavar="DIR", help="where marks and feedback go")
    grade.add_argument(
        "--seconds", type=float, default=5.0, help="for a student's function on one tree (5)"
    )
    grade.set_defaults(act=_grade)
    sheets = commands.add_parser("worksheet", help="make worksheets for paper, PDF and LaTeX")
    sheets.add_argument("name", help="the assignment")
    whose = sheets.add_mutually_exclusive_group(required=True)
    whose.add_argument("--students", metavar="FILE", help="a file with a name on every line")
    whose.add_argument("--variants", metavar="N", type=int, help="so many trees, without names")
    sheets.add_argument("--out", metavar="DIR", required=True)
    sheets.add_argument("--solution", action="store_true", help="make the solutions as well")
    sheets.set_defaults(act=_worksheet)
    notebook = commands.add_parser("nbgrader", help="make the source of an nbgrader assignment")
    notebook.add_argument("name", help="the assignment")
    notebook.add_argument("--out", metavar="DIR", required=True, help="the course's folder")
    notebook.set_defaults(act=_nbgrader)
    return parser


if __name__ == "__main__":
    sys.exit(main())
