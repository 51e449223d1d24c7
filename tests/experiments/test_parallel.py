"""Parallel PS*, simulated: right whoever does what when, and what the clock says adds up."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.helpers.generated import trees, value_of
from tracer import record
from tracer.algorithms import ps_star
from tracer.draw.types import WORKERS, type_picture
from tracer.experiments.parallel import PRIVATE, SHARED, parallel_ps_star
from trees import ROOT, from_nested, iid

BOUNDS = st.sampled_from([SHARED, PRIVATE])
PARALLEL = trees().filter(lambda tree: tree.is_max(ROOT) and not tree.is_leaf(ROOT))


@given(tree=PARALLEL, workers=st.integers(1, 5), size=st.integers(1, 3), bounds=BOUNDS)
def test_any_number_of_workers_finds_the_value(tree, workers, size, bounds):
    run = parallel_ps_star(tree, workers, size, bounds=bounds)
    assert run.value == value_of(tree)
    assert sorted(c for job in run.jobs for c in job.children) == list(tree.children(ROOT))


@given(tree=PARALLEL, size=st.integers(1, 3), bounds=BOUNDS)
def test_one_worker_does_what_ps_star_does(tree, size, bounds):
    run = parallel_ps_star(tree, 1, size, bounds=bounds)
    leaves = [n for job in run.jobs for n in job.leaves]
    assert leaves == list(record(ps_star, tree, sizes=[size]).leaves)
    assert run.work == run.span == len(leaves)


@given(tree=PARALLEL, workers=st.integers(1, 4), size=st.integers(1, 2), bounds=BOUNDS)
def test_the_schedule_leaf_by_leaf(tree, workers, size, bounds):
    """At every tick each worker has at most one leaf, and nobody is idle while a job waits."""
    run = parallel_ps_star(tree, workers, size, bounds=bounds)
    at_work = [
        {job.worker for job in run.jobs if job.start <= tick < job.end} for tick in range(run.span)
    ]
    ticks = [(job.worker, job.start + i) for job in run.jobs for i in range(len(job.leaves))]
    assert len(set(ticks)) == len(ticks) == run.work == sum(map(len, at_work))
    last = max(job.start for job in run.jobs)
    assert all(len(found) == workers for found in at_work[:last])


@given(tree=PARALLEL, workers=st.integers(2, 4))
def test_a_job_is_dropped_only_for_a_value_that_another_has_found(tree, workers):
    run = parallel_ps_star(tree, workers)
    for job in run.jobs:
        earlier = [other for other in run.jobs if other.end <= job.end and other is not job]
        if job.dropped:
            assert max(value_of(tree, c) for c in job.children) <= max(o.value for o in earlier)
    assert not any(job.dropped for job in parallel_ps_star(tree, workers, bounds=PRIVATE).jobs)


def test_every_leaf_has_the_colour_of_its_worker():
    run = parallel_ps_star(iid(4, 3, seed=2), 3)
    made = type_picture(4, 3, run.by_worker, looks=WORKERS, what="by worker")
    fills = {shape.key: shape.fill for shape in made.nodes}
    for job in run.jobs:
        for n in job.leaves:
            assert fills[".".join(map(str, n))] == WORKERS[job.worker].fill
    assert f"{run.work} of 64 leaves are searched" in made.plain


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"workers": 0}, "workers must be an integer from 1 to 26"),
        ({"workers": 2.0}, "workers must be"),
        ({"workers": 2, "size": 0}, "size must be an integer of at least 1"),
        ({"workers": 2, "bounds": "none"}, "bounds must be 'shared' or 'private'"),
    ],
)
def test_bad_numbers_are_refused(options, message):
    with pytest.raises(ValueError, match=message):
        parallel_ps_star(from_nested([1, [2]]), **options)


def test_the_root_has_to_be_split():
    for tree in from_nested([1, 2], root="MIN"), from_nested(3):
        with pytest.raises(ValueError, match="the root must be a MAX node with children"):
            parallel_ps_star(tree, 2)
