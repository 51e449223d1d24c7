"""Positions of nodes, for the player and for all static pictures.

A tidy tree: every level is one row, children stand side by side, and parents are centred above
them.
"""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from trees.dewey import ROOT, Node

NODE = 30  # the height of a node
LEVEL = 78  # distance between levels
MARGIN = 21
PITCH = 40  # distance between leaves with short values
CHARACTER = 8  # the width of a digit

Room = tuple[float, float]  # what a node takes to the left and to the right of its centre


class Layout(NamedTuple):
    """The centres of the nodes, and the size of the whole tree."""

    x: dict[Node, float]
    y: dict[Node, float]
    width: float
    height: float


def rooms(nodes: Sequence[Node], widest_text: int = 2) -> dict[Node, Room]:
    """The same room for every node: as much as this many characters need."""
    half = (PITCH + max(0, widest_text - 3) * CHARACTER) / 2
    return dict.fromkeys(nodes, (half, half))


def tidy(nodes: Sequence[Node], room: Mapping[Node, Room], level: float = LEVEL) -> Layout:
    """Lay out nodes, which are given parents first, left to right, including the root."""
    children: dict[Node, list[Node]] = {n: [] for n in nodes}
    for n in nodes[1:]:
        children[n[:-1]].append(n)
    extent: dict[Node, Room] = {}  # of the subtree, to the left and right of its root
    offset = {ROOT: 0.0}  # from the parent
    for n in reversed(nodes):
        left, right = room[n]
        if row := children[n]:
            at = [0.0]
            for a, b in pairwise(row):
                at.append(at[-1] + extent[a][1] + extent[b][0])
            middle = at[-1] / 2
            offset |= {c: x - middle for c, x in zip(row, at, strict=True)}
            left = max(left, middle + extent[row[0]][0])
            right = max(right, middle + extent[row[-1]][1])
        extent[n] = left, right
    left, right = extent[ROOT]
    x: dict[Node, float] = {}
    for n in nodes:
        x[n] = x[n[:-1]] + offset[n] if n else MARGIN + left
    top = MARGIN + 5 + NODE / 2
    y = {n: top + level * len(n) for n in nodes}
    return Layout(x, y, left + right + 2 * MARGIN, max(y.values()) + top)
