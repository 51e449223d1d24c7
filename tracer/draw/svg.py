"""Draw a picture as SVG without Graphviz, which is missing in places such as the browser."""

from html import escape

from tracer.draw.lettering import FONT
from tracer.draw.marks import Line, Picture, Shape, Text
from tracer.draw.web import opening

DASHES = {"solid": "", "dashed": ' stroke-dasharray="5 3"', "dotted": ' stroke-dasharray="1.5 3"'}


def svg(made: Picture) -> str:
    """Draw a picture: lines, then shapes, then texts."""
    body = [_line(line) for line in made.lines]
    body += [_shape(shape) for shape in made.shapes]
    body += [_text(text, made.theme.paper) for text in made.texts]
    return f'{opening(made)}<g font-family="{FONT}">{"".join(body)}</g></svg>'


def _line(line: Line) -> str:
    (x, y), *rest = line.points
    to = " ".join(f"{a:.1f},{b:.1f}" for a, b in rest)
    curve = "C" if len(rest) > 1 else "L"
    style = f'fill="none" stroke="{line.stroke}" stroke-width="{line.width}"{DASHES[line.dash]}'
    return f'<path{_classes(line.classes)} d="M{x:.1f},{y:.1f}{curve}{to}" {style}/>'


def _shape(shape: Shape) -> str:
    x, y, w, h = shape.x, shape.y, shape.w, shape.h
    style = (
        f'fill="{shape.fill or "none"}" stroke="{shape.stroke}" stroke-width="{shape.width}"'
        f"{DASHES[shape.dash]}{_classes(shape.classes)}"
    )
    if shape.form in ("up", "down"):
        points = " ".join(f"{a:.1f},{b:.1f}" for a, b in shape.corners())
        return f'<polygon points="{points}" {style}/>'
    if shape.form == "ellipse":
        return f'<ellipse cx="{x:.1f}" cy="{y:.1f}" rx="{w / 2:.1f}" ry="{h / 2:.1f}" {style}/>'
    rounded = ' rx="6"' if shape.form == "ring" else ""
    return (
        f'<rect x="{x - w / 2:.1f}" y="{y - h / 2:.1f}" width="{w:.1f}" height="{h:.1f}"'
        f"{rounded} {style}/>"
    )


def _text(text: Text, paper: str) -> str:
    weight = ' font-weight="bold"' if text.bold else ""
    slant = ' font-style="italic"' if text.italic else ""
    behind = ""
    if text.hides:
        left, top, right, bottom = text.box
        behind = (
            f'<rect x="{left:.1f}" y="{top:.1f}" width="{right - left:.1f}" '
            f'height="{bottom - top:.1f}" fill="{paper}"/>'
        )
    return (
        f'{behind}<text x="{text.x:.1f}" y="{text.y + 0.36 * text.size:.1f}" '
        f'font-size="{text.size}" fill="{text.ink}" text-anchor="{text.align}"{weight}{slant}>'
        f"{escape(text.text)}</text>"
    )


def _classes(classes: tuple[str, ...]) -> str:
    return f' class="{" ".join(classes)}"' if classes else ""
