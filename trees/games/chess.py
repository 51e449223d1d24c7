"""Chess positions and their static evaluation: an exercise, not an engine.

Material as in Ewing & Greenwald, section 4; Shannon's function, with pawns and mobility, as in
Khemani, who has blocked pawns where Shannon has backward ones. Positions are the first field of
a FEN: ranks from 8 to 1, White's pieces in capitals.
"""

from typing import NamedTuple

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"

WORTH = {"Q": 9, "R": 5, "B": 3, "N": 3, "P": 1}
KING = 200

Square = tuple[int, int]  # file and rank, from 0
Board = dict[Square, str]

_DIAGONAL = [(1, 1), (1, -1), (-1, 1), (-1, -1)]
_STRAIGHT = [(1, 0), (-1, 0), (0, 1), (0, -1)]
_KNIGHT = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]
_STEPS = {"B": _DIAGONAL, "R": _STRAIGHT, "Q": _DIAGONAL + _STRAIGHT}
_JUMPS = {"N": _KNIGHT, "K": _DIAGONAL + _STRAIGHT}


class Features(NamedTuple):
    """What one side has."""

    material: int
    kings: int
    doubled: int
    blocked: int
    isolated: int
    mobility: int

    @property
    def score(self) -> float:
        """Shannon's weights."""
        pawns = self.doubled + self.blocked + self.isolated
        return KING * self.kings + self.material - 0.5 * pawns + 0.1 * self.mobility


def board(fen: str) -> Board:
    """Read the placement of a FEN."""
    ranks = fen.split()[0].split("/") if isinstance(fen, str) and fen.strip() else []
    squares: Board = {}
    for rank, text in zip(range(7, -1, -1), ranks, strict=False):
        file = 0
        for mark in text:
            if mark.upper() in "KQRBNP":
                squares[file, rank] = mark
            elif mark not in "12345678":
                raise ValueError(f"{mark!r} is no piece: pieces are KQRBNP and kqrbnp")
            file += int(mark) if mark.isdigit() else 1
        if file != 8:
            raise ValueError(f"rank {rank + 1}, {text!r}, has {file} squares: it needs 8")
    if len(ranks) != 8:
        raise ValueError(f"{fen!r} has {len(ranks)} ranks: a board has 8, separated by '/'")
    for king in "Kk":
        if (kings := list(squares.values()).count(king)) != 1:
            raise ValueError(f"there are {kings} kings {king!r}: each side has one")
    return squares


def draw(fen: str) -> str:
    """The board, rank 8 on top; White's pieces are capitals.

    >>> draw("4k3/8/8/8/8/8/4P3/4K3").splitlines()[-3]
    '2 · · · · P · · ·'
    """
    squares = board(fen)
    rows = [
        f"{r + 1} " + " ".join(squares.get((f, r), "·") for f in range(8)) for r in range(7, -1, -1)
    ]
    return "\n".join([*rows, "  a b c d e f g h"])


def features(squares: Board, white: bool) -> Features:
    """What White or Black has."""
    own = {s: p.upper() for s, p in squares.items() if p.isupper() == white}
    ahead = 1 if white else -1
    pawns = {s for s, p in own.items() if p == "P"}
    files = {file for file, _ in pawns}
    return Features(
        material=sum(WORTH.get(p, 0) for p in own.values()),
        kings=list(own.values()).count("K"),
        doubled=len(pawns) - len(files),
        blocked=sum((f, r + ahead) in squares for f, r in pawns),
        isolated=sum(f - 1 not in files and f + 1 not in files for f, _ in pawns),
        mobility=sum(_moves(squares, s, p, white) for s, p in own.items()),
    )


def _moves(squares: Board, square: Square, piece: str, white: bool) -> int:
    """How many moves a piece has; checks, castling and en passant are left out."""
    f, r = square

    def open_to(s: Square) -> bool:
        inside = 0 <= s[0] < 8 and 0 <= s[1] < 8
        return inside and (s not in squares or squares[s].isupper() != white)

    if piece == "P":
        ahead, first = (1, 1) if white else (-1, 6)
        taken = [(f + side, r + ahead) for side in (-1, 1)]
        count = sum(s in squares and open_to(s) for s in taken)
        if (f, r + ahead) not in squares:
            count += 1 + (r == first and (f, r + 2 * ahead) not in squares)
        return count
    if piece in _JUMPS:
        return sum(open_to((f + df, r + dr)) for df, dr in _JUMPS[piece])
    count = 0
    for df, dr in _STEPS[piece]:
        s = f + df, r + dr
        while open_to(s):
            count += 1
            if s in squares:
                break
            s = s[0] + df, s[1] + dr
    return count


def material(fen: str) -> int:
    """e(x) = w(x) − b(x): White's material less Black's.

    >>> material("rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN1")
    4
    """
    squares = board(fen)
    return features(squares, True).material - features(squares, False).material


def shannon(fen: str) -> float:
    """Shannon's evaluation of 1950: material, less half a pawn for each weak one, and mobility.

    >>> shannon(START)
    0.0
    """
    squares = board(fen)
    return round(features(squares, True).score - features(squares, False).score, 6)
