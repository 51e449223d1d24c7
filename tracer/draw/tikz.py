"""Pictures in TikZ, for papers and slides: the same shapes, real text, black and white."""

import re
from typing import Any

from tracer.draw.picture import Edge, Glyph, Picture, Text, picture
from tracer.trace.frame import Frame
from tracer.trace.trace import Trace

_SPECIAL = {
    "\\": r"\textbackslash{}",
    "{": r"\{",
    "}": r"\}",
    "$": r"\$",
    "&": r"\&",
    "#": r"\#",
    "_": r"\_",
    "%": r"\%",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\ensuremath{<}",
    ">": r"\ensuremath{>}",
    "|": r"\textbar{}",
    '"': r"\textquotedbl{}",
    "−": r"\ensuremath{-}",
    "∞": r"\ensuremath{\infty}",
    "≤": r"\ensuremath{\le}",
    "≥": r"\ensuremath{\ge}",
    "α": r"\ensuremath{\alpha}",
    "β": r"\ensuremath{\beta}",
    "γ": r"\ensuremath{\gamma}",
    "Γ": r"\ensuremath{\Gamma}",
    "⁺": r"\ensuremath{^+}",
    "⁻": r"\ensuremath{^-}",
    "…": r"\ldots{}",
}
_SHAPES = {
    "square": "rectangle",
    "circle": "circle",
    "up": "regular polygon, regular polygon sides=3",
    "down": "regular polygon, regular polygon sides=3, shape border rotate=180",
}
_ANCHOR = {"start": "west", "middle": "center", "end": "east"}


def escape_tex(text: str) -> str:
    """Escape text so that TeX prints it literally."""
    return re.sub(r".", lambda m: _SPECIAL.get(m[0], m[0]), text.replace("\n", " "))


def tikz(subject: Frame | Trace | Picture, *, standalone: bool = True, **look: Any) -> str:
    """TikZ source, as a complete document if `standalone`."""
    made = (
        subject if isinstance(subject, Picture) else picture(subject, **({"theme": "print"} | look))
    )
    body = [_edge(edge) for edge in made.edges]
    body += [_glyph(glyph) for glyph in made.glyphs]
    body += [_text(text) for text in made.texts]
    drawing = "\n".join([r"\begin{tikzpicture}[x=1bp,y=-1bp]", *body, r"\end{tikzpicture}"])
    if not standalone:
        return drawing + "\n"
    return (
        "\\documentclass[border=4pt]{standalone}\n\\usepackage[T1]{fontenc}\n"
        "\\usepackage[utf8]{inputenc}\n\\usepackage{textcomp}\n"
        "\\usepackage{tikz}\n\\usetikzlibrary{shapes.geometric}\n"
        f"\\begin{{document}}\n\\sffamily\n{drawing}\n\\end{{document}}\n"
    )


def _colour(colour: str, opacity: float = 1.0) -> str:
    red, green, blue = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
    faded = f", opacity={opacity}" if opacity < 1 else ""
    return f"{{rgb,255:red,{red};green,{green};blue,{blue}}}{faded}"


def _dash(dash: str) -> str:
    return "" if dash == "solid" else f", {dash}"


def _glyph(glyph: Glyph) -> str:
    look = glyph.look
    font = rf"\fontsize{{{look.size * 0.8:.1f}}}{{{look.size:.1f}}}\selectfont"
    bold = r"\bfseries" if look.bold else ""
    return (
        rf"\node[{_SHAPES[look.shape]}, minimum size=30bp, inner sep=0pt, font={font}{bold}, "
        rf"fill={_colour(look.fill)}, draw={_colour(look.stroke)}, line width={look.width}bp"
        rf"{_dash(look.dash)}, text={_colour(look.ink, look.opacity)}] "
        rf"at ({glyph.x:.1f},{glyph.y:.1f}) {{{escape_tex(look.text)}}};"
    )


def _edge(edge: Edge) -> str:
    look = edge.look.edge
    x, y, u, v = edge.line
    lines = [
        rf"\draw[draw={_colour(look.stroke, look.opacity)}, line width={look.width}bp"
        rf"{_dash(look.dash)}] ({x:.1f},{y:.1f}) -- ({u:.1f},{v:.1f});"
    ]
    lines += [
        rf"\draw[line width=2bp] ({a:.1f},{b:.1f}) -- ({c:.1f},{d:.1f});"
        for a, b, c, d in edge.strokes
    ]
    return "\n".join(lines)


def _text(text: Text) -> str:
    font = rf"\fontsize{{{text.size * 0.85:.1f}}}{{{text.size:.1f}}}\selectfont"
    bold = r"\bfseries" if text.bold else ""
    return (
        rf"\node[anchor={_ANCHOR[text.align]}, inner sep=0pt, font={font}{bold}, "
        rf"text={_colour(text.ink)}] at ({text.x:.1f},{text.y:.1f}) {{{escape_tex(text.text)}}};"
    )
