"""Counting with the compiled searches of `kernels/`, if numba is installed.

    counter(tree)("ps_star(2)")     # what `counting.count` returns, fifty times as fast

The kernel draws the tree itself, once for all searches. Trees, searches and options without a
kernel are left to `counting.count`, so no result depends on whether numba is there.
"""

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from importlib.util import find_spec
from threading import Timer, current_thread, local, main_thread
from typing import TYPE_CHECKING, Any

from tracer.algorithms.registry import ALGORITHMS
from tracer.experiments.counting import Count, count, search_named
from trees.dewey import Node
from trees.generate import GeneratedTree, ordered
from trees.tree import Tree

if TYPE_CHECKING:
    from tracer.experiments.kernels.room import Room

# The searches with a kernel, and the options that it knows.
KERNELS: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(("alphabeta", "scout", "sss_star", "dual_star"), ()),
    **dict.fromkeys(("mtd_f", "mtd_plus_infinity", "mtd_minus_infinity"), ()),
    "ps_star": ("k", "sizes", "published"),
}
_LONGEST_KEY = 167  # bytes of "seed:label" that SHAKE-128 takes at once
_KEPT = 1 << 22  # slots that are kept for the next tree
_PATIENCE = 2.0  # seconds before a wait is explained

_kept = local()  # arrays of this thread, by the number of slots in a row
_compiled: set[str] = set()


def available() -> bool:
    """Whether numba is installed."""
    return find_spec("numba") is not None


def is_known(tree: Tree) -> bool:
    """Whether the kernels can draw this tree."""
    if not isinstance(tree, GeneratedTree):
        return False
    w, d, kind = tree.width, tree.depth, tree.call["kind"]
    key = len(f"{tree.call['seed']}:") + d * (len(str(w)) + 1)
    if not d or kind not in ("iid", "ordered") or w**d >= 1 << 60 or key > _LONGEST_KEY:
        return False
    low, high = tree.call["low"], tree.call["high"]
    if isinstance(low, int) and isinstance(high, int):
        return high - low < 1 << 32 and max(abs(low), abs(high)) < 1 << 53
    return bool((low, high) == (0, 1))  # between other floats, rounding can make ties


def counter(tree: Tree, *, compiled: bool = True) -> Callable[..., Count]:
    """A function that counts a search on this tree: "ps_star(2)", or "ps_star" with options.

    With `compiled=False` it does without kernels.
    """
    fast = FastTree(tree) if compiled and available() and is_known(tree) else None

    def count_named(name: str, **options: Any) -> Count:
        base = name.partition("(")[0]
        if fast and base in KERNELS and set(options) <= set(KERNELS[base]):
            return fast.count(name, **options)
        search = ALGORITHMS[name].search if options else search_named(name)[1]
        return count(search, tree, **options)

    return count_named


def prepare(names: Iterable[str]) -> None:
    """Compile the kernels of these searches, so that worker processes find them on disk."""
    if available():
        fast = FastTree(ordered(2, 2, 1, seed=1))
        for base in dict.fromkeys(name.partition("(")[0] for name in names):
            if base in KERNELS:
                fast.count(base)


def ready(names: Iterable[str]) -> bool:
    """Whether this process has the kernels of these searches, as far as there are any."""
    return available() and {name.partition("(")[0] for name in names} & {*KERNELS} <= _compiled


class FastTree:
    """The cost of searches on a generated tree that the kernels can draw."""

    def __init__(self, tree: Tree) -> None:
        if not isinstance(tree, GeneratedTree) or not is_known(tree):
            raise ValueError(f"there is no fast counter for {tree!r}; use `count`")
        self._tree = tree

    def count(self, name: str, **options: Any) -> Count:
        """The cost of a search: a name such as "ps_star(2)", or "ps_star" and its options."""
        return Count(*self._run(name, 0, options))

    def leaves(self, name: str, **options: Any) -> tuple[Node, ...]:
        """The leaves that a search evaluates, in order."""
        _, _, evaluations, _ = self._run(name, 0, options)
        self._run(name, evaluations, options)
        room = _room(self._tree)
        return tuple(room.node(int(n)) for n in room.noted)

    def _run(self, name: str, leaves: int, options: dict[str, Any]) -> tuple[float, int, int, int]:
        base, k = _parsed(name)
        if k is not None:
            options = {**options, "k": k}
        room = _room(self._tree)
        if base in _compiled:
            return room.run(base, leaves, **options)
        title = ALGORITHMS[base].title
        with _explained(
            f"Getting the fast counter for {title} ready (compiled once per machine) …"
        ):
            found = room.run(base, leaves, **options)
        _compiled.add(base)
        return found


@cache
def _parsed(name: str) -> tuple[str, int | None]:
    """The base of a name and its number, if there is one."""
    base, _, number = name.rstrip(")").partition("(")
    if base not in KERNELS:
        raise ValueError(f"{name!r} has no fast counter. Choose one of: {', '.join(KERNELS)}.")
    return base, int(number) if number else None


def _room(tree: GeneratedTree) -> "Room":
    """The arrays of this thread with this tree in them."""
    last = _kept.__dict__.get("last")
    if last is not None and last.tree is tree:
        return last  # type: ignore[no-any-return]
    from tracer.experiments.kernels.room import Room

    rooms: dict[int, Room] = _kept.__dict__.setdefault("rooms", {})
    shift = (tree.width - 1).bit_length()
    if shift not in rooms or rooms[shift].rows << shift > _KEPT:
        rooms[shift] = Room(shift)
    if rooms[shift].tree is not tree:
        rooms[shift].enter(tree)
    _kept.last = rooms[shift]
    return rooms[shift]


@contextmanager
def _explained(text: str) -> Iterator[None]:
    """Say what is going on if it takes long, and somebody waits: a second thread is in no hurry."""
    if current_thread() is not main_thread():
        yield
        return
    timer = Timer(_PATIENCE, print, [text], {"file": sys.stderr, "flush": True})
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
