"""The picture of a frame: the tree as it is known then, the lists, and the caption.

Of a tree too large for a page, only the part around the current node is drawn, with a notice.
"""

from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import atan2, cos, sin

from tracer.draw import text as characters
from tracer.draw.labels import AIR, Box, Place, Space
from tracer.draw.lettering import shortened, text_width, wrapped
from tracer.draw.lists import lists as listed_in
from tracer.draw.marks import Line, Picture, Point, Shape, Text
from tracer.draw.panels import APART, Panel, draw_below, draw_beside, fit_beside
from tracer.draw.part import around, whole
from tracer.draw.plan import COUNT, FOLD, LEADING, MARGIN, SMALLER, WIDEST, Name, Plan, lines_of
from tracer.draw.style import (
    DASHED,
    DOTTED,
    SHAPES,
    SOLID,
    THEMES,
    Look,
    Theme,
    ending,
    look,
)
from tracer.support.interpreter import deep_recursion
from tracer.trace.captions import caption as told_by
from tracer.trace.cutoff import Cutoff
from tracer.trace.frame import Frame
from tracer.trace.node_names import sentence
from tracer.trace.trace import Trace
from tracer.trace.why import why
from trees.dewey import Node, label

NARROWEST = 470.0  # leaves room for a caption
TYPE = 12.5  # the size of captions
LINE = 1.36  # the height of a line, relative to its size
SIDE = 11.0  # the size of the names of the sides
NOTE = 11.5  # the size of windows and inequalities
LONGEST = 300.0  # an inequality that is longer stands in the caption,
MOST_CROSSED = {"window": 2, "why": 1}  # and so does a note that would cross more edges

NOTICE = (
    "The tree is too large to be drawn whole: this is the part around the current node. Triangles "
    "stand for leaves."
)
TOO_DEEP = "The current node is too deep to be drawn."


def picture(
    subject: Frame | Trace,
    *,
    theme: str = "light",
    shape: str = "squares",
    names: bool = True,
    caption: bool = True,
    lists: bool | None = None,
) -> Picture:
    """The picture of a frame, or of the last frame of a trace.

    `theme` is "light" or "print"; `shape` is "squares" (squares for MAX, circles for MIN) or
    "triangles"; `names=False` omits the names of nodes, `caption=False` the text below the tree.
    OPEN, BACKUP and the table are shown unless they are empty: `lists=False` omits them, and
    `lists=True` also shows empty ones.
    """
    if isinstance(subject, Trace):
        subject = subject.frame(len(subject))
    if not isinstance(subject, Frame):
        raise TypeError(f"can only draw a frame or a trace, not {subject!r}")
    (made,) = film([subject], theme=theme, shape=shape, names=names, caption=caption, lists=lists)
    return made


def film(
    frames: Sequence[Frame],
    *,
    theme: str = "light",
    shape: str = "squares",
    names: bool = True,
    caption: bool = True,
    lists: bool | None = None,
    caption_size: float = 0.0,
) -> list[Picture]:
    """Pictures of frames of one trace, all of the same size, in which everything keeps its place.

    `caption_size` is the least size of captions, relative to the width of a picture.
    """
    if theme not in THEMES:
        raise ValueError(f"Unknown theme {theme!r}. Choose one of: {', '.join(THEMES)}.")
    if shape not in SHAPES:
        raise ValueError(f"Unknown shape {shape!r}. Choose one of: {', '.join(SHAPES)}.")
    if lists not in (None, True, False):
        raise ValueError(f"lists must be True, False or None, not {lists!r}")
    if lists is None:
        lists = any(listed.rows for frame in frames for listed in listed_in(frame))
    plan = whole_plan(frames[0], shape, names=names)
    drawings = [
        _Drawing(frame, plan or _part_plan(frame, shape, names=names), THEMES[theme], names, lists)
        for frame in frames
    ]
    pictures = [drawing.made for drawing in drawings]
    width, foot = max(p.right - p.left for p in pictures), max(p.foot for p in pictures)
    for drawing, made in zip(drawings, pictures, strict=True):
        made.right, made.bottom = made.left + width, foot
        drawing.write(max(TYPE, caption_size * width), caption=caption)
    bottom = max(p.bottom for p in pictures)
    for made in pictures:
        made.bottom = bottom
    return pictures


def whole_plan(frame: Frame, shape: str, *, names: bool) -> Plan | None:
    """Where everything stands, at every step; None if the tree is too large for a page."""
    part = whole(frame.tree)
    plan = Plan(frame.timeline, part, shape, names=names) if part else None
    return plan if plan and plan.fits else None


def _part_plan(frame: Frame, shape: str, *, names: bool) -> Plan:
    """Where the part of a large tree around the current node stands."""
    return Plan(frame.timeline, around(frame, ending(frame)), shape, names=names)


def write(made: Picture, paragraph: str, kind: str, size: float = TYPE) -> None:
    """Write a paragraph below a picture, wrapped to its width."""
    bold = kind == "title"
    for line in wrapped(paragraph, size, made.right - made.left - 16, bold=bold):
        made.bottom += LINE * size
        at = made.left + 8, made.bottom - LINE * size / 2
        ink = made.theme.line
        made.texts.append(Text(*at, line, size, ink, bold, align="start", kind=kind))


class _Drawing:
    """Builds the picture of a frame: first all but the words below it."""

    def __init__(self, frame: Frame, plan: Plan, theme: Theme, names: bool, lists: bool) -> None:
        self.frame, self.plan, self.theme, self.names = frame, plan, theme, names
        self.tree, self.layout, self.part = frame.tree, plan.layout, plan.part
        done = ending(frame)
        self.looks = {n: look(frame, n, theme, done) for n in plan.nodes if n not in plan.part.runs}
        self.title = f"{frame.timeline.title}, step {frame.i} of {len(frame.timeline.changes)}"
        self.caption = told_by(frame)
        self.words: list[str] = []  # what has no room in the tree
        panels = [Panel(listed, frame.timeline) for listed in listed_in(frame)] if lists else []
        right = self.layout.width + MARGIN  # from here on, lists may stand beside the tree
        beside = bool(panels) and fit_beside(panels, WIDEST - right - APART, self.layout.height)
        if beside:
            right += max(panel.width for panel in panels) + APART + 8
        self.made = self._empty(right, beside)
        self._tree()
        if beside:
            draw_beside(self.made, panels, self.layout.width + APART, 24)
        elif panels:
            width = self.made.right - self.made.left - 16
            draw_below(self.made, panels, self.made.left + 8, self.made.foot + 4, width)

    def _empty(self, right: float, beside: bool) -> Picture:
        """A picture with nothing on it, wide enough for a caption."""
        width = max(right, NARROWEST)
        left = -MARGIN if beside else min(-MARGIN, (self.layout.width - width) / 2)
        plain = [self.title, self.caption, NOTICE]
        return Picture(
            self.theme,
            left,
            0.0,
            left + width,
            0.0,
            shortened(f"{self.title}. {self.caption}"),
            characters.describe(self.frame) if self.part.is_whole else "\n".join(plain),
            foot=self.layout.height + (24 if self.part.folds else 0),
        )

    def write(self, size: float, *, caption: bool) -> None:
        """Write the title, the caption and notices below the picture."""
        words = [] if self.part.is_whole else [NOTICE]
        if self.frame.node is not None and self.frame.node not in self.looks:
            words.append(TOO_DEEP)
        if caption:
            write(self.made, self.title, "title", size)
            words = [*words, self.caption, *self.words]
        for paragraph in words:
            write(self.made, paragraph, "caption", size)
        self.made.bottom += 8

    # The tree

    def _tree(self) -> None:
        for n in self.plan.nodes:
            if n:
                self._edge(n)
        for n in self.plan.nodes:
            self._node(n)
        self._sides()
        space = self._space()
        cutoff = self.frame.cutoff
        if cutoff:
            self._arc(cutoff, space)
        windows = [n for n in reversed(self.frame.path) if n in self.looks]
        for n in windows[:1]:
            self._window(n, space, needed=True)
        if cutoff:
            self._why(cutoff, space)
        for n in windows[1:]:
            self._window(n, space)
        self._names(space, self._of_note(cutoff))

    def _space(self) -> Space:
        """The space that is left for notes, as far as the picture reaches."""
        space = self.plan.space.copy()
        left, top, right, bottom = space.bounds
        made = self.made
        if not made.right > right + APART:  # nothing stands beside the tree
            right = max(right, made.right - 4)
        right = min(right, made.right + AIR)  # texts keep this distance from the bounds
        space.bounds = Box(min(left, made.left + 4), top, right, bottom)
        for side in made.texts:
            if side.kind == "side":
                space.take(side.box)
        return space

    def _node(self, n: Node) -> None:
        x, y, theme = self.layout.x[n], self.layout.y[n], self.theme
        if n in self.part.runs:
            text = f"… {self.part.runs[n]:,} …"
            size = 0.75 * self.plan.size[n].font
            run = Text(x, y, text, size, theme.quiet, kind="count", key=label(n))
            self.made.texts.append(run)
            return
        node, (w, h, font), form = self.looks[n], self.plan.size[n], self.plan.form[n]
        thin = min(1.0, font / 11)
        self.made.shapes.append(
            Shape(
                label(n),
                form,
                x,
                y,
                w,
                h,
                node.fill,
                node.stroke,
                round(node.width * thin, 2),
                node.dash,
                node.classes,
            )
        )
        if self.tree.is_leaf(n) and not self.plan.choice.bold:
            node = node._replace(bold=False)
        self._value(node, x, y, w, h, font, form)
        if n in self.part.folds:
            self._fold(n)

    def _value(
        self, node: Look, x: float, y: float, w: float, h: float, font: float, form: str
    ) -> None:
        """Write the text of a node, on two lines if it is a pair of long bounds."""
        if not node.text:
            return
        lines = lines_of(node.text)
        if form in ("up", "down"):
            lines = [node.text]
            y += 0.17 * h * (1 if form == "up" else -1)
            font = min(0.8 * font, 0.53 * w / text_width(node.text, bold=True))
        elif len(lines) > 1:
            font *= SMALLER
        for k, line in enumerate(lines):
            at = y + (k - (len(lines) - 1) / 2) * 1.12 * font
            self.made.texts.append(
                Text(x, at, line, round(font, 2), node.ink, node.bold, node.italic, kind="value")
            )

    def _edge(self, n: Node) -> None:
        """The edge from the parent, and a double stroke through it if it is cut off here."""
        up, theme, made = n[:-1], self.theme, self.made
        ends = label(up), label(n)
        ux, uy = self.layout.x[up], self.plan.box(up).bottom
        x, y = self.layout.x[n], self.plan.box(n).top
        if n in self.part.runs:
            edge = Line(((ux, uy), (x, y)), theme.quiet, 1.0, ends=ends)
            made.lines.append(edge)
            return
        seen = self.looks[n]
        line, width, dash, struck = seen.edge
        made.lines.append(Line(((ux, uy), (x, y)), line, width, dash, seen.classes, ends))
        if struck:
            mx, my = ux + (x - ux) * 0.6, uy + (y - uy) * 0.6
            half = 6.0 if self.plan.size[n].w > 20 else 3.5
            for k in (2, 7):
                stroke = (mx - half, my + k), (mx + half, my + k - 5)
                made.lines.append(Line(stroke, theme.line, 2.0, classes=("strike",), ends=ends))

    def _fold(self, n: Node) -> None:
        """A triangle that stands for the leaves below a node."""
        x, y, theme, font = (
            self.layout.x[n],
            self.plan.box(n).bottom,
            self.theme,
            self.plan.size[n].font,
        )
        w, h = (side * font for side in FOLD)
        self.made.shapes.append(
            Shape(
                f"below {label(n)}",
                "up",
                x,
                y + h / 2,
                w,
                h,
                theme.soft,
                theme.quiet,
                1.0,
                classes=("fold",),
            )
        )
        at, size = y + h + 0.8 * COUNT * font, COUNT * font
        self.made.texts.append(Text(x, at, self.plan.count(n), size, theme.quiet, kind="count"))

    def _sides(self) -> None:
        """Write at the margin who is to move at each level, or that nobody is."""
        levels: dict[int, Node] = {}
        for n in self.plan.nodes:
            if n not in self.part.runs and (len(n) not in levels or self.tree.children(n)):
                levels[len(n)] = n
        for n in levels.values():
            moves = self.tree.children(n) or self.plan.typed
            side = self.tree.to_move(n) if moves else "leaf"
            at = 4 - MARGIN, self.layout.y[n]
            self.made.texts.append(
                Text(*at, side, SIDE, self.theme.quiet, align="start", kind="side")
            )

    # Notes on the tree

    def _of_note(self, cutoff: Cutoff | None) -> list[Node]:
        """The nodes that the caption may speak of, and that are named if there is any room."""
        found = list(reversed(self.frame.path))
        if cutoff:
            found += [n for n in (cutoff.by, *cutoff.witnesses) if n is not None]
            found += cutoff.skipped
        return list(dict.fromkeys(found))

    def _names(self, space: Space, of_note: Iterable[Node]) -> None:
        if not self.names:
            return
        for n, name in self.plan.names.items():
            self._name(n, name)
        for n in of_note:
            if n in self.looks and n not in self.plan.names and self.plan.name(n):
                if placed := self.plan.any_name(space, n):
                    self._name(n, placed)

    def _name(self, n: Node, name: Name) -> None:
        """A name in bold, or a Dewey number in italics, which nobody takes for a value."""
        named = n in self.tree.names
        ink = self.theme.line if self.looks[n].on_path else self.theme.quiet
        (x, y, align), size = name.place, self.plan.choice.type
        for k, line in enumerate(name.lines):
            at = y + (k - (len(name.lines) - 1) / 2) * LEADING * size
            self.made.texts.append(
                Text(
                    *(x, at, line, size, ink, named, not named, align, "name"),
                    hides=name.on_edge,
                )
            )

    def _window(self, n: Node, space: Space, *, needed: bool = False) -> None:
        text = self.looks[n].window
        same = n and self.tree.is_leaf(n) and text == self.looks[n[:-1]].window
        if not text or same:
            return
        if not self._note(n, text, "window", space) and needed:
            asks = "?" in text
            self.words.append(f"Question: {text}" if asks else f"Window: {text}.")

    def _why(self, cutoff: Cutoff, space: Space) -> None:
        """The inequality behind a cutoff, beside the node that is cut: worked out if it fits."""
        with deep_recursion(self.tree.depth):
            reason = why(self.frame)
        if not reason.inequality:
            return
        for form in (reason.worked, reason.brief) if cutoff.node in self.looks else ():
            text = form.replace("node ", "")  # names are labels here
            fits = text_width(text, NOTE, bold=True) <= LONGEST
            if fits and self._note(cutoff.node, text, "why", space):
                if form == reason.worked:
                    return
                break
        self.words.append(f"{sentence(reason.worked)}.")

    def _note(self, n: Node, text: str, kind: str, space: Space) -> bool:
        """Write a note beside a node, if there is room."""
        x, y, (left, top, right, bottom) = self.layout.x[n], self.layout.y[n], self.plan.box(n)
        right, left = right + 5, left - 5
        places = [
            *(Place(right, y, "start"), Place(right, bottom, "start")),
            *(Place(left, y, "end"), Place(left, bottom, "end")),
            *(Place(x + 8, top - 10, "start"), Place(x - 8, top - 10, "end")),
            *(Place(x + 8, bottom + 12, "start"), Place(x - 8, bottom + 12, "end")),
            *(Place(x + 8, top - 26, "start"), Place(x - 8, top - 26, "end")),
            *(Place(x + 8, top - 42, "start"), Place(x - 8, top - 42, "end")),
        ]
        wide = text_width(text, NOTE, bold=True)
        at = space.place(places, wide, 1.25 * NOTE, most=MOST_CROSSED[kind])
        if at is None:
            return False
        x, y, align = at
        ink = self.theme.now
        self.made.texts.append(
            Text(x, y, text, NOTE, ink, True, align=align, kind=kind, hides=True)
        )
        return True

    def _arc(self, cutoff: Cutoff, space: Space) -> None:
        """An arc from the node that is cut to the ancestor whose bound it meets.

        There are rings around the two leaves that prove it.
        """
        now, made = self.theme.now, self.made
        for n in cutoff.witnesses:
            if n is not None and n in self.looks:
                x, y, (w, h, font) = self.layout.x[n], self.layout.y[n], self.plan.size[n]
                air = 8 * min(1.0, font / 12)
                ring = f"around {label(n)}", "ring", x, y, w + air, h + air
                made.shapes.append(Shape(*ring, "", now, 1.6, DASHED, ("witness",)))
        node, by = cutoff.node, cutoff.by
        if by is None or by == node or node not in self.looks or by not in self.looks:
            return
        curve = self._curve(node, by, space)
        made.lines.append(Line(curve, now, 1.8, DOTTED, ("arc",), (label(node), label(by))))
        for barb in _barbs(curve[-2], curve[-1]):
            made.lines.append(Line((barb, curve[-1]), now, 1.8, SOLID, ("arrow",)))
        for a, b in _sampled(curve):
            space.avoid((*a, *b))

    def _curve(self, node: Node, by: Node, space: Space) -> tuple[Point, ...]:
        """A curve from a node up to an ancestor that avoids nodes and names, if possible."""
        side = -1 if self.layout.x[node] < self.layout.x[by] else 1
        far = 30 + 0.15 * (self.plan.box(node).top - self.plan.box(by).bottom)

        def hits(curve: tuple[Point, ...]) -> int:
            between = [at for at, _ in _sampled(curve, 24)][4:-2]  # not at the nodes themselves
            return sum(not space.is_free(Box(*at, *at)) for at in between)

        curves = []
        for k in (1, -1, 2, -2, 3, -3):
            way = side if k > 0 else -side
            (x, y), (u, v) = self._rim(node, way, -1), self._rim(by, way, 1)
            middle = (x + u) / 2 + side * far * k, (y + v) / 2
            curves.append(_cubic((x, y), middle, (u, v + 2)))
        return min(curves, key=hits)

    def _rim(self, n: Node, side: int, down: int) -> Point:
        """A point on the lower or upper rim of a node, beside the edges that meet in its middle."""
        w, h, _ = self.plan.size[n]
        slanted = "down" if down > 0 else "up"
        inside = {"ellipse": 0.1, slanted: 0.6}.get(self.plan.form[n], 0.0)
        return self.layout.x[n] + side * 0.3 * w, self.layout.y[n] + down * (0.5 - inside) * h


def _cubic(start: Point, control: Point, end: Point) -> tuple[Point, ...]:
    """A quadratic curve as a cubic one, which every format can draw."""

    def between(p: Point) -> Point:
        return p[0] + (control[0] - p[0]) * 2 / 3, p[1] + (control[1] - p[1]) * 2 / 3

    return start, between(start), between(end), end


def _barbs(start: Point, tip: Point, long: float = 8) -> list[Point]:
    """The two ends of an arrow's head, whose tip a curve reaches in the direction from `start`."""
    away = atan2(start[1] - tip[1], start[0] - tip[0])
    return [(tip[0] + long * cos(away + t), tip[1] + long * sin(away + t)) for t in (0.45, -0.45)]


def _sampled(curve: Sequence[Point], steps: int = 8) -> list[tuple[Point, Point]]:
    """A cubic curve as short straight lines."""
    weights = [
        ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3)
        for t in (k / steps for k in range(steps + 1))
    ]
    at = [
        (
            sum(w * p[0] for w, p in zip(row, curve, strict=True)),
            sum(w * p[1] for w, p in zip(row, curve, strict=True)),
        )
        for row in weights
    ]
    return list(pairwise(at))
