"""Read what students hand in, without running any of it.

A submission is a .json file of answers by question, or a .py or .ipynb file that assigns values,
such as `leaves = ["1.1", "1.2"]`. A trailing underscore is dropped, so that students can write
`next_` and `open_` instead of hiding Python's own names. Values that are computed, such as
`leaves += ["1.3"]`, are only marked as such here: they are known after the code has run.
"""

import ast
import json
import re
from collections import Counter
from collections.abc import Iterator
from math import inf
from pathlib import Path, PurePath
from typing import Any, NamedTuple, TypeGuard

from tracer.exercises.code.naming import assigned, is_named, may_change
from tracer.exercises.code.sandbox import defines
from tracer.exercises.course.assignment import FORMAT
from tracer.exercises.course.files import File, files, one_file, without_added
from tracer.exercises.course.gradescope import METADATA, Submitter, submitters
from tracer.exercises.course.roster import Roster, decoded, fold
from tracer.exercises.course.whose import Named, named, whose
from tracer.support.notebooks import read_notebook
from trees.number import parse_number

ENDINGS = (".json", ".py", ".ipynb")
LONGEST_CODE = 200_000  # characters
LONGEST_ANSWER = 20_000  # characters
LONGEST_NAME = 100
MOST_MAGIC = 50  # lines in a cell
MAGIC = re.compile(r"\s*[%!?]|\s*[^#\s]+\?\s*$|[^#=]+=\s*[%!]")  # %time, f?, t = %timeit
AROUND_CODE = ("%%time", "%%timeit", "%%capture")  # the rest of their cell is Python
STUDENT = "student"  # the name of the variable with the student's own name
BLANK = ("...", "Ellipsis", "None")  # what an answer is before it is given
HANDOUT = "this is the homework itself, without answers: hand in the notebook"
BROKEN = (ValueError, SyntaxError, TypeError, RecursionError, MemoryError)


class Submission(NamedTuple):
    """What was read from a file: answers as texts of plain values, the code, and any problems."""

    student: str
    file: str
    answers: dict[str, str]
    code: str
    remarks: tuple[str, ...]
    computed: tuple[str, ...] = ()  # answers whose values are known only after running the code
    name: str = ""  # of the student, as on the roster
    listed: bool = True  # whether the roster has the student
    written: str = ""  # the name in the file, if it is theirs
    other: str = ""  # the name in the file, if it is somebody else's
    changed: float = 0.0  # when the file was changed last
    late: bool | None = None  # whether the learning platform says that it came late
    sure: bool = True  # whether somebody else than its student says whose it is

    def answers_any(self, programs: tuple[str, ...]) -> bool:
        """Whether any question is answered, rightly or wrongly."""
        given = any(text not in BLANK for text in self.answers.values())
        return given or bool(self.computed) or any(defines(self.code, name) for name in programs)


class Content(NamedTuple):
    """What a file contains, whoever it is by."""

    answers: dict[str, str]
    code: str = ""
    remarks: tuple[str, ...] = ()
    computed: tuple[str, ...] = ()
    student: str = ""  # the name that is written in the file


def read_folder(
    folder: Path,
    names: tuple[str, ...],
    programs: tuple[str, ...] = (),
    but: Path | None = None,
    roster: Roster | None = None,
) -> list[Submission]:
    """Read all submissions in a folder or a zip except `but`: one per student, the latest.

    `names` are the names of the questions, and `programs` those that ask for a function.
    """
    handed_in = files(folder, but)
    if not handed_in:
        raise ValueError(f"The folder {str(folder)!r} contains no submissions.")
    return read_files(handed_in, names, programs, roster)


def read_files(
    handed_in: list[File],
    names: tuple[str, ...],
    programs: tuple[str, ...] = (),
    roster: Roster | None = None,
    *,
    in_own_folders: bool = False,
) -> list[Submission]:
    """Read what was handed in: one submission per student, the latest.

    `in_own_folders` says that only the folder of a file can say whose it is.
    """
    told = submitters(handed_in)
    handed_in = [_with_time(file, told) for file in handed_in if file.path.name != METADATA]
    paths = [without_added(file.path) for file in handed_in]
    stems = Counter(fold(path.stem) for path in paths)
    read = []
    for file, path in zip(handed_in, paths, strict=True):
        if in_own_folders:
            place = Named((path.parts[0],), certain=True)
        elif by := _submitter(path, told):
            place = Named(by.names, certain=True)
        else:
            place = named(path, by_folder=stems[fold(path.stem)] > 1)
        read.append(_submission(file, read_content(file, names, programs), place, roster))
    found: dict[str, list[Submission]] = {}
    for submission in read if roster is not None else _by_their_word(read):
        found.setdefault(fold(submission.student), []).append(submission)
    return [_latest(files, programs) for files in found.values()]


def _submitter(path: PurePath, told: dict[PurePath, Submitter]) -> Submitter | None:
    return next((told[folder] for folder in reversed(path.parents) if folder in told), None)


def _with_time(file: File, told: dict[PurePath, Submitter]) -> File:
    by = _submitter(file.path, told)
    return file if by is None or by.when is None else file._replace(changed=by.when)


def _submission(file: File, content: Content, place: Named, roster: Roster | None) -> Submission:
    by = whose(place, content.student, roster)
    return Submission(
        by.student,
        str(file.path),
        content.answers,
        content.code,
        (*by.remarks, *content.remarks),
        content.computed,
        by.name,
        by.listed,
        "" if by.other else content.student,
        by.other,
        file.changed,
        place.late,
        by.sure,
    )


def _by_their_word(read: list[Submission]) -> Iterator[Submission]:
    """Without a roster, the name in a file counts, unless somebody else uses it too."""
    used = Counter(fold(submission.student) for submission in read)
    used.update(fold(submission.other) for submission in read if submission.other)
    for submission in read:
        other = submission.other
        if not other:
            yield submission
        elif used[fold(other)] == 1:
            remark = f"the file says that it is by {other}, and is marked as theirs"
            remarks = (remark, *submission.remarks)
            yield submission._replace(
                student=other, written=other, other="", remarks=remarks, sure=False
            )
        else:
            remark = f"the file says that it is by {other}, whose name another file has"
            yield submission._replace(remarks=(remark, *submission.remarks))


def _latest(handed_in: list[Submission], programs: tuple[str, ...]) -> Submission:
    """The file of a student that counts: the latest with answers of those that are surely theirs.

    Whoever writes the name of another into a file must not take the place of that student's own.
    """

    def order(read: Submission) -> tuple[bool, bool, bool, tuple[float, int, str]]:
        return _may_count(read), read.sure, read.answers_any(programs), _time(read)

    *before, last = sorted(handed_in, key=order)
    others = [read for read in before if _may_count(read)]
    claimed = [read for read in others if last.sure and not read.sure]
    others = [read for read in others if read not in claimed]
    remarks = [_claim(read) for read in claimed]
    if others:
        blank = any(_time(read) > _time(last) for read in others)
        kind = "latest file with answers" if blank else "latest file"
        many = ", ".join(read.file for read in others)
        remarks.insert(0, f"the {kind} is marked; {many} {'is' if len(others) == 1 else 'are'} not")
    return last._replace(remarks=(*remarks, *last.remarks))


def _claim(read: Submission) -> str:
    written = read.written or read.other
    return f"{read.file} says that it is by {written}, but has another name: it is not marked"


def _time(read: Submission) -> tuple[float, int, str]:
    """When a file came; of several at the same time, a copy with a larger number came later."""
    number = re.search(r"\((\d+)\)|-(\d+)$", PurePath(read.file).stem)
    again = int(next(filter(None, number.groups()))[:9]) if number else 0
    return read.changed, again, read.file


def _may_count(read: Submission) -> bool:
    return _ending(PurePath(read.file)) in ENDINGS and HANDOUT not in read.remarks


def _ending(path: PurePath) -> str:
    return without_added(path).suffix.lower()


def read_file(path: Path, names: tuple[str, ...], programs: tuple[str, ...] = ()) -> Submission:
    """Read one submission, named after its student; problems become remarks."""
    file = one_file(path)
    content = read_content(file, names, programs)
    return _submission(file, content._replace(student=""), named(PurePath(path.name)), None)


def read_content(file: File, names: tuple[str, ...], programs: tuple[str, ...] = ()) -> Content:
    """Read what a file contains, without running any of it; problems become remarks."""
    try:
        text = _text(file)
        if _ending(file.path) == ".json":
            found = _from_json(text, names, programs)
        else:
            notebook = _ending(file.path) == ".ipynb"
            cells = _cells(text) if notebook else [text]
            found = _from_code(cells, names, programs, notebook)
    except BROKEN as error:
        return Content({}, remarks=(_said(error),))
    except OSError as error:
        return Content({}, remarks=(f"could not be opened: {error.strerror}",))
    long = [name for name, answer in found.answers.items() if len(answer) > LONGEST_ANSWER]
    answers = {name: answer for name, answer in found.answers.items() if name not in long}
    remarks = (*found.remarks, *(f"the answer to {name} is too long" for name in long))
    student = found.student[:LONGEST_NAME]
    return found._replace(answers=answers, remarks=remarks, student=student)


def _text(file: File) -> str:
    if _ending(file.path) not in ENDINGS:
        file.read()  # it may be nothing to be read at all
        raise ValueError(f"the file name must end with one of {', '.join(ENDINGS)}")
    try:
        text = decoded(file.read(), errors="strict")
    except UnicodeDecodeError:
        raise ValueError("not a text file") from None
    if not text.strip():
        raise ValueError("the file is empty")
    return text


def _said(error: BaseException) -> str:
    if "int_max_str_digits" in str(error):
        return "unreadable: a number has too many digits"
    if isinstance(error, json.JSONDecodeError):
        return f"not valid JSON: {error}"
    if isinstance(error, SyntaxError):
        return f"not valid Python: {error.msg}" + (f", line {error.lineno}" if error.lineno else "")
    if isinstance(error, RecursionError | MemoryError):
        return "nested too deeply"
    return str(error)


def _from_json(text: str, names: tuple[str, ...], programs: tuple[str, ...]) -> Content:
    data = json.loads(text)
    if not isinstance(data, dict):
        raise ValueError('the JSON must be an object such as {"leaves": ["1.1", "1.2"]}')
    if data.get("format") == FORMAT:
        raise ValueError(HANDOUT)
    answers, remarks, code, student = {}, [], [], ""
    for key, value in data.items():
        name = key.removesuffix("_")
        if name == STUDENT and name not in names:
            student = _written(value)
        elif name not in names:
            known = ", ".join(names)
            remarks.append(f"unknown question {key[:40]!r} (choose one of: {known})")
        elif name in programs:
            code.append(value if isinstance(value, str) else f"{name} = {value!r}")
        else:
            answers[name] = repr(value)
    return Content(answers, _limited(code), tuple(remarks), (), student)


def _limited(code: list[str]) -> str:
    """Pieces of code as one text, if it is not too long to be a student's work."""
    if sum(map(len, code)) > LONGEST_CODE:
        raise ValueError(f"more than {LONGEST_CODE:,} characters of code")
    return "\n\n".join(code)


def code_cells(path: Path) -> list[str]:
    """The code in a .py file or in the cells of a notebook, without magic."""
    text = path.read_text("utf-8-sig")
    if path.suffix.lower() != ".ipynb":
        return [text]
    return [_without_magic(cell) for cell in _cells(text)]


def _cells(text: str) -> list[str]:
    return [cell.source for cell in read_notebook(text).cells if cell.cell_type == "code"]


def _without_magic(source: str) -> str:
    """A cell without the lines that only IPython understands.

    Only a line at which Python gives up can be one: `% 2` may also continue an expression.
    """
    first = source.split(maxsplit=1)[0] if source.strip() else ""
    if first.startswith("%%") and first not in AROUND_CODE:
        raise ValueError(f"not Python but {first[:40]}, and is not read")
    lines = source.split("\n")
    for _ in range(MOST_MAGIC):
        try:
            ast.parse("\n".join(lines))
        except SyntaxError as error:
            at = (error.lineno or 0) - 1
            if not 0 <= at < len(lines) or not MAGIC.match(lines[at]):
                break
            line = lines[at]
            lines[at] = line[: len(line) - len(line.lstrip())] + "pass"  # a block needs a statement
        else:
            break
    return "\n".join(lines)


def _from_code(
    cells: list[str], names: tuple[str, ...], programs: tuple[str, ...], notebook: bool
) -> Content:
    _limited(cells)
    body: list[ast.stmt] = []
    remarks, code = [], []
    for number, cell in enumerate(cells, 1):
        try:
            source = _without_magic(cell) if notebook else cell
            body += ast.parse(source).body
        except BROKEN as error:
            where = f"cell {number} is " if len(cells) > 1 else ""
            remarks.append(where + _said(error))
            continue
        code.append(source)
    given = {name: value for name, value in _assigned(body) if name in (*names, STUDENT)}
    asked = [name for name in names if name not in programs]  # a function is no value
    answers = {name: ast.unparse(value) for name, value in given.items() if name in asked}
    computed = tuple(name for name in asked if is_computed(name, body))
    student = given.get(STUDENT)
    written = _written(student.value) if isinstance(student, ast.Constant) else ""
    remarks += _misspelt(body, [name for name in names if name not in answers])
    return Content(answers, "\n\n".join(code), tuple(remarks), computed, written)


def _written(student: object) -> str:
    """The name that somebody wrote into a file; numbers are written with and without quotes."""
    return str(student).strip() if type(student) in (str, int) else ""


def _misspelt(body: list[ast.stmt], missing: list[str]) -> Iterator[str]:
    """Remarks on answers that are only called by a name in another case, such as Leaves."""
    given = {node.id for part in body for node in ast.walk(part) if _is_given(node)}
    for name in sorted(given):
        meant = name.casefold().removesuffix("_")
        if meant in missing and name.removesuffix("_") != meant:
            yield f"{name} is not read: the answer must be called {meant}"


def _is_given(node: ast.AST) -> TypeGuard[ast.Name]:
    return isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)


def _assigned(body: list[ast.stmt]) -> Iterator[tuple[str, ast.expr]]:
    """Each name assigned at the top level, with its value; the last assignment counts."""
    for statement in body:
        for target, value in assigned(statement):
            if isinstance(target, ast.Name):
                yield target.id.removesuffix("_"), value


def is_computed(name: str, body: list[ast.stmt]) -> bool:
    """Whether the value of an answer can be known only by running the code.

    Only plain values assigned at the top level, and uses that change nothing, can be read as text.
    """
    return any(_computes(name, statement) for statement in body)


def _computes(name: str, statement: ast.stmt) -> bool:
    pairs = assigned(statement)
    values = [value for target, value in pairs if is_named(target, name)]
    if not values:
        return may_change(statement, name)
    return len(pairs) > 1 or not _is_plain(values[0])  # `a = leaves = []` is one list


def _is_plain(value: ast.expr) -> bool:
    try:
        plain(ast.unparse(value))
    except ValueError:
        return isinstance(value, ast.Constant)  # the stub: ...
    return True


class _Infinities(ast.NodeTransformer):
    """Turns the ways to write infinity into constants; no other name or call is plain."""

    def visit_Call(self, node: ast.Call) -> ast.AST:
        match node:
            case ast.Call(ast.Name("float"), [ast.Constant(str(text))], []):
                return ast.copy_location(ast.Constant(parse_number(text)), node)
        return node

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        return self._named(node, node.attr)

    def visit_Name(self, node: ast.Name) -> ast.AST:
        return self._named(node, node.id)

    def _named(self, node: ast.expr, name: str) -> ast.AST:
        return ast.copy_location(ast.Constant(inf), node) if name == "inf" else node


def plain(text: str) -> Any:
    """The plain value written in a text.

    >>> plain("(8, float('inf'))"), plain("{'1': -inf}"), plain("math.inf")
    ((8, inf), {'1': -inf}, inf)
    """
    try:
        return ast.literal_eval(_Infinities().visit(ast.parse(text.strip(), mode="eval")))
    except BROKEN:
        raise ValueError(
            "is not a plain value: write numbers, strings, lists, tuples and dicts, without "
            "variables or function calls"
        ) from None
