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

from collections.abc import Callable, Iterator, Sequence
from math import inf

from tracer.events import EVALUATE, LIVE, SOLVED, Phase, Search, Step
from tracer.listing import algorithm
from tracer.lists import Backup, Open
from trees.dewey import ROOT, Node
from trees.number import Number, check_bound
from trees.tree import Tree

PSEUDOCODE = """
OPEN ← {(root, LIVE, +∞)}; BACKUP ← {(root, 0, −∞, +∞)}   start
repeat: take the first state (n, s, h) from OPEN
    if n is the root and s = SOLVED: return h             done
    i ← parent of n;  L ← l of the MAX node above i
    1. LIVE MAX node: push its first partition, LIVE;
           note (n, last son, L, h) in BACKUP             case-1
    2. LIVE MIN node: push its first child, LIVE          case-2
    3. LIVE leaf: score ← min(f(n), h)                    case-3
     a. MIN leaf, or score > L: insert (n, SOLVED, score)
           (repaired: at a MIN leaf no less than l(i))    case-3a
     b. else, i last of its partition:
           insert (i, SOLVED, L)                          case-3b
     c. else: insert (i, SOLVED, score)
           (repaired: L)                                  case-3c
    4. SOLVED MAX node with a next sibling:               case-4
     a. h > L: push that sibling, LIVE                    case-4a
     b. else: push (i, SOLVED, h)
           (repaired: L)                                  case-4b
    5. SOLVED MAX node, last of its siblings:
           push (i, SOLVED, h)
           (repaired: no less than L)                     case-5
    6. SOLVED MIN node: purge OPEN below i;
           l(i) ← max(l(i), h)                            case-6
     a. l(i) ≥ h(i): drop i; push (i, SOLVED, h(i))       case-6a
     b. else push the next partition of the first
           unfinished MAX node below i, or of i;
           if there is none: push (i, SOLVED, l(i))       case-6b
"""

Sizes = Callable[[int], list[int]]


@algorithm("PS*(k)", PSEUDOCODE, "Srimani 1985, Table 3.1")
def ps_star(
    tree: Tree,
    k: int = 2,
    *,
    sizes: Sequence[int] | None = None,
    published: bool = False,
    lower: Number = -inf,
    upper: Number = inf,
) -> Search:
    """Return the minimax value of the root, if it lies between `lower` and `upper`.

    k partitions, as equal as can be; or partitions of the given `sizes`, the last of which
    repeats. With `published` the value can be wrong at odd depth.
    """
    if sizes is not None:
        if not sizes or not all(type(s) is int and s > 0 for s in sizes):
            raise ValueError(f"sizes is {sizes!r}: give the size of each partition, from 1 up")
    elif type(k) is not int or not 1 <= k <= max(1, tree.width):
        widest = max(1, tree.width)
        raise ValueError(f"k is {k!r}: the number of partitions is from 1 to the width, {widest}")
    if check_bound(lower, "lower") >= check_bound(upper, "upper"):
        raise ValueError(f"lower is {lower} and upper is {upper}: lower has to be under upper")
    return _Phased(tree, k, sizes, published, lower).search(upper)


_2, _3, _3a, _3b, _3c, _4, _4a, _4b, _5 = (
    (case, f"case-{case}") for case in ("2", "3", "3a", "3b", "3c", "4", "4a", "4b", "5")
)


class _Phased:
    """One run of PS*: the two lists, and Γ acting on them."""

    def __init__(
        self,
        tree: Tree,
        k: int,
        sizes: Sequence[int] | None,
        published: bool,
        lower: Number,
    ) -> None:
        self.tree = tree
        self.k = k
        self.sizes = sizes
        self.published = published
        self.lower = lower
        self.max_parity = 0 if tree.is_max(ROOT) else 1  # of the depth of MAX nodes
        self.ends_of: dict[int, list[int]] = {}
        self.OPEN = Open(1, 1 - self.max_parity)
        self.BACKUP = Backup()

    def search(self, upper: Number) -> Search:
        tree, OPEN, BACKUP = self.tree, self.OPEN, self.BACKUP  # noqa: N806 - the literature's names
        children_of, states, max_parity = tree.children, OPEN.states, self.max_parity
        published = self.published
        yield OPEN.push(ROOT, LIVE, upper, "", "start")
        if max_parity == 0:
            yield BACKUP.note(ROOT, 0, self.lower, upper, "", "start")
        while True:
            _, n, s, h = states[0]
            is_max = len(n) % 2 == max_parity
            L = BACKUP[n[:-2]].low if is_max and len(n) > 1 else self.lower  # noqa: N806
            if s == LIVE:
                children = children_of(n)
                if not children:
                    v = tree.value(n)
                    score = v if v < h else h
                    if not is_max and n and not published:
                        score = max(score, BACKUP[n[:-1]].low)
                    if not is_max or score > L or not n:
                        pop, insert = OPEN.reinsert(n, SOLVED, score, _3, _3a)
                    elif len(n) > 1 and n[-2] in self.ends(len(children_of(n[:-2]))):
                        pop, insert = OPEN.reinsert(n[:-1], SOLVED, L, _3, _3b)
                    else:
                        merit = score if published else L
                        pop, insert = OPEN.reinsert(n[:-1], SOLVED, merit, _3, _3c)
                    yield pop
                    yield EVALUATE, n, v, "case-3"
                    yield insert
                elif is_max:
                    yield OPEN.pop("1", "case-1")
                    yield from self.next_partition(Phase(n, 0, L, h), "1", "case-1")
                else:
                    yield from OPEN.replace(children[0], LIVE, h, _2, _2)
            elif not n:
                yield OPEN.pop("", "done")
                return h
            elif not is_max:
                yield from self.solved_min(n, h)
            elif n[-1] < len(siblings := children_of(n[:-1])):
                if h > L:
                    pop, push = OPEN.replace(siblings[n[-1]], LIVE, h, _4, _4a)
                else:
                    pop, push = OPEN.replace(n[:-1], SOLVED, h if published else L, _4, _4b)
                yield pop
                yield push
            else:
                yield from OPEN.replace(n[:-1], SOLVED, h if published else max(h, L), _5, _5)

    def solved_min(self, n: Node, h: Number) -> Iterator[Step]:
        """Case 6."""
        i = n[:-1]
        yield self.OPEN.pop("6", "case-6")
        yield self.OPEN.purge(i, "6", "case-6")
        phase = self.BACKUP[i]
        low = max(phase.low, h)
        if low >= phase.high:
            yield self.BACKUP.drop(i, "6a", "case-6a")
            yield self.OPEN.push(i, SOLVED, phase.high, "6a", "case-6a")
            return
        if low > phase.low:
            phase = phase._replace(low=low)
            yield self.BACKUP.note(*phase, "6", "case-6")
        for m in self.BACKUP.below(i):
            if m not in self.BACKUP:
                continue  # it went with an ancestor that was dropped
            below = self.BACKUP[m]
            if below.last < len(self.tree.children(m)):
                if max(below.low, low) < below.high:
                    below = below._replace(low=max(below.low, low))
                    yield from self.next_partition(below, "6b", "case-6b")
                    return
                yield self.BACKUP.drop(m, "6b", "case-6b")
        if phase.last < len(self.tree.children(i)):
            yield from self.next_partition(phase, "6b", "case-6b")
        else:
            yield self.BACKUP.drop(i, "6b", "case-6b")
            yield self.OPEN.push(i, SOLVED, low, "6b", "case-6b")

    def next_partition(self, phase: Phase, case: str, line: str) -> Iterator[Step]:
        """Push the next partition of a MAX node and note it in BACKUP."""
        n, last, low, high = phase
        children = self.tree.children(n)
        end = next(e for e in self.ends(len(children)) if e > last)
        for c in reversed(children[last:end]):
            yield self.OPEN.push(c, LIVE, high, case, line)
        yield self.BACKUP.note(n, end, low, high, case, line)

    def ends(self, width: int) -> list[int]:
        """The child numbers with which the partitions of `width` children end."""
        if width not in self.ends_of:
            self.ends_of[width] = _ends(width, self.k, self.sizes)
        return self.ends_of[width]


def _ends(width: int, k: int, sizes: Sequence[int] | None) -> list[int]:
    if sizes is None:
        k = min(k, width)
        return [(width * j + k - 1) // k for j in range(1, k + 1)]
    ends: list[int] = []
    while not ends or ends[-1] < width:
        size = sizes[min(len(ends), len(sizes) - 1)]
        ends.append(min(width, (ends[-1] if ends else 0) + size))
    return ends
