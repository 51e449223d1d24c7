"""Which part of a tree a static picture shows: all of it, or what is around the current node."""

from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from tracer.draw.style import Ending
from tracer.trace.frame import Frame
from trees.dewey import ROOT, Node
from trees.tree import Tree

MOST_DRAWN = 160  # nodes; of a larger tree only a part is drawn
PART = 48  # most nodes in such a part
FAMILY = 12  # most children of one node in such a part
LOOK_BACK = 5_000  # how many earlier steps to check for nodes worth drawing


class Part(NamedTuple):
    """The nodes of a picture, parents first.

    `folds` are drawn with a triangle for the leaves below them; `runs` are drawn as an ellipsis
    for the given number of siblings.
    """

    nodes: tuple[Node, ...]
    folds: frozenset[Node] = frozenset()
    runs: dict[Node, int] = {}  # noqa: RUF012 - never modified

    @property
    def is_whole(self) -> bool:
        """Whether nothing is left out."""
        return not self.folds and not self.runs


def whole(tree: Tree) -> Part | None:
    """The whole tree, unless it has too many nodes."""
    nodes = tuple(islice(tree.nodes(), MOST_DRAWN + 1))
    return Part(nodes) if len(nodes) <= MOST_DRAWN else None


def around(frame: Frame, ended: Ending) -> Part:
    """What is around the current node."""
    tree = frame.tree
    families: dict[Node, tuple[Node, ...]] = {}
    drawn = {ROOT}
    most = max(2, min(FAMILY, (PART - 1) // (len(frame.node or ROOT) + 1)))
    for n in _of_interest(frame, ended):
        for k in range(len(n)):
            parent = n[:k]
            if parent in drawn and parent not in families:
                family = _family(tree.children(parent), n[k], most)
                if len(drawn) + len(family) > PART:
                    return _gathered(tree, families)
                families[parent] = family
                drawn.update(family)
    return _gathered(tree, families)


def _of_interest(frame: Frame, ended: Ending) -> Iterator[Node]:
    """Nodes that the picture should show, most important first."""
    if frame.node is not None:
        children = frame.tree.children(frame.node)
        yield children[0] if children else frame.node
    yield from sorted(ended.variation, reverse=True)
    for change in reversed(frame.timeline.changes[max(0, frame.i - LOOK_BACK) : frame.i]):
        yield change.event.node
    yield from frame.tree.children(ROOT)[:1]


def _family(children: tuple[Node, ...], near: int, most: int) -> tuple[Node, ...]:
    """All children, or if there are too many, those near one of them."""
    first = max(0, min(near - 1 - most // 2, len(children) - most))
    return children[first : first + most]


def _gathered(tree: Tree, families: dict[Node, tuple[Node, ...]]) -> Part:
    nodes: list[Node] = []
    folds: set[Node] = set()
    runs: dict[Node, int] = {}
    todo = [ROOT]
    while todo:
        n = todo.pop()
        nodes.append(n)
        if n in runs:
            continue
        children, family = tree.children(n), families.get(n, ())
        if family:
            before, after = family[0][-1] - 1, len(children) - family[-1][-1]
            row = list(family)
            if before:
                runs[(*n, before)] = before
                row.insert(0, (*n, before))
            if after:
                runs[(*n, len(children))] = after
                row.append((*n, len(children)))
            todo.extend(reversed(row))
        elif children:
            folds.add(n)
    return Part(tuple(nodes), frozenset(folds), runs)
