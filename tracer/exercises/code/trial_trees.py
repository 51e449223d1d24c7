"""Fresh trees to try a program on, the same ones again for the same seed.

Shapes go up to width 7 and depth 7. Values are ints and floats: tied, negative, neighbours that no
other float lies between, and so large that no number can stand in for infinity. At every ply some
cutoffs are shallow and some are deep, by three and by five plies, and both sides have one that only
just meets its bound and a chance to cut off that they only just miss. At both sides some cutoffs
come after the second, third, … sixth child, with one child left to skip and with many.
"""

import sys
from collections import Counter
from collections.abc import Callable, Iterator
from functools import lru_cache, partial
from math import ulp
from random import Random
from typing import Any

from tracer.algorithms import alphabeta
from tracer.exercises.code.mistakes import loosening
from tracer.log.log import Log, Written, leaves_of
from tracer.trace.trace import record
from trees.build import from_nested
from trees.number import Number
from trees.tree import SIDES, Tree

WIDEST = DEEPEST = 7
SMALL = 12  # small ragged trees
QUOTA = 2  # trees with a cutoff of each kind at each ply
LARGEST = 15  # leaves in a tree that fills a quota, so that grading stays fast
KINDS = frozenset(
    [("shallow", ply) for ply in range(1, DEEPEST)]
    + [("deep", ply) for ply in range(3, DEEPEST)]
    + [(kind, side) for kind in ("loosened", "tied") for side in (0, 1)]
)


# Feedback shows a tree as a nested list, in which a Dewey number is easy to find.
_numbered = partial(from_nested, letters=False)


class _Draw:
    """Random choices that are the same in every version of Python."""

    def __init__(self, seed: int) -> None:
        self.chance: Callable[[], float] = Random(seed).random  # the one method that never changes

    def among(self, low: int, high: int) -> int:
        return low + int(self.chance() * (high - low + 1))

    def one_of(self, items: Any) -> Any:
        return items[self.among(0, len(items) - 1)]


Leaf = Callable[[], Number]


def _palettes(draw: _Draw) -> dict[str, Leaf]:
    """Ways to draw the value of a leaf."""
    return {
        "tied": lambda: draw.among(-2, 3),
        "ints": lambda: draw.among(-40, 40),
        "floats": lambda: draw.among(-300, 300) / 100,
        "negative": lambda: -draw.among(101, 900),
        "positive": lambda: draw.among(101, 900),
        "close": lambda: 5 + draw.among(-3, 3) * ulp(5.0),
        "far": lambda: draw.one_of((-1, 1)) * draw.among(10**9, 10**12),
    }


def _huge(draw: _Draw, sign: int) -> Leaf:
    """Values beyond 1e308; a float ends just above 1.79e308."""
    return lambda: sign * draw.among(110, 170) * 1e306


@lru_cache(maxsize=8)
def trial_trees(seed: int) -> tuple[Tree, ...]:
    """The trees for a seed, smallest first."""
    draw = _Draw(seed)
    made = (_special, _wide, _deciding, _late, _zero, _met, _missed, _ragged, _large)
    trees = [tree for make in made for tree in make(draw)]
    missing = Counter(dict.fromkeys(KINDS, QUOTA))
    for tree in trees:
        missing.subtract(_cutoffs(tree))
    while max(missing.values()) > 0:
        tree = _long(draw)
        found = _cutoffs(tree) if tree.leaf_count() <= LARGEST else set()
        if any(missing[kind] > 0 for kind in found):
            trees.append(tree)
            missing.subtract(found)
    return tuple(sorted([*trees, *_deep(draw)], key=Tree.leaf_count))


def _cutoffs(tree: Tree) -> set[tuple[str, int]]:
    """The kinds of alpha-beta's cutoffs, each with the ply, or the side, that turns back.

    "loosened": a program that loosens a bound where it should keep it misses the cutoff.
    """
    found = set()
    trace = record(alphabeta, tree)
    for cutoff in trace.cutoffs.values():
        n, is_max = cutoff.node, tree.is_max(cutoff.node)
        found.add((cutoff.kind, len(n)))
        if cutoff.value.number == cutoff.bound.number:
            found.add(("tied", int(is_max)))
        if cutoff.deep and n[-1] > 1:  # the parent has a value of its own, which is not the bound
            written = Written()
            loosening(tree, Log(written.extend), side=not is_max)
            if leaves_of(written.steps()) != trace.leaves:
                found.add(("loosened", int(is_max)))
    return found


def _special(draw: _Draw) -> Iterator[Tree]:
    """Single nodes, single children, and values that no stand-in for infinity exceeds."""
    values = _palettes(draw)
    for name in ("ints", "floats", "far"):
        yield _numbered(values[name](), root=draw.one_of(SIDES))
    for root in SIDES:
        only: Any = [values["ints"](), values["ints"]()]
        for _ in range(draw.among(2, DEEPEST - 1)):
            only = [only]
        yield _numbered(only, root=root)
        bound = draw.among(-40, 40)  # which only children pass on
        cut = [bound + (-1 if root == SIDES[0] else 1), values["ints"]()]
        yield _numbered([bound, [[cut]]], root=root)
        for sign in (-1, 1):
            leaf = _huge(draw, sign)
            yield _numbered([[leaf() for _ in range(draw.among(1, 2))] for _ in "12"], root=root)
    for root, most in zip(SIDES, (sys.float_info.max, -sys.float_info.max), strict=True):
        yield _numbered([most, most / draw.among(2, 9)], root=root)  # a bound of ∞ is never met


def _wide(draw: _Draw) -> Iterator[Tree]:
    """Nodes with seven children: the last four are inner nodes, each decides or is cut off."""
    for root, sign in zip(SIDES, (1, -1), strict=True):
        for first in (0, 1):
            best = draw.among(-30, 30)
            children: list[Any] = [best, *(best - sign * draw.among(0, 9) for _ in "12")]
            for i in range(WIDEST - len(children)):
                if i % 2 == first:
                    better = best + sign * draw.among(1, 9)
                    children.append([better + sign * draw.among(1, 9), better])
                    best = better
                else:
                    children.append([best - sign * draw.among(0, 9), draw.among(-50, 50)])
            yield _numbered(children, root=root)


def _deciding(draw: _Draw) -> Iterator[Tree]:
    """Nodes with three to six children, the last of which decides."""
    for root, sign in zip(SIDES, (-1, 1), strict=True):  # the children of the root are the others'
        first, end = draw.among(0, 3), draw.among(-30, 30)
        values = [end + sign * 5 * i for i in reversed(range(4))]  # each is better for the root
        nodes = [
            [*(end - sign * draw.among(1, 9) for _ in range(2 + (first + i) % 4)), value]
            for i, value in enumerate(values)
        ]
        yield _numbered(nodes, root=root)


def _late(draw: _Draw) -> Iterator[Tree]:
    """Nodes with a cutoff after the second to sixth child, and one child or many left to skip."""
    many = draw.among(0, 1)
    for root, sign in zip(SIDES, (-1, 1), strict=True):  # it is the other side that turns back
        for k in range(2, WIDEST):
            bound = 0 if k == 3 else draw.among(-30, 30)
            replies: list[Any] = [bound - sign * draw.among(1, 9) for _ in range(k - 1)]
            met = 0 if k == 3 else bound + sign * draw.among(0, 9)  # 0 is a bound like any other
            # every second one has a deep cutoff of its own in the child that meets the bound
            replies.append([[met, draw.among(-50, 50)], met] if k % 2 == 0 else met)
            left = WIDEST - k if k % 2 == many else 1  # so that there are nodes of every width
            replies += [draw.among(-50, 50) for _ in range(left)]
            better = [bound - sign * draw.among(1, 9)] if k % 2 else []  # not always the first leaf
            yield _below(draw.among(0, 3), [bound, replies, *better], root)
        many = 1 - many


def _below(plies: int, nested: Any, root: str) -> Tree:
    """A tree in which another one stands below a line of only children."""
    for _ in range(plies):
        nested, root = [nested], SIDES[root == SIDES[0]]
    return _numbered(nested, root=root)


def _zero(draw: _Draw) -> Iterator[Tree]:
    """A bound of 0, which a node with a worse value must keep: not the same as no bound."""
    for root, sign in zip(SIDES, (1, -1), strict=True):
        low = -sign * draw.among(6, 9)
        cut = [-sign * draw.among(0, 5), draw.among(-9, 9)]
        yield _numbered([0, low, cut, [[low, cut], draw.among(-9, 9)]], root=root)


def _met(draw: _Draw) -> Iterator[Tree]:
    """At every ply, a node that exactly meets its bound; what stands around that varies."""
    far = draw.one_of((1, -1))  # one tree has large positive values, the other negative ones
    values = draw.among(1001, 9999) * far, (draw.among(10**12, 10**13) + 0.5) * -far
    for value, root, sign in zip(values, SIDES, (1, -1), strict=True):
        nested: Any = value
        for ply in range(DEEPEST - 1, 0, -1):  # that of the node; it alternates with the side
            better = sign if ply % 2 == 0 else -sign  # for the side to move at the node
            dull = [value + better * draw.among(1, 9) for _ in range(draw.among(0, 1))]
            # In one of the two trees, the second child meets the bound.
            before = 1 if (ply % 4 < 2) == (root == SIDES[0]) else draw.one_of((0, 2))
            node: list[Any] = [value - better * draw.among(1, 9) for _ in range(before)]
            room = ply + 2 <= DEEPEST  # for inner nodes below the node
            ways = [value, value, [value], [value, value + better]]  # to meet the bound
            meets = draw.one_of(ways if room else ways[:1])
            left = [_leaf_or_two(draw, room) for _ in range(draw.among(1, WIDEST - 1 - len(node)))]
            nested = [nested, *dull, [*node, meets, *left]]
        yield _numbered(nested, root=root)


def _leaf_or_two(draw: _Draw, room: bool) -> Any:
    """A child to be skipped: a leaf or, if there is room, a node with two leaves."""
    leaves = [draw.among(-50, 50) for _ in "12"]
    return leaves if room and draw.chance() < 0.5 else leaves[0]


def _large(draw: _Draw) -> Iterator[Tree]:
    """A tree with many more nodes to visit than the others have."""
    widths = [3, 3, 3, 4]
    widths = [widths.pop(draw.among(0, last)) for last in (3, 2, 1, 0)]

    def grow(depth: int) -> Any:
        if depth == len(widths):
            return draw.among(-40, 40)
        return [grow(depth + 1) for _ in range(widths[depth])]

    yield _numbered(grow(0), root=draw.one_of(SIDES))


def _deep(draw: _Draw) -> Iterator[Tree]:
    """At every ply, nodes that are left early because of a bound three or five plies above."""
    zero = draw.among(0, 1)  # in which of the two trees every bound is 0, a bound like any other
    for late, (root, sign) in enumerate(zip(SIDES, (1, -1), strict=True)):
        value = 0 if late == zero else draw.among(-30, 30)
        nested: Any = value
        for ply in reversed(range(DEEPEST - 3)):  # that of the bound
            better = sign if ply % 2 == 0 else -sign
            nodes: list[Any] = []
            for far in (3, 5) if ply + 5 < DEEPEST else (3,):
                after = (late + ply + far // 2) % 2  # the first or the second child meets the bound
                node = [value + better * draw.among(1, 9) for _ in range(after)]
                node += [value - better * draw.among(0, 9), draw.among(-50, 50)]
                for _ in range(far - 1):
                    node = [node, value - better * draw.among(0, 9)]  # type: ignore[list-item]
                nodes.append(node)
            nested = [nested, *nodes]
        yield _numbered(nested, root=root)


def _missed(draw: _Draw) -> Iterator[Tree]:
    """At every ply, the first child misses the bound by two floats, the second improves by one."""
    for root, sign in zip(SIDES, (-1, 1), strict=True):
        value = draw.among(-900, 900) + 0.5
        nested: Any = value
        for ply in reversed(range(DEEPEST)):
            worse = sign if ply % 2 == 0 else -sign
            nested = [value + worse * ulp(value), nested]
        yield _numbered(nested, root=root)


def _ragged(draw: _Draw) -> Iterator[Tree]:
    """Small trees of every kind of value."""
    values = list(_palettes(draw).values())
    for k in range(SMALL):
        leaf = values[k % len(values)]

        def grow(depth: int, leaf: Leaf = leaf) -> Any:
            if depth == 0 or draw.chance() < 0.15:
                return leaf()
            return [grow(depth - 1) for _ in range(draw.among(1, 3))]

        nested = [grow(1 + k % 3) for _ in range(draw.among(2, 3))]
        yield _numbered(nested, root=SIDES[k // 2 % 2])


def _long(draw: _Draw) -> Tree:
    """A long, thin tree: one child of each node goes on down, the others soon end."""
    leaf = draw.one_of(list(_palettes(draw).values()))

    def grow(depth: int) -> Any:
        if depth == 0:
            return leaf()
        children = draw.among(1, 3) if depth > 1 else draw.among(2, 3)
        on = draw.among(0, children - 1)
        return [
            grow(depth - 1 if i == on else draw.among(0, min(depth - 1, 2)))
            for i in range(children)
        ]

    return _numbered(grow(draw.among(4, DEEPEST)), root=draw.one_of(SIDES))
