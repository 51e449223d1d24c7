"""Find the mistake that explains everything a program did."""

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from tracer.algorithms import minimax
from tracer.algorithms.registry import Search, algorithm_of
from tracer.exercises.ask.misconceptions import Misconception
from tracer.exercises.code.mistakes import mistakes_of
from tracer.exercises.code.trial_trees import trial_trees
from tracer.exercises.code.trials import Options, Outcome, outcome_of, trials
from trees.tree import Tree

STATE = Misconception(
    "keeps values between calls",
    "Called again for the same tree, your function did something else. Either it uses random "
    "numbers, or a global variable or a default argument such as memo={} still holds values of "
    "another tree: start afresh each time.",
    minimax,
)


class Observed(NamedTuple):
    """What a program did with a tree, and what it should have done."""

    tree: Tree
    did: Outcome
    right: Outcome

    @property
    def wrong(self) -> bool:
        """Whether the value or the leaves are wrong."""
        return self.did != self.right

    @property
    def severity(self) -> int:
        """How bad it is: it failed (0), the value is wrong (1), or only the leaves are (2)."""
        return 0 if self.did.value is None else 1 if self.did.value != self.right.value else 2


class Diagnosis(NamedTuple):
    """The mistakes that explain a program, and the tree that ruled others out, if any did."""

    fits: Sequence[Misconception] = ()
    ruled_out: Sequence[Misconception] = ()
    by: Tree | None = None


def diagnose(
    observed: Sequence[Observed],
    search: Search,
    options: dict[str, Any],
    run: Callable[[Tree], Outcome],
    seed: int,
) -> Diagnosis:
    """The mistakes that explain what a program did with every tree.

    If there are several, the program is run on more trees, to tell them apart. Those that do the
    same on all trees are one mistake in other words, and the first stands for them.
    """
    for each in observed[0], next(each for each in observed if each.wrong):
        if run(each.tree) != each.did:
            return Diagnosis([STATE])
    fits = _hypotheses(search, seed, tuple(options.items())).explaining(observed)
    for tree in trial_trees(seed + 1) if len(fits) > 1 else ():
        if len({_outcome(mistake, search, tree) for mistake in fits}) > 1:
            did = run(tree)
            left = [mistake for mistake in fits if explains(mistake, search, tree, did)]
            if left:
                return Diagnosis(left[:1], [m for m in fits if m not in left], tree)
    return Diagnosis(fits[:1])


class _Hypotheses:
    """The known mistakes, and what programs with them do with the trial trees."""

    def __init__(self, search: Search, seed: int, options: Options) -> None:
        self.search = search
        self.trees = [trial.tree for trial in trials(search, seed, options)]
        self.groups = list(mistakes_of(search, dict(options)))
        self._outcomes: dict[tuple[int, int], Outcome | None] = {}

    def explaining(self, observed: Sequence[Observed]) -> list[Misconception]:
        """Two mistakes together count only if no single one explains everything."""
        seen = [k for k, each in enumerate(observed) if each.did.value is not None]
        seen.sort(key=lambda k: not observed[k].wrong)  # those that went wrong tell the most
        for mistakes in self.groups if seen and observed[seen[0]].wrong else ():
            found = {
                mistake.name: mistake
                for mistake in mistakes
                if all(self._outcome(mistake, k) == observed[k].did for k in seen)
            }
            if found:
                return list(found.values())
        return []

    def _outcome(self, mistake: Misconception, k: int) -> Outcome | None:
        """What a program with a mistake does with trial tree `k`."""
        key = id(mistake), k  # as long as this object lives, so do its mistakes
        if key not in self._outcomes:
            self._outcomes[key] = _outcome(mistake, self.search, self.trees[k])
        return self._outcomes[key]


_hypotheses = lru_cache(maxsize=4)(_Hypotheses)  # a whole class is tried on the same trees


def explains(mistake: Misconception, search: Search, tree: Tree, did: Outcome) -> bool:
    """Whether a program with this mistake does the same with a tree."""
    return did == _outcome(mistake, search, tree)


def _outcome(mistake: Misconception, search: Search, tree: Tree) -> Outcome | None:
    try:
        return outcome_of(mistake.search, tree, negates=algorithm_of(search).negates)
    except Exception:  # the mistake makes no sense on this tree
        return None
