"""The command `plyglass`: finds the subcommand, runs it, and turns errors into exit codes.

0 means that all went well, 1 that failures were found, 2 that the input was wrong (one sentence
on stderr says how), 130 that Ctrl-C was pressed.
"""

import os
import sys
from argparse import Namespace
from collections.abc import Mapping, Sequence
from concurrent.futures import BrokenExecutor
from importlib.metadata import PackageNotFoundError, version
from io import TextIOWrapper

from tracer.cli import bench, course, experiment, homework, lab, play, site
from tracer.cli.command import Command, Group, Parser

BAD_INPUT = (ValueError, TypeError, IndexError, ImportError, OSError, BrokenExecutor)


def _commands() -> Mapping[str, Command | Group]:
    return {
        "lab": lab.LAB,
        "course": course.COPY,
        "play": play.PLAY,
        "trace": play.TRACE,
        "worksheet": homework.WORKSHEET,
        "assignment": homework.ASSIGNMENT,
        "grade": homework.GRADE,
        "explain": homework.EXPLAIN,
        "experiment": experiment.EXPERIMENT,
        "site": site.SITE,
        "bench": bench.BENCH,
    }


PLYGLASS = Group(
    "See what a game-tree search does: step through it, teach with it, measure it.",
    (
        "plyglass lab                                  the course, in JupyterLab",
        "plyglass play pantel-3.2 alphabeta            step through a search, in the terminal",
        "plyglass play pantel-3.2 sss-star --out a.html  write a page that plays in a browser",
        "plyglass grade alpha-beta --out marks         grade a folder of submissions",
        "plyglass play --help                          all about one command",
    ),
    _commands,
)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run `plyglass` with these arguments, or those of the process; return the exit code."""
    for stream in sys.stdout, sys.stderr:
        if isinstance(stream, TextIOWrapper):  # a ? is better than an error
            stream.reconfigure(errors="replace")
    return run(PLYGLASS, "plyglass", arguments)


def run(what: Command | Group, prog: str, arguments: Sequence[str] | None = None) -> int:
    """Run a command or a group under the name that the user called it by."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    try:
        while isinstance(what, Group):
            if not words or words[0].startswith("-"):
                _group_parser(prog, what).parse_args(words or ["--help"])
            name = words.pop(0)
            commands = what.commands()
            if name not in commands:
                raise ValueError(f"Unknown command {name!r}. Choose one of: {', '.join(commands)}.")
            what, prog = commands[name], f"{prog} {name}"
        return _act(what, _options(what, prog, words))
    except BrokenPipeError:  # the reader has gone, as `head` does
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except KeyboardInterrupt:  # while it was starting
        return 130
    except BAD_INPUT as error:
        print(f"{prog}: {_sentence(error)}", file=sys.stderr)
        return 2


def _options(command: Command, prog: str, words: list[str]) -> Namespace:
    parser = Parser(prog, command, command.notes)
    command.arguments(parser)
    if not command.passes_on:
        return parser.parse_args(words)
    at = words.index("--") if "--" in words else len(words)
    options, unknown = parser.parse_known_args(words[:at])
    options.rest = [*unknown, *words[at + 1 :]]
    return options


def _act(command: Command, options: Namespace) -> int:
    try:
        code = command.act(options) or 0
        sys.stdout.flush()
    except KeyboardInterrupt:
        print(f"\n{command.stopped.format_map(vars(options))}", file=sys.stderr)
        return 130
    return code


def _group_parser(prog: str, group: Group) -> Parser:
    """It knows --help and --version; a command parses its own options."""
    commands = group.commands()
    wide = max(map(len, commands))
    lines = ["commands:", *(f"  {n:<{wide}}  {c.summary}" for n, c in commands.items())]
    parser = Parser(prog, group, "\n".join(lines))
    parser.usage = f"{prog} COMMAND …"
    parser.add_argument("--version", action="version", version=f"plyglass {_version()}")
    return parser


def _version() -> str:
    try:
        return version("plyglass")
    except PackageNotFoundError:
        return "(not installed)"


def _sentence(error: BaseException) -> str:
    if isinstance(error, OSError) and error.filename is not None:
        return f"Cannot open {str(error.filename)!r}: {error.strerror}."
    return str(error) or type(error).__name__


if __name__ == "__main__":
    sys.exit(main())
