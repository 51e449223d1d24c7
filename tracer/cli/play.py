"""`plyglass play` and `plyglass trace`: a search in the terminal, or written to a file."""

from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import TYPE_CHECKING

from tracer.cli.command import Command

if TYPE_CHECKING:
    from tracer.trace.trace import Trace

ENDINGS = ("html", "svg", "png", "pdf", "tex", "gif", "mp4", "json", "txt")

KEYS = """keys, as in the browser:
  → ←           one step forward, back (also > and <)
  Home End      first step, last step (also 0 and e)
  space         play, pause
  c l r o p     next cutoff, leaf, return, list change, pass; with Shift the previous one
  q             quit"""


def export(trace: "Trace", path: str, step: int | None = None) -> Path:
    """Write a trace in the format that the ending of `path` names."""
    from tracer.draw.text import describe
    from tracer.support.files import write

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
    raise ValueError(
        f"Cannot tell which format to write {path!r} in. "
        f"Choose a file name that ends in one of: {', '.join(ENDINGS)}."
    )


def _recorded(options: Namespace) -> "tuple[Trace, int | None]":
    """The trace to show, and the step that a link leads to."""
    if options.tree.startswith("plyglass:"):
        from tracer.trace.link import read_link

        if options.algorithm or options.option or options.max_events:
            raise ValueError("A link names the search and its options: give nothing else.")
        return read_link(options.tree)
    from tracer.cli.names import recorded

    if not options.algorithm:
        raise ValueError("Name a search after the tree, such as alphabeta.")
    args = options.tree, options.algorithm, options.option, options.max_events
    return recorded(*args), None


def _play(options: Namespace) -> None:
    if options.step is not None and not options.out:
        raise ValueError("--step chooses the step of a picture: give --out as well.")
    trace, step = _recorded(options)
    step = step if options.step is None else options.step
    for path in options.out:
        print(export(trace, path, step))
    if not options.out:
        from tracer.cli.terminal import play_here

        play_here(trace, step or 0)


def _trace(options: Namespace) -> None:
    trace, _ = _recorded(options)
    if options.json:
        print(trace.to_json())
        return
    for i in range(1, len(trace) + 1):
        print(f"{i:5} {trace.caption(i)}")
    leaves = "1 leaf" if trace.nbp == 1 else f"{trace.nbp} leaves"
    print(f"value {trace.value}, {leaves} evaluated")


def _search_arguments(parser: ArgumentParser) -> None:
    from tracer.algorithms.registry import ALGORITHMS
    from trees import catalogue
    from trees.generate import GENERATORS

    parser.add_argument(
        "tree",
        metavar="TREE",
        help="a link that the player has copied, a file (.json or text), a call such as "
        "'iid(3,3,seed=1)' of one of the generators "
        f"{', '.join(GENERATORS)}, or a tree of the catalogue: {', '.join(catalogue.names())}",
    )
    parser.add_argument(
        "algorithm",
        metavar="ALGORITHM",
        nargs="?",
        help=f"the search, unless TREE is a link: one of {', '.join(ALGORITHMS)}",
    )
    parser.add_argument(
        "-o",
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="an option of the search, such as k=2; may be repeated",
    )
    parser.add_argument(
        "--max-events", type=int, metavar="N", help="stop the search after N events"
    )


def _play_arguments(parser: ArgumentParser) -> None:
    _search_arguments(parser)
    parser.add_argument(
        "--out",
        action="append",
        default=[],
        metavar="FILE",
        help="write a file instead of playing; may be repeated; the format follows from the "
        f"ending: {', '.join(ENDINGS)}",
    )
    parser.add_argument(
        "--step",
        type=int,
        metavar="N",
        help="the step that a picture shows (default: the last) or a page opens at (default: 0)",
    )


def _trace_arguments(parser: ArgumentParser) -> None:
    _search_arguments(parser)
    parser.add_argument("--json", action="store_true", help="print JSON, with the tree in it")


PLAY = Command(
    "Step through a search in the terminal, or write it to a file.",
    (
        "plyglass play pantel-3.2 alphabeta",
        "plyglass play 'iid(3,3,seed=1)' ps-star -o k=2",
        "plyglass play pantel-3.2 alphabeta --out search.html    a page that plays in a browser",
        "plyglass play plyglass:1.jeyJzIjoi…                     a link to a step",
        "plyglass play my-tree.txt sss-star --out step.svg --step 15",
    ),
    _play_arguments,
    _play,
    notes=KEYS,
)
TRACE = Command(
    "Print every step of a search.",
    (
        "plyglass trace pantel-3.2 alphabeta",
        "plyglass trace 'iid(2,4,seed=3)' mtd-f -o first=5 --json > trace.json",
    ),
    _trace_arguments,
    _trace,
)
