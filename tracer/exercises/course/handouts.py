"""Handouts: one file per student with a tree and questions, without keys."""

from collections.abc import Iterable
from pathlib import Path

from tracer.exercises.course.assignment import Assignment, assignment
from tracer.exercises.course.fairness import check_class
from tracer.exercises.course.sealed import Allowed
from tracer.support.files import write


def write_handouts(
    name: str,
    students: Iterable[str],
    out: str | Path,
    *,
    secret: str | None = None,
    hints: Allowed = "none",
) -> list[Path]:
    """Write `out`/STUDENT.json for every student, unless the assignment is not fair to them."""
    names = list(students)
    for student in names:
        check_file_name(student)
    check_class(name, names, secret=secret)
    Path(out).mkdir(parents=True, exist_ok=True)
    homework = [assignment(name, student, secret=secret, hints=hints) for student in names]
    return [write(Path(out) / f"{h.student}.json", h.to_json()) for h in homework]


def check_file_name(student: str) -> None:
    """Refuse a name that cannot be the name of a file on every system."""
    if student.startswith(".") or any(c in '/\\:*?"<>|' or ord(c) < 32 for c in student):
        raise ValueError(f"{student!r} cannot be the name of a file. Use the student's number.")


def load_handout(path: str | Path) -> Assignment:
    """Read a student's handout."""
    try:
        text = Path(path).read_text(encoding="utf-8")
    except FileNotFoundError:
        raise ValueError(
            f"There is no file {str(path)!r}. Put the file with your homework, which is called "
            "after you, into the folder of this notebook."
        ) from None
    except UnicodeDecodeError:
        raise ValueError(f"{str(path)!r} is not a text file in UTF-8.") from None
    return Assignment.from_json(text)
