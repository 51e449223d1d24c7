"""Notebook 15: What is a position worth when you cannot see the end?"""

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from random import Random
from typing import Any

from tracer.agents import Agent
from tracer.algorithms import alphabeta
from tracer.exercises.ask.answers import brief
from tracer.exercises.ask.formats import Format, number, program, read_finite, several, whole
from tracer.exercises.ask.plain_values import AnswerError
from tracer.exercises.lessons.programs import call
from tracer.exercises.lessons.registry import register
from trees.games import TicTacToe, chess, game_tree
from trees.games.chess import EXAMPLES, Chess
from trees.games.tictactoe import unlike
from trees.number import Number, show

_CHESS = Chess()
_OPENINGS = game_tree(TicTacToe(), depth=2, order=unlike)
_NUMBER = number(0)


def _backed_up() -> tuple[Number, ...]:
    """What corner, edge and centre are worth after O's best reply."""
    tree = _OPENINGS
    return tuple(min(map(tree.value, tree.children(c))) for c in tree.children(()))


@register(
    "15.by-hand",
    "What are the openings in a corner, on an edge and in the centre worth after O's best reply?",
    several("three numbers", (1, 0, 2), _NUMBER, _NUMBER, _NUMBER),
    answer=_backed_up(),
    because="O's best reply to a corner or an edge is the centre, 4 − 5 = −1 and 4 − 6 = −2, and "
    "to the centre it is a corner, 5 − 4 = 1",
    why="O wants the difference small, so take the smallest value among O's replies. In most of "
    "them O goes where the most lines cross.",
)
def _openings(values: tuple[Number, ...]) -> bool | str:
    for name, given, right in zip(("corner", "edge", "centre"), values, _backed_up(), strict=True):
        if given != right:
            other = "worse" if given > right else "better"
            return f"After the {name}, O's best reply is {other} for X than {show(given)}"
    return True


_EXCHANGE = _CHESS.position("k7/1p6/2n5/8/3N4/8/8/K1R5 w")


@cache
def _worth(quiescence: int) -> Number:
    return Agent("White", alphabeta, 1, quiescence=quiescence).choose(_CHESS, _EXCHANGE).value


@register(
    "15.1",
    "What is the position worth at depth 1, and what with quiescence?",
    several("two numbers", (4, 4), _NUMBER, _NUMBER),
    answer=(_worth(0), _worth(4)),
    because="at depth 1 White has just taken the knight, 4 + 3; then the pawn takes White's knight "
    "and the rook takes the pawn, 4 + 3 − 3 + 1",
    why="At depth 1 the count is taken right after White's best capture. With quiescence, the "
    "captures go on: Black takes back with the pawn, and then the rook behind it takes its turn.",
)
def _two_values(values: tuple[Number, Number]) -> bool | str:
    if values[0] != _worth(0):
        return "The first value is wrong: at depth 1, White captures and then counts"
    return values[1] == _worth(4) or "The second value is wrong: follow the captures on c6"


_DOOMED = _CHESS.position(EXAMPLES["horizon"])
LOST = -3  # a knight less than before


@cache
def knows(depth: int, secondary: int) -> bool:
    """Whether White sees that the knight is lost."""
    agent = Agent("White", alphabeta, depth, secondary=secondary)
    return agent.choose(_CHESS, _DOOMED).value <= LOST


@register(
    "15.2",
    "What is the smallest depth at which White knows that the knight is lost: plainly, and with "
    "secondary=2?",
    several("two numbers", (3, 3), whole(3, 1, 4), whole(3, 1, 4)),
    answer=(4, 2),
    because="the check and its reply take two plies, so plainly it takes four to see the capture; "
    "the secondary search adds two plies to exactly that line",
    why='Try Agent("White", alphabeta, depth).choose(game, doomed).value for a few depths, and the '
    "same with secondary=2. The position is even as long as the knight is there.",
)
def _smallest_depths(depths: tuple[int, int]) -> bool | str:
    for name, depth, secondary in ("first", depths[0], 0), ("second", depths[1], 2):
        if not knows(depth, secondary):
            return f"The {name} number is too small: at depth {depth} White does not know yet"
        if any(knows(fewer, secondary) for fewer in range(1, depth)):
            return f"The {name} number is too large: a smaller depth than {depth} is enough"
    return True


def _read_fen(given: Any) -> str:
    if not isinstance(given, str):
        raise AnswerError(f"{brief(given)} is not a FEN; write it as a text")
    try:
        return _CHESS.position(given)
    except ValueError as error:  # our own words
        text = str(error)
        raise AnswerError(text[0].upper() + text[1:]) from None


@register(
    "15.3",
    "Find a position in which White is ahead by at least 9, and Black to move mates in one.",
    Format("a FEN with Black to move", "k7/8/8/8/8/8/8/K7 b", _read_fen),
    answer="4r1k1/5ppp/8/8/8/7Q/5PPQ/6K1 b",
    because="a king behind its own pawns can be mated on the back rank, however many queens stand "
    "elsewhere",
    why="Shut White's king in with its own pieces and leave a line open to it. Then place white "
    "queens where they can neither interpose nor take the piece that mates.",
    many=True,
)
def _fooled(state: str) -> bool | str:
    if _CHESS.to_move(state) == "MAX":
        return "In this position it is White's turn; end the FEN with b"
    ahead = chess.material(state)
    if ahead < 9:
        return f"In this position White's material minus Black's is {ahead}"
    mates = any(
        _CHESS.utility(_CHESS.apply(state, move)) == -chess.KING for move in _CHESS.moves(state)
    )
    return mates or "In this position, no move of Black's is mate"


WEIGHTS = {"q": 9, "r": 5, "b": 3, "n": 3, "p": 1}


def my_evaluation(fen: str) -> float:
    """Return (w − b)/(w + b), which lies between −1 and 1."""
    squares = fen.split()[0]
    white = sum(WEIGHTS.get(letter.lower(), 0) for letter in squares if letter.isupper())
    black = sum(WEIGHTS.get(letter, 0) for letter in squares)
    return (white - black) / (white + black) if white + black else 0


TRIED = 40  # positions
KINDS = "QRBNPqrbnp"


def _new_fen(random: Random, pieces: str) -> str:
    """A board with two kings and these pieces; no pawn stands on the first or last rank."""
    while True:
        board = ["."] * 64
        for piece in "Kk" + pieces:
            free = [i for i, p in enumerate(board) if p == "."]
            board[random.choice([i for i in free if 8 <= i < 56 or piece not in "Pp"])] = piece
        rows = ["".join(board[i : i + 8]) for i in range(0, 64, 8)]
        for n in range(8, 0, -1):
            rows = [row.replace("." * n, str(n)) for row in rows]
        return f"{'/'.join(rows)} {random.choice('wb')} - - 0 1"


@register(
    "15.4",
    "Write the normalised evaluation, from the text of a FEN.",
    program("my_evaluation(fen)"),
    answer=my_evaluation,
    because="capitals are White's, small letters Black's; dividing by all the material keeps the "
    "result between −1 and 1, and without any there is nothing to divide by",
    why="The first field of a FEN has a letter for each piece. Add up the capitals and the small "
    "letters separately. What happens if only the kings are left?",
)
def _normalises(evaluate: Callable[..., Any]) -> bool | str:
    random = Random()
    each = [*KINDS, *("Q" + k for k in KINDS), *(k + "r" for k in KINDS), ""]
    mixed = ("".join(random.choices(KINDS, k=random.randint(3, 20))) for _ in range(TRIED))
    for pieces in [*each, *mixed]:
        fen = _new_fen(random, pieces)
        returned, error, _ = call(evaluate, fen)
        if error:
            return f"my_evaluation({fen!r}): {error}"
        try:
            given = read_finite(returned)
        except AnswerError:
            return f"my_evaluation({fen!r}) returns {brief(returned)}, which is not a number"
        white = sum(WEIGHTS.get(p.lower(), 0) for p in pieces if p.isupper())
        black = sum(WEIGHTS.get(p, 0) for p in pieces if p.islower())
        right = Fraction(white - black, white + black) if white + black else Fraction(0)
        if abs(given - float(right)) > 1e-6:
            return (
                f"my_evaluation({fen!r}) returns {show(given)}, but White has {white} and Black "
                f"{black}"
            )
    return True
