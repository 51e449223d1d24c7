"""Notebook 16: Can two searches share one tree?"""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from tracer.algorithms import alphabeta, ps_star
from tracer.algorithms.hybrids import sss_alphabeta, staged_sss
from tracer.exercises.ask.answers import brief
from tracer.exercises.ask.formats import Format, in_order, program, whole
from tracer.exercises.ask.plain_values import AnswerError
from tracer.exercises.lessons.programs import call, equals
from tracer.exercises.lessons.registry import register
from tracer.experiments.counting import count
from trees.generate import iid, minimal


@register(
    "16.1",
    "How many leaves does SAB(2) evaluate on a minimal T(10,4)?",
    whole(199, 0, 10_000),
    answer=280,
    because="each of the 10 nodes that are first in OPEN costs 10 + 9 leaves, and the other 9 "
    "replies at node 1 cost 10 each",
    why="Ten nodes at depth 2 are searched with no bound, like small minimal trees of depth 2. "
    "Then node 1 has to be solved: its other replies only have to reach the merit.",
)
def _minimal_tree(leaves: int) -> bool | str:
    right = count(sss_alphabeta, minimal(10, 4, seed=1, high=9999)).nbp
    return leaves == right or f"{leaves} is too {'few' if leaves < right else 'many'}"


@register(
    "16.2",
    "Find a seed for which staged SSS* evaluates more leaves than alpha-beta on iid(3, 4, seed=…).",
    whole(0, 0, 9999),
    answer=7,
    because="at the frontier SSS* has no lower bound, so it finds out exactly what alpha-beta only "
    "has to refute",
    why="Try seeds in a loop, and compare count(staged_sss, tree).nbp with that of alpha-beta.",
    many=True,
)
def _worse_than_alphabeta(seed: int) -> bool | str:
    tree = iid(3, 4, seed=seed)
    mine, theirs = count(staged_sss, tree).nbp, count(alphabeta, tree).nbp
    told = f"With seed {seed}, staged SSS* evaluates {mine} leaves and alpha-beta {theirs}"
    return mine > theirs or told


_WIDTH, _ROOM = 6, 12
_SAMPLE = [iid(_WIDTH, 4, seed=seed) for seed in range(1, 5)]


_SIZE = whole(1, 1, _WIDTH)


def _read_sizes(given: Any) -> list[int]:
    found = [_SIZE.read(size) for size in in_order(given)]
    if sum(found) != _WIDTH:
        raise AnswerError(f"these partitions have {sum(found)} children, not {_WIDTH}")
    return found


def cost(sizes: Sequence[int]) -> tuple[int, int]:
    """The leaves that PS* evaluates on the four trees, and the most that it stores."""
    counts = [count(ps_star, tree, sizes=sizes) for tree in _SAMPLE]
    return sum(c.nbp for c in counts), max(c.storage for c in counts)


@register(
    "16.3",
    "Find partitions of 6 children that store at most 12 entries, and on the four trees "
    "iid(6, 4, seed=1) to seed=4 need fewer leaves than [2, 2, 2] and than [1, 1, 1, 1, 1, 1].",
    Format("a list of sizes that add up to 6", [2, 2, 2], _read_sizes),
    answer=[2, 3, 1],
    because="two children soon give a bound, and after them three are compared as SSS* does",
    why="Storage grows with the square of the largest partition. Try them all: there are only 32 "
    "ways to write 6 as a sum.",
    many=True,
)
def _better_partitions(sizes: list[int]) -> bool | str:
    leaves, room = cost(sizes)
    if room > _ROOM:
        return f"{sizes} stores {room} entries"
    bar = min(cost([2] * 3)[0], cost([1] * 6)[0])
    return leaves < bar or f"{sizes} needs {leaves} leaves, and {bar} are not beaten"


@register(
    "16.4",
    "Four partitions take 30, 10, 20 and 10 leaves. Two workers take them in this order. "
    "When is the last one done?",
    whole(35, 0, 70),
    answer=40,
    because="A takes the 30, B the 10 and then the 20; both are free at 30, and the last 10 are "
    "done at 40",
    why="Draw a bar for each worker. Whoever is free first takes the next partition.",
)
def _two_workers(end: int) -> bool | str:
    return end == 40 or f"At {end} the last worker is {'not done yet' if end < 40 else 'long done'}"


def span(jobs: Sequence[int], workers: int) -> int:
    """Return when the last worker is done."""
    free = [0] * workers
    for job in jobs:
        free[free.index(min(free))] += job
    return max(free)


@register(
    "16.5",
    "Write a function that says when the last of several workers is done.",
    program("span(jobs, workers)"),
    answer=span,
    because="each job goes to the worker who is free first, and the last one to finish decides",
    why="Keep for each worker the time at which it is free. A job adds to the smallest of these.",
)
def _simulates(function: Callable[..., Any]) -> bool | str:
    random = Random()
    fresh = [
        ([random.randrange(1, 40) for _ in range(random.randrange(1, 12))], random.randrange(1, 6))
        for _ in range(30)
    ]
    for jobs, workers in [([30, 10, 20, 10], 2), ([5], 3), ([7, 7, 7], 1), ([], 2), *fresh]:
        returned, error, _ = call(function, list(jobs), workers)
        if error:
            return f"span({jobs}, {workers}): {error}"
        if not equals(returned, right := span(jobs, workers)):
            got = f"span({jobs}, {workers}) returns {brief(returned)}"
            return f"{got}, but the last worker is done at {right}"
    return True
