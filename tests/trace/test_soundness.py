"""Everything that is shown is true: at every frame of every search, by an independent reckoning."""

import json
import random
from functools import partial
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.helpers.generated import ANY, ragged, uniforms, value_of
from tests.helpers.soundness import (
    Reckoning,
    check_bounds,
    check_caption,
    check_counters,
    check_cutoff,
    check_lists,
    check_readable,
    check_why,
    clipped,
    extremes_for,
)
from tracer import Trace, record
from tracer.algorithms import (
    alphabeta,
    depth_limited,
    dual_star,
    iterative_deepening,
    mt,
    mtd_f,
    negascout,
    ps_star,
    scout,
    solve,
    sss_star,
)
from tracer.trace.trace import trace_json as codec
from trees import catalogue, label


def estimate(n):
    """A static evaluation with ties in it."""
    return (7 * sum(n) + 3 * len(n)) % 5 - 2


def shuffled(tree):
    """An order of the children for every inner node."""
    rng = random.Random(len(list(tree.nodes())))
    inner = [n for n in tree.nodes() if tree.children(n)]
    orders = {label(n): list(range(1, len(tree.children(n)) + 1)) for n in inner}
    for numbers in orders.values():
        rng.shuffle(numbers)
    return orders


def near(tree, step):
    """The value of the root, or a number on either side of it."""
    values = sorted({tree.value(n) for n in tree.leaves()})
    at = values.index(value_of(tree)) + step
    if 0 <= at < len(values):
        return values[at]
    end, beyond = (values[0], at) if at < 0 else (values[-1], at - len(values) + 1)
    return end + beyond * max(1, abs(end))


def wide(tree, k):
    return min(k, max(1, tree.width))


SEARCHES = {name: (lambda tree, s=s, o=o: (s, o)) for name, (s, o) in ANY.items()}
SEARCHES |= {
    "alphabeta-order": lambda tree: (alphabeta, {"order": shuffled(tree)}),
    "scout-deepening": lambda tree: (
        iterative_deepening,
        {"depth": 3, "search": scout, "evaluate": estimate},
    ),
    "sss_star-deepening": lambda tree: (
        iterative_deepening,
        {"depth": 3, "search": sss_star, "evaluate": estimate},
    ),
    "alphabeta-deepening": lambda tree: (
        iterative_deepening,
        {"depth": 4, "evaluate": estimate},
    ),
    "mtd_f-deepening": lambda tree: (
        iterative_deepening,
        {"depth": 3, "search": mtd_f, "evaluate": estimate},
    ),
    "solve-promise": lambda tree: (solve, {"win": near(tree, 1), "loss": near(tree, -1)}),
    "ps_star": lambda tree: (ps_star, {}),
    "ps_star-3": lambda tree: (ps_star, {"k": wide(tree, 3)}),
    "ps_star-published-2": lambda tree: (ps_star, {"k": wide(tree, 2), "published": True}),
    "ps_star-published-3": lambda tree: (ps_star, {"k": wide(tree, 3), "published": True}),
}
for soft in True, False:
    for strict in True, False:
        name = f"alphabeta-window-{'soft' if soft else 'hard'}{'-strict' * strict}"
        SEARCHES[name] = lambda tree, soft=soft, strict=strict: (
            alphabeta,
            {"alpha": near(tree, -1), "beta": near(tree, 1), "soft": soft, "strict": strict},
        )
for step, side in (-1, "under"), (0, "at"), (1, "over"):
    SEARCHES |= {
        f"sss_star-{side}": lambda tree, k=step: (sss_star, {"upper": near(tree, k)}),
        f"dual_star-{side}": lambda tree, k=step: (dual_star, {"lower": near(tree, k)}),
        f"ps_star-lower-{side}": lambda tree, k=step: (
            ps_star,
            {"k": wide(tree, 2), "lower": near(tree, k)},
        ),
        f"ps_star-upper-{side}": lambda tree, k=step: (
            ps_star,
            {"k": wide(tree, 2), "upper": near(tree, k)},
        ),
        f"ps_star-between-{side}": lambda tree, k=step: (
            ps_star,
            {"k": wide(tree, 2), "lower": near(tree, k - 1), "upper": near(tree, k + 1)},
        ),
        f"alphabeta-window-{side}": lambda tree, k=step: (
            alphabeta,
            {"alpha": near(tree, k - 1), "beta": near(tree, k)},
        ),
        f"alphabeta-hard-window-{side}": lambda tree, k=step: (
            alphabeta,
            {"alpha": near(tree, k - 1), "beta": near(tree, k), "soft": False, "strict": k == 0},
        ),
        f"negascout-window-{side}": lambda tree, k=step: (
            negascout,
            {"alpha": near(tree, k - 1), "beta": near(tree, k + 1)},
        ),
        f"mt-{side}": lambda tree, k=step: (mt, {"gamma": near(tree, k)}),
        f"mt-strict-{side}": lambda tree, k=step: (mt, {"gamma": near(tree, k), "strict": True}),
    }
for depth in range(5):
    SEARCHES |= {
        f"depth_limited-{depth}": lambda tree, d=depth: (
            depth_limited,
            {"depth": d, "evaluate": estimate},
        ),
        f"depth_limited-sss-{depth}": lambda tree, d=depth: (
            depth_limited,
            {"depth": d, "evaluate": estimate, "search": sss_star},
        ),
    }

TREES = ragged() | uniforms(max_leaves=27)
FEW = settings(max_examples=20)
MOST = 60  # frames of a long trace that are looked at


def looked_at(trace):
    """All frames of a short trace; of a long one the cutoffs, and others evenly spread."""
    if len(trace) <= MOST:
        return set(range(len(trace) + 1))
    spread = {round(k * len(trace) / MOST) for k in range(MOST + 1)}
    return spread | set(list(trace.cutoffs)[:MOST])


def shown(trace):
    """All claims of a trace in turn: what kind, the reckoning, and a check to call."""
    r = Reckoning(trace)
    frames = looked_at(trace)
    yield "caption", r, partial(check_start, trace)
    for i, event in enumerate(trace.events, 1):
        r.take(event)
        frame = trace.frame(i)
        cutoff = trace.cutoffs.get(i)
        if cutoff:
            yield "cutoff", r, partial(check_cutoff, r, cutoff)
            if cutoff.sound:
                yield "why", r, partial(check_why, r, cutoff, trace.why(i))
                yield "readable", r, partial(check_readable, r, cutoff, trace.why(i))
        if i in frames:
            yield "caption", r, partial(check_caption, r, frame, trace.caption(i))
        if cutoff:
            r.cut_off(cutoff)
        if i in frames:
            yield "bounds", r, partial(check_bounds, r, frame)
            yield "lists", r, partial(check_lists, r, frame)
            yield "counters", r, partial(check_counters, r, frame)
    yield "end", r, partial(check_end, trace, r)


def check_all(trace):
    """Check every claim, and say where it fails."""
    for what, r, check in shown(trace):
        try:
            check()
        except Exception as error:
            where = f"{trace.title}, step {r.i} of {len(trace)}, {trace.tree.data()}"
            raise AssertionError(f"{what}: {error}: {where}: {trace.caption(r.i)}") from error


def check_start(trace):
    assert trace.caption(0) == f"{trace.title}: nothing has been visited yet."
    assert trace.frame(0).stack == () and dict(trace.frame(0).values()) == {}


def check_end(trace, r):
    """What was never seen cannot have mattered, and all of it was cut off."""
    leaves = r.tree.leaves()
    assert trace.nbp == len(r.ever_seen) and set(trace.leaves) == r.ever_seen
    assert set(leaves) == r.cut | set(r.seen), "some leaf was neither seen nor cut off"
    if r.options.get("published"):
        return
    value = r.tree.minimax()
    if r.inner == "mt":
        yes = (
            trace.value > r.options["gamma"]
            if r.options.get("strict")
            else trace.value >= r.options["gamma"]
        )
        assert value >= trace.value if yes else value <= trace.value
    else:
        assert clipped(trace.value, *r.concern) == clipped(value, *r.concern)
    unseen = [n for n in leaves if n not in r.seen]
    options = trace.options
    if r.inner == "solve":  # the extremes that it finds by itself may change with the leaves
        options = options | dict(zip(("loss", "win"), r.promised, strict=True))
    for extreme in (
        extremes_for(r) if unseen and r.name not in ("depth_limited", "iterative_deepening") else ()
    ):
        other = trace.tree.replace(dict.fromkeys(unseen, extreme))
        again = record(trace.algorithm.search, other, **options)
        assert again.value == trace.value and again.leaves == trace.leaves
        if r.inner != "mt":
            assert clipped(value_of(other), *r.concern) == clipped(value, *r.concern)


@pytest.mark.parametrize("name", SEARCHES)
@FEW
@given(data=st.data())
def test_all_that_is_shown_is_true(name, data):
    tree = data.draw(TREES)
    search, options = SEARCHES[name](tree)
    check_all(record(search, tree, **options))


@pytest.mark.parametrize("name", SEARCHES)
@pytest.mark.parametrize("example", ["pantel-3.2", "srimani-a1", "khemani-8", "ps-star-error"])
def test_trees_with_names(example, name):
    tree = catalogue.load(example)
    search, options = SEARCHES[name](tree)
    check_all(record(search, tree, **options))


DEPTH_FIRST = [n for n in SEARCHES if n.startswith(("alphabeta", "solve", "mt")) and "mtd" not in n]
DEPTH_FIRST = [n for n in DEPTH_FIRST if "deepening" not in n]


@pytest.mark.parametrize("name", DEPTH_FIRST)
@FEW
@given(data=st.data())
def test_a_false_inequality_cuts_nothing(name, data):
    """Change the witness so that the inequality is false: that cutoff is gone."""
    tree = data.draw(TREES)
    search, options = SEARCHES[name](tree)
    trace = record(search, tree, **options)
    for i, cutoff in list(trace.cutoffs.items())[:6]:
        why, bound = trace.why(i), cutoff.bound.number
        leaf, _ = why.witnesses
        if leaf is None:
            assert search is solve and len(set(trace_extremes(tree))) == 1
            continue
        over = cutoff.relation in ("≤", "<")
        changed = bound + max(1, abs(bound)) if over else bound - max(1, abs(bound))
        other = tree.replace({leaf: changed})
        assert not why.holds(other), why
        if search is solve:  # the extremes it finds by itself would change with the leaf
            options = {
                "win": max(trace_extremes(tree)),
                "loss": min(trace_extremes(tree)),
            } | options
        again = record(search, other, **options)
        if i in again.cutoffs:
            there = again.why(i)
            assert (there.cutoff.node, there.cutoff.kind, there.inequality) != (
                cutoff.node,
                cutoff.kind,
                why.inequality,
            )


def trace_extremes(tree):
    return [tree.value(n) for n in tree.leaves()]


# Traces of strangers, and of the first version

VERSION_1 = sorted((Path(__file__).parent / "version1").glob("*.json"))
OLD = {path.stem: json.loads(path.read_text(encoding="utf-8")) for path in VERSION_1}
COMPLETE = [name for name in OLD if OLD[name]["value"] is not None]


def of_version(name, version):
    """A trace as JSON data, of the first version or written anew."""
    data = json.loads(json.dumps(OLD[name]))
    return data if version == 1 else json.loads(Trace.from_json(json.dumps(data)).to_json())


def refused(data):
    try:
        Trace.from_json(json.dumps(data))
    except ValueError as error:
        return str(error)
    return None


@pytest.mark.parametrize("name", OLD)
def test_traces_of_version_1_load(name):
    data = OLD[name]
    trace = Trace.from_json(json.dumps(data))
    evaluated = [step[1] for step in data["steps"] if step[0] == "evaluate"]
    assert [label(n) for n in trace.leaves] == evaluated
    assert trace.value == data["value"]
    for i in range(len(trace) + 1):
        assert trace.caption(i) and trace.frame(i).known(()) is not None
        assert trace.caption(i).isprintable()
    assert Trace.from_json(trace.to_json()) == trace


@pytest.mark.parametrize("name", [n for n in OLD if n != "stopped"])
def test_traces_of_version_1_are_told_truly(name):
    trace = Trace.from_json(json.dumps(OLD[name]))
    trace.options.update(codec.runnable(trace.options) or {})
    check_all(trace)


@pytest.mark.parametrize("version", [1, 2])
@pytest.mark.parametrize("name", COMPLETE)
def test_a_trace_that_was_changed_is_refused(name, version):
    whole = of_version(name, version)
    assert refused(whole) is None
    steps = whole["steps"]
    let_in = []

    def attempt(what, **changes):
        if refused({**whole, **changes}) is None:
            let_in.append(what)

    for k in range(len(steps)):
        attempt(f"step {k + 1} dropped: {steps[k]}", steps=steps[:k] + steps[k + 1 :])
        if k and steps[k] != steps[k - 1]:
            swapped = [*steps[: k - 1], steps[k], steps[k - 1], *steps[k + 1 :]]
            attempt(f"steps {k} and {k + 1} swapped: {steps[k - 1 : k + 1]}", steps=swapped)
        attempt(f"step {k + 1} twice: {steps[k]}", steps=[*steps[:k], steps[k], *steps[k:]])
    for text in {step[1] for step in steps if step[0] in ("evaluate", "test")}:
        values = whole["tree"]["values"] | {text: whole["tree"]["values"][text] + 1}
        attempt(f"another value at {text}", tree={**whole["tree"], "values": values})
    attempt("another result", value=whole["value"] + 1)
    for other in {"minimax", "alphabeta", "sss_star", "mtd_f", "scout"} - {whole["algorithm"]}:
        attempt(f"called {other}", algorithm=other)
    assert not let_in, "\n".join(let_in)


@pytest.mark.parametrize("version", [1, 2])
@pytest.mark.parametrize("bad", ["\x1b[2J", "a\nb", "\x00", "\u202ex", "\x9b31m"])
def test_control_characters_are_refused(bad, version):
    whole = of_version("sss_star", version)
    assert refused({**whole, "algorithm": bad})
    assert refused({**whole, "options": {bad: 1}})
    assert refused({**whole, "options": {"upper": bad}})
    assert refused({**whole, "options": {"upper": {"function": bad}}})
    steps = whole["steps"]
    assert refused({**whole, "steps": [[*steps[0][:-1], bad], *steps[1:]]})
    assert refused({**whole, "steps": [[bad, *steps[0][1:]], *steps[1:]]})
    plain = of_version("alphabeta", version)
    steps = plain["steps"]
    assert refused({**plain, "steps": [[*steps[0][:-1], bad], *steps[1:]]})
    assert refused({**plain, "algorithm": "mine", "steps": [[*steps[0][:-1], bad], *steps[1:]]})
