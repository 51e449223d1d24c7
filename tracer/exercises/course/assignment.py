"""Homework: every student gets their own tree, of a known difficulty, with questions about it.

The tree depends only on the names of the assignment and the student, so it is the same on every
machine and in every version.
"""

import json
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
from tracer.trace.trace_json import option_to_json
from trees.build import uniform
from trees.dewey import label
from trees.number import Number
from trees.tree import Tree

FORMAT = "plyglass-assignment"
VERSION = 1

TWO_DIGITS = range(10, 100)
ATTEMPTS = 500  # how many trees to try until one has the stated difficulty


class Plan(NamedTuple):
    """What an assignment asks, about which search, on trees of what shape and difficulty."""

    title: str
    search: Search
    options: dict[str, Any]
    shape: tuple[int, int]
    guard: str  # the difficulty in words
    fair: Callable[[Measure], bool]  # the difficulty as a test
    kinds: tuple[str, ...]  # kinds of Question, or "reorder", "write" or a property to find


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
        (2, 4),  # a deep cutoff needs four plies
        "three to six cutoffs, at least one of them deep",
        lambda m: 3 <= m.cutoffs <= 6 and m.deep >= 1,
        ("leaves", "cuts", "window", "returned"),
    ),
    "scout": Plan(
        "Scout",
        scout,
        {},
        (2, 4),
        "three to seven cutoffs, and at least one leaf evaluated twice",
        lambda m: 3 <= m.cutoffs <= 7 and m.re_evaluated >= 1,
        ("leaves", "cuts", "next"),
    ),
    "sss-star": Plan(
        "SSS*",
        sss_star,
        {},
        (2, 4),
        "at least three leaves fewer than minimax, and four or more states in OPEN",
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
    """The interface of every question."""

    @property
    def prompt(self) -> str:
        """The question in words."""

    @property
    def rule(self) -> str:
        """How a partly right answer is marked."""

    def check(self, given: Any = None) -> Feedback:
        """Grade an answer; never raises."""


class Assignment(NamedTuple):
    """One student's homework: a tree, and questions by name."""

    name: str
    student: str
    plan: Plan
    tree: Tree
    questions: Mapping[str, Asked]

    def check(self, answers: dict[str, Any]) -> dict[str, Feedback]:
        """Grade answers by question name; a missing one counts as not answered."""
        return {
            name: question.check(answers.get(name)) for name, question in self.questions.items()
        }

    def score(self, answers: dict[str, Any]) -> float:
        """The mean mark over all questions."""
        marks = self.check(answers)
        return sum(feedback.score for feedback in marks.values()) / len(marks)

    def data(self) -> dict[str, Any]:
        """The assignment as plain values, without the answers; the tree is as in `Tree.data`."""
        return {
            "format": FORMAT,
            "version": VERSION,
            "name": self.name,
            "student": self.student,
            "title": self.plan.title,
            "search": self.plan.search.__name__,
            "options": option_to_json(self.plan.options),
            "tree": self.tree.data(),
            "questions": [
                {
                    "name": name,
                    "kind": kind,
                    "prompt": asked.prompt,
                    "rule": asked.rule,
                    **_at(asked),
                }
                for kind, (name, asked) in zip(self.plan.kinds, self.questions.items(), strict=True)
            ],
        }

    def to_json(self) -> str:
        """Write the assignment to hand out or to show in another program, without the answers."""
        return json.dumps(self.data(), allow_nan=False)


def _at(asked: Asked) -> dict[str, Any]:
    """Where a question is asked, if that matters: a Dewey number or a count."""
    at = asked.at if isinstance(asked, Question) else None
    if at is None:
        return {}
    return {"at": label(at) if isinstance(at, tuple) else at}


def assignment(name: str, student: str) -> Assignment:
    """A student's homework; the same two names always give the same homework."""
    if name not in PLANS:
        raise ValueError(f"Unknown assignment {name!r}. Choose one of: {', '.join(PLANS)}.")
    if not isinstance(student, str) or not student.strip():
        raise ValueError(f"student must be a name or a number as a string, not {student!r}")
    plan, student = PLANS[name], normalize("NFC", student.strip())
    for attempt in range(ATTEMPTS):
        tree = uniform(*plan.shape, _leaves(f"{name}:{student}:{attempt}", plan))
        trace = record(plan.search, tree, **plan.options)
        if plan.fair(measure(trace)):
            break
    else:
        raise ValueError(f"none of {ATTEMPTS} trees for {name!r} has {plan.guard}")
    questions = dict(_question(kind, plan, trace) for kind in plan.kinds)
    return Assignment(name, student, plan, tree, questions)


def _question(kind: str, plan: Plan, trace: Trace) -> tuple[str, Asked]:
    """A question and its name, which is that of the function to write or of the kind."""
    if kind == "write":
        return plan.search.__name__, Write(plan.search)
    if kind == "reorder":
        return kind, Reorder(trace.tree, plan.search)
    if kind in PROPERTIES:
        return kind.replace("-", "_"), Find(kind)
    at = _where(kind, trace)
    return kind, Question(kind, plan.search, trace.tree, at=at, **plan.options)


def _leaves(key: str, plan: Plan) -> list[Number]:
    """Distinct two-digit values, shuffled by a hash and not by any library's random generator."""
    w, d = plan.shape
    pool = list(TWO_DIGITS)
    digest = shake_128(key.encode(errors="surrogatepass")).digest(8 * w**d)
    chosen: list[Number] = []
    for i in range(w**d):
        draw = int.from_bytes(digest[8 * i : 8 * i + 8], "big")
        chosen.append(pool.pop(draw * len(pool) >> 64))
    return chosen


def _where(kind: str, trace: Trace) -> Any:
    """Where to ask about a search: at a moment when much is going on."""
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
