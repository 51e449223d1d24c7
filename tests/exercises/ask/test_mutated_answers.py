"""Mutated answers: no false accepts, no false rejects, in whatever dress an answer comes."""

import pytest

from tests.helpers.mutants import mutants


def judge(count, seed):
    """Check many mutants; return how many were right and how many were wrong."""
    found = {True: 0, False: 0}
    for question, answer, right in mutants(count, seed):
        feedback = question.check(answer)
        shown = (question, question.answer, answer, feedback)
        assert feedback.right == right, shown
        assert 0 <= feedback.score <= 1 and feedback.text, shown
        found[right] += 1
    return found


def test_a_few_thousand_mutants_are_judged_right():
    found = judge(4_000, seed=1)
    assert found[True] > 1_000 and found[False] > 1_000


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2, 12))
def test_a_hundred_thousand_mutants_are_judged_right(seed):
    judge(10_000, seed)
