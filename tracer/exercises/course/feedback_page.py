"""A feedback page for one student: every question with its mark and the hints that are allowed."""

from collections.abc import Iterable
from html import escape

from tracer.draw import text
from tracer.exercises.ask.question import Question
from tracer.exercises.course.assignment import Asked, Assignment
from tracer.exercises.course.graded import Graded, reckoned
from trees.dewey import printable

STYLE = """
:root { color-scheme: light dark; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 48rem; margin: 2rem auto; padding: 0 1rem; }
h2 { font-size: 1.1rem; margin: 2rem 0 .5rem; }
.mark { border-left: 4px solid #d55e00; padding: 2px 12px; }
.mark.right { border-color: #009e73; }
.rule { color: color-mix(in srgb, currentColor 70%, transparent); font-size: .9rem; }
.hint { white-space: pre-line; overflow-wrap: anywhere; }
svg { max-width: 100%; height: auto; }
pre { overflow-x: auto; line-height: 1.25; }
@media print {
  body { margin: 0; max-width: none; }
  h2, h3 { break-after: avoid; }
  svg, tr, .mark { break-inside: avoid; }
}
"""
LONGEST = 50  # characters of a file name, which take at most 200 of the 255 bytes it may have
NOT_IN_NAMES = frozenset('/\\:*?"<>|')  # on some system or other


def page_names(students: Iterable[str]) -> dict[str, str]:
    """A file name for the page of each student: printable, on any system, and unique."""
    plain = {student: _file_name(student) for student in students}
    names: dict[str, str] = {}
    taken: set[str] = set()
    for student in sorted(plain, key=lambda student: (plain[student] != student, student)):
        name, k = plain[student], 1
        while name.casefold() in taken:
            k += 1
            name = f"{plain[student]}-{k}"
        taken.add(name.casefold())
        names[student] = f"{name}.html"
    return names


def _file_name(student: str) -> str:
    kept = (c if c.isprintable() and c not in NOT_IN_NAMES else "_" for c in student)
    name = "".join(kept)[:LONGEST]
    return f"_{name[1:]}" if name.startswith(".") else name  # not hidden


def feedback_page(homework: Assignment, graded: Graded) -> str:
    """The page as HTML, complete in one file; it shows every hint that the marks contain."""
    title = f"{homework.plan.title}: {graded.submission.name or homework.student}"
    parts = [
        f"<!doctype html><html lang=en><meta charset=utf-8><title>{_safe(title)}</title>",
        f"<meta name=viewport content='width=device-width'><style>{STYLE}</style>",
        f"<h1>{_safe(title)}</h1><p>Total: {_safe(total_in_words(graded))}</p>",
        *(f"<p>Remark: {_safe(remark)}.</p>" for remark in graded.remarks),
    ]
    for number, (name, question) in enumerate(homework.questions.items(), 1):
        parts.append(_part(number, name, question, graded))
    return "\n".join(parts) + "\n"


def total_in_words(graded: Graded) -> str:
    """The total with its points."""
    return f"{graded.total:.0%}, {graded.points:.4g} of {graded.rules.points:g} points"


def _part(number: int, name: str, question: Asked, graded: Graded) -> str:
    mark, changed = graded.marks[name], graded.overrides.get(name)
    right = " right" if mark.right else ""
    picture = drawn(question, mark.step) if mark.step is not None else ""
    weight = graded.rules.weights.get(name, 1.0)
    counts = "" if weight == 1 else f" This question counts {weight:g} times."
    given = graded.given.get(name, "")
    here = f" Here: {_safe(found)}." if (found := reckoned(question, graded, name)) else ""
    by_hand = f"{changed.mark:.0%}. {changed.reason}" if changed else ""
    told = (
        ("Your answer", given),
        ("Why", mark.why),
        ("Answer", mark.answer),
        ("Changed by hand", by_hand),
    )
    shown = "".join(
        f"<p class=hint><strong>{head}.</strong> {_lines(text)}</p>" for head, text in told if text
    )
    return (
        f"<h2>{number}. {_safe(question.prompt)}</h2>"
        f"<p class=rule>Marks: {_safe(question.rule)}.{here}{counts}</p>"
        f'<p class="mark{right}">{_safe(str(mark))}</p>{shown}{picture}'
    )


def drawn(question: Asked, step: int) -> str:
    """The step where the answer goes wrong, as a picture if possible or else as text."""
    if not isinstance(question, Question):
        return ""
    try:
        from tracer.draw.dot import svg

        return svg(question.trace.frame(step))
    except ImportError:
        return f"<pre>{_lines(text.describe(question.trace.frame(step)))}</pre>"


def _lines(words: str) -> str:
    return "\n".join(map(_safe, words.strip().split("\n")))


def _safe(words: str) -> str:
    return escape(printable(words))
