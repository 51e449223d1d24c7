"""The kinds of question: for each, what is asked, the key in a trace, and why it is so."""

from collections.abc import Callable
from math import inf
from typing import Any, NamedTuple

from tracer.events import ASK, ENTER, EVALUATE, LEAVE, LIVE, PASS, POP, Step
from tracer.exercises import answers, marking
from tracer.trace import Trace
from trees.dewey import ROOT, Node, is_below
from trees.number import interval, show

At = Node | int | None
Key = Callable[[Trace, At], Any]
Explain = Callable[[Trace, At, Any, Any], tuple[str, int | None]]


class Kind(NamedTuple):
    """A kind of question."""

    prompt: Callable[[Trace, At], str]
    key: Key  # raises LookupError where the question makes no sense
    read: answers.Reader
    mark: Callable[[Any, Any], float]
    explain: Explain  # the first thing that is wrong, and the frame that shows it


def _first(trace: Trace, wanted: Callable[[Step], bool], skip: int = 0) -> int:
    """The number of the frame after the first step that is wanted, after skipping some."""
    for i, step in enumerate(trace.steps, 1):
        if wanted(step):
            if not skip:
                return i
            skip -= 1
    raise LookupError("the search has no such step")


def _why(trace: Trace, i: int) -> tuple[str, int]:
    return f"Step {i}: {trace.caption(i)}", i


# Values of nodes


def _values_key(trace: Trace, at: At) -> dict[Node, Any]:
    """The values of all inner nodes, to MAX."""
    entered = [step for step in trace.steps if step[0] == ENTER]
    everywhere = {step[1] for step in entered} >= set(trace.tree.nodes())
    if not everywhere or any(step[2:4] != (-inf, inf) for step in entered):
        raise LookupError("the values of all nodes are asked of minimax, which finds them all")
    if trace.tree.is_leaf(ROOT):
        raise LookupError("the tree has no inner nodes")
    negated = trace.algorithm.negates
    return {
        n: -v if negated and not trace.tree.is_max(n) else v
        for kind, n, v in (step[:3] for step in trace.steps)
        if kind == LEAVE
    }


def _explain_values(trace: Trace, at: At, key: Any, given: Any) -> tuple[str, int | None]:
    name = trace.tree.name
    for n in sorted(key, key=lambda n: (-len(n), n)):  # from the bottom up, where it goes wrong
        if given.get(n) != key[n]:
            i = _returned_step(trace, n)
            said = f"you gave {show(given[n])}" if n in given else "you gave no value"
            children = ", ".join(
                show(key[c] if c in key else trace.tree.value(c)) for c in trace.tree.children(n)
            )
            player = trace.tree.player(n)
            return f"{name(n)} is {show(key[n])}, {said}: {player} chooses among {children}.", i
    extra = next(n for n in given if n not in key)
    return f"{name(extra)} is a leaf: only inner nodes were asked for.", None


# Leaves in order


def _leaves_key(trace: Trace, at: At) -> tuple[Node, ...]:
    return trace.leaves


def _explain_leaves(trace: Trace, at: At, key: Any, given: Any) -> tuple[str, int | None]:
    name = trace.tree.name
    k = next(
        (k for k, (x, y) in enumerate(zip(key, given, strict=False)) if x != y),
        min(len(key), len(given)),
    )
    if k < len(given) and given[k] not in key:
        return _why_not_seen(trace, given[k])
    if k < len(key) and key[k] not in given:
        i = _first(trace, lambda step: step[0] == EVALUATE, k)
        window = _window_before(trace, i)
        text, _ = _why(trace, i)
        return f"You left out {name(key[k])}: nothing rules it out{window}. {text}", i
    if k < len(given) and k < len(key):
        i = _first(trace, lambda step: step[0] == EVALUATE, k)
        text, _ = _why(trace, i)
        return f"{name(given[k])} is not the next leaf; {name(key[k])} is. {text}", i
    if k < len(given):
        return f"{name(given[k])} is evaluated once too often.", None
    i = _first(trace, lambda step: step[0] == EVALUATE, k)
    return f"The search is not over: {name(key[k])} comes next. {_why(trace, i)[0]}", i


def _why_not_seen(trace: Trace, n: Node) -> tuple[str, int | None]:
    name = trace.tree.name(n)
    if not trace.tree.is_leaf(n):
        return f"{name} is not a leaf.", None
    for i, cutoff in trace.timeline.cutoffs.items():
        if any(n == c or is_below(n, c) for c in cutoff.skipped):
            return f"You evaluated {name}, but: {trace.caption(i)}", i
    end = len(trace)
    return f"You evaluated {name}, which the search never looks at.", end


def _window_before(trace: Trace, i: int) -> str:
    stack = trace.frame(i - 1).stack
    if not stack or stack[-1].relation:
        return ""
    return f"; the window there is {interval(stack[-1].alpha, stack[-1].beta)}"


# Cutoffs


def _cuts_key(trace: Trace, at: At) -> frozenset[Node]:
    """The children of visited nodes that are never visited themselves."""
    seen = {step[1] for step in trace.steps if step[0] in (ENTER, ASK, EVALUATE, POP)}
    horizon = {step[1] for step in trace.steps if step[0] == EVALUATE}
    skipped = set()
    for n in seen:
        children = set(trace.tree.children(n))
        if n not in horizon or children & seen:  # what lies beyond a horizon is not cut off
            skipped |= children - seen
    return frozenset(skipped)


def _explain_cuts(trace: Trace, at: At, key: Any, given: Any) -> tuple[str, int | None]:
    name = trace.tree.name
    for n in sorted(given - key):
        visited = (ENTER, ASK, EVALUATE, POP)
        for i, step in enumerate(trace.steps, 1):
            if step[0] in visited and (step[1] == n or is_below(step[1], n)):
                return f"You cut off {name(n)}, but the search needs it. {_why(trace, i)[0]}", i
        above = next((m for m in key if is_below(n, m)), None)
        if above is not None:
            return f"You cut off {name(n)}, but not all of {name(above)}, which is skipped.", None
        return f"You cut off {name(n)}, which is skipped only by way of its children.", None
    n = min(key - given)
    for i, cutoff in trace.timeline.cutoffs.items():
        if n in cutoff.skipped:
            return f"You left {name(n)} standing, but: {trace.caption(i)}", i
    return f"You left {name(n)} standing, but the search never looks at it.", len(trace)


# One moment of a depth-first search


def _visit(trace: Trace, at: At) -> int:
    return _first(trace, lambda step: step[0] == ENTER and step[1] == at)


def _window_key(trace: Trace, at: At) -> Any:
    return trace.steps[_visit(trace, at) - 1][2:4]


def _explain_window(trace: Trace, at: At, key: Any, given: Any) -> tuple[str, int | None]:
    text, i = _why(trace, _visit(trace, at))
    return f"{_at_node(trace, at)} is visited with {interval(*key)}. {text}", i


def _returned_step(trace: Trace, at: At) -> int:
    return _first(trace, lambda step: step[0] == LEAVE and step[1] == at)


def _returned_key(trace: Trace, at: At) -> Any:
    return trace.steps[_returned_step(trace, at) - 1][2]


_VISITS = (ENTER, ASK)


def _next_step(trace: Trace, at: At) -> int:
    assert isinstance(at, int)
    visits = (lambda step: step[0] in _VISITS) if _visiting(trace) else _takes_live
    return _first(trace, visits, at)


def _visiting(trace: Trace) -> bool:
    return any(step[0] in _VISITS for step in trace.steps)


def _takes_live(step: Step) -> bool:
    return bool(step[0] == POP and step[2] == LIVE)


def _next_key(trace: Trace, at: At) -> Node:
    n: Node = trace.steps[_next_step(trace, at) - 1][1]
    return n


# OPEN and BACKUP after a number of Γ's actions


def _taken(trace: Trace, at: At) -> int:
    """The frame before the state after the `at`-th is taken: Γ has acted `at` times."""
    assert isinstance(at, int)
    return _first(trace, lambda step: step[0] == POP, at) - 1


def _open_key(trace: Trace, at: At) -> Any:
    return tuple(tuple(state) for state in trace.frame(_taken(trace, at)).open)


def _backup_key(trace: Trace, at: At) -> Any:
    if not any(step[0] == "note" for step in trace.steps):
        raise LookupError("this search has no BACKUP")
    return tuple(tuple(phase) for phase in trace.frame(_taken(trace, at)).backup)


def _case_key(trace: Trace, at: At) -> str:
    case = str(trace.steps[_taken(trace, at)][4])
    if not case:
        raise LookupError("the search is over")
    return case


def _explain_lists(trace: Trace, at: At, key: Any, given: Any) -> tuple[str, int | None]:
    i = _taken(trace, at)
    name = trace.tree.name
    k = next(
        (k for k, (x, y) in enumerate(zip(key, given, strict=False)) if x != y),
        min(len(key), len(given)),
    )
    shown = ", ".join(str(part) for part in key[k][1:]) if k < len(key) else ""
    right = f"({name(key[k][0])}, {shown})" if k < len(key) else "nothing"
    return f"Entry {k + 1} should be {right}. {_why(trace, i)[0]}", i


# Bounds after a pass of MT


def _pass_step(trace: Trace, at: At) -> int:
    return _first(trace, lambda s: s[0] == PASS and s[2] == at and s[-1] == "bounds")


def _bounds_key(trace: Trace, at: At) -> Any:
    return trace.steps[_pass_step(trace, at) - 1][3:5]


def _explained(step_of: Callable[[Trace, At], int]) -> Explain:
    def explain(trace: Trace, at: At, key: Any, given: Any) -> tuple[str, int | None]:
        return _why(trace, step_of(trace, at))

    return explain


def _at_node(trace: Trace, at: At) -> str:
    assert isinstance(at, tuple)
    return trace.tree.name(at)


KINDS: dict[str, Kind] = {
    "values": Kind(
        lambda t, at: "What is the minimax value of every inner node? A dict by node.",
        _values_key,
        answers.read_values,
        marking.mark_mapping,
        _explain_values,
    ),
    "leaves": Kind(
        lambda t, at: f"Which leaves does {t.title} evaluate, in which order? A list of nodes.",
        _leaves_key,
        answers.read_nodes,
        marking.mark_sequence,
        _explain_leaves,
    ),
    "cuts": Kind(
        lambda t, at: f"Which nodes does {t.title} cut off? A list of nodes, or of edges.",
        _cuts_key,
        answers.read_cuts,
        marking.mark_set,
        _explain_cuts,
    ),
    "window": Kind(
        lambda t, at: f"With which window (α, β) does {t.title} first visit {_at_node(t, at)}?",
        _window_key,
        answers.read_pair,
        marking.mark_exact,
        _explain_window,
    ),
    "returned": Kind(
        lambda t, at: f"Which value does {_at_node(t, at)} return, the first time, in {t.title}?",
        _returned_key,
        answers.read_number,
        marking.mark_exact,
        _explained(_returned_step),
    ),
    "next": Kind(
        lambda t, at: f"{t.title} has visited {at} nodes. Which one is next?",
        _next_key,
        answers.read_node,
        marking.mark_exact,
        _explained(_next_step),
    ),
    "open": Kind(
        lambda t, at: (
            f"In {t.title}, Γ has acted {at} times. What is in OPEN, first state first? "
            "A list of (node, 'LIVE' or 'SOLVED', merit)."
        ),
        _open_key,
        answers.read_states,
        marking.mark_sequence,
        _explain_lists,
    ),
    "backup": Kind(
        lambda t, at: (
            f"In {t.title}, Γ has acted {at} times. What is in BACKUP, in Dewey order? "
            "A list of (node, last son, l, h)."
        ),
        _backup_key,
        answers.read_phases,
        marking.mark_sequence,
        _explain_lists,
    ),
    "case": Kind(
        lambda t, at: f"In {t.title}, Γ has acted {at} times. Which case acts next?",
        _case_key,
        answers.read_case,
        marking.mark_exact,
        _explained(lambda t, at: _taken(t, at) + 1),
    ),
    "bounds": Kind(
        lambda t, at: f"What are the bounds (f⁻, f⁺) on the value after pass {at} of {t.title}?",
        _bounds_key,
        answers.read_pair,
        marking.mark_exact,
        _explained(_pass_step),
    ),
}
