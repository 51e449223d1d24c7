"""Questions of graded work, as students get them: with a prompt, without a key."""

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Literal

from tracer.algorithms.registry import Search
from tracer.exercises.ask.construct import PROPERTIES, Change, Find, Reorder
from tracer.exercises.ask.feedback import HINTS, NOT_ANSWERED, Feedback, unreadable
from tracer.exercises.ask.question import Question
from tracer.exercises.code.check import Write
from trees.tree import Tree

if TYPE_CHECKING:
    from tracer.exercises.ask.asking import Asking

Allowed = Literal["none", "where", "why", "answer"]
ALLOWED: tuple[Allowed, ...] = ("none", *HINTS)


class Recorded(Feedback):
    """What is said about an answer that is only marked after the deadline."""

    def __str__(self) -> str:
        return self.text


RECORDED = Recorded(0.0, "Recorded. It will be marked after the deadline.")


class Sealed:
    """A question that says no more than the instructor allows.

    `allowed` is "none" if an answer is only read, not marked, or else the highest hint.
    """

    def __init__(
        self,
        asked: dict[str, Any],
        search: Search,
        tree: Tree,
        options: dict[str, Any],
        allowed: Allowed,
    ) -> None:
        self.kind: str = asked["kind"]
        self.prompt: str = asked["prompt"]
        self.rule: str = asked["rule"]
        self.at = asked.get("at")
        self.value: Any = asked.get("value")
        self.leaves = asked.get("leaves")
        self.tree = tree
        self._search = search
        self._options = options
        self._allowed = allowed

    @property
    def answer(self) -> Any:
        """The key, if the instructor allows it to be shown."""
        if self._allowed == "answer":
            opened = self._opened()
            return None if isinstance(opened, Write) else opened.answer
        raise PermissionError("This homework is graded: the answers stay with the instructor.")

    def check(self, given: Any = None) -> Feedback:
        """Say whether an answer can be read and, if allowed, what is wrong with it."""
        if given is None or given is Ellipsis:
            return NOT_ANSWERED
        if self._allowed == "none" and self.kind == "write":
            return RECORDED if callable(given) else unreadable("This is not a function")
        found = self._opened().check(given)
        if self._allowed != "none":
            return found.up_to(self._allowed)
        return RECORDED if found.readable else replace(found, score=0.0)  # no mark is shown

    def ask(self) -> "Asking":
        """Show the tree and take the answer by mouse or keyboard; `value` is the answer."""
        opened = self._opened()
        if not isinstance(opened, Question):
            raise ValueError(
                "This question cannot be answered by clicking. Write the answer as code."
            )
        asking = opened.ask()
        asking.question = self  # which says no more than is allowed
        return asking

    def _opened(self) -> Question | Reorder | Change | Find | Write:
        if self.kind == "write":
            return Write(self._search)
        if self.kind == "reorder":
            return Reorder(self.tree, self._search)
        if self.kind == "change":
            return Change(self.tree, self.value)
        if self.kind in PROPERTIES:
            return Find(self.kind, leaves=self.leaves, value=self.value)
        return Question(self.kind, self._search, self.tree, at=self.at, **self._options)

    def __repr__(self) -> str:
        return f"<Question {self.kind}: {self.prompt}>"
