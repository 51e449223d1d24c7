"""`plyglass experiment`: measurements at scale, beside the published numbers."""

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

from tracer.cli.command import Command, Group

if TYPE_CHECKING:
    from tracer.experiments import commands

USUAL = "build/experiments/{}.jsonl"  # in the current folder
EXAMPLES = {
    "nbp": (
        "plyglass experiment nbp --tables 4.1 --trees 20",
        "plyglass experiment nbp --csv nbp.csv --figures figures",
    ),
    "model": ("plyglass experiment model --width 8 --depth 4",),
    "scaling": ("plyglass experiment scaling --kinds iid --widths 2 4 --depths 2 4 6",),
    "beyond": ("plyglass experiment beyond --questions gain --trees 10",),
    "paces": ("plyglass experiment paces --openings 2 --most 5",),
    "tournament": ("plyglass experiment tournament --openings 2 --depth 4",),
    "wargame": ("plyglass experiment wargame --boards Keren",),
}


def _ask(file: str) -> None:
    """Before an experiment makes a new folder here, say so, and ask if somebody can answer."""
    folder = Path(file).parent
    if folder.exists():
        return
    print(
        f"Results are kept in {folder.absolute()}, so that none is computed twice.", file=sys.stderr
    )
    if sys.stdin.isatty():
        print("Make this folder? [Y/n] ", end="", file=sys.stderr, flush=True)
        if sys.stdin.readline().strip().lower().startswith("n"):
            raise ValueError("Nothing was written. Choose another place with --file FILE.")


def _experiments() -> Mapping[str, Command]:
    from tracer.experiments import answers, tournament, wargame  # noqa: F401 - they register themselves
    from tracer.experiments.commands import COMMANDS

    return {name: _command(name, experiment) for name, experiment in COMMANDS.items()}


def _command(name: str, experiment: "commands.Command") -> Command:
    def arguments(parser: ArgumentParser) -> None:
        experiment.arguments(parser)
        parser.add_argument(
            "--file",
            metavar="FILE",
            default=USUAL.format(name),
            help="keep results here as they arrive, so that they are never computed twice; "
            "delete the file to start afresh (default: %(default)s)",
        )
        parser.add_argument(
            "--workers", type=int, metavar="N", help="worker processes (default: one per core)"
        )
        parser.add_argument(
            "--cluster", metavar="ADDRESS", help="run on the dask cluster at ADDRESS instead"
        )
        parser.add_argument(
            "--cores",
            type=int,
            metavar="N",
            help="estimate how long this would take on N cores (default: 1000 with --cluster)",
        )
        parser.add_argument("--quiet", action="store_true", help="show no progress bar")

    def act(options: Namespace) -> None:
        from tracer.experiments.figures import check_matplotlib
        from tracer.support.parallel import cluster, estimate, handing_time, processes

        if getattr(options, "figures", None):
            check_matplotlib()
        if options.file == USUAL.format(name):
            _ask(options.file)
        cores = 1000 if options.cluster and options.cores is None else options.cores
        if cores is not None and cores < 1:
            raise ValueError(f"--cores must be at least 1, not {cores}")
        with ExitStack() as stack:
            pool = cluster(options.cluster) if options.cluster else processes(options.workers)
            executor = stack.enter_context(pool)
            times: list[float] = []
            shared = {
                "executor": executor,
                "file": options.file,
                "progress": None if options.quiet else name,
                "times": times,
            }
            experiment.report(options, shared)
            if cores and times:
                print(estimate(times, cores, handing_time(executor)))

    return Command(
        experiment.help,
        EXAMPLES.get(name, ()),
        arguments,
        act,
        stopped="Stopped. Results so far are in {file}; run the same command again to continue.",
    )


EXPERIMENT = Group(
    "Run an experiment and set its results beside the published ones.",
    tuple(line for lines in EXAMPLES.values() for line in lines[:1]),
    _experiments,
)
