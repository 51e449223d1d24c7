"""`python -m tracer`: play, export or print a trace without Jupyter."""

import argparse
import sys
from pathlib import Path

from tracer.algorithms.registry import ALGORITHMS
from tracer.cli.names import recorded
from tracer.draw.text import describe
from tracer.support.files import write
from tracer.trace.trace import Trace
from trees import catalogue

ENDINGS = ("html", "svg", "png", "pdf", "tex", "gif", "mp4", "json", "txt")


def main(arguments: list[str] | None = None) -> int:
    """Do what the command line says; return 0, or 2 with a sentence on stderr."""
    options = _parser().parse_args(arguments)
    try:
        trace = recorded(options.tree, options.algorithm, options.option, options.max_events)
        if options.command == "trace":
            _print(trace, json=options.json)
        elif options.out:
            for path in options.out:
                print(export(trace, path, options.step))
        else:
            _play(trace)
    except (ValueError, TypeError, IndexError, ImportError) as error:
        print(f"tracer: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    return 0


def export(trace: Trace, path: str, step: int | None = None) -> Path:
    """Write a trace in the form that the ending of `path` names."""
    match Path(path).suffix.lower():
        case ".html":
            return trace.to_html(path, step=step or 0)
        case ".svg":
            return trace.to_svg(path, step)
        case ".png":
            return trace.to_png(path, step)
        case ".pdf":
            return trace.to_pdf(path, step)
        case ".tex":
            return trace.to_tikz(path, step)
        case ".gif":
            return trace.to_gif(path)
        case ".mp4":
            return trace.to_mp4(path)
        case ".json":
            return write(path, trace.to_json())
        case ".txt":
            return write(path, describe(trace.frame(len(trace) if step is None else step)) + "\n")
    raise ValueError(f"cannot write {path!r}: the ending is one of {', '.join(ENDINGS)}")


def _print(trace: Trace, *, json: bool) -> None:
    if json:
        print(trace.to_json())
        return
    for i in range(1, len(trace) + 1):
        print(f"{i:5} {trace.caption(i)}")
    print(f"value {trace.value}, {trace.nbp} leaves evaluated")


def _play(trace: Trace) -> None:
    from tracer.cli.terminal import play_here

    play_here(trace)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m tracer",
        description="Step through a game-tree search in the terminal, or write it to a file.",
        epilog=(
            f"TREE is a file (.json or text), a generator's call such as 'iid(3,3,seed=1)', or one "
            f"of {', '.join(catalogue.names())}. ALGORITHM is one of {', '.join(ALGORITHMS)}."
        ),
    )
    commands = parser.add_subparsers(dest="command", required=True)
    play = commands.add_parser("play", help="step through a search, or export it with --out")
    trace = commands.add_parser("trace", help="print every step of a search")
    for command in (play, trace):
        command.add_argument("tree", metavar="TREE")
        command.add_argument("algorithm", metavar="ALGORITHM")
        command.add_argument(
            "-o",
            "--option",
            action="append",
            default=[],
            metavar="NAME=VALUE",
            help="an option of the search, such as k=2; may be repeated",
        )
        command.add_argument("--max-events", type=int, metavar="N", help="stop after N events")
    play.add_argument(
        "--out",
        action="append",
        default=[],
        metavar="FILE",
        help=f"write to a file instead; its ending says how: {', '.join(ENDINGS)}",
    )
    play.add_argument("--step", type=int, metavar="I", help="the step that a picture shows")
    trace.add_argument("--json", action="store_true", help="as JSON, tree included")
    return parser


if __name__ == "__main__":
    sys.exit(main())
