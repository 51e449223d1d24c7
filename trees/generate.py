"""Generated uniform trees T(w,d): seeded, lazy, and the same on every machine.

A node's children are drawn from a hash of the seed and the node's path when a search first asks
for them, so a search of T(32,4) pays only for the nodes it visits, not for a million leaves.
"""

from collections.abc import Callable
from hashlib import shake_128
from struct import unpack
from typing import Any

from trees.build import check_shape
from trees.dewey import ROOT, Node, label
from trees.number import Number, check_number
from trees.tree import SIDES, GrowingTree, Tree

# Takes a node, its value and 64-bit draws (two extra, then one per child); returns the values of
# its children.
Rule = Callable[[Node, Any, tuple[int, ...]], list[Number]]


class GeneratedTree(GrowingTree):
    """A uniform tree that is generated as it is visited; `call` is the generator call."""

    call: dict[str, Any]
    _rule: Rule
    root_value: Number
    _steps: tuple[Node, ...]  # from a node to each of its children
    _key: bytes
    _rows: dict[Node, list[Number]]  # for each inner node, the values of its children

    def __init__(self, call: dict[str, Any], root_value: Number, rule: Rule) -> None:
        self._set(
            call["root"],
            depth=call["d"],
            width=call["w"] if call["d"] else 0,
            call=call,
            _rule=rule,
            _key=f"{call['seed']}:".encode(),
            _children={},
            _values={},
            _uniform=True,
            root_value=root_value,
            _steps=tuple((i,) for i in range(1, call["w"] + 1)),
            _rows={},
        )

    # Searches mostly ask for leaves. Each leaf is stored when it is first visited, without its
    # siblings, because most of those are never visited.

    def _unmet_children(self, n: Node) -> tuple[Node, ...]:
        if not self._is_node(n):
            raise ValueError(self._why_unknown(n))
        children = () if len(n) == self.depth else tuple([n + i for i in self._steps])
        self._children[n] = children
        return children

    def _unmet_value(self, n: Node) -> Number:
        row = self._rows.get(n[:-1]) if n in self._children else None
        if row and len(n) == self.depth:
            value = self._values[n] = row[n[-1] - 1]
            return value
        if not self._is_node(n):
            raise ValueError(self._why_unknown(n))
        if len(n) < self.depth:
            raise ValueError(f"node {label(n)} is not a leaf and has no static estimate")
        value = self.root_value
        for k, i in enumerate(n):
            above = n[:k]
            if above not in self._rows:
                draws = _draws(self._key + label(above).encode(), self.width + 2)
                self._rows[above] = self._rule(above, value, draws)
            value = self._rows[above][i - 1]
        self._values[n] = value
        return value

    def _is_node(self, n: object) -> bool:
        if not isinstance(n, tuple) or len(n) > self.depth:
            return False
        if n and n[:-1] in self._children and type(n[-1]) is int:
            return 0 < n[-1] <= self.width  # the parent is known to be a node
        return all(type(i) is int and 0 < i <= self.width for i in n)

    def has_value(self, n: Node) -> bool:
        """Whether `n` is a leaf: inner nodes have no static estimate."""
        return self.is_leaf(n)

    def extremes(self) -> tuple[Number, Number]:
        """The range that the leaves are drawn from."""
        if "low" in self.call:
            return self.call["low"], self.call["high"]
        return 0, 10 * self.leaf_count() - 1

    def data(self) -> dict[str, Any]:
        """The generator call, which makes the same tree again."""
        return {"generator": dict(self.call)}

    def size(self) -> str:
        """The generator call, as text."""
        call = dict(self.call)
        return f"{call.pop('kind')}({', '.join(f'{k}={v!r}' for k, v in call.items())})"

    def __reduce__(self) -> tuple[Any, ...]:
        return from_call, (dict(self.call),)


def iid(
    w: int, d: int, *, seed: int, low: Number = 0, high: Number = 127, root: str = "MAX"
) -> Tree:
    """T(w,d) with independent leaves, uniform on low..high (integers if both bounds are)."""
    _check(w, d, seed, low, high)
    whole = isinstance(low, int) and isinstance(high, int)

    def rule(n: Node, value: Number, draws: tuple[int, ...]) -> list[Number]:
        if whole:
            return [_whole(x, low, high) for x in draws[2:]]  # type: ignore[arg-type]
        return [low + (high - low) * (x >> 11) / (1 << 53) for x in draws[2:]]

    call = {"kind": "iid", "w": w, "d": d, "seed": seed, "low": low, "high": high, "root": root}
    return GeneratedTree(call, rule(ROOT, 0, _draws(str(seed).encode(), 3))[0], rule)


def ordered(
    w: int,
    d: int,
    R: int,  # noqa: N803 - the name in the literature
    *,
    seed: int,
    p: float = 1.0,
    low: int = 0,
    high: int = 127,
    root: str = "MAX",
    value: int | None = None,
) -> Tree:
    """T(w,d) of order R: with probability p, a best child is among the first w/R children.

    Srimani 1985, chapter 4: values are assigned from the root down. One child keeps its parent's
    value; the others are drawn from low..value at a MAX node and value..high at a MIN node.
    `value` is the value of the root; without it, it is drawn too.
    """
    _check(w, d, seed, low, high)
    if not isinstance(low, int) or not isinstance(high, int):
        raise ValueError(
            f"low and high must be integers for ordered trees, not {low!r} and {high!r}"
        )
    if type(R) is not int or not 1 <= R <= w or w % R:
        allowed = ", ".join(str(r) for r in range(1, w + 1) if w % r == 0)
        raise ValueError(f"R must divide the width, {w}; choose one of {allowed}, not {R!r}")
    if not isinstance(p, int | float) or isinstance(p, bool) or not 0 <= p <= 1:
        raise ValueError(f"p must be a probability from 0 to 1, not {p!r}")
    first, parity = w // R, SIDES.index(root) if root in SIDES else 0
    threshold = int(p * 2**64)

    def rule(n: Node, value: int, draws: tuple[int, ...]) -> list[Number]:
        is_max = len(n) % 2 == parity
        a, b = (low, value) if is_max else (value, high)
        span = b - a + 1
        values: list[Number] = [a + (x * span >> 64) for x in draws[2:]]  # _whole, inlined
        whether, where = draws[:2]
        if whether < threshold or first == w:
            best = _whole(where, 0, first - 1)
        else:
            best = _whole(where, first, w - 1)
        values[best] = value
        return values

    call = {"kind": "ordered", "w": w, "d": d, "R": R, "seed": seed, "p": p}
    call |= {"low": low, "high": high, "root": root}
    if value is None:
        return GeneratedTree(call, _whole(_draws(str(seed).encode(), 1)[0], low, high), rule)
    if type(value) is not int or not low <= value <= high:
        raise ValueError(f"value must be an integer from {low} to {high}, not {value!r}")
    return GeneratedTree(call | {"value": value}, value, rule)


def minimal(w: int, d: int, *, seed: int, low: int = 0, high: int = 127, root: str = "MAX") -> Tree:
    """T(w,d) in which the leftmost child is always best: `ordered` with R = w."""
    return ordered(w, d, w, seed=seed, low=low, high=high, root=root)


def worst_ordered(w: int, d: int, *, seed: int, root: str = "MAX") -> Tree:
    """T(w,d) on which alpha-beta cuts off nothing: every child is better than all before it.

    All leaf values are different. Each node has its own block of numbers, and its children split
    the block, rising from left to right at a MAX node and falling at a MIN node, so a bound from
    outside a block never meets one inside.
    """
    _check(w, d, seed, 0, 0)
    parity = SIDES.index(root) if root in SIDES else 0

    def rule(n: Node, block: int, draws: tuple[int, ...]) -> list[Number]:
        rising = len(n) % 2 == parity
        blocks = [block * w + (i if rising else w - 1 - i) for i in range(w)]
        last = len(n) + 1 == d
        return [b * 10 + x % 10 for b, x in zip(blocks, draws[2:], strict=True)] if last else blocks  # type: ignore[return-value]

    call = {"kind": "worst_ordered", "w": w, "d": d, "seed": seed, "root": root}
    return GeneratedTree(call, 0, rule)


def _check(w: int, d: int, seed: int, low: Number, high: Number) -> None:
    check_shape(w, d)
    if type(seed) is not int:
        raise TypeError(f"seed must be an integer, not {seed!r}")
    if check_number(low, "low") > check_number(high, "high"):
        raise ValueError(f"low must not be greater than high; got {low} and {high}")


def _draws(key: bytes, count: int) -> tuple[int, ...]:
    return unpack(f">{count}Q", shake_128(key).digest(8 * count))


def _whole(draw: int, low: int, high: int) -> int:
    """An integer in low..high from 64 random bits."""
    return low + (draw * (high - low + 1) >> 64)


GENERATORS: dict[str, Callable[..., Tree]] = {
    f.__name__: f for f in (iid, ordered, minimal, worst_ordered)
}


# What menus call the generators and their parameters, and values to begin with.
TITLES = {
    "iid": "random leaves",
    "ordered": "partly ordered",
    "minimal": "best child first",
    "worst_ordered": "best child last",
}
PARAMETERS: dict[str, tuple[str, Any]] = {
    "w": ("branching factor", 3),
    "d": ("depth", 3),
    "R": ("ordering R", 1),
    "p": ("its probability", 1.0),
    "seed": ("random seed", 1),
    "low": ("smallest leaf", 0),
    "high": ("largest leaf", 99),
    "root": ("root", "MAX"),
}


def from_call(call: object) -> Tree:
    """Generate the tree that a saved call describes."""
    if not isinstance(call, dict):
        raise ValueError("'generator' must be an object with the generator's parameters")
    parameters = dict(call)
    kind = parameters.pop("kind", None)
    if kind not in GENERATORS:
        raise ValueError(f"Unknown generator {kind!r}. Choose one of: {', '.join(GENERATORS)}.")
    try:
        tree: Tree = GENERATORS[kind](**parameters)
    except TypeError as error:
        raise ValueError(
            f"generator {kind!r} was called with the wrong arguments: {error}"
        ) from None
    return tree
