"""Run a student's own search on a tree that notes every question it is asked."""

import contextlib
import inspect
import io
import sys
from collections.abc import Callable
from math import inf
from types import FrameType
from typing import Any, NamedTuple, NoReturn

from tracer.algorithms.registry import Algorithm, Line
from tracer.exercises.ask.answers import brief
from tracer.log.log import Log, Written
from tracer.trace.node_names import called
from tracer.trace.trace import Trace
from trees.dewey import ROOT, Node, printable
from trees.number import Number
from trees.tree import Tree

MOST_STEPS = 50_000
MOST_LINES = 500_000

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


class Spy:
    """The four questions a search may ask about a tree, each noted as a step."""

    __slots__ = ("children", "is_leaf", "is_max", "value")

    children: Callable[[Node], tuple[Node, ...]]
    is_leaf: Callable[[Node], bool]
    is_max: Callable[[Node], bool]
    value: Callable[[Node], Number]

    def __init__(self, tree: Tree, notes: Notes, line: Callable[[], str]) -> None:
        def children(n: Node) -> tuple[Node, ...]:
            found = tree.children(n)
            notes.see(n, line())
            return found

        def is_leaf(n: Node) -> bool:
            found = tree.is_leaf(n)
            notes.see(n, line())
            return found

        def is_max(n: Node) -> bool:
            tree.children(n)
            notes.see(n, line())
            return tree.is_max(n)

        def value(n: Node) -> Number:
            if not tree.is_leaf(n):
                raise ValueError(f"{called(tree, n)} is not a leaf; only leaves have a value")
            found = tree.value(n)
            notes.evaluate(n, found, line())
            return found

        for function in (children, is_leaf, is_max, value):
            object.__setattr__(self, function.__name__, function)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("the tree cannot be changed")


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


NOTHING = "it returned None; make sure that every path through it ends with a return"


def attempt(
    tree: Tree, algorithm: Algorithm, notes: Notes, returned: Any, error: str | None, **rest: Any
) -> Attempt:
    """The outcome of a run that has ended, one way or another."""
    if error is None and returned is None:
        error = NOTHING
    elif error is None and type(returned) not in (int, float):  # a subclass might lie
        error = f"it returned {brief(returned)}, which is not a number"
    value = None if error else returned
    return Attempt(Trace(tree, algorithm, {}, notes.written, value), returned, error, **rest)


def run(function: Function, tree: Tree) -> Attempt:
    """Run a function on a tree, catching exceptions, endless loops and printed output."""
    arguments = arguments_of(function)
    code = getattr(function, "__code__", None)
    notes = Notes()
    spy = Spy(tree, notes, lambda: _line(code))
    out = io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out):
        returned, error, stopped = _call(function, spy, *arguments)
    printed = "" if out.closed else out.getvalue()
    return attempt(
        tree, _algorithm(function), notes, returned, error, printed=printed, stopped=stopped
    )


def described(raised: BaseException) -> str:
    """An exception in words, even if its own `str` fails."""
    try:
        return f"{type(raised).__name__}: {raised}"[:300]
    except Exception:
        return type(raised).__name__


def trace_of(function: Function, tree: Tree) -> Trace:
    """The trace of a student's own search: what it asked about the tree, line by line.

    The function takes (tree), (tree, n) or (tree, n, alpha, beta). It may call
    `tree.children(n)`, `tree.is_leaf(n)`, `tree.value(n)` and `tree.is_max(n)`.
    """
    done = run(function, tree)
    if done.error and not done.trace.steps:
        raise ValueError(f"{done.trace.title} could not be traced: {done.error}")
    return done.trace


def arguments_of(function: Function) -> tuple[Any, ...]:
    """The arguments of the function after the tree: none, a node, or a node, α and β."""
    if not callable(function):
        raise TypeError(
            f"{brief(function)} is not a function. Pass its name alone, without parentheses"
        )
    try:
        parameters = list(inspect.signature(function).parameters.values())
    except (ValueError, TypeError):
        parameters = []
    places = [p for p in parameters if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)]
    needed = [p for p in places if p.default is p.empty]
    named = [p for p in parameters if p.kind is p.KEYWORD_ONLY and p.default is p.empty]
    if len(needed) not in (1, 2, 4) or named:
        names = ", ".join(p.name for p in parameters)
        raise TypeError(
            f"{getattr(function, '__name__', 'the function')}({names}) has the wrong parameters. "
            "It must take (tree), (tree, n) or (tree, n, alpha, beta)"
        )
    return (ROOT, -inf, inf)[: len(needed) - 1]


def _line(code: Any) -> str:
    """The line of the student's code that asks the question."""
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
    return algorithm_named(name, tuple(Line(text, f"L{i}") for i, text in enumerate(source, 1)))


def algorithm_named(name: str, listing: tuple[Line, ...]) -> Algorithm:
    """Describe a student's search, with its source lines as the listing.

    The prefix tells it apart from one of our searches with the same name.
    """
    return Algorithm(f"student's {printable(name)}", name, _not_ours, listing)


def _not_ours(tree: Tree, log: Log) -> NoReturn:
    raise ValueError("a student's search does not write a log; use trace_of or check instead")


def _call(function: Function, *arguments: Any) -> tuple[Any, str | None, bool]:
    """What a function returns, what went wrong, and whether it had to be stopped."""
    try:
        with _LineLimit():
            return function(*arguments), None, False
    except Stopped as limit:
        return None, f"it was stopped: {limit}", True
    except RecursionError:
        return None, "it never stopped calling itself (RecursionError)", False
    except KeyboardInterrupt:
        raise
    except BaseException as raised:  # including SystemExit
        return None, f"it raised {described(raised)}", False


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
