"""Chapter 4 of Srimani 1985: NBP and storage on ordered trees (Tables 4.1-4.5)."""

from collections.abc import Iterable, Sequence
from math import sqrt
from statistics import fmean, stdev
from typing import Any, NamedTuple

from tracer.experiments.counting import count, search_named
from tracer.experiments.published import TABLES, Column, Table
from tracer.support.interpreter import no_collection
from tracer.support.parallel import Job, run
from trees.generate import ordered
from trees.tree import Tree

# The thesis does not say what value its trees have. The tree in Appendix A has 64, which
# reproduces every column. If values are drawn from 0..127 instead, trees near either end are so
# hard that the means are up to a third too high.
ROOT_VALUE = 64

NUMBERS = tuple(table.number for table in TABLES)


class Cell(NamedTuple):
    """A number in a table and ours: the mean over trees, its standard error, the storage."""

    table: str
    w: int
    d: int
    R: int
    p: float
    search: str
    published: int | None
    nbp: float
    error: float
    ratio: float | None
    published_size: int | None
    size: int
    trees: int

    @property
    def agrees(self) -> bool:
        """Whether ours is within 5 % or three standard errors; minimal trees and sizes, equal."""
        sizes = self.published_size in (None, self.size)
        if self.published is None:
            return sizes
        off = abs(self.nbp - self.published)
        near = off <= max(0.05 * self.published, 3 * self.error)
        return sizes and (off == 0 if self.R == self.w else near)


def nbp(
    *,
    tables: Sequence[str] = NUMBERS,
    trees: int = 100,
    seed: int = 1,
    searches: Sequence[str] = (),
    value: int | None = ROOT_VALUE,
    **options: Any,
) -> list[Cell]:
    """Every cell of the tables, from `trees` trees each, with seeds seed, seed + 1, ….

    `searches` are counted in addition to those in the table. `value` is the value of the root;
    None draws it for every tree. `options` are passed to `run`.
    """
    chosen = [table_of(number) for number in tables]
    check_trees(trees, seed)
    for name in searches:
        search_named(name)
    plan = [
        (t, column, list(dict.fromkeys((*t.nbp, *searches))))
        for t in chosen
        for column in t.columns
    ]
    shared = {"experiment": "nbp", "value": value}
    jobs = [
        {**shared, "w": t.w, "d": t.d, "R": c.R, "p": c.p, "seed": s, "searches": names}
        for t, c, names in plan
        for s in range(seed, seed + trees)
    ]
    results = iter(run(count_ordered, jobs, weight=_weight, **options))
    cells: list[Cell] = []
    for t, column, names in plan:
        sample = [next(results) for _ in range(trees)]
        cells.extend(_cell(t, column, name, [found[name] for found in sample]) for name in names)
    return cells


def _cell(t: Table, column: Column, name: str, sample: list[list[int]]) -> Cell:
    mean, error = mean_error([leaves for leaves, _ in sample])
    printed = t.nbp[name][t.columns.index(column)] if name in t.nbp else None
    ratio = mean / printed if printed else None
    size = max(storage for _, storage in sample)
    trees = len(sample)
    shape = t.number, t.w, t.d, *column
    return Cell(*shape, name, printed, mean, error, ratio, t.size.get(name), size, trees)


def count_ordered(job: Job) -> dict[str, list[int]]:
    """[NBP, storage] of each search on the same ordered tree."""
    with no_collection():
        kind = {key: job[key] for key in ("w", "d", "R", "seed", "p", "value")}
        return count_all(ordered(**kind), job["searches"])


def count_all(tree: Tree, names: Iterable[str]) -> dict[str, list[int]]:
    """[NBP, storage] of each search; all must return the same value."""
    counts = {name: count(search_named(name)[1], tree) for name in names}
    if len({c.value for c in counts.values()}) > 1:
        values = ", ".join(f"{name} {c.value}" for name, c in counts.items())
        raise AssertionError(f"the searches disagree on the value of {tree!r}: {values}")
    return {name: [c.nbp, c.storage] for name, c in counts.items()}


def _weight(job: Job) -> float:
    """A rough estimate of the leaves to evaluate, between the minimal and the full tree."""
    w, d, R = job["w"], job["d"], job["R"]  # noqa: N806 - the name in the literature
    return float(len(job["searches"]) * w ** (d / 2) * (w / R) ** (d / 5))


def mean_error(sample: Sequence[float]) -> tuple[float, float]:
    """The mean and its standard error."""
    return fmean(sample), stdev(sample) / sqrt(len(sample)) if len(sample) > 1 else 0.0


def table_of(number: str) -> Table:
    """The table with this number."""
    for t in TABLES:
        if t.number == number:
            return t
    raise ValueError(f"Unknown table {number!r}. Choose one of: {', '.join(NUMBERS)}.")


def check_trees(trees: int, seed: int) -> None:
    """Check the number of trees and the seed."""
    if type(trees) is not int or trees < 1:
        raise ValueError(f"trees must be an integer of at least 1, not {trees!r}")
    if type(seed) is not int:
        raise ValueError(f"seed must be an integer, not {seed!r}")
