"""Pictures of chess positions."""

import re
from xml.etree import ElementTree

import pytest

from tracer.draw.chessboard import MARK, chessboard
from trees.games.chess import draw

ONE = "8/8/3Kp3/4Pk2/8/8/8/8 w"
PIECES = {"white-king": 1, "white-pawn": 1, "black-king": 1, "black-pawn": 1}


def test_every_piece_is_drawn_once_and_ids_occur_once():
    svg = chessboard((ONE, "White & <to move>"), ONE, marked=["e6"]).svg()
    root = ElementTree.fromstring(svg)
    used = [
        u.get("{http://www.w3.org/1999/xlink}href") or u.get("href")
        for u in root.iter()
        if u.tag.endswith("use")
    ]
    for piece, count in PIECES.items():
        assert sum(ref.endswith(piece) for ref in used) == 2 * count
    ids = [e.get("id") for e in root.iter() if e.get("id")]
    assert len(ids) == len(set(ids))
    assert {ref[1:] for ref in used} <= set(ids)
    assert svg.count(MARK) == 1
    assert root.get("class") == "pg-picture" and root.get("role") == "img"
    assert "White & <to move>" in root.get("aria-label")
    assert next(t.text for t in root.iter() if t.tag.endswith("text")) == "White & <to move>"
    assert len(re.findall("<svg ", svg)) == 3


def test_in_a_notebook_it_is_a_picture_and_text():
    shown, about = chessboard(ONE)._repr_mimebundle_()
    assert shown["text/html"] == shown["image/svg+xml"] and shown["text/plain"] == draw(ONE)
    assert ONE in about["image/svg+xml"]["alt"]


@pytest.mark.parametrize(
    "positions, marked, why",
    [
        ([], [], "1 to 4 positions"),
        ([ONE] * 5, [], "1 to 4 positions"),
        (["8/8"], [], "not a chess position"),
        ([ONE], ["e9"], "is not a square"),
    ],
)
def test_what_cannot_be_drawn(positions, marked, why):
    with pytest.raises(ValueError, match=why):
        chessboard(*positions, marked=marked)
