"""`plyglass bench counting`: how fast leaves are counted, and how long the agents think.

The limit is alpha-beta in C on an array of leaves, which counts leaves and does nothing else.
It is compiled by the machine's C compiler, if there is one, and must count the same leaves.
"""

import ctypes
import os
import resource
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path
from time import perf_counter, process_time
from typing import NamedTuple

from tests.benchmarks.recording import in_turns, report_missed, verdict
from tracer.agents import AGENTS
from tracer.experiments.counting import Count, count, search_named
from tracer.experiments.fast import FastTree, available, prepare
from tracer.experiments.laboratory.sampling import Sampling
from tracer.experiments.laboratory.setup import Setup
from tracer.experiments.openings import opening
from tracer.experiments.published import TABLES
from tracer.support.parallel import processes
from trees.games import Pear
from trees.generate import from_call, ordered
from trees.tree import Tree

SHAPES = (8, 4, 1), (8, 6, 1), (16, 4, 1), (16, 4, 4), (32, 4, 1)
SEARCHES = "alphabeta", "sss_star", "ps_star(2)", "ps_star(4)"
TIMES_C = {"alphabeta": 10, "sss_star": 20, "ps_star(2)": 20, "ps_star(4)": 20}  # at most
CELL, ALL_TABLES, GROWTH = 1.0, 40.0, 10.0  # seconds, seconds on two cores, MB more
FIRST_POINTS = 1.0  # seconds
THINKING = {"Annabelle": 10.0, "Scott": 30.0}  # seconds per move in the opening
NBP = ["nbp", "--roots", "64", "--workers", "2", "--quiet", "--file"]
KERNEL = """
static long seen;
static int search(const int *leaf, long at, long size, int w, int is_max, int a, int b) {
    if (size == 1) { seen++; return leaf[at]; }
    long part = size / w;
    for (int i = 0; i < w && a < b; i++) {
        int v = search(leaf, at + i * part, part, w, !is_max, a, b);
        if (is_max) { if (v > a) a = v; } else { if (v < b) b = v; }
    }
    return is_max ? a : b;
}
long leaves(const int *leaf, long size, int w, long runs) {
    while (runs--) {
        seen = 0;
        search(leaf, 0, size, w, 1, -1000000, 1000000);
    }
    return seen;
}
"""


class Bar(NamedTuple):
    """What was measured, and how much it may be."""

    what: str
    measured: float
    at_most: float
    unit: str


def main() -> int:
    """Print what was measured, and then all bars; return 1 if one was missed."""
    bars: list[Bar] = []
    if available():
        bars += tables()  # before anything is compiled in this process
        prepare(SEARCHES)
        bars += [cell(), memory()]
        print()
    bars += limit()
    print()
    bars += thinking()
    print()
    for bar in bars:
        print(f"{bar.what:54}{bar.measured:>7.2f} {bar.unit:4}", end="")
        print(verdict(bar.measured, bar.at_most))
    if not available():
        print("numba is not installed, so the fast counters were not measured.")
    return report_missed()


def limit() -> list[Bar]:
    """Nanoseconds per leaf: in C, with our kernels, and from the log."""
    yardstick = compiled()
    worst = dict.fromkeys(SEARCHES, 0.0)
    print(
        "ns per leaf       C  search          log  and drawing   kernel  and drawing   kernel / C"
    )
    for w, d, R in SHAPES:  # noqa: N806 - the literature's name
        tree = ordered(w, d, R, seed=1, value=64)
        leaves = count(search_named("alphabeta")[1], tree).nbp
        floor = least(yardstick, tree, leaves) if yardstick else None
        print(f"T({w},{d}) R={R}".ljust(13), f"{floor * 1e9:5.1f}" if floor else " " * 5, end="")
        for name in SEARCHES:
            print(f"{'' if name == SEARCHES[0] else ' ' * 19}  {name:<11}", end="")
            pace = paces(tree, name)
            ratio = pace / floor if pace and floor else None
            print(f"{ratio:>11.1f} x" if ratio else "")
            worst[name] = max(worst[name], ratio or 0.0)
    if yardstick is None:
        print("  There is no C compiler (cc) on this machine, so there is nothing to compare with.")
    return [
        Bar(f"{search_named(name)[0]}, per leaf, on the worst of these trees", *pair, "x C")
        for name, pair in ((name, (worst[name], TIMES_C[name])) for name in SEARCHES)
        if worst[name]
    ]


def paces(tree: Tree, name: str) -> float | None:
    """Print how fast the log and the kernel count leaves, and return seconds per leaf."""
    search = search_named(name)[1]
    call = tree.data()["generator"]
    tasks: list[Callable[[], Count]] = [
        partial(count, search, tree),
        lambda: count(search, from_call(call)),
    ]
    if available():
        fast = FastTree(tree)
        tasks += [partial(fast.count, name), lambda: FastTree(from_call(call)).count(name)]
    leaves = tasks[0]().nbp
    spent = [in_turns(task, runs=7)[0] / leaves for task in tasks]
    print("".join(f"{x * 1e9:>{8 if i % 2 == 0 else 14},.0f}" for i, x in enumerate(spent)), end="")
    return spent[2] if available() else None


def tables() -> list[Bar]:
    """The seconds of `plyglass experiment nbp`, and until the laboratory has a point everywhere.

    Both are measured in new processes, first with nothing compiled and then with everything.
    """
    bars = []
    with tempfile.TemporaryDirectory() as folder:
        env = os.environ | {"NUMBA_CACHE_DIR": folder}
        for what in "nothing compiled yet", "all compiled":
            seconds, busy = _timed([*NBP, f"{folder}/{what}"], env)
            print(f"Tables 4.1-4.5, 2 processes, {what}: {seconds:.1f} s, {busy:.1f} s busy")
            bars.append(Bar(f"Tables 4.1-4.5 on two cores, {what}", seconds, ALL_TABLES, "s"))
    start = perf_counter()
    sampling = Sampling(Setup())
    while not sampling.rounds:
        sampling.go_on(0)
    bars.append(Bar("laboratory: first points", perf_counter() - start, FIRST_POINTS, "s"))
    return bars


def _timed(arguments: list[str], env: dict[str, str]) -> tuple[float, float]:
    """Seconds that an experiment takes, and seconds of a processor."""
    start, before = perf_counter(), resource.getrusage(resource.RUSAGE_CHILDREN)
    command = [sys.executable, "-m", "tracer.experiments", *arguments]
    subprocess.run(command, env=env, check=True, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    busy = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return perf_counter() - start, busy


def cell() -> Bar:
    """All searches of Table 4.2 on 100 trees T(16,4)."""
    start = process_time()
    for seed in range(1, 101):
        fast = FastTree(ordered(16, 4, 1, seed=seed, value=64))
        for name in TABLES[1].nbp:
            fast.count(name)
    what = f"100 trees T(16,4), {len(TABLES[1].nbp)} searches on each"
    return Bar(what, process_time() - start, CELL, "s")


def memory() -> Bar:
    """How much a process grows after its first trees."""
    with processes(1) as executor:
        first, last = executor.submit(_memory).result()
    print(f"peak memory of a process: {first:.1f} MB after 20 trees T(32,4), {last:.1f} MB", end="")
    print(" after 400")
    return Bar("memory: growth from 20 to 400 trees T(32,4)", last - first, GROWTH, "MB")


def _memory() -> list[float]:
    """Peak memory in MB after 20 trees and after 400."""
    peaks = []
    for seed in range(1, 401):
        fast = FastTree(ordered(32, 4, 1, seed=seed, value=64))
        for name in SEARCHES:
            fast.count(name)
        if seed in (20, 400):
            peaks.append(_peak())
    return peaks


def _peak() -> float:
    """Peak memory of this process in MB; `ru_maxrss` would count its parent's on Linux."""
    status = Path("/proc/self/status")
    if status.is_file():
        return int(status.read_text().partition("VmHWM:")[2].split()[0]) / 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024 / 1024


def compiled() -> ctypes.CDLL | None:
    """The kernel as a library, or None without a compiler."""
    if not shutil.which("cc"):
        return None
    with tempfile.TemporaryDirectory() as folder:
        source, library = Path(folder) / "kernel.c", Path(folder) / "kernel.so"
        source.write_text(KERNEL)
        subprocess.run(["cc", "-O2", "-shared", "-fPIC", "-o", library, source], check=True)
        return ctypes.CDLL(str(library))


def counter(kernel: ctypes.CDLL, tree: Tree) -> Callable[[int], int]:
    """A function that searches a tree a number of times, and returns how many leaves it saw."""
    leaves = [int(tree.value(n)) for n in tree.leaves()]
    held, size = (ctypes.c_int * len(leaves))(*leaves), ctypes.c_long(len(leaves))
    kernel.leaves.restype = ctypes.c_long
    return lambda runs: int(kernel.leaves(held, size, tree.width, ctypes.c_long(runs)))


def least(kernel: ctypes.CDLL, tree: Tree, expected: int) -> float:
    """Seconds per leaf in C, after checking that it sees the same leaves as ours."""
    leaves = counter(kernel, tree)
    if (found := leaves(1)) != expected:
        raise AssertionError(f"The kernel counts {found} leaves, the search {expected}.")
    (seconds,) = in_turns(partial(leaves, 1_000), runs=5)
    return seconds / 1_000 / expected


def thinking() -> list[Bar]:
    """Seconds per move of Pantel's agents, after six openings of four plies."""
    bars = []
    print("one move in the opening of Pear    nodes     tests   s, mean    s, max")
    pear = Pear()
    for agent in AGENTS.values():
        times, nodes, tests = [], 0, 0
        for seed in range(6):
            start = process_time()
            choice = agent.choose(pear, opening(seed))
            times.append(process_time() - start)
            nodes, tests = nodes + choice.nodes, tests + choice.tests
        name = f"{agent.name}, depth {agent.depth}"
        print(f"{name:<31}{nodes / 6:>9,.0f}{tests / 6:>10,.0f}", end="")
        print(f"{sum(times) / 6:>10.2f}{max(times):>10.2f}")
        if agent.name in THINKING:
            bars.append(Bar(f"{name}: one move", max(times), THINKING[agent.name], "s"))
    return bars


if __name__ == "__main__":
    sys.exit(main())
