"""Student copies of notebooks: the same cells, with the solutions removed.

The notebooks in `solutions/` are the source. Whatever is between the lines `### BEGIN SOLUTION`
and `### END SOLUTION` is left to the student: an assignment becomes `name = ...`, and a function
keeps only its signature and docstring. Cells with the tag `instructor` are left out. Neither the
source nor the copy keeps outputs.

    python -m tracer.exercises.course.student_copy [notebooks]
"""

import argparse
import ast
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from textwrap import dedent, indent
from typing import Any

from tracer.support.notebooks import (
    Notebook,
    new_cell,
    new_notebook,
    read_notebook,
    write_notebook,
)

BEGIN, END = "### BEGIN SOLUTION", "### END SOLUTION"
SOLUTIONS = "solutions"
INSTRUCTOR = "instructor"
BLANK = "..."


def clean(notebook: Notebook) -> Notebook:
    """A notebook without outputs, with numbered cells and only the metadata it needs."""
    return _numbered(notebook.cells)


def student_copy(notebook: Notebook) -> Notebook:
    """A clean notebook without solutions and without cells for the instructor."""
    copy = _numbered(c for c in notebook.cells if not for_instructor(c))
    for cell in copy.cells:
        if cell.cell_type == "code":
            cell.source = without_solution(cell.source)
    return copy


def for_instructor(cell: Any) -> bool:
    """Whether a cell is left out of the student copies."""
    return INSTRUCTOR in cell.metadata.get("tags", ())


def _numbered(cells: Iterable[Any]) -> Notebook:
    """Number the cells so that a cell has the same number in both forms."""
    counts: Counter[str] = Counter()
    numbered = []
    for cell in cells:
        kind = INSTRUCTOR if for_instructor(cell) else "cell"
        tags = {"tags": cell.metadata.tags} if cell.metadata.get("tags") else {}
        name = f"{kind}-{counts[kind]:02}"
        numbered.append(new_cell(cell.cell_type, name, cell.source.rstrip(), tags))
        counts[kind] += 1
    return new_notebook(numbered)


def without_solution(source: str) -> str:
    r"""The code of a cell, with whatever is between the markers left to the student.

    >>> print(without_solution(f"{BEGIN}\nleaves = ['H', 'I']\n{END}\nquestion.check(leaves)"))
    leaves = ...
    question.check(leaves)
    """
    lines: list[str] = []
    solution: list[str] | None = None
    for line in source.splitlines():
        if line.strip() == BEGIN and solution is None:
            solution = []
        elif line.strip() == END and solution is not None:
            lines.extend(_left_to_do("\n".join(solution)))
            solution = None
        elif line.strip() in (BEGIN, END):
            raise ValueError(f"unexpected {line.strip()!r}: {BEGIN!r} and {END!r} must alternate")
        else:
            (lines if solution is None else solution).append(line)
    if solution is not None:
        raise ValueError(f"{BEGIN!r} has no matching {END!r}")
    return "\n".join(lines)


def _left_to_do(solution: str) -> list[str]:
    code = dedent(solution)
    margin = " " * (len(solution) - len(solution.lstrip(" "))) if code.strip() else ""
    left = list(dict.fromkeys(_statements(code))) or [BLANK]
    return indent("\n".join(left), margin).splitlines()


def _statements(code: str) -> Iterator[str]:
    """For every name that the code assigns and every function, a stub without the solution."""
    for statement in ast.parse(_as_body(code)).body[0].body:  # type: ignore[attr-defined]
        if isinstance(statement, ast.FunctionDef):
            contract = statement.body[:1] if ast.get_docstring(statement) else []
            statement.body = [*contract, ast.Expr(ast.Constant(...))]
            yield ast.unparse(statement)
        elif isinstance(statement, ast.Assign | ast.AnnAssign | ast.AugAssign):
            targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
            names = [n for t in targets for n in ast.walk(t) if isinstance(n, ast.Name)]
            yield from (f"{name.id} = {BLANK}" for name in names if isinstance(name.ctx, ast.Store))


def _as_body(code: str) -> str:
    """The code as the body of a function, where `return` is allowed."""
    return "def cell():\n" + indent(code, "    ") + "\n    pass"


def read(path: Path) -> Notebook:
    """Read a notebook from a file."""
    return read_notebook(path.read_text("utf-8"))


def copies(folder: Path) -> Iterator[tuple[Path, str]]:
    """Every notebook that belongs in a folder, with its text; solutions come before copies."""
    sources = sorted((folder / SOLUTIONS).glob("*.ipynb"))
    if not sources:
        raise ValueError(f"found no notebooks in {folder / SOLUTIONS}")
    for source in sources:
        try:
            notebook = read(source)
            yield source, write_notebook(clean(notebook))
            yield folder / source.name, write_notebook(student_copy(notebook))
        except (ValueError, SyntaxError) as error:
            raise ValueError(f"{source}: {error}") from None


def main() -> None:
    """Clean the solutions and write the student copies next to their folder."""
    parser = argparse.ArgumentParser(description="Make student copies of the notebooks.")
    parser.add_argument("folder", nargs="?", default="notebooks", type=Path)
    for path, text in copies(parser.parse_args().folder):
        if not path.exists() or path.read_text("utf-8") != text:
            path.write_text(text, "utf-8")
            print(path)


if __name__ == "__main__":
    main()
