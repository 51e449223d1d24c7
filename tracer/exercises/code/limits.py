"""Limits on a run of a student's function, the same in a notebook and in the sandbox.

What counts is how many lines run, not how long they take, so that a verdict does not depend on the
machine. This file needs only the standard library: the process that runs graded code has nothing
else.
"""

import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from math import inf
from threading import current_thread, main_thread
from time import monotonic
from types import FrameType
from typing import Any

MOST_LINES = 500_000
SECONDS = 5.0  # for a run on one tree: only code that runs few lines in that time gets there
IN_ALL = 10  # all runs together may take this many times as long as one
AGAIN = 0.05  # seconds between alarms for code that catches the first one


class Stopped(BaseException):
    """Ends a run that takes too long; not an Exception, because code often catches those.

    `dropped` is called once code has caught and discarded it.
    """

    def __init__(self, why: str, dropped: Callable[[], None] = lambda: None) -> None:
        super().__init__(why)
        self._dropped = dropped

    def __del__(self) -> None:
        self._dropped()


class Budget:
    """The time for the next run of a program, and for all its runs together."""

    def __init__(self, seconds: float = SECONDS) -> None:
        self.each = seconds
        self.left = IN_ALL * seconds

    @property
    def seconds(self) -> float:
        """The time for the next run."""
        return max(0.0, min(self.each, self.left))

    @property
    def too_late(self) -> str:
        """What is said of a run that takes longer."""
        if self.left < self.each:
            return f"its runs took more than {IN_ALL * self.each:g} s in all"
        return f"it ran for more than {self.each:g} s"

    @contextmanager
    def spent(self) -> Iterator[None]:
        """Take the time of a run off what is left."""
        begun = monotonic()
        try:
            yield
        finally:
            self.left -= monotonic() - begun


class Limited(AbstractContextManager[None]):
    """Stops code after MOST_LINES lines, and at every later line if the code catches that.

    Python stops tracing when a tracer raises. But code that catches the exception drops it at the
    end of its handler, and then tracing starts again.

    Some code runs no new line: a long sleep, or `while True: pass` on one line. An alarm stops it
    when the time is up, if this is the main thread of a system that has alarms (a notebook on
    Linux or macOS, for instance). Nothing here stops a single long call in C, or code that keeps
    the exception. For that, interrupt the kernel; graded code runs in a process that can be killed.
    """

    def __init__(self, budget: Budget | None = None) -> None:
        self.lines = 0
        self.on = True
        self.seconds, self.too_late = (budget.seconds, budget.too_late) if budget else (inf, "")
        self.alarmed = (
            self.seconds < inf
            and hasattr(signal, "setitimer")
            and current_thread() is main_thread()
        )

    def __enter__(self) -> None:
        self.begun = monotonic()
        if self.alarmed:
            self.handler = signal.signal(signal.SIGALRM, self._alarm)
            first = max(self.seconds, AGAIN / 1000)  # 0 would mean never
            self.timer = signal.setitimer(signal.ITIMER_REAL, first, AGAIN)
        self.tracer = sys.gettrace()
        self.outside = sys._getframe(1)
        sys.settrace(self._trace)

    def __exit__(self, *_: object) -> None:
        self.on = False
        sys.settrace(self.tracer)
        if self.alarmed:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, self.handler)
            left, interval = self.timer  # of somebody else's alarm
            if left:
                left -= monotonic() - self.begun
                signal.setitimer(signal.ITIMER_REAL, max(left, 1e-6), interval)

    def _trace(self, frame: FrameType, event: str, argument: object) -> Any:
        if frame.f_code.co_filename == __file__:  # an exception of ours is dropped
            return None
        self.lines += 1
        if self.lines > MOST_LINES:
            raise Stopped(self._why(), self._trace_again)
        return self._trace

    def _why(self) -> str:
        lines = f"it ran for more than {MOST_LINES:,} lines"
        return self.too_late if self.lines == inf else lines

    def _alarm(self, *_: object) -> None:
        if self.on:
            self.lines = inf  # type: ignore[assignment] # the next line is one too many
            raise Stopped(self._why(), self._trace_again)

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
