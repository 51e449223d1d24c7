"""At every step of every algorithm, the player shows what the trace's frame says."""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.helpers.expected import expected
from tests.helpers.lab import Jupyter, View
from tests.helpers.players import made, ready
from tracer.algorithms.registry import ALGORITHMS

TREES = (
    "catalogue.load('pantel-3.2')",
    "iid(2, 4, seed=5, high=9)",
    "from_nested([[4, [7, 4]], 4, [[2, 9, [1, 0]], [4]]], root='MIN')",
)
LISTS = "catalogue.load('srimani-a1')"
OPTIONS = {
    "mt": ", gamma=5",
    "mtd_f": ", first=6",
    "solve": ", win=5",
    "depth_limited": ", depth=2, evaluate=len",
    "iterative_deepening": ", depth=3, evaluate=len",
}
CASES = {
    name: [
        f"record({name}, {tree}{OPTIONS.get(name, '')})"
        for tree in (*TREES, *([LISTS] if name in ("sss_star", "ps_star") else []))
    ]
    for name in ALGORITHMS
}


@pytest.fixture(scope="module")
def view(jupyter: Jupyter) -> Iterator[View]:
    cells = [f"play({case})" for cases in CASES.values() for case in cases]
    view = ready(jupyter.lab(*cells), len(cells))
    yield view
    view.page.close()


def check_picture(seen: dict[str, Any], wanted: dict[str, Any], where: str) -> None:
    """What the picture has room for is right; the innermost window is always there."""
    for n, found in seen["nodes"].items():
        status, text, *marks = wanted["nodes"][n]
        assert found == [status, None if found[1] is None else text, *marks], f"{where}, node {n}"
    left = list(reversed(wanted["windows"]))
    for text in seen["windows"]:
        assert text in left, f"{where}, window {text}"
        left = left[left.index(text) + 1 :]
    assert seen["windows"][:1] == wanted["windows"][-1:], where


@pytest.mark.parametrize("name", ALGORITHMS)
def test_every_step_shows_its_frame(view: View, name: str) -> None:
    before = [case for cases in CASES.values() for case in cases]
    sent = len(view.sent)
    for case in CASES[name]:
        trace = made(case)
        player = view.page.locator(".pg-player").nth(before.index(case))
        found = player.evaluate("player => pgTest.walk(player)")
        assert found["differ"] == []
        for i, seen in enumerate(found["seen"]):
            wanted = expected(trace, i)
            for key in wanted.keys() - {"nodes", "windows"}:
                assert seen[key] == wanted[key], f"{case}, step {i}, {key}"
            check_picture(seen, wanted, f"{case}, step {i}")
    assert len(view.sent) == sent  # stepping sends nothing to the kernel
    assert view.errors == []
