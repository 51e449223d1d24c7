"""`plyglass worksheet`, `assignment` and `grade`: homework with a tree for every student."""

import sys
from argparse import ArgumentParser, Namespace
from collections import Counter
from pathlib import Path
from typing import Any

from tracer.cli.command import Command

HINTS = ("where", "why", "answer")
FEW = 5  # files, whose names are printed


def _worksheet(options: Namespace) -> None:
    from tracer.exercises.course.worksheet import make, variants

    if options.questions:
        from tracer.exercises.course.own_questions import make as make_own

        if options.name is not None or options.roster:
            raise ValueError("Your own questions take neither a NAME nor a --roster.")
        many = 1 if options.variants is None else options.variants
        solution = options.solution
        for path in make_own(options.questions, options.out, versions=many, solution=solution):
            print(path)
        return
    if options.name is None or (options.roster is None and options.variants is None):
        raise ValueError(
            "Give the NAME of an assignment with --roster or --variants, or --questions."
        )
    students = _ids(options.roster) or variants(options.variants)
    secret = _secret(options.secret)
    for path in make(options.name, students, options.out, solution=options.solution, secret=secret):
        print(path)


def _secret(path: str | None) -> str | None:
    """The instructor's secret, with a warning if there is none."""
    from tracer.exercises.course.secret import read_secret

    secret = read_secret(path)
    if secret is None:
        print(
            "No secret: this is practice, and students can make everybody's trees and solutions. "
            "For graded work, give --secret FILE.",
            file=sys.stderr,
        )
    return secret


def _ids(path: str | None) -> list[str]:
    """The ids on a class list; nobody's without one."""
    from tracer.exercises.course.roster import read_roster

    return [student.id for student in read_roster(path)] if path else []


def _assignment(options: Namespace) -> None:
    from tracer.exercises.course.fairness import fairness
    from tracer.exercises.course.nbgrader import make
    from tracer.exercises.course.secret import new_secret
    from tracer.exercises.course.worksheet import variants

    if options.new_secret:
        print(new_secret(options.new_secret))
        return
    if options.name is None:
        raise ValueError(f"Which assignment? Choose one of: {', '.join(_assignments())}.")
    if not options.statistics and not options.out:
        raise ValueError("Give --out DIR to make the assignment, or --statistics to measure it.")
    if not 1 <= options.class_size <= 10_000:
        raise ValueError(f"--class-size is {options.class_size}. Choose a number from 1 to 10000.")
    students = _ids(options.roster)
    secret = _secret(options.secret)
    if options.statistics:
        print(fairness(options.name, students or variants(options.class_size), secret=secret))
    if options.out:
        made = make(
            options.name, options.out, students=students, secret=secret, hints=options.hints
        )
        many = Counter(path.parent for path in made)
        for folder, count in many.items():
            few = [path for path in made if path.parent == folder]
            print(*(few if count <= FEW else [f"{folder}: {count} files"]), sep="\n")


def _grade(options: Namespace) -> None:
    from tracer.exercises.course.graded import doubt, report_remarks, summary
    from tracer.exercises.course.grading import grade, how_isolated
    from tracer.exercises.course.roster import read_roster
    from tracer.exercises.course.secret import read_secret

    if not 0 < options.seconds < 3600:
        raise ValueError(
            f"--seconds is {options.seconds:g}. Choose a number greater than 0 and less than 3600."
        )
    if options.practice and options.secret:
        raise ValueError("Give either --secret or --practice.")
    graded = grade(
        options.submissions,
        options.assignment,
        options.out,
        seconds=options.seconds,
        hints=options.hints,
        seed=options.seed,
        secret=None if options.practice else read_secret(options.secret),
        practice=options.practice,
        unsafe=options.unsafe,
        roster=read_roster(options.roster) if options.roster else None,
        rules=_rules(options),
        gradebook=options.gradebook,
        names_in_report=options.names,
    )
    report_remarks(graded)
    if isolated := how_isolated(options.assignment or Path(options.submissions).resolve().stem):
        print(isolated)
    print(summary(graded))
    if doubtful := doubt(graded):
        print(doubtful, file=sys.stderr)


def _rules(options: Namespace) -> Any:
    from tracer.exercises.course.assignment import assignment
    from tracer.exercises.course.rules import Rules, read_rules

    if options.rules is None:
        return Rules()
    name = options.assignment or Path(options.submissions).resolve().stem
    return read_rules(options.rules, assignment(name, "anybody").questions)


def _explain(options: Namespace) -> None:
    from tracer.exercises.course.explain import explain

    print(explain(options.results, options.student))


def _explain_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("results", metavar="DIR", help="the folder that grading has written")
    parser.add_argument("student", metavar="STUDENT", help="the student's id or name")


def _worksheet_arguments(parser: ArgumentParser) -> None:
    _name_argument(parser, nargs="?")
    whose = parser.add_mutually_exclusive_group()
    _roster_argument(whose, "make a sheet for everybody on the class list")
    whose.add_argument(
        "--variants", metavar="N", type=int, help="make N different sheets without names"
    )
    parser.add_argument(
        "--questions",
        metavar="FILE",
        help="ask your own questions: a .py file or a notebook that assigns a list to QUESTIONS, "
        "or defines questions(version), which is called with A, B, … for --variants",
    )
    parser.add_argument("--out", metavar="DIR", required=True, help="where to write the sheets")
    parser.add_argument("--solution", action="store_true", help="write the solutions as well")
    _secret_argument(parser)


def _assignment_arguments(parser: ArgumentParser) -> None:
    _name_argument(parser, nargs="?")
    parser.add_argument("--out", metavar="DIR", help="the folder of the nbgrader course")
    _roster_argument(parser, "the class list; each student gets a handout in DIR/handouts")
    _secret_argument(parser)
    parser.add_argument(
        "--hints",
        choices=("none", *HINTS),
        default="none",
        help="what students are told about an answer to graded work before the deadline: only "
        "that it can be read (none, the default), where it is wrong, why, or the answer",
    )
    parser.add_argument(
        "--statistics",
        action="store_true",
        help="print how difficult the trees are, how many students share a key, and what answers "
        "without thought would earn",
    )
    parser.add_argument(
        "--class-size",
        metavar="N",
        type=int,
        default=100,
        help="how many students to measure without --roster (default: 100)",
    )
    parser.add_argument(
        "--new-secret", metavar="FILE", help="only make a secret for graded work, and keep it safe"
    )


def _roster_argument(parser: Any, use: str) -> None:
    parser.add_argument(
        *("--roster", "--students"),
        metavar="FILE",
        help=f"{use}: a CSV file with the columns id, name and e-mail in any order, or one id per "
        "line",
    )


def _secret_argument(parser: ArgumentParser, without: str = "without one, it is practice") -> None:
    parser.add_argument(
        "--secret",
        metavar="FILE",
        help="the file with the instructor's secret, for graded work "
        f"(default: the one that PLYGLASS_SECRET names; {without})",
    )


def _grade_arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "submissions",
        metavar="FOLDER",
        help="the submissions, as downloaded from Moodle, Canvas or Gradescope, or collected by "
        "hand: a folder or a zip with .json, .py or .ipynb files",
    )
    parser.add_argument(
        "--assignment",
        metavar="NAME",
        help=f"one of: {', '.join(_assignments())} (default: the name of FOLDER)",
    )
    parser.add_argument(
        "--out",
        metavar="DIR",
        help="where to write scores.csv, misconceptions.csv, report.html and a feedback page per "
        "student (default: FOLDER-graded)",
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
        help="how much the feedback says: where an answer goes wrong, why, or also the answer, for "
        "when nobody can hand in any more (default: where)",
    )
    parser.add_argument(
        "--seed",
        type=int,
        metavar="N",
        help="try functions on the trees of this seed (default: the one in DIR/seed.json, which "
        "the first run draws)",
    )
    _roster_argument(parser, "the class list, which says whose file is whose and who is missing")
    parser.add_argument(
        "--rules",
        metavar="FILE",
        help="a TOML file that says what marks are worth: points, weights of questions, deadline, "
        "what late work loses per day, extensions, and times that files do not tell (nbgrader's "
        "gradebook gets the marks of the questions without them)",
    )
    parser.add_argument(
        "--names",
        action="store_true",
        help="name students in report.html, the page about the whole class",
    )
    parser.add_argument(
        "--gradebook",
        choices=("moodle", "canvas", "gradescope"),
        help="also write the points as a table that this platform imports (for Gradescope, which "
        "imports none, with the columns of its own downloads); needs --roster",
    )
    _secret_argument(parser, "without one, add --practice")
    parser.add_argument(
        "--practice",
        action="store_true",
        help="grade work that was made without a secret, so that anybody can make its keys",
    )
    parser.add_argument(
        "--unsafe",
        action="store_true",
        help="run functions even where this machine cannot isolate them from your files",
    )


def _name_argument(parser: ArgumentParser, **more: Any) -> None:
    known = ", ".join(_assignments())
    parser.add_argument("name", metavar="NAME", help=f"the assignment, one of: {known}", **more)


def _assignments() -> list[str]:
    from tracer.exercises.course.assignment import PLANS

    return list(PLANS)


WORKSHEET = Command(
    "Make worksheets for paper, as PDF and LaTeX.",
    (
        "plyglass worksheet alpha-beta --roster class.csv --out sheets --solution",
        "plyglass worksheet minimax --variants 4 --out sheets",
        "plyglass worksheet --questions exam.py --variants 4 --out sheets --solution",
    ),
    _worksheet_arguments,
    _worksheet,
)
ASSIGNMENT = Command(
    "Make the source notebook of an nbgrader assignment, and a handout for every student.",
    (
        "plyglass assignment --new-secret secret.txt",
        "plyglass assignment alpha-beta --out course --roster class.csv --secret secret.txt",
        "plyglass assignment alpha-beta --statistics --class-size 200",
    ),
    _assignment_arguments,
    _assignment,
)
GRADE = Command(
    "Grade a folder of submissions.",
    (
        "plyglass grade alpha-beta.zip --roster class.csv --out marks --secret secret.txt",
        "plyglass grade handed-in --assignment write-minimax --out marks --seconds 2",
        "plyglass grade alpha-beta --practice",
    ),
    _grade_arguments,
    _grade,
    stopped="Stopped. Run the same command again to continue.",
)
EXPLAIN = Command(
    "Say how a student's mark came about, with the keys: for the lecturer.",
    ("plyglass explain marks ada1",),
    _explain_arguments,
    _explain,
)
