"""Draw a picture as SVG without Graphviz, which is missing in places such as the browser."""

from html import escape

from tracer.draw.picture import REACH, Edge, Fold, Glyph, Picture, R, Segment, Text
from tracer.draw.style import text_width

FONT = "DejaVu Sans, Verdana, sans-serif"
DASHES = {"solid": "", "dashed": ' stroke-dasharray="5 3"', "dotted": ' stroke-dasharray="1 3"'}


def svg(made: Picture) -> str:
    """Draw a picture: edges, then folds and nodes, which hide the ends of edges, then text."""
    theme, alt = made.theme, escape(made.alt)
    left, top, width, height = made.left, made.top, made.right - made.left, made.bottom - made.top
    body = [_edge(edge, theme.line) for edge in made.edges]
    body += [_fold(fold, theme.soft, theme.quiet) for fold in made.folds]
    body += [_glyph(glyph) for glyph in made.glyphs]
    body += [_text(text, theme.paper) for text in made.texts]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="{alt}" '
        f'width="{width:.0f}pt" height="{height:.0f}pt" style="max-width: 100%; height: auto" '
        f'viewBox="{left:.1f} {top:.1f} {width:.1f} {height:.1f}" font-family="{FONT}">'
        f'<title>{alt}</title><rect x="{left:.1f}" y="{top:.1f}" width="{width:.1f}" '
        f'height="{height:.1f}" fill="{theme.paper}"/>{"".join(body)}</svg>'
    )


def _edge(edge: Edge, line: str) -> str:
    look = edge.look.edge
    style = f'stroke="{look.stroke}" stroke-width="{look.width}"{DASHES[look.dash]}'
    drawn = _line(edge.line, f'{style} opacity="{look.opacity}"')
    return drawn + "".join(_line(s, f'stroke="{line}" stroke-width="2"') for s in edge.strokes)


def _line(line: Segment, style: str) -> str:
    x, y, u, v = line
    return f'<line x1="{x:.1f}" y1="{y:.1f}" x2="{u:.1f}" y2="{v:.1f}" {style}/>'


def _fold(fold: Fold, fill: str, stroke: str) -> str:
    x, y = fold.x, fold.y
    points = f"{x:.1f},{y:.1f} {x - 14:.1f},{y + 22:.1f} {x + 14:.1f},{y + 22:.1f}"
    return f'<polygon points="{points}" fill="{fill}" stroke="{stroke}"/>'


def _glyph(glyph: Glyph) -> str:
    """A node; its fill is never faded, because it hides the ends of edges."""
    x, y, look = glyph.x, glyph.y, glyph.look
    up, down = REACH[look.shape]
    style = (
        f'fill="{look.fill}" stroke="{look.stroke}" stroke-width="{look.width}" '
        f'stroke-opacity="{look.opacity}"{DASHES[look.dash]}'
    )
    if look.shape == "square":
        drawn = f'<rect x="{x - R:.1f}" y="{y - R:.1f}" width="{2 * R}" height="{2 * R}" {style}/>'
    elif look.shape == "circle":
        drawn = f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{R}" {style}/>'
    else:
        tip, base = (y - up, y + down) if look.shape == "up" else (y + down, y - up)
        points = f"{x:.1f},{tip:.1f} {x - 18:.1f},{base:.1f} {x + 18:.1f},{base:.1f}"
        drawn = f'<polygon points="{points}" {style}/>'
    if not look.text:
        return drawn
    label = Text(x, y, look.text, look.size, look.ink, look.bold)
    return drawn + f'<g opacity="{look.opacity}">{_text(label)}</g>'


def _text(text: Text, paper: str = "") -> str:
    weight = ' font-weight="bold"' if text.bold else ""
    behind = ""
    if text.on_paper:
        wide = text_width(text.text, text.size, bold=text.bold)
        left = text.x - {"start": 0.0, "middle": 0.5, "end": 1.0}[text.align] * wide
        behind = (
            f'<rect x="{left:.1f}" y="{text.y - 0.6 * text.size:.1f}" width="{wide:.1f}" '
            f'height="{1.2 * text.size:.1f}" fill="{paper}"/>'
        )
    return (
        f'{behind}<text x="{text.x:.1f}" y="{text.y:.1f}" font-size="{text.size}" '
        f'fill="{text.ink}" text-anchor="{text.align}" dominant-baseline="central"{weight}>'
        f"{escape(text.text)}</text>"
    )
