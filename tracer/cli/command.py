"""What a command is made of: arguments, examples, and the function that does the work."""

import os
from argparse import ArgumentParser, Namespace, RawDescriptionHelpFormatter
from collections.abc import Callable, Mapping
from textwrap import wrap
from typing import NamedTuple, NoReturn, TextIO


class Command(NamedTuple):
    """One command; `act` returns the exit code, or None for 0."""

    summary: str
    examples: tuple[str, ...]
    arguments: Callable[[ArgumentParser], None]
    act: Callable[[Namespace], int | None]
    notes: str = ""  # what else --help should say
    stopped: str = "Stopped."  # printed after Ctrl-C; may quote options, as in {file}
    passes_on: bool = False  # whether unknown options and words after -- become options.rest


class Group(NamedTuple):
    """Commands under one name; they are loaded only when one of them, or the list, is needed."""

    summary: str
    examples: tuple[str, ...]
    commands: Callable[[], Mapping[str, "Command | Group"]]


class _Formatter(RawDescriptionHelpFormatter):
    """Keeps the line breaks of notes and examples, and never breaks a name like sss-star."""

    def _split_lines(self, text: str, width: int) -> list[str]:
        return wrap(" ".join(text.split()), width, break_on_hyphens=False)


class Parser(ArgumentParser):
    """Help ends with notes and examples, and an error is a ValueError with one sentence."""

    def __init__(self, prog: str, what: Command | Group, notes: str) -> None:
        examples = "\n".join(["examples:", *(f"  {line}" for line in what.examples)])
        super().__init__(
            prog=prog,
            description=what.summary,
            epilog=f"{notes}\n\n{examples}" if notes else examples,
            formatter_class=_Formatter,
            allow_abbrev=False,
        )

    def error(self, message: str) -> NoReturn:
        """Raise what argparse would print."""
        raise ValueError(f"{message[:1].upper()}{message[1:]}. See '{self.prog} --help'.")


def colour_allowed(stream: TextIO) -> bool:
    """Whether colour makes sense on a stream, and the user has not switched it off.

    NO_COLOR (https://no-color.org) counts when it is set and not empty.
    """
    env = os.environ
    return stream.isatty() and not env.get("NO_COLOR") and env.get("TERM") != "dumb"
