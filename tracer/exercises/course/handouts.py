"""Handouts: one file per student with a tree and questions, without keys."""

import re
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from tracer.exercises.course.assignment import Assignment, assignment
from tracer.exercises.course.fairness import check_class
from tracer.exercises.course.sealed import Allowed
from tracer.support.files import write

NOT_IN_NAMES = re.compile(r'[/\\:*?"<>|\x00-\x1f]')  # on some system or other


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
    check_class(name, names, secret=secret)
    files = _file_names(names)
    Path(out).mkdir(parents=True, exist_ok=True)
    homework = [assignment(name, student, secret=secret, hints=hints) for student in names]
    return [
        write(Path(out) / f"{file}.json", h.to_json())
        for file, h in zip(files, homework, strict=True)
    ]


def _file_names(students: Iterable[str]) -> list[str]:
    """What the files of students are called: AB_12_7 for AB/12/7, on every system."""
    names = [NOT_IN_NAMES.sub("_", student) for student in students]
    used = Counter(name.casefold() for name in names)
    for name in names:
        if name.startswith(".") or used[name.casefold()] > 1:
            raise ValueError(f"{name!r} cannot be the name of a file. Use the student's number.")
    return names


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
