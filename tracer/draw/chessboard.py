"""Chess positions as pictures, side by side; python-chess draws the boards."""

import re
from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

from tracer.support.extras import needs
from trees.games.chess import board, draw, square_number

SIDE = 250  # of a board
GAP, FOOT = 26, 24  # between boards, and below them for the captions
COLOURS = {
    "square light": "#f3f0e8",
    "square dark": "#b7c3cf",
    "margin": "#ffffff",
    "inner border": "#5b6672",
    "outer border": "#ffffff",
    "coord": "#333333",
}
MARK = "#e8a33d"


class Boards:
    """Pictures of chess positions, side by side, each with a caption; some squares are marked."""

    def __init__(
        self, fens: Sequence[str], captions: Sequence[str], marked: Mapping[int, Sequence[str]]
    ) -> None:
        self.fens, self.captions, self.marked = fens, captions, marked

    def _repr_mimebundle_(self, **_: Any) -> Any:
        """For notebooks: inline, as an image, and as text."""
        drawn = self.svg()
        plain = "\n\n".join(map(draw, self.fens))
        return (
            {"text/html": drawn, "image/svg+xml": drawn, "text/plain": plain},
            {"image/svg+xml": {"alt": self.alt}},
        )

    @property
    def alt(self) -> str:
        """The captions and the positions."""
        pairs = zip(self.fens, self.captions, strict=True)
        return "; ".join(f"{caption or 'chess position'}: {fen}" for fen, caption in pairs)

    def svg(self) -> str:
        """The boards in one picture."""
        wide = len(self.fens) * (SIDE + GAP) - GAP
        high = SIDE + (FOOT if any(self.captions) else 0)
        parts = [self._one(k) for k in range(len(self.fens))]
        return (
            f'<svg class="pg-picture" xmlns="http://www.w3.org/2000/svg" '
            f'xmlns:xlink="http://www.w3.org/1999/xlink" width="{wide}" height="{high}" '
            f'viewBox="0 0 {wide} {high}" role="img" aria-label="{escape(self.alt)}" '
            'style="max-width: 100%; height: auto">'
            f'<rect width="{wide}" height="{high}" fill="#ffffff"/>{"".join(parts)}</svg>'
        )

    def _one(self, k: int) -> str:
        """A board, moved to its place, and its caption."""
        x = k * (SIDE + GAP)
        fill = dict.fromkeys(map(square_number, self.marked.get(k, ())), MARK)
        pen = needs("chess.svg", "games").board
        drawn = str(pen(board(self.fens[k]), size=SIDE, colors=COLOURS, fill=fill))
        drawn = re.sub(r"<desc>.*?</desc>", "", drawn, flags=re.S)  # the label says it
        name = re.sub(r"\W", "-", f"{self.fens[k]}-{k}")  # ids may occur once on a page
        drawn = re.sub(r'( id="|href="#)', rf"\1b{name}-", drawn)
        caption = (
            f'<text x="{x + SIDE / 2}" y="{SIDE + 17}" text-anchor="middle" font-size="14" '
            f'font-family="sans-serif" fill="#222222">{escape(self.captions[k])}</text>'
        )
        return drawn.replace("<svg ", f'<svg x="{x}" ', 1) + caption


def chessboard(*positions: str | tuple[str, str], marked: Sequence[str] = ()) -> Boards:
    """Draw chess positions, each a FEN or a pair of FEN and caption.

    The squares `marked` are coloured on the first board.

    >>> chessboard("4k3/8/8/8/8/8/4P3/4K3", marked=["e4"]).fens
    ('4k3/8/8/8/8/8/4P3/4K3',)
    """
    if not 1 <= len(positions) <= 4:
        raise ValueError(f"can draw 1 to 4 positions side by side, not {len(positions)}")
    pairs = [(p, "") if isinstance(p, str) else p for p in positions]
    for fen, _ in pairs:
        board(fen)
    for square in marked:
        square_number(square)
    return Boards(tuple(f for f, _ in pairs), tuple(c for _, c in pairs), {0: tuple(marked)})
