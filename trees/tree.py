"""Game trees: MAX and MIN alternate from the root down, and the leaves have values."""

from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from copy import copy
from operator import itemgetter
from types import MappingProxyType
from typing import Any, NoReturn

from trees.dewey import ROOT, Node, dewey, label, means, printable
from trees.number import Number, check_number, show_count
from trees.position import check_positions

SIDES = ("MAX", "MIN")
DEEPEST = 5_000  # levels; a node's tuple is as long as its depth, so memory grows with the square


class _Inner(dict[Node, tuple[Node, ...]]):
    """The children of the inner nodes: a leaf takes no room, and its () costs no Python call."""

    __missing__ = itemgetter(slice(0))  # n[:0], which is () for any node


class _Values(dict[Node, Number]):
    """The values of nodes; `missing` raises the error for one that has none."""

    def __init__(self, entries: Mapping[Node, Number], missing: Callable[[Node], NoReturn]) -> None:
        super().__init__(entries)
        self._missing = missing

    def __missing__(self, n: Node) -> NoReturn:
        self._missing(n)


class Tree:
    """An immutable game tree.

    `values` gives every leaf its value and may give inner nodes a static estimate, which a
    depth-limited search uses at its horizon. `names` are unique and replace the Dewey number;
    `labels` are any other text. Nodes with the same text in `positions` have the same game below.
    """

    root: str
    depth: int
    width: int
    _parity: int
    _children: dict[Node, tuple[Node, ...]]
    _values: dict[Node, Number]
    _names: dict[Node, str]
    _labels: dict[Node, str]
    _positions: dict[Node, str]
    _counts: dict[Node, int]
    _uniform = False  # whether every leaf is at `depth` and every other node has `width` children

    def __init__(
        self,
        values: Mapping[Node, Number],
        *,
        root: str = "MAX",
        names: Mapping[Node, str] | None = None,
        labels: Mapping[Node, str] | None = None,
        positions: Mapping[Node, str] | None = None,
    ) -> None:
        children = _children(values)
        values = {n: check_number(v, f"the value of node {label(n)}") for n, v in values.items()}
        for n, below in children.items():
            if not below and n not in values:
                raise ValueError(f"leaf {label(n)} has no value")
        self._set(
            root,
            depth=max(map(len, children)),
            width=max(map(len, children.values())),
            _children=_Inner({n: below for n, below in children.items() if below}),
            _values=_Values(values, self._no_value),
        )
        for what, texts in ("name", names or {}), ("label", labels or {}):
            for n, text in texts.items():
                self.children(n)
                if not isinstance(text, str) or not printable(text).strip():
                    raise ValueError(
                        f"the {what} of node {label(n)} must be a non-empty string, not {text!r}"
                    )
        self.__dict__.update(_names=dict(names or {}), _labels=dict(labels or {}))
        _check_names(self._names, children)
        check_positions(positions or {}, children, values)
        self.__dict__["_positions"] = dict(positions or {})

    @classmethod
    def of_tables(
        cls, children: Mapping[Node, tuple[Node, ...]], values: Mapping[Node, Number]
    ) -> "Tree":
        """A tree from tables that are known to fit each other, so that nothing is checked."""
        tree = cls.__new__(cls)
        tree._set(
            "MAX",
            depth=max(map(len, children)),
            width=max(map(len, children.values())),
            _children=_Inner(children),
            _values=_Values(values, tree._no_value),
        )
        return tree

    def _set(self, root: str, **fields: Any) -> None:
        if root not in SIDES:
            raise ValueError(f"root must be 'MAX' or 'MIN', not {root!r}")
        self.__dict__.update(
            {
                **{"root": root, "_parity": SIDES.index(root), "_names": {}, "_labels": {}},
                **{"_positions": {}, "_counts": {}},
                **fields,
            }
        )

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("trees are immutable; build a new one or call tree.replace(values)")

    # A search may use only these five methods.

    def children(self, n: Node) -> tuple[Node, ...]:
        """The children of `n`, left to right; empty for a leaf."""
        try:
            found = self._children[n]
        except TypeError:
            return self._no_children(n)
        return found if found or n in self._values else self._no_children(n)

    def is_leaf(self, n: Node) -> bool:
        """Whether `n` has no children."""
        return not self.children(n)

    def is_max(self, n: Node) -> bool:
        """Whether MAX is to move at `n`."""
        return len(n) % 2 == self._parity

    def value(self, n: Node) -> Number:
        """The value of leaf `n`, or the static estimate of an inner node that has one."""
        try:
            return self._values[n]
        except TypeError:
            return self._no_value(n)

    def position(self, n: Node) -> str:
        """The position at `n`: nodes that share it have the same game below them.

        Without anything known about positions, every node is a position of its own.
        """
        return self._positions.get(n) or label(n)

    def _no_children(self, n: object) -> NoReturn:
        raise ValueError(self._why_unknown(n)) from None

    def _no_value(self, n: Node) -> NoReturn:
        self.children(n)
        raise ValueError(f"node {self.name(n)} is not a leaf and has no static estimate") from None

    def _why_unknown(self, n: object) -> str:
        if not isinstance(n, tuple) or not all(type(i) is int for i in n):
            return f"{n!r} is not a node; a node is a tuple of child numbers such as (1, 2, 1)"
        parent = ROOT
        for i in n:
            children = self.children(parent)
            if not 1 <= i <= len(children):
                has = show_count(len(children), "child", "children") if children else "no children"
                return f"node {label(n)} is not in the tree: node {self.name(parent)} has {has}"
            parent = children[i - 1]
        return f"node {label(n)} is not in the tree"

    # The rest is for people and pictures.

    def name(self, n: Node) -> str:
        """The name of `n`, or its Dewey number if it has none."""
        return printable(self._names.get(n) or label(n))

    def short_name(self, n: Node) -> str:
        """The name for a picture, which shows the path: of a line of moves, only the last one."""
        return self.labels[n] if self.is_line(n) else self.name(n)

    def is_line(self, n: Node) -> bool:
        """Whether `n` is named after the moves that lead to it, as in the tree of a game."""
        name, move = self._names.get(n), self._labels.get(n)
        return bool(n and name and move) and f" {name}".endswith(f" {move}")

    @property
    def names(self) -> Mapping[Node, str]:
        """The nodes that have a name."""
        return MappingProxyType(self._names)

    @property
    def labels(self) -> Mapping[Node, str]:
        """The nodes that have a label."""
        return MappingProxyType(self._labels)

    def node(self, text: str) -> Node:
        """The node with this name or Dewey number."""
        for n, name in self._names.items():
            if name == text:
                return n
        n = dewey(text)
        self.children(n)
        return n

    def to_move(self, n: Node) -> str:
        """The side to move at `n`: 'MAX' or 'MIN'."""
        return "MAX" if self.is_max(n) else "MIN"

    def has_value(self, n: Node) -> bool:
        """Whether `n` is a leaf or has a static estimate."""
        self.children(n)
        return n in self._values

    def leaf_count(self, n: Node = ROOT) -> int:
        """The number of leaves at or below `n`."""
        if self._uniform:
            self.children(n)
            return int(self.width ** (self.depth - len(n)))
        if n not in self._counts:
            for m in reversed(list(self.nodes(n))):
                below = self.children(m)
                self._counts[m] = sum(self._counts[c] for c in below) if below else 1
        return self._counts[n]

    def extremes(self) -> tuple[Number, Number]:
        """The smallest and the largest value that a leaf can have."""
        values = [self.value(n) for n in self.leaves()]
        return min(values), max(values)

    def nodes(self, n: Node = ROOT) -> Iterator[Node]:
        """All nodes at or below `n`, parents first, left to right."""
        stack = [n]
        while stack:
            m = stack.pop()
            yield m
            stack.extend(reversed(self.children(m)))

    def leaves(self, n: Node = ROOT) -> Iterator[Node]:
        """All leaves at or below `n`, left to right."""
        return (m for m in self.nodes(n) if self.is_leaf(m))

    def data(self) -> dict[str, Any]:
        """The content of the tree as plain values; trees with the same data are equal."""
        return {
            "root": self.root,
            "values": {label(n): v for n, v in sorted(self._values.items())},
            "names": {label(n): t for n, t in sorted(self.names.items())},
            "labels": {label(n): t for n, t in sorted(self.labels.items())},
        } | ({"positions": self._positions_data()} if self._positions else {})

    def _positions_data(self) -> dict[str, str]:
        return {label(n): t for n, t in sorted(self._positions.items())}

    def replace(self, values: Mapping[Node, Number]) -> "Tree":
        """A copy with new values at some nodes, in which every node is a position of its own."""
        for n in values:
            self.children(n)
        merged = {n: self.value(n) for n in self.nodes() if self.has_value(n)} | dict(values)
        return Tree(merged, root=self.root, names=self.names, labels=self.labels)

    def numbered(self) -> "Tree":
        """The same tree without names, so that its nodes go by their Dewey numbers."""
        bare = copy(self)
        bare.__dict__["_names"] = {}
        return bare

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Tree) and self.data() == other.data()

    def __hash__(self) -> int:
        return hash((self.root, self.depth))

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.size()}, root {self.root}>"

    def size(self) -> str:
        """The number of leaves and the depth, in words."""
        return f"with {show_count(self.leaf_count(), 'leaf', 'leaves')}, depth {self.depth}"


class QuickTree(Tree):
    """The same tree for a search, which calls `children` and `value` at every node.

    Here these are the lookups of the two tables themselves, without a Python call around them. So
    nothing is checked: a node that is not in the tree has no children.
    """

    __slots__ = ("children", "value")

    def __init__(self, tree: Tree) -> None:
        self.__dict__.update(tree.__dict__)
        object.__setattr__(self, "children", tree._children.__getitem__)
        object.__setattr__(self, "value", tree._values.__getitem__)


class GrowingTree(Tree):
    """A tree that stores a node when it is first asked about."""

    def children(self, n: Node) -> tuple[Node, ...]:
        """The children of `n`, left to right; empty for a leaf."""
        try:
            found = self._children.get(n)
        except TypeError:
            raise ValueError(self._why_unknown(n)) from None
        return self._unmet_children(n) if found is None else found

    def value(self, n: Node) -> Number:
        """The value of leaf `n`, or the static estimate of an inner node that has one."""
        try:
            found = self._values.get(n)
        except TypeError:
            raise ValueError(self._why_unknown(n)) from None
        return self._unmet_value(n) if found is None else found

    def _unmet_children(self, n: Node) -> tuple[Node, ...]:
        raise NotImplementedError

    def _unmet_value(self, n: Node) -> Number:
        raise NotImplementedError


def check_depth(depth: int) -> None:
    """Reject a tree that is too deep to handle."""
    if depth > DEEPEST:
        raise ValueError(f"the tree is at least {depth} levels deep; the limit is {DEEPEST}")


def _check_names(names: Mapping[Node, str], nodes: Container[Node]) -> None:
    """Reject names that look alike, or that captions use for another node."""
    shown: dict[str, Node] = {}
    for n, name in names.items():
        text = " ".join(printable(name).split())
        if shown.setdefault(text, n) != n:
            raise ValueError(f"two nodes are named {text!r}; names must be unique")
        other = means(text)
        if other is not None and other != n and other in nodes:
            raise ValueError(
                f"node {label(n)} cannot be named {name!r}, which means node {label(other)}"
            )


def _children(values: Iterable[Node]) -> dict[Node, tuple[Node, ...]]:
    """All nodes on the paths to the nodes in `values`, with their children."""
    seen: dict[Node, list[Node]] = {}
    for n in values:
        if not isinstance(n, tuple) or not all(type(i) is int and i > 0 for i in n):
            raise ValueError(
                f"{n!r} is not a node; a node is a tuple of child numbers, which start at 1"
            )
        check_depth(len(n))
        new = n not in seen
        seen.setdefault(n, [])
        while new and n:
            parent = n[:-1]
            new = parent not in seen
            seen.setdefault(parent, []).append(n)
            n = parent
    if not seen:
        raise ValueError("a tree must have at least one leaf")
    for n, children in seen.items():
        children.sort()
        for i, c in enumerate(children, 1):
            if c[-1] != i:
                gap = label((*n, i))
                raise ValueError(
                    f"node {gap} is missing, but node {label(c)} exists; "
                    "number the children of a node 1, 2, 3, …"
                )
    return {n: tuple(children) for n, children in seen.items()}
