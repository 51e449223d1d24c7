"""Read what students hand in, without running any of it.

A submission is a file named after its student: a .json file of answers by question, or a .py or
.ipynb file that assigns plain values, such as `leaves = ["1.1", "1.2"]`. A trailing underscore is
dropped, so that students can write `next_` and `open_` instead of hiding Python's own names.
"""

import ast
import json
import os
import re
from collections.abc import Iterator
from math import inf
from pathlib import Path
from typing import Any, NamedTuple
from unicodedata import normalize

from tracer.support.notebooks import read_notebook
from trees.number import parse_number

ENDINGS = (".json", ".py", ".ipynb")
LARGEST = 5 * 2**20  # bytes in a file
LONGEST_CODE = 200_000  # characters
LONGEST_ANSWER = 20_000  # characters
MOST_MAGIC = 50  # lines in a cell
MAGIC = re.compile(r"\s*[%!?]|\s*[^#\s]+\?\s*$|[^#=]+=\s*[%!]")  # %time, f?, t = %timeit
AROUND_CODE = ("%%time", "%%timeit", "%%capture")  # the rest of their cell is Python
BROKEN = (ValueError, SyntaxError, TypeError, RecursionError, MemoryError)


class Submission(NamedTuple):
    """What was read from a file: answers as texts of plain values, the code, and any problems."""

    student: str
    file: str
    answers: dict[str, str]
    code: str
    remarks: tuple[str, ...]


def read_folder(
    folder: Path,
    names: tuple[str, ...],
    programs: tuple[str, ...] = (),
    but: Path | None = None,
) -> list[Submission]:
    """Read all submissions in a folder except `but`.

    `names` are the names of the questions, and `programs` those that ask for a function. If a
    student handed in several files, the first by name counts, and one named exactly like the
    student before all others.
    """
    if not folder.is_dir():
        raise ValueError(f"There is no folder {str(folder)!r}.")
    found: dict[str, Submission] = {}
    again: list[Submission] = []
    for path in sorted(folder.iterdir(), key=lambda path: (_student(path) != path.stem, path)):
        if path.name.startswith(".") or path == but:
            continue
        read = read_file(path, names, programs)
        first = found.setdefault(read.student, read)
        if first is not read:
            remark = f"a second submission by {read.student}; only {first.file} is marked"
            again.append(Submission(read.student, read.file, {}, "", (remark,)))
            also = f"this file is marked; {read.file} is not"
            found[read.student] = first._replace(remarks=(*first.remarks, also))
    if not found:
        raise ValueError(f"The folder {str(folder)!r} contains no submissions.")
    return [*found.values(), *again]


def read_file(path: Path, names: tuple[str, ...], programs: tuple[str, ...] = ()) -> Submission:
    """Read one submission; problems become remarks."""
    answers: dict[str, str] = {}
    code = ""
    remarks: list[str] = []
    try:
        text = _text(path)
        if path.suffix.lower() == ".json":
            answers, code, remarks = _from_json(text, names, programs)
        else:
            notebook = path.suffix.lower() == ".ipynb"
            cells = _cells(text) if notebook else [text]
            answers, code, remarks = _from_code(cells, names, notebook)
        for name in [name for name, answer in answers.items() if len(answer) > LONGEST_ANSWER]:
            del answers[name]
            remarks.append(f"the answer to {name} is too long")
    except BROKEN as error:
        remarks.append(_said(error))
    except OSError as error:
        remarks.append(f"could not be opened: {error.strerror}")
    return Submission(_student(path), path.name, answers, code, tuple(remarks))


def _student(path: Path) -> str:
    return normalize("NFC", path.stem).strip() or path.name


def _text(path: Path) -> str:
    if path.suffix.lower() not in ENDINGS:
        raise ValueError(f"the file name must end with one of {', '.join(ENDINGS)}")
    if path.is_symlink():
        raise ValueError("a symbolic link, which is not followed")
    if not path.is_file():
        raise ValueError("not a file")
    # A link or a pipe could take the place of the file just now: neither is followed or waited for.
    flags = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
    with open(path, "rb", opener=lambda name, mode: os.open(name, mode | flags)) as stream:
        content = stream.read(LARGEST + 1)
    if len(content) > LARGEST:
        raise ValueError(f"larger than {LARGEST // 2**20} MB")
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise ValueError("not a text file in UTF-8") from None
    if not text.strip():
        raise ValueError("the file is empty")
    return text


def _said(error: BaseException) -> str:
    if "int_max_str_digits" in str(error):
        return "unreadable: a number has too many digits"
    if isinstance(error, json.JSONDecodeError):
        return f"not valid JSON: {error}"
    if isinstance(error, SyntaxError):
        return f"not valid Python: {error.msg}, line {error.lineno}"
    if isinstance(error, RecursionError | MemoryError):
        return "nested too deeply"
    return str(error)


Found = tuple[dict[str, str], str, list[str]]


def _from_json(text: str, names: tuple[str, ...], programs: tuple[str, ...]) -> Found:
    data = json.loads(text)
    if not isinstance(data, dict):
        raise ValueError('the JSON must be an object such as {"leaves": ["1.1", "1.2"]}')
    answers, remarks, code = {}, [], []
    for key, value in data.items():
        name = key.removesuffix("_")
        if name not in names:
            known = ", ".join(names)
            remarks.append(f"unknown question {key[:40]!r} (choose one of: {known})")
        elif name in programs:
            code.append(value if isinstance(value, str) else f"{name} = {value!r}")
        else:
            answers[name] = repr(value)
    return answers, _limited(code), remarks


def _limited(code: list[str]) -> str:
    """Pieces of code as one text, if it is not too long to be a student's work."""
    if sum(map(len, code)) > LONGEST_CODE:
        raise ValueError(f"more than {LONGEST_CODE:,} characters of code")
    return "\n\n".join(code)


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


def _from_code(cells: list[str], names: tuple[str, ...], notebook: bool) -> Found:
    _limited(cells)
    answers: dict[str, str] = {}
    remarks, code = [], []
    for number, cell in enumerate(cells, 1):
        try:
            source = _without_magic(cell) if notebook else cell
            body = ast.parse(source).body
            found = {name: ast.unparse(value) for name, value in _assigned(body) if name in names}
        except BROKEN as error:
            where = f"cell {number} is " if len(cells) > 1 else ""
            remarks.append(where + _said(error))
            continue
        code.append(source)
        answers |= found
    return answers, "\n\n".join(code), remarks


def _assigned(body: list[ast.stmt]) -> Iterator[tuple[str, ast.expr]]:
    """Each name assigned at the top level, with its value; the last assignment counts."""
    for statement in body:
        if isinstance(statement, ast.Assign):
            targets: list[ast.expr] = statement.targets
        elif isinstance(statement, ast.AnnAssign):
            targets = [statement.target]
        else:
            continue
        for target in targets:
            if isinstance(target, ast.Name) and statement.value is not None:
                yield target.id.removesuffix("_"), statement.value


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
