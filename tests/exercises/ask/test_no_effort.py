"""No credit without thought: answers that need none are worth nothing, unless they are right."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.helpers.asked import MAKES_SENSE, mutations, questions
from tests.helpers.generated import ANY, MANY, ragged, uniforms
from tracer.algorithms import alphabeta, minimax, ps_star
from tracer.exercises import Question
from tracer.exercises.ask.marking import above_guessing, mark_sequence
from tracer.exercises.ask.no_effort import STRATEGIES
from tracer.exercises.ask.question_kinds import KINDS
from trees import iid


@pytest.mark.parametrize("kind", KINDS)
@settings(max_examples=max(10, MANY // 20))
@given(ragged(max_leaves=12) | uniforms(max_leaves=27), st.data())
def test_no_strategy_earns_anything_unless_it_is_right(kind, tree, data):
    search, options = ANY[data.draw(st.sampled_from(MAKES_SENSE[kind]))]
    for question in list(questions(kind, search, tree, **options))[:3]:
        for answer in question.no_effort.values():
            assert question.check(answer).score == (answer == question.answer)


def test_there_are_eleven_strategies_and_every_kind_has_one():
    assert len(STRATEGIES) == 11
    assert set().union(*STRATEGIES.values()) == set(KINDS)


def test_marks_are_counted_from_the_best_wrong_guess():
    question = Question("leaves", alphabeta, iid(2, 4, seed=7))
    key, leaves = question.answer, tuple(question.tree.leaves())
    assert len(key) < len(leaves)
    best = max(mark_sequence(key, leaves[:k]) for k in (8, 10, 12, 14, 16))
    for answer in mutations(question):
        raw = mark_sequence(key, answer)
        assert question.check(answer).score <= max(0, (raw - best) / (1 - best)) + 1e-12
    assert "from the best wrong guess (0 %) to the right answer (100 %)" in question.rule
    assert Question("next", alphabeta, question.tree, at=1).rule == "all or nothing"


@pytest.mark.parametrize("at", (7, 12, 18))
def test_the_entry_of_the_root_alone_is_a_guess(at):
    """Everybody's BACKUP begins with it."""
    question = Question("backup", ps_star, iid(4, 3, seed=7), at=at, k=2)
    root, second, *_ = question.answer
    assert question.check([root]).score == 0 < question.check([root, second]).score < 1


def test_a_guess_that_is_right_is_right_and_does_not_count_as_a_guess():
    question = Question("leaves", minimax, iid(2, 4, seed=1))
    leaves = tuple(question.tree.leaves())
    assert question.check(leaves).right
    assert 0 < question.check(leaves[:1] + leaves[2:]).score < 1


@given(st.floats(0, 1), st.lists(st.floats(0, 1)))
def test_only_the_right_answer_gets_full_marks(raw, guesses):
    mark = above_guessing(raw, guesses)
    assert 0 <= mark <= raw
    assert (mark == 1) == (raw == 1)


@given(st.lists(st.integers(0, 4), max_size=12), st.lists(st.integers(0, 4), max_size=12))
def test_the_longest_common_part_is_the_textbooks(key, answer):
    longest = {}
    for i in range(len(key) + 1):
        for j in range(len(answer) + 1):
            if not i or not j:
                longest[i, j] = 0
            elif key[i - 1] == answer[j - 1]:
                longest[i, j] = longest[i - 1, j - 1] + 1
            else:
                longest[i, j] = max(longest[i - 1, j], longest[i, j - 1])
    expected = longest[len(key), len(answer)] / max(len(key), len(answer), 1)
    assert mark_sequence(key, answer) == (expected if key or answer else 1)
