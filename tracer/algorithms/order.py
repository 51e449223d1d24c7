"""The order in which a search tries the children of a node."""

from collections.abc import Callable, Mapping, Sequence

from trees.dewey import Node, dewey, label
from trees.tree import Tree

LEFT_TO_RIGHT, RIGHT_TO_LEFT = "left-to-right", "right-to-left"

Order = str | Mapping[str, Sequence[int]]
Children = Callable[[Node], tuple[Node, ...]]


def children_in(order: Order, tree: Tree) -> Children:
    """The `children` of `tree` in a given order.

    An order is "left-to-right", "right-to-left", or says for some nodes, by Dewey number, in
    which order to take their child numbers: {"0": [2, 1]}.
    """
    if order == LEFT_TO_RIGHT:
        return tree.children
    if order == RIGHT_TO_LEFT:
        return lambda n: tree.children(n)[::-1]
    if not isinstance(order, Mapping):
        raise ValueError(
            f"order is {order!r}: it is {LEFT_TO_RIGHT!r}, {RIGHT_TO_LEFT!r} or child numbers "
            'by node, such as {"0": [2, 1]}'
        )
    given: dict[Node, tuple[Node, ...]] = {}
    for text, numbers in order.items():
        n = dewey(text)
        children = tree.children(n)
        if not _is_permutation(numbers, len(children)):
            raise ValueError(
                f"the order of {label(n)} is {numbers!r}: it has to name each of its "
                f"{len(children)} children once"
            )
        given[n] = tuple(children[i - 1] for i in numbers)
    return lambda n: given[n] if n in given else tree.children(n)


def _is_permutation(numbers: object, count: int) -> bool:
    if not isinstance(numbers, Sequence) or not all(type(i) is int for i in numbers):
        return False
    return sorted(numbers) == list(range(1, count + 1))
