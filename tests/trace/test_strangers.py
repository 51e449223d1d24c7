"""Searches that we did not write: what the captions say of them is true, bugs and all."""

import re
from math import inf
from sys import float_info

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.helpers.generated import ANY
from tests.helpers.soundness import COMPARED, NUMBER, Seen
from tracer import Trace, record
from tracer.algorithms import alphabeta, mtd, sss_star
from tracer.log.log import Written, step_of
from tracer.trace.fits import MisfitError
from trees import from_nested, iid
from trees.number import digits_for, parse_number, show


def stranger(steps, result):
    """A search that logs these calls, each a method with its arguments."""

    def mine(tree, log):
        for method, *arguments in steps:
            getattr(log, method)(*arguments)
        return result

    return mine


FREE = (-inf, inf)
VISIT = [("enter", (), *FREE), ("enter", (1,), *FREE), ("evaluate", (1,), 3)]
PAIR = [*VISIT, ("enter", (2,), *FREE), ("evaluate", (2,), 9)]


def last(tree, steps, result=3):
    trace = record(stranger(steps, result), tree)
    return trace.caption(len(trace))


def test_a_result_that_no_leaf_proves():
    told = last(from_nested([3, 9], letters=False), [*VISIT, ("leave", (), 3)])
    assert told == "The root returns 3, which the leaves seen do not prove."


def test_the_wrong_player_at_a_node():
    tree = from_nested([3, 9], root="MIN", letters=False)
    told = last(tree, [*PAIR, ("leave", (), 9)], 9)
    assert told == "The root returns 9, but the leaves seen prove that it is worth exactly 3."
    more = ("update", (), 9, *FREE, "line")
    steps = [*VISIT, ("update", (), 3, *FREE, "line"), *PAIR[3:], more, ("leave", (), 9)]
    trace = record(stranger(steps, 9), tree)
    assert trace.caption(4) == "The root now has 3, the best for MIN there so far."
    assert trace.caption(7) == "The root now has 9."


@pytest.mark.parametrize(("yes", "word"), [(True, "yes"), (False, "no")])
def test_an_answer_that_no_leaf_proves(yes, word):
    ask = [("ask", (), ">", 5), ("ask", (1,), ">", 5), ("test", (1,), 3, False)]
    told = last(from_nested([3, 9], letters=False), [*ask, ("answer", (), yes)])
    assert told == f"The search answers {word} for the root, which the leaves seen do not prove."


def test_windows_that_move_the_wrong_way():
    below = [("enter", (1,), *FREE), ("enter", (1, 1), *FREE), ("evaluate", (1, 1), 3)]
    steps = [("enter", (), *FREE), *below, ("update", (1,), -3, -3, inf, "line")]
    steps += [("leave", (1,), -3), ("update", (), 3, 3, inf, "line"), ("leave", (), 3)]
    trace = record(stranger(steps, 3), from_nested([[3]], letters=False))
    assert trace.caption(5) == "Node 1 now has −3; α is now −3, and β is ∞."
    proved = "but the leaves seen prove that it is worth exactly 3"
    assert trace.caption(6) == f"Node 1 returns −3, {proved}."
    assert "so α rises to 3" in trace.caption(7)
    steps = [("enter", (), 5, inf), *VISIT[1:], ("update", (), 3, -inf, inf, "line")]
    assert record(stranger([*steps, ("leave", (), 3)], 3), from_nested([3], letters=False)).caption(
        4
    ) == ("The root now has 3; α is now −∞, and β is ∞.")


@pytest.mark.parametrize(("root", "value", "window"), [("MAX", 5, (5, inf)), ("MIN", 1, (-inf, 1))])
def test_a_value_that_moves_the_window_and_that_no_leaf_proves(root, value, window):
    tree = from_nested([3, 9], root=root, letters=False)
    steps = [*VISIT, ("update", (), value, *window, "line"), ("leave", (), value)]
    told = record(stranger(steps, value), tree).caption(4)
    ends = [show(x) for x in window]
    assert told == f"The root now has {value}; α is now {ends[0]}, and β is {ends[1]}."


def test_passes_that_prove_nothing():
    steps = [("pass_begins", (), 1, *FREE, "a"), *VISIT, ("leave", (), 3)]
    told = last(from_nested([3]), [*steps, ("pass_ends", (), 1, 70, 80, "b")])
    assert "the search says that the value is between 70 and 80, which the leaves" in told


@pytest.mark.parametrize("root", ["MAX", "MIN"])
def test_what_counts_as_best_is_forgotten_at_a_new_horizon(root):
    best = 7 if root == "MAX" else -1
    first = [("horizon", (), 1), *VISIT, ("cut", (), ((2,),), 3, best, "line"), ("leave", (), best)]
    tree = from_nested([3, 9], root=root, letters=False)
    assert last(tree, first, best) == (
        f"The root returns {show(best)}, which the search counts as the best possible."
    )
    told = last(tree, [*first, ("horizon", (), 1), *VISIT, ("leave", (), best)], best)
    assert told == f"The root returns {show(best)}, which the leaves seen do not prove."


def test_cases_of_an_operator_that_nobody_knows():
    """Case 3b of Γ gives a state up; what case 3b of another operator does, nobody can say."""
    steps = [("push", (), "LIVE", 9, ""), ("pop", (), "LIVE", 9, "5")]
    steps += [("push", (k,), "LIVE", 9, "6a") for k in (1, 2)]
    steps += [("pop", (2,), "LIVE", 9, ""), ("evaluate", (2,), 9)]
    steps += [("insert", (2,), "SOLVED", 9, 0, "3b"), ("pop", (2,), "SOLVED", 9, "5")]
    steps += [("insert", (2,), "SOLVED", 9, 1, "3"), ("purge", (), (), "6"), ("drop", (), (), "6")]
    steps[-2] = ("purge", (), (((1,), "LIVE", 9), ((2,), "SOLVED", 9)), "6")
    steps += [("push", (), "SOLVED", 9, "4b"), ("pop", (), "SOLVED", 9, "")]
    trace = record(stranger(steps, 9), from_nested([3, 9], letters=False))
    assert [trace.caption(i) for i in (1, 2, 3, 5, 7, 8, 9, 12)] == [
        "(root, LIVE, 9) goes to the front of OPEN.",
        "(root, LIVE, 9) is taken from the front of OPEN (case 5): a live MAX node.",
        "(1, LIVE, 9) goes to the front of OPEN (case 6a).",
        "(2, LIVE, 9) is taken from the front of OPEN: a live leaf.",
        "(2, SOLVED, 9) enters OPEN at the front (case 3b).",
        "(2, SOLVED, 9) is taken from the front of OPEN (case 5): a solved MIN node.",
        "(2, SOLVED, 9) enters OPEN behind 1 equal state further left (case 3).",
        "(root, SOLVED, 9) goes to the front of OPEN (case 4b).",
    ]


def test_a_window_that_no_leaf_gave():
    """A visit from OPEN stops at a β of 6, but all that the leaves prove above it is 9."""
    leaf = [("pop", (2, 2), "LIVE", inf, "3"), ("evaluate", (2, 2), 9)]
    steps = [("push", (), "LIVE", inf, ""), ("pop", (), "LIVE", inf, "1")]
    steps += [("push", (2, 2), "LIVE", inf, "1"), *leaf, ("push", (2, 1), "LIVE", 9, "4")]
    steps += [("pop", (2, 1), "LIVE", 9, "3"), ("enter", (2, 1), -inf, 6)]
    steps += [("enter", (2, 1, 1), -inf, 6), ("evaluate", (2, 1, 1), 7)]
    steps += [("cut", (2, 1), ((2, 1, 2),), 7, 6, "line"), ("leave", (2, 1), 7)]
    steps += [("push", (), "SOLVED", 7, "6"), ("pop", (), "SOLVED", 7, "")]
    trace = record(stranger(steps, 7), from_nested([[3, 4], [[7, 8], 9]], letters=False))
    cutoff = trace.cutoffs[11]
    assert (cutoff.kind, cutoff.by, cutoff.bound.number) == ("window", None, 6)
    told = "MAX can get 7 or more at node 2.1, and only values below 6 matter here."
    assert trace.caption(11).startswith(told)


def test_an_equal_state_ahead_is_not_always_further_left():
    steps = [("push", (), "LIVE", 9, ""), ("pop", (), "LIVE", 9, "")]
    steps += [("push", (k,), "LIVE", 9, "") for k in (3, 2, 1)]
    steps += [("pop", (1,), "LIVE", 9, ""), ("insert", (1,), "SOLVED", 9, 2, "")]
    steps += [("pop", (2,), "LIVE", 9, ""), ("insert", (2,), "SOLVED", 9, 2, "")]
    steps += [("push", (), "SOLVED", 9, ""), ("pop", (), "SOLVED", 9, "")]
    trace = record(stranger(steps, 9), from_nested([3, 4, 9], letters=False))
    assert trace.caption(9) == "(2, SOLVED, 9) enters OPEN behind 2 equal states."


def test_a_result_at_a_bound_that_the_leaves_do_not_reach():
    trace, written = record(sss_star, from_nested([[3, 2], [1, 9]]), upper=9), Written()
    for event in trace.events[:-2]:
        written.extend(step_of(event))
    for event in trace.events[-2:]:
        written.extend(step_of(event._replace(merit=9)))
    claimed = Trace(trace.tree, trace.algorithm, trace.options, written, 9)
    said = "the search returns 9, which the leaves seen do not prove."
    assert claimed.caption(len(claimed)).endswith(said)


def test_options_of_a_stranger_are_no_bounds():
    """What `upper` is for, only its author knows."""

    def mine(tree, log, upper=1):
        return sss_star(tree, log)

    trace = record(mine, from_nested([[3, 2], [1, 9]]), upper=0)
    assert trace.caption(len(trace)).endswith("it is the root: the value is 2.")
    assert {cutoff.kind for cutoff in trace.cutoffs.values()} == {"purge"}


def test_the_value_of_a_single_leaf():
    leaf = [("enter", (), *FREE), ("evaluate", (), 5)]
    with pytest.raises(MisfitError, match="returned 99, but left the root with 5"):
        record(stranger(leaf, 99), from_nested(5))
    hard = [("enter", (), 6, 8), ("evaluate", (), 5)]
    assert last(from_nested(5), hard, 6).endswith("The search returns 6, the end of its window.")
    assert record(alphabeta, from_nested(5), alpha=6, beta=8, soft=False).value == 6


# A search of ours with one number changed: whatever is still claimed is true.

WORTH = re.compile(rf"worth (at least|at most|exactly|more than) ({NUMBER})(?! \w*\?)")
RETURNS = re.compile(
    rf"returns ({NUMBER})(?:: (?:yes, |no, )?it is worth (at least|at most) that|, its exact)"
)
VALUE = re.compile(
    rf"the value is (at least|at most|exactly|between) ({NUMBER})(?: and ({NUMBER}))?"
)
HAS = re.compile(rf"now has ({NUMBER}): (MAX can get at least|MIN can hold it to)")
OTHERWISE = {"at most": lambda x, y: x <= y, "exactly": lambda x, y: x == y}


def false_claims(trace, seen):
    """The claims about worth in the captions of a trace that are not true of its tree."""
    for i, event in enumerate(trace.events, 1):
        text, true = trace.caption(i), seen.minimax(event.node)
        compare = COMPARED | OTHERWISE
        for found in RETURNS.finditer(text):
            x, how = parse_number(found[1]), found[2] or "exactly"
            if not compare[how](true, x):
                yield text
        for found in HAS.finditer(text):
            how = "at least" if "MAX" in found[2] else "at most"
            if not compare[how](true, parse_number(found[1])):
                yield text
        if event.kind == "answer" and text.startswith(("Yes", "No")):
            how, x = WORTH.search(text).groups()
            if compare[how](true, parse_number(x)) != text.startswith("Yes"):
                yield text
        if event.kind.startswith("pass") and (found := VALUE.search(text)):
            ends = [parse_number(x) for x in found.groups()[1:] if x]
            if len(ends) == 2:
                right = ends[0] <= true <= ends[1]
            else:
                right = compare[found[1]](true, ends[0])
            if right == ("the search says" in text):
                yield text


CHANGED = sorted(n for n in ANY if not re.search("negamax|star|sss|dual|deepening|limited|ps", n))


@pytest.mark.parametrize("name", CHANGED)
@settings(max_examples=25)
@given(data=st.data())
def test_a_number_changed_makes_no_caption_false(name, data):
    tree = iid(2, 3, seed=data.draw(st.integers(0, 99)), high=9)
    search, options = ANY[name]
    trace = record(search, tree, **options)
    events = list(trace.events)
    kinds = ("leave", "update", "pass-ends", "answer")
    k = data.draw(st.sampled_from([k for k, event in enumerate(events) if event.kind in kinds]))
    event = events[k]
    if event.kind == "answer":
        events[k] = event._replace(yes=not event.yes)
    elif event.kind == "pass-ends":
        events[k] = event._replace(low=40, high=41)
    else:
        by = data.draw(st.sampled_from([-2, -1, 1, 2]))
        events[k] = event._replace(value=event.value + by)
    left = [event.value for event in events if event.kind == "leave" and not event.node]

    def mine(tree, log):
        for event in events:
            log.relay(step_of(event))
        return left[-1] if left else trace.value

    try:
        told = record(mine, tree)
    except MisfitError:
        return
    assert not list(false_claims(told, Seen(tree)))


def test_ints_and_floats_that_look_alike():
    numbers = [1e15, 1e15 + 1.0, 10**15 + 1]
    for order in numbers, numbers[::-1]:
        digits = digits_for(order)
        assert show(1e15, digits) != show(1e15 + 1.0, digits)


def test_a_float_next_to_an_int_looks_different():
    digits = digits_for([-1, -1.000000002])
    assert show(-1.000000002, digits) == "−1.000000002"
    assert digits_for([1, 2, 10**14]) == digits_for([1, 1.0]) == 4


@pytest.mark.parametrize(
    "numbers",
    [
        [0.0, 0.1 + 2**-56, 0.1 + 2**-55],
        [float(2**53), 2**53 + 1],
        [12345678.0, 12345678, 12345678.5],
        [-inf, -(10**300), -1e300, 0, 5e-324, 1, 1 + 2**-52, inf],
    ],
)
def test_numbers_compare_as_they_are_written(numbers):
    written = [parse_number(show(x, digits_for(numbers))) for x in numbers]
    assert [x < y for x in written for y in written] == [x < y for x in numbers for y in numbers]


def test_the_largest_float_may_be_written_as_more_than_it_is():
    most = float_info.max
    assert digits_for([-most, 1, most]) == 4
    assert digits_for([most, inf]) > 4


def test_a_question_that_teaches_nothing():
    with pytest.raises(ValueError, match="already answered"):
        record(mtd, from_nested([5, 9]), first=4, next=lambda low, high, g: ("≥", inf))
