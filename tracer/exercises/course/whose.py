"""Whose file it is: the name that a learning platform gave it, and the name in the file itself."""

import re
from collections.abc import Iterator
from pathlib import PurePath
from typing import NamedTuple
from unicodedata import normalize

from tracer.exercises.course.roster import Roster, Student, fold

# What platforms write around the name of a file.
MOODLE = re.compile(r"(?P<who>.+?)_(?P<id>\d+)_assignsubmission_[a-z]+(?:_.*)?", re.IGNORECASE)
WHAT = r"(?:\d+_.+|text|link)"  # a file, or what was typed instead of one
CANVAS = re.compile(rf"(?P<who>[^_]+)_(?P<late>LATE_)?(?P<id>\d+)_{WHAT}", re.IGNORECASE)
CANVAS_BLIND = re.compile(rf"(?P<late>LATE_)?(?P<who>anon_[^_]+)_{WHAT}")
# What browsers, systems and JupyterLab add to a copy.
COPY = re.compile(
    r"^copy of\s+|(?:\s*\(\d+\)|\s+(?:-\s+)?(?:copy|kopie|copie|copia)|-copy\d*)$", re.IGNORECASE
)
RENAME = "name the file after {} and grade again"  # what is then to be done
AGAIN = re.compile(r"-\d+$")  # what Canvas adds, but it may belong to a name


class Named(NamedTuple):
    """What the place of a file says about its student."""

    names: tuple[str, ...]  # from the surest to the least sure
    late: bool | None = None  # whether the platform says that it came late, if it says that
    folders: tuple[str, ...] = ()  # from the outermost, which no student has named
    file: str = ""  # the file's own name
    number: str = ""  # that of the student at Canvas or Moodle
    certain: bool = False  # whether no name within the file counts


def named(path: PurePath, *, by_folder: bool = False) -> Named:
    """Read the name of a file, given from the folder of submissions on.

    `by_folder` puts the name of its own folder first.
    """
    for k, part in enumerate((*path.parts[:-1], path.stem)):
        text, above = normalize("NFC", part), path.parts[:k]
        if match := MOODLE.fullmatch(text):
            names = tuple(_without_group(match["who"].strip()))
            return Named(names, folders=above, number=match["id"])
        if match := CANVAS_BLIND.fullmatch(text):
            return Named((match["who"],), bool(match["late"]), above)
        if match := CANVAS.fullmatch(text):
            return Named((match["who"],), bool(match["late"]), above, number=match["id"])
    folders = tuple(reversed(path.parts[:-1]))
    parts = (*folders[:1], path.stem, *folders) if by_folder else (path.stem, *folders)
    names = tuple(dict.fromkeys(name for part in parts for name in _plain(part)))
    return Named(names, folders=path.parts[:-1], file=next(_plain(path.stem)))


def _without_group(name: str) -> Iterator[str]:
    """The name, also without the group that Moodle may put before it, as in G1-Ada García."""
    yield name
    for hyphen in re.finditer("-", name):
        rest = name[hyphen.end() :].strip()
        if " " in rest:  # first and last name
            yield rest


def _plain(part: str) -> Iterator[str]:
    """The name, also without what is added to a second copy."""
    name = normalize("NFC", part).strip()
    without = COPY.sub("", name).strip() or name
    yield without
    yield AGAIN.sub("", without) or without
    yield name


class Whose(NamedTuple):
    """The student to whom a file belongs."""

    student: str  # the id on the roster, if there is one
    name: str = ""
    listed: bool = True  # whether they are on the roster; True if there is none
    remarks: tuple[str, ...] = ()
    other: str = ""  # whose work the file says it is, if that is somebody else
    sure: bool = True  # whether somebody else than its student says so


def whose(named: Named, written: str, roster: Roster | None) -> Whose:
    """Decide whose file it is; `written` is the name in the file itself, or empty.

    What a learning platform or the lecturer wrote counts, folders before names of files. Only if
    that fits nobody on the roster, a number within the file's name or the name in the file does.
    """
    names = named.names
    if roster is None:
        same = not written or any(fold(name) == fold(written) for name in names)
        return Whose(names[0]) if same else Whose(names[0], other=written)
    by_text = roster.named(written)
    for name in (*named.folders, *names):
        found = roster.named(name)
        if len(found) > 1:  # namesakes: the platform's number or the file says which of them
            told = (roster.numbered(named.number), *map(roster.named, names), by_text)
            found = next((who for who in told if len(who) == 1 and who[0] in found), found)
        if len(found) > 1:
            many = " or ".join(student.id for student in found)
            who = f"{names[0]} {named.number}".strip()  # two with the same name are two
            remark = f"{name} can be {many}: {RENAME.format('one of them')}"
            return Whose(who, listed=False, remarks=(remark,))
        if found:
            return _called(named.file, found[0], roster, _listed(found[0], written, by_text))
    within = map(roster.within, (*named.folders, named.file))
    for found in (roster.numbered(named.number), *within):
        if len(found) == 1:
            by = _listed(found[0], written, by_text)
            return by._replace(sure=bool(named.number) or not by.other)
    if len(by_text) == 1 and not named.certain:
        remark = f"the file's name fits nobody on the class list; the file says {written}"
        return Whose(by_text[0].id, by_text[0].name, remarks=(remark,), sure=False)
    more = "" if fold(written) in ("", fold(names[0])) else f", and neither is {written}"
    if by_text:
        more = f"; the file says that it is by {written}"
    remark = f"{names[0]} is not on the class list{more}"
    return Whose(names[0], listed=False, remarks=(remark,), other=written)


def _called(name: str, student: Student, roster: Roster, by: Whose) -> Whose:
    """Say so if a file in the folder of one student is called after another."""
    others = roster.named(name)
    if len(others) != 1 or others[0] == student:
        return by
    remark = f"the file is called after {others[0].id}, another student"
    return by._replace(remarks=(remark, *by.remarks))


def _listed(student: Student, written: str, by_text: tuple[Student, ...]) -> Whose:
    if not written or student in by_text:
        return Whose(student.id, student.name)
    who = f"who is {by_text[0].id}" if len(by_text) == 1 else "who is not on the class list"
    if len(by_text) == 1 and fold(by_text[0].id) == fold(written):
        who = "another student"
    remark = f"the file says that it is by {written}, {who}"
    return Whose(student.id, student.name, remarks=(remark,), other=written)
