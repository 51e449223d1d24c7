"""The width of text in DejaVu Sans, which pictures are lettered in, and how text is shortened.

Verdana has almost the same widths, and the fonts that browsers fall back on are narrower.
"""

from functools import lru_cache

from trees.dewey import printable

FONT = "DejaVu Sans,Verdana,sans-serif"

# The width of characters relative to the font size, rounded up.
_CLASSES = {
    0.28: "ijl'",
    0.32: "IJ,. ·",
    0.36: "f/:;\\|",
    0.40: "t()-[]",
    0.44: "r!",
    0.52: '"*_`–',
    0.56: "cszL?Γ⁺⁻",
    0.60: "kvxyFγ",
    0.64: "0123456789abdeghnopquEPSTY${}βé",
    0.72: "KαABCRVXZ",
    0.80: "HNUDGOQ&",
    0.84: "w#+<=>^~−∞≤≥→×",
    1.00: "Mm%W@…—",
}
_WIDTHS = {c: width for width, characters in _CLASSES.items() for c in characters}
_OTHER = 0.84  # letters with accents, Greek, Cyrillic
_WIDE = 1.3  # East Asian characters and emoji
_BOLDER = 0.08  # how much is added to each character in bold


@lru_cache(20_000)
def text_width(text: str, size: float = 1.0, *, bold: bool = False) -> float:
    """The width of a text on one line, never less than in print."""
    wide = sum(_WIDTHS.get(c) or (_OTHER if c < "\u1100" else _WIDE) for c in text)
    return (wide + _BOLDER * len(text) * bold) * size


def shortened(text: str, most: int | None = None) -> str:
    r"""The text on one line, shortened to `most` characters.

    >>> shortened("a\nb"), shortened("abcdef", 4)
    ('a b', 'abc…')
    """
    text = " ".join(printable(text).split())
    return text if most is None or len(text) <= most else text[: max(0, most - 1)] + "…"


def wrapped(text: str, size: float, width: float, *, bold: bool = False) -> list[str]:
    """The text on as many lines as it needs; a word that is too long is broken.

    >>> wrapped("as few lines as possible", 10, 90)
    ['as few lines as', 'possible']
    """
    lines = [""]
    for word in shortened(text).split():
        longer = f"{lines[-1]} {word}".strip()
        if text_width(longer, size, bold=bold) <= width:
            lines[-1] = longer
            continue
        if lines[-1]:
            lines.append("")
        for c in word:
            if lines[-1] and text_width(lines[-1] + c, size, bold=bold) > width:
                lines.append("")
            lines[-1] += c
    return lines
