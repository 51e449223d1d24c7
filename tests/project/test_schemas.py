"""The JSON formats are what their schemas say: real files pass, broken ones do not."""

import json
import re
from math import isinf
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator, ValidationError
from referencing import Registry, Resource

from tests.helpers.generated import ANY
from tracer import Trace, record
from tracer.algorithms import alphabeta
from tracer.algorithms.registry import ALGORITHMS
from tracer.exercises import assignment
from tracer.exercises.ask.construct import PROPERTIES
from tracer.exercises.ask.question_kinds import KINDS
from tracer.exercises.course.assignment import PLANS
from tracer.exercises.course.grading import grade
from tracer.exercises.course.submissions import read_file
from tracer.log.events import EVENTS
from trees import catalogue, from_json, iid, label, minimal, ordered, to_json, worst_ordered

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "tracer/schemas"
SCHEMAS = {
    path.name.removesuffix(".schema.json"): json.loads(path.read_text("utf-8"))
    for path in sorted(FOLDER.glob("*.schema.json"))
}
REGISTRY = Registry().with_resources(
    (f"{name}.schema.json", Resource.from_contents(schema)) for name, schema in SCHEMAS.items()
)
of_each = pytest.mark.parametrize("name", SCHEMAS)

TREE = catalogue.load("pantel-3.2")


def errors(name, data):
    """What is wrong with a file of a format."""
    validator = Draft202012Validator(SCHEMAS[name], registry=REGISTRY)
    return [f"{error.json_path}: {error.message}" for error in validator.iter_errors(data)]


def fields(schema, where="$"):
    """Every field that a schema describes, and where it stands."""
    if isinstance(schema, dict):
        for key in "properties", "patternProperties", "$defs":
            for name, part in schema.get(key, {}).items():
                yield f"{where}.{name}", part
        for k, part in enumerate(schema.get("prefixItems", [])):
            yield f"{where}[{k}]", part
        for key, part in schema.items():
            if key not in ("examples", "if", "then", "else"):  # those repeat fields
                yield from fields(part, f"{where}.{key}")
    elif isinstance(schema, list):
        for k, part in enumerate(schema):
            yield from fields(part, f"{where}[{k}]")


def answered(name, student="ada"):
    """A submission with the right answers, as a student writes them in JSON."""
    return {
        question: written(question, asked)
        for question, asked in assignment(name, student).questions.items()
    }


def written(question, asked):
    if question in ALGORITHMS:
        return f"def {question}(tree, n):\n    return 0\n"
    answer = asked.answer
    if question in ("leaves", "cuts"):
        return [label(n) for n in answer]
    if question in ("open", "backup"):
        return [[label(n), *rest] for n, *rest in answer]
    if question in ("window", "bounds"):
        return [str(x) if isinf(x) else x for x in answer]
    if question == "change":
        return list(answer)
    if question == "values":
        return {label(n): value for n, value in answer.items()}
    return label(answer) if question == "next" else answer


# The schemas themselves


def test_there_is_one_for_every_format():
    assert list(SCHEMAS) == ["answers", "assignment", "trace", "tree"]


@of_each
def test_a_schema_is_valid_and_so_is_its_example(name):
    Draft202012Validator.check_schema(SCHEMAS[name])
    (example,) = SCHEMAS[name]["examples"]
    assert errors(name, example) == []


@of_each
def test_every_field_has_a_description(name):
    assert SCHEMAS[name]["description"]
    found = dict(fields(SCHEMAS[name]))
    assert len(found) > 10
    described = {at: part for at, part in found.items() if isinstance(part, dict)}
    silent = [at for at, part in described.items() if not part.get("description")]
    assert silent == []


def test_the_schema_knows_every_event_with_all_its_fields():
    steps = {s["title"]: s for s in SCHEMAS["trace"]["$defs"]["step"]["oneOf"]}
    assert set(steps) == set(EVENTS)
    for kind, schema in steps.items():
        cls = EVENTS[kind]
        optional = "line" in cls._field_defaults
        assert len(schema["prefixItems"]) == len(cls._fields), kind  # its kind comes first
        assert schema["minItems"] == len(cls._fields) - optional, kind


def test_the_schema_knows_every_kind_of_question():
    kinds = SCHEMAS["assignment"]["properties"]["questions"]["items"]["properties"]["kind"]["enum"]
    assert set(kinds) == {*KINDS, *PROPERTIES, "reorder", "change", "write"}
    names = {question for name in PLANS for question in assignment(name, "ada").questions}
    patterns = {
        key.strip("^$").removesuffix("_?") for key in SCHEMAS["answers"]["patternProperties"]
    }
    assert names | set(KINDS) <= patterns


def test_the_page_shows_every_format_with_an_example():
    page = (FOLDER / "README.md").read_text("utf-8")
    pattern = r"^## [^\n]*\((\w+)\.schema\.json\).*?^```json\n(.*?)^```"
    shown = dict(re.findall(pattern, page, re.M | re.S))
    assert set(shown) == set(SCHEMAS)
    for name, text in shown.items():
        assert errors(name, json.loads(text)) == [], name


def test_the_program_of_the_page_runs(tmp_path, monkeypatch):
    page = (FOLDER / "README.md").read_text("utf-8")
    (program,) = re.findall(r"^```python\n(.*?)^```", page, re.M | re.S)
    monkeypatch.chdir(tmp_path)
    Path("tree.json").write_text(to_json(TREE), "utf-8")
    exec(program, {})
    Path("tree.json").write_text(json.dumps({"format": "plyglass-tree", "version": 1}), "utf-8")
    with pytest.raises(ValidationError):
        exec(program, {})


# Real files


@pytest.mark.parametrize("name", catalogue.names())
def test_trees_of_the_catalogue_fit(name):
    data = json.loads(to_json(catalogue.load(name)))
    assert errors("tree", data) == []


@pytest.mark.parametrize(
    "tree",
    [
        iid(3, 2, seed=1),
        iid(2, 2, seed=1, low=-0.5, high=0.5, root="MIN"),
        ordered(4, 3, 2, seed=7, p=0.5),
        ordered(4, 3, 2, seed=7, value=64),
        minimal(3, 3, seed=7),
        worst_ordered(2, 4, seed=-1),
    ],
    ids=repr,
)
def test_generated_trees_fit(tree):
    assert errors("tree", json.loads(to_json(tree))) == []


@pytest.mark.parametrize("name", ANY)
def test_traces_of_every_search_fit(name):
    search, options = ANY[name]
    assert errors("trace", json.loads(record(search, TREE, **options).to_json())) == []


def test_no_search_is_left_out():
    assert {search.__name__ for search, _ in ANY.values()} == set(ALGORITHMS)


def test_a_trace_that_was_stopped_fits():
    data = json.loads(record(alphabeta, TREE, max_events=5).to_json())
    assert data["value"] is None and errors("trace", data) == []


@pytest.mark.parametrize(
    "path", sorted((ROOT / "tests/trace/version1").glob("*.json")), ids=lambda path: path.stem
)
def test_version_1_fits_and_still_loads(path):
    data = json.loads(path.read_text("utf-8"))
    assert data["version"] == 1 and errors("trace", data) == []
    again = json.loads(Trace.from_json(path.read_text("utf-8")).to_json())
    assert again["version"] == 2 and errors("trace", again) == []


@pytest.mark.parametrize("student", ["ada", "Zoé", "12345"])
@pytest.mark.parametrize("name", PLANS)
def test_assignments_fit(name, student):
    assert errors("assignment", json.loads(assignment(name, student).to_json())) == []


@pytest.mark.parametrize("name", PLANS)
def test_answers_fit_and_are_graded(name, tmp_path):
    answers = answered(name)
    assert errors("answers", answers) == []
    path = tmp_path / "ada.json"
    path.write_text(json.dumps(answers), "utf-8")
    read = read_file(path, tuple(answers))
    assert read.remarks == ()
    assert {*read.answers} | ({*answers} & {*ALGORITHMS}) == {*answers}


def test_a_file_of_right_answers_gets_full_marks(tmp_path):
    (tmp_path / "alpha-beta").mkdir()
    path = tmp_path / "alpha-beta" / "ada.json"
    path.write_text(json.dumps(answered("alpha-beta")), "utf-8")
    (graded,) = grade(path.parent, practice=True, progress=None)
    assert {mark.score for mark in graded.marks.values()} == {1.0}


# Broken files


def changed(data, *path_and_value):
    """A copy with something else in one place; ... removes what is there."""
    *path, last, value = path_and_value
    made = json.loads(json.dumps(data))
    part = made
    for key in path:
        part = part[key]
    if value is ...:
        del part[last]
    else:
        part[last] = value
    return made


EXAMPLES = {name: schema["examples"][0] for name, schema in SCHEMAS.items()}
BROKEN = {
    "tree": [
        ("format", "plyglass-trace"),
        ("version", 2),
        ("root", "max"),
        ("values", "1.1", "inf"),
        ("values", "1.0", 3),
        ("values", ...),
        ("generator", {"kind": "iid", "w": 2, "d": 2, "seed": 1}),
    ],
    "trace": [
        ("version", 3),
        ("value", ...),
        ("tree", "values", "one", 1),
        ("steps", 0, ["enter", "0", "-inf"]),
        ("steps", 0, ["pass", "0", 1, "-inf", "inf", "bounds"]),
        ("steps", 0, ["enter", "0", "-Infinity", "inf"]),
        ("steps", 0, ["evaluate", "1.1", 3, "evaluate", "more"]),
    ],
    "answers": [
        ("leafs", ["1.1"]),
        ("window", [28]),
        ("returned", "a lot"),
        ("open", [["1.1", "DEAD", 64]]),
        ("minimax", "return 0"),
    ],
    "assignment": [
        ("questions", []),
        ("questions", 0, "kind", "guess"),
        ("questions", 0, "answer", {"0": 72}),
        ("student", 7),
        ("tree", ...),
    ],
}


@pytest.mark.parametrize(
    ("name", "change"), [(name, change) for name, changes in BROKEN.items() for change in changes]
)
def test_broken_files_are_refused(name, change):
    assert errors(name, changed(EXAMPLES[name], *change)) != []


@of_each
def test_another_format_is_refused(name):
    for other in SCHEMAS:
        assert (errors(name, EXAMPLES[other]) == []) == (name == other)


def test_what_the_schema_of_trees_refuses_does_not_load():
    for change in BROKEN["tree"][:-1]:
        with pytest.raises(ValueError):
            from_json(json.dumps(changed(EXAMPLES["tree"], *change)))


def test_what_the_schema_of_traces_refuses_does_not_load():
    for change in BROKEN["trace"]:
        if change != ("value", ...):  # which reads as a trace that was stopped
            with pytest.raises(ValueError):
                Trace.from_json(json.dumps(changed(EXAMPLES["trace"], *change)))
