"""What sources differ in: which end to begin at, when to cut, and what to return.

The textbook's alpha-beta goes left to right, cuts where a bound is met and returns what it found
(fail-soft). Pantel and Khemani return the bound instead (fail-hard); Young cuts only where the
bound is passed (strict).
"""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from math import inf
from operator import ge, gt, le, lt
from typing import Any

from tracer.log.log import Log
from trees.dewey import ROOT, Node, dewey, label
from trees.number import Number, check_bound
from trees.tree import Tree

LEFT_TO_RIGHT, RIGHT_TO_LEFT = "left-to-right", "right-to-left"

Order = str | Mapping[str, Sequence[int]]
Children = Callable[[Node], tuple[Node, ...]]


class Reordered(Tree):
    """Another tree whose children come in another order; every node keeps its Dewey number."""

    _tree: Tree

    def __init__(self, tree: Tree, children: Children) -> None:
        self.__dict__.update(tree.__dict__)
        self.__dict__.update(_tree=tree, children=children, value=tree.value)


def ordered_by(order: Order, tree: Tree) -> Tree:
    """`tree` with its children in a given order.

    An order is "left-to-right", "right-to-left", or says for some nodes, by Dewey number, in
    which order to take their child numbers: {"0": [2, 1]}.
    """
    if order == LEFT_TO_RIGHT:
        return tree
    if order == RIGHT_TO_LEFT:
        return Reordered(tree, lambda n: tree.children(n)[::-1])
    if not isinstance(order, Mapping):
        raise ValueError(
            f"order is {order!r}: it is {LEFT_TO_RIGHT!r}, {RIGHT_TO_LEFT!r} or child numbers "
            'by node, such as {"0": [2, 1]}'
        )
    given: dict[Node, tuple[Node, ...]] = {}
    for text, numbers in order.items():
        n = dewey(text)
        children = tree.children(n)
        if not _is_permutation(numbers, len(children)):
            raise ValueError(
                f"the order of {label(n)} is {numbers!r}: it has to name each of its "
                f"{len(children)} children once"
            )
        given[n] = tuple(children[i - 1] for i in numbers)
    return Reordered(tree, lambda n: given[n] if n in given else tree.children(n))


def _is_permutation(numbers: object, count: int) -> bool:
    if not isinstance(numbers, Sequence) or not all(type(i) is int for i in numbers):
        return False
    return sorted(numbers) == list(range(1, count + 1))


def check_window(alpha: Number, beta: Number) -> None:
    """Refuse a window that holds nothing."""
    if check_bound(alpha, "alpha") >= check_bound(beta, "beta"):
        raise ValueError(f"the window is ({alpha}, {beta}): alpha has to be less than beta")


def in_words(listing: str, options: Mapping[str, Any]) -> str:
    """The listing of alpha-beta under other conventions."""
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
    """Alpha-beta, fail-hard unless `soft`, cutting only beyond the bounds if `strict`."""
    over, under = (gt, lt) if strict else (ge, le)

    def search(n: Node, alpha: Number, beta: Number) -> Number:
        log.enter(n, alpha, beta)
        children = tree.children(n)
        if not children:
            v = tree.value(n)
            log.evaluate(n, v)
            return v
        result = partial(_returned, soft, alpha, beta)
        if tree.is_max(n):
            v = -inf if soft else alpha
            for i, c in enumerate(children, 1):
                if (w := search(c, alpha, beta)) > v:
                    v, alpha = w, max(alpha, w)
                    log.update(n, v, alpha, beta, "raise-alpha")
                if over(v, beta) and i < len(children):
                    log.cut(n, children[i:], v, beta, "beta-cut")
                    break
        else:
            v = inf if soft else beta
            for i, c in enumerate(children, 1):
                if (w := search(c, alpha, beta)) < v:
                    v, beta = w, min(beta, w)
                    log.update(n, v, alpha, beta, "lower-beta")
                if under(v, alpha) and i < len(children):
                    log.cut(n, children[i:], v, alpha, "alpha-cut")
                    break
        log.leave(n, result(v))
        return result(v)

    return _returned(soft, alpha, beta, search(ROOT, alpha, beta))


def _returned(soft: bool, alpha: Number, beta: Number, v: Number) -> Number:
    return v if soft else max(alpha, min(v, beta))
