"""How far a mean may be off, and how many of many means should be off by chance.

We know the spread of our own trees, but not that of the printed means. So we take the spread of
both to be ours. The searches of a sample run on the same trees and share their luck, so misses
come together; how many to expect is found by drawing from our trees again and again, all searches
at once.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from math import atan, cos, pi, sin, sqrt
from random import Random
from statistics import fmean, stdev
from typing import NamedTuple

CONFIDENCE = 0.95
PRINTED_TREES = 100  # per cell, in the thesis

Sample = Mapping[str, Sequence[float]]  # by search: the number of leaves of each tree


@cache
def t_factor(n: int) -> float:
    """How many standard errors the interval of a mean over n trees extends to either side."""
    low, high = 0.0, 1000.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if _inside(middle, n - 1) < CONFIDENCE else (low, middle)
    return high


def _inside(t: float, freedom: int) -> float:
    """The probability that Student's t is within ±t (Abramowitz and Stegun 26.7.3, 26.7.4)."""
    angle = atan(t / sqrt(freedom))
    if freedom % 2:
        term, total = cos(angle), cos(angle) if freedom > 1 else 0.0
        for k in range(3, freedom - 1, 2):
            term *= (k - 1) / k * cos(angle) ** 2
            total += term
        return 2 / pi * (angle + sin(angle) * total)
    term = total = 1.0
    for k in range(2, freedom - 1, 2):
        term *= (k - 1) / k * cos(angle) ** 2
        total += term
    return sin(angle) * total


def difference_factor(n: int) -> float:
    """How many of our standard errors we and the printed mean may differ, with n trees of ours."""
    return t_factor(n) * sqrt(1 + n / PRINTED_TREES)


class Misses(NamedTuple):
    """How many cells should miss their interval by chance: the mean, and the usual range."""

    cells: int
    mean: float
    low: int
    high: int


def misses_by_chance(samples: Sequence[Sample], repeats: int = 500, seed: int = 1) -> Misses:
    """How many cells would miss if the printed trees were drawn as ours are."""
    random = Random(seed)
    found = [0] * repeats
    for sample in samples:
        n = len(next(iter(sample.values())))
        widths = {
            name: difference_factor(n) * stdev(leaves) / sqrt(n) for name, leaves in sample.items()
        }
        for k in range(repeats):
            ours, printed = (random.choices(range(n), k=m) for m in (n, PRINTED_TREES))
            for name, leaves in sample.items():
                apart = fmean([leaves[i] for i in ours]) - fmean([leaves[i] for i in printed])
                found[k] += abs(apart) > widths[name]
    found.sort()
    tail = round(repeats * (1 - CONFIDENCE) / 2)
    return Misses(sum(map(len, samples)), fmean(found), found[tail], found[-1 - tail])
