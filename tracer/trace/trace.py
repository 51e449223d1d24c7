"""Traces: what a search did, recorded once, to step through, measure, compare and save."""

import json
import os
from collections.abc import Callable, Iterable
from functools import cache, cached_property
from inspect import Parameter, signature
from itertools import zip_longest
from math import inf
from pathlib import Path
from typing import Any, NoReturn

from tracer.algorithms.registry import (
    ALGORITHMS,
    Algorithm,
    Line,
    Search,
    algorithm_of,
    function_name,
)
from tracer.log.events import Event, NewHorizon, line_of
from tracer.log.log import Log, Step, StoppedError, Written, event, leaves_of
from tracer.support.interpreter import deep_recursion, no_collection
from tracer.trace import trace_json
from tracer.trace.captions import caption, captioned
from tracer.trace.change import Change
from tracer.trace.cutoff import Cutoff
from tracer.trace.fits import Fits
from tracer.trace.frame import Frame
from tracer.trace.replay import Replay
from tracer.trace.timeline import Timeline
from tracer.trace.why import Why, why
from trees import catalogue
from trees.dewey import Node, printable
from trees.number import Number, show, show_count
from trees.tree import QuickTree, Tree
from trees.tree_json import from_data, parse_json

__all__ = ["Trace", "record"]

Place = str | os.PathLike[str]

# Functions that export a trace, by file type; tracer.exports fills this in.
EXPORTS: dict[str, Callable[..., Path]] = {}


class Trace:
    """The steps of one search of one tree.

    `value` is what the search returned, or None if it was stopped early.
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
        """Whether the search ran to its end."""
        return self.value is not None

    @cached_property
    def steps(self) -> tuple[Step, ...]:
        """What the search logged, step by step."""
        return tuple(self._written.steps())

    @cached_property
    def events(self) -> tuple[Event, ...]:
        """The steps, with their fields named."""
        return tuple(event(step) for step in self.steps)

    @cached_property
    def leaves(self) -> tuple[Node, ...]:
        """The leaves in order of evaluation, repeats included."""
        return leaves_of(self.steps)

    @property
    def nbp(self) -> int:
        """The number of bottom positions: distinct leaves evaluated."""
        return len(set(self.leaves))

    @cached_property
    def changes(self) -> tuple[Change, ...]:
        """What every step changes: the one replay that everything else reads."""
        with no_collection():
            return tuple(self._replay().run(self.steps))

    def _replay(self) -> Replay:
        return Replay(self.tree, self.searcher, *self._given)

    @cached_property
    def _given(self) -> tuple[Number, Number]:
        """The bounds given to a best-first search; elsewhere, these options may mean anything."""
        options = self.options if self.searcher.name in ALGORITHMS else {}
        lower, upper = options.get("lower"), options.get("upper")
        return (
            lower if isinstance(lower, int | float) else -inf,
            upper if isinstance(upper, int | float) else inf,
        )

    @cached_property
    def _inner(self) -> Algorithm | None:
        """The search inside this one, if this is a wrapper that only sets horizons."""
        inner = self.options.get("search", _default(self.algorithm.search, "search"))
        return ALGORITHMS.get(inner) if isinstance(inner, str) else inner and algorithm_of(inner)

    @property
    def searcher(self) -> Algorithm:
        """The search that visits the nodes: the inner one, if this is a wrapper."""
        return self._inner or self.algorithm

    @cached_property
    def timeline(self) -> Timeline:
        """The changes, by step and by what they change."""
        with no_collection():
            return Timeline(
                *(self.tree, self.changes, self.searcher, self.title, self.value, self._given)
            )

    def frame(self, i: int) -> Frame:
        """Everything known after `i` steps."""
        if type(i) is not int or not 0 <= i <= len(self.steps):
            raise IndexError(f"frame {i!r} does not exist; this trace has frames 0 to {len(self)}")
        return Frame(self.timeline, i)

    def caption(self, i: int) -> str:
        """What the step that leads to frame `i` did, and why."""
        return caption(self.frame(i))

    def mentions(self, i: int) -> tuple[Node, ...]:
        """The node of the step that leads to frame `i`, then all others that its caption names."""
        return captioned(self.frame(i)).mentions

    def until(self, i: int) -> "Trace":
        """The first `i` steps of the same search, as if it had been stopped there."""
        written = Written()
        for step in self.steps[: self.frame(i).i]:
            written.extend(step)
        trace = Trace(self.tree, self.algorithm, self.options, written, None)
        trace.changes = self.changes[:i]
        return trace

    def numbered(self) -> "Trace":
        """The same trace without the names of nodes, so that captions use Dewey numbers."""
        trace = Trace(self.tree.numbered(), self.algorithm, self.options, self._written, self.value)
        trace.changes = self.changes  # replayed once
        return trace

    @property
    def cutoffs(self) -> dict[int, Cutoff]:
        """The cutoffs, by the frame that each leads to."""
        return self.timeline.cutoffs

    def why(self, i: int) -> Why:
        """The inequality behind the cutoff that leads to frame `i`, with its two witnesses."""
        frame = self.frame(i)
        if frame.cutoff is None:
            steps = ", ".join(map(str, list(self.cutoffs)[:12]))
            known = f"Choose one of: {steps}." if steps else "This search has no cutoffs."
            raise LookupError(f"Step {i} is not a cutoff. {known}")
        with deep_recursion(self.tree.depth):
            return why(frame)

    @cached_property
    def listing(self) -> tuple[Line, ...]:
        """The pseudo-code, followed by that of the inner search if there is one."""
        lines, inner = self.algorithm.listing(self.options), self._inner
        return (*lines, Line(""), *inner.listing(self.options)) if inner else lines

    @cached_property
    def _line_numbers(self) -> dict[str, int]:
        return {line.name: k for k, line in enumerate(self.listing) if line.name}

    def line(self, i: int) -> int | None:
        """The line of the listing, from 0, where the statement behind frame `i` begins."""
        return self._line_numbers.get(line_of(self.events[i - 1])) if i else None

    @property
    def title(self) -> str:
        """The algorithm with its options; PS*(k) with k=2 is PS*(2)."""
        options, title, number = dict(self.options), self.algorithm.title, self.algorithm.number
        if number:
            used = options.pop(number, None)
            if used is None and self.algorithm.usual:
                used = self.algorithm.usual(self.tree, self.options)
            title = title.replace(f"({number})", "" if used is None else f"({used})")
        return ", ".join([title, *(f"{k}={_show_option(v)}" for k, v in options.items())])

    @cached_property
    def heading(self) -> str:
        """The title, and the tree that was searched: Alpha-beta · Pantel 3.2."""
        return f"{self.title} · {catalogue.called(self.tree)}"

    def __len__(self) -> int:
        return len(self.steps)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Trace) and self._data() == other._data()

    __hash__ = object.__hash__

    def __repr__(self) -> str:
        end = f"value {self.value}" if self.complete else "stopped before the end"
        events, leaves = show_count(len(self), "event"), show_count(self.nbp, "leaf", "leaves")
        return f"<Trace of {self.title}: {events}, {leaves}, {end}>"

    def _repr_mimebundle_(self, **_: Any) -> Any:
        """In a notebook: the last frame, as a picture and as text."""
        return self.frame(len(self))._repr_mimebundle_()

    # JSON

    def to_json(self) -> str:
        """Write the whole trace, including its tree."""
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

        A known search is run again, and a trace that differs from that run is refused.
        """
        try:
            return _checked_against_tree(_trace_from_json(text))
        except RecursionError:
            raise ValueError("this JSON is nested too deeply to be a trace") from None
        except ValueError as error:  # the message may quote node names from the file
            raise ValueError(printable(str(error))) from None

    # Exports: each writes a complete file or none, and returns its path.

    def to_html(self, path: Place, *, step: int = 0, predict: str = "", **look: Any) -> Path:
        """Write a page that plays offline, complete in one file."""
        return EXPORTS["html"](self, path, step=self.frame(step).i, predict=predict, **look)

    def to_svg(self, path: Place, step: int | None = None, **look: Any) -> Path:
        """Write one step, by default the last, as SVG; `look` is as in `picture`."""
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
        """Write chosen steps as an animated GIF; `how` is as in `animate`."""
        return EXPORTS["gif"](self, path, steps, **how)

    def to_mp4(self, path: Place, steps: Iterable[int] | str | None = None, **how: Any) -> Path:
        """Write chosen steps as a video."""
        return EXPORTS["mp4"](self, path, steps, **how)

    def _frame(self, step: int | None) -> Frame:
        return self.frame(len(self) if step is None else step)


def record(
    search: Search, tree: Tree, /, *, max_events: int | None = None, **options: Any
) -> Trace:
    """Run a search and record its steps.

    `options` are those of the search. A search that logs more than `max_events` events is stopped
    there: its trace has no value and is not `complete`.
    """
    if not callable(search):
        known = ", ".join(ALGORITHMS)
        raise TypeError(f"{search!r} is not a search. Pass one of tracer.algorithms: {known}.")
    if not isinstance(tree, Tree):
        raise TypeError(f"{tree!r} is not a tree. Build one, for example with from_nested.")
    if max_events is not None and (type(max_events) is not int or max_events < 1):
        raise ValueError(f"max_events must be an integer of at least 1, not {max_events!r}")
    _check_options(search, options)
    algorithm = algorithm_of(search)
    written = Written()
    keep: Callable[[Step], None] = written.extend
    fits, searched = None, tree
    if is_ours(search) and is_ours(options.get("search", search)):
        searched = QuickTree(tree) if type(tree) is Tree else tree
    else:
        fits = Fits(tree, Replay(tree, algorithm), options.get("evaluate"))
    if fits is not None or max_events is not None:
        keep = _watched(keep, fits, max_events)
    value: Number | None
    with deep_recursion(tree.depth), no_collection():
        try:
            value = search(searched, Log(keep), **options)
            if fits is not None:
                fits.end(value)
        except StoppedError:
            value = None
    return Trace(tree, algorithm, options, written, value)


def is_ours(search: object) -> bool:
    """Whether a search is a function of this package, so that the tests vouch for its log."""
    return str(getattr(search, "__globals__", {}).get("__name__")).startswith("tracer.")


def _watched(
    keep: Callable[[Step], None], fits: Fits | None, most: int | None
) -> Callable[[Step], None]:
    """Refuse an event that does not fit those before it, and stop the search after `most`."""
    left = inf if most is None else most

    def take(step: Step) -> None:
        nonlocal left
        if not left:
            raise StoppedError
        left -= 1
        if fits is not None:
            fits.take(step)
        keep(step)

    return take


@cache
def _parameters(search: Search) -> tuple[Parameter, ...]:
    """The parameters of a search besides the tree and the log."""
    return tuple(signature(search).parameters.values())[2:]


def _check_options(search: Search, options: dict[str, Any]) -> None:
    parameters = _parameters(search)
    allowed = [p.name for p in parameters]
    name, inner = algorithm_of(search).name, options.get("search", _default(search, "search"))
    if is_ours(search) and is_ours(inner) and _default(inner, "search"):
        raise ValueError(
            f"{name} cannot use {inner.__name__}, which also sets horizons; choose a search "
            "without a horizon, such as alphabeta"
        )
    if parameters and parameters[-1].kind is Parameter.VAR_KEYWORD:
        if not callable(inner):
            return
        allowed = allowed[:-1] + [p.name for p in _parameters(inner)]  # the rest is for `inner`
    for option in options:
        if option not in allowed:
            takes = f"Choose one of: {', '.join(allowed)}." if allowed else "It takes no options."
            raise TypeError(f"{name} has no option {option!r}. {takes}")


def _default(search: Search, name: str) -> Any:
    found = (p.default for p in _parameters(search) if p.name == name and p.default is not p.empty)
    return next(found, None)


def _unknown(tree: Tree, log: Log) -> NoReturn:
    raise ValueError("the search that made this trace is unknown, so it cannot be run again")


def _trace_from_json(text: str) -> Trace:
    data = trace_json.check_header(parse_json(text))
    name, value = data["algorithm"], data.get("value")
    return Trace(
        from_data(data.get("tree")),
        ALGORITHMS.get(name) or Algorithm(name, name, _unknown),
        {k: trace_json.option_from_json(v) for k, v in data["options"].items()},
        trace_json.written_from_json(data),
        None if value is None else trace_json.number_from_json(value),
    )


def _checked_against_tree(trace: Trace) -> Trace:
    """Refuse a trace that contradicts its own tree.

    A known search is run again and must take the same steps. Those of any other search must fit
    together, and neither they nor the result may contradict the tree.
    """
    again = _run_again(trace)
    different = _difference(trace, again) if again is not None else ""
    if again is not None and not different:
        return Trace(trace.tree, trace.algorithm, trace.options, again._written, trace.value)
    known = again is not None  # then this explains what is wrong, if it can
    fits = Fits(trace.tree, trace._replay(), trace.options.get("evaluate"), watched=known)
    with no_collection():
        trace.changes = tuple(map(fits.take, trace.steps))
    if different:
        raise ValueError(different)
    if trace.value is not None:
        fits.end(trace.value)
    return trace


def _run_again(trace: Trace) -> Trace | None:
    """Run a known search on the tree of a trace; None if that is not possible."""
    search = trace.algorithm.search
    if search is _unknown:
        return None
    options = trace_json.runnable(trace.options, trace.events)
    limit = max(1, len(trace) + trace.complete)  # with other options, it could run forever
    try:
        _check_options(search, trace.options if options is None else options)
        if options is None:
            return None
        again = record(search, trace.tree, max_events=limit, **options)
    except (TypeError, ValueError) as error:
        raise ValueError(
            f"{trace.title} cannot be run on the tree of this trace: {error}"
        ) from None
    if len(again) < len(trace) and not again.complete and isinstance(again.events[-1], NewHorizon):
        return None  # Solve needs the values of all leaves, but a trace has only those it saw
    return again


def _difference(trace: Trace, again: Trace) -> str:
    """How a trace differs from another run of its search; it may have been stopped earlier."""
    for i, (mine, theirs) in enumerate(zip_longest(trace.events, again.events), 1):
        if mine is None or theirs is None or not trace_json.same_but_line(mine, theirs):
            return f"step {i} of this trace is not what {trace.title} does on its tree"
    if trace.value != again.value:
        says = "has no value" if trace.value is None else f"says {trace.value}"
        return f"this trace {says}, but {trace.title} returns {again.value} on its tree"
    return ""


def _show_option(value: Any) -> str:
    """An option in words; a function without a name, or an object without words, is its kind."""
    if isinstance(value, float):
        return show(value)
    text = function_name(value) if callable(value) else str(value)
    if "<lambda>" in text:
        return "a function"
    return type(value).__name__ if " at 0x" in text else text
