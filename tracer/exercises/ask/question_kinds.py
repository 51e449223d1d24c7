"""The kinds of question: where each is asked, its prompt, its key, and how answers are judged."""

from collections.abc import Callable, Iterable
from math import inf
from typing import Any, Literal, NamedTuple

from tracer.exercises.ask import answers, hints, marking
from tracer.exercises.ask.asked_at import (
    At,
    acted,
    entered,
    last_horizon,
    moment,
    pass_end,
    returned,
    value_returned,
)
from tracer.log.events import Enter, NewHorizon, Note
from tracer.trace.moments import moments
from tracer.trace.node_names import called
from tracer.trace.trace import Trace
from trees.dewey import ROOT, Node
from trees.number import Number, above, show, show_count
from trees.tree import Tree

Place = Literal["the whole search", "a node", "a count"]


class Kind(NamedTuple):
    """A kind of question."""

    at: Place  # what it is asked about; a count is a number of visits, actions or passes so far
    prompt: Callable[[Trace, At], str]
    key: Callable[[Trace, At], Any]  # raises LookupError where the question makes no sense
    show: Callable[[Any, Tree], str]  # the key on paper
    read: Callable[[Any, Trace], Any]  # an answer, in the form of the key
    mark: Callable[[Any, Any], float]
    explain: hints.Explain


def _called(trace: Trace, at: At) -> str:
    assert isinstance(at, tuple)
    return called(trace.tree, at)


def _of_tree(reader: answers.Reader) -> Callable[[Any, Trace], Any]:
    return lambda given, trace: reader(given, trace.tree)


def _writer(tree: Tree, key: Iterable[Number]) -> Callable[[Number], str]:
    """Write numbers so that no value of the tree or the key looks like another."""
    digits = hints.digits_in(tree, *key)
    return lambda x: show(x, digits)


# Values of nodes


def _values_key(trace: Trace, at: At) -> dict[Node, Number]:
    """The values of all inner nodes, from MAX's point of view."""
    visits = [change for change in trace.changes if change.visit is not None]
    if {change.visit for change in visits} != set(trace.tree.nodes()) or not all(
        isinstance(c.event, Enter) and (c.event.alpha, c.event.beta) == (-inf, inf) for c in visits
    ):
        raise LookupError("it does not find the value of every node, as minimax does")
    if trace.tree.is_leaf(ROOT):
        raise LookupError("the tree has no inner nodes")
    negated = trace.timeline.algorithm.negates
    found = {}
    for leave in moments(trace.tree, trace.changes, "returned"):
        n, v = leave.node, value_returned(trace, leave)
        found[n] = -v if negated and not trace.tree.is_max(n) else v
    return found


def _show_values(key: dict[Node, Number], tree: Tree) -> str:
    write = _writer(tree, key.values())
    return ", ".join(f"f({tree.name(n)}) = {write(v)}" for n, v in sorted(key.items()))


# Leaves in order, and what is cut off


def _read_leaves(given: Any, trace: Trace) -> tuple[Node, ...]:
    """Read leaves, or any nodes if the search stops at a horizon."""
    only_leaves = all(map(trace.tree.is_leaf, trace.leaves))
    return (answers.read_leaves if only_leaves else answers.read_nodes)(given, trace.tree)


def _cuts_key(trace: Trace, at: At) -> frozenset[Node]:
    """The nodes that cutoffs skip and no pass visits, all within the last horizon."""
    start = last_horizon(trace)
    skipped = {n for i, cutoff in trace.cutoffs.items() if i > start for n in cutoff.skipped}
    visited = {change.visit for change in trace.changes[start:]}
    return answers.fewest(skipped - visited, trace.tree)


def _ask_cuts(trace: Trace, at: At) -> str:
    horizons = sum(isinstance(taken, NewHorizon) for taken in trace.events)
    when = " within its last horizon" if horizons > 1 else ""
    return (
        f"Which nodes does {trace.title} cut off{when}? Write a list of nodes or of edges. "
        "A node stands for everything below it."
    )


def _show_nodes(key: Iterable[Node], tree: Tree) -> str:
    return ", ".join(map(tree.name, key)) or "none"


# One moment of a depth-first search


def _window_key(trace: Trace, at: At) -> tuple[Number, Number]:
    _, visit = entered(trace, at)
    return visit.alpha, visit.beta


def _show_window(key: tuple[Number, Number], tree: Tree) -> str:
    write = _writer(tree, key)
    return f"({write(key[0])}, {write(key[1])}): {matters(*key, write)}"


def matters(alpha: Number, beta: Number, write: Callable[[Number], str] = show) -> str:
    """What a window says, in words."""
    if (alpha, beta) == (-inf, inf):
        return "every value matters"
    if beta <= above(alpha):
        return "no value lies between the two, so the search only asks which side the value is on"
    return f"only values between {write(alpha)} and {write(beta)} matter"


# OPEN and BACKUP after a number of Γ's actions


def _open_key(trace: Trace, at: At) -> tuple[tuple[Any, ...], ...]:
    return tuple(tuple(state) for state in trace.frame(acted(trace, at)).open)


def _backup_key(trace: Trace, at: At) -> tuple[tuple[Any, ...], ...]:
    if not any(isinstance(taken, Note) for taken in trace.events):
        raise LookupError("it has no BACKUP")
    return tuple(tuple(phase) for phase in trace.frame(acted(trace, at)).backup)


def _show_entries(key: tuple[tuple[Any, ...], ...], tree: Tree) -> str:
    entries = (
        ", ".join([tree.name(n), *(x if isinstance(x, str) else show(x) for x in rest)])
        for n, *rest in key
    )
    return "  ".join(f"({entry})" for entry in entries) or "nothing"


# Bounds after a pass of MT


def _bounds_key(trace: Trace, at: At) -> tuple[Number, Number]:
    _, end = pass_end(trace, at)
    return end.low, end.high


# In words


def _acts(at: At) -> str:
    return "not acted yet" if not at else "acted once" if at == 1 else f"acted {at} times"


def _visits(at: At) -> str:
    assert isinstance(at, int)
    return show_count(at, "visit")


KINDS: dict[str, Kind] = {
    "values": Kind(
        "the whole search",
        lambda t, at: "What is the minimax value of each inner node? Write a dict of the values.",
        _values_key,
        _show_values,
        _of_tree(answers.read_values),
        marking.mark_mapping,
        hints.explain_values,
    ),
    "leaves": Kind(
        "the whole search",
        lambda t, at: (
            f"Which leaves does {t.title} evaluate, and in what order? Write a list of nodes."
        ),
        lambda t, at: t.leaves,
        _show_nodes,
        _read_leaves,
        marking.mark_sequence,
        hints.explain_leaves,
    ),
    "cuts": Kind(
        "the whole search",
        _ask_cuts,
        _cuts_key,
        lambda key, tree: _show_nodes(sorted(key), tree),
        _of_tree(answers.read_cuts),
        marking.mark_set,
        hints.explain_cuts,
    ),
    "window": Kind(
        "a node",
        lambda t, at: f"What is the window (α, β) when {t.title} first visits {_called(t, at)}?",
        _window_key,
        _show_window,
        _of_tree(answers.read_pair),
        marking.mark_exact,
        hints.explain_window,
    ),
    "returned": Kind(
        "a node",
        lambda t, at: f"What is the first value that {_called(t, at)} returns in {t.title}?",
        lambda t, at: value_returned(t, returned(t, at)),
        lambda key, tree: _writer(tree, [key])(key),
        _of_tree(answers.read_number),
        marking.mark_exact,
        hints.explain_returned,
    ),
    "next": Kind(
        "a count",
        lambda t, at: f"{t.title} has made {_visits(at)}. Which node does it visit next?",
        lambda t, at: moment(t, "next", at).node,
        lambda key, tree: called(tree, key),
        _of_tree(answers.read_node),
        marking.mark_exact,
        hints.explain_next,
    ),
    "open": Kind(
        "a count",
        lambda t, at: (
            f"In {t.title}, Γ has {_acts(at)}. What is in OPEN, first state first? "
            "Write a list of (node, 'LIVE' or 'SOLVED', merit)."
        ),
        _open_key,
        _show_entries,
        _of_tree(answers.read_states),
        marking.mark_sequence,
        hints.explain_lists("status", "merit"),
    ),
    "backup": Kind(
        "a count",
        lambda t, at: (
            f"In {t.title}, Γ has {_acts(at)}. What is in BACKUP, in Dewey order? "
            "Write a list of (node, last child, l, h)."
        ),
        _backup_key,
        _show_entries,
        _of_tree(answers.read_phases),
        marking.mark_sequence,
        hints.explain_lists("last child", "l", "h"),
    ),
    "case": Kind(
        "a count",
        lambda t, at: f"In {t.title}, Γ has {_acts(at)}. Which case of Γ acts next?",
        lambda t, at: moment(t, "case", at).answer,
        lambda key, tree: str(key),
        _of_tree(answers.read_case),
        marking.mark_exact,
        hints.explain_case,
    ),
    "bounds": Kind(
        "a count",
        lambda t, at: f"What are the bounds (f⁻, f⁺) on the value after pass {at} of {t.title}?",
        _bounds_key,
        lambda key, tree: f"f⁻ = {show(key[0])}, f⁺ = {show(key[1])}",
        _of_tree(answers.read_pair),
        marking.mark_exact,
        hints.explain_bounds,
    ),
}
