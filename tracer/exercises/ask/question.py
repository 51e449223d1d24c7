"""Questions: asked of a search on a tree, answered with a plain value, graded from the trace."""

from collections.abc import Iterator
from functools import cached_property
from itertools import combinations, product
from typing import Any

from tracer.algorithms.registry import Search
from tracer.exercises.ask.answers import AnswerError, brief, read_node
from tracer.exercises.ask.feedback import NOT_ANSWERED, Feedback
from tracer.exercises.ask.marking import RULES
from tracer.exercises.ask.misconceptions import MISCONCEPTIONS, Misconception
from tracer.exercises.ask.question_kinds import KINDS, At, Kind
from tracer.trace.trace import Trace, record
from trees.tree import Tree

# The conventions that sources differ in: an option, its values, and how they are called.
CONVENTIONS: dict[str, dict[str, dict[Any, str]]] = {
    "alphabeta": {
        "strict": {
            False: "cuts where the bound is met (≥)",
            True: "strict cuts, only where the bound is passed (>)",
        },
        "soft": {True: "fail-soft", False: "fail-hard"},
        "order": {"left-to-right": "left to right", "right-to-left": "right to left"},
    },
    "ps_star": {"published": {False: "the repaired Γ", True: "Γ as published"}},
}


class Question:
    """One question; `prompt` asks it, `check(answer)` grades it, `answer` is the key.

    `at` says where: a node for "window" and "returned", a count of visits for "next", of
    actions of Γ for "open", "backup" and "case", of passes for "bounds".
    """

    def __init__(
        self,
        kind: str,
        search: Search,
        tree: Tree,
        /,
        *,
        at: Any = None,
        **options: Any,
    ) -> None:
        if kind not in KINDS:
            raise ValueError(f"{kind!r} is not a kind of question: there are {', '.join(KINDS)}")
        self.kind = kind
        self.search = search
        self.tree = tree
        self.options = options
        self.at: At = _read_at(kind, at, tree)
        self.trace: Trace = record(search, tree, **options)
        try:
            self.answer = self._kind.key(self.trace, self.at)
        except LookupError as error:
            where = "" if at is None else f" at {at!r}"
            raise ValueError(f"{kind!r}{where} cannot be asked here: {error}") from None

    @property
    def _kind(self) -> Kind:
        return KINDS[self.kind]

    @property
    def prompt(self) -> str:
        """The question in words."""
        return self._kind.prompt(self.trace, self.at)

    @property
    def rule(self) -> str:
        """How part of an answer is marked."""
        return RULES[self._kind.mark]

    def check(self, given: Any = None) -> Feedback:
        """Grade an answer and say what is wrong with it; never raises."""
        if given is None or given is Ellipsis:
            return NOT_ANSWERED
        try:
            answer = self._kind.read(given, self.tree)
        except AnswerError as error:
            return Feedback(0.0, f"{error}.")
        except RecursionError:
            return Feedback(0.0, "This answer is nested too deeply to be read.")
        except Exception:  # an object that does not even let itself be looked at
            return Feedback(0.0, f"{brief(given)} cannot be read: write plain values.")
        score = self._kind.mark(self.answer, answer)
        if score == 1:
            return Feedback(1.0, "Right.")
        text, step = self._kind.explain(self.trace, self.at, self.answer, answer)
        fits = [name for name, key in self._conventions if key == answer]
        wrong = [wrong for wrong, key in self._misconceptions if key == answer]
        if fits:
            text += f" Right under another convention: {fits[0]}."
        if wrong:
            slips = ", or ".join(f"“{found.name}”" for found in wrong)
            text += f" Your answer fits a known slip: {slips}. {wrong[0].remark}"
        return Feedback(score, text, step, (*fits, *(found.name for found in wrong)))

    @cached_property
    def _conventions(self) -> list[tuple[str, Any]]:
        """The other conventions, nearest first, with their keys."""
        known = CONVENTIONS.get(self.trace.algorithm.name, {})
        return [
            (
                ", ".join(known[option][value] for option, value in changes.items()),
                self._key_of(self.search, self.options | changes),
            )
            for changes in _variants(known, self.options)
        ]

    @cached_property
    def _misconceptions(self) -> list[tuple[Misconception, Any]]:
        known = MISCONCEPTIONS.get(self.trace.algorithm.name, ())
        return [(wrong, self._key_of(wrong.search, {})) for wrong in known]

    def _key_of(self, search: Search, options: dict[str, Any]) -> Any:
        try:
            return self._kind.key(record(search, self.tree, **options), self.at)
        except LookupError:
            return None

    def __repr__(self) -> str:
        return f"<Question {self.kind}: {self.prompt}>"

    def _repr_markdown_(self) -> str:
        return f"**Question.** {_escaped(self.prompt)} *(Marks: {self.rule}.)*"


def _escaped(text: str) -> str:
    return "".join(f"\\{c}" if c in "\\`*_{}[]<>()#+-.!|$&" else c for c in text)


def _read_at(kind: str, at: Any, tree: Tree) -> At:
    if kind in ("values", "leaves", "cuts"):
        if at is not None:
            raise ValueError(f"a question of kind {kind!r} is about the whole search: leave out at")
        return None
    if kind in ("window", "returned"):
        if at is None:
            raise ValueError(f"a question of kind {kind!r} needs a node: at='1.2'")
        return read_node(at, tree)
    if type(at) is not int or at < 0:
        raise ValueError(f"a question of kind {kind!r} needs a count from 0 up: at=3")
    return at


def _variants(
    known: dict[str, dict[Any, str]], options: dict[str, Any]
) -> Iterator[dict[str, Any]]:
    """Changes of conventions: one first, then several."""
    others = {
        option: [v for v in values if v != options.get(option, next(iter(values)))]
        for option, values in known.items()
    }
    for size in range(1, len(others) + 1):
        for chosen in combinations(others, size):
            for values in product(*(others[option] for option in chosen)):
                yield dict(zip(chosen, values, strict=True))
