"""Every optional package is imported in one way, and the extra that is named brings it."""

import ast
import re
import sys
import tomllib
from importlib import import_module, reload
from pathlib import Path

import pytest

import tracer
from tracer import Trace, record
from tracer.algorithms import alphabeta
from tracer.draw.figure import window_figure
from tracer.exercises.course.nbgrader import notebook
from tracer.exercises.course.submissions import read_file
from tracer.exercises.course.worksheet import pdf
from tracer.support.extras import ON_PYPI, needs
from tracer.support.parallel import cluster
from trees import catalogue

HERE = Path(__file__).parents[2]
FILES = sorted(
    [HERE / "plyglass.py", *(HERE / "trees").rglob("*.py"), *(HERE / "tracer").rglob("*.py")]
)
PROJECT = tomllib.loads((HERE / "pyproject.toml").read_text("utf-8"))["project"]
CORE = {"networkx", "tqdm"}
# Modules that come with a package of another name.
BROUGHT_BY = {"traitlets": "ipywidgets", "jupyter_server": "jupyterlab"}
# Imported as they are: `trees` may not import `tracer`, and `lock` is imported after a check.
ELSEWHERE = {("trees/games/chess.py", "chess"), ("tracer/site/lock.py", "packaging")}
# The compiled counters are decorated as they are imported: `fast` looks for numba before that.
KERNELS = "tracer/experiments/kernels/"


def packages(extra):
    """The packages of an extra, with those of the extras that it includes."""
    found = set()
    for line in PROJECT["optional-dependencies"][extra]:
        name, inner = re.match(r"([\w-]+)(?:\[([^]]*)\])?", line).groups()
        if name == "plyglass":
            found |= {package for part in inner.split(",") for package in packages(part.strip())}
        else:
            found.add(name.lower())
    return found


def plain_imports(path):
    """The packages of others that a file imports, but for types alone."""
    tree = ast.parse(path.read_text("utf-8"))
    typing = [n for n in ast.walk(tree) if isinstance(n, ast.If) and "TYPE_CHECKING" in ast.dump(n)]
    skipped = {id(n) for block in typing for n in ast.walk(block)}
    for node in ast.walk(tree):
        if id(node) in skipped:
            continue
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield str(node.module).partition(".")[0]


def calls_of_needs():
    for path in FILES:
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            match node:
                case ast.Call(ast.Name("needs"), [ast.Constant(module), extra]):
                    yield path, module.partition(".")[0], extra


def test_optional_packages_are_imported_through_needs():
    known = sys.stdlib_module_names | CORE | {"trees", "tracer", "plyglass"}
    found = {
        (str(path.relative_to(HERE)), name)
        for path in FILES
        for name in plain_imports(path)
        if name not in known
    }
    compiled = {pair for pair in found if pair[0].startswith(KERNELS)}
    assert {name for _, name in compiled} == {"numba", "numpy"}  # numba brings numpy
    assert found - ELSEWHERE - compiled == set()


def test_only_fast_imports_the_compiled_counters():
    package = KERNELS.strip("/").replace("/", ".")
    importers = {
        str(path.relative_to(HERE))
        for path in FILES
        if f"from {package}" in path.read_text("utf-8")
    }
    assert {name for name in importers if not name.startswith(KERNELS)} == {
        "tracer/experiments/fast.py"
    }


def test_only_needs_says_what_to_install():
    found = {
        str(path.relative_to(HERE))
        for path in FILES
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Raise) and node.exc and "ImportError" in ast.unparse(node.exc)
    }
    assert found - {"plyglass.py"} == {"tracer/support/extras.py", "trees/games/chess.py"}


def test_the_extra_named_brings_the_package():
    found = list(calls_of_needs())
    assert len(found) > 15
    for path, module, extra in found:
        package = BROUGHT_BY.get(module, ON_PYPI.get(module, module)).lower()
        # Notebooks are read for the course and for the site: the caller says which.
        for name in [extra.value] if isinstance(extra, ast.Constant) else ["course", "site"]:
            assert package in packages(name), f"{path}: {package} is not in [{name}]"


def test_the_core_is_what_a_core_install_has():
    assert {re.split(r"\W", line)[0] for line in PROJECT["dependencies"]} == CORE


def test_the_message_says_what_to_install():
    with pytest.raises(ImportError) as raised:
        needs("no_such_package.part", "lab")
    assert str(raised.value) == (
        'This needs no_such_package. Install it with: pip install "plyglass[lab]"'
    )


@pytest.fixture
def trace() -> Trace:
    return record(alphabeta, catalogue.load("pantel-3.2"))


def test_a_package_that_lacks_a_library_of_the_system_says_which(tmp_path, monkeypatch):
    (tmp_path / "pygraphviz.py").write_text("raise ImportError('libx.so.0: no such file')")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "pygraphviz", raising=False)
    with pytest.raises(ImportError, match=r"loaded: libx\.so\.0: no such file\. .* libglib2\.0-0"):
        needs("pygraphviz", "lab")


@pytest.mark.parametrize(
    ("missing", "extra", "act"),
    [
        ("pygraphviz", "lab", lambda trace, folder: trace.to_svg(folder / "a.svg")),
        ("graphviz", "lab", lambda trace, folder: trace.to_png(folder / "a.png")),
        ("PIL.Image", "lab", lambda trace, folder: trace.to_gif(folder / "a.gif")),
        ("imageio_ffmpeg", "video", lambda trace, folder: trace.to_mp4(folder / "a.mp4")),
        ("matplotlib.pyplot", "lab", lambda trace, folder: window_figure(trace)),
        ("typst", "course", lambda trace, folder: pdf([])),
        ("nbformat.v4", "course", lambda trace, folder: notebook("minimax")),
        ("distributed", "cluster", lambda trace, folder: cluster("tcp://host:1").__enter__()),
        ("chess", "games", lambda trace, folder: reload(import_module("trees.games.chess"))),
        (
            "playwright.sync_api",
            "test",
            lambda trace, folder: needs("tests.benchmarks.stepping", "test"),
        ),
    ],
)
def test_what_needs_a_missing_package_says_so(missing, extra, act, trace, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, missing, None)
    monkeypatch.delitem(sys.modules, "tests.benchmarks.stepping", raising=False)
    name = missing.partition(".")[0]
    package = ON_PYPI.get(name, name)
    with pytest.raises(
        ImportError, match=rf'needs {package}\. .* pip install "plyglass\[{extra}\]"'
    ):
        act(trace, tmp_path)


def test_a_missing_nbformat_is_not_the_fault_of_a_student(tmp_path, monkeypatch):
    (tmp_path / "ada.ipynb").write_text("{}")
    monkeypatch.setitem(sys.modules, "nbformat", None)
    with pytest.raises(ImportError, match=r"plyglass\[course\]"):
        read_file(tmp_path / "ada.ipynb", ("leaves",))


@pytest.mark.parametrize("name", ["play", "compare", "explore", "arena"])
def test_the_player_without_the_widget_packages(name, trace, monkeypatch):
    """The import works, and the call says what to install."""
    for module in [
        m for m in sys.modules if re.match(r"tracer\.player\.(base|\w*(widget|explorer))", m)
    ]:
        monkeypatch.delitem(sys.modules, module)
    for module in "anywidget", "ipywidgets", "traitlets":
        monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(ImportError, match=r'This needs \w+\. .* pip install "plyglass\[widget\]"'):
        getattr(tracer, name)(trace)
