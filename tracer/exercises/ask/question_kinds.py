"""The kinds of question: the prompt, the key as read off a trace, and the explanation.

Visits, leaf evaluations, cutoffs and moments are defined in `tracer.trace.replay` and
`tracer.trace.moments`, and only read here.
"""

from collections.abc import Callable
from math import inf
from typing import Any, NamedTuple

from tracer.exercises.ask import answers, marking
from tracer.log.events import Enter, Leave, Note, PassEnds, Pop
from tracer.trace.moments import Moment, moments
from tracer.trace.node_names import called, sentence
from tracer.trace.trace import Trace
from trees.dewey import ROOT, Node, is_below
from trees.number import Number, above, show, show_count, window

At = Node | int | None
Key = Callable[[Trace, At], Any]
Explain = Callable[[Trace, At, Any, Any], tuple[str, int | None]]


class Kind(NamedTuple):
    """A kind of question."""

    prompt: Callable[[Trace, At], str]
    key: Key  # raises LookupError where the question makes no sense
    read: answers.Reader
    mark: Callable[[Any, Any], float]
    explain: Explain  # the first error in words, and the frame that shows it


def _moment(trace: Trace, what: str, at: At) -> Moment:
    """The moment that comes after `at` earlier ones."""
    assert isinstance(at, int)
    found = moments(trace.tree, trace.changes, what)
    if at >= len(found):
        many = show_count(len(found), "such moment")
        raise LookupError(f"the search has {many}{', numbered from 0' if found else ''}")
    return found[at]


def _told(trace: Trace, i: int) -> str:
    return f"Step {i}: {trace.caption(i)}"


def _called(trace: Trace, at: At) -> str:
    assert isinstance(at, tuple)
    return called(trace.tree, at)


def _parting(key: tuple[Any, ...], given: tuple[Any, ...]) -> int:
    """How many entries two lists have in common at the start."""
    pairs = enumerate(zip(key, given, strict=False))
    return next((k for k, (x, y) in pairs if x != y), min(len(key), len(given)))


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
    for moment in moments(trace.tree, trace.changes, "returned"):
        n, v = moment.node, _value_returned(trace, moment)
        found[n] = -v if negated and not trace.tree.is_max(n) else v
    return found


def _explain_values(trace: Trace, at: At, key: Any, given: Any) -> tuple[str, int | None]:
    tree = trace.tree
    for n in sorted(key, key=lambda n: (-len(n), n)):  # from the bottom up, where errors begin
        if given.get(n) != key[n]:
            i = _returned(trace, n).step
            said = f"you gave {show(given[n])}" if n in given else "you gave no value for it"
            choices = [show(key[c] if c in key else tree.value(c)) for c in tree.children(n)]
            chooses = "chooses among" if len(choices) > 1 else "can only choose"
            is_worth = f"{called(tree, n)} is worth {show(key[n])}, but {said}"
            reason = f"{tree.to_move(n)} {chooses} {', '.join(choices)}"
            return sentence(f"{is_worth}: {reason}."), i
    extra = next(n for n in given if n not in key)
    text = f"{called(tree, extra)} is a leaf, but the question is only about inner nodes."
    return sentence(text), None


# Leaves in order


def _leaves_key(trace: Trace, at: At) -> tuple[Node, ...]:
    return trace.leaves


def _explain_leaves(trace: Trace, at: At, key: Any, given: Any) -> tuple[str, int | None]:
    tree, k = trace.tree, _parting(key, given)
    if k < len(given) and given[k] not in key:
        return _why_not_seen(trace, given[k])
    if k == len(key):
        return f"You evaluated {called(tree, given[k])} once too often.", None
    i, right = _moment(trace, "leaf", k).step, called(tree, key[k])
    if key[k] not in given:
        text = f"You left out {right}, but nothing rules it out{_window_before(trace, i)}."
    elif k < len(given):
        text = f"{right} comes next, not {called(tree, given[k])}."
    else:
        text = f"The search is not over yet: {right} comes next."
    return f"{sentence(text)} {_told(trace, i)}", i


def _why_not_seen(trace: Trace, n: Node) -> tuple[str, int | None]:
    name = called(trace.tree, n)
    if not trace.tree.is_leaf(n):
        return sentence(f"{name} is not a leaf."), None
    for i, cutoff in trace.cutoffs.items():
        if any(n == c or is_below(n, c) for c in cutoff.skipped):
            return f"You evaluated {name}, but it is cut off. {_told(trace, i)}", i
    return f"You evaluated {name}, but the search never does.", len(trace)


def _window_before(trace: Trace, i: int) -> str:
    """A remark on the window of the visit in progress, if it rules out some values but not all."""
    call = next(reversed(trace.frame(i - 1).stack), None)
    if not call or call.relation or call.beta <= above(call.alpha):
        return ""
    if (call.alpha, call.beta) == (-inf, inf):
        return ""
    return f": {matters(call.alpha, call.beta)}, and its value could be one"


def matters(alpha: Number, beta: Number) -> str:
    """What a window says, in words."""
    if (alpha, beta) == (-inf, inf):
        return "every value matters"
    if beta <= above(alpha):
        return "no value lies between the two, so the search only asks which side the value is on"
    return f"only values between {show(alpha)} and {show(beta)} matter"


# Cutoffs


def _cuts_key(trace: Trace, at: At) -> frozenset[Node]:
    """The nodes that cutoffs skip and no later pass visits."""
    skipped = {n for cutoff in trace.cutoffs.values() for n in cutoff.skipped}
    return frozenset(skipped - {change.visit for change in trace.changes})


def _explain_cuts(trace: Trace, at: At, key: Any, given: Any) -> tuple[str, int | None]:
    tree = trace.tree
    for n in sorted(given - key):
        name = called(tree, n)
        for i, change in enumerate(trace.changes, 1):
            if change.visit is not None and (change.visit == n or is_below(change.visit, n)):
                return f"You cut off {name}, but the search needs it. {_told(trace, i)}", i
        whole = next((m for m in key if is_below(n, m)), None)
        if whole is not None:
            return f"You cut off only {name}, but all of {called(tree, whole)} is cut off.", None
        return f"You cut off {name}, but the search does not look that far down anyway.", None
    n = min(key - given)
    i = next(i for i, cutoff in trace.cutoffs.items() if n in cutoff.skipped)
    return f"You did not cut off {called(tree, n)}, but the search does. {_told(trace, i)}", i


# One moment of a depth-first search


def _entered(trace: Trace, at: At) -> tuple[int, Enter]:
    """The first visit to a node with a window."""
    for i, change in enumerate(trace.changes, 1):
        if change.visit == at and isinstance(change.event, Enter):
            return i, change.event
    raise LookupError("the search never visits this node with a window")


def _window_key(trace: Trace, at: At) -> tuple[Number, Number]:
    _, visit = _entered(trace, at)
    return visit.alpha, visit.beta


def _explain_window(trace: Trace, at: At, key: Any, given: Any) -> tuple[str, int | None]:
    i, _ = _entered(trace, at)
    visited = f"In step {i}, the search visits {_called(trace, at)} with the window {window(*key)}"
    return f"{visited}: {matters(*key)}.", i


def _returned(trace: Trace, at: At) -> Moment:
    """The first time that a node returns a value."""
    for moment in moments(trace.tree, trace.changes, "returned"):
        if moment.node == at:
            return moment
    raise LookupError("no visit to this node returns a value")


def _value_returned(trace: Trace, moment: Moment) -> Number:
    taken = trace.events[moment.step - 1]
    assert isinstance(taken, Leave)
    return taken.value


def _returned_key(trace: Trace, at: At) -> Number:
    return _value_returned(trace, _returned(trace, at))


def _next_key(trace: Trace, at: At) -> Node:
    return _moment(trace, "next", at).node


# OPEN and BACKUP after a number of Γ's actions


def _acted(trace: Trace, at: At) -> int:
    """The frame after Γ has acted `at` times, up to and including its last action."""
    acts = moments(trace.tree, trace.changes, "case")
    assert isinstance(at, int)
    if acts and at == len(acts):
        return max(i for i, taken in enumerate(trace.events) if isinstance(taken, Pop))
    return _moment(trace, "case", at).frame


def _open_key(trace: Trace, at: At) -> tuple[tuple[Any, ...], ...]:
    return tuple(tuple(state) for state in trace.frame(_acted(trace, at)).open)


def _backup_key(trace: Trace, at: At) -> tuple[tuple[Any, ...], ...]:
    if not any(isinstance(taken, Note) for taken in trace.events):
        raise LookupError("it has no BACKUP")
    return tuple(tuple(phase) for phase in trace.frame(_acted(trace, at)).backup)


def _case_key(trace: Trace, at: At) -> str:
    return _moment(trace, "case", at).answer


def _explain_lists(trace: Trace, at: At, key: Any, given: Any) -> tuple[str, int | None]:
    i, k = _acted(trace, at), _parting(key, given)
    if k == len(key):
        many = f"have {show_count(k, 'entry', 'entries')}" if k else "be empty"
        return f"The list should {many}. {_told(trace, i)}", i
    n, *rest = key[k]
    parts = [trace.tree.name(n), *(x if isinstance(x, str) else show(x) for x in rest)]
    return f"Entry {k + 1} should be ({', '.join(parts)}). {_told(trace, i)}", i


# Bounds after a pass of MT


def _pass_end(trace: Trace, at: At) -> tuple[int, PassEnds]:
    for i, taken in enumerate(trace.events, 1):
        if isinstance(taken, PassEnds) and taken.number == at:
            return i, taken
    raise LookupError("the search has no such pass; passes are numbered from 1")


def _bounds_key(trace: Trace, at: At) -> tuple[Number, Number]:
    _, end = _pass_end(trace, at)
    return end.low, end.high


def _explained(step_of: Callable[[Trace, At], int]) -> Explain:
    def explain(trace: Trace, at: At, key: Any, given: Any) -> tuple[str, int | None]:
        i = step_of(trace, at)
        return _told(trace, i), i

    return explain


def _acts(at: At) -> str:
    return "not acted yet" if not at else "acted once" if at == 1 else f"acted {at} times"


def _visits(at: At) -> str:
    assert isinstance(at, int)
    return show_count(at, "visit")


KINDS: dict[str, Kind] = {
    "values": Kind(
        lambda t, at: "What is the minimax value of each inner node? Write a dict of the values.",
        _values_key,
        answers.read_values,
        marking.mark_mapping,
        _explain_values,
    ),
    "leaves": Kind(
        lambda t, at: (
            f"Which leaves does {t.title} evaluate, and in what order? Write a list of nodes."
        ),
        _leaves_key,
        answers.read_nodes,
        marking.mark_sequence,
        _explain_leaves,
    ),
    "cuts": Kind(
        lambda t, at: f"Which nodes does {t.title} cut off? Write a list of nodes or of edges.",
        _cuts_key,
        answers.read_cuts,
        marking.mark_set,
        _explain_cuts,
    ),
    "window": Kind(
        lambda t, at: f"What is the window (α, β) when {t.title} first visits {_called(t, at)}?",
        _window_key,
        answers.read_pair,
        marking.mark_exact,
        _explain_window,
    ),
    "returned": Kind(
        lambda t, at: f"What is the first value that {_called(t, at)} returns in {t.title}?",
        _returned_key,
        answers.read_number,
        marking.mark_exact,
        _explained(lambda t, at: _returned(t, at).step),
    ),
    "next": Kind(
        lambda t, at: f"{t.title} has made {_visits(at)}. Which node does it visit next?",
        _next_key,
        answers.read_node,
        marking.mark_exact,
        _explained(lambda t, at: _moment(t, "next", at).step),
    ),
    "open": Kind(
        lambda t, at: (
            f"In {t.title}, Γ has {_acts(at)}. What is in OPEN, first state first? "
            "Write a list of (node, 'LIVE' or 'SOLVED', merit)."
        ),
        _open_key,
        answers.read_states,
        marking.mark_sequence,
        _explain_lists,
    ),
    "backup": Kind(
        lambda t, at: (
            f"In {t.title}, Γ has {_acts(at)}. What is in BACKUP, in Dewey order? "
            "Write a list of (node, last child, l, h)."
        ),
        _backup_key,
        answers.read_phases,
        marking.mark_sequence,
        _explain_lists,
    ),
    "case": Kind(
        lambda t, at: f"In {t.title}, Γ has {_acts(at)}. Which case of Γ acts next?",
        _case_key,
        answers.read_case,
        marking.mark_exact,
        _explained(lambda t, at: _moment(t, "case", at).step),
    ),
    "bounds": Kind(
        lambda t, at: f"What are the bounds (f⁻, f⁺) on the value after pass {at} of {t.title}?",
        _bounds_key,
        answers.read_pair,
        marking.mark_exact,
        _explained(lambda t, at: _pass_end(t, at)[0]),
    ),
}
