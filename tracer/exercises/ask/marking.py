"""Marks: how far an answer agrees with the key, beyond what a guess would.

Only complete agreement gets full marks.
"""

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from typing import Any


def mark_sequence(key: Sequence[Hashable], given: Sequence[Hashable]) -> float:
    """The length of the longest common subsequence, divided by that of the longer list."""
    return _share(*_sequence(key, given))


def _sequence(key: Sequence[Hashable], given: Sequence[Hashable]) -> tuple[int, int]:
    return _longest_common(key, given), max(len(key), len(given))


def _share(right: int, of: int) -> float:
    return right / of if of else 1.0


def _longest_common(key: Sequence[Hashable], given: Sequence[Hashable]) -> int:
    """The length of the longest common subsequence, a row of the table at a time.

    A 0 bit marks where the row grows: Hyyrö, "Bit-parallel LCS-length computation revisited", 2004.
    """
    places: defaultdict[Hashable, int] = defaultdict(int)
    for j, y in enumerate(given):
        places[y] |= 1 << j
    ones = row = (1 << len(given)) - 1
    for x in key:
        here = row & places.get(x, 0)
        row = (row + here | row - here) & ones
    return len(given) - row.bit_count()


def mark_set(key: frozenset[Any], given: frozenset[Any]) -> float:
    """The size of the intersection, divided by that of the union."""
    return _share(*_set(key, given))


def _set(key: frozenset[Any], given: frozenset[Any]) -> tuple[int, int]:
    return len(key & given), len(key | given)


def mark_mapping(key: Mapping[Any, Any], given: Mapping[Any, Any]) -> float:
    """The number of right entries, divided by the number of entries asked for or given."""
    return _share(*_mapping(key, given))


def _mapping(key: Mapping[Any, Any], given: Mapping[Any, Any]) -> tuple[int, int]:
    right = sum(bool(given.get(k) == v) for k, v in key.items())
    return right, len(key.keys() | given.keys())


def mark_exact(key: Any, given: Any) -> float:
    """All or nothing."""
    return float(key == given)


RULES = {
    mark_sequence: "the longest part in the right order, divided by the length of the longer list",
    mark_set: "the nodes in both your answer and the key, divided by the nodes in either",
    mark_mapping: "the share of entries that are right",
    mark_exact: "all or nothing",
}
# What the shares are made of: how many parts agree, and of how many.
PARTS: dict[Callable[..., float], Callable[[Any, Any], tuple[int, int]]] = {
    mark_sequence: _sequence,
    mark_set: _set,
    mark_mapping: _mapping,
}


def above_guessing(raw: float, guesses: Iterable[float]) -> float:
    """The mark when the best wrong guess is worth 0 and the right answer 1; never below 0.

    >>> above_guessing(0.75, [0.5, 0.2]), above_guessing(0.5, [0.6]), above_guessing(1, [1, 0.6])
    (0.5, 0.0, 1.0)
    """
    guess = best_guess(guesses)
    return max(0.0, (raw - guess) / (1 - guess))


def best_guess(guesses: Iterable[float]) -> float:
    """How far the best wrong guess agrees with the key."""
    return max((g for g in guesses if g < 1), default=0.0)
