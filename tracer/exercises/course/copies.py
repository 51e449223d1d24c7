"""Answers that are right for somebody else: nobody's homework has the keys of another's."""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import NamedTuple

WORD = re.compile(r"[\w.∞-]+")
TWO = 2  # answers that fit the same other tree; a single one may do so by chance,
LONG = 6  # unless it has this many parts,
FEW = 2  # and no more students than this share its key


class Answered(NamedTuple):
    """One student's answers and keys by question, as texts, and the questions they got right."""

    student: str
    given: Mapping[str, str]
    keys: Mapping[str, str]
    right: frozenset[str]


def parts(text: str) -> tuple[str, ...]:
    """The numbers and names in a text, in an order that does not depend on how it is written.

    >>> parts("['1.2', '1.1']") == parts("{'1.1', '1.2'}") == parts("'1.1, 1.2'")
    True
    """
    return tuple(sorted(WORD.findall(text)))


def copies(students: Iterable[Answered]) -> dict[str, dict[str, list[str]]]:
    """Per student the others whose trees their wrong answers fit, with the questions."""
    students = list(students)
    owners: dict[tuple[str, tuple[str, ...]], list[str]] = defaultdict(list)
    for entry in students:
        for question, key in entry.keys.items():
            # Where many answers are right, only the one that was given shows who copied it.
            given = [entry.given[question]] if question in entry.right else []
            for known in {parts(text) for text in (key, *given)}:
                owners[question, known].append(entry.student)
    found = {}
    for entry in students:
        fits: dict[str, list[str]] = defaultdict(list)
        sure = set()
        for question, text in entry.given.items():
            shared = owners.get((question, parts(text)), [])
            if question in entry.right or entry.student in shared:
                continue
            for other in shared:
                fits[other].append(question)
            if len(shared) <= FEW and len(parts(text)) >= LONG:
                sure.update(shared)
        kept = {who: asked for who, asked in fits.items() if len(asked) >= TWO or who in sure}
        if kept:
            most = max(map(len, kept.values()))
            found[entry.student] = {w: asked for w, asked in kept.items() if len(asked) == most}
    return found
