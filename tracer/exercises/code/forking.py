"""Start processes for student code: on Linux, as forks of one Python that is ready for it.

Most of the time to start Python is spent importing modules, and a class has many submissions. So
one Python imports what every sandbox needs and then waits. It never sees a submission: each runs
in a fork of it, with pipes of its own.
"""

import atexit
import json
import os
import select
import signal
import socket
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from threading import Lock
from typing import Any

CHILD = Path(__file__).with_name("sandbox_child.py")
STARTUP = 30.0  # seconds for Python to start; on a busy machine it starts slowly
ENVIRONMENT = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}  # threads take address space


def python(*arguments: str, **streams: Any) -> dict[str, Any]:
    """How to start a Python for student code, as arguments of Popen."""
    # The interpreter itself: a virtual environment only links to it.
    command = [os.path.realpath(sys.executable), "-I", "-S", "-X", "utf8", str(CHILD), *arguments]
    return {
        "args": command,
        "stderr": subprocess.DEVNULL,
        "env": {k: v for k, v in os.environ.items() if k == "SYSTEMROOT"} | ENVIRONMENT,
        "cwd": CHILD.anchor,
        "start_new_session": True,
        **streams,
    }


class Spawned(subprocess.Popen[bytes]):
    """A process for student code that imports everything itself."""

    def __init__(self, limits: dict[str, Any]) -> None:
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
        super().__init__(**python(json.dumps(limits), **pipes))

    def kill(self) -> None:
        """End it and what it has started."""
        if hasattr(os, "killpg"):
            os.killpg(self.pid, signal.SIGKILL)
        else:
            super().kill()


class Forked:
    """A process for student code, forked from the one that is ready."""

    def __init__(self, limits: dict[str, Any]) -> None:
        their_input, our_output = os.pipe()
        our_input, their_output = os.pipe()
        self.stdin, self.stdout = os.fdopen(our_output, "wb"), os.fdopen(our_input, "rb")
        try:
            self._pidfd = _ready().fork(limits, their_input, their_output)
        except OSError:
            self.stdin.close()
            self.stdout.close()
            raise
        finally:
            os.close(their_input)
            os.close(their_output)

    def kill(self) -> None:
        """End it; with it ends the process inside, which dies with its parent."""
        signal.pidfd_send_signal(self._pidfd, signal.SIGKILL)

    def wait(self) -> None:
        """Wait until it has ended."""
        select.select([self._pidfd], [], [])
        os.close(self._pidfd)


class Ready:
    """A Python that has imported all that a sandbox needs, and forks on request."""

    def __init__(self) -> None:
        self.owner = os.getpid()
        self._lock = Lock()
        self._control, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._control.settimeout(STARTUP)
        with theirs:
            self._popen = subprocess.Popen(**python(stdin=theirs, stdout=subprocess.DEVNULL))

    def fork(self, limits: dict[str, Any], *streams: int) -> int:
        """Start a process with these standard streams; return a file descriptor that is it."""
        with self._lock:
            try:
                socket.send_fds(self._control, [json.dumps(limits).encode()], streams)
                _, found, *_ = socket.recv_fds(self._control, 1, 1)
                if not found:
                    raise BrokenPipeError("the Python to fork from has ended")
                return found[0]
            except OSError:
                self.end()
                raise

    @property
    def usable(self) -> bool:
        """Whether it is there and belongs to this process, not to one that this was forked from."""
        return self.owner == os.getpid() and self._control.fileno() >= 0

    def end(self) -> None:
        """End it; processes that it has started end with their pipes."""
        self._control.close()
        if self.owner == os.getpid():
            with suppress(OSError):
                self._popen.kill()
            self._popen.wait()


_READY: list[Ready] = []
_STARTING = Lock()


def _ready() -> Ready:
    """The one that is ready in this process."""
    with _STARTING:
        if not _READY or not _READY[-1].usable:
            _READY[:] = [Ready()]
            atexit.register(_READY[0].end)
        return _READY[0]


start = Forked if sys.platform == "linux" else Spawned
