"""PS*(k): SSS* within a phase, alpha-beta from phase to phase (Srimani 1985, Table 3.1).

The children of a MAX node are split into k partitions, which enter OPEN one at a time. For every
MAX node in progress, BACKUP stores the last child pushed and the bounds l and h.

Three details are missing in Table 3.1 and come from the run-time listing in Appendix A: case 6
clears OPEN below i in 6b too; in 6b, the node that provides the next partition first gets
l ← max(its l, l(i)), and is dropped if that reaches its h; and if there is nothing left to push,
(i, SOLVED, l(i)) goes to the front. In the table, cases 4 and 5 also drop everything below i from
BACKUP. We leave that out because nothing is ever there: a MAX node leaves BACKUP when case 6
solves it.

As printed, the operator can return a wrong value on trees of odd depth: from the second partition
on, a solved MIN leaf enters OPEN with its own score even if its MAX parent already has a better l,
so its cluster looks worse than it is. The fix is that the merit of a SOLVED state is never less
than the l of the MAX node above it. `published=True` follows the table exactly.
"""

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from math import inf
from typing import Any

from tracer.algorithms.conventions import check_flags
from tracer.algorithms.registry import Control, algorithm
from tracer.log.events import LIVE, SOLVED, Phase
from tracer.log.log import Log
from tracer.log.open_backup import Backup, Open
from trees.dewey import ROOT, Node
from trees.number import Number, check_bound
from trees.tree import Tree

LISTING = """
OPEN ← {(root, LIVE, +∞)}; BACKUP ← {(root, 0, −∞, +∞)}   start
repeat: take the first state (n, s, h) from OPEN
    if n is the root and s = SOLVED: return h             done
    i ← parent of n;  L ← l of the next MAX node above n
    1. LIVE MAX node: push its first partition, LIVE;     case-1
           note (n, last son, L, h) in BACKUP             +
    2. LIVE MIN node: push its first child, LIVE          case-2
    3. LIVE leaf: score ← min(f(n), h)                    case-3
     a. MIN leaf, or score > L:                           case-3a
           insert (n, SOLVED, max(score, L))              +
     b. else, i last of its partition:                    case-3b
           insert (i, SOLVED, L)                          +
     c. else: insert (i, SOLVED, max(score, L))           case-3c
    4. SOLVED MAX node with a next sibling:               case-4
     a. h > L: push that sibling, LIVE                    case-4a
     b. else: push (i, SOLVED, max(h, L))                 case-4b
    5. SOLVED MAX node, last of its siblings:             case-5
           push (i, SOLVED, max(h, L))                    +
    6. SOLVED MIN node: l(i) ← max(l(i), h)               case-6
     a. l(i) ≥ h(i): drop i; purge OPEN below i;          case-6a
           push (i, SOLVED, h(i))                         +
     b. else purge OPEN below i; push the next            case-6b
           partition of the first unfinished MAX          +
           node below i, or of i; if there is none:       +
           push (i, SOLVED, l(i))                         +
"""


def _as_published(listing: str, options: Mapping[str, Any]) -> str:
    """The listing without the fix."""
    if options.get("published"):
        for repaired, printed in (
            ("max(score, L))", "score)"),
            ("max(h, L))", "h)"),
        ):
            listing = listing.replace(repaired, printed.ljust(len(repaired)))
    return listing


_MOST = 2  # partitions if k is not given


def _usual(tree: Tree, options: Mapping[str, Any]) -> int | None:
    """The number of partitions if k is not given: two, if the tree is wide enough."""
    return None if options.get("sizes") is not None else min(_MOST, max(1, tree.width))


@algorithm(
    "PS*(k)",
    LISTING,
    "Srimani 1985, Table 3.1",
    gamma=True,
    rewrite=_as_published,
    conventions={"published": {False: "the repaired Γ", True: "Γ as published"}},
    controls={
        "k": Control("partitions k"),
        "published": Control("Γ as published"),
        "lower": Control("lower bound"),
        "upper": Control("upper bound"),
    },
    usual=_usual,
)
def ps_star(
    tree: Tree,
    log: Log,
    k: int | None = None,
    *,
    sizes: Sequence[int] | None = None,
    published: bool = False,
    lower: Number = -inf,
    upper: Number = inf,
) -> Number:
    """Return the minimax value of the root, or the bound (`lower` or `upper`) that it is beyond.

    There are k partitions of almost equal size (default: two, if the tree is wide enough), or
    partitions of the given `sizes`, of which the last repeats. With `published`, the value can be
    wrong at odd depth.
    """
    if check_bound(lower, "lower") >= check_bound(upper, "upper"):
        raise ValueError(f"lower must be less than upper; got {lower} and {upper}")
    check_flags(published=published)
    partitions = Partitions(tree.width, k, sizes)
    raised = _printed if published else max
    max_depth = 0 if tree.is_max(ROOT) else 1  # MAX nodes are at even depths, or at odd ones
    OPEN = Open(log, sign=1, parity=1 - max_depth)  # noqa: N806
    BACKUP = Backup(log)  # noqa: N806

    def push_partition(n: Node, phase: Phase, case: str) -> None:
        """Push the next partition of a MAX node and record it in BACKUP."""
        children = tree.children(n)
        end = partitions.end(len(children), phase.last)
        OPEN.push_all(children[phase.last : end], phase.high, case)
        BACKUP.note(n, end, phase.low, phase.high, case)

    def solved_min(i: Node, h: Number) -> None:
        """Case 6: a MIN child of i is solved."""
        OPEN.pop("6")
        phase = BACKUP[i]
        low = max(phase.low, h)
        if low >= phase.high:
            BACKUP.drop(i, "6a")
            OPEN.purge(i, "6a")
            OPEN.push(i, SOLVED, phase.high, "6a")
            return
        OPEN.purge(i, "6b")
        if low > phase.low:
            phase = Phase(i, phase.last, low, phase.high)
            BACKUP.note(*phase, "6")
        for m in BACKUP.below(i):
            if m in BACKUP and BACKUP[m].last < len(tree.children(m)):
                _, last, own, high = BACKUP[m]
                if max(own, low) < high:
                    push_partition(m, Phase(m, last, max(own, low), high), "6b")
                    return
                BACKUP.drop(m, "6b")
        if phase.last < len(tree.children(i)):
            push_partition(i, phase, "6b")
        else:
            BACKUP.drop(i, "6b")
            OPEN.push(i, SOLVED, low, "6b")

    OPEN.push(ROOT, LIVE, upper)
    if max_depth == 0 and not tree.is_leaf(ROOT):
        BACKUP.note(ROOT, 0, lower, upper)
    while True:
        n, s, h = OPEN.first
        is_max = len(n) % 2 == max_depth
        L = BACKUP[n[:-2]].low if is_max and len(n) > 1 else lower  # noqa: N806
        if s == LIVE:
            children = tree.children(n)
            if not children:
                OPEN.pop("3")
                v = tree.value(n)
                log.evaluate(n, v, "case-3")
                score = min(v, h)
                if n and not is_max:
                    L = BACKUP[n[:-1]].low  # noqa: N806 - its parent is the next MAX node
                if n == ROOT:
                    OPEN.insert(n, SOLVED, max(score, lower), "3a")
                elif not is_max or score > L:
                    OPEN.insert(n, SOLVED, raised(score, L), "3a")
                elif len(n) > 1 and partitions.ends_with(len(tree.children(n[:-2])), n[-2]):
                    OPEN.insert(n[:-1], SOLVED, L, "3b")
                else:
                    OPEN.insert(n[:-1], SOLVED, raised(score, L), "3c")
            elif is_max:
                OPEN.pop("1")
                push_partition(n, Phase(n, 0, L, h), "1")
            else:
                OPEN.pop("2")
                OPEN.push(children[0], LIVE, h)
        elif n == ROOT:
            OPEN.pop()
            return h
        elif not is_max:
            solved_min(n[:-1], h)
        elif n[-1] < len(siblings := tree.children(n[:-1])):
            OPEN.pop("4")
            if h > L:
                OPEN.push(siblings[n[-1]], LIVE, h, "4a")
            else:
                OPEN.push(n[:-1], SOLVED, raised(h, L), "4b")
        else:
            OPEN.pop("5")
            OPEN.push(n[:-1], SOLVED, raised(h, L))


def _printed(h: Number, low: Number) -> Number:
    """The merit as in Table 3.1, even if it is less than l."""
    return h


def _are_sizes(sizes: object) -> bool:
    if not isinstance(sizes, Sequence) or not sizes:
        return False
    return all(type(size) is int and size > 0 for size in sizes)


class Partitions:
    """How the children of a MAX node are split."""

    def __init__(self, width: int, k: int | None, sizes: Sequence[int] | None) -> None:
        widest = max(1, width)
        if k is not None and sizes is not None:
            raise ValueError("give either k, the number of partitions, or their sizes, not both")
        if k is not None and (type(k) is not int or not 1 <= k <= widest):
            raise ValueError(f"k must be an integer between 1 and the width, {widest}; got {k!r}")
        if sizes is not None and not _are_sizes(sizes):
            raise ValueError(
                "sizes must be a non-empty list of partition sizes, integers of at least 1, "
                f"not {sizes!r}"
            )
        self._k = k or min(_MOST, widest)
        self._sizes = sizes
        self._ends: dict[int, list[int]] = {}

    def end(self, width: int, last: int) -> int:
        """The last child of the partition that follows child `last`."""
        ends = self._of(width)
        return ends[bisect_right(ends, last)]

    def ends_with(self, width: int, child: int) -> bool:
        """Whether a partition ends with this child."""
        return child in self._of(width)

    def _of(self, width: int) -> list[int]:
        if width not in self._ends:
            self._ends[width] = self._split(width)
        return self._ends[width]

    def _split(self, width: int) -> list[int]:
        if self._sizes is None:
            k = min(self._k, width)
            return [(width * j + k - 1) // k for j in range(1, k + 1)]
        ends: list[int] = []
        while not ends or ends[-1] < width:
            size = self._sizes[min(len(ends), len(self._sizes) - 1)]
            ends.append(min(width, (ends[-1] if ends else 0) + size))
        return ends
