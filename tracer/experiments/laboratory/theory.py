"""What stands beside the measurements: printed numbers, bounds, and models."""

from math import sqrt
from typing import NamedTuple

from tracer.experiments.beyond import Kind
from tracer.experiments.laboratory.setup import Point, Setup
from tracer.experiments.model import MODELS, expected
from tracer.experiments.published import TABLES
from tracer.experiments.scaling import limit


class Line(NamedTuple):
    """A curve that is computed; `curve` is the search that it is about, if it is about one."""

    kind: str  # "minimal", "model" or "limit"
    curve: str
    title: str
    at: list[tuple[float, float]]


def printed(kind: Kind, search: str) -> tuple[int | None, int | None]:
    """The NBP and the storage in Tables 4.1-4.5 of Srimani 1985, where they have them."""
    for table in TABLES:
        if (table.w, table.d) == kind[:2] and kind.R is not None:
            nbp, columns = table.nbp.get(search), list(table.columns)
            at = kind[2:]
            return nbp[columns.index(at)] if nbp and at in columns else None, table.size.get(search)
    return None, None


def lines(setup: Setup, points: list[Point]) -> list[Line]:
    """The minimal tree, and on trees of order R the model of chapter 5 where it applies."""
    found = [Line("minimal", "", "minimal tree", [(p.x, minimal(*p.kind[:2])) for p in points])]
    for search in MODELS:
        at = [
            (p.x, expected(search, p.kind.w, p.kind.d, p.kind.R))
            for p in points
            if p.kind.R and p.kind.p == 1 and p.kind.d % 2 == 0 and search in p.searches
        ]
        if at:
            found.append(Line("model", search, "model of chapter 5", at))
    return found


def minimal(w: int, d: int) -> int:
    """The leaves that every search has to evaluate (Knuth and Moore 1975)."""
    return int(w ** ((d + 1) // 2) + w ** (d // 2) - 1)


def growth(setup: Setup, nbp: dict[float, float]) -> Line | None:
    """How NBP of alpha-beta and SSS* grows with depth in the limit, from our last point backwards.

    Known only for independent leaves (Pearl 1982; Roizen and Pearl 1983).
    """
    if setup.along != "d" or setup.R is not None or not nbp:
        return None
    factor = limit("iid", setup.w, "alphabeta") or sqrt(setup.w)
    last = max(nbp)
    at = [(d, nbp[last] * factor ** (d - last)) for d in sorted(nbp)]
    return Line(
        "limit", "", f"limit of the growth: × {factor:.2f} per level (Pearl; Roizen and Pearl)", at
    )
