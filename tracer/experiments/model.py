"""Chapter 5 of Srimani 1985: recurrences for the number of leaves that the searches evaluate.

In the model, the (k+1)-th child is the best at every node of T(w,d); k + 1 is called the average
branching factor. The recurrences reproduce every printed digit of Table 5.1.
"""

from math import sqrt
from statistics import fmean
from typing import Any, NamedTuple

from tracer.experiments.nbp import nbp
from tracer.experiments.published import RATIOS
from trees.build import check_shape


def sss_star_model(w: int, d: int, k: int) -> int:
    """NBP of SSS*, from fully, partially and minimally searched nodes (equations 1 to 5)."""
    check_model(w, d, k)
    full = minimal = 1
    for _ in range(d // 2):
        at_min = (k + 1) * full + (w - k - 1) * minimal
        partial = (k + 1) * full
        full = at_min + k * partial + (w - k - 1) * minimal
        minimal = w * minimal
    return full


def sss_star_refined(w: int, d: int, k: int) -> int:
    """NBP of SSS* on `model_tree(w, d, k)`: the model, with its equation (3) made exact.

    The last child of a partially searched node is given up (G) as soon as it is known to be too
    bad. The model counts it as fully searched.
    """
    check_model(w, d, k)
    full = given_up = minimal = 1
    rest = w - k - 1
    for _ in range(d // 2):
        at_min = (k + 1) * full + rest * minimal
        partial = k * full + given_up
        full = at_min + k * partial + rest * minimal
        given_up = (k + 1) * partial + rest * minimal
        minimal = w * minimal
    return full


def alphabeta_model(w: int, d: int, k: int) -> int:
    """NBP of alpha-beta, from seven types of nodes (equations 1 to 7)."""
    check_model(w, d, k)
    n1 = n2 = n3 = n4 = n5 = n6 = n7 = 1
    rest = w - k - 1
    for _ in range(d):
        n1, n2, n3, n4, n5, n6, n7 = (
            n1 + k * n5 + rest * n7,
            k * n5 + n4 + rest * n7,
            w * n6,
            n2 + (w - 1) * n6,
            n2 + (k - 1) * n6 + n3,  # counts for nothing if k = 0
            k * n6 + n3,
            n3,
        )
    return n1


MODELS = {"sss_star": sss_star_model, "alphabeta": alphabeta_model}


def ratio(w: int, d: int, k: int) -> float:
    """I(alpha-beta) / I(SSS*)."""
    return alphabeta_model(w, d, k) / sss_star_model(w, d, k)


def peak(w: int, d: int) -> int:
    """The average branching factor k + 1 at which the ratio is largest (the first of several)."""
    return 1 + max(range(w), key=lambda k: ratio(w, d, k))


def sss_star_growth(w: int, k: int) -> float:
    """By what NBP of SSS* grows per ply on deep trees: the larger root of (x² − (k+1)²)(x² − w).

    The thesis gives k + 1, but no search can grow by less than √w, the growth of a minimal tree.
    """
    check_model(w, 0, k)
    return max(k + 1, sqrt(w))


def alphabeta_growth(w: int, k: int) -> float:
    """By what NBP of alpha-beta grows per ply on deep trees: x² = kx + w (equations 5 and 6)."""
    check_model(w, 0, k)
    return (k + sqrt(k * k + 4 * w)) / 2


def mean_ratio(w: int, d: int) -> float:
    """The ratio, averaged over k + 1 = 1 … w, as in Table 5.1."""
    return fmean(ratio(w, d, k) for k in range(w))


def expected(search: str, w: int, d: int, R: int) -> float:  # noqa: N803 - the name in the literature
    """NBP in the model on trees of order R, averaged over k + 1 = 1 … w/R."""
    return fmean(MODELS[search](w, d, k) for k in range(w // R))


def check_model(w: int, d: int, k: int) -> None:
    """Reject a shape or a k that the model is not for."""
    check_shape(w, d)
    if d % 2:
        raise ValueError(f"depth must be even in this model, not {d}")
    if type(k) is not int or not 0 <= k < w:
        raise ValueError(
            f"k must be an integer from 0 to {w - 1}, because child k + 1 is the best; got {k!r}"
        )


class ModelRow(NamedTuple):
    """The recurrences for one k."""

    w: int
    d: int
    k: int
    sss_star: int
    alphabeta: int
    ratio: float


def model_rows(w: int, d: int) -> list[ModelRow]:
    """The recurrences for every k."""
    check_model(w, d, 0)
    return [
        ModelRow(w, d, k, sss_star_model(w, d, k), alphabeta_model(w, d, k), ratio(w, d, k))
        for k in range(w)
    ]


class Comparison(NamedTuple):
    """The model and the measurements on trees of order R."""

    w: int
    d: int
    R: int
    search: str
    model: float
    nbp: float
    error: float


def model_and_measured(**options: Any) -> list[Comparison]:
    """The model next to our measurements, for the trees of Tables 4.1-4.5 with p = 1.

    `options` are passed to `nbp`.
    """
    return [
        Comparison(c.w, c.d, c.R, c.search, expected(c.search, c.w, c.d, c.R), c.nbp, c.error)
        for c in nbp(**options)
        if c.search in MODELS and c.p == 1
    ]


def table_5_1() -> str:
    """Table 5.1 from the recurrences, and how many cells match the printed ones."""
    widths = list(RATIOS[2])
    lines = ["depth" + "".join(f"{f'w={w}':>16}" for w in widths)]
    same = total = 0
    for d, row in RATIOS.items():
        cells = []
        for w in widths:
            ours = f"{mean_ratio(w, d):.3f}"
            printed = f"{row[w]:.3f}" if w in row else "–"
            total += w in row
            same += ours == printed
            cells.append(f"{printed:>8}{ours:>8}")
        lines.append(f"{d:5}" + "".join(cells))
    return "\n".join(
        [*lines, f"Printed and computed: {same} of {total} are the same to the last digit."]
    )
