"""Traces: what a search did, recorded once, to be stepped, measured, compared and saved."""

import json
import os
from collections.abc import Callable, Iterable
from functools import cache, cached_property
from inspect import Parameter, signature
from math import inf
from pathlib import Path
from typing import Any, NoReturn

from tracer.algorithms.registry import ALGORITHMS, Algorithm, Line, Search, algorithm_of
from tracer.log.events import Event
from tracer.log.log import Log, Step, Written, event, leaves_of
from tracer.support.interpreter import deep_recursion, no_collection
from tracer.trace import trace_json
from tracer.trace.captions import caption
from tracer.trace.change import Change
from tracer.trace.cutoff import Cutoff
from tracer.trace.frame import Frame
from tracer.trace.replay import Replay
from tracer.trace.timeline import Timeline
from tracer.trace.why import Why, why
from trees.dewey import Node
from trees.number import Number
from trees.tree import Tree
from trees.tree_json import from_data, parse_json

__all__ = ["Trace", "record"]

Place = str | os.PathLike[str]

# How a trace leaves the notebook, by file type: the drawing side fills this in.
EXPORTS: dict[str, Callable[..., Path]] = {}


class Trace:
    """The steps of one search of one tree.

    `value` is what the search returned, or None if it was stopped before its end.
    """

    def __init__(
        self,
        tree: Tree,
        algorithm: Algorithm,
        options: dict[str, Any],
        written: Written,
        value: Number | None,
    ) -> None:
        self.tree = tree
        self.algorithm = algorithm
        self.options = options
        self._written = written
        self.value = value

    @property
    def complete(self) -> bool:
        """Whether the search came to its end."""
        return self.value is not None

    @cached_property
    def steps(self) -> tuple[Step, ...]:
        """What the search wrote, step by step."""
        return tuple(self._written.steps())

    @cached_property
    def events(self) -> tuple[Event, ...]:
        """The steps, with their fields named."""
        return tuple(event(step) for step in self.steps)

    @cached_property
    def leaves(self) -> tuple[Node, ...]:
        """The leaves in the order of their evaluation, repeats included."""
        return leaves_of(self.steps)

    @property
    def nbp(self) -> int:
        """The number of bottom positions: distinct leaves evaluated."""
        return len(set(self.leaves))

    @cached_property
    def changes(self) -> tuple[Change, ...]:
        """What every step changes: the one replay that everything else reads."""
        with no_collection():
            replay = Replay(self.tree, self._inner or self.algorithm, *self._given)
            return tuple(replay.run(self.steps))

    @property
    def _given(self) -> tuple[Number, Number]:
        """The bounds that a best-first search was given."""
        return self.options.get("lower", -inf), self.options.get("upper", inf)

    @cached_property
    def _inner(self) -> Algorithm | None:
        """The search inside this one, where it has one: a wrapper only sets its horizon."""
        inner = self.options.get("search", _default(self.algorithm.search, "search"))
        return ALGORITHMS.get(inner) if isinstance(inner, str) else inner and algorithm_of(inner)

    @cached_property
    def timeline(self) -> Timeline:
        """The changes, by step and by what they change."""
        with no_collection():
            search = self._inner or self.algorithm
            return Timeline(self.tree, self.changes, search, self.title, self.value, self._given)

    def frame(self, i: int) -> Frame:
        """All that is known after `i` events."""
        if type(i) is not int or not 0 <= i <= len(self.steps):
            raise IndexError(f"there is no frame {i!r}: this trace has frames 0 to {len(self)}")
        return Frame(self.timeline, i)

    def caption(self, i: int) -> str:
        """What the event that leads to frame `i` did, and why."""
        return caption(self.frame(i))

    @property
    def cutoffs(self) -> dict[int, Cutoff]:
        """The cutoffs, by the frame that each leads to."""
        return self.timeline.cutoffs

    def why(self, i: int) -> Why:
        """The inequality behind the cutoff that leads to frame `i`, with its two witnesses."""
        frame = self.frame(i)
        if frame.cutoff is None:
            steps = ", ".join(map(str, list(self.cutoffs)[:12])) or "none do"
            raise LookupError(f"step {i} cuts nothing off; these do: {steps}")
        return why(frame)

    @cached_property
    def listing(self) -> tuple[Line, ...]:
        """The pseudo-code, with that of the inner search where there is one."""
        lines, inner = self.algorithm.listing(self.options), self._inner
        return (*lines, Line(""), *inner.listing(self.options)) if inner else lines

    @cached_property
    def _line_numbers(self) -> dict[str, int]:
        return {line.name: k for k, line in enumerate(self.listing) if line.name}

    def line(self, i: int) -> int | None:
        """The line of the listing, from 0, that the event leading to frame `i` belongs to."""
        return self._line_numbers.get(self.events[i - 1].line) if i else None

    @property
    def title(self) -> str:
        """The algorithm with its options."""
        title, options = self.algorithm.title, []
        for k, v in self.options.items():
            if f"({k})" in title:  # PS*(k) with k=2 is PS*(2)
                title = title.replace(f"({k})", f"({_show_option(v)})")
            else:
                options.append(f"{k}={_show_option(v)}")
        return ", ".join([title, *options])

    def __len__(self) -> int:
        return len(self.steps)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Trace) and self._data() == other._data()

    __hash__ = object.__hash__

    def __repr__(self) -> str:
        end = f"value {self.value}" if self.complete else "stopped before the end"
        return f"<Trace of {self.title}: {len(self)} events, {self.nbp} leaves, {end}>"

    def _repr_mimebundle_(self, **_: Any) -> Any:
        """In a notebook: the last frame, as a picture and as text."""
        return self.frame(len(self))._repr_mimebundle_()

    # JSON

    def to_json(self) -> str:
        """Write the whole trace, tree included."""
        return json.dumps(self._data(), allow_nan=False, separators=(",", ":"))

    def _data(self) -> dict[str, Any]:
        return {
            "format": trace_json.FORMAT,
            "version": trace_json.VERSION,
            "algorithm": self.algorithm.name,
            "options": trace_json.option_to_json(self.options),
            "tree": self.tree.data(),
            "value": None if self.value is None else trace_json.number_to_json(self.value),
            "steps": [trace_json.event_to_json(event(step)) for step in self.steps],
        }

    @staticmethod
    def from_json(text: str) -> "Trace":
        """Read a trace that `to_json` wrote, of this version or an earlier one.

        A known search is run again; a trace that differs from what it does is refused.
        """
        data = trace_json.check_header(parse_json(text))
        tree = from_data(data.get("tree"))
        name, value = data["algorithm"], data.get("value")
        trace = Trace(
            tree,
            ALGORITHMS.get(name) or Algorithm(name, name, _unknown),
            {k: trace_json.option_from_json(v) for k, v in data["options"].items()},
            trace_json.written_from_json(data, tree),
            None if value is None else trace_json.number_from_json(value),
        )
        _check_against_tree(trace)
        return trace

    # What leaves the notebook: each writes a whole file or none, and returns its path.

    def to_html(self, path: Place, *, step: int = 0, predict: str = "", **look: Any) -> Path:
        """Write a page that plays offline, in one file."""
        return EXPORTS["html"](self, path, step=self.frame(step).i, predict=predict, **look)

    def to_svg(self, path: Place, step: int | None = None, **look: Any) -> Path:
        """Write one step as SVG, the last one unless another is named; `look` as in `picture`."""
        return EXPORTS["svg"](self._frame(step), path, **look)

    def to_png(self, path: Place, step: int | None = None, **look: Any) -> Path:
        """Write one step as PNG."""
        return EXPORTS["png"](self._frame(step), path, **look)

    def to_pdf(self, path: Place, step: int | None = None, **look: Any) -> Path:
        """Write one step as PDF."""
        return EXPORTS["pdf"](self._frame(step), path, **look)

    def to_tikz(self, path: Place, step: int | None = None, **look: Any) -> Path:
        """Write one step as LaTeX with TikZ."""
        return EXPORTS["tikz"](self._frame(step), path, **look)

    def to_gif(self, path: Place, steps: Iterable[int] | str | None = None, **how: Any) -> Path:
        """Write chosen steps as an animated GIF; `how` as in `animate`."""
        return EXPORTS["gif"](self, path, steps, **how)

    def to_apng(self, path: Place, steps: Iterable[int] | str | None = None, **how: Any) -> Path:
        """Write chosen steps as an animated PNG."""
        return EXPORTS["apng"](self, path, steps, **how)

    def to_mp4(self, path: Place, steps: Iterable[int] | str | None = None, **how: Any) -> Path:
        """Write chosen steps as a video."""
        return EXPORTS["mp4"](self, path, steps, **how)

    def _frame(self, step: int | None) -> Frame:
        return self.frame(len(self) if step is None else step)


class _TooLongError(Exception):
    """A search has written as many events as it was allowed."""


def record(
    search: Search, tree: Tree, /, *, max_events: int | None = None, **options: Any
) -> Trace:
    """Run a search and keep its steps.

    `options` are the search's own. With `max_events` a longer search is stopped there: its
    trace has no value and is not `complete`.
    """
    if not callable(search):
        known = ", ".join(ALGORITHMS)
        raise TypeError(f"{search!r} is not a search: pass one of tracer.algorithms ({known})")
    if not isinstance(tree, Tree):
        raise TypeError(f"{tree!r} is not a tree: build one, for instance with from_nested")
    if max_events is not None and (type(max_events) is not int or max_events < 1):
        raise ValueError(f"max_events is {max_events!r}: it has to be an int from 1 up")
    _check_options(search, options)
    algorithm = algorithm_of(search)
    written = Written()
    keep: Callable[[Step], None] = written.extend
    if not _is_ours(search):
        keep = _checked(keep, Replay(tree, algorithm))
    if max_events is not None:
        keep = _limited(keep, max_events)
    value: Number | None
    with deep_recursion(tree.depth), no_collection():
        try:
            value = search(tree, Log(keep), **options)
        except _TooLongError:
            value = None
    return Trace(tree, algorithm, options, written, value)


def _is_ours(search: Search) -> bool:
    """Whether the tests vouch for what a search logs."""
    return getattr(search, "__module__", "").startswith("tracer.")


def _checked(keep: Callable[[Step], None], replay: Replay) -> Callable[[Step], None]:
    """Refuse an event that does not fit what went before."""

    def take(step: Step) -> None:
        replay.advance(event(step))
        keep(step)

    return take


def _limited(keep: Callable[[Step], None], most: int) -> Callable[[Step], None]:
    left = most

    def take(step: Step) -> None:
        nonlocal left
        if not left:
            raise _TooLongError
        left -= 1
        keep(step)

    return take


@cache
def _parameters(search: Search) -> tuple[Parameter, ...]:
    """What a search takes besides a tree and a log."""
    return tuple(signature(search).parameters.values())[2:]


def _check_options(search: Search, options: dict[str, Any]) -> None:
    parameters = _parameters(search)
    allowed = [p.name for p in parameters]
    if parameters and parameters[-1].kind is Parameter.VAR_KEYWORD:
        inner = options.get("search", _default(search, "search"))
        if not callable(inner):
            return
        allowed = allowed[:-1] + [p.name for p in _parameters(inner)]  # the rest is for `inner`
    for name in options:
        if name not in allowed:
            takes = f"its options are {', '.join(allowed)}" if allowed else "it has no options"
            raise TypeError(f"{search.__name__} has no option {name!r}: {takes}")


def _default(search: Search, name: str) -> Any:
    defaults = {p.name: p.default for p in _parameters(search)}
    return None if defaults.get(name, Parameter.empty) is Parameter.empty else defaults[name]


def _unknown(tree: Tree, log: Log) -> NoReturn:
    raise ValueError("the search that made this trace is not known here: it cannot be run again")


def _check_against_tree(trace: Trace) -> None:
    """Refuse a trace that its own tree contradicts.

    A known search is run again and has to do the same, step by step. Of any other the steps have
    to fit together, and the leaves to have the tree's values.
    """
    trace_json.check_leaves(trace.events, trace.tree, static="evaluate" not in trace.options)
    _ = trace.changes  # a replay, which refuses steps that do not fit together
    options = trace_json.runnable(trace.options)
    if trace.algorithm.search is _unknown or options is None:
        return
    limit = len(trace) + 1  # a search with other options could go on for ever
    try:
        again = record(trace.algorithm.search, trace.tree, max_events=limit, **options)
    except (TypeError, ValueError) as error:
        raise ValueError(
            f"{trace.title} cannot be run on the tree of this trace: {error}"
        ) from None
    mine, theirs = trace.steps, again.steps
    if mine != theirs[: len(mine)] or (trace.complete and len(mine) != len(theirs)):
        pairs = enumerate(zip(mine, theirs, strict=False), 1)
        i = next((i for i, (a, b) in pairs if a != b), min(len(mine), len(theirs)) + 1)
        raise ValueError(f"step {i} of this trace is not what {trace.title} does on its tree")
    if again.value != trace.value and trace.complete:
        raise ValueError(
            f"this trace says {trace.value}, but {trace.title} returns {again.value} on its tree"
        )


def _show_option(value: Any) -> str:
    return getattr(value, "__name__", None) or str(value)
