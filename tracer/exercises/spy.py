"""A student's own search, run on a tree that notes what it is asked."""

import contextlib
import inspect
import io
import sys
from collections.abc import Callable, Iterator
from math import inf
from types import FrameType
from typing import Any, NamedTuple

from tracer.events import EVALUATE, SEE, Step
from tracer.listing import Algorithm, Line
from tracer.trace import Trace
from trees.dewey import ROOT, Node
from trees.number import Number
from trees.tree import Tree

MOST_STEPS = 50_000
MOST_LINES = 500_000

Function = Callable[..., Any]


class Stopped(BaseException):
    """Ends a run that goes on too long; no Exception, lest code swallow it in passing."""


class Spy:
    """The four questions a search may ask of a tree, each answer noted as a step."""

    __slots__ = ("children", "is_leaf", "is_max", "value")

    children: Callable[[Node], tuple[Node, ...]]
    is_leaf: Callable[[Node], bool]
    is_max: Callable[[Node], bool]
    value: Callable[[Node], Number]

    def __init__(self, tree: Tree, note: Callable[[str, Node, Any], None]) -> None:
        def children(n: Node) -> tuple[Node, ...]:
            found = tree.children(n)
            note(SEE, n, None)
            return found

        def is_leaf(n: Node) -> bool:
            found = tree.is_leaf(n)
            note(SEE, n, None)
            return found

        def is_max(n: Node) -> bool:
            tree.children(n)
            note(SEE, n, None)
            return tree.is_max(n)

        def value(n: Node) -> Number:
            if not tree.is_leaf(n):
                raise ValueError(f"{tree.name(n)} is not a leaf: only leaves have a value")
            found = tree.value(n)
            note(EVALUATE, n, found)
            return found

        for function in (children, is_leaf, is_max, value):
            object.__setattr__(self, function.__name__, function)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("the tree cannot be changed")


class Run(NamedTuple):
    """What came of running a student's function on a tree."""

    trace: Trace
    returned: Any
    error: str | None  # what went wrong, in words
    printed: str
    stopped: bool


def run(function: Function, tree: Tree) -> Run:
    """Run a function on a tree; exceptions, endless loops and prints are caught."""
    steps: list[Step] = []
    arguments = _arguments(function)
    code = getattr(function, "__code__", None)

    def note(kind: str, n: Node, value: Any) -> None:
        if len(steps) >= MOST_STEPS:
            raise Stopped(f"it asked the tree more than {MOST_STEPS:,} questions")
        line = _line(code)
        if kind == EVALUATE:
            if not steps or steps[-1][:2] != (EVALUATE, n):
                steps.append((EVALUATE, n, value, line))
        elif not steps or steps[-1][1] != n:
            steps.append((SEE, n, line))

    returned, error, stopped, out = None, None, False, io.StringIO()
    try:
        with contextlib.redirect_stdout(out), _line_limit():
            returned = function(Spy(tree, note), *arguments)
    except Stopped as limit:
        error, stopped = f"it was stopped: {limit}", True
    except RecursionError:
        error = "it called itself without end (RecursionError)"
    except Exception as raised:
        error = f"it raised {type(raised).__name__}: {raised}"
    if error is None and (isinstance(returned, bool) or not isinstance(returned, int | float)):
        error = f"it returned {returned!r}, which is not a number"
    value = None if error else returned
    trace = Trace(tree, _algorithm(function), {}, tuple(steps), value)
    return Run(trace, returned, error, out.getvalue(), stopped)


def trace_of(function: Function, tree: Tree) -> Trace:
    """The trace of a student's own search: what it asked of the tree, line by line.

    The function takes the tree, or the tree and a node, or these and α and β. It may use
    `tree.children(n)`, `tree.is_leaf(n)`, `tree.value(n)` and `tree.is_max(n)`.
    """
    done = run(function, tree)
    if done.error and not done.trace.steps:
        raise ValueError(f"{done.trace.title} could not be traced: {done.error}")
    return done.trace


def _arguments(function: Function) -> tuple[Any, ...]:
    if not callable(function):
        raise TypeError(f"{function!r} is not a function: pass it by its name, without brackets")
    parameters = list(inspect.signature(function).parameters.values())
    needed = [p for p in parameters if p.default is p.empty and p.kind is p.POSITIONAL_OR_KEYWORD]
    given = (ROOT, -inf, inf)
    if not 1 <= len(needed) <= 4 or len(needed) == 3:
        names = ", ".join(p.name for p in parameters)
        raise TypeError(
            f"{function.__name__}({names}) cannot be called: it has to take (tree), (tree, n) or "
            "(tree, n, alpha, beta)"
        )
    return given[: len(needed) - 1]


def _line(code: Any) -> str:
    """The line of the student's code that asks."""
    frame = inspect.currentframe()
    while frame is not None and frame.f_code is not code:
        frame = frame.f_back
    return f"L{frame.f_lineno - code.co_firstlineno + 1}" if frame is not None else "L0"


def _algorithm(function: Function) -> Algorithm:
    name = getattr(function, "__name__", "function")
    try:
        source = inspect.getsource(function).splitlines()
    except (OSError, TypeError):
        source = []
    listing = tuple(Line(text, (f"L{i}",)) for i, text in enumerate(source, 1))
    return Algorithm(name, name, function, listing, "", negates=False)


@contextlib.contextmanager
def _line_limit() -> Iterator[None]:
    """Stop code after so many lines, again and again if it catches that."""
    count = 0

    def tracer(frame: FrameType, event: str, argument: object) -> Any:
        nonlocal count
        count += 1
        if count > MOST_LINES:
            raise Stopped(f"it ran for more than {MOST_LINES:,} lines")
        return tracer

    before = sys.gettrace()
    sys.settrace(tracer)
    try:
        yield
    finally:
        sys.settrace(before)
