"""Steps as JSON and back; what comes from strangers is checked against the tree."""

from collections.abc import Callable
from math import inf
from typing import Any, NoReturn

from tracer.events import EVENTS, LIVE, SOLVED, State, Step
from trees.dewey import Node, dewey, label
from trees.number import Number, check_number
from trees.tree import Tree


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
    return number_from_json(x) if x in ("inf", "-inf") else x


def step_to_json(step: Step) -> list[Any]:
    """A list: the kind, then the fields."""
    fields = EVENTS[step[0]]._fields
    return [step[0], *(_WRITE.get(f, _same)(x) for f, x in zip(fields, step[1:], strict=False))]


def step_from_json(data: object, tree: Tree) -> Step:
    """Read what `step_to_json` wrote, for a trace of `tree`."""
    if not isinstance(data, list) or not data or data[0] not in EVENTS:
        raise ValueError(f"a step is a list that begins with one of {', '.join(EVENTS)}")
    cls = EVENTS[data[0]]
    fields = cls._fields[:-1]  # all but the kind, which comes first
    least = len(fields) - ("line" in cls._field_defaults)
    if not least <= len(data) - 1 <= len(fields):
        raise ValueError(f"a step {data[0]!r} has the fields {', '.join(fields)}")
    values = [_READ[f](x, tree) for f, x in zip(fields, data[1:], strict=False)]
    return (data[0], *values)


def _same(x: Any) -> Any:
    return x


_WRITE: dict[str, Callable[[Any], Any]] = {
    "node": label,
    "skipped": lambda nodes: [label(n) for n in nodes],
    "dropped": lambda nodes: [label(n) for n in nodes],
    "states": lambda states: [[label(n), s, number_to_json(h)] for n, s, h in states],
    **dict.fromkeys(
        ("alpha", "beta", "value", "bound", "threshold", "merit", "low", "high"), number_to_json
    ),
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


def _status(x: Any, tree: Tree) -> str:
    return LIVE if x == LIVE else SOLVED if x == SOLVED else _wrong(x, "LIVE or SOLVED")


def _count(x: Any, tree: Tree) -> int:
    return x if type(x) is int and x >= 0 else _wrong(x, "a count")


def _flag(x: Any, tree: Tree) -> bool:
    return x if isinstance(x, bool) else _wrong(x, "true or false")


def _text(x: Any, tree: Tree) -> str:
    return str(x) if isinstance(x, str) else _wrong(x, "a text")


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
    **dict.fromkeys(
        ("alpha", "beta", "value", "bound", "threshold", "merit", "low", "high"), _number
    ),
    **dict.fromkeys(("place", "last", "number"), _count),
    **dict.fromkeys(("hit", "yes"), _flag),
    **dict.fromkeys(("line", "case"), _text),
}
