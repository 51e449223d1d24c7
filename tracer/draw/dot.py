"""Pictures drawn by Graphviz from DOT source in which every position is fixed.

The pygraphviz wheel includes the engine, so Graphviz does not have to be installed on the system.
The engine does not move anything (`neato -n2`), and users' text is never read as markup.
"""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from xml.sax.saxutils import escape

from tracer.draw.lettering import FONT
from tracer.draw.marks import Line, Picture, Shape, Text
from tracer.draw.picture import picture
from tracer.draw.web import opening
from tracer.support.extras import needs
from tracer.trace.frame import Frame
from tracer.trace.trace import Trace

FORMATS = ("svg", "png", "pdf")
DPI = 192  # for PNG: sharp on paper and on high-resolution screens
POINTS = 72  # per inch
CONFIGURED = Path("/etc/fonts/fonts.conf")  # where Linux says which fonts it has
SHAPES = {
    **{"box": "box", "ring": "box", "ellipse": "ellipse"},
    **{"up": "triangle", "down": "invtriangle"},
}


@cache
def _load_fonts(pygraphviz: Any) -> None:
    """Draw something with standard error turned off.

    When the engine first reads the system's fonts, it may print warnings about a newer font
    configuration to standard error, and a notebook would show them.
    """
    kept, nowhere = os.dup(2), os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(nowhere, 2)
        with _fonts_of_matplotlib() if _without_fonts() else nullcontext():
            pygraphviz.AGraph(string="digraph { a }").draw(format="png", prog="dot")
    finally:
        os.dup2(kept, 2)
        os.close(kept)
        os.close(nowhere)


def _without_fonts() -> bool:
    """Whether this is a bare Linux, where every letter would be an empty box."""
    chosen = {"FONTCONFIG_FILE", "FONTCONFIG_PATH"} & set(os.environ)
    return sys.platform == "linux" and not chosen and not CONFIGURED.exists()


@contextmanager
def _fonts_of_matplotlib() -> Iterator[None]:
    """Have the engine find the DejaVu fonts that matplotlib brings."""
    fonts = Path(needs("matplotlib", "lab").get_data_path(), "fonts", "ttf")
    with TemporaryDirectory() as place:
        config = Path(place, "fonts.conf")
        config.write_text(f"<fontconfig><dir>{escape(str(fonts))}</dir></fontconfig>", "utf-8")
        os.environ["FONTCONFIG_FILE"] = str(config)
        try:
            yield
        finally:
            del os.environ["FONTCONFIG_FILE"]


def source(subject: Picture | Frame | Trace, **look: Any) -> str:
    """The DOT source of a picture; `look` is passed to `picture`."""
    return _Source(_as_picture(subject, look), "transparent").text


def draw(
    subject: Picture | Frame | Trace, form: str = "svg", *, dpi: float = DPI, **look: Any
) -> bytes:
    """Draw as "svg", "png" or "pdf"; `look` is passed to `picture`."""
    if form not in FORMATS:
        raise ValueError(f"Unknown form {form!r}. Choose one of: {', '.join(FORMATS)}.")
    made = _as_picture(subject, look)
    pygraphviz = needs("pygraphviz", "lab")
    _load_fonts(pygraphviz)
    ground = "transparent" if form == "svg" else made.theme.paper
    graph = pygraphviz.AGraph(string=_Source(made, ground).text)
    if form == "png":
        graph.graph_attr["dpi"] = str(dpi)
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
    """The drawing inside our own SVG element, with type that browsers understand.

    None of the replaced strings can be users' text, where quotes and angle brackets are escaped.
    """
    drawn = drawn[drawn.index("<title>tree</title>") + len("<title>tree</title>") :]
    for bold, italic in (True, True), (True, False), (False, True):
        weight = ' font-weight="bold"' * bold + ' font-style="italic"' * italic
        drawn = drawn.replace(
            f'font-family="{_fontname(bold, italic)}"', f'font-family="{FONT}"{weight}'
        )
    return f"{opening(made)}<g>{drawn.rstrip()}"


def _fontname(bold: bool, italic: bool) -> str:
    return FONT + " Bold" * bold + " Italic" * italic


class _Source:
    """Builds the DOT source of a picture."""

    def __init__(self, made: Picture, ground: str) -> None:
        self.theme = made.theme
        self.graphviz = needs("graphviz", "lab")
        self.graph = self.graphviz.Digraph(
            "tree",
            engine="neato",
            graph_attr={
                "outputorder": "edgesfirst",
                "notranslate": "true",
                "pad": "0",
                "bgcolor": ground,
            },
            node_attr={"fixedsize": "shape", "margin": "0", "fontname": FONT, "label": ""},
            edge_attr={"arrowhead": "none"},
        )
        for name, x, y in ("from", made.left, made.top), ("to", made.right, made.bottom):
            self._node(name, x, y, (0, 0), shape="none", style="invis")
        for shape in made.shapes:
            self._shape(shape)
        for k, text in enumerate(made.texts):
            self._text(text, text.key or f"text {k}")
        for line in made.lines:
            self._line(line)
        self.text: str = self.graph.source

    def _node(self, key: str, x: float, y: float, size: tuple[float, float], **kw: str) -> None:
        width, height = (f"{s / POINTS:.4f}" for s in size)
        self.graph.node(key, pos=f"{x:.2f},{-y:.2f}!", width=width, height=height, **kw)

    def _shape(self, shape: Shape) -> None:
        w, h, y = shape.w, shape.h, shape.y
        if shape.form in ("up", "down"):  # Graphviz centres a triangle at a third of its height
            y += h / 6 if shape.form == "up" else -h / 6
            h *= 4 / 3
        style = [shape.dash]
        if shape.fill:
            style.append("filled")
        if shape.form == "ring":
            style.append("rounded")
        self._node(
            shape.key,
            shape.x,
            y,
            (w, h),
            shape=SHAPES[shape.form],
            style=",".join(style),
            fillcolor=shape.fill or "none",
            color=shape.stroke,
            penwidth=f"{shape.width}",
            **{"class": " ".join(shape.classes)},
        )

    def _text(self, text: Text, key: str) -> None:
        end = {"start": r"\l", "middle": "", "end": r"\r"}[text.align]
        left, top, right, bottom = text.box
        self._node(
            key,
            (left + right) / 2,
            (top + bottom) / 2,
            (right - left, bottom - top),
            shape="box" if text.hides else "none",
            style="filled" if text.hides else "",
            penwidth="0",
            fillcolor=self.theme.paper,
            label=self._words(text.text, end),
            fontcolor=text.ink,
            fontsize=f"{text.size}",
            fontname=_fontname(text.bold, text.italic),
            **{"class": text.kind},
        )

    def _line(self, line: Line) -> None:
        above, below = line.ends if line.ends[0] else ("from", "to")
        self.graph.edge(
            above,
            below,
            pos=_spline(line),
            color=line.stroke,
            penwidth=f"{line.width}",
            style=line.dash,
            **{"class": " ".join(line.classes)},
        )

    def _words(self, text: str, end: str = "") -> str:
        """A label that shows exactly this text, with all markup and escapes turned off."""
        plain = self.graphviz.escape(text.replace("&", "&amp;"))
        words: str = self.graphviz.nohtml(plain + end)
        return words


def _spline(line: Line) -> str:
    """A line as a cubic spline, which is what Graphviz expects."""
    points = line.points
    if len(points) == 2:
        (x, y), (u, v) = points
        points = tuple((x + (u - x) * k / 3, y + (v - y) * k / 3) for k in range(4))
    return " ".join(f"{a:.2f},{-b:.2f}" for a, b in points)
