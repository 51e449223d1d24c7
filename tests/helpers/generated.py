"""Trees to try things on, searches to try, and the value that they have to find."""

from hypothesis import settings
from hypothesis import strategies as st

from tracer.algorithms import (
    alphabeta,
    depth_limited,
    dual_star,
    iterative_deepening,
    minimax,
    mt,
    mtd,
    mtd_bi,
    mtd_f,
    mtd_minus_infinity,
    mtd_plus_infinity,
    negamax,
    negascout,
    ps_star,
    scout,
    solve,
    sss_star,
)
from tracer.algorithms.registry import ALGORITHMS
from trees import ROOT, Tree, from_nested, uniform
from trees.dewey import means, printable

MANY = 6 * settings().max_examples  # for the properties that matter most

# Few values make ties; floats lie closer together than any fixed epsilon.
TIED = st.integers(-2, 2)
SPREAD = st.integers(-1000, 1000)
FLOATS = st.floats(-4, 4, allow_nan=False, allow_infinity=False)
CLOSE = st.sampled_from([0.1, 0.1 + 2**-56, 0.1 + 2**-55, 1, 1.0, 1 + 2**-52, -0.0, 0])
HUGE = st.sampled_from([2**53, 2**53 + 1, float(2**53), -(2**60), 1e300, -1e300, 5e-324, 0])
VALUES = st.sampled_from([TIED, TIED, SPREAD, FLOATS, CLOSE, HUGE])

ROOTS = st.sampled_from(["MAX", "MIN"])
ODD = r"""
" \ a"b # a#b = a=1 : - 1.2 0 7 MAX MIN nan inf 1e5 <b> &amp; {} {0} %s ' ` $x$ None é 🌲
"""
SPACED = ["a\nb", "\rb", " a ", "a # b", "a = 1", "\u2028x", "\u202e", "\x00", "\ud800", "a\tb"]
HOSTILE = (st.sampled_from(ODD.split() + SPACED) | st.text(max_size=6)).filter(
    lambda text: printable(text).strip()
)


@st.composite
def ragged(draw, max_leaves=24, values=VALUES):
    """Trees of any shape and either root, single children included; some have letters for names."""
    leaf = draw(values)
    parts = st.recursive(
        leaf, lambda part: st.lists(part, min_size=1, max_size=4), max_leaves=max_leaves
    )
    nested = draw(st.lists(parts, min_size=1, max_size=4) | leaf)
    return from_nested(nested, root=draw(ROOTS), letters=draw(st.booleans()))


@st.composite
def uniforms(draw, widths=(1, 4), depths=(0, 5), parity=None, roots=ROOTS, max_leaves=128):
    """T(w,d) with at most `max_leaves` leaves, of even or odd depth on request."""
    shapes = [
        (w, d)
        for w in range(widths[0], widths[1] + 1)
        for d in range(depths[0], depths[1] + 1)
        if w**d <= max_leaves and parity in (None, d % 2)
    ]
    w, d = draw(st.sampled_from(shapes))
    leaves = draw(st.lists(draw(VALUES), min_size=w**d, max_size=w**d))
    return uniform(w, d, leaves, root=draw(roots))


@st.composite
def dressed(draw):
    """Trees whose nodes carry names, labels and estimates, as hostile as can be."""
    tree = draw(ragged(max_leaves=8))
    nodes = list(tree.nodes())
    some = st.lists(st.sampled_from(nodes), unique=True, max_size=len(nodes))
    names = st.lists(HOSTILE, min_size=len(nodes), max_size=len(nodes), unique=True)
    values = {n: tree.value(n) for n in tree.leaves()}
    values |= {n: draw(FLOATS) for n in draw(some) if n not in values}
    return Tree(
        values,
        root=tree.root,
        names=allowed(tree, dict(zip(draw(some), draw(names), strict=False))),
        labels={n: draw(HOSTILE) for n in draw(some)},
    )


def allowed(tree, names):
    """The names that cannot be taken for another one or for the number of another node."""
    found, seen = {}, set()
    for n, name in names.items():
        shown = " ".join(printable(name).split())
        if shown not in seen and means(name) in (None, n):
            found[n] = name
        seen.add(shown)
    return found


def trees():
    """All of them."""
    return ragged() | uniforms()


# Every search that has to return the minimax value, with options that suit any tree.
EXACT = {
    "minimax": (minimax, {}),
    "negamax": (negamax, {}),
    "solve": (solve, {}),
    "alphabeta": (alphabeta, {}),
    "alphabeta-hard": (alphabeta, {"soft": False}),
    "alphabeta-strict": (alphabeta, {"strict": True}),
    "alphabeta-hard-strict": (alphabeta, {"soft": False, "strict": True}),
    "alphabeta-right-to-left": (alphabeta, {"order": "right-to-left"}),
    "scout": (scout, {}),
    "negascout": (negascout, {}),
    "sss_star": (sss_star, {}),
    "dual_star": (dual_star, {}),
    "ps_star-1": (ps_star, {"k": 1}),
    "ps_star-sizes": (ps_star, {"sizes": [1, 2]}),
    "ps_star-pairs": (ps_star, {"sizes": [2]}),
    "mtd": (mtd, {"first": 1.5}),
    "mtd-bisect": (mtd, {"first": -1, "next": "bisect"}),
    "mtd_plus_infinity": (mtd_plus_infinity, {}),
    "mtd_minus_infinity": (mtd_minus_infinity, {}),
    "mtd_f": (mtd_f, {"first": 1}),
    "mtd_bi": (mtd_bi, {}),
    "depth_limited": (depth_limited, {"depth": 99}),
    "depth_limited-sss": (depth_limited, {"depth": 99, "search": sss_star}),
}

# A search that is new is held to the same, if it claims to find the value.
NAMED = {search for search, _ in EXACT.values()}
NEW = {
    name: (a.search, {}) for name, a in ALGORITHMS.items() if a.standalone and a.search not in NAMED
}

# And those that answer another question, so that every step of every search is met.
ANY = EXACT | {
    "mt": (mt, {"gamma": 1}),
    "mt-strict": (mt, {"gamma": 0, "strict": True}),
    "alphabeta-window": (alphabeta, {"alpha": -1, "beta": 2}),
    "alphabeta-null-window": (alphabeta, {"alpha": 0, "beta": 1, "soft": False}),
    "negascout-window": (negascout, {"alpha": -1, "beta": 1}),
    "ps_star-published": (ps_star, {"sizes": [2, 1], "published": True}),
    "sss_star-upper": (sss_star, {"upper": 1}),
    "dual_star-lower": (dual_star, {"lower": -1}),
    "solve-win": (solve, {"win": 1, "loss": -1}),
    "iterative_deepening": (iterative_deepening, {"depth": 3, "evaluate": lambda n: -len(n)}),
    "iterative_deepening-mtd_f": (
        iterative_deepening,
        {"depth": 2, "evaluate": lambda n: sum(n), "search": mtd_f},
    ),
}

# The new ones come last, so that what tests draw at random for the others stays as it is.
EXACT |= NEW
ANY |= NEW


def value_of(tree, n=ROOT):
    """The minimax value, from the definition and nothing else."""
    below = [value_of(tree, c) for c in tree.children(n)]
    return (max if tree.is_max(n) else min)(below) if below else tree.value(n)
