"""What grading leaves behind: tables, a page of feedback per student, and how marks came about."""

import csv
import json
from io import StringIO
from pathlib import Path
from typing import Any

from tracer.exercises.course.assignment import Assignment
from tracer.exercises.course.feedback_page import feedback_page, page_names
from tracer.exercises.course.gradebook import GRADEBOOKS, Entry
from tracer.exercises.course.graded import Graded, mistakes, of_class, reckoned
from tracer.exercises.course.overrides import TOTAL
from tracer.exercises.course.roster import Student
from tracer.support.files import write
from trees.dewey import printable

MARKS = "marks.json"


def write_results(
    out: Path,
    names: tuple[str, ...],
    graded: list[Graded],
    homework: list[Assignment],
    gradebook: str | None,
    students: dict[str, Student],
) -> None:
    """Write everything to a folder; `homework` is what each of `graded` was asked."""
    head = ["student", "name", "file", *names, "total", "points", "remarks"]
    _write_csv(out / "scores.csv", head, [_row(entry, names) for entry in graded])
    found = mistakes(of_class(graded))
    _write_csv(
        out / "misconceptions.csv",
        ["question", "what the answer fits", "count", "students"],
        [[q, fit, str(len(who)), "; ".join(who)] for (q, fit), who in found.items()],
    )
    (out / "feedback").mkdir(exist_ok=True)
    pages = page_names(entry.submission.student for entry in graded)
    records = []
    for entry, asked in zip(graded, homework, strict=True):
        write(out / "feedback" / pages[entry.submission.student], feedback_page(asked, entry))
        records.append(_record(entry, asked))
    write(out / MARKS, json.dumps(records, indent=1, allow_nan=False) + "\n")
    if gradebook is not None:
        _write_gradebook(out, homework[0].plan.title, graded, gradebook, students)


def _row(entry: Graded, names: tuple[str, ...]) -> list[str]:
    submission = entry.submission
    return [
        *(submission.student, submission.name, submission.file),
        *(f"{entry.score(question):.3f}" for question in names),
        *(f"{entry.total:.3f}", f"{entry.points:.2f}"),
        "; ".join(entry.said),
    ]


def _record(entry: Graded, asked: Assignment) -> dict[str, Any]:
    """How one student's marks came about, as plain values."""
    questions = {}
    for question, mark in entry.marks.items():
        changed = entry.overrides.get(question)
        questions[question] = {
            "prompt": asked.questions[question].prompt,
            "rule": asked.questions[question].rule,
            "weight": entry.rules.weights.get(question, 1.0),
            "answer": entry.given.get(question),
            "key": entry.keys.get(question),
            "mark": mark.score,
            "reckoning": reckoned(asked.questions[question], entry, question),
            "feedback": mark.text,
            "changed": {"mark": changed.mark, "reason": changed.reason} if changed else None,
        }
    total = entry.overrides.get(TOTAL)
    return {
        "student": entry.submission.student,
        "name": entry.submission.name,
        "file": entry.submission.file,
        "questions": questions,
        "days late": entry.days_late,
        "lost": entry.rules.lost(entry.days_late),
        "changed": {"mark": total.mark, "reason": total.reason} if total else None,
        "total": entry.total,
        "points": entry.points,
        "of": entry.rules.points,
        "remarks": [*entry.said],
    }


def _write_gradebook(
    out: Path, title: str, graded: list[Graded], gradebook: str, students: dict[str, Student]
) -> None:
    entries = [
        Entry(students[entry.submission.student], entry.points, "; ".join(entry.told))
        for entry in graded
        if entry.submission.student in students
    ]
    head, *rows = GRADEBOOKS[gradebook](title, graded[0].rules.points, entries)
    _write_csv(out / f"{gradebook}.csv", head, rows)


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
