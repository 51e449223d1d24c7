"""Traces to JSON and back; the form of untrusted JSON is checked on the way."""

from collections.abc import Callable, Iterable
from math import inf
from typing import Any

from tracer.algorithms.mt import NEXT, Next
from tracer.algorithms.registry import ALGORITHMS, function_name
from tracer.log.events import AT_LEAST, EVENTS, Ask, Evaluate, Event, Question, State, Test, passes
from tracer.log.log import StoppedError, Written, step_of
from trees.dewey import ROOT, Node, dewey, label
from trees.number import Number, check_number

FORMAT = "plyglass-trace"
VERSION = 2
DEEPEST_OPTION = 50  # levels of nested lists


def number_to_json(x: Number) -> Any:
    """Write infinities as strings, because JSON has no infinities."""
    return ("inf" if x > 0 else "-inf") if x in (inf, -inf) else x


def number_from_json(x: object) -> Number:
    """Read what `number_to_json` wrote."""
    if x in ("inf", "-inf"):
        return float(str(x))
    try:
        return check_number(x, "a number in the trace")
    except TypeError as error:
        raise ValueError(str(error)) from None


def option_to_json(x: Any) -> Any:
    """Write an option as plain values, with functions as their names."""
    if isinstance(x, dict):
        return {str(k): option_to_json(v) for k, v in x.items()}
    if isinstance(x, list | tuple):
        return [option_to_json(v) for v in x]
    if callable(x):
        name = function_name(x)
        return f"another {name}" if name in NEXT else name
    return number_to_json(x) if isinstance(x, float) else x


def option_from_json(x: Any, level: int = 0) -> Any:
    """Read what `option_to_json` wrote; functions remain names."""
    if level > DEEPEST_OPTION:
        raise ValueError(f"an option is nested too deeply; the limit is {DEEPEST_OPTION} levels")
    if isinstance(x, dict):
        return {_text(k): option_from_json(v, level + 1) for k, v in x.items()}
    if isinstance(x, list):
        return [option_from_json(v, level + 1) for v in x]
    if x in ("inf", "-inf"):
        return number_from_json(x)
    return _text(x) if isinstance(x, str) else x


def runnable(options: dict[str, Any], events: Iterable[Event]) -> dict[str, Any] | None:
    """Options to run the search again with; None if the search inside it is unknown.

    Other functions are known only by name, so functions that return what the events say they
    returned take their place.
    """
    found, events = dict(options), tuple(events)
    if isinstance(found.get("search"), str):
        if found["search"] not in ALGORITHMS:
            return None
        found["search"] = ALGORITHMS[found["search"]].search
    if isinstance(found.get("evaluate"), str):
        found["evaluate"] = _evaluation(events)
    if isinstance(found.get("next"), str) and found["next"] not in NEXT:
        found["next"] = _questions(events)
    return found


def _evaluation(events: tuple[Event, ...]) -> Callable[[Node], Number]:
    values = {e.node: e.value for e in events if isinstance(e, Evaluate | Test)}

    def evaluate(n: Node) -> Number:
        if n not in values:
            raise StoppedError
        return values[n]

    return evaluate


def _questions(events: tuple[Event, ...]) -> Next:
    asked = [(e.relation, e.threshold) for e in events if isinstance(e, Ask) and e.node == ROOT]
    later = iter(asked[1:])  # `next` does not choose the first question

    def choose(low: Number, high: Number, g: Number) -> Question:
        return next(later, (AT_LEAST, high))  # any question will do after the end of the trace

    return choose


def check_header(data: object) -> dict[str, Any]:
    """Return the parts of a trace if none is missing and the version is supported."""
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise ValueError(f"this is not a trace: its 'format' must be {FORMAT!r}")
    if data.get("version") not in (1, VERSION) or type(data["version"]) is not int:
        raise ValueError(
            f"this trace has version {data.get('version')!r}; versions 1 to {VERSION} are supported"
        )
    if not isinstance(data.get("algorithm"), str) or not isinstance(data.get("options"), dict):
        raise ValueError("a trace needs 'algorithm' (a string) and 'options' (an object)")
    _text(data["algorithm"])
    for name in data["options"]:
        _text(name)
    if not isinstance(data.get("steps"), list):
        raise ValueError("a trace needs 'steps' (a list)")
    return data


def written_from_json(data: dict[str, Any]) -> Written:
    """Read the steps of a trace; whether they fit its tree and each other is checked later."""
    steps, found = data["steps"], Written()
    if data["version"] == 1:
        steps = from_version_1(data)
    for i, step in enumerate(steps, 1):
        try:
            found.extend(step_of(event_from_json(step)))
        except (ValueError, TypeError) as error:
            raise ValueError(f"step {i}: {error}") from None
    return found


def same_but_line(a: Event, b: Event) -> bool:
    """Whether two events are the same, whatever their lines are called: listings are rewritten."""
    return [x for f, x in zip(a._fields, a, strict=True) if f != "line"] == [
        x for f, x in zip(b._fields, b, strict=True) if f != "line"
    ]


def event_to_json(taken: Event) -> list[Any]:
    """Write an event as a list: its kind, then its fields."""
    fields = zip(taken._fields, taken, strict=True)
    return [taken.kind, *(_WRITE.get(f, _same)(x) for f, x in fields if f != "kind")]


def event_from_json(data: object) -> Event:
    """Read what `event_to_json` wrote."""
    if not isinstance(data, list) or not data or data[0] not in list(EVENTS):
        raise ValueError(f"a step must be a list that begins with one of {', '.join(EVENTS)}")
    cls = EVENTS[data[0]]
    fields = [f for f in cls._fields if f != "kind"]
    least = len(fields) - ("line" in cls._field_defaults)
    if not least <= len(data) - 1 <= len(fields):
        raise ValueError(f"the fields of {data[0]!r} must be {', '.join(fields)}")
    return cls(*[_READ.get(f, _same)(x) for f, x in zip(fields, data[1:], strict=False)])


def from_version_1(data: dict[str, Any]) -> list[Any]:
    """Rewrite the steps of version 1, which told events apart by the names of their lines."""
    found: list[Any] = []
    asked: dict[Any, tuple[Any, Any]] = {}
    if data["algorithm"] == "depth_limited":
        found.append(["horizon", "0", data["options"].get("depth", 2)])
    for i, row in enumerate(data["steps"], 1):
        if not isinstance(row, list) or not row or not isinstance(row[0], str):
            raise ValueError(f"step {i}: a step must be a list that begins with its kind")
        kind, *fields = row
        if kind == "ask" and len(fields) > 2:
            asked[str(fields[0])] = fields[1], fields[2]
        if kind == "evaluate" and fields[2:] == ["test"]:
            relation, threshold = asked.get(str(fields[0]), (">", 0))
            yes = passes(number_from_json(fields[1]), (relation, number_from_json(threshold)))
            found.append(["test", *fields[:2], yes])
        elif kind == "answer":
            found.append([kind, fields[0] if fields else None, *fields[3:]])
        elif kind in ("pop", "push", "insert", "purge", "note", "drop"):
            _text(fields[-1] if fields else "")
            found.append([kind, *fields[:-1]])
        elif kind == "pass":
            _text("".join(map(str, fields[4:])))
            new = data["algorithm"] == "iterative_deepening" and fields[2:4] == ["-inf", "inf"]
            if fields[4:] == ["bounds"]:
                found.append(["pass-ends", *fields[:4]])
            elif new and (not found or found[-1][0] != "horizon"):
                found.append(["horizon", *fields[:2]])
            else:
                found.append(["pass-begins", *fields[:4]])
        else:
            found.append(row)
    if any(row[0] == "note" for row in found):
        found = _ps_star_from_version_1(found)
    return found


def _ps_star_from_version_1(rows: list[Any]) -> list[Any]:
    """Let case 6a change BACKUP before OPEN, and keep a root that is a leaf out of BACKUP."""
    if ["evaluate", "0"] in [row[:2] for row in rows]:
        return [row for row in rows if row[0] != "note"]
    for k, row in enumerate(rows[:-1]):
        if row[0] == "purge":
            after = rows[k + 1]
            in_6a = after[0] == "drop" and after[-1] == "6a"
            rows[k : k + 2] = [after, [*row[:-1], "6a"]] if in_6a else [[*row[:-1], "6b"], after]
    return rows


def _same(x: Any) -> Any:
    return x


NUMBERS = ("alpha", "beta", "value", "bound", "threshold", "merit", "low", "high")

_WRITE: dict[str, Callable[[Any], Any]] = {
    **dict.fromkeys(("node", "other"), label),
    **dict.fromkeys(("skipped", "dropped"), lambda nodes: [label(n) for n in nodes]),
    "states": lambda states: [[label(n), s, number_to_json(h)] for n, s, h in states],
    **dict.fromkeys(NUMBERS, number_to_json),
}


def _nodes(x: Any) -> tuple[Node, ...]:
    if not isinstance(x, list):
        raise ValueError(f"expected a list of nodes, not {x!r}")
    return tuple(map(dewey, x))


def _states(x: Any) -> tuple[State, ...]:
    if not isinstance(x, list) or not all(isinstance(s, list) and len(s) == 3 for s in x):
        raise ValueError(f"expected a list of states [node, status, merit], not {x!r}")
    return tuple(State(dewey(n), status, number_from_json(h)) for n, status, h in x)


def _text(x: Any) -> str:
    """Read a string that is safe to print anywhere: it has no control characters."""
    if not isinstance(x, str) or not x.isprintable():
        raise ValueError(f"expected a printable string, not {x!r}")
    return x


_READ: dict[str, Callable[[Any], Any]] = {
    **dict.fromkeys(("node", "other"), dewey),
    **dict.fromkeys(("skipped", "dropped"), _nodes),
    "states": _states,
    **dict.fromkeys(NUMBERS, number_from_json),
    **dict.fromkeys(("line", "case"), _text),
}
