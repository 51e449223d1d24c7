"""Marks that the lecturer changes by hand, in a table that grading reads and never changes."""

import csv
from collections.abc import Sequence
from io import StringIO
from pathlib import Path
from typing import NamedTuple

from tracer.exercises.course.roster import Student, called, decoded, fold
from tracer.support.files import write
from trees.number import parse_number

OVERRIDES = "overrides.csv"
HEAD = ("student", "question", "mark", "reason")
TOTAL = "total"  # stands for all questions together


class Override(NamedTuple):
    """A mark from 0 to 1 that counts instead of the one that was worked out."""

    student: str
    question: str
    mark: float
    reason: str


def read_overrides(
    path: Path, students: Sequence[Student], questions: tuple[str, ...]
) -> dict[tuple[str, str], Override]:
    """The overrides in a file by folded student and question; none if there is no such file."""
    try:
        text = decoded(path.read_bytes())
    except FileNotFoundError:
        return {}
    text = text.lstrip("\ufeff")
    separator = ";" if ";" in text.partition("\n")[0] else ","  # what spreadsheets write
    rows = list(csv.reader(StringIO(text), delimiter=separator))
    if not rows or tuple(cell.strip().lower() for cell in rows[0]) != HEAD:
        raise ValueError(f"{path}: the first line must be {','.join(HEAD)}.")
    found: dict[tuple[str, str], Override] = {}
    for number, row in enumerate(rows[1:], 2):
        if not any(cell.strip() for cell in row):
            continue
        try:
            override = _override(row, students, questions)
        except ValueError as error:
            raise ValueError(f"{path}, line {number}: {error}") from None
        key = fold(override.student), override.question
        if key in found:
            raise ValueError(f"{path}, line {number}: a second mark for the same question.")
        found[key] = override
    return found


def _override(row: list[str], students: Sequence[Student], questions: tuple[str, ...]) -> Override:
    cells = [cell.strip() for cell in row]
    if len(cells) != len(HEAD):
        raise ValueError(f"it has {len(cells)} columns. Write {','.join(HEAD)}.")
    student, question, mark, reason = cells
    meant = called(student, students)
    if len(meant) != 1:
        several = " or ".join(who.id for who in meant)
        why = f"can be {several}." if several else "is not in this class."
        raise ValueError(f"{student!r} {why}")
    if question not in (*questions, TOTAL):
        raise ValueError(
            f"unknown question {question!r}. Choose from {', '.join(questions)}, total."
        )
    if not reason:
        raise ValueError("it has no reason. Say why the mark is changed.")
    return Override(meant[0].id, question, _mark(mark), reason)


def _mark(text: str) -> float:
    try:
        number = parse_number(text.removesuffix("%").strip().replace(",", "."))
        number = number / 100 if text.endswith("%") else number
    except ValueError:
        number = -1.0
    if not 0 <= number <= 1:
        raise ValueError(f"the mark is {text!r}. Write a number from 0 to 1, or from 0% to 100%.")
    return float(number)


def offer_table(path: Path) -> None:
    """Make an empty table, unless there is one."""
    if not path.exists():
        write(path, f"{','.join(HEAD)}\n")
