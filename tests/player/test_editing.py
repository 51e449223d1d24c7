"""The kernel's side of editing and exploring, without a browser."""

import json
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tracer
import trees
from tests.helpers.generated import ragged
from tracer import explore, play, record
from tracer.algorithms import alphabeta, iterative_deepening, ps_star, sss_star
from tracer.algorithms.registry import ALGORITHMS
from tracer.player.editing import OPERATIONS, Editing, difference
from tracer.player.payload import payload
from tracer.trace.whatif import whatif
from trees import from_nested, iid, to_nested
from trees.edit import move, set_value
from trees.games import TicTacToe, game_tree

SMALL = from_nested([[3, 5], [2, 9]])


def ask(player, op, node="0", to="", **more):
    """Send a request as the browser does, and return what the browser hears."""
    serial = f"test {time.perf_counter_ns()}"
    shown = json.loads(player.data)
    revision = shown["edit"]["revision"] if "edit" in shown else 0
    request = {"serial": serial, "revision": revision, "op": op, "node": node, "to": to}
    player.edit = request | more
    data = json.loads(player.data)
    if data.get("edit", {}).get("serial") == serial:
        return data
    assert player.answer["serial"] == serial
    return player.answer


def test_a_change_runs_the_same_search_with_the_same_options():
    player = play(record(ps_star, SMALL, k=1), editable=True)
    told = ask(player, "value", "1.1", "4")
    assert player.trace.tree == from_nested([[4, 5], [2, 9]])
    assert player.trace.options == {"k": 1} and player.trace.algorithm.name == "ps_star"
    assert told["edit"]["said"] == "The result goes from 3 to 4." and told["edit"]["undo"]
    ask(player, "undo")
    assert player.trace.tree == SMALL


@pytest.mark.parametrize(
    "op, node, to, says",
    [
        ("value", "1.1", "many", "is not a number"),
        ("value", "1.1", "inf", "must be finite"),
        ("value", "1", "3", "not a leaf"),
        ("value", "7.7", "3", "not in the tree"),
        ("value", "here", "3", "not a Dewey number"),
        ("name", "1", "C", "names must be unique"),
        ("delete", "0", "", "cannot be deleted"),
        ("move", "1", "3", "from 1 to 2"),
        ("root", "0", "LEFT", "'MAX' or 'MIN'"),
        ("undo", "0", "", "nothing to undo"),
        ("explode", "0", "", "Unknown change 'explode'"),
        ("whatif", "1", "", "not a leaf"),
    ],
)
def test_what_is_wrong_is_told_and_changes_nothing(op, node, to, says):
    player = play(record(alphabeta, SMALL), editable=True)
    before = player.data
    assert says in ask(player, op, node, to)["why"]
    assert player.data == before and player.trace.tree is SMALL


def test_a_request_about_an_earlier_tree_is_dropped():
    player = play(record(alphabeta, SMALL), editable=True)
    ask(player, "value", "1.1", "4")
    assert "in the meantime" in ask(player, "value", "1.1", "5", revision=1)["why"]
    assert player.trace.tree.value((1, 1)) == 4


def test_a_player_is_editable_only_on_request():
    player = play(record(alphabeta, SMALL))
    assert "not editable" in ask(player, "value", "1.1", "5")["why"]
    assert "edit" not in json.loads(player.data)


def test_trees_that_are_not_edited_by_hand():
    large = play(record(alphabeta, iid(8, 3, seed=1)), editable=True)
    assert "up to 400 nodes" in json.loads(large.data)["edit"]["why"]
    assert "up to 400 nodes" in ask(large, "value", "1.1.1", "5")["why"]
    game = play(record(alphabeta, game_tree(TicTacToe(), depth=2)), editable=True)
    assert "follow from its rules" in ask(game, "add")["why"]


def test_a_search_that_fails_is_told():
    def moody(tree, log):
        if tree.value((1, 1)) == 13:
            raise RuntimeError("not today")
        return alphabeta(tree, log)

    player = play(record(moody, SMALL), editable=True)
    assert ask(player, "value", "1.1", "13")["why"] == "not today"
    assert player.trace.tree is SMALL
    assert ask(player, "value", "1.1", "4")["edit"]["undo"]


def test_the_leaf_count_is_about_orders_of_the_same_tree():
    player = play(record(alphabeta, SMALL), editable=True)
    assert "sees 3 of 4 leaves · fewer" in json.loads(player.data)["edit"]["counted"]
    counted = ask(player, "move", "1", "2")["edit"]["counted"]
    assert counted == (
        "The search sees 4 of 4 leaves · fewest 3, most 4: no order needs fewer or more"
    )
    assert "fewest" not in ask(player, "value", "1.1", "7")["edit"]["counted"]
    assert "fewest 3, most 4" in ask(player, "undo")["edit"]["counted"]


@pytest.mark.parametrize(
    ("nested", "place", "says"),
    [
        ([[4, 5], [2, 9]], "1.1", "fewest so far 3 (no order needs fewer) · most 3"),
        ([[2, 9], [3, 5]], "1.1", "fewest so far 4 · most 4 (no order needs more)"),
    ],
)
def test_the_best_and_the_worst_order_are_told(nested, place, says):
    player = play(record(alphabeta, from_nested(nested)), editable=True)
    assert ask(player, "move", place, "2")["edit"]["counted"].endswith(says)


@settings(max_examples=40)
@given(tree=ragged(max_leaves=6))
def test_no_order_needs_fewer_or_more_leaves_than_these(tree):
    """Against a walk from order to order by swapping neighbours."""
    found, todo = {}, [tree]
    while todo and len(found) < 200:
        other = todo.pop()
        if str(to_nested(other)) in found:
            continue
        found[str(to_nested(other))] = record(alphabeta, other).nbp
        places = [n for n in other.nodes() if n and n[-1] > 1]
        todo += [move(other, n, n[-1] - 1).tree for n in places]
    possible = Editing(record(alphabeta, tree))._possible()
    assert possible in (None, (min(found.values()), max(found.values())))


def test_new_leaves_are_told():
    player = play(record(alphabeta, SMALL), editable=True)
    assert (
        ask(player, "add", "1")["edit"]["said"]
        == "The result goes from 3 to 2. Now seen: G. New and seen: H."
    )
    ask(player, "undo")
    assert ask(player, "add", "2")["edit"]["said"] == "New, but cut off: H."
    assert ask(player, "delete", "2.3")["edit"]["said"] == "Same result."
    flat = play(record(alphabeta, from_nested([3, 5])), editable=True)
    assert json.loads(flat.data)["edit"]["counted"] == "The search sees 2 of 2 leaves"


def test_bets_are_told_when_they_are_asked_for():
    player = play(record(alphabeta, SMALL), editable=True)
    assert json.loads(player.data)["bets"]
    changed = ask(player, "value", "2.1", "4")
    assert "bets" not in changed and '"bets":{' in player._page()
    told = ask(player, "bets")
    assert told["bets"] == json.loads(payload(player.trace))["bets"]
    assert told["edit"]["steps"] == list(range(len(player.trace) + 1))
    player.predict = "leaf"
    assert ask(player, "value", "2.1", "5")["bets"]


@pytest.mark.parametrize(
    "make", [lambda t: play(t, editable=True), lambda t: explore(t.tree), play]
)
def test_a_similar_tree_resets_the_score(make):
    player = make(record(alphabeta, SMALL))
    assert player.repeatable
    player.score, player.predict = {"points": 3}, "cut"
    player.again = 1
    assert player.score == {} and player.trace.tree != SMALL
    assert json.loads(player.data)["bets"] and player.trace.cutoffs
    if player.editable:
        ask(player, "undo")
        assert player.trace.tree == SMALL


@settings(max_examples=60)
@given(tree=ragged(max_leaves=10), data=st.data())
def test_the_difference_is_what_the_leaves_say(tree, data):
    n = data.draw(st.sampled_from(list(tree.leaves())))
    edited = set_value(tree, n, data.draw(st.integers(-9, 9)))
    old, new = record(alphabeta, tree), record(alphabeta, edited.tree)
    told = difference(old, new, edited.moved)
    assert {tree.node(text) for text in told["seen"]} == set(new.leaves) - set(old.leaves)
    assert {tree.node(text) for text in told["unseen"]} == set(old.leaves) - set(new.leaves)


@pytest.mark.parametrize("op", OPERATIONS)
def test_the_browser_is_told_where_nodes_and_steps_are(op):
    player = play(record(sss_star, SMALL), editable=True)
    node, to = {"move": ("1", "2"), "root": ("0", "MIN"), "name": ("1", "Z")}.get(op, ("1.1", "1"))
    before = player.trace
    told = ask(player, op, node, to)["edit"]
    assert len(told["steps"]) == len(before) + 1 and told["steps"][-1] == len(player.trace)
    for n in before.tree.nodes():
        place = told["moved"].get(trees.label(n), trees.label(n))
        gone = op == "delete" and n == (1, 1)
        assert (place is None) == gone
        if not gone and op != "name":
            assert player.trace.tree.name(trees.dewey(place)) == before.tree.name(n)
    assert eval(told["python"], vars(trees)) == player.trace.tree


def test_what_if_is_what_the_library_says():
    player = play(record(alphabeta, SMALL), editable=True)
    told = ask(player, "whatif", "2.1")["whatif"]
    found = whatif(player.trace, (2, 1))
    assert [i[5] for i in told["intervals"]] == [i.text for i in found.intervals]
    assert told["intervals"][0][0] is None and told["name"] == "F" and told["value"] == "2"


def test_any_player_sweeps_a_leaf_and_keeps_its_trace():
    player = play(record(alphabeta, SMALL))
    data, trace = player.data, player.trace
    assert ask(player, "whatif", "2.1")["whatif"]["live"]
    swept = json.loads(ask(player, "sweep", "2.1", "4")["swept"])
    assert swept["value"] == "4" and swept["edit"]["said"].startswith("The result goes from 3 to 4")
    assert len(swept["edit"]["steps"]) == len(trace) + 1
    back = json.loads(ask(player, "sweep", "2.1", "2")["swept"])
    assert back["value"] == "3" and back["bets"] and back["edit"]["steps"][-1] == len(trace)
    assert player.data == data and player.trace is trace
    assert "not a number" in ask(player, "sweep", "2.1", "x")["why"]
    game = play(record(alphabeta, game_tree(TicTacToe(), depth=1)))
    assert "follow from its rules" in ask(game, "sweep", "1", "5")["why"]
    assert not ask(play(record(alphabeta, iid(8, 3, seed=1))), "whatif", "1.1.1")["whatif"]["live"]


# explore


def test_choosing_by_name():
    explorer = explore(SMALL)
    assert explorer.tree is SMALL and explorer.player.trace is explorer.trace
    explorer.choose(search="ps_star", options={"k": 1})
    assert explorer.trace.title == record(ps_star, SMALL, k=1).title
    explorer.choose(source="iid", parameters={"w": 2})
    assert explorer.tree == iid(2, 3, seed=1, high=99)
    explorer.choose(source="own")
    assert explorer.tree is SMALL
    with pytest.raises(ValueError, match="Unknown search 'best'"):
        explorer.choose(search="best")
    with pytest.raises(ValueError, match="Unknown search"):
        explore(search="best")


def test_the_browser_chooses_in_words():
    explorer = explore()
    about = ask(explorer, "choose", options={"strict": False, "soft": False})["explore"]
    assert explorer.trace.options == {"strict": True, "soft": False}  # not to cut on ties
    assert about["options"]["strict"] is False and "strict=True" in about["code"]
    about = ask(explorer, "choose", options={"alpha": "-3", "beta": "∞"})["explore"]
    assert explorer.trace.options["alpha"] == -3 and about["options"]["beta"] == "∞"
    ask(explorer, "choose", options={"alpha": ""})
    assert "alpha" not in explorer.trace.options
    wrong = ask(explorer, "choose", options={"alpha": "x"}, field="options:alpha")
    assert wrong["field"] == "options:alpha" and "'x' is not a number" in wrong["why"]


@pytest.mark.parametrize(
    "change, says",
    [
        (
            {"source": "iid", "parameters": {"low": "5", "high": "2"}},
            "smallest leaf must not be greater than largest leaf; got 5 and 2",
        ),
        (
            {"source": "iid", "parameters": {"w": "0"}},
            "branching factor must be an integer from 1 to 10000, not 0",
        ),
        (
            {"source": "ordered", "parameters": {"R": "2"}},
            "ordering R must divide the branching factor, 3; choose one of 1, 3, not 2",
        ),
        (
            {"source": "iid", "parameters": {"seed": "0.5"}},
            "random seed must be an integer, not 0.5",
        ),
        ({"source": "iid", "parameters": {"low": "high"}}, "'high' is not a number"),
        ({"source": "iid", "parameters": {"w": "1000"}}, "at most 200 children"),
        ({"source": "iid", "parameters": {"w": "60"}}, "more than 50,000 steps"),
        (
            {"options": {"alpha": "5", "beta": "2"}},
            "first α must be less than first β; got the window (5, 2)",
        ),
    ],
)
def test_errors_use_the_words_of_the_controls(change, says):
    explorer = explore()
    assert says in ask(explorer, "choose", **change)["why"]
    assert json.loads(explorer.data)["explore"]["source"] == "pantel-3.2"


def test_an_edited_tree_is_ones_own():
    explorer = explore()
    assert ask(explorer, "value", "1.1.1", "3")["explore"]["source"] == "own"
    edited = explorer.tree
    assert ask(explorer, "choose", source="minimal")["explore"]["source"] == "minimal"
    assert ask(explorer, "choose", source="own")["explore"]["source"] == "own"
    assert explorer.tree is edited
    ask(explorer, "undo")
    ask(explorer, "undo")
    assert ask(explorer, "undo")["explore"]["source"] == "pantel-3.2"


def test_a_trace_that_is_shown_fills_the_menus():
    explorer = explore()
    explorer.show(record(alphabeta, SMALL, strict=True))
    about = json.loads(explorer.data)["explore"]
    assert about["source"] == "own" and about["options"]["strict"] is False
    assert "strict=True" in about["code"]
    explorer.choose(options={"soft": False})
    assert explorer.trace.options == {"strict": True, "soft": False}
    explorer.choose(source="minimal")
    explorer.choose(source="own")
    assert explorer.tree is SMALL
    explorer.show(record(iterative_deepening, SMALL, depth=1, evaluate=len))
    assert "evaluate=len" in json.loads(explorer.data)["explore"]["code"]


@pytest.mark.parametrize("search", [a.name for a in ALGORITHMS.values() if a.standalone])
def test_the_code_does_the_same(search):
    explorer = explore(search=search)
    for change in ({}, {"source": "ordered", "parameters": {"w": 2}}, {"source": "own"}):
        explorer.choose(**change)
        about = json.loads(explorer.data)["explore"]
        names = {}
        exec(about["program"].replace("play(", "made = ("), names)
        assert names["made"].tree == explorer.tree
        assert names["made"].events == explorer.trace.events
    tracer.play(explorer.trace)


@pytest.mark.parametrize("name", ALGORITHMS)
def test_every_option_has_words(name):
    """Except those that take code; their default is a function or nothing."""
    for field, words, *_ in explore().menus["options"][name]:
        assert field in ALGORITHMS[name].controls, f"{name} has no words for {field}"
        assert words != field
