"""`python -m tracer.site build`: the same as `plyglass site`."""

import sys
from collections.abc import Sequence

from tracer.cli.command import Group
from tracer.cli.main import run
from tracer.cli.site import SITE

BUILD = Group(SITE.summary, SITE.examples, lambda: {"build": SITE})


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; return its exit code."""
    return run(BUILD, "python -m tracer.site", arguments)


if __name__ == "__main__":
    sys.exit(main())
