"""Read what students hand in, without running any of it.

A submission is a file named after its student: a .json file of answers by question, or a .py or
.ipynb file that assigns plain values, such as `leaves = ["1.1", "1.2"]`. A trailing underscore is
dropped, so that students can write `next_` and `open_` instead of hiding Python's own names.
"""

import ast
import json
from collections.abc import Iterator
from math import inf
from pathlib import Path
from typing import Any, NamedTuple
from unicodedata import normalize

from tracer.support.notebooks import read_notebook
from trees.number import parse_number

ENDINGS = (".json", ".py", ".ipynb")
LARGEST = 5 * 2**20  # bytes
BROKEN = (ValueError, SyntaxError, TypeError, RecursionError, MemoryError)


class Submission(NamedTuple):
    """What was read from a file: answers as texts of plain values, the code, and any problems."""

    student: str
    file: str
    answers: dict[str, str]
    code: str
    remarks: tuple[str, ...]


def read_folder(folder: Path, names: tuple[str, ...], but: Path | None = None) -> list[Submission]:
    """Read all submissions in a folder except `but`; `names` are the names of the questions."""
    if not folder.is_dir():
        raise ValueError(f"There is no folder {str(folder)!r}.")
    found: dict[str, Submission] = {}
    again: list[Submission] = []
    for path in sorted(folder.iterdir()):
        if path.name.startswith(".") or path == but:
            continue
        read = read_file(path, names)
        first = found.setdefault(read.student, read)
        if first is not read:
            remark = f"a second submission by {read.student}; only {first.file} is marked"
            again.append(Submission(read.student, read.file, {}, "", (remark,)))
    if not found:
        raise ValueError(f"The folder {str(folder)!r} contains no submissions.")
    return [*found.values(), *again]


def read_file(path: Path, names: tuple[str, ...]) -> Submission:
    """Read one submission; problems become remarks."""
    student = normalize("NFC", path.stem).strip() or path.name
    answers: dict[str, str] = {}
    code = ""
    remarks: list[str] = []
    try:
        text = _text(path)
        if path.suffix == ".json":
            answers, code, remarks = _from_json(text, names)
        else:
            cells = _cells(text) if path.suffix == ".ipynb" else [text]
            answers, code, remarks = _from_code(cells, names)
    except BROKEN as error:
        remarks.append(_said(error))
    except OSError as error:
        remarks.append(f"could not be opened: {error.strerror}")
    return Submission(student, path.name, answers, code, tuple(remarks))


def _text(path: Path) -> str:
    if path.suffix not in ENDINGS:
        raise ValueError(f"the file name must end with one of {', '.join(ENDINGS)}")
    if not path.is_file():
        raise ValueError("not a file")
    if path.stat().st_size > LARGEST:
        raise ValueError(f"larger than {LARGEST // 2**20} MB")
    try:
        return path.read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError:
        raise ValueError("not a text file in UTF-8") from None


def _said(error: BaseException) -> str:
    if isinstance(error, json.JSONDecodeError):
        return f"not valid JSON: {error}"
    if isinstance(error, SyntaxError):
        return f"not valid Python: {error.msg}, line {error.lineno}"
    return "nested too deeply" if isinstance(error, RecursionError | MemoryError) else str(error)


Found = tuple[dict[str, str], str, list[str]]


def _from_json(text: str, names: tuple[str, ...]) -> Found:
    data = json.loads(text)
    if not isinstance(data, dict):
        raise ValueError('the JSON must be an object such as {"leaves": ["1.1", "1.2"]}')
    answers, remarks, code = {}, [], []
    for key, value in data.items():
        name = key.removesuffix("_")
        if name not in names:
            known = ", ".join(names)
            remarks.append(f"unknown question {key[:40]!r} (choose one of: {known})")
        elif isinstance(value, str) and f"def {name}" in value:
            code.append(value)
        else:
            answers[name] = repr(value)
    return answers, "\n\n".join(code), remarks


def _cells(text: str) -> list[str]:
    cells = read_notebook(text).cells
    return [_without_magic(cell.source) for cell in cells if cell.cell_type == "code"]


def _without_magic(source: str) -> str:
    if source.lstrip().startswith("%%"):
        return ""
    lines = source.split("\n")
    return "\n".join("" if line.lstrip().startswith(("%", "!", "?")) else line for line in lines)


def _from_code(cells: list[str], names: tuple[str, ...]) -> Found:
    answers: dict[str, str] = {}
    remarks, code = [], []
    for number, source in enumerate(cells, 1):
        try:
            body = ast.parse(source).body
        except BROKEN as error:
            where = f"cell {number} is " if len(cells) > 1 else ""
            remarks.append(where + _said(error))
            continue
        code.append(source)
        for name, value in _assigned(body):
            if name in names:
                answers[name] = ast.unparse(value)
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
