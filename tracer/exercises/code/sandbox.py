"""Run student code in a separate process, which asks about the tree over a pipe.

The tree never leaves this process, and the mark depends only on the questions asked and the number
returned. The other process has limits on time, memory and file size, and an audit hook that stops
it from writing or deleting files, starting processes and opening sockets. That prevents accidents
and pranks; to be safe from someone determined to break out, grade in a container.
"""

import ast
import json
import os
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from threading import Timer
from time import monotonic
from types import TracebackType
from typing import Any

from tracer.algorithms.registry import Line
from tracer.exercises.code.spy import Attempt, Notes, Stopped, algorithm_named, attempt
from tracer.trace.node_names import called
from trees.dewey import Node
from trees.tree import Tree

CHILD = Path(__file__).with_name("sandbox_child.py")
SECONDS = 5.0  # for a run on one tree
STARTUP = 30.0  # for Python to start
IN_ALL = 10  # all runs together may take this many times as long as one
LONGEST = 1 << 16  # bytes in one message
QUESTIONS = 60  # at most this many per node, on average


class Sandbox:
    """Runs one function of a student's source on trees; `failed` says why it cannot be run."""

    def __init__(self, source: str, name: str, *, seconds: float = SECONDS) -> None:
        self.source, self.name, self.seconds = source, name, seconds
        self.left = IN_ALL * seconds
        self.failed: str | None = None
        self._process: subprocess.Popen[bytes] | None = None
        try:
            listing = _listing(source, name)
        except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
            listing, self.failed = (), f"its code is not valid Python: {error}"
        self._algorithm = algorithm_named(name, listing)
        self._start()

    def run(self, tree: Tree) -> Attempt:
        """Run the function on a tree."""
        notes = Notes(1000 + QUESTIONS * sum(1 for _ in tree.nodes()))
        try:
            self._start()
            with _Clock(self):
                if self.failed:
                    raise Stopped(self.failed)
                self._tell({"call": True})
                while "ask" in (message := self._hear()):
                    self._tell(_answer(tree, message, notes))
        except Stopped as limit:
            self.close()
            return attempt(
                tree, self._algorithm, notes, None, f"it was stopped: {limit}", stopped=True
            )
        error = message.get("raised")
        if "odd" in message:
            error = f"it returned {message['odd']}, which is not a number"
        if error is not None and not isinstance(error, str):
            error = "it failed"
        return attempt(tree, self._algorithm, notes, message.get("returned"), error)

    def _start(self) -> None:
        if self._process is not None or self.failed:
            return
        self._process = subprocess.Popen(
            [sys.executable, "-I", "-S", str(CHILD)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={k: v for k, v in os.environ.items() if k == "SYSTEMROOT"},
            cwd=CHILD.anchor,
            start_new_session=True,
        )
        self._late = False
        try:
            with _Clock(self, STARTUP):  # on a busy machine, Python itself starts slowly
                self._tell(
                    {"source": self.source, "name": self.name, "seconds": IN_ALL * self.seconds}
                )
                self._hear()
            with _Clock(self):
                message = self._hear()
            if "ready" not in message:
                self.failed = str(message.get("failed", "its code could not be loaded"))[:300]
        except Stopped as limit:
            self.failed = f"its code could not be loaded: {limit}"
        if self.failed:
            self.close()

    def _tell(self, message: dict[str, Any]) -> None:
        assert self._process is not None and self._process.stdin is not None
        try:
            self._process.stdin.write(json.dumps(message).encode() + b"\n")
            self._process.stdin.flush()
        except OSError:
            self._ended()

    def _hear(self) -> dict[str, Any]:
        assert self._process is not None and self._process.stdout is not None
        line = self._process.stdout.readline(LONGEST)
        if not line.endswith(b"\n"):
            self._ended()
        try:
            message = json.loads(line)
        except (ValueError, RecursionError):
            message = None
        if not isinstance(message, dict):
            raise Stopped("its process sent an invalid message")
        return message

    def _ended(self) -> None:
        if self._late:
            raise Stopped(f"it ran for more than {self.seconds:g} s")
        raise Stopped("its process ended before the function returned")

    def close(self) -> None:
        """End the process and everything it may have started."""
        process, self._process = self._process, None
        if process is not None:
            _kill(process)
            process.wait()
            for pipe in (process.stdin, process.stdout):
                with suppress(OSError):
                    pipe.close()  # type: ignore[union-attr]

    def __enter__(self) -> "Sandbox":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class _Clock:
    """Kills the process when the time is up, which also ends any wait for it."""

    def __init__(self, box: Sandbox, seconds: float | None = None) -> None:
        self.box = box
        self.counts = seconds is None
        self.begun = monotonic()
        limit = min(box.seconds, box.left) if seconds is None else seconds
        self.timer = Timer(max(0.0, limit), self._up)

    def _up(self) -> None:
        self.box._late = True
        if self.box._process is not None:
            _kill(self.box._process)

    def __enter__(self) -> None:
        self.timer.start()

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.timer.cancel()
        self.timer.join()
        if self.counts:
            self.box.left -= monotonic() - self.begun


def _kill(process: subprocess.Popen[bytes]) -> None:
    with suppress(OSError):
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()


def _answer(tree: Tree, message: dict[str, Any], notes: Notes) -> dict[str, Any]:
    """Answer a question about the tree, and note it."""
    question, n, line = (message.get(key) for key in ("ask", "n", "line"))
    where = f"L{line}" if type(line) is int and 0 <= line < 10**6 else "L0"
    try:
        node: Node = tuple(n)  # type: ignore[arg-type]
        children = tree.children(node)
    except (ValueError, TypeError):
        return {"error": f"{str(n)[:80]} is not a node of this tree"}
    if question == "value":
        if children:
            return {"error": f"{called(tree, node)} is not a leaf; only leaves have a value"}
        notes.evaluate(node, tree.value(node), where)
        return {"is": tree.value(node)}
    notes.see(node, where)
    if question == "children":
        return {"is": children}
    if question == "is_leaf":
        return {"is": not children}
    if question == "is_max":
        return {"is": tree.is_max(node)}
    asked = str(question)[:80]
    return {"error": f"Unknown question {asked!r}. Ask for children, is_leaf, is_max or value."}


def _listing(source: str, name: str) -> tuple[Line, ...]:
    """The lines of the function, named by their numbers in the source."""
    lines = source.splitlines()
    for statement in ast.parse(source).body:
        if isinstance(statement, ast.FunctionDef) and statement.name == name:
            first, last = statement.lineno, statement.end_lineno or statement.lineno
            return tuple(Line(lines[i - 1], f"L{i}") for i in range(first, last + 1))
    return ()
