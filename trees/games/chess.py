"""Chess: what a position looks worth, and the game to search.

Material and its normalisation follow Ewing & Greenwald, section 4. Shannon's function, with pawns
and mobility, follows Khemani, who counts blocked pawns where Shannon counts backward ones. A
position is a FEN or its first field: ranks 8 to 1, White's pieces in capitals. python-chess
provides the board, the pieces and their moves.
"""

from collections import Counter
from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

from trees.games.game import check_move
from trees.number import Number

try:
    import chess
except ImportError:  # as tracer.support.extras says it, which `trees` may not import
    raise ImportError('This needs chess. Install it with: pip install "plyglass[games]"') from None

START = chess.STARTING_BOARD_FEN

# The drawings of Khemani's slides are lost; these positions, with White to move, are ours.
EXAMPLES = {
    "defended pawn": "8/7k/4p3/3p4/8/8/8/3R3K w",  # taking it costs the rook
    "fork": "5rk1/5ppp/8/8/8/8/2n2PPP/R3Q1K1 w",  # a knight attacks queen and rook
    "horizon": "N1r5/p5pk/6p1/8/8/8/6K1/5R2 w",  # the knight is lost, but there is a check
    "zugzwang, one pawn": "8/8/3Kp3/4Pk2/8/8/8/8 w",  # whoever moves loses
    "zugzwang, three pawns": "8/8/6pK/5kP1/5p1p/5P1P/8/8 w",  # Black would have to leave g6
    "poisoned rook": "3k4/r2b4/2p1p1p1/rpPpPpPp/pP1P1P1P/P7/8/4K3 w",  # on a5
}
CENTRE = (chess.D4, chess.E4, chess.D5, chess.E5)

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


def square_number(name: str) -> int:
    """The number of a square such as "e4", from 0 for a1 to 63 for h8."""
    if name not in chess.SQUARE_NAMES:
        raise ValueError(f"{name!r} is not a square; write a letter a–h and a digit 1–8")
    return chess.parse_square(name)


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
        material=_material(position, white),
        kings=len(position.pieces(chess.KING, white)),
        doubled=len(pawns) - len(files),
        blocked=sum(position.piece_at(square + ahead) is not None for square in pawns),
        isolated=sum(not {f - 1, f + 1} & files for f in map(chess.square_file, pawns)),
        mobility=_mobility(position, white),
    )


def _material(position: chess.Board, white: bool) -> int:
    """w(x) or b(x): what a side's pieces and pawns are worth."""
    return sum(len(position.pieces(p, white)) * worth for p, worth in WORTH.items())


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
    white, black = _both(fen)
    return white - black


def normalised(fen: str) -> float:
    """(w(x) − b(x)) / (w(x) + b(x)), which lies in [−1, 1]; 0 if there are only kings.

    >>> normalised("4k3/8/8/8/8/8/4P3/4K3")
    1.0
    """
    white, black = _both(fen)
    return (white - black) / (white + black) if white + black else 0.0


def _both(fen: str) -> tuple[int, int]:
    """w(x) and b(x)."""
    position = board(fen)
    return _material(position, True), _material(position, False)


def shannon(fen: str) -> float:
    """Shannon's evaluation (1950): material, minus half a pawn per weak pawn, plus mobility.

    >>> shannon(START)
    0.0
    """
    position = board(fen)
    return round(features(position, True).score - features(position, False).score, 6)


class Positional(NamedTuple):
    """Features of one side that are not material, as Khemani lists them; he gives no weights.

    `centre`: how often d4, e4, d5 and e5 are occupied or attacked. `bishops`: whether there is a
    pair. `rooks`: whether two stand on one file. `shield`: pawns on the six squares before the
    king. `passed`: pawns that no enemy pawn can stop. `pinned`: pieces that may not leave the line
    to their king. `forks`: pieces that attack two enemies worth more than themselves.
    """

    centre: int
    bishops: bool
    rooks: bool
    shield: int
    passed: int
    pinned: int
    forks: int


def positional(position: chess.Board, white: bool) -> Positional:
    """The positional features of White's or Black's position."""
    own = position.occupied_co[white]
    return Positional(
        centre=sum(
            bool(own >> square & 1) + len(position.attackers(white, square)) for square in CENTRE
        ),
        bishops=len(position.pieces(chess.BISHOP, white)) > 1,
        rooks=max(_by_file(position, chess.ROOK, white).values(), default=0) > 1,
        shield=_shield(position, white),
        passed=sum(_is_passed(position, p, white) for p in position.pieces(chess.PAWN, white)),
        pinned=sum(position.is_pinned(white, square) for square in chess.scan_forward(own)),
        forks=sum(_forks(position, square) for square in chess.scan_forward(own)),
    )


def _by_file(position: chess.Board, piece: chess.PieceType, white: bool) -> Counter[int]:
    return Counter(map(chess.square_file, position.pieces(piece, white)))


def _shield(position: chess.Board, white: bool) -> int:
    king = position.king(white)
    assert king is not None  # `board` rejects positions without a king
    return sum(
        abs(chess.square_file(p) - chess.square_file(king)) <= 1
        and 1 <= _ahead(p, king, white) <= 2
        for p in position.pieces(chess.PAWN, white)
    )


def _is_passed(position: chess.Board, pawn: int, white: bool) -> bool:
    return not any(
        abs(chess.square_file(p) - chess.square_file(pawn)) <= 1 and _ahead(p, pawn, white) > 0
        for p in position.pieces(chess.PAWN, not white)
    )


def _ahead(square: int, of: int, white: bool) -> int:
    """How many ranks a square lies ahead of another one, as the side sees it."""
    ranks = chess.square_rank(square) - chess.square_rank(of)
    return ranks if white else -ranks


def _forks(position: chess.Board, square: int) -> bool:
    piece = position.piece_at(square)
    assert piece is not None
    prey = position.attacks(square) & position.occupied_co[not piece.color]
    dear = [q for q in prey if _worth(position, q) > _worth(position, square)]
    return len(dear) > 1


def _worth(position: chess.Board, square: int) -> int:
    piece = position.piece_type_at(square)
    return 0 if piece is None else WORTH.get(piece, KING)


def reach(fen: str, square: str) -> set[str]:
    """Where the piece on a square could ever get while the pawns stand still.

    Other pieces are not in its way. Squares of enemy pawns belong to it if it could take them; a
    king cannot go where an enemy pawn attacks.
    """
    position = board(fen)
    start = square_number(square)
    piece = position.piece_at(start)
    if piece is None or piece.piece_type == chess.PAWN:
        raise ValueError(f"there is no piece on {square}")
    for other in chess.scan_forward(position.occupied & ~position.pawns):
        position.remove_piece_at(other)
    closed = position.occupied_co[piece.color]
    if piece.piece_type == chess.KING:
        for pawn in position.pieces(chess.PAWN, not piece.color):
            closed |= chess.BB_PAWN_ATTACKS[not piece.color][pawn]
    found, todo = set[int](), [start]
    while todo:
        here = todo.pop()
        if here in found:
            continue
        found.add(here)
        taken = position.remove_piece_at(here)
        position.set_piece_at(here, piece)
        todo.extend(chess.scan_forward(position.attacks_mask(here) & ~closed))
        position.remove_piece_at(here)
        if taken:
            position.set_piece_at(here, taken)
    return {chess.square_name(s) for s in found}


# The game

Position = str  # the first four fields of a FEN: pieces, side to move, castling, en passant
Move = str  # algebraic, without a sign for check: "Nf3", "Rxd5", "e8=Q", "O-O"

MOST_PLIES = 10_000  # more than any search looks ahead, and longer than any game was


@lru_cache(maxsize=20_000)
def _board(state: Position) -> chess.Board:
    """The board of a state, which nobody may change."""
    return chess.Board(f"{state} 0 1")


@lru_cache(maxsize=20_000)
def _legal(state: Position) -> dict[Move, chess.Move]:
    """The legal moves by name: the most valuable captures first, then by name."""
    position = _board(state)
    if position.is_insufficient_material():
        return {}
    moves = list(position.legal_moves)
    alike = Counter((position.piece_type_at(m.from_square), m.to_square) for m in moves)
    named = {}
    for move in moves:
        piece = position.piece_type_at(move.from_square)
        others = [
            m.from_square
            for m in moves
            if alike[piece, move.to_square] > 1
            and m.to_square == move.to_square
            and m.from_square != move.from_square
            and position.piece_type_at(m.from_square) == piece
        ]
        named[_name(position, move, others)] = move
    order = sorted(named, key=lambda name: (-_taken(position, named[name]), name))
    return {name: named[name] for name in order}


def _name(position: chess.Board, move: chess.Move, others: list[int]) -> Move:
    """The name of a move, with as much of its square as tells it from the `others`."""
    if position.is_castling(move):
        return "O-O" if move.to_square > move.from_square else "O-O-O"
    piece, start = position.piece_type_at(move.from_square), chess.square_name(move.from_square)
    takes = "x" if position.is_capture(move) else ""
    to = chess.square_name(move.to_square)
    if piece == chess.PAWN:
        promoted = f"={chess.piece_symbol(move.promotion).upper()}" if move.promotion else ""
        return f"{start[0] if takes else ''}{takes}{to}{promoted}"
    assert piece is not None
    files, ranks = (
        [part(other) for other in others] for part in (chess.square_file, chess.square_rank)
    )
    if not others:
        start = ""
    elif chess.square_file(move.from_square) not in files:
        start = start[0]
    elif chess.square_rank(move.from_square) not in ranks:
        start = start[1]
    return f"{chess.piece_symbol(piece).upper()}{start}{takes}{to}"


def _taken(position: chess.Board, move: chess.Move) -> int:
    """What a move captures is worth."""
    return 1 if position.is_en_passant(move) else _worth(position, move.to_square)


class Chess:
    """White is MAX. `evaluation` estimates a position that is not over from its FEN.

    How often a position has occurred, and when the last pawn moved, is not part of a state: there
    are no draws by repetition or by the rule of fifty moves.
    """

    name = "chess"
    rules = (
        "White moves first. Whoever mates wins; if the side to move is not in check and has no "
        "move, the game is a draw. Repetitions and the rule of fifty moves are left out."
    )
    sides = ("White", "Black")
    columns, rows = "abcdefgh", "87654321"
    clear_lead = 2

    def __init__(self, evaluation: Callable[[Position], Number] = material) -> None:
        self.evaluation = evaluation

    def initial(self) -> Position:
        """The first position."""
        return self.position(f"{START} w KQkq -")

    def position(self, fen: str) -> Position:
        """Read a FEN; without a side to move, it is White's turn, and nobody may castle."""
        board(fen)
        fields = [*fen.split()[:4], *["w", "-", "-"][len(fen.split()[:4]) - 1 :]]
        try:
            read = chess.Board(" ".join([*fields, "0", "1"]))
        except ValueError as error:
            raise ValueError(f"{fen!r} is not a chess position: {error}") from None
        if not read.is_valid():
            raise ValueError(f"{fen!r} cannot occur in a game of chess")
        return read.epd()

    def to_move(self, state: Position) -> str:
        """MAX, who is White, or MIN."""
        return "MAX" if state.split()[1] == "w" else "MIN"

    def moves(self, state: Position) -> tuple[Move, ...]:
        """The legal moves; the most valuable captures first."""
        return tuple(_legal(state))

    def apply(self, state: Position, move: Move) -> Position:
        """The position after a move."""
        if move not in _legal(state):
            check_move(self, state, move)
        after = _board(state).copy(stack=False)
        after.push(_legal(state)[move])
        return after.epd()

    def terminal(self, state: Position) -> bool:
        """Whether it is mate, stalemate, or nobody can mate any more."""
        position = _board(state)
        return position.is_insufficient_material() or not any(position.legal_moves)

    def utility(self, state: Position) -> int:
        """What a king is worth for mate, or 0 for a draw."""
        if not _board(state).is_checkmate():
            return 0
        return -KING if self.to_move(state) == "MAX" else KING

    def evaluate(self, state: Position) -> Number:
        """The evaluation, or the utility at the end."""
        return self.utility(state) if self.terminal(state) else self.evaluation(state)

    def quiet(self, state: Position) -> bool:
        """Whether the side to move is not in check and wins nothing with a capture or promotion.

        A capture wins something if the piece taken is worth more or is not protected.
        """
        position = _board(state)
        return not position.is_check() and not any(
            move.promotion
            or _taken(position, move) > _worth(position, move.from_square)
            or (
                position.is_capture(move)
                and not position.is_attacked_by(not position.turn, move.to_square)
            )
            for move in position.legal_moves
        )

    def extremes(self) -> tuple[int, int]:
        """Being mated, and mating."""
        return -KING, KING

    def plies(self, state: Position) -> int:
        """More plies than any search looks ahead."""
        return MOST_PLIES

    def move_name(self, move: Move) -> str:
        """The move itself."""
        return move

    def draw(self, state: Position) -> str:
        """The eight ranks, as far as they are squares."""
        return "\n".join(line[2:] for line in draw(state).splitlines()[:8])

    def squares(self, state: Position, move: Move) -> list[tuple[int, int]]:
        """Where the move ends, then where it begins."""
        made = _legal(state)[move]
        ends = made.to_square, made.from_square
        return [(7 - chess.square_rank(s), chess.square_file(s)) for s in ends]

    def turned(self, state: Position) -> Position:
        """The same pieces with the other side to move: what a side would do that could pass."""
        pieces, turn, castling, _ = state.split()
        return self.position(f"{pieces} {'b' if turn == 'w' else 'w'} {castling} -")
