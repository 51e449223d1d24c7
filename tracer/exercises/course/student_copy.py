"""Student copies of notebooks: the same cells, with the solutions taken out.

The notebooks in `solutions/` are the source. What stands there between the lines
`### BEGIN SOLUTION` and `### END SOLUTION` is left to the student: a name that is assigned
becomes `name = ...`, a function keeps its signature and its docstring. Cells with the tag
`instructor` are left out. Neither the source nor the copy keeps outputs.

    python -m tracer.exercises.course.student_copy [notebooks]
"""

import argparse
import ast
import json
from collections.abc import Iterator
from pathlib import Path
from textwrap import dedent, indent
from typing import Any

BEGIN, END = "### BEGIN SOLUTION", "### END SOLUTION"
SOLUTIONS = "solutions"
INSTRUCTOR = "instructor"
BLANK = "..."

Notebook = dict[str, Any]


def clean(notebook: Notebook) -> Notebook:
    """A notebook without outputs, its cells numbered, with no more metadata than it needs."""
    return {
        "cells": [_clean_cell(k, cell) for k, cell in enumerate(notebook["cells"])],
        "metadata": {
            "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
            "language_info": {"name": "python"},
        },
        "nbformat": 4,
        "nbformat_minor": 5,
    }


def _clean_cell(k: int, cell: dict[str, Any]) -> dict[str, Any]:
    kept = {
        "cell_type": cell["cell_type"],
        "id": f"cell-{k:02}",
        "metadata": {"tags": cell["metadata"]["tags"]} if cell["metadata"].get("tags") else {},
        "source": "".join(cell["source"]).rstrip().splitlines(keepends=True),
    }
    return kept | ({"execution_count": None, "outputs": []} if kept["cell_type"] == "code" else {})


def student_copy(notebook: Notebook) -> Notebook:
    """A clean notebook with every solution, and what is for the instructor, left out."""
    cells = [c for c in notebook["cells"] if INSTRUCTOR not in c["metadata"].get("tags", ())]
    copy = clean({"cells": cells})
    for cell in copy["cells"]:
        if cell["cell_type"] == "code":
            cell["source"] = without_solution("".join(cell["source"])).splitlines(keepends=True)
    return copy


def without_solution(source: str) -> str:
    r"""The code of a cell with what stands between the markers left to the student.

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
            raise ValueError(f"{line.strip()!r} stands where none is expected")
        else:
            (lines if solution is None else solution).append(line)
    if solution is not None:
        raise ValueError(f"{BEGIN!r} without {END!r}")
    return "\n".join(lines)


def _left_to_do(solution: str) -> list[str]:
    code = dedent(solution)
    margin = " " * (len(solution) - len(solution.lstrip(" "))) if code.strip() else ""
    left = list(dict.fromkeys(_statements(code))) or [BLANK]
    return indent("\n".join(left), margin).splitlines()


def _statements(code: str) -> Iterator[str]:
    """For every name that code gives a value, and every function, a line or two without it."""
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
    """Code as the body of a function, where it may return."""
    return "def cell():\n" + indent(code, "    ") + "\n    pass"


def read(path: Path) -> Notebook:
    """The notebook in a file."""
    notebook: Notebook = json.loads(path.read_text("utf-8"))
    return notebook


def written(notebook: Notebook) -> str:
    """A notebook as Jupyter writes it."""
    return json.dumps(notebook, indent=1, ensure_ascii=False, sort_keys=True) + "\n"


def copies(folder: Path) -> Iterator[tuple[Path, str]]:
    """Every notebook that there should be in a folder, solutions first, and what it should say."""
    sources = sorted((folder / SOLUTIONS).glob("*.ipynb"))
    if not sources:
        raise ValueError(f"there are no notebooks in {folder / SOLUTIONS}")
    for source in sources:
        try:
            notebook = read(source)
            yield source, written(clean(notebook))
            yield folder / source.name, written(student_copy(notebook))
        except (ValueError, SyntaxError, KeyError) as error:
            raise ValueError(f"{source}: {error}") from None


def main() -> None:
    """Clean the solutions and write the student copies beside their folder."""
    parser = argparse.ArgumentParser(description="Make student copies of the notebooks.")
    parser.add_argument("folder", nargs="?", default="notebooks", type=Path)
    for path, text in copies(parser.parse_args().folder):
        if not path.exists() or path.read_text("utf-8") != text:
            path.write_text(text, "utf-8")
            print(path)


if __name__ == "__main__":
    main()
