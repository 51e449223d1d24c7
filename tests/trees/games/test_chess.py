"""Chess evaluations, counted by hand."""

import pytest

from trees.games.chess import START, board, features, material, shannon


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
