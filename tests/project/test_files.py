"""The files every project has: they are there, they agree, and what they name exists."""

import importlib
import importlib.util
import json
import re
import sys
import tomllib
from pathlib import Path
from types import SimpleNamespace

import pytest
import yaml

from tests.helpers.generated import value_of
from tracer import explore, measure, record
from tracer.algorithms import minimax
from tracer.algorithms.registry import ALGORITHMS
from tracer.cli.main import PLYGLASS
from tracer.exercises import Question
from tracer.player.payload import payload
from trees import catalogue, iid

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
VERSION = PROJECT["project"]["version"]
AUTHORS = "The Plyglass authors"

# What the examples make, and so need not be there.
MADE = {
    "tracer/algorithms/ordered_minimax.py",
    "tests/algorithms/test_ordered_minimax.py",
    "tracer.algorithms.ordered_minimax",
    "notebooks/solutions/11-my-question.ipynb",
    "exam.py",
    "tracer/exercises/lessons/lesson_11.py",
}

PAGES = ["CONTRIBUTING.md", "README.md", "notebooks/README.md", "tracer/schemas/README.md"]
of_pages = pytest.mark.parametrize("page", PAGES)


def read(name):
    return (ROOT / name).read_text("utf-8")


def code(page):
    """What a page sets as code: spans, blocks and indented lines, each on one line."""
    text = read(page)
    blocks = re.findall(r"^```\w*\n(.*?)^```", text, re.M | re.S)
    prose = re.sub(r"^```.*?^```", "", text, flags=re.M | re.S)
    lines = [line for block in blocks for line in block.splitlines()]
    lines += re.findall(r"^    +(\S.*)$", prose, re.M)
    return [" ".join(part.split()) for part in [*lines, *re.findall(r"`([^`]+)`", prose)]]


# They are there


@pytest.mark.parametrize(
    "name",
    [
        *("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "CITATION.cff", "CODE_OF_CONDUCT.md"),
        *("LICENSE", "notebooks/LICENSE", "notebooks/README.md", "environment.yml"),
        *("tracer/schemas/README.md", ".ci/run"),
    ],
)
def test_the_file_is_there(name):
    assert read(name).strip()


@pytest.mark.parametrize("package", ["tracer", "trees"])
def test_the_packages_are_typed(package):
    assert (ROOT / package / "py.typed").is_file()
    assert "py.typed" in PROJECT["tool"]["setuptools"]["package-data"]["*"]


# They agree


def test_the_citation_is_of_this_version():
    cited = yaml.safe_load(read("CITATION.cff"))
    assert cited["cff-version"] == "1.2.0"
    assert {"message", "title", "authors"} <= set(cited)  # what version 1.2.0 asks for
    assert cited["type"] == "software" and cited["title"] == "Plyglass"
    assert str(cited["version"]) == VERSION
    assert cited["license"] == PROJECT["project"]["license"] == "MIT"
    assert cited["authors"] == [{"name": AUTHORS}] == PROJECT["project"]["authors"]
    assert cited["keywords"] == PROJECT["project"]["keywords"]


def test_the_licences_name_the_same_authors():
    assert read("LICENSE").startswith("MIT License") and AUTHORS in read("LICENSE")
    notebooks = read("notebooks/LICENSE")
    assert AUTHORS in notebooks and "MIT licence" in notebooks
    assert "https://creativecommons.org/licenses/by/4.0/" in notebooks


def test_the_changelog_knows_the_version():
    headings = re.findall(r"^## \[(.+?)\](.*)$", read("CHANGELOG.md"), re.M)
    assert headings[0] == ("Unreleased", "")
    assert VERSION in [name for name, _ in headings]
    dates = {name: rest.strip(" –-") for name, rest in headings[1:]}
    assert all(re.fullmatch(r"unreleased|\d{4}-\d\d-\d\d", date) for date in dates.values())
    kinds = set(re.findall(r"^### (.*)$", read("CHANGELOG.md"), re.M))
    assert kinds <= {"Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"}


def test_the_metadata_say_what_python_it_needs():
    project = PROJECT["project"]
    versions = [c.rsplit(" ", 1)[-1] for c in project["classifiers"] if ":: Python :: 3." in c]
    assert f">={versions[0]}" == project["requires-python"]
    assert {"Framework :: Jupyter", "Intended Audience :: Education"} <= set(project["classifiers"])


# What they name exists


@of_pages
def test_links_lead_somewhere(page):
    folder = (ROOT / page).parent
    links = re.findall(r"\]\(([^)#\s]+)[^)]*\)", read(page))
    inside = [link for link in links if not link.startswith(("http://", "https://"))]
    assert [link for link in inside if not (folder / link).exists()] == []


@of_pages
def test_files_exist(page):
    tops = {path.name for path in ROOT.iterdir()}
    known = {p.name for top in ("tracer", "trees", "tests") for p in (ROOT / top).rglob("*.*")}
    missing = []
    for part in code(page):
        for path in re.findall(r"(?<![\w/.])[\w.][\w.-]*(?:/[\w.-]+)+/?", part):
            made = path in MADE or "NAME" in path or path.startswith(".venv")
            if path.split("/")[0] in tops and not made and not (ROOT / path).exists():
                missing.append(path)
        if re.fullmatch(r"\w+\.(py|js)", part) and part not in known | MADE:
            missing.append(part)
    assert missing == []


@of_pages
def test_modules_and_their_names_exist(page):
    missing = []
    for part in code(page):
        for name in re.findall(r"(?<![\w/.])(?:tracer|trees|tests)(?:\.\w+)+\b(?!/)", part):
            if name not in MADE and not exists(name):
                missing.append(name)
    assert missing == []


def exists(name):
    """Whether a dotted name is a module, or something in one."""
    module, _, attribute = name.rpartition(".")
    try:
        if importlib.util.find_spec(name):
            return True
        return hasattr(importlib.import_module(module), attribute)
    except ModuleNotFoundError:
        return False


@of_pages
def test_commands_exist(page):
    commands = PLYGLASS.commands()
    extras = PROJECT["project"]["optional-dependencies"]
    for part in code(page):
        for name in re.findall(r"\bpython3? -m ([\w.]+)", part):
            assert name in ("venv", "http.server", "pytest") or runs(name), part
        for name in re.findall(r"(?:^|/)plyglass ([a-z]+)", part):
            assert name in commands, part
        for names in re.findall(r"pip install [^&]*'?\.\[([\w,]+)\]", part):
            assert set(names.split(",")) <= set(extras), part
        for marks in re.findall(r"pytest\b.* -m (?:\"([^\"]+)\"|(\w+))", part):
            known = {m.split(":")[0] for m in PROJECT["tool"]["pytest"]["ini_options"]["markers"]}
            assert set("".join(marks).split()) - {"and", "or", "not"} <= known, part


def runs(name):
    path = ROOT.joinpath(*name.split("."))
    return path.with_suffix(".py").is_file() or (path / "__main__.py").is_file()


def test_what_a_contributor_runs_is_installed_with_the_tests():
    wanted = {
        re.split(r"\W", line)[0] for line in PROJECT["project"]["optional-dependencies"]["test"]
    }
    assert {"pytest", "ruff", "mypy", "hypothesis"} <= wanted


# The worked example of CONTRIBUTING.md


def example(mark):
    (found,) = re.findall(
        rf"<!-- {mark} -->\n```python\n(.*?)```\n<!-- end -->", read("CONTRIBUTING.md"), re.S
    )
    return found


@pytest.fixture
def ordered_minimax(tmp_path, monkeypatch):
    """The algorithm of the example, known for the length of a test."""
    path = tmp_path / "ordered_minimax.py"
    path.write_text(example("algorithm"), "utf-8")
    monkeypatch.setitem(ALGORITHMS, "ordered_minimax", None)  # so that it is forgotten afterwards
    spec = importlib.util.spec_from_file_location("ordered_minimax", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.ordered_minimax


def test_an_algorithm_takes_less_than_30_lines():
    assert len([line for line in example("algorithm").splitlines() if line]) < 30


def test_the_example_is_known_everywhere(ordered_minimax):
    tree = catalogue.load("pantel-3.2")
    trace = record(ordered_minimax, tree)
    assert trace.value == 8 and trace.leaves == record(minimax, tree).leaves[::-1]
    assert all(trace.caption(i) and trace.line(i) is not None for i in range(1, len(trace) + 1))
    assert measure(trace).nbp == 8 and measure(trace).cutoffs == 0
    shown = json.loads(payload(trace))
    assert shown["title"] == "Minimax in any order" and len(shown["listing"]) == 5
    explorer = explore(tree, "ordered_minimax")
    explorer.choose(options={"order": "left-to-right"})
    assert explorer.trace.leaves == record(minimax, tree).leaves
    question = Question("leaves", ordered_minimax, tree)
    assert question.check("O N M L K J I H").right
    assert "O" in question.check("N M L K J I H").answer


def test_the_example_is_right(ordered_minimax):
    for seed in range(20):
        tree = iid(3, 3, seed=seed, root="MIN" if seed % 2 else "MAX")
        for order in "left-to-right", "right-to-left", {"0": [2, 3, 1]}:
            assert record(ordered_minimax, tree, order=order).value == value_of(tree)


def test_the_test_of_the_example_passes(ordered_minimax, monkeypatch):
    module = SimpleNamespace(ordered_minimax=ordered_minimax)
    monkeypatch.setitem(sys.modules, "tracer.algorithms.ordered_minimax", module)
    names = {}
    exec(example("test of the algorithm"), names)
    tests = [function for name, function in names.items() if name.startswith("test_")]
    assert len(tests) == 1
    tests[0]()
