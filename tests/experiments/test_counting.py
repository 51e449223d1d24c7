"""Counting keeps nothing, and counts the same as a trace."""

import pytest

from tracer import measure, record
from tracer.algorithms import iterative_deepening, mtd_f, ps_star, sss_star
from tracer.experiments.counting import count
from trees import iid


@pytest.mark.parametrize("search", [ps_star, sss_star, mtd_f])
@pytest.mark.parametrize("depth", [2, 3, 4])
def test_every_horizon_begins_with_empty_lists(search, depth):
    """A node that left BACKUP, OPEN or the table counts again when it comes back."""
    tree = iid(3, 4, seed=2)
    options = {"depth": depth, "search": search, "evaluate": lambda n: sum(n)}
    counted = count(iterative_deepening, tree, **options)
    traced = measure(record(iterative_deepening, tree, **options))
    assert counted.storage == traced.storage
    assert (counted.value, counted.nbp) == (traced.value, traced.nbp)
