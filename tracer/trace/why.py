"""Why a cutoff is sound: the inequality behind it, in leaves seen so far, and in words."""

from typing import NamedTuple

from tracer.trace import cutoff as cut
from tracer.trace.cutoff import Cutoff, Expression, Side, combined, expression
from tracer.trace.frame import Frame
from tracer.trace.node_names import called, listed, sentence
from trees.dewey import Node
from trees.number import Number, show, show_count
from trees.tree import Tree


class Why(NamedTuple):
    """The comparison that decided a cutoff.

    `left` and `right` are expressions in leaves, or a number that no leaf stands for (a window,
    a threshold, a win). `witnesses` are the leaf behind the value and the leaf behind the bound.
    """

    cutoff: Cutoff
    left: Expression | Number
    relation: str
    right: Expression | Number
    inequality: str
    sentence: str

    @property
    def witnesses(self) -> tuple[Node | None, Node | None]:
        """The leaf behind the value and the leaf behind the bound, where there is one."""
        return self.cutoff.witnesses

    def holds(self, tree: Tree) -> bool:
        """Whether the inequality is true of a tree."""
        return cut.RELATIONS[self.relation](_worth(self.left, tree), _worth(self.right, tree))

    def __str__(self) -> str:
        return f"{self.inequality}. {self.sentence}" if self.inequality else self.sentence


def why(frame: Frame) -> Why:
    """The reason for the cutoff that led to a frame."""
    found = frame.cutoff
    if found is None:
        raise LookupError(f"step {frame.i} cuts nothing off")
    left, right = _expression(frame, found.value), _expression(frame, found.bound)
    words = because(frame.tree, found)
    if not found.sound:
        return Why(found, left, found.relation, right, "", words)
    inequality = f"{_written(frame.tree, left)} {found.relation} {_written(frame.tree, right)}"
    return Why(found, left, found.relation, right, inequality, words)


def _expression(frame: Frame, side: Side) -> Expression | Number:
    if side.leaf is None:
        return side.number
    parts = [expression(frame.tree, frame.bounds, n, side.bound) for n in side.nodes]
    return combined("max" if side.bound == cut.HIGH else "min", parts)


def _worth(x: Expression | Number, tree: Tree) -> Number:
    return x.value(tree) if isinstance(x, Expression) else x


MOST = 12  # leaves written out on one side


def _written(tree: Tree, x: Expression | Number) -> str:
    if not isinstance(x, Expression):
        return show(x)
    leaves = x.leaves()
    if len(leaves) <= MOST:
        return x.text(lambda n: called(tree, n))
    return f"{x.function}(… {len(leaves)} leaves …)"


def because(tree: Tree, found: Cutoff) -> str:
    """Why what was cut off cannot matter, as one would say it to a student."""
    n, value, bound = called(tree, found.node), show(found.value.number), show(found.bound.number)
    at_max = tree.is_max(found.node)
    if not found.sound:
        return "The leaves seen so far do not prove that this is safe."
    if found.kind == cut.EXTREME:
        player = tree.to_move(found.node)
        return f"{player} has {value} at {n}, and the search counts {bound} as the best possible."
    if found.kind == cut.QUESTION:
        word = "yes" if found.relation in ("≥", ">") else "no"
        comparison = _COMPARISONS[found.relation]
        got = f"{n} is worth at {'least' if at_max else 'most'} {value}"
        return sentence(f"{got}, which is {comparison} {bound}: the answer is {word}.")
    if found.kind == cut.PURGE:
        beats = "reach more than" if found.relation == "≥" else "fall below"
        sure = "at least" if found.relation == "≥" else "at most"
        return sentence(
            f"{n} is worth {sure} {value} by what is solved, and nothing left there can "
            f"{beats} {bound}."
        )
    got = (
        f"MAX can get {value} or more at {n}" if at_max else f"MIN can hold {n} to {value} or less"
    )
    if found.kind == cut.WINDOW:
        limit = "below" if found.relation == "≥" else "above"
        return f"{got}, and only values {limit} {bound} matter here."
    assert found.by is not None
    by = called(tree, found.by)
    deep = " (a deep cutoff)" if found.deep else ""
    if at_max:
        return (
            f"{got}, and MIN already has {bound} at {by}, so MIN will not let it come to {n}{deep}."
        )
    return f"{got}, and MAX already has {bound} at {by}, so {n} cannot improve on it{deep}."


_COMPARISONS = {">": "more than", "≥": "at least", "<": "less than", "≤": "no more than"}


def skipping(tree: Tree, found: Cutoff) -> str:
    """What a cutoff skips, and how many leaves that saves."""
    verb = "is" if len(found.skipped) == 1 else "are"
    saved = "1 leaf" if found.leaves == 1 else f"{show_count(found.leaves)} leaves"
    more = f": {saved} fewer to look at" if found.leaves > len(found.skipped) else ""
    return sentence(f"{listed(tree, found.skipped)} {verb} skipped{more}.")
