"""Hints: where an answer first goes wrong, and which rule applies there, but never the key.

A hint names only what the question or the student has named, or a place that leaves at least
`NARROWEST` possibilities. So copying hints into an answer leads nowhere.
"""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from tracer.exercises.ask.asked_at import (
    At,
    acted,
    entered,
    last_horizon,
    moment,
    pass_end,
    returned,
)
from tracer.exercises.ask.no_effort import LARGEST
from tracer.trace.bets import CASE_RULE, order_rule
from tracer.trace.cutoff import BOUND, DEEP, EXTREME, PURGE, QUESTION, SHALLOW, WINDOW
from tracer.trace.moments import moments
from tracer.trace.node_names import called, sentence
from tracer.trace.trace import Trace
from trees.dewey import ROOT, Node, is_below
from trees.number import Number, above, digits_for, show, show_count
from trees.tree import Tree

NARROWEST = 4  # hints say "four"


class Hint(NamedTuple):
    """Where an answer goes wrong, the rule that applies, and the step that shows it, if any."""

    where: str
    why: str
    step: int | None


Explain = Callable[[Trace, At, Any, Any], Hint]  # of the key and a wrong answer


def digits_in(tree: Tree, *numbers: Number) -> int:
    """How many digits tell these numbers and the values of the tree apart."""
    few = tree.leaf_count() <= LARGEST  # a larger tree may be too large to go through
    return digits_for([*(map(tree.value, tree.leaves()) if few else ()), *numbers])


# Where


def _parting(key: Sequence[Any], given: Sequence[Any]) -> int:
    """How many entries two lists have in common at the start."""
    pairs = enumerate(zip(key, given, strict=False))
    return next((k for k, (x, y) in pairs if x != y), min(len(key), len(given)))


def _stretch(tree: Tree, given: Sequence[Node], right: int, what: str) -> str:
    """Where a list goes wrong after `right` entries, give or take a few."""
    if not given:
        return "Your list is empty, but it should not be."
    start = right - right % NARROWEST
    if not start:
        return f"Among the first four {what}, one is wrong, missing or out of place."
    last = called(tree, given[start - 1])
    after = "Among the next four, one is wrong, missing or out of place."
    return f"Your first {start} {what} are right, up to {last}. {after}"


def _capital(text: str) -> str:
    """The text with a capital at the beginning."""
    return text[:1].upper() + text[1:]


def _around(tree: Tree, n: Node) -> str:
    """A part of the tree that contains a node and has enough leaves not to give it away."""
    above_it = (n[:k] for k in range(len(n) - 1, 0, -1))
    place = next((m for m in above_it if tree.leaf_count(m) >= NARROWEST), ROOT)
    return f"below {called(tree, place)}" if place else "somewhere in the tree"


def _half(names: tuple[str, str], key: Any, given: Any) -> str:
    """Which half of a pair is wrong."""
    wrong = [name for name, x, y in zip(names, key, given, strict=True) if x != y]
    right = [name for name in names if name not in wrong]
    if not right:
        return f"neither {' nor '.join(names)} is right."
    return f"{right[0]} is right, but {wrong[0]} is not."


# Why


def _statement(trace: Trace, i: int) -> str:
    """The statement of the listing behind a step."""
    at = trace.line(i)
    if at is None:
        return ""
    lines = [trace.listing[at].text.strip()]
    for line in trace.listing[at + 1 :]:
        if not line.goes_on:
            break
        lines.append(line.text.strip())
    return f"“{' '.join(lines).rstrip(':')}”"


_BOUND_COMES_FROM = {
    SHALLOW: "the bound is one that the node's parent has already found",
    DEEP: "the bound comes from further up than the node's parent",
    WINDOW: "the bound comes from the window that the search began with",
    QUESTION: "the children seen so far already answer the question asked",
    EXTREME: "no value can be better than the one found",
    PURGE: "what is solved is at least as good as anything left below the same node",
    BOUND: "an ancestor already has something at least as good",
}


def _why_cut(trace: Trace, i: int) -> str:
    """The rule behind the cutoff that leads to a frame."""
    rule, kind = _statement(trace, i), trace.cutoffs[i].kind
    reason = _BOUND_COMES_FROM[kind]
    return f"The rule is {rule}: {reason}." if rule else _capital(f"{reason}.")


# One function per kind of answer


def explain_values(trace: Trace, at: At, key: Any, given: Any) -> Hint:
    """The first wrong node from the bottom up, where errors begin."""
    tree = trace.tree
    wrong = [n for n in key if given.get(n) != key[n]]
    if not wrong:
        extra = next(n for n in given if n not in key)
        where = f"{called(tree, extra)} is a leaf, but the question is only about inner nodes."
        return Hint(sentence(where), "A leaf has its value from the start.", None)
    n = min(wrong, key=lambda n: (-len(n), n))
    digits = digits_in(tree, *key.values(), *given.values())
    said = f"you gave {show(given[n], digits)}" if n in given else "you gave no value"
    where = f"From the bottom up, the first mistake is at {called(tree, n)}: {said}."
    return Hint(where, _why_value(trace, n), returned(trace, n).step)


def _why_value(trace: Trace, n: Node) -> str:
    tree, side = trace.tree, trace.tree.to_move(n)
    best = "greatest" if side == "MAX" else "least"
    if len(tree.children(n)) == 1:
        return f"{sentence(called(tree, n))} has only one child, so it is worth what that is worth."
    return f"{side} moves at {called(tree, n)} and takes the {best} of its children's values."


def explain_leaves(trace: Trace, at: At, key: Any, given: Any) -> Hint:
    """Where two lists of leaves part, and whether a leaf is cut off, missing or misplaced."""
    k = _parting(key, given)
    where = _stretch(trace.tree, given, k, "leaves")
    if k < len(given) and given[k] not in key:
        for i, cutoff in trace.cutoffs.items():
            if any(given[k] == c or is_below(given[k], c) for c in cutoff.skipped):
                why = f"You evaluate a leaf that is cut off. {_why_cut(trace, i)}"
                return Hint(where, why, i)
        return Hint(where, "You evaluate a leaf that the search never evaluates.", len(trace))
    if k == len(key):
        return Hint(where, "You evaluate a leaf more often than the search does.", len(trace))
    i = moment(trace, "leaf", k).step
    if key[k] not in given:
        why = "You leave out a leaf that nothing rules out. Only a cutoff skips leaves."
    else:
        why = f"You evaluate a leaf too early, too late or not often enough. {order_rule(trace)}"
    return Hint(where, why, i)


def explain_cuts(trace: Trace, at: At, key: Any, given: Any) -> Hint:
    """The part of the tree with the first mistake, and whether it is a cut too many or missing."""
    tree, n, start = trace.tree, min(given ^ key), last_horizon(trace)
    cutoffs = ((i, cutoff) for i, cutoff in trace.cutoffs.items() if i > start)
    where = _capital(f"{_around(tree, n)}, you cut off too much or too little.")
    if not given:
        where = f"You cut off nothing, but the search does, {_around(tree, n)}."
    if n in key:
        i = next(i for i, cutoff in cutoffs if any(c[: len(n)] == n for c in cutoff.skipped))
        part = "only a part of" if any(is_below(m, n) for m in given) else "nothing of"
        return Hint(where, f"You cut off {part} what the search skips. {_why_cut(trace, i)}", i)
    for i, change in enumerate(trace.changes[start:], start + 1):
        if change.visit is not None and (change.visit == n or is_below(change.visit, n)):
            why = "You cut off a node that the search needs: no bound rules it out at that point."
            return Hint(where, why, i)
    return Hint(where, "You cut off a node that the search does not look down to anyway.", None)


def explain_window(trace: Trace, at: At, key: Any, given: Any) -> Hint:
    """Which end of a window is wrong."""
    i, _ = entered(trace, at)
    why = (
        "A visit gets its window from its parent: α is the best that MAX has found so far at the "
        "nodes on the way down, and β is the best that MIN has found so far."
    )
    if key[1] <= above(key[0]):
        why = "The search only asks which side of a number the value is on: no value fits between."
    if at == ROOT:
        why = "The root gets the window that the search begins with."
    assert isinstance(at, tuple)
    where = f"At {called(trace.tree, at)}, {_half(('α', 'β'), key, given)}"
    return Hint(where, why, i)


def explain_returned(trace: Trace, at: At, key: Any, given: Any) -> Hint:
    """That this is not what a node returns."""
    assert isinstance(at, tuple)
    tree, name = trace.tree, called(trace.tree, at)
    best = "greatest" if tree.is_max(at) != trace.algorithm.negates else "least"
    if trace.algorithm.negates:
        why = "Every node returns the greatest of its children's values, each of them negated."
    else:
        why = f"{tree.to_move(at)} moves at {name}: it returns the {best} value that it has found."
    leave = returned(trace, at)
    if any(i < leave.step and cutoff.node == at for i, cutoff in trace.cutoffs.items()):
        why += " It does not search all its children: after a cutoff, what it returns is a bound."
    if trace.options.get("soft") is False:
        why += " With fail-hard bounds, it never returns a value outside its window."
    digits = digits_in(tree, key, given)
    where = f"{name} does not return {show(given, digits)} the first time."
    return Hint(sentence(where), why, leave.step)


def explain_next(trace: Trace, at: At, key: Any, given: Any) -> Hint:
    """That this is not the next node."""
    found = moment(trace, "next", at)
    assert isinstance(at, int)
    name, why = called(trace.tree, given), order_rule(trace)
    if at == 0:
        return Hint(f"The search does not begin at {name}.", "It begins at the top.", found.step)
    since = moment(trace, "next", at - 1).step
    if any(since < i < found.step for i in trace.cutoffs):
        why += " Check for a cutoff first."
    visits = show_count(at, "visit")
    return Hint(f"After {visits}, the search does not go to {name}.", why, found.step)


def explain_lists(*columns: str) -> Explain:
    """Which columns of OPEN or BACKUP are wrong, or else which entries."""

    def explain(trace: Trace, at: At, key: Any, given: Any) -> Hint:
        i = acted(trace, at)
        nodes = [entry[0] for entry in given]
        if nodes == [entry[0] for entry in key]:
            wrong = [
                column
                for j, column in enumerate(columns, 1)
                if any(x[j] != y[j] for x, y in zip(key, given, strict=True))
            ]
            where = f"The nodes are right. Check every {' and every '.join(wrong)} again."
        else:
            where = _stretch(trace.tree, nodes, _parting(key, given), "entries")
        why = "Γ always acts on the first state of OPEN, and the listing says what it does with it."
        if at:
            why += f" The rule for its last action is {_last_rule(trace, at, i)}."
        return Hint(where, why, i)

    return explain


def _last_rule(trace: Trace, at: At, i: int) -> str:
    """The case that acted last, and its branch if it has several."""
    assert isinstance(at, int)
    case = moments(trace.tree, trace.changes, "case")[at - 1].step
    return ", ".join(dict.fromkeys((_statement(trace, case), _statement(trace, i))))


def explain_case(trace: Trace, at: At, key: Any, given: Any) -> Hint:
    """That this is not the case that acts."""
    why = f"{CASE_RULE} Each case answers these differently."
    return Hint(f"Case {given} is not the one that acts.", why, moment(trace, "case", at).step)


def explain_bounds(trace: Trace, at: At, key: Any, given: Any) -> Hint:
    """Which of two bounds is wrong."""
    why = (
        "A pass moves one bound to the value that it returns: f⁻ if the answer to its question is "
        "yes, and f⁺ if it is no. The other bound stays."
    )
    where = f"After pass {at}, {_half(('f⁻', 'f⁺'), key, given)}"
    return Hint(where, why, pass_end(trace, at)[0])
