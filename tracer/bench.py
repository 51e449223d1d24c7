"""`python -m tracer.bench`: the same as `plyglass bench`."""

import sys
from collections.abc import Sequence

from tracer.cli.bench import BENCH
from tracer.cli.main import run


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; return its exit code."""
    return run(BENCH, "python -m tracer.bench", arguments)


if __name__ == "__main__":
    sys.exit(main())
