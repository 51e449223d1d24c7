"""An nbgrader assignment: a source notebook with solutions, and cells that mark the answers.

Students get their trees as handouts if there is a secret. A marking cell says how many points there
are and gives none, because it runs next to the student's own code: after `nbgrader autograde`,
`plyglass grade COURSE --assignment NAME` marks the answers outside of any notebook and puts the
points into nbgrader's gradebook.
"""

import builtins
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from tracer.exercises.ask.construct import Change, Find, Reorder
from tracer.exercises.ask.question import Question
from tracer.exercises.code.check import Write
from tracer.exercises.course.assignment import Asked, assignment
from tracer.exercises.course.fairness import check_class
from tracer.exercises.course.handouts import write_handouts
from tracer.exercises.course.nbgrader_course import ANSWER, MARK, POINTS
from tracer.exercises.course.sealed import Allowed
from tracer.support.files import write
from tracer.support.notebooks import Notebook, new_cell, new_notebook, write_notebook
from trees.dewey import label

MODEL = "model"  # the student whose answers are the solutions

CONFIG = """# A stub that raises an error would hide an answer given above it.
c = get_config()
c.CourseDirectory.course_id = "plyglass"
c.ClearSolutions.code_stub = {"python": "# your answer"}
"""

PLAIN = "Answer with plain values: lists, dicts, numbers and strings."
PRACTICE = (
    "Enter your name exactly as it appears on the course list: your tree depends on it, and nobody "
    f"else has the same one. {PLAIN}"
)
GRADED = (
    "You have received a file with your own tree. Put it into the folder of this notebook, and "
    f"enter its name without .json: if it is called ada.json, you are ada. {PLAIN}"
)
CLASS = [f"student {i}" for i in range(100)]  # if nobody knows yet who will be in it

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


def make(
    name: str,
    out: str | Path,
    *,
    students: Iterable[str] = (),
    secret: str | None = None,
    hints: Allowed = "none",
) -> list[Path]:
    """Write `out`/source/NAME/NAME.ipynb, which `nbgrader generate_assignment` starts from.

    Students get a handout each in `out`/handouts/NAME. A course without an nbgrader_config.py gets
    one. Nothing is written if the assignment is not fair to the class.
    """
    students, out = list(students), Path(out)
    if students:
        to = out / "handouts" / name
        handouts = write_handouts(name, students, to, secret=secret, hints=hints)
    else:
        check_class(name, CLASS, secret=secret)
        handouts = []
    folder = out / "source" / name
    made = write_notebook(notebook(name, secret=secret))
    folder.mkdir(parents=True, exist_ok=True)
    config = out / "nbgrader_config.py"
    if not config.exists():
        write(config, CONFIG)
    files = [write(folder / f"{name}.ipynb", made)]
    if secret is not None:  # the model's tree is an example for everybody
        model = assignment(name, MODEL, secret=secret, hints=hints)
        files.append(write(folder / f"{MODEL}.json", model.to_json()))
    return files + handouts


def notebook(name: str, *, secret: str | None = None) -> Notebook:
    """The source notebook."""
    homework = assignment(name, MODEL, secret=secret)
    cells = [
        _words("intro", f"# {homework.plan.title}\n\n{PRACTICE if secret is None else GRADED}"),
        _answer("student", 'student = ""', f'student = "{MODEL}"'),
        _given("tree", f"{_loaded(name, secret)}\nhomework.tree"),
    ]
    for key, question in homework.questions.items():
        cells.append(_given(f"ask-{key}", f'print(homework.questions["{key}"].prompt)'))
        cells.append(_answer(ANSWER.format(key), *_solved(key, question)))
        cells.append(_mark(name, key))
    return new_notebook(cells)


def _loaded(name: str, secret: str | None) -> str:
    """The code with which students get their homework."""
    if secret is None:
        return (
            "from tracer.exercises import assignment\n\n"
            f'homework = assignment("{name}", student or "{MODEL}")'
        )
    return (
        "from tracer.exercises import load_handout\n\n"
        f"homework = load_handout(f\"{{student or '{MODEL}'}}.json\")"
    )


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


def _mark(name: str, key: str) -> Any:
    source = (
        f"# The {POINTS} points for this answer are given outside of the notebook.\n"
        "### BEGIN HIDDEN TESTS\n"
        f"0  # until `plyglass grade COURSE --assignment {name}` has marked it\n"
        "### END HIDDEN TESTS"
    )
    return _cell("code", MARK.format(key), source, grade=True, points=POINTS)
