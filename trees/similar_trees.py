"""A tree like another one: the same shape, names and range of values, but other leaves."""

from collections.abc import Mapping
from hashlib import shake_128
from struct import unpack

from trees.dewey import Node, label
from trees.generate import GeneratedTree, from_call
from trees.number import Number
from trees.tree import Tree


def similar(tree: Tree, seed: int) -> Tree:
    """A tree of the same shape whose leaves are drawn anew; every seed gives another one.

    A generated tree is generated again. The leaves of any other tree are drawn between its
    smallest and its largest value if all are integers; otherwise its values change places. The
    same goes for static estimates. What a game is worth cannot be changed.
    """
    if type(seed) is not int:
        raise TypeError(f"seed must be an integer, not {seed!r}")
    if isinstance(tree, GeneratedTree):
        return from_call({**tree.call, "seed": tree.call["seed"] + seed})
    if type(tree) is not Tree:
        raise ValueError(f"{tree!r} follows rules of its own, so its leaves cannot be drawn anew")
    leaves = {n: tree.value(n) for n in tree.leaves()}
    inner = {n: tree.value(n) for n in tree.nodes() if n not in leaves and tree.has_value(n)}
    return tree.replace(_drawn(leaves, seed) | _drawn(inner, seed))


def _drawn(values: Mapping[Node, Number], seed: int) -> dict[Node, Number]:
    draws = {n: _draw(seed, n) for n in values}
    if all(isinstance(v, int) for v in values.values()):
        low, high = min(values.values(), default=0), max(values.values(), default=0)
        return {n: low + (draw * int(high - low + 1) >> 64) for n, draw in draws.items()}
    shuffled = sorted(values, key=draws.__getitem__)
    return dict(zip(values, (values[n] for n in shuffled), strict=True))


def _draw(seed: int, n: Node) -> int:
    """64 random bits for a node."""
    (draw,) = unpack(">Q", shake_128(f"{seed}:{label(n)}".encode()).digest(8))
    return int(draw)
