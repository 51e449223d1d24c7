"""An nbgrader assignment: a source notebook with solutions, and cells that mark the answers.

Answers are plain values. A marking cell shows the feedback and ends with the points, which nbgrader
takes as the mark. It is hidden from students, who could otherwise try until the answer is right.
"""

import builtins
from pathlib import Path
from typing import Any

from tracer.exercises.ask.construct import Change, Find, Reorder
from tracer.exercises.ask.question import Question
from tracer.exercises.code.check import Write
from tracer.exercises.course.assignment import Asked, assignment
from tracer.support.files import write
from tracer.support.notebooks import Notebook, new_cell, new_notebook, write_notebook
from trees.dewey import label

POINTS = 10  # per question
MODEL = "model"  # the student whose answers are the solutions

CONFIG = """# A stub that raises an error would hide an answer given above it.
c = get_config()
c.CourseDirectory.course_id = "plyglass"
c.ClearSolutions.code_stub = {"python": "# your answer"}
"""

# Plain functions, the way students are asked to write them.
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
    """Write `out`/source/NAME/NAME.ipynb, which `nbgrader generate_assignment` starts from.

    A course without an nbgrader_config.py gets one.
    """
    folder = Path(out) / "source" / name
    made = write_notebook(notebook(name))
    folder.mkdir(parents=True, exist_ok=True)
    config = Path(out) / "nbgrader_config.py"
    if not config.exists():
        write(config, CONFIG)
    return write(folder / f"{name}.ipynb", made)


def notebook(name: str) -> Notebook:
    """The source notebook."""
    homework = assignment(name, MODEL)
    cells = [
        _words(
            "intro",
            f"# {homework.plan.title}\n\nEnter your name exactly as it appears on the course list: "
            "your tree depends on it, and nobody else has the same one. Answer with plain values: "
            "lists, dicts, numbers and strings.",
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
    return new_notebook(cells)


def variable(key: str, question: Asked) -> str:
    """The variable for an answer, which must not hide one of Python's own names."""
    return f"{key}_" if hasattr(builtins, key) and not isinstance(question, Write) else key


def _solved(key: str, question: Asked) -> tuple[str, str]:
    """The code that students start from, and the solution."""
    if isinstance(question, Write):
        return f"def {question.signature}:\n    ...", MODELS[key].strip()
    name = variable(key, question)
    return f"{name} = ...", f"{name} = {_source(plain_key(question))}"


def plain_key(question: Asked) -> Any:
    """The key as a student would write it, with nodes as Dewey numbers."""
    assert isinstance(question, Question | Reorder | Change | Find)
    key: Any = question.answer
    if not isinstance(question, Question):
        return key
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


def _cell(kind: str, name: str, source: str, **nbgrader: Any) -> Any:
    usual = {"grade": False, "locked": True, "solution": False, "task": False, "schema_version": 3}
    return new_cell(kind, name, source, {"nbgrader": {**usual, "grade_id": name, **nbgrader}})


def _words(name: str, source: str) -> Any:
    return _cell("markdown", name, source)


def _given(name: str, source: str) -> Any:
    return _cell("code", name, source)


def _answer(name: str, begun: str, solution: str) -> Any:
    source = f"{begun}\n### BEGIN SOLUTION\n{solution}\n### END SOLUTION"
    return _cell("code", name, source, locked=False, solution=True)


def _mark(name: str, key: str, answer: str) -> Any:
    source = (
        f"# This cell marks your answer ({POINTS} points).\n"
        "### BEGIN HIDDEN TESTS\n"
        "from tracer.exercises import assignment\n"
        f'feedback = assignment("{name}", student).questions["{key}"].check({answer})\n'
        f"print(feedback)\n"
        f"round({POINTS} * feedback.score, 2)\n"
        "### END HIDDEN TESTS"
    )
    return _cell("code", f"mark-{key}", source, grade=True, points=POINTS)
