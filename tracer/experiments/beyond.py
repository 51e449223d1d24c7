"""What the thesis leaves open: where PS*(k) beats SSS*, which k is best, and what depth changes.

Everything is relative to another search on the same trees, so that luck with the trees cancels.
Ordered trees are those of chapter 4, with 64 at the root; independent leaves are floats, without
ties.
"""

from collections.abc import Callable, Sequence
from itertools import product
from math import sqrt
from statistics import fmean, stdev
from typing import Any, NamedTuple

from tracer.experiments.counting import Count
from tracer.experiments.fast import counter, prepare
from tracer.experiments.intervals import t_factor
from tracer.experiments.nbp import ROOT_VALUE, agreed, check_trees
from tracer.support.interpreter import no_collection
from tracer.support.parallel import Job, run
from trees.build import check_shape
from trees.generate import iid, ordered


class Kind(NamedTuple):
    """A kind of tree: T(w,d) of order R with probability p; R = None for independent leaves."""

    w: int
    d: int
    R: int | None = None
    p: float = 1.0

    @property
    def order(self) -> str:
        """How its children are ordered, in words."""
        if self.R is None:
            return "independent leaves"
        return f"R={self.R}" + (f" p={self.p}" if self.p < 1 else "")


class Cost(NamedTuple):
    """The mean cost of a search, and its NBP relative to another one: the ratio of the means."""

    kind: Kind
    search: str
    nbp: float
    storage: int
    ratio: float
    interval: float  # 95 %, to either side of the ratio
    trees: int


def costs(
    kinds: Sequence[Kind],
    searches: Callable[[Kind], Sequence[str]],
    *,
    than: str = "sss_star",
    trees: int = 20,
    seed: int = 1,
    leaves: int = 1 << 24,
    **options: Any,
) -> list[Cost]:
    """The cost of the searches on each kind of tree, relative to the search `than`.

    Kinds with more than `leaves` leaves are left out. A search may be named with the sizes of its
    partitions, as in "ps_star[4, 2, 2]". `options` are passed to `run`.
    """
    check_trees(trees, seed)
    kinds = [kind for kind in kinds if kind.w**kind.d <= leaves]
    if not kinds:
        raise ValueError(f"all trees T(w,d) have more than {leaves} leaves; increase `leaves`")
    plan = {kind: list(dict.fromkeys((than, *searches(kind)))) for kind in kinds}
    jobs = [
        {"experiment": "beyond", **kind._asdict(), "seed": s, "searches": names}
        for kind, names in plan.items()
        for s in range(seed, seed + trees)
    ]
    prepare(name.partition("[")[0] for names in plan.values() for name in names)
    results = iter(run(count_kind, jobs, weight=_weight, **options))
    found = []
    for kind, names in plan.items():
        sample = [next(results) for _ in range(trees)]
        base = [one[than][0] for one in sample]
        for name in names:
            mine = [one[name][0] for one in sample]
            storage = max(one[name][1] for one in sample)
            mean, ratio = fmean(mine), _ratio(mine, base)
            found.append(Cost(kind, name, mean, storage, *ratio, trees))
    return found


def _ratio(ours: Sequence[int], base: Sequence[int]) -> tuple[float, float]:
    """The ratio of two means on the same trees, and half of its 95 % interval."""
    n, ratio = len(ours), fmean(ours) / fmean(base)
    if n == 1:
        return ratio, 0.0
    off = [x - ratio * y for x, y in zip(ours, base, strict=True)]
    return ratio, t_factor(n) * stdev(off) / sqrt(n) / fmean(base)


def count_kind(job: Job, *, compiled: bool = True) -> dict[str, list[int]]:
    """[NBP, storage] of each search on one tree."""
    w, d, R, seed = (job[key] for key in ("w", "d", "R", "seed"))  # noqa: N806
    with no_collection():
        tree = (
            iid(w, d, seed=seed, low=0.0, high=1.0)
            if R is None
            else ordered(w, d, R, seed=seed, p=job["p"], value=ROOT_VALUE)
        )
        count = counter(tree, compiled=compiled)
        return agreed(tree, {name: _count(count, name) for name in job["searches"]})


def _count(count: Callable[..., Count], name: str) -> Count:
    base, _, sizes = name.rstrip("]").partition("[")
    return count(base, sizes=[int(size) for size in sizes.split(",")]) if sizes else count(name)


def _weight(job: Job) -> float:
    return float(job["w"] ** (0.7 * job["d"]))


# The questions


ORDERS = ((1, 1.0), (2, 1.0), (4, 1.0), (2, 0.99), (2, 0.9), (None, 1.0))  # R and p


def divisors(w: int) -> list[int]:
    """Every k that splits w children into equal parts, from SSS* (1) to alpha-beta (w)."""
    return [k for k in range(1, w + 1) if w % k == 0]


def between(kind: Kind) -> list[str]:
    """PS*(k) for every k between SSS* and alpha-beta."""
    return [f"ps_star({k})" for k in divisors(kind.w)[1:-1]]


WIDTHS, DEPTHS = (4, 8, 16, 32), (2, 3, 4, 5, 6, 7, 8)


def gain(
    widths: Sequence[int] = WIDTHS,
    depths: Sequence[int] = DEPTHS,
    orders: Sequence[tuple[int | None, float]] = ORDERS,
    **options: Any,
) -> list[Cost]:
    """Where does PS*(k) evaluate fewer leaves than SSS*, and how many fewer?

    Orders that a width cannot have, or with which all searches are equal, are left out.
    """
    for w, d in product(widths, depths):
        check_shape(w, d)
        if len(divisors(w)) < 3:
            raise ValueError(
                f"w must have a divisor between 1 and itself to be split; {w} has none"
            )
    kinds = [
        Kind(w, d, R, p)
        for (R, p), w, d in product(orders, widths, depths)
        if R is None or R in divisors(w)[:-1]
    ]
    return costs(kinds, between, **options)


def best(found: Sequence[Cost]) -> list[Cost]:
    """Of each kind of tree, the PS*(k) with the fewest leaves, and then the least storage."""
    splits = [c for c in found if c.search.startswith("ps_star")]
    kinds = dict.fromkeys(c.kind for c in splits)
    return [min((c for c in splits if c.kind == kind), key=_cost) for kind in kinds]


def _cost(c: Cost) -> tuple[float, int]:
    return c.nbp, c.storage


def best_k(
    w: int = 32, d: int = 4, orders: Sequence[int | None] = (1, 2, 4, 8, 16, None), **options: Any
) -> list[Cost]:
    """How does the cost of PS*(k) depend on k and on the order of the trees?"""
    kinds = [Kind(w, d, R) for R in orders]
    return costs(kinds, lambda kind: [f"ps_star({k})" for k in divisors(w)], **options)


def unequal(
    w: int = 8, d: int = 4, orders: Sequence[int | None] | None = None, **options: Any
) -> list[Cost]:
    """Do partitions of different sizes cost less for the same storage? All ways to split w.

    Without `orders`: all that w children can have but the minimal one, and independent leaves.
    """
    kinds = [Kind(w, d, R) for R in orders or (*divisors(w)[:-1], None)]
    names = [f"ps_star{sizes}" for sizes in compositions(w)]
    return costs(kinds, lambda kind: names, **options)


def compositions(w: int) -> list[list[int]]:
    """All ways to split w children into partitions, in order."""
    if w == 0:
        return [[]]
    return [[first, *rest] for first in range(1, w + 1) for rest in compositions(w - first)]


def is_equal(cost: Cost) -> bool:
    """Whether the partitions are all of one size."""
    sizes = cost.search.partition("[")[2].rstrip("]").split(",")
    return len({size.strip() for size in sizes}) == 1


def cheapest(found: Sequence[Cost]) -> list[Cost]:
    """Those that no other one beats in leaves without more storage, by storage."""
    front: list[Cost] = []
    for c in sorted(found, key=lambda c: (c.storage, c.nbp)):
        if not front or c.nbp < front[-1].nbp:
            front.append(c)
    return front


def depth(
    w: int = 2,
    depths: Sequence[int] = tuple(range(2, 21)),
    orders: Sequence[int | None] = (None, 1),
    searches: Sequence[str] = ("alphabeta", "scout", "sss_star", "dual_star"),
    **options: Any,
) -> list[Cost]:
    """How does NBP grow with depth, and how much do best-first searches save in the long run?"""
    kinds = [Kind(w, d, R) for R in orders for d in depths]
    return costs(kinds, lambda kind: searches, than="alphabeta", **options)
