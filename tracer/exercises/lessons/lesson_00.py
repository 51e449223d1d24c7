"""Notebook 0: What does a search do, step by step?"""

from tracer.algorithms import alphabeta
from tracer.exercises.ask.formats import a_tree, leaves_of, number
from tracer.exercises.lessons.registry import register
from tracer.exercises.lessons.worth import worth
from tracer.trace.trace import record
from trees import catalogue
from trees.build import from_nested
from trees.dewey import ROOT, Node
from trees.number import Number, show
from trees.tree import Tree

_FIGURE = catalogue.load("pantel-3.2")


@register(
    "0.2",
    "Name the three leaves of the figure that alpha-beta skips.",
    leaves_of(_FIGURE, "H", "O"),
    answer=["K", "N", "O"],
    because="MIN has 8 at D, so J = 10 is enough to give up E, and K is never seen; MAX has 8 at "
    "B, so F = 4 is enough to give up C, and N and O are never seen",
    why="A leaf is skipped if the search leaves a node above it early. Press c in the player to "
    "jump to the next cutoff: what is below the double stroke is never looked at.",
)
def _skipped(leaves: frozenset[Node]) -> bool | str:
    seen = sorted(leaves & set(record(alphabeta, _FIGURE).leaves))
    if seen:
        return f"Alpha-beta does look at {', '.join(map(_FIGURE.name, seen))}"
    return len(leaves) == 3 or f"These are skipped, but you have named {len(leaves)} of three"


@register(
    "0.3",
    "Find a number that makes the tree worth 7.",
    number(4),
    answer=7,
    because="MIN takes the smaller of your number and 9 on the right, and MAX takes the larger of "
    "that and 3",
    why="Work from the leaves up: the right node is worth as much as its smaller leaf, and the "
    "root as much as its larger child.",
)
def _makes_seven(x: Number) -> bool | str:
    value = worth(from_nested([[3, 5], [x, 9]]))
    return value == 7 or f"With {show(x)}, the tree is worth {show(value)}"


@register(
    "0.4",
    "Build a tree in which MAX has three moves and the middle one is best, although the largest "
    "leaf of all is below the first.",
    a_tree([[1, 2], [3, 4], [5, 6]]),
    answer=[[9, 1], [4, 5], [3, 3]],
    because="MIN chooses the leaf, so a move is worth as much as its smallest leaf, however large "
    "its largest is",
    why="MIN moves second. A large leaf does not help MAX if MIN can go to a smaller one beside "
    "it.",
    many=True,
)
def _middle_is_best(tree: Tree) -> bool | str:
    moves = tree.children(ROOT)
    if len(moves) != 3:
        return f"MAX should have three moves at the root; this tree has {len(moves)}"
    largest = [max(tree.value(n) for n in tree.leaves() if n[0] == i) for i in (1, 2, 3)]
    if largest[0] <= max(largest[1:]):
        where = "second" if largest[1] >= largest[2] else "third"
        return f"There is a leaf below the {where} move that is as large as any below the first"
    first, middle, last = (worth(tree, n) for n in moves)
    values = f"{show(first)}, {show(middle)} and {show(last)}"
    return first < middle > last or f"The middle move is not the best: the moves are worth {values}"
