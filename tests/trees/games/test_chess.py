"""Chess: evaluations counted by hand, the game, and the positions of notebook 15.

The oracle is a plain minimax that makes and takes back moves on one board of python-chess.
"""

from functools import cache
from random import Random

import chess as rules
import pytest

from tracer import record
from tracer.agents import Agent
from tracer.algorithms import alphabeta, minimax
from trees.games import game_tree, replay, state_graph
from trees.games.chess import (
    EXAMPLES,
    KING,
    START,
    Chess,
    board,
    draw,
    features,
    material,
    normalised,
    positional,
    reach,
    shannon,
)


def test_the_first_position():
    white, black = (features(board(START), side) for side in (True, False))
    assert white == black == (39, 1, 0, 0, 0, 20)
    assert material(START) == 0
    assert shannon(START) == 0


def test_weak_pawns():
    squares = board("4k3/8/8/p7/P2P4/3P4/8/4K3")
    white, black = features(squares, True), features(squares, False)
    assert (white.doubled, white.blocked, white.isolated) == (1, 2, 3)
    assert (black.doubled, black.blocked, black.isolated) == (0, 1, 1)


def test_shannon_s_weights_on_the_endgame_of_notebook_9():
    """A pawn ahead, five weaknesses, five moves fewer: 1 − ½·5 − 0.1·5."""
    endgame = "6k1/pp3ppp/8/3n4/8/P7/P1P2PPP/5BK1"
    white, black = (features(board(endgame), side) for side in (True, False))
    assert (white.doubled, white.blocked, white.isolated) == (1, 1, 3)
    assert (black.doubled, black.blocked, black.isolated) == (0, 0, 0)
    assert (white.mobility, black.mobility, material(endgame)) == (15, 20, 1)
    assert shannon(endgame) == -2.0


def test_mobility():
    squares = board("4k3/8/8/3p4/2P1N3/8/8/R3K3")
    assert features(squares, True).mobility == 2 + 8 + 10 + 5
    assert features(squares, False).mobility == 5 + 1 + 2
    assert material("4k3/8/8/3p4/2P1N3/8/8/R3K3") == 8
    assert shannon("4k3/8/8/3p4/2P1N3/8/8/R3K3") == pytest.approx(8 + 0.1 * 17)


def test_colours_exchanged_change_the_sign():
    fen = "r1bqk2r/ppp2ppp/2n5/8/1b1PP3/8/PP3PPP/RNBQKBNR"
    turned = "/".join(reversed(fen.swapcase().split("/")))
    assert shannon(turned) == -shannon(fen)


@pytest.mark.parametrize(
    "fen, why",
    [
        ("", "'' is not a chess position"),
        ("8/8", "write the eight ranks"),
        (START.replace("R", "X"), "is not a chess position"),
        (START.replace("8", "7", 1), "is not a chess position"),
        (7, "7 is not a chess position"),
        (START.replace("K", "Q"), "White has no king"),
        (START.replace("k", "q"), "Black has no king"),
        (START.replace("Q", "K"), "more than one king"),
        ("k6P/8/8/8/8/8/8/K7", "there is a pawn on rank 1 or 8"),
    ],
)
def test_positions_that_cannot_be(fen, why):
    with pytest.raises(ValueError, match=why):
        board(fen)


# Normalised and positional features


@pytest.mark.parametrize(
    "fen, share",
    [
        (START, 0),
        ("4k3/8/8/8/8/8/4P3/4K3", 1),
        ("4k3/4p3/8/8/8/8/8/4K3", -1),
        ("4k3/8/8/8/8/8/8/4K3", 0),
        ("r3k3/8/8/8/8/8/8/Q3K3", 4 / 14),
        ("rnbqkb1r/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR", 3 / 75),
    ],
)
def test_normalised_material(fen, share):
    assert normalised(fen) == pytest.approx(share)
    turned = "/".join(reversed(fen.swapcase().split("/")))
    assert normalised(turned) == pytest.approx(-share)


def test_where_the_pieces_stand():
    both_sides = board("r2q1rk1/pp3ppp/2n1b3/3pP3/1b1N4/2N1B3/PP3PPP/R2QK2R")
    white, black = positional(both_sides, True), positional(both_sides, False)
    # Occupied: d4 and e5; attacked: d4 twice, e4 once, d5 once.
    assert white == (6, False, False, 1, 0, 1, 0)
    # Occupied: d5; attacked: d4 and e5 by the knight, d5 twice, e4 by the pawn.
    assert black == (6, True, False, 3, 1, 0, 0)
    assert positional(board(EXAMPLES["fork"]), False).forks == 1
    assert positional(board("4k3/8/8/8/8/4R3/8/4R1K1"), True).rooks
    passed = board("4k3/8/8/2p5/8/1P3P2/8/4K3")
    assert (positional(passed, True).passed, positional(passed, False).passed) == (1, 0)


# The game


def positions(count, plies=60):
    """Positions of random games, with their boards."""
    game, random = Chess(), Random(7)
    for _ in range(count):
        here, state = rules.Board(), game.initial()
        for _ in range(random.randrange(plies)):
            if game.terminal(state):
                break
            move = random.choice(game.moves(state))
            here.push_san(move)
            state = game.apply(state, move)
        yield state, here


def test_moves_have_their_usual_names_and_lead_where_they_should():
    game = Chess()
    for state, here in positions(12):
        assert state == here.epd()
        assert game.to_move(state) == ("MAX" if here.turn else "MIN")
        named = {here.san(move).rstrip("+#"): move for move in here.legal_moves}
        assert set(game.moves(state)) == set(named)
        for name, move in named.items():
            after = here.copy()
            after.push(move)
            assert game.apply(state, name) == after.epd()
            if not game.terminal(game.apply(state, name)):
                assert game.evaluate(game.apply(state, name)) == material(after.fen())


@pytest.mark.parametrize(
    "fen, value",
    [
        ("R5k1/5ppp/8/8/8/8/8/6K1 b", KING),
        ("6k1/8/8/8/8/8/5PPP/r5K1 w", -KING),
        ("7k/5K2/6Q1/8/8/8/8/8 b", 0),  # stalemate
        ("7k/5K2/6N1/8/8/8/8/8 b", 0),  # nobody can mate
    ],
)
def test_the_end(fen, value):
    game = Chess()
    state = game.position(fen)
    assert game.terminal(state) and not game.moves(state)
    assert game.utility(state) == game.evaluate(state) == value
    assert sorted(map(abs, game.extremes())) == [KING, KING] and abs(value) <= KING


def test_captures_come_first_and_squares_are_those_of_the_board():
    game = Chess()
    state = game.position("4k3/8/8/8/2q1p3/3P4/8/4K3 w")
    assert game.moves(state)[:2] == ("dxc4", "dxe4")
    (to, start) = game.squares(state, "dxc4")
    rows = [row.split() for row in game.draw(state).splitlines()]
    assert (rows[to[0]][to[1]], rows[start[0]][start[1]]) == ("q", "P")
    assert game.draw(state) == "\n".join(line[2:] for line in draw(state).splitlines()[:-1])


@pytest.mark.parametrize(
    "fen, quiet",
    [
        ("4k3/8/8/3p4/4P3/8/8/4K3 w", False),  # wins a pawn
        ("4k3/2p5/3p4/8/8/8/8/3RK3 w", True),  # the pawn is guarded
        ("4k3/2p5/3r4/8/8/8/8/3RK3 w", True),  # an exchange of equals
        ("4k3/2p5/3q4/8/8/8/8/3RK3 w", False),  # the queen is worth more
        ("4k3/8/8/8/8/8/8/r3K3 w", False),  # check
        ("4k3/P7/8/8/8/8/8/4K3 w", False),  # promotes
        (EXAMPLES["fork"], True),  # a quiet position may hide a fork
    ],
)
def test_quiet(fen, quiet):
    assert Chess().quiet(Chess().position(fen)) is quiet


def test_a_game_to_search():
    game = Chess(shannon)
    assert game.initial().split()[1:] == ["w", "KQkq", "-"]
    assert len(game.moves(game.initial())) == 20
    one = game_tree(game, depth=1)
    assert record(minimax, one).value == max(shannon(one.state(c)) for c in one.children(()))
    with pytest.raises(ValueError, match="'Ke4' is not a legal move in chess: the legal moves are"):
        game.apply(game.initial(), "Ke4")
    for wrong in "", "8/8 w", f"{START} x", "kK6/8/8/8/8/8/8/8":
        with pytest.raises(ValueError, match="chess"):
            game.position(wrong)
    graph = state_graph(game, game.position("7k/5Q2/8/8/8/8/8/K7 b"))
    assert len(graph) == 1  # stalemate


# The positions of notebook 15


def oracle(fen, depth, side=None):
    """Material after the best play, by a minimax that knows nothing of ours."""
    worth = dict(zip(range(1, 7), (1, 3, 3, 5, 9, 0), strict=True))
    here = rules.Board(f"{fen.split()[0]} {side or fen.split()[1]} - - 0 1")

    def search(left):
        moves = list(here.legal_moves)
        if not moves:
            return 0 if not here.is_check() else -200 if here.turn else 200
        if not left:
            return sum(
                worth[p.piece_type] * (1 if p.color else -1) for p in here.piece_map().values()
            )
        values = []
        for move in moves:
            here.push(move)
            values.append(search(left - 1))
            here.pop()
        return (max if here.turn else min)(values)

    return search(depth)


@cache
def chosen(name, depth, **options):
    state = Chess().position(EXAMPLES[name])
    return Agent("White", alphabeta, depth, **options).choose(Chess(), state)


def seen(name, depth, **options):
    return chosen(name, depth, **options).value


@pytest.mark.parametrize(
    "name, depth, value",
    [
        ("defended pawn", 0, 3),
        ("defended pawn", 1, 4),
        ("defended pawn", 2, 3),
        ("fork", 0, 6),
        ("fork", 1, 6),
        ("fork", 2, 1),
        ("horizon", 1, 0),
        ("horizon", 2, 0),
        ("poisoned rook", 0, -13),
        ("poisoned rook", 1, -8),
        ("poisoned rook", 2, -9),
        ("poisoned rook", 3, -9),
    ],
)
def test_what_is_seen_at_a_depth(name, depth, value):
    assert oracle(EXAMPLES[name], depth) == value
    if depth:
        assert chosen(name, depth).value == value


def test_going_on_until_it_is_quiet():
    assert chosen("defended pawn", 1).move == "Rxd5"
    cautious = Agent("White", alphabeta, 1, quiescence=4)
    state = Chess().position(EXAMPLES["defended pawn"])
    assert cautious.choose(Chess(), state).value == 3
    tree = game_tree(Chess(), state, 1, quiescence=4)
    assert [tree.labels[c] for c in tree.children(()) if tree.children(c)] == ["Rxd5"]
    assert tree.value(tree.node("Rxd5 exd5")) == -1
    fork = Agent("White", alphabeta, 2, quiescence=2)
    assert fork.choose(Chess(), Chess().position(EXAMPLES["fork"])).value == 6 - 5 + 3


def test_a_third_ply_does_not_help():
    assert chosen("horizon", 3).value == 0


def test_a_check_hides_the_loss_and_a_secondary_search_shows_it():
    state = Chess().position(EXAMPLES["horizon"])
    tree = game_tree(Chess(), state, 2)
    worth = {tree.labels[c]: min(map(tree.value, tree.children(c))) for c in tree.children(())}
    assert [move for move, value in worth.items() if value == 0] == ["Rh1"]
    (rook,) = [c for c in tree.children(()) if tree.labels[c] == "Rh1"]
    assert [tree.labels[c] for c in tree.children(rook)] == ["Kg8"]
    deeper = tree.deepened((*rook, 1), 2)
    assert record(alphabeta, deeper).value == record(minimax, deeper).value == -3
    after = rules.Board(EXAMPLES["horizon"] + " - - 0 1")
    for move in "Rh1+", "Kg8":
        after.push_san(move)
    assert oracle(after.epd(), 2) == -3


@pytest.mark.slow
def test_at_depth_4_the_knight_is_lost_whatever_white_does():
    assert oracle(EXAMPLES["horizon"], 4) == -3


@pytest.mark.parametrize("name", ["zugzwang, one pawn", "zugzwang, three pawns"])
def test_whoever_has_to_move_loses_a_pawn(name):
    fen, game = EXAMPLES[name], Chess()
    for side, worth in ("w", -1), ("b", 1):
        here = rules.Board(f"{fen.split()[0]} {side} - - 0 1")
        assert not any(map(here.is_capture, here.legal_moves)) and material(fen) == 0
        assert oracle(fen, 3, side) in (worth, 0, 2 * worth)
        assert oracle(fen, 4, side) == worth
    state = game.position(fen)
    assert game.quiet(state) and game.quiet(game.turned(state))
    assert game.turned(game.turned(state)) == state


def test_the_pawn_that_takes_over_is_promoted():
    """With Black to move in the first zugzwang, White promotes whatever Black does."""

    @cache
    def promotes(position, left):
        here = rules.Board(f"{position} 0 1")
        moves = list(here.legal_moves)
        if here.turn:
            safe = [m for m in moves if m.promotion == rules.QUEEN]
            safe = [m for m in safe if not here.is_attacked_by(rules.BLACK, m.to_square)]
            if safe:
                return True
        if not left or not moves or not here.pieces(rules.PAWN, rules.WHITE):
            return False
        answers = (promotes(_after(here, m), left - 1) for m in moves if not m.promotion)
        return any(answers) if here.turn else all(answers)

    def _after(here, move):
        there = here.copy(stack=False)
        there.push(move)
        return there.epd()

    pieces = EXAMPLES["zugzwang, one pawn"].split()[0]
    assert promotes(f"{pieces} b - -", 11)
    assert not promotes(f"{pieces} w - -", 11)


def test_no_black_piece_ever_reaches_a_white_pawn():
    fen = EXAMPLES["poisoned rook"]
    position = board(fen)
    white = {rules.square_name(s) for s in position.pieces(rules.PAWN, True)}
    black = {rules.square_name(s) for s in position.pieces(rules.PAWN, False)}
    pieces = position.occupied_co[False] & ~position.pawns
    squares = [rules.square_name(s) for s in rules.scan_forward(pieces)]
    assert sorted(squares) == ["a5", "a7", "d7", "d8"]
    for square in squares:
        assert not reach(fen, square) & (white | black)
        assert min(int(s[1]) for s in reach(fen, square)) >= 5  # White's half is out of reach
    # Black's pawns are blocked, and nothing stands where they take.
    state = Chess().turned(Chess().position(fen))
    assert not any(move[0] in "abcdefgh" or "x" in move for move in Chess().moves(state))


def test_taking_the_rook_opens_the_wall():
    game = Chess()
    start = game.position(EXAMPLES["poisoned rook"])
    assert all(chosen("poisoned rook", depth).move == "bxa5" for depth in (1, 2, 3))
    line = ["bxa5", "b4", "axb4", "a3", "Kd2", "a2", "Kc2", "a1=Q"]
    assert material(replay(game, line, start)) == -15 < material(start) == -13


def test_reach_is_bounded_by_pawns():
    assert reach("k7/8/8/8/8/8/8/K6R", "h1") == set(rules.SQUARE_NAMES)
    assert not {"d6", "f6"} & reach("4k3/8/3p4/4P3/8/8/8/4K3", "e8")  # its own, and attacked
    assert reach("8/8/8/8/8/1p6/p7/B3K2k", "a1") >= {"b2", "h8"}
    for wrong in "e2", "e5", "z9":
        with pytest.raises(ValueError, match=r"no piece on|not a square"):
            reach(START, wrong)


def test_the_size_of_chess():
    """Exact powers; Khemani's 35^50 is not 10^120, and 10^120 takes 78 plies."""
    assert [f"{n:.1e}" for n in (35**20, 35**50)] == ["7.6e+30", "1.6e+77"]
    assert 35**77 < 10**120 < 35**78
    good = 176**84 // 100**84  # 1.76^84, as Srimani quotes de Groot
    assert 415 * 10**18 < good < 425 * 10**18
