"""Cutoffs: what was skipped, why it cannot matter, and what that saved."""

from collections.abc import Callable, Mapping, Sequence
from math import inf
from operator import ge, gt, le, lt
from typing import NamedTuple

from tracer.log.events import AT_LEAST, MORE, Relation
from trees.dewey import Node
from trees.number import Number
from trees.tree import Tree

LOW, HIGH = "low", "high"

# The kinds of cutoff, by where the bound comes from. A cutoff is one decision: in a best-first
# search, one application of Γ that prunes. Only case 6b of PS* may decide more: what is solved
# beats the states that are purged, and bounds close nodes that were to be resumed.
SHALLOW = "shallow"  # from the parent
DEEP = "deep"  # from an ancestor further up
WINDOW = "window"  # from the window of the whole search, or of a second search of a child
QUESTION = "question"  # from the question asked: its answer is already certain
EXTREME = "extreme"  # no value can be better
PURGE = "purge"  # best-first: what is solved beats everything left below the same node
BOUND = "bound"  # best-first: an ancestor has something at least as good
KINDS = (SHALLOW, DEEP, WINDOW, QUESTION, EXTREME, PURGE, BOUND)


class Side(NamedTuple):
    """One side of an inequality: the nodes whose lower (or upper) bounds it compares.

    `number` is the greatest upper bound or the least lower one, and `leaf` is the leaf it comes
    from. A number that comes from no leaf (a window, a threshold, a win) has no nodes.
    """

    number: Number
    nodes: tuple[Node, ...] = ()
    bound: str = LOW
    leaf: Node | None = None


class Cutoff(NamedTuple):
    """Why `skipped` cannot matter: the comparison of `value` with `bound` by `relation`.

    `node` is where the search turns back, and `by` is the ancestor that holds the bound. `deep`
    says whether `by` is further up than the parent; it is None if no ancestor's bound is involved.
    `leaves` counts the skipped leaves that were neither seen nor cut off before. `sound` says
    whether the leaves seen so far prove the relation. `yes` is the answer, if a question was asked.
    """

    node: Node
    skipped: tuple[Node, ...]
    leaves: int
    kind: str
    by: Node | None
    deep: bool | None
    relation: str
    value: Side
    bound: Side
    sound: bool
    yes: bool | None = None

    @property
    def witnesses(self) -> tuple[Node | None, Node | None]:
        """The leaf behind the value and the leaf behind the bound, where there is one."""
        return self.value.leaf, self.bound.leaf


RELATIONS: dict[str, Callable[[Number, Number], bool]] = {"≥": ge, ">": gt, "≤": le, "<": lt}
UNLESS: dict[Relation, str] = {MORE: "≤", AT_LEAST: "<"}  # what holds if the answer is no

BoundsOf = Callable[[Node], tuple[Number, Number]]  # what the leaves seen so far prove
Twins = Mapping[Node, Sequence[Node]]  # nodes that were found to have the same position


def join(twins: dict[Node, list[Node]], n: Node, other: Node) -> None:
    """Note that two nodes have the same position: all of them share one list."""
    group = twins.setdefault(other, [other])
    if twins.get(n) is not group:
        for m in twins.get(n, [n]):
            group.append(m)
            twins[m] = group


def proving(tree: Tree, bounds: BoundsOf, twins: Twins, n: Node, bound: str) -> Node:
    """The node whose own children prove the lower (or upper) bound of `n`: itself, or a twin."""
    at, best = (0 if bound == LOW else 1), max if tree.is_max(n) else min
    number = bounds(n)[at]
    for m in (n, *twins.get(n, ())):
        children = tree.children(m)
        if bounds(m)[at] == number and (
            not children or best(bounds(c)[at] for c in children) == number
        ):
            return m
    return n


def witness(tree: Tree, bounds: BoundsOf, twins: Twins, n: Node, bound: str) -> Node:
    """The leaf whose value is the lower (or upper) bound of `n`."""
    at = 0 if bound == LOW else 1
    number = bounds(n)[at]
    n = proving(tree, bounds, twins, n, bound)
    while child := next((c for c in tree.children(n) if bounds(c)[at] == number), None):
        n = proving(tree, bounds, twins, child, bound)
    return n


class Expression(NamedTuple):
    """What a bound is made of: a leaf, or the max or min of further expressions."""

    leaf: Node | None = None
    function: str = ""
    parts: tuple["Expression", ...] = ()

    def leaves(self) -> tuple[Node, ...]:
        """The leaves in the expression, from left to right."""
        if self.leaf is not None:
            return (self.leaf,)
        return tuple(leaf for part in self.parts for leaf in part.leaves())

    def value(self, of: Callable[[Node], Number]) -> Number:
        """The value of the expression, given the values of its leaves."""
        if self.leaf is not None:
            return of(self.leaf)
        return (max if self.function == "max" else min)(part.value(of) for part in self.parts)

    def text(self, name: Callable[[Node], str]) -> str:
        """The expression in the names of its leaves."""
        if self.leaf is not None:
            return name(self.leaf)
        return f"{self.function}({', '.join(part.text(name) for part in self.parts)})"


def expression(tree: Tree, bounds: BoundsOf, twins: Twins, n: Node, bound: str) -> Expression:
    """The expression in leaves that proves the lower (or upper) bound of `n`.

    A lower bound of a MAX node, or an upper bound of a MIN node, needs one child; others need all.
    """
    n = proving(tree, bounds, twins, n, bound)
    children = tree.children(n)
    at = 0 if bound == LOW else 1
    if all(abs(bounds(c)[at]) == inf for c in children):  # or if there are none
        return Expression(leaf=n)
    if tree.is_max(n) == (bound == LOW):
        number = bounds(n)[at]
        best = next(c for c in children if bounds(c)[at] == number)
        return expression(tree, bounds, twins, best, bound)
    return combined(
        "max" if tree.is_max(n) else "min",
        [expression(tree, bounds, twins, c, bound) for c in children],
    )


def combined(function: str, parts: list[Expression]) -> Expression:
    """The max or min of expressions, flattened where possible."""
    flat: list[Expression] = []
    for part in parts:
        flat.extend(part.parts if part.function == function else (part,))
    return flat[0] if len(flat) == 1 else Expression(function=function, parts=tuple(flat))
