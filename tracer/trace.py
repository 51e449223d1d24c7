"""Traces: what a search did, recorded once, to be stepped, measured, compared and saved."""

import gc
import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cached_property
from inspect import Parameter, signature
from itertools import islice
from typing import Any

import tracer.algorithms  # noqa: F401 - enters the searches into ALGORITHMS
from tracer.captions import caption
from tracer.codec import (
    number_from_json,
    number_to_json,
    option_from_json,
    option_to_json,
    step_from_json,
    step_to_json,
)
from tracer.events import EVALUATE, Event, Search, Step, event
from tracer.frame import Frame, Timeline
from tracer.listing import ALGORITHMS, Algorithm, Line, algorithm_of
from tracer.share import Shared
from trees.build import from_data, parse_json
from trees.dewey import Node
from trees.number import Number
from trees.tree import DEEPEST, Tree

__all__ = ["Trace", "record"]

FORMAT = "plyglass-trace"
VERSION = 1


class Trace(Shared):
    """The steps of one search of one tree.

    `value` is what the search returned, or None if it was stopped before its end.
    """

    def __init__(
        self,
        tree: Tree,
        algorithm: Algorithm,
        options: dict[str, Any],
        steps: tuple[Step, ...],
        value: Number | None,
    ) -> None:
        self.tree = tree
        self.algorithm = algorithm
        self.options = options
        self.steps = steps
        self.value = value

    @property
    def complete(self) -> bool:
        """Whether the search came to its end."""
        return self.value is not None

    @cached_property
    def events(self) -> tuple[Event, ...]:
        """The steps, with their fields named."""
        return tuple(event(step) for step in self.steps)

    @cached_property
    def leaves(self) -> tuple[Node, ...]:
        """The leaves in the order of their evaluation, repeats included."""
        return tuple(step[1] for step in self.steps if step[0] == EVALUATE)

    @property
    def nbp(self) -> int:
        """The number of bottom positions: distinct leaves evaluated."""
        return len(set(self.leaves))

    @cached_property
    def timeline(self) -> Timeline:
        """What was known when."""
        return Timeline(self.tree, self.steps, negates=self.algorithm.negates)

    def frame(self, i: int) -> Frame:
        """All that is known after `i` events."""
        if type(i) is not int or not 0 <= i <= len(self.steps):
            raise IndexError(f"there is no frame {i!r}: this trace has frames 0 to {len(self)}")
        return Frame(self.timeline, i, self)

    def caption(self, i: int) -> str:
        """One sentence on the event that leads to frame `i`: what happened, and why."""
        if not i:
            return f"{self.title}: nothing has been visited yet."
        return caption(self.frame(i - 1), self.frame(i), self.algorithm)

    @cached_property
    def listing(self) -> tuple[Line, ...]:
        """The pseudo-code, with that of the inner search where there is one."""
        inner = self.options.get("search", _default(self.algorithm.search, "search"))
        if isinstance(inner, str):
            found = ALGORITHMS.get(inner)
        else:
            found = algorithm_of(inner) if inner else None
        if not found:
            return self.algorithm.listing
        return (*self.algorithm.listing, Line("", ()), *found.listing)

    def line(self, i: int) -> int | None:
        """The line of the listing, from 0, that the event leading to frame `i` belongs to."""
        name = self.events[i - 1].line if i else None
        return next((k for k, line in enumerate(self.listing) if name in line.names), None)

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
            "format": FORMAT,
            "version": VERSION,
            "algorithm": self.algorithm.name,
            "options": option_to_json(self.options),
            "tree": self.tree.data(),
            "value": None if self.value is None else number_to_json(self.value),
            "steps": [step_to_json(step) for step in self.steps],
        }

    @staticmethod
    def from_json(text: str) -> "Trace":
        """Read a trace that `to_json` wrote, checking all of it before use."""
        data = parse_json(text)
        if not isinstance(data, dict) or data.get("format") != FORMAT:
            raise ValueError(f"this is not a trace: its 'format' should be {FORMAT!r}")
        if data.get("version") != VERSION:
            raise ValueError(
                f"this trace is of version {data.get('version')!r}; "
                f"this program reads version {VERSION}"
            )
        name, options, steps = (data.get(key) for key in ("algorithm", "options", "steps"))
        if not isinstance(name, str) or not isinstance(options, dict):
            raise ValueError("a trace needs an 'algorithm' (a name) and 'options' (an object)")
        if not isinstance(steps, list):
            raise ValueError("a trace needs 'steps', a list")
        tree = from_data(data.get("tree"))
        read = []
        for i, step in enumerate(steps, 1):
            try:
                read.append(step_from_json(step, tree))
            except (ValueError, TypeError) as error:
                raise ValueError(f"step {i}: {error}") from None
        value = data.get("value")
        trace = Trace(
            tree,
            ALGORITHMS.get(name) or Algorithm(name, name, _unknown, (), "", negates=False),
            {k: option_from_json(v) for k, v in options.items()},
            tuple(read),
            None if value is None else number_from_json(value),
        )
        _ = trace.timeline  # a replay, which refuses steps that do not fit together
        return trace


def record(
    search: Callable[..., Search], tree: Tree, /, *, max_events: int | None = None, **options: Any
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
    value: Number | None = None

    def steps() -> Iterator[Step]:
        nonlocal value
        value = yield from search(tree, **options)

    run = steps()
    with _deep_recursion(tree.depth), no_collection(kept=True):
        kept = tuple(islice(run, max_events))
        next(run, None)  # a search that took all it was allowed may still be at its end
    return Trace(tree, algorithm_of(search), options, kept, value)


def _check_options(search: Callable[..., Search], options: dict[str, Any]) -> None:
    parameters = list(signature(search).parameters.values())[1:]
    allowed = [p.name for p in parameters]
    if parameters and parameters[-1].kind is Parameter.VAR_KEYWORD:
        inner = options.get("search", _default(search, "search"))
        if not callable(inner):
            return
        allowed = allowed[:-1] + list(signature(inner).parameters)[1:]  # the rest is for `inner`
    for name in options:
        if name not in allowed:
            takes = f"its options are {', '.join(allowed)}" if allowed else "it has no options"
            raise TypeError(f"{search.__name__} has no option {name!r}: {takes}")


def _default(search: Callable[..., Search], name: str) -> Any:
    parameter = signature(search).parameters.get(name)
    return None if parameter is None or parameter.default is Parameter.empty else parameter.default


@contextmanager
def _deep_recursion(depth: int) -> Iterator[None]:
    """Let a recursive search go as deep as the tree does."""
    if depth > DEEPEST:
        raise ValueError(f"the tree is {depth} levels deep: searches go down to {DEEPEST}")
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(max(before, 3 * depth + 1000))
    try:
        yield
    finally:
        sys.setrecursionlimit(before)


@contextmanager
def no_collection(*, kept: bool = False) -> Iterator[None]:
    """Keep the garbage collector from scanning, again and again, what holds no cycles.

    If most of it is `kept`, it becomes old at once, which spares the scan of the young.
    """
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            if kept and not gc.get_freeze_count():
                gc.freeze()
                gc.unfreeze()
            gc.enable()


def _unknown(tree: Tree) -> Search:
    raise ValueError("the search that made this trace is not known here: it cannot be run again")


def _show_option(value: Any) -> str:
    return getattr(value, "__name__", None) or str(value)
