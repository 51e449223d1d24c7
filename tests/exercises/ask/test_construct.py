"""Constructions: the best order is the best one, trees have what was asked for, guesses earn 0."""

from itertools import permutations, product
from math import inf
from random import Random

import pytest

from tracer import record
from tracer.algorithms import alphabeta, minimax, sss_star
from tracer.exercises import Find, Reorder
from tracer.exercises.ask import best_order as module
from tracer.exercises.ask.best_order import best_order, fewest_leaves, leaves_needed
from tracer.exercises.ask.construct import PROPERTIES, Change, reach
from trees import from_nested, iid, to_nested
from trees.strategies import critical_leaves


def ragged(random, leaves, values):
    """A tree of any shape, single children included."""

    def grow(count, depth):
        if count == 1 and depth and random.random() < 0.7:
            return values.pop()
        if depth == 5:
            return [values.pop() for _ in range(count)]
        ends = sorted(random.sample(range(1, count), random.randint(1, min(4, count)) - 1))
        sizes = [b - a for a, b in zip([0, *ends], [*ends, count], strict=True)]
        return [grow(size, depth + 1) for size in sizes]

    return from_nested(grow(leaves, 0), root=random.choice(["MAX", "MIN"]))


def small_trees(count, most):
    for seed in range(count):
        random = Random(seed)
        leaves = random.randint(2, most)
        few = random.choice([2, 3, 100])
        values = [random.randrange(few) for _ in range(leaves)]
        if few == 100:
            values = random.sample(range(100), leaves)
        yield ragged(random, leaves, values)


def true_best(tree, search):
    """The fewest leaves, by trying all orders."""
    values = [tree.value(n) for n in tree.leaves()]
    return min(leaves_needed(tree, search, order) for order in set(permutations(values)))


@pytest.mark.parametrize("search", [alphabeta, sss_star])
def test_the_best_order_is_found_on_ragged_trees_and_ties(search):
    differs = 0
    for tree in small_trees(60, 6):
        found, true = best_order(tree, search), true_best(tree, search)
        assert found.leaves == true == leaves_needed(tree, search, found.values), to_nested(tree)
        assert found.proven
        assert sorted(found.values) == sorted(tree.value(n) for n in tree.leaves())
        differs += true != len(critical_leaves(tree))
    assert (differs > 0) == (search is not alphabeta)  # the critical tree is not always enough


@pytest.mark.parametrize("search", [alphabeta, sss_star])
def test_what_is_proven_without_trying_all_orders_is_true(search, monkeypatch):
    monkeypatch.setattr(module, "EXHAUSTIVE", 0)
    proofs = 0
    for tree in small_trees(60, 6):
        found, true = best_order(tree, search), true_best(tree, search)
        assert fewest_leaves(tree, search) <= true <= found.leaves
        assert found.leaves == true or not found.proven
        proofs += found.proven
    assert proofs == 60 if search is alphabeta else proofs > 40


@pytest.mark.slow
@pytest.mark.parametrize("search", [alphabeta, sss_star])
def test_the_best_order_of_seven_leaves(search, monkeypatch):
    monkeypatch.setattr(module, "EXHAUSTIVE", 0)
    for tree in small_trees(60, 7):
        found, true = best_order(tree, search), true_best(tree, search)
        assert found.leaves == true if found.proven else found.leaves >= true


def cheapest_alphabeta(tree):
    """The fewest leaves that alpha-beta needs with any values, worked out from the bottom up.

    A visit ends at or below alpha, inside the window, or at or above beta. Which of these are
    possible depends only on which bounds are finite. Equal values do not help: where a result meets
    a bound, passing it has the same effect.
    """
    cost = {}

    def possible(alpha, beta):
        return ["in"] + ["low"] * alpha + ["high"] * beta

    for n in reversed(list(tree.nodes())):
        cut, keep = ("high", "low") if tree.is_max(n) else ("low", "high")
        for alpha, beta in product((False, True), repeat=2):
            ends = dict.fromkeys(possible(alpha, beta), inf)
            so_far = {False: 0}  # by whether a child was inside the window
            for c in tree.children(n):
                after = {}
                for inside, paid in so_far.items():
                    bounds = (alpha or inside, beta) if tree.is_max(n) else (alpha, beta or inside)
                    for outcome in possible(*bounds):
                        total = paid + cost[c, *bounds, outcome]
                        if outcome == cut:
                            ends[cut] = min(ends[cut], total)
                        else:
                            now = inside or outcome == "in"
                            after[now] = min(after.get(now, inf), total)
                so_far = after
            for inside, paid in so_far.items():
                end = "in" if inside else keep
                ends[end] = 1 if tree.is_leaf(n) else min(ends.get(end, inf), paid)
            for outcome in ends:
                cost[n, alpha, beta, outcome] = 1 if tree.is_leaf(n) else ends[outcome]
    return cost[(), False, False, "in"]


def test_no_values_let_alpha_beta_do_with_fewer_leaves():
    for seed in range(150):
        random = Random(seed)
        tree = ragged(random, random.randint(2, 20), [random.randrange(9) for _ in range(20)])
        found = best_order(tree, alphabeta)
        assert found.leaves == cheapest_alphabeta(tree) and found.proven, to_nested(tree)


def test_an_order_that_is_only_the_best_known_says_so():
    task = next(
        task
        for task in (Reorder(ragged(Random(s), 10, list(range(10))), sss_star) for s in range(200))
        if not task.proven
    )
    assert task.check(task.answer).text.endswith("and no better order is known.")
    assert Reorder(task.tree, alphabeta).proven
    sure = Reorder(iid(2, 3, seed=1))
    assert sure.check(sure.answer).text.endswith("and no order needs fewer.")


def test_the_given_order_and_sorted_orders_earn_nothing():
    for seed in range(15):
        task = Reorder(iid(2, 3, seed=seed))
        assert task.check(task.answer).right
        for name, order in task.no_effort.items():
            feedback = task.check(order)
            best = leaves_needed(task.tree, task.search, order) == task.best
            assert feedback.score == best, (name, seed)


def test_a_better_order_earns_part_of_the_marks():
    tree = from_nested([[[8, 3], [9, 5, 1]], [[6, 2], [11, 12, 4]], [[10, 7], [0, 13]]])
    task = Reorder(tree)
    assert task.leaves_without_effort - task.best >= 2
    scores = {}
    for seed in range(300):
        order = Random(seed).sample(task.values, len(task.values))
        scores[leaves_needed(tree, alphabeta, order)] = task.check(order).score
    steps = [scores[needed] for needed in sorted(scores)]
    assert steps == sorted(steps, reverse=True) and any(0 < s < 1 for s in steps)
    wrong = task.check(task.values)
    assert "fewer would be enough" in wrong.text and str(task.best) not in wrong.text.split()
    assert str(task.answer) in wrong.answer and "best child first" in wrong.why


# Change one leaf


def test_a_changed_leaf_reaches_exactly_these_values():
    for tree in small_trees(40, 8):
        for leaf, (low, high) in reach(tree).items():
            for value in (-1, 0, 1, 2, 50, 101):
                worth = record(minimax, tree.replace({leaf: value})).value
                assert worth == max(low, min(value, high)), (to_nested(tree), leaf)


def test_only_the_leaf_that_does_it_is_right():
    task = Change(from_nested([[300, 700], [500, 400]]), 600)
    assert task.leaves == ((1, 1),) and task.answer == ("D", 600)
    assert task.check(task.answer).right and task.check(["1.1", 600]).right
    wrong = task.check(("2.2", 600))
    assert wrong.text == "With 600 at G the tree is worth 500."
    assert wrong.why and wrong.answer.startswith("Change D to 600, because every node on its way")
    for odd, said in [
        (("2", 350), "not a leaf"),
        (("9", 350), "not a node of this tree"),
        (("2.2", "x"), "not a number"),
        (("2.2", float("inf")), "must be finite"),
        ("2.2", "is not a leaf and a value"),
        (7, "is not a leaf and a value"),
    ]:
        assert said in task.check(odd).text and task.check(odd).score == 0
    assert task.check(...).text == "Not answered yet."


# Find a tree


@pytest.mark.parametrize("name", PROPERTIES)
def test_there_is_a_tree_for_every_size_and_value(name):
    for leaves in range(5, 20):
        task = Find(name, leaves=leaves, value=100 + leaves)
        assert task.check(task.answer).right, leaves
        assert f"{leaves} leaves and the minimax value {100 + leaves}" in task.prompt
        assert not any(task.check(guess).score for guess in task.no_effort.values())
        other = Find(name, leaves=leaves + 1, value=100 + leaves).check(task.answer)
        assert other.text == f"This tree has {leaves} leaves, not {leaves + 1}."
        other = Find(name, leaves=leaves, value=500).check(task.answer)
        assert other.text == f"This tree is worth {100 + leaves}, not 500."
        assert other.why and other.answer
    assert Find(name).check(Find(name).answer).right


def test_a_tree_that_is_too_small_cannot_be_asked_for():
    with pytest.raises(ValueError, match="leaves must be from 5 to 5000, not 3"):
        Find("ps-beats-sss", leaves=3)
