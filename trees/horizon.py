"""A tree cut at a horizon, where nodes get a static evaluation."""

from collections.abc import Callable, Mapping
from typing import Any

from trees.dewey import Node, label
from trees.number import Number, check_number
from trees.tree import GrowingTree, Tree

# How to value an inner node at the horizon: a function of the node, or a dict from Dewey numbers
# to values; None uses the estimates stored in the tree.
Evaluation = Callable[[Node], Number] | Mapping[str, Number] | None


class Horizon(GrowingTree):
    """Another tree down to `depth`, where its nodes become leaves."""

    _tree: Tree
    _evaluate: Evaluation

    def __init__(self, tree: Tree, depth: int, evaluate: Evaluation = None) -> None:
        if type(depth) is not int or depth < 0:
            raise ValueError(f"depth must be an integer of at least 0, not {depth!r}")
        if evaluate is not None and not callable(evaluate) and not isinstance(evaluate, Mapping):
            raise TypeError(
                "evaluate must be a function of a node or a dict from Dewey numbers to values, "
                f"not {evaluate!r}"
            )
        self._set(
            tree.root,
            depth=min(depth, tree.depth),
            width=tree.width if depth else 0,
            _tree=tree,
            _evaluate=evaluate,
            _children={},
            _values={},
            _uniform=tree._uniform,
        )
        self.__dict__.update(_names=tree.names, _labels=tree.labels)

    def _unmet_children(self, n: Node) -> tuple[Node, ...]:
        children = self._tree.children(n)
        if len(n) > self.depth:
            raise ValueError(f"node {label(n)} is beyond the horizon at depth {self.depth}")
        self._children[n] = () if len(n) == self.depth else children
        return self._children[n]

    def _unmet_value(self, n: Node) -> Number:
        self.children(n)
        if self._evaluate is None or self._tree.is_leaf(n):
            value = self._tree.value(n)
        elif callable(self._evaluate):
            value = self._evaluate(n)
        elif label(n) in self._evaluate:
            value = self._evaluate[label(n)]
        else:
            raise ValueError(f"node {self.name(n)} is at the horizon and has no static evaluation")
        self._values[n] = check_number(value, f"the evaluation of node {label(n)}")
        return self._values[n]

    def position(self, n: Node) -> str:
        """The position at `n`, which includes how far it is to the horizon."""
        if self._evaluate is not None:  # a function of the node, which may differ
            return label(n)
        position = self._tree.position(n)
        left = self.depth - len(n)
        return position if self.depth == self._tree.depth else f"{position} horizon{left}"

    def has_value(self, n: Node) -> bool:
        """Whether `n` is a leaf or has a static estimate."""
        return self.is_leaf(n) or self._tree.has_value(n)

    def data(self) -> dict[str, Any]:
        """The content of the tree down to the horizon."""
        values = {n: self.value(n) for n in self.nodes() if self.has_value(n)}
        names = {n: t for n, t in self.names.items() if len(n) <= self.depth}
        labels = {n: t for n, t in self.labels.items() if len(n) <= self.depth}
        return Tree(values, root=self.root, names=names, labels=labels).data()
