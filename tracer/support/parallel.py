"""Run many small jobs on any executor, keeping every result in a file as it comes.

A job is a dict of plain values and says all there is to know: it is also the key under which
its result is kept. The file has one line a result, {"job": …, "result": …}, and is only ever
added to, so that it survives a kill at any moment; a last line cut short is cut off.
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

from tracer.support.progress import Progress

Job = dict[str, Any]
Work = Callable[[Job], Any]

ALONE = sys.platform == "emscripten"  # in a browser: neither processes nor threads
IN_FLIGHT = 4  # jobs waiting for each worker: enough to keep it busy, few enough to drop


def run(
    work: Work,
    jobs: Iterable[Job],
    *,
    executor: Executor | None = None,
    file: str | Path | None = None,
    weight: Callable[[Job], float] = lambda job: 1.0,
    progress: str | None = None,
) -> list[Any]:
    """The results of `work` on each job, in the order of the jobs.

    `work` is a function of a module (it travels to other processes by name) that depends on its
    job alone. Without an `executor` all cores are used. What `file` already holds is not done
    again. `weight` is about how long a job takes: the heaviest go first, and the remaining
    time is told by it. `progress` names the bar; without a name there is none.
    """
    wanted = {_key(job): job for job in jobs}
    with ExitStack() as stack:
        results = stack.enter_context(_results(file))
        done = {key: results.old[key] for key in wanted if key in results.old}
        todo = sorted(set(wanted) - set(done), key=lambda key: (-weight(wanted[key]), key))
        if todo:
            bar = stack.enter_context(Progress(progress, {k: weight(wanted[k]) for k in todo}))
            pool = _Here() if ALONE else executor or stack.enter_context(processes())
            for key, result in _stream(pool, work, [(key, wanted[key]) for key in todo]):
                results.add(wanted[key], result)
                done[key] = result
                bar.done(key)
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
                # Through JSON, so that a result is the same whether it is fresh or read back.
                yield running.pop(future), json.loads(json.dumps(future.result()))
    finally:
        for future in running:
            future.cancel()


def _key(job: Job) -> str:
    return json.dumps(job, sort_keys=True)


# The result file


class _Results:
    """What a result file holds, and the way to add to it."""

    def __init__(self, old: dict[str, Any], stream: BinaryIO | None) -> None:
        self.old = old
        self._stream = stream

    def add(self, job: Job, result: Any) -> None:
        if self._stream:
            line = json.dumps({"job": job, "result": result}) + "\n"
            self._stream.write(line.encode())
            self._stream.flush()


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
                raise ValueError(f"{path}, line {number}: this is no file of results") from None
        if text and not whole and not text.startswith(b'{"job"'[: len(text)]):
            raise ValueError(f"{path}, line 1: this is no file of results")
        stream.truncate(whole)
        yield _Results(old, stream)


# Executors


def processes(workers: int | None = None) -> ProcessPoolExecutor:
    """Worker processes, as many as there are cores: they leave Ctrl-C to their parent."""
    if workers is not None and (type(workers) is not int or workers < 1):
        raise ValueError(f"the number of workers is {workers!r}: it has to be an int from 1 up")
    return ProcessPoolExecutor(workers, mp_context=get_context("spawn"), initializer=_worker)


class _Here(Executor):
    """Does a job as soon as it comes, in this process."""

    _max_workers = 1

    def submit(self, work: Callable[..., Any], /, *given: Any, **named: Any) -> Future[Any]:
        done: Future[Any] = Future()
        done.set_result(work(*given, **named))
        return done


def _worker() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """A parent that was killed cannot end its workers, and they would wait for ever."""
    parent = parent_process()
    if parent:
        parent.join()
        os._exit(1)


@contextmanager
def cluster(address: str) -> Iterator[Executor]:
    """The workers of a dask cluster (the extra "dask")."""
    try:
        from distributed import Client
    except ImportError:
        raise ValueError("a cluster needs dask: pip install 'plyglass[dask]'") from None
    with Client(address, timeout=10) as client:  # type: ignore[no-untyped-call, unused-ignore]
        yield client.get_executor()
