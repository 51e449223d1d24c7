"""Imports point one way, nothing heavy is loaded unasked, and the two lists of packages agree."""

import ast
import json
import re
import subprocess
import sys
import tomllib

import networkx as nx
import pytest

from tests.helpers.import_graph import ROOT, folders, graph, imports, modules

# From the ground up. A module may import what stands before it, and its own neighbours.
LAYERS = [
    ["trees.dewey"],
    ["trees.number", "trees.position"],
    ["trees.tree"],
    ["trees.brackets"],
    ["trees.build"],
    ["trees.horizon", "trees.generate"],
    ["trees.tree_json", "trees.catalogue", "trees.similar_trees", "trees.strategies", "trees.edit"],
    ["trees.games"],
    ["trees"],
    ["tracer.support"],
    ["tracer.log"],
    ["tracer.algorithms"],
    ["tracer.trace.cutoff"],
    ["tracer.trace.change"],
    ["tracer.trace.reasons"],
    ["tracer.trace.replay", "tracer.trace.moments", "tracer.trace.clusters"],
    ["tracer.trace.timeline"],
    ["tracer.trace.frame"],
    ["tracer.trace.node_names"],
    ["tracer.trace.fits"],
    ["tracer.trace.why"],
    ["tracer.trace.captions"],
    ["tracer.trace.trace_json"],
    ["tracer.trace.trace"],
    ["tracer.trace.measure", "tracer.trace.solution_tree"],
    [
        "tracer.trace.bets",
        "tracer.trace.whatif",
        "tracer.trace.corresponding",
        "tracer.trace.link",
    ],
    ["tracer.agents"],
    ["tracer.draw"],
    ["tracer.player"],
    ["tracer.exports"],
    ["tracer"],
    ["tracer.exercises.ask"],
    ["tracer.exercises.code"],
    ["tracer.experiments"],
    ["tracer.exercises.lessons"],
    ["tracer.exercises.course"],
    ["tracer.exercises", "tracer.site"],
    ["tracer.cli"],
]


def layer(name):
    """The number and name of a module's layer; `trees` and `tracer` stand for themselves only."""
    if name.endswith(".__main__"):  # a door to the command line, which nothing imports
        return len(LAYERS), name
    for number, names in enumerate(LAYERS):
        for known in names:
            whole = known in ("trees", "tracer")
            if name == known or (not whole and name.startswith(f"{known}.")):
                return number, known
    return len(LAYERS), name  # on top: it may import anything, and nothing below may import it


def test_imports_point_one_way():
    wrong = []
    for name, path in modules():
        mine, _ = layer(name)
        wrong += [f"{name} imports {other}" for other in imports(path) if layer(other)[0] > mine]
    assert wrong == []


def test_imports_make_no_circle():
    """Not even one that is hidden in a function or behind TYPE_CHECKING."""
    circles = [sorted(c) for c in nx.strongly_connected_components(graph()) if len(c) > 1]
    assert circles == []


def test_folders_are_stages():
    """Not only modules: no two folders import from each other, however indirectly."""
    assert nx.is_directed_acyclic_graph(folders(whole=True))


def test_no_step_is_indexed_outside_the_log():
    """A step is opaque: only its own module looks into it."""
    for name, path in modules():
        if name != "tracer.log.log":
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                if isinstance(node, ast.Subscript):
                    inside = ast.unparse(node.value)
                    assert inside != "step", f"{name}:{node.lineno}"
                    assert ".steps[" not in inside, f"{name}:{node.lineno}"


def test_trees_know_nothing_of_searches():
    for name, path in modules():
        if name.startswith("trees"):
            assert not [other for other in imports(path) if "tracer" in other]


HEAVY = ["networkx", "matplotlib", "graphviz", "pygraphviz", "ipywidgets", "anywidget", "numpy"]
HEAVY += ["IPython", "numba", "easyAI", "hypothesis", "concurrent.futures.process"]


@pytest.mark.parametrize(
    "code",
    [
        "import trees",
        "import tracer",
        "import tracer, trees, trees.catalogue, tracer.algorithms, tracer.draw.text; "
        "from tracer import record; "
        "t = record(tracer.algorithms.ps_star, trees.catalogue.load('srimani-a1')); "
        "t.frame(5).open, t.caption(5), tracer.Trace.from_json(t.to_json())",
    ],
)
def test_nothing_heavy_is_loaded_unasked(code):
    check = f"import sys; {code}; print([m for m in {HEAVY} if m in sys.modules])"
    done = subprocess.run(
        [sys.executable, "-c", check], capture_output=True, text=True, cwd=ROOT, check=True
    )
    assert done.stdout.strip() == "[]"


def package_names(lines):
    """The bare names of requirements, without versions and extras."""
    found = {re.split(r"[\s\[<>=!~;]", line.strip(), maxsplit=1)[0].lower() for line in lines}
    return found - {"plyglass", ""}


def test_conda_and_pip_install_the_same():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    extras = project["optional-dependencies"]
    wanted = package_names(project["dependencies"] + extras["lab"] + extras["test"])
    text = (ROOT / "environment.yml").read_text("utf-8")
    listed = re.findall(r"^\s*-\s+([^#\n]+)", text, re.MULTILINE)
    found = package_names(name.split("::")[-1].strip("'\"") for name in listed)
    renamed = {"graphviz": "python-graphviz", "matplotlib": "matplotlib-base"}  # as conda has it
    assert {renamed.get(name, name) for name in wanted} <= found


def test_notebooks_hold_no_outputs():
    for path in sorted((ROOT / "notebooks").rglob("*.ipynb")):
        if ".ipynb_checkpoints" in path.parts:
            continue
        for cell in json.loads(path.read_text("utf-8"))["cells"]:
            assert not cell.get("outputs"), path
            assert cell.get("execution_count") is None, path
