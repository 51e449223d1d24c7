"""Make a tree smaller, one simplification at a time, as long as it still shows the same mistake."""

from collections.abc import Callable, Iterator
from math import inf, log10
from typing import Any

from trees.build import from_nested, to_nested
from trees.number import Number
from trees.tree import Tree

TRIES = 250  # trees to run the program on


def shrink(tree: Tree, still_wrong: Callable[[Tree], bool]) -> Tree:
    """A smaller tree for which `still_wrong` holds; `tree` itself if there is none."""
    tries = 0
    shrunk = True
    while shrunk:
        shrunk = False
        for smaller in _smaller(to_nested(tree)):
            candidate = from_nested(smaller, root=tree.root)
            tries += 1
            if tries > TRIES:
                return tree
            if still_wrong(candidate):
                tree, shrunk = candidate, True
                break
    return tree


def _smaller(nested: Any) -> Iterator[Any]:
    """Every tree that is one simplification away, the greatest simplifications first."""
    if not isinstance(nested, list):
        yield from _simpler(nested)
        return
    for child in nested:  # two plies less, so that the same side is to move
        if isinstance(child, list):
            yield from child
    for i, child in enumerate(nested):
        before, after = nested[:i], nested[i + 1 :]
        if len(nested) > 1:
            yield before + after
        if isinstance(child, list):
            yield [*before, _first_leaf(child), *after]
    for i, child in enumerate(nested):
        for smaller in _smaller(child):
            yield [*nested[:i], smaller, *nested[i + 1 :]]


def _first_leaf(nested: Any) -> Any:
    while isinstance(nested, list):
        nested = nested[0]
    return nested


def _rank(x: Number) -> tuple[bool, bool, float, bool]:
    """Simple numbers first: small, whole and positive."""
    return x not in (0, 1), x % 1 != 0, abs(x), x < 0


def _simpler(x: Number) -> Iterator[Number]:
    """Simpler numbers; each is lower in rank, so that shrinking ends."""
    sign = -1 if x < 0 else 1
    size = int(log10(abs(x))) if abs(x) >= 1 else 0
    choices = [0, 1, int(x), sign * 10 ** (size // 2), int(x / 2) if abs(x) < inf else 0, -x]
    for choice in choices:
        if _rank(choice) < _rank(x):
            yield choice
