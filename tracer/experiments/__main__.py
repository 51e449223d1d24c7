"""The command line: `python -m tracer.experiments nbp --trees 100`."""

import sys
from argparse import ArgumentParser, Namespace, RawDescriptionHelpFormatter
from collections.abc import Sequence
from contextlib import ExitStack
from typing import Any

from tracer.experiments import tournament, wargame  # noqa: F401 - they enter themselves
from tracer.experiments.commands import COMMANDS
from tracer.experiments.figures import check_matplotlib
from tracer.support.parallel import cluster, processes


def main(argv: Sequence[str] | None = None) -> int:
    """Run an experiment; 0 if all went well, 2 if a parameter was wrong, 130 after Ctrl-C."""
    args = _parser().parse_args(argv)
    try:
        if getattr(args, "figures", None):
            check_matplotlib()
        with ExitStack() as stack:
            COMMANDS[args.command].report(args, _options(args, stack))
    except ValueError as error:
        print(f"{args.command}: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print(f"stopped: what is done is in {args.file}; the same command goes on", file=sys.stderr)
        return 130
    return 0


def _parser() -> ArgumentParser:
    parser = ArgumentParser(
        prog="python -m tracer.experiments", description="Experiments at scale."
    )
    commands = parser.add_subparsers(dest="command", required=True, metavar="experiment")
    for name, command in COMMANDS.items():
        sub = commands.add_parser(
            name,
            help=command.help,
            description=command.help,
            formatter_class=RawDescriptionHelpFormatter,
        )
        command.arguments(sub)
        sub.add_argument(
            "--file",
            default=f"build/experiments/{name}.jsonl",
            help="results are kept here as they come, and not computed again: "
            "delete it to start anew (default: %(default)s)",
        )
        sub.add_argument("--workers", type=int, help="worker processes (default: all cores)")
        sub.add_argument("--cluster", metavar="ADDRESS", help="use the dask cluster there instead")
        sub.add_argument("--quiet", action="store_true", help="no progress bar")
    return parser


def _options(args: Namespace, stack: ExitStack) -> dict[str, Any]:
    """The options of `run` that every experiment shares."""
    executor = processes(args.workers) if not args.cluster else cluster(args.cluster)
    return {
        "executor": stack.enter_context(executor),
        "file": args.file,
        "progress": None if args.quiet else args.command,
    }


if __name__ == "__main__":
    sys.exit(main())
