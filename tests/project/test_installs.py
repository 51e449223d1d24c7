"""Clean environments: each extra alone, the wheel away from the checkout, the sdist and its tests.

The packages are built as for a release. Every environment is made with `venv` and pip, and what
runs in it sees nothing of the checkout. Newer versions of Python are tried if they are here.
"""

import os
import re
import shutil
import subprocess
import sys
import tarfile
import time
from pathlib import Path
from urllib.request import urlopen

import pytest

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
NEWER = ("3.12", "3.13", "3.14")
PLACES = ("JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR", "IPYTHONDIR")
CLEAN = {k: v for k, v in os.environ.items() if not k.startswith(("PYTHON", "JUPYTER", "VIRTUAL"))}
NOT_SOURCE = shutil.ignore_patterns(
    ".git", ".venv", "build", "*.egg-info", "__pycache__", ".*_cache"
)

TRACE = """
from tracer import arena, compare, explore, play, record
from tracer.algorithms import alphabeta
from trees import from_nested
trace = record(alphabeta, from_nested([[[8, 5], [10, 7]], [[2, 4], [9, 6]]]))
assert trace.value == 8
"""
MISSING = """
def lacks(extra, do):
    try:
        do()
    except ImportError as error:
        assert f'pip install "plyglass[{extra}]"' in str(error), error
    else:
        raise AssertionError(f"needs nothing of {extra}")
"""
WIDGETS = """
from trees.games import Pear
from tracer.exercises import Question
question = Question("leaves", alphabeta, trace.tree)
for widget in play(trace), compare(trace, trace), explore(), arena(Pear()), question.ask():
    assert widget._ipython_display_ is None
    kept, _ = widget._repr_mimebundle_()
    assert "application/vnd.jupyter.widget-view+json" in kept and "text/html" in kept
"""
DESCRIPTION = """
import setuptools
setuptools.setup = lambda **project: print(project["long_description"])
import setup
"""


def pythons() -> list[str]:
    """This Python, and every newer one on the PATH or of pyenv."""
    found = [sys.executable]
    for version in NEWER:
        kept = sorted(Path.home().glob(f".pyenv/versions/{version}.*/bin/python"))
        here = next(map(str, kept), None) or shutil.which(f"python{version}")
        if here and sys.version_info[:2] != tuple(map(int, version.split("."))):
            found.append(here)
    return found


def run(*command: str | Path, place: Path, fails: int = 0) -> str:
    """What a command prints; it must end with the exit code `fails`."""
    done = subprocess.run(
        list(map(str, command)),
        cwd=place,
        env=CLEAN | {name: str(place / name) for name in PLACES},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == fails, done.stdout[-2000:] + done.stderr[-4000:]
    return done.stdout + done.stderr


class Venv:
    """A new environment, with this installed: a wheel, one with an extra, or a checkout."""

    def __init__(self, place: Path, *what: str | Path, python: str = sys.executable) -> None:
        self.place, self.bin = place, place / "venv" / "bin"
        run(python, "-m", "venv", place / "venv", place=place)
        self.install(*what)

    def install(self, *what: str | Path) -> None:
        run(self.bin / "pip", "install", "-q", "--no-compile", *what, place=self.place)

    def python(self, program: str) -> str:
        return run(self.bin / "python", "-c", program, place=self.place)

    def plyglass(self, *words: str | Path, fails: int = 0) -> str:
        return run(self.bin / "plyglass", *words, place=self.place, fails=fails)


@pytest.fixture(scope="session")
def dist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sdist, and the wheel that is made of it."""
    place = tmp_path_factory.mktemp("dist")
    source = place / "source"
    shutil.copytree(ROOT, source, ignore=NOT_SOURCE)
    run(sys.executable, "-m", "build", "--outdir", place, source, place=place)
    return place


@pytest.fixture(scope="session")
def wheel(dist: Path) -> Path:
    (found,) = dist.glob("*.whl")
    return found


def test_an_index_accepts_the_packages(dist: Path) -> None:
    packages = sorted(dist.glob("plyglass-*.*"))
    run(sys.executable, "-m", "twine", "check", "--strict", *packages, place=dist)


@pytest.mark.parametrize("url", [None, "https://example.org/raw/"])
def test_an_index_shows_the_pictures_of_the_readme(url: str | None, tmp_path: Path) -> None:
    """They are shown once the project has an address, and left out before."""
    for name in "setup.py", "pyproject.toml", "README.md":
        shutil.copy(ROOT / name, tmp_path)
    if url:
        with (tmp_path / "pyproject.toml").open("a") as project:
            project.write(f'\n[project.urls]\nRaw = "{url}"\n')
    text = run(sys.executable, "-c", DESCRIPTION, place=tmp_path)
    (tmp_path / "shown.md").write_text(text)
    renderer = Venv(tmp_path, "readme_renderer[md]")  # of the index
    shown = run(renderer.bin / "python", "-m", "readme_renderer", "shown.md", place=tmp_path)
    pictures = re.findall(r'<img [^>]*src="([^"]*)"', shown)
    assert pictures == ([f"{url}notebooks/images/player.png"] if url else [])
    assert "notebooks/README.md" not in re.findall(r'href="([^"]*)"', shown)


@pytest.mark.parametrize("python", pythons())
def test_the_core(wheel: Path, tmp_path: Path, python: str) -> None:
    venv = Venv(tmp_path, wheel, python=python)
    venv.python(f"""{TRACE}{MISSING}
trace.to_html("a.html"), trace.to_tikz("a.tex"), trace.frame(14)._repr_mimebundle_()
from tracer.exercises import Question
question = Question("leaves", alphabeta, trace.tree)
assert not question.check([3]).right
for call in play, explore, arena, lambda t: compare(t, t), lambda t: question.ask():
    lacks("widget", lambda: call(trace))
for form in "svg", "png", "pdf", "gif":
    lacks("lab", lambda: getattr(trace, f"to_{{form}}")(f"a.{{form}}"))
lacks("video", lambda: trace.to_mp4("a.mp4"))
lacks("games", lambda: __import__("trees.games.chess"))
""")
    assert "value 8, 5 leaves evaluated" in venv.plyglass("trace", "pantel-3.2", "alphabeta")
    venv.plyglass("course", "mine")
    assert (tmp_path / "mine" / "18-clock.ipynb").is_file()
    (tmp_path / "class.csv").write_text("id,name\nada,Ada\n")
    for words, extra in (
        ("lab", "lab"),
        ("site --out site", "site"),
        ("assignment minimax --out a", "course"),
        ("worksheet minimax --variants 1 --out w", "course"),
        ("experiment nbp --trees 1 --cluster tcp://127.0.0.1:1", "cluster"),
    ):
        said = venv.plyglass(*words.split(), fails=2)
        assert f'pip install "plyglass[{extra}]"' in said, said


def test_an_editable_install_is_found_beside_folders_of_the_same_names(tmp_path: Path) -> None:
    """The checkout is called `plyglass`, and somebody keeps trees in a folder `trees`."""
    checkout = tmp_path / "plyglass"
    shutil.copytree(ROOT, checkout, ignore=NOT_SOURCE)
    (tmp_path / "trees").mkdir()
    (tmp_path / "trees" / "mine.txt").write_text("3 5")
    Venv(tmp_path, "-e", checkout).python(TRACE)


def test_fast(wheel: Path, tmp_path: Path) -> None:
    venv = Venv(tmp_path, f"{wheel}[fast]")
    venv.python(f"""{TRACE}
from tracer.experiments.fast import FastTree
from trees import iid
tree = iid(2, 6, seed=1)
assert FastTree(tree).count("alphabeta").nbp == record(alphabeta, tree).nbp
""")


def test_widget(wheel: Path, tmp_path: Path) -> None:
    """Where ipywidgets 7 is, as in Colab, it stays; with version 8, all works, too."""
    venv = Venv(tmp_path, "ipywidgets==7.7.1", "ipykernel")
    before = run(venv.bin / "pip", "freeze", place=tmp_path).splitlines()
    venv.install(f"{wheel}[widget]")
    venv.python(TRACE + WIDGETS)
    after = run(venv.bin / "pip", "freeze", place=tmp_path).splitlines()
    assert set(before) < set(after)  # nothing was replaced
    assert not any(line.startswith("jupyter") for line in set(after) - set(before))
    venv.install("ipywidgets>=8")
    venv.python(TRACE + WIDGETS)


def test_games(wheel: Path, tmp_path: Path) -> None:
    Venv(tmp_path, f"{wheel}[games]").python("import trees.games.chess")


def test_lab_and_video(wheel: Path, tmp_path: Path) -> None:
    venv = Venv(tmp_path, f"{wheel}[lab]")
    venv.python(f"""{TRACE}{WIDGETS}
from pathlib import Path
for form in "svg", "png", "pdf", "gif":
    assert getattr(trace, f"to_{{form}}")(f"a.{{form}}").stat().st_size > 2000
import trees.games.chess
""")
    venv.plyglass("course", "mine")
    config = next((tmp_path / "venv").rglob("tracer/jupyter/nbconvert_config.py"))
    words = ["nbconvert", "--config", config, "--to", "html", "mine/00-start-here.ipynb"]
    run(venv.bin / "jupyter", *words, place=tmp_path)
    opens(venv, tmp_path)
    venv.install(f"{wheel}[video]")
    venv.python(f"{TRACE}assert trace.to_mp4('a.mp4').stat().st_size > 2000")


def opens(venv: Venv, place: Path) -> None:
    """`plyglass lab` serves the copy of the course."""
    log = place / "log"
    words = ["lab", "mine", "--no-browser", "--allow-root", "--port", "0"]
    with log.open("w") as stream:
        server = subprocess.Popen(
            [venv.bin / "plyglass", *words, "--", "--IdentityProvider.token="],
            cwd=place,
            env=CLEAN | {name: str(place / name) for name in PLACES},
            stdout=stream,
            stderr=stream,
        )
    try:
        while "http://localhost" not in log.read_text():
            assert server.poll() is None, log.read_text()
            time.sleep(0.1)
        address = log.read_text().partition("http://localhost")[2].split("/")[0]
        with urlopen(f"http://localhost{address}/api/contents/00-start-here.ipynb") as answer:
            assert b"What does a search do" in answer.read()
    finally:
        server.terminate()
        server.wait(30)


def test_course(wheel: Path, tmp_path: Path) -> None:
    venv = Venv(tmp_path, f"{wheel}[course]")
    venv.plyglass("worksheet", "minimax", "--variants", "2", "--out", "sheets", "--solution")
    assert (tmp_path / "sheets" / "minimax-solution.pdf").stat().st_size > 5000
    venv.plyglass("assignment", "minimax", "--out", "minimax-course")
    (source,) = (tmp_path / "minimax-course").rglob("minimax.ipynb")
    (tmp_path / "in").mkdir()
    shutil.copy(source, tmp_path / "in" / "ada.ipynb")
    venv.plyglass("grade", "in", "--assignment", "minimax", "--out", "marks", "--practice")
    assert "ada" in (tmp_path / "marks" / "marks.json").read_text()


def test_cluster(wheel: Path, tmp_path: Path) -> None:
    venv = Venv(tmp_path, f"{wheel}[cluster]")
    venv.python("""
from distributed import LocalCluster
from tracer.support.parallel import cluster
with LocalCluster(n_workers=1, processes=False, dashboard_address=None) as here:
    with cluster(here.scheduler_address) as pool:
        assert pool.submit(pow, 2, 3).result() == 8
""")


def test_site(wheel: Path, tmp_path: Path) -> None:
    venv = Venv(tmp_path, f"{wheel}[site]")
    venv.plyglass("site", "--out", "site")
    assert (tmp_path / "site" / "trace.html").is_file()
    assert list((tmp_path / "site").rglob("plyglass-*.whl"))
    assert list((tmp_path / "site").rglob("files/00-start-here.ipynb"))


def test_the_sdist_runs_its_own_tests(dist: Path, tmp_path: Path) -> None:
    (sdist,) = dist.glob("*.tar.gz")
    with tarfile.open(sdist) as packed:
        packed.extractall(tmp_path, filter="data")
    (source,) = tmp_path.iterdir()
    some = ["tests/project/test_files.py", "tests/project/test_schemas.py", "tests/cli", "trees"]
    said = run(
        sys.executable, "-m", "pytest", "-n0", "-m", "not browser and not slow", *some, place=source
    )
    assert " failed" not in said and "passed" in said
