"""Run a student's own search on a tree that notes every question it is asked."""

import contextlib
import inspect
import io
import sys
from collections.abc import Callable
from functools import partial
from types import FrameType
from typing import Any, NamedTuple, NoReturn

from tracer.algorithms.registry import Algorithm, Line
from tracer.exercises.code.calling import NOTHING, Questions, arguments_of, call, plain_number
from tracer.log.log import Log, Written
from tracer.trace.node_names import called
from tracer.trace.trace import Trace
from trees.dewey import Node, printable
from trees.number import Number
from trees.tree import Tree

MOST_STEPS = 50_000
MOST_LINES = 500_000
QUESTIONS = 20_000  # that a program on trial may ask about a tree

Function = Callable[..., Any]


class Stopped(BaseException):
    """Ends a run that takes too long; not an Exception, because code often catches those.

    `dropped` is called once code has caught and discarded it.
    """

    def __init__(self, why: str, dropped: Callable[[], None] = lambda: None) -> None:
        super().__init__(why)
        self._dropped = dropped

    def __del__(self) -> None:
        self._dropped()


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
        self._count()
        if n != self._last:
            self._log.see(n, line)
            self._last, self._valued = n, False

    def evaluate(self, n: Node, value: Number, line: str) -> None:
        """Note a question about the value of a leaf."""
        self._count()
        if n != self._last or not self._valued:
            self._log.evaluate(n, value, line)
            self._last, self._valued = n, True

    def _count(self) -> None:
        self.asked += 1
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


def run(function: Function, tree: Tree, *, most: int = MOST_STEPS) -> Attempt:
    """Run a function on a tree, catching exceptions, endless loops and printed output."""
    arguments_of(function)
    notes = Notes(most)
    code = getattr(_written(function), "__code__", None)
    spy = Questions(lambda question, n: answer(question, n, tree, notes, _line(code)))
    out = io.StringIO()
    stopped = False
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out):
        try:
            with _LineLimit():
                returned, error = call(
                    function, spy, lambda: notes.asked > 0, through=(Stopped, KeyboardInterrupt)
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


class _LineLimit:
    """Stops code after MOST_LINES lines, and at every later line if the code catches that.

    Python stops tracing when a tracer raises. But code that catches the exception drops it at the
    end of its handler, and then tracing starts again. Some code cannot be stopped here: code that
    runs no new line (a long sleep, a huge sum, `while True: pass` on one line), keeps the
    exception, or loops in its handler. For that, interrupt the kernel. Graded code runs in a
    process that can be killed.
    """

    def __init__(self) -> None:
        self.lines = 0
        self.on = True

    def __enter__(self) -> None:
        self.before = sys.gettrace()
        self.outside = sys._getframe(1)
        sys.settrace(self._trace)

    def __exit__(self, *_: object) -> None:
        self.on = False
        sys.settrace(self.before)

    def _trace(self, frame: FrameType, event: str, argument: object) -> Any:
        self.lines += 1
        if self.lines > MOST_LINES:
            raise Stopped(f"it ran for more than {MOST_LINES:,} lines", self._trace_again)
        return self._trace

    def _trace_again(self) -> None:
        frame: FrameType | None = sys._getframe(2)  # the code that dropped the exception
        frames = []
        while frame is not None and frame is not self.outside:
            frames.append(frame)
            frame = frame.f_back
        if self.on and frame is self.outside:
            for frame in frames:
                frame.f_trace = self._trace
            sys.settrace(self._trace)
