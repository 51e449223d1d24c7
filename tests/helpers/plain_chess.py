"""An agent that plays chess once more: python-chess knows the moves, all else is written here.

It follows notebook 15: material, captures first, a search that goes on where it is not quiet, and
a secondary search.
"""

from functools import cache
from math import inf

import chess

WORTH = {"p": 1, "n": 3, "b": 3, "r": 5, "q": 9, "k": 200}


def totals(fen):
    """What White's and Black's pieces are worth, without the kings."""
    letters = [c for c in fen.split()[0] if c.lower() in "pnbrq"]
    return tuple(
        sum(WORTH[c.lower()] for c in letters if c.isupper() == white) for white in (True, False)
    )


@cache
def moves(fen):
    """The moves: minus what they take, their names, and what they lead to."""
    board, found = chess.Board(fen), []
    for move in board.legal_moves:
        name = board.san(move).rstrip("+#")
        after = board.copy(stack=False)
        after.push(move)
        found.append((-taken(board, move), name, after.fen()))
    return [] if board.is_insufficient_material() else sorted(found)


def value(fen):
    board = chess.Board(fen)
    if board.is_checkmate():
        return -200 if board.turn else 200
    white, black = totals(fen)
    over = board.is_insufficient_material() or not any(board.legal_moves)
    return 0 if over else white - black


@cache
def quiet(fen):
    """No check, no promotion, and no capture that wins something."""
    board = chess.Board(fen)
    if board.is_check():
        return False
    for move in board.legal_moves:
        gain, mover = taken(board, move), board.piece_at(move.from_square).symbol().lower()
        if move.promotion or gain > WORTH[mover] or (gain and not taken_back(board, move)):
            return False
    return True


def taken(board, move):
    """What the piece is worth that a move takes."""
    piece = board.piece_at(move.to_square)
    return WORTH[piece.symbol().lower()] if piece else int(board.is_en_passant(move))


def taken_back(board, move):
    """Whether a piece of the other side could move to the square where the capture is made."""
    turned = board.copy(stack=False)
    turned.set_piece_at(move.to_square, chess.Piece(chess.KNIGHT, board.turn))
    turned.turn = not board.turn
    return any(reply.to_square == move.to_square for reply in turned.pseudo_legal_moves)


def goes_on(fen, line, depth, beyond, deeper):
    """Whether the search goes on after a line of moves; some lines have a horizon of their own."""
    further = len(line) < depth or any(
        len(line) < end and line[: len(of)] == of for of, end in deeper
    )
    further = further or (len(line) < depth + beyond and not quiet(fen))
    return further and bool(moves(fen))


def tree(fen, depth, beyond=0, deeper=(), line=()):
    """The tree as a nested list."""
    if not goes_on(fen, line, depth, beyond, deeper):
        return value(fen)
    parts = ((name, after) for _, name, after in moves(fen))
    return [tree(after, depth, beyond, deeper, (*line, name)) for name, after in parts]


def alphabeta(fen, depth, beyond=0, deeper=()):
    """The value, the first of the best lines, and the nodes visited below the root."""
    nodes = -1

    def search(fen, line, a, b):
        nonlocal nodes
        nodes += 1
        if not goes_on(fen, line, depth, beyond, deeper):
            return value(fen), line
        is_max = fen.split()[1] == "w"
        v, best = -inf if is_max else inf, line
        for _, name, after in moves(fen):
            w, below = search(after, (*line, name), a, b)
            if w > v if is_max else w < v:
                v, best = w, below
            a, b = (max(a, v), b) if is_max else (a, min(b, v))
            if a >= b:
                break
        return v, best

    value_of_root, best = search(fen, (), -inf, inf)
    return value_of_root, best, nodes


def after(fen, line):
    for name in line:
        fen = next(new for _, other, new in moves(fen) if other == name)
    return fen


def choose(fen, depth, beyond=0, secondary=0):
    """What an agent chooses: value, line, and the nodes of all its searches."""
    deeper, tested, total = (), set(), 0
    while True:
        v, line, nodes = alphabeta(fen, depth, beyond, deeper)
        total += nodes
        if not secondary or line[0] in tested or not moves(after(fen, line)):
            return v, line, total
        tested.add(line[0])
        deeper += ((line, len(line) + secondary),)


def reach(fen, square):
    """Where the piece on a square could ever get if the pawns stood still, all others gone.

    Enemy pawns that it could take belong to it, but a king stays where no enemy pawn attacks.
    """
    rows = [
        "".join("." * int(c) if c.isdigit() else c for c in row)
        for row in fen.split()[0].split("/")
    ]
    board = {(x, 8 - y): c for y, row in enumerate(rows) for x, c in enumerate(row)}
    start = "abcdefgh".index(square[0]), int(square[1])
    piece = board[start]
    own, enemy = ("P", "p") if piece.isupper() else ("p", "P")
    straight, slanted = [(0, 1), (1, 0), (0, -1), (-1, 0)], [(1, 1), (1, -1), (-1, 1), (-1, -1)]
    ways = {"r": straight, "b": slanted}.get(piece.lower(), straight + slanted)
    up = 1 if enemy == "P" else -1  # where the enemy's pawns attack
    guarded = {(x + s, y + up) for (x, y), c in board.items() if c == enemy for s in (1, -1)}
    found, todo = set(), [start]
    while todo:
        here = todo.pop()
        found.add(here)
        for dx, dy in ways:
            x, y = here[0] + dx, here[1] + dy
            while board.get((x, y), own) != own and not (piece in "kK" and (x, y) in guarded):
                if (x, y) not in found:
                    todo.append((x, y))
                if board[x, y] == enemy or piece in "kK":
                    break
                x, y = x + dx, y + dy
    return {"abcdefgh"[x] + str(y) for x, y in found}
