"""A file of results that survives kills, full disks, other runs and damage.

One line per result, {"job": …, "result": …, "seconds": …, "code": …, "sum": …}: `code` is the
fingerprint of the code behind the result, `sum` a checksum of all that stands before it. A line is
added in one write, nothing is ever changed or removed, and one run at a time may use the file.
A line that is incomplete, altered or made by other code is kept, mentioned and not used.
"""

import json
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from hashlib import sha256
from io import FileIO
from pathlib import Path
from typing import Any, NamedTuple

Job = dict[str, Any]

START = b'{"job"'
_END = re.compile(rb', "sum": "([0-9a-f]{16})"\}$')
FAR = 1 << 40  # where Windows locks a byte: there, a locked byte cannot be read


class Entry(NamedTuple):
    """A result and how many seconds of a processor it took."""

    result: Any
    seconds: float


class Store:
    """The results in a file, by the key of their job, and a way to add to them."""

    def __init__(self, found: dict[str, Entry], stream: FileIO | None, code: str, gap: bool):
        self.found = found
        self._stream = stream
        self._code = code
        self._gap = gap  # whether the last line has no end yet

    def add(self, job: Job, result: Any, seconds: float) -> None:
        """Keep a result; it is in the file when this returns."""
        if self._stream:
            line = b"\n" * self._gap + _line(job, result, seconds, self._code)
            self._gap = False
            _write(self._stream, line)


def key_of(job: Job) -> str:
    """Equal for equal jobs."""
    return json.dumps(job, sort_keys=True)


@contextmanager
def store(
    file: str | Path | None, code: str = "", say: Callable[[str], None] | None = None
) -> Iterator[Store]:
    """Open a file of results made by `code`, and `say` what in it is not used."""
    if file is None:  # nothing is kept
        yield Store({}, None, code, False)
        return
    path = Path(file)
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a+b", buffering=0) as stream:
        locked = _lock(stream)
        if locked is False:
            raise ValueError(f"{path} is in use by another run. Wait until that run has ended.")
        stream.seek(0)
        text = stream.read()
        found, notes = _read(path, text, code)
        if locked is None and sys.platform != "emscripten":  # in a browser nobody else runs
            notes.append(f"{path} cannot be locked here. Start only one run at a time with it.")
        for note in notes:
            (say or _to_stderr)(note)
        yield Store(found, stream, code, not text.endswith(b"\n") and text != b"")


# Lines


def _line(job: Job, result: Any, seconds: float, code: str) -> bytes:
    entry = {"job": job, "result": result, "seconds": round(seconds, 6), "code": code}
    body = json.dumps(entry)[:-1].encode()
    return body + b', "sum": "%s"}\n' % _sum(body)


def _sum(body: bytes) -> bytes:
    return sha256(body).hexdigest()[:16].encode()


def _read(path: Path, text: bytes, code: str) -> tuple[dict[str, Entry], list[str]]:
    """The results of this code, and a note on every kind of line that is not one."""
    found: dict[str, Entry] = {}
    damaged: list[int] = []
    *lines, last = text.split(b"\n")
    others, ours = 0, not text or (last != b"" and START.startswith(last))
    for number, line in enumerate([*lines, last], 1):
        if not line:
            continue
        end = _END.search(line)
        if end and _sum(line[: end.start()]) == end[1]:
            entry = json.loads(line)
            if entry["code"] == code:
                found.setdefault(key_of(entry["job"]), Entry(entry["result"], entry["seconds"]))
            else:
                others += 1
        else:
            damaged.append(number)
        ours |= line.startswith(START)
    if not ours:
        raise ValueError(f"{path}, line 1: this is not a file of results")
    notes = []
    if others:
        them = "1 result was" if others == 1 else f"{others} results were"
        notes.append(f"{path}: {them} made by other code. Kept, but not used.")
    if damaged:
        where = ", ".join(map(str, damaged[:5])) + (", …" if len(damaged) > 5 else "")
        what = "line {} is" if len(damaged) == 1 else "lines {} are"
        notes.append(f"{path}: {what.format(where)} incomplete or altered. Kept, but not used.")
    return found, notes


def _write(stream: FileIO, line: bytes) -> None:
    try:
        while line:  # a disk that is nearly full takes a part of it
            line = line[stream.write(line) or 0 :]
    except OSError as error:
        raise OSError(
            f"Cannot write to {stream.name}: {error.strerror}. The results in it are safe. Make "
            "room, then run the same command again to continue."
        ) from None


def _to_stderr(note: str) -> None:
    print(note, file=sys.stderr)


# One run at a time


def _lock(stream: FileIO) -> bool | None:
    """Whether the file is ours until it is closed or this process ends; None without locks."""
    try:
        if sys.platform == "win32":
            import msvcrt

            stream.seek(FAR)
            msvcrt.locking(stream.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):  # the latter on Windows
        return False
    except (ImportError, AttributeError, OSError):  # a browser, or a file system without locks
        return None
    return True
