"""OPEN, BACKUP and the table beside or below the tree in a picture.

Where they stand depends on the largest size that they reach, so that they stay in their places
from step to step.
"""

from collections.abc import Sequence
from functools import cached_property
from math import ceil

from tracer.draw.lettering import shortened, text_width
from tracer.draw.lists import GONE, Listed, Row
from tracer.draw.marks import Line, Picture, Text
from tracer.trace.timeline import Timeline
from trees.dewey import label

TYPE = 11.0  # the size of text
ROW = 15.5  # the height of a row
HEAD = 2 * ROW  # the height of the title and the names of the columns
MARK = 13.0  # the width of the column of marks
GAP = 10.0  # between columns
APART = 26.0  # between lists
MOST_GONE = 3  # rows shown of what was just removed
TALLEST = 6  # rows of a list below the tree
SHORT = 4  # rows of a list that needs no second column
LONGEST = 18  # characters of a name
STATES = ("LIVE", "SOLVED")


class Panel:
    """A list in a picture; `columns` says in how many columns its rows stand, `most` how many."""

    def __init__(self, listed: Listed, timeline: Timeline) -> None:
        self.listed, self.tree = listed, timeline.tree
        peaks = timeline.counters(len(timeline.changes))
        self.peak = 1 + {  # leaves room for what was just removed
            "OPEN": peaks.peak_open,
            "BACKUP": peaks.peak_backup,
            "Table": len(timeline.table) - 1,
        }.get(listed.title, 0)
        self.columns, self.most = 1, self.peak

    @cached_property
    def widths(self) -> list[float]:
        """The width of each cell; that of names is the same at every step, if they are numbers."""
        deepest = label((self.tree.width,) * self.tree.depth)
        widths = [text_width(shortened(deepest, 12), TYPE)]
        widths += [2.3 * TYPE for _ in self.listed.columns[1:]]
        for texts in (self.listed.columns, *(_cells(row) for row in self.listed.rows)):
            wide = [text_width(text, TYPE, bold=True) for text in texts]
            widths = list(map(max, widths, wide))
        if "state" in self.listed.columns:
            widths[1] = max(text_width(state, TYPE, bold=True) for state in STATES)
        return widths

    @property
    def width(self) -> float:
        """The width of one column of rows."""
        return MARK + sum(self.widths) + GAP * (len(self.widths) - 1)

    @property
    def full_width(self) -> float:
        """The width of all columns of rows."""
        return self.columns * (self.width + APART) - APART

    def draw(self, made: Picture, x: float, y: float) -> None:
        """Add the list to a picture; a long list is shortened, but shows what has just changed."""
        theme, listed = made.theme, self.listed
        shown = chosen(listed.rows, self.columns * self.most)
        self._write(made, x, y, listed.title, theme.line, bold=True)
        at = x + text_width(listed.title, TYPE, bold=True) + 8
        count = f"{len(listed.entries):,}" if listed.entries else "empty"
        self._write(made, at, y, count, theme.quiet)
        columns = max(1, ceil(len(shown) / self.most))
        end = x + columns * (self.width + APART) - APART
        made.lines.append(Line(((x, y + 9), (end, y + 9)), theme.faint, 1.0, classes=("rule",)))
        for k in range(columns if shown else 0):
            left, top = x + k * (self.width + APART), y + ROW + 3
            self._row(made, left, top, listed.columns, theme.quiet)
            for row in shown[k * self.most : (k + 1) * self.most]:
                top += ROW
                if isinstance(row, int):
                    self._write(made, left + MARK, top, f"… {row:,} more", theme.quiet)
                else:
                    self._entry(made, left, top, row)
            made.foot = max(made.foot, top + ROW)
        made.foot = max(made.foot, y + ROW)

    def _entry(self, made: Picture, x: float, y: float, row: Row) -> None:
        theme = made.theme
        if row.mark == GONE:
            self._row(made, x, y, _cells(row), theme.quiet, row)
            ends = (x + MARK, y + 0.5), (x + self.width, y + 0.5)
            made.lines.append(Line(ends, theme.quiet, 1.0, classes=("gone",)))
        else:
            self._row(made, x, y, _cells(row), theme.line, row)
        if row.mark:
            ink = theme.quiet if row.mark == GONE else theme.now
            self._write(made, x, y, row.mark, ink, bold=True)

    def _row(
        self,
        made: Picture,
        x: float,
        y: float,
        cells: Sequence[str],
        ink: str,
        row: Row | None = None,
    ) -> None:
        """A row of cells, numbers to the right; what is new is bold, a Dewey number italic."""
        at = x + MARK
        for k, (cell, wide) in enumerate(zip(cells, self.widths, strict=True)):
            numeric = k > 0 and self.listed.columns[k] != "state"
            is_name = row is not None and k == 0
            named = row is not None and row.node in self.tree.names
            bold = row is not None and row.mark != GONE and (bool(row.mark) or (is_name and named))
            align = "end" if numeric else "start"
            end = at + wide if numeric else at
            italic = is_name and not named
            self._write(made, end, y, cell, ink, bold=bold, italic=italic, align=align)
            at += wide + GAP

    @staticmethod
    def _write(
        made: Picture,
        x: float,
        y: float,
        text: str,
        ink: str,
        *,
        bold: bool = False,
        italic: bool = False,
        align: str = "start",
    ) -> None:
        made.texts.append(Text(x, y, text, TYPE, ink, bold, italic, align, "list"))


def fit_beside(panels: Sequence[Panel], width: float, height: float) -> bool:
    """Whether lists, one below the other, fit into a space."""
    high = sum(HEAD + panel.peak * ROW + GAP for panel in panels)
    return high <= height and all(panel.width <= width for panel in panels)


def draw_beside(made: Picture, panels: Sequence[Panel], x: float, y: float) -> None:
    """Draw lists one below the other."""
    for panel in panels:
        panel.draw(made, x, y)
        y += HEAD + panel.peak * ROW + GAP


def draw_below(made: Picture, panels: Sequence[Panel], x: float, y: float, width: float) -> None:
    """Draw lists side by side, long ones in as many columns as there is room for."""
    while True:
        longest = max(panels, key=lambda panel: panel.peak / panel.columns)
        room = width - sum(panel.full_width + APART for panel in panels)
        if longest.peak <= SHORT * longest.columns or room < longest.width:
            break
        longest.columns += 1
    for panel in panels:
        panel.most = min(TALLEST, ceil(panel.peak / panel.columns))
        panel.draw(made, x, y)
        x += panel.full_width + APART


def chosen(rows: Sequence[Row], most: int) -> list[Row | int]:
    """The rows to show; a number stands for this many that are left out."""
    gone = [row for row in rows if row.mark == GONE]
    kept = [row for row in rows if row.mark != GONE]
    shown: list[Row | int] = list(gone)
    if len(gone) > MOST_GONE + 1:
        shown = [*gone[:MOST_GONE], len(gone) - MOST_GONE]
    room = max(4, most - len(shown))
    if len(kept) <= room:
        return shown + kept
    first = room - 1
    fresh = next((k for k in range(first, len(kept)) if kept[k].mark), None)
    if fresh is None:
        return [*shown, *kept[:first], len(kept) - first]
    first = room - 3
    rest = fresh - first, kept[fresh], len(kept) - fresh - 1
    return [*shown, *kept[:first], *(x for x in rest if x)]


def _cells(row: Row) -> tuple[str, ...]:
    name, *rest = row.cells
    return shortened(name, LONGEST), *rest
