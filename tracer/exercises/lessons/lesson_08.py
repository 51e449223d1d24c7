"""Notebook 8: Which search is best?"""

from functools import cache

from tracer.algorithms import alphabeta, ps_star
from tracer.exercises.ask.formats import number, whole
from tracer.exercises.ask.task import Task
from tracer.exercises.lessons.registry import register, register_about
from tracer.experiments.counting import Count, count
from trees.generate import ordered
from trees.number import Number, show

_W, _D = 16, 4
_LEAVES = _W ** (_D - _D // 2) + _W ** (_D // 2) - 1


@register(
    "8.1",
    "How many leaves do alpha-beta, SSS* and PS*(k) each evaluate on the minimal T(16,4)?",
    whole(100, 0, _W**_D),
    answer=_LEAVES,
    because="a minimal tree needs w^⌈d/2⌉ + w^⌊d/2⌋ − 1 leaves, here 16² + 16² − 1",
    why="In a minimal tree the best child always comes first. Notebook 3 gives the number of "
    "leaves that every search needs then, and Table 4.1 has the same number for width 8.",
)
def _minimal_count(leaves: int) -> bool | str:
    few = "fewer" if leaves < _LEAVES else "more"
    return leaves == _LEAVES or f"{leaves} is {few} than these searches evaluate"


ROOM = 25


@cache
def _costs(k: int) -> tuple[Count, ...]:
    """What PS*(k) costs on a few trees of order 4."""
    return tuple(count(ps_star, ordered(_W, _D, 4, seed=seed), k=k) for seed in (1, 2, 3))


@register(
    "8.2",
    "Choose k for a T(16,4) of order 4 and room for 25 entries.",
    whole(2, 1, _W),
    answer=4,
    because="up to k = R, here 4, PS*(k) looks at no more leaves than SSS*, and 4 is the smallest "
    "k that fits (k = 5 makes partitions of the same largest size and does as well)",
    why="Storage falls as k grows. As long as k is no larger than the order R, PS*(k) "
    "looks at no more leaves than SSS*; beyond that, it soon looks at more.",
    many=True,
)
def _best_that_fits(k: int) -> bool | str:
    storage = max(cost.storage for cost in _costs(k))
    if storage > ROOM:
        return f"PS*({k}) needs {storage} entries, which do not fit"
    fitting = [j for j in range(1, _W + 1) if max(c.storage for c in _costs(j)) <= ROOM]
    fewest = min(sum(c.nbp for c in _costs(j)) for j in fitting)
    best = sum(c.nbp for c in _costs(k)) == fewest
    return best or f"PS*({k}) fits, but another k that fits looks at fewer leaves"


@register(
    "8.3",
    "Find a seed for which PS*(4) looks at more leaves than alpha-beta on ordered(8, 4, 1, "
    "seed=…).",
    whole(0, 0, 10**9),
    answer=1,
    because="PS*(4) saves leaves on average, but not on every tree",
    why="Only SSS* never looks at more leaves than alpha-beta. For PS*(4), compare the two counts "
    "on a few trees.",
    many=True,
)
def _phased_search_loses(seed: int) -> bool | str:
    tree = ordered(8, 4, 1, seed=seed)
    phased, plain = count(ps_star, tree, k=4).nbp, count(alphabeta, tree).nbp
    return phased > plain or (
        f"With seed {seed}, PS*(4) looks at {phased} leaves, and alpha-beta at {plain}"
    )


@register_about("8.4")
def trees_needed(error: float) -> Task:
    """How many trees bring the standard error of 20 trees, `error`, down to 10 leaves."""
    needed = 20 * (error / 10) ** 2

    def judge(n: Number) -> bool | str:
        if 0.8 * needed <= n <= 1.2 * needed:
            return True
        return f"With {show(n)} trees, the error would be {'above' if n < needed else 'below'} 10"

    return Task(
        "About how many trees bring the standard error down to 10 leaves?",
        judge,
        format=number(20),
        answer=round(needed),
        because="the error falls as 1/√n, so an error that is x times smaller takes x² times as "
        "many trees",
        why="The standard error falls as 1/√n, where n is the number of trees.",
        many=True,
    )
