"""Say how a student's mark came about, from what grading has written down."""

import json
from pathlib import Path
from typing import Any

from tracer.exercises.ask.feedback import NOT_ANSWERED
from tracer.exercises.course.results import MARKS
from tracer.exercises.course.roster import Student, called
from trees.dewey import printable
from trees.number import show_count

LONGEST = 300  # characters of an answer


def explain(out: str | Path, student: str) -> str:
    """How the mark of a student came about, in lines for the lecturer; it shows the keys."""
    path = Path(out) / MARKS
    try:
        records = json.loads(path.read_text("utf-8"))
        known = [Student(record["student"], record["name"]) for record in records]
    except FileNotFoundError:
        raise ValueError(
            f"There is no {MARKS} in {str(out)!r}. Grade the assignment first."
        ) from None
    except (OSError, ValueError, TypeError, KeyError) as error:
        raise ValueError(f"{str(path)!r} cannot be read: {error}. Grade again.") from None
    meant = called(student, known)
    if not meant:
        raise ValueError(f"{student!r} is not among the {len(known)} students in {str(path)!r}.")
    if len(meant) > 1:
        ids = " and ".join(who.id for who in meant)
        raise ValueError(f"{student!r} is the name of {ids}. Choose one of them.")
    try:
        return "\n".join(map(printable, _lines(records[known.index(meant[0])])))
    except (TypeError, KeyError, ValueError, AttributeError):
        raise ValueError(f"{str(path)!r} is damaged. Grade again.") from None


def _lines(record: dict[str, Any]) -> list[str]:
    lines = [f"{record['student']} {record['name']}".strip()]
    lines.append(f"file: {record['file'] or 'none'}")
    weights = 0.0
    for name, asked in record["questions"].items():
        weights += asked["weight"]
        lines += ["", f"{name}: {asked['mark']:.1%} (weight {asked['weight']:g})"]
        lines.append(f"  asked:  {asked['prompt']}")
        lines.append(f"  answer: {_given(asked)}")
        if asked["key"] is not None:
            lines.append(f"  key:    {_short(asked['key'])}")
        lines.append(f"  rule:   {asked['rule']}")
        if here := asked.get("reckoning"):
            lines.append(f"  here:   {here}")
        lines.append(f"  said:   {asked['feedback']}")
        if asked["changed"]:
            changed = asked["changed"]
            lines.append(f"  changed by hand to {changed['mark']:.1%}: {changed['reason']}")
    lines += ["", f"mean: {_sum(record)} / {weights:g}"]
    if record["days late"]:
        lines.append(f"{show_count(record['days late'], 'day')} late: minus {record['lost']:.0%}")
    if record["changed"]:
        changed = record["changed"]
        lines.append(f"total changed by hand to {changed['mark']:.1%}: {changed['reason']}")
    lines.append(f"total: {record['total']:.1%}, {record['points']:.4g} of {record['of']:g} points")
    return [*lines, *(f"remark: {remark}" for remark in record["remarks"])]


def _sum(record: dict[str, Any]) -> str:
    """The terms of the weighted mean."""
    terms = []
    for asked in record["questions"].values():
        mark = asked["changed"]["mark"] if asked["changed"] else asked["mark"]
        times = "" if asked["weight"] == 1 else f"{asked['weight']:g} × "
        terms.append(f"{times}{mark:.3f}")
    return f"({' + '.join(terms)})"


def _given(asked: dict[str, Any]) -> str:
    """The answer; a function, which has no key, is in the file."""
    written = asked["key"] is None and asked["feedback"] != NOT_ANSWERED.text
    return "a function" if written and asked["answer"] is None else _short(asked["answer"])


def _short(text: str | None) -> str:
    if text is None:
        return "none"
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}…"
