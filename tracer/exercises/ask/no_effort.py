"""Answers that take no thought. A question gives no marks for what the best of them would get."""

from collections.abc import Callable, Iterator, Mapping
from math import inf
from types import MappingProxyType
from typing import Any

from tracer.exercises.ask.answers import fewest
from tracer.log.events import LIVE
from trees.dewey import ROOT, Node
from trees.number import Number
from trees.tree import Tree

LARGEST = 10_000  # leaves; nobody lists those of a larger tree without a program

Answer = Callable[[Tree, Any], Any]  # for a tree, and where the question is asked


def _leaves(tree: Tree) -> tuple[Node, ...]:
    return tuple(tree.leaves())


def _half(tree: Tree) -> tuple[Node, ...]:
    leaves = _leaves(tree)
    return leaves[: (len(leaves) + 1) // 2]


def _first_children(tree: Tree) -> tuple[Node, ...]:
    return tuple(n for n in tree.leaves() if not n or n[-1] == 1)


def _leftmost(tree: Tree, n: Node) -> Node:
    return next(tree.leaves(n))


def _second(tree: Tree, n: Node) -> Node:
    """The second leaf below a node, or its only one."""
    leaves = tree.leaves(n)
    first = next(leaves)
    return next(leaves, first)


def _largest_below(tree: Tree) -> dict[Node, Number]:
    """For every inner node, the largest leaf below it."""
    found: dict[Node, Number] = {}
    for n in reversed(list(tree.nodes())):
        children = tree.children(n)
        found[n] = max(found[c] for c in children) if children else tree.value(n)
    return {n: found[n] for n in _inner(tree)}


def _critical(tree: Tree) -> tuple[Node, ...]:
    """The leaves that alpha-beta needs if first children are best: every other move is a first."""
    return tuple(
        n for n in tree.leaves() if all(i == 1 for i in n[::2]) or all(i == 1 for i in n[1::2])
    )


def _inner(tree: Tree) -> list[Node]:
    return [n for n in tree.nodes() if not tree.is_leaf(n)]


def _all_but(evaluated: Callable[[Tree], tuple[Node, ...]]) -> Answer:
    """Cut off every leaf but these."""
    return lambda tree, at: fewest(set(tree.leaves()) - set(evaluated(tree)), tree)


def _first_value(tree: Tree) -> Any:
    return tree.value(_leftmost(tree, ROOT))


# By strategy, then by kind of question. A strategy has nothing to say about the other kinds.
STRATEGIES: Mapping[str, Mapping[str, Answer]] = MappingProxyType(
    {
        "nothing": {
            "values": lambda tree, at: {},
            "leaves": lambda tree, at: (),
            "cuts": lambda tree, at: frozenset(),
            "open": lambda tree, at: (),
            "backup": lambda tree, at: (),
        },
        "everything": {
            "leaves": lambda tree, at: _leaves(tree),
            "cuts": lambda tree, at: frozenset([ROOT]),
            "open": lambda tree, at: tuple((n, LIVE, inf) for n in tree.leaves()),
            "backup": lambda tree, at: tuple((n, 1, -inf, inf) for n in _inner(tree)),
        },
        "the first half": {
            "leaves": lambda tree, at: _half(tree),
            "cuts": _all_but(_half),
        },
        "right to left": {
            "leaves": lambda tree, at: _leaves(tree)[::-1],
            "cuts": lambda tree, at: fewest(_half(tree), tree),
        },
        "first children only": {
            "leaves": lambda tree, at: _first_children(tree),
            "cuts": _all_but(_first_children),
            "next": lambda tree, at: tree.children(ROOT)[0] if tree.children(ROOT) else ROOT,
        },
        "the first leaf": {
            "values": lambda tree, at: dict.fromkeys(_inner(tree), _first_value(tree)),
            "leaves": lambda tree, at: (_leftmost(tree, ROOT),),
            "cuts": _all_but(lambda tree: ()),
            "window": lambda tree, at: (_first_value(tree), inf),
            "returned": lambda tree, at: _first_value(tree),
            "next": lambda tree, at: _leftmost(tree, ROOT),
            "bounds": lambda tree, at: (_first_value(tree), _first_value(tree)),
        },
        "the leftmost leaf below": {
            "values": lambda tree, at: {n: tree.value(_leftmost(tree, n)) for n in _inner(tree)},
            "window": lambda tree, at: (-inf, tree.value(_leftmost(tree, at))),
            "returned": lambda tree, at: tree.value(_leftmost(tree, at)),
        },
        "the second leaf below": {
            "returned": lambda tree, at: tree.value(_second(tree, at)),
        },
        "the largest leaf below": {
            "values": lambda tree, at: _largest_below(tree),
        },
        "first children are best": {
            "leaves": lambda tree, at: _critical(tree),
            "cuts": _all_but(_critical),
        },
        "as at the start": {
            "window": lambda tree, at: (-inf, inf),
            "next": lambda tree, at: ROOT,
            "open": lambda tree, at: ((ROOT, LIVE, inf),),
            "backup": lambda tree, at: ((ROOT, 0, -inf, inf),),
            "case": lambda tree, at: "1",
            "bounds": lambda tree, at: (-inf, inf),
        },
    }
)


PARTS = 8  # a guess may also be the first eighth of the leaves, the first two eighths, …


def guesses(kind: str, tree: Tree, at: Any) -> Iterator[Any]:
    """What the strategies answer, the first leaves, however many, and an entry that all share."""
    yield from no_effort(kind, tree, at).values()
    if kind == "backup":  # the root is always in BACKUP, and mostly without any bound
        yield from (((ROOT, c[-1], -inf, inf),) for c in tree.children(ROOT))
    if kind == "leaves" and tree.leaf_count() <= LARGEST:
        leaves = _leaves(tree)
        yield from (leaves[: len(leaves) * k // PARTS] for k in range(1, PARTS))


def no_effort(kind: str, tree: Tree, at: Any) -> dict[str, Any]:
    """What each strategy answers to a question of this kind, in the form of a key."""
    if tree.leaf_count() > LARGEST:
        return {}
    return {
        strategy: answers[kind](tree, at)
        for strategy, answers in STRATEGIES.items()
        if kind in answers
    }
