"""A task to change or construct something, judged by any function."""

import dis
from collections.abc import Callable
from typing import Any

from tracer.exercises.ask.feedback import NOT_ANSWERED, Feedback


class Task:
    """One task; `judge(answer)` returns True if the answer is right, or what is wrong with it.

    >>> print(Task("Name an even number.", lambda n: n % 2 == 0 or f"{n} is odd").check(3))
    ✗ 0%. 3 is odd.
    """

    def __init__(self, prompt: str, judge: Callable[[Any], bool | str]) -> None:
        self.prompt = prompt
        self.judge = judge

    def check(self, given: Any = None) -> Feedback:
        """Judge an answer; never raises."""
        if given is None or given is Ellipsis or _is_blank(given):
            return NOT_ANSWERED
        try:
            verdict = self.judge(given)
        except Exception as error:
            return Feedback(0.0, f"This answer could not be checked: {error}.")
        if verdict is True:
            return Feedback(1.0, "Right.")
        return Feedback(0.0, f"{verdict or 'Not yet'}.")

    def __repr__(self) -> str:
        return f"<Task: {self.prompt}>"

    def _repr_markdown_(self) -> str:
        return f"**Task.** {self.prompt}"


_NOTHING = frozenset(("RESUME", "NOP", "LOAD_CONST", "RETURN_CONST", "RETURN_VALUE"))


def _is_blank(given: Any) -> bool:
    """Whether this is a function whose body is only `...`."""
    code = getattr(given, "__code__", None)
    if code is None:
        return False
    steps = list(dis.get_instructions(code))
    loaded = [step.argval for step in steps if step.opname in ("LOAD_CONST", "RETURN_CONST")]
    return loaded == [None] and _NOTHING.issuperset(step.opname for step in steps)
