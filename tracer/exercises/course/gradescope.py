"""Who handed in what at Gradescope, whose downloads have a file that says so."""

import re
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import PurePath
from typing import NamedTuple

from tracer.exercises.course.files import File
from tracer.exercises.course.roster import decoded

METADATA = "submission_metadata.yml"
FIELD = re.compile(r"\s+(?P<item>-\s+)?:(?P<key>sid|email|name|created_at):\s*(?P<value>.*)")
TIME = re.compile(r"\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d")  # in UTC


class Submitter(NamedTuple):
    """A student as Gradescope knows them, and when they handed in, if it says that."""

    names: tuple[str, ...]  # number, address and name, as far as they are known
    when: float | None


def submitters(handed_in: Iterable[File]) -> dict[PurePath, Submitter]:
    """The student of each folder in a download; of several, the first.

    The file counts only above everything that was handed in: students can hand in one, too.
    """
    handed_in, found = list(handed_in), {}
    for file in handed_in:
        above = file.path.parent
        if file.path.name != METADATA or not all(f.path.is_relative_to(above) for f in handed_in):
            continue
        for folder, fields in _records(_text(file)).items():
            names = (fields.get(key, "") for key in ("sid", "email", "name"))
            if known := tuple(filter(None, names)):
                found[above / folder] = Submitter(known, _when(fields.get("created_at", "")))
    return found


def _text(file: File) -> str:
    try:
        return decoded(file.read())
    except (ValueError, OSError):
        return ""


def _records(text: str) -> dict[str, dict[str, str]]:
    """The first values of some keys in each record of a file in YAML."""
    records: dict[str, dict[str, str]] = {}
    fields: dict[str, str] = {}
    students = 0
    for line in text.splitlines():
        if line[:1].strip() and line.rstrip().endswith(":"):
            fields = records[line.strip().removesuffix(":").strip("'\"")] = {}
            students = 0
        elif match := FIELD.match(line):
            students += bool(match["item"])
            if students <= 1 or match["key"] == "created_at":
                fields.setdefault(match["key"], match["value"].strip().strip("'\""))
    return records


def _when(text: str) -> float | None:
    time = TIME.search(text)
    return datetime.fromisoformat(time[0]).replace(tzinfo=UTC).timestamp() if time else None
