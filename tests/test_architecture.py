"""Imports point one way, nothing heavy is loaded unasked, and the two lists of packages agree."""

import ast
import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

HERE = Path(__file__).parent.parent

# From the ground up. A module may import what stands before it, and its own neighbours.
LAYERS = [
    ["trees.dewey"],
    ["trees.number"],
    ["trees.tree"],
    ["trees.build"],
    ["trees.horizon", "trees.generate"],
    ["trees.catalogue", "trees.strategies"],
    ["trees.games"],
    ["trees"],
    ["tracer.files", "tracer.progress"],
    ["tracer.events"],
    ["tracer.listing", "tracer.lists"],
    ["tracer.algorithms"],
    ["tracer.replay"],
    ["tracer.frame"],
    ["tracer.captions"],
    ["tracer.codec"],
    ["tracer.share"],
    ["tracer.trace"],
    ["tracer.measure", "tracer.comparison", "tracer.outcome", "tracer.players", "tracer.bench"],
    ["tracer"],
    ["tracer.render"],
    ["tracer.player"],
    ["tracer.exercises", "tracer.experiments"],
]

# Loaded only when called for, or for types alone: whoever looks does not need to know the door.
UPWARD = {
    ("trees.build", "trees.generate"),  # a saved tree may be a generator's call
    ("tracer", "tracer.player"),  # play, compare, explore
    ("tracer.frame", "tracer.render"),  # a frame shows itself in a notebook
    ("tracer.share", "tracer.trace"),
    ("tracer.share", "tracer.render"),
    ("tracer.share", "tracer.player"),
}


def modules():
    """Every module by its dotted name."""
    for package in "trees", "tracer":
        for path in sorted((HERE / package).rglob("*.py")):
            parts = path.relative_to(HERE).with_suffix("").parts
            yield ".".join(parts[:-1] if parts[-1] == "__init__" else parts), path


def layer(name):
    """The number and name of a module's layer; `trees` and `tracer` stand for themselves only."""
    for number, names in enumerate(LAYERS):
        for known in names:
            whole = known in ("trees", "tracer")
            if name == known or (not whole and name.startswith(f"{known}.")):
                return number, known
    return len(LAYERS), name  # on top: it may import anything, and nothing below may import it


def imports(path):
    """The modules of ours that a file imports, and whether on loading."""
    tree = ast.parse(path.read_text("utf-8"))
    lazy = {
        id(inner)
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) or is_for_types(node)
        for inner in ast.walk(node)
    }
    known = {name for name, _ in modules()}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: write whole module names"
            names = [
                f"{node.module}.{alias.name}"
                if f"{node.module}.{alias.name}" in known
                else str(node.module)
                for alias in node.names
            ]
        else:
            continue
        for name in names:
            if name.split(".")[0] in ("trees", "tracer"):
                yield name, id(node) in lazy


def is_for_types(node):
    return isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"


def test_imports_point_one_way():
    wrong = []
    for name, path in modules():
        mine, _ = layer(name)
        for other, lazy in imports(path):
            theirs, their_package = layer(other)
            if theirs > mine and not (lazy and (name, their_package) in UPWARD):
                wrong.append(f"{name} imports {other}")
    assert wrong == []


def test_trees_know_nothing_of_searches():
    for name, path in modules():
        if name.startswith("trees"):
            assert not [other for other, _ in imports(path) if "tracer" in other]


HEAVY = ["networkx", "matplotlib", "graphviz", "pygraphviz", "ipywidgets", "anywidget", "numpy"]
HEAVY += ["IPython", "easyAI", "hypothesis", "concurrent.futures.process"]


@pytest.mark.parametrize(
    "code",
    [
        "import trees",
        "import tracer",
        "import tracer, trees, trees.catalogue, tracer.algorithms, tracer.render.text; "
        "from tracer import record; "
        "t = record(tracer.algorithms.ps_star, trees.catalogue.load('srimani-a1')); "
        "t.frame(5).open, t.caption(5), tracer.Trace.from_json(t.to_json())",
    ],
)
def test_nothing_heavy_is_loaded_unasked(code):
    check = f"import sys; {code}; print([m for m in {HEAVY} if m in sys.modules])"
    done = subprocess.run(
        [sys.executable, "-c", check], capture_output=True, text=True, cwd=HERE, check=True
    )
    assert done.stdout.strip() == "[]"


def package_names(lines):
    """The bare names of requirements, without versions and extras."""
    found = {re.split(r"[\s\[<>=!~;]", line.strip(), maxsplit=1)[0].lower() for line in lines}
    return found - {"plyglass", ""}


def test_conda_and_pip_install_the_same():
    project = tomllib.loads((HERE / "pyproject.toml").read_text("utf-8"))["project"]
    extras = project["optional-dependencies"]
    wanted = package_names(project["dependencies"] + extras["lab"] + extras["test"])
    text = (HERE / "environment.yml").read_text("utf-8")
    listed = re.findall(r"^\s*-\s+([^#\n]+)", text, re.MULTILINE)
    found = package_names(name.split("::")[-1].strip("'\"") for name in listed)
    renamed = {"graphviz": "python-graphviz", "matplotlib": "matplotlib-base"}  # as conda has it
    assert {renamed.get(name, name) for name in wanted} <= found


def test_notebooks_hold_no_outputs():
    for path in sorted((HERE / "notebooks").rglob("*.ipynb")):
        if ".ipynb_checkpoints" in path.parts:
            continue
        for cell in json.loads(path.read_text("utf-8"))["cells"]:
            assert not cell.get("outputs"), path
            assert cell.get("execution_count") is None, path
