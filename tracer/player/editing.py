"""The kernel's side of editing: change the tree, search it again, and say what is different."""

import operator
from collections.abc import Callable, Iterator, Mapping
from itertools import permutations, product
from math import factorial, inf, prod
from typing import Any

from tracer.algorithms.registry import ALGORITHMS
from tracer.trace.corresponding import corresponding_steps
from tracer.trace.trace import Trace, record
from tracer.trace.whatif import whatif
from trees.build import from_nested, to_nested
from trees.dewey import Node, dewey, label
from trees.edit import (
    Edited,
    Edits,
    add_child,
    check_editable,
    delete,
    in_words,
    joined,
    move,
    rename,
    set_root,
    set_value,
    to_python,
    whatever_order,
)
from trees.games import GameTree
from trees.generate import GeneratedTree
from trees.number import Number, digits_for, parse_number, show, show_count
from trees.tree import Tree

MOST_EVENTS = 50_000  # of a search that is run again
MOST_ORDERS = 128  # of the children, tried to find those with the fewest and the most leaves

# What the browser may ask for: each takes the tree, a node and a text.
OPERATIONS: dict[str, Callable[[Tree, Node, str], Edited]] = {
    "value": lambda tree, n, text: set_value(tree, n, parse_number(text)),
    "name": rename,
    "add": lambda tree, n, _: add_child(tree, n),
    "delete": lambda tree, n, _: delete(tree, n),
    "move": lambda tree, n, text: move(tree, n, int(text)),
    "root": lambda tree, _, side: set_root(tree, side),
}


class Editing:
    """A trace whose tree is changed by hand.

    `told` is what the browser is told about the last change.
    """

    def __init__(self, trace: Trace) -> None:
        self.trace = trace
        self.edits = Edits(trace.tree)
        self._orders: dict[tuple[str, str], dict[str, int]] = {}
        self._limits: dict[tuple[str, str], tuple[int, int] | None] = {}
        self._gesture = ""
        self._base: tuple[Trace, Mapping[Node, Node]] = trace, {}
        self.revision = 0
        self.told = self._tell({}, [], "")

    def change(self, request: Mapping[str, Any]) -> None:
        """Do what the browser asks for; on an error, everything stays as it was."""
        wanted, gesture = request.get("op"), str(request.get("gesture", ""))
        edits = self.edits.copy()
        if wanted in ("undo", "redo"):
            edited = getattr(edits, wanted)()
        elif wanted in OPERATIONS:
            check(edits.tree)
            n, text = dewey(str(request.get("node", "0"))), str(request.get("to", ""))
            edited = edits.do(OPERATIONS[wanted](edits.tree, n, text), gesture)
        else:
            raise ValueError(f"Unknown change {wanted!r}. Choose one of: {', '.join(OPERATIONS)}.")
        self._take(edits, again(self.trace, edits.tree), edited, gesture)

    def show(self, trace: Trace) -> None:
        """Take another trace; changing its tree can be undone, back to the tree before."""
        edits, old = self.edits.copy(), self.trace
        same = trace.tree == old.tree
        moved = {event.node: event.node for event in old.events} if same else {}
        if not same:
            edits.do(Edited(trace.tree, moved, ()))
        stays = same and trace.algorithm is old.algorithm
        steps = corresponding_steps(old, trace, moved) if stays else [0] * (len(old) + 1)
        self.trace, self.edits, self._gesture = trace, edits, ""
        self.told = self._tell({} if same else None, steps, "")

    def stay(self) -> None:
        """Tell the browser that nothing has changed since it was last told."""
        self.told |= {"moved": {}, "steps": list(range(len(self.trace) + 1))}

    def _take(self, edits: Edits, trace: Trace, edited: Edited, gesture: str) -> None:
        base, moved = self.trace, edited.moved
        if gesture and gesture == self._gesture:
            base, before = self._base
            moved = joined(before, moved)
        steps = corresponding_steps(self.trace, trace, edited.moved)
        gone = [n for n in self.trace.tree.nodes() if n not in edited.moved]
        places = {label(n): label(m) for n, m in edited.moved.items() if n != m}
        self.edits, self.trace, self._gesture, self._base = edits, trace, gesture, (base, moved)
        self.told = self._tell(places | {label(n): None for n in gone}, steps, label(edited.at))
        self.told |= difference(base, trace, moved)

    def _tell(self, places: Mapping[str, str | None] | None, steps: list[int], at: str) -> Any:
        self.revision += 1
        return {
            "revision": self.revision,
            "moved": places,  # None: all of it is new
            "steps": steps,
            "at": at,
            "undo": self.edits.can_undo,
            "redo": self.edits.can_redo,
            "why": why_not(self.trace.tree),
            "python": code_of(self.trace.tree),
            "counted": self._counted(),
            "seen": [],
            "unseen": [],
            "said": "",
        }

    def _counted(self) -> str:
        """How many leaves the search sees, also with the children in the orders tried so far."""
        trace, tree = self.trace, self.trace.tree
        if why_not(tree):
            return ""
        key = whatever_order(tree), trace.title
        orders = self._orders.setdefault(key, {})
        orders[str(to_nested(tree))] = trace.nbp
        all_leaves = show_count(tree.leaf_count(), "leaf", "leaves")
        count = f"The search sees {trace.nbp} of {all_leaves}"
        if len(orders) == 1:
            return f"{count} · fewer or more in another order?" if _is_deep(tree) else count
        found = min(orders.values()), max(orders.values())
        if key not in self._limits:
            self._limits[key] = self._possible()
        least, largest = map(operator.eq, found, self._limits[key] or (None, None))
        fewest, most = found
        if least and largest:
            return f"{count} · fewest {fewest}, most {most}: no order needs fewer or more"
        at_least, at_most = (" (no order needs fewer)" * least, " (no order needs more)" * largest)
        return f"{count} · fewest so far {fewest}{at_least} · most {most}{at_most}"

    def _possible(self) -> tuple[int, int] | None:
        """The fewest and the most leaves that the search sees in any order; None if too many."""
        trace, tree = self.trace, self.trace.tree
        ours = ALGORITHMS.get(trace.algorithm.name) is trace.algorithm
        plain = all(isinstance(value, int | float | str) for value in trace.options.values())
        count = prod(factorial(len(tree.children(n))) for n in tree.nodes())
        if not ours or not plain or count > MOST_ORDERS or _has_estimates(tree):
            return None
        seen = [
            again(trace, from_nested(nested, root=tree.root)).nbp
            for nested in _orders(to_nested(tree))
        ]
        return min(seen), max(seen)


def again(trace: Trace, tree: Tree) -> Trace:
    """The same search, with the same options, on another tree."""
    return record(trace.algorithm.search, tree, max_events=MOST_EVENTS, **trace.options)


def intervals(trace: Trace, request: Mapping[str, Any]) -> dict[str, Any]:
    """What other values of a leaf would change: intervals with their effect, in words.

    The browser may sweep the leaf live unless its tree cannot be changed by hand.
    """
    n, tree = dewey(str(request.get("node"))), trace.tree
    found = whatif(trace, n)
    ends = [x for i in found.intervals for x in (i.low, i.high) if abs(x) < inf]
    digits = digits_for(ends)
    return {
        "node": label(n),
        "name": tree.name(n),
        "value": str(tree.value(n)),
        "live": not why_not(tree),
        "intervals": [
            [
                *(_finite(i.low), _finite(i.high), i.low_in, i.high_in),
                *(i.effect, i.text, show(i.high, digits)),
                tree.name(n) if i.value is None else show(i.value, digits),
            ]
            for i in found.intervals
        ],
    }


class Sweep:
    """A trace in which one leaf tries other values; the trace itself stays as it is."""

    def __init__(self, trace: Trace) -> None:
        self.trace = self.shown = trace

    def to(self, request: Mapping[str, Any]) -> dict[str, Any]:
        """Show the search with another value of a leaf; return what the browser is told."""
        tree, n = self.trace.tree, dewey(str(request.get("node")))
        check(tree)
        edited = set_value(tree, n, parse_number(str(request.get("to", ""))))
        before = self.shown
        own = edited.tree.value(n) == tree.value(n)
        self.shown = self.trace if own else again(self.trace, edited.tree)
        steps = corresponding_steps(before, self.shown, edited.moved)
        told = {"serial": str(request.get("serial", "")), "moved": {}, "steps": steps, "at": ""}
        return told | difference(self.trace, self.shown, edited.moved)


def _is_deep(tree: Tree) -> bool:
    """Whether more than one level lies below the root: otherwise the order hardly matters."""
    return any(len(n) > 1 for n in tree.nodes())


def _has_estimates(tree: Tree) -> bool:
    return any(tree.has_value(n) and not tree.is_leaf(n) for n in tree.nodes())


def _orders(nested: Any) -> Iterator[Any]:
    """A tree of nested lists with its children in every order."""
    if not isinstance(nested, list):
        yield nested
        return
    for children in permutations(nested):
        yield from map(list, product(*(list(_orders(child)) for child in children)))


def _finite(x: Number) -> Number | None:
    return x if abs(x) < inf else None


def difference(old: Trace, new: Trace, moved: Mapping[Node, Node]) -> dict[str, Any]:
    """Which leaves are seen now that were not before, which are no longer, and that in words."""
    before = {moved[n] for n in old.leaves if n in moved}
    now = set(new.leaves)
    known = {m for n, m in moved.items() if old.tree.is_leaf(n) and new.tree.is_leaf(m)}
    seen = sorted((now - before) & known)
    unseen = sorted((before - now) & known)
    name = new.tree.name
    words = []
    if old.value != new.value and old.value is not None and new.value is not None:
        words.append(f"The result goes from {show(old.value)} to {show(new.value)}.")
    if seen:
        words.append(f"Now seen: {in_words(map(name, seen))}.")
    if unseen:
        words.append(f"No longer seen: {in_words(map(name, unseen))}.")
    fresh = [n for n in new.tree.leaves() if n not in known]
    if met := [n for n in fresh if n in now]:
        words.append(f"New and seen: {in_words(map(name, met))}.")
    if unmet := [n for n in fresh if n not in now]:
        words.append(f"New, but cut off: {in_words(map(name, unmet))}.")
    if not words:
        same = len(known) == old.tree.leaf_count()
        words.append("Same result, same leaves." if same else "Same result.")
    return {
        "seen": list(map(label, seen)),
        "unseen": list(map(label, unseen)),
        "said": " ".join(words),
    }


def check(tree: Tree) -> None:
    """Reject a tree that cannot be edited by hand."""
    if isinstance(tree, GameTree):
        raise ValueError("the values of a game follow from its rules, so its tree stays as it is")
    check_editable(tree)


def why_not(tree: Tree) -> str:
    """Why a tree cannot be edited by hand; empty if it can."""
    try:
        check(tree)
    except ValueError as error:
        return str(error)
    return ""


def code_of(tree: Tree) -> str:
    """The tree as Python, or the name of a variable if it is too large to write down."""
    written = isinstance(tree, GeneratedTree) or not why_not(tree)
    return to_python(tree) if written else "tree"
