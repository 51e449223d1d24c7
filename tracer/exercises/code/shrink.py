"""Make a tree smaller, one simplification at a time, as long as it still shows the same mistake."""

from collections.abc import Callable, Iterator
from math import log10
from typing import Any

from trees.build import from_nested, to_nested
from trees.number import Number
from trees.tree import SIDES, Tree

TRIES = 200  # trees to run the program on

Simpler = Callable[[Number], list[Number]]


def shrink(tree: Tree, still_wrong: Callable[[Tree], bool]) -> Tree:
    """A smaller tree for which `still_wrong` holds; `tree` itself if there is none."""
    tries = 0
    shrunk = True
    while shrunk:
        shrunk = False
        for candidate in _smaller_trees(tree):
            tries += 1
            if tries > TRIES:
                return tree
            if still_wrong(candidate):
                tree, shrunk = candidate, True
                break
    return tree


def _smaller_trees(tree: Tree) -> Iterator[Tree]:
    nested = to_nested(tree)
    other = SIDES[tree.root == "MAX"]
    for child in nested if isinstance(nested, list) else ():
        yield from_nested(child, root=other, letters=False)
    for smaller in _smaller(nested):
        yield from_nested(smaller, root=tree.root, letters=False)


def _smaller(nested: Any) -> Iterator[Any]:
    """Every tree that is one simplification away, the greatest simplifications first."""
    ranked = _ranked(nested)
    if ranked != nested:
        yield ranked
    yield from _fewer(nested)
    yield from _changed(nested, lambda x: [0, 1, int(x)])
    yield from _changed(nested, _closer_to_zero)


def _ranked(nested: Any) -> Any:
    """The same tree with values 0, 1, 2, … in the same order."""
    ranks = {x: k for k, x in enumerate(sorted(set(_leaves(nested))))}

    def change(part: Any) -> Any:
        return [change(child) for child in part] if isinstance(part, list) else ranks[part]

    return change(nested)


def _leaves(nested: Any) -> Iterator[Number]:
    if isinstance(nested, list):
        for child in nested:
            yield from _leaves(child)
    else:
        yield nested


def _fewer(nested: Any) -> Iterator[Any]:
    """Trees with fewer nodes."""
    if not isinstance(nested, list):
        return
    for child in nested:  # two plies less, so that the same side is to move
        if isinstance(child, list):
            yield from child
    for i, child in enumerate(nested):
        before, after = nested[:i], nested[i + 1 :]
        if len(nested) > 1:
            yield before + after
        if isinstance(child, list):
            yield [*before, next(_leaves(child)), *after]
    for i, child in enumerate(nested):
        for smaller in _fewer(child):
            yield [*nested[:i], smaller, *nested[i + 1 :]]


def _changed(nested: Any, simpler: Simpler) -> Iterator[Any]:
    """Trees with one value made simpler."""
    if isinstance(nested, list):
        for i, child in enumerate(nested):
            for changed in _changed(child, simpler):
                yield [*nested[:i], changed, *nested[i + 1 :]]
    else:
        yield from (x for x in simpler(nested) if _simplicity(x) < _simplicity(nested))


def _simplicity(x: Number) -> tuple[bool, bool, float, bool]:
    """Simple numbers sort first: small, whole and positive."""
    return x not in (0, 1), x % 1 != 0, abs(x), x < 0


def _closer_to_zero(x: Number) -> list[Number]:
    if abs(x) <= 1:
        return [-x]
    sign, size = 1 if x > 0 else -1, int(log10(abs(x)))
    if size > 15:  # powers of ten are short to write
        return [sign * 10.0 ** (size // 2), sign * 10.0 ** (size - 1)]
    return [sign * 10 ** (size // 2), int(x / 2), -x]
