"""Strategies: a side's plan against every reply of the other side (Stockman's solution trees).

A strategy for MAX has one child of every MAX node it reaches and all children of every MIN node;
a strategy for MIN is the other way round. Its leaves are where the game can end.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from trees.dewey import ROOT, Node, label
from trees.number import Number
from trees.tree import SIDES, Tree


@dataclass(frozen=True)
class Strategy:
    """A side's strategy, given by its leaves, left to right; they determine its other nodes."""

    side: str
    leaves: tuple[Node, ...]

    @property
    def nodes(self) -> frozenset[Node]:
        """The solution tree: the leaves and all nodes above them."""
        seen: set[Node] = set()
        for n in self.leaves:
            while n not in seen:
                seen.add(n)
                n = n[:-1]  # the root is its own parent here, which ends the loop
        return frozenset(seen)


def strategies(tree: Tree, side: str = "MAX") -> Iterator[Strategy]:
    """All strategies of a side, one at a time, leftmost choices first."""
    _check_side(side)
    return _strategies(tree, side)


def _strategies(tree: Tree, side: str) -> Iterator[Strategy]:
    # An odometer: one wheel for each of the side's nodes, in the order they are reached, showing
    # the chosen child. When a wheel turns, the wheels after it are dropped.
    chosen: list[int] = []
    widths: list[int] = []

    def taken(n: Node) -> tuple[Node, ...]:
        children = tree.children(n)
        if not children or tree.to_move(n) != side:
            return children
        if len(widths) == len(chosen):
            chosen.append(0)
        i = chosen[len(widths)]
        widths.append(len(children))
        return children[i : i + 1]

    while True:
        widths.clear()
        yield Strategy(side, _leaves(tree, taken))
        while chosen and chosen[-1] == widths[len(chosen) - 1] - 1:
            chosen.pop()
        if not chosen:
            return
        chosen[-1] += 1


def _leaves(tree: Tree, taken: Callable[[Node], tuple[Node, ...]]) -> tuple[Node, ...]:
    """The leaves, left to right, that are reached by these children of every node."""
    leaves, stack = [], [ROOT]
    while stack:
        n = stack.pop()
        if tree.is_leaf(n):
            leaves.append(n)
        stack.extend(reversed(taken(n)))
    return tuple(leaves)


def count_strategies(tree: Tree, side: str = "MAX", through: Iterable[Node] = ()) -> int:
    """How many strategies a side has: add at its own nodes, multiply at the other side's.

    With `through`, only those that contain all these nodes.
    """
    _check_side(side)
    wanted = _with_ancestors(tree, through)
    counts: dict[Node, int] = {}
    for n in reversed(list(tree.nodes())):
        below = {c: counts.pop(c) for c in tree.children(n)}
        count = 1
        if below and tree.to_move(n) == side:
            held = wanted & below.keys()
            count = sum(below[c] for c in held or below) if len(held) < 2 else 0
        else:
            for b in below.values():
                count *= b
        counts[n] = count
    return counts[ROOT]


def nodes_through(tree: Tree, through: Iterable[Node], side: str = "MAX") -> frozenset[Node]:
    """The nodes of all strategies that contain the given nodes: together, they form a cluster."""
    _check_side(side)
    wanted = _with_ancestors(tree, through)
    if not count_strategies(tree, side, wanted):
        raise ValueError(f"no strategy of {side} contains all these nodes: it chooses once")
    found, stack = set(), [ROOT]
    while stack:
        n = stack.pop()
        found.add(n)
        children = tree.children(n)
        held = wanted.intersection(children) if tree.to_move(n) == side else ()
        stack.extend(held or children)
    return frozenset(found)


def _with_ancestors(tree: Tree, nodes: Iterable[Node]) -> frozenset[Node]:
    """The nodes, which must be in the tree, and all above them."""
    found = set()
    for n in nodes:
        tree.children(n)  # refuses what is not in the tree
        found |= {n[:k] for k in range(len(n) + 1)}
    return frozenset(found)


def strategy_value(tree: Tree, strategy: Strategy) -> Number:
    """What a strategy guarantees: its smallest leaf for MAX, its largest for MIN."""
    for n in strategy.leaves:
        if not tree.is_leaf(n):
            raise ValueError(
                f"node {tree.name(n)} is not a leaf: the strategy belongs to a different tree"
            )
    values = map(tree.value, strategy.leaves)
    return min(values) if strategy.side == "MAX" else max(values)


def line_of_play(one: Strategy, other: Strategy) -> tuple[Node, ...]:
    """The nodes from the root to the one leaf that a MAX strategy and a MIN strategy share."""
    if {one.side, other.side} != set(SIDES):
        raise ValueError(
            f"both strategies are for {one.side}; a line of play needs one for MAX and one for MIN"
        )
    shared = set(one.leaves) & set(other.leaves)
    if len(shared) != 1:
        found = ", ".join(map(label, sorted(shared))) or "no leaf"
        raise ValueError(
            f"the strategies share {found} instead of exactly one leaf: "
            "they belong to different trees"
        )
    (leaf,) = shared
    return tuple(leaf[:i] for i in range(len(leaf) + 1))


def initial_clusters(tree: Tree, side: str = "MAX") -> tuple[Node, ...]:
    """The leaves that SSS* (for MIN: DUAL*) looks at first; each strategy has exactly one of them.

    They are found by taking all children at the side's nodes and the first child at the other
    side's. The strategies that share such a leaf form a cluster.
    """
    _check_side(side)
    return _leaves(
        tree, lambda n: tree.children(n) if tree.to_move(n) == side else tree.children(n)[:1]
    )


def critical_tree(tree: Tree) -> dict[Node, int]:
    """The nodes every search must visit if the leftmost child is best, with Knuth & Moore's types.

    The root has type 1. Below type 1, the first child has type 1 and the others type 2; below
    type 2, only the first child is critical, with type 3; below type 3, all have type 2.
    """
    types: dict[Node, int] = {}
    stack: list[tuple[Node, int]] = [(ROOT, 1)]
    while stack:
        n, kind = stack.pop()
        types[n] = kind
        first, rest = tree.children(n)[:1], tree.children(n)[1:]
        if kind == 1:
            below = [(c, 1) for c in first] + [(c, 2) for c in rest]
        elif kind == 2:
            below = [(c, 3) for c in first]
        else:
            below = [(c, 2) for c in first + rest]
        stack.extend(reversed(below))
    return types


def critical_leaves(tree: Tree) -> tuple[Node, ...]:
    """The leaves of the critical tree, left to right: w^⌈d/2⌉ + w^⌊d/2⌋ − 1 on T(w,d)."""
    return tuple(n for n in critical_tree(tree) if tree.is_leaf(n))


def _check_side(side: str) -> None:
    if side not in SIDES:
        raise ValueError(f"side must be 'MAX' or 'MIN', not {side!r}")
