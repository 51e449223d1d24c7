"""A long computation that can be stopped: the kernel waits for it in short slices."""

from collections.abc import Callable
from threading import Thread
from typing import Generic, TypeVar

T = TypeVar("T")


class _Stopped(BaseException):
    """Raised in the thread of a thought that nobody waits for any more."""


class Thought(Generic[T]):
    """Computes a value in a thread of its own; where there are no threads, at once."""

    def __init__(self, compute: Callable[[], T]) -> None:
        self._compute = compute
        self._found: list[T] = []
        self._error: BaseException | None = None
        self._thread = Thread(target=self._run, daemon=True)
        try:
            self._thread.start()
        except RuntimeError:  # in the browser, as in JupyterLite
            self._run()

    def _run(self) -> None:
        try:
            self._found.append(self._compute())
        except BaseException as error:
            self._error = error

    def wait(self, seconds: float) -> bool:
        """Wait for a while; return whether the value is there."""
        if self._thread.ident is not None:
            self._thread.join(seconds)
        return bool(self._found) or self._error is not None

    def value(self) -> T:
        """The value, once it is there; an error of the computation is raised here."""
        if self._error is not None:
            raise self._error
        return self._found[0]

    def stop(self) -> None:
        """Let the computation end where it is."""
        from ctypes import (
            c_ulong,
            py_object,
            pythonapi,
        )  # not everywhere where there are no threads

        if self._thread.ident is not None and self._thread.is_alive():
            pythonapi.PyThreadState_SetAsyncExc(c_ulong(self._thread.ident), py_object(_Stopped))
