"""Frames drawn in characters, asserted as they look."""

from textwrap import dedent

from hypothesis import given
from hypothesis import strategies as st

from tests.helpers.generated import ANY, dressed
from tracer import record
from tracer.algorithms import alphabeta, mtd_f, mtd_plus_infinity, ps_star, scout, sss_star
from tracer.draw.text import MARKS, describe, draw
from tracer.trace.change import STATUSES
from trees import Tree, catalogue, from_nested, iid


def looks(frame, picture):
    assert draw(frame) == dedent(picture).strip("\n").replace("|", "")


def at(trace, kind, number=1):
    """The frame after the `number`-th event of a kind."""
    places = [i for i, e in enumerate(trace.events, 1) if e.kind == kind]
    return trace.frame(places[number - 1])


PANTEL = catalogue.load("pantel-3.2")


def test_nothing_yet():
    looks(
        record(alphabeta, PANTEL).frame(0),
        """
        |  · A MAX
        |  ├─ · B MIN … 4 leaves
        |  └─ · C MIN … 4 leaves
        """,
    )


def test_alphabeta_at_its_first_cutoff():
    looks(
        at(record(alphabeta, PANTEL), "cut"),
        """
        |  ○ A MAX ≥ 8 (−∞, ∞)
        |  ├─ ○ B MIN = 8 (−∞, 8)
        |  │  ├─ ● D MAX = 8
        |  │  │  ├─ ■ H = 8
        |  │  │  └─ ■ I = 5
        |▶ │  └─ ○ E MAX ≥ 10 α 10 ≥ β 8
        |  │     ├─ ■ J = 10
        |  │     └─ ✂ K
        |  └─ · C MIN … 4 leaves
        """,
    )


def test_alphabeta_at_its_end():
    trace = record(alphabeta, PANTEL)
    looks(
        trace.frame(len(trace)),
        """
        |▶ ● A MAX = 8
        |  ├─ ● B MIN = 8
        |  │  ├─ ● D MAX = 8
        |  │  │  ├─ ■ H = 8
        |  │  │  └─ ■ I = 5
        |  │  └─ ● E MAX ≥ 10
        |  │     ├─ ■ J = 10
        |  │     └─ ✂ K
        |  └─ ● C MIN ≤ 4
        |     ├─ ● F MAX = 4
        |     │  ├─ ■ L = 2
        |     │  └─ ■ M = 4
        |     └─ ✂ G MAX … 2 leaves
        """,
    )


def test_scout_asking():
    looks(
        at(record(scout, PANTEL), "ask", 3),
        """
        |  ○ A MAX (−∞, ∞)
        |  ├─ ○ B MIN ≤ 8 (−∞, ∞)
        |  │  ├─ ● D MAX = 8
        |  │  │  ├─ ■ H = 8
        |  │  │  └─ ■ I = 5
        |  │  └─ ○ E MAX ≥ 8?
        |▶ │     ├─ ○ J ≥ 8?
        |  │     └─ · K
        |  └─ · C MIN … 4 leaves
        """,
    )


def test_sss_star_before_its_purge():
    trace = record(sss_star, PANTEL)
    looks(
        at(trace, "evaluate", 4),
        """
        |  ○ A MAX ≤ 8
        |  ├─ ○ B MIN ≤ 8
        |  │  ├─ ○ D MAX = 8
        |  │  │  ├─ ■ H = 8
        |  │  │  └─ ■ I = 5
        |  │  └─ · E MAX … 2 leaves
        |  └─ ○ C MIN ≤ 4
        |     ├─ ○ F MAX = 4
        |     │  ├─ ■ L = 2
        |▶    │  └─ ■ M = 4
        |     └─ · G MAX … 2 leaves
        """,
    )


def test_a_frame_in_words():
    trace = record(ps_star, PANTEL, k=2)
    i = next(i for i, e in enumerate(trace.events, 1) if e.kind == "insert")
    assert describe(trace.frame(i)) == dedent("""
        PS*(2), step 13 of 70
        (H, SOLVED, 8) enters OPEN at the front (case 3a): its merit is the leaf's own value.
          ○ A MAX
          ├─ ○ B MIN
          │  ├─ ○ D MAX ≥ 8
          │  │  ├─ ■ H = 8
          │  │  └─ · I
          │  └─ · E MAX … 2 leaves
          └─ · C MIN … 4 leaves
        OPEN    (H, SOLVED, 8)
        BACKUP  (A, 1, −∞, ∞) (D, 1, −∞, ∞)
        NBP 1, cutoffs 0, visits 4
    """).strip("\n").replace("  │  │  ├─ ■ H", "▶ │  │  ├─ ■ H")


def test_bounds_after_a_pass():
    trace = record(mtd_f, from_nested([[3, 2], [1, 5]]), first=0)
    looks(
        at(trace, "pass-ends"),
        """
        |▶ ● A MAX ≥ 2
        |  ├─ ● B MIN = 2
        |  │  ├─ ■ D = 3
        |  │  └─ ■ E = 2
        |  └─ ✂ C MIN … 2 leaves
        """,
    )


def test_a_single_leaf():
    trace = record(alphabeta, from_nested(7, letters=False))
    looks(trace.frame(2), "▶ ■ 0 = 7")


def test_huge_trees_are_drawn_where_something_happened():
    trace = record(alphabeta, iid(8, 50, seed=1), max_events=300)
    assert "over 10^" in draw(trace.frame(300))
    assert len(draw(trace.frame(300)).splitlines()) < 1000


def test_every_status_has_its_mark():
    assert set(MARKS) == set(STATUSES)
    assert len(set(MARKS.values())) == len(MARKS)


@given(name=st.sampled_from(sorted(ANY)), tree=dressed())
def test_a_line_a_node_whatever_it_is_called(name, tree):
    search, options = ANY[name]
    trace = record(search, tree, **options)
    for i in range(0, len(trace) + 1, 5):
        lines = draw(trace.frame(i)).splitlines()
        assert len(lines) <= sum(1 for _ in tree.nodes())
        assert sum(line.startswith("▶") for line in lines) <= 1


def test_names_cannot_break_the_lines():
    tree = Tree({(1,): 1, (2,): 2}, names={(1,): "a\nb", (2,): "\u2028c"})
    assert len(draw(record(alphabeta, tree).frame(0)).splitlines()) == 3


def test_long_lists_are_wrapped_between_entries():
    trace = record(mtd_plus_infinity, catalogue.load("khemani-8"))
    lines = describe(trace.frame(74)).split("\n")
    first = next(k for k, line in enumerate(lines) if line.startswith("Table"))
    table = [line[8:] for line in lines[first:-1]]
    assert len(table) > 1 and max(map(len, lines[first:])) <= 80
    assert all(line.startswith("(") and line.endswith(")") for line in table)
    assert sum(line.count("(") for line in table) == len(trace.frame(74).table)
