"""Parallel PS*, simulated (named as future work in chapter 6 of Srimani 1985).

The children of the root are split into partitions, and each partition is a job. A free worker takes
the next job and searches it with PS*; every leaf takes one unit of time, and nothing else takes
any. Workers share what they find at the root, or keep it private. A worker that hears of a new
value goes on until its own partition is proved to be no better, and then drops it.

The thesis gives no parallel algorithm: this one is ours. It shares bounds only at the root.
"""

from collections.abc import Iterator
from math import inf
from typing import NamedTuple

from tracer.algorithms.conventions import Reordered
from tracer.algorithms.ps_star import ps_star
from tracer.trace.trace import Trace, record
from trees.dewey import ROOT, Node
from trees.number import Number
from trees.tree import Tree

SHARED, PRIVATE = "shared", "private"
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"  # the names of workers


class Job(NamedTuple):
    """A partition, who searched it and when, the bound known at first, and the leaves seen.

    `value` is the value of the partition, or a bound if it cannot be better than what is known.
    """

    children: tuple[Node, ...]
    worker: str
    start: int
    low: Number
    leaves: tuple[Node, ...]
    value: Number
    dropped: bool  # because of a value that another worker found in the meantime
    trace: Trace  # of the whole search of this partition

    @property
    def end(self) -> int:
        """When it was finished or dropped."""
        return self.start + len(self.leaves)


class Run(NamedTuple):
    """A simulated search: its jobs in the order in which they were taken."""

    value: Number
    jobs: tuple[Job, ...]

    @property
    def work(self) -> int:
        """The leaves that all workers evaluate together."""
        return sum(len(job.leaves) for job in self.jobs)

    @property
    def span(self) -> int:
        """When the last worker is done."""
        return max(job.end for job in self.jobs)

    @property
    def by_worker(self) -> dict[Node, str]:
        """Who visited which node below the root."""
        return {
            n[:k]: job.worker for job in self.jobs for n in job.leaves for k in range(1, len(n) + 1)
        }


def parallel_ps_star(tree: Tree, workers: int, size: int = 1, *, bounds: str = SHARED) -> Run:
    """PS* with partitions of `size` children, those of the root searched by several workers."""
    if type(workers) is not int or not 1 <= workers <= len(LETTERS):
        raise ValueError(f"workers must be an integer from 1 to {len(LETTERS)}, not {workers!r}")
    if type(size) is not int or size < 1:
        raise ValueError(f"size must be an integer of at least 1, not {size!r}")
    if bounds not in (SHARED, PRIVATE):
        raise ValueError(f"bounds must be {SHARED!r} or {PRIVATE!r}, not {bounds!r}")
    children = tree.children(ROOT)
    if not children or not tree.is_max(ROOT):
        raise ValueError("the root must be a MAX node with children, which are the partitions")
    waiting = [children[i : i + size] for i in range(0, len(children), size)]
    active: dict[str, Job] = {}
    done: list[Job] = []
    best = dict.fromkeys(LETTERS[:workers], -inf)  # what each worker knows
    now = 0
    while waiting or active:
        for worker in best:
            if waiting and worker not in active:
                part = waiting.pop(0)
                active[worker] = _search(tree, part, size, worker, now, best[worker])
        worker, job = min(active.items(), key=lambda item: (item[1].end, item[0]))
        del active[worker]
        done.append(job)
        now = job.end
        for other in best if bounds == SHARED else (worker,):
            best[other] = max(best[other], job.value)
            if other in active:
                active[other] = _told(active[other], now, best[other])
    jobs = sorted(done, key=lambda job: job.children)
    return Run(max(job.value for job in jobs), tuple(jobs))


def _search(
    tree: Tree, part: tuple[Node, ...], size: int, worker: str, start: int, low: Number
) -> Job:
    """The search of a partition by one worker whom nobody tells anything."""
    only = Reordered(tree, lambda n: tree.children(n) if n else part)
    trace = record(ps_star, only, sizes=[size], lower=low)
    assert trace.value is not None
    return Job(part, worker, start, low, trace.leaves, trace.value, False, trace)


def _told(job: Job, now: int, value: Number) -> Job:
    """The job of a worker that hears of a value: it is dropped once it cannot be better."""
    for seen, high in enumerate(_upper_bounds(job.trace)):
        if job.start + seen >= now and seen < len(job.leaves) and high <= value:
            return job._replace(leaves=job.leaves[:seen], value=min(job.value, high), dropped=True)
    return job


def _upper_bounds(trace: Trace) -> Iterator[Number]:
    """What is proved of a partition after each number of leaves."""
    high: Number = inf
    yield high
    for change in trace.changes:
        for n, _, known in change.nodes:
            if n == ROOT:
                high = known.high
        if change.leaf is not None:
            yield high
