"""Notebook 3: Which leaves can a search skip?"""

from tracer.algorithms import alphabeta
from tracer.exercises.ask.formats import a_tree, number
from tracer.exercises.lessons.registry import register
from tracer.trace.trace import record
from trees import catalogue
from trees.number import Number, show, show_count
from trees.tree import Tree

_FIGURE = catalogue.load("pantel-3.2")


@register(
    "3.3",
    "Find a value of J that makes the search look at K.",
    number(12),
    answer=3,
    because="MIN has 8 at B, and a J below 8 leaves room for a value between E's and 8",
    why="The search leaves E as soon as α and β meet. β comes from B, where MIN already has D, and "
    "J raises α.",
    many=True,
)
def _looks_at_k(j: Number) -> bool | str:
    seen = record(alphabeta, _FIGURE.replace({_FIGURE.node("J"): j})).leaves
    return _FIGURE.node("K") in seen or f"With J = {show(j)}, the search still skips K"


@register(
    "3.5",
    "Find a tree on which the strict convention (>) looks at more leaves than the usual one (≥).",
    a_tree([[3, 1], [2, 4]]),
    answer=[[3, 4], [3, 5]],
    because="where a value equals the bound, ≥ cuts off and > does not",
    why="The two conventions differ only where a value is equal to the bound. There must also be "
    "something left to skip.",
    many=True,
)
def _strict_costs_more(tree: Tree) -> bool | str:
    usual, strict = (record(alphabeta, tree, strict=s).nbp for s in (False, True))
    return strict > usual or f"Here both conventions look at {show_count(usual, 'leaf', 'leaves')}"
