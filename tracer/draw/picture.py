"""A picture: what to draw, where and how, independent of the output format.

Positions come from `layout.tidy`, in points, with y pointing down. Of a tree too large for paper,
only the part around the current node is drawn, with a notice.
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
    shortened,
    text_width,
)
from tracer.trace.captions import caption as told_by
from tracer.trace.frame import Frame
from tracer.trace.trace import Trace
from trees.dewey import ROOT, Node, label, printable
from trees.number import show
from trees.tree import Tree

MOST_DRAWN = 160  # nodes; of a larger tree only a part is drawn
PART = 48  # most nodes in such a part
FAMILY = 12  # most children of one node in such a part
LOOK_BACK = 5_000  # how many earlier steps to check for nodes worth drawing
R = NODE / 2
UNDER = 2  # how far edges extend under the nodes
FLAT = 140  # edges with a larger horizontal distance are so flat that they cross the node's name
STROKE = 0.62 * LEVEL  # vertical distance from a node to the strokes through the edges below it
MARGIN = 40  # left of the tree, for the names of the sides
NARROWEST = 470  # points; leaves room for a caption
LETTER = 0.57  # average width of a character, relative to the font size
TYPE = 12.5  # font size of captions
LINE = 17  # line height of captions

# How far shapes extend above and below their centre.
REACH = {"square": (R, R), "circle": (R, R), "up": (22.0, 11.0), "down": (11.0, 22.0)}

Segment = tuple[float, float, float, float]  # from x, y to x, y


class Glyph(NamedTuple):
    """A node; `key` is its Dewey number, prefixed with the frame number in a filmstrip."""

    key: str
    x: float
    y: float
    look: Look


class Edge(NamedTuple):
    """An edge between the nodes with two keys, and the strokes through it, if any."""

    ends: tuple[str, str]
    line: Segment
    strokes: tuple[Segment, ...]
    look: Look


class Fold(NamedTuple):
    """A triangle with its tip at (x, y) that represents the leaves below a node."""

    key: str
    x: float
    y: float


class Text(NamedTuple):
    """One line of text; `align` says which point of it is at x: start, middle or end."""

    x: float
    y: float
    text: str
    size: float
    ink: str
    bold: bool = False
    align: str = "middle"
    kind: str = "note"  # name, window, player, count, title, caption or note
    on_paper: bool = False  # hide what is behind it
    key: str = ""  # of the siblings that it represents


@dataclass
class Picture:
    """Things to draw from `left`, `top` to `right`, `bottom`; `alt` and `plain` describe them."""

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
        """Add another picture at an offset, with a prefix that keeps its keys distinct."""

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
        plain = "\n".join(map(printable, self.plain.split("\n")))
        return (
            {"image/svg+xml": _drawn(self), "text/plain": plain},
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


class Part(NamedTuple):
    """The nodes of a picture, parents first.

    `folds` are drawn with a triangle for the leaves below them; `runs` are drawn as an ellipsis
    for the given number of siblings.
    """

    nodes: tuple[Node, ...]
    folds: frozenset[Node] = frozenset()
    runs: dict[Node, int] = {}  # noqa: RUF012 - never modified

    @property
    def whole(self) -> bool:
        """Whether nothing is left out."""
        return not self.folds and not self.runs


def part(frame: Frame, ended: Ending) -> Part:
    """The part of the tree to draw: all of it, or what is around the current node."""
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
    """Nodes that the picture should show, most important first."""
    if frame.node is not None:
        children = frame.tree.children(frame.node)
        yield children[0] if children else frame.node
    yield from sorted(ended.variation, reverse=True)
    for change in reversed(frame.timeline.changes[max(0, frame.i - LOOK_BACK) : frame.i]):
        yield change.event.node
    yield frame.tree.children(ROOT)[0]


def _family(children: tuple[Node, ...], around: int, most: int) -> tuple[Node, ...]:
    """All children, or if there are too many, those around one of them."""
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

    `theme` is "light" or "print"; `shape` is "squares" (squares for MAX, circles for MIN) or
    "triangles"; `names=False` omits the names of nodes, `caption=False` the text below the tree.
    """
    if theme not in THEMES:
        raise ValueError(f"Unknown theme {theme!r}. Choose one of: {', '.join(THEMES)}.")
    if shape not in SHAPES:
        raise ValueError(f"Unknown shape {shape!r}. Choose one of: {', '.join(SHAPES)}.")
    if isinstance(subject, Trace):
        subject = subject.frame(len(subject))
    if not isinstance(subject, Frame):
        raise TypeError(f"can only draw a frame or a trace, not {subject!r}")
    return _Drawing(subject, THEMES[theme], shape).picture(names=names, caption=caption)


class _Drawing:
    """Builds the picture of a frame."""

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
            shortened(f"{title}. {told}"),
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
        """An edge that extends slightly under both nodes, whose fill hides its ends."""
        x, y, up, node = self.layout.x[n], self.layout.y[n], n[:-1], self.looks[n]
        top = y - (8 if n in self.part.runs else REACH[node.shape][0] - UNDER)
        ux, uy = self.layout.x[up], self.layout.y[up] + REACH[self.looks[up].shape][1] - UNDER
        # All strokes have the same height, even above a second row of leaves.
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
        """Place a name beside an inner node, clear of the edge, or below a leaf.

        If the lowest nodes are in two rows, there is no room for their names.
        """
        x, y, node, size = self.layout.x[n], self.layout.y[n], self.looks[n], 11.5
        leaf, room = self.frame.tree.is_leaf(n), self.rooms[n]
        room = min(room, 2 * x) if leaf else min(room - 2 * R, x - R) - 6
        name = shortened(self.frame.tree.name(n))
        if not name:  # nothing in it can be printed
            return
        fits = int(room / text_width(name, size, bold=node.name_bold) * len(name))
        in_two_rows = len(n) in self.staggered and (leaf or n in self.part.folds)
        least = 3 if n in self.frame.tree.names else len(name)  # never shorten Dewey numbers
        if in_two_rows or fits < min(least, len(name)):
            return
        if leaf:
            at, align = (x, y + R + 9), "middle"
        elif n and x - self.layout.x[n[:-1]] > FLAT:
            at, align = (x + R + 4, y - R + 1), "start"
        else:
            at, align = (x - R - 4, y - R + 1), "end"
        name = shortened(name, min(fits, 24))
        made.texts.append(
            Text(
                *at,
                name,
                size,
                node.name_ink,
                node.name_bold,
                align,
                "name",
                on_paper=not self.part.whole,  # flat edges may pass behind it
            )
        )

    def _window(self, made: Picture, n: Node) -> None:
        """Place a window to the right of its node, or above it beside the edge if that is full."""
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
        """Write the side to move at each level in the margin."""
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
    """The distance from each node to its nearest neighbour in the same row."""
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
    f"The tree has more than {MOST_DRAWN} nodes, so only the part around the current node is "
    "drawn. The number below a triangle is the number of leaves it represents."
)
TOO_DEEP = "The current node is too deep to be drawn."


def add_lines(made: Picture, paragraphs: Iterable[str], kind: str) -> None:
    """Add paragraphs below a picture, wrapped to its width."""
    bold = kind == "title"
    most = int((made.right - made.left - 16) / (TYPE * (LETTER + 0.06 * bold)))
    for paragraph in paragraphs:
        for line in textwrap.wrap(shortened(paragraph), most):
            made.bottom += LINE
            at = made.left + 8, made.bottom - LINE / 2
            made.texts.append(Text(*at, line, TYPE, made.theme.line, bold, "start", kind))
