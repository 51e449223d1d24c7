"""Depth-limited search and iterative deepening: any search with a horizon.

Nodes at the horizon count as leaves; their value is their static evaluation.
"""

from collections.abc import Callable
from inspect import signature
from math import inf
from typing import Any

from tracer.algorithms.alphabeta import alphabeta
from tracer.algorithms.registry import Control, Search, algorithm
from tracer.log.events import Evaluate, Leave
from tracer.log.log import Log, Step, event
from trees.dewey import ROOT, Node, label
from trees.horizon import Evaluation, Horizon
from trees.number import Number
from trees.tree import Tree

LIMITED_LISTING = """
function DEPTH-LIMITED(depth)
    nodes at that depth count as leaves, and f of    horizon
    them is their static evaluation                  +
    return SEARCH(root)
"""

DEEPENING_LISTING = """
function ITERATIVE-DEEPENING(depth)
    for limit from 1 to depth do                     horizon
        v ← DEPTH-LIMITED(limit), starting from
            what the last limit found best
    return v
"""

_CONTROLS = {"depth": Control("depth limit")}


@algorithm(
    "Depth-limited search",
    LIMITED_LISTING,
    "Ewing & Greenwald, section 4",
    standalone=False,
    controls=_CONTROLS,
)
def depth_limited(
    tree: Tree,
    log: Log,
    depth: int = 2,
    *,
    search: Search = alphabeta,
    evaluate: Evaluation = None,
    **options: Any,
) -> Number:
    """Return the result of `search`, with its `options`, on the first `depth` plies."""
    seen = Horizon(tree, depth, evaluate)
    _check_search(search)
    log.horizon(ROOT, depth)
    return search(seen, log, **options)


@algorithm(
    *("Iterative deepening", DEEPENING_LISTING, "Slate & Atkin 1977; Pantel 1997, 3.4.2"),
    standalone=False,
    controls=_CONTROLS,
)
def iterative_deepening(
    tree: Tree,
    log: Log,
    depth: int = 2,
    *,
    search: Search = alphabeta,
    evaluate: Evaluation = None,
) -> Number:
    """Return the result of `search` on `depth` plies, after searching one, two, … plies.

    A search with an option `order` gets the children sorted by the last pass, best first; a
    search with an option `first` gets the last value as its guess.
    """
    if type(depth) is not int or depth < 1:
        raise ValueError(f"depth must be an integer of at least 1, not {depth!r}")
    takes = signature(_check_search(search)).parameters
    v: Number = 0
    returned: dict[Node, Number] = {}
    watched = Log(_remembering(returned, log))
    for limit in range(1, depth + 1):
        log.horizon(ROOT, limit)
        options: dict[str, Any] = {}
        if limit > 1 and "order" in takes:
            options["order"] = _best_first(tree, returned)
        if limit > 1 and "first" in takes:
            options["first"] = v
        v = search(Horizon(tree, limit, evaluate), watched, **options)
    return v


def _check_search(search: Search) -> Search:
    if not callable(search):
        raise TypeError(f"search must be a search function such as alphabeta, not {search!r}")
    return search


def _remembering(returned: dict[Node, Number], log: Log) -> Callable[[Step], None]:
    """Pass every step on to `log` and remember what each node returned."""

    def keep(step: Step) -> None:
        log.relay(step)
        taken = event(step)
        if isinstance(taken, Evaluate | Leave):
            returned[taken.node] = taken.value

    return keep


def _best_first(tree: Tree, returned: dict[Node, Number]) -> dict[str, list[int]]:
    """Child numbers sorted best first for the side to move; unvisited children come last."""
    order = {}
    for n in {c[:-1] for c in returned if c}:
        sign = -1 if tree.is_max(n) else 1
        children = sorted(tree.children(n), key=lambda c: sign * returned.get(c, sign * inf))
        order[label(n)] = [c[-1] for c in children]
    return order
