"""Homework: a tree of its own for every student, of guarded difficulty, with its questions.

The tree depends on nothing but the names of the assignment and the student, so it is the same
on every machine and in every version.
"""

from collections.abc import Callable, Mapping
from hashlib import shake_128
from math import inf
from typing import Any, NamedTuple, Protocol
from unicodedata import normalize

from tracer.algorithms import alphabeta, minimax, mtd_f, ps_star, scout, sss_star
from tracer.algorithms.registry import Search
from tracer.exercises.ask.construct import PROPERTIES, Find, Reorder
from tracer.exercises.ask.feedback import Feedback
from tracer.exercises.ask.question import Question
from tracer.exercises.code.check import Write
from tracer.log.events import Enter
from tracer.trace.measure import Measure, measure
from tracer.trace.moments import moments
from tracer.trace.trace import Trace, record
from trees.build import uniform
from trees.number import Number
from trees.tree import Tree

TWO_DIGITS = range(10, 100)
ATTEMPTS = 500  # trees tried for one of the stated difficulty


class Plan(NamedTuple):
    """What an assignment asks, of which search, on trees of which shape and difficulty."""

    title: str
    search: Search
    options: dict[str, Any]
    shape: tuple[int, int]
    guard: str  # the difficulty in words
    fair: Callable[[Measure], bool]  # the same as a test
    kinds: tuple[str, ...]  # of Question; or "reorder", "write", or a property to find


def _always(_: Measure) -> bool:
    return True


PLANS: dict[str, Plan] = {
    "minimax": Plan(
        "Minimax", minimax, {}, (3, 2), "any tree of two plies", _always, ("values", "next")
    ),
    "alpha-beta": Plan(
        "Alpha-beta",
        alphabeta,
        {},
        (2, 4),  # a deep cutoff takes four plies
        "three to six cutoffs, at least one of them deep",
        lambda m: 3 <= m.cutoffs <= 6 and m.deep >= 1,
        ("leaves", "cuts", "window", "returned"),
    ),
    "scout": Plan(
        "Scout",
        scout,
        {},
        (2, 4),
        "three to seven cutoffs, at least one leaf looked at twice",
        lambda m: 3 <= m.cutoffs <= 7 and m.re_evaluated >= 1,
        ("leaves", "cuts", "next"),
    ),
    "sss-star": Plan(
        "SSS*",
        sss_star,
        {},
        (2, 4),
        "at least three leaves fewer than minimax, and OPEN of four or more",
        lambda m: m.leaves_saved >= 3 and m.peak_open >= 4,
        ("leaves", "open", "case"),
    ),
    "ps-star": Plan(
        "PS*(2)",
        ps_star,
        {"k": 2},
        (4, 2),
        "at least two leaves saved",
        lambda m: m.leaves_saved >= 2,
        ("leaves", "open", "backup", "case"),
    ),
    "mtd-f": Plan(
        "MTD(f)",
        mtd_f,
        {"first": 50},
        (3, 3),
        "two to five passes",
        lambda m: 2 <= m.passes <= 5,
        ("leaves", "bounds"),
    ),
    "construct": Plan(
        "Make it so",
        alphabeta,
        {},
        (2, 3),
        "any tree of three plies",
        _always,
        ("reorder", "ps-beats-sss", "published-ps-errs"),
    ),
    "write-minimax": Plan(
        "Write minimax", minimax, {}, (3, 2), "any tree of two plies", _always, ("write",)
    ),
    "write-alpha-beta": Plan(
        "Write alpha-beta",
        alphabeta,
        {},
        (2, 4),
        "at least one deep cutoff",
        lambda m: m.deep >= 1,
        ("write", "leaves"),
    ),
}


class Asked(Protocol):
    """What every question can do."""

    @property
    def prompt(self) -> str:
        """The question in words."""

    @property
    def rule(self) -> str:
        """How part of an answer is marked."""

    def check(self, given: Any = None) -> Feedback:
        """Grade an answer; never raises."""


class Assignment(NamedTuple):
    """One student's homework: a tree and questions by name."""

    name: str
    student: str
    plan: Plan
    tree: Tree
    questions: Mapping[str, Asked]

    def check(self, answers: dict[str, Any]) -> dict[str, Feedback]:
        """Grade answers by question; one that is missing counts as not answered."""
        return {
            name: question.check(answers.get(name)) for name, question in self.questions.items()
        }

    def score(self, answers: dict[str, Any]) -> float:
        """The mean mark over all questions."""
        marks = self.check(answers)
        return sum(feedback.score for feedback in marks.values()) / len(marks)


def assignment(name: str, student: str) -> Assignment:
    """The homework of a student: the same for the same two names, for ever."""
    if name not in PLANS:
        raise ValueError(f"{name!r} is not an assignment: there are {', '.join(PLANS)}")
    if not isinstance(student, str) or not student.strip():
        raise ValueError(f"the student is {student!r}: give a name or a number as a text")
    plan, student = PLANS[name], normalize("NFC", student.strip())
    for attempt in range(ATTEMPTS):
        tree = uniform(*plan.shape, _leaves(f"{name}:{student}:{attempt}", plan))
        trace = record(plan.search, tree, **plan.options)
        if plan.fair(measure(trace)):
            break
    else:
        raise ValueError(f"of {ATTEMPTS} trees for {name!r} none has {plan.guard}")
    questions = dict(_question(kind, plan, trace) for kind in plan.kinds)
    return Assignment(name, student, plan, tree, questions)


def _question(kind: str, plan: Plan, trace: Trace) -> tuple[str, Asked]:
    """A question and its name: that of the function to write, or of the kind."""
    if kind == "write":
        return plan.search.__name__, Write(plan.search)
    if kind == "reorder":
        return kind, Reorder(trace.tree, plan.search)
    if kind in PROPERTIES:
        return kind.replace("-", "_"), Find(kind)
    at = _where(kind, trace)
    return kind, Question(kind, plan.search, trace.tree, at=at, **plan.options)


def _leaves(key: str, plan: Plan) -> list[Number]:
    """Different two-digit values: a shuffle driven by a hash, not by any library's generator."""
    w, d = plan.shape
    pool = list(TWO_DIGITS)
    digest = shake_128(key.encode(errors="surrogatepass")).digest(8 * w**d)
    chosen: list[Number] = []
    for i in range(w**d):
        draw = int.from_bytes(digest[8 * i : 8 * i + 8], "big")
        chosen.append(pool.pop(draw * len(pool) >> 64))
    return chosen


def _where(kind: str, trace: Trace) -> Any:
    """The moment of a search that is worth a question: where the most is going on."""
    if kind == "window":
        visits = [taken for taken in trace.events if isinstance(taken, Enter)]
        closed = [v for v in visits if abs(v.alpha) != inf and abs(v.beta) != inf]
        return (closed or visits)[-1].node
    if kind == "returned":
        return next(iter(trace.cutoffs.values())).node
    if kind == "next":
        return len(moments(trace.tree, trace.changes, "next")) // 2
    if kind in ("open", "backup", "case"):
        return (len(moments(trace.tree, trace.changes, "case")) + 1) // 2
    return 1 if kind == "bounds" else None
