"""A student's own search, run on a tree that notes what it is asked."""

import contextlib
import ctypes
import inspect
import io
import sys
from collections.abc import Callable
from math import inf
from threading import Event, Thread, get_ident
from time import sleep
from types import FrameType
from typing import Any, NamedTuple, NoReturn

from tracer.algorithms.registry import Algorithm, Line
from tracer.exercises.ask.answers import brief
from tracer.log.log import Log, Written
from tracer.trace.node_names import printable
from tracer.trace.trace import Trace
from trees.dewey import ROOT, Node
from trees.number import Number
from trees.tree import Tree

MOST_STEPS = 50_000
MOST_LINES = 500_000
SECONDS = 5.0

Function = Callable[..., Any]


class Stopped(BaseException):
    """Ends a run that goes on too long; no Exception, lest code swallow it in passing."""


class Notes:
    """What a search asks of a tree, in a log; a question repeated at once is one step."""

    def __init__(self, most: int = MOST_STEPS) -> None:
        self.written = Written()
        self.most = most
        self.asked = 0
        self._log = Log(self.written.extend)
        self._last: Node | None = None  # the node of the last step
        self._valued = False  # whether that step gave its value

    def see(self, n: Node, line: str) -> None:
        """A question about a node."""
        self._count()
        if n != self._last:
            self._log.see(n, line)
            self._last, self._valued = n, False

    def evaluate(self, n: Node, value: Number, line: str) -> None:
        """A question for the value of a leaf."""
        self._count()
        if n != self._last or not self._valued:
            self._log.evaluate(n, value, line)
            self._last, self._valued = n, True

    def _count(self) -> None:
        self.asked += 1
        if self.asked > self.most:
            raise Stopped(f"it asked the tree more than {self.most:,} questions")


class Spy:
    """The four questions a search may ask of a tree, each answer noted as a step."""

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
                raise ValueError(f"{tree.name(n)} is not a leaf: only leaves have a value")
            found = tree.value(n)
            notes.evaluate(n, found, line())
            return found

        for function in (children, is_leaf, is_max, value):
            object.__setattr__(self, function.__name__, function)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("the tree cannot be changed")


class Attempt(NamedTuple):
    """What came of running a student's function on a tree."""

    trace: Trace
    returned: Any
    error: str | None  # what went wrong, in words
    printed: str = ""
    stopped: bool = False

    @property
    def blank(self) -> bool:
        """Whether the function does nothing at all: its body is still to be written."""
        return not self.trace.steps and self.returned is None and self.error == NOTHING


NOTHING = "it returned nothing: is there a return on every way through it?"


def attempt(
    tree: Tree, algorithm: Algorithm, notes: Notes, returned: Any, error: str | None, **rest: Any
) -> Attempt:
    """A run that has come to its end, in one way or another."""
    if error is None and returned is None:
        error = NOTHING
    elif error is None and type(returned) not in (int, float):  # a subclass might lie
        error = f"it returned {brief(returned)}, which is not a number"
    value = None if error else returned
    return Attempt(Trace(tree, algorithm, {}, notes.written, value), returned, error, **rest)


def run(function: Function, tree: Tree) -> Attempt:
    """Run a function on a tree; exceptions, endless loops and prints are caught."""
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
    """An exception in words, even if it cannot be written."""
    try:
        return f"{type(raised).__name__}: {raised}"[:300]
    except Exception:
        return type(raised).__name__


def trace_of(function: Function, tree: Tree) -> Trace:
    """The trace of a student's own search: what it asked of the tree, line by line.

    The function takes the tree, or the tree and a node, or these and α and β. It may use
    `tree.children(n)`, `tree.is_leaf(n)`, `tree.value(n)` and `tree.is_max(n)`.
    """
    done = run(function, tree)
    if done.error and not done.trace.steps:
        raise ValueError(f"{done.trace.title} could not be traced: {done.error}")
    return done.trace


def arguments_of(function: Function) -> tuple[Any, ...]:
    """What the function is called with after the tree: nothing, a node, or a node, α and β."""
    if not callable(function):
        raise TypeError(
            f"{brief(function)} is not a function: pass it by its name, without brackets"
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
            f"{getattr(function, '__name__', 'the function')}({names}) cannot be called: it has "
            "to take (tree), (tree, n) or (tree, n, alpha, beta)"
        )
    return (ROOT, -inf, inf)[: len(needed) - 1]


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
    return algorithm_named(name, tuple(Line(text, f"L{i}") for i, text in enumerate(source, 1)))


def algorithm_named(name: str, listing: tuple[Line, ...]) -> Algorithm:
    """What is known of a student's search: its source lines are the listing.

    It goes by another name than ours, which it may be called after.
    """
    return Algorithm(f"student's {printable(name)}", name, _not_ours, listing)


def _not_ours(tree: Tree, log: Log) -> NoReturn:
    raise ValueError("a student's search keeps no log: trace it with trace_of, or check it")


def _call(function: Function, *arguments: Any) -> tuple[Any, str | None, bool]:
    """What a function returns, what went wrong, and whether it had to be stopped.

    It is stopped after so many lines or seconds, again and again if it catches that.
    """
    count, before = 0, sys.gettrace()
    over = Event()
    ended: list[bool] = []
    watch = Thread(target=_stop_again, args=(get_ident(), over, ended), daemon=True)

    def tracer(frame: FrameType, event: str, argument: object) -> Any:
        nonlocal count
        count += 1
        if count > MOST_LINES:
            over.set()
            raise Stopped(f"it ran for more than {MOST_LINES:,} lines")
        return tracer

    with contextlib.suppress(RuntimeError):  # where there are no threads, lines have to do
        watch.start()
    returned, error, stopped = None, "it was stopped: it would not end", True
    try:
        try:
            sys.settrace(tracer)
            try:
                returned = function(*arguments)
            finally:  # nothing can come between a handler and its first call
                ended.append(True)
            error, stopped = "", False
        except Stopped as limit:
            error = f"it was stopped: {str(limit) or 'it would not end'}"
        except RecursionError:
            error, stopped = "it called itself without end (RecursionError)", False
        except KeyboardInterrupt:
            raise
        except BaseException as raised:  # SystemExit too
            error, stopped = f"it raised {described(raised)}", False
    except Stopped:  # the last one, which was under way
        pass
    finally:
        while True:
            with contextlib.suppress(Stopped):
                sys.settrace(before)
                over.set()
                if watch.ident:
                    watch.join()
                break
    return returned, error or None, stopped


def _stop_again(thread: int, over: Event, ended: list[bool]) -> None:
    """Raise in the other thread until it ends: a tracer that has raised once is not called again.

    Code that catches everything is met sooner or later outside of its try: ever denser.
    """
    over.wait(SECONDS)
    pause, usual = 0.01, sys.getswitchinterval()
    while not ended:
        ctypes.pythonapi.PyThreadState_SetAsyncExc(
            ctypes.c_ulong(thread), ctypes.py_object(Stopped)
        )
        sleep(pause)
        pause *= 0.9
        sys.setswitchinterval(max(1e-6, pause))
    sys.setswitchinterval(usual)
