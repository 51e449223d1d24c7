"""What the reference does with the trial trees, and the marks for a program that was tried on them.

Half of the marks are for the value, half for the leaves and their order.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from tracer.algorithms.registry import Search, algorithm_of
from tracer.exercises.code.trial_trees import trial_trees
from tracer.log.log import Log, Written, leaves_of
from tracer.trace.trace import record
from trees.dewey import ROOT, Node
from trees.number import Number
from trees.tree import Tree

RULE = (
    "half for the value and half for the right leaves in the right order. Value: the share of "
    "trees on which it is right, adjusted for guessing. Leaves: the share of trees on which they "
    "and the value are right, among the trees on which the search skips leaves; those with deep "
    "cutoffs weigh as much as the others. A program that is wrong on any tree gets 99 % at most"
)
MOST = 0.99

Options = tuple[tuple[str, Any], ...]  # those of a search, in a form to remember things by


class Outcome(NamedTuple):
    """What a search did with a tree: the value it returned and the leaves it evaluated in order.

    A leaf that is evaluated again at once counts only once.
    """

    value: Number | None  # None if it failed
    leaves: tuple[Node, ...]


def distinct(leaves: Iterable[Node]) -> tuple[Node, ...]:
    """The leaves without those that repeat the one before."""
    found: list[Node] = []
    for n in leaves:
        if not found or n != found[-1]:
            found.append(n)
    return tuple(found)


def outcome_of(search: Search, tree: Tree, *, negates: bool = False, **options: Any) -> Outcome:
    """What a search does with a tree; `negates`: its value is to the side to move at the root."""
    written = Written()
    value = search(tree, Log(written.extend), **options)
    value = -value if negates and not tree.is_max(ROOT) else value
    return Outcome(value, distinct(leaves_of(written.steps())))


class Trial(NamedTuple):
    """A tree to try a program on, and what the reference does with it."""

    tree: Tree
    right: Outcome
    skips: bool  # whether the reference skips leaves
    deep: bool  # whether it has a deep cutoff


@lru_cache(maxsize=8)
def trials(search: Search, seed: int, options: Options) -> tuple[Trial, ...]:
    """The trials for a seed; a whole class has the same ones, so they are kept."""
    return tuple(_trial(tree, search, dict(options)) for tree in trial_trees(seed))


def _trial(tree: Tree, search: Search, options: dict[str, Any]) -> Trial:
    trace = record(search, tree, **options)
    right = outcome_of(search, tree, negates=algorithm_of(search).negates, **options)
    skips = trace.nbp < tree.leaf_count()
    deep = skips and any(cutoff.deep for cutoff in trace.cutoffs.values())
    return Trial(tree, right, skips, deep)


def score(
    tried: tuple[Trial, ...], did: Sequence[Outcome], with_windows: float | None = None
) -> float:
    """The mark for what a program did; it may have been stopped before the last tree.

    `with_windows` is the share of trials with a window that went right. If there were any, they
    make up half of the marks for the value.
    """
    pairs = list(zip(tried, did, strict=False))
    values = sum(outcome.value == trial.right.value for trial, outcome in pairs)
    guess = _guess(tried)
    value = max(0.0, (values - guess) / (len(tried) - guess))
    telling = [trial for trial in tried if trial.skips] or tried
    rights = {id(trial) for trial, outcome in pairs if outcome == trial.right}
    shares = [
        sum(id(trial) in rights for trial in group) / len(group)
        for deep in (False, True)
        if (group := [trial for trial in telling if trial.deep == deep])
    ]
    if with_windows is not None:
        value = (value + with_windows) / 2
    mark = (value + sum(shares) / len(shares)) / 2
    return 1.0 if len(rights) == len(tried) and with_windows in (None, 1) else min(mark, MOST)


@lru_cache(maxsize=8)
def _guess(tried: tuple[Trial, ...]) -> int:
    """On how many trees the best guess is right: always the same number, or the same leaf."""
    guesses: Counter[object] = Counter(trial.right.value for trial in tried)
    for tree, right, *_ in tried:
        leaves = [tree.value(n) for n in tree.leaves()]
        named = {"first": leaves[0], "last": leaves[-1], "most": max(leaves), "least": min(leaves)}
        guesses.update(name for name, value in named.items() if value == right.value)
    return max(guesses.values())
