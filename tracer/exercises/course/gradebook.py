"""Marks as the grade books of learning platforms import them."""

from collections.abc import Callable, Iterable
from typing import NamedTuple

from tracer.exercises.course.roster import Student


class Entry(NamedTuple):
    """One student's points."""

    student: Student
    points: float
    comment: str


Table = list[list[str]]


def moodle(title: str, most: float, entries: Iterable[Entry]) -> Table:
    """A table for Grades, Import, CSV file; map the first column to the ID number."""
    rows = [["ID number", "Full name", "Email address", title, f"{title} (feedback)"]]
    for entry in entries:
        who = entry.student
        rows.append([who.id, who.name, who.email, f"{entry.points:.2f}", entry.comment])
    return rows


def canvas(title: str, most: float, entries: Iterable[Entry]) -> Table:
    """A table for Grades, Import; the roster should be the file that Canvas exports there."""
    heads = ("Student", "ID", "SIS User ID", "SIS Login ID", "Section")
    rows = [[*heads, title], ["    Points Possible", "", "", "", "", f"{most:g}"]]
    for entry in entries:
        who = entry.student
        # ID is a number of Canvas's own, and another student's may be the same as ours.
        usual = {"Student": who.name, "SIS User ID": who.id, "SIS Login ID": who.email}
        given = [who.columns.get(head, usual.get(head, "")) for head in heads]
        rows.append([*given, f"{entry.points:.2f}"])
    return rows


def gradescope(title: str, most: float, entries: Iterable[Entry]) -> Table:
    """A table with the columns of Gradescope's own downloads."""
    rows = [["First Name", "Last Name", "SID", "Email", "Total Score", "Max Points"]]
    for entry in entries:
        who = entry.student
        first, last = _both(who)
        rows.append([first, last, who.id, who.email, f"{entry.points:.2f}", f"{most:g}"])
    return rows


def _both(student: Student) -> tuple[str, str]:
    """First and last name; where the roster has only one column, the last word is the last name."""
    if "," in student.name:
        last, _, first = student.name.partition(",")
    else:
        first, _, last = student.name.rpartition(" ")
    return first.strip(), last.strip()


GRADEBOOKS: dict[str, Callable[[str, float, Iterable[Entry]], Table]] = {
    "moodle": moodle,
    "canvas": canvas,
    "gradescope": gradescope,
}
