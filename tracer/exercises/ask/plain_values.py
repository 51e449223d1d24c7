"""Turn what a student hands in into plain values, so that no object decides how it is compared.

Nothing that belongs to the object runs: subclasses of Python's own types are read with the methods
of those types, and anything else is refused.
"""

import sys
from collections.abc import Iterable
from decimal import Decimal
from fractions import Fraction
from typing import Any

LONGEST = 100_000  # the most entries an answer may have, nested ones included
LONGEST_TEXT = 100_000  # characters
DEEPEST = 10  # lists within lists
PLAIN = "Write plain values: numbers, strings, lists, tuples or dicts"


class AnswerError(ValueError):
    """Raised when an answer cannot be read; the message is for the student."""


def plain(given: Any) -> Any:
    """The same value, made of exactly int, float, bool, str, list, tuple, frozenset and dict.

    NumPy's numbers and arrays count as numbers and lists, and fractions as numbers.

    >>> plain([Fraction(16, 2), ("1.1", {2})])
    [8, ('1.1', frozenset({2}))]
    """
    return _Plain().convert(given, 0)


class _Plain:
    def __init__(self) -> None:
        self.entries = 0

    def convert(self, part: Any, depth: int) -> Any:
        if part is None or part is Ellipsis or part is True or part is False:
            return part
        kind = type(part)
        if depth > DEEPEST:
            raise AnswerError(f"This answer is nested too deeply. {PLAIN}")
        if issubclass(kind, str):
            return _short(str.__str__(part))
        if issubclass(kind, int):
            return int.__int__(part)
        if issubclass(kind, float):
            return float.__float__(part)
        if issubclass(kind, list):
            return list(self.all(list.__len__(part), list.__iter__(part), depth))
        if issubclass(kind, tuple):
            return tuple(self.all(tuple.__len__(part), tuple.__iter__(part), depth))
        for base in (set, frozenset):
            if issubclass(kind, base):
                return frozenset(self.all(base.__len__(part), base.__iter__(part), depth))
        if issubclass(kind, dict):
            return self.pairs(part, depth)
        if kind in (Fraction, Decimal):
            return int(part) if part == part // 1 else float(part)
        return self.numpy(part, kind, depth)

    def all(self, many: int, parts: Iterable[Any], depth: int) -> Iterable[Any]:
        self.entries += many
        if self.entries > LONGEST:
            raise AnswerError(f"This answer has more than {LONGEST:,} entries. Write fewer")
        return (self.convert(part, depth + 1) for part in parts)

    def pairs(self, part: Any, depth: int) -> dict[Any, Any]:
        keys = list(self.all(dict.__len__(part), dict.__iter__(part), depth))
        found = dict(zip(keys, self.all(0, dict.values(part), depth), strict=True))
        if len(found) < len(keys):
            raise AnswerError("Two keys of this dict are equal. Write each one once")
        return found

    def numpy(self, part: Any, kind: type, depth: int) -> Any:
        numpy = sys.modules.get("numpy")  # whoever has one of its values has imported it
        if numpy is not None and issubclass(kind, numpy.generic):
            item = numpy.generic.item(part)
            if type(item) is not kind:
                return self.convert(item, depth + 1)
        if numpy is not None and issubclass(kind, numpy.ndarray):
            if numpy.ndarray.size.__get__(part) <= LONGEST:
                return self.convert(numpy.ndarray.tolist(part), depth)
            raise AnswerError(f"This answer has more than {LONGEST:,} entries. Write fewer")
        raise AnswerError(f"An object of type {kind.__name__[:80]} cannot be read. {PLAIN}")


def _short(text: str) -> str:
    if len(text) > LONGEST_TEXT:
        raise AnswerError(f"This text has more than {LONGEST_TEXT:,} characters. Write less")
    return text
