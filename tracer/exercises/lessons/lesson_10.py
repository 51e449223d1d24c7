"""Notebook 10: Can you run the searches by hand?"""

from tracer.algorithms import alphabeta
from tracer.exercises.ask.formats import change_of
from tracer.exercises.ask.task import Task
from tracer.exercises.lessons.registry import register_about
from tracer.trace.trace import record
from trees.dewey import Node
from trees.number import Number, show
from trees.tree import Tree


@register_about("10.5")
def costs_more(tree: Tree) -> Task:
    """Change one leaf of a tree so that alpha-beta looks at more leaves."""
    before = record(alphabeta, tree).nbp

    def after(leaf: Node, value: Number) -> int:
        return record(alphabeta, tree.replace({leaf: value})).nbp

    def judge(change: tuple[Node, Number]) -> bool | str:
        leaf, value = change
        with_it = f"With {show(value)} at leaf {tree.name(leaf)}"
        now = after(leaf, value)
        return now > before or f"{with_it}, it looks at {now} leaves; before, it was {before}"

    low, high = (f(map(tree.value, tree.leaves())) for f in (min, max))
    options = ((n, v) for n in tree.leaves() for v in (low - 1, high + 1))
    found = next((option for option in options if after(*option) > before), None)
    return Task(
        "Change the value of one leaf so that alpha-beta looks at more leaves than before.",
        judge,
        format=change_of(tree),
        answer=found and (tree.name(found[0]), found[1]),
        because="a cutoff needs a bound, and this change takes away a bound or a value that met it",
        why="Look at your cutoffs. Each rests on a leaf that made a value and on a leaf that made "
        "the bound. If one of the two changes, the cutoff may be gone.",
        many=True,
    )
