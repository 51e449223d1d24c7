"""`python -m tracer.experiments`: the same as `plyglass experiment`."""

import sys
from collections.abc import Sequence

from tracer.cli.experiment import EXPERIMENT
from tracer.cli.main import run


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; return its exit code."""
    return run(EXPERIMENT, "python -m tracer.experiments", arguments)


if __name__ == "__main__":
    sys.exit(main())
