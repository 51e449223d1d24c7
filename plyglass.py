"""The door: the names `tracer` and `trees` must be ours, and then the command may start.

Both are common words. If a file or package of somebody else has one of them and Python finds it
first, or pip has installed it over ours, this says which one it is.
"""

import sys
from importlib.util import find_spec
from pathlib import Path

OURS = ("tracer", "trees")


def check(*names: str) -> None:
    """Raise an ImportError that names the culprit if a package of ours is not what Python finds."""
    for name in names:
        spec = find_spec(name)
        home = Path(__file__).resolve().parent / name
        places = [spec.origin, *(spec.submodule_search_locations or ())] if spec else []
        found = [Path(place).resolve() for place in places if place]
        if found and found[-1] != home:
            raise ImportError(
                f"Plyglass needs its own package {name!r}, but Python finds another one first: "
                f"{found[-1]}. Rename or remove that, then start Python again."
            )
        for other in home.parent.glob(f"{name}-*.dist-info"):
            raise ImportError(
                f"Plyglass needs its own package {name!r}, but another one was installed over it: "
                f"{other}. Type: pip uninstall -y {name} plyglass. Then install Plyglass again."
            )


def main() -> int:
    """The command `plyglass`."""
    try:
        check(*OURS)
    except ImportError as error:
        sys.exit(f"plyglass: {error}")
    from tracer.cli.main import main

    return main()


if __name__ == "__main__":
    sys.exit(main())
