"""Reading answers: what students write is understood, and what is no answer is refused."""

from collections import Counter, OrderedDict, UserList, namedtuple
from decimal import Decimal
from fractions import Fraction
from itertools import islice
from math import inf

import numpy
import pytest

from tests.helpers.asked import MAKES_SENSE, mutations, questions, write
from tests.helpers.generated import ANY
from tests.helpers.mutants import Row, Text, Whole
from tracer.algorithms import alphabeta, minimax, sss_star
from tracer.exercises import Question
from tracer.exercises.ask.plain_values import DEEPEST, LONGEST, AnswerError, plain
from tracer.exercises.ask.question_kinds import KINDS
from trees import Tree, catalogue, from_nested, iid

PANTEL = catalogue.load("pantel-3.2")
SMALL = from_nested([[3, 5], [2, 9]], letters=False)
Pair = namedtuple("Pair", "low high")


def test_plain_values_are_exactly_pythons_own():
    given = [Whole(8), Text("1.1"), Row(["x"]), Pair(1, 2), OrderedDict(a=numpy.float64(1.5))]
    assert plain(given) == [8, "1.1", ["x"], (1, 2), {"a": 1.5}]
    found = [type(part) for part in plain(given)]
    assert found == [int, str, list, tuple, dict]
    assert type(plain(given)[4]["a"]) is float and type(plain(Counter("aa"))) is dict
    assert plain({Text("x")}) == frozenset({"x"}) and type(plain({1})) is frozenset


@pytest.mark.parametrize(
    "given, number",
    [
        *((numpy.int64(8), 8), (numpy.uint8(8), 8), (numpy.float32(1.5), 1.5)),
        *((numpy.array(8), 8), (Fraction(16, 2), 8), (Fraction(1, 2), 0.5), (Decimal("2.5"), 2.5)),
    ],
)
def test_other_libraries_numbers_are_numbers(given, number):
    assert plain(given) == number and type(plain(given)) is type(number)


@pytest.mark.parametrize(
    "given",
    [
        *(object(), len, range(3), iter([1]), (x for x in "ab"), b"1.1", 1j, UserList([1])),
        *(SMALL, numpy.longdouble(1), numpy.array([object()]), numpy.zeros(LONGEST + 1)),
        *(["x"] * (LONGEST + 1), [["x"] * LONGEST] * 2, "x" * 10**6),
    ],
)
def test_whatever_else_is_refused(given):
    with pytest.raises(AnswerError):
        plain(given)


def test_nesting_has_an_end():
    endless = []
    endless.append(endless)
    deep = []
    for _ in range(DEEPEST + 1):
        deep = [deep]
    for given in (endless, deep):
        with pytest.raises(AnswerError, match="nested too deeply"):
            plain(given)


class Anything:
    """Equal to everything, and everything that may be asked for."""

    def __eq__(self, other):
        return True

    def __hash__(self):
        return hash(())

    def __iter__(self):
        while True:
            yield "1.1"

    def __len__(self):
        return 3

    def __index__(self):
        raise AssertionError("nothing of the object may run")

    __repr__ = __str__ = __float__ = __index__
    __class__ = property(lambda self: int)


@pytest.mark.parametrize("kind", KINDS)
def test_an_object_that_equals_everything_is_no_answer(kind):
    search, options = ANY[MAKES_SENSE[kind][0]]
    question = next(iter(questions(kind, search, SMALL, **options)))
    thing = Anything()
    for given in (thing, [thing], (thing, thing), {"1": thing}, [("1", "LIVE", thing)], {thing}):
        feedback = question.check(given)
        assert feedback.score == 0 and "cannot be read" in feedback.text


@pytest.mark.parametrize(
    "given",
    [
        *("H I J L M", "H,I,J,L,M", "[H, I, J, L, M]", "h i j l m", "H → I → J → L → M"),
        *([" H", "i", "J ", "node L", "leaf M"], tuple("HIJLM"), numpy.array(list("HIJLM"))),
        *([(1, 1, 1), [1, 1, 2], "1.2.1", numpy.array([2, 1, 1]), (2, numpy.int8(1), 2)],),
    ],
)
def test_ways_to_write_leaves(given):
    assert Question("leaves", alphabeta, PANTEL).check(given).right


@pytest.mark.parametrize(
    "given",
    [
        *(["K", "G"], ["G", "K"], {"G", "K"}, "K G", [("E", "K"), ("C", "G")], [("E", "K"), "G"]),
        *(["K", "G", "N"], [(1, 2, 2), (2, 2)], ["1.2.2", "2.2"], frozenset({(1, 2, 2), (2, 2)})),
        *(["K", "N", "O"], [("G", "O"), ("G", "N"), "K"]),  # all that is below G
    ],
)
def test_ways_to_write_cuts(given):
    assert Question("cuts", alphabeta, PANTEL).check(given).right


@pytest.mark.parametrize("root", ["0", "root", "The root", 0, (), "node 0"])
def test_ways_to_write_values(root):
    question = Question("values", minimax, SMALL)
    assert question.check({root: 3, 1: "3", "2": numpy.int64(2)}).right
    assert question.check({"node 2": 2.0, (1,): Fraction(3), root: 3}).right


@pytest.mark.parametrize(
    "given", ["(8, inf)", "8, ∞", ["8", "oo"], numpy.array([8, inf]), (8, "+oo")]
)
def test_more_ways_to_write_a_window(given):
    assert Question("window", alphabeta, from_nested([8, [9, 3]]), at="2").check(given).right


@pytest.mark.parametrize("given", [1, 1.0, "1", "Case 1", "1a", numpy.int64(1)])
def test_ways_to_write_a_case(given):
    assert Question("case", sss_star, SMALL, at=0).check(given).right


def test_a_name_in_another_case_must_be_unambiguous():
    names = {(1,): "a", (2,): "A", (3,): "b"}
    tree = Tree({(1,): 1, (2,): 2, (3,): 3}, names=names)
    assert Question("leaves", alphabeta, tree).check(["a", "A", "B"]).right
    other = Tree({(1,): 1, (2,): 2}, names={(1,): "ab", (2,): "aB"})
    feedback = Question("leaves", alphabeta, other).check(["AB", "aB"])
    assert feedback.score == 0 and "'AB' is not a node of this tree" in feedback.text


@pytest.mark.parametrize(
    "kind, given, said",
    [
        ("leaves", ["1.1", "7.7"], "'7.7' is not a node of this tree. Write a node's name or"),
        ("leaves", ["1.1", "1"], "Node 1 is not a leaf. Write only leaves."),
        ("leaves", {"1.1", "1.2"}, "A set has no order. Write a list like"),
        ("leaves", [(True, 1)], "is not a node of this tree"),
        ("leaves", [(1.0, 1)], "is not a node of this tree"),
        ("leaves", {"a": 1}, "not a list of nodes"),
        ("cuts", ["2.2", (2, 2)], "Node 2.2 is in your answer 2 times. Write each node once."),
        ("cuts", [("1", "2.2")], "This tree has no edge from '1' to '2.2'."),
        ("values", {"1": True, "0": 3, "2": 2}, "True is not a number."),
        ("values", {"1": float("nan"), "0": 3, "2": 2}, "nan is not a number."),
        ("values", [("1", 3)], "is not a dict. Write one like"),
    ],
)
def test_what_is_refused_gets_no_marks_and_a_reason(kind, given, said):
    search = minimax if kind == "values" else alphabeta
    feedback = Question(kind, search, SMALL).check(given)
    assert feedback.score == 0 and said in feedback.text
    assert not feedback.why and not feedback.answer and not feedback.readable


WITH_ENTRIES = ("values", "leaves", "cuts", "open", "backup")


@pytest.mark.parametrize("kind", WITH_ENTRIES)
def test_an_entry_that_cannot_be_read_costs_what_a_wrong_one_costs(kind):
    tried = 0
    for name in MAKES_SENSE[kind]:
        search, options = ANY[name]
        for question in list(questions(kind, search, iid(3, 3, seed=2), **options))[:3]:
            right = write(question)
            right = list(right.items()) if kind == "values" else right
            for i in range(len(right) + 1):
                for rest in (right[i:], right[i + 1 :]):  # one more, or one instead
                    with_junk = [*right[:i], ("?", 1) if kind == "values" else "?", *rest]
                    feedback = question.check(dict(with_junk) if kind == "values" else with_junk)
                    assert not feedback.readable and feedback.score < 1
                    assert "It counts as wrong." in feedback.text or not feedback.score
                    raw = (len(with_junk) - 1) / max(len(right), len(with_junk))
                    if kind in ("values", "cuts"):
                        raw = (len(with_junk) - 1) / (len(right) + 1)
                    best = max((g for g in question._guesses if g < 1), default=0)
                    expected = max(0, (raw - best) / (1 - best))
                    assert feedback.score == pytest.approx(expected, abs=1e-9)
                    tried += feedback.score > 0
    assert tried >= 3


@pytest.mark.parametrize("kind", WITH_ENTRIES)
def test_junk_never_adds_to_a_mark(kind):
    for name in MAKES_SENSE[kind][:4]:
        search, options = ANY[name]
        question = next(questions(kind, search, iid(2, 4, seed=2), **options))
        for given in (*question.no_effort.values(), *islice(mutations(question), 40)):
            given = list(given.items()) if kind == "values" else [*given]
            junk = ("?", 1) if kind == "values" else "?"
            make = dict if kind == "values" else list
            for k in (0, len(given) // 2, len(given)):
                worse = question.check(make([*given[:k], junk, *given[k:]]))
                assert worse.score <= question.check(make(given)).score


def test_one_node_cannot_have_two_values():
    """Or a student could give several, and let us choose."""
    question = Question("values", minimax, iid(2, 3, seed=1))
    right = write(question)
    first, value = next(iter(right.items()))
    for other in (value, value + 1):
        feedback = question.check(right | {f" {first}": other})
        assert 0 < feedback.score < 1 and "2 times" in feedback.text
    twice = {f" {first}": value + 1} | right
    assert question.check(twice).score < question.check(right | {f" {first}": value + 1}).score


def test_leaves_have_no_place_among_the_values():
    feedback = Question("values", minimax, SMALL).check({"0": 3, "1": 3, "2": 2, "1.1": 3})
    assert 0 < feedback.score < 1
    assert feedback.text == "Node 1.1 is a leaf, but the question is only about inner nodes."


@pytest.mark.parametrize("kind", KINDS)
def test_the_key_as_written_in_names_is_right(kind):
    for name in MAKES_SENSE[kind]:
        search, options = ANY[name]
        for question in list(questions(kind, search, PANTEL, **options))[:3]:
            assert question.check(write(question)).right


@pytest.mark.parametrize(
    "given", [["D", "E", "F"], "d e f", ["1.1", "1.2", "2.1"], ["D", (1, 2), "node 2.1"]]
)
def test_letters_and_dewey_numbers_answer_alike(given):
    lettered = from_nested([[3, 5], [2, 9]])
    assert Question("leaves", alphabeta, lettered).check(given).right
