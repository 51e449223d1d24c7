"""Pictures drawn by Graphviz from DOT source in which every position is fixed.

The pygraphviz wheel includes the engine, so Graphviz does not have to be installed on the system.
The engine does not move anything (`neato -n2`), and users' text is never read as markup.
"""

import os
from functools import cache
from html import escape as escape_xml
from typing import Any

from tracer.draw.layout import NODE
from tracer.draw.picture import Edge, Fold, Glyph, Picture, Segment, Text, picture
from tracer.draw.style import text_width
from tracer.support.extras import needs
from tracer.trace.frame import Frame
from tracer.trace.trace import Trace

FORMATS = ("svg", "png", "pdf")
DPI = 192  # for PNG: sharp on paper and on high-resolution screens
FONT = "DejaVu Sans,Verdana,sans-serif"  # the first two have the same widths
BOLD = FONT + " Bold"
POINTS = 72  # per inch
# The names of shapes in Graphviz, which centres a triangle at a third of its height.
SHAPES = {
    "square": ("square", (NODE, NODE)),
    "circle": ("circle", (NODE, NODE)),
    "up": ("triangle", (36, 44)),
    "down": ("invtriangle", (36, 44)),
}
FOLD = (28, 30)


@cache
def _load_fonts(pygraphviz: Any) -> None:
    """Draw something with standard error turned off.

    When the engine first reads the system's fonts, it may print warnings about a newer font
    configuration to standard error, and a notebook would show them.
    """
    kept, nowhere = os.dup(2), os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(nowhere, 2)
        pygraphviz.AGraph(string="digraph { a }").draw(format="png", prog="dot")
    finally:
        os.dup2(kept, 2)
        os.close(kept)
        os.close(nowhere)


def source(subject: Picture | Frame | Trace, **look: Any) -> str:
    """The DOT source of a picture; `look` is passed to `picture`."""
    return _Source(_as_picture(subject, look)).text


def draw(subject: Picture | Frame | Trace, form: str = "svg", **look: Any) -> bytes:
    """Draw as "svg", "png" or "pdf"; `look` is passed to `picture`."""
    if form not in FORMATS:
        raise ValueError(f"Unknown form {form!r}. Choose one of: {', '.join(FORMATS)}.")
    made = _as_picture(subject, look)
    pygraphviz = needs("pygraphviz", "lab")
    _load_fonts(pygraphviz)
    graph = pygraphviz.AGraph(string=_Source(made).text)
    if form == "png":
        graph.graph_attr["dpi"] = str(DPI)
    graph.has_layout = True  # keep the positions
    drawn: bytes = graph.draw(format=form)
    return _finished(drawn.decode("utf-8"), made).encode("utf-8") if form == "svg" else drawn


def svg(subject: Picture | Frame | Trace, **look: Any) -> str:
    """Draw as SVG for a web page; its text stays text."""
    return draw(subject, "svg", **look).decode("utf-8")


def _as_picture(subject: Picture | Frame | Trace, look: dict[str, Any]) -> Picture:
    if isinstance(subject, Picture) and not look:
        return subject
    return picture(subject, **look)  # type: ignore[arg-type]  # picture() checks the subject


def _finished(drawn: str, made: Picture) -> str:
    """Only the SVG element, with a text alternative and with bold type that browsers understand.

    None of the replaced strings can be users' text, where quotes and angle brackets are escaped.
    """
    alt = escape_xml(made.alt)
    drawn = drawn[drawn.index("<svg ") :]
    fit = "max-width: 100%; height: auto"  # if the page is narrower than the picture
    drawn = drawn.replace("<svg ", f'<svg role="img" aria-label="{alt}" style="{fit}" ', 1)
    drawn = drawn.replace("<title>tree</title>", f"<title>{alt}</title>", 1)
    return drawn.replace(f'font-family="{BOLD}"', f'font-family="{FONT}" font-weight="bold"')


class _Source:
    """Builds the DOT source of a picture."""

    def __init__(self, made: Picture) -> None:
        self.theme = made.theme
        self.graphviz = needs("graphviz", "lab")
        self.graph = self.graphviz.Digraph(
            "tree",
            engine="neato",
            graph_attr={
                "outputorder": "edgesfirst",
                "notranslate": "true",
                "pad": "0",
                "bgcolor": made.theme.paper,
            },
            node_attr={"fixedsize": "shape", "margin": "0", "fontname": FONT, "label": ""},
            edge_attr={"arrowhead": "none"},
        )
        for name, x, y in ("from", made.left, made.top), ("to", made.right, made.bottom):
            self._node(name, x, y, (0, 0), shape="none", style="invis")
        for fold in made.folds:
            self._fold(fold)
        for glyph in made.glyphs:
            self._glyph(glyph)
        for k, text in enumerate(made.texts):
            self._text(text, text.key or f"text {k}")
        for edge in made.edges:
            self._edge(edge)
        self.text: str = self.graph.source

    def _node(self, key: str, x: float, y: float, size: tuple[float, float], **kw: str) -> None:
        width, height = (f"{s / POINTS:.4f}" for s in size)
        self.graph.node(key, pos=f"{x:.2f},{-y:.2f}!", width=width, height=height, **kw)

    def _glyph(self, glyph: Glyph) -> None:
        look = glyph.look
        shape, size = SHAPES[look.shape]
        self._node(
            glyph.key,
            glyph.x,
            glyph.y,
            size,
            shape=shape,
            style=f"filled,{look.dash}",
            fillcolor=look.fill,  # never faded, because it hides the ends of edges
            color=_colour(look.stroke, look.opacity),
            penwidth=f"{look.width}",
            label=self._words(look.text),
            fontcolor=_colour(look.ink, look.opacity),
            fontsize=f"{look.size}",
            fontname=BOLD if look.bold else FONT,
            **{"class": " ".join(look.classes)},
        )

    def _fold(self, fold: Fold) -> None:
        self._node(
            f"below {fold.key}",
            fold.x,
            fold.y + FOLD[1] / 2,
            FOLD,
            shape="triangle",
            style="filled",
            fillcolor=self.theme.soft,
            color=self.theme.quiet,
            **{"class": "fold"},
        )

    def _text(self, text: Text, key: str) -> None:
        end = {"start": r"\l", "middle": "", "end": r"\r"}[text.align]
        wide = text_width(text.text, text.size, bold=text.bold)
        side = {"start": 0.5, "middle": 0, "end": -0.5}[text.align] * wide
        self._node(
            key,
            text.x + side,
            text.y,
            (wide, text.size * 1.2),
            shape="box",
            style="filled" if text.on_paper else "",
            penwidth="0",
            fillcolor=self.theme.paper,
            label=self._words(text.text, end),
            fontcolor=text.ink,
            fontsize=f"{text.size}",
            fontname=BOLD if text.bold else FONT,
            **{"class": text.kind},
        )

    def _edge(self, edge: Edge) -> None:
        look = edge.look.edge
        self.graph.edge(
            *edge.ends,
            pos=_spline(edge.line),
            color=_colour(look.stroke, look.opacity),
            penwidth=f"{look.width}",
            style=look.dash,
            **{"class": " ".join(edge.look.classes)},
        )
        if edge.strokes:
            self.graph.edge(
                *edge.ends,
                pos=";".join(map(_spline, edge.strokes)),
                color=self.theme.line,
                penwidth="2",
                **{"class": "strike"},
            )

    def _words(self, text: str, end: str = "") -> str:
        """A label that shows exactly this text, with all markup and escapes turned off."""
        plain = self.graphviz.escape(text.replace("&", "&amp;"))
        words: str = self.graphviz.nohtml(plain + end)
        return words


def _spline(line: Segment) -> str:
    """A straight line as a cubic spline, which is what Graphviz expects."""
    x, y, u, v = line
    points = [(x + (u - x) * k / 3, y + (v - y) * k / 3) for k in range(4)]
    return " ".join(f"{a:.2f},{-b:.2f}" for a, b in points)


def _colour(colour: str, opacity: float) -> str:
    return colour if opacity == 1 else f"{colour}{round(opacity * 255):02x}"
