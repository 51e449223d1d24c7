"""PS*(k): SSS* within a phase, alpha-beta from phase to phase (Srimani 1985, Table 3.1).

The children of a MAX node are split into k partitions, which enter OPEN one at a time; BACKUP
remembers for every MAX node under way how far it has come, and its bounds l and h.

Table 3.1 leaves three things to its run-time listing (Appendix A): case 6 clears OPEN below i
in 6b too; there the node whose next partition is taken first gets l ← max(its l, l(i)), and is
dropped if that reaches its h; and where nothing is left to add, (i, SOLVED, l(i)) goes in front.
Cases 4 and 5 of the table also drop from BACKUP what is below i. Nothing ever is: a MAX node
leaves BACKUP when case 6 solves it. So they do not.

As printed the operator can return a wrong value on trees of odd depth: from the second
partition on, a solved MIN leaf enters OPEN with its own score although its MAX parent already
has a better l, so that its cluster looks worse than it is. The repair keeps the merit of a
SOLVED state from falling under the l of the MAX node above it. `published=True` is the table
to the letter.
"""

from collections.abc import Mapping, Sequence
from math import inf
from typing import Any

from tracer.algorithms.registry import algorithm
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
    i ← parent of n;  L ← l of the MAX node above i
    1. LIVE MAX node: push its first partition, LIVE;
           note (n, last son, L, h) in BACKUP             case-1
    2. LIVE MIN node: push its first child, LIVE          case-2
    3. LIVE leaf: score ← min(f(n), h)                    case-3
     a. MIN leaf: insert (n, SOLVED, max(score, l(i)));
        or score > L: insert (n, SOLVED, score)           case-3a
     b. else, i last of its partition:
           insert (i, SOLVED, L)                          case-3b
     c. else: insert (i, SOLVED, max(score, L))           case-3c
    4. SOLVED MAX node with a next sibling:               case-4
     a. h > L: push that sibling, LIVE                    case-4a
     b. else: push (i, SOLVED, max(h, L))                 case-4b
    5. SOLVED MAX node, last of its siblings:
           push (i, SOLVED, max(h, L))                    case-5
    6. SOLVED MIN node: purge OPEN below i;
           l(i) ← max(l(i), h)                            case-6
     a. l(i) ≥ h(i): drop i; push (i, SOLVED, h(i))       case-6a
     b. else push the next partition of the first
           unfinished MAX node below i, or of i;
           if there is none: push (i, SOLVED, l(i))       case-6b
"""


def _as_published(listing: str, options: Mapping[str, Any]) -> str:
    """The listing without the repair."""
    if options.get("published"):
        for repaired, printed in (
            ("max(score, l(i))", "score"),
            ("max(score, L)", "score"),
            ("max(h, L)", "h"),
        ):
            listing = listing.replace(repaired, printed.ljust(len(repaired)))
    return listing


@algorithm("PS*(k)", LISTING, "Srimani 1985, Table 3.1", rewrite=_as_published)
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
    """Return the minimax value of the root, or the bound (`lower`, `upper`) that it lies beyond.

    k partitions, as equal as possible (two, unless the tree is too narrow); or partitions of the
    given `sizes`, the last of which repeats. With `published` the value can be wrong at odd depth.
    """
    if check_bound(lower, "lower") >= check_bound(upper, "upper"):
        raise ValueError(f"lower is {lower} and upper is {upper}: lower has to be less than upper")
    partitions = _Partitions(tree.width, k, sizes)
    raised = _printed if published else max
    max_depth = 0 if tree.is_max(ROOT) else 1  # MAX nodes are at even depths, or at odd
    OPEN = Open(log, sign=1, parity=1 - max_depth)  # noqa: N806
    BACKUP = Backup(log)  # noqa: N806

    def push_partition(n: Node, phase: Phase, case: str) -> None:
        """Push the next partition of a MAX node and note it in BACKUP."""
        children = tree.children(n)
        end = partitions.end(len(children), phase.last)
        OPEN.push_all(children[phase.last : end], phase.high, case)
        BACKUP.note(n, end, phase.low, phase.high, case)

    def solved_min(i: Node, h: Number) -> None:
        """Case 6: a MIN child of i is solved."""
        OPEN.pop("6")
        OPEN.purge(i)
        phase = BACKUP[i]
        low = max(phase.low, h)
        if low >= phase.high:
            BACKUP.drop(i, "6a")
            OPEN.push(i, SOLVED, phase.high, "6a")
            return
        if low > phase.low:
            phase = phase._replace(low=low)
            BACKUP.note(*phase, "6")
        for m in BACKUP.below(i):
            if m in BACKUP and BACKUP[m].last < len(tree.children(m)):
                below = BACKUP[m]._replace(low=max(BACKUP[m].low, low))
                if below.low < below.high:
                    push_partition(m, below, "6b")
                    return
                BACKUP.drop(m, "6b")
        if phase.last < len(tree.children(i)):
            push_partition(i, phase, "6b")
        else:
            BACKUP.drop(i, "6b")
            OPEN.push(i, SOLVED, low, "6b")

    OPEN.push(ROOT, LIVE, upper)
    if max_depth == 0:
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
                if n == ROOT:
                    OPEN.insert(n, SOLVED, max(score, lower), "3a")
                elif not is_max:
                    OPEN.insert(n, SOLVED, raised(score, BACKUP[n[:-1]].low), "3a")
                elif score > L:
                    OPEN.insert(n, SOLVED, score, "3a")
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
    """The merit as Table 3.1 has it, however far below l."""
    return h


class _Partitions:
    """How the children of a MAX node are split."""

    def __init__(self, width: int, k: int | None, sizes: Sequence[int] | None) -> None:
        widest = max(1, width)
        k = min(2, widest) if k is None else k
        if sizes is not None:
            if not sizes or not all(type(s) is int and s > 0 for s in sizes):
                raise ValueError(f"sizes is {sizes!r}: give the size of each partition, from 1 up")
        elif type(k) is not int or not 1 <= k <= widest:
            raise ValueError(
                f"k is {k!r}: the number of partitions is from 1 to the width, {widest}"
            )
        self._k = k
        self._sizes = sizes
        self._ends: dict[int, list[int]] = {}

    def end(self, width: int, last: int) -> int:
        """The last child of the partition that follows child `last`."""
        return next(e for e in self._of(width) if e > last)

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
