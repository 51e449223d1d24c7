"""Worksheets on paper: one tree per student, the questions, and lines to write on.

The content of a sheet is worked out once; two writers typeset it, one in Typst for PDF and one in
LaTeX.
"""

from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from tracer.algorithms.registry import algorithm_of
from tracer.draw.layout import CROWDED
from tracer.draw.picture import Picture, Text, picture
from tracer.draw.tikz import escape_tex, tikz
from tracer.exercises.ask.construct import Change, Find, Reorder
from tracer.exercises.ask.question import Question
from tracer.exercises.ask.question_kinds import KINDS
from tracer.exercises.code.check import Write
from tracer.exercises.course.assignment import Asked, Assignment, assignment
from tracer.exercises.course.fairness import check_class
from tracer.support.extras import needs
from tracer.support.files import write
from tracer.trace.trace import record
from trees.dewey import dewey, printable
from trees.number import show, show_count
from trees.tree import Tree

WIDTH = 482.0  # points of text on A4 between margins of two centimetres
LINES = {"leaves": 2, "cuts": 2, "values": 2, "open": 4, "backup": 4, "write": 16}
VARIANT = "variant "  # a sheet without a student is called this, with a number
HINT = (
    "Nodes are named by their Dewey numbers: the root is 0, its children are 1, 2, …, and 1.2 is "
    "the second child of 1. MAX moves at squares, MIN at circles."
)


class Asking(NamedTuple):
    """A question on paper: its text, the number of lines below it, and the solution."""

    prompt: str
    lines: int
    answer: str
    reasons: tuple[tuple[int, str], ...]  # lines of text, each after its indent


class Sheet(NamedTuple):
    """One student's sheet."""

    title: str
    name: str
    seed: str
    drawing: Picture
    questions: tuple[Asking, ...]
    solution: bool


def sheet(homework: Assignment, *, solution: bool = False) -> Sheet:
    """Make one student's sheet."""
    plan = homework.plan
    trace = record(plan.search, homework.tree, **plan.options)
    frame = trace.frame(len(trace) if solution else 0)
    drawing = picture(frame, theme="print", names=False, caption=False)
    _number_nodes(drawing, homework.tree)
    if not solution:
        drawing.glyphs = [
            m._replace(look=m.look._replace(ink="#000000", stroke="#000000"))
            for m in drawing.glyphs
        ]
    return Sheet(
        plan.title,
        _name_line(homework.student, solution),
        f"{homework.name}:{homework.student}{' (practice)' if homework.practice else ''}",
        drawing,
        tuple(_asking(question) for question in homework.questions.values()),
        solution,
    )


def _name_line(student: str, solution: bool) -> str:
    if solution:
        return f"Solution: {student}"
    blank = "Name: ______________________   "
    return f"{blank}{student}" if student.startswith(VARIANT) else f"Name: {student}"


def _number_nodes(drawing: Picture, tree: Tree) -> None:
    """Number every node, in type small enough to fit: on paper there is nothing to hover over.

    Leaves in two rows are not numbered, for lack of room.
    """
    leaves = {glyph.key for glyph in drawing.glyphs if tree.is_leaf(dewey(glyph.key))}
    crowded = len(leaves) > CROWDED
    for glyph in drawing.glyphs:
        name = tree.name(dewey(glyph.key))
        size = min(13, 78 / max(1, len(name)))
        if glyph.key in leaves and crowded:
            continue
        if glyph.key in leaves:
            drawing.texts.append(Text(glyph.x, glyph.y + 23, name, size, "#000000", kind="name"))
        else:
            at = glyph.x - 18, glyph.y - 13
            drawing.texts.append(Text(*at, name, size, "#000000", align="end", kind="name"))
    drawing.bottom += 12


def _asking(question: Asked) -> Asking:
    prompt = question.prompt
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
        lines = [line.text for line in algorithm_of(question.search).listing({})]
        listing = tuple((len(text) - len(text.lstrip()), text) for text in lines)
        return Asking(prompt, LINES["write"], "", listing)
    if isinstance(question, Reorder):
        leaves = show_count(question.best, "leaf", "leaves")
        order = ", ".join(map(show, question.answer))
        return Asking(prompt, 2, f"Any order that needs {leaves}, such as {order}.", ())
    if isinstance(question, Change):
        leaf, value = question.answer
        return Asking(prompt, 1, f"{leaf}: {show(value)}", ())
    assert isinstance(question, Find)
    return Asking(prompt, 4, f"Any such tree; for example, {question.answer}.", ())


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
        f"#counter(page).update(1)\n#set page(footer: text(size: 8pt, {_string(s.seed)}))",
        "#grid(columns: (1fr, auto), "
        f"text(size: 17pt, weight: 700, {_string(s.title)}), text(size: 12pt, {_string(s.name)}))",
        "#line(length: 100%, stroke: 0.6pt)",
        f"#text(size: 9pt, {_string(HINT)})",
        "#v(4pt)",
        _typst_drawing(s.drawing),
        "#v(6pt)",
    ]
    for number, asked in enumerate(s.questions, 1):
        parts.append(_typst_question(number, asked, s.solution))
    return "\n".join(parts) + "\n"


def _typst_question(number: int, asked: Asking, solution: bool) -> str:
    prompt = f"#block(above: 14pt, text(weight: 700, {_string(f'{number}. {asked.prompt}')}))"
    rule = "#v(20pt)#line(length: 100%, stroke: 0.5pt)"
    if not solution:
        return "#block(breakable: false)[" + prompt + rule * asked.lines + "]"
    lines = [f"#block(above: 8pt, text(size: 11pt, {_string(asked.answer)}))"]
    for indent, text in asked.reasons:
        words = f"text(size: 9pt, {_string(text)})"
        lines.append(f"#block(above: 4pt, inset: (left: {indent / 3:.1f}em), {words})")
    return prompt + "\n" + "\n".join(lines)


def _typst_drawing(made: Picture) -> str:
    scale = min(1.0, WIDTH / (made.right - made.left))

    def at(x: float, y: float) -> tuple[str, str]:
        return f"{(x - made.left) * scale:.2f}pt", f"{(y - made.top) * scale:.2f}pt"

    def size(length: float) -> str:
        return f"{length * scale:.2f}pt"

    def line(segment: tuple[float, ...], width: float, dash: str, paint: str) -> str:
        start, end = (", ".join(at(*segment[i : i + 2])) for i in (0, 2))
        stroke = f"(paint: {paint}, thickness: {width:.2f}pt, dash: {_string(dash)})"
        return f"#place(line(start: ({start}), end: ({end}), stroke: {stroke}))"

    parts = []
    for edge in made.edges:
        look = edge.look.edge
        paint = f"rgb({_string(look.stroke)})"
        parts.append(line(edge.line, look.width * 0.8, look.dash, paint))
        parts += [line(stroke, 1.2, "solid", "black") for stroke in edge.strokes]
    for glyph in made.glyphs:
        seen = glyph.look
        x, y = at(glyph.x - 15, glyph.y - 15)
        round_ = seen.shape == "circle"
        shape = f"circle(radius: {size(15)}" if round_ else f"square(size: {size(30)}"
        stroke = (
            f"(paint: rgb({_string(seen.stroke)}), thickness: {seen.width * 0.8:.2f}pt, "
            f"dash: {_string(seen.dash)})"
        )
        words = (
            f"set align(center + horizon); text(size: {size(seen.size * 0.9)}, "
            f"fill: rgb({_string(seen.ink)}), {_string(seen.text)})"
        )
        parts.append(
            f"#place(dx: {x}, dy: {y}, {shape}, fill: rgb({_string(seen.fill)}), "
            f"stroke: {stroke}, inset: 0pt, {{{words}}}))"
        )
    for text in made.texts:
        shift = {"start": 0, "middle": 60, "end": 120}[text.align]
        side = {"start": "left", "middle": "center", "end": "right"}[text.align]
        x, y = at(text.x - shift, text.y - 10)
        parts.append(
            f"#place(dx: {x}, dy: {y}, box(width: {size(120)}, height: {size(20)}, "
            f"align({side} + horizon, text(size: {size(text.size)}, {_string(text.text)}))))"
        )
    box = f"box(width: {size(made.right - made.left)}, height: {size(made.bottom - made.top)})"
    return f"#align(center, {box}[\n" + "\n".join(parts) + "\n])"


def _string(text: str) -> str:
    r"""A Typst string literal.

    >>> print(_string('a "b" \\ #c'))
    "a \"b\" \\ #c"
    """
    return '"' + printable(text).replace("\\", "\\\\").replace('"', '\\"') + '"'


def pdf(sheets: Iterable[Sheet]) -> bytes:
    """All sheets as one PDF."""
    typst = needs("typst", "course")
    made: bytes = typst.compile(typst_source(sheets).encode("utf-8"))
    return made


# LaTeX


def tex_source(sheets: Iterable[Sheet]) -> str:
    """A LaTeX document with the same content, and the trees in TikZ."""
    head = (
        "\\documentclass[a4paper,11pt]{article}\n"
        "\\usepackage[margin=2cm]{geometry}\n\\usepackage[T1]{fontenc}\n"
        "\\usepackage{textcomp,tikz,adjustbox}\n\\usetikzlibrary{shapes.geometric}\n"
        "\\setlength{\\parindent}{0pt}\n\\pagestyle{empty}\n"
        "\\newcommand{\\answerline}{\\par\\vspace{20pt}\\hrule}\n\\begin{document}\n"
    )
    return head + "\\newpage\n".join(map(_tex_sheet, sheets)) + "\\end{document}\n"


def _tex_sheet(s: Sheet) -> str:
    parts = [
        f"{{\\Large\\bfseries {_tex(s.title)}}}\\hfill {_tex(s.name)}\\par",
        "\\smallskip\\hrule\\smallskip",
        f"{{\\small {_tex(HINT)}}}\\par\\medskip",
        "\\begin{adjustbox}{max width=\\textwidth,center}",
        tikz(s.drawing, standalone=False).rstrip(),
        "\\end{adjustbox}",
    ]
    for number, asked in enumerate(s.questions, 1):
        parts.append(f"\\bigskip\\textbf{{{number}. {_tex(asked.prompt)}}}\\par")
        if s.solution:
            parts.append(f"{_tex(asked.answer)}\\par")
            for indent, text in asked.reasons:
                parts.append(f"{{\\small\\hspace*{{{indent / 3:.1f}em}}{_tex(text)}}}\\par")
        else:
            parts.append("\\answerline" * asked.lines)
    parts.append(f"\\vfill{{\\footnotesize {_tex(s.seed)}}}")
    return "\n".join(parts) + "\n"


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
    out = Path(out)
    out.mkdir(parents=True, exist_ok=True)
    written_to = []
    for solved in (False, True) if solution else (False,):
        sheets = [sheet(each, solution=solved) for each in homework]
        stem = f"{name}-solution" if solved else name
        written_to.append(write(out / f"{stem}.tex", tex_source(sheets)))
        written_to.append(write(out / f"{stem}.pdf", pdf(sheets)))
    return written_to
