"""What every assignment asks, and how difficult its trees are.

The difficulty is given as bands. The words for people and the test that a tree must pass are both
made from them.
"""

from collections.abc import Callable, Mapping
from math import inf
from typing import Any, NamedTuple

from tracer.algorithms import alphabeta, minimax, mtd_f, ps_star, scout, sss_star
from tracer.algorithms.registry import Search
from tracer.experiments.counting import count
from tracer.log.events import Cut, Pop
from tracer.trace.measure import measure
from tracer.trace.trace import Trace, record
from trees.tree import Tree

Band = tuple[int, int]  # the smallest and the largest number allowed


class Work(NamedTuple):
    """Something that makes work in a search by hand: how to say it, and how to count it."""

    one: str
    more: str
    count: Callable[[Trace], int]


def _cutoffs(trace: Trace) -> int:
    """The number of cutoffs; a search without OPEN logs every one, so that no replay is needed."""
    if any(isinstance(taken, Pop) for taken in trace.events):
        return len(trace.cutoffs)
    return sum(isinstance(taken, Cut) for taken in trace.events)


def _deep(trace: Trace) -> int:
    return sum(change.cutoff is not None and bool(change.cutoff.deep) for change in trace.changes)


WORK = {  # what is quickly counted comes first
    "leaves": Work("leaf to evaluate", "leaves to evaluate", lambda trace: trace.nbp),
    "evaluations": Work("evaluation", "evaluations", lambda trace: len(trace.leaves)),
    "steps": Work("step", "steps", len),
    "cutoffs": Work("cutoff", "cutoffs", _cutoffs),
    "deep": Work("deep cutoff", "deep cutoffs", _deep),
    "size": Work("leaf", "leaves", lambda trace: trace.tree.leaf_count()),
    "passes": Work("pass", "passes", lambda trace: measure(trace).passes),
}


class Plan(NamedTuple):
    """What an assignment asks, about which search, on trees of what depth and difficulty."""

    title: str
    search: Search
    options: dict[str, Any]
    plies: int
    bands: Mapping[str, Band]
    kinds: tuple[str, ...]  # kinds of Question, or of tasks as in `construct`, or "write"

    @property
    def guard(self) -> str:
        """The difficulty in words."""
        return ", ".join(_words(name, *band) for name, band in self.bands.items())

    def record(self, tree: Tree) -> Trace | None:
        """The search of a tree, if it is as difficult as it should be.

        Most trees are not. For those, counting leaves is enough and much faster.
        """
        low, high = self.bands.get("leaves", (0, inf))
        if not low <= count(self.search, tree, **self.options).nbp <= high:
            return None
        trace = record(self.search, tree, **self.options)
        return trace if self.fair(trace) else None

    def fair(self, trace: Trace) -> bool:
        """Whether a search is as difficult as it should be."""
        bands = ((work, *self.bands[name]) for name, work in WORK.items() if name in self.bands)
        return all(low <= work.count(trace) <= high for work, low, high in bands)


def _words(name: str, low: int, high: int) -> str:
    many = f"{low}" if low == high else f"{low} to {high}"
    return f"{many} {WORK[name].one if high == 1 else WORK[name].more}"


# Up to twenty leaves fit in one row, so that each has room for its name on paper.
_ALPHA_BETA: dict[str, Band] = {
    "size": (18, 20),
    "leaves": (11, 13),
    "steps": (65, 85),
    "cutoffs": (4, 5),
    "deep": (1, 2),
}

PLANS: dict[str, Plan] = {
    "minimax": Plan(
        "Minimax", minimax, {}, 3, {"size": (12, 14), "steps": (54, 62)}, ("values", "change")
    ),
    "alpha-beta": Plan(
        "Alpha-beta",
        alphabeta,
        {},
        4,  # a deep cutoff needs four plies
        _ALPHA_BETA,
        ("leaves", "cuts", "window", "returned"),
    ),
    "scout": Plan(
        "Scout",
        scout,
        {},
        4,
        {
            "size": (18, 20),
            "leaves": (11, 13),
            "evaluations": (16, 20),
            "steps": (76, 96),
            "cutoffs": (5, 7),
        },
        ("leaves", "cuts"),
    ),
    "sss-star": Plan(
        "SSS*",
        sss_star,
        {},
        4,
        {"size": (18, 20), "leaves": (10, 12), "steps": (85, 100), "cutoffs": (2, 4)},
        ("leaves", "open"),
    ),
    "ps-star": Plan(
        "PS*(2)",
        ps_star,
        {"k": 2},
        3,
        {"size": (15, 19), "leaves": (10, 12), "steps": (110, 135), "cutoffs": (2, 4)},
        ("leaves", "open", "backup"),
    ),
    "mtd-f": Plan(
        "MTD(f)",
        mtd_f,
        {"first": 550},
        3,
        {
            "size": (15, 19),
            "leaves": (9, 11),
            "steps": (110, 135),
            "cutoffs": (5, 7),
            "passes": (3, 3),
        },
        ("leaves", "bounds"),
    ),
    "construct": Plan(
        "Make it so",
        alphabeta,
        {},
        3,
        {"size": (11, 12), "leaves": (8, 10), "steps": (40, 52), "cutoffs": (1, 3)},
        ("reorder", "ps-beats-sss", "published-ps-errs"),
    ),
    "write-minimax": Plan(
        "Write minimax", minimax, {}, 2, {"size": (6, 8), "steps": (24, 34)}, ("write",)
    ),
    "write-alpha-beta": Plan(
        "Write alpha-beta", alphabeta, {}, 4, _ALPHA_BETA, ("write", "leaves")
    ),
}
