"""Pictures in TikZ, for papers and slides: the same shapes, real text, black and white."""

from typing import Any

from tracer.draw.marks import Line, Picture, Shape, Text
from tracer.draw.picture import picture
from tracer.draw.tex import escape_tex, note, preamble
from tracer.trace.frame import Frame
from tracer.trace.trace import Trace

_ANCHOR = {"start": "mid west", "middle": "mid", "end": "mid east"}  # at half the height of an x


def tikz(subject: Frame | Trace | Picture, *, standalone: bool = True, **look: Any) -> str:
    """TikZ source, as a complete document if `standalone`."""
    made = (
        subject if isinstance(subject, Picture) else picture(subject, **({"theme": "print"} | look))
    )
    body = [_line(line) for line in made.lines]
    body += [_shape(shape) for shape in made.shapes]
    body += [_text(text) for text in made.texts]
    drawing = "\n".join([r"\begin{tikzpicture}[x=1bp,y=-1bp]", *body, r"\end{tikzpicture}"])
    if not standalone:
        return f"{note(drawing)}{drawing}\n"
    head = preamble(drawing, "[border=4pt]{standalone}") + "\\usepackage{tikz}\n"
    return f"{head}\\begin{{document}}\n\\sffamily\n{drawing}\n\\end{{document}}\n"


def _colour(colour: str) -> str:
    red, green, blue = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
    return f"{{rgb,255:red,{red};green,{green};blue,{blue}}}"


def _pen(stroke: str, width: float, dash: str) -> str:
    return f"draw={_colour(stroke)}, line width={width}bp{'' if dash == 'solid' else f', {dash}'}"


def _shape(shape: Shape) -> str:
    x, y, w, h = shape.x, shape.y, shape.w / 2, shape.h / 2
    style = _pen(shape.stroke, shape.width, shape.dash)
    if shape.fill:
        style += f", fill={_colour(shape.fill)}"
    if shape.form == "ellipse":
        return (
            rf"\path[{style}] ({x:.1f},{y:.1f}) ellipse [x radius={w:.1f}bp, y radius={h:.1f}bp];"
        )
    if shape.form in ("up", "down"):
        corners = " -- ".join(f"({a:.1f},{b:.1f})" for a, b in shape.corners())
        return rf"\path[{style}] {corners} -- cycle;"
    if shape.form == "ring":
        style += ", rounded corners=5bp"
    return rf"\path[{style}] ({x - w:.1f},{y - h:.1f}) rectangle ({x + w:.1f},{y + h:.1f});"


def _line(line: Line) -> str:
    start, *controls, end = (f"({x:.1f},{y:.1f})" for x, y in line.points)
    way = f".. controls {' and '.join(controls)} .." if controls else "--"
    return rf"\path[{_pen(line.stroke, line.width, line.dash)}] {start} {way} {end};"


def _text(text: Text) -> str:
    font = rf"\fontsize{{{text.size * 0.9:.1f}}}{{{text.size:.1f}}}\selectfont"
    font += r"\bfseries\boldmath" * text.bold + r"\slshape" * text.italic
    behind = f", fill={_colour('#ffffff')}" if text.hides else ""
    return (
        rf"\node[anchor={_ANCHOR[text.align]}, inner sep=0pt, font={font}, "
        rf"text={_colour(text.ink)}{behind}] at ({text.x:.1f},{text.y + 0.14 * text.size:.1f}) "
        rf"{{{escape_tex(text.text)}}};"
    )
