"""Trees from the literature: citation, minimax value, known counts, and what we chose ourselves.

The drawings of most sources are lost, and with them the values of the leaves. We keep every value
that a text gives. The rest are ours, chosen so that the tree shows what its text says.
"""

from collections.abc import Mapping
from functools import partial
from typing import Any, NamedTuple

from trees.build import from_nested, from_text
from trees.dewey import Node, dewey
from trees.generate import ordered
from trees.number import Number, show_count
from trees.tree import Tree


class Run(NamedTuple):
    """The name and options of a search, and the number of distinct leaves it evaluates."""

    search: str
    options: Mapping[str, Any]
    nbp: int
    returns: Number | None  # None if it returns the minimax value, as it should

    @property
    def call(self) -> str:
        """The run written as a call: ps_star(k=2)."""
        return f"{self.search}({', '.join(f'{k}={v!r}' for k, v in self.options.items())})"


class Entry(NamedTuple):
    """A tree in the catalogue and what is known about it."""

    name: str
    title: str
    citation: str
    tree: Tree
    value: Number
    runs: tuple[Run, ...]
    given: frozenset[Node]  # the leaves whose values the source gives; the others are ours
    note: str

    @property
    def short(self) -> str:
        """The name as people say it: Pantel 3.2."""
        said = {"srimani-a1": "Srimani A.1", "nim-2,2": "2,2-Nim", "ps-star-error": "PS* error"}
        said["ps-star-error-4,3"] = "PS* error, T(4,3)"
        return said.get(self.name) or self.name.replace("-", " ").capitalize()


def names() -> list[str]:
    """The names of all trees."""
    return list(_ENTRIES)


def load(name: str) -> Tree:
    """The tree with this name.

    >>> load("pantel-3.2").name((1, 1, 1))
    'H'
    """
    return entry(name).tree


def entry(name: str) -> Entry:
    """Everything that is known about the tree with this name.

    >>> [(run.call, run.nbp) for run in entry("srimani-2.1").runs]
    [('alphabeta()', 5), ('sss_star()', 5), ('ps_star(k=3)', 5)]
    """
    try:
        return _ENTRIES[name]
    except (KeyError, TypeError):
        raise ValueError(
            f"Unknown catalogue tree {name!r}. Choose one of: {', '.join(names())}."
        ) from None


def called(tree: Tree) -> str:
    """What to call a tree: its name in the catalogue, T(w,d), or the number of its leaves.

    >>> called(load("pantel-3.2")), called(from_nested([[3, 2], [1, 0]])), called(from_nested([3]))
    ('Pantel 3.2', 'T(2,2)', '1 leaf')
    """
    for known in _ENTRIES.values():
        if (known.tree.depth, known.tree.width) == (tree.depth, tree.width) and known.tree == tree:
            return known.short
    count = tree.leaf_count()
    if tree.width > 1 and count == tree.width**tree.depth:
        return f"T({tree.width},{tree.depth})"
    return show_count(count, "leaf", "leaves")


_ENTRIES: dict[str, Entry] = {}


def _enter(
    name: str,
    title: str,
    citation: str,
    tree: Tree,
    value: Number,
    *runs: Run,
    note: str,
    given: str = "",
) -> None:
    fixed = frozenset(map(tree.node, given.split()))
    _ENTRIES[name] = Entry(name, title, citation, tree, value, runs, fixed, note)


def _run(search: str, nbp: int, *, returns: Number | None = None, **options: Any) -> Run:
    return Run(search, options, nbp, returns)


def _named_by_positions(tree: Tree) -> Tree:
    """Name every node after the positions, its labels, on the way to it."""
    words = {n: [tree.labels[n[:k]] for k in range(1, len(n) + 1)] for n in tree.nodes()}
    names = {n: " ".join(line or [tree.labels[n]]) for n, line in words.items()}
    values = {n: tree.value(n) for n in tree.leaves()}
    positions = {n: f"{tree.labels[n]}/{tree.to_move(n)}" for n in tree.nodes()}
    return Tree(values, root=tree.root, names=names, labels=tree.labels, positions=positions)


_numbered = partial(from_nested, letters=False)  # the sources number the nodes of these trees

_PANTEL = "P. Pantel 1997, Intelligent Adversary Searches"
_SRIMANI = "N. Srimani 1985, A new algorithm (PS*) for searching game trees"
_LECTURE = "E. Ewing & A. Greenwald, Adversarial Search (lecture notes)"
_KHEMANI = "D. Khemani, Game Playing (slides to A First Course in Artificial Intelligence)"


_enter(
    "pantel-3.2",
    "Alpha-beta step by step",
    f"{_PANTEL}, Figure 3.2",
    from_text("""
        A
          B
            D
              H = 8
              I = 5
            E
              J = 10
              K = 7
          C
            F
              L = 2
              M = 4
            G
              N = 9
              O = 6
    """),
    8,
    _run("alphabeta", 5),
    _run("scout", 5),
    _run("sss_star", 5),
    _run("ps_star", 5, k=2),
    given="H J L M",
    note="The text gives H, J, L and M, says that D is worth 8, so I is at most 8, and describes "
    "the runs of alpha-beta and Scout. The value of I is ours, within that bound. Neither search "
    "looks at K, N and O; their values are ours.",
)

_enter(
    "srimani-2.1",
    "The minimal T(3,2)",
    f"{_SRIMANI}, Figure 2.1",
    _numbered([[50, 62, 71], [34, 45, 58], [21, 39, 66]]),
    50,
    _run("alphabeta", 5),
    _run("sss_star", 5),
    _run("ps_star", 5, k=3),
    note="The text gives the shape and says that the leftmost child is always best. The values "
    "are ours; whatever they are, a search has to look at 3 + 3 − 1 leaves.",
)

_enter(
    "srimani-3.0",
    "A tree searched by PS*(2)",
    f"{_SRIMANI}, Figure 3.0",
    _numbered(
        [
            [[75, 19, 29, 40], [21, 16, 87, 27], [55, 61, 64, 74], [84, 38, 81, 71]],
            [[80, 53, 22, 15], [48, 50, 97, 73], [54, 94, 66, 92], [98, 12, 45, 86]],
            [[77, 59, 39, 43], [33, 58, 67, 18], [85, 95, 49, 20], [10, 93, 99, 78]],
            [[23, 70, 47, 42], [63, 60, 82, 88], [79, 76, 68, 44], [31, 41, 90, 36]],
        ]
    ),
    80,
    _run("alphabeta", 30),
    _run("sss_star", 22),
    _run("ps_star", 24, k=2),
    _run("ps_star", 24, k=2, published=True),
    note="The text gives T(4,3) and says that OPEN never holds more than four terminal nodes. The "
    "values are ours, from a seeded search for a tree on which PS*(2) is between SSS* and "
    "alpha-beta and the printed operator gives the right value.",
)

_enter(
    "srimani-3.1",
    "PS*(2) scores fewer leaves than SSS*",
    f"{_SRIMANI}, Figure 3.1",
    ordered(4, 5, 2, seed=2223, low=10, high=99).replace(
        {dewey("2.2.1.1.1"): 18, dewey("2.2.1.1.2"): 21}
    ),
    64,
    _run("alphabeta", 151),
    _run("sss_star", 130),
    _run("ps_star", 126, k=2),
    _run("ps_star", 126, k=2, published=True),
    given="2.2.1.1.1 2.2.1.1.2",
    note="The text gives T(4,5) and describes the search: node 2.1 is solved with 64, then nodes "
    "2.2.1.1.1 and 2.2.1.1.2 with 18 and 21, then node 2.2.2 with at least 64, so nodes 2.2.1.1.3 "
    "and 2.2.1.1.4, which SSS* scores, are skipped. The other values are ours: a tree of order 2 "
    "with a seed for which the search goes this way.",
)

_enter(
    "srimani-3.2",
    "PS*(2) between SSS* and alpha-beta",
    f"{_SRIMANI}, Figure 3.2",
    _numbered([[23, 77, 24, 97], [37, 54, 92, 78], [27, 16, 96, 57], [43, 80, 65, 67]]),
    43,
    _run("alphabeta", 13),
    _run("sss_star", 7),
    _run("ps_star", 10, k=2),
    note="The text gives T(4,2) and says that PS*(2) scores leaves that SSS* does not score and "
    "skips leaves that alpha-beta scores. The values are ours, from a seeded search; here the "
    "former leaves are nodes 2.2, 2.3 and 2.4 and the latter are nodes 1.2, 1.3 and 1.4.",
)

_enter(
    "srimani-3.3",
    "Alpha-beta scores fewer leaves than PS*(2)",
    f"{_SRIMANI}, Figure 3.3",
    _numbered(
        [
            [[14, 43, 26, 84], [85, 18, 10, 87], [80, 95, 61, 38], [91, 11, 78, 44]],
            [[13, 59, 82, 15], [31, 62, 41, 81], [99, 70, 21, 74], [69, 48, 42, 24]],
            [[36, 65, 55, 83], [23, 93, 94, 28], [53, 52, 92, 97], [40, 39, 16, 89]],
            [[51, 63, 19, 12], [75, 71, 54, 73], [46, 20, 76, 90], [79, 68, 49, 88]],
        ]
    ),
    84,
    _run("alphabeta", 20),
    _run("sss_star", 20),
    _run("ps_star", 29, k=2),
    _run("ps_star", 29, k=2, published=True),
    note="The text gives T(4,3) and says that PS*(2) scores leaves that alpha-beta skips. The "
    "values are ours, from a seeded search.",
)

_enter(
    "srimani-a1",
    "The run-time listings of SSS* and PS*(2)",
    f"{_SRIMANI}, Appendix A, Figure A.1",
    _numbered(
        [
            [[64, 36, 44, 34], [71, 61, 56, 57], [78, 75, 13, 59], [66, 86, 48, 69]],
            [[42, 37, 41, 26], [68, 90, 36, 68], [18, 40, 88, 48], [38, 79, 79, 26]],
            [[41, 10, 20, 26], [73, 72, 64, 52], [87, 49, 39, 53], [50, 46, 76, 93]],
            [[9, 6, 1, 7], [17, 69, 41, 80], [69, 71, 57, 43], [35, 61, 76, 76]],
        ]
    ),
    64,
    _run("sss_star", 19, upper=999),
    _run("ps_star", 19, k=2, published=True, lower=-99, upper=999),
    _run("ps_star", 19, k=2),
    _run("alphabeta", 19),
    given="1.1.1 1.1.2 1.1.3 1.1.4 2.1.1 2.1.2 2.1.3 2.1.4 "
    "3.1.1 3.1.2 3.1.3 3.1.4 4.1.1 4.1.2 4.1.3 4.1.4",
    note="The first two runs, with their bounds, are the printed listings. They give the 16 "
    "leaves of nodes 1.1, 2.1, 3.1 and 4.1 and show that leaves 1.2.1, 1.3.1 and 1.4.1 are at "
    "least 64; we chose those three within that bound. The searches never look at the other 45 "
    "leaves, whose values are ours.",
)

_enter(
    "lecture-3",
    "A first cutoff",
    f"{_LECTURE}, Figure 3",
    from_text("""
        A
          B
            E = 3
            F = 2
            G = 1
          C
            H = 0
            I = 5
            J = 6
    """),
    1,
    _run("alphabeta", 4),
    _run("minimax", 6),
    given="E F G H",
    note="The text, which calls this Figure 5, gives E, F, G and H. I and J are cut off, and "
    "their values are ours.",
)

_enter(
    "nim-2,2",
    "2,2-Nim: whoever takes the last match loses",
    f"{_LECTURE}, Figure 1",
    _named_by_positions(
        from_text("""
        MAX - : "2,2"
          - : "2,1"
            - : "1,1"
              - : "1,0"
                - = 1 : "0,0"
            - : "1,0"
              - = -1 : "0,0"
            - : "2,0"
              - : "1,0"
                - = 1 : "0,0"
              - = -1 : "0,0"
          - : "2,0"
            - : "1,0"
              - = -1 : "0,0"
            - = 1 : "0,0"
    """)
    ),
    -1,
    _run("minimax", 6),
    _run("alphabeta", 4),
    _run("solve", 3),
    given="1.1.1.1 1.2.1 1.3.1.1 1.3.2 2.1.1 2.2",
    note="The text gives the rules, the order of the moves from 2,2 and 2,1, and the value. "
    "The larger pile is written first. When no match is left, the side to move has won. The "
    "order of the two moves from 2,0 is ours.",
)

_enter(
    "khemani-8",
    "Eight strategies in four initial clusters",
    f"{_KHEMANI}, SSS*",
    _numbered([[[9, 5], [11, 4]], [[12, 7], [8, 10]]]),
    10,
    _run("sss_star", 6),
    _run("alphabeta", 7),
    note="The slides give the shape and the numbers of strategies and clusters, and say that the "
    "sibling of a solved MAX node is searched with a bound of 12. The values are ours.",
)

_enter(
    "khemani-57",
    "SSS* with the bounds 57, 35 and 32",
    f"{_KHEMANI}, SSS*",
    _numbered(
        [
            [[57, 19, 8], [10, 15, 22], [5, 12, 26]],
            [[35, 28, 23], [30, 9, 32], [40, 38, 24]],
            [[11, 27, 7], [25, 16, 14], [31, 20, 21]],
        ]
    ),
    32,
    _run("sss_star", 16),
    _run("alphabeta", 19),
    note="The slides show a larger run of SSS*: siblings are searched with the bounds 57, then 35, "
    "then 32, and the last of them, with leaves 40 and 38, is ignored. Then they change one leaf, "
    "and SSS* homes in on the solution. The drawings are lost. The shape and the other values are "
    "ours.",
)

_enter(
    "khemani-36",
    "The order of the moves decides what alpha-beta saves",
    f"{_KHEMANI}, alpha-beta",
    _numbered(
        [
            [
                [[18, 54, 62], [24, 51, 80], [75, 16, 15]],
                [[45, 29, 68], [91, 79, 74], [38, 46, 57]],
            ],
            [
                [[61, 13, 41], [27, 22, 64], [58, 95, 55]],
                [[78, 85, 35], [49, 69, 94], [52, 36, 98]],
            ],
        ]
    ),
    49,
    _run("alphabeta", 26),
    _run("alphabeta", 23, order="right-to-left"),
    _run(
        "alphabeta",
        11,
        order={
            "0": [2, 1],
            "1.1": [2, 1, 3],
            "1.1.3": [3, 2, 1],
            "1.2": [2, 3, 1],
            "1.2.1": [2, 1, 3],
            "1.2.2": [3, 2, 1],
            "2": [2, 1],
            "2.1": [3, 2, 1],
            "2.1.1": [2, 3, 1],
            "2.1.2": [2, 1, 3],
            "2.1.3": [3, 1, 2],
            "2.2": [2, 3, 1],
            "2.2.1": [3, 1, 2],
            "2.2.3": [2, 1, 3],
        },
    ),
    note="The slides say that alpha-beta inspects 26 of the 36 nodes from left to right, 23 from "
    "right to left and 11 in an extreme example. The drawings are lost. We take the nodes to be "
    "those on the horizon, and the shape (two moves, two, three, three) and the values are ours, "
    "from a seeded search. Here 11 = 2 · 3 + 2 · 3 − 1 is the fewest possible.",
)

_enter(
    "ps-star-error",
    "The smallest tree on which PS*(2) as printed is wrong",
    f"Ours, against {_SRIMANI}, Table 3.1 and Theorem 3.1",
    _numbered([2, [[3, 1]], 0]),
    3,
    _run("ps_star", 4, k=2, published=True, returns=2),
    _run("ps_star", 4, k=2),
    note="Found by trying every shape and every order of the leaves, including ties: PS*(2) as "
    "printed is right on all trees with up to three leaves and five levels, and on all trees with "
    "four leaves and fewer than seven nodes. The first partition shows that node 2.1 is worth 3, "
    "but the second enters OPEN with 1, less than the 2 of its rival, and is purged.",
)

_enter(
    "ps-star-error-4,3",
    "A uniform tree on which PS*(2) as printed is wrong",
    f"Ours, against {_SRIMANI}, Table 3.1 and Theorem 3.1",
    _numbered(
        [
            [[0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0]],
            [[1, 0, 0, 0], [1, 0, 0, 0], [1, 0, 0, 0], [1, 0, 0, 0]],
            [[0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0]],
            [[0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0]],
        ]
    ),
    1,
    _run("ps_star", 19, k=2, published=True, returns=0),
    _run("ps_star", 19, k=2),
    note="The theorem is about uniform trees whose width is divisible by k. This is the smallest "
    "of them with an odd depth greater than 1 and 1 < k < w. Its value is 1, with as few ones as "
    "possible.",
)
