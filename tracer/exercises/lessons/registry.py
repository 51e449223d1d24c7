"""Find an exercise by the number it has in its notebook."""

from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

from tracer.exercises.ask.formats import Format
from tracer.exercises.ask.task import Judge, Task

_MADE: dict[str, Callable[..., Task]] = {}


def register(
    number: str,
    prompt: str,
    format: Format,  # noqa: A002 - what it is
    *,
    answer: Any,
    because: str,
    why: str,
    many: bool = False,
) -> Callable[[Judge], Judge]:
    """Register a judge as an exercise; numbers are those of the notebook, such as "1.4"."""

    def registered(judge: Judge) -> Judge:
        task = Task(
            prompt, judge, format=format, answer=answer, because=because, why=why, many=many
        )
        _MADE[number] = lambda: task
        return judge

    return registered


def register_about(number: str) -> Callable[[Callable[..., Task]], Callable[..., Task]]:
    """Register an exercise about something that only the notebook knows."""

    def registered(make: Callable[..., Task]) -> Callable[..., Task]:
        _MADE[number] = make
        return make

    return registered


def exercise(number: str, *about: Any) -> Task:
    """The exercise with this number in the notebooks; a few are about something given.

    >>> exercise("1.4").check((5, 2, 1)).right
    False
    """
    lesson = str(number).partition(".")[0]
    if lesson.isdecimal() and int(lesson) in lessons():
        import_module(f"{__package__}.lesson_{int(lesson):02}")
    if number not in _MADE:
        raise ValueError(f"Unknown exercise {number!r}. Choose one of: {', '.join(numbers())}.")
    return _MADE[number](*about)


def lessons() -> list[int]:
    """The notebooks that have exercises here."""
    return sorted(int(path.stem[-2:]) for path in Path(__file__).parent.glob("lesson_*.py"))


def numbers() -> list[str]:
    """The numbers of all exercises, notebook by notebook."""
    for lesson in lessons():
        import_module(f"{__package__}.lesson_{lesson:02}")
    return sorted(_MADE, key=lambda number: int(number.partition(".")[0]))
