"""Programs that try to break out of the sandbox, each as the body of a search.

`{victim}`, `{evil}` and the like stand for things outside: see `tests/exercises/code`. A body
returns the number of its tries that worked, so that 0 means that it gained nothing; `said` is a
part of what is reported otherwise.
"""

from typing import NamedTuple

HEAD = """\
import ctypes, gc, io, multiprocessing, os, resource, shutil, signal, socket, stat, subprocess
import struct, sys, threading, time

def won(*tries):
    count = 0
    for attempt in tries:
        try:
            attempt()
            count += 1
        except (OSError, RuntimeError):
            pass
    return count

"""


class Hostile(NamedTuple):
    """The body of a function, and what its run is reported to have come to; "" if it returns 0."""

    body: str
    said: str = ""

    def source(self, name: str, **outside: object) -> str:
        """A whole submission; `outside` are the things that it attacks."""
        body = self.body
        for word, thing in outside.items():
            body = body.replace(f"{{{word}}}", repr(thing))
        lines = "".join(f"    {line}\n" for line in body.strip().splitlines())
        return f"{HEAD}def {name}(tree, n, alpha, beta):\n{lines}"


LATE, ENDED, REFUSED = "it ran for more than", "process ended", "not permitted"

HOSTILE = {
    "rebinds the guard": Hostile("""
import _io, posix
sys.addaudithook(lambda *_: None)
sys.modules['os'].open = posix.open
return won(lambda: _io.open({victim}), lambda: io.FileIO({victim}), lambda: posix.open({victim}, 0))
"""),
    "patches os.path": Hostile("""
os.path.realpath = os.path.abspath = os.fspath = lambda *_: os.__file__
return won(lambda: open({victim}).read(), lambda: open({evil}, 'w'))
"""),
    "kills": Hostile("""
return won(*(lambda pid=pid: os.kill(pid, 9) for pid in (os.getppid(), {pid}, {grader}, 0, -1)),
           lambda: os.killpg(0, 9), lambda: os.killpg({pid}, 9),
           lambda: signal.pidfd_send_signal(os.pidfd_open({pid}), 9))
"""),
    "has files send signals": Hostile("""
import fcntl, struct
file = os.open(os.__file__, 0)
long = ctypes.c_long
call = lambda command, value: fcntl.fcntl(file, command, value)
done = won(*(lambda pid=pid: call(8, pid) for pid in (os.getpid(), {pid}, {grader}, -1)),
           lambda: call(10, 9), lambda: call(15, struct.pack('ii', 1, os.getpid())))
if os.uname().machine == 'x86_64':  # the kernel ignores the upper half of the command
    setown = long(8 | 1 << 32)
    done += ctypes.CDLL(None).syscall(long(72), long(file), setown, long(os.getpid())) == 0
call(2, call(1, 0))  # other commands are harmless
return done
"""),
    "leases files": Hostile("""
import fcntl
files = [os.open(path, 0) for path in (os.__file__, socket.__file__)]
try: files.append(os.open('own', os.O_CREAT))
except OSError: pass
return won(*(lambda f=f: fcntl.fcntl(f, 1024, fcntl.F_RDLCK) for f in files))
"""),
    "looks through frames": Hostile("""
frame, found = sys._getframe(), []
while frame:
    found += [*frame.f_locals.values(), *frame.f_globals.values()]
    frame = frame.f_back
try: 1 / 0
except ZeroDivisionError as error: found.append(error.__traceback__.tb_frame)
found += gc.get_objects()
kinds = {type(thing).__module__ for thing in found}
return sum(kind.startswith(('trees', 'tracer')) for kind in kinds)
"""),
    "calls C": Hostile("""
libc = ctypes.CDLL(None)
path = {victim}.encode()
return sum(result >= 0 for result in (
    libc.socket(2, 1, 0), libc.fork(), libc.vfork(), libc.open(path, 2), libc.unlink(path),
    libc.kill({pid}, 9), libc.ptrace(16, {pid}, 0, 0), libc.unshare(0x10000000),
    libc.mount(b'tmpfs', b'/tmp', b'tmpfs', 0, 0), libc.chroot(b'.'),
    libc.prctl(1, 0), libc.chmod(path, 0o777), libc.truncate(path, 0), libc.shmget(0, 4096, 0o1600),
    libc.syscall(435, bytes(88), 88), libc.syscall(425, 8, bytes(120)),
    libc.execv(b'/bin/true', 0), libc.setpriority(0, {grader}, 19)))
"""),
    "uses a subinterpreter": Hostile("""
try: import _xxsubinterpreters as subs
except ImportError: import _interpreters as subs
one = subs.create()
done = won(lambda: subs.run_string(one, 'open(' + repr({evil}) + ', "w")'))
return 0 * done
"""),
    "forks": Hostile("""
return won(os.fork, os.forkpty, lambda: os.posix_spawn('/bin/true', ['true'], {}),
           lambda: subprocess.run(['true']), lambda: os.execv('/bin/true', ['true']),
           lambda: multiprocessing.get_context('fork').Process(target=print).start())
"""),
    "bombs with forks": Hostile(
        """
while True:
    try: os.fork()
    except OSError: pass
""",
        LATE,
    ),
    "leaves a daemon": Hostile(
        """
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        time.sleep(600)
        open({evil}, 'w')
return 0
""",
        REFUSED,
    ),
    "leaves its session": Hostile("return won(os.setsid, lambda: os.setpgid(0, 0), os.setpgrp)"),
    "leaves a thread": Hostile("""
threading.Thread(target=time.sleep, args=(600,)).start()
return 0
"""),
    "bombs with threads": Hostile(
        """
while True: threading.Thread(target=time.sleep, args=(600,)).start()
""",
        "start new thread",
    ),
    "connects": Hostile("""
def reach(family, kind, address):
    one = socket.socket(family, kind)
    one.settimeout(1)
    one.connect(address)
    one.send(b'secret')
unix = socket.AF_UNIX
return won(lambda: reach(socket.AF_INET, socket.SOCK_STREAM, ('127.0.0.1', {port})),
           lambda: reach(socket.AF_INET, socket.SOCK_DGRAM, ('127.0.0.1', {port})),
           lambda: reach(unix, socket.SOCK_STREAM, {unix}),
           lambda: reach(unix, socket.SOCK_STREAM, '\\0' + {abstract}),
           lambda: socket.create_server(('127.0.0.1', 0)))
"""),
    "uses open files": Hostile("""
def kind(fd):
    try: return stat.S_IFMT(os.fstat(fd).st_mode)
    except OSError: return None
kept = [fd for fd in range(1024) if kind(fd) in (stat.S_IFREG, stat.S_IFDIR, stat.S_IFSOCK)]
return len(kept) + won(lambda: os.listdir('/proc/self/fd'), lambda: os.listdir('/dev/fd'))
"""),
    "looks into /proc": Hostile("""
def look(pid, name): open(f'/proc/{pid}/{name}', 'rb').read(1)
names, pids = ('environ', 'mem', 'cmdline', 'maps', 'fd/0'), ('self', 1, {pid}, {grader})
return won(lambda: os.listdir('/proc'),
           *(lambda pid=pid, name=name: look(pid, name) for pid in pids for name in names))
"""),
    "reads the environment": Hostile("""
known = {'OPENBLAS_NUM_THREADS', 'OMP_NUM_THREADS', 'LC_CTYPE'}
return len(set(os.environ) - known)
"""),
    "reads others' answers": Hostile("""
return won(lambda: os.listdir({folder}), lambda: open({victim}), lambda: open({tests}),
           lambda: os.listdir(os.path.expanduser('~')), lambda: open('/etc/passwd').read(),
           lambda: os.listdir('/home'), lambda: open('/etc/shadow').read())
"""),
    "writes": Hostile("""
home = os.path.join({home}, 'plyglass-evil')
return won(lambda: open({evil}, 'w'), lambda: os.mkdir({evil}), lambda: os.rename({victim}, {evil}),
           lambda: os.remove({victim}), lambda: os.truncate({victim}, 0), lambda: open(home, 'w'),
           lambda: os.symlink({victim}, {evil}), lambda: os.link({victim}, {evil}),
           lambda: os.chmod({victim}, 0o777), lambda: os.utime({victim}), lambda: os.mkfifo({evil}),
           lambda: os.setxattr({victim}, 'user.x', b'x'), lambda: open({victim}, 'a'),
           lambda: shutil.rmtree({folder}), lambda: open(os.__file__, 'a'))
"""),
    "fills the disk": Hostile(
        """
with open('big', 'wb') as big:
    while True: big.write(bytes(2**20))
""",
        "Error",
    ),
    "makes files": Hostile(
        """
for i in range(10**6): open(f'{i}', 'w').close()
""",
        "Error",
    ),
    "hoards memory": Hostile(
        """
kept = []
while True: kept.append(bytearray(2**24))
""",
        "MemoryError",
    ),
    "lifts its limits": Hostile("""
def lift(what): resource.setrlimit(what, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
count = 0
for what in (resource.RLIMIT_AS, resource.RLIMIT_CPU, resource.RLIMIT_NPROC, resource.RLIMIT_FSIZE):
    try: lift(what); count += 1
    except (ValueError, OSError): pass
return count + won(lambda: resource.prlimit({grader}, resource.RLIMIT_CPU, (1, 1)))
"""),
    "prints without end": Hostile("while True: print('x' * 10_000, flush=True)", LATE),
    "sleeps": Hostile("time.sleep(10**6)", LATE),
    "ignores signals": Hostile(
        """
for number in range(1, 65):
    try: signal.signal(number, signal.SIG_IGN)
    except (OSError, ValueError): pass
while True: time.sleep(1)
""",
        LATE,
    ),
    "handles signals": Hostile("""
signal.signal(signal.SIGALRM, lambda *_: open({evil}, 'w'))
return won(lambda: signal.raise_signal(signal.SIGALRM))
"""),
    "closes the pipe": Hostile("os.closerange(0, 64)\nreturn 0", ENDED),
    "closes the pipe and stays": Hostile("os.closerange(0, 64)\ntime.sleep(600)", LATE),
    "exits": Hostile("os._exit(0)", ENDED),
    "crashes": Hostile("ctypes.string_at(0)", ENDED),
    "recurses in C": Hostile(
        """
sys.setrecursionlimit(10**9)
deep = []
for _ in range(200_000): deep = [deep]
repr(deep)
""",
        "",
    ),
    "asks forever": Hostile(
        """
while True:
    try: tree.children(n)
    except BaseException: pass
""",
        "questions",
    ),
    "forges a message": Hostile("""
for fd in range(3, 16):
    try: os.write(fd, b'{"int": "0x0"}\\n')
    except OSError: pass
return 0
"""),
    "sends junk": Hostile(
        """
for fd in range(3, 16):
    try: os.write(fd, b'[' * 100_000)
    except OSError: pass
return 0
""",
        "invalid message",
    ),
    "spawns": Hostile("""
import pty
return won(lambda: os.posix_spawn('/bin/true', ['true'], {}), pty.fork, os.forkpty,
           lambda: os.execv(sys.executable, ['python']))
"""),
    "clones in C": Hostile("""
libc, count = ctypes.CDLL(None), 0
number = {'x86_64': 56, 'aarch64': 220}[os.uname().machine]
for flags in (17, 0x100, 0x4100, 0x8000, 0x10000000, 0x20000000, 0x10000 << 32):
    child = libc.syscall(ctypes.c_long(number), ctypes.c_ulong(flags | 17), *[None] * 4)
    if child == 0:
        os._exit(0)
    count += child > 0
return count
"""),
    "looks for a socket to the grader": Hostile("""
def is_socket(fd):
    if not stat.S_ISSOCK(os.fstat(fd).st_mode):
        raise OSError
return won(*(lambda fd=fd: is_socket(fd) for fd in range(256)))
"""),
    "opens devices": Hostile("""
names = ('mem', 'kmsg', 'ptmx', 'tty', 'shm/x', 'fuse', 'kvm')
return won(*(lambda name=name: open(f'/dev/{name}', 'rb') for name in names),
           lambda: os.mknod('/tmp/memory', 0o20600, os.makedev(1, 1)))
"""),
    "stops being watched": Hostile(
        "sys.settrace(None)\nthreading.settrace(None)\nwhile True: pass", LATE
    ),
    "sends through a pair of sockets": Hostile("""
mine, other = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)
done = won(*(lambda name=name: mine.sendto(b'secret', name) for name in ({mail}, '\\0' + {post})),
           *(lambda name=name: mine.connect(name) for name in ({mail}, '\\0' + {post})),
           lambda: mine.sendmsg([b'secret'], [], 0, {mail}), lambda: mine.bind('\\0evil'))
other.send(b'1')
return done + (mine.recv(1) != b'1')
"""),
    "has sockets send signals": Hostile("""
import fcntl, struct
mine, other = socket.socketpair()
flags = fcntl.fcntl(mine, fcntl.F_GETFL)
done = won(*(lambda pid=pid, way=way: fcntl.ioctl(mine, way, struct.pack('i', pid))
             for pid in (os.getpid(), {pid}, {grader}) for way in (0x8901, 0x8902)))
fcntl.fcntl(mine, fcntl.F_SETFL, flags | os.O_ASYNC)
other.send(b'1')
return done
"""),
    "changes files by ioctl": Hostile("""
import fcntl, struct
file = os.open(os.__file__, 0)
def attributes(change):
    flags = fcntl.ioctl(file, 0x80086601, bytes(8))
    fcntl.ioctl(file, 0x40086602, change(flags))
return won(lambda: attributes(bytes), lambda: fcntl.ioctl(file, 0x6685, 0),
           lambda: fcntl.ioctl(file, 0x401c5820, bytes(28)))
"""),
    "watches folders": Hostile("""
import fcntl
libc = ctypes.CDLL(None)
watch = lambda start: libc.inotify_add_watch(start, os.path.dirname(os.__file__).encode(), 0xfff)
folder = os.open(os.path.dirname(os.__file__), 0)
return (watch(libc.inotify_init()) >= 0) + (watch(libc.inotify_init1(0)) >= 0) + won(
    lambda: fcntl.fcntl(folder, 1026, 1 << 31 | 0x3f))
"""),
    "uses others' memory": Hostile("""
libc = ctypes.CDLL(None)
libc.shmat.restype = ctypes.c_long
return sum(result != -1 for result in (
    libc.shmat({memory}, None, 0), libc.shmctl({memory}, 0, None), libc.msgctl({queue}, 0, None),
    libc.msgsnd({queue}, struct.pack('l', 1) + b'secret', 6, 0o4000), libc.semctl({lock}, 0, 0),
    libc.semop({lock}, struct.pack('Hhh', 0, 1, 0), 1)))
"""),
}
