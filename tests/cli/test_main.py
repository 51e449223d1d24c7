"""The command as a whole: what it offers, its exit codes, and its other names."""

import io
import os
import signal
import subprocess
import sys
import time
import tomllib
from importlib import import_module
from importlib.metadata import entry_points
from pathlib import Path

import pytest

import plyglass
from tracer.cli import bench, lab
from tracer.cli.command import Command, Group
from tracer.cli.main import PLYGLASS, main, run
from tracer.support.places import COURSE

ROOT = Path(__file__).parents[2]
COMMANDS = ["lab", "course", "play", "trace", "worksheet", "assignment", "grade", "explain"]
COMMANDS += ["experiment", "site", "bench"]
HEAVY = ["ipywidgets", "anywidget", "IPython", "matplotlib", "nbformat", "numpy", "networkx"]
HEAVY += ["graphviz", "pygraphviz", "jupyterlab", "concurrent.futures.process"]


def leaves(what: Command | Group, name: str) -> list[str]:
    """All commands below a group, by the words that call them."""
    if isinstance(what, Command):
        return [name]
    return [
        found
        for word, inner in what.commands().items()
        for found in leaves(inner, f"{name} {word}".strip())
    ]


def test_the_script_is_installed() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert project["scripts"] == {"plyglass": "plyglass:main"}
    (script,) = entry_points(group="console_scripts", name="plyglass")
    assert script.load() is plyglass.main


@pytest.mark.parametrize("words", [[], ["--help"], ["-h"]])
def test_help_lists_the_commands(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(words)
    assert ended.value.code == 0
    told = capsys.readouterr().out
    listed = told.partition("commands:\n")[2].partition("\n\n")[0].splitlines()
    assert [line.split()[0] for line in listed] == COMMANDS


@pytest.mark.parametrize("name", [*leaves(PLYGLASS, ""), "experiment"])
def test_help_has_examples_that_can_be_parsed(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main([*name.split(), "--help"])
    assert ended.value.code == 0
    told = capsys.readouterr().out
    assert told.startswith(f"usage: plyglass {name}")
    examples = told.partition("examples:\n")[2].splitlines()
    assert examples and all(line.startswith(f"  plyglass {name}") for line in examples)


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["--version"])
    assert ended.value.code == 0
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert capsys.readouterr().out == f"plyglass {project['version']}\n"


@pytest.mark.parametrize(
    "code",
    [
        "main(['--help'])",
        "main(['play', '--help'])",
        "main(['trace', 'pantel-3.2', 'sss-star'])",
        "main(['play', 'pantel-3.2', 'alphabeta'])",
    ],
)
def test_nothing_heavy_is_loaded_for_little(code: str) -> None:
    program = f"""
import sys
from tracer.cli.main import main
try:
    {code}
except SystemExit:
    pass
print([name for name in {HEAVY} if name in sys.modules], file=sys.stderr)
"""
    command = [sys.executable, "-c", program]
    done = subprocess.run(command, capture_output=True, text=True, input="q", cwd=ROOT, check=True)
    assert done.stderr.strip() == "[]"


# Exit codes


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["plai"], "plyglass: Unknown command 'plai'. Choose one of: lab, course, play, "),
        (["--colour"], "plyglass: Unrecognized arguments: --colour. See 'plyglass --help'."),
        (["play"], "plyglass play: The following arguments are required: TREE."),
        (["play", "pantel-3.2"], "plyglass play: Name a search after the tree, such as alphabeta."),
        (["experiment", "chess"], "Unknown command 'chess'. Choose one of: nbp, model, scaling, "),
        (["grade", "x", "--seconds", "soon"], "plyglass grade: Argument --seconds: invalid float"),
        (
            ["worksheet", "minimax", "--out", "x"],
            "Give the NAME of an assignment with --roster or --variants, or --questions.",
        ),
        (["grade", "nofolder"], "nofolder'."),
        (["lab", "no-such-folder"], "plyglass lab: There is no folder 'no-such-folder'."),
        (["bench", "cooking"], "Unknown benchmark 'cooking'. Choose one of: recording, stepping"),
    ],
)
def test_bad_input_is_2_and_one_sentence(
    words: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(words) == 2
    told = capsys.readouterr()
    assert said.lower() in told.err.lower() and told.err.count("\n") == 1
    assert told.out == ""


def command(act: object) -> Command:
    return Command(
        "For a test.",
        (),
        lambda parser: parser.set_defaults(file="results.jsonl"),
        act,  # type: ignore[arg-type]
        stopped="Stopped. So far: {file}.",
    )


def interrupted(_: object) -> None:
    raise KeyboardInterrupt


def test_ctrl_c_is_130_and_says_how_to_continue(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(command(interrupted), "test", []) == 130
    assert capsys.readouterr().err == "\nStopped. So far: results.jsonl.\n"


def test_failures_found_are_1_and_bugs_are_not_hidden() -> None:
    assert run(command(lambda _: 1), "test", []) == 1
    assert run(command(lambda _: None), "test", []) == 0
    with pytest.raises(ZeroDivisionError):
        run(command(lambda _: 1 / 0), "test", [])


def test_ctrl_c_in_a_real_experiment(tmp_path: Path) -> None:
    words = [sys.executable, "-m", "tracer.experiments", "nbp", "--tables", "4.4", "--workers", "1"]
    results = tmp_path / "results.jsonl"
    started = subprocess.Popen(
        [*words, "--file", str(results), "--quiet"], stderr=subprocess.PIPE, text=True, cwd=ROOT
    )
    begun = time.monotonic()
    while not (results.exists() and results.stat().st_size) and time.monotonic() - begun < 60:
        time.sleep(0.05)
    started.send_signal(signal.SIGINT)
    _, told = started.communicate(timeout=60)
    assert started.returncode == 130
    assert told.endswith(
        f"\nStopped. Results so far are in {results}; run the same command again to continue.\n"
    )
    assert "Traceback" not in told  # before that, counters are compiled if they never were


def test_a_reader_that_leaves_early_is_no_error() -> None:
    tree = "iid(3,6,seed=1)"  # its trace is longer than a pipe can hold
    words = [sys.executable, "-m", "tracer.cli.main", "trace", tree, "minimax"]
    started = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=ROOT)
    assert started.stdout and started.stderr
    started.stdout.readline()
    started.stdout.close()
    assert started.stderr.read() == b""
    assert started.wait(60) == 1


# Other names for the same commands


@pytest.mark.parametrize(
    ("module", "words", "said"),
    [
        ("tracer", ["--help"], "usage: python -m tracer COMMAND"),
        ("tracer", ["play", "--help"], "usage: python -m tracer play"),
        ("tracer.exercises", ["grade", "--help"], "usage: python -m tracer.exercises grade"),
        ("tracer.exercises", ["worksheet", "--help"], "--variants N"),
        ("tracer.exercises", ["nbgrader", "--help"], "usage: python -m tracer.exercises nbgrader"),
        ("tracer.experiments", ["nbp", "--help"], "usage: python -m tracer.experiments nbp"),
        ("tracer.site", ["build", "--help"], "usage: python -m tracer.site build"),
        ("tracer.bench", ["--help"], "usage: python -m tracer.bench"),
    ],
)
def test_modules_are_doors_to_the_same_commands(module: str, words: list[str], said: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", module, *words], capture_output=True, text=True, cwd=ROOT, check=True
    )
    assert said in done.stdout


# Outside a checkout


def test_without_a_checkout_lab_and_bench_say_what_to_do(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(lab, "IN_CHECKOUT", False)
    assert main(["lab"]) == 2
    assert "plyglass course my-course && plyglass lab my-course" in capsys.readouterr().err
    monkeypatch.setattr(bench, "CHECKOUT", tmp_path)
    assert main(["bench"]) == 2
    assert "The benchmarks are in tests/benchmarks of the source code" in capsys.readouterr().err


def test_a_missed_bar_is_a_failure(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.syspath_prepend(ROOT)
    recording = import_module("tests.benchmarks.recording")
    monkeypatch.setattr(recording, "MISSED", [])
    for part in "recording", "against_easyai", "replaying", "frames", "growth":
        monkeypatch.setattr(recording, part, lambda: None)
    assert main(["bench"]) == 0
    monkeypatch.setattr(recording, "growth", lambda: print(recording.verdict(3.0, 2.5)))
    assert main(["bench", "recording"]) == 1
    assert "1 bar was missed." in capsys.readouterr().out


def test_every_benchmark_is_a_module() -> None:
    folder = ROOT / "tests" / "benchmarks"
    found = {p.stem for p in folder.glob("*.py") if not p.stem.startswith(("test_", "__"))}
    assert set(bench.BENCHMARKS) == found


def test_files_for_jupyter_are_packaged() -> None:
    data = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["setuptools"]
    patterns = data["package-data"]["tracer.jupyter"]
    packaged = {path for pattern in patterns for path in lab.CONFIG.glob(pattern)}
    kept = {p for p in lab.CONFIG.rglob("*") if p.is_file() and p.suffix not in (".py", ".pyc")}
    assert packaged == kept and len(kept) == 3
    assert os.listdir(lab.CONFIG / "labconfig") == ["default_setting_overrides.json"]


# Experiments


class Typed(io.StringIO):
    """What somebody types at a terminal."""

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(("answer", "made"), [("n\n", False), ("\n", True)])
def test_an_experiment_asks_before_it_makes_a_folder(
    answer: str,
    made: bool,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "stdin", Typed(answer))
    words = ["--kinds", "minimal", "--widths", "2", "--depths", "2", "--workers", "1", "--quiet"]
    assert main(["experiment", "scaling", *words]) == (0 if made else 2)
    assert f"Results are kept in {tmp_path / 'build' / 'experiments'}" in capsys.readouterr().err
    assert (tmp_path / "build").exists() == made


# Somebody else's `tracer` or `trees`


@pytest.mark.parametrize(
    ("culprit", "code"),
    [
        ("trees.py", "from tracer import record"),
        ("trees/__init__.py", "from tracer import record"),
        ("tracer.py", "from trees import iid"),
        ("tracer/__init__.py", "import plyglass; plyglass.main()"),
    ],
)
def test_a_file_with_the_name_of_a_package_of_ours_is_named(
    culprit: str, code: str, tmp_path: Path
) -> None:
    (tmp_path / culprit).parent.mkdir(exist_ok=True)
    (tmp_path / culprit).write_text("x = 1\n")
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, cwd=tmp_path, check=False
    )
    place = tmp_path / (culprit if culprit.count("/") == 0 else culprit.split("/")[0])
    name = place.stem
    assert done.returncode == 1
    assert (
        f"Plyglass needs its own package '{name}', but Python finds another one first: {place}. "
        "Rename or remove that, then start Python again."
    ) in done.stderr


def test_a_package_installed_over_ours_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(plyglass, "__file__", str(tmp_path / "plyglass.py"))
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "chessmen").mkdir()
    (tmp_path / "chessmen" / "__init__.py").touch()
    plyglass.check("chessmen")
    culprit = tmp_path / "chessmen-2.0.dist-info"
    culprit.mkdir()
    with pytest.raises(ImportError, match=f"installed over it: {culprit}. .* chessmen plyglass"):
        plyglass.check("chessmen")


# A copy of the course


def test_the_course_is_copied_into_a_new_folder(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    place = tmp_path / "my-course"
    assert main(["course", str(place)]) == 0
    assert f"To open it: plyglass lab {place}" in capsys.readouterr().out
    lessons = {path.name for path in COURSE.glob("*.ipynb")}
    assert {path.name for path in place.glob("*.ipynb")} == lessons
    assert (place / "images").is_dir() and not (place / "solutions").exists()
    assert main(["course", str(place)]) == 2
    assert "is not empty" in capsys.readouterr().err
    assert main(["course", str(tmp_path / "all"), "--solutions"]) == 0
    assert {path.name for path in (tmp_path / "all" / "solutions").glob("*.ipynb")} == lessons
