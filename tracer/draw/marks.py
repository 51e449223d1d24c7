"""A picture as marks on paper: shapes, lines and texts, which every output format can draw.

Positions are in points, with y pointing down. The ground is transparent.
"""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from tracer.draw.labels import Box, Place
from tracer.draw.lettering import text_width
from tracer.draw.style import SOLID, Theme
from trees.dewey import printable

Point = tuple[float, float]


class Shape(NamedTuple):
    """A box, an ellipse, a triangle (up or down) or a ring around something, around (x, y).

    The key of a node is its Dewey number, prefixed with the frame number in a filmstrip. `fill` is
    empty if the ground shows through.
    """

    key: str
    form: str
    x: float
    y: float
    w: float
    h: float
    fill: str
    stroke: str
    width: float
    dash: str = SOLID
    classes: tuple[str, ...] = ()

    @property
    def is_node(self) -> bool:
        """Whether this is a node of the tree."""
        return bool(self.classes) and self.classes[0].startswith("s-")

    def corners(self) -> list[Point]:
        """The corners of a triangle."""
        tip, base = self.y - self.h / 2, self.y + self.h / 2
        if self.form == "down":
            tip, base = base, tip
        return [(self.x, tip), (self.x - self.w / 2, base), (self.x + self.w / 2, base)]


class Line(NamedTuple):
    """A straight line between two points, or a curve given by two more (a cubic Bézier curve)."""

    points: tuple[Point, ...]
    stroke: str
    width: float
    dash: str = SOLID
    classes: tuple[str, ...] = ()
    ends: tuple[str, str] = ("", "")  # the keys of the nodes that it connects

    @property
    def is_strike(self) -> bool:
        """Whether this is part of the double stroke through the edge to what is cut off."""
        return "strike" in self.classes


class Text(NamedTuple):
    """One line of text; `align` says which point of it is at x: start, middle or end."""

    x: float
    y: float  # its middle
    text: str
    size: float
    ink: str
    bold: bool = False
    italic: bool = False
    align: str = "middle"
    kind: str = "note"  # value, name, window, why, side, count, title, caption, list or note
    key: str = ""  # of the siblings that it represents
    hides: bool = False  # what is behind it

    @property
    def box(self) -> Box:
        """The room that it takes."""
        wide = text_width(self.text, self.size, bold=self.bold)
        return Place(self.x, self.y, self.align).box(wide, 1.2 * self.size)


@dataclass
class Picture:
    """Marks from `left`, `top` to `right`, `bottom`; `alt` and `plain` describe them.

    Below `foot` there are only words.
    """

    theme: Theme
    left: float
    top: float
    right: float
    bottom: float
    alt: str
    plain: str
    foot: float = 0.0
    shapes: list[Shape] = field(default_factory=list)
    lines: list[Line] = field(default_factory=list)
    texts: list[Text] = field(default_factory=list)

    @property
    def nodes(self) -> list[Shape]:
        """The nodes of the tree."""
        return [shape for shape in self.shapes if shape.is_node]

    def add(self, other: "Picture", dx: float, dy: float, prefix: str) -> None:
        """Add another picture at an offset, with a prefix that keeps its keys distinct."""
        for s in other.shapes:
            self.shapes.append(s._replace(key=prefix + s.key, x=s.x + dx, y=s.y + dy))
        for line in other.lines:
            above, below = line.ends
            ends = (prefix + above, prefix + below) if above else line.ends
            points = tuple((x + dx, y + dy) for x, y in line.points)
            self.lines.append(line._replace(ends=ends, points=points))
        for t in other.texts:
            key = t.key and prefix + t.key
            self.texts.append(t._replace(key=key, x=t.x + dx, y=t.y + dy))

    def _repr_mimebundle_(self, **_: Any) -> Any:
        """For notebooks: inline, which takes the colours of the page; as an image; and as text."""
        drawn = _drawn(self)
        plain = "\n".join(map(printable, self.plain.split("\n")))
        return (
            {"text/html": drawn, "image/svg+xml": drawn, "text/plain": plain},
            {"image/svg+xml": {"alt": self.alt}},
        )


PENS: list[Callable[[Picture], str]] = []  # functions that draw SVG, best first; see exports.py


def _drawn(made: Picture) -> str:
    """The picture as SVG, drawn by the first function whose packages are installed."""
    *better, last = PENS
    for pen in better:
        with suppress(ImportError):
            return pen(made)
    return last(made)
