"""Run a student's own search on a tree that notes every question it is asked."""

import contextlib
import inspect
import io
from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple, NoReturn

from tracer.algorithms.registry import Algorithm, Line
from tracer.exercises.code.calling import (
    NOTHING,
    WHOLE,
    Questions,
    Window,
    arguments_of,
    call,
    plain_number,
)
from tracer.exercises.code.limits import Budget, Limited, Stopped
from tracer.log.log import Log, Written
from tracer.trace.node_names import called
from tracer.trace.trace import Trace
from trees.dewey import Node, printable
from trees.number import Number
from trees.tree import Tree

MOST_STEPS = 50_000
QUESTIONS = 20_000  # that a program on trial may ask about a tree

Function = Callable[..., Any]


class Notes:
    """Logs what a search asks about a tree; asking twice in a row about a node is one step."""

    def __init__(self, most: int = MOST_STEPS) -> None:
        self.written = Written()
        self.most = most
        self.asked = 0
        self._log = Log(self.written.extend)
        self._last: Node | None = None  # the node of the last step
        self._valued = False  # whether that step gave its value

    def see(self, n: Node, line: str) -> None:
        """Note a question about a node."""
        self.count()
        if n != self._last:
            self._log.see(n, line)
            self._last, self._valued = n, False

    def evaluate(self, n: Node, value: Number, line: str) -> None:
        """Note a question about the value of a leaf."""
        self.count()
        if n != self._last or not self._valued:
            self._log.evaluate(n, value, line)
            self._last, self._valued = n, True

    def count(self, questions: int = 1) -> None:
        """Count questions; Stopped if they are too many."""
        self.asked += questions
        if self.asked > self.most:
            raise Stopped(f"it asked the tree more than {self.most:,} questions")


def answer(question: str, n: Node, tree: Tree, notes: Notes, line: str) -> Any:
    """Answer one of the four questions about a node, and note it; ValueError says why not."""
    children = tree.children(n)
    if question == "value":
        if children:
            raise ValueError(f"{called(tree, n)} is not a leaf; only leaves have a value")
        notes.evaluate(n, tree.value(n), line)
        return tree.value(n)
    notes.see(n, line)
    if question == "children":
        return children
    if question == "is_leaf":
        return not children
    if question == "is_max":
        return tree.is_max(n)
    asked = str(question)[:80]
    raise ValueError(f"Unknown question {asked!r}. Ask for children, is_leaf, is_max or value")


class Attempt(NamedTuple):
    """The outcome of running a student's function on a tree."""

    trace: Trace
    returned: Any
    error: str | None  # what went wrong, in words
    printed: str = ""
    stopped: bool = False

    @property
    def blank(self) -> bool:
        """Whether the function does nothing at all, because its body is still to be written."""
        return not self.trace.steps and self.returned is None and self.error == NOTHING


def attempt(
    tree: Tree, algorithm: Algorithm, notes: Notes, returned: Any, error: str | None, **rest: Any
) -> Attempt:
    """The outcome of a run that has ended, one way or another."""
    if error is None:
        returned, error = plain_number(returned)
    value = None if error else returned
    return Attempt(Trace(tree, algorithm, {}, notes.written, value), value, error, **rest)


def run(
    function: Function,
    tree: Tree,
    window: Window = WHOLE,
    *,
    most: int = MOST_STEPS,
    budget: Budget | None = None,
) -> Attempt:
    """Run a function on a tree, catching exceptions, endless loops and printed output."""
    arguments_of(function)
    budget = budget or Budget()
    notes = Notes(most)
    code = getattr(_written(function), "__code__", None)
    spy = Questions(lambda question, n: answer(question, n, tree, notes, _line(code)))
    out = io.StringIO()
    stopped = False
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out):
        try:
            with budget.spent():
                returned, error = call(
                    function,
                    spy,
                    lambda: notes.asked > 0,
                    Limited(budget),
                    window,
                    through=(Stopped, KeyboardInterrupt),
                )
        except Stopped as limit:
            returned, error, stopped = None, f"it was stopped: {limit}", True
    printed = "" if out.closed else out.getvalue()
    return attempt(
        tree, _algorithm(function), notes, returned, error, printed=printed, stopped=stopped
    )


def trace_of(function: Function, tree: Tree) -> Trace:
    """The trace of a student's own search: what it asked about the tree, line by line.

    The function takes (tree), (tree, n) or (tree, n, alpha, beta). It may call
    `tree.children(n)`, `tree.is_leaf(n)`, `tree.value(n)` and `tree.is_max(n)`.
    """
    done = run(function, tree)
    if done.error and not done.trace.steps:
        raise ValueError(f"{done.trace.title} could not be traced: {done.error}")
    return done.trace


def _written(function: Function) -> Function:
    """The function that the student wrote, inside methods, partial calls and decorators."""
    for _ in range(20):  # a decorator may refer to itself
        inner = (
            getattr(function, "__wrapped__", None)
            or getattr(function, "__func__", None)
            or (function.func if isinstance(function, partial) else None)
        )
        function = inner or function
    return function if hasattr(function, "__code__") else type(function).__call__


def _line(code: Any) -> str:
    """The line of the student's code that asks the question."""
    frame = inspect.currentframe()
    while frame is not None and frame.f_code is not code:
        frame = frame.f_back
    return f"L{frame.f_lineno - code.co_firstlineno + 1}" if frame is not None else "L0"


def _algorithm(function: Function) -> Algorithm:
    name = str(getattr(function, "__name__", type(function).__name__))
    try:
        source = inspect.getsource(_written(function)).splitlines()
    except (OSError, TypeError):
        source = []
    return algorithm_named(name, tuple(Line(text, f"L{i}") for i, text in enumerate(source, 1)))


def algorithm_named(name: str, listing: tuple[Line, ...]) -> Algorithm:
    """Describe a student's search, with its source lines as the listing.

    The prefix tells it apart from one of our searches with the same name.
    """
    return Algorithm(f"student's {printable(name)}", name, _not_ours, listing)


def _not_ours(tree: Tree, log: Log) -> NoReturn:
    raise ValueError("a student's search does not write a log; use trace_of or check instead")
