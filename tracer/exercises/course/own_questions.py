"""Worksheets and exams from a lecturer's own questions, in a Python file or a notebook.

The file assigns a list to `QUESTIONS`, or defines `questions(version)`, which returns one for "A",
"B" and so on. An entry is a question, or a tuple of its points, the question and a picture to print
above it, such as `board_picture(…)`; points and picture can be left out. `TITLE` is the title of
the sheet.
"""

from collections.abc import Iterable
from math import isfinite
from pathlib import Path
from string import ascii_uppercase
from typing import Any, NamedTuple

from tracer.algorithms import minimax
from tracer.algorithms.registry import algorithm_of
from tracer.draw.marks import Picture
from tracer.exercises.ask.construct import Change, Find, Reorder
from tracer.exercises.ask.question import Question
from tracer.exercises.ask.task import Task
from tracer.exercises.code.check import Write
from tracer.exercises.course.assignment import Asked
from tracer.exercises.course.submissions import code_cells
from tracer.exercises.course.worksheet import (
    DEWEY,
    SIDES,
    Asking,
    Sheet,
    asking,
    drawn,
    write_sheets,
)
from tracer.trace.trace import Trace, record

KINDS = (Question, Reorder, Change, Find, Write, Task)
HOW = (
    "Assign a list of questions to QUESTIONS, or define questions(version), which returns one for "
    "'A', 'B', …"
)


def make(
    path: str | Path, out: str | Path, *, versions: int = 1, solution: bool = False
) -> list[Path]:
    """Write the sheets of all versions to `out`, and their solutions if these are wanted."""
    made = _versions(Path(path), versions)
    return write_sheets(
        out,
        Path(path).stem,
        lambda solved: [_sheet(*one, solution=solved) for one in made],
        solution,
    )


Own = Asked | Task


class Entry(NamedTuple):
    """A question with what it is worth and a picture of its own."""

    asked: Own
    points: float | None = None
    picture: Picture | None = None


Entries = list[Entry]


def _versions(path: Path, versions: int) -> list[tuple[str, str, Entries]]:
    """Title, name of the version, and questions with their points."""
    if not 1 <= versions <= len(ascii_uppercase):
        raise ValueError(f"There can be 1 to {len(ascii_uppercase)} versions, not {versions}.")
    space: dict[str, Any] = {"__name__": "__questions__", "__file__": str(path)}
    try:
        code = "\n\n".join(code_cells(path))
    except OSError as error:
        raise ValueError(f"{str(path)!r} cannot be read: {error.strerror}.") from None
    try:
        exec(compile(code, str(path), "exec"), space)
        letters = ascii_uppercase[:versions]
        if callable(ask := space.get("questions")):
            found = [(letter if versions > 1 else "", ask(letter)) for letter in letters]
        elif versions > 1:
            raise ValueError(f"To make versions, define questions(version) in {path.name}.")
        else:
            found = [("", space.get("QUESTIONS"))]
    except ValueError:
        raise
    except Exception as error:  # the lecturer's own code may raise anything
        raise ValueError(f"{path.name} failed: {type(error).__name__}: {error}") from None
    title = str(space.get("TITLE", path.stem))
    return [(title, letter, _entries(given, path)) for letter, given in found]


def _entries(given: Any, path: Path) -> Entries:
    if not isinstance(given, Iterable) or isinstance(given, str | dict):
        raise ValueError(f"{path.name} has no questions. {HOW}")
    found: Entries = []
    for entry in given:
        parts = entry if isinstance(entry, tuple) else (entry,)
        asked = [part for part in parts if isinstance(part, KINDS)]
        points = [part for part in parts if type(part) in (int, float)]
        pictures = [part for part in parts if isinstance(part, Picture)]
        sizes = len(asked), len(points), len(pictures)
        if sum(sizes) != len(parts) or not asked or max(sizes) > 1:
            raise ValueError(
                f"{path.name}: {entry!r:.80} is no question. Write Question(…), or (points, "
                "Question(…)), with a picture such as board_picture(…) at the end if it needs one; "
                "Reorder, Change, Find, Write, Task and exercise(…) also ask."
            )
        if points and not (isfinite(points[0]) and points[0] >= 0):
            raise ValueError(f"{path.name}: {points[0]} points. Choose a number of 0 or more.")
        found.append(Entry(asked[0], next(iter(points), None), next(iter(pictures), None)))
    if not found:
        raise ValueError(f"{path.name} has no questions. {HOW}")
    return found


def _sheet(title: str, version: str, entries: Entries, *, solution: bool) -> Sheet:
    name = f"Version {version}" if version else ""
    line = f"Solution {name}".strip() if solution else f"Name: ______________________   {name}"
    before: Trace | None = None
    questions = []
    for entry in entries:
        trace = _trace(entry.asked)
        new = trace is not None and not _alike(trace, before, solution)
        questions.append(_asked(entry, trace if new else None, solution))
        before = trace or before
    seed = f"{title} {name}".strip()
    return Sheet(title, line, seed, None, tuple(questions), solution, _hint(entries))


def _hint(entries: Entries) -> str:
    """How to read the trees; those whose nodes have names need no numbers."""
    trees = [trace.tree for entry in entries if (trace := _trace(entry.asked))]
    if all(len(tree.names) == sum(1 for _ in tree.nodes()) for tree in trees):
        return SIDES if trees else ""
    return DEWEY


def _alike(trace: Trace, before: Trace | None, solution: bool) -> bool:
    """Whether two questions need only one picture: in a solution, it shows the end of a search."""
    if before is None or trace.tree.data() != before.tree.data():
        return False
    same = trace.algorithm is before.algorithm and trace.options == before.options
    return same or not solution


def _trace(asked: Own) -> Trace | None:
    match asked:
        case Question():
            return asked.trace
        case Reorder():
            return record(asked.search, asked.tree)
        case Change():
            return record(minimax, asked.tree)
    return None


def _asked(entry: Entry, trace: Trace | None, solution: bool) -> Asking:
    asked, points, picture = entry
    made = asking(asked)
    worth = f" ({points:g} {'point' if points == 1 else 'points'})" if points is not None else ""
    drawing = picture or (drawn(trace, solution=solution) if trace is not None else None)
    prompt = _without_convention(made.prompt, asked)
    return made._replace(prompt=f"{prompt}{worth}{_convention(asked)}", drawing=drawing)


def _without_convention(prompt: str, asked: Own) -> str:
    """A prompt without options such as strict=True, which `_convention` says in words."""
    if isinstance(asked, Question):
        for option in algorithm_of(asked.search).conventions:
            prompt = prompt.replace(f", {option}={asked.options.get(option)}", "")
    return prompt


def _convention(asked: Own) -> str:
    """The conventions that the answer depends on, in words."""
    if not isinstance(asked, Question):
        return ""
    known = algorithm_of(asked.search).conventions
    chosen = [
        words[asked.options.get(option, next(iter(words)))] for option, words in known.items()
    ]
    return f" [{', '.join(chosen)}]" if chosen else ""
