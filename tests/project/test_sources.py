"""The table of the sources: nothing is missing or empty, and what it names is there."""

import ast
import json
import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parents[2]
NOTEBOOKS = ROOT / "notebooks"

# What the sources number. Khemani's slides have no numbers.
NUMBERED = {
    "Pantel": {
        "Figure": "1.1–1.4 2.1–2.2 3.1–3.10 4.1–4.4 5.1–5.4 6.1–6.4",
        "Table": "6.1",
    },
    "Ewing and Greenwald": {"Figure": "1–3", "Table": "1–2"},
    "Srimani": {
        "Figure": "2.1 3.0–3.3 4.1–4.4 5.1–5.4 A.1",
        "Table": "3.1 4.1–4.5 5.1 A.1",
        "Theorem": "2.1–2.2 3.1",
        "Lemma": "3.1–3.2",
    },
    "Khemani": {},
    "Young": {"Figure": "1–10"},
}
of_sources = pytest.mark.parametrize("source", NUMBERED)

PLACE = re.compile(r"(\d+), (.+), “(.+)”")
TESTS = re.compile(r"`[\w/]+\.py::test_\w+`(?:, `[\w/]+\.py::test_\w+`)*")
REASON = re.compile(r"(not yet|left out|no test): \S.*")


class Row(NamedTuple):
    item: str
    what: str
    taught: str
    held: str


@cache
def tables():
    """The rows of each source."""
    found, text = {}, (NOTEBOOKS / "SOURCES.md").read_text("utf-8")
    for part in text.split("\n## ")[1:]:
        title, *lines = part.splitlines()
        rows = [
            [cell.strip() for cell in line[1:-1].split("|")] for line in lines if line[:1] == "|"
        ]
        assert rows[0] == ["item", "what it is", "taught in", "held by"]
        found[title.split(":")[0]] = [Row(*cells) for cells in rows[2:]]
    return found


def span(text):
    """The numbers in "1 3.1–3.3": 1, 3.1, 3.2 and 3.3."""
    for first, last in re.findall(r"([\w.]*\d)(?:–([\w.]*\d))?", text):
        chapter, dot, number = first.rpartition(".")
        for i in range(int(number), int((last or first).rpartition(".")[2]) + 1):
            yield f"{chapter}{dot}{i}"


@cache
def sections(number):
    """What stands below each heading of a notebook, as students get it."""
    (path,) = NOTEBOOKS.glob(f"{number:02}-*.ipynb")
    cells = json.loads(path.read_text("utf-8"))["cells"]
    found, open_headings = {}, []
    for cell in cells:
        for line in "".join(cell["source"]).splitlines():
            heading = re.match(r"(#{1,3}) (.+)", line) if cell["cell_type"] == "markdown" else None
            if heading:  # what is below a title ends at the first heading
                level = max(len(heading[1]), 2)
                open_headings = [h for h in open_headings if h[0] < level] + [(level, heading[2])]
                found[heading[2]] = ""
            for _, name in open_headings:
                found[name] += f"{line} "
    return {name: " ".join(text.split()) for name, text in found.items()}


@cache
def functions_in(name):
    path = ROOT / "tests" / name
    if not path.is_file():
        return set()
    nodes = ast.walk(ast.parse(path.read_text("utf-8")))
    return {node.name for node in nodes if isinstance(node, ast.FunctionDef)}


def test_there_is_a_table_for_every_source():
    assert list(tables()) == list(NUMBERED)


@of_sources
def test_everything_that_has_a_number_has_a_row(source):
    listed = set()
    for row in tables()[source]:
        for kind, numbers in re.findall(
            r"(Figure|Table|Theorem|Lemma)s? ([\w.]*\d(?:–[\w.]*\d)?)", row.item
        ):
            listed |= {(kind, number) for number in span(numbers)}
    wanted = {(kind, n) for kind, numbers in NUMBERED[source].items() for n in span(numbers)}
    assert listed == wanted


@of_sources
def test_no_cell_is_empty_and_no_item_comes_twice(source):
    rows = tables()[source]
    assert [row for row in rows if not all(row)] == []
    items = [row.item for row in rows]
    assert sorted(items) == sorted(set(items))


@of_sources
def test_what_is_missing_has_a_reason(source):
    for row in tables()[source]:
        missing = REASON.fullmatch(row.taught)
        assert PLACE.fullmatch(row.taught) or (missing and missing[1] != "no test"), row
        allowed = {missing[1]} if missing else set()  # the reason stands in the cell before
        assert TESTS.fullmatch(row.held) or REASON.fullmatch(row.held) or row.held in allowed, row


@of_sources
def test_what_waits_for_a_notebook_does_not_wait_once_it_is_there(source):
    awaited = [re.fullmatch(r"not yet: notebook (\d+)", row.taught) for row in tables()[source]]
    numbers = {int(found[1]) for found in awaited if found}
    assert [n for n in numbers if list(NOTEBOOKS.glob(f"{n:02}-*.ipynb"))] == []


@of_sources
def test_lessons_are_where_the_table_says(source):
    wrong = []
    for row in tables()[source]:
        if place := PLACE.fullmatch(row.taught):
            number, heading, words = place.groups()
            if words not in sections(int(number)).get(heading, ""):
                wrong.append(f"{row.item}: “{words}” is not below “{heading}” in notebook {number}")
    assert not wrong, "\n".join(wrong)


@of_sources
def test_tests_are_there(source):
    named = [t for row in tables()[source] for t in re.findall(r"`([\w/]+\.py)::(\w+)`", row.held)]
    assert [f"{path}::{name}" for path, name in named if name not in functions_in(path)] == []
