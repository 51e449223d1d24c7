"""Strategies and clusters on the tree: every node has the look of its part in them."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.helpers.drawn import faults
from tests.helpers.generated import ragged
from tracer import record
from tracer.algorithms import dual_star, minimax, sss_star
from tracer.draw.dot import svg
from tracer.draw.strategies import cluster_picture, strategy_picture
from trees import ROOT, catalogue, from_text, iid, label
from trees.strategies import count_strategies, line_of_play, strategies, strategy_value

NIM = catalogue.load("nim-2,2")
KHEMANI = catalogue.load("khemani-8")
TREES = ragged(max_leaves=9).filter(
    lambda t: count_strategies(t) * count_strategies(t, "MIN") <= 400
)


def roles(made):
    """The nodes of a picture by the look that they have."""
    found = {}
    for shape in made.nodes:
        found.setdefault(shape.classes[0].removeprefix("s-plan-"), set()).add(shape.key)
    return found


def keys(nodes):
    return set(map(label, nodes))


@given(tree=TREES, data=st.data())
def test_two_strategies_and_the_play_where_they_meet(tree, data):
    mine, theirs = (data.draw(st.sampled_from(list(strategies(tree, s)))) for s in ("MAX", "MIN"))
    made = strategy_picture(tree, mine, theirs)
    found, both = roles(made), mine.nodes & theirs.nodes
    assert found["play"] == keys(both) == keys(line_of_play(mine, theirs))
    assert found.get("of-max", set()) == keys(mine.nodes - both)
    assert found.get("of-min", set()) == keys(theirs.nodes - both)
    assert found.get("off", set()) == keys(set(tree.nodes()) - mine.nodes - theirs.nodes)
    edges = {line.ends[1]: line for line in made.lines}
    assert set(edges) == keys(set(tree.nodes()) - {ROOT})
    assert all(edges[label(n)].width == 6 for n in both - {ROOT})
    assert all(edges[label(n)].dash == "dashed" for n in theirs.nodes - both)
    rings = [s.key.removeprefix("around ") for s in made.shapes if s.form == "ring"]
    for plan, ring in zip((mine, theirs), rings, strict=True):
        worst = [n for n in plan.leaves if tree.value(n) == strategy_value(tree, plan)]
        assert ring == label(worst[0])


@settings(max_examples=15)  # each is drawn at many steps
@given(tree=TREES)
def test_a_cluster_is_drawn_as_the_strategies_that_are_left(tree):
    for search in sss_star, dual_star:
        trace = record(search, tree)
        plans = [keys(plan.nodes) for plan in strategies(tree, trace.algorithm.solves)]
        for i in range(0, len(trace), 5):
            frame = trace.frame(i)
            for k in range(len(frame.open[:2])):
                found = roles(cluster_picture(frame, k))
                inside = [plan for plan in plans if found["of-max"] <= plan]
                assert inside and label(frame.open[k].node) in found["of-max"]
                drawn = found["of-max"] | found.get("free", set())
                assert set().union(*inside) == drawn
                assert found.get("off", set()) == keys(tree.nodes()) - drawn


def test_the_clusters_of_notebook_5_hold_two_strategies_each_and_all_eight_together():
    frame = record(sss_star, KHEMANI).frame(26)
    found = [
        frozenset(
            plan
            for plan in strategies(KHEMANI)
            if roles(cluster_picture(frame, k))["of-max"] <= keys(plan.nodes)
        )
        for k in range(len(frame.open))
    ]
    assert [len(cluster) for cluster in found] == [2, 2, 2, 2]
    assert len(frozenset().union(*found)) == 8 == count_strategies(KHEMANI)
    assert [state.merit for state in frame.open] == [12, 9, 7, 5]


@pytest.mark.parametrize("theme", ["light", "print"])
def test_nothing_overlaps(theme):
    look = {"theme": theme}
    best = max(strategies(NIM), key=lambda plan: strategy_value(NIM, plan))
    reply = min(strategies(NIM, "MIN"), key=lambda plan: strategy_value(NIM, plan))
    for made in (
        strategy_picture(NIM, best, reply, **look),
        strategy_picture(iid(3, 3, seed=1), next(strategies(iid(3, 3, seed=1))), **look),
        cluster_picture(record(sss_star, KHEMANI).frame(26), 1, **look),
    ):
        assert faults(svg(made)) == []


def test_forms_are_those_of_other_pictures():
    made = strategy_picture(NIM, next(strategies(NIM)), shape="triangles")
    assert {shape.form for shape in made.nodes} == {"up", "down", "box"}


def test_the_words_say_what_is_drawn():
    best, reply = next(strategies(NIM)), list(strategies(NIM, "MIN"))[-1]
    made = strategy_picture(NIM, best, reply)
    assert "MAX's strategy (solid) guarantees at least −1." in made.alt
    assert f"worth {NIM.value(line_of_play(best, reply)[-1])}" in made.alt
    words = " ".join(text.text for text in made.texts if text.kind == "caption")
    assert words == made.alt
    silent = strategy_picture(NIM, best, caption=False)
    assert not [text for text in silent.texts if text.kind == "caption"]


def test_what_cannot_be_drawn_is_refused():
    plan = next(strategies(NIM))
    for plans in (), (plan, plan, plan):
        with pytest.raises(ValueError, match="give one strategy, or one for MAX and one for MIN"):
            strategy_picture(NIM, *plans)
    with pytest.raises(ValueError, match="both strategies are for MAX"):
        strategy_picture(NIM, plan, plan)
    large = iid(4, 4, seed=1)
    with pytest.raises(ValueError, match="too large: strategies can be drawn on up to 160 nodes"):
        strategy_picture(large, next(strategies(large)))
    with pytest.raises(ValueError, match="OPEN is empty after step 3"):
        cluster_picture(record(minimax, NIM).frame(3))
    frame = record(sss_star, KHEMANI).frame(26)
    for k in (4, -1, "1"):
        with pytest.raises(IndexError, match="states 0 to 3 here"):
            cluster_picture(frame, k)


def test_examples_of_other_trees_are_refused():
    other = next(strategies(iid(2, 5, seed=1)))
    with pytest.raises(ValueError, match=r"not in the tree|not a leaf"):
        strategy_picture(NIM, other)


def test_users_text_stays_text():
    tree = from_text('"<b>"\n  x = 1\n  y = 2')
    assert "<b>" not in svg(strategy_picture(tree, next(strategies(tree))))
