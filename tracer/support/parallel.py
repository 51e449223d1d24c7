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
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, wait
from contextlib import ExitStack, contextmanager
from multiprocessing import get_context, parent_process
from pathlib import Path
from threading import Thread
from typing import Any, BinaryIO

from tracer.support.extras import needs
from tracer.support.progress import progress_bar

Job = dict[str, Any]
Work = Callable[[Job], Any]

ALONE = sys.platform == "emscripten"  # a browser has neither processes nor threads
IN_FLIGHT = 4  # jobs queued per worker: enough to keep it busy, few enough to cancel


def run(
    work: Work,
    jobs: Iterable[Job],
    *,
    executor: Executor | None = None,
    file: str | Path | None = None,
    weight: Callable[[Job], float] = lambda job: 1.0,
    progress: str | None = None,
) -> list[Any]:
    """Return the results of `work` on each job, in the order of the jobs.

    `work` is a module-level function (other processes import it by name) that depends only on its
    job. Without an `executor`, all cores are used. Results that are already in `file` are reused.
    `weight` estimates how long a job takes: the heaviest jobs go first, and the estimate of the
    remaining time uses it. `progress` names the progress bar; without a name there is no bar.
    """
    wanted = {_key(job): job for job in jobs}
    with ExitStack() as stack:
        results = stack.enter_context(_results(file))
        done = {key: results.old[key] for key in wanted if key in results.old}
        weights = {key: weight(job) for key, job in wanted.items() if key not in done}
        todo = sorted(weights, key=lambda key: (-weights[key], key))
        if todo:
            bar = stack.enter_context(progress_bar(progress, sum(weights.values())))
            pool = _Here() if ALONE else executor or stack.enter_context(processes())
            found = _stream(pool, work, [(key, wanted[key]) for key in todo])
            for number, (key, result) in enumerate(found, 1):
                results.add(wanted[key], result)
                done[key] = result
                bar.set_postfix_str(f"{number}/{len(todo)}", refresh=False)
                bar.update(weights[key])
    return [done[key] for key in wanted]


def _stream(
    executor: Executor, work: Work, jobs: Sequence[tuple[str, Job]]
) -> Iterator[tuple[str, Any]]:
    """Each key with its result, in order of completion."""
    waiting = iter(jobs)
    running: dict[Future[Any], str] = {}
    room = IN_FLIGHT * (getattr(executor, "_max_workers", None) or os.cpu_count() or 1)
    try:
        while True:
            for key, job in waiting:
                running[executor.submit(work, job)] = key
                if len(running) >= room:
                    break
            if not running:
                return
            for future in wait(running, return_when=FIRST_COMPLETED).done:
                # Through JSON, so that a new result looks the same as one read from the file.
                yield running.pop(future), json.loads(json.dumps(future.result()))
    finally:
        for future in running:
            future.cancel()


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
