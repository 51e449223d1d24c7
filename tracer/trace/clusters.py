"""What a state of OPEN stands for: a cluster of strategies that agree in some nodes.

Γ puts states where it has taken one, and they continue its work. So a state has a history: the
states from the first one to itself. In SSS* and DUAL*, its cluster is the set of strategies that
contain all nodes of this history (Stockman's solution trees; DUAL*'s are MIN's). The merit is the
worst leaf among these nodes, so no strategy of the cluster can be worth more.

With BACKUP, a merit may be a bound from elsewhere in the tree, which no strategy of the state is
worth. So for PS*, the history is only the path to the state and the solved siblings that it passed.
"""

from collections.abc import Sequence
from typing import NamedTuple

from tracer.log.events import LIVE, Pop, State
from tracer.trace.change import Change
from trees.dewey import Node
from trees.tree import Tree


class Entry(NamedTuple):
    """A state that enters OPEN, and the number of the entry that it continues; -1 if none."""

    state: State
    origin: int


def entries(tree: Tree, changes: Sequence[Change], side: str) -> list[Entry]:
    """Every state that enters OPEN, in order; `side` owns the strategies."""
    has_backup = any(change.backup for change in changes)
    found: list[Entry] = []
    latest: dict[State, int] = {}
    live: dict[Node, int] = {}
    taken = -1  # by Γ
    for change in changes:
        match change.event:
            case Pop(node, status, merit):
                taken = latest[State(node, status, merit)]
        for _, _, state in change.open:
            if state is None:
                continue
            n = state.node
            if state.status != LIVE:
                origin = live.get(n, -1) if has_backup else taken
            elif not n:
                origin = -1
            else:
                origin = live.get(n[:-1], -1) if tree.to_move(n[:-1]) == side else taken
            if state.status == LIVE:
                live[n] = len(found)
            latest[state] = len(found)
            found.append(Entry(state, origin))
    return found


def fixed_nodes(entered: Sequence[Entry], k: int) -> frozenset[Node]:
    """The nodes that all strategies behind entry `k` are known to contain."""
    nodes: set[Node] = set()
    while k >= 0:
        (n, _, _), k = entered[k]
        nodes.add(n)
    return frozenset(nodes)


def cluster(tree: Tree, changes: Sequence[Change], side: str, state: State) -> frozenset[Node]:
    """The nodes fixed for a state that is in OPEN after these changes."""
    entered = entries(tree, changes, side)
    latest = max(k for k, (found, _) in enumerate(entered) if found == state)
    return fixed_nodes(entered, latest)
