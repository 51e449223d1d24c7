"""Where texts go: each takes the first of its possible places that is still free."""

from collections.abc import Iterable
from math import floor, inf
from typing import NamedTuple

ROW = 40.0  # boxes and lines are sorted into rows of this height, so that few are compared
AIR = 2.0  # left and right of a text
TOUCH = 0.5  # how far boxes may overlap and still count as side by side

Segment = tuple[float, float, float, float]  # from x, y to x, y


class Box(NamedTuple):
    """A rectangle that is taken or may be taken."""

    left: float
    top: float
    right: float
    bottom: float


class Place(NamedTuple):
    """A place for a text; `align` says which point of it is at x: start, middle or end."""

    x: float
    y: float  # its middle
    align: str = "middle"

    def box(self, width: float, height: float) -> Box:
        """The box of a text of this size."""
        left = self.x - {"start": 0.0, "middle": 0.5, "end": 1.0}[self.align] * width
        return Box(left, self.y - height / 2, left + width, self.y + height / 2)


class Space:
    """What is taken already: boxes, which no text may meet, and lines, which none should cross."""

    def __init__(self, bounds: Box) -> None:
        self.bounds = bounds
        self.boxes: dict[int, list[Box]] = {}
        self.lines: dict[int, list[Segment]] = {}

    def copy(self) -> "Space":
        """The same space, to be filled further without changing this one."""
        same = Space(self.bounds)
        same.boxes = {row: list(boxes) for row, boxes in self.boxes.items()}
        same.lines = {row: list(lines) for row, lines in self.lines.items()}
        return same

    def take(self, box: Box) -> None:
        """Let no text meet this box."""
        for row in _rows(box.top, box.bottom):
            self.boxes.setdefault(row, []).append(box)

    def avoid(self, line: Segment) -> None:
        """Let no text cross this line if it can stand elsewhere."""
        for row in _rows(*sorted((line[1], line[3]))):
            self.lines.setdefault(row, []).append(line)

    def place(
        self, places: Iterable[Place], width: float, height: float, *, most: float = inf
    ) -> Place | None:
        """The first free place, of those that cross the fewest lines and at most so many.

        It is taken from now on.
        """
        best, fewest = None, most + 1
        for place in places:
            box = _with_air(place.box(width, height))
            if self.is_free(box) and (crossings := self._crossings(box)) < fewest:
                best, fewest = place, crossings
                if not fewest:
                    break
        if best:
            self.take(_with_air(best.box(width, height)))
        return best

    def is_free(self, box: Box) -> bool:
        """Whether a box is within bounds and meets no other."""
        b = self.bounds
        if not (b.left <= box.left and box.right <= b.right):
            return False
        if not (b.top <= box.top and box.bottom <= b.bottom):
            return False
        rows = _rows(box.top, box.bottom)
        return not any(_meet(box, other) for r in rows for other in self.boxes.get(r, ()))

    def _crossings(self, box: Box) -> int:
        rows = _rows(box.top, box.bottom)
        lines = {line for r in rows for line in self.lines.get(r, ())}
        return sum(crosses(line, box) for line in lines)


def _with_air(box: Box) -> Box:
    return Box(box.left - AIR, box.top, box.right + AIR, box.bottom)


def _rows(top: float, bottom: float) -> range:
    return range(floor(top / ROW), floor(bottom / ROW) + 1)


def _meet(a: Box, b: Box) -> bool:
    return (
        a.left < b.right - TOUCH
        and b.left < a.right - TOUCH
        and a.top < b.bottom - TOUCH
        and b.top < a.bottom - TOUCH
    )


def crosses(line: Segment, box: Box) -> bool:
    """Whether part of a line is inside a box: clip it by one pair of sides after the other."""
    x, y, u, v = line
    start, end = 0.0, 1.0
    for at, by, low, high in (x, u - x, box.left, box.right), (y, v - y, box.top, box.bottom):
        if by:
            a, b = sorted(((low - at) / by, (high - at) / by))
            start, end = max(start, a), min(end, b)
        elif not low <= at <= high:
            return False
    return start < end
