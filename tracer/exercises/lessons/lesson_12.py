"""Notebook 12: Can you count leaves without searching?"""

from collections.abc import Callable
from random import Random
from typing import Any

from tracer.exercises.ask.answers import brief
from tracer.exercises.ask.formats import Format, in_order, program, several, whole
from tracer.exercises.ask.plain_values import AnswerError
from tracer.exercises.lessons.programs import call, equals
from tracer.exercises.lessons.registry import register
from tracer.experiments.model import sss_star_growth, sss_star_model, sss_star_refined
from trees.number import show

TYPES = ("F1", "F2", "F3", "F4", "P5", "P6", "M7")


@register(
    "12.by-hand",
    "How many of the 81 leaves are searched if the first child is always best?",
    whole(27, 0, 81),
    answer=17,
    because="below node 1 the path goes on, and below nodes 2 and 3 one child is enough, then all "
    "three, then one, and so on: 17 = 3² + 3² − 1",
    why="Go down from the root. On the leftmost path a node needs all its children: the first is "
    "on the path again, the others only have to be refuted. To refute a node, one child is "
    "enough; and a child that refutes needs all of its own children.",
)
def _critical(leaves: int) -> bool | str:
    return leaves == 17 or f"{leaves} is too {'few' if leaves < 17 else 'many'}"


@register(
    "12.1",
    "How many leaves does SSS* evaluate on T(5,2) in the model, if the third child is always best?",
    whole(20, 0, 25),
    answer=13,
    because="two MIN nodes are searched partially (3 leaves each), one fully (5 leaves) and two "
    "minimally (1 leaf each)",
    why="The third child is best, so k = 2. Give the five MIN nodes their types, P, P, F, M, M, "
    "and add up their leaves. Each node of type P is given up after its third leaf.",
)
def _depth_two(leaves: int) -> bool | str:
    return leaves == 13 or f"SSS* evaluates {'more' if leaves < 13 else 'fewer'} than {leaves}"


def _read_types(given: Any) -> tuple[str, ...]:
    found = [kind.upper() if type(kind) is str else kind for kind in in_order(given)]
    for kind in found:
        if kind not in TYPES:
            raise AnswerError(f"{brief(kind)} is not a type of this model")
    return tuple(found)


_BELOW = ("F2", "P6", "P6", "F3")


@register(
    "12.2",
    "Which types do the children of a P5 node have that are searched, if k = 3?",
    Format("a list of types from left to right", ["F1", "M7"], _read_types),
    answer=list(_BELOW),
    because="the first child still has no bound from a sibling (F2), the next k − 1 = 2 are given "
    "up (P6), and child k + 1 = 4 proves that the node itself can be given up (F3)",
    why="A P5 node is given up when its (k+1)-th child is known. Ask of each of these children: is "
    "there a bound from a sibling yet, and is this the child that ends the search here?",
)
def _types_below(kinds: tuple[str, ...]) -> bool | str:
    if len(kinds) != len(_BELOW):
        few = "more" if len(kinds) < len(_BELOW) else "fewer"
        return f"You list {len(kinds)}, but {few} children are searched before the node is given up"
    wrong = [i for i, pair in enumerate(zip(kinds, _BELOW, strict=True), 1) if pair[0] != pair[1]]
    return not wrong or f"Look again at child {wrong[0]}"


@register(
    "12.3",
    "Find the smallest k for which NBP of SSS* grows by k + 1 per ply at width 36.",
    whole(1, 0, 35),
    answer=5,
    because="the growth is the larger of k + 1 and √36 = 6, so k + 1 has to be at least 6",
    why="Two things grow in equation (6): the fully searched part by (k + 1)² every two plies, the "
    "minimally searched part by w. On deep trees the larger one decides.",
)
def _where_equation_6_holds(k: int) -> bool | str:
    grows = sss_star_growth(36, k)
    if grows != k + 1:
        return f"With k = {k}, NBP grows by {show(grows)} per ply, not by {k + 1}"
    return k == 5 or f"NBP does grow by {k + 1} with k = {k}, but a smaller k works as well"


@register(
    "12.4",
    "Find w and k for which the model counts exactly 12 leaves too many at depth 4.",
    several("a pair (w, k)", (4, 1), whole(4, 1, 200), whole(1, 0, 199)),
    answer=(8, 3),
    because="each of the k partially searched children of the root has one child that is given up "
    "before its w − k − 1 minimally searched leaves, and k·(w − k − 1) = 12",
    why="At depth 4 the difference is k·(w − k − 1).",
    many=True,
)
def _twelve_too_many(pair: tuple[int, int]) -> bool | str:
    w, k = pair
    if k >= w:
        return f"With width {w}, k is at most {w - 1}"
    more = sss_star_model(w, 4, k) - sss_star_refined(w, 4, k)
    return more == 12 or f"With w = {w} and k = {k}, the model counts {more} too many"


def my_model(w: int, d: int, k: int) -> int:
    """Return how many leaves SSS* evaluates on T(w,d) if the (k+1)-th child is always best."""
    full, least = 1, 1
    for _ in range(d // 2):
        at_min, partly = (k + 1) * full + (w - k - 1) * least, (k + 1) * full
        full, least = at_min + k * partly + (w - k - 1) * least, w * least
    return full


@register(
    "12.5",
    "Write the recurrences for SSS* as a function, for even d.",
    program("my_model(w, d, k)"),
    answer=my_model,
    because="each turn of the loop goes up two plies, from MAX nodes over MIN nodes to MAX nodes, "
    "and applies one recurrence for each kind of node",
    why="Start with F = P = M = 1 at the leaves, and go up two plies at a time. A MIN node uses "
    "the values of its children, which are MAX nodes, and the other way round.",
)
def _counts_as_the_model(function: Callable[..., Any]) -> bool | str:
    small = [(w, d, k) for d in (2, 4, 6) for w in (1, 2, 4, 8) for k in range(w)]
    random = Random()
    depths = random.sample((2, 4, 6, 8, 10), 5)  # all of them, so that none can be left out
    pairs = zip((3, 5, 9, 16, 24), depths, strict=True)
    fresh = [(w, d, random.randrange(1, w)) for w, d in pairs]
    for w, d, k in [*small, *fresh]:
        returned, error, _ = call(function, w, d, k)
        if error:
            return f"my_model({w}, {d}, {k}): {error}"
        if not equals(returned, sss_star_model(w, d, k)):
            other = "and the recurrences give another number"
            return f"my_model({w}, {d}, {k}) returns {brief(returned)}, {other}"
    return True
