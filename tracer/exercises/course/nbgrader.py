"""An nbgrader assignment: a source notebook with solutions, and cells that mark the answers.

Answers are plain values. A cell that marks shows the feedback and ends with the points, which
nbgrader takes for the mark; it is hidden from students, who would else try until it is right.
"""

import builtins
import json
from pathlib import Path
from typing import Any

from tracer.exercises.ask.construct import Find, Reorder
from tracer.exercises.ask.question import Question
from tracer.exercises.code.check import Write
from tracer.exercises.course.assignment import Asked, assignment
from tracer.support.files import write
from trees.dewey import label

POINTS = 10  # for every question
MODEL = "model"  # the student whose answers are the solutions

CONFIG = """# A stub that raises would hide an answer given above it.
c = get_config()
c.CourseDirectory.course_id = "plyglass"
c.ClearSolutions.code_stub = {"python": "# your answer"}
"""

# Plain functions, as students are asked to write them.
MODELS = {
    "minimax": """
def minimax(tree, n):
    if tree.is_leaf(n):
        return tree.value(n)
    best = max if tree.is_max(n) else min
    return best(minimax(tree, c) for c in tree.children(n))
""",
    "alphabeta": """
def alphabeta(tree, n, alpha, beta):
    if tree.is_leaf(n):
        return tree.value(n)
    v = float("-inf") if tree.is_max(n) else float("inf")
    for c in tree.children(n):
        w = alphabeta(tree, c, alpha, beta)
        if tree.is_max(n):
            v = max(v, w)
            alpha = max(alpha, v)
        else:
            v = min(v, w)
            beta = min(beta, v)
        if alpha >= beta:
            break
    return v
""",
}


def make(name: str, out: str | Path) -> Path:
    """Write `out`/source/NAME/NAME.ipynb, from which `nbgrader generate_assignment` starts.

    A course without an nbgrader_config.py gets one.
    """
    folder = Path(out) / "source" / name
    made = json.dumps(notebook(name), indent=1, ensure_ascii=False) + "\n"
    folder.mkdir(parents=True, exist_ok=True)
    config = Path(out) / "nbgrader_config.py"
    if not config.exists():
        write(config, CONFIG)
    return write(folder / f"{name}.ipynb", made)


def notebook(name: str) -> dict[str, Any]:
    """The source notebook."""
    homework = assignment(name, MODEL)
    cells = [
        _words(
            "intro",
            f"# {homework.plan.title}\n\nPut in your name as it stands on the list of the course: "
            "the tree is yours alone. Answer with plain values: lists, dicts, numbers and texts.",
        ),
        _answer("student", 'student = ""', f'student = "{MODEL}"'),
        _given(
            "tree",
            "from tracer.exercises import assignment\n\n"
            f'homework = assignment("{name}", student or "{MODEL}")\nhomework.tree',
        ),
    ]
    for key, question in homework.questions.items():
        cells.append(_given(f"ask-{key}", f'print(homework.questions["{key}"].prompt)'))
        cells.append(_answer(f"answer-{key}", *_solved(key, question)))
        cells.append(_mark(name, key, variable(key, question)))
    return {
        "cells": cells,
        "metadata": {
            "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"}
        },
        "nbformat": 4,
        "nbformat_minor": 5,
    }


def variable(key: str, question: Asked) -> str:
    """The name that an answer is given: one that hides nothing of Python's."""
    return f"{key}_" if hasattr(builtins, key) and not isinstance(question, Write) else key


def _solved(key: str, question: Asked) -> tuple[str, str]:
    """What students begin with, and the solution."""
    if isinstance(question, Write):
        return f"def {question.signature}:\n    ...", MODELS[key].strip()
    name = variable(key, question)
    assert isinstance(question, Question | Reorder | Find)
    answer = plain_key(question) if isinstance(question, Question) else question.answer
    return f"{name} = ...", f"{name} = {_source(answer)}"


def plain_key(question: Question) -> Any:
    """The key as a student would write it, nodes as Dewey numbers."""
    key = question.answer
    match question.kind:
        case "values":
            return {label(n): v for n, v in key.items()}
        case "leaves":
            return [label(n) for n in key]
        case "cuts":
            return [label(n) for n in sorted(key)]
        case "next":
            return label(key)
        case "open" | "backup":
            return [(label(n), *rest) for n, *rest in key]
    return key


def _source(answer: Any) -> str:
    return repr(answer).replace("inf", 'float("inf")')


# Cells


def _cell(kind: str, name: str, source: str, **nbgrader: Any) -> dict[str, Any]:
    usual = {"grade": False, "locked": True, "solution": False, "task": False, "schema_version": 3}
    cell: dict[str, Any] = {
        "cell_type": kind,
        "id": name,
        "metadata": {"nbgrader": {**usual, "grade_id": name, **nbgrader}},
        "source": source,
    }
    return cell | ({"execution_count": None, "outputs": []} if kind == "code" else {})


def _words(name: str, source: str) -> dict[str, Any]:
    return _cell("markdown", name, source)


def _given(name: str, source: str) -> dict[str, Any]:
    return _cell("code", name, source)


def _answer(name: str, begun: str, solution: str) -> dict[str, Any]:
    source = f"{begun}\n### BEGIN SOLUTION\n{solution}\n### END SOLUTION"
    return _cell("code", name, source, locked=False, solution=True)


def _mark(name: str, key: str, answer: str) -> dict[str, Any]:
    source = (
        f"# Here your answer is marked ({POINTS} points).\n"
        "### BEGIN HIDDEN TESTS\n"
        "from tracer.exercises import assignment\n"
        f'feedback = assignment("{name}", student).questions["{key}"].check({answer})\n'
        f"print(feedback)\n"
        f"round({POINTS} * feedback.score, 2)\n"
        "### END HIDDEN TESTS"
    )
    return _cell("code", f"mark-{key}", source, grade=True, points=POINTS)
