"""Which part of a tree the player shows: all of it, or the visited part of a large tree."""

from itertools import islice
from typing import NamedTuple

from tracer.trace.trace import Trace
from trees.dewey import ROOT, Node

MOST_VISIBLE = 6_000  # nodes; of a larger tree, only the part that the search visited is shown


class Visible(NamedTuple):
    """The nodes to show, parents first; `stubs` are shown in place of everything below them."""

    nodes: tuple[Node, ...]
    stubs: frozenset[Node]


def visible(trace: Trace) -> Visible:
    """The nodes to show for a trace."""
    tree = trace.tree
    nodes = tuple(islice(tree.nodes(), MOST_VISIBLE + 1))
    if len(nodes) <= MOST_VISIBLE:
        return Visible(nodes, frozenset())
    met = {e.node[:k] for e in trace.events for k in range(len(e.node) + 1)}
    drawn: list[Node] = []
    stubs: set[Node] = set()
    todo = [ROOT]
    while todo:
        n = todo.pop()
        drawn.append(n)
        children = tree.children(n)
        if any(c in met for c in children):
            todo.extend(reversed(children))
        elif children:
            stubs.add(n)
    return Visible(tuple(drawn), frozenset(stubs))
