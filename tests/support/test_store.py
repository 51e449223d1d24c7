"""Whatever happens to a run or to its file: no result is lost, doubled or made up."""

import ast
import json
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from tracer.experiments.nbp import count_ordered
from tracer.support.fingerprint import SHOWS, fingerprint, sources
from tracer.support.store import Store, store

HERE = Path(__file__).parents[2]
JOBS = [{"n": n} for n in range(3)]


def results(file: Path, code: str = "abc") -> tuple[dict[int, Any], list[str]]:
    """What the store finds, by the number of the job, and what it says."""
    said: list[str] = []
    with store(file, code, said.append) as kept:
        return {json.loads(key)["n"]: entry.result for key, entry in kept.found.items()}, said


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Three results: 0, 10 and 20."""
    path = tmp_path / "results"
    with store(path, "abc") as kept:
        for job in JOBS:
            kept.add(job, 10 * job["n"], 0.5)
    return path


def whole_lines(file: Path) -> list[Any]:
    """The entries of a file by a second reader, which takes only lines with the right checksum."""
    found = []
    for line in file.read_text("utf-8").splitlines():
        body, _, end = line.rpartition(', "sum": "')
        if end == sha256(body.encode()).hexdigest()[:16] + '"}':
            found.append(json.loads(line))
    return found


def test_what_was_added_is_found(file: Path) -> None:
    assert results(file) == ({0: 0, 1: 10, 2: 20}, [])
    assert [entry["job"] for entry in whole_lines(file)] == JOBS


def test_every_changed_byte_is_noticed(file: Path) -> None:
    whole = file.read_bytes()
    for at, byte in enumerate(whole):
        file.write_bytes(whole[:at] + bytes([byte ^ 1]) + whole[at + 1 :])
        found, said = results(file)
        assert found.items() < {0: 0, 1: 10, 2: 20}.items()
        assert len(found) == 2 or byte == ord("\n"), "the other lines are still good"
        assert len(said) == 1 and "incomplete or altered. Kept, but not used." in said[0]
        if byte != ord("\n"):
            assert f"line {1 + whole[:at].count(10)} is" in said[0]


def test_cut_anywhere_and_continued_nothing_is_lost_or_doubled(file: Path) -> None:
    whole = file.read_bytes()
    for end in range(len(whole)):
        file.write_bytes(whole[:end])
        before, _ = results(file)
        assert len(before) >= whole[:end].count(b"\n")
        with store(file, "abc", lambda note: None) as kept:
            for job in JOBS[len(before) :]:
                kept.add(job, 10 * job["n"], 0.5)
        assert file.read_bytes().startswith(whole[:end]), "nothing is removed"
        assert results(file)[0] == {0: 0, 1: 10, 2: 20}
        assert [entry["job"] for entry in whole_lines(file)] == JOBS


def test_reading_changes_nothing(file: Path) -> None:
    for text in (file.read_bytes(), file.read_bytes()[:-9]):
        file.write_bytes(text)
        results(file, "another")
        assert file.read_bytes() == text


def test_results_of_other_code_are_kept_but_not_used(file: Path) -> None:
    assert results(file, "def") == (
        {},
        [f"{file}: 3 results were made by other code. Kept, but not used."],
    )
    with store(file, "def", lambda note: None) as kept:
        kept.add(JOBS[1], 11, 0.5)
    assert results(file, "def")[0] == {1: 11}
    assert results(file, "abc")[0] == {0: 0, 1: 10, 2: 20}


def test_one_run_at_a_time(file: Path) -> None:
    kept = file.read_bytes()
    with store(file, "abc"), pytest.raises(ValueError, match="is in use by another run"):
        results(file)
    assert file.read_bytes() == kept
    assert len(results(file)[0]) == 3


def test_where_nothing_can_be_locked_two_runs_still_lose_nothing(file: Path) -> None:
    """Appending in one write is enough; twice the same result counts once."""
    with file.open("ab", buffering=0) as one, file.open("ab", buffering=0) as two:
        first, second = (Store({}, stream, "abc", False) for stream in (one, two))
        for n in range(3, 9):
            first.add({"n": n}, 10 * n, 0.1)
            second.add({"n": n // 2 * 2}, 10 * (n // 2 * 2), 0.2)
    found, said = results(file)
    assert found == {n: 10 * n for n in range(9)} and said == []


@contextmanager
def room_for(size: int) -> Iterator[None]:
    """No file can grow beyond this size, as on a full disk."""
    resource = pytest.importorskip("resource")
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def test_a_full_disk_is_told_and_costs_one_result(file: Path) -> None:
    more = [{"n": n} for n in range(3, 6)]
    size = file.stat().st_size
    with store(file, "abc") as kept, room_for(size + 150):
        kept.add(more[0], 30, 0.5)
        with pytest.raises(OSError, match=r"Cannot write to .*results: .* in it are safe\. Make"):
            kept.add(more[1], 40, 0.5)
    assert file.stat().st_size == size + 150
    found, said = results(file)
    assert found == {0: 0, 1: 10, 2: 20, 3: 30} and "line 5 is incomplete" in said[0]
    with store(file, "abc", lambda note: None) as kept:
        kept.add(more[1], 40, 0.5)
    assert results(file)[0] == {0: 0, 1: 10, 2: 20, 3: 30, 4: 40}


# Kills


def start(file: Path, jobs: int, seconds: float) -> "subprocess.Popen[str]":
    command = [sys.executable, "-m", "tests.helpers.store_run", str(file), str(jobs)]
    env = os.environ | {"SECONDS": str(seconds)}
    piped = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    return subprocess.Popen(command, cwd=HERE, text=True, env=env, **piped)


def ends(file: Path) -> int:
    return file.read_bytes().count(b"\n") if file.exists() else 0


def killed_again_and_again(file: Path, kills: int, seed: int) -> None:
    """Kill a run soon after its next results, at no particular moment; then let it finish."""
    chance = random.Random(seed)
    jobs = 12 * kills
    for k in range(kills):
        before = file.read_bytes() if file.exists() else b""
        run = start(file, jobs, 0.004)
        while ends(file) < before.count(b"\n") + 1 + chance.randrange(4):
            assert run.poll() is None, run.communicate()
            time.sleep(0.001)
        time.sleep(chance.random() / 100)
        run.send_signal(signal.SIGINT if k % 5 == 4 else signal.SIGKILL)
        _, said = run.communicate(timeout=60)
        if k % 5 == 4:
            assert said.endswith(f"Stopped. Results so far are in {file}.\n"), said
        assert file.read_bytes().startswith(before), "what was there is still there"
    found, said = start(file, jobs, 0).communicate(timeout=120)
    assert found.split() == [str(n * n) for n in range(jobs)], said


@pytest.mark.parametrize(
    "kills", [2, pytest.param(50, marks=pytest.mark.slow, id="50 kills, which take a minute")]
)
def test_kills_lose_and_double_nothing(kills: int, tmp_path: Path) -> None:
    file = tmp_path / "results"
    killed_again_and_again(file, kills, seed=kills)
    numbers = [entry["job"]["n"] for entry in whole_lines(file)]
    assert sorted(numbers) == list(range(12 * kills))
    assert file.read_bytes().count(b"\n") <= 13 * kills, "at most one cut line per kill"


@pytest.mark.slow
def test_20_starts_at_once_lose_and_double_nothing(tmp_path: Path) -> None:
    file = tmp_path / "results"
    runs = [start(file, 400, 0.01) for _ in range(20)]
    told = [run.communicate(timeout=300) for run in runs]
    ended = [run.returncode for run in runs]
    assert set(ended) <= {0, 2} and ended.count(0) >= 1
    for code, (found, said) in zip(ended, told, strict=True):
        if code:
            assert (
                said
                == f"squares: {file} is in use by another run. Wait until that run has ended.\n"
            )
        else:
            assert found.split() == [str(n * n) for n in range(400)]
    assert sorted(entry["job"]["n"] for entry in whole_lines(file)) == list(range(400))
    log = Path(f"{file}.log").read_text().split()
    assert len(log) == len(set(log)) == 400, "each job was done once"


# The fingerprint


def imported(text: str) -> Iterator[str]:
    """The modules of ours that a file imports."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            inner = [HERE.joinpath(*node.module.split("."), f"{a.name}.py") for a in node.names]
            yield from (f"{node.module}.{path.stem}" for path in inner if path.exists())
            yield node.module


def test_it_covers_all_that_is_imported_and_nothing_that_only_shows() -> None:
    found = sources(count_ordered)
    for text in found.values():
        for name in imported(text):
            ours = name.startswith(("trees.", "tracer.")) and not SHOWS.match(name)
            assert not ours or name in found
    searches = {path.stem for path in (HERE / "tracer" / "algorithms").glob("[a-z]*.py")}
    assert {f"tracer.algorithms.{name}" for name in searches} <= found.keys()
    assert {"trees.generate", "tracer.log.log", "tracer.experiments.counting"} <= found.keys()
    assert not any("figures" in name or "commands" in name for name in found)


PACKAGE = {
    "__init__.py": "",
    "work.py": "def work(job):\n    from spare import deep\n    return deep.answer(job)\n",
    "deep.py": "import spare.deepest\ndef answer(job):\n    return spare.deepest.N\n",
    "deepest.py": "N = 1\n",
    "other.py": "M = 1\n",
}


@pytest.mark.parametrize("changed", [name for name in PACKAGE if name != "__init__.py"])
def test_it_changes_with_the_code_and_only_then(
    changed: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "spare"
    folder.mkdir()
    for name, text in PACKAGE.items():
        (folder / name).write_text(text)
    monkeypatch.syspath_prepend(tmp_path)
    for name in [name for name in sys.modules if name.partition(".")[0] == "spare"]:
        monkeypatch.delitem(sys.modules, name)
    from spare.work import work  # type: ignore[import-not-found]

    before = fingerprint(work)
    (folder / changed).write_text(PACKAGE[changed].replace("1", "2") + "# more\n")
    fingerprint.cache_clear()
    assert (fingerprint(work) != before) == (changed != "other.py")
