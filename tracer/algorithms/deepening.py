"""Depth-limited search and iterative deepening: any search, with a horizon.

Nodes at the horizon count as leaves and are worth their static evaluation.
"""

from collections.abc import Callable
from inspect import signature
from math import inf
from typing import Any

from tracer.algorithms.alphabeta import alphabeta
from tracer.events import EVALUATE, LEAVE, PASS, Search
from tracer.listing import algorithm
from trees.dewey import ROOT, Node, label
from trees.horizon import Evaluation, Horizon
from trees.number import Number
from trees.tree import Tree

_LIMITED = """
function DEPTH-LIMITED(depth)
    nodes at that depth count as leaves, and f of
    them is their static evaluation
    return SEARCH(root)
"""

_DEEPENING = """
function ITERATIVE-DEEPENING(depth)
    for limit from 1 to depth do                     pass
        v ← DEPTH-LIMITED(limit), starting from
            what the last limit found best
    return v
"""


@algorithm("Depth-limited search", _LIMITED, "Ewing & Greenwald, section 3")
def depth_limited(
    tree: Tree,
    depth: int = 2,
    *,
    search: Callable[..., Search] = alphabeta,
    evaluate: Evaluation = None,
    **options: Any,
) -> Search:
    """Return what `search`, with its `options`, makes of the first `depth` plies."""
    return _check_search(search)(Horizon(tree, depth, evaluate), **options)


@algorithm("Iterative deepening", _DEEPENING, "Slate & Atkin 1977; Pantel 1997, 3.4.2")
def iterative_deepening(
    tree: Tree,
    depth: int = 2,
    *,
    search: Callable[..., Search] = alphabeta,
    evaluate: Evaluation = None,
) -> Search:
    """Return what `search` makes of `depth` plies, after one, two, … plies.

    A search that takes an `order` is given the children best first, as the last pass saw them;
    one that takes a `first` guess is given the last value.
    """
    if type(depth) is not int or depth < 1:
        raise ValueError(f"depth is {depth!r}: the last horizon is an int from 1 up")
    return _deepen(tree, depth, _check_search(search), evaluate)


def _check_search(search: Callable[..., Search]) -> Callable[..., Search]:
    if not callable(search):
        raise TypeError(f"search is {search!r}: it is a search, such as alphabeta itself")
    return search


def _deepen(tree: Tree, depth: int, search: Callable[..., Search], evaluate: Evaluation) -> Search:
    takes = signature(search).parameters
    v: Number = 0
    returned: dict[Node, Number] = {}
    for limit in range(1, depth + 1):
        yield PASS, ROOT, limit, -inf, inf
        options: dict[str, Any] = {}
        if limit > 1 and "order" in takes:
            options["order"] = _best_first(tree, returned)
        if limit > 1 and "first" in takes:
            options["first"] = v
        v = yield from _watch(search(Horizon(tree, limit, evaluate), **options), returned)
    return v


def _watch(search: Search, returned: dict[Node, Number]) -> Search:
    """The same steps, remembering what each node returned."""
    while True:
        try:
            step = next(search)
        except StopIteration as end:
            v: Number = end.value
            return v
        if step[0] in (EVALUATE, LEAVE):
            returned[step[1]] = step[2]
        yield step


def _best_first(tree: Tree, returned: dict[Node, Number]) -> dict[str, list[int]]:
    """Child numbers by what they returned, best for the player to move; the unseen come last."""
    order = {}
    for n in {c[:-1] for c in returned if c}:
        sign = -1 if tree.is_max(n) else 1
        children = sorted(tree.children(n), key=lambda c: sign * returned.get(c, -sign * inf))
        order[label(n)] = [c[-1] for c in children]
    return order
