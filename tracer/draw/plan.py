"""What is the same in every picture of a search: the size and place of each node and its name.

Nodes are as wide as the widest text that they will ever show. If that makes the tree too wide for
a page, names are left out, then text and nodes become smaller, level by level.
"""

from collections.abc import Iterable, Mapping
from functools import cached_property
from itertools import groupby
from math import inf
from typing import NamedTuple

from tracer.draw.labels import Box, Place, Space
from tracer.draw.layout import LEVEL, Layout, Room, tidy
from tracer.draw.lettering import shortened, text_width
from tracer.draw.part import Part
from tracer.draw.style import forms, has_open, node_text
from tracer.trace.timeline import Timeline
from trees.dewey import ROOT, Node
from trees.number import show, show_count

WIDEST = 880.0  # units; a picture is at most this wide
MARGIN = 40.0  # left of the tree, for the names of the sides
FLAT = 120  # an edge with a larger horizontal distance would cross a name beside its lower end
TIGHT = 0.25  # the least gap between inner nodes, relative to the size of text
LENGTHS = (40, 32, 26, 22, 19, 16, 13, 9)  # characters of a line of a name, from most to fewest
LINES_BELOW, LINES_BESIDE = 3, 2  # of a long name
LEADING = 1.25  # from line to line, relative to the size of text
FONT, SMALLEST = 15.0, 5.0  # the size of text in nodes
FOLD = 1.9, 1.5  # the size of a triangle that stands for leaves, relative to that of text
COUNT = 0.7  # the size of the number of leaves, relative to that of text
TWO_LINES = 3.4  # a pair of bounds wider than this many letters is written on two lines
SMALLER = 0.7  # the size of text on two lines, relative to that on one


class Choice(NamedTuple):
    """How much room there is for the names of leaves and beside other nodes, and how large all is.

    `type` is the size of names and `font` that of the text in leaves. The gap between nodes and
    the space around their text are relative to the size of that text, which is wider if bold.
    """

    leaf_names: int
    inner_names: int
    type: float
    font: float
    gap: float
    pad: float
    bold: bool = True


# From the best choice to the one that needs least room.
CHOICES = (
    Choice(40, 40, 11, FONT, 0.9, 0.5),
    Choice(26, 30, 11, FONT, 0.9, 0.5),
    Choice(16, 22, 11, FONT, 0.9, 0.5),
    Choice(16, 22, 9, 12, 0.5, 0.4),
    Choice(9, 22, 9, 12, 0.5, 0.4),
    Choice(16, 0, 9, 12, 0.5, 0.4),
    Choice(0, 22, 11, FONT, 0.5, 0.5),
    Choice(0, 22, 9, 12, 0.4, 0.4),
    Choice(0, 0, 9, 12, 0.4, 0.4),
    Choice(0, 0, 9, 12, 0.15, 0.2, bold=False),
)

CHOICES_WITHOUT_NAMES = (Choice(0, 0, 11, FONT, 0.9, 0.5), *CHOICES[-2:])


class Size(NamedTuple):
    """The size of a node and of the text in it."""

    w: float
    h: float
    font: float


class Name(NamedTuple):
    """The lines of a name, where they stand, and whether they may stand on an edge."""

    lines: list[str]
    place: Place
    on_edge: bool = False


def lines_of(text: str) -> list[str]:
    """What a node shows, on one line or, if it is a pair of long bounds, on two."""
    at = text.find(", ")
    if at < 0 or text_width(text, bold=True) <= TWO_LINES:
        return [text]
    return [text[: at + 1], text[at + 2 :]]


def size_for(texts: Iterable[str], form: str, choice: Choice, *, leaf: bool) -> Size:
    """The size of a node that has room for each of these texts in type of size 1."""
    pad, bold = (choice.pad, choice.bold) if leaf else (max(0.3, choice.pad), True)
    height = 1.75 if leaf else 2.8 if form in ("up", "down") else 2.0
    width = 1 + pad if leaf else 2.0
    for lines in map(lines_of, texts):
        wide = max(text_width(line, bold=bold) for line in lines)
        if form in ("up", "down"):
            wide *= 1.5
        elif len(lines) > 1:
            wide *= SMALLER / (0.68 if form == "ellipse" else 1)
        elif form == "ellipse":
            wide *= 1.08
        width = max(width, wide + pad)
    return Size(width, height, 1.0)


class Plan:
    """The nodes of a picture with their forms, sizes, places and names."""

    def __init__(self, timeline: Timeline, part: Part, shape: str, *, names: bool) -> None:
        self.timeline, self.tree, self.part = timeline, timeline.tree, part
        self.nodes = part.nodes
        self.typed = has_open(timeline)
        self.form = forms(timeline, part.nodes, shape)
        self._texts = {n: self._shown(n) for n in self.nodes}
        self._named = names
        self.choice, self.size, self.layout = self._fit()
        self.fits = self.layout.width + MARGIN <= WIDEST
        self.space = self._taken()
        self.names = self._place_names() if names else {}

    def name(self, n: Node) -> str:
        """The name of a node on one line; empty if nothing in it can be printed."""
        return shortened(self.tree.short_name(n))

    def name_lines(self, n: Node, most: int) -> list[str]:
        """A name on lines of at most so many characters, shortened only if there are too many.

        Dewey numbers stay whole.
        """
        if n not in self.tree.names:
            return [self.name(n)]
        lines: list[str] = []
        for word in self.name(n).split():
            if lines and len(lines[-1]) + 1 + len(word) <= most:
                lines[-1] += f" {word}"
            else:
                lines.append(word)
        last = (LINES_BELOW if self.tree.is_leaf(n) else LINES_BESIDE) - 1
        lines[last:] = [" ".join(lines[last:])] if lines[last:] else []
        return [shortened(line, most) for line in lines]

    def name_width(self, n: Node, lines: Iterable[str], size: float) -> float:
        """The width of a name, which is bold unless it is a Dewey number."""
        bold = n in self.tree.names
        return max((text_width(line, size, bold=bold) for line in lines), default=0.0)

    def count(self, n: Node) -> str:
        """The number of leaves below a node."""
        return show_count(self.tree.leaf_count(n))

    def ends_here(self, n: Node) -> bool:
        """Whether nothing is drawn below a node."""
        return n in self.part.folds or self.tree.is_leaf(n)

    def box(self, n: Node) -> Box:
        """The box of a node."""
        x, y, size = self.layout.x[n], self.layout.y[n], self.size[n]
        return Box(x - size.w / 2, y - size.h / 2, x + size.w / 2, y + size.h / 2)

    def _shown(self, n: Node) -> set[str]:
        """The texts that a node shows at any step."""
        if n in self.part.runs:
            return {f"… {self.part.runs[n]:,} …"}
        leaf = self.tree.is_leaf(n)
        history = self.timeline.nodes.get(n)
        texts = {node_text(known, leaf=leaf) for known in (history.values if history else ())}
        return texts | ({show(self.tree.value(n))} if leaf else set())

    # Sizes and positions

    def _fit(self) -> tuple[Choice, dict[Node, Size], Layout]:
        """The first choice that is not too wide; if there is none, smaller text where it helps."""
        fonts: dict[int, float] = {}
        for choice in CHOICES if self._named else CHOICES_WITHOUT_NAMES:
            fonts = {g: choice.font if g == -1 else FONT for g in self._groups}
            size, layout, tight = self._laid_out(choice, fonts)
            if layout.width + MARGIN <= WIDEST:
                return choice, size, layout
        while layout.width + MARGIN > WIDEST and any(fonts[g] > SMALLEST for g in tight):
            fonts |= {g: max(SMALLEST, 0.97 * fonts[g]) for g in tight}
            size, layout, tight = self._laid_out(choice, fonts)
        for g in fonts.keys() - {-1}:  # what became smaller together with others may be larger
            larger = self._laid_out(choice, fonts | {g: FONT})
            if larger[1].width + MARGIN <= WIDEST:
                fonts[g] = FONT
                size, layout, _ = larger
        return choice, size, layout

    @cached_property
    def _groups(self) -> dict[int, list[Node]]:
        """The nodes whose text has the same size: those of a level, and all leaves (-1).

        Nodes with nothing drawn below them, which are less important, are groups of their own.
        """
        found: dict[int, list[Node]] = {}
        for n in self.nodes:
            group = -1 if self.tree.is_leaf(n) else -2 - len(n) if self.ends_here(n) else len(n)
            found.setdefault(group, []).append(n)
        return found

    def _sizes(self, choice: Choice, fonts: Mapping[int, float]) -> dict[Node, Size]:
        """The size of every node.

        Nodes of a level are equally wide, unless some have much longer texts or room is scarce.
        """
        found: dict[Node, Size] = {}
        for g, group in self._groups.items():
            sizes, font = [self._sized(n, choice) for n in group], fonts[g]
            gap = choice.gap if g == -1 else max(TIGHT, choice.gap)
            wide = sum(s.w + gap for s in sizes)
            widest = max(s.w for s in sizes)
            equal = len(sizes) * (widest + gap)
            if equal < 1.5 * wide and font * equal + MARGIN <= WIDEST:
                sizes = [s._replace(w=widest) for s in sizes]
            found |= {n: Size(*(x * font for x in s)) for n, s in zip(group, sizes, strict=True)}
        return found

    def _sized(self, n: Node, choice: Choice) -> Size:
        if n in self.part.runs:
            return Size(max(text_width(text, 0.75) for text in self._texts[n]), 1.0, 1.0)
        size = size_for(self._texts[n], self.form[n], choice, leaf=self.tree.is_leaf(n))
        if n in self.part.folds:
            size = size._replace(w=max(size.w, FOLD[0], text_width(self.count(n), COUNT) + 0.2))
        return size

    def _laid_out(
        self, choice: Choice, fonts: Mapping[int, float]
    ) -> tuple[dict[Node, Size], Layout, set[int]]:
        """Sizes and positions, and the groups that make the tree as wide as it is."""
        level = max(52.0, min(LEVEL, 520 / max(map(len, self.nodes[1:]), default=1)))
        size = self._sizes(choice, fonts)
        room = {n: self._room(n, s, choice) for n, s in size.items()}
        found = tidy(self.nodes, room, level)
        aside = [n for n in self.nodes if self._is_far_right(found, n)]
        if any(room[n][0] > room[n][1] for n in aside):
            room |= {n: self._room(n, size[n], choice, aside=True) for n in aside}
            found = tidy(self.nodes, room, level)
        return size, self._with_names_below(found, choice), self._tight(room)

    def _with_names_below(self, layout: Layout, choice: Choice) -> Layout:
        """A layout that is high enough for the names of the lowest leaves."""
        lowest = [
            n for n in self.nodes if len(n) == max(map(len, self.nodes)) and self._has_name(n)
        ]
        if not choice.leaf_names or not lowest:
            return layout
        lines = max(len(self.name_lines(n, choice.leaf_names)) for n in lowest)
        return layout._replace(height=layout.height + (lines - 1) * LEADING * choice.type)

    def _room(self, n: Node, size: Size, choice: Choice, *, aside: bool = False) -> Room:
        """The room for a node and its name, which is below a leaf, or to the left, or aside."""
        leaf = self.tree.is_leaf(n)
        half = (size.w + (choice.gap if leaf else max(TIGHT, choice.gap)) * size.font) / 2
        most = choice.leaf_names if self.ends_here(n) else choice.inner_names
        if not most:
            return half, half
        name = self.name_width(n, self.name_lines(n, most), choice.type)
        if leaf:
            half = max(half, name / 2 + 3)
            return half, half
        return (half, max(half, name + 10)) if aside else (half + name + 6, half)

    def _tight(self, room: Mapping[Node, Room]) -> set[int]:
        """The groups that make the tree wide: nodes that need more room than all below them."""
        own = {n: sum(room[n]) for n in self.nodes}
        below = dict.fromkeys(self.nodes, 0.0)
        for n in reversed(self.nodes[1:]):
            below[n[:-1]] += max(own[n], below[n])
        wide = {ROOT}
        for n in self.nodes[1:]:
            if n[:-1] in wide and below[n[:-1]] > own[n[:-1]]:
                wide.add(n)
        return {
            g
            for g, group in self._groups.items()
            if any(n in wide and own[n] >= below[n] for n in group)
        }

    def _is_far_right(self, layout: Layout, n: Node) -> bool:
        if not n or self.tree.is_leaf(n):
            return False
        return layout.x[n] - layout.x[n[:-1]] > FLAT

    # Names

    def _taken(self) -> Space:
        """The space that nodes and edges leave."""
        layout = self.layout
        space = Space(Box(-4, 1, layout.width + 4, layout.height))
        for n in self.nodes:
            left, top, right, bottom = self.box(n)
            if n in self.part.folds:
                bottom += (FOLD[1] + 1.2 * COUNT) * self.size[n].font
            if n:
                up = self.box(n[:-1])
                space.avoid((layout.x[n[:-1]], up.bottom, layout.x[n], top))
            if self.form[n] == "up" and n not in self.part.runs:  # there is room beside its tip
                space.take(self._tip(n))
                top = layout.y[n]
            space.take(Box(left - 2, top - 2, right + 2, bottom + 2))
        return space

    def _tip(self, n: Node) -> Box:
        """The upper half of a triangle."""
        x, w = self.layout.x[n], self.size[n].w
        return Box(x - w / 4, self.box(n).top, x + w / 4, self.layout.y[n])

    def _place_names(self) -> dict[Node, Name]:
        """The names of all nodes of a level, on several lines if need be, or of none."""
        found: dict[Node, Name] = {}
        for _, level in groupby(sorted(self.nodes, key=lambda n: (len(n), n)), key=len):
            nodes = [n for n in level if self._has_name(n)]
            for most in LENGTHS:
                space = self.space.copy()
                names = [self._usual_name(space, n, most) for n in nodes]
                placed = [name for name in names if name]
                if len(placed) == len(nodes):
                    found |= zip(nodes, placed, strict=True)
                    self.space = space
                    break
        return found

    def _has_name(self, n: Node) -> bool:
        return n not in self.part.runs and bool(self.name(n))

    def _usual_name(self, space: Space, n: Node, most: int) -> Name | None:
        """The name below a leaf; beside or above another node, clear of all edges if possible."""
        below, beside, above = self._name_places(n)
        if self.tree.is_leaf(n):
            return self._name(space, n, most, below)
        places = (
            above[::-1] + beside[::-1] if self._is_far_right(self.layout, n) else beside + above
        )
        return self._name(space, n, most, places, crossings=0) or self._name(space, n, most, beside)

    def any_name(self, space: Space, n: Node) -> Name | None:
        """The name wherever there is room for it; below leaves, there are two rows for names."""
        below, beside, above = self._name_places(n)
        crossings = inf
        if self.tree.is_leaf(n):
            crossings, beside = 0, [*below, Place(below[0].x, below[0].y + 11), *beside]
        names = (self._name(space, n, most, beside + above, crossings) for most in LENGTHS)
        return next((name for name in names if name), None)

    def _name(
        self, space: Space, n: Node, most: int, places: list[Place], crossings: float = inf
    ) -> Name | None:
        """A name on lines of at most so many characters, the nearest in one of the places."""
        lines, size = self.name_lines(n, most), self.choice.type
        more, top = (len(lines) - 1) * LEADING * size, self.box(n).top
        middles = [p._replace(y=p.y + more / 2 * (-1 if p.y < top else 1)) for p in places]
        wide = self.name_width(n, lines, size)
        place = space.place(middles, wide, size * 1.25 + more, most=crossings)
        return Name(lines, place, on_edge=crossings > 0) if place else None

    def _name_places(self, n: Node) -> tuple[list[Place], list[Place], list[Place]]:
        """Places below a node, beside it and above it, first those on the left."""
        x, (left, top, right, bottom) = self.layout.x[n], self.box(n)
        if self.form[n] == "up":
            left, _, right, _ = self._tip(n)
        beside = [Place(left - 4, top + 1, "end"), Place(right + 4, top + 1, "start")]
        above = [Place(x - 5, top - 9, "end"), Place(x + 5, top - 9, "start")]
        return [Place(x, bottom + 10)], beside, above
