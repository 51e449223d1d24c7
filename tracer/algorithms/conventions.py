"""Conventions on which sources differ: child order, when to cut off, and what to return.

Textbook alpha-beta goes from left to right, cuts off when a bound is reached and returns what it
found (fail-soft). Pantel and Khemani return the bound instead (fail-hard); Young cuts off only
when the bound is passed (strict).
"""

from collections.abc import Callable, Mapping, Sequence
from math import inf
from operator import ge, gt, le, lt
from typing import Any

from tracer.algorithms.registry import Control, Controls
from tracer.log.log import Log
from trees.dewey import ROOT, Node, dewey, label
from trees.number import Number, check_bound, show_count
from trees.tree import Tree

LEFT_TO_RIGHT, RIGHT_TO_LEFT = "left-to-right", "right-to-left"

# The options, their values with that of this project first, and what to call each value.
CONVENTIONS: Mapping[str, Mapping[Any, str]] = {
    "strict": {
        False: "cuts where the bound is met (≥)",
        True: "strict cuts, only where the bound is passed (>)",
    },
    "soft": {True: "fail-soft", False: "fail-hard"},
    "order": {LEFT_TO_RIGHT: "left to right", RIGHT_TO_LEFT: "right to left"},
}

CONTROLS: Controls = {
    "alpha": Control("first α"),
    "beta": Control("first β"),
    "soft": Control("fail-soft"),
    "strict": Control("cut on ties", opposite=True),
    "order": Control("children", CONVENTIONS["order"]),
}

Order = str | Mapping[str, Sequence[int]]
Children = Callable[[Node], tuple[Node, ...]]


class Reordered(Tree):
    """A tree with its children in another order; every node keeps its Dewey number."""

    _tree: Tree

    def __init__(self, tree: Tree, children: Children) -> None:
        self.__dict__.update(tree.__dict__)
        self.__dict__.update(_tree=tree, children=children, value=tree.value)
        self.__dict__.update(position=tree.position)


def ordered_by(order: Order, tree: Tree) -> Tree:
    """`tree` with its children in a given order.

    An order is "left-to-right", "right-to-left", or a dict from Dewey numbers of some nodes to
    their child numbers in order: {"0": [2, 1]}.
    """
    if order == LEFT_TO_RIGHT:
        return tree
    if order == RIGHT_TO_LEFT:
        return Reordered(tree, lambda n: tree.children(n)[::-1])
    if not isinstance(order, Mapping):
        raise ValueError(
            f"order must be {LEFT_TO_RIGHT!r}, {RIGHT_TO_LEFT!r} or a dict from nodes to child "
            f'numbers such as {{"0": [2, 1]}}, not {order!r}'
        )
    given: dict[Node, tuple[Node, ...]] = {}
    for text, numbers in order.items():
        n = dewey(text)
        children = tree.children(n)
        if n and n not in tree.children(n[:-1]):
            raise ValueError(f"node {label(n)} is not in the tree, so order must not name it")
        if not _is_permutation(numbers, len(children)):
            count = show_count(len(children), "child", "children")
            raise ValueError(
                f"the order of node {label(n)} must list its {count} exactly once, not {numbers!r}"
            )
        given[n] = tuple(children[i - 1] for i in numbers)
    return Reordered(tree, lambda n: given[n] if n in given else tree.children(n))


def _is_permutation(numbers: object, count: int) -> bool:
    if not isinstance(numbers, Sequence) or not all(type(i) is int for i in numbers):
        return False
    return sorted(numbers) == list(range(1, count + 1))


def check_window(alpha: Number, beta: Number) -> None:
    """Reject an empty window."""
    if check_bound(alpha, "alpha") >= check_bound(beta, "beta"):
        raise ValueError(f"alpha must be less than beta; got the window ({alpha}, {beta})")


def check_flags(**flags: bool) -> None:
    """Reject anything but True and False."""
    for name, value in flags.items():
        if not isinstance(value, bool):
            raise TypeError(f"{name} must be True or False, not {value!r}")


def in_words(listing: str, options: Mapping[str, Any]) -> str:
    """The listing of alpha-beta for the chosen conventions."""
    if options.get("strict"):
        listing = listing.replace("v ≥ β", "v > β").replace("v ≤ α", "v < α")
    if not options.get("soft", True):
        listing = listing.replace("v ← −∞", "v ← α ").replace("v ← +∞", "v ← β ")
        kept = "return v, kept within α and β"
        listing = listing.replace("return v".ljust(len(kept)), kept)
    return listing


def alphabeta_by_convention(
    tree: Tree, log: Log, alpha: Number, beta: Number, *, soft: bool, strict: bool
) -> Number:
    """Alpha-beta that is fail-hard unless `soft` and cuts off only beyond a bound if `strict`."""
    over, under = (gt, lt) if strict else (ge, le)

    def search(n: Node, alpha: Number, beta: Number) -> Number:
        log.enter(n, alpha, beta)
        children = tree.children(n)
        if not children:
            v = tree.value(n)
            log.evaluate(n, v)
            return v
        a, b = alpha, beta
        if tree.is_max(n):
            v = -inf if soft else a
            for i, c in enumerate(children, 1):
                if (w := search(c, a, b)) > v:
                    v, a = w, max(a, w)
                    log.update(n, v, a, b, "raise-alpha")
                if over(v, b) and i < len(children):
                    log.cut(n, children[i:], v, b, "beta-cut")
                    break
        else:
            v = inf if soft else b
            for i, c in enumerate(children, 1):
                if (w := search(c, a, b)) < v:
                    v, b = w, min(b, w)
                    log.update(n, v, a, b, "lower-beta")
                if under(v, a) and i < len(children):
                    log.cut(n, children[i:], v, a, "alpha-cut")
                    break
        v = _returned(soft, alpha, beta, v)
        log.leave(n, v)
        return v

    return _returned(soft, alpha, beta, search(ROOT, alpha, beta))


def _returned(soft: bool, alpha: Number, beta: Number, v: Number) -> Number:
    return v if soft else max(alpha, min(v, beta))
