"""What marks are worth: points, weights, a deadline, late work and extensions, from a TOML file."""

import tomllib
from collections.abc import Iterable, Mapping
from datetime import date, datetime, time, timedelta
from math import ceil, isfinite
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from tracer.exercises.course.roster import Roster, fold
from trees.number import show_count

DAY = timedelta(days=1)
KNOWN = "points, deadline, late, weights, extensions and handed_in"


class Rules(NamedTuple):
    """How marks become points. Marks and what late work loses are numbers from 0 to 1."""

    points: float = 100.0  # for full marks
    weights: Mapping[str, float] = MappingProxyType({})  # of the questions; 1 if not named
    deadline: datetime | None = None
    late: float = 0.0  # what every day begun after the deadline takes off, of full marks
    extensions: Mapping[str, datetime] = MappingProxyType({})  # deadlines by student
    handed_in: Mapping[str, datetime] = MappingProxyType({})  # times by student, where files lie

    def total(self, marks: Mapping[str, float]) -> float:
        """The weighted mean of the marks by question."""
        weight = sum(self.weights.get(name, 1.0) for name in marks)
        earned = sum(self.weights.get(name, 1.0) * mark for name, mark in marks.items())
        return earned / weight if weight else 0.0

    def of_class(self, roster: Roster) -> "Rules":
        """The same rules by the ids of a class list; ValueError if a name on them is nobody's."""
        return self._replace(
            extensions=_by_id("extensions", self.extensions, roster),
            handed_in=_by_id("handed_in", self.handed_in, roster),
        )

    def due(self, student: str) -> datetime | None:
        """The deadline of a student."""
        return _of(student, self.extensions) or self.deadline

    def days_late(self, student: str, changed: float | None) -> int:
        """How many days have begun between the deadline and the time of a file, if it is known."""
        due, given = self.due(student), _of(student, self.handed_in)
        if due is None or (given is None and changed is None):
            return 0
        when = given.timestamp() if given is not None else changed
        assert when is not None
        return max(0, ceil((when - due.timestamp()) / DAY.total_seconds()))

    def lost(self, days: int) -> float:
        """What late work loses."""
        return min(1.0, days * self.late)


def late_remark(rules: Rules, days: int) -> str:
    """What is said about late work."""
    return f"{show_count(days, 'day')} late: {rules.lost(days):.0%} of full marks taken off"


def read_rules(path: str | Path, questions: Iterable[str]) -> Rules:
    """Read the rules for an assignment with these questions."""
    path = Path(path)
    try:
        data = tomllib.loads(path.read_text("utf-8"))
    except OSError as error:
        raise ValueError(f"The rules {str(path)!r} cannot be read: {error.strerror}.") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ValueError(f"{path.name} is not valid TOML: {error}.") from None
    try:
        return _rules(data, tuple(questions))
    except ValueError as error:
        raise ValueError(f"{path.name}: {error}") from None


def _rules(data: dict[str, Any], questions: tuple[str, ...]) -> Rules:
    unknown = set(data) - set(Rules._fields)
    if unknown:
        raise ValueError(f"unknown rule {min(unknown)!r}. Choose from {KNOWN}.")
    weights = _table(data, "weights")
    for name, weight in weights.items():
        if name not in questions:
            raise ValueError(f"weights names {name!r}. The questions are {', '.join(questions)}.")
        _number(f"the weight of {name}", weight, 0.0, None)
    if weights and not sum(weights.get(name, 1) for name in questions):
        raise ValueError("all weights are 0. At least one question must count.")
    times = {
        table: {who: _when(f"{what} of {who}", when) for who, when in _table(data, table).items()}
        for table, what in (("extensions", "the extension"), ("handed_in", "the time"))
    }
    return Rules(
        _number("points", data.get("points", 100.0), 0.0, None),
        weights,
        _when("deadline", data["deadline"]) if "deadline" in data else None,
        _number("late", data.get("late", 0.0), 0.0, 1.0),
        **times,
    )


def _of(student: str, times: Mapping[str, datetime]) -> datetime | None:
    return next((when for who, when in times.items() if fold(who) == fold(student)), None)


def _by_id(table: str, times: Mapping[str, datetime], roster: Roster) -> dict[str, datetime]:
    found: dict[str, datetime] = {}
    for who, when in times.items():
        meant = roster.named(who)
        if len(meant) != 1:
            several = " or ".join(student.id for student in meant)
            raise ValueError(
                f"[{table}] in the rules names {who!r}, who "
                + (f"can be {several}." if several else "is not on the class list.")
            )
        if meant[0].id in found:
            raise ValueError(f"[{table}] in the rules names {meant[0].id} twice.")
        found[meant[0].id] = when
    return found


def _table(data: dict[str, Any], name: str) -> dict[str, Any]:
    found = data.get(name, {})
    if not isinstance(found, dict):
        raise ValueError(f"[{name}] must be a table, with a line for each name.")
    return found


def _number(what: str, given: Any, low: float, high: float | None) -> float:
    number = given if type(given) in (int, float) and isfinite(given) else None
    if number is None or number < low or (high is not None and number > high):
        upto = f" to {high:g}" if high is not None else " or more"
        raise ValueError(f"{what} must be a number of {low:g}{upto}, not {given!r}.")
    return float(number)


def _when(what: str, given: Any) -> datetime:
    """A time; a date alone means its end."""
    if type(given) is datetime:
        return given
    if type(given) is date:
        return datetime.combine(given, time.max)
    raise ValueError(f"{what} must be a time such as 2026-11-20T23:59:00, not {given!r}.")
