"""The other side of `sandbox`: runs in a separate process, with only Python's standard library.

Lines of JSON go both ways. A call tells the shape of a tree; the values of its leaves stay with the
parent, and this process can only ask for them, one at a time. The parent trusts a message no more
than the result of any function, so writing to the pipe by hand gains nothing. The process is shut
in before it reads the submission.
"""

import __future__

import ast
import json
import os
import signal
import socket
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib.util import module_from_spec, spec_from_file_location
from time import monotonic
from types import ModuleType
from typing import Any

FILE = "<submission>"
DEFINITIONS = ast.FunctionDef | ast.ClassDef | ast.Import | ast.ImportFrom
NO_ANNOTATIONS = __future__.annotations.compiler_flag  # they are kept as text, never evaluated
LONGEST_VALUE = 20_000  # characters
MOST_UNTOLD = 1000  # questions that are answered here until the parent hears of them
Failure = tuple[ast.stmt, BaseException]


def main() -> None:
    """Serve calls until the parent closes the pipe."""
    calling, naming, limited = map(_neighbour, ("calling", "naming", "limits"))
    plain_values = _neighbour("../ask/plain_values")
    isolate = _neighbour("isolate").isolate if sys.platform == "linux" else lambda **limits: []
    limits = json.loads(sys.argv[1]) if sys.argv[1:] else forked()
    packages = limits.pop("packages")
    layers = isolate(**limits)
    sys.path += packages
    hear, say = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):  # discard whatever the code prints
        os.dup2(nowhere, stream)
    os.close(nowhere)

    def tell(**message: Any) -> None:
        say.write(json.dumps(message).encode() + b"\n")
        say.flush()

    tell(up=layers)
    task = json.loads(hear.readline())
    space, failures = load(task["source"], task["seconds"])
    if "values" in task:
        for name in task["values"]:
            own = [error for code, error in failures if naming.may_change(code, name)]
            failed = calling.described(own[-1]) if own else None
            tell(**_value(plain_values, space.get(name, space.get(f"{name}_")), failed))
        return
    function = space.get(task["name"])
    if function is None or function is ...:
        own = [error for code, error in failures if naming.gives(code, task["name"])]
        if own:
            tell(failed=f"its definition failed: {calling.described(own[-1])}")
        else:
            tell(blank=True)
        return
    try:
        calling.arguments_of(function)
    except TypeError as wrong:
        tell(failed=str(wrong))
        return
    tell(ready=True)
    while line := hear.readline():
        call = json.loads(line)
        tree = Shown(call["shape"], call["max_first"], hear=hear.readline, tell=tell)
        window = tuple(call["window"])
        questions, limit = calling.Questions(tree.ask), limited.Limited()
        try:
            number, error = calling.call(
                function, questions, tree.was_asked, limit, window, through=(limited.Stopped,)
            )
            outcome = {"error": error} if number is None else _exact(number)
        except limited.Stopped as limit:
            outcome = {"stopped": str(limit)}
        tell(**outcome, **tree.news())


def forked() -> Any:
    """Fork for every request from standard input; return in each fork, with its limits."""
    control = socket.socket(fileno=0)
    while True:
        request, streams, *_ = socket.recv_fds(control, 1 << 20, 2)
        if not request:
            sys.exit()
        with suppress(ChildProcessError):
            while os.waitpid(-1, os.WNOHANG)[0]:  # those that have ended
                pass
        child = os.fork()
        if not child:
            control.detach()
            os.setsid()
            for number, stream in enumerate(streams):  # the first takes the place of `control`
                os.dup2(stream, number)
                os.close(stream)
            return json.loads(request)
        process = os.pidfd_open(child)
        socket.send_fds(control, [b"!"], [process])
        for number in (*streams, process):
            os.close(number)


class Shown:
    """A tree as this process knows it: its shape, but not the values of its leaves."""

    def __init__(self, shape: list[int], max_first: bool, hear: Any, tell: Any) -> None:
        self.children: dict[tuple[int, ...], tuple[tuple[int, ...], ...]] = {}
        self.number: dict[tuple[int, ...], int] = {}
        self.max_first = max_first
        self.hear, self.tell = hear, tell
        self.asked = self.told = 0
        self.seen: list[int] = []  # nodes and lines of the questions answered here
        stack: list[tuple[int, ...]] = [()]
        for many in shape:  # the number of children of each node, parents first
            n = stack.pop()
            self.number[n] = len(self.number)
            self.children[n] = below = tuple((*n, i) for i in range(1, many + 1))
            stack.extend(reversed(below))

    def was_asked(self) -> bool:
        """Whether there has been any question."""
        return self.asked > 0

    def ask(self, question: str, n: tuple[int, ...]) -> Any:
        """Answer a question about the shape, and let the parent answer any other."""
        self.asked += 1
        if question == "value" or n not in self.children:
            self.tell(ask=question, n=n, line=_line(), **self.news())
            answer = json.loads(self.hear())
            if "error" in answer:
                raise ValueError(answer["error"])
            return answer["is"]
        number = self.number[n]
        if self.seen[-2:-1] != [number]:
            self.seen += number, _line()
        if self.asked - self.told >= MOST_UNTOLD:
            self.tell(**self.news())
        if question == "is_max":
            return len(n) % 2 != self.max_first
        return self.children[n] if question == "children" else not self.children[n]

    def news(self) -> dict[str, Any]:
        """What the parent has not heard yet."""
        news = {"asked": self.asked - self.told, "seen": self.seen}
        self.told, self.seen = self.asked, []
        return news


def _neighbour(name: str) -> Any:
    """A module from this folder, which is not part of a package here."""
    path = os.path.join(os.path.dirname(__file__), f"{name}.py")
    spec = spec_from_file_location(name, path)
    assert spec is not None and spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def load(source: str, seconds: float) -> tuple[dict[str, Any], list[Failure]]:
    """The names that a source defines, and the statements that failed.

    Statements that fail or take too long are skipped: a notebook draws and measures many things
    that are not available here. Half of the time is for all statements together; after that, only
    functions, classes and imports are executed.
    """
    module = sys.modules[FILE] = ModuleType(FILE)  # dataclasses look their module up
    failures: list[Failure] = []
    end = monotonic() + seconds / 2
    for statement in ast.parse(source, FILE).body:
        left = end - monotonic()
        module.__dict__.update(dict.fromkeys(_roots(statement), ()))
        try:
            if left <= 0 and not isinstance(statement, DEFINITIONS):
                _late()
            with _alarm(max(left, seconds / 20)):
                code = ast.Module([statement], [])
                exec(compile(code, FILE, "exec", NO_ANNOTATIONS, True), module.__dict__)
        except BaseException as error:  # including SystemExit
            failures.append((statement, error))
    return module.__dict__, failures


def _roots(statement: ast.stmt) -> list[str]:
    """The names of ROOT: our packages cannot be imported here, but a search may begin there."""
    match statement:
        case ast.ImportFrom(module="trees" | "trees.dewey", names=names):
            return [x.asname or "ROOT" for x in names if x.name in ("ROOT", "*")]
    return []


def _value(plain_values: ModuleType, value: Any, failed: str | None) -> dict[str, Any]:
    """A message with the source of a value, or with the reason why there is none."""
    if failed is not None:
        return {"failed": failed}
    try:
        text = source_of(plain_values.plain(value))
    except Exception as error:
        return {"failed": str(error)[:300]}
    return {"value": text} if len(text) <= LONGEST_VALUE else {"failed": "it is too long"}


def source_of(value: Any) -> str:
    """Python code for a plain value, infinities included."""
    match value:
        case float() if value - value != 0:
            return f"float('{value}')"
        case list():
            return f"[{', '.join(map(source_of, value))}]"
        case tuple():
            return f"({', '.join(map(source_of, value))}{',' * (len(value) == 1)})"
        case frozenset():
            return f"{{{', '.join(sorted(map(source_of, value)))}}}" if value else "set()"
        case dict():
            pairs = (f"{source_of(key)}: {source_of(entry)}" for key, entry in value.items())
            return f"{{{', '.join(pairs)}}}"
    return repr(value)


@contextmanager
def _alarm(seconds: float) -> Iterator[None]:
    """End what is being executed with a TimeoutError after some time, where that is possible."""
    if not hasattr(signal, "setitimer"):
        yield
        return
    signal.signal(signal.SIGALRM, _late)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


def _late(*_: Any) -> None:
    raise TimeoutError("it took too long")


def _exact(number: float) -> dict[str, str]:
    """A number in hexadecimal, which is exact and has no limit on digits."""
    return {"int": hex(number)} if isinstance(number, int) else {"float": number.hex()}


def _line() -> int:
    frame = sys._getframe()
    while frame is not None and frame.f_code.co_filename != FILE:
        frame = frame.f_back  # type: ignore[assignment]
    return frame.f_lineno if frame is not None else 0


if __name__ == "__main__":
    main()
