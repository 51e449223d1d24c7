"""A student's own search, tried on many trees and compared with the reference."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from inspect import signature
from random import SystemRandom
from typing import Any, NamedTuple

from tracer.algorithms import alphabeta
from tracer.algorithms.registry import Search, algorithm_of
from tracer.exercises.ask.feedback import NOT_ANSWERED, Feedback
from tracer.exercises.ask.misconceptions import Misconception
from tracer.exercises.code.calling import WHOLE, arguments_of, brief
from tracer.exercises.code.diagnosis import STATE, Diagnosis, Observed, diagnose, explains
from tracer.exercises.code.limits import Budget
from tracer.exercises.code.shrink import shrink
from tracer.exercises.code.spy import QUESTIONS, Attempt, run
from tracer.exercises.code.trials import RULE, Outcome, distinct, outcome_of, score, trials
from tracer.exercises.code.windows import WindowTrial, window_trials
from tracer.trace.node_names import called, listed
from tracer.trace.trace import Trace, record
from trees.build import to_nested
from trees.number import show_count
from trees.tree import Tree

SEEDS = 10**6

AttemptOn = Callable[..., Attempt]  # of a tree, and a window if not the whole one


@dataclass(frozen=True)
class Checked(Feedback):
    """The result of `check`: a mark, the reason, and two traces to step through side by side."""

    theirs: Trace | None = None
    reference: Trace | None = None
    seed: int | None = None  # the same trees again: check(function, seed=…)

    def play(self) -> Any:
        """Show the student's search beside the reference in the player."""
        if self.theirs is None or self.reference is None:
            raise ValueError(f"There is nothing to play. {self.text}")
        from tracer.player import compare

        return compare(self.theirs, self.reference)


def check(
    function: Any, search: Search = alphabeta, *, seed: int | None = None, **options: Any
) -> Checked:
    """Try a student's search on many trees, and explain the smallest one on which it goes wrong.

    Half of the marks are for the value, half for evaluating the right leaves in the right order.
    The trees are new each time, unless a seed is given. `options` are those of the search: with
    strict=True, only strict cutoffs are right; with soft=True, it is also called with narrower
    windows, and must return what it found.
    """
    if function is None or function is Ellipsis:
        return Checked(0.0, NOT_ANSWERED.text)
    try:
        arguments_of(function)
    except TypeError as error:
        return Checked(0.0, f"{error}.")
    budget = Budget()
    return judge(
        lambda tree, window=WHOLE: run(function, tree, window, most=QUESTIONS, budget=budget),
        search,
        seed=seed,
        **options,
    )


class Write:
    """Write a search: students hand in a function, which is tried on many trees."""

    rule = RULE

    def __init__(self, search: Search = alphabeta, **options: Any) -> None:
        self.search = search
        self.options = options

    @property
    def signature(self) -> str:
        """The name and parameters of the function to write."""
        bounds = ", alpha, beta" if "alpha" in signature(self.search).parameters else ""
        return f"{self.search.__name__}(tree, n{bounds})"

    @property
    def prompt(self) -> str:
        """The question in words."""
        algorithm = algorithm_of(self.search)
        value = "value of n to the side to move" if algorithm.negates else "minimax value of n"
        met = (
            "only where a bound is passed" if self.options.get("strict") else "where a bound is met"
        )
        cuts = f" It must cut off {met}." if self.search is alphabeta else ""
        if "soft" in self.options:
            returned = "what it found" if self.options["soft"] else "the bound"
            cuts += f" Outside its window it must return {returned}."
        return (
            f"Write the function {self.signature}. It must return the {value} and "
            f"evaluate the same leaves as {algorithm.title}, in the same order.{cuts} It may call "
            "tree.children(n), tree.is_leaf(n), tree.is_max(n) and tree.value(n). "
            "It is first called for the root. Values can be any ints and floats, however large."
        )

    def check(self, given: Any = None) -> Checked:
        """Try a function on many trees; never raises."""
        return check(given, self.search, **self.options)


def judge(
    attempt_on: AttemptOn, search: Search = alphabeta, *, seed: int | None = None, **options: Any
) -> Checked:
    """Mark a search, given a way to run it on a tree."""
    if seed is None:
        seed = SystemRandom().randrange(SEEDS)
    program = _Program(attempt_on, search, options)
    tried = trials(search, seed, tuple(options.items()))
    done: list[Attempt] = []
    for trial in tried:
        done.append(attempt_on(trial.tree))
        if done[0].blank:
            return Checked(0.0, NOT_ANSWERED.text)
        if done[-1].stopped:  # on other trees it would probably run into the limit, too
            break
    pairs = zip(tried, map(_did, done), strict=False)
    observed = [Observed(trial.tree, did, trial.right) for trial, did in pairs]
    in_windows = program.in_windows(seed) if not done[-1].stopped else []
    share = sum(not w.wrong for w in in_windows) / len(in_windows) if in_windows else None
    mark = score(tried, [each.did for each in observed], share)
    head = f"Your search was tried on {len(tried)} trees (seed {seed})."
    wrong = [k for k, each in enumerate(observed) if each.wrong]
    if not wrong and share not in (None, 1):
        return program.report_window(mark, head, in_windows, seed)
    if not wrong:
        text = f"{head} Value, leaves and their order are right on all of them."
        reference = record(search, observed[-1].tree, **options)
        return Checked(mark, text, theirs=done[-1].trace, reference=reference, seed=seed)
    found = Diagnosis()
    if not done[-1].stopped:
        found = diagnose(observed, search, options, program.outcome, seed)
    shown = min(wrong, key=lambda k: (not done[k].stopped, observed[k].severity, k))
    tree, attempt = program.smallest(observed[shown], done[shown], found.fits)
    report = program.report(tree, attempt)
    return Checked(
        mark,
        f"{head} The smallest one that goes wrong: {_written(tree)}. {report.text}{_named(found)}",
        report.step,
        tuple(mistake.name for mistake in found.fits),
        why=_reason(found) or report.why,
        answer=report.answer,
        theirs=attempt.trace,
        reference=record(search, tree, **options),
        seed=seed,
    )


class _InWindow(NamedTuple):
    """What a program did with a tree and a window."""

    trial: WindowTrial
    attempt: Attempt

    @property
    def wrong(self) -> bool:
        return _did(self.attempt) != self.trial.right


def _did(attempt: Attempt) -> Outcome:
    value = None if attempt.error else attempt.returned
    return Outcome(value, distinct(attempt.trace.leaves))


def _written(tree: Tree) -> str:
    return f"{to_nested(tree)}, {tree.root} to move"


def _quoted(mistakes: Sequence[Misconception]) -> str:
    return " or ".join(f"“{mistake.name}”" for mistake in mistakes)


def _named(found: Diagnosis) -> str:
    return f" What it does on all trees fits {_quoted(found.fits)}." if found.fits else ""


def _reason(found: Diagnosis) -> str:
    remark = found.fits[0].remark if found.fits else ""
    if found.by is not None:
        others = _quoted(found.ruled_out)
        remark += f" ({others} would do something else on {_written(found.by)}.)"
    return remark


@dataclass(frozen=True)
class _Program:
    """A program on trial: how to run it, and what it should be."""

    attempt_on: AttemptOn
    search: Search
    options: dict[str, Any]

    @property
    def negates(self) -> bool:
        """Whether its value is to the side to move."""
        return algorithm_of(self.search).negates

    def outcome(self, tree: Tree) -> Outcome:
        """What it does with a tree."""
        return _did(self.attempt_on(tree))

    def right(self, tree: Tree) -> Outcome:
        """What it should do."""
        return outcome_of(self.search, tree, negates=self.negates, **self.options)

    def in_windows(self, seed: int) -> list[_InWindow]:
        """What it does with narrower windows, if what it returns then matters."""
        if "soft" not in self.options:
            return []
        tried = window_trials(self.search, seed, tuple(self.options.items()))
        return [_InWindow(trial, self.attempt_on(trial.tree, trial.window)) for trial in tried]

    def report_window(
        self, mark: float, head: str, done: Sequence[_InWindow], seed: int
    ) -> Checked:
        """Where a run with a window goes wrong."""
        trial, attempt = next(each for each in done if each.wrong)
        conventions = algorithm_of(self.search).conventions["soft"]
        asked, other = (
            conventions[soft] for soft in (self.options["soft"], not self.options["soft"])
        )
        did = f"it returns {brief(attempt.returned)}" if not attempt.error else attempt.error
        if not attempt.error and attempt.returned == trial.right.value:
            did = "it evaluates other leaves"
        fits = all(_did(each.attempt) == each.trial.otherwise for each in done)
        text = (
            f"{head} At the root, all is right. But on {_written(trial.tree)}, called with "
            f"{trial.written}, {did}, unlike a {asked} search."
        )
        return Checked(
            mark,
            text + (f" What it does on all trees fits “{other}”." if fits else ""),
            fits=(other,) if fits else (),
            why="A fail-soft search returns the best value that it found, even if it lies outside "
            "the window; a fail-hard search returns the bound instead.",
            answer=f"A {asked} search returns {trial.right.value} and evaluates "
            f"{listed(trial.tree, trial.right.leaves)}.",
            theirs=attempt.trace,
            reference=record(
                self.search,
                trial.tree,
                **self.options | dict(zip(("alpha", "beta"), trial.window, strict=True)),
            ),
            seed=seed,
        )

    def goes_wrong(self, mistake: Misconception, tree: Tree, right: Outcome) -> bool:
        """Whether a program with this mistake goes wrong on a tree."""
        return not explains(mistake, self.search, tree, right)

    def smallest(
        self, found: Observed, attempt: Attempt, fits: Sequence[Misconception]
    ) -> tuple[Tree, Attempt]:
        """The smallest tree that goes wrong in the same way, and what the program does there."""
        if attempt.stopped or STATE in fits:
            return found.tree, attempt

        def still_wrong(tree: Tree) -> bool:
            nonlocal attempt
            right = self.right(tree)
            if found.severity and not all(self.goes_wrong(m, tree, right) for m in fits):
                return False  # known without running it
            again = self.attempt_on(tree)
            each = Observed(tree, _did(again), right)
            if again.stopped or not each.wrong or each.severity != found.severity:
                return False
            explained = not each.severity or all(
                explains(mistake, self.search, tree, each.did) for mistake in fits
            )
            if explained:
                attempt = again
            return explained

        return shrink(found.tree, still_wrong), attempt

    def report(self, tree: Tree, attempt: Attempt) -> Feedback:
        """Where a run goes wrong, the rule that applies, and what is right."""
        did, right = _did(attempt), self.right(tree)
        trace = record(self.search, tree, **self.options)
        why, step = "", None
        if attempt.error:
            text = f"On this tree, {attempt.error.rstrip('.')}."
        elif did.value != right.value:
            what = "the value to the side to move" if self.negates else "the value"
            text = f"On this tree it returns {brief(attempt.returned)}, which is not {what}."
            why = "A MAX node takes the greatest value of its children, a MIN node the least."
        else:
            where, step = _first_difference(tree, did, right, trace)
            text = f"The value is right, but the leaves are not: {where}."
            why = f"{trace.title} evaluates a leaf only if its value can still change the result."
            if set(did.leaves) == set(right.leaves):
                why = f"Leaves count only in the order in which {trace.title} evaluates them."
        if attempt.printed:
            printed = show_count(len(attempt.printed), "character")
            text += f" (It also printed {printed}, which does not affect the mark.)"
        answer = f"{trace.title} returns {right.value} and evaluates {listed(tree, right.leaves)}."
        if step is not None:
            answer += f" Step {step}: {trace.caption(step)}"
        return Feedback(0.0, text, step, why=why, answer=answer)


def _first_difference(
    tree: Tree, did: Outcome, right: Outcome, trace: Trace
) -> tuple[str, int | None]:
    """The first leaf that is wrong, and the frame that shows why, if it is cut off."""
    pairs = zip(did.leaves, right.leaves, strict=False)
    shorter = min(len(did.leaves), len(right.leaves))
    k = next((k for k, (x, y) in enumerate(pairs) if x != y), shorter)
    if k < len(right.leaves) and right.leaves[k] not in did.leaves:
        return f"it never evaluates {called(tree, right.leaves[k])}", None
    if k == len(did.leaves):
        return f"it stops too early, after {called(tree, did.leaves[-1])}", None
    n = did.leaves[k]
    if n in did.leaves[:k]:
        return f"it evaluates {called(tree, n)} again", None
    if n in right.leaves:
        return f"it evaluates {called(tree, n)} too early", None
    cuts = (i for i, cut in trace.cutoffs.items() if any(n[: len(c)] == c for c in cut.skipped))
    return f"there is no need to evaluate {called(tree, n)}", next(cuts, None)
