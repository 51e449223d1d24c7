"""The class list: who is in the course, and whom a name, a number or an address stands for."""

import csv
import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from io import StringIO
from itertools import combinations, groupby
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

LARGEST = 10 * 2**20  # bytes
MANY = 2**16  # texts of a large class that are kept
SEPARATORS = ",;\t|"
TOLD = re.compile(r"\s*\"?sep=.\"?[ \t]*\r?\n", re.IGNORECASE)
TITLES = 10  # lines above the one that names the columns, at most
TELLING = 5  # digits or letters of a number or address within a text
SIS = "SIS Login ID"  # a column of Canvas's lists
IDENTIFIER = "Identifier"  # a column of Moodle's grading worksheets: Participant 48291
ROUNDED = re.compile(r"\d([.,]\d+)?E\+\d+", re.IGNORECASE)  # what spreadsheets make of numbers
FLOAT = re.compile(r"^(\d+)\.0$")  # and what tables of floats make of them
ACCENTS = re.compile("[\u0300-\u036f]")  # of Latin, Greek and Cyrillic letters
# What the columns of class lists are called, without case, accents, spaces and signs.
COLUMNS = {
    "id": (
        *("id", "studentid", "studentnumber", "studentno", "idnumber", "sid"),
        *("matriculationnumber", "registrationnumber", "regno", "rollnumber", "rollno"),
        *("enrollmentnumber", "enrolmentnumber", "matrikelnummer", "matrikelnr", "matrnr"),
        *("idnummer", "numeroetudiant", "numerodidentification", "numerodeid", "matricola"),
        *("sisuserid", "sisloginid", "loginid", "login", "netid", "username", "user"),
        *("benutzername", "anmeldename", "codiceidentificativo", "numerodeidentificacao"),
    ),
    "name": ("name", "fullname", "student", "studentname", "displayname"),
    "first": (
        *("firstname", "givenname", "forename", "vorname", "voornaam", "prenom", "nombre"),
        "nome",
    ),
    "last": (
        *("lastname", "surname", "familyname", "nachname", "achternaam", "nomdefamille"),
        *("nom", "apellidos", "cognome", "sobrenome"),
    ),
    "e-mail": (
        *("email", "emailaddress", "emailadresse", "emailadres", "mail", "mailaddress"),
        *("adressedecourriel", "courriel", "direcciondecorreo", "correo", "indirizzoemail"),
    ),
    "role": ("role", "roles"),
}
STAFF = ("instructor", "ta", "reader", "teacher", "tutor")  # roles of those who need no id
HEADINGS = (
    "Its first line must name the columns, such as: id,name,e-mail. A file without such a line is "
    "read as one id per line."
)


@lru_cache(MANY)
def fold(text: str) -> str:
    """A text without case, accents and spaces, so that Ada García and ada garcia are the same.

    >>> fold(" Ada  García ")
    'adagarcia'
    """
    plain = ACCENTS.sub("", unicodedata.normalize("NFKD", text))
    return unicodedata.normalize("NFC", "".join(plain.casefold().split()))


@lru_cache(MANY)
def bare(text: str) -> str:
    """The letters and digits of a folded text, as they are left in names of files."""
    return "".join(c for c in fold(text) if c.isalnum())


class Student(NamedTuple):
    """One line of the list. Their homework is drawn from `id`."""

    id: str
    name: str = ""
    email: str = ""
    others: tuple[str, ...] = ()  # other numbers and user names of theirs
    columns: Mapping[str, str] = MappingProxyType({})  # the line as it is, by heading


def _turned(name: str) -> Iterator[str]:
    """A name with any of its words first: learning platforms put the family name there."""
    words = name.replace(",", " ").split()
    for k in range(1, len(words)):
        yield " ".join((*words[k:], *words[:k]))


class Roster(tuple[Student, ...]):
    """The students of a course, each with an id of their own."""

    def __new__(cls, students: Iterable[Student]) -> "Roster":
        """Refuse a list in which somebody has no id, or somebody else's."""
        made = super().__new__(cls, students)
        made._check()
        return made

    def _check(self) -> None:
        if not self:
            raise ValueError("The class list is empty.")
        for student in self:
            if not fold(student.id):
                who = student.name or student.email or "a student"
                raise ValueError(f"The class list has no id for {who}. Everybody needs one.")
        many = Counter(fold(student.id) for student in self)
        for key, ids in groupby(sorted(self, key=lambda s: fold(s.id)), lambda s: fold(s.id)):
            if many[key] > 1:
                found = " and ".join(repr(student.id) for student in ids)
                raise ValueError(f"The class list has an id twice: {found}. Make each id unique.")

    def named(self, text: str) -> tuple[Student, ...]:
        """Whom a text stands for: nobody, one student, or all who share that name."""
        return called(text, self)

    def within(self, text: str) -> tuple[Student, ...]:
        """Those whose id, full name or address is part of a longer text: 10-homework_ada1.

        Short numbers do not count, because texts have numbers of their own.
        """
        words = [bare(word) for word in re.split(r"[\W_]+", text) if word]
        telling = {word for word in words if len(word) >= TELLING or not word.isdigit()}
        short = set(map(_short, telling)) - {""}
        runs = {"".join(words[i:j]) for i, j in combinations(range(len(words) + 1), 2)}
        for found_in, stands_for in (
            (telling, _ids),
            (short, _short_ids),
            (runs, _full_names),
            (runs, _accounts),
        ):
            found = tuple(student for student in self if found_in & stands_for(student))
            if found:
                return found
        return ()

    def numbered(self, number: str) -> tuple[Student, ...]:
        """Who has a number at Canvas or Moodle, if the list is one that they export."""
        return tuple(student for student in self if number and _number(student) == number)


def called(text: str, students: Iterable[Student]) -> tuple[Student, ...]:
    """The students whom a text stands for.

    An id counts before an address, and an address before a name. Spreadsheets and numbers without
    quotes lose the zeros in front of an id.
    """
    key, students = fold(text), tuple(students)
    if not key:
        return ()
    for stands_for in (_ids, _short_ids, _addresses, _names):
        meant = _short(key) if stands_for is _short_ids else key
        found = tuple(student for student in students if meant in stands_for(student))
        if found:
            return found
    letters = bare(text)
    for stands_for in (_bare_ids, _names):
        found = tuple(student for student in students if letters and letters in stands_for(student))
        if found:
            return found
    return ()


def _ids(student: Student) -> set[str]:
    return {fold(student.id), *map(fold, student.others)}


def _short(text: str) -> str:
    """A long number without the zeros in front of it, or else nothing."""
    number = text.lstrip("0")
    return number if number.isdigit() and len(number) >= TELLING else ""


def _bare_ids(student: Student) -> set[str]:
    """Ids with signs that names of files cannot have: AB/12 becomes AB_12."""
    return {bare(given) for given in _ids(student) if not given.isalnum()}


def _short_ids(student: Student) -> set[str]:
    return set(map(_short, _ids(student))) - {""}


def _number(student: Student) -> str:
    """The number of a student in the names of files: Moodle has one for every assignment."""
    if SIS in student.columns:
        return student.columns.get("ID", "")
    return student.columns.get(IDENTIFIER, "").rpartition(" ")[2]


def _addresses(student: Student) -> set[str]:
    return {fold(student.email), fold(student.email.partition("@")[0])} - {""}


def _names(student: Student) -> frozenset[str]:
    return _in_any_order(student.name)


@lru_cache(MANY)
def _in_any_order(name: str) -> frozenset[str]:
    names = (name, *_turned(name))
    return frozenset({*map(fold, names), *map(bare, names)} - {""})


def _full_names(student: Student) -> set[str]:
    return set(map(bare, _names(student))) if " " in student.name else set()


def _accounts(student: Student) -> set[str]:
    """Addresses that are not words, which a text may have for other reasons: ada.li, not alpha."""
    addresses = (student.email, student.email.partition("@")[0])
    return {bare(each) for each in addresses if len(bare(each)) >= TELLING and not each.isalpha()}


def read_roster(path: str | Path) -> Roster:
    """Read a class list: columns in any order, separated by commas, semicolons, tabs or bars."""
    path = Path(path)
    try:
        with path.open("rb") as file:
            content = file.read(LARGEST + 1)
    except OSError as error:
        raise ValueError(
            f"The class list {str(path)!r} cannot be read: {error.strerror}."
        ) from None
    if len(content) > LARGEST:
        raise ValueError(f"The class list {str(path)!r} is larger than {LARGEST // 2**20} MB.")
    if content.startswith(b"PK"):
        raise ValueError(f"{path.name} is a workbook or a zip. Save the class list as CSV.")
    try:
        return Roster(_students(decoded(content).replace("\0", "")))
    except csv.Error as error:
        raise ValueError(f"{path.name}: The class list is not valid CSV: {error}.") from None
    except ValueError as error:
        raise ValueError(f"{path.name}: {error}") from None


def decoded(content: bytes, errors: str = "replace") -> str:
    """The text of a file in the encodings that spreadsheets and editors write."""
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        return content.decode("utf-16", errors)
    if (zero := content[:2].find(0)) >= 0:  # of UTF-16 without a mark
        return content.decode(("utf-16-be", "utf-16-le")[zero], errors)
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return content.decode("cp1252", errors)


def _students(text: str) -> Iterator[Student]:
    if told := TOLD.match(text):  # which Excel reads and removes
        text = text[told.end() :]
    rows = _table(text)
    places = _places(rows[0]) if rows else {}
    if not places and max(map(len, rows), default=0) <= 1:
        yield from (Student(row[0].strip(), row[0].strip()) for row in rows)
        return
    if "id" not in places:
        raise ValueError(f"The class list has no column that is called id. {HEADINGS}")
    for row in rows[1:]:
        cells = {what: [row[k].strip() for k in at if k < len(row)] for what, at in places.items()}
        ids = [FLOAT.sub(r"\1", cell) for cell in cells["id"] if cell]
        if any(map(ROUNDED.fullmatch, ids)):
            raise ValueError(
                f"The class list has the id {ids[0]!r}, which a spreadsheet has rounded. "
                "Format the column as text, and save the list again."
            )
        name = " ".join(cells.get("first", []) + cells.get("last", [])) or _first(cells, "name")
        if not ids and _is_note(cells):
            continue
        columns = dict(zip(map(str.strip, rows[0]), map(str.strip, row), strict=False))
        email = _first(cells, "e-mail")
        yield Student(ids[0] if ids else "", name, email, tuple(ids[1:]), columns)


def _table(text: str) -> list[list[str]]:
    """The rows from the one that names the columns on; titles may stand above it."""
    lines = [f"{line}\n" for line in text.splitlines() if line.strip()]
    heads = [max(SEPARATORS, key=line.count) for line in lines[:TITLES]]
    for k, separator in enumerate(heads):
        if "id" in _places(next(csv.reader([lines[k]], delimiter=separator))):
            break
    else:
        k, separator = 0, max(SEPARATORS, key="".join(lines[:TITLES]).count)
    table = csv.reader(StringIO("".join(lines[k:])), delimiter=separator, strict=True)
    return [row for row in table if any(map(str.strip, row))]


def _first(cells: dict[str, list[str]], what: str) -> str:
    return next((cell for cell in cells.get(what, []) if cell), "")


def _is_note(cells: dict[str, list[str]]) -> bool:
    """Whether a row is no student: Canvas writes what a column is worth in a row of its own."""
    name, role = _first(cells, "name").casefold(), _first(cells, "role").casefold()
    return name in ("points possible", "student, test") or role in STAFF


def _places(heads: list[str]) -> dict[str, list[int]]:
    """Which columns hold what; better names for an id come first."""
    plain = [bare(head) for head in heads]
    found = {
        what: at
        for what, names in COLUMNS.items()
        if (at := [plain.index(name) for name in names if name in plain])
    }
    if "id" not in found and "number" in plain:  # beside an id, it only counts the rows
        found["id"] = [plain.index("number")]
    return found
