"""Grade a folder of submissions: marks, a feedback page per student, and common mistakes."""

import csv
import json
import sys
from collections import Counter
from collections.abc import Mapping
from concurrent.futures import Executor
from io import StringIO
from pathlib import Path
from random import SystemRandom
from types import MappingProxyType
from typing import Any, NamedTuple

from tracer.exercises.ask.feedback import NOT_ANSWERED, Feedback, Hint, unreadable
from tracer.exercises.code.check import Write, judge
from tracer.exercises.code.limits import SECONDS
from tracer.exercises.code.sandbox import Sandbox, defines, enough, isolation, require, values
from tracer.exercises.course.assignment import PLANS, Assignment, assignment, draw
from tracer.exercises.course.copies import Answered, copies
from tracer.exercises.course.feedback_page import feedback_page, page_names
from tracer.exercises.course.nbgrader import plain_key
from tracer.exercises.course.roster import Roster, fold
from tracer.exercises.course.secret import seed as drawn_from
from tracer.exercises.course.submissions import Submission, plain, read_folder
from tracer.support.files import write
from tracer.support.parallel import Job, run
from trees.dewey import printable
from trees.number import show_count

RESULTS = "results.jsonl"
SEED = "seed.json"
SEEDS = 10**6
NO_SECRET = (
    "Every student has a tree of their own, and graded work needs the secret it was made with: add "
    "--secret FILE (or set PLYGLASS_SECRET to the path of the file). If it was made without a "
    "secret, it is practice: add --practice (in Python: practice=True)."
)
CODE_WEIGHT = 20  # running code takes about this many times as long as reading answers


class Graded(NamedTuple):
    """A submission with its marks by question."""

    submission: Submission
    marks: dict[str, Feedback]
    remarks: tuple[str, ...]
    attempt: int = 0  # that of the homework, so that it is quickly drawn again
    given: Mapping[str, str] = MappingProxyType({})  # the answers as texts, computed ones included
    keys: Mapping[str, str] = MappingProxyType({})  # the right answers

    @property
    def total(self) -> float:
        """The mean mark."""
        return sum(m.score for m in self.marks.values()) / len(self.marks) if self.marks else 0.0


def grade(
    folder: str | Path,
    name: str | None = None,
    out: str | Path | None = None,
    *,
    seconds: float = SECONDS,
    hints: Hint = "where",
    seed: int | None = None,
    secret: str | None = None,
    practice: bool = False,
    unsafe: bool = False,
    roster: Roster | None = None,
    executor: Executor | None = None,
    progress: str | None = "grading",
) -> list[Graded]:
    """Grade all submissions in a folder or a zip, and write the results to `out`.

    `name` is the assignment, by default the name of the folder; `seconds` is how long a student's
    function may take on one tree; `hints` is how much the feedback says. Functions are tried on
    trees drawn from `seed`, by default one that is drawn for this folder and kept in `out`.
    `secret` is the one that graded work was made with; `practice` says that there was none.
    `roster` is the class list: it says whose file is whose, and who is missing.
    `unsafe` runs code even where it cannot be isolated. Running it again continues where the last
    run stopped, and repeats what could not be graded.
    """
    folder = Path(folder).resolve()
    name = folder.stem if name is None else name
    if name not in PLANS:
        raise ValueError(f"Unknown assignment {name!r}. Choose one of: {', '.join(PLANS)}.")
    NOT_ANSWERED.up_to(hints)  # raises for an unknown hint
    programs = runs_code(name)
    if programs and not unsafe:
        require(isolation())
    out = folder.with_name(f"{folder.stem}-graded") if out is None else Path(out).resolve()
    names = tuple(assignment(name, "anybody").questions)
    submissions = read_folder(folder, names, programs, but=out, roster=roster)
    submissions += _missing(submissions, roster)
    if secret is None and not practice and len(programs) < len(names):
        raise ValueError(NO_SECRET)
    if secret is not None and practice:
        raise ValueError("Practice has no secret: give a secret, or say that it is practice.")
    out.mkdir(parents=True, exist_ok=True)
    limits = {"seconds": seconds, "unsafe": unsafe}
    how = {**limits, "seed": _seed(out, seed)} if programs else limits
    jobs = [_job(name, each, secret, how, bool(programs)) for each in submissions]
    results = run(
        work,
        jobs,
        executor=executor,
        file=out / RESULTS,
        weight=lambda job: CODE_WEIGHT if job["code"] else 1,
        progress=progress,
        lost=lambda job: {"failed": "could not be graded: its worker process died"},
        final=lambda result: "marks" in result,
    )
    by_job = {repr(job): result for job, result in zip(_distinct(jobs), results, strict=True)}
    results = [by_job[repr(job)] for job in jobs]
    graded = [
        _graded(submission, result, names, hints)
        for submission, result in zip(submissions, results, strict=True)
    ]
    graded = _with_copies(graded)
    _write(out, name, names, graded, secret)
    return graded


def runs_code(name: str) -> tuple[str, ...]:
    """The questions of an assignment that ask for a function, which has to be run."""
    questions = assignment(name, "anybody").questions
    return tuple(key for key, question in questions.items() if isinstance(question, Write))


def how_isolated(name: str) -> str:
    """A line that says how the code of an assignment is kept apart; empty if none is run."""
    if not runs_code(name):
        return ""
    layers = isolation()
    if not enough(layers):
        return f"NOT isolated (only: {', '.join(layers) or 'nothing'}): run with --unsafe"
    return f"isolated: {', '.join(layers)}"


def _seed(out: Path, seed: int | None) -> int:
    """The seed of the trees for this folder: as given, as in the last run, or a new one."""
    path = out / SEED
    if seed is None:
        try:
            return int(json.loads(path.read_text("utf-8"))["seed"])
        except FileNotFoundError:
            seed = SystemRandom().randrange(SEEDS)
        except (ValueError, KeyError, TypeError):
            raise ValueError(f"{path} does not contain a seed. Choose one with --seed.") from None
    write(path, json.dumps({"seed": seed}) + "\n")
    return seed


def _distinct(jobs: list[Job]) -> list[Job]:
    return list({repr(job): job for job in jobs}.values())


def _job(
    name: str, submission: Submission, secret: str | None, how: dict[str, Any], programs: bool
) -> Job:
    """Everything that the marks depend on; instead of the secret, what it makes of this student."""
    runs = programs or bool(submission.computed)
    return {
        "assignment": name,
        "student": submission.student,
        "drawn from": drawn_from(name, _tree_of(submission, secret), secret),
        "elsewhere": drawn_from(name, submission.other, secret) if submission.other else "",
        "answers": submission.answers,
        "computed": list(submission.computed),
        "code": submission.code if runs else "",
        **(how if runs else {}),
    }


def _tree_of(submission: Submission, secret: str | None) -> str:
    """The name that a student's tree was drawn from.

    Handouts are made from the class list. In practice, notebooks draw the tree from what their
    reader has written, which may be their name instead of their number.
    """
    return submission.written if secret is None and submission.written else submission.student


def work(job: Job) -> Any:
    """The marks for one submission; never raises."""
    try:
        homework = draw(job["assignment"], job["student"], job["drawn from"])
        answers, remarks = _answers(job)
        marks = {name: _mark(homework, name, job, answers) for name in homework.questions}
        keys = {
            name: repr(plain_key(question))
            for name, question in homework.questions.items()
            if not isinstance(question, Write)
        }
        if job["elsewhere"]:
            remarks.append(_elsewhere(job, answers))
    except Exception as error:  # one bad submission must not stop the rest
        return {"failed": f"could not be graded: {type(error).__name__}: {error}"[:300]}
    return {
        "attempt": homework.attempt,
        "marks": {name: {field: getattr(m, field) for field in KEPT} for name, m in marks.items()},
        "given": answers,
        "keys": keys,
        "remarks": remarks,
    }


def _answers(job: Job) -> tuple[dict[str, str], list[str]]:
    """The answers, with the values of those that have to be computed, and what went wrong."""
    answers: dict[str, str] = dict(job["answers"])
    remarks: list[str] = []
    if not job["computed"]:
        return answers, remarks
    names = ", ".join(job["computed"])
    try:
        found = values(job["code"], job["computed"], seconds=job["seconds"], unsafe=job["unsafe"])
    except ValueError:
        said = "is computed" if len(job["computed"]) == 1 else "are computed"
        return answers, [f"{names} {said}, and this machine cannot isolate code: add --unsafe"]
    for name, computed in found.items():
        if computed.value is not None:
            answers[name] = computed.value
        else:
            remarks.append(f"{name} could not be computed: {computed.failed}")
    return answers, remarks


def _elsewhere(job: Job, answers: dict[str, str]) -> str:
    """What the answers would earn on the tree of the student whose name is in the file."""
    other = draw(job["assignment"], job["student"], job["elsewhere"])
    asked = [name for name, q in other.questions.items() if not isinstance(q, Write)]
    if not asked:
        return ""
    earned = sum(_mark(other, name, job, answers).score for name in asked) / len(asked)
    return f"on the tree of that name the answers would earn {earned:.0%}"


KEPT = ("score", "text", "step", "fits", "why", "answer", "readable")


def _mark(homework: Assignment, name: str, job: Job, answers: dict[str, str]) -> Feedback:
    question = homework.questions[name]
    if isinstance(question, Write):
        return _run(question, name, job)
    if name not in answers:
        return NOT_ANSWERED
    try:
        return question.check(plain(answers[name]))
    except ValueError as error:
        return unreadable(f"{name} {error}")


def _run(question: Write, name: str, job: Job) -> Feedback:
    if not defines(job["code"], name):
        return NOT_ANSWERED
    with Sandbox(job["code"], name, seconds=job["seconds"], unsafe=job["unsafe"]) as box:
        if box.blank:
            return NOT_ANSWERED
        if box.failed:
            return unreadable(f"Your function could not be run: {box.failed}")
        return judge(box.run, question.search, seed=job["seed"], **question.options)


def _graded(submission: Submission, result: Any, names: tuple[str, ...], hints: Hint) -> Graded:
    remarks = list(submission.remarks)
    if "failed" in result:
        return Graded(submission, dict.fromkeys(names, NOT_ANSWERED), (*remarks, result["failed"]))
    remarks += filter(None, result["remarks"])
    marks = {
        name: Feedback(**{**m, "fits": tuple(m["fits"])}).up_to(hints)
        for name, m in result["marks"].items()
    }
    missing = [name for name, mark in marks.items() if mark == NOT_ANSWERED]
    unread = remarks and not submission.answers and not submission.code
    if missing and not unread:
        remarks.append(f"not answered: {', '.join(missing)}")
    for name, mark in marks.items():
        if not mark.readable:
            remarks.append(f"cannot be read: {name} ({mark.text.rstrip('.')})")
    entry = Graded(submission, marks, tuple(remarks), result["attempt"])
    return entry._replace(given=result["given"], keys=result["keys"])


def _with_copies(graded: list[Graded]) -> list[Graded]:
    """Say whose trees the answers fit that are wrong for the student's own."""
    found = copies(
        Answered(
            entry.submission.student,
            entry.given,
            entry.keys,
            frozenset(name for name, mark in entry.marks.items() if mark.right),
        )
        for entry in graded
    )
    return [
        entry._replace(
            remarks=(*entry.remarks, *map(_fits, *zip(*found[who].items(), strict=True)))
        )
        if (who := entry.submission.student) in found
        else entry
        for entry in graded
    ]


def _fits(other: str, questions: list[str]) -> str:
    verb = "is" if len(questions) == 1 else "are"
    return f"{' and '.join(questions)} {verb} right for the tree of {other}"


def _missing(submissions: list[Submission], roster: Roster | None) -> list[Submission]:
    """A line for everybody on the roster who has handed in nothing."""
    handed_in = {fold(submission.student) for submission in submissions}
    return [
        Submission(student.id, "", {}, "", ("nothing was handed in",), name=student.name)
        for student in roster or ()
        if fold(student.id) not in handed_in
    ]


# What is written


def _write(
    out: Path, name: str, names: tuple[str, ...], graded: list[Graded], secret: str | None
) -> None:
    rows = [
        [
            entry.submission.student,
            entry.submission.name,
            entry.submission.file,
            *(f"{entry.marks[q].score:.3f}" for q in names),
            f"{entry.total:.3f}",
            "; ".join(entry.remarks),
        ]
        for entry in graded
    ]
    _write_csv(out / "scores.csv", ["student", "name", "file", *names, "total", "remarks"], rows)
    found = mistakes(graded)
    _write_csv(
        out / "misconceptions.csv",
        ["question", "what the answer fits", "count", "students"],
        [[q, fit, str(len(who)), "; ".join(who)] for (q, fit), who in found.items()],
    )
    (out / "feedback").mkdir(exist_ok=True)
    entries = {e.submission.student: e for e in reversed(graded)}
    pages = page_names(entries)
    for student, entry in entries.items():
        whose = _tree_of(entry.submission, secret)
        homework = draw(name, student, drawn_from(name, whose, secret), entry.attempt)
        page = feedback_page(homework, entry.marks, entry.remarks)
        write(out / "feedback" / pages[student], page)


def mistakes(graded: list[Graded]) -> dict[tuple[str, str], list[str]]:
    """Who answered according to a misconception or another convention, most common first.

    An answer that fits several counts once: for the one that most answers of the class fit, and
    among equals for the simplest.
    """
    left = [
        (entry.submission.student, {(question, fit): k for k, fit in enumerate(mark.fits)})
        for entry in graded
        for question, mark in entry.marks.items()
        if mark.fits
    ]
    found = {}
    while left:
        many = Counter(each for _, fits in left for each in fits)
        places = Counter[tuple[str, str]]()
        for _, fits in left:
            places.update(fits)
        best = min(many, key=lambda each: (-many[each], places[each], each))
        found[best] = [who for who, fits in left if best in fits]
        left = [(who, fits) for who, fits in left if best not in fits]
    return found


def _write_csv(path: Path, head: list[str], rows: list[list[str]]) -> None:
    text = StringIO()
    table = csv.writer(text, lineterminator="\n")
    table.writerow(head)
    table.writerows([_harmless(cell) for cell in row] for row in rows)
    write(path, "\ufeff" + text.getvalue())  # tells spreadsheets that this is UTF-8


def _harmless(cell: str) -> str:
    """A cell that no spreadsheet takes for a formula and that any file can hold."""
    cell = printable(cell)
    return f"'{cell}" if cell.lstrip().startswith(("=", "+", "-", "@")) else cell


def summary(graded: list[Graded]) -> str:
    """The results of the class in a few lines."""
    graded = (handed_in := [entry for entry in graded if entry.submission.file]) or graded
    many = show_count(len(handed_in), "submission")
    lines = [f"{many}, mean mark {_mean([e.total for e in graded]):.0%}"]
    for question in graded[0].marks:
        lines.append(f"  {question}: {_mean([e.marks[question].score for e in graded]):.0%}")
    for (question, fit), who in list(mistakes(graded).items())[:10]:
        lines.append(f"  {len(who)} × {question}: {fit}")
    return "\n".join(lines)


def _mean(numbers: list[float]) -> float:
    return sum(numbers) / len(numbers)


def report_remarks(graded: list[Graded]) -> None:
    """Print remarks on submissions to stderr, one submission per line."""
    for entry in graded:
        if entry.remarks:
            place = entry.submission.file or entry.submission.student
            text = f"{place}: {'; '.join(entry.remarks)}"
            print(printable(text), file=sys.stderr)
