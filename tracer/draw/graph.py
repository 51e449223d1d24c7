"""The graph of a game's states as a picture: each state once, however it is reached.

Every state stands below all states that lead to it. A move that skips rows gets a place in each of
them, so that its line bends around the states there.
"""

from collections.abc import Callable, Hashable, Mapping
from itertools import pairwise
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from tracer.draw.layout import CHARACTER, LEVEL, MARGIN, NODE
from tracer.draw.lettering import shortened
from tracer.draw.marks import Line, Picture, Shape, Text
from tracer.draw.style import LIGHT
from trees.number import show

if TYPE_CHECKING:
    import networkx as nx

SWEEPS = 12  # of sorting each row by the places of its neighbours
MOST = 200  # states; more would not fit on a page
BEND = 0.45  # the room for the bend of a line, relative to that of a state
_SIZE, _SMALL = 12.5, 11.0

Place = Hashable  # a state, or (from, to, row) where a line passes through a row


def graph_picture(
    graph: "nx.DiGraph[Any]",
    name: Callable[[Any], str] = str,
    policy: Mapping[Any, Any] = MappingProxyType({}),
) -> Picture:
    """Draw what `state_graph` returns: squares for MAX, circles for MIN, values beside them.

    With a `policy`, the move from each state to `policy[state]` is thick.
    """
    for a, b in policy.items():
        if not graph.has_edge(a, b):
            raise ValueError(f"the policy leads from {a!r} to {b!r}, which is not a move")
    if not 1 <= len(graph) <= MOST:
        raise ValueError(f"can only draw graphs of 1 to {MOST} states, not {len(graph)}")
    rows, chains = _rows(graph)
    names = {state: name(state) for state in graph}
    wide = max(NODE, 14 + CHARACTER * max(map(len, names.values())))
    x = _placed(rows, chains, graph, wide + 34)
    y = {p: MARGIN + NODE / 2 + LEVEL * k for k, row in enumerate(rows) for p in row}
    right, bottom = max(x.values()) + wide / 2 + MARGIN + 20, max(y.values()) + NODE / 2 + MARGIN
    alt = f"The graph of {graph.name or 'a game'}: {len(graph)} states, {graph.size()} moves"
    made = Picture(LIGHT, 0.0, 0.0, right, bottom, shortened(alt), alt, foot=bottom)
    keys = {state: f"state {k}" for k, state in enumerate(graph)}
    for chain in chains:
        for a, b in pairwise(chain):
            down = NODE / 2 if a in names else 0, NODE / 2 if b in names else 0
            points = (x[a], y[a] + down[0]), (x[b], y[b] - down[1])
            chosen = chain[0] in policy and policy[chain[0]] == chain[-1]
            look = (LIGHT.line, 3.6) if chosen else (LIGHT.quiet, 1.0)
            made.lines.append(Line(points, *look, classes=("policy",) if chosen else ()))
    for state, about in graph.nodes(data=True):
        form = "box" if about["player"] == "MAX" else "ellipse"
        at, fill = (x[state], y[state]), LIGHT.known if not graph.succ[state] else LIGHT.paper
        made.shapes.append(
            Shape(keys[state], form, *at, wide, NODE, fill, LIGHT.line, 1.6, classes=("s-solved",))
        )
        made.texts.append(Text(*at, names[state], _SIZE, LIGHT.line, kind="name"))
        beside = x[state] + wide / 2 + 4, y[state]
        value = show(about["value"])
        made.texts.append(
            Text(*beside, value, _SMALL, LIGHT.now, True, align="start", kind="value", hides=True)
        )
    return made


def _rows(graph: "nx.DiGraph[Any]") -> tuple[list[list[Place]], list[list[Place]]]:
    """The states row by row, and for every move its places from row to row."""
    import networkx as nx

    level: dict[Any, int] = {}
    for state in nx.topological_sort(graph):
        level[state] = max((level[p] + 1 for p in graph.predecessors(state)), default=0)
    rows: list[list[Place]] = [[] for _ in range(max(level.values()) + 1)]
    for state, k in level.items():
        rows[k].append(state)
    chains: list[list[Place]] = []
    for a, b in graph.edges:
        bends: list[Place] = [(a, b, k) for k in range(level[a] + 1, level[b])]
        for k, bend in enumerate(bends, level[a] + 1):
            rows[k].append(bend)
        chains.append([a, *bends, b])
    return rows, chains


def _placed(
    rows: list[list[Place]], chains: list[list[Place]], graph: "nx.DiGraph[Any]", pitch: float
) -> dict[Place, float]:
    """Where everything stands in its row, close to what it is connected to."""
    near: dict[Place, list[Place]] = {p: [] for row in rows for p in row}
    for chain in chains:
        for a, b in pairwise(chain):
            near[a].append(b)
            near[b].append(a)
    x: dict[Place, float] = {}

    def set_row(row: list[Place]) -> None:
        rooms = [pitch if p in graph else BEND * pitch for p in row]
        at = -sum(rooms) / 2
        for p, room in zip(row, rooms, strict=True):
            x[p] = at + room / 2
            at += room

    for row in rows:
        set_row(row)
    for sweep in range(SWEEPS):
        for row in rows if sweep % 2 == 0 else reversed(rows):
            row.sort(key=lambda p: sum(x[q] for q in near[p]) / max(1, len(near[p])))
            set_row(row)
    left = min(x.values()) - pitch / 2
    return {p: at - left + MARGIN for p, at in x.items()}
