"""Homework: every student gets their own tree, of a known difficulty, with questions about it.

A tree depends only on the names of the assignment and the student and on the instructor's secret,
so it is the same on every machine and in every version. Without a secret, homework is practice:
everybody can make everybody's.
"""

import json
from collections.abc import Mapping
from typing import Any, NamedTuple, Protocol
from unicodedata import normalize

from tracer.algorithms.registry import ALGORITHMS, Search
from tracer.exercises.ask.construct import PROPERTIES, Change, Find, Reorder, reach
from tracer.exercises.ask.feedback import Feedback
from tracer.exercises.ask.no_effort import no_effort
from tracer.exercises.ask.question import Question
from tracer.exercises.ask.question_kinds import KINDS
from tracer.exercises.code.check import Write
from tracer.exercises.course.places import places
from tracer.exercises.course.plans import PLANS, Plan
from tracer.exercises.course.sealed import ALLOWED, Allowed, Recorded, Sealed
from tracer.exercises.course.secret import Draws, seed
from tracer.trace.trace import Trace
from tracer.trace.trace_json import option_from_json, option_to_json
from trees.dewey import ROOT, Node, label
from trees.tree import Tree
from trees.tree_json import from_data, parse_json

__all__ = ["PLANS", "Asked", "Assignment", "Plan", "assignment"]

FORMAT = "plyglass-assignment"
VERSION = 2
VERSIONS = (1, 2)  # that can be read

VALUES = range(100, 1000)  # with two digits, too many students would share an answer
WIDE = 3  # one inner node in this many has three children, the others have two
EARLY = 5  # one node in this many below the first ply is a leaf although it is not in the last one
ATTEMPTS = 20_000  # how many trees to draw until one has the stated difficulty
LEAVES = range(9, 17)  # how many leaves a tree to be found has
SAVED = 2  # how many leaves a good order must save, compared with one without thought


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
    practice: bool = True  # whether anybody can make it, because no secret was used
    hints: Allowed = "answer"  # how much students are told before the deadline
    attempt: int = 0  # how many trees were drawn before this one

    def check(self, answers: dict[str, Any]) -> dict[str, Feedback]:
        """Grade answers by question name; a missing one counts as not answered."""
        return {
            name: question.check(answers.get(name)) for name, question in self.questions.items()
        }

    def score(self, answers: dict[str, Any]) -> float:
        """The mean mark over all questions."""
        marks = self.check(answers)
        if any(isinstance(feedback, Recorded) for feedback in marks.values()):
            raise ValueError("This homework will be marked after the deadline.")
        return sum(feedback.score for feedback in marks.values()) / len(marks)

    def data(self) -> dict[str, Any]:
        """The assignment as plain values, without the answers; the tree is as in `Tree.data`."""
        return {
            "format": FORMAT,
            "version": VERSION,
            "name": self.name,
            "student": self.student,
            "practice": self.practice,
            "hints": self.hints,
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
                    **_asked_for(asked),
                }
                for kind, (name, asked) in zip(self.plan.kinds, self.questions.items(), strict=True)
            ],
        }

    def to_json(self) -> str:
        """Write the assignment to hand out or to show in another program, without the answers."""
        return json.dumps(self.data(), allow_nan=False)

    @classmethod
    def from_json(cls, text: str) -> "Assignment":
        """Read homework as students get it: its questions say no more than `hints` allows."""
        return _from_data(parse_json(text))


def _asked_for(asked: Asked) -> dict[str, Any]:
    """What else a question depends on: a place in the search, or numbers to reach."""
    if isinstance(asked, Sealed):
        parts = {"at": asked.at, "leaves": asked.leaves, "value": asked.value}
        return {name: part for name, part in parts.items() if part is not None}
    if isinstance(asked, Question) and asked.at is not None:
        return {"at": label(asked.at) if isinstance(asked.at, tuple) else asked.at}
    if isinstance(asked, Change):
        return {"value": asked.value}
    if isinstance(asked, Find):
        return {"leaves": asked.leaves, "value": asked.value}
    return {}


def _from_data(data: Any) -> Assignment:
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise ValueError(f"This is not homework: the JSON must have the format {FORMAT!r}.")
    if data.get("version") not in VERSIONS:
        known = " and ".join(map(str, VERSIONS))
        raise ValueError(f"Version {data.get('version')!r} is unknown. Known versions: {known}.")
    try:
        search = ALGORITHMS[data["search"]].search
        options = option_from_json(data["options"])
        tree = from_data(data["tree"])
        hints = data.get("hints", "answer")
        if hints not in ALLOWED:
            raise ValueError(f"Unknown hints {hints!r}. Choose one of: {', '.join(ALLOWED)}")
        questions = {q["name"]: Sealed(q, search, tree, options, hints) for q in data["questions"]}
        plies = max(map(len, tree.leaves()))
        kinds = tuple(question.kind for question in questions.values())
        plan = Plan(data["title"], search, options, plies, {}, kinds)
        practice = data.get("practice", True)
        return Assignment(data["name"], data["student"], plan, tree, questions, practice, hints)
    except (LookupError, TypeError, AttributeError) as error:
        raise ValueError(f"This homework is incomplete or damaged: {error}.") from None


def assignment(
    name: str, student: str, *, secret: str | None = None, hints: Allowed = "none"
) -> Assignment:
    """A student's homework; the same names and the same secret always give the same homework.

    `hints` is how much the students' copies of graded work say before the deadline. Without a
    secret, homework is practice and tells everything.
    """
    if name not in PLANS:
        raise ValueError(f"Unknown assignment {name!r}. Choose one of: {', '.join(PLANS)}.")
    if not isinstance(student, str) or not student.strip():
        raise ValueError(f"student must be a name or a number as a string, not {student!r}")
    if hints not in ALLOWED:
        raise ValueError(f"Unknown hints {hints!r}. Choose one of: {', '.join(ALLOWED)}.")
    made = draw(name, student, seed(name, student, secret))
    return made if secret is None else made._replace(practice=False, hints=hints)


def draw(name: str, student: str, key: str, first: int = 0) -> Assignment:
    """The homework drawn from a seed, which stands for the secret in places less safe.

    To draw it again, let the `first` attempt be the one that succeeded.
    """
    plan, student = PLANS[name], normalize("NFC", student.strip())
    for attempt in range(first, ATTEMPTS):
        draws = Draws(f"{key}:{attempt}")
        tree = _tree(plan, draws)
        if tree is None or (trace := plan.record(tree)) is None:
            continue
        where = {kind: _places(kind, trace) for kind in plan.kinds if kind in KINDS}
        if not all(where.values()):
            continue
        at = {kind: draws.choice(found) for kind, found in where.items()}
        asked = [_question(kind, plan, trace, at.get(kind), draws) for kind in plan.kinds]
        questions = {key: question for key, question in asked if question is not None}
        if len(questions) == len(asked):
            return Assignment(name, student, plan, tree, questions, attempt=attempt)
    raise ValueError(f"None of {ATTEMPTS:,} trees for {name!r} has {plan.guard}.")


def _tree(plan: Plan, draws: Draws) -> Tree | None:
    """A tree of the right depth with different values, if it also has the right size."""
    plies = _shape(plan, draws)
    if plies is None:
        return None
    children: dict[Node, tuple[Node, ...]] = {}
    leaves: list[Node] = []
    inner: list[Node] = [ROOT]
    for widths, early in plies:
        for n, width in zip(inner, widths, strict=True):
            children[n] = tuple([(*n, i) for i in range(1, width + 1)])
        below = [c for n in inner for c in children[n]]
        leaves += [n for n, leaf in zip(below, early, strict=True) if leaf]
        inner = [n for n, leaf in zip(below, early, strict=True) if not leaf]
    children |= dict.fromkeys(leaves, ())
    values = dict(zip(leaves, draws.sample(VALUES, len(leaves)), strict=True))
    return Tree.of_tables(children, values)


def _shape(plan: Plan, draws: Draws) -> list[tuple[list[int], list[bool]]] | None:
    """For every ply the widths of the inner nodes above it and which of its nodes are leaves.

    Only a shape of the right size is returned: most are not, so that nodes are made later.
    """
    low, high = plan.bands["size"]
    plies, leaves, inner = [], 0, 1
    for ply in range(1, plan.plies + 1):
        widths = [2 + wide for wide in draws.zeros(WIDE, inner)]
        below = sum(widths)
        if 1 < ply < plan.plies:
            early = draws.zeros(EARLY, below)
        else:
            early = [ply == plan.plies] * below
        leaves += sum(early)
        inner = below - sum(early)
        if leaves + 2 * inner > high:  # inner nodes have two children or more
            return None
        plies.append((widths, early))
    return plies if leaves >= low else None


def _places(kind: str, trace: Trace) -> list[Any]:
    """The places where to ask a question that nobody answers without thought."""
    key, tree = KINDS[kind].key, trace.tree
    return [
        at for at in places(kind, trace) if key(trace, at) not in no_effort(kind, tree, at).values()
    ]


def _question(
    kind: str, plan: Plan, trace: Trace, at: Any, draws: Draws
) -> tuple[str, Asked | None]:
    """A question and its name, which is that of the function to write or of the kind.

    There is no question if this tree is not good enough for it.
    """
    if kind == "write":
        return plan.search.__name__, Write(plan.search)
    if kind in PROPERTIES:
        leaves, value = draws.choice(LEAVES), draws.choice(VALUES)
        return kind.replace("-", "_"), Find(kind, leaves=leaves, value=value)
    if kind == "reorder":
        return kind, _reorder(trace.tree, plan.search)
    if kind == "change":
        return kind, _change(trace.tree, draws)
    return kind, Question(kind, plan.search, trace.tree, at=at, trace=trace, **plan.options)


def _reorder(tree: Tree, search: Search) -> Reorder | None:
    """A task in which a good order saves at least two leaves more than an order without thought."""
    task = Reorder(tree, search)
    return task if task.proven and task.leaves_without_effort - task.best >= SAVED else None


def _change(tree: Tree, draws: Draws) -> Change | None:
    """A task that only one leaf solves, and not the leaf that decides the value so far."""
    reached = reach(tree)
    decides = {n for n, (low, high) in reached.items() if low < tree.value(n) < high}
    wanted = []
    for value in VALUES:
        able = [n for n, (low, high) in reached.items() if low <= value <= high]
        if len(able) == 1 and able[0] not in decides:
            wanted.append(value)
    if not wanted:
        return None
    task = Change(tree, draws.choice(wanted))
    return None if task.answer in task.no_effort.values() else task
