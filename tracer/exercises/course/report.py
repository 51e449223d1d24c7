"""A page about the whole class for the lecturer: marks, questions, mistakes, who is missing."""

from collections.abc import Sequence
from html import escape
from statistics import StatisticsError, correlation, mean, median

from tracer.exercises.course.assignment import Assignment
from tracer.exercises.course.feedback_page import STYLE, drawn
from tracer.exercises.course.graded import Graded, mistakes, of_class
from trees.dewey import printable
from trees.number import show_count

BARS = 10  # in the distribution of marks
HIGH, WIDE = 160, 48  # pixels of its bars
MOST_PICTURES = 8
MOST_NAMES = 30
TABLES = """
table { border-collapse: collapse; margin: 1rem 0; }
th, td { text-align: left; padding: 4px 14px 4px 0; border-bottom: 1px solid #8888; }
td.number, th.number { text-align: right; font-variant-numeric: tabular-nums; }
"""


def report_page(
    graded: Sequence[Graded], homework: Sequence[Assignment], *, names: bool = False
) -> str:
    """The page as HTML, complete in one file. It names students only if asked to."""
    handed_in = of_class(graded)
    title = f"{homework[0].plan.title}: the class"
    parts = [
        f"<!doctype html><html lang=en><meta charset=utf-8><title>{_safe(title)}</title>",
        f"<meta name=viewport content='width=device-width'><style>{STYLE}{TABLES}</style>",
        f"<main><h1>{_safe(title)}</h1>",
    ]
    if handed_in:
        parts += [_marks(handed_in), _questions(handed_in), _mistakes(graded, homework, names)]
    parts += [_people(graded, names), "</main>"]
    return "\n".join(parts) + "\n"


def _marks(graded: Sequence[Graded]) -> str:
    totals = [entry.total for entry in graded]
    said = (
        f"{show_count(len(totals), 'submission')}. The mean is {mean(totals):.0%}, "
        f"the median {median(totals):.0%}."
    )
    counts = [0] * BARS
    for total in totals:
        counts[min(BARS - 1, int(total * BARS))] += 1
    return f"<h2>Marks</h2><p>{said}</p>{_histogram(counts)}"


def _histogram(counts: list[int]) -> str:
    most = max(counts)
    bars = []
    for k, count in enumerate(counts):
        tall = round(HIGH * count / most)
        x, top = k * WIDE, HIGH + 20 - tall
        bars.append(
            f'<rect x="{x + 2}" y="{top}" width="{WIDE - 4}" height="{tall}" fill="#0072b2"/>'
            f'<text x="{x + WIDE / 2}" y="{top - 5}" text-anchor="middle">{count or ""}</text>'
            f'<text x="{x}" y="{HIGH + 38}" text-anchor="middle">{k * 100 // BARS}</text>'
        )
    wide = BARS * WIDE
    bars.append(f'<text x="{wide}" y="{HIGH + 38}" text-anchor="middle">100 %</text>')
    told = ", ".join(f"{k * 10} to {k * 10 + 10} %: {n}" for k, n in enumerate(counts) if n)
    return (
        f'<svg viewBox="-20 0 {wide + 50} {HIGH + 46}" width="{wide + 50}" role="img" '
        f'aria-label="How many students have which mark. {told}" font-size="14" '
        f'font-family="inherit" fill="currentColor">{"".join(bars)}</svg>'
    )


def _questions(graded: Sequence[Graded]) -> str:
    rows = []
    for question in graded[0].marks:
        scores = [entry.score(question) for entry in graded]
        rest = [
            sum(entry.score(other) for other in entry.marks if other != question)
            for entry in graded
        ]
        full = sum(score == 1 for score in scores) / len(scores)
        rows.append((question, f"{mean(scores):.0%}", f"{full:.0%}", discrimination(scores, rest)))
    return (
        "<h2>Questions</h2>"
        + _table(("question", "mean", "all right", "discrimination"), rows)
        + "<p>Discrimination is the correlation with the other questions. Near 1, those who do "
        "well elsewhere do well here; near 0 or below, look at the question again.</p>"
    )


def discrimination(scores: Sequence[float], rest: Sequence[float]) -> str:
    """The correlation of a question with the others, if there is one.

    >>> discrimination([0, 1, 1], [0, 1, 2]), discrimination([1, 1], [0, 1])
    ('0.87', '–')
    """
    try:
        return f"{correlation(scores, rest):.2f}"
    except StatisticsError:  # all alike, or only one student
        return "–"


def _mistakes(graded: Sequence[Graded], homework: Sequence[Assignment], names: bool) -> str:
    found = sorted(mistakes(of_class(graded)).items(), key=lambda item: (-len(item[1]), item[0]))
    if not found:
        return "<h2>Mistakes</h2><p>No answer fits a known mistake.</p>"
    by_student = {
        entry.submission.student: (entry, asked)
        for entry, asked in zip(graded, homework, strict=True)
    }
    parts = ["<h2>Mistakes</h2><p>Wrong answers that a known mistake explains.</p>"]
    for k, ((question, fit), who) in enumerate(found):
        told = f" ({_listed(who)})" if names else ""
        parts.append(f"<h3>{_safe(question)}: {_safe(fit)}</h3>")
        parts.append(f"<p>{show_count(len(who), 'student')}{told}</p>")
        entry, asked = by_student[who[0]]
        step = entry.steps.get(question)
        if k < MOST_PICTURES and step is not None:
            picture = drawn(asked.questions[question], step)
            if picture:
                parts.append(f"<p>Where it goes wrong on one of their trees, step {step}:</p>")
                parts.append(picture)
    return "\n".join(parts)


def _people(graded: Sequence[Graded], names: bool) -> str:
    missing = [e.submission.student for e in graded if not e.submission.file]
    copied = [e.submission.student for e in graded if e.copied]
    late = [e.submission.student for e in graded if e.days_late]
    unknown = [e.submission.student for e in graded if not e.submission.listed]
    groups = (
        ("handed in nothing", missing),
        ("late", late),
        ("answers fit the tree of somebody else", copied),
        ("not on the class list", unknown),
    )
    rows = [(what, str(len(who)), *((_listed(who),) if names else ())) for what, who in groups]
    return "<h2>People</h2>" + _table(("", "students", *(("who",) if names else ())), rows)


def _listed(who: Sequence[str]) -> str:
    more = f" and {len(who) - MOST_NAMES} more" if len(who) > MOST_NAMES else ""
    return _safe(", ".join(who[:MOST_NAMES]) + more)


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    def line(cells: Sequence[str], tag: str) -> str:
        numbers = [cell.rstrip("%").replace(".", "").lstrip("-–").isdigit() for cell in rows[0]]
        return "".join(
            f"<{tag}{' class=number' if number else ''}>{cell}</{tag}>"
            for cell, number in zip(cells, numbers, strict=True)
        )

    safe = [
        line([_safe(cell) if k == 0 else cell for k, cell in enumerate(row)], "td") for row in rows
    ]
    heading = line([head or "&nbsp;" for head in heads], "th")
    return f"<table><tr>{heading}</tr>{''.join(f'<tr>{row}</tr>' for row in safe)}</table>"


def _safe(words: str) -> str:
    return escape(printable(words))
