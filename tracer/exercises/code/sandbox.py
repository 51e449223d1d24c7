"""Run student code in a separate process, which asks about the tree over a pipe.

The values of leaves never leave this process until they are asked for, and the mark depends only
on those questions and the number returned. The other process is shut in by the kernel before it
reads the code (see `isolate`): it has no network, no files but Python's own, and cannot start or
reach other processes. Its memory, its time and what it sends are limited. Where the kernel cannot
do this, code runs only if the caller says `unsafe=True`.
"""

import ast
import json
import os
import sys
import sysconfig
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from math import inf
from pathlib import Path
from threading import Condition, Thread
from time import monotonic
from typing import Any, NamedTuple

from tracer.algorithms.registry import Line
from tracer.exercises.code import forking
from tracer.exercises.code.calling import WHOLE, Window, plain_node
from tracer.exercises.code.limits import IN_ALL, SECONDS, Budget, Stopped
from tracer.exercises.code.naming import gives, named
from tracer.exercises.code.spy import QUESTIONS, Attempt, Notes, algorithm_named, answer, attempt
from trees.dewey import ROOT, Node, printable
from trees.tree import Tree

LONGEST = 1 << 16  # bytes in one message
LAYERS = ("namespaces", "uid", "Landlock", "seccomp")  # those to switch on, if possible
ENDED = "its process ended before the function returned"


def enough(layers: tuple[str, ...]) -> bool:
    """Whether files, the network and other processes are all out of reach."""
    return "namespaces" in layers or {"Landlock", "seccomp"} <= set(layers)


@cache
def isolation() -> tuple[str, ...]:
    """The layers of isolation that this machine supports."""
    process = _started(SECONDS)
    process.end()
    return process.layers


def require(layers: tuple[str, ...]) -> None:
    """Raise an error unless these layers are enough."""
    if not enough(layers):
        raise ValueError(
            "This machine cannot isolate student code: that needs Linux with namespaces, or with "
            f"Landlock and seccomp. Here it has {' and '.join(layers) or 'none of these'}. Grade "
            "on another machine, or add --unsafe (in Python: unsafe=True) if you trust every "
            "submission with your files and your network."
        )


class Sandbox:
    """Runs one function of a student's source on trees.

    `failed` says why it cannot be run; `blank` is whether it is still to be written.
    """

    def __init__(
        self, source: str, name: str, *, seconds: float = SECONDS, unsafe: bool = False
    ) -> None:
        self.source, self.name, self.seconds, self.unsafe = source, name, seconds, unsafe
        self.budget = Budget(seconds)
        self.failed: str | None = None
        self.blank = False
        self._process: _Process | None = None
        try:
            listing = _listing(source, name)
        except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
            listing, self.failed = (), f"its code is not valid Python: {error}"
        self._algorithm = algorithm_named(name, listing)
        if not self.failed:
            self._start()

    def run(self, tree: Tree, window: Window = WHOLE) -> Attempt:
        """Run the function on a tree."""
        notes = Notes(QUESTIONS)
        try:
            if not self.failed:
                process = self._process or self._start()
            if self.failed:
                raise Stopped(self.failed)
            with self._clock(process):
                nodes = list(tree.nodes())
                shape = [len(tree.children(n)) for n in nodes]
                call = {"shape": shape, "max_first": tree.is_max(ROOT), "window": window}
                process.tell(call)
                while _hears_questions(message := process.hear(), notes, nodes):
                    if "ask" in message:
                        process.tell(_answer(tree, message, notes))
            returned, error = _outcome(message)
        except Stopped as limit:
            self.close()
            return attempt(
                tree, self._algorithm, notes, None, f"it was stopped: {limit}", stopped=True
            )
        return attempt(tree, self._algorithm, notes, returned, error)

    def _start(self) -> "_Process":
        """Start a process and load the code."""
        self._process = process = _started(self.seconds)
        if not self.unsafe and not enough(process.layers):
            self.close()
            require(process.layers)
        task = {"source": self.source, "name": self.name, "seconds": self.seconds}
        try:
            with self._clock(process):
                process.tell(task)
                message = process.hear()
            if "ready" not in message:
                self.blank = message.get("failed") is None
                self.failed = printable(str(message.get("failed") or "it is not defined")[:300])
        except Stopped as limit:
            self.failed = f"its code could not be loaded: {limit}"
        if self.failed:
            self.close()
        return process

    @contextmanager
    def _clock(self, process: "_Process") -> Iterator[None]:
        """Limit the time for one call, and of all calls together."""
        too_late = self.budget.too_late
        try:
            with self.budget.spent(), process.limited(self.budget.seconds):
                yield
        except Stopped:
            if process.late:
                raise Stopped(too_late) from None
            raise

    def close(self) -> None:
        """End the process."""
        process, self._process = self._process, None
        if process is not None:
            process.end()

    def __enter__(self) -> "Sandbox":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class Computed(NamedTuple):
    """What a variable holds after some code has run: its value as a text, or why it has none."""

    value: str | None = None
    failed: str = ""


def values(
    source: str, names: Iterable[str], *, seconds: float = SECONDS, unsafe: bool = False
) -> dict[str, Computed]:
    """Run a source, and return what the variables with these names hold at its end.

    Statements that fail are skipped; a variable that one of them uses has no value.
    """
    names = list(names)
    found: dict[str, Computed] = {}
    process = _started(seconds)
    try:
        if not unsafe:
            require(process.layers)
        with process.limited(seconds):
            process.tell({"source": source, "seconds": seconds, "values": names})
            for name in names:
                found[name] = _computed(process.hear())
    except Stopped as limit:
        ended = "its process ended" if str(limit) == ENDED else str(limit)
        why = f"the code ran for more than {seconds:g} s" if process.late else ended
        found |= {name: Computed(failed=why) for name in names if name not in found}
    finally:
        process.end()
    return found


def _computed(message: dict[str, Any]) -> Computed:
    value, failed = message.get("value"), message.get("failed")
    if isinstance(value, str):
        return Computed(value)
    return Computed(failed=printable(failed[:300]) if isinstance(failed, str) else "it failed")


class _Process:
    """A shut-in Python that exchanges lines of JSON with us."""

    def __init__(self, seconds: float) -> None:
        limits = {"seconds": IN_ALL * seconds, "layers": LAYERS, **_visible()}
        self._deadline = _Deadline(self._kill)
        self._started = forking.start(limits)
        try:
            with self.limited(forking.STARTUP):
                self.layers = tuple(self.hear()["up"])
        except (Stopped, KeyError) as error:
            self.end()
            raise RuntimeError(
                f"the process that runs student code did not start: {error}"
            ) from None

    @contextmanager
    def limited(self, seconds: float) -> Iterator[None]:
        """Kill the process when the time is up, which also ends any wait for it."""
        self._deadline.set(seconds)
        try:
            yield
        finally:
            self._deadline.set(inf)

    @property
    def late(self) -> bool:
        """Whether the time was up."""
        return self._deadline.missed

    def tell(self, message: dict[str, Any]) -> None:
        """Send a message."""
        assert self._started.stdin is not None
        try:
            self._started.stdin.write(json.dumps(message).encode() + b"\n")
            self._started.stdin.flush()
        except OSError:
            raise Stopped(ENDED) from None

    def hear(self) -> dict[str, Any]:
        """Wait for a message; Stopped if there is none, or none that makes sense."""
        assert self._started.stdout is not None
        line = self._started.stdout.readline(LONGEST)
        if not line:
            raise Stopped(ENDED)
        try:
            message = json.loads(line)
        except (ValueError, RecursionError):
            message = None
        if not isinstance(message, dict):
            raise Stopped("its process sent an invalid message")
        return message

    def _kill(self) -> None:
        with suppress(OSError):
            self._started.kill()

    def end(self) -> None:
        """End the process and everything it may have started."""
        self._deadline.end()
        self._kill()
        self._started.wait()
        for pipe in (self._started.stdin, self._started.stdout):
            with suppress(OSError):
                pipe.close()  # type: ignore[union-attr]


class _Deadline:
    """Does something when the time is up; a new deadline rarely wakes the thread that waits."""

    def __init__(self, act: Callable[[], None]) -> None:
        self.missed = self._ended = False
        self._act = act
        self._due = self._wakes = inf
        self._changed = Condition()
        Thread(target=self._wait, daemon=True).start()

    def set(self, seconds: float) -> None:
        """Set the deadline."""
        with self._changed:
            self._due = monotonic() + max(0.0, seconds)
            if self._due < self._wakes:
                self._changed.notify()

    def end(self) -> None:
        """Stop waiting."""
        with self._changed:
            self._ended = True
            self._changed.notify()

    def _wait(self) -> None:
        with self._changed:
            while not self._ended:
                left = self._due - monotonic()
                if left <= 0:
                    self.missed = True
                    self._act()
                    return
                self._wakes = self._due
                self._changed.wait(left if left < inf else None)


def _started(seconds: float) -> _Process:
    """A new process; a machine that was too busy gets a second chance."""
    try:
        return _Process(seconds)
    except (RuntimeError, OSError):
        return _Process(seconds)


@cache
def _visible() -> dict[str, list[str]]:
    """The files that a program may read: Python's, those of its packages, and shared libraries."""
    packages = [p for p in sys.path if Path(p).name in ("site-packages", "dist-packages")]
    packages = [os.path.realpath(p) for p in packages if os.path.isdir(p)]
    library = os.path.dirname(os.path.realpath(sysconfig.get_path("stdlib")))
    system = ("/lib", "/lib64", "/usr/lib", "/usr/lib64", "/etc/ld.so.cache")
    paths = {os.path.realpath(p) for p in (library, *packages, *system) if os.path.exists(p)}
    outermost = [p for p in paths if not any(p.startswith(f"{other}/") for other in paths)]
    project = forking.CHILD.resolve().parents[3]
    ours = [str(project / name) for name in ("trees", "tracer")]
    return {"readable": sorted(outermost), "hidden": ours, "packages": packages}


def _outcome(message: dict[str, Any]) -> tuple[float | None, str | None]:
    """The number returned, or what went wrong; a message may hold anything."""
    try:
        if "int" in message:
            return int(message["int"], 16), None
        if "float" in message:
            return float.fromhex(message["float"]), None
    except (ValueError, TypeError, OverflowError):
        pass
    if isinstance(stopped := message.get("stopped"), str):
        raise Stopped(printable(stopped[:300]))
    error = message.get("error")
    return None, printable(error[:300]) if isinstance(error, str) else "it failed"


def _hears_questions(message: dict[str, Any], notes: Notes, nodes: list[Node]) -> bool:
    """Note the questions in a message, and return whether there will be more."""
    seen, asked = message.get("seen"), message.get("asked")
    seen = seen if isinstance(seen, list) else []
    for number, line in zip(seen[::2], seen[1::2], strict=False):
        if type(number) is int and 0 <= number < len(nodes):
            notes.see(nodes[number], _where(line))
    if type(asked) is int:
        notes.count(max(0, asked - len(seen) // 2 - ("ask" in message)))
    return "ask" in message or message.keys() == {"seen", "asked"}


def _where(line: object) -> str:
    return f"L{line}" if type(line) is int and 0 <= line < 10**6 else "L0"


def _answer(tree: Tree, message: dict[str, Any], notes: Notes) -> dict[str, Any]:
    """Answer a question about the tree, and note it."""
    question, n, line = (message.get(key) for key in ("ask", "n", "line"))
    try:
        node = tuple(n) if isinstance(n, list) else n
        return {"is": answer(str(question), plain_node(node), tree, notes, _where(line))}
    except ValueError as error:
        return {"error": str(error)[:300]}


def _listing(source: str, name: str) -> tuple[Line, ...]:
    """The lines of the statement that defines the function, named by their numbers."""
    lines = source.splitlines()
    for statement in reversed([*ast.walk(ast.parse(source))]):
        if name in named(statement):
            first, last = statement.lineno, statement.end_lineno or statement.lineno  # type: ignore[attr-defined]
            return tuple(Line(lines[i - 1], f"L{i}") for i in range(first, last + 1))
    return ()


def defines(source: str, name: str) -> bool:
    """Whether any statement of a source gives the name a meaning."""
    try:
        return gives(ast.parse(source), name)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
