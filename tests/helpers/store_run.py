"""A run to be killed: `python -m tests.helpers.store_run FILE JOBS` squares numbers.

Each takes as many seconds as the environment variable SECONDS says. Every job that is begun is
also written down in FILE.log.
"""

import os
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from tracer.cli.command import Command
from tracer.cli.main import run as command
from tracer.support.parallel import Job, run


def square(job: Job) -> int:
    with Path(job["log"]).open("a") as log:
        log.write(f"{job['n']}\n")
    time.sleep(float(os.environ["SECONDS"]))
    return int(job["n"] ** 2)


def squares(file: str, jobs: int) -> list[int]:
    todo = [{"n": n, "log": f"{file}.log"} for n in range(jobs)]
    with ThreadPoolExecutor(2) as executor:
        return list(run(square, todo, executor=executor, file=file))


def act(_: object) -> None:
    print(*squares(sys.argv[1], int(sys.argv[2])))


if __name__ == "__main__":
    stopped = f"Stopped. Results so far are in {sys.argv[1]}."
    sys.exit(command(Command("Square.", (), lambda _: None, act, stopped=stopped), "squares", []))
