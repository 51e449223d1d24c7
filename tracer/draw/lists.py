"""OPEN, BACKUP and the transposition table of a frame as rows, for pictures and for text."""

from typing import NamedTuple

from tracer.log.events import Lookup
from tracer.trace.frame import Frame
from tracer.trace.node_names import called
from trees.dewey import Node
from trees.number import Number, show

NEW, GONE = "+", "−"  # what the last step has added and removed
HIT, ASKED = "→", "?"  # what it has looked up: with or without an answer to its question


class Row(NamedTuple):
    """An entry of a list, and what the last step did to it."""

    node: Node
    cells: tuple[str, ...]  # the name of the node comes first
    mark: str = ""


class Listed(NamedTuple):
    """A list, its columns and its rows; what was just removed comes first."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[Row, ...]

    @property
    def entries(self) -> tuple[Row, ...]:
        """What the list contains now."""
        return tuple(row for row in self.rows if row.mark != GONE)


def lists(frame: Frame) -> list[Listed]:
    """The lists that the search uses, as they are in a frame."""
    timeline = frame.timeline
    peaks = timeline.counters(len(timeline.changes))
    found = []
    if peaks.peak_open:
        found.append(Listed("OPEN", ("node", "state", "merit"), _open(frame)))
    if peaks.peak_backup:
        found.append(Listed("BACKUP", ("node", "last child", "l", "h"), _backup(frame)))
    if timeline.table:
        found.append(Listed("Table", ("node", "f⁻", "f⁺"), _table(frame)))
    return found


def _open(frame: Frame) -> tuple[Row, ...]:
    changes = frame.change.open if frame.change else ()
    fresh = {state for _, _, state in changes if state}
    gone = [_row(frame, GONE, *state) for _, state, _ in changes if state]
    return (*gone, *(_row(frame, NEW if s in fresh else "", *s) for s in frame.open))


def _backup(frame: Frame) -> tuple[Row, ...]:
    changes = frame.change.backup if frame.change else ()
    fresh = {phase for _, _, phase in changes if phase}
    gone = [_row(frame, GONE, *old) for _, old, phase in changes if old and not phase]
    return (*gone, *(_row(frame, NEW if p in fresh else "", *p) for p in frame.backup))


def _table(frame: Frame) -> tuple[Row, ...]:
    """What the last step stored or looked up, then the nodes that were stored last."""
    marks = {n: NEW for n, _, bounds in (frame.change.table if frame.change else ()) if bounds}
    if isinstance(frame.event, Lookup):
        holder = frame.holder(frame.event.node) or frame.event.node
        marks[holder] = HIT if frame.event.hit else ASKED
    entries = reversed(frame.table.items())
    rows = [_row(frame, marks.get(n, ""), n, *bounds) for n, bounds in entries]
    return tuple(sorted(rows, key=lambda row: not row.mark))


def _row(frame: Frame, mark: str, n: Node, *rest: str | Number) -> Row:
    words = (x if isinstance(x, str) else show(x) for x in rest)
    return Row(n, (called(frame.tree, n, short=True), *words), mark)
