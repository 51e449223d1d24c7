"""Notebook 4: Is it cheaper to ask first?"""

from collections.abc import Callable, Collection
from random import Random
from typing import Any

from tracer.algorithms import alphabeta, scout
from tracer.exercises.ask.answers import brief
from tracer.exercises.ask.formats import a_tree, leaves_of, number, program, whole
from tracer.exercises.lessons.programs import call, fresh_trees, written
from tracer.exercises.lessons.registry import register
from tracer.exercises.lessons.worth import worth
from tracer.trace.measure import measure
from tracer.trace.node_names import called
from tracer.trace.trace import record
from trees import catalogue
from trees.build import from_nested
from trees.dewey import ROOT, Node
from trees.generate import iid
from trees.number import Number, show, show_count
from trees.tree import Tree


def settled(tree: Tree, n: Node, v: Number, seen: Collection[Node]) -> bool | None:
    """Whether n is worth more than v, as far as these leaves tell; None if they don't."""
    if tree.is_leaf(n):
        return tree.value(n) > v if n in seen else None
    answers = [settled(tree, c, v, seen) for c in tree.children(n)]
    decisive = tree.is_max(n)  # one yes decides at a MAX node, one no at a MIN node
    if decisive in answers:
        return decisive
    return None if None in answers else not decisive


_FIGURE = catalogue.load("pantel-3.2")
_C = _FIGURE.node("C")


@register(
    "4.by-hand",
    "Name the leaves that answer the question whether C is worth more than 8.",
    leaves_of(_FIGURE, "N", "O"),
    answer=["L", "M"],
    because="F is worth no more than 8 only if both of its leaves are, and one such child of C is "
    "enough for a no",
    why="For a no at a MIN node, one child that answers no is enough. For a no at a MAX node, all "
    "of its children have to answer no.",
)
def _answers_it(leaves: frozenset[Node]) -> bool | str:
    elsewhere = sorted(n for n in leaves if n[: len(_C)] != _C)
    if elsewhere:
        return f"{_FIGURE.name(elsewhere[0])} is not below C"
    if settled(_FIGURE, _C, 8, leaves) is None:
        return "These leaves leave the question open: C could still be worth more than 8, or not"
    extra = [n for n in sorted(leaves) if settled(_FIGURE, _C, 8, leaves - {n}) is not None]
    return not extra or f"You can do without {_FIGURE.name(extra[0])}"


@register(
    "4.2",
    "Replace the 2 in [[4, 6], [5, 2]] with a value that forces Scout to look at leaves twice.",
    number(3),
    answer=8,
    because="both leaves of node 2 are then worth more than 4, so the test says yes, and Scout has "
    "to evaluate node 2 after all",
    why="Scout looks again only if a test answers “yes, better”. It tests whether node 2 is worth "
    "more than node 1, and MIN moves at node 2.",
    many=True,
)
def _looks_twice(leaf: Number) -> bool | str:
    again = measure(record(scout, from_nested([[4, 6], [5, leaf]]))).re_evaluated
    return again > 0 or f"With {show(leaf)}, Scout looks at no leaf twice"


@register(
    "4.3",
    "Build a tree with at least four leaves on which Scout evaluates only the first leaf and tests "
    "all the others it looks at.",
    a_tree([[3, 1], [7, 9]]),
    answer=[[3, 5], [2, 9]],
    because="no test finds anything better than the first leaf, so no other leaf needs an exact "
    "value",
    why="Scout evaluates a node after a test only if the test answers “yes, better”. So the first "
    "child has to be the best one everywhere on the way to the first leaf.",
    many=True,
)
def _only_tests(tree: Tree) -> bool | str:
    if tree.leaf_count() < 4:
        return f"The tree should have at least four leaves, and it has {tree.leaf_count()}"
    cost = measure(record(scout, tree))
    if cost.evaluated > 1:
        return f"Scout evaluates {cost.evaluated} leaves of this tree, not just the first"
    return cost.re_evaluated == 0 or "A test answers yes, so Scout looks at a leaf twice"


@register(
    "4.4",
    "Find a seed of iid(2, 4, seed=…) for which Scout looks at a leaf that alpha-beta skips.",
    whole(0, 0, 10**9),
    answer=2,
    because="Scout's tests ignore the bounds from further up the tree, with which alpha-beta cuts "
    "deep",
    why="Let a loop try the seeds: compare set(record(scout, tree).leaves) with the same set for "
    "alpha-beta.",
    many=True,
)
def _scout_sees_more(seed: int) -> bool | str:
    ours, theirs = (set(record(s, iid(2, 4, seed=seed)).leaves) for s in (scout, alphabeta))
    return bool(ours - theirs) or f"With seed {seed}, alpha-beta sees every leaf that Scout sees"


def more_than(tree: Tree, n: Node, v: Number) -> bool:
    """Whether n is worth more than v."""
    if tree.is_leaf(n):
        return tree.value(n) > v
    some_or_all = any if tree.is_max(n) else all
    return some_or_all(more_than(tree, c, v) for c in tree.children(n))


@register(
    "4.5",
    "Write Test: whether node n is worth more than v, without a leaf that it can do without.",
    program("more_than(tree, n, v)"),
    answer=more_than,
    because="a MAX node is worth more than v if some child is, a MIN node if all of them are, and "
    "`any` and `all` stop as soon as the answer is known",
    why="A MAX node needs one yes, a MIN node needs one no. Once it has that, it should not look "
    "at another child. A value that equals v is not more than v.",
)
def _tests(function: Callable[..., Any]) -> bool | str:
    small = (3, "MAX"), ([3, 3], "MAX"), ([3, 5], "MIN")
    trees = [from_nested(nested, root=root, letters=False) for nested, root in small]
    for tree in [*trees, *fresh_trees(24)]:
        values = sorted({tree.value(n) for n in tree.leaves()})
        some = Random().choice(values)  # ties matter as much as what lies on either side
        for v in dict.fromkeys((worth(tree), worth(tree) - 1, worth(tree) + 0.5, some)):
            wrong = _tested(function, tree, v)
            if wrong:
                return f"On {written(tree)}, with n = () and v = {show(v)}, {wrong}"
    return True


def _tested(function: Callable[..., Any], tree: Tree, v: Number) -> str | None:
    """What is wrong with one run of Test."""
    returned, error, leaves = call(function, ROOT, v, tree=tree)
    if error:
        return error
    if not isinstance(returned, bool | int) and type(returned).__name__ not in ("bool", "bool_"):
        return f"it returns {brief(returned)} instead of True or False"
    if bool(returned) != (worth(tree) > v):
        return f"it returns {brief(returned)}, but the tree is worth {show(worth(tree))}"
    seen: set[Node] = set()
    for leaf in leaves:
        if leaf in seen:
            return f"it looks at {called(tree, leaf)} twice"
        above = (leaf[:i] for i in range(len(leaf)))
        known = [n for n in above if settled(tree, n, v, seen) is not None]
        if known:
            answer = f"the answer at {called(tree, known[0])} is already known"
            return f"it looks at {called(tree, leaf)}, although {answer}"
        seen.add(leaf)
    if settled(tree, ROOT, v, seen) is None:
        return (
            f"it answers after {show_count(len(seen), 'leaf', 'leaves')}, which is too few to know"
        )
    return None
