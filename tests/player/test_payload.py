"""What travels to the browser: the same account as the frames, in numbers."""

import json

import pytest

from tracer import play, record
from tracer.algorithms import alphabeta, minimax, mtd_f, sss_star
from tracer.player.payload import comparison, payload
from trees import catalogue, from_nested


def sent(trace):
    return json.loads(payload(trace))


def test_the_first_line_of_a_listing_can_be_the_current_one():
    trace = record(alphabeta, catalogue.load("pantel-3.2"))
    lines = sent(trace)["steps"]["line"]
    assert lines == [trace.line(i) for i in range(1, len(trace) + 1)]
    assert lines[0] == 0


def test_a_statement_of_several_lines_is_sent_whole():
    listing = sent(record(sss_star, from_nested([[1, 2], [3]])))["listing"]
    case = next(k for k, (text, _) in enumerate(listing) if text.strip().startswith("4."))
    assert [goes_on for _, goes_on in listing[case : case + 3]] == [0, 1, 0]


def test_a_leaf_in_open_shows_its_value_and_never_its_merit():
    """Merits of live leaves are those of the state they came from, and would pass for values."""
    trace = record(sss_star, from_nested([[3, 4], [5, 6]]))
    data = sent(trace)
    own = {i: k for i, k in enumerate(data["tree"]["value"]) if k >= 0}
    shown = set()
    for cell in data["steps"]["nodes"]:
        for n, after in zip(cell[::3], cell[2::3], strict=True) if cell else ():
            if n in own:
                shown.add((n, data["looks"][after][1]))
    assert shown >= {(n, -1) for n in own}  # in OPEN, and not yet evaluated
    assert shown <= {(n, k) for n in own for k in (-1, own[n])}


def test_steps_are_columns_and_an_unused_one_is_empty():
    steps = sent(record(mtd_f, from_nested([[3, 4], [5, 6]])))["steps"]
    assert steps["open"] == steps["backup"] == steps["case"] == []
    assert len(steps["table"]) == len(steps["caption"])


def test_a_search_without_such_moments_is_not_asked_about():
    with pytest.raises(ValueError, match=r"SSS\* has no step to ask about with predict='cut'"):
        play(record(sss_star, from_nested([[3, 4], [5, 6]])), predict="cut")


def test_a_comparison_counts_the_leaves_of_all_and_of_one_search_only():
    tree = from_nested([[4, 6], [3, 9], [2, 8, 7]])
    one, other, third = record(alphabeta, tree), record(minimax, tree), record(sss_star, tree)
    assert set(third.leaves) <= set(one.leaves) < set(other.leaves)

    def summary(*traces):
        return json.loads(comparison(traces))["summary"]

    assert summary(one, other) == "4 leaves seen by both, 3 only by Minimax."
    assert summary(one, other, third).startswith(f"{third.nbp} leaves seen by all three, ")
    assert summary(one, one) == f"{one.nbp} leaves seen by both, none only by one."
    lone = record(minimax, from_nested([5]))
    assert summary(lone, lone).startswith("1 leaf seen by both")


@pytest.mark.parametrize(("search", "variable"), [(alphabeta, "v"), (mtd_f, "g"), (sss_star, "v")])
def test_the_best_value_of_a_visit_is_called_as_in_the_listing(search, variable):
    assert sent(record(search, from_nested([[3, 4], [5, 6]])))["variable"] == variable


def test_bounds_are_sent_in_full_as_they_are_read():
    texts = sent(record(alphabeta, from_nested([[0.123456789, 2], [-0.25, 9]])))["texts"]
    full = {short: full for short, full, _ in texts}
    assert full["≥ 0.1235"] == "≥ 0.123456789" and full["≤ −0.25"] == "≤ -0.25"
    assert not any("inf" in text for text in full.values() if text.startswith(("≥", "≤", "[")))
