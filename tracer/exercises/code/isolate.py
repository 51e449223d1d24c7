"""Shut this process in before it runs a stranger's code; standard library only, Linux only.

What the kernel refuses, no code can undo. The layers, each of which works without the others:

- namespaces: other processes, the network and all files but Python's own do not exist;
- uid: nobody else's files and processes, when started as root;
- Landlock: files outside Python's own cannot be opened, nor TCP ports;
- seccomp: no sockets, no new processes, no signals, no further changes of these rules.

`isolate` switches on what it can and returns the names of those layers. Limits on memory,
processor time, files and threads come on top.
"""

import ctypes
import errno
import os
import platform
import resource
import select
import signal
import stat
import struct
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

MEMORY = 512 * 2**20
SCRATCH = "/tmp"  # where the shut-in process may write, in its namespace only
SCRATCH_SIZE = 16 * 2**20
SCRATCH_ROOM = f"size={SCRATCH_SIZE},nr_inodes=1000"
NULL = "/dev/null"
LIBRARIES = ("/lib", "/lib64", "/usr/lib", "/usr/lib64")  # of the system; often links
FIRST_UID, NOBODY = 0x70000000, 65534

libc = ctypes.CDLL(None, use_errno=True)
MACHINES = {"x86_64": 0, "aarch64": 1}  # the column of a system call's number


def isolate(readable: list[str], hidden: list[str], seconds: float, layers: list[str]) -> list[str]:
    """Shut this process in, and return the layers that are on.

    It can then read only what is in `readable` but not in `hidden`. The process that returns is a
    child of the one that called, which stays outside, waits, and ends it if standard input closes.
    """
    on = []
    if "namespaces" in layers and _done(_enter_namespaces, readable, hidden):
        on.append("namespaces")
    uid = FIRST_UID + os.getpid()  # one per process, so that its limits are its own
    child = os.fork()
    if child:
        _watch(child)
    if "uid" in layers and _done(_change_uid, uid):
        on.append("uid")
    _limit(seconds)
    _prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    _prctl(PR_SET_NO_NEW_PRIVS, 1)
    _drop_capabilities()
    if "Landlock" in layers:
        inside = "namespaces" in on
        files = ["/"] if inside else [p for path in readable for p in _without(hidden, path)]
        if _done(_landlock, files, [] if inside else readable, inside):
            on.append("Landlock")
    if "seccomp" in layers and _done(_seccomp):
        on.append("seccomp")
    return on


def _done(layer: Any, *given: Any) -> bool:
    """Whether a layer could be switched on."""
    try:
        layer(*given)
    except (OSError, KeyError):  # KeyError: a machine whose system calls are not listed here
        return False
    return True


def _call(number: int, *given: Any) -> int:
    """A system call without a function of its own in the C library."""
    words = (ctypes.c_long(word) if isinstance(word, int) else word for word in given)
    return _checked(libc.syscall(ctypes.c_long(number), *words))


def _checked(result: int) -> int:
    if result < 0:
        code = ctypes.get_errno()
        raise OSError(code, os.strerror(code))
    return result


PR_SET_PDEATHSIG, PR_SET_SECCOMP, PR_SET_NO_NEW_PRIVS = 1, 22, 38


def _prctl(what: int, value: Any, more: Any = 0) -> None:
    zero = ctypes.c_ulong(0)
    value = ctypes.c_ulong(value)
    _checked(libc.prctl(what, value, more or zero, zero, zero))


def _watch(child: int) -> None:
    """Wait until the child ends or the process that started us does; then end, too."""
    poll = select.poll()
    poll.register(0, 0)  # a pipe: its other end closes when that process ends
    poll.register(os.pidfd_open(child), select.POLLIN)
    poll.poll()
    with suppress(OSError):
        os.kill(child, signal.SIGKILL)
    os._exit(0)


# Namespaces

NEWNS, NEWCGROUP, NEWUTS, NEWIPC = 0x00020000, 0x02000000, 0x04000000, 0x08000000
NEWUSER, NEWPID, NEWNET = 0x10000000, 0x20000000, 0x40000000
MS_NOSUID, MS_NODEV, MS_REC, MS_PRIVATE, MNT_DETACH = 2, 4, 1 << 14, 1 << 18, 2
PIVOT_ROOT, OPEN_TREE, MOVE_MOUNT, MOUNT_SETATTR = (155, 41), 428, 429, 442
AT_FDCWD, EMPTY_PATH, RECURSIVE, CLONE = -100, 0x1000, 0x8000, 1
MOVE_EMPTY_PATH, READ_ONLY, NO_SUID = 4, 1, 2


def _enter_namespaces(readable: list[str], hidden: list[str]) -> None:
    """New namespaces for the next child and for files, which are only those in `readable`."""
    pivot_root = PIVOT_ROOT[MACHINES[platform.machine()]]
    rest = NEWNS | NEWPID | NEWNET | NEWIPC | NEWUTS | NEWCGROUP
    if os.geteuid() or libc.unshare(rest):  # only root needs no user namespace
        uid, gid = os.geteuid(), os.getegid()
        _checked(libc.unshare(rest | NEWUSER))
        for name, text in ("setgroups", "deny"), ("uid_map", f"{uid} {uid} 1"):
            Path("/proc/self", name).write_text(text)
        Path("/proc/self/gid_map").write_text(f"{gid} {gid} 1")
    _mount("none", "/", MS_REC | MS_PRIVATE)
    copies = {path: _copy(path) for path in (*readable, NULL)}
    _mount("tmpfs", SCRATCH, MS_NOSUID | MS_NODEV, f"{SCRATCH_ROOM},mode=755")
    os.chdir(SCRATCH)
    os.mkdir(SCRATCH[1:])  # before the rest, some of which may lie in there
    _mount("tmpfs", SCRATCH[1:], MS_NOSUID | MS_NODEV, f"{SCRATCH_ROOM},mode=1777")
    for path, copy in copies.items():
        _place(path, copy)
    for path in hidden:
        if os.path.isdir(path[1:]):
            _mount("tmpfs", path[1:], MS_NOSUID | MS_NODEV, "size=4k,mode=555")
    for link in filter(os.path.islink, LIBRARIES):
        os.symlink(os.readlink(link), link[1:])
    _call(pivot_root, b".", b".")
    _checked(libc.umount2(b".", MNT_DETACH))
    os.chdir("/")
    _only_read(AT_FDCWD, b"/", 0)
    os.chdir(SCRATCH)


def _mount(what: str, where: str, flags: int, data: str = "") -> None:
    names = (what.encode(), where.encode(), what.encode())
    _checked(libc.mount(*names, ctypes.c_ulong(flags), data.encode()))


def _copy(path: str) -> int:
    """A second mount of a file or folder, not yet in any place, and only for reading."""
    copy = _call(OPEN_TREE, AT_FDCWD, os.fsencode(path), CLONE | RECURSIVE)
    _only_read(copy, b"", EMPTY_PATH | RECURSIVE)
    return copy


def _only_read(start: int, path: bytes, flags: int) -> None:
    attributes = struct.pack("QQQQ", READ_ONLY | NO_SUID, 0, 0, 0)
    _call(MOUNT_SETATTR, start, path, flags, attributes, len(attributes))


def _place(path: str, copy: int) -> None:
    """Put a mount where it was, but under this folder."""
    place = Path(path[1:])
    place.parent.mkdir(parents=True, exist_ok=True)
    place.mkdir() if stat.S_ISDIR(os.fstat(copy).st_mode) else place.touch()
    _call(MOVE_MOUNT, copy, b"", AT_FDCWD, os.fsencode(path[1:]), MOVE_EMPTY_PATH)
    os.close(copy)


# Another user, without privileges


def _change_uid(uid: int) -> None:
    """Become a user that nobody else is."""
    try:
        os.seteuid(uid)
    except OSError:  # a container may have fewer uids
        os.seteuid(NOBODY)
    uid, seen = os.geteuid(), os.access(os.__file__, os.R_OK, effective_ids=True)
    os.seteuid(0)
    if not seen:
        raise PermissionError("Python is installed where only root can read it")
    os.setgroups([])
    os.setresgid(uid, uid, uid)
    os.setresuid(uid, uid, uid)


def _drop_capabilities() -> None:
    """Give up what the creator of a user namespace, or root, may do."""
    _checked(libc.capset(struct.pack("II", 0x20080522, 0), bytes(24)))


def _limit(seconds: float) -> None:
    limits = {
        resource.RLIMIT_AS: MEMORY,
        resource.RLIMIT_FSIZE: SCRATCH_SIZE,
        resource.RLIMIT_CORE: 0,
        resource.RLIMIT_NOFILE: 64,
        resource.RLIMIT_NPROC: 64,  # threads, since there are no processes
        resource.RLIMIT_CPU: int(seconds) + 2,
    }
    for what, most in limits.items():
        with suppress(ValueError, OSError):  # the limit is already lower
            resource.setrlimit(what, (most, most))


# Landlock

CREATE_RULESET, ADD_RULE, RESTRICT_SELF = 444, 445, 446
WRITE_FILE, READ_FILE, READ_DIR = 1 << 1, 1 << 2, 1 << 3
ALL_FILES = {1: (1 << 13) - 1, 2: (1 << 14) - 1, 3: (1 << 15) - 1, 4: (1 << 15) - 1}
ALL_FILES_NOW = (1 << 16) - 1


def _landlock(files: list[str], folders: list[str], scratch: bool) -> None:
    """Allow this process to read some files, to list some folders, and nothing else."""
    version = _call(CREATE_RULESET, 0, 0, 1)
    everything = ALL_FILES.get(version, ALL_FILES_NOW)
    # Files; TCP (since version 4); signals and abstract sockets of others (since version 6).
    handled = struct.pack("QQQ", everything, 3, 3)[
        : 8 if version < 4 else 16 if version < 6 else 24
    ]
    rules = _call(CREATE_RULESET, handled, len(handled), 0)
    for path in filter(os.path.isdir, folders):
        _allow(rules, path, READ_DIR)
    for path in files:
        _allow(rules, path, READ_FILE | READ_DIR if os.path.isdir(path) else READ_FILE)
    _allow(rules, NULL, READ_FILE | WRITE_FILE)
    if scratch:
        _allow(rules, SCRATCH, everything)
    _call(RESTRICT_SELF, rules, 0)
    os.close(rules)


def _allow(rules: int, path: str, what: int) -> None:
    place = os.open(path, os.O_PATH | os.O_CLOEXEC)
    _call(ADD_RULE, rules, 1, struct.pack("=Qi", what, place), 0)
    os.close(place)


def _without(hidden: list[str], path: str) -> Iterator[str]:
    """The path, or if something in it is hidden, its parts without that."""
    if not any(f"{one}/".startswith(f"{path}/") for one in hidden):
        yield path
    elif path not in hidden:
        for child in os.scandir(path):
            yield from _without(hidden, child.path)


# seccomp: the numbers of system calls, on x86_64 and aarch64 or, from 424 on, on all machines

REFUSED: dict[str, tuple[int | None, int | None]] = {
    **{"socket": (41, 198), "fork": (57, None), "vfork": (58, None)},
    **{"execve": (59, 221), "execveat": (322, 281), "setsid": (112, 157), "setpgid": (109, 154)},
    **{"kill": (62, 129), "tkill": (200, 130), "tgkill": (234, 131)},
    **{"rt_sigqueueinfo": (129, 138), "rt_tgsigqueueinfo": (297, 240), "kcmp": (312, 272)},
    **{"ptrace": (101, 117), "process_vm_readv": (310, 270), "process_vm_writev": (311, 271)},
    **{"unshare": (272, 97), "setns": (308, 268), "chroot": (161, 51), "pivot_root": PIVOT_ROOT},
    **{"mount": (165, 40), "umount2": (166, 39), "fanotify_init": (300, 262)},
    # Sockets, which come in pairs without `socket`, must not be named or find others.
    **{"connect": (42, 203), "bind": (49, 200), "sendmsg": (46, 211), "sendmmsg": (307, 269)},
    # Memory, queues and semaphores of System V belong to no file.
    **{"shmget": (29, 194), "shmat": (30, 196), "shmctl": (31, 195)},
    **{"semget": (64, 190), "semop": (65, 193), "semctl": (66, 191), "semtimedop": (220, 192)},
    **{"msgget": (68, 186), "msgsnd": (69, 189), "msgrcv": (70, 188), "msgctl": (71, 187)},
    **{"mq_open": (240, 180), "mq_unlink": (241, 181)},
    **{"add_key": (248, 217), "request_key": (249, 218), "keyctl": (250, 219)},
    **{"bpf": (321, 280), "perf_event_open": (298, 241), "userfaultfd": (323, 282)},
    **{"prctl": (157, 167), "seccomp": (317, 277), "personality": (135, 92)},
    # Landlock guards the contents of files, but not what is said about them or happens to them.
    **{"inotify_init": (253, None), "inotify_init1": (294, 26)},
    **{"chmod": (90, None), "fchmod": (91, 52), "fchmodat": (268, 53), "truncate": (76, 45)},
    **{"chown": (92, None), "fchown": (93, 55), "lchown": (94, None), "fchownat": (260, 54)},
    **{"utime": (132, None), "utimes": (235, None), "futimesat": (261, None)},
    **{"utimensat": (280, 88), "setxattr": (188, 5), "lsetxattr": (189, 6), "fsetxattr": (190, 7)},
    **{"removexattr": (197, 14), "lremovexattr": (198, 15), "fremovexattr": (199, 16)},
    **{"memfd_create": (319, 279), "migrate_pages": (256, 238), "move_pages": (279, 239)},
    **{"setpriority": (141, 140), "ioprio_set": (251, 30), "sched_setaffinity": (203, 122)},
    **{"sched_setparam": (142, 118), "sched_setscheduler": (144, 119), "sched_setattr": (314, 274)},
}
REFUSED_EVERYWHERE = {
    **{"pidfd_send_signal": 424, "pidfd_open": 434, "pidfd_getfd": 438, "process_madvise": 440},
    **{"io_uring_setup": 425, "io_uring_enter": 426, "io_uring_register": 427},
    **{"open_tree": 428, "move_mount": 429, "fsopen": 430, "fsconfig": 431, "fsmount": 432},
    **{"fspick": 433, "mount_setattr": 442, "memfd_secret": 447},
    **{"fchmodat2": 452, "setxattrat": 463, "removexattrat": 466, "file_setattr": 469},
}
CLONE3, CLONE_CALL, PRLIMIT, FCNTL = 435, (56, 220), (302, 261), (72, 25)
IOCTL, SENDTO = (16, 29), (44, 206)
# With these, a file sends signals to any process, makes others wait who open it, or tells what is
# done in a folder.
F_SETOWN, F_SETSIG, F_SETOWN_EX, F_SETLEASE, F_NOTIFY = FCNTL_REFUSED = 8, 10, 15, 1024, 1026
# What an ioctl is about: terminals, which is all that Python asks. Others change the attributes of
# files that can only be read, or have sockets send signals.
IOCTL_KIND, IOCTL_TERMINAL = 0xFF00, 0x5400
CLONE_THREAD = 0x00010000
ARCHITECTURES = (0xC000003E, 0xC00000B7)
LOAD, EQUAL, AT_LEAST, HAS_BIT, AND, RETURN = 0x20, 0x15, 0x35, 0x45, 0x54, 0x06
ALLOW, REFUSE, KILL = 0x7FFF0000, 0x00050000, 0x80000000
NUMBER, ARCHITECTURE = 0, 4  # where they are in what a filter sees
FIRST_ARGUMENT, SECOND_ARGUMENT, FIFTH_ARGUMENT = 16, 24, 48  # their lower halves


def _seccomp() -> None:
    """Let the kernel refuse the system calls above, all new processes, and limits of others."""
    column = MACHINES[platform.machine()]
    numbers = [n for both in REFUSED.values() if (n := both[column]) is not None]
    refuse = (RETURN, 0, 0, REFUSE | errno.EPERM)
    program = [
        (LOAD, 0, 0, ARCHITECTURE),
        (EQUAL, 1, 0, ARCHITECTURES[column]),
        (RETURN, 0, 0, KILL),  # the calls of another architecture have other numbers
        (LOAD, 0, 0, NUMBER),
        (AT_LEAST, 0, 1, 0x40000000),  # x32, one more such architecture
        refuse,
        (EQUAL, 0, 1, CLONE3),
        (RETURN, 0, 0, REFUSE | errno.ENOSYS),  # the C library then uses clone
    ]
    for number in (*numbers, *REFUSED_EVERYWHERE.values()):
        program += [(EQUAL, 0, 1, number), refuse]
    program += [
        (EQUAL, 0, 2 * len(FCNTL_REFUSED) + 2, FCNTL[column]),
        (LOAD, 0, 0, SECOND_ARGUMENT),
        *(line for n in FCNTL_REFUSED for line in ((EQUAL, 0, 1, n), refuse)),
        (RETURN, 0, 0, ALLOW),
        (EQUAL, 0, 5, IOCTL[column]),
        (LOAD, 0, 0, SECOND_ARGUMENT),
        (AND, 0, 0, IOCTL_KIND),
        (EQUAL, 0, 1, IOCTL_TERMINAL),
        (RETURN, 0, 0, ALLOW),
        refuse,
        (EQUAL, 0, 6, SENDTO[column]),
        (LOAD, 0, 0, FIFTH_ARGUMENT),
        (EQUAL, 0, 3, 0),  # to nobody in particular: to the other socket of the pair
        (LOAD, 0, 0, FIFTH_ARGUMENT + 4),
        (EQUAL, 0, 1, 0),
        (RETURN, 0, 0, ALLOW),
        refuse,
        (EQUAL, 0, 3, CLONE_CALL[column]),
        (LOAD, 0, 0, FIRST_ARGUMENT),
        (HAS_BIT, 5, 0, CLONE_THREAD),  # threads are allowed
        refuse,
        (EQUAL, 0, 3, PRLIMIT[column]),
        (LOAD, 0, 0, FIRST_ARGUMENT),
        (EQUAL, 1, 0, 0),  # its own limits, which it can only lower
        refuse,
        (RETURN, 0, 0, ALLOW),
    ]
    code = ctypes.create_string_buffer(b"".join(struct.pack("HBBI", *line) for line in program))
    filter_ = struct.pack("HxxxxxxP", len(program), ctypes.addressof(code))
    _prctl(PR_SET_SECCOMP, 2, filter_)
