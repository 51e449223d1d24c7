"""The types of nodes, drawn on the tree."""

from itertools import combinations

import pytest

from tracer.draw.svg import svg
from tracer.draw.types import type_picture
from tracer.experiments.node_types import alphabeta_types, critical_types, sss_star_types

PICTURES = [
    (4, 2, sss_star_types(4, 2, 1)),
    (3, 4, sss_star_types(3, 4, 1)),
    (3, 4, alphabeta_types(3, 4, 1)),
    (3, 3, critical_types(3, 3)),
    (2, 6, alphabeta_types(2, 6, 1)),
    (1, 0, critical_types(1, 0)),
]


@pytest.mark.parametrize(("w", "d", "types"), PICTURES)
def test_every_node_shows_its_type(w, d, types):
    made = type_picture(w, d, types)
    assert len(made.nodes) == sum(w**depth for depth in range(d + 1))
    drawn = {shape.key: shape.classes[0] for shape in made.nodes}
    for n, kind in types.items():
        assert drawn[".".join(map(str, n)) or "0"] == f"s-type-{kind}"
    assert list(drawn.values()).count("s-skipped") == len(drawn) - len(types)
    leaves = sum(len(n) == d for n in types)
    assert f"{leaves} of {w**d} lea" in made.plain


@pytest.mark.parametrize(("w", "d", "types"), PICTURES)
def test_nothing_overlaps_and_everything_is_on_the_picture(w, d, types):
    made = type_picture(w, d, types, "A title")
    for a, b in combinations(made.nodes, 2):
        apart = abs(a.x - b.x) >= (a.w + b.w) / 2 or abs(a.y - b.y) >= (a.h + b.h) / 2
        assert apart, (a.key, b.key)
    boxes = [text.box for text in made.texts]
    for box in boxes:
        assert made.left <= box.left and box.right <= made.right and box.bottom <= made.bottom
    around = {(shape.x, shape.y): shape for shape in made.nodes}
    for text in made.texts:
        if text.kind == "value":
            left, _, right, _ = text.box
            assert right - left <= around[text.x, text.y].w
            assert text.size >= 7.5


def test_users_text_stays_text():
    assert "<b>" not in svg(type_picture(2, 1, {(): "F"}, "<b>"))


@pytest.mark.parametrize(
    ("call", "wrong"),
    [
        ((2, 1, {(): "X"}), "Unknown type 'X'. Types begin with one of: F, P, M, 1, 2, 3."),
        ((2, 1, {(3,): "F"}), r"\(3,\) is not a node of T\(2,1\)"),
        ((4, 4, {}), r"T\(4,4\) has 341 nodes, but a picture has room for only 160"),
        ((0, 4, {}), "width must be"),
    ],
)
def test_what_cannot_be_drawn_is_refused(call, wrong):
    with pytest.raises(ValueError, match=wrong):
        type_picture(*call)
