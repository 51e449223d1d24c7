"""The same seed is the same tree: published counts are worth nothing if the trees drift."""

import pytest

from trees import Tree, iid, minimal, ordered, worst_ordered


@pytest.mark.parametrize(
    ("tree", "leaves"),
    [
        (
            ordered(4, 2, 2, seed=7),
            [124, 125, 126, 124, 72, 99, 90, 80, 126, 117, 121, 118, 75, 48, 59, 122],
        ),
        (
            ordered(4, 2, 1, seed=7, p=0.5, low=-5, high=5),
            [3, 0, 3, 0, 5, 5, 5, 5, 5, 5, 5, 5, 1, 0, -1, 5],
        ),
        (iid(3, 2, seed=7), [80, 42, 80, 52, 62, 43, 106, 22, 52]),
        (
            iid(2, 2, seed=7, low=0.0, high=1.0),
            [0.6315020750050798, 0.3310248790116812, 0.40990263087328327, 0.48543148872163644],
        ),
        (minimal(3, 2, seed=1), [117, 122, 125, 75, 116, 75, 68, 74, 77]),
        (worst_ordered(2, 3, seed=1), [20, 38, 2, 19, 61, 71, 49, 56]),
    ],
    ids=["ordered", "probabilistic", "iid", "iid-float", "minimal", "worst-ordered"],
)
def test_a_seed_is_a_tree(tree: Tree, leaves: list[float]) -> None:
    assert [tree.value(n) for n in tree.leaves()] == leaves


def test_a_leaf_is_the_same_whoever_was_asked_before() -> None:
    assert ordered(32, 4, 1, seed=3).value((32, 1, 17, 5)) == 81
    assert iid(24, 4, seed=99).value((24, 24, 24, 24)) == 36
    assert ordered(8, 6, 2, seed=-4, p=0.9, root="MIN").value((8, 1, 7, 2, 6, 3)) == 26
    tree, other = ordered(5, 4, 1, seed=2), ordered(5, 4, 1, seed=2)
    forwards = {n: tree.value(n) for n in tree.leaves()}
    assert {n: other.value(n) for n in reversed(list(other.leaves()))} == forwards
