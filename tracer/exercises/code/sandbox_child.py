"""The other side of `sandbox`: runs in a separate process, with only Python's standard library.

Lines of JSON go both ways. The tree stays with the parent; this process can only ask about it. The
parent trusts a message no more than the result of any function, so writing to the pipe by hand
gains nothing. The process is shut in before it reads the submission.
"""

import __future__

import ast
import json
import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import module_from_spec, spec_from_file_location
from time import monotonic
from types import ModuleType
from typing import Any

FILE = "<submission>"
DEFINITIONS = ast.FunctionDef | ast.ClassDef | ast.Import | ast.ImportFrom
NO_ANNOTATIONS = __future__.annotations.compiler_flag  # they are kept as text, never evaluated
LONGEST = 100_000  # bits of a returned integer
Failure = tuple[ast.stmt, BaseException]


def main() -> None:
    """Serve calls until the parent closes the pipe."""
    limits = json.loads(sys.argv[1])
    packages = limits.pop("packages")
    calling, naming = _neighbour("calling"), _neighbour("naming")
    layers = _neighbour("isolate").isolate(**limits) if sys.platform == "linux" else []
    sys.path += packages
    hear, say = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):  # discard whatever the code prints
        os.dup2(nowhere, stream)
    os.close(nowhere)
    asked: list[str] = []

    def tell(**message: Any) -> None:
        say.write(json.dumps(message).encode() + b"\n")
        say.flush()

    def ask(question: str, n: tuple[int, ...]) -> Any:
        asked.append(question)
        tell(ask=question, n=n, line=_line())
        answer = json.loads(hear.readline())
        if "error" in answer:
            raise ValueError(answer["error"])
        return tuple(map(tuple, answer["is"])) if question == "children" else answer["is"]

    tell(up=layers)
    task = json.loads(hear.readline())
    space, failures = load(task["source"], task["seconds"])
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
    while hear.readline():
        asked.clear()
        number, error = calling.call(function, calling.Questions(ask), lambda: bool(asked))
        if isinstance(number, int) and number.bit_length() > LONGEST:
            number, error = None, "it returned a number that is too large"
        tell(error=error) if number is None else tell(**_exact(number))


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
        try:
            if left <= 0 and not isinstance(statement, DEFINITIONS):
                _late()
            with _alarm(max(left, seconds / 20)):
                code = ast.Module([statement], [])
                exec(compile(code, FILE, "exec", NO_ANNOTATIONS, True), module.__dict__)
        except BaseException as error:  # including SystemExit
            failures.append((statement, error))
    return module.__dict__, failures


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
