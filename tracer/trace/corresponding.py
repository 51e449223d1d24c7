"""Where a search is after its tree has changed: the step that corresponds to a step before."""

from collections import Counter
from collections.abc import Mapping

from tracer.log.events import Event
from tracer.trace.trace import Trace
from trees.dewey import Node


def corresponding_steps(old: Trace, new: Trace, moved: Mapping[Node, Node]) -> list[int]:
    """For every frame of `old`, the frame of `new` that corresponds to it.

    That is the same event at the same node, for the same time: the second update of a node
    corresponds to its second update. Where there is none any more, the step before decides. A
    search that was at its end stays there. `moved` gives the new place of every node.
    """
    steps: dict[tuple[str, Node, int], int] = {}
    times = Counter[tuple[str, Node]]()
    for i, event in enumerate(new.events, 1):
        steps[_next_time(times, event, event.node)] = i
    times.clear()
    found = [0]
    for event in old.events:
        n = moved.get(event.node)
        found.append(found[-1] if n is None else steps.get(_next_time(times, event, n), found[-1]))
    if old.complete:
        found[-1] = len(new)
    return found


def _next_time(times: Counter[tuple[str, Node]], event: Event, n: Node) -> tuple[str, Node, int]:
    times[event.kind, n] += 1
    return event.kind, n, times[event.kind, n]
