"""The trees that programs are tried on, and the marks."""

import re
from math import inf, nextafter

import pytest

from tests.helpers.program_bank import LOOP, MINIMAX, RIGHT
from tracer import record
from tracer.algorithms import alphabeta, minimax
from tracer.exercises import check
from tracer.exercises.code.check import Write, judge
from tracer.exercises.code.mistakes import mistakes_of
from tracer.exercises.code.sandbox import Sandbox, enough, isolation
from tracer.exercises.code.shrink import shrink
from tracer.exercises.code.trial_trees import DEEPEST, KINDS, QUOTA, WIDEST, trial_trees
from tracer.exercises.code.trials import Outcome, outcome_of, score, trials
from tracer.exercises.code.windows import MANY, window_trials
from trees import from_nested

SEEDS = range(6)


def function(source):
    space = {}
    exec(source, space)
    return space["f"]


def test_a_seed_gives_the_same_trees_again_and_another_seed_others():
    once = trial_trees(7)
    trial_trees.cache_clear()
    assert trial_trees(7) == once
    others = [tree for tree in trial_trees(8) if tree.leaf_count() > 3]
    assert not any(tree in once for tree in others)


@pytest.mark.parametrize("seed", SEEDS)
def test_trees_are_of_many_kinds(seed):
    trees = trial_trees(seed)
    assert max(tree.width for tree in trees) == WIDEST == 7
    assert max(tree.depth for tree in trees) == DEEPEST == 7
    assert {tree.root for tree in trees} == {"MAX", "MIN"}
    assert sum(tree.leaf_count() == 1 for tree in trees) >= 3
    values = [tree.value(n) for tree in trees for n in tree.leaves()]
    assert min(values) < -1e308 and max(values) > 1e308
    assert any(nextafter(v, inf) in values for v in values if v % 1), "neighbours"
    assert any(v % 1 for v in values) and any(-100 < v < 0 for v in values)
    assert any(abs(v) > 1e9 and type(v) is int for v in values)
    lists = [[t.value(n) for n in t.leaves()] for t in trees]
    assert sum(len(set(found)) < len(found) for found in lists) > 5, "ties"
    single = [n for t in trees for n in t.nodes() if len(t.children(n)) == 1]
    assert len(single) > 5
    assert sum(sum(1 for _ in tree.nodes()) for tree in trees) < 1200, "grading stays fast"


@pytest.mark.parametrize("seed", SEEDS)
def test_every_ply_has_shallow_and_deep_cutoffs(seed):
    found = {kind: 0 for kind in KINDS if kind[0] in ("shallow", "deep")}
    assert {ply for kind, ply in found if kind == "shallow"} == {1, 2, 3, 4, 5, 6}
    assert {ply for kind, ply in found if kind == "deep"} == {3, 4, 5, 6}
    for tree in trial_trees(seed):
        cutoffs = record(alphabeta, tree).cutoffs.values()
        for kind in {(c.kind, len(c.node)) for c in cutoffs}:
            found[kind] += 1
    assert min(found.values()) >= QUOTA


@pytest.mark.parametrize("search", [alphabeta, minimax], ids=lambda s: s.__name__)
@pytest.mark.parametrize("seed", SEEDS[:2])
def test_every_known_mistake_shows_on_some_tree(search, seed):
    single, _ = mistakes_of(search, {})
    tried = trials(search, seed, ())
    hidden = [
        mistake.name
        for mistake in single
        if all(_same(mistake, trial.tree, trial.right) for trial in reversed(tried))
    ]
    as_good = {
        "fail-hard",
        "returns α everywhere (at MAX nodes)",
        "returns β everywhere (at MIN nodes)",
    }
    assert set(hidden) <= as_good


def _same(mistake, tree, right):
    try:
        return outcome_of(mistake.search, tree) == right
    except Exception:
        return False


@pytest.mark.parametrize("seed", SEEDS[:3])
def test_a_correct_value_is_worth_half(seed):
    assert check(function(MINIMAX), seed=seed).score == 0.5
    assert check(function(LOOP), seed=seed).score == 0.5


@pytest.mark.parametrize("search", [alphabeta, minimax], ids=lambda s: s.__name__)
def test_guesses_earn_nothing(search):
    def leaf(choose):
        return lambda tree: choose(leaves(tree, ()))

    def leaves(tree, n):
        if tree.is_leaf(n):
            return [tree.value(n)]
        return [v for c in tree.children(n) for v in leaves(tree, c)]

    guesses = [lambda tree: 0, lambda tree: 1, lambda tree: -inf, lambda tree, n: 20]
    for guess in guesses:
        assert check(guess, search, seed=3).score == 0
    by_leaf = [leaf(lambda v: v[0]), leaf(lambda v: v[-1]), leaf(max), leaf(min)]
    for guess in by_leaf:  # for minimax the leaves, and for one-leaf trees all, are right
        assert check(guess, search, seed=3).score <= (0.25 if search is minimax else 0.1)


def test_the_marks_are_as_the_rule_says():
    tried = trials(alphabeta, 5, ())
    right = [trial.right for trial in tried]
    assert score(tried, right) == 1
    shallow = [t for t in tried if t.skips and not t.deep]
    deep = [t for t in tried if t.deep]
    plain = [t for t in tried if not t.skips]
    assert len(shallow) >= 5 and len(deep) >= 5 and plain

    def without(some):
        """Right values everywhere, but wrong leaves on some trees."""
        return [Outcome(t.right.value, () if t in some else t.right.leaves) for t in tried]

    assert score(tried, without(deep)) == score(tried, without(shallow)) == 0.75
    assert score(tried, without(deep[:1])) == pytest.approx(1 - 0.25 / len(deep))
    assert score(tried, without(plain)) == 0.99
    assert score(tried, [Outcome(None, t.right.leaves) for t in tried]) == 0
    assert score(tried, []) == 0 and "99 %" in Write.rule


def test_a_dispute_can_be_replayed():
    wrong = function(MINIMAX)
    first = check(wrong)
    again = check(wrong, seed=first.seed)
    assert (again.text, again.score) == (first.text, first.score)
    assert f"seed {first.seed}" in first.text
    assert check(wrong).seed != first.seed


def test_another_convention_can_be_asked_for():
    strict = next(p for p in RIGHT if p.name == "short").source.replace(">= beta", "> beta")
    assert not check(function(strict), seed=1).right
    assert check(function(strict), strict=True, seed=1).right
    met = check(function(RIGHT[0].source), strict=True, seed=1)
    assert met.fits == ("cuts where the bound is met (≥)",)
    with pytest.raises(TypeError, match="no option"):
        check(function(strict), sloppy=True)


SOFT = RIGHT[0].source
HARD = """
def f(tree, n, alpha, beta):
    if tree.is_leaf(n):
        return tree.value(n)
    for c in tree.children(n):
        w = f(tree, c, alpha, beta)
        if tree.is_max(n):
            alpha = max(alpha, w)
        else:
            beta = min(beta, w)
        if alpha >= beta:
            break
    return alpha if tree.is_max(n) else beta
"""
HARD_OR_LEAF = HARD  # a leaf may be worth less than α
HARD = HARD.replace("    for c", "    low, high = alpha, beta\n    for c").replace(
    "return alpha if tree.is_max(n) else beta",
    "return max(low, min(high, alpha if tree.is_max(n) else beta))",
)
WITH_DEFAULTS = "from math import inf\n" + SOFT.replace(
    "(tree, n, alpha, beta):", "(tree, n=(), alpha=-inf, beta=inf):", 1
)


def in_both(source, seed, **options):
    with Sandbox(source, "f", unsafe=not enough(isolation())) as box:
        there = judge(box.run, alphabeta, seed=seed, **options)
    here = check(function(source), seed=seed, **options)
    assert (here.score, here.text, here.fits) == (there.score, there.text, there.fits)
    return here


@pytest.mark.parametrize("seed", SEEDS[:3])
def test_windows_tell_fail_soft_from_fail_hard(seed):
    assert "def f(tree, n, alpha, beta):" in SOFT
    for source in (SOFT, HARD, HARD_OR_LEAF, WITH_DEFAULTS):
        assert in_both(source, seed).right, "both are right unless one is asked for"
    for source in (SOFT, WITH_DEFAULTS):
        assert in_both(source, seed, soft=True).right
    hard = in_both(HARD, seed, soft=True)
    assert hard.score == 0.75 and hard.fits == ("fail-hard",)
    assert "At the root, all is right. But on" in hard.text and "the window (" in hard.text
    assert hard.reference.leaves and hard.theirs.leaves and "outside the window" in hard.why
    for convention in (True, False):
        mixed = in_both(HARD_OR_LEAF, seed, soft=convention)
        assert 0.75 < mixed.score < 1 and "At the root, all is right. But on" in mixed.text
    assert in_both(HARD, seed, soft=False).right
    soft = in_both(SOFT, seed, soft=False)
    assert soft.score == 0.75 and soft.fits == ("fail-soft",)


def test_a_function_without_a_window_cannot_be_fail_soft():
    source = re.sub(r"\bf\(", "g(", SOFT) + "\ndef f(tree):\n    inf = float('inf')\n"
    checked = in_both(source + "    return g(tree, (), -inf, inf)\n", 1, soft=True)
    assert checked.score == 0.75
    assert "it cannot be called with a window; it must take (tree, n, alpha, beta)" in checked.text
    assert in_both(MINIMAX, 1, soft=True).fits == ("never cuts",)


def test_windows_of_both_kinds_are_tried():
    for seed in SEEDS:
        tried = window_trials(alphabeta, seed, (("soft", True),))
        assert len(tried) == MANY
        high = [t for t in tried if minimax_value(t.tree) >= t.window[1]]
        low = [t for t in tried if minimax_value(t.tree) <= t.window[0]]
        assert len(high) == len(low) == MANY // 2
        assert "Outside its window it must return what it found" in Write(soft=True).prompt


def minimax_value(tree):
    return record(minimax, tree).value


def test_the_hints_climb_from_the_place_to_the_answer():
    checked = check(function(MINIMAX), seed=1)
    assert checked.why == "Only minimax evaluates every leaf."
    assert "Alpha-beta returns 0 and evaluates nodes 1 and 2.1. Step" in checked.answer
    low = checked.up_to("where")
    assert low.text == checked.text and not low.why and not low.answer
    assert "returns" not in checked.text, "not the answer"


def test_shrinking_keeps_what_is_wrong():
    tree = from_nested([[7, [2, 5.5]], [[1e300, -3], 4], 9], root="MIN")
    small = shrink(tree, lambda t: any(t.value(n) > 1000 for n in t.leaves()))
    assert small.leaf_count() == 1 and 1000 < max(small.extremes()) < 2100
    huge = from_nested([-2e299, [-1e299, 3e299], -1e299], root="MIN")
    cut = shrink(huge, lambda t: bool(record(alphabeta, t).cutoffs))
    assert cut == from_nested([0, [0, 0]], root="MIN", letters=False)
    assert shrink(tree, lambda t: False) == tree
