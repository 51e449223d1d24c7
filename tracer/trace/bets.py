"""Bets: the choices at each moment of a search, the right one among them, and a hint.

A hint says which rule decides, from the facts that captions tell, and never the answer.
"""

from bisect import bisect_right
from collections.abc import Container, Iterable, Iterator
from itertools import islice
from math import inf, isfinite
from typing import NamedTuple, TypeVar

from tracer.algorithms.conventions import LEFT_TO_RIGHT, RIGHT_TO_LEFT
from tracer.log.events import LIVE, Leave, Lookup, NewHorizon, PassBegins, Pop
from tracer.trace import cutoff as cut
from tracer.trace.cutoff import Cutoff
from tracer.trace.frame import Frame
from tracer.trace.moments import Moment, moments, steps_to
from tracer.trace.node_names import called, sentence
from tracer.trace.reasons import holder
from tracer.trace.trace import Trace
from trees.dewey import Node
from trees.number import Number
from trees.tree import Tree

MOST_CHOICES = 4  # except for the cases of Γ, which keep their own numbers
GOES_ON, CUTS_OFF = "on", "cut"

C = TypeVar("C")
Hint = tuple[str, tuple[Node, ...]]  # a rule with {} for each node that it names, and these nodes
Choice = Node | Number | str  # a leaf or another node, a value, a case of Γ, or whether it cuts off


class Bet(NamedTuple):
    """A moment to bet at, in its natural order of choices; `choices[right]` is the answer.

    `shows` is the step to stop at once the bet is made: a cutoff on the way to the moment's step
    tells more than that step itself. `rule` is the hint, with {} for each node of `mentions`.
    """

    moment: Moment
    choices: tuple[Choice, ...]
    right: int
    shows: int
    rule: str
    mentions: tuple[Node, ...]

    def hint(self, tree: Tree) -> str:
        """The rule that decides, in the names of a tree."""
        return sentence(self.rule.format(*(called(tree, n) for n in self.mentions)))


def kinds_of(trace: Trace) -> tuple[str, ...]:
    """What can be bet on in a trace, the kind that teaches most about its search first."""
    return tuple(what for what in KINDS if next(bets(trace, what), None))


KINDS = ("case", "cut", "returned", "leaf", "next")  # of moments, the most telling first


def check_kind(trace: Trace, what: str) -> None:
    """Reject a kind of bets that does not exist, or not for this trace; "" stands for none."""
    if what not in ("", *KINDS):
        raise ValueError(f"Unknown prediction {what!r}. Choose one of: {', '.join(KINDS)}.")
    if what and not next(bets(trace, what), None):
        raise ValueError(f"{trace.title} has no step to ask about with predict={what!r} here")


def _could_cut(trace: Trace) -> bool:
    """Whether a search cuts off or looks at a bound at all; minimax never does."""
    calls = (call for change in trace.changes for call in change.call or () if call)
    return bool(trace.cutoffs) or any((c.alpha, c.beta) != (-inf, inf) for c in calls)


def bets(
    trace: Trace, what: str, *, among: Container[Node] | None = None, most: int | None = None
) -> Iterator[Bet]:
    """The first `most` bets of a kind on a search; `among` holds the nodes that can be chosen.

    A moment at which there is nothing to choose is left out.
    """
    if what == "cut" and not _could_cut(trace):
        return iter(())
    bookmaker = _Bookmaker(trace, what, among)
    found = (bookmaker.bet(k) for k in range(len(bookmaker.moments)))
    return islice((bet for bet in found if len(bet.choices) > 1), most)


class _Bookmaker:
    """Finds the choices and hints for one kind of bets on a trace."""

    def __init__(self, trace: Trace, what: str, among: Container[Node] | None) -> None:
        self.trace = trace
        self.tree = trace.tree
        self.what = what
        self.among = among
        self.moments = moments(trace.tree, trace.changes, what)
        self.cutoffs = list(trace.cutoffs)  # steps, in order
        self.extreme = any(c.kind == cut.EXTREME for c in trace.cutoffs.values())
        self.negates = trace.searcher.negates
        self.first: dict[Node, int] = {}  # when a node is first the answer
        for k, m in enumerate(self.moments):
            self.first.setdefault(m.node, k)
        self.evaluated = steps_to(trace.changes, "leaf")
        self.order, self.best_first = order_rule(trace), _is_best_first(trace)
        self.all_cases = set("123456" if trace.searcher.gamma else "")

    def bet(self, k: int) -> Bet:
        m, frame = self.moments[k], self.trace.frame(self.moments[k].frame)
        right, choices = self.choices(k, m, frame)
        shows = self.overlooked(m) or m.step if self.what in ("leaf", "next") else m.step
        rule, mentions = self.hint(k, m, frame)
        if right in mentions:  # it must not give itself away
            rule, mentions = self.rule(k, m), ()
        return Bet(m, choices, choices.index(right), shows, rule, mentions)

    def overlooked(self, m: Moment) -> int | None:
        """The first cutoff on the way from a moment's frame to its step."""
        at = bisect_right(self.cutoffs, m.frame)
        found = self.cutoffs[at] if at < len(self.cutoffs) else m.step + 1
        return found if found <= m.step else None

    # Choices

    def choices(self, k: int, m: Moment, frame: Frame) -> tuple[Choice, tuple[Choice, ...]]:
        """The answer, and the choices with the answer among them, in their natural order."""
        if self.what == "cut":
            return m.answer, (GOES_ON, CUTS_OFF)
        if self.what == "case":
            return m.answer, tuple(sorted(self.all_cases | {m.answer}))
        if self.what == "returned":
            taken = self.trace.events[m.step - 1]
            assert isinstance(taken, Leave)
            return taken.value, self.values(m, frame, taken.value)
        told = self.trace.frame(m.step)
        wrong: Iterator[Node]
        if self.what == "leaf":  # a new horizon may have made others the leaves
            wrong = (n for n in self.leaves(k, told, frame) if told.is_leaf(n))
        else:
            wrong = self.nodes(k, frame)
        known = (n for n in wrong if self.among is None or n in self.among)
        return m.node, tuple(sorted([m.node, *_some(known, m.node)]))

    def leaves(self, k: int, told: Frame, frame: Frame) -> Iterator[Node]:
        """Leaves that could be next: first those that a reader who overlooks a rule would take."""
        m, last = self.moments[k], frame.node
        for n in self.skipped(m):
            yield self.first_leaf(n, told)
        for state in frame.open[:MOST_CHOICES]:
            if state.status == LIVE:
                yield self.first_leaf(state.node, told)
        if last is not None:
            yield from self.beside(last, told)
        yield from self.beside(m.node, told)
        yield from (other.node for other in self.moments[k + 1 : k + 4])
        yield from (other.node for other in reversed(self.moments[max(0, k - 3) : k]))

    def nodes(self, k: int, frame: Frame) -> Iterator[Node]:
        """Nodes that could be next: what is skipped or open, children, siblings, the parent."""
        m, last = self.moments[k], frame.node
        yield from self.skipped(m)
        yield from (state.node for state in frame.open[:MOST_CHOICES] if state.status == LIVE)
        for n in (last, m.node):
            if n is not None:
                yield from self.tree.children(n)[:2]
                yield from self.siblings(n)
        yield from (other.node for other in self.moments[k + 1 : k + 3])
        if last:
            yield last[:-1]
        yield from (other.node for other in reversed(self.moments[max(0, k - 2) : k]))

    def skipped(self, m: Moment) -> Iterator[Node]:
        """The first node of each cutoff on the way to a moment's step."""
        at = bisect_right(self.cutoffs, m.frame)
        for i in self.cutoffs[at : at + MOST_CHOICES]:
            if i <= m.step:
                yield min(self.trace.cutoffs[i].skipped)

    def siblings(self, n: Node, sides: tuple[int, ...] = (1, -1)) -> Iterator[Node]:
        """The next sibling, and the one before."""
        for side in sides if n else ():
            c = (*n[:-1], n[-1] + side)
            yield from (c,) if c in self.tree.children(n[:-1]) else ()

    def beside(self, n: Node, frame: Frame) -> Iterator[Node]:
        """The leaves to the right of a leaf, near and further up, then those to its left."""
        for side in (1, -1):
            for k in range(len(n), 0, -1):
                for sibling in self.siblings(n[:k], (side,)):
                    yield self.first_leaf(sibling, frame)

    def first_leaf(self, n: Node, frame: Frame) -> Node:
        while not frame.is_leaf(n):
            n = self.tree.children(n)[0]
        return n

    def values(self, m: Moment, frame: Frame, right: Number) -> tuple[Number, ...]:
        """Values that a node could return: of its children, of other leaves, and the window's."""
        show = self.trace.timeline.show
        shown: dict[str, Number] = {}
        for x in [right, *self.numbers(m, frame, right)]:
            if isfinite(x) or x == right:
                shown.setdefault(show(x), x)
        wrong = [x for x in shown.values() if x != right]
        return tuple(sorted([right, *wrong[: MOST_CHOICES - 1]]))

    def numbers(self, m: Moment, frame: Frame, right: Number) -> Iterator[Number]:
        sign = -1 if self.negates and not self.tree.is_max(m.node) else 1
        children = self.tree.children(m.node)
        for c in children:
            low, high = frame.bounds(c)
            yield from (sign * x for x in (low, high) if isfinite(x))
        call = frame.stack[-1]
        yield from (x for x in (call.alpha, call.beta, call.value) if x is not None)
        yield from (sign * self.tree.value(c) for c in children if self.tree.is_leaf(c))
        last = bisect_right(self.evaluated, frame.i)
        for n in reversed(self.trace.leaves[max(0, last - 6) : last]):
            yield sign * frame.known(n).low
        for n in self.siblings(m.node):
            leaf = self.first_leaf(n, frame)
            yield from [sign * self.tree.value(leaf)] if self.tree.has_value(leaf) else []
        yield from (right + 1, right - 1, -right)

    # Hints

    def hint(self, k: int, m: Moment, frame: Frame) -> Hint:
        """Which rule decides, and the nodes to look at."""
        if self.what == "cut":
            return self.about_bound(m.node if m.answer == CUTS_OFF else m.node[:-1], frame)
        if self.what == "returned":
            return self.about_value(m), (m.node,)
        if self.what == "case":
            return CASE_RULE, ()
        found = None if self.best_first else self.overlooked(m)
        if found is None:
            return self.rule(k, m), ()
        return about_cutoff(self.trace.cutoffs[found], self.tree)

    def rule(self, k: int, m: Moment) -> str:
        """What decides about the next node, without naming any."""
        since = self.trace.events[max(0, m.frame - 1) : m.step]
        if any(isinstance(taken, PassBegins | NewHorizon) for taken in since):
            return "Every pass begins again at the top of the tree."
        if self.first[m.node] < k:
            return "This search visits a node again if it has to know more about it."
        return self.order

    def about_bound(self, n: Node, frame: Frame) -> Hint:
        """What to compare at a node before its next child; the same whether it cuts off or not."""
        side, other, bound, letter = _SIDES[self.tree.is_max(n)]
        call = frame.stack[-1]
        if call.relation:
            return "{} only has to answer a question. Is the answer certain by now?", (n,)
        if abs(call.beta if bound == cut.HIGH else call.alpha) == inf:
            if self.extreme:
                return f"{side} stops at {{}} once nothing can be better. Is that so by now?", (n,)
            return (
                f"What {side} has at {{}} would have to meet {letter}. What is {letter} there?",
                (n,),
            )
        by = holder(self.trace.timeline.stacks[frame.i], bound)
        if by is None:
            return f"Compare {_GOT[side]} with {letter}, the end of its window.", (n,)
        return f"Compare {_GOT[side]} with what {other} already has at {{}}.", (n, by)

    def about_value(self, m: Moment) -> str:
        """How a node gets the value that it returns."""
        between = self.trace.events[m.frame : m.step]
        if any(isinstance(taken, Lookup) and taken.hit for taken in between):
            return "The table already holds a bound of {} that answers the question."
        side, *_ = _SIDES[self.tree.is_max(m.node)]
        if self.negates:
            takes = "takes the largest value, after changing the sign of each."
            return f"{side} is to move at {{}} and {takes}"
        most = "largest" if side == "MAX" else "smallest"
        text = f"{side} is to move at {{}} and takes the {most} value found there"
        if self.trace.options.get("soft") is False:
            return f"{text}, but no value outside the window that the visit began with."
        return f"{text}. What is skipped does not count."


_SIDES = {  # who is to move, the other side, and the bound that the other side holds
    True: ("MAX", "MIN", cut.HIGH, "β"),
    False: ("MIN", "MAX", cut.LOW, "α"),
}
_GOT = {"MAX": "what MAX can get at {}", "MIN": "what MIN can hold {} to"}

CASE_RULE = (
    "Is the first state of OPEN LIVE or SOLVED? Is it a MAX node, a MIN node or a leaf? "
    "Does it have a next sibling?"
)


def order_rule(trace: Trace) -> str:
    """The rule that says what comes next."""
    if _is_best_first(trace):
        return "What happens next is decided by the first state of OPEN."
    order = trace.options.get("order", LEFT_TO_RIGHT)
    words = {LEFT_TO_RIGHT: "from left to right", RIGHT_TO_LEFT: "from right to left"}
    how = words[order] if isinstance(order, str) else "in the order given"
    return f"Children are searched {how}, each one completely before the next."


def _is_best_first(trace: Trace) -> bool:
    return any(isinstance(taken, Pop) for taken in trace.events)


def about_cutoff(found: Cutoff, tree: Tree) -> Hint:
    """Where to look for a cutoff of a depth-first search, and what to compare there."""
    n = (found.node,)
    if not found.sound:
        return "Does anything that is left below {} still matter to this search?", n
    if found.kind == cut.EXTREME:
        return "Can anything still be better than what has been found at {}?", n
    if found.kind == cut.QUESTION:
        return "Is the question about {} already answered?", n
    if found.kind == cut.WINDOW:
        return "Compare what is known of {} with the window: does it still matter?", n
    assert found.by is not None
    side, other, *_ = _SIDES[tree.is_max(found.node)]
    compare = f"Compare {_GOT[side]} with what {other} already has at {{}}."
    return f"Is there a cutoff? {compare}", (found.node, found.by)


def _some(choices: Iterable[C], right: C) -> list[C]:
    """The first few different choices that are wrong."""
    wrong: dict[C, None] = {}
    for choice in choices:
        if choice != right:
            wrong[choice] = None
        if len(wrong) == MOST_CHOICES - 1:
            break
    return list(wrong)
