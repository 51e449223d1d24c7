"""Positions of nodes, for the player and for all static pictures.

A tidy tree: leaves side by side, parents centred above their children. If there are many leaves,
they are placed in two rows, so that they stay large enough to read.
"""

from collections.abc import Sequence
from typing import NamedTuple

from trees.dewey import ROOT, Node

NODE = 30  # the width of a node
LEVEL = 78  # distance between levels
MARGIN = 26
PITCH = 40  # distance between leaves in one row
CROWDED = 20  # more leaves than this are placed in two rows
STAGGERED_PITCH = 18  # distance between leaves in two rows
STAGGER = 38  # distance between the two rows
CHARACTER = 8  # the width of a digit


class Layout(NamedTuple):
    """The centres of the nodes, and the size of the whole tree."""

    x: dict[Node, float]
    y: dict[Node, float]
    width: float
    height: float


def tidy(nodes: Sequence[Node], widest_text: int = 2, *, one_row: bool = False) -> Layout:
    """Lay out nodes, which are given parents first, left to right, including the root.

    `widest_text` is the number of characters that must fit into a leaf. The player, which can
    zoom, keeps all leaves in one row.
    """
    parents = {n[:-1] for n in nodes if n}
    bottom = [n for n in nodes if n not in parents]
    room = max(0, widest_text - 3) * CHARACTER
    crowded = len(bottom) > CROWDED and not one_row
    pitch = STAGGERED_PITCH + room / 2 if crowded else PITCH + room
    x: dict[Node, float] = {}
    y: dict[Node, float] = {}
    at = MARGIN + NODE / 2 + room / 2
    for row, n in enumerate(bottom):
        x[n] = at
        at += pitch
        lower = STAGGER if crowded and row % 2 else 0
        y[n] = MARGIN + NODE / 2 + LEVEL * len(n) + lower
    children: dict[Node, list[Node]] = {}
    for n in nodes:
        if n:
            children.setdefault(n[:-1], []).append(n)
    for n in reversed(nodes):
        if n in children:
            x[n] = (x[children[n][0]] + x[children[n][-1]]) / 2
            y[n] = MARGIN + NODE / 2 + LEVEL * len(n)
    width = at - pitch + MARGIN + NODE / 2 + room / 2
    return Layout(x, y, max(width, x[ROOT] * 2), max(y.values()) + MARGIN + NODE / 2)
