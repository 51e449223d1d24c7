"""Why a cutoff is sound: the inequality behind it, in leaves seen so far, and in words."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from tracer.trace import cutoff as cut
from tracer.trace.cutoff import Cutoff, Expression, Side, combined, expression
from tracer.trace.frame import Frame
from tracer.trace.node_names import Names, called, sentence
from trees.dewey import Node
from trees.number import Number, show_count
from trees.tree import Tree


class Why(NamedTuple):
    """The comparison that decided a cutoff.

    `left` and `right` are expressions in leaves, or numbers that come from no leaf (a window, a
    threshold, a win). `witnesses` are the leaf behind the value and the leaf behind the bound.
    """

    cutoff: Cutoff
    left: Expression | Number
    relation: str
    right: Expression | Number
    inequality: str
    worked: str  # the same, with the value of each side: "J = 10 ≥ 8 = max(H, I)"
    brief: str  # only the values, and a leaf that stands alone: "J = 10 ≥ 8"
    sentence: str
    seen: Mapping[Node, Number]  # the leaves of both sides, with the values the search saw

    @property
    def witnesses(self) -> tuple[Node | None, Node | None]:
        """The leaf behind the value and the leaf behind the bound, where there is one."""
        return self.cutoff.witnesses

    def holds(self, tree: Tree) -> bool:
        """Whether the inequality holds in a tree; False if there is no inequality.

        Nodes that only counted as leaves keep the values that the search gave them.
        """

        def of(n: Node) -> Number:
            return tree.value(n) if tree.is_leaf(n) else self.seen[n]

        left, right = _worth(self.left, of), _worth(self.right, of)
        return bool(self.relation) and cut.RELATIONS[self.relation](left, right)

    def __str__(self) -> str:
        return f"{self.inequality}. {self.sentence}" if self.inequality else self.sentence


def why(frame: Frame) -> Why:
    """The reason for the cutoff that leads to a frame."""
    found = frame.cutoff
    assert found is not None
    left, right = _expression(frame, found.value), _expression(frame, found.bound)
    sides = [x for x in (left, right) if isinstance(x, Expression)]
    seen = {n: frame.known(n).low for x in sides for n in x.leaves()}
    written = [_written(frame, x) for x in (left, right)]
    numbers = [frame.timeline.show(side.number) for side in (found.value, found.bound)]

    def compared(*shown: bool) -> str:
        """The two numbers, each with the expression behind it if that is shown."""
        parts = zip(numbers, written, shown, strict=True)
        first, last = ([number, text] if also else [number] for number, text, also in parts)
        return f"{' = '.join(reversed(first))} {found.relation} {' = '.join(last)}"

    made = [isinstance(x, Expression) for x in (left, right)]
    alone = [isinstance(x, Expression) and x.leaf is not None for x in (left, right)]
    return Why(
        found,
        left,
        found.relation,
        right,
        f" {found.relation} ".join(written) if found.sound else "",
        compared(*made) if found.sound else "",
        compared(*alone) if found.sound else "",
        because(frame, found, Names(frame.tree)),
        seen,
    )


def _expression(frame: Frame, side: Side) -> Expression | Number:
    if side.leaf is None:
        return side.number
    parts = [
        expression(frame.tree, frame.bounds, frame.timeline.twins, n, side.bound)
        for n in side.nodes
    ]
    return combined("max" if side.bound == cut.HIGH else "min", parts)


def _worth(x: Expression | Number, of: Callable[[Node], Number]) -> Number:
    return x.value(of) if isinstance(x, Expression) else x


MOST = 12  # how many leaves are written out on one side


def _written(frame: Frame, x: Expression | Number) -> str:
    if not isinstance(x, Expression):
        return frame.timeline.show(x)
    leaves = x.leaves()
    if len(leaves) <= MOST:
        return x.text(lambda n: called(frame.tree, n, short=frame.tree.is_line(n)))
    return f"{x.function}({len(leaves)} leaves)"


def because(frame: Frame, found: Cutoff, name: Names, *, brief: bool = False) -> str:
    """Why the nodes that were cut off cannot matter, in the words of a teacher.

    In brief, it gives the two numbers and leaves it to the reader to compare them.
    """
    if not found.sound:
        return "The leaves seen so far do not prove that this is safe."
    tree, show = frame.tree, frame.timeline.show
    n, value, bound = name(found.node), show(found.value.number), show(found.bound.number)
    at_max = tree.is_max(found.node)
    if found.kind == cut.EXTREME:
        side = tree.to_move(found.node)
        return f"{side} has {value} at {n}, and the search counts {bound} as the best possible."
    if found.kind == cut.QUESTION:
        word = "yes" if found.yes else "no"
        comparison = COMPARISONS[found.relation]
        got = f"{n} is worth {value} or {'more' if at_max else 'less'}"
        return sentence(f"{got}, which is {comparison} {bound}: the answer is {word}.")
    if found.kind == cut.PURGE:
        beats = "exceed" if found.relation == "≥" else "fall below"
        sure = "at least" if found.relation == "≥" else "at most"
        rest = f"what is skipped here cannot {beats} {bound}"
        return sentence(f"{n} is worth {sure} {value}, and {rest}.")
    got = (
        f"MAX can get {value} or more at {n}" if at_max else f"MIN can hold {n} to {value} or less"
    )
    if found.kind == cut.WINDOW:
        limit = "below" if found.relation == "≥" else "above"
        if at_max != (found.relation == "≥"):  # several nodes below, each with a bound of its own
            reach = "fall below" if found.relation == "≥" else "exceed"
            got = f"What is skipped below {n} cannot {reach} {value}"
        return f"{got}, and only values {limit} {bound} matter here."
    assert found.by is not None
    by = name(found.by)
    deep = " (a deep cutoff)" if found.deep else ""
    has = f"{got}, and {'MIN' if at_max else 'MAX'} already has {bound} at {by}"
    if brief:
        return f"{has}{deep}."
    if at_max:
        return f"{has}, so MIN will not let the game reach {n}{deep}."
    return f"{has}, so {n} cannot improve on it{deep}."


COMPARISONS = {">": "more than", "≥": "at least", "<": "less than", "≤": "no more than"}


def skipping(found: Cutoff, name: Names) -> str:
    """What a cutoff skips, and how many leaves that saves."""
    verb = "is" if len(found.skipped) == 1 else "are"
    more = ""
    if not found.leaves:
        more = ", which saves no further leaf"
    elif found.leaves != len(found.skipped):
        more = f", which saves {show_count(found.leaves, 'leaf', 'leaves')}"
    return sentence(f"{name.listed(sorted(found.skipped), most=4)} {verb} skipped{more}.")
