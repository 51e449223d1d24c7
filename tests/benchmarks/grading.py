"""`plyglass bench grading`: how long it takes to grade a class of 200, honest and hostile.

The class is the same every time, so that two versions can be compared: write it once with
`python -m tests.benchmarks.grading --keep DIR`, and run `plyglass grade` of either version on the
folders there.
"""

import csv
import ctypes
import json
import os
import socket
import subprocess
import sys
import tempfile
from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from random import Random
from time import monotonic, sleep

from tests.helpers.hostile import HOSTILE
from tracer.exercises.course.assignment import assignment
from tracer.exercises.course.nbgrader import MODELS, plain_key

STUDENTS = 200
EVIL = list(HOSTILE.values())[:20]  # kills, forks, daemons, sockets, /proc, other people's files, …
MODEL = MODELS["alphabeta"]
PROGRAMS = {
    "right": MODEL,
    "never cuts": MODEL.replace("alpha >= beta", "False"),
    "cuts late": MODEL.replace("alpha >= beta", "alpha > beta"),
    "zero": "def alphabeta(tree, n, alpha, beta):\n    return 0\n",
    "raises": "def alphabeta(tree, n, alpha, beta):\n    return 1 / 0\n",
    "blank": "def alphabeta(tree, n, alpha, beta):\n    ...\n",
    "missing": "x = 1\n",
    "malformed": "def alphabeta(tree",
}


def write_programs(folder: Path, outside: dict[str, object] | None = None) -> None:
    """A class that wrote alpha-beta; given things `outside`, the last 20 students attack them."""
    draw = Random(7)
    honest = STUDENTS - len(EVIL) if outside else STUDENTS
    for i in range(STUDENTS):
        name = f"student-{i:03}"
        if outside and i >= honest:
            source = EVIL[i - honest].source("alphabeta", **outside)
        else:
            kind = "right" if draw.random() < 0.5 else draw.choice(list(PROGRAMS))
            leaves = plain_key(assignment("write-alpha-beta", name).questions["leaves"])
            source = f"{PROGRAMS[kind]}\nleaves = {leaves!r}\n"
        (folder / f"{name}.py").write_text(source, "utf-8")


def write_answers(folder: Path) -> None:
    """A class that answered questions about alpha-beta, a third of them wrongly."""
    draw = Random(7)
    for i in range(STUDENTS):
        name = f"student-{i:03}"
        questions = assignment("alpha-beta", name).questions
        answers = {q: plain_key(asked) for q, asked in questions.items()}
        if draw.random() < 1 / 3:
            answers["leaves"] = answers["leaves"][1:]
        text = json.dumps(answers)
        (folder / f"{name}.json").write_text(text, "utf-8")


@contextmanager
def things_outside(folder: Path) -> Iterator[dict[str, object]]:
    """What the hostile programs attack; at the end, an error unless all of it is unharmed."""
    place = folder.parent
    victim, evil, mine = folder / "student-000.py", place / "evil", f"plyglass-{os.getpid()}"
    with ExitStack() as stack:
        tcp = stack.enter_context(socket.create_server(("127.0.0.1", 0)))
        unix = stack.enter_context(socket.socket(socket.AF_UNIX))
        abstract = stack.enter_context(socket.socket(socket.AF_UNIX))
        unix.bind(str(place / "unix"))
        abstract.bind(f"\0{mine}")
        for listener in (unix, abstract):
            listener.listen()
        bystander = stack.enter_context(subprocess.Popen(["sleep", "3600"]))
        stack.callback(bystander.kill)
        yield {
            "victim": str(victim),
            "evil": str(evil),
            "folder": str(folder),
            "tests": __file__,
            "home": str(Path.home()),
            "port": tcp.getsockname()[1],
            "unix": str(place / "unix"),
            "abstract": mine,
            "pid": bystander.pid,
            "grader": os.getpid(),
        }
        assert bystander.poll() is None, "a process was killed"
        assert not evil.exists(), "a file was written"
        assert len(list(folder.iterdir())) == STUDENTS, "a submission was added or removed"
        for listener in (tcp, unix, abstract):
            listener.setblocking(False)
            try:
                listener.accept()
            except BlockingIOError:
                continue
            raise AssertionError("a socket was reached")


def adopt() -> None:
    """Become the parent of whatever outlives its own parent, so that its processor time counts."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(36, 1, 0, 0, 0)  # PR_SET_CHILD_SUBREAPER


def collect() -> None:
    """Collect every such process that has ended."""
    sleep(0.2)  # the last ones are just being killed
    with suppress(ChildProcessError):
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass


def timed(folder: Path, out: Path) -> str:
    """How long it takes to grade a folder, by the clock and of processor time."""
    before, begun = os.times(), monotonic()
    files = {path: path.read_bytes() for path in folder.iterdir()}
    command = [sys.executable, "-m", "tracer.exercises", "grade", str(folder), "--out", str(out)]
    command.append("--practice")
    subprocess.run(command, check=True, capture_output=True)
    took = monotonic() - begun
    collect()
    after = os.times()
    spent = after.children_user + after.children_system
    spent -= before.children_user + before.children_system
    assert all(path.read_bytes() == content for path, content in files.items())
    with (out / "scores.csv").open(encoding="utf-8-sig", newline="") as stream:
        rows = list(csv.DictReader(stream))
    lost = sum("could not be graded" in row["remarks"] for row in rows)
    full = sum(row["total"] == "1.000" for row in rows)
    return (
        f"{took:6.1f} s by the clock, {spent:6.1f} s of processor time; "
        f"{len(rows) - lost} of {STUDENTS} graded, {full} with full marks"
    )


def main(arguments: Sequence[str] = ()) -> int:
    """Print a row for each class."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--keep", metavar="DIR", help="only write the classes, to DIR")
    keep = parser.parse_args(arguments).keep
    adopt()
    with tempfile.TemporaryDirectory() as temporary:
        place = Path(keep or temporary)
        for name in ("answers/alpha-beta", "honest/write-alpha-beta", "hostile/write-alpha-beta"):
            folder = place / name
            folder.mkdir(parents=True)
            with ExitStack() as stack:
                if name.startswith("answers"):
                    write_answers(folder)
                elif name.startswith("honest"):
                    write_programs(folder)
                else:
                    write_programs(folder, stack.enter_context(things_outside(folder)))
                if not keep:
                    print(f"{name:26} {timed(folder, place / 'out' / name)}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
