"""One student's marks, and those of a class together."""

import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from tracer.exercises.ask.feedback import Feedback
from tracer.exercises.ask.question import Question
from tracer.exercises.course.assignment import Asked
from tracer.exercises.course.overrides import TOTAL, Override
from tracer.exercises.course.rules import Rules
from tracer.exercises.course.submissions import Submission, plain
from trees.dewey import printable
from trees.number import show_count

MANY = 5  # students who cannot all be wrong everywhere
NOTHING: Mapping[str, str] = MappingProxyType({})


class Graded(NamedTuple):
    """A submission with its marks by question, which are numbers from 0 to 1."""

    submission: Submission
    marks: dict[str, Feedback]
    remarks: tuple[str, ...]  # on the file and the marks; the student sees them
    attempt: int = 0  # that of the homework, so that it is quickly drawn again
    given: Mapping[str, str] = NOTHING  # the answers as texts, computed ones included
    keys: Mapping[str, str] = NOTHING  # the right answers
    steps: Mapping[str, int | None] = MappingProxyType({})  # where answers first go wrong
    notes: tuple[str, ...] = ()  # for the lecturer only, because they name other students
    copied: bool = False  # whether answers fit the tree of somebody else
    overrides: Mapping[str, Override] = MappingProxyType({})  # by question, or for the total
    rules: Rules = Rules()
    days_late: int = 0

    def score(self, question: str) -> float:
        """The mark for a question, as changed by hand if it was."""
        changed = self.overrides.get(question)
        return changed.mark if changed else self.marks[question].score

    @property
    def told(self) -> tuple[str, ...]:
        """The remarks, and which answers cannot be read, which a page says in its place.

        A stranger's answers belong to a tree that nobody knows.
        """
        if not self.submission.listed:
            return self.remarks
        unread = [
            f"cannot be read: {name} ({mark.text.rstrip('.')})"
            for name, mark in self.marks.items()
            if not mark.readable
        ]
        return (*self.remarks, *unread)

    @property
    def said(self) -> tuple[str, ...]:
        """Everything that there is to say to the lecturer."""
        return (*self.told, *self.notes)

    @property
    def total(self) -> float:
        """The mark for everything, after lateness; one that was set by hand counts as it is."""
        if TOTAL in self.overrides:
            return self.overrides[TOTAL].mark
        earned = self.rules.total({question: self.score(question) for question in self.marks})
        return max(0.0, earned - self.rules.lost(self.days_late))

    @property
    def points(self) -> float:
        """What the total is worth."""
        return self.rules.points * self.total


def reckoned(question: Asked, entry: Graded, name: str) -> str:
    """How the mark for a partly right answer comes about, in numbers."""
    given = entry.given.get(name)
    if given is None or not isinstance(question, Question):
        return ""
    try:
        return question.reckoning(plain(given))
    except ValueError:
        return ""


def mistakes(graded: list[Graded]) -> dict[tuple[str, str], list[str]]:
    """Who answered according to a misconception or another convention, most common first.

    An answer that fits several counts once: for the one that most answers of the class fit, and
    among equals for the simplest.
    """
    left = [
        (entry.submission.student, {(question, fit): k for k, fit in enumerate(mark.fits)})
        for entry in graded
        for question, mark in entry.marks.items()
        if mark.fits
    ]
    found = {}
    while left:
        many = Counter(each for _, fits in left for each in fits)
        places = Counter[tuple[str, str]]()
        for _, fits in left:
            places.update(fits)
        best = min(many, key=lambda each: (-many[each], places[each], each))
        found[best] = [who for who, fits in left if best in fits]
        left = [(who, fits) for who, fits in left if best not in fits]
    return found


def of_class(graded: Sequence[Graded]) -> list[Graded]:
    """Those who have handed in something, without strangers, whose marks say nothing."""
    return [entry for entry in graded if entry.submission.file and entry.submission.listed]


def summary(graded: list[Graded]) -> str:
    """The results of the class in a few lines."""
    graded = (handed_in := of_class(graded)) or graded
    many = show_count(len(handed_in), "submission")
    lines = [f"{many}, mean mark {_mean([e.total for e in graded]):.0%}"]
    for question in graded[0].marks:
        lines.append(f"  {question}: {_mean([e.score(question) for e in graded]):.0%}")
    for (question, fit), who in list(mistakes(graded).items())[:10]:
        lines.append(f"  {len(who)} × {question}: {fit}")
    return "\n".join(lines)


def doubt(graded: list[Graded]) -> str:
    """A warning if so many are wrong that the trees cannot be those of the students; or empty."""
    asked = [entry for entry in graded if entry.given and entry.keys]
    if len(asked) < MANY or any(mark.right for entry in asked for mark in entry.marks.values()):
        return ""
    return (
        f"{len(asked)} students have answered, and nobody has a single question right. Was their "
        "homework made with this secret (or as practice), for this assignment and this class list?"
    )


def _mean(numbers: list[float]) -> float:
    return sum(numbers) / len(numbers)


def report_remarks(graded: list[Graded]) -> None:
    """Print remarks on submissions to stderr, one submission per line."""
    for entry in graded:
        if entry.said:
            place = entry.submission.file or entry.submission.student
            text = f"{place}: {'; '.join(entry.said)}"
            print(printable(text), file=sys.stderr)
