"""Marks: how far an answer agrees with the key. Only complete agreement gets full marks."""

from collections.abc import Mapping, Sequence
from typing import Any


def mark_sequence(key: Sequence[Any], given: Sequence[Any]) -> float:
    """The length of the longest common subsequence, divided by that of the longer list."""
    if not key and not given:
        return 1.0
    lengths = [0] * (len(given) + 1)
    for x in key:
        diagonal = 0
        for j, y in enumerate(given, 1):
            diagonal, lengths[j] = (
                lengths[j],
                diagonal + 1 if x == y else max(lengths[j], lengths[j - 1]),
            )
    return lengths[-1] / max(len(key), len(given))


def mark_set(key: frozenset[Any], given: frozenset[Any]) -> float:
    """The size of the intersection, divided by that of the union."""
    return len(key & given) / len(key | given) if key | given else 1.0


def mark_mapping(key: Mapping[Any, Any], given: Mapping[Any, Any]) -> float:
    """The number of right entries, divided by the number of entries asked for or given."""
    right = sum(bool(given.get(k) == v) for k, v in key.items())
    return right / len(key.keys() | given.keys())


def mark_exact(key: Any, given: Any) -> float:
    """All or nothing."""
    return float(key == given)


RULES = {
    mark_sequence: "the longest part in the right order, divided by the length of the longer list",
    mark_set: "the nodes in both your answer and the key, divided by the nodes in either",
    mark_mapping: "the share of entries that are right",
    mark_exact: "all or nothing",
}
