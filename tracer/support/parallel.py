"""Run many small jobs on any executor, and keep every result as it arrives (`store.py`).

A job is a dict of plain values that describes the work completely; it is also the key of its
result.
"""

import json
import os
import signal
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import (
    BrokenExecutor,
    CancelledError,
    Executor,
    Future,
    ProcessPoolExecutor,
)
from contextlib import ExitStack, contextmanager
from functools import partial
from heapq import heappop, heappush
from multiprocessing import current_process, get_context, parent_process
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from time import perf_counter, process_time
from typing import Any

from tracer.support.extras import needs
from tracer.support.fingerprint import fingerprint
from tracer.support.progress import progress_bar
from tracer.support.store import Entry, Job, key_of, store

__all__ = ["Job", "cluster", "estimate", "handing_time", "makespan", "processes", "run"]

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
    times: list[float] | None = None,
) -> list[Any]:
    """Return the results of `work` on each job, in the order of the jobs.

    `work` is a module-level function (other processes import it by name) that depends only on its
    job. Without an `executor`, all cores are used. Results that are already in `file`, found by the
    same code, are reused.
    `weight` estimates how long a job takes: the heaviest jobs go first, and the estimate of the
    remaining time uses it. `progress` names the progress bar; without a name there is no bar.
    `lost` gives the result of a job whose worker process dies, which otherwise ends the run. A
    result that is not `final` is not written to the file, so that the next run tries again.
    `times` takes the seconds of a processor that each job needed, in this run or an earlier one.
    """
    if getattr(current_process(), "_inheriting", False):  # a worker, importing its parent's script
        sys.exit(_UNGUARDED)
    wanted = {key_of(job): job for job in jobs}
    with ExitStack() as stack:
        code = fingerprint(work) if file or isinstance(executor, Cluster) else ""
        kept = stack.enter_context(store(file, code))
        done = {key: kept.found[key] for key in wanted if key in kept.found}
        done = {key: entry for key, entry in done.items() if final(entry.result)}
        weights = {key: weight(job) for key, job in wanted.items() if key not in done}
        todo = sorted(weights, key=lambda key: (-weights[key], key))
        if todo:
            bar = stack.enter_context(progress_bar(progress, sum(weights.values())))
            found = _stream(executor, work, code, [(key, wanted[key]) for key in todo], lost)
            for number, (key, entry) in enumerate(found, 1):
                if final(entry.result):
                    kept.add(wanted[key], *entry)
                done[key] = entry
                bar.set_postfix_str(f"{number}/{len(todo)}", refresh=False)
                bar.update(weights[key])
    if times is not None:
        times += [done[key].seconds for key in wanted]
    return [done[key].result for key in wanted]


def _stream(
    executor: Executor | None,
    work: Work,
    code: str,
    jobs: Sequence[tuple[str, Job]],
    lost: Callable[[Job], Any] | None,
) -> Iterator[tuple[str, Entry]]:
    """Each key with its result, in order of completion.

    When a worker dies, its pool drops all its jobs. Those are then done one at a time, which tells
    the job that is to blame from the others, and a new pool goes on with the rest.
    """
    waiting = iter(jobs)
    while True:
        with ExitStack() as stack:
            pool = _Here() if ALONE else executor or stack.enter_context(processes())
            suspects: list[tuple[str, Job]] = []
            yield from _all_at_once(pool, work, code, waiting, suspects)
        if not suspects:
            return
        if isinstance(executor, Cluster):
            raise BrokenExecutor(
                "The cluster is gone, or a job kills every worker that tries it. What is done is "
                "kept; run it again."
            )
        _check_workers()
        if lost is None:
            raise BrokenExecutor("A worker process died. What is done is kept; run it again.")
        yield from _one_at_a_time(work, suspects, lost)
        executor = None  # the pool that was given cannot be used any more


def _all_at_once(
    pool: Executor,
    work: Work,
    code: str,
    waiting: Iterator[tuple[str, Job]],
    suspects: list[tuple[str, Job]],
) -> Iterator[tuple[str, Entry]]:
    """Results until the pool breaks; `suspects` are then the jobs that it was given last."""
    running: dict[Future[Any], tuple[str, Job]] = {}
    ended: SimpleQueue[Future[Any]] = SimpleQueue()
    elsewhere = isinstance(pool, Cluster)
    task = partial(_timed, work, code=code if elsewhere else "")
    gone: tuple[type[BaseException], ...] = (
        (BrokenExecutor, *_given_up()) if elsewhere else (BrokenExecutor,)
    )
    room = IN_FLIGHT * (getattr(pool, "_max_workers", None) or os.cpu_count() or 1)
    try:
        while True:
            while not suspects and len(running) < room and (entry := next(waiting, None)):
                try:
                    future = pool.submit(task, entry[1])
                except BrokenExecutor:
                    suspects.append(entry)
                else:
                    running[future] = entry
                    future.add_done_callback(ended.put)
            if not running:
                return
            future = ended.get()
            entry = running.pop(future)
            try:
                result = future.result()
            except gone:
                suspects.append(entry)
            else:
                yield entry[0], _plain(result)
    finally:
        for future in running:
            future.cancel()


def _given_up() -> tuple[type[BaseException], ...]:
    """What a cluster raises if the workers with a job died several times, or all are gone."""
    return needs("distributed", "cluster").KilledWorker, CancelledError


def _timed(work: Work, job: Job, code: str = "") -> tuple[Any, float]:
    if code and fingerprint(work) != code:
        raise ValueError(
            "A worker of the cluster runs other code than this process. Install the same version "
            "of Plyglass on all machines."
        )
    start = process_time()
    return work(job), process_time() - start


def _check_workers() -> None:
    """Raise an error if workers die before they get a job."""
    try:
        with processes(1) as pool:
            pool.submit(os.getpid).result()
    except BrokenExecutor:
        raise RuntimeError(f"No worker process can start. {_UNGUARDED}") from None


def _one_at_a_time(
    work: Work, suspects: list[tuple[str, Job]], lost: Callable[[Job], Any]
) -> Iterator[tuple[str, Entry]]:
    while suspects:
        with processes(1) as pool:
            while suspects:
                key, job = suspects.pop()
                try:
                    yield key, _plain(pool.submit(_timed, work, job).result())
                except BrokenExecutor:
                    yield key, _plain((lost(job), 0.0))
                    break


def _plain(found: tuple[Any, float]) -> Entry:
    """Through JSON, so that a new result looks the same as one read from the file."""
    return Entry(json.loads(json.dumps(found[0])), found[1])


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


class Cluster(Executor):
    """The workers of a Dask cluster, which gives the jobs of a worker that dies to the others."""

    def __init__(self, client: Any) -> None:
        self._client = client
        self._pool = client.get_executor(pure=False)  # nothing from an earlier run

    @property
    def _max_workers(self) -> int:
        return sum(self._client.nthreads().values())

    def submit(self, work: Callable[..., Any], /, *given: Any, **named: Any) -> Future[Any]:
        """Run `work` on one of the workers."""
        future: Future[Any] = self._pool.submit(work, *given, **named)
        return future


@contextmanager
def cluster(address: str) -> Iterator[Executor]:
    """The workers of the Dask cluster at this address."""
    with needs("distributed", "cluster").Client(address, timeout=10) as client:
        yield Cluster(client)


# More cores than these


def makespan(times: Iterable[float], cores: int, handing: float = 0.0) -> float:
    """How long jobs take on this many cores, the longest first, handed out one after the other."""
    free = [0.0] * cores
    end = 0.0
    for number, seconds in enumerate(sorted(times, reverse=True), 1):
        finished = max(heappop(free), number * handing) + seconds
        heappush(free, finished)
        end = max(end, finished)
    return end


def handing_time(executor: Executor, jobs: int = 200) -> float:
    """The seconds it takes to hand out a job to this executor and to get the answer."""
    list(executor.map(abs, range(8)))  # the workers have started
    start = perf_counter()
    list(executor.map(abs, range(jobs)))
    return (perf_counter() - start) / jobs


def estimate(times: Sequence[float], cores: int, handing: float) -> str:
    """What a run would take on more cores, in a sentence."""
    work, took = sum(times), makespan(times, cores, handing)
    return (
        f"{len(times):,} jobs take {work:,.2f} s on one core, the longest {max(times):.2f} s; to "
        f"hand out a job takes {handing * 1000:.1f} ms.\nEstimate for {cores:,} cores: "
        f"{took:,.2f} s, {work / took:,.0f} times as fast as one core."
    )
