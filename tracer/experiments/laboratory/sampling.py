"""The measurements of the laboratory, tree after tree, so that every curve grows at once."""

from collections import deque
from collections.abc import Callable
from math import sqrt
from time import perf_counter
from typing import NamedTuple

from tracer.experiments.beyond import count_kind
from tracer.experiments.counting import search_named
from tracer.experiments.fast import ready
from tracer.experiments.intervals import t_factor
from tracer.experiments.laboratory.setup import LARGE, Limits, Point, Setup, points
from tracer.experiments.laboratory.theory import printed

HEAVY = 100_000  # leaves: such a tree can wait a few seconds for the kernels


class Reading(NamedTuple):
    """What was measured at a point: means, with half of their 95 % intervals."""

    x: float
    w: int
    d: int
    R: int | None
    p: float
    curve: str
    search: str
    trees: int
    nbp: float
    nbp_interval: float | None
    printed_nbp: int | None
    storage: float
    storage_interval: float | None
    largest_storage: int
    printed_storage: int | None


class Sampling:
    """A sample that grows in rounds, one more tree at each point; it can be stopped at any time."""

    def __init__(
        self,
        setup: Setup,
        limits: Limits = LARGE,
        compiling: Callable[[], bool] = lambda: False,
    ) -> None:
        self.points, self.left_out = points(setup, limits)
        self.setup = setup._replace(trees=min(setup.trees, limits.trees))
        self.rounds = 0  # that are complete
        self.searched = 0  # trees, at all points together
        self._compiling = compiling
        self._order = sorted(self.points, key=lambda p: (p.kind.w**p.kind.d, -(p.kind.R or 0)))
        self._found: dict[tuple[float, str], list[list[int]]] = {
            (point.x, curve): [] for point in self.points for curve in point.searches
        }
        self._round: deque[Point] = deque(self._order)

    @property
    def done(self) -> bool:
        """Whether every point has all its trees."""
        return self.rounds >= self.setup.trees

    @property
    def waiting(self) -> bool:
        """Whether the next tree is so large that it waits for the kernels."""
        w, d = self._round[0].kind[:2]
        return not self.done and w**d > HEAVY and self._compiling()

    def go_on(self, seconds: float) -> None:
        """Search more trees, at least one unless it waits, for about so many seconds."""
        end = perf_counter() + seconds
        while not self.done and not self.waiting:
            self._next()
            if perf_counter() >= end:
                break

    def _next(self) -> None:
        point = self._round[0]
        names = list(point.searches.values())
        job = point.kind._asdict() | {"seed": self.setup.seed + self.rounds, "searches": names}
        found = count_kind(job, compiled=ready(names))
        self._round.popleft()
        for curve, name in point.searches.items():
            self._found[point.x, curve].append(found[name])
        self.searched += 1
        if not self._round:
            self.rounds += 1
            self._round.extend(self._order)

    def stop(self) -> None:
        """Forget the round that is not complete, so that all points have the same trees.

        Without a complete round, the points that were measured stay.
        """
        if self.rounds:
            for sample in self._found.values():
                del sample[self.rounds :]
            self._round = deque(self._order)
            self.searched = self.rounds * len(self.points)

    def readings(self) -> list[Reading]:
        """What has been measured so far, by point and search."""
        return [
            self._reading(point, curve, self._found[point.x, curve])
            for point in self.points
            for curve in point.searches
            if self._found[point.x, curve]
        ]

    def _reading(self, point: Point, curve: str, sample: list[list[int]]) -> Reading:
        leaves, sizes = zip(*sample, strict=True)
        name = point.searches[curve]
        nbp, size = printed(point.kind, name)
        return Reading(
            *(point.x, *point.kind, curve, search_named(name)[0], len(sample)),
            *(*_mean(leaves), nbp, *_mean(sizes), max(sizes), size),
        )


def _mean(sample: tuple[int, ...]) -> tuple[float, float | None]:
    """The mean, and half of its 95 % interval if there is more than one tree."""
    n, total = len(sample), sum(sample)
    if n == 1:
        return float(total), None
    spread = n * sum(x * x for x in sample) - total * total  # exact, with whole numbers
    return total / n, t_factor(n) * sqrt(spread / (n - 1)) / n
