"""Answers given by mouse or keyboard: what the browser sends becomes what a student would write."""

import json
import shutil
import subprocess
import sys
from math import inf
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.helpers.asked import MAKES_SENSE, questions
from tests.helpers.generated import ANY, dressed, ragged, trees
from tracer.algorithms import alphabeta, minimax, scout, sss_star
from tracer.exercises import Question, assignment
from tracer.exercises.ask.inputs import INPUTS, TYPED, code_of, input_of, value_of
from tracer.exercises.ask.question_kinds import KINDS
from tracer.exercises.course.assignment import Assignment
from tracer.player.assets import HERE
from trees import Tree, catalogue, from_nested, label, minimal

FIGURE = catalogue.load("pantel-3.2")
ROOT = Path(__file__).parents[3]
WRITE = """
import { readFileSync } from "node:fs";
import { codeOf } from "%s/js/answer.js";
const write = ({ way, rows, names }) => codeOf(way, rows, (n) => names[n] ?? n);
console.log(JSON.stringify(JSON.parse(readFileSync(0, "utf8")).map(write)));
"""


def rows_of(way, key):
    """The rows of a key: what the browser sends for the right answer."""
    match way.form:
        case "nodes":
            return [[label(n)] for n in key]
        case "node":
            return [[label(key)]]
        case "dict":
            return [[label(n), _text(v)] for n, v in key.items()]
        case "rows":
            return [[label(n), *map(_text, cells)] for n, *cells in key]
        case "tuple":
            return [[None, *map(_text, key)]]
    return [[None, _text(key)]]


def _text(x):
    return x if isinstance(x, str) else repr(x)


def evaluated(code):
    """What a line of code gives in a graded cell."""
    names = {}
    exec(code, names)
    return None if names["answer"] is ... else names["answer"]


def written_in_the_browser(cases):
    """The code that answer.js writes for each (way, rows, tree)."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("there is no node: install Debian's package nodejs")
    data = [
        {
            "way": {k: v for k, v in way._asdict().items() if k != "frame"},
            "rows": rows,
            "names": {".".join(map(str, n)) or "0": name for n, name in tree.names.items()},
        }
        for way, rows, tree in cases
    ]
    command = [node, "--input-type=module", "-e", WRITE % HERE.as_uri()]
    found = subprocess.run(command, input=json.dumps(data).encode(), capture_output=True)
    assert found.returncode == 0, found.stderr.decode()[-2000:]
    return json.loads(found.stdout)


def check_round_trip(kind, name, tree):
    search, options = ANY[name]
    way = input_of(kind)
    for question in list(questions(kind, search, tree, **options))[:4]:
        rows = json.loads(json.dumps(rows_of(way, question.answer)))
        if not rows and not way.none:
            continue
        value = value_of(way, rows, tree)
        assert question.check(value).right, (question, value)
        assert evaluated(code_of(value)) == value


CASES = [(kind, name) for kind, names in MAKES_SENSE.items() for name in names]


@settings(max_examples=100)
@given(case=st.sampled_from(CASES), tree=trees() | dressed())
def test_the_key_given_in_the_widget_is_a_right_answer(case, tree):
    check_round_trip(*case, tree)


@pytest.mark.slow
@settings(max_examples=3000)
@given(case=st.sampled_from(CASES), tree=trees() | dressed())
def test_the_key_given_in_the_widget_is_a_right_answer_on_3000_trees(case, tree):
    check_round_trip(*case, tree)


def test_every_kind_has_an_input_and_others_are_typed():
    assert set(INPUTS) == set(KINDS)
    assert input_of("something new") is TYPED
    for typed, value in (
        ("[1, 'a']", [1, "a"]),
        ("8", 8),
        ("left", "left"),
        ("[1, ", "[1,"),
        ("", None),
    ):
        assert value_of(TYPED, [[None, typed]], FIGURE) == value


NAMES = st.text(min_size=1, max_size=8).filter(lambda text: text.isprintable() or "\n" in text)
TYPED_TEXTS = [
    "8",
    "007",
    "-0",
    "−2.5",
    "1e5",
    ".5",
    "5.",
    "∞",
    "-inf",
    "oo",
    "8⁺",
    "a'b",
    "é",
    "\t",
]


@settings(max_examples=2)
@given(data=st.data())
def test_the_browser_writes_the_code_that_the_kernel_reads(data):
    """All cases of an example go through node at once, because starting it takes long."""
    cases = []
    for _ in range(40):
        kind, name = data.draw(st.sampled_from(CASES))
        tree = data.draw(dressed() | ragged(max_leaves=8))
        search, options = ANY[name]
        for question in list(questions(kind, search, tree, **options))[:2]:
            cases.append((input_of(kind), rows_of(input_of(kind), question.answer), tree))
        odd = [data.draw(st.sampled_from(TYPED_TEXTS)) for _ in range(2)]
        cases.append((INPUTS["window"], [[None, *odd]], tree))
        cases.append((INPUTS["open"], [["0", *odd]], tree))
        cases.append((INPUTS["leaves"], None, tree))
    codes = written_in_the_browser(cases)
    for (way, rows, tree), code in zip(cases, codes, strict=True):
        value = value_of(way, rows, tree)
        found = None if code is None else evaluated(f"answer = {code}")
        assert found == value and type(found) is type(value), (rows, code)


def test_an_incomplete_answer_is_none():
    window, cuts, leaves = INPUTS["window"], INPUTS["cuts"], INPUTS["leaves"]
    assert value_of(window, [[None, "8", " "]], FIGURE) is None
    assert value_of(cuts, None, FIGURE) is None
    assert value_of(cuts, [], FIGURE) == []  # the button "Nothing is cut off"
    assert value_of(leaves, [], FIGURE) is None
    assert code_of(None) == "answer = ..."
    assert code_of((8, inf)) == "answer = (8, float('inf'))"


def test_asking_gives_back_plain_values():
    question = Question("leaves", alphabeta, FIGURE)
    asked = question.ask()
    assert asked.value is None and asked.code == "answer = ..."
    assert asked.check().text == "Not answered yet."
    assert Question("cuts", alphabeta, FIGURE).ask().value is None  # not the same as none
    asked.rows = [["1.1.1"], ["1.1.2"], ["1.2.1"], ["2.1.1"], ["2.1.2"]]
    assert asked.value == ["H", "I", "J", "L", "M"]
    assert asked.code == "answer = ['H', 'I', 'J', 'L', 'M']"
    assert asked.check() == question.check(asked.value)
    assert asked.check().right


def test_checking_climbs_the_same_ladder_of_hints():
    question = Question("leaves", alphabeta, FIGURE)
    asked = question.ask()
    asked.rows = [["1.1.1"], ["1.2.1"]]
    asked.wishes += 1
    found = question.check(["H", "J"])
    assert asked.feedback == {
        "number": 1,
        "said": str(found),
        "marked": True,
        "right": False,
        "why": found.why,
        "answer": found.answer,
    }


@pytest.mark.parametrize("hints", ["none", "where", "why", "answer"])
def test_graded_work_says_no_more_than_it_does_without_the_widget(hints):
    homework = assignment(
        "alpha-beta", "ada", secret="a secret that is quite long enough", hints=hints
    )
    handout = Assignment.from_json(homework.to_json())
    for question in handout.questions.values():
        try:
            asked = question.ask()
        except ValueError as error:
            assert "code" in str(error)
            continue
        assert asked.traits()["data"] and '"caption":[]' in asked.data  # the tree alone
        first = next(question.tree.leaves())
        asked.rows = [[None, "1", "2", "3"]] if not input_of(question.kind).picks else None
        if asked.rows is None:
            asked.rows = [[".".join(map(str, first)), "LIVE", "5", "5"]]
        asked.wishes += 1
        found = question.check(asked.value)
        assert asked.feedback["said"] == str(found)
        assert (
            asked.feedback["why"] == found.why == (found.why if hints in ("why", "answer") else "")
        )
        assert asked.feedback["answer"] == found.answer == (found.answer * (hints == "answer"))


@given(name=st.sampled_from(["alphabeta", "sss_star", "scout"]), tree=ragged(max_leaves=8))
@settings(max_examples=30)
def test_nothing_is_sent_that_comes_after_the_moment_asked_about(name, tree):
    search, options = ANY[name]
    for kind in ("leaves", "cuts", "next"):
        for question in list(questions(kind, search, tree, **options))[:3]:
            data = json.loads(question.ask().data)
            shown = len(data["steps"]["node"])
            visits = sum(c.visit is not None for c in question.trace.changes[:shown])
            assert visits == (question.at if kind == "next" else 0)
            assert data["value"] is None and not data["pv"]


def test_what_the_browser_sends_is_not_trusted():
    asked = Question("leaves", alphabeta, FIGURE).ask()
    for rows in ([["9.9"]], [["1.1.1", 5]], [[None]], [["<b>"]], [[]], [[{}]]):
        asked.rows = rows
        assert asked.value is None or isinstance(asked.value, list)
        asked.wishes += 1
        assert asked.feedback["right"] is False


def test_a_tree_too_large_to_draw_is_refused():
    question = Question("next", alphabeta, minimal(3, 8, seed=1), at=3)
    with pytest.raises(ValueError, match="Write the answer as code"):
        question.ask()


def test_exercises_load_no_widget():
    code = "import sys, tracer.exercises; print('anywidget' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT)
    assert done.stdout.strip() == "False"


def test_without_a_kernel_there_is_a_page():
    bundle, _ = Question("values", minimax, FIGURE).ask()._repr_mimebundle_()
    assert "iframe" in bundle["text/html"] and "What is the minimax value" in bundle["text/html"]
    assert Question("leaves", scout, FIGURE).ask().asked["picks"] == "leaves"
    assert isinstance(
        Question("open", sss_star, from_nested([1, 2]), at=1).ask().question.tree, Tree
    )
