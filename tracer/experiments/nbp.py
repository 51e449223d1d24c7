"""Chapter 4 of Srimani 1985: NBP and storage on ordered trees (Tables 4.1-4.5)."""

from collections.abc import Iterable, Mapping, Sequence
from math import inf, sqrt
from statistics import fmean, stdev
from typing import Any, NamedTuple

from tracer.experiments.counting import Count, search_named
from tracer.experiments.fast import counter, prepare
from tracer.experiments.intervals import (
    Misses,
    difference_factor,
    misses_by_chance,
    t_factor,
)
from tracer.experiments.published import TABLES, Column, Table
from tracer.support.interpreter import no_collection
from tracer.support.parallel import Job, run
from trees.generate import ordered
from trees.tree import Tree

# The thesis does not say what value its trees have. The tree in Appendix A has 64, which
# reproduces every column. If values are drawn from 0..127 instead, trees of low value are much
# harder to search, and the means come out up to half as much again.
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
    root: int | None = ROOT_VALUE  # the value of the roots; None if it was drawn

    @property
    def interval(self) -> float:
        """How far our mean may be off to either side: its 95 % confidence interval."""
        return t_factor(self.trees) * self.error if self.trees > 1 else inf

    @property
    def agrees(self) -> bool:
        """Whether ours and the published mean differ by no more than the interval of a difference.

        Minimal trees and sizes have to be equal.
        """
        sizes = self.published_size in (None, self.size)
        if self.published is None:
            return sizes
        off = abs(self.nbp - self.published)
        if self.R == self.w:
            return sizes and off == 0
        near = self.trees == 1 or off <= difference_factor(self.trees) * self.error
        return sizes and near


class Sample(NamedTuple):
    """A column of a table: [NBP, storage] of each search on each of our trees."""

    table: Table
    column: Column
    searches: list[str]
    root: int | None
    found: list[dict[str, list[int]]]

    @property
    def leaves(self) -> dict[str, list[int]]:
        """The NBP of each tree, for the searches that are in the table."""
        names = [name for name in self.searches if name in self.table.nbp]
        return {name: [one[name][0] for one in self.found] for name in names}


def nbp(
    *,
    tables: Sequence[str] = NUMBERS,
    trees: int = 100,
    seed: int = 1,
    searches: Sequence[str] = (),
    value: int | None = ROOT_VALUE,
    **options: Any,
) -> list[Cell]:
    """Every cell of the tables, from `trees` trees each; the arguments are those of `samples`."""
    return cells_of(
        samples(tables=tables, trees=trees, seed=seed, searches=searches, value=value, **options)
    )


def samples(
    *,
    tables: Sequence[str] = NUMBERS,
    trees: int = 100,
    seed: int = 1,
    searches: Sequence[str] = (),
    value: int | None = ROOT_VALUE,
    **options: Any,
) -> list[Sample]:
    """Every column of the tables on `trees` trees, with seeds seed, seed + 1, ….

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
    prepare(name for _, _, names in plan for name in names)
    results = iter(run(count_ordered, jobs, weight=_weight, **options))
    return [Sample(*part, value, [next(results) for _ in range(trees)]) for part in plan]


def cells_of(columns: Iterable[Sample]) -> list[Cell]:
    """The means of each column."""
    return [
        _cell(c.table, c.column, name, [one[name] for one in c.found])._replace(root=c.root)
        for c in columns
        for name in c.searches
    ]


def chance(columns: Iterable[Sample]) -> Misses:
    """How many cells should miss by chance, of those that can: minimal trees have to be equal."""
    return misses_by_chance([c.leaves for c in columns if c.column.R < c.table.w])


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
    count = counter(tree)
    return agreed(tree, {name: count(name) for name in names})


def agreed(tree: Tree, counts: Mapping[str, Count]) -> dict[str, list[int]]:
    """[NBP, storage] of searches that must have found the same value."""
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
