"""Grade a folder of submissions, and let everything that is known of them be written."""

import ast
import json
import re
from concurrent.futures import Executor
from pathlib import Path
from random import SystemRandom
from typing import Any

from tracer.exercises.ask.feedback import NOT_ANSWERED, Feedback, Hint, unreadable
from tracer.exercises.code.check import Write, judge
from tracer.exercises.code.limits import SECONDS
from tracer.exercises.code.naming import gives
from tracer.exercises.code.sandbox import Sandbox, defines, enough, isolation, require, values
from tracer.exercises.course.assignment import PLANS, Assignment, assignment, draw
from tracer.exercises.course.copies import Answered, copies
from tracer.exercises.course.gradebook import GRADEBOOKS
from tracer.exercises.course.graded import Graded
from tracer.exercises.course.nbgrader import plain_key
from tracer.exercises.course.nbgrader_course import collected, is_course, students, write_marks
from tracer.exercises.course.overrides import (
    OVERRIDES,
    TOTAL,
    Override,
    offer_table,
    read_overrides,
)
from tracer.exercises.course.report import report_page
from tracer.exercises.course.results import write_results
from tracer.exercises.course.roster import Roster, Student, fold
from tracer.exercises.course.rules import Rules, late_remark
from tracer.exercises.course.secret import seed as drawn_from
from tracer.exercises.course.submissions import (
    LONGEST_ANSWER,
    Submission,
    plain,
    read_files,
    read_folder,
)
from tracer.exercises.course.whose import RENAME
from tracer.support.files import write
from tracer.support.parallel import Job, run

RESULTS = "results.jsonl"
REPORT = "report.html"
SEED = "seed.json"
SEEDS = 10**6
UNDEFINED = re.compile(r"NameError: name '(\w+)' is not defined")
NO_SECRET = (
    "Every student has a tree of their own, and graded work needs the secret it was made with: add "
    "--secret FILE (or set PLYGLASS_SECRET to the path of the file). If it was made without a "
    "secret, it is practice: add --practice (in Python: practice=True)."
)
NOT_IN_NBGRADER = "nbgrader's gradebook has the marks of the questions, but not this total"
WHOLE = Rules()
CODE_WEIGHT = 20  # running code takes about this many times as long as reading answers


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
    rules: Rules = WHOLE,
    gradebook: str | None = None,
    names_in_report: bool = False,
    executor: Executor | None = None,
    progress: str | None = "grading",
) -> list[Graded]:
    """Grade what is in a folder, a zip or an nbgrader course, and write the results to `out`.

    `name` is the assignment, by default the name of the folder; `seconds` is how long a student's
    function may take on one tree; `hints` is how much the feedback says. Functions are tried on
    trees drawn from `seed`, by default one that is drawn for this folder and kept in `out`.
    `secret` is the one that graded work was made with; `practice` says that there was none.
    `roster` is the class list: it says whose file is whose, and who is missing. `rules` say what
    marks are worth, and `gradebook` for which learning platform to write a table. The report on the
    class shows names only if `names_in_report` is set. Marks that are
    changed in `out`/overrides.csv stay changed.
    `unsafe` runs code even where it cannot be isolated. Running it again continues where the last
    run stopped, and repeats what could not be graded.
    """
    folder = Path(folder).resolve()
    if not folder.exists():
        raise ValueError(f"There is no folder {str(folder)!r}.")
    name = folder.stem if name is None else name
    if name not in PLANS:
        raise ValueError(f"Unknown assignment {name!r}. Choose one of: {', '.join(PLANS)}.")
    NOT_ANSWERED.up_to(hints)  # raises for an unknown hint
    programs = runs_code(name)
    if programs and not unsafe:
        require(isolation())
    if roster is not None:
        rules = rules.of_class(roster)
    course = is_course(folder)
    usual = folder / "marks" / name if course else folder.with_name(f"{folder.stem}-graded")
    out = usual if out is None else Path(out).resolve()
    names = tuple(assignment(name, "anybody").questions)
    if course:
        roster = students(folder) if roster is None else roster
        files = collected(folder, name)
        submissions = read_files(files, names, programs, roster, in_own_folders=True)
    else:
        submissions = read_folder(folder, names, programs, but=out, roster=roster)
    submissions = _in_order(submissions + _missing(submissions, roster), roster)
    if secret is None and not practice and len(programs) < len(names):
        raise ValueError(NO_SECRET)
    if secret is not None and practice:
        raise ValueError("Practice has no secret: give a secret, or say that it is practice.")
    if gradebook is not None and gradebook not in GRADEBOOKS:
        known = ", ".join(GRADEBOOKS)
        raise ValueError(f"Unknown grade book {gradebook!r}. Choose one of: {known}.")
    if gradebook is not None and roster is None:
        raise ValueError("A grade book needs the class list: add --roster FILE.")
    everybody = [Student(submission.student, submission.name) for submission in submissions]
    overrides = read_overrides(out / OVERRIDES, everybody, names)
    out.mkdir(parents=True, exist_ok=True)
    offer_table(out / OVERRIDES)
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
    graded = [_under(rules, overrides, entry) for entry in _with_copies(graded)]
    if course:
        graded = [_beside_nbgrader(entry) for entry in graded]
    homework = [_homework(name, entry, secret) for entry in graded]
    by_id = {student.id: student for student in roster or ()}
    write_results(out, names, graded, homework, gradebook, by_id)
    write(out / REPORT, report_page(graded, homework, names=names_in_report))
    if course:
        write_marks(folder, name, graded)
    return graded


def _beside_nbgrader(entry: Graded) -> Graded:
    """Say so if nbgrader, which adds up the marks of the questions, has another total."""
    if TOTAL not in entry.overrides and not entry.rules.lost(entry.days_late):
        return entry
    return entry._replace(notes=(*entry.notes, NOT_IN_NBGRADER))


def _homework(name: str, entry: Graded, secret: str | None) -> Assignment:
    """What a student was asked."""
    key = drawn_from(name, _tree_of(entry.submission, secret), secret)
    return draw(name, entry.submission.student, key, entry.attempt)


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
        answers, unknown = _answers(job)
        marks = {name: _mark(homework, name, job, answers) for name in homework.questions}
        marks |= {name: unreadable(why) for name, why in unknown.items()}
        keys = {
            name: repr(plain_key(question))
            for name, question in homework.questions.items()
            if not isinstance(question, Write)
        }
        notes = [_elsewhere(job, answers, marks)] if job["elsewhere"] else []
    except Exception as error:  # one bad submission must not stop the rest
        return {"failed": f"could not be graded: {type(error).__name__}: {error}"[:300]}
    return {
        "attempt": homework.attempt,
        "marks": {name: {field: getattr(m, field) for field in KEPT} for name, m in marks.items()},
        "given": answers,
        "keys": keys,
        "notes": list(filter(None, notes)),
    }


def _answers(job: Job) -> tuple[dict[str, str], dict[str, str]]:
    """The answers, with the values of those that have to be computed, and why some have none."""
    answers: dict[str, str] = dict(job["answers"])
    names = job["computed"]
    if not names:
        return answers, {}
    try:
        found = values(job["code"], names, seconds=job["seconds"], unsafe=job["unsafe"])
    except ValueError:
        why = "{} is computed, and this machine cannot isolate code: add --unsafe"
        return answers, {name: why.format(name) for name in names}
    unknown = {}
    for name, computed in found.items():
        if computed.value is None:
            why = f"{computed.failed}{_not_here(computed.failed or '', job['code'])}"
            unknown[name] = f"{name} could not be computed: {why}"
        elif len(computed.value) > LONGEST_ANSWER:
            unknown[name] = f"{name} could not be computed: it is too long"
        else:
            answers[name] = computed.value
    return answers, unknown


def _not_here(failed: str, code: str) -> str:
    """Why a name that the notebook defines is not defined where it is marked, or nothing."""
    name = UNDEFINED.search(failed)
    if name is None or not gives(ast.parse(code), name[1]):
        return ""
    return " (Plyglass and files are not there when answers are marked: write plain values)"


def _elsewhere(job: Job, answers: dict[str, str], marks: dict[str, Feedback]) -> str:
    """What more the answers would earn on the tree of the student whose name is in the file."""
    other = draw(job["assignment"], job["student"], job["elsewhere"])
    asked = [name for name, q in other.questions.items() if not isinstance(q, Write)]
    if not asked:
        return ""
    earned = sum(_mark(other, name, job, answers).score for name in asked)
    if earned <= sum(marks[name].score for name in asked):
        return ""
    return f"on the tree of that name the answers would earn {earned / len(asked):.0%}"


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
    marks = {
        name: Feedback(**{**m, "fits": tuple(m["fits"])}).up_to(hints)
        for name, m in result["marks"].items()
    }
    missing = [name for name, mark in marks.items() if mark == NOT_ANSWERED]
    unread = remarks and not submission.answers and not submission.code
    if missing and not unread:
        remarks.append(f"not answered: {', '.join(missing)}")
    entry = Graded(submission, marks, tuple(remarks), result["attempt"])
    steps = {name: m["step"] for name, m in result["marks"].items()}
    given, keys, notes = result["given"], result["keys"], tuple(result["notes"])
    return entry._replace(given=given, keys=keys, steps=steps, notes=notes)


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
            notes=(*entry.notes, *(_fits(entry, *fit) for fit in found[who].items())),
            copied=entry.submission.listed,
        )
        if (who := entry.submission.student) in found
        else entry
        for entry in graded
    ]


def _fits(entry: Graded, other: str, questions: list[str]) -> str:
    verb = "is" if len(questions) == 1 else "are"
    said = f"{' and '.join(questions)} {verb} right for the tree of {other}"
    theirs = f"; if it is theirs, {RENAME.format('them')}"
    return said if entry.submission.listed else said + theirs


def _missing(submissions: list[Submission], roster: Roster | None) -> list[Submission]:
    """A line for everybody on the roster who has handed in nothing."""
    handed_in = {fold(submission.student) for submission in submissions}
    return [
        Submission(student.id, "", {}, "", ("nothing was handed in",), name=student.name)
        for student in roster or ()
        if fold(student.id) not in handed_in
    ]


def _in_order(submissions: list[Submission], roster: Roster | None) -> list[Submission]:
    """In the order of the class list, with strangers at the end."""
    place = {fold(student.id): k for k, student in enumerate(roster or ())}
    return sorted(submissions, key=lambda read: place.get(fold(read.student), len(place)))


def _under(rules: Rules, overrides: dict[tuple[str, str], Override], entry: Graded) -> Graded:
    """The marks as the rules and the lecturer have them."""
    student, late = entry.submission.student, entry.submission.late
    theirs = {q: changed for (who, q), changed in overrides.items() if who == fold(student)}
    # Canvas says what is late, and gives all files the time of the download.
    came = entry.submission.changed if late is None else None
    days = rules.days_late(student, came) if entry.submission.file else 0
    remarks, notes = list(entry.remarks), list(entry.notes)
    if days:
        remarks.append(late_remark(rules, days))
    elif late:
        remarks.append("the learning platform says that it came late; nothing is taken off")
        if rules.late:
            notes.append("to take something off, put the time under [handed_in] in the rules")
    questions = {question: changed for question, changed in theirs.items() if question != TOTAL}
    entry = entry._replace(overrides=questions, rules=rules, days_late=days)
    for question, changed in theirs.items():
        mark = entry.total if question == TOTAL else entry.marks[question].score
        remarks.append(
            f"{question} changed from {mark:.0%} to {changed.mark:.0%}: {changed.reason}"
        )
    return entry._replace(overrides=theirs, remarks=tuple(remarks), notes=tuple(notes))
