"""Feedback to a student: a mark and the reason for it."""

from dataclasses import dataclass
from html import escape


@dataclass(frozen=True)
class Feedback:
    """The mark for an answer, from 0 to 1, and an explanation."""

    score: float
    text: str
    step: int | None = None  # the frame of the model trace that shows the first error
    fits: tuple[str, ...] = ()  # other conventions and misconceptions that lead to this answer

    @property
    def right(self) -> bool:
        """Whether the answer gets full marks."""
        return self.score == 1

    def __str__(self) -> str:
        return f"{'✓' if self.right else '✗'} {self.score:.0%}. {self.text}"

    def _repr_html_(self) -> str:
        colour = "#00694d" if self.right else "#b84a00"
        return (
            f'<div style="border-left:4px solid {colour};padding:4px 12px;white-space:pre-line">'
            f"{escape(str(self))}</div>"
        )


NOT_ANSWERED = Feedback(0.0, "Not answered yet.")
