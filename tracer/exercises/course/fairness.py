"""How fair an assignment is to a class: equal work, keys of one's own, no marks without thought."""

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping
from typing import Any, NamedTuple

from tracer.exercises.ask.construct import Change, Find, Reorder
from tracer.exercises.ask.no_effort import STRATEGIES
from tracer.exercises.ask.question import Question
from tracer.exercises.course.assignment import Asked, Assignment, assignment
from tracer.exercises.course.plans import WORK, Plan
from tracer.trace.trace import record
from trees.build import to_nested
from trees.number import show_count

SHARED = 0.05  # the largest part of a class that may have the same key
SHARED_ANYWAY = 3  # in a small class, this many students may
WITHOUT_EFFORT = 0.20  # the highest mean mark for answers that take no thought
COPIED = "a neighbour's answers"  # one more strategy, which is measured but not limited


class Spread(NamedTuple):
    """The lowest, the mean and the highest of some numbers."""

    low: int
    mean: float
    high: int


class Fairness(NamedTuple):
    """What an assignment is like for a class.

    `shared` has, for every question with a key, the largest number of students with the same key.
    `marks` has the mean marks of the class by strategy and question.
    """

    name: str
    plan: Plan
    students: int
    trees: int
    work: Mapping[str, Spread]
    shared: Mapping[str, int]
    marks: Mapping[str, Mapping[str, float]]

    @property
    def may_share(self) -> int:
        """How many students may have the same key."""
        return max(SHARED_ANYWAY, int(SHARED * self.students))

    def broken(self) -> list[str]:
        """The limits that this class breaks, in words."""
        found = []
        if self.trees < self.students:
            found.append(f"{self.students} students have only {self.trees} different trees")
        for name, (low, high) in self.plan.bands.items():
            if self.work[name].low < low or self.work[name].high > high:
                found.append(f"{WORK[name].more} must be from {low} to {high}")
        for question, many in self.shared.items():
            if many > self.may_share:
                found.append(
                    f"{many} of {self.students} students share the key of {question!r}, and at "
                    f"most {self.may_share} may"
                )
        for strategy, marks in self.marks.items():
            if strategy != COPIED and (mean := _mean(marks.values())) > WITHOUT_EFFORT:
                found.append(
                    f"the answers {strategy!r} earn {mean:.0%}, and no answers without thought may "
                    f"earn more than {WITHOUT_EFFORT:.0%}"
                )
        return found

    def __str__(self) -> str:
        many = show_count(self.students, "student")
        lines = [f"{self.name}: {many}, {show_count(self.trees, 'different tree')}"]
        lines += ["", _row("work", ["lowest", "mean", "highest", "allowed"])]
        for name, spread in self.work.items():
            low, high = self.plan.bands[name]
            numbers = [f"{spread.low}", f"{spread.mean:.1f}", f"{spread.high}", f"{low}-{high}"]
            lines.append(_row(WORK[name].more, numbers))
        if self.shared:
            lines += ["", _row("question", ["same key", "of class"])]
            for question, most in self.shared.items():
                lines.append(_row(question, [f"{most}", f"{most / self.students:.1%}"]))
            lines += ["", _row("mean mark for", [*(q[:9] for q in self.shared), "mean"])]
            for strategy, marks in self.marks.items():
                shown = [f"{marks[q]:.0%}" if q in marks else "-" for q in self.shared]
                lines.append(_row(strategy, [*shown, f"{_mean(marks.values()):.0%}"]))
        lines += ["", *(f"Limit broken: {text}." for text in self.broken())]
        return "\n".join([*lines, *([] if self.broken() else ["All limits are kept."])])


def _row(first: str, rest: Iterable[str]) -> str:
    return f"  {first:<24}" + "".join(f"{text:>10}" for text in rest)


def _mean(numbers: Iterable[float]) -> float:
    found = list(numbers)
    return sum(found) / len(found) if found else 0.0


def fairness(name: str, students: Iterable[str], *, secret: str | None = None) -> Fairness:
    """Measure an assignment on a class."""
    names = list(students)
    if not names:
        raise ValueError("No students were given. Give at least one.")
    twice = [student for student, many in Counter(names).items() if many > 1]
    if twice:
        raise ValueError(f"{twice[0]!r} is in the list of students more than once.")
    class_ = [assignment(name, student, secret=secret) for student in names]
    plan = class_[0].plan
    keys = {q: [key_of(h.questions[q]) for h in class_] for q in class_[0].questions}
    keyed = [q for q, found in keys.items() if found[0] is not None]
    traces = [record(plan.search, h.tree, **plan.options) for h in class_]
    return Fairness(
        name,
        plan,
        len(names),
        len({str(to_nested(h.tree)) for h in class_}),
        {work: _spread([WORK[work].count(trace) for trace in traces]) for work in plan.bands},
        {q: Counter(keys[q]).most_common(1)[0][1] for q in keyed},
        _marks(class_, keyed),
    )


def check_class(name: str, students: Iterable[str], *, secret: str | None = None) -> Fairness:
    """Measure an assignment on a class, and raise ValueError if it breaks a limit."""
    found = fairness(name, students, secret=secret)
    if broken := found.broken():
        raise ValueError(
            f"The assignment {name!r} is not fair to this class: {'; '.join(broken)}. "
            "Choose another secret, or change the plan."
        )
    return found


def key_of(question: Asked) -> Hashable:
    """What a right answer depends on; None if it is a program, which is the same for everybody."""
    if isinstance(question, Question):
        key = question.answer
        return frozenset(key.items()) if isinstance(key, dict) else key
    if isinstance(question, Reorder):
        return tuple(sorted(question.values))
    if isinstance(question, Change):
        return question.answer
    return (question.leaves, question.value) if isinstance(question, Find) else None


def _spread(numbers: list[int]) -> Spread:
    return Spread(min(numbers), _mean(numbers), max(numbers))


def _marks(class_: list[Assignment], keyed: list[str]) -> dict[str, dict[str, float]]:
    """The mean marks by strategy and question."""
    marks: dict[str, dict[str, float]] = {}
    for q in keyed:
        asked = [_with_key(homework.questions[q]) for homework in class_]
        for strategy in STRATEGIES:
            if any(strategy in question.no_effort for question in asked):
                scores = (_mark(each, each.no_effort.get(strategy)) for each in asked)
                marks.setdefault(strategy, {})[q] = _mean(scores)
        pairs = zip(asked, [*asked[1:], asked[0]], strict=True)
        marks.setdefault(COPIED, {})[q] = _mean(_mark(each, other.answer) for each, other in pairs)
    return {strategy: marks[strategy] for strategy in (*STRATEGIES, COPIED) if strategy in marks}


WithKey = Question | Reorder | Change | Find


def _with_key(question: Asked) -> WithKey:
    assert isinstance(question, WithKey)
    return question


def _mark(question: WithKey, answer: Any) -> float:
    if answer is None:
        return 0.0
    return question.mark(answer) if isinstance(question, Question) else question.check(answer).score
