"""NBP and time as trees get deeper and wider, and which search beats which, tree by tree."""

from collections.abc import Callable, Sequence
from time import process_time
from typing import Any, NamedTuple

from tracer.algorithms.registry import ALGORITHMS
from tracer.experiments.counting import SEARCHES, count, search_named
from tracer.experiments.fast import prepare
from tracer.experiments.nbp import (
    ROOT_VALUE,
    check_trees,
    count_all,
    mean_error,
)
from tracer.support.interpreter import no_collection
from tracer.support.parallel import Job, run
from trees.build import check_shape
from trees.generate import iid, minimal, ordered
from trees.tree import Tree

ALL = tuple(f"{name}(2)" if ALGORITHMS[name].number else name for name in SEARCHES)

# Searches that evaluate the leaves of alpha-beta, Scout or SSS*, or a subset; and the duals.
SAME_LIMIT = (
    *("alphabeta", "scout", "negascout", "sss_star", "mtd_plus_infinity"),
    *("dual_star", "mtd_minus_infinity"),
)

# The leaves of "iid" trees are floats, because the known limits are for leaves without ties.
KINDS: dict[str, Callable[[int, int, int], Tree]] = {
    "iid": lambda w, d, seed: iid(w, d, seed=seed, low=0.0, high=1.0),
    "ordered": lambda w, d, seed: ordered(w, d, 1, seed=seed, value=ROOT_VALUE),
    "minimal": lambda w, d, seed: minimal(w, d, seed=seed),
}


class Growth(NamedTuple):
    """The cost of a search on T(w,d), as means over several trees."""

    kind: str
    w: int
    d: int
    search: str
    nbp: float
    error: float
    evaluations: float
    storage: int
    seconds: float
    branching: float | None  # sqrt of the growth of NBP over the last two levels


def scaling(
    *,
    kinds: Sequence[str] = tuple(KINDS),
    widths: Sequence[int] = (2, 4, 8),
    depths: Sequence[int] = (2, 3, 4, 5, 6, 7, 8),
    searches: Sequence[str] = ALL,
    trees: int = 10,
    seed: int = 1,
    leaves: int = 70_000,
    **options: Any,
) -> list[Growth]:
    """The cost of every search on every T(w,d) with at most `leaves` leaves.

    `options` are passed to `run`. All results except the seconds are reproducible.
    """
    check_trees(trees, seed)
    for kind in kinds:
        if kind not in KINDS:
            raise ValueError(f"Unknown kind of tree {kind!r}. Choose one of: {', '.join(KINDS)}.")
    for w in widths:
        for d in depths:
            check_shape(w, d)
    for name in searches:
        search_named(name)
    plan = [(kind, w, d) for kind in kinds for w in widths for d in depths if w**d <= leaves]
    if not plan:
        raise ValueError(f"all trees T(w,d) have more than {leaves} leaves; increase `leaves`")
    fitting = {w: [name for name in searches if _partitions(name) <= w] for w in widths}
    jobs = [
        {"experiment": "scaling", "kind": kind, "w": w, "d": d, "seed": s, "searches": fitting[w]}
        for kind, w, d in plan
        for s in range(seed, seed + trees)
    ]
    results = iter(run(time_and_count, jobs, weight=lambda t: float(t["w"] ** t["d"]), **options))
    means: dict[tuple[str, int, int, str], Growth] = {}
    for kind, w, d in plan:
        sample = [next(results) for _ in range(trees)]
        for name in fitting[w]:
            nbp, evaluations, storage, seconds = zip(
                *[found[name] for found in sample], strict=True
            )
            mean, error = mean_error(nbp)
            before = means.get((kind, w, d - 2, name))
            means[kind, w, d, name] = Growth(
                *(kind, w, d, name, mean, error, mean_error(evaluations)[0], max(storage)),
                seconds=mean_error(seconds)[0],
                branching=(mean / before.nbp) ** 0.5 if before else None,
            )
    return list(means.values())


def time_and_count(job: Job) -> dict[str, list[float]]:
    """[NBP, evaluations, storage, seconds] of each search on one tree.

    A search is timed in its second run, when the tree has already been generated. The time is
    processor time, which does not depend on other processes.
    """
    found: dict[str, list[float]] = {}
    with no_collection():
        tree = KINDS[job["kind"]](job["w"], job["d"], job["seed"])
        for name in job["searches"]:
            search = search_named(name)[1]
            _, *costs = count(search, tree)
            start = process_time()
            count(search, tree)
            found[name] = [*costs, process_time() - start]
    return found


def _partitions(name: str) -> int:
    """The smallest width that a search needs: its number of partitions."""
    return int(name.partition("(")[2].rstrip(")") or 1)


def limit(kind: str, w: int, search: str) -> float | None:
    """The branching factor that NBP approaches as d grows, if it is known.

    Minimal trees: sqrt(w). Independent leaves without ties: ξ / (1 − ξ), where ξ is the positive
    root of x^w + x = 1, for alpha-beta (Baudet 1978, Pearl 1982), SSS* (Roizen & Pearl 1983) and
    Scout (Pearl 1980), and so for searches that evaluate the same leaves or a subset of them.
    Minimax: always w.
    """
    if search in ("minimax", "negamax"):
        return float(w)
    if search not in SAME_LIMIT or kind == "ordered":
        return None
    if kind == "minimal":
        return float(w**0.5)
    low, high = 0.0, 1.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if middle**w + middle < 1 else (low, middle)
    return low / (1 - low) if w > 1 else 1.0


class Duel(NamedTuple):
    """On how many trees PS*(k) evaluates fewer, as many and more leaves than another search."""

    w: int
    d: int
    R: int | None  # None for independent leaves
    k: int
    other: str
    fewer: int
    same: int
    more: int


def duels(
    *,
    w: int = 8,
    d: int = 4,
    trees: int = 200,
    seed: int = 1,
    **options: Any,
) -> list[Duel]:
    """PS*(k) against SSS* and alpha-beta on the same trees, for every k and order R.

    `options` are passed to `run`.
    """
    check_trees(trees, seed)
    check_shape(w, d)
    parts = [k for k in range(2, w) if w % k == 0]
    if not parts:
        raise ValueError(f"w must have a divisor between 1 and itself to be split; {w} has none")
    orders = [None, *(R for R in range(1, w) if w % R == 0)]
    names = ["sss_star", "alphabeta", *(f"ps_star({k})" for k in parts)]
    jobs = [
        {"experiment": "duels", "w": w, "d": d, "R": R, "seed": s, "searches": names}
        for R in orders
        for s in range(seed, seed + trees)
    ]
    prepare(names)
    results = iter(run(count_duel, jobs, **options))
    found = []
    for R in orders:  # noqa: N806 - the name in the literature
        sample = [next(results) for _ in range(trees)]
        for k in parts:
            for other in names[:2]:
                ahead = [one[other][0] - one[f"ps_star({k})"][0] for one in sample]
                tally = (sum(x > 0 for x in ahead), ahead.count(0), sum(x < 0 for x in ahead))
                found.append(Duel(w, d, R, k, other, *tally))
    return found


def count_duel(job: Job) -> dict[str, list[int]]:
    """[NBP, storage] of each search on one tree."""
    w, d, R, seed = (job[key] for key in ("w", "d", "R", "seed"))  # noqa: N806
    with no_collection():
        tree = (
            KINDS["iid"](w, d, seed) if R is None else ordered(w, d, R, seed=seed, value=ROOT_VALUE)
        )
        return count_all(tree, job["searches"])
