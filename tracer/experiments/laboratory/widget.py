"""The laboratory as a widget: the browser asks for one slice of work after the other.

So nothing runs that nobody looks at, other cells can run in between, and it is the same where there
are no threads. The browser sets `wish`, and draws `view`.
"""

from html import escape
from threading import Thread
from typing import Any

from tracer.algorithms.registry import ALGORITHMS
from tracer.experiments.beyond import divisors
from tracer.experiments.fast import available, prepare, ready
from tracer.experiments.laboratory.sampling import Sampling
from tracer.experiments.laboratory.setup import (
    AXES,
    DEEPEST,
    MOST_TREES,
    SEARCHES,
    WIDEST,
    ChoiceError,
    Limits,
    Setup,
    check,
)
from tracer.experiments.laboratory.theory import growth, lines
from tracer.player.assets import script, style
from tracer.player.base import FROM_BROWSER, Widget, traitlets

SLICE = 0.15  # seconds of work between two looks at what the browser wants
IMPORT = "from tracer.experiments.laboratory import laboratory, readings"


class Laboratory(Widget):
    """Curves of NBP and storage that grow while trees are searched; `readings` are the numbers."""

    _esm = script("laboratory")
    _css = style("laboratory")

    menus = traitlets.Dict().tag(sync=True)
    view = traitlets.Dict().tag(sync=True)
    wish = traitlets.Dict().tag(**FROM_BROWSER)

    def __init__(self, setup: Setup, limits: Limits, note: str = "") -> None:
        self._limits, self._note = limits, note
        self._sampling = Sampling(setup, limits, self._compiling)
        self._thread: Thread | None = None
        self._serial = 0
        self._stopped = False
        super().__init__(menus=_menus())
        self._tell()
        self.observe(lambda change: self._do(change["new"]), "wish")

    @property
    def setup(self) -> Setup:
        """What is chosen, with the number of trees that is possible here."""
        return self._sampling.setup

    @property
    def readings(self) -> list[Any]:
        """What has been measured so far."""
        return self._sampling.readings()

    def _repr_mimebundle_(self, **options: Any) -> Any:
        """The widget, and for pages without a kernel what it would show."""
        call = f"readings({arguments(self.setup)})"
        text = f"The laboratory draws its curves where a kernel is running. As numbers: {call}"
        found = super()._repr_mimebundle_(**options)
        bundle, metadata = found if isinstance(found, tuple) else (found or {}, {})
        return {**bundle, "text/plain": text, "text/html": f"<p>{escape(text)}</p>"}, metadata

    def _do(self, wish: dict[str, Any]) -> None:
        """Do what the browser asks for; what makes no sense changes nothing."""
        if not wish:
            return
        self._serial, self._stopped = wish.get("serial", 0), wish.get("do") == "stop"
        try:
            if choice := wish.get("choice"):
                self._choose(choice)
            match wish.get("do"):
                case "more":
                    self._get_ready()
                    self._sampling.go_on(SLICE)
                case "stop":
                    self._sampling.stop()
                case do:
                    raise ValueError(f"Unknown request {do!r}")
        except (Exception, KeyboardInterrupt) as error:  # otherwise nobody would see it
            why = str(error) if isinstance(error, ValueError) else repr(error)
            self._tell(trouble=why or type(error).__name__, field=getattr(error, "field", ""))
        else:
            self._tell()

    def _choose(self, choice: dict[str, Any]) -> None:
        """Change some of the setup, and start afresh."""
        unknown = set(choice) - set(Setup._fields)
        if unknown:
            raise ChoiceError("", f"there is no {', '.join(sorted(unknown))} to choose")
        setup = self._sampling.setup._replace(**choice)
        setup = setup._replace(searches=tuple(setup.searches))
        check(setup)
        self._sampling = Sampling(setup, self._limits, self._compiling)

    def _get_ready(self) -> None:
        """Compile the kernels behind the scene; the first points do not wait for them."""
        if self._thread is None and available() and not ready(SEARCHES):
            self._thread = Thread(target=prepare, args=(SEARCHES,), daemon=True)
            self._thread.start()

    def _compiling(self) -> bool:
        return self._thread is not None and self._thread.is_alive()

    def _tell(self, trouble: str = "", field: str = "") -> None:
        sampling = self._sampling
        found, setup = sampling.readings(), sampling.setup
        alphabeta = {r.x: r.nbp for r in found if r.curve == "alphabeta"}
        first = {r.x: r.nbp for r in found if r.curve == setup.searches[0]}
        limit = growth(setup, alphabeta or first)
        theory = [*lines(setup, sampling.points), *([limit] if limit else [])]
        self.view = {
            "answered": self._serial,
            "setup": setup._asdict(),
            "orders": divisors(setup.w),
            "axis": [point.x for point in sampling.points],
            "curves": [name for name in SEARCHES if name in setup.searches],
            "readings": [reading._asdict() for reading in found],
            "theory": [line._asdict() for line in theory],
            "rounds": sampling.rounds,
            "searched": sampling.searched,
            "wanted": setup.trees * len(sampling.points),
            "done": sampling.done,
            "compiling": self._compiling(),
            "waiting": sampling.waiting,
            "notes": [note for note in (self._note, sampling.left_out) if note],
            "stopped": self._stopped,
            "code": code_of(setup, sampling.rounds if self._stopped else setup.trees),
            "trouble": trouble,
            "field": field,
        }


def code_of(setup: Setup, trees: int) -> str:
    """A cell that repeats what was measured, with so many trees at each point."""
    given = arguments(setup._replace(trees=trees or 1))
    return f"{IMPORT}\n\nlaboratory({given})  # the numbers: readings({given})\n"


def arguments(setup: Setup) -> str:
    """What a choice looks like in a call."""
    return ", ".join(f"{name}={value!r}" for name, value in setup.moved.items())


def _menus() -> dict[str, Any]:
    return {
        "axes": AXES,
        "searches": [[name, ALGORITHMS[name].title] for name in SEARCHES],
        "most": {"w": WIDEST, "d": DEEPEST, "trees": MOST_TREES},
    }
