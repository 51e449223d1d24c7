"""The other side of `sandbox`: runs in a separate process, with only Python's standard library.

Lines of JSON go both ways. The tree stays with the parent; this process can only ask about it. The
parent trusts a message no more than the result of any function, so writing to the pipe by hand
gains nothing.
"""

import ast
import json
import os
import sys
import sysconfig
from contextlib import suppress
from typing import Any

FILE = "<submission>"
MEMORY = 512 * 2**20
LIBRARY = tuple(
    os.path.realpath(sysconfig.get_path(name)) + os.sep for name in ("stdlib", "platstdlib")
)
REFUSED = (
    *("os.", "subprocess.", "socket.", "ctypes.", "shutil.", "tempfile.", "pty.", "fcntl."),
    *("mmap.", "signal.", "resource.", "sqlite3.", "urllib.", "webbrowser.", "winreg.", "gc."),
    *("_winapi.", "msvcrt.", "glob.", "pathlib.", "syslog.", "cpython.run", "sys.addaudithook"),
)
FOREIGN = ("ctypes", "_ctypes", "_posixsubprocess", "multiprocessing")
UNAUDITED = ("mkfifo", "mknod", "pidfd_open")  # functions of os that raise no audit event


def main() -> None:
    """Serve calls until the parent closes the pipe."""
    hear, say = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):  # discard whatever the code prints
        os.dup2(nowhere, stream)
    task = json.loads(hear.readline())
    _limit(task["seconds"])
    _guard()

    def tell(**message: Any) -> None:
        say.write(json.dumps(message).encode() + b"\n")
        say.flush()

    def ask(question: str, n: Any) -> Any:
        tell(ask=question, n=n, line=_line())
        answer = json.loads(hear.readline())
        if "error" in answer:
            raise ValueError(answer["error"])
        return answer["is"]

    tell(up=True)
    function = load(task["source"]).get(task["name"])
    try:
        arguments = _arguments(function)
    except TypeError as error:
        tell(failed=str(error))
        return
    tell(ready=True)
    while hear.readline():
        try:
            returned = function(Tree(ask), *arguments)  # type: ignore[misc]
        except RecursionError:
            tell(raised="it never stopped calling itself (RecursionError)")
        except BaseException as raised:
            text = f"{type(raised).__name__}: {raised}"[:300]
            tell(raised=f"it raised {text}")
        else:
            plain = type(returned) in (int, float) or returned is None
            tell(returned=returned) if plain else tell(odd=repr(returned)[:80])


class Tree:
    """The four questions a search may ask about a tree, answered by the parent."""

    def __init__(self, ask: Any) -> None:
        self.children = lambda n: tuple(tuple(c) for c in ask("children", n))
        self.is_leaf = lambda n: ask("is_leaf", n)
        self.is_max = lambda n: ask("is_max", n)
        self.value = lambda n: ask("value", n)


def load(source: str) -> dict[str, Any]:
    """The names that the definitions, imports and assignments of a source create.

    Other statements are skipped, and so are those that fail: a notebook draws and calls many
    things that are not available here.
    """
    space: dict[str, Any] = {"__name__": FILE}
    kinds = (
        ast.FunctionDef | ast.ClassDef | ast.Import | ast.ImportFrom | ast.Assign | ast.AnnAssign
    )
    for statement in ast.parse(source, FILE).body:
        if isinstance(statement, kinds):
            with suppress(Exception):
                exec(compile(ast.Module([statement], []), FILE, "exec"), space)
    return space


def _arguments(function: Any) -> tuple[Any, ...]:
    """The same rule as `spy.arguments_of`, from the code alone: a signature can be forged."""
    code = getattr(function, "__code__", None)
    if code is None:
        raise TypeError("its name is not defined as a function")
    needed = code.co_argcount - len(function.__defaults__ or ())
    if needed not in (1, 2, 4):
        raise TypeError("it must take (tree), (tree, n) or (tree, n, alpha, beta)")
    given: tuple[Any, ...] = ((), float("-inf"), float("inf"))
    return given[: needed - 1]


def _line() -> int:
    frame = sys._getframe()
    while frame is not None and frame.f_code.co_filename != FILE:
        frame = frame.f_back  # type: ignore[assignment]
    return frame.f_lineno if frame is not None else 0


def _limit(seconds: float) -> None:
    try:
        import resource
    except ImportError:  # not on Unix: the parent's clock is the only limit
        return
    limits = {
        resource.RLIMIT_AS: MEMORY,
        resource.RLIMIT_FSIZE: 0,
        resource.RLIMIT_CORE: 0,
        resource.RLIMIT_NOFILE: 32,
        resource.RLIMIT_CPU: int(seconds) + 2,
    }
    for what, most in limits.items():
        with suppress(ValueError, OSError):  # the limit is already lower, or not supported
            resource.setrlimit(what, (most, most))


def _guard() -> None:
    """Refuse everything that reaches outside the process, except reading Python's own library."""
    for name in UNAUDITED:
        if hasattr(os, name):
            delattr(os, name)
            delattr(sys.modules[os.name], name)

    def guard(event: str, arguments: tuple[Any, ...]) -> None:
        if event in ("open", "os.listdir", "os.scandir"):
            allowed = _in_library(arguments[0]) and (event != "open" or _reads(*arguments[1:]))
        elif event == "import":
            allowed = arguments[0].partition(".")[0] not in FOREIGN
        else:
            allowed = not event.startswith(REFUSED)
        if not allowed:
            raise PermissionError(f"{event} is not allowed in graded code")

    sys.addaudithook(guard)


def _in_library(path: object) -> bool:
    return isinstance(path, str) and f"{os.path.realpath(path)}{os.sep}".startswith(LIBRARY)


def _reads(mode: str | None, flags: int) -> bool:
    changes = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC
    return (mode or "r") in ("r", "rb") and not flags & changes


if __name__ == "__main__":
    main()
