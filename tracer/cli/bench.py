"""`plyglass bench`: the benchmarks of the checkout."""

import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path

from tracer.cli.command import Command
from tracer.support.extras import needs

CHECKOUT = Path(__file__).parents[2]
BENCHMARKS = {
    "recording": "what recording a search costs in time and memory",
    "stepping": "how quickly the player steps in JupyterLab (in a headless Chromium)",
    "counting": "how fast experiments count leaves, and how long the agents think",
    "exports": "how large twenty exports of each kind are, and how long they take",
    "grading": "how long a class of 200 takes to grade, with and without hostile programs",
}


def _bench(options: Namespace) -> int:
    if options.benchmark not in BENCHMARKS:
        known = ", ".join(BENCHMARKS)
        raise ValueError(f"Unknown benchmark {options.benchmark!r}. Choose one of: {known}.")
    if not (CHECKOUT / "tests" / "benchmarks").is_dir():
        raise ValueError(
            "The benchmarks are in tests/benchmarks of the source code, which this copy of "
            'Plyglass was installed without. In a checkout, run: pip install -e ".[test]"'
        )
    sys.path.insert(0, str(CHECKOUT))
    code: int = needs(f"tests.benchmarks.{options.benchmark}", "test").main()
    return code


def _arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "benchmark",
        nargs="?",
        default="recording",
        metavar="NAME",
        help="the benchmark (default: recording)",
    )


BENCH = Command(
    "Run a benchmark; exits with 1 if a bar is missed.",
    ("plyglass bench", "plyglass bench stepping"),
    _arguments,
    _bench,
    notes="\n".join(["benchmarks:", *(f"  {name:11}{what}" for name, what in BENCHMARKS.items())]),
)
