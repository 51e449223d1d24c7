"""`python -m tracer`: the same as `plyglass`."""

import sys
from collections.abc import Sequence

from tracer.cli.main import PLYGLASS, run


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; return its exit code."""
    return run(PLYGLASS, "python -m tracer", arguments)


if __name__ == "__main__":
    sys.exit(main())
