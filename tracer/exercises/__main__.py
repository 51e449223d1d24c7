"""`python -m tracer.exercises`: grade submissions, print worksheets, make nbgrader assignments."""

import argparse
import sys

from tracer.exercises.assignment import PLANS


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
    from tracer.exercises.grading import grade, report_remarks, summary

    graded = grade(
        options.submissions, options.assignment, options.out, seconds=_positive(options.seconds)
    )
    report_remarks(graded)
    print(summary(graded))


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
    return parser


if __name__ == "__main__":
    sys.exit(main())
