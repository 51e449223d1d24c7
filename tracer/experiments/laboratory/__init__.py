"""The laboratory: turn a knob, and watch how many leaves the searches need.

from tracer.experiments.laboratory import laboratory, readings

laboratory(along="d", w=4, R=None)      # the curves, in a notebook
readings(along="d", w=4, R=None)        # the same numbers, without a widget
"""

import sys
from typing import TYPE_CHECKING, Any

from tracer.experiments.fast import available, prepare
from tracer.experiments.laboratory.sampling import Reading, Sampling
from tracer.experiments.laboratory.setup import LARGE, SMALL, Limits, Setup

if TYPE_CHECKING:
    from tracer.experiments.laboratory.widget import Laboratory

__all__ = ["Reading", "Setup", "laboratory", "readings"]

FASTER = 'pip install "plyglass[fast]"'


def laboratory(**setup: Any) -> "Laboratory":
    """The laboratory, for a notebook to display; the choices are those of `Setup`."""
    from tracer.experiments.laboratory.widget import Laboratory

    return Laboratory(_setup(setup), *possible())


def readings(**setup: Any) -> list[Reading]:
    """What the laboratory shows at the end; `setup` holds choices of `Setup`."""
    limits, note = possible()
    sampling = Sampling(_setup(setup), limits)
    prepare(name for point in sampling.points for name in point.searches.values())
    for text in filter(None, (note, sampling.left_out)):
        print(text, file=sys.stderr)
    while not sampling.done:
        sampling.go_on(1)
    return sampling.readings()


def possible() -> tuple[Limits, str]:
    """How large samples may be here, and why not larger."""
    if available():
        return LARGE, ""
    small = f"at most {SMALL.trees} trees for each point, of at most {SMALL.leaves:,} leaves"
    if sys.platform == "emscripten":
        return SMALL, f"Smaller samples in the browser: {small}. Installed, Plyglass counts faster."
    return SMALL, f"Smaller samples without numba: {small}. For all: {FASTER}"


def _setup(given: dict[str, Any]) -> Setup:
    unknown = set(given) - set(Setup._fields)
    if unknown:
        raise TypeError(
            f"there is no {', '.join(sorted(unknown))} to choose; choose any of "
            f"{', '.join(Setup._fields)}"
        )
    setup = Setup(**given)
    return setup._replace(searches=tuple(setup.searches))
