"""Trials with a window: at the root of a whole search, fail-soft and fail-hard look the same."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise
from math import inf
from typing import NamedTuple

from tracer.algorithms.registry import Search
from tracer.exercises.code.calling import Window
from tracer.exercises.code.trials import Options, Outcome, outcome_of, trials
from trees.dewey import ROOT
from trees.number import show
from trees.tree import Tree

MANY = 16  # trials
LARGEST = 12  # leaves in a tree, so that students can follow by hand


class WindowTrial(NamedTuple):
    """A tree and a window on which the two conventions return different values."""

    tree: Tree
    window: Window
    right: Outcome
    otherwise: Outcome  # what is right under the other convention

    @property
    def written(self) -> str:
        """The window in words."""
        return f"the window ({', '.join(map(show, self.window))})"


@lru_cache(maxsize=8)
def window_trials(search: Search, seed: int, options: Options) -> tuple[WindowTrial, ...]:
    """The trials for a seed, smallest first; as many fail low as fail high, if possible."""
    found: tuple[list[WindowTrial], list[WindowTrial]] = [], []
    for trial in trials(search, seed, options):
        if trial.tree.is_leaf(ROOT):
            continue  # books do not say what a single leaf returns
        if trial.tree.leaf_count() > LARGEST:
            break
        for each in _telling(trial.tree, search, options):
            fails_high = trial.right.value >= each.window[1]  # type: ignore[operator]
            if len(found[fails_high]) < MANY // 2:
                found[fails_high].append(each)
    return tuple(sorted([*found[0], *found[1]], key=lambda each: sum(1 for _ in each.tree.nodes())))


def _telling(tree: Tree, search: Search, options: Options) -> Iterator[WindowTrial]:
    """The first window of each kind on a tree that tells the conventions apart."""
    asked = dict(options)
    values = sorted({tree.value(n) for n in tree.leaves()})
    low = [(a, b) for a, b in pairwise([*values, inf])]
    high = [(a, b) for a, b in pairwise([-inf, *values])][::-1]
    for windows in low, high:
        for window in windows:
            bounds = {"alpha": window[0], "beta": window[1]}
            right, otherwise = (
                outcome_of(search, tree, **asked | bounds | {"soft": soft})
                for soft in (asked["soft"], not asked["soft"])
            )
            if right != otherwise:
                yield WindowTrial(tree, window, right, otherwise)
                break
