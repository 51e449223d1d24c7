"""Traces as JSON and back; what comes from strangers is checked against the tree."""

from collections.abc import Callable, Iterable
from math import inf
from typing import Any, NoReturn

from tracer.algorithms.registry import ALGORITHMS
from tracer.log.events import EVENTS, LIVE, SOLVED, Evaluate, Event, NewHorizon, State, Status, Test
from tracer.log.log import Written, step_of
from trees.dewey import Node, dewey, label
from trees.number import Number, check_number
from trees.tree import Tree

FORMAT = "plyglass-trace"
VERSION = 2


def number_to_json(x: Number) -> Any:
    """JSON has no infinities: they travel as text."""
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
    """Options are plain values; a function is known by its name."""
    if isinstance(x, dict):
        return {str(k): option_to_json(v) for k, v in x.items()}
    if isinstance(x, list | tuple):
        return [option_to_json(v) for v in x]
    if callable(x):
        return getattr(x, "__name__", type(x).__name__)
    return number_to_json(x) if isinstance(x, float) else x


def option_from_json(x: Any) -> Any:
    """Read what `option_to_json` wrote; functions stay names."""
    if isinstance(x, dict):
        return {_text(k): option_from_json(v) for k, v in x.items()}
    if isinstance(x, list):
        return [option_from_json(v) for v in x]
    if x in ("inf", "-inf"):
        return number_from_json(x)
    return _text(x) if isinstance(x, str) else x


def runnable(options: dict[str, Any]) -> dict[str, Any] | None:
    """Options with which the search can be run again, or None if a function among them is lost."""
    found = dict(options)
    for name in "evaluate", "next", "search":
        if isinstance(found.get(name), str):
            known = ALGORITHMS.get(found[name])
            if name == "search" and known:
                found[name] = known.search
            elif not (name == "next" and found[name] in ("g", "bisect")):
                return None
    return found


def check_header(data: object) -> dict[str, Any]:
    """The parts of a trace, if they are all there and of a version that can be read."""
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise ValueError(f"this is not a trace: its 'format' should be {FORMAT!r}")
    if data.get("version") not in (1, VERSION) or type(data["version"]) is not int:
        raise ValueError(
            f"this trace is of version {data.get('version')!r}; versions 1 to {VERSION} can be read"
        )
    if not isinstance(data.get("algorithm"), str) or not isinstance(data.get("options"), dict):
        raise ValueError("a trace needs an 'algorithm' (a name) and 'options' (an object)")
    _text(data["algorithm"])
    for name in data["options"]:
        _text(name)
    if not isinstance(data.get("steps"), list):
        raise ValueError("a trace needs 'steps', a list")
    return data


def written_from_json(data: dict[str, Any], tree: Tree) -> Written:
    """Read the steps of a trace of `tree`."""
    steps, found = data["steps"], Written()
    if data["version"] == 1:
        steps = from_version_1(data)
    for i, step in enumerate(steps, 1):
        try:
            found.extend(step_of(event_from_json(step, tree)))
        except (ValueError, TypeError) as error:
            raise ValueError(f"step {i}: {error}") from None
    return found


def check_leaves(events: Iterable[Event], tree: Tree, *, static: bool) -> None:
    """Refuse a leaf with another value than its own; with `static`, beyond a horizon as well."""
    horizon = None
    for i, taken in enumerate(events, 1):
        if isinstance(taken, NewHorizon):
            horizon = taken.depth
        if isinstance(taken, Evaluate | Test):
            n = taken.node
            if not tree.is_leaf(n) and (horizon is None or len(n) != horizon):
                raise ValueError(f"step {i} evaluates {tree.name(n)!r}, which is not a leaf")
            known = tree.is_leaf(n) or (static and tree.has_value(n))
            if known and tree.value(n) != taken.value:
                raise ValueError(
                    f"step {i} gives {tree.name(n)!r} the value {taken.value}: in the tree it is "
                    f"{tree.value(n)}"
                )


def event_to_json(taken: Event) -> list[Any]:
    """A list: the kind, then the fields."""
    fields = zip(taken._fields, taken, strict=True)
    return [taken.kind, *(_WRITE.get(f, _same)(x) for f, x in fields if f != "kind")]


def event_from_json(data: object, tree: Tree) -> Event:
    """Read what `event_to_json` wrote, for a trace of `tree`."""
    if not isinstance(data, list) or not data or data[0] not in EVENTS:
        raise ValueError(f"a step is a list that begins with one of {', '.join(EVENTS)}")
    cls = EVENTS[data[0]]
    fields = [f for f in cls._fields if f != "kind"]
    least = len(fields) - ("line" in cls._field_defaults)
    if not least <= len(data) - 1 <= len(fields):
        raise ValueError(f"a step {data[0]!r} has the fields {', '.join(fields)}")
    return cls(*[_READ[f](x, tree) for f, x in zip(fields, data[1:], strict=False)])


def from_version_1(data: dict[str, Any]) -> list[Any]:
    """Rewrite the steps of version 1, which told events apart by the names of their lines."""
    found: list[Any] = []
    asked: dict[Any, tuple[Any, Any]] = {}
    if data["algorithm"] == "depth_limited":
        found.append(["horizon", "0", data["options"].get("depth", 2)])
    for i, row in enumerate(data["steps"], 1):
        if not isinstance(row, list) or not row or not isinstance(row[0], str):
            raise ValueError(f"step {i}: a step is a list that begins with its kind")
        kind, *fields = row
        if kind == "ask" and len(fields) > 2:
            asked[str(fields[0])] = fields[1], fields[2]
        if kind == "evaluate" and fields[2:] == ["test"]:
            relation, threshold = asked.get(str(fields[0]), (">", 0))
            value, limit = number_from_json(fields[1]), number_from_json(threshold)
            yes = value > limit if relation == ">" else value >= limit
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
    return found


def _same(x: Any) -> Any:
    return x


_NUMBERS = ("alpha", "beta", "value", "bound", "threshold", "merit", "low", "high")

_WRITE: dict[str, Callable[[Any], Any]] = {
    "node": label,
    "skipped": lambda nodes: [label(n) for n in nodes],
    "dropped": lambda nodes: [label(n) for n in nodes],
    "states": lambda states: [[label(n), s, number_to_json(h)] for n, s, h in states],
    **dict.fromkeys(_NUMBERS, number_to_json),
}


def _node(x: Any, tree: Tree) -> Node:
    n = dewey(x)
    tree.children(n)
    return n


def _nodes(x: Any, tree: Tree) -> tuple[Node, ...]:
    if not isinstance(x, list):
        raise ValueError(f"{x!r} should be a list of nodes")
    return tuple(_node(n, tree) for n in x)


def _number(x: Any, tree: Tree) -> Number:
    return number_from_json(x)


def _states(x: Any, tree: Tree) -> tuple[State, ...]:
    if not isinstance(x, list) or not all(isinstance(s, list) and len(s) == 3 for s in x):
        raise ValueError(f"{x!r} should be a list of states")
    return tuple(State(_node(n, tree), _status(s, tree), _number(h, tree)) for n, s, h in x)


def _status(x: Any, tree: Tree) -> Status:
    return LIVE if x == LIVE else SOLVED if x == SOLVED else _wrong(x, "LIVE or SOLVED")


def _count(x: Any, tree: Tree) -> int:
    return x if type(x) is int and x >= 0 else _wrong(x, "a count")


def _flag(x: Any, tree: Tree) -> bool:
    return x if isinstance(x, bool) else _wrong(x, "true or false")


def _text(x: Any, tree: Tree | None = None) -> str:
    """A text that may be printed anywhere: no control characters."""
    return x if isinstance(x, str) and x.isprintable() else _wrong(x, "a printable text")


def _relation(x: Any, tree: Tree) -> str:
    return str(x) if x in (">", "≥") else _wrong(x, "'>' or '≥'")


def _wrong(x: object, what: str) -> NoReturn:
    raise ValueError(f"{x!r} should be {what}")


_READ: dict[str, Callable[[Any, Tree], Any]] = {
    "node": _node,
    "skipped": _nodes,
    "dropped": _nodes,
    "states": _states,
    "status": _status,
    "relation": _relation,
    **dict.fromkeys(_NUMBERS, _number),
    **dict.fromkeys(("place", "last", "number", "depth"), _count),
    **dict.fromkeys(("hit", "yes"), _flag),
    **dict.fromkeys(("line", "case"), _text),
}
