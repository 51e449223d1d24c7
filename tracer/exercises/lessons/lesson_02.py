"""Notebook 2: How does a program find the best move?"""

from tracer.algorithms import solve
from tracer.exercises.ask.formats import a_tree, number
from tracer.exercises.lessons.registry import register
from tracer.exercises.lessons.worth import worth
from tracer.trace.trace import record
from trees.build import from_nested
from trees.dewey import ROOT
from trees.number import Number, show
from trees.tree import Tree


@register(
    "2.2",
    "Replace the 7 in `three_plies` with a number that makes left the best move.",
    number(6),
    answer=4,
    because="F is then worth less than 5, MIN goes there, and the left move is worth 5",
    why="At F, MAX takes the larger of your number and 2. MIN then chooses between F and G. The "
    "result has to be smaller than what the left move is worth.",
    many=True,
)
def _goes_left(leaf: Number) -> bool | str:
    tree = from_nested([[[3, 8], [5, 1]], [[leaf, 2], [6, 9]]])
    left, right = (worth(tree, n) for n in tree.children(ROOT))
    if left == right:
        return f"With {show(leaf)}, both moves are worth {show(left)}; left should be better"
    return left > right or (
        f"With {show(leaf)}, left is worth {show(left)}, and right is worth {show(right)}"
    )


@register(
    "2.3",
    "Build a tree [[a, b], [c, d]] with values −1, 0 and 1 on which Solve looks at two leaves.",
    a_tree([[0, 1], [-1, 0]]),
    answer=[[1, 1], [0, 0]],
    because="Solve leaves MAX at a win and MIN at a loss, and it meets one early enough",
    why="Solve leaves a MAX node as soon as a child is a win (1), and a MIN node as soon as a "
    "child is a loss (−1).",
    many=True,
)
def _two_leaves(tree: Tree) -> bool | str:
    shape = [len(tree.children(c)) for c in tree.children(ROOT)]
    if shape != [2, 2] or tree.depth != 2:
        return "The shape is different: write two lists of two numbers"
    odd = [tree.value(n) for n in tree.leaves() if tree.value(n) not in (-1, 0, 1)]
    if odd:
        return f"The value {show(odd[0])} is not one of −1, 0 and 1"
    seen = record(solve, tree, win=1, loss=-1).nbp
    return seen == 2 or f"On this tree Solve looks at {seen} leaves"
