"""Run many small jobs on any executor, and save every result to a file as it arrives.

A job is a dict of plain values that describes the work completely; it is also the key of its
result. The file has one line per result, {"job": …, "result": …}, and lines are only ever
appended, so that it survives a kill at any moment; an incomplete last line is removed.
"""

import json
import os
import signal
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    Executor,
    Future,
    ProcessPoolExecutor,
    wait,
)
from contextlib import ExitStack, contextmanager
from multiprocessing import current_process, get_context, parent_process
from pathlib import Path
from threading import Thread
from typing import Any, BinaryIO

from tracer.support.extras import needs
from tracer.support.progress import progress_bar

Job = dict[str, Any]
Work = Callable[[Job], Any]

ALONE = sys.platform == "emscripten"  # a browser has neither processes nor threads
_UNGUARDED = (
    "Every worker runs the script that starts it, so the script must begin its work under "
    "'if __name__ == \"__main__\":'."
)
IN_FLIGHT = 4  # jobs queued per worker: enough to keep it busy, few enough to cancel


def run(
    work: Work,
    jobs: Iterable[Job],
    *,
    executor: Executor | None = None,
    file: str | Path | None = None,
    weight: Callable[[Job], float] = lambda job: 1.0,
    progress: str | None = None,
    lost: Callable[[Job], Any] | None = None,
    final: Callable[[Any], bool] = lambda result: True,
) -> list[Any]:
    """Return the results of `work` on each job, in the order of the jobs.

    `work` is a module-level function (other processes import it by name) that depends only on its
    job. Without an `executor`, all cores are used. Results that are already in `file` are reused.
    `weight` estimates how long a job takes: the heaviest jobs go first, and the estimate of the
    remaining time uses it. `progress` names the progress bar; without a name there is no bar.
    `lost` gives the result of a job whose worker process dies, which otherwise ends the run. A
    result that is not `final` is not written to the file, so that the next run tries again.
    """
    if getattr(current_process(), "_inheriting", False):  # a worker, importing its parent's script
        sys.exit(_UNGUARDED)
    wanted = {_key(job): job for job in jobs}
    with ExitStack() as stack:
        results = stack.enter_context(_results(file))
        old = results.old
        done = {key: old[key] for key in wanted if key in old and final(old[key])}
        weights = {key: weight(job) for key, job in wanted.items() if key not in done}
        todo = sorted(weights, key=lambda key: (-weights[key], key))
        if todo:
            bar = stack.enter_context(progress_bar(progress, sum(weights.values())))
            found = _stream(executor, work, [(key, wanted[key]) for key in todo], lost)
            for number, (key, result) in enumerate(found, 1):
                if final(result):
                    results.add(wanted[key], result)
                done[key] = result
                bar.set_postfix_str(f"{number}/{len(todo)}", refresh=False)
                bar.update(weights[key])
    return [done[key] for key in wanted]


def _stream(
    executor: Executor | None,
    work: Work,
    jobs: Sequence[tuple[str, Job]],
    lost: Callable[[Job], Any] | None,
) -> Iterator[tuple[str, Any]]:
    """Each key with its result, in order of completion.

    When a worker dies, its pool drops all its jobs. Those are then done one at a time, which tells
    the job that is to blame from the others, and a new pool goes on with the rest.
    """
    waiting = iter(jobs)
    while True:
        with ExitStack() as stack:
            pool = _Here() if ALONE else executor or stack.enter_context(processes())
            suspects: list[tuple[str, Job]] = []
            yield from _all_at_once(pool, work, waiting, suspects)
        if not suspects:
            return
        _check_workers()
        if lost is None:
            raise BrokenExecutor("A worker process died. What is done is kept; run it again.")
        yield from _one_at_a_time(work, suspects, lost)
        executor = None  # the pool that was given cannot be used any more


def _all_at_once(
    pool: Executor,
    work: Work,
    waiting: Iterator[tuple[str, Job]],
    suspects: list[tuple[str, Job]],
) -> Iterator[tuple[str, Any]]:
    """Results until the pool breaks; `suspects` are then the jobs that it was given last."""
    running: dict[Future[Any], tuple[str, Job]] = {}
    room = IN_FLIGHT * (getattr(pool, "_max_workers", None) or os.cpu_count() or 1)
    try:
        while True:
            while not suspects and len(running) < room and (entry := next(waiting, None)):
                try:
                    running[pool.submit(work, entry[1])] = entry
                except BrokenExecutor:
                    suspects.append(entry)
            if not running:
                return
            for future in wait(running, return_when=FIRST_COMPLETED).done:
                entry = running.pop(future)
                try:
                    result = future.result()
                except BrokenExecutor:
                    suspects.append(entry)
                else:
                    yield entry[0], _plain(result)
    finally:
        for future in running:
            future.cancel()


def _check_workers() -> None:
    """Raise an error if workers die before they get a job."""
    try:
        with processes(1) as pool:
            pool.submit(os.getpid).result()
    except BrokenExecutor:
        raise RuntimeError(f"No worker process can start. {_UNGUARDED}") from None


def _one_at_a_time(
    work: Work, suspects: list[tuple[str, Job]], lost: Callable[[Job], Any]
) -> Iterator[tuple[str, Any]]:
    while suspects:
        with processes(1) as pool:
            while suspects:
                key, job = suspects.pop()
                try:
                    yield key, _plain(pool.submit(work, job).result())
                except BrokenExecutor:
                    yield key, _plain(lost(job))
                    break


def _plain(result: Any) -> Any:
    """Through JSON, so that a new result looks the same as one read from the file."""
    return json.loads(json.dumps(result))


def _key(job: Job) -> str:
    return json.dumps(job, sort_keys=True)


# The result file


class _Results:
    """The contents of a result file, and a way to add to it."""

    def __init__(self, old: dict[str, Any], stream: BinaryIO | None) -> None:
        self.old = old
        self._stream = stream

    def add(self, job: Job, result: Any) -> None:
        if self._stream:
            line = json.dumps({"job": job, "result": result}) + "\n"
            self._stream.write(line.encode())
            self._stream.flush()


_NOT_RESULTS = "this is not a file of results"


@contextmanager
def _results(file: str | Path | None) -> Iterator[_Results]:
    if file is None:
        yield _Results({}, None)
        return
    path = Path(file)
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a+b") as stream:
        if not _locked(stream):
            raise ValueError(f"{path} is in use by another run. Wait until that run has ended.")
        stream.seek(0)
        text = stream.read()
        whole = text.rfind(b"\n") + 1
        old = {}
        for number, line in enumerate(text[:whole].splitlines(), 1):
            try:
                entry = json.loads(line)
                old[_key(entry["job"])] = entry["result"]
            except (ValueError, KeyError, TypeError):
                raise ValueError(f"{path}, line {number}: {_NOT_RESULTS}") from None
        if text and not whole and not text.startswith(b'{"job"'[: len(text)]):
            raise ValueError(f"{path}, line 1: {_NOT_RESULTS}")
        stream.truncate(whole)
        yield _Results(old, stream)


def _locked(stream: BinaryIO) -> bool:
    """Whether the file is now ours alone, until it is closed or this process ends."""
    try:
        import fcntl
    except ImportError:  # not on Windows or in a browser
        return True
    try:
        fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:  # a file system without locks
        return True
    return True


# Executors


def processes(workers: int | None = None) -> ProcessPoolExecutor:
    """Worker processes, by default one per core; they leave Ctrl-C to their parent."""
    if workers is not None and (type(workers) is not int or workers < 1):
        raise ValueError(f"workers must be an integer of at least 1, not {workers!r}")
    return ProcessPoolExecutor(workers, mp_context=get_context("spawn"), initializer=_worker)


class _Here(Executor):
    """Runs each job immediately, in this process."""

    _max_workers = 1

    def submit(self, work: Callable[..., Any], /, *given: Any, **named: Any) -> Future[Any]:
        done: Future[Any] = Future()
        done.set_result(work(*given, **named))
        return done


def _worker() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """Exit with the parent: a killed parent cannot end its workers, which would wait forever."""
    parent = parent_process()
    if parent:
        parent.join()
        os._exit(1)


@contextmanager
def cluster(address: str) -> Iterator[Executor]:
    """The workers of a Dask cluster."""
    client = needs("distributed", "cluster").Client(address, timeout=10)
    with client:
        yield client.get_executor()
