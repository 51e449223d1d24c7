"""Static evaluation of chess positions: an exercise, not an engine.

Material follows Ewing & Greenwald, section 4. Shannon's function, with pawns and mobility,
follows Khemani, who counts blocked pawns where Shannon counts backward ones. A position is the
first field of a FEN: ranks 8 to 1, White's pieces in capitals. python-chess provides the board,
the pieces and their moves.
"""

from typing import NamedTuple

try:
    import chess
except ImportError:  # as tracer.support.extras says it, which `trees` may not import
    raise ImportError('This needs chess. Install it with: pip install "plyglass[games]"') from None

START = chess.STARTING_BOARD_FEN

WORTH = {chess.QUEEN: 9, chess.ROOK: 5, chess.BISHOP: 3, chess.KNIGHT: 3, chess.PAWN: 1}
KING = 200

_WRONG = {
    chess.STATUS_NO_WHITE_KING: "White has no king",
    chess.STATUS_NO_BLACK_KING: "Black has no king",
    chess.STATUS_TOO_MANY_KINGS: "a side has more than one king",
    chess.STATUS_PAWNS_ON_BACKRANK: "there is a pawn on rank 1 or 8",
}


class Features(NamedTuple):
    """The features of one side's position."""

    material: int
    kings: int
    doubled: int
    blocked: int
    isolated: int
    mobility: int

    @property
    def score(self) -> float:
        """The features with Shannon's weights."""
        pawns = self.doubled + self.blocked + self.isolated
        return KING * self.kings + self.material - 0.5 * pawns + 0.1 * self.mobility


def board(fen: str) -> chess.Board:
    """Read the piece placement of a FEN."""
    position = chess.Board(None)
    try:
        position.set_board_fen(fen.split()[0])
    except (ValueError, AttributeError, IndexError):
        raise ValueError(
            f"{fen!r} is not a chess position; write the eight ranks from 8 to 1, separated by "
            f"'/', such as {START!r}"
        ) from None
    for status, wrong in _WRONG.items():
        if position.status() & status:
            raise ValueError(f"{fen!r} cannot occur in a game of chess: {wrong}")
    return position


def draw(fen: str) -> str:
    """Draw the board, rank 8 at the top; White's pieces are capitals.

    >>> draw("4k3/8/8/8/8/8/4P3/4K3").splitlines()[-3]
    '2 · · · · P · · ·'
    """
    rows = str(board(fen)).replace(".", "·").splitlines()
    ranks = [f"{8 - i} {row}" for i, row in enumerate(rows)]
    return "\n".join([*ranks, "  a b c d e f g h"])


def features(position: chess.Board, white: bool) -> Features:
    """The features of White's or Black's position."""
    pawns = position.pieces(chess.PAWN, white)
    files = {chess.square_file(square) for square in pawns}
    ahead = 8 if white else -8
    return Features(
        material=sum(len(position.pieces(p, white)) * worth for p, worth in WORTH.items()),
        kings=len(position.pieces(chess.KING, white)),
        doubled=len(pawns) - len(files),
        blocked=sum(position.piece_at(square + ahead) is not None for square in pawns),
        isolated=sum(not {f - 1, f + 1} & files for f in map(chess.square_file, pawns)),
        mobility=_mobility(position, white),
    )


def _mobility(position: chess.Board, white: bool) -> int:
    """How many moves a side has, ignoring checks; a promotion counts once, whatever the piece."""
    turned = position.copy()
    turned.turn = white
    return len({(move.from_square, move.to_square) for move in turned.pseudo_legal_moves})


def material(fen: str) -> int:
    """e(x) = w(x) − b(x): White's material minus Black's.

    >>> material("rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN1")
    4
    """
    position = board(fen)
    return features(position, True).material - features(position, False).material


def shannon(fen: str) -> float:
    """Shannon's evaluation (1950): material, minus half a pawn per weak pawn, plus mobility.

    >>> shannon(START)
    0.0
    """
    position = board(fen)
    return round(features(position, True).score - features(position, False).score, 6)
