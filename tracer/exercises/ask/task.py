"""A task to predict, change, construct or write something, judged by any function."""

import ast
import dis
from collections.abc import Callable
from inspect import getsource, isfunction
from textwrap import dedent
from typing import Any

from tracer.exercises.ask.answers import brief
from tracer.exercises.ask.feedback import NOT_ANSWERED, Feedback, unreadable
from tracer.exercises.ask.plain_values import AnswerError

_OTHER_KIND = "It may not be the kind of answer that the task asks for"

Judge = Callable[[Any], bool | str | Feedback]


class Task:
    """One task; `judge(answer)` returns True if the answer is right, or what is wrong with it.

    `format` turns an answer into plain values first, and says what is allowed (see `formats`).
    `why` is the rule that a wrong answer breaks, `answer` a right answer, and `because` the reason
    why it is right, as the second half of a sentence. With `many`, there are other right answers.

    >>> print(Task("Name an even number.", lambda n: n % 2 == 0 or f"{n} is odd").check(3))
    ✗ 0%. 3 is odd.
    """

    def __init__(
        self,
        prompt: str,
        judge: Judge,
        *,
        format: Callable[[Any], Any] | None = None,  # noqa: A002 - what it is
        why: str = "",
        answer: Any = None,
        because: str = "",
        many: bool = False,
    ) -> None:
        self.prompt = prompt
        self.judge = judge
        self.format = format
        self.why = why
        self.answer = answer
        self.because = because
        self.many = many

    def check(self, given: Any = None) -> Feedback:
        """Judge an answer; never raises."""
        if given is None or given is Ellipsis or is_blank(given):
            return NOT_ANSWERED
        try:
            verdict = self.judge(self.format(given) if self.format else given)
        except AnswerError as error:
            return unreadable(error)
        except Exception:  # Python's own words would only confuse
            expected = f"Answer with {self.format}" if self.format else _OTHER_KIND
            return unreadable(f"This answer could not be checked: {brief(given)}. {expected}")
        if isinstance(verdict, Feedback):
            return verdict
        if verdict is True:
            return Feedback(1.0, f"Right, because {self.because}." if self.because else "Right.")
        return Feedback(0.0, f"{verdict or 'Not yet'}.", why=self.why, answer=self.solution)

    @property
    def solution(self) -> str:
        """A right answer and its reason, in words."""
        if self.answer is None:
            return ""
        reason = f", because {self.because}" if self.because else ""
        if isfunction(self.answer):
            return f"One way to write it{reason}:\n\n{_as_students_write(self.answer)}"
        return f"{'For example, ' if self.many else ''}{self.answer!r}{reason}."

    def __repr__(self) -> str:
        return f"<Task: {self.prompt}>"

    def _repr_markdown_(self) -> str:
        return f"**Task.** {self.prompt}" + (f" Answer with {self.format}." if self.format else "")


def _as_students_write(function: Callable[..., Any]) -> str:
    """The source of a function without types."""
    tree = ast.parse(dedent(getsource(function)))
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            node.returns = None
        elif isinstance(node, ast.arg):
            node.annotation = None
    return ast.unparse(tree)


_NOTHING = frozenset(("RESUME", "NOP", "LOAD_CONST", "RETURN_CONST", "RETURN_VALUE"))


def is_blank(given: Any) -> bool:
    """Whether this is a function whose body is only `...`."""
    code = getattr(given, "__code__", None)
    if code is None:
        return False
    steps = list(dis.get_instructions(code))
    loaded = [step.argval for step in steps if step.opname in ("LOAD_CONST", "RETURN_CONST")]
    return loaded == [None] and _NOTHING.issuperset(step.opname for step in steps)
