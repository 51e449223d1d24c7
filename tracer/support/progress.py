"""A progress bar on stderr, drawn by tqdm."""

import sys
from collections.abc import Callable
from typing import Any, TextIO

FORMAT = "{desc} {percentage:3.0f}%|{bar}| {remaining} left{postfix}"
PAUSE = 30.0  # seconds between two lines in a log


def progress_bar(name: str | None, total: float, file: TextIO | None = None) -> Any:
    """A bar that is full once its updates add up to `total`; without a name it shows nothing.

    On a terminal it moves, in a notebook it is a widget, and in a log it prints a line now and
    then.
    """
    from tqdm import auto, notebook  # imported here to keep `import tracer` fast

    file = file or sys.stderr
    in_log = not file.isatty() and not issubclass(auto.tqdm, notebook.tqdm)

    class Bar(auto.tqdm):  # type: ignore[type-arg]
        monitor_interval = 0  # no monitor thread: a browser has no threads
        if in_log:
            status_printer = staticmethod(_line_printer)

    return Bar(
        desc=name,
        total=total,
        disable=name is None,
        file=file,
        bar_format=FORMAT,
        smoothing=0,  # the heaviest jobs come first, so the mean speed predicts more than the last
        ncols=80 if in_log else None,
        mininterval=PAUSE if in_log else 0.1,
    )


def _line_printer(file: Any) -> Callable[[str], None]:
    """Print every state of the bar on a new line, where tqdm would return to the line's start."""
    return lambda text: print(text, file=file, flush=True)
