"""Notebook 5: What if the most promising strategy came first?"""

from collections.abc import Callable
from math import inf
from typing import Any

from tracer.algorithms import dual_star, sss_star
from tracer.exercises.ask.answers import brief
from tracer.exercises.ask.feedback import Feedback
from tracer.exercises.ask.formats import change_of, program, several, whole
from tracer.exercises.code.check import check
from tracer.exercises.lessons.programs import taken
from tracer.exercises.lessons.registry import register
from tracer.trace.clusters import cluster
from tracer.trace.trace import record
from trees import catalogue
from trees.dewey import ROOT, Node
from trees.number import Number, show, show_count
from trees.strategies import count_strategies
from trees.tree import Tree

_TREE = catalogue.load("khemani-8")
_FEW = whole(8, 0, 8)


@register(
    "5.clusters",
    "For how many of MAX's eight strategies does each of the two states of OPEN stand?",
    several("a pair of whole numbers from 0 to 8", (8, 4), _FEW, _FEW),
    answer=(2, 1),
    because="in the first picture node 2.2 is still thin, and MAX has two moves there; in the "
    "second one every choice of MAX is gold",
    why="Look for MAX nodes that the strategies reach and at which no move is gold yet. At each of "
    "them, every move gives another strategy.",
)
def _strategies_left(pair: tuple[int, int]) -> bool | str:
    frames = record(sss_star, _TREE).frame(26), record(sss_star, _TREE).frame(40)
    for which, count, frame in zip(("first", "second"), pair, frames, strict=True):
        fixed = cluster(_TREE, frame.timeline.changes[: frame.i], "MAX", frame.open[0])
        right = count_strategies(_TREE, "MAX", fixed)
        if count != right:
            return f"The {which} picture stands for {'more' if count < right else 'fewer'}"
    return True


@register(
    "5.3",
    "Change the value of one leaf so that SSS* has to look at all eight leaves.",
    change_of(_TREE),
    answer=("1.1.1", 12),
    because="each side of the tree now looks better than the other turns out to be, so SSS* goes "
    "back and forth until it has seen everything",
    why="SSS* stops when the first state of OPEN is a complete strategy. To make it look "
    "everywhere, each side of the tree must look better than the other one turns out to be.",
    many=True,
)
def _needs_all_leaves(change: tuple[Node, Number]) -> bool | str:
    leaf, value = change
    seen = record(sss_star, _TREE.replace({leaf: value})).nbp
    looks = f"SSS* looks at {show_count(seen, 'leaf', 'leaves')}"
    return seen == 8 or f"With {show(value)} at leaf {_TREE.name(leaf)}, {looks}"


def dual(tree: Any, gamma: Callable[..., list[Any]]) -> Any:
    """The minimax value of the tree, approached from below."""
    OPEN: list[Any] = [(ROOT, "LIVE", -inf)]
    while True:
        n, s, h = min(OPEN, key=lambda state: (state[2], state[0]))
        if (n, s) == (ROOT, "SOLVED"):
            return h
        OPEN.remove((n, s, h))
        if s == "SOLVED" and tree.is_max(n):
            OPEN = [state for state in OPEN if state[0][: len(n) - 1] != n[:-1]]
        OPEN += gamma(tree, n, s, h)


def gamma_dual(tree: Tree, n: Node, s: str, h: Number) -> list[tuple[Node, str, Number]]:
    """The states that replace (n, s, h)."""
    children, parent = tree.children(n), n[:-1]
    if s == "LIVE" and not children:
        return [(n, "SOLVED", max(tree.value(n), h))]
    if s == "LIVE":
        return [(c, "LIVE", h) for c in (children[:1] if tree.is_max(n) else children)]
    if not tree.is_max(n) and n[-1] < len(tree.children(parent)):
        return [((*parent, n[-1] + 1), "LIVE", h)]
    return [(parent, "SOLVED", h)]


@register(
    "5.4",
    "Write Γ for DUAL*: the list of states that replace one state.",
    program("gamma_dual(tree, n, s, h)"),
    answer=gamma_dual,
    because="it is Γ of SSS* with MAX and MIN, and the larger and the smaller value, swapped",
    why="Take the six cases of SSS*, and swap MAX with MIN and min with max in each of them.",
)
def _is_dual(gamma: Callable[..., Any]) -> Feedback:
    def states(tree: Any, n: Node, s: str, h: Number) -> list[Any]:
        call = f"gamma_dual(tree, {n}, {s!r}, {show(h)})"
        return [_state(state, call) for state in _listed(taken(gamma(tree, n, s, h)), call)]

    def search(tree: Any) -> Any:
        return dual(tree, states)

    search.__name__ = "dual"
    return check(search, dual_star)


def _listed(returned: Any, call: str) -> list[Any]:
    if returned is None:
        raise ValueError(f"{call} returned None; every case of Γ must return a list of states")
    if not isinstance(returned, list | tuple) or not returned:
        raise ValueError(f"{call} returned {brief(returned)}; it must be a list of states")
    return list(returned)


def _state(state: Any, call: str) -> tuple[Any, str, Any]:
    match state:
        case [[*n], "LIVE" | "SOLVED" as s, h]:
            return tuple(n), s, h
    raise ValueError(
        f"{call} returned {brief(state)} as a state; a state is (node, 'LIVE' or 'SOLVED', merit)"
    )
