"""Boards as pictures: every piece, mark and note is where it belongs, and nothing overlaps."""

from itertools import combinations

import pytest

from tracer.draw.boards import Board, board_picture
from tracer.draw.svg import svg
from trees.games import Nim, Pear, TicTacToe, WarGame, replay
from trees.games.pear import FIGURE_4_4

PEAR, WAR = Pear(), WarGame("Smolensk")


def pieces(made, side):
    return [s.key for s in made.shapes if f"piece-{side}" in s.classes]


def test_pieces_stand_where_the_game_draws_them():
    made = board_picture(PEAR, Board(replay(PEAR, FIGURE_4_4["d"])), rows="654321")
    a, b = ({key.removeprefix("0 piece ") for key in pieces(made, side)} for side in ("max", "min"))
    assert a == {"5-3", "4-3", "3-3", "4-4"} and b == {"5-2", "4-2", "5-4", "2-3"}
    assert len([s for s in made.shapes if s.form == "box"]) == 42
    words = [text.text for text in made.texts]
    assert words.count("A") == 4 and words.count("B") == 4
    assert "".join(w for w in words if w in "123456") == "654321"
    assert "".join(w for w in words if len(w) == 1 and w in "abcdefg") == "abcdefg"


def test_squares_that_are_held_keep_their_values_in_the_war_game():
    made = board_picture(WAR, Board(replay(WAR, [(24, False), (32, False)]), "Two squares"))
    words = [text.text for text in made.texts]
    assert sum(word.isdecimal() for word in words) == 36 + 6, "36 values and 6 rows"
    assert words.count("b") == words.count("g") == 1
    assert "99" in words and "Two squares" in words


def test_marks_and_notes():
    board = Board(PEAR.initial(), marked=[(5, 3)], notes={(5, 3): 7, (0, 0): "x"})
    made = board_picture(PEAR, board)
    marked = [s for s in made.shapes if s.stroke == made.theme.now]
    assert [s.key for s in marked] == ["0 square 5-3"]
    at = {text.text: (text.x, text.y) for text in made.texts}
    assert at["7"] == (marked[0].x, marked[0].y) and at["x"] < at["7"]


@pytest.mark.parametrize("across", [1, 2, 3])
def test_boards_stand_beside_and_below_each_other(across):
    boards = [Board(replay(PEAR, m), f"Figure 4.4 {k})") for k, m in FIGURE_4_4.items()]
    made = board_picture(PEAR, *boards, across=across, rows="654321")
    for a, b in combinations([s for s in made.shapes if s.form == "box"], 2):
        apart = abs(a.x - b.x) >= (a.w + b.w) / 2 - 0.01 or abs(a.y - b.y) >= (a.h + b.h) / 2 - 0.01
        assert apart, (a.key, b.key)
    for text in made.texts:
        left, top, right, bottom = text.box
        assert made.left <= left and right <= made.right
        assert made.top <= top and bottom <= made.bottom
    assert "Figure 4.4 a)" in made.alt and "Figure 4.4 d)" in made.alt
    assert made.plain.count("A") == 3 + 3 + 4 + 4


def test_any_game_can_be_drawn():
    noughts = TicTacToe()
    made = board_picture(noughts, Board(noughts.position("X.. .O. ...")))
    assert pieces(made, "max") == ["0 piece 0-0"] and pieces(made, "min") == ["0 piece 1-1"]
    assert board_picture(Nim(3, 2), Board(Nim(3, 2).initial())).shapes


def test_users_text_stays_text():
    assert "<b>" not in svg(board_picture(PEAR, Board(PEAR.initial(), "<b>")))


@pytest.mark.parametrize(
    ("call", "wrong"),
    [
        (lambda: board_picture(PEAR), "at least one board"),
        (lambda: board_picture(PEAR, Board(PEAR.initial()), across=0), "room for one in a row"),
        (lambda: board_picture(PEAR, Board(PEAR.initial(), "", [(6, 0)])), r"\(6, 0\) is not a"),
        (
            lambda: board_picture(PEAR, Board(PEAR.initial(), notes={(0, 7): 1})),
            r"\(0, 7\) is not a square of this board",
        ),
        (lambda: board_picture(PEAR, Board(PEAR.initial()), rows="12"), "name the 6 rows, not 2"),
    ],
)
def test_what_cannot_be_drawn_is_refused(call, wrong):
    with pytest.raises(ValueError, match=wrong):
        call()
