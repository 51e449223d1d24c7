"""What can be chosen in the laboratory, and the points that it measures for a choice."""

from typing import Any, NamedTuple

from tracer.algorithms.registry import ALGORITHMS
from tracer.experiments.beyond import Kind, divisors

AXES = {"w": "width", "d": "depth", "R": "order", "p": "probability", "k": "partitions"}
SEARCHES = ("alphabeta", "ps_star", "sss_star", "dual_star", "scout", "mtd_f")
WIDTHS = (2, 4, 8, 16, 24, 32)  # along the axis; those of the thesis are among them
PROBABILITIES = (0.0, 0.25, 0.5, 0.75, 0.9, 1.0)
WIDEST, DEEPEST, MOST_TREES = 64, 24, 10_000


class Setup(NamedTuple):
    """A choice: one parameter runs along the axis, the others stand still."""

    along: str = "R"
    w: int = 16
    d: int = 4
    R: int | None = 1  # None: the leaves are independent
    p: float = 1.0
    k: int = 4
    searches: tuple[str, ...] = ("alphabeta", "ps_star", "sss_star")
    trees: int = 100
    seed: int = 1

    @property
    def moved(self) -> dict[str, Any]:
        """What differs from the usual choice, as arguments."""
        usual = Setup()._asdict() | {self.along: getattr(self, self.along, None)}
        return {name: value for name, value in self._asdict().items() if value != usual[name]}


class Limits(NamedTuple):
    """How large a sample may be: trees for each point, and leaves of a tree."""

    trees: int
    leaves: int


LARGE = Limits(MOST_TREES, 1 << 24)
SMALL = Limits(20, 70_000)  # without compiled kernels


class Point(NamedTuple):
    """A place on the axis, the trees that are drawn there, and the searches of each."""

    x: float
    kind: Kind
    searches: dict[str, str]  # by curve: the search, as in "ps_star" -> "ps_star(4)"


class ChoiceError(ValueError):
    """A choice that makes no sense, with the control that it was made with."""

    def __init__(self, field: str, why: str) -> None:
        super().__init__(why)
        self.field = field


def check(setup: Setup) -> None:
    """Raise an error if a choice makes no sense, and say what does."""
    s = setup
    if s.along not in AXES:
        raise ChoiceError("along", f"along must be one of {', '.join(AXES)}, not {s.along!r}")
    _whole("w", "the width", s.w, 2, WIDEST)
    _whole("d", "the depth", s.d, 1, DEEPEST)
    _whole("trees", "the number of trees", s.trees, 1, MOST_TREES)
    if type(s.seed) is not int:
        raise ChoiceError("seed", f"the seed must be a whole number, not {s.seed!r}")
    if s.R is None and s.along in ("R", "p"):
        raise ChoiceError("along", "independent leaves have no order; choose another axis")
    if s.R is not None and s.along != "R":
        _whole("R", "R", s.R, 1, WIDEST)
        widths = WIDTHS if s.along == "w" else (s.w,)
        if all(w % s.R for w in widths):
            allowed = ", ".join(str(R) for R in divisors(widths[-1]))
            raise ChoiceError("R", f"R must divide the width, {widths[-1]}: {allowed}; not {s.R}")
    if isinstance(s.p, bool) or not isinstance(s.p, int | float) or not 0 <= s.p <= 1:
        raise ChoiceError("p", f"p must be a probability from 0 to 1, not {s.p!r}")
    if "ps_star" in s.searches and s.along != "k":
        _whole("k", "k", s.k, 1, WIDEST if s.along == "w" else s.w)
    unknown = [name for name in s.searches if name not in SEARCHES]
    if unknown or not s.searches:
        raise ChoiceError("searches", f"choose at least one search of {', '.join(SEARCHES)}")


def _whole(field: str, name: str, value: object, low: int, high: int) -> None:
    if type(value) is not int or not low <= value <= high:
        raise ChoiceError(
            field, f"{name} must be a whole number from {low} to {high}, not {value!r}"
        )


def points(setup: Setup, limits: Limits = LARGE) -> tuple[list[Point], str]:
    """The points of a choice that are small enough, and what is left out, in words."""
    check(setup)
    found = _all_points(setup)
    near = [point for point in found if point.kind.w**point.kind.d <= limits.leaves]
    if not near:
        field = setup.along if setup.along in ("w", "d") else "d"
        raise ChoiceError(field, f"T(w,d) may have {limits.leaves:,} leaves here; these have more")
    beyond = [point for point in found if point not in near]
    if not beyond:
        return near, ""
    w, d = beyond[0].kind[:2]
    left = "is" if len(beyond) == 1 else "and larger trees are"
    return near, f"T({w},{d}) {left} left out: more than {limits.leaves:,} leaves."


def _all_points(s: Setup) -> list[Point]:
    match s.along:
        case "w":
            widths = [w for w in WIDTHS if w % (s.R or 1) == 0]
            return [_point(w, s, s._replace(w=w)) for w in widths]
        case "d":
            return [_point(d, s, s._replace(d=d)) for d in range(1, DEEPEST + 1)]
        case "R":
            return [_point(R, s, s._replace(R=R)) for R in divisors(s.w)]
        case "p":
            return [_point(p, s, s._replace(p=p)) for p in PROBABILITIES]
        case _:
            return [_point(k, s, s._replace(k=k)) for k in divisors(s.w)]


def _point(x: float, setup: Setup, here: Setup) -> Point:
    names = {
        name: f"{name}({here.k})" if ALGORITHMS[name].number else name
        for name in SEARCHES
        if name in setup.searches and (not ALGORITHMS[name].number or here.k <= here.w)
    }
    return Point(x, Kind(here.w, here.d, here.R, here.p if here.R else 1.0), names)
