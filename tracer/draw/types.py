"""A tree in which each node shows its type, and what a search skips recedes."""

from collections.abc import Mapping
from itertools import product
from typing import NamedTuple

from tracer.draw.layout import NODE, tidy
from tracer.draw.lettering import text_width
from tracer.draw.marks import Line, Picture, Shape, Text
from tracer.draw.part import MOST_DRAWN
from tracer.draw.picture import write
from tracer.draw.plan import FONT, MARGIN, WIDEST
from tracer.draw.style import DASHED, DOTTED, LIGHT, SOLID
from trees.build import check_shape
from trees.dewey import Node, label
from trees.number import show_count

LEVEL = 62.0  # distance between levels
ROOMY = 34.0  # the most room for a leaf
EDGES = 42.0  # beside the tree
SMALLEST = 7.5  # type that is still readable; in smaller nodes, the look alone gives the type
NARROWEST = 380.0  # leaves room for them


class TypeLook(NamedTuple):
    """How the nodes of a type are drawn."""

    fill: str
    stroke: str
    width: float
    dash: str


FULL = TypeLook(LIGHT.known, LIGHT.line, 2.2, SOLID)
PARTIAL = TypeLook("", LIGHT.open, 1.8, DASHED)
MINIMAL = TypeLook(LIGHT.soft, LIGHT.quiet, 1.0, SOLID)
SKIPPED = TypeLook("", LIGHT.faint, 0.8, DOTTED)
# By the first letter of a type; those of the critical tree are numbers.
LOOKS = {"F": FULL, "P": PARTIAL, "M": MINIMAL, "1": FULL, "2": MINIMAL, "3": PARTIAL}

# Workers of a parallel search have a colour each. (Okabe and Ito 2008: safe for the colour-blind.)
_COLOURS = "#56b4e9", "#e69f00", "#009e73", "#cc79a7"
WORKERS = {
    worker: TypeLook(colour, LIGHT.line, 1.2, SOLID)
    for worker, colour in zip("ABCD", _COLOURS, strict=True)
}


def type_picture(
    w: int,
    d: int,
    types: Mapping[Node, str],
    title: str = "",
    *,
    looks: Mapping[str, TypeLook] = LOOKS,
    what: str = "of type",
) -> Picture:
    """T(w,d), MAX to move at the root, with the given types in its nodes.

    A node without a type is skipped by the search and drawn faintly. `looks` are by the first
    letter of a type, and `what` goes before a type in the caption, such as "by worker".
    """
    nodes = _checked_nodes(w, d, types, looks)
    pitch = min(ROOMY, (WIDEST - MARGIN - EDGES) / w**d)
    layout = tidy(nodes, dict.fromkeys(nodes, (pitch / 2, pitch / 2)), LEVEL)
    fonts = [_font(types, depth, pitch * w ** (d - depth)) for depth in range(d + 1)]
    sides = [2 * font if font else 0.72 * pitch for font in fonts]
    right = max(layout.width, NARROWEST)
    left = min(-MARGIN, (layout.width - right) / 2 - MARGIN)
    words = _counted(w, d, types, what)
    alt = f"{title or f'T({w},{d})'}. {words}"
    made = Picture(LIGHT, left, 0.0, right, layout.height, alt, alt, foot=layout.height)
    for n in nodes:
        x, y, font, side = layout.x[n], layout.y[n], fonts[len(n)], sides[len(n)]
        kind = types.get(n, "")
        look = looks[kind[0]] if kind else SKIPPED
        if not font:  # too small for a dash
            look = look._replace(width=look.width / 2, dash=SOLID)
        classes = (f"s-type-{kind}" if kind else "s-skipped",)
        form = "ellipse" if len(n) % 2 else "box"
        made.shapes.append(Shape(label(n), form, x, y, side, side, *look, classes))
        if kind and font:
            made.texts.append(Text(x, y, kind, font, LIGHT.line, True, kind="value"))
        if n:
            up = n[:-1]
            points = (layout.x[up], layout.y[up] + sides[len(up)] / 2), (x, y - side / 2)
            stroke, width = (LIGHT.line, 1.4) if kind else (LIGHT.faint, 0.8)
            made.lines.append(Line(points, stroke, width, ends=(label(up), label(n))))
    for depth in range(d + 1):
        at = 4 - MARGIN, layout.y[(1,) * depth]
        name = "MIN" if depth % 2 else "MAX"
        made.texts.append(Text(*at, name, 11.0, LIGHT.quiet, align="start", kind="side"))
    write(made, title, "title")
    write(made, words, "caption")
    made.bottom += 8
    return made


def _checked_nodes(
    w: int, d: int, types: Mapping[Node, str], looks: Mapping[str, TypeLook]
) -> list[Node]:
    """All nodes, parents first, if they can be drawn and all types are known."""
    check_shape(w, d)
    total = sum(w**depth for depth in range(d + 1))
    if total > MOST_DRAWN:
        size = show_count(total, "node")
        raise ValueError(f"T({w},{d}) has {size}, but a picture has room for only {MOST_DRAWN}")
    nodes = sorted(n for depth in range(d + 1) for n in product(range(1, w + 1), repeat=depth))
    for n, kind in types.items():
        if n not in nodes:
            raise ValueError(f"{n!r} is not a node of T({w},{d})")
        if kind[:1] not in looks:
            first = ", ".join(looks)
            raise ValueError(f"Unknown type {kind!r}. Types begin with one of: {first}.")
    return nodes


def _font(types: Mapping[Node, str], depth: int, room: float) -> float:
    """The size of the types of a level; 0 if it would be too small to read."""
    kinds = [kind for n, kind in types.items() if len(n) == depth]
    wide = max((text_width(kind, bold=True) for kind in kinds), default=1.0)
    size = min(FONT, NODE / 2, 0.86 * room / max(2.0, wide + 0.4))
    return round(size, 2) if size >= SMALLEST else 0.0


def _counted(w: int, d: int, types: Mapping[Node, str], what: str) -> str:
    """How many leaves are searched, in all and of each type."""
    kinds = [kind for n, kind in types.items() if len(n) == d]
    each = ", ".join(f"{kinds.count(kind)} {what} {kind}" for kind in sorted(set(kinds)))
    return f"{len(kinds)} of {show_count(w**d, 'leaf', 'leaves')} are searched: {each}."
