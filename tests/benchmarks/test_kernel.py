"""The yardstick counts what we count."""

import shutil

import pytest

from tests.benchmarks.counting import compiled, counter
from tracer.experiments.counting import count, search_named
from trees import iid, minimal, ordered, worst_ordered


@pytest.mark.skipif(not shutil.which("cc"), reason="there is no C compiler (cc)")
def test_the_kernel_in_c_sees_the_leaves_that_alphabeta_sees() -> None:
    kernel = compiled()
    assert kernel is not None
    alphabeta = search_named("alphabeta")[1]
    for seed in range(5):
        for tree in (
            ordered(8, 4, 2, seed=seed),
            iid(3, 5, seed=seed),
            minimal(6, 3, seed=seed),
            worst_ordered(4, 4, seed=seed),
        ):
            assert counter(kernel, tree)(1) == count(alphabeta, tree).nbp
