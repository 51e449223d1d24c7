"""Text and preambles for LaTeX: for pdfLaTeX if its fonts have all characters, or for LuaLaTeX."""

import re
from unicodedata import normalize

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
    "≠": r"\ensuremath{\ne}",
    "α": r"\ensuremath{\alpha}",
    "β": r"\ensuremath{\beta}",
    "γ": r"\ensuremath{\gamma}",
    "Γ": r"\ensuremath{\Gamma}",
    "⁺": r"\ensuremath{^+}",
    "⁻": r"\ensuremath{^-}",
    "…": r"\ldots{}",
}
# What T1 and TS1 have beyond ASCII: Western and Central European letters, and common signs.
LATIN = "".join(map(chr, range(0xA1, 0x17F))).translate(dict.fromkeys(map(ord, "\xadĦħĸĿŀŉŦŧ")))
PLAIN = frozenset(LATIN + "ȘșȚț‐–—‘’‚“”„†‡•‰‹›€™←↑→↓")

PDFLATEX = r"""\usepackage[T1]{fontenc}
\usepackage[utf8]{inputenc}
\IfFileExists{lmodern.sty}{\usepackage{lmodern}}{} % has small text in bold
\usepackage{textcomp}
"""
# Bidirectional text, and for each character the first of the fonts below that has it.
LUALATEX = r"""\usepackage{iftex}\RequireLuaTeX
\usepackage{fontspec}
\usepackage[english,bidi=basic]{babel}
\newcommand\found{}
\newcommand\try[1]{\IfFontExistsTF{#1}{\edef\found{\found"#1:mode=node;",}}{}}
\try{DejaVu Sans}\try{Noto Sans Hebrew}\try{Noto Sans Arabic}\try{Noto Sans Devanagari}
\try{Noto Sans CJK SC}\try{Droid Sans Fallback}\try{FandolHei}\try{Noto Emoji}\try{Symbola}
\directlua{luaotfload.add_fallback("more", {\found})}
\setmainfont{Latin Modern Roman}[RawFeature={fallback=more}]
\setsansfont{Latin Modern Sans}[RawFeature={fallback=more}]
"""
NOTE = (
    "% Compile this with LuaLaTeX. pdfLaTeX has no font for: {}\n"
    "% A character that none of your fonts has is left out, and the log names it.\n"
)


def escape_tex(text: str) -> str:
    """Escape text so that TeX prints it literally."""
    text = normalize("NFC", text.replace("\n", " "))
    return re.sub(r".", lambda m: _SPECIAL.get(m[0], m[0]), text)


def preamble(source: str, document_class: str) -> str:
    r"""What stands before \begin{document}, so that every character of a source is printed."""
    beyond = note(source)
    return f"{beyond}\\documentclass{document_class}\n" + (LUALATEX if beyond else PDFLATEX)


def note(source: str) -> str:
    """A comment that asks for LuaLaTeX, if a source needs it."""
    beyond = sorted({c for c in source if not c.isascii() and c not in PLAIN})
    return NOTE.format(" ".join(beyond)) if beyond else ""
