"""Every step of every search on every tree of the catalogue, and on trees that are hard to draw.

Nothing is sampled: the walk runs the player's frames itself instead of waiting for the screen. A
theme changes colours but no places, so that the dark walk looks at heights, contrast and errors.
"""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.helpers.lab import View
from tests.helpers.players import empty, misfits
from tracer import record
from tracer.algorithms.registry import ALGORITHMS
from trees import Tree, catalogue, from_nested, from_text

OPTIONS = {  # of searches that need some
    "depth_limited": {"evaluate": lambda n: len(n)},
    "iterative_deepening": {"depth": 3, "evaluate": lambda n: -len(n)},
    "mt": {"gamma": 1},
}
MOST = 8  # faults named for each search

HARD = {
    "long names": from_text("""
        "Opening with the queen's pawn"
          "Attack on the king's side"
            "Sacrifice of the exchange" = 8
            Retreat = -3
            "Counterattack in the centre"
              "Pawn takes pawn" = 2
              "Knight takes pawn" = 2
          Defend
            "Castle on the queen's side" = 1
            Castle = 0
          Resign = -100
    """),
    "six digits": from_nested(
        [[[-123456, 123456], [100000, 7]], [[999999, -5], [3, -99999, 450000]], -250000]
    ),
    "floats": from_nested(
        [[0.123456789, [-2.5, 1e-7]], [[2 / 3, 3.14159], -0.001, [[1e300, 0.5]]]], root="MIN"
    ),
    "ties": from_nested([[[1, 1], [0, 1]], [[1, 0, 1], [1]], [0, [1, [0, 1]]]]),
    "ragged": from_nested([4, [[7, [1.5, -22222]], 3], [[[[9]]]], [[[2, 2]], [8, 0, 1, 6]]]),
    "one node": from_nested(5),
}


@pytest.fixture(scope="module", params=["light", "dark"])
def theme(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="module")
def view(browser: Browser, theme: str) -> Iterator[View]:
    view = empty(browser, "laptop", dark=theme == "dark")
    yield view
    view.page.close()


def walk(view: View, tree: Tree, theme: str) -> None:
    found = []
    for name, algorithm in ALGORITHMS.items():
        trace = record(algorithm.search, tree, **OPTIONS.get(name, {}))
        faults = misfits(view, trace, places=theme == "light")
        found += [f"{name}: {fault}" for fault in faults[:MOST]]
        if faults[MOST:]:
            found.append(f"{name}: and {len(faults) - MOST} more")
    assert not found, "\n".join(found)
    assert view.errors == []


@pytest.mark.slow
@pytest.mark.parametrize("name", catalogue.names())
def test_a_tree_of_the_catalogue(view: View, theme: str, name: str) -> None:
    walk(view, catalogue.load(name), theme)


@pytest.mark.slow
@pytest.mark.parametrize("name", HARD)
def test_a_tree_that_is_hard_to_draw(view: View, theme: str, name: str) -> None:
    walk(view, HARD[name], theme)
