"""Feedback to a student: a mark, and hints that each say a little more than the one before."""

from dataclasses import dataclass, field, replace
from html import escape
from typing import Any, Literal, Self

Hint = Literal["where", "why", "answer"]
HINTS: tuple[Hint, ...] = ("where", "why", "answer")


@dataclass(frozen=True)
class Feedback:
    """The mark for an answer, from 0 to 1, and a ladder of hints.

    `text` says where the answer goes wrong, `why` which rule applies there, without the numbers,
    and `answer` gives the right answer with the reason for it. Only `text` is shown unasked.
    """

    score: float
    text: str
    step: int | None = None  # the frame of the model trace that shows the first error
    fits: tuple[str, ...] = ()  # conventions and misconceptions that explain it, simplest first
    why: str = field(default="", repr=False)  # a repr must not give the answer away
    answer: str = field(default="", repr=False)
    readable: bool = True  # whether all of the answer could be read

    @property
    def right(self) -> bool:
        """Whether the answer gets full marks."""
        return self.score == 1

    def up_to(self, hint: Hint) -> Self:
        """The same feedback without the hints above `hint`; graded work shows it this way."""
        if hint not in HINTS:
            raise ValueError(f"Unknown hint {hint!r}. Choose one of: {', '.join(HINTS)}.")
        less: dict[str, Any] = {} if hint == "answer" else {"answer": "", "step": None}
        if hint == "where":
            less["why"] = ""
        return replace(self, **less)

    def __str__(self) -> str:
        return f"{'✓' if self.right else '✗'} {self.score:.0%}. {self.text}"

    def _repr_html_(self) -> str:
        colour = "#00694d" if self.right else "#b84a00"
        return (
            f'<div style="border-left:4px solid {colour};padding:4px 12px;white-space:pre-wrap">'
            f"{escape(str(self))}{self._ladder()}</div>"
        )

    def _ladder(self) -> str:
        """The hints above `text`, each behind a click."""
        folded = ""
        for summary, hint in ("Show the answer", self.answer), ("Why?", self.why):
            if hint:
                summary = f'<summary style="cursor:pointer">{summary}</summary>'
                folded = f"<details>{summary}{escape(hint)}{folded}</details>"
        return folded


NOT_ANSWERED = Feedback(0.0, "Not answered yet.")


def unreadable(reason: object, score: float = 0.0) -> Feedback:
    """Feedback to an answer that cannot be read, or not all of it."""
    return Feedback(score, f"{reason}.", readable=False)
