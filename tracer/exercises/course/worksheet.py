"""Worksheets on paper: one tree per student, the questions, and lines to write on.

The content of a sheet is worked out once; two writers typeset it, one in Typst for PDF and one in
LaTeX.
"""

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import NamedTuple

from tracer.algorithms.registry import algorithm_of
from tracer.draw.marks import Picture
from tracer.draw.picture import picture
from tracer.draw.style import PRINT
from tracer.draw.tex import escape_tex, preamble
from tracer.draw.tikz import tikz
from tracer.draw.typst import string, typst
from tracer.exercises.ask.construct import Change, Find, Reorder
from tracer.exercises.ask.question import Question
from tracer.exercises.ask.question_kinds import KINDS
from tracer.exercises.ask.task import Task
from tracer.exercises.code.check import Write
from tracer.exercises.course.assignment import Asked, Assignment, assignment
from tracer.exercises.course.fairness import check_class
from tracer.support.extras import needs
from tracer.support.files import write
from tracer.trace.trace import Trace, record
from trees.dewey import printable
from trees.number import show, show_count

WIDTH = 482.0  # points of text on A4 between margins of two centimetres
LINES = {"leaves": 2, "cuts": 2, "values": 2, "open": 4, "backup": 4, "write": 16, "task": 4}
VARIANT = "variant "  # a sheet without a student is called this, with a number
SIDES = "MAX moves at squares, MIN at circles, nobody at a leaf."
DEWEY = (
    "Nodes are named by their Dewey numbers: the root is 0, its children are 1, 2, …, and 1.2 is "
    f"the second child of 1. {SIDES}"
)


class Asking(NamedTuple):
    """A question on paper: its text, the number of lines below it, and the solution."""

    prompt: str
    lines: int
    answer: str
    reasons: tuple[tuple[int, str], ...]  # lines of text, each after its indent
    drawing: Picture | None = None  # above the question


class Sheet(NamedTuple):
    """One student's sheet."""

    title: str
    name: str
    seed: str
    drawing: Picture | None  # above all questions
    questions: tuple[Asking, ...]
    solution: bool
    hint: str = DEWEY  # how to read the trees


def sheet(homework: Assignment, *, solution: bool = False) -> Sheet:
    """Make one student's sheet."""
    plan = homework.plan
    trace = record(plan.search, homework.tree, **plan.options)
    return Sheet(
        plan.title,
        _name_line(homework.student, solution),
        f"{homework.name}:{homework.student}{' (practice)' if homework.practice else ''}",
        drawn(trace, solution=solution),
        tuple(asking(question) for question in homework.questions.values()),
        solution,
    )


def drawn(trace: Trace, *, solution: bool) -> Picture:
    """The tree of a search, blank or as the search leaves it."""
    frame = trace.frame(len(trace) if solution else 0)
    drawing = picture(frame, theme="print", caption=False, lists=False)
    if not solution:  # nothing has happened yet, so nothing need recede
        drawing.texts = [text._replace(ink=PRINT.line) for text in drawing.texts]
        drawing.shapes = [shape._replace(stroke=PRINT.line) for shape in drawing.shapes]
    return drawing


def _name_line(student: str, solution: bool) -> str:
    if solution:
        return f"Solution: {student}"
    blank = "Name: ______________________   "
    return f"{blank}{student}" if student.startswith(VARIANT) else f"Name: {student}"


def asking(question: Asked | Task) -> Asking:
    """A question as it stands on paper."""
    prompt = question.prompt
    if isinstance(question, Task):
        answer, *rest = question.solution.splitlines() or [""]
        return Asking(prompt, LINES["task"], answer, _indented(filter(str.strip, rest)))
    if isinstance(question, Question):
        prompt = prompt[: prompt.rindex("?") + 1]  # without how to write the answer in Python
        why = tuple((0, question.trace.caption(i)) for i in question.trace.cutoffs)
        return Asking(
            prompt,
            LINES.get(question.kind, 1),
            written(question),
            why if question.kind == "cuts" else (),
        )
    if isinstance(question, Write):
        lines = (line.text for line in algorithm_of(question.search).listing({}))
        return Asking(prompt, LINES["write"], "", _indented(lines))
    if isinstance(question, Reorder):
        leaves = show_count(question.best, "leaf", "leaves")
        order = ", ".join(map(show, question.answer))
        return Asking(prompt, 2, f"Any order that needs {leaves}, such as {order}.", ())
    if isinstance(question, Change):
        leaf, value = question.answer
        prompt = f"{prompt.partition(', such as')[0]}."  # in Python
        return Asking(prompt, 1, f"{leaf}: {show(value)}", ())
    assert isinstance(question, Find)
    return Asking(prompt, 4, f"Any such tree; for example, {question.answer}.", ())


def _indented(lines: Iterable[str]) -> tuple[tuple[int, str], ...]:
    return tuple((len(text) - len(text.lstrip()), text) for text in lines)


def written(question: Question) -> str:
    """The key as a student would write it on paper."""
    return KINDS[question.kind].show(question.answer, question.tree)


# Typst


def typst_source(sheets: Iterable[Sheet]) -> str:
    """A Typst document with one or more pages per sheet."""
    head = (
        '#set page(paper: "a4", margin: 2cm)\n'
        '#set text(size: 11pt, lang: "en")\n'
        "#set par(justify: false)\n"
    )
    return head + "#pagebreak()\n".join(_typst_sheet(s) for s in sheets)


def _typst_sheet(s: Sheet) -> str:
    parts = [
        f"#counter(page).update(1)\n#set page(footer: text(size: 8pt, {string(s.seed)}))",
        "#grid(columns: (1fr, auto), "
        f"text(size: 17pt, weight: 700, {string(s.title)}), text(size: 12pt, {string(s.name)}))",
        "#line(length: 100%, stroke: 0.6pt)",
        f"#text(size: 9pt, {string(s.hint)})",
        *_typst_drawing(s.drawing),
    ]
    for number, asked in enumerate(s.questions, 1):
        parts.append(_typst_question(number, asked, s.solution))
    return "\n".join(parts) + "\n"


def _typst_drawing(drawing: Picture | None) -> list[str]:
    return [f"#v(4pt)\n#align(center, {typst(drawing, WIDTH)})\n#v(6pt)"] if drawing else []


def _typst_question(number: int, asked: Asking, solution: bool) -> str:
    above = "\n".join([*_typst_drawing(asked.drawing), ""])
    prompt = f"#block(above: 14pt, text(weight: 700, {string(f'{number}. {asked.prompt}')}))"
    rule = "#v(20pt)#line(length: 100%, stroke: 0.5pt)"
    if not solution:
        return "#block(breakable: false)[" + above + prompt + rule * asked.lines + "]"
    answer = f"#block(above: 8pt, text(size: 11pt, {string(asked.answer)}))"
    lines = [f"#block(breakable: false)[{above}{prompt}\n{answer}]"]
    for indent, text in asked.reasons:
        words = f"text(size: 9pt, {string(text)})"
        lines.append(f"#block(above: 4pt, inset: (left: {indent / 3:.1f}em), {words})")
    return "\n".join(lines)


def pdf(sheets: Iterable[Sheet]) -> bytes:
    """All sheets as one PDF."""
    compiler = needs("typst", "course")
    made: bytes = compiler.compile(typst_source(sheets).encode("utf-8"))
    return made


# LaTeX


def tex_source(sheets: Iterable[Sheet]) -> str:
    """A LaTeX document with the same content, and the trees in TikZ."""
    body = "\\newpage\n".join(map(_tex_sheet, sheets))
    head = preamble(body, "[a4paper,11pt]{article}") + (
        "\\usepackage[margin=2cm]{geometry}\n\\usepackage{tikz,adjustbox}\n"
        "\\setlength{\\parindent}{0pt}\n\\pagestyle{empty}\n"
        "\\newcommand{\\answerline}{\\par\\vspace{20pt}\\hrule}\n\\begin{document}\n"
    )
    return f"{head}{body}\\end{{document}}\n"


def _tex_sheet(s: Sheet) -> str:
    parts = [
        f"{{\\Large\\bfseries {_tex(s.title)}}}\\hfill {_tex(s.name)}\\par",
        "\\smallskip\\hrule\\smallskip",
        f"{{\\small {_tex(s.hint)}}}\\par\\medskip",
        *_tex_drawing(s.drawing),
    ]
    for number, asked in enumerate(s.questions, 1):
        parts += _tex_drawing(asked.drawing)
        parts.append(f"\\bigskip\\textbf{{{number}. {_tex(asked.prompt)}}}\\par")
        if s.solution:
            parts.append(f"{_tex(asked.answer)}\\par")
            for indent, text in asked.reasons:
                parts.append(f"{{\\small\\hspace*{{{indent / 3:.1f}em}}{_tex(text)}}}\\par")
        else:
            parts.append("\\answerline" * asked.lines)
    parts.append(f"\\vfill{{\\footnotesize {_tex(s.seed)}}}")
    return "\n".join(parts) + "\n"


def _tex_drawing(drawing: Picture | None) -> list[str]:
    if drawing is None:
        return []
    box = "\\begin{adjustbox}{max width=\\textwidth,center}", "\\end{adjustbox}"
    return [box[0], tikz(drawing, standalone=False).rstrip(), box[1]]


def _tex(text: str) -> str:
    return escape_tex(printable(text))


def variants(count: int) -> list[str]:
    """Names for `count` sheets without students."""
    return [f"{VARIANT}{i}" for i in range(1, count + 1)]


def make(
    name: str,
    students: Iterable[str],
    out: str | Path,
    *,
    solution: bool = False,
    secret: str | None = None,
) -> list[Path]:
    """Write NAME.pdf and NAME.tex and, if `solution` is true, the same with solutions.

    Nothing is written if the assignment is not fair to the class.
    """
    students = list(students)
    check_class(name, students, secret=secret)
    homework = [assignment(name, student, secret=secret) for student in students]
    return write_sheets(
        out, name, lambda solved: [sheet(h, solution=solved) for h in homework], solution
    )


def write_sheets(
    out: str | Path, stem: str, sheets: Callable[[bool], list[Sheet]], solution: bool
) -> list[Path]:
    """Write sheets as PDF and LaTeX, and their solutions if these are wanted."""
    out = Path(out)
    out.mkdir(parents=True, exist_ok=True)
    made = []
    for solved in (False, True) if solution else (False,):
        name = f"{stem}-solution" if solved else stem
        pages = sheets(solved)
        made.append(write(out / f"{name}.tex", tex_source(pages)))
        made.append(write(out / f"{name}.pdf", pdf(pages)))
    return made
