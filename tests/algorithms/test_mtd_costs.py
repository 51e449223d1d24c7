"""What MTD searches save in leaves against alpha-beta, and what they pay in visits."""

from statistics import mean

import pytest

from tracer import record
from tracer.algorithms import alphabeta, mtd_bi, mtd_f, mtd_minus_infinity, mtd_plus_infinity
from tracer.experiments.openings import opening
from tracer.trace.measure import measure
from trees.games import Pear, expand
from trees.generate import iid

TREES = [iid(4, 4, seed=seed, high=99) for seed in range(20)]
TREES += [expand(Pear(), opening(seed), 3) for seed in range(5)]


SEARCHES = [
    (mtd_plus_infinity, {}),
    (mtd_minus_infinity, {}),
    (mtd_bi, {}),
    *((mtd_f, {"first": guess}) for guess in (-50, 0, 40, 120)),
]


@pytest.fixture(scope="module")
def plain():
    return [record(alphabeta, tree) for tree in TREES]


@pytest.mark.parametrize(("search", "options"), SEARCHES)
def test_what_mtd_saves_in_leaves_and_pays_in_visits(search, options, plain):
    """In leaves, all of them are at least as good, whatever the first guess.

    Each pass has a window inside that of alpha-beta, and a narrower window sees no more. But a pass
    visits again what the passes before it have visited.
    """
    ours = [record(search, tree, **options) for tree in TREES]
    for mine, theirs in zip(ours, plain, strict=True):
        assert set(mine.leaves) <= set(theirs.leaves)
    assert mean(t.nbp for t in ours) < 0.95 * mean(t.nbp for t in plain)
    if search is not mtd_f:
        visits = [mean(measure(t).visits for t in traces) for traces in (ours, plain)]
        assert visits[0] > visits[1]
