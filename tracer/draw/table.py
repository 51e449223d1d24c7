"""A small table: HTML in a notebook, aligned text everywhere else."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape

from trees.number import show

_NUMBER = re.compile(r"([−≤≥]?\s*(∞|[\d.,]+)( ?±\d+| ?[%×]| µs)?)?")


@dataclass(frozen=True)
class Grid:
    """Rows of cells under their headings; columns of numbers are aligned to the right."""

    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]

    def __repr__(self) -> str:
        columns = list(zip(self.header, *self.rows, strict=True))
        widths = [max(map(len, column)) for column in columns]
        lines = []
        for row in (self.header, *self.rows):
            cells = zip(row, widths, self._right(), strict=True)
            line = (c.rjust(width) if right else c.ljust(width) for c, width, right in cells)
            lines.append("  ".join(line).rstrip())
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        def line(tag: str, row: Sequence[str]) -> str:
            sides = ("right" if right else "left" for right in self._right())
            cells = zip(row, sides, strict=True)
            return "".join(
                f'<{tag} style="text-align: {side}">{escape(c)}</{tag}>' for c, side in cells
            )

        body = "\n".join(f"<tr>{line('td', row)}</tr>" for row in self.rows)
        return f"<table>\n<thead><tr>{line('th', self.header)}</tr></thead>\n{body}\n</table>"

    def _right(self) -> list[bool]:
        columns = zip(*self.rows, strict=True) if self.rows else ((),) * len(self.header)
        return [all(map(_NUMBER.fullmatch, column)) for column in columns]


def table(header: Iterable[object], rows: Iterable[Iterable[object]]) -> Grid:
    """A table to show in a notebook; every row needs a cell under each heading."""
    titles = tuple(map(_text, header))
    made = tuple(tuple(_text(cell) for cell in row) for row in rows)
    for row in made:
        if len(row) != len(titles):
            raise ValueError(f"a row has {len(row)} cells; the header has {len(titles)}: {row}")
    return Grid(titles, made)


def _text(cell: object) -> str:
    if isinstance(cell, bool):
        return "yes" if cell else "no"
    return show(cell) if isinstance(cell, int | float) else str(cell)
