"""Everything that is shown is true: at every frame of every search, by an independent reckoning."""

import json
import random
import re
from functools import partial
from math import inf
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.helpers.generated import ANY, ragged, uniforms, value_of
from tests.helpers.soundness import (
    MTD,
    Reckoning,
    check_bounds,
    check_caption,
    check_counters,
    check_cutoff,
    check_distinct,
    check_lists,
    check_readable,
    check_statement,
    check_strokes,
    check_why,
    clipped,
    extremes_for,
    next_up,
)
from tracer import Trace, measure, record
from tracer.algorithms import (
    alphabeta,
    alphabeta_sss,
    depth_limited,
    dual_star,
    iterative_deepening,
    minimax,
    mt,
    mtd,
    mtd_bi,
    mtd_f,
    mtd_plus_infinity,
    negamax,
    negascout,
    ps_star,
    scout,
    solve,
    sss_alphabeta,
    sss_star,
)
from tracer.trace import trace_json as codec
from trees import catalogue, from_nested, iid, label
from trees.tree import SIDES


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
    SEARCHES |= {
        f"{search.__name__}-null-{side}": lambda tree, k=step, s=search: (
            s,
            {"alpha": near(tree, k), "beta": next_up(near(tree, k))},
        )
        for search in (alphabeta, negascout)
    }
for search in (
    *(minimax, negamax, solve, scout, negascout, dual_star, ps_star, mtd_bi, mtd_plus_infinity),
):
    SEARCHES[f"{search.__name__}-deepening"] = lambda tree, s=search: (
        iterative_deepening,
        {"depth": 3, "search": s, "evaluate": estimate},
    )
SEARCHES["ps_star-limited-between"] = lambda tree: (
    depth_limited,
    {"search": ps_star, "evaluate": estimate, "depth": 3, "sizes": [3], "lower": 0, "upper": 3},
)
SEARCHES["depth_limited-hard-leaf"] = lambda tree: (
    depth_limited,
    {"depth": 0, "evaluate": estimate, "soft": False, "alpha": -0.5, "beta": 1},
)
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
FEW = settings(max_examples=8)
# Single children, ties, floats that look alike, and negative numbers, with either player to move.
SHAPES = {
    "leaf": 3,
    "single-children": [[[[3]]], [[1, [4]], 2], [[[0, 5]]]],
    "ties": [[[1, 1], [1, 0]], [[0, 1, 1], [1]], [1, [1, 0], 1]],
    "close": [[1.23456, [1.23457, 1.23458]], [[1.23457, 9.5], 1.23456], [1.234565, [0.5, 1.2346]]],
    "next-to-each-other": [[0.1, [0.1 + 2**-56, 0.1]], [[0.1 + 2**-55, 0.1], 0.1 + 2**-56]],
    "negative": [[[-7, -2, -9], [-4, -1]], [-3, [-8, -5]], [[-6, -2], [-2, -10], -11]],
    "lopsided": [4, [[[2, 6], 5], 7], [[1, 3], [[8], [0, 9]]]],
}
MOST = 40  # frames of a long trace that are looked at


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
            yield "why", r, partial(check_why, r, cutoff, trace.why(i))
            if cutoff.sound:
                yield "readable", r, partial(check_readable, r, cutoff, trace.why(i))
        if i in frames:
            yield "caption", r, partial(check_caption, r, frame, trace.caption(i))
            yield "digits", r, partial(check_distinct, r)
        yield "line", r, partial(check_statement, r)
        if cutoff:
            r.cut_off(cutoff)
        if i in frames:
            yield "bounds", r, partial(check_bounds, r, frame)
            yield "strokes", r, partial(check_strokes, r, frame)
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
@pytest.mark.parametrize("example", ["pantel-3.2", "ps-star-error"])
def test_trees_with_names(example, name):
    tree = catalogue.load(example)
    search, options = SEARCHES[name](tree)
    check_all(record(search, tree, **options))


@pytest.mark.parametrize("example", ["srimani-a1", "khemani-8"])
@pytest.mark.parametrize("name", sorted(ANY))
def test_longer_searches(name, example):
    search, options = ANY[name]
    check_all(record(search, catalogue.load(example), **options))


@pytest.mark.parametrize("name", SEARCHES)
@pytest.mark.parametrize("shape", SHAPES)
def test_trees_of_odd_shapes(shape, name):
    for root in "MAX", "MIN":
        tree = from_nested(SHAPES[shape], root=root)
        search, options = SEARCHES[name](tree)
        check_all(record(search, tree, **options))


# PS*: the repaired Γ never cuts off what may matter


PARTITIONS = [{"k": 1}, {"k": 2}, {"k": 3}, {"sizes": [1, 2]}, {"sizes": [2, 1, 3]}, {"sizes": [3]}]


@pytest.mark.parametrize("partitions", PARTITIONS, ids=str)
@pytest.mark.parametrize("root", ["MAX", "MIN"])
@pytest.mark.parametrize(("width", "depth"), [(3, 3), (4, 3), (3, 4), (2, 5)])
def test_the_repaired_ps_star_has_a_reason_for_every_cutoff(width, depth, root, partitions):
    k = partitions.get("k")
    partitions = {"k": min(k, width)} if k else partitions
    for seed in range(6):
        tree = iid(width, depth, seed=seed, high=(5, 100)[seed % 2], root=root)
        trace = record(ps_star, tree, **partitions)
        assert trace.value == value_of(tree)
        assert all(cutoff.sound for cutoff in trace.cutoffs.values())
        if seed == 0 and width**depth < 70:
            check_all(trace)


@given(data=st.data())
def test_the_repaired_ps_star_has_a_reason_on_any_tree(data):
    tree = data.draw(TREES)
    sizes = data.draw(st.lists(st.integers(1, 3), min_size=1, max_size=3))
    values = sorted({tree.value(n) for n in tree.leaves()})
    ends = data.draw(st.lists(st.sampled_from(values), unique=True, max_size=2).map(sorted))
    bounds = dict(zip(data.draw(st.permutations(["lower", "upper"])), ends, strict=False))
    if len(ends) == 2:
        bounds = dict(zip(("lower", "upper"), ends, strict=True))
    trace = record(ps_star, tree, sizes=sizes, **bounds)
    assert all(cutoff.sound for cutoff in trace.cutoffs.values())


@pytest.mark.parametrize("k", [2, 3])
def test_the_printed_ps_star_says_where_nothing_proves_it(k):
    unsound = 0
    for seed in range(12):
        tree = iid(k + 1, 3, seed=seed, high=20)
        trace = record(ps_star, tree, k=k, published=True)
        unsound += sum(not cutoff.sound for cutoff in trace.cutoffs.values())
        check_all(trace)
    assert unsound


@pytest.mark.parametrize("root", ["MAX", "MIN"])
def test_ps_star_one_by_one_classifies_like_alpha_beta(root):
    """The same leaves in the same order, and the same shallow and deep cutoffs, on ties as well."""
    both = [(seed, high) for high in (2, 50) for seed in range(20)]
    trees = [iid(2 + seed % 2, 4, seed=seed, high=high, root=root) for seed, high in both]
    trees += [from_nested([[7], [[[6], [5, 8]]]], root=root), from_nested(SHAPES["lopsided"])]
    for tree in trees:
        one, other = measure(record(alphabeta, tree)), measure(record(ps_star, tree, k=tree.width))
        assert (one.nbp, one.shallow, one.deep) == (other.nbp, other.shallow, other.deep)


@pytest.mark.parametrize("search", [sss_star, dual_star, ps_star])
def test_a_purge_that_turns_back_far_below_is_a_deep_cutoff(search):
    trees = [iid(3, 4, seed=seed, high=9, root=root) for seed in range(6) for root in SIDES]
    deep = []
    for cutoff in (c for tree in trees for c in record(search, tree).cutoffs.values()):
        if cutoff.kind == "purge":
            turned_back = [n[:-1] for n in cutoff.skipped]
            deep.append(cutoff.deep)
            assert cutoff.deep == any(len(n) - len(cutoff.by) > 1 for n in turned_back)
    assert set(deep) == {True, False}


@pytest.mark.parametrize("partitions", PARTITIONS, ids=str)
def test_one_decision_is_one_cutoff(partitions):
    """Table 3.1: case 6a purges BACKUP and OPEN at once. In 6b there may be several."""
    twice = 0
    for seed in range(40):
        tree = iid(4, 3 + seed % 2, seed=seed, high=(5, 100)[seed % 2])
        trace = record(ps_star, tree, **partitions)
        taken = []
        for i, event in enumerate(trace.events, 1):
            if event.kind == "pop":
                taken.append([])
            if i in trace.cutoffs:
                cutoff = trace.cutoffs[i]
                taken[-1].append((event.kind, event.case, cutoff.value, cutoff.bound))
        for found in taken:
            if len(found) > 1:
                assert {case for _, case, *_ in found} == {"6b"}
                assert {kind for kind, *_ in found[1:]} == {"drop"}
                assert len({tuple(reason) for _, _, *reason in found}) == len(found)
                twice += 1
    assert twice or partitions != {"k": 2}


SEVERAL = [  # nodes skipped at once, for reasons that have to cover all of them
    (iid(3, 4, seed=103, high=3), {"sizes": [3], "lower": 2, "upper": 4}),
    (from_nested([[[1]], [[2, 2]], [[3, 9], [1, 0, 2], [9, 3, 1]]]), {"sizes": [3], "lower": 2}),
]


@pytest.mark.parametrize(("tree", "options"), SEVERAL)
def test_a_reason_covers_all_that_is_skipped(tree, options):
    check_all(record(ps_star, tree, **options))
    check_all(record(depth_limited, tree, search=ps_star, depth=3, evaluate=estimate, **options))


@pytest.mark.parametrize("root", ["MAX", "MIN"])
def test_a_node_is_no_reason_to_skip_itself(root):
    """Bisection comes back to nodes it has seen: a later pass may skip what an earlier one saw."""
    for first in range(-3, 12):
        for leaves in [4, 2], [2, 4], [[4, 9], [2, 3]], [[[1, 7], [4]], [[2, 6], [8, 3]]]:
            check_all(record(mtd_bi, from_nested(leaves, root=root), first=first))


# A null window asks a question, and what follows answers that one


@pytest.mark.parametrize("best", [1, 1.23456, 0.1 + 0.2, 10**6 + 0.5])
@pytest.mark.parametrize("root", ["MAX", "MIN"])
def test_a_null_window_has_one_answer(root, best):
    """However many digits the number has that it asks about."""
    below = [[best - 0.5, best - 0.25], [best + 2, best + 3]]
    for reply in below, below[::-1]:
        check_all(record(negascout, from_nested([best, reply], root=root)))


TELLING = [  # small trees on which one line of the replay or of the reasons makes the difference
    (negascout, {}, [[[[[7], [1, 6, 2]]]], [[[[0, 9], [9, 6], [3]], [[2, 0]]]]]),
    (alphabeta_sss, {"depth": 2}, [[[7], [1, 2]]]),
    (sss_alphabeta, {"depth": 1}, [[[[6], [3]], [[7]]], [[[7, 2], [2]]]]),
    (ps_star, {}, [[[[5], [0]], [[0, 6, 4]], [[6, 2]]]]),
]


@pytest.mark.parametrize(("search", "options", "nested"), TELLING)
def test_telling_trees(search, options, nested):
    check_all(record(search, from_nested(nested, root="MIN"), **options))


@pytest.mark.parametrize("search", [sss_star, dual_star, ps_star, sss_alphabeta, alphabeta_sss])
def test_what_is_given_up_stays_given_up(search):
    changes = [c for seed in range(4) for c in record(search, iid(3, 4, seed=seed, high=9)).changes]
    left = [new.status for c in changes for _, old, new in c.nodes if old.status == "given up"]
    assert set(left) <= {"given up"}
    assert any(new.status == "given up" for c in changes for _, _, new in c.nodes)


# The end is announced once


@pytest.mark.parametrize("name", SEARCHES)
def test_the_end_is_announced_once(name):
    for tree in (from_nested(SHAPES["lopsided"]), from_nested(2), from_nested([[1, 1], [1]])):
        search, options = SEARCHES[name](tree)
        trace = record(search, tree, **options)
        done = [i for i in range(len(trace) + 1) if "the search is done" in trace.caption(i)]
        assert done == ([len(trace)] if Reckoning(trace).inner in MTD else [])


# The oracle itself


SWAPPED = [
    *(("yes", "no"), ("Yes", "No"), ("less", "more"), ("least", "most"), ("MAX", "MIN")),
    *(("above", "below"), ("rises", "falls"), ("higher", "lower"), ("meets", "crosses")),
    *(("is worth", "counts as"), (" again", ""), ("a leaf", "which counts as a leaf")),
    *((", which saves no further leaf", ""), (" (a deep cutoff)", ""), (" at this depth", "")),
    *((", and the search is done", ""), ("one of its children is not", "none of its children is")),
    *(("LIVE", "SOLVED"), ("at the front", "behind 1 better state"), ("α", "β")),
    *(("exceed", "fall below"), ("is removed", "are removed"), ("child 1 is", "no child is")),
    *(("live", "solved"), ("all its children are", "one of its children is")),
]


def falsified(text):
    """The same caption, with one word or number changed."""
    for word, other in SWAPPED:
        for old, new in (word, other), (other, word):
            if old and re.search(rf"(?<!\w){re.escape(old)}(?!\w)", text):
                yield re.sub(rf"(?<!\w){re.escape(old)}(?!\w)", new, text, count=1)
    for found in re.finditer(r"(?<![\w.])\d+(?![\w.]*\w)", text):
        yield f"{text[: found.start()]}{int(found[0]) + 1}{text[found.end() :]}"


ORACLE = sorted(set(ANY) - {"alphabeta-right-to-left", "depth_limited-sss"})


@pytest.mark.parametrize("name", ORACLE)
def test_a_false_caption_is_noticed(name):
    tree = catalogue.load("pantel-3.2")
    search, options = ANY[name]
    trace = record(search, tree, **options)
    missed = []
    r = Reckoning(trace)
    for i, event in enumerate(trace.events, 1):
        r.take(event)
        frame, text = trace.frame(i), trace.caption(i)
        check_caption(r, frame, text)
        for other in falsified(text):
            try:
                check_caption(r, frame, other)
            except Exception:  # whatever was noticed
                continue
            missed.append(f"{text} -> {other}")
        if i in trace.cutoffs:
            r.cut_off(trace.cutoffs[i])
    assert not missed, "\n".join(missed)


# At a horizon a witness may be an estimate; the printed PS* has no reason now and then.
MUTABLE = [n for n in SEARCHES if not re.search("deepening|limited|published", n)]
MUTABLE += ["mtd-bisect"]
DRIVEN = ("scout", "negascout", *MTD)  # what they ask about may come from the leaf that is changed


def beyond(relation, number):
    """The nearest number for which `number` is no longer beaten."""
    if abs(number) == inf:
        return number
    return {"≥": -next_up(-number), "≤": next_up(number)}.get(relation, number)


@pytest.mark.parametrize("name", MUTABLE)
@FEW
@given(data=st.data())
def test_a_false_inequality_cuts_nothing(name, data):
    """Change a witness just so far that the inequality is false: that cutoff is gone."""
    tree = data.draw(TREES)
    if name == "mtd-bisect":
        search, options = mtd, {"first": near(tree, 1), "next": "bisect"}
    else:
        search, options = SEARCHES[name](tree)
    if search is solve:  # the extremes it finds by itself would change with the leaf
        options = {"win": max(trace_extremes(tree)), "loss": min(trace_extremes(tree))} | options
    trace = record(search, tree, **options)
    for i, cutoff in list(trace.cutoffs.items())[:6]:
        why, (value, bound) = trace.why(i), (cutoff.value, cutoff.bound)
        if value.leaf is None:
            assert search is solve and len(set(trace_extremes(tree))) == 1
            continue
        flipped = {"≥": "≤", "≤": "≥"}.get(cutoff.relation, "")
        for leaf, changed in (
            (value.leaf, beyond(cutoff.relation, bound.number)),
            (bound.leaf, beyond(flipped, value.number)),
        ):
            if leaf is None or abs(changed) == inf:
                continue
            other = tree.replace({leaf: changed})
            if leaf == bound.leaf and why.holds(other):  # it is a maximum of several leaves
                continue
            assert not why.holds(other), why
            again = record(search, other, **options)
            there = again.cutoffs.get(i)
            if there is None or acts(again, i) != acts(trace, i):
                continue
            assert again.why(i).holds(other)
            if trace.algorithm.name in DRIVEN and there.bound.number != bound.number:
                continue
            if leaf == value.leaf:
                assert (there.node, there.value.leaf) != (cutoff.node, leaf), why
            else:
                assert (there.node, there.bound.leaf) != (cutoff.node, leaf), why


def acts(trace, i):
    return [(event.kind, event.node) for event in trace.events[:i]]


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


def test_ps_star_of_version_1_on_a_single_leaf():
    steps = [
        ["push", "0", "LIVE", "inf", "", "start"],
        ["note", "0", 0, "-inf", "inf", "", "start"],
    ]
    steps += [["pop", "0", "LIVE", "inf", "3", "case-3"], ["evaluate", "0", 5, "case-3"]]
    steps += [
        ["insert", "0", "SOLVED", 5, 0, "3a", "case-3a"],
        ["pop", "0", "SOLVED", 5, "", "done"],
    ]
    tree = {"root": "MAX", "values": {"0": 5}}
    data = OLD["ps_star"] | {"options": {}, "tree": tree, "steps": steps, "value": 5}
    assert refused(data) is None
    assert Trace.from_json(json.dumps(data)) == record(ps_star, from_nested(5, letters=False))


@pytest.mark.parametrize("name", [n for n in OLD if n != "stopped"])
def test_traces_of_version_1_are_told_truly(name):
    trace = Trace.from_json(json.dumps(OLD[name]))
    trace.options.update(codec.runnable(trace.options, trace.events) or {})
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
