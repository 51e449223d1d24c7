"""The reason for a cutoff: two bounds, proved by the leaves seen so far, that rule nodes out.

A node cannot matter if, somewhere on the way to it, one side is sure of a result that the other
can avoid further up without loss: the lower bound of a MAX node is at least the upper bound of a
MIN node above it, or the reverse.
"""

from math import inf

from tracer.log.events import Cut
from tracer.trace import cutoff as cut
from tracer.trace.change import Call, Stack
from tracer.trace.cutoff import RELATIONS, UNLESS, BoundsOf, Cutoff, Side, Twins, witness
from trees.dewey import ROOT, Node
from trees.number import Number, above, below
from trees.tree import Tree


class Reasons:
    """Finds the reasons for cutoffs.

    `bounds` says what is proved about a node, `twins` which nodes have the same position, `window`
    holds the bounds given to a best-first search, and `solves` is the side whose solution trees it
    goes through.
    """

    def __init__(
        self, tree: Tree, bounds: BoundsOf, twins: Twins, window: tuple[Number, Number], solves: str
    ) -> None:
        self.tree = tree
        self._bounds = bounds
        self._twins = twins
        self._window = window
        self._solves_max = solves == "MAX"
        self._thresholds: dict[Number, Node] = {}  # what a driver may ask about, and its leaf

    def new_horizon(self, tree: Tree) -> None:
        """Start on another tree."""
        self.tree = tree
        self._thresholds = {}

    def next_pass(self, *numbers: Number) -> None:
        """Note the leaves behind these numbers, which a driver may now ask about."""
        self._thresholds = {
            number: witness(self.tree, self._bounds, self._twins, ROOT, bound)
            for at, bound in enumerate((cut.LOW, cut.HIGH))
            for number in numbers
            if abs(number) != inf and self._bounds(ROOT)[at] == number
        }

    # Depth-first searches, in which the bound comes from a visit in progress

    def cut(self, taken: Cut, stack: Stack, returned: Node | None, saved: int) -> Cutoff:
        """Why the visit on top of the stack skips children: `returned` is its latest child."""
        assert stack is not None
        call: Call = stack[0]
        is_max = self.tree.is_max(call.node)
        value = self._side((returned or call.node,), cut.LOW if is_max else cut.HIGH)
        relation = "≥" if is_max else "≤"
        by: Node | None = None
        yes: bool | None = None
        if call.relation:
            kind, yes = cut.QUESTION, is_max
            by, bound = self._asked(call.alpha, stack)
            relation = call.relation if is_max else UNLESS[call.relation]
        elif abs(call.beta if is_max else call.alpha) == inf:
            kind, bound = cut.EXTREME, Side(taken.bound)
            if value.leaf is None:  # all values are equal, so the search can stop without a leaf
                value = Side(taken.value)
        else:
            by, kind, bound = self._held(stack, cut.HIGH if is_max else cut.LOW)
            if kind == cut.QUESTION:  # a null window: meeting its far end answers yes
                relation, yes = ">" if is_max else "<", True
        if bound.leaf is not None and bound.leaf == value.leaf:
            bound = Side(bound.number)  # a leaf cannot be compared with itself, only its number
        return Cutoff(
            call.node,
            taken.skipped,
            saved,
            kind,
            by,
            kind == cut.DEEP if kind in (cut.SHALLOW, cut.DEEP) else None,
            relation,
            value,
            bound,
            RELATIONS[relation](value.number, bound.number),
            yes,
        )

    def _asked(self, threshold: Number, stack: Stack) -> tuple[Node | None, Side]:
        """Who asked about a threshold, and the side of the inequality behind it."""
        while stack is not None and stack[0].relation:
            stack = stack[1]
        if stack is not None:
            return stack[0].node, self._best_of(stack[0], threshold)
        if threshold in self._thresholds:
            return None, self._side((self._thresholds[threshold],), cut.LOW)
        return None, Side(threshold)

    def _held(self, stack: Stack, bound: str) -> tuple[Node | None, str, Side]:
        """Whose α (or β) the visit on top has met, by going up to where it comes from."""
        assert stack is not None
        call: Call = stack[0]
        number, _ = call.end(bound)
        inner, stack = origin(stack, bound)
        if stack is None:
            return self._given(call, inner, bound, number)
        outer: Call = stack[0]
        if outer.end(bound)[0] != number:
            return self._made_up(inner, stack, bound, number)
        kind = cut.SHALLOW if len(call.node) - len(outer.node) == 1 else cut.DEEP
        return outer.node, kind, self._best_of(outer, number)

    def _given(
        self, call: Call, inner: Call, bound: str, number: Number
    ) -> tuple[Node | None, str, Side]:
        """The window of the first visit, which a best-first search above it may have given."""
        by, side = self._strongest(inner.node, bound)
        if by is None or side.number != number:
            return None, cut.WINDOW, Side(number)
        return by, cut.SHALLOW if len(call.node) - len(by) == 1 else cut.DEEP, side

    def _made_up(
        self, inner: Call, stack: Stack, bound: str, number: Number
    ) -> tuple[Node | None, str, Side]:
        """A window that a visit made for its child: a null one, or what is known of the child."""
        assert stack is not None
        other = cut.LOW if bound == cut.HIGH else cut.HIGH
        asked, _ = stack[0].end(other)
        if number != (above(asked) if bound == cut.HIGH else below(asked)):
            known = self._side((inner.node,), bound)
            return None, cut.WINDOW, known if known.number == number else Side(number)
        by = stack[0].node
        while stack is not None:
            now, first = stack[0].end(other)
            if now != asked:
                break
            if first != asked:
                return by, cut.QUESTION, self._best_of(stack[0], asked)
            stack = stack[1]
        return by, cut.QUESTION, Side(asked)

    def _best_of(self, call: Call, number: Number) -> Side:
        """The side of the inequality behind the best value of a visit in progress."""
        if call.best is None:
            return Side(number)
        return self._side((call.best,), cut.LOW if self.tree.is_max(call.node) else cut.HIGH)

    # Best-first searches, in which any two bounds on the way to the nodes will do

    def purge(
        self, i: Node, tops: tuple[Node, ...], skipped: tuple[Node, ...], saved: int
    ) -> Cutoff:
        """Why a purge below `i` is sound: what is solved beats the rest, or an ancestor does."""
        mine, theirs = (cut.LOW, cut.HIGH) if self._solves_max else (cut.HIGH, cut.LOW)
        beats, beaten = ("≥", "≤") if self._solves_max else ("≤", "≥")
        value, rivals = self._side((i,), mine), self._side(tops, theirs)
        _, floor = self._strongest(i, mine)
        _, ceiling = self._strongest(i, theirs)
        if not RELATIONS[beats](value.number, floor.number):  # whatever is solved, the rest loses
            if floor.leaf is None and RELATIONS[beaten](rivals.number, floor.number):
                n, end = i if len(tops) > 1 else tops[0], Side(floor.number)
                return Cutoff(n, skipped, saved, cut.WINDOW, None, None, beaten, rivals, end, True)
        elif RELATIONS[beaten](rivals.number, ceiling.number):
            if RELATIONS[beats](value.number, rivals.number):
                deep = any(len(n) > len(i) + 2 for n in skipped)  # turned back below a child of `i`
                return Cutoff(i, skipped, saved, cut.PURGE, i, deep, beats, value, rivals, True)
        elif RELATIONS[beats](value.number, ceiling.number):  # whatever is left, `i` is out
            return self.give_up((i,), skipped, saved)
        return self.give_up(tops, skipped, saved)

    def give_up(self, tops: tuple[Node, ...], skipped: tuple[Node, ...], saved: int) -> Cutoff:
        """Why nothing that is left at or below these nodes matters any more."""
        reasons = [reason for n in tops if (reason := self._beaten_above(n)) is not None]
        if len(reasons) == len(tops):
            a, by, relation, value, bound = reasons[0]
            kind = cut.WINDOW if by is None else cut.BOUND
            deep = None if by is None else len(a) - len(by) > 1
            return Cutoff(a, skipped, saved, kind, by, deep, relation, value, bound, True)
        n = tops[0]
        best = self._side((n,), cut.LOW if self.tree.is_max(n) else cut.HIGH)
        return Cutoff(n, skipped, saved, cut.BOUND, None, None, "", best, Side(inf), sound=False)

    def _beaten_above(self, n: Node) -> tuple[Node, Node | None, str, Side, Side] | None:
        """The lowest node at or above `n` that is beaten, and what beats it."""
        for k in range(len(n), -1, -1):
            found = self._beaten(n[:k])
            if found is not None:
                return n[:k], *found
        return None

    def _beaten(self, a: Node) -> tuple[Node | None, str, Side, Side] | None:
        """How an ancestor of the other side, or the window, makes a node irrelevant, if at all."""
        is_max = self.tree.is_max(a)
        own, other, relation = (cut.LOW, cut.HIGH, "≥") if is_max else (cut.HIGH, cut.LOW, "≤")
        value, (by, bound) = self._side((a,), own), self._strongest(a, other)
        if value.leaf is not None and RELATIONS[relation](value.number, bound.number):
            return by, relation, value, bound
        worst, end = self._side((a,), other), Side(self._window[0 if own == cut.LOW else 1])
        relation = "≤" if is_max else "≥"
        if worst.leaf is not None and RELATIONS[relation](worst.number, end.number):
            return None, relation, worst, end
        return None

    def _strongest(self, a: Node, bound: str) -> tuple[Node | None, Side]:
        """The greatest lower (or least upper) bound on the way to `a`, and who has it elsewhere.

        Of equal ones the outermost counts, as in alpha-beta: the window given, then the root.
        """
        at, better = (0, ">") if bound == cut.LOW else (1, "<")
        by, best, number = None, ROOT, self._window[at]
        for k in range(len(a)):
            if self.tree.is_max(a[:k]) == (bound == cut.LOW):
                for c in self.tree.children(a[:k]):
                    if c != a[: k + 1] and RELATIONS[better](self._bounds(c)[at], number):
                        by, best, number = a[:k], c, self._bounds(c)[at]
        return by, Side(number) if by is None else self._side((best,), bound)

    def _side(self, nodes: tuple[Node, ...], bound: str) -> Side:
        """One side of an inequality: the greatest upper (or least lower) bound of some nodes."""
        at, best = (0, min) if bound == cut.LOW else (1, max)
        n = best(nodes, key=lambda n: self._bounds(n)[at])
        number = self._bounds(n)[at]
        leaf = None
        if abs(number) != inf:
            leaf = witness(self.tree, self._bounds, self._twins, n, bound)
        return Side(number, nodes, bound, leaf)


def origin(stack: Stack, bound: str) -> tuple[Call, Stack]:
    """Go up to where the α (or β) of the visit on top comes from.

    Return the last visit that was given it, and the stack from the one that set it for that visit,
    by a value of its own or for a null window; None if the whole search was given it.
    """
    assert stack is not None
    number, _ = stack[0].end(bound)
    inner, stack = stack
    while stack is not None and stack[0].end(bound) == (number, number):
        inner, stack = stack
    return inner, stack


def holder(stack: Stack, bound: str) -> Node | None:
    """The node whose best value is the α (or β) of the visit on top, if it comes from a node."""
    assert stack is not None
    number, _ = stack[0].end(bound)
    _, outer = origin(stack, bound)
    return outer[0].node if outer and outer[0].end(bound)[0] == number else None
