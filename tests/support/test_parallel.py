"""Results depend on the jobs alone; what is done once is neither lost nor done again."""

import io
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import BrokenExecutor, Executor, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tracer.experiments.nbp import count_ordered, nbp
from tracer.support.parallel import (
    Job,
    _all_at_once,
    cluster,
    estimate,
    handing_time,
    makespan,
    processes,
    run,
)
from tracer.support.progress import progress_bar


def square(job: Job) -> list[int]:
    """Write down, in a file, that the job was done; then do it."""
    if "log" in job:
        with Path(job["log"]).open("a") as log:
            log.write(f"{job['n']}\n")
    time.sleep(job.get("sleep", 0))
    if job["n"] < 0:
        raise ArithmeticError(f"no square of {job['n']}")
    return [job["n"], job["n"] ** 2]


TASKS = [{"n": n} for n in range(20)]
SQUARES = [[n, n * n] for n in range(20)]


def test_results_come_in_the_order_of_the_tasks() -> None:
    slow_first = [{"n": n, "sleep": 0.05 * (n == 0)} for n in range(20)]
    with ThreadPoolExecutor(4) as executor:
        assert run(square, slow_first, executor=executor) == SQUARES
        assert run(square, TASKS, executor=executor, weight=lambda t: t["n"]) == SQUARES
    assert run(square, []) == []


def test_the_heaviest_tasks_go_first(tmp_path: Path) -> None:
    log = str(tmp_path / "log")
    jobs = [{"n": n, "log": log} for n in (3, 9, 1)]
    with ThreadPoolExecutor(1) as executor:
        run(square, jobs, executor=executor, weight=lambda t: t["n"])
    assert Path(log).read_text().split() == ["9", "3", "1"]


def small(executor: Executor, file: Path | None = None) -> list[Any]:
    return nbp(tables=["4.1"], trees=3, executor=executor, file=file)


def test_the_same_cells_whatever_the_executor_and_the_workers(tmp_path: Path) -> None:
    with ThreadPoolExecutor(1) as executor:
        cells = small(executor)
    with processes(1) as one, processes(3) as three, ProcessPoolExecutor(2) as plain:
        assert small(one) == cells
        assert small(three, tmp_path / "three") == cells
        assert small(plain) == cells
    with ThreadPoolExecutor(1) as executor:
        assert small(executor, tmp_path / "three") == cells  # read back


@contextmanager
def dask(workers: int) -> Iterator[Any]:
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(
        n_workers=workers, processes=True, threads_per_worker=1, dashboard_address=None
    ) as local:
        yield local


def test_a_dask_cluster_that_loses_a_worker_loses_and_doubles_nothing(tmp_path: Path) -> None:
    """Two processes; the first to come to job 9 is killed while it and its others run."""
    file, log, victim = tmp_path / "results", tmp_path / "log", tmp_path / "victim"
    jobs = [{"n": n, "log": str(log), "victim": str(victim)} for n in range(60)]
    with ThreadPoolExecutor(1) as executor:
        cells = small(executor)
    with dask(2) as local, cluster(local.scheduler_address) as executor:
        found = run(killed_once, jobs, executor=executor, file=file)
        assert small(executor) == cells
        assert handing_time(executor, 20) > 0
    assert found == [[n, n * n] for n in range(60)]
    did = [line.split() for line in log.read_text().splitlines()]
    assert victim.read_text() in {pid for pid, _ in did} and len({pid for pid, _ in did}) >= 2
    assert len(did) > 60, "job 9 was begun twice"
    keys = [json.loads(line)["job"]["n"] for line in file.read_text().splitlines()]
    assert sorted(keys) == list(range(60))
    with ThreadPoolExecutor(1) as executor:
        assert run(killed_once, jobs, executor=executor, file=file) == found
    assert len(log.read_text().splitlines()) == len(did), "nothing is done again"


def killed_once(job: Job) -> list[int]:
    """A square; the first worker to come to number 9 is killed."""
    with Path(job["log"]).open("a") as log:
        log.write(f"{os.getpid()} {job['n']}\n")
    time.sleep(0.01)
    if job["n"] == 9 and not Path(job["victim"]).exists():
        Path(job["victim"]).write_text(str(os.getpid()))
        os.kill(os.getpid(), signal.SIGKILL)
    return [job["n"], job["n"] ** 2]


@pytest.mark.slow
def test_a_cluster_of_other_code_or_without_workers_says_so(tmp_path: Path) -> None:
    file, log = tmp_path / "results", str(tmp_path / "log")
    with dask(1) as local, cluster(local.scheduler_address) as executor:
        assert run(square, TASKS, executor=executor, file=file) == SQUARES
        with pytest.raises(ValueError, match="runs other code than this process"):
            list(_all_at_once(executor, square, "other", iter([("0", TASKS[0])]), []))
        dies = [{"n": 1, "dies": True, "cured": log}]
        with pytest.raises(BrokenExecutor, match="kills every worker that tries it"):
            run(fragile, dies, executor=executor, file=file)
    assert len(file.read_text().splitlines()) == 20


def test_more_cores_by_hand() -> None:
    assert makespan([3, 1, 1, 1], 1) == 6
    assert makespan([3, 1, 1, 1], 2) == 3
    assert makespan([1.0] * 10, 4) == 3
    assert makespan([1.0] * 10, 1000) == 1
    assert makespan([1.0] * 10, 1000, handing=0.5) == 6  # the last one is handed out after 5 s
    assert makespan([], 4) == 0
    said = estimate([0.5] * 100, 1000, 0.001)
    assert "100 jobs take 50.00 s on one core, the longest 0.50 s" in said
    assert "for 1,000 cores: 0.60 s, 83 times as fast" in said


def test_times_are_kept_with_the_results(tmp_path: Path) -> None:
    times: list[list[float]] = [[], []]
    with ThreadPoolExecutor(1) as executor:
        for each in times:
            run(square, TASKS, executor=executor, file=tmp_path / "results", times=each)
    assert times[0] == pytest.approx(times[1], abs=1e-6) and len(times[0]) == 20


def test_what_is_in_the_file_is_not_done_again(tmp_path: Path) -> None:
    file, log = tmp_path / "deep" / "results", tmp_path / "log"
    jobs = [{"n": n, "log": str(log)} for n in range(6)]
    with ThreadPoolExecutor(2) as executor:
        first = run(square, jobs[:4], executor=executor, file=file)
        assert run(square, jobs, executor=executor, file=file) == [[n, n * n] for n in range(6)]
    assert first == [[n, n * n] for n in range(4)]
    assert sorted(log.read_text().split()) == ["0", "1", "2", "3", "4", "5"]


def test_a_file_cut_at_any_byte_loses_at_most_the_last_result(tmp_path: Path) -> None:
    file = tmp_path / "results"
    with ThreadPoolExecutor(1) as executor:
        run(square, TASKS[:3], executor=executor, file=file)
        whole = file.read_bytes()
        for end in range(0, len(whole), 9):
            file.write_bytes(whole[:end])
            assert run(square, TASKS[:3], executor=executor, file=file) == SQUARES[:3]
            assert file.read_bytes().startswith(whole[:end])


def test_a_file_of_something_else_is_left_alone(tmp_path: Path) -> None:
    for text in ("my diary\nday one\n", "my diary", '{"n": 1}\n', '["job"]\n'):
        file = tmp_path / "diary"
        file.write_text(text)
        with ThreadPoolExecutor(1) as executor, pytest.raises(ValueError, match="line 1: this is"):
            run(square, TASKS, executor=executor, file=file)
        assert file.read_text() == text


def test_an_error_ends_the_run_and_keeps_what_is_done(tmp_path: Path) -> None:
    file = tmp_path / "results"
    jobs = [{"n": 1}, {"n": 2}, {"n": -1}]
    with (
        ThreadPoolExecutor(1) as executor,
        pytest.raises(ArithmeticError, match="no square of -1"),
    ):
        run(square, jobs, executor=executor, file=file, weight=lambda t: t["n"])
    assert len(file.read_text().splitlines()) == 2


def fragile(job: Job) -> list[int]:
    """A square, unless the job kills its worker; once the file `cured` exists, it does not."""
    if job.get("dies") and not Path(job["cured"]).exists():
        os._exit(1)
    return [job["n"], job["n"] ** 2]


def test_a_worker_that_dies_costs_only_its_own_job(tmp_path: Path) -> None:
    file, cured = tmp_path / "results", tmp_path / "cured"
    jobs = [{"n": n, "dies": n in (3, 11), "cured": str(cured)} for n in range(14)]
    how: dict[str, Any] = {
        "lost": lambda job: "lost",
        "final": lambda result: result != "lost",
        "weight": lambda job: 2 if job["dies"] else 1,  # they die first, and take others along
    }
    with processes(2) as pool:
        found = run(fragile, jobs, executor=pool, file=file, **how)
    assert found == ["lost" if n in (3, 11) else SQUARES[n] for n in range(14)]
    assert len(file.read_text().splitlines()) == 12
    cured.touch()
    with ThreadPoolExecutor(1) as executor:
        assert run(fragile, jobs, executor=executor, file=file, **how) == SQUARES[:14]
    assert len(file.read_text().splitlines()) == 14


def test_without_a_result_for_lost_jobs_a_dead_worker_ends_the_run(tmp_path: Path) -> None:
    jobs = [{"n": 1, "dies": True, "cured": str(tmp_path / "cured")}]
    with processes(1) as pool, pytest.raises(BrokenExecutor, match="A worker process died"):
        run(fragile, jobs, executor=pool)


def test_a_script_without_a_guard_is_told_so_once(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text("from tracer.support.parallel import run\nrun(abs, [{'n': 1}], lost=len)\n")
    ran = subprocess.run([sys.executable, script], capture_output=True, text=True, timeout=120)
    assert ran.returncode == 1
    assert ran.stderr.count("Traceback") == 1
    assert "under 'if __name__ == \"__main__\":'" in ran.stderr.splitlines()[-1]


def test_a_result_that_is_not_final_is_tried_again(tmp_path: Path) -> None:
    log, file = str(tmp_path / "log"), tmp_path / "results"
    jobs = [{"n": n, "log": log} for n in (1, 2)]
    with ThreadPoolExecutor(1) as executor:
        for _ in range(2):
            run(square, jobs, executor=executor, file=file, final=lambda result: result[0] == 1)
    assert sorted(Path(log).read_text().split()) == ["1", "2", "2"]


@pytest.mark.skipif(sys.platform == "win32", reason="no locks there")
def test_two_runs_do_not_share_a_file(tmp_path: Path) -> None:
    file = tmp_path / "results"
    with ThreadPoolExecutor(1) as executor:
        run(square, TASKS[:2], executor=executor, file=file)
        kept = file.read_bytes()
        with file.open("a+b") as stream:
            fcntl = pytest.importorskip("fcntl")
            fcntl.flock(stream, fcntl.LOCK_EX)
            with pytest.raises(ValueError, match=r"is in use by another run\. Wait until"):
                run(square, TASKS, executor=executor, file=file)
        assert file.read_bytes() == kept
        assert run(square, TASKS, executor=executor, file=file) == SQUARES


COMMAND = [sys.executable, "-m", "tracer.experiments", "nbp", "--tables", "4.1"]


def start(file: Path) -> "subprocess.Popen[str]":
    """A run of its own, in a session of its own, that has at least three results by now."""
    command = [*COMMAND, "--trees", "30", "--workers", "2", "--file", str(file), "--quiet"]
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    )
    while not file.exists() or file.read_bytes().count(b"\n") < 3:
        assert process.poll() is None, process.communicate()
        time.sleep(0.02)
    return process


def wait_until_alone(group: int) -> None:
    for _ in range(200):
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return
        time.sleep(0.05)
    raise AssertionError("workers outlive the run that started them")


@pytest.mark.slow
def test_a_killed_run_leaves_no_workers_and_is_taken_up_where_it_was(tmp_path: Path) -> None:
    file = tmp_path / "results"
    process = start(file)
    process.kill()
    process.communicate()
    wait_until_alone(process.pid)
    kept = file.read_bytes()
    assert kept.count(b"\n") < 120
    with processes(2) as executor:
        cells = nbp(tables=["4.1"], trees=30, executor=executor, file=file)
    lines = file.read_bytes()
    assert lines.startswith(kept)
    whole = [line for line in lines.splitlines() if line.endswith(b'"}')]
    keys = [json.dumps(json.loads(line)["job"]) for line in whole]
    assert len(keys) == len(set(keys)) == 120
    with ThreadPoolExecutor(1) as executor:
        assert nbp(tables=["4.1"], trees=30, executor=executor) == cells


@pytest.mark.slow
def test_ctrl_c_says_where_the_results_are(tmp_path: Path) -> None:
    file = tmp_path / "results"
    process = start(file)
    os.killpg(process.pid, signal.SIGINT)
    _, said = process.communicate(timeout=30)
    assert process.returncode == 130
    assert said == (
        f"\nStopped. Results so far are in {file}; run the same command again to continue.\n"
    )
    wait_until_alone(process.pid)
    assert file.read_bytes().endswith(b"\n")


def test_the_bar_tells_what_is_done_by_weight() -> None:
    stream = io.StringIO()
    with progress_bar("trees", 4.0, stream) as bar:
        bar.start_t -= 30.0
        bar.update(3.0)
        bar.refresh()
        bar.update(1.0)
    assert "\r" not in stream.getvalue()  # a log: each state on its own line
    first, then, last = stream.getvalue().splitlines()[:3]
    assert first.startswith("trees   0%|") and first.endswith("? left")
    assert then.startswith("trees  75%|") and then.endswith("00:10 left")
    assert last.startswith("trees 100%|") and last.endswith("00:00 left")


def test_a_bar_without_a_name_shows_nothing(capfd: pytest.CaptureFixture[str]) -> None:
    with progress_bar(None, 1.0) as bar:
        bar.update(1.0)
    with ThreadPoolExecutor(1) as executor:
        run(square, TASKS, executor=executor)
        assert capfd.readouterr() == ("", "")
        run(square, TASKS, executor=executor, progress="squares", weight=lambda t: t["n"])
    told = capfd.readouterr()
    assert told.out == "" and "squares 100%|" in told.err and ", 20/20\n" in told.err


def test_bad_numbers_of_workers_are_refused() -> None:
    for workers in (0, -1, 1.5, True):
        with pytest.raises(ValueError, match="workers must be an integer of at least 1, not"):
            processes(workers)  # type: ignore[arg-type]


def test_one_task_alone() -> None:
    job = {"w": 4, "d": 2, "R": 4, "p": 1.0, "seed": 1, "value": 64, "searches": ["alphabeta"]}
    assert count_ordered(job) == {"alphabeta": [7, 2]}
