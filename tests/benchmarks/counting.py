"""`plyglass bench counting`: how fast leaves are counted, and how long the agents think.

The limit is alpha-beta in C on an array of leaves, which counts leaves and does nothing else.
It is compiled by the machine's C compiler, if there is one, and must count the same leaves.
"""

import ctypes
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path
from time import process_time

from tests.benchmarks.recording import in_turns, report_missed, verdict
from tracer.agents import AGENTS
from tracer.experiments.counting import count, search_named
from tracer.experiments.openings import opening
from trees.games import Pear
from trees.generate import ordered
from trees.tree import Tree

SHAPES = (8, 4, 1), (8, 6, 1), (16, 4, 1), (16, 4, 4)
SEARCHES = "alphabeta", "sss_star", "ps_star(2)", "ps_star(4)"
BARS = {"Annabelle": 10.0, "Scott": 30.0}  # seconds per move in the opening
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


def main() -> int:
    """Print both tables; return 1 if a bar was missed."""
    limit()
    print()
    thinking()
    return report_missed()


def limit() -> None:
    """Microseconds per leaf: in C, in our searches once the tree is drawn, and to draw it."""
    kernel = compiled()
    print("µs per leaf    C kernel" + "".join(f"{name:>12}" for name in SEARCHES), end="")
    print("     drawing   alpha-beta: ours / C")
    for w, d, R in SHAPES:  # noqa: N806 - the literature's name
        draw = partial(ordered, w, d, R, seed=1, value=64)
        tree = draw()
        searches = {name: search_named(name)[1] for name in SEARCHES}
        seen = {name: count(search, tree).nbp for name, search in searches.items()}
        spent = in_turns(*(partial(count, s, tree) for s in searches.values()), runs=5)
        pace = {n: t / seen[n] * 1e6 for n, t in zip(SEARCHES, spent, strict=True)}
        start = process_time()
        count(searches["alphabeta"], draw())
        drawing = (process_time() - start - spent[0]) / seen["alphabeta"] * 1e6
        print(f"T({w},{d}) R={R}".ljust(15), end="")
        row = "".join(f"{pace[name]:>12.2f}" for name in SEARCHES) + f"{drawing:>12.2f}"
        if kernel is None:
            print(f"{'–':>8}{row}")
            continue
        floor = least(kernel, tree, seen["alphabeta"])
        print(f"{floor:>8.4f}{row}{pace['alphabeta'] / floor:>12.0f} x")
    if kernel is None:
        print("  There is no C compiler (cc) on this machine, so the kernel was not measured.")


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
    """Microseconds per leaf in C, after checking that it sees the same leaves as ours."""
    leaves = counter(kernel, tree)
    if (found := leaves(1)) != expected:
        raise AssertionError(f"The kernel counts {found} leaves, the search {expected}.")
    (seconds,) = in_turns(partial(leaves, 1_000), runs=5)
    return seconds / 1_000 / expected * 1e6


def thinking() -> None:
    """Seconds per move of Pantel's agents, after six openings of four plies."""
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
        print(f"{sum(times) / 6:>10.2f}{max(times):>10.2f}", end="")
        print(verdict(max(times), BARS[agent.name]) if agent.name in BARS else "")


if __name__ == "__main__":
    sys.exit(main())
