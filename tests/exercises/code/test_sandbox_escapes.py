"""Programs that try to break out, with things outside that would show it."""

import ctypes
import os
import socket
import subprocess
import sys
import time
from pathlib import Path
from types import SimpleNamespace

import pytest

from tests.helpers.hostile import ENDED, HOSTILE, LATE
from tracer.exercises.code import forking, sandbox
from tracer.exercises.code.sandbox import Sandbox, enough, isolation
from trees import from_nested

TREE = from_nested([[3, 17], [2, 12]])
LINUX = sys.platform == "linux"
pytestmark = pytest.mark.skipif(not LINUX, reason="only Linux can isolate")


@pytest.fixture
def outside(tmp_path):
    """What a program could reach: a file, a folder, a process, sockets."""
    folder = tmp_path / "submissions"
    folder.mkdir(mode=0o777)
    victim = folder / "ada.py"
    victim.write_text("secret")
    victim.chmod(0o666)
    tcp = socket.create_server(("127.0.0.1", 0))
    port = tcp.getsockname()[1]
    udp = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    udp.bind(("127.0.0.1", port))
    unix, abstract = socket.socket(socket.AF_UNIX), socket.socket(socket.AF_UNIX)
    unix.bind(str(tmp_path / "unix"))
    abstract.bind(f"\0plyglass-{tmp_path}")
    mail, post = (socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) for _ in "12")
    mail.bind(str(tmp_path / "mail"))
    post.bind(f"\0plyglass-post-{tmp_path}")
    unix.listen()
    abstract.listen()
    libc = ctypes.CDLL(None)
    memory, queue, lock = libc.shmget(0, 64, 0o600), libc.msgget(0, 0o600), libc.semget(0, 1, 0o600)
    bystander = subprocess.Popen(["sleep", "600"])
    inherited = os.open(victim, os.O_RDWR)
    os.set_inheritable(inherited, True)
    place = SimpleNamespace(
        victim=str(victim),
        evil=str(tmp_path / "evil"),
        folder=str(folder),
        tests=__file__,
        home=str(Path.home()),
        port=port,
        unix=str(tmp_path / "unix"),
        abstract=f"plyglass-{tmp_path}",
        mail=str(tmp_path / "mail"),
        post=f"plyglass-post-{tmp_path}",
        memory=memory,
        queue=queue,
        lock=lock,
        pid=bystander.pid,
        grader=os.getpid(),
    )
    before = (victim.stat().st_mode, victim.stat().st_mtime_ns, os.listxattr(victim))
    yield place
    assert victim.read_text() == "secret"
    assert (victim.stat().st_mode, victim.stat().st_mtime_ns, os.listxattr(victim)) == before
    assert [p.name for p in folder.iterdir()] == ["ada.py"]
    assert not Path(place.evil).exists() and not Path(place.evil).is_symlink()
    assert not Path.home().joinpath("plyglass-evil").exists()
    assert bystander.poll() is None
    assert os.getpriority(os.PRIO_PROCESS, os.getpid()) < 19
    for listener in (tcp, udp, unix, abstract, mail, post):
        listener.setblocking(False)
        with pytest.raises(BlockingIOError):
            listener.recv(1) if listener.type == socket.SOCK_DGRAM else listener.accept()
        listener.close()
    assert libc.msgrcv(queue, bytes(16), 8, 0, 0o4000) == -1  # nothing was sent
    removed = libc.shmctl(memory, 0, None), libc.msgctl(queue, 0, None), libc.semctl(lock, 0, 0)
    assert removed == (0, 0, 0)  # nobody else has removed them
    os.close(inherited)
    bystander.kill()
    bystander.wait()


def processes(mark, expected):
    """How many processes have this text in their command line, after a moment to end."""
    for _ in range(100):
        found = sum(mark in words for words in command_lines())
        if found <= expected:
            break
        time.sleep(0.05)
    return found


def command_lines():
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            yield path.read_text(errors="replace")
        except OSError:
            pass


@pytest.fixture
def attack(outside, tmp_path, monkeypatch):
    """Runs a hostile program on a tree; no process may be left over."""
    child = tmp_path / "code" / forking.CHILD.name  # tells its processes from others
    child.parent.symlink_to(forking.CHILD.parent)
    monkeypatch.setattr(forking, "CHILD", child)
    monkeypatch.setattr(forking, "_READY", [])

    def attack(name):
        seconds = 0.5 if HOSTILE[name].said == LATE else 30  # a busy machine is no excuse
        with Sandbox(HOSTILE[name].source("f", **vars(outside)), "f", seconds=seconds) as box:
            assert box.failed is None
            assert processes(str(child), 3) == 3  # the one that forks, one that waits, one inside
            done = box.run(TREE)
        assert processes(str(child), 1) == 1
        forking._READY[0].end()
        assert processes(str(child), 0) == 0
        return done

    return attack


def contained(name, done):
    said = HOSTILE[name].said
    if said:
        return done.error is not None and said in done.error
    return done.returned == 0 or (done.error is not None and ENDED in done.error)


needs_isolation = pytest.mark.skipif(
    not LINUX or not enough(isolation()), reason="this machine cannot isolate"
)


@needs_isolation
@pytest.mark.parametrize("name", HOSTILE)
def test_nothing_gets_out(name, attack):
    done = attack(name)
    assert contained(name, done), (done.returned, done.error)


@needs_isolation
@pytest.mark.parametrize("name", [n for n in HOSTILE if HOSTILE[n].said != LATE])
def test_nothing_gets_out_where_namespaces_are_forbidden(name, attack, monkeypatch):
    """As in many containers: Landlock and seccomp alone."""
    monkeypatch.setattr(sandbox, "LAYERS", ("uid", "Landlock", "seccomp"))
    done = attack(name)
    assert contained(name, done), (done.returned, done.error)


@needs_isolation
@pytest.mark.slow
@pytest.mark.parametrize("name", HOSTILE)
def test_nothing_gets_out_with_namespaces_alone(name, attack, monkeypatch):
    """Processes may then be started, but not outlive the run."""
    monkeypatch.setattr(sandbox, "LAYERS", ("namespaces", "uid"))
    attack(name)
