"""A picture: what is drawn where and how it looks, for any pen. No pen here.

Positions are those of `layout.tidy`, in points, y downwards. A tree too large for paper is
drawn around the current node, and the picture says so.
"""

import textwrap
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import islice, pairwise
from typing import Any, NamedTuple

from tracer.draw import text as characters
from tracer.draw.layout import LEVEL, NODE, Layout, tidy
from tracer.draw.style import (
    SHAPES,
    THEMES,
    Ending,
    Look,
    Theme,
    ending,
    look,
    printable,
    text_width,
)
from tracer.trace.captions import caption as told_by
from tracer.trace.frame import Frame
from tracer.trace.trace import Trace
from trees.dewey import ROOT, Node, label
from trees.number import show
from trees.tree import Tree

MOST_DRAWN = 160  # nodes; a larger tree is drawn in part
PART = 48  # nodes of such a part
FAMILY = 12  # children drawn of one node of such a part, at most
LOOK_BACK = 5_000  # steps gone back through to find what to draw
R = NODE / 2
UNDER = 2  # how far edges reach under the nodes
FLAT = 140  # a longer way to the side makes an edge so flat that it meets what stands beside
STROKE = 0.62 * LEVEL  # from a node down to the strokes through the edges below it
MARGIN = 40  # left of the tree, for the names of the players
NARROWEST = 470  # points: room for a caption
LETTER = 0.57  # the width of a character in a sentence, as a part of its size
TYPE = 12.5  # the size of captions
LINE = 17  # from one line of a caption to the next

# How far shapes reach from their centre: up and down.
REACH = {"square": (R, R), "circle": (R, R), "up": (22.0, 11.0), "down": (11.0, 22.0)}

Segment = tuple[float, float, float, float]  # from x, y to x, y


class Glyph(NamedTuple):
    """A node; `key` is its Dewey number, with that of the frame before it in a filmstrip."""

    key: str
    x: float
    y: float
    look: Look


class Edge(NamedTuple):
    """An edge between the nodes of two keys, with the strokes through it, if any."""

    ends: tuple[str, str]
    line: Segment
    strokes: tuple[Segment, ...]
    look: Look


class Fold(NamedTuple):
    """A triangle, its tip at x, y, that stands for the leaves below a node."""

    key: str
    x: float
    y: float


class Text(NamedTuple):
    """One line of text; `align` says which end of it x is: start, middle or end."""

    x: float
    y: float
    text: str
    size: float
    ink: str
    bold: bool = False
    align: str = "middle"
    kind: str = "note"  # name, window, player, count, title, caption or note
    on_paper: bool = False  # covers what is behind it
    key: str = ""  # of the siblings that it stands for


@dataclass
class Picture:
    """Things to draw between `left`, `top` and `right`, `bottom`; `alt` and `plain` say them."""

    theme: Theme
    left: float
    top: float
    right: float
    bottom: float
    alt: str
    plain: str
    glyphs: list[Glyph] = field(default_factory=list)
    edges: list[Edge] = field(default_factory=list)
    folds: list[Fold] = field(default_factory=list)
    texts: list[Text] = field(default_factory=list)

    def add(self, other: "Picture", dx: float, dy: float, prefix: str) -> None:
        """Draw another picture into this one, moved, its keys made distinct."""

        def moved(line: Segment) -> Segment:
            return line[0] + dx, line[1] + dy, line[2] + dx, line[3] + dy

        for glyph in other.glyphs:
            self.glyphs.append(
                glyph._replace(key=prefix + glyph.key, x=glyph.x + dx, y=glyph.y + dy)
            )
        for fold in other.folds:
            self.folds.append(fold._replace(key=prefix + fold.key, x=fold.x + dx, y=fold.y + dy))
        for edge in other.edges:
            above, below = edge.ends
            ends, strokes = (prefix + above, prefix + below), tuple(map(moved, edge.strokes))
            self.edges.append(edge._replace(ends=ends, line=moved(edge.line), strokes=strokes))
        for text in other.texts:
            key = text.key and prefix + text.key
            self.texts.append(text._replace(key=key, x=text.x + dx, y=text.y + dy))

    def _repr_mimebundle_(self, **_: Any) -> Any:
        plain = self.plain.encode("utf-8", "replace").decode("utf-8")
        return (
            {"image/svg+xml": _drawn(self), "text/plain": plain},
            {"image/svg+xml": {"alt": self.alt}},
        )


PENS: list[Callable[[Picture], str]] = []  # that draw SVG, the best first: they enter themselves


def _drawn(made: Picture) -> str:
    """The picture as SVG, by the first pen that has what it needs."""
    *better, last = PENS
    for pen in better:
        with suppress(ImportError):
            return pen(made)
    return last(made)


class Part(NamedTuple):
    """The nodes of a picture, parents first.

    `folds` are drawn with a triangle for the leaves below them; `runs` are drawn as an ellipsis
    for so many siblings.
    """

    nodes: tuple[Node, ...]
    folds: frozenset[Node] = frozenset()
    runs: dict[Node, int] = {}  # noqa: RUF012 - never written to

    @property
    def whole(self) -> bool:
        """Whether nothing is left out."""
        return not self.folds and not self.runs


def part(frame: Frame, ended: Ending) -> Part:
    """What of the tree is drawn: all of it, or the part around the current node."""
    tree = frame.tree
    nodes = tuple(islice(tree.nodes(), MOST_DRAWN + 1))
    if len(nodes) <= MOST_DRAWN:
        return Part(nodes)
    families: dict[Node, tuple[Node, ...]] = {}
    drawn = {ROOT}
    most = max(2, min(FAMILY, (PART - 1) // (len(frame.node or ROOT) + 1)))
    for n in _of_interest(frame, ended):
        for k in range(len(n)):
            parent = n[:k]
            if parent in drawn and parent not in families:
                family = _family(tree.children(parent), n[k], most)
                if len(drawn) + len(family) > PART:
                    return _gathered(tree, families)
                families[parent] = family
                drawn.update(family)
    return _gathered(tree, families)


def _of_interest(frame: Frame, ended: Ending) -> Iterator[Node]:
    """Nodes that a picture should reach, the most telling first."""
    if frame.node is not None:
        children = frame.tree.children(frame.node)
        yield children[0] if children else frame.node
    yield from sorted(ended.variation, reverse=True)
    for change in reversed(frame.timeline.changes[max(0, frame.i - LOOK_BACK) : frame.i]):
        yield change.event.node
    yield frame.tree.children(ROOT)[0]


def _family(children: tuple[Node, ...], around: int, most: int) -> tuple[Node, ...]:
    """All children, or of many those around one of them."""
    first = max(0, min(around - 1 - most // 2, len(children) - most))
    return children[first : first + most]


def _gathered(tree: Tree, families: dict[Node, tuple[Node, ...]]) -> Part:
    nodes: list[Node] = []
    folds: set[Node] = set()
    runs: dict[Node, int] = {}
    todo = [ROOT]
    while todo:
        n = todo.pop()
        nodes.append(n)
        if n in runs:
            continue
        children, family = tree.children(n), families.get(n, ())
        if family:
            before, after = family[0][-1] - 1, len(children) - family[-1][-1]
            row = list(family)
            if before:
                runs[(*n, before)] = before
                row.insert(0, (*n, before))
            if after:
                runs[(*n, len(children))] = after
                row.append((*n, len(children)))
            todo.extend(reversed(row))
        elif children:
            folds.add(n)
    return Part(tuple(nodes), frozenset(folds), runs)


def picture(
    subject: Frame | Trace,
    *,
    theme: str = "light",
    shape: str = "squares",
    names: bool = True,
    caption: bool = True,
) -> Picture:
    """The picture of a frame, or of the last frame of a trace.

    `theme` is "light" or "print"; `shape` is "squares" (MAX squares, MIN circles) or
    "triangles"; `names=False` leaves out what nodes are called, `caption=False` the words below.
    """
    if theme not in THEMES:
        raise ValueError(f"theme is {theme!r}: it is one of {', '.join(THEMES)}")
    if shape not in SHAPES:
        raise ValueError(f"shape is {shape!r}: it is one of {', '.join(SHAPES)}")
    if isinstance(subject, Trace):
        subject = subject.frame(len(subject))
    if not isinstance(subject, Frame):
        raise TypeError(f"{subject!r} is neither a frame nor a trace: there is nothing to draw")
    return _Drawing(subject, THEMES[theme], shape).picture(names=names, caption=caption)


class _Drawing:
    """A picture under way."""

    def __init__(self, frame: Frame, theme: Theme, shape: str) -> None:
        self.frame, self.theme = frame, theme
        done = ending(frame)
        self.part = part(frame, done)
        self.nodes = self.part.nodes
        self.looks = {n: look(frame, n, theme, shape, done) for n in self.nodes}
        self.layout = self._layout()
        self.rooms = _rooms(self.layout)
        rows = {(len(n), self.layout.y[n]) for n in self.nodes}
        self.staggered = {d for d, _ in rows if sum(e == d for e, _ in rows) > 1}

    def _layout(self) -> Layout:
        leaves = [n for n in self.nodes if self.frame.tree.is_leaf(n)]
        widest = max([len(show(self.frame.tree.value(n))) for n in leaves], default=2)
        return tidy(self.nodes, widest if self.part.whole else max(widest, 7))

    def picture(self, *, names: bool, caption: bool) -> Picture:
        frame, layout = self.frame, self.layout
        title = f"{frame.timeline.title}, step {frame.i} of {len(frame.timeline.changes)}"
        told = told_by(frame)
        width = max(layout.width + MARGIN, NARROWEST)
        left = min(-MARGIN, (layout.width - width) / 2)
        made = Picture(
            self.theme,
            left,
            0.0,
            left + width,
            layout.height + (26 if self.part.folds else 0),
            printable(f"{title}. {told}"),
            characters.describe(frame) if self.part.whole else f"{title}\n{told}\n{NOTICE}",
        )
        for n in self.nodes:
            self._node(made, n, names)
        self._players(made)
        words = [] if self.part.whole else [NOTICE]
        if frame.node is not None and frame.node not in self.looks:
            words.append(TOO_DEEP)
        if caption:
            words.append(told)
            add_lines(made, [title], "title")
        add_lines(made, words, "caption")
        made.bottom += 8
        return made

    def _node(self, made: Picture, n: Node, names: bool) -> None:
        x, y, node = self.layout.x[n], self.layout.y[n], self.looks[n]
        if n in self.part.runs:
            text, key = f"… {self.part.runs[n]:,} …", label(n)
            made.texts.append(Text(x, y, text, 11, self.theme.quiet, kind="count", key=key))
        else:
            made.glyphs.append(Glyph(label(n), x, y, node))
            if n in self.part.folds:
                self._fold(made, n)
            if names:
                self._name(made, n)
            self._window(made, n)
        if n:
            made.edges.append(self._edge(n))

    def _edge(self, n: Node) -> Edge:
        """From node to node, a little way under both, whose fill hides it."""
        x, y, up, node = self.layout.x[n], self.layout.y[n], n[:-1], self.looks[n]
        top = y - (8 if n in self.part.runs else REACH[node.shape][0] - UNDER)
        ux, uy = self.layout.x[up], self.layout.y[up] + REACH[self.looks[up].shape][1] - UNDER
        # Strokes stand at one height, above a second row of leaves too.
        my = self.layout.y[up] + STROKE
        mx = ux + (x - ux) * (my - uy) / (top - uy)
        half = 3.5 if len(n) in self.staggered else 6
        strokes = tuple((mx - half, my + k, mx + half, my + k - 5) for k in (0, 5))
        struck = strokes if node.edge.struck else ()
        return Edge((label(up), label(n)), (ux, uy, x, top), struck, node)

    def _fold(self, made: Picture, n: Node) -> None:
        x, y = self.layout.x[n], self.layout.y[n] + REACH[self.looks[n].shape][1]
        made.folds.append(Fold(label(n), x, y))
        count = f"{self.frame.tree.leaf_count(n):,}"
        made.texts.append(Text(x, y + 29, count, 10.5, self.theme.quiet, kind="count"))

    def _name(self, made: Picture, n: Node) -> None:
        """Inner nodes have their names beside them, out of the way of the edge, leaves below.

        Where the lowest nodes stand in two rows there is no room for their names.
        """
        x, y, node, size = self.layout.x[n], self.layout.y[n], self.looks[n], 11.5
        leaf, room = self.frame.tree.is_leaf(n), self.rooms[n]
        room = min(room, 2 * x) if leaf else min(room - 2 * R, x - R) - 6
        name = printable(self.frame.tree.name(n))
        fits = int(room / text_width(name, size, bold=node.name_bold) * len(name))
        in_two_rows = len(n) in self.staggered and (leaf or n in self.part.folds)
        least = 3 if n in self.frame.tree.names else len(name)  # half a Dewey number is another one
        if in_two_rows or fits < min(least, len(name)):
            return
        if leaf:
            at, align = (x, y + R + 9), "middle"
        elif n and x - self.layout.x[n[:-1]] > FLAT:
            at, align = (x + R + 4, y - R + 1), "start"
        else:
            at, align = (x - R - 4, y - R + 1), "end"
        name = printable(name, min(fits, 24))
        made.texts.append(
            Text(
                *at,
                name,
                size,
                node.name_ink,
                node.name_bold,
                align,
                "name",
                on_paper=not self.part.whole,  # there, flat edges pass by
            )
        )

    def _window(self, made: Picture, n: Node) -> None:
        """To the right of its node, or where there is no room above it, beside the edge."""
        x, y, node, size = self.layout.x[n], self.layout.y[n], self.looks[n], 12
        leaf = self.frame.tree.is_leaf(n)
        if not node.window or (leaf and n and node.window == self.looks[n[:-1]].window):
            return
        wide = text_width(node.window, size, bold=True)
        if leaf and y > self.layout.y[ROOT] + LEVEL * len(n):  # in the second row
            at, align = (x, y + R + 10), "middle"
        elif not leaf and wide + 2 * R + 8 < self.rooms[n]:
            at, align = (x + R + 5, y + 3), "start"
        elif n and self.layout.x[n[:-1]] > x + 1:
            at, align = (x - 3, y - R - 11), "end"
        else:
            at, align = (x + 3, y - R - 11), "start"
        made.texts.append(
            Text(*at, node.window, size, self.theme.now, True, align, "window", on_paper=True)
        )

    def _players(self, made: Picture) -> None:
        """Say at the margin who moves at each level."""
        seen: dict[int, float] = {}
        for n in self.nodes:
            seen.setdefault(len(n), self.layout.y[n])
        for depth, y in seen.items():
            if any(len(n) == depth and self.frame.tree.children(n) for n in self.nodes):
                player = self.frame.tree.to_move((1,) * depth)
                made.texts.append(
                    Text(4 - MARGIN, y, player, 11, self.theme.quiet, False, "start", "player")
                )


def _rooms(layout: Layout) -> dict[Node, float]:
    """How far it is from each node to the nearest one beside it."""
    rows: dict[float, list[Node]] = {}
    for n in layout.x:
        rows.setdefault(layout.y[n], []).append(n)
    rooms = dict.fromkeys(layout.x, layout.width)
    for row in rows.values():
        row.sort(key=lambda n: layout.x[n])
        for a, b in pairwise(row):
            gap = layout.x[b] - layout.x[a]
            rooms[a], rooms[b] = min(rooms[a], gap), gap
    return rooms


NOTICE = (
    f"The tree is too large to draw whole (more than {MOST_DRAWN} nodes): this is the part around "
    "the current node, and a triangle stands for as many leaves as it says."
)
TOO_DEEP = "The current node lies deeper than is drawn."


def add_lines(made: Picture, paragraphs: Iterable[str], kind: str) -> None:
    """Set paragraphs below a picture, as wide as it is."""
    bold = kind == "title"
    most = int((made.right - made.left - 16) / (TYPE * (LETTER + 0.06 * bold)))
    for paragraph in paragraphs:
        for line in textwrap.wrap(printable(paragraph), most):
            made.bottom += LINE
            at = made.left + 8, made.bottom - LINE / 2
            made.texts.append(Text(*at, line, TYPE, made.theme.line, bold, "start", kind))
