"""The numbers that notebook 8 prints, computed a second time as in test_numbers.py."""

import re
from concurrent.futures import ThreadPoolExecutor
from math import inf, sqrt
from statistics import mean, stdev

import pytest

from tests.helpers import plain, plain_lists
from tests.helpers.growing import Growing
from tests.helpers.prose import said
from tracer.experiments.nbp import nbp
from tracer.experiments.scaling import limit, scaling
from trees import iid, ordered, to_nested

STUDENT = 1.98422  # t for 95 % of 100 trees, from a printed table


def cost(search, tree):
    """Leaves and storage; alpha-beta remembers the inner nodes on its path."""
    if search == "Alpha-beta":
        depth, part = 0, tree
        while plain.inner(part):
            depth, part = depth + 1, part[0]
        return len(plain.alphabeta(tree)[0]), depth
    if search == "SSS*":
        leaves, _, longest = plain.sss(tree)
    else:
        k = int(search[4:-1])
        _, leaves, longest = plain_lists.ps_star(tree, [len(tree) // k] * k)
    return len(leaves), longest


def test_how_many_trees_have_the_ranking():
    """The first five trees are printed, too."""
    searches = "Alpha-beta", "PS*(4)", "PS*(2)", "SSS*"
    trees = [Growing(ordered(8, 4, 1, seed=seed)) for seed in range(1, 101)]
    rows = [[cost(search, tree)[0] for search in searches] for tree in trees]
    assert rows[:5] == [
        [337, 446, 288, 217],
        [974, 923, 814, 657],
        [1011, 920, 865, 842],
        [610, 496, 239, 170],
        [740, 630, 489, 397],
    ]
    falling = sum(a > b > c > d for a, b, c, d in rows)
    assert f"and {falling} of the first 100, agree on the ranking" in said(8)
    assert all(a >= d for a, _, _, d in rows)
    assert "On tree 1, PS\\*(4) looks at 446 leaves and alpha-beta at 337" in said(8)


TWENTY = {  # what the cell of Table 4.1 prints: means and standard errors of 20 trees, storage
    "SSS*": ("433 ±24", "292 ±10", "194 ±4", "127 ±0", 64),
    "PS*(2)": ("525 ±34", "292 ±10", "194 ±4", "127 ±0", 21),
    "PS*(4)": ("647 ±32", "372 ±15", "194 ±4", "127 ±0", 7),
    "Alpha-beta": ("692 ±40", "429 ±19", "245 ±9", "127 ±0", 4),
}


def test_table_4_1_with_twenty_trees():
    found = {}
    for order in 1, 2, 4, 8:
        trees = [Growing(ordered(8, 4, order, seed=seed, value=64)) for seed in range(1, 21)]
        for search in TWENTY:
            leaves, storage = zip(*(cost(search, tree) for tree in trees), strict=True)
            error = stdev(leaves) / sqrt(20)
            found.setdefault(search, []).append((mean(leaves), error, max(storage)))
    for search, cells in found.items():
        *printed, size = TWENTY[search]
        assert [f"{m:.0f} ±{e:.0f}" for m, e, _ in cells] == printed
        assert max(storage for *_, storage in cells) == size
    ours = nbp(tables=["4.1"], trees=20, executor=ThreadPoolExecutor(1))
    plainly = {(search, 2**i): c for search, cells in found.items() for i, c in enumerate(cells)}
    for c in ours:
        name = {"sss_star": "SSS*", "alphabeta": "Alpha-beta"}.get(c.search)
        cell = plainly[name or c.search.replace("ps_star", "PS*"), c.R]
        assert (c.nbp, c.error, c.size) == pytest.approx(cell)
    assert "The standard error is 40 with 20 trees" in said(8)


def test_random_trees_and_independent_ones():
    searches = "Alpha-beta", "SSS*"
    kinds = {
        (684, 425): [Growing(ordered(8, 4, 1, seed=seed)) for seed in range(20)],
        (1014, 698): [Growing(iid(8, 4, seed=seed, high=9999)) for seed in range(20)],
    }
    for printed, trees in kinds.items():
        found = [mean(cost(search, tree)[0] for tree in trees) for search in searches]
        assert tuple(map(round, found)) == printed


def test_growth_per_ply():
    searches = {"alphabeta": "Alpha-beta", "sss_star": "SSS*"}
    ours = scaling(
        kinds=["iid"],
        widths=[4],
        depths=[2, 4, 6],
        searches=list(searches),
        executor=ThreadPoolExecutor(1),
    )
    leaves = {}
    for d in 2, 4, 6:
        trees = [to_nested(iid(4, d, seed=s, low=0.0, high=1.0)) for s in range(1, 11)]
        for key, name in searches.items():
            leaves[key, d] = mean(cost(name, tree)[0] for tree in trees)
    for g in ours:
        assert g.nbp == pytest.approx(leaves[g.search, g.d])
        if g.branching:
            before = leaves[g.search, g.d - 2]
            assert g.branching == pytest.approx(sqrt(leaves[g.search, g.d] / before))
    xi = limit("iid", 4, "alphabeta") / (1 + limit("iid", 4, "alphabeta"))
    assert xi**4 + xi == pytest.approx(1)


@pytest.mark.slow
def test_other_values_of_the_root():
    printed = {
        8: ("6005 ±285", "7558 ±339"),
        64: ("2401 ±98", "4246 ±192"),
        120: ("797 ±24", "2814 ±217"),
        None: ("2354 ±674", "4122 ±688"),
    }
    for value, cells in printed.items():
        trees = [Growing(ordered(16, 4, 1, seed=seed, value=value)) for seed in range(1, 11)]
        for search, cell in zip(("SSS*", "Alpha-beta"), cells, strict=True):
            leaves = [cost(search, tree)[0] for tree in trees]
            assert f"{mean(leaves):.0f} ±{stdev(leaves) / sqrt(10):.0f}" == cell


def tables():
    """What `plyglass experiment nbp` prints, by table and roots: shape, columns and rows."""
    block = said(8).split("Each cell: printed, ours")[1].split("</details>")[0]
    title = r"Table (4\.\d): T\((\d+),(\d+)\), 100 trees per cell; (.+)\n(.*)\n((?:.+\n)+)"
    for table, w, d, roots, heads, rows in re.findall(title, block):
        columns = re.findall(r"R=(\d+)(?: p=([\d.]+))?", heads)
        yield (table, roots), (int(w), int(d), columns, rows.splitlines())


DRAWN = ["4.1", "4.2"]  # the others take too long
PRINTED = [(f"4.{i}", "every root worth 64") for i in range(1, 6)]
PRINTED += [(table, "roots drawn") for table in DRAWN]


@pytest.mark.slow
@pytest.mark.parametrize("table", PRINTED, ids=" ".join)
def test_the_tables_of_chapter_4_in_full(table):
    """Every mean, interval, ratio and size of ours that notebook 8 prints."""
    w, d, columns, rows = dict(tables())[table]
    cells = [re.findall(r"(\d+) +(\d+ ±\d+) +([\d.]+)", row) for row in rows]
    given, sizes = {"value": 64} if "64" in table[1] else {}, {}
    for i, (order, p) in enumerate(columns):
        kinds = {"p": float(p or 1), **given}
        trees = [Growing(ordered(w, d, int(order), seed=seed, **kinds)) for seed in range(1, 101)]
        for row, found in zip(rows, cells, strict=True):
            leaves, storage = zip(*(cost(row.split()[0], t) for t in trees), strict=True)
            published, ours, ratio = found[i]
            half = STUDENT * stdev(leaves) / 10
            assert f"{mean(leaves):.0f} ±{half:.0f}" == ours, (row, order, p)
            assert f"{mean(leaves) / int(published):.2f}" == ratio
            sizes.setdefault(row, []).extend(storage)
    for row, storage in sizes.items():
        assert max(storage) == int(row.split()[-1])


# Beyond the thesis: leaves of one search divided by those of another one on the same 20 trees

STUDENT_20 = 2.09302


def kind(w, d, order):
    """Twenty trees of the kind that the heading of a table names."""
    if order == "independent leaves":
        return [Growing(iid(w, d, seed=seed, low=0.0, high=1.0)) for seed in range(1, 21)]
    r, p = re.fullmatch(r"R=(\d+)(?: p=([\d.]+))?", order).groups()
    options = {"p": float(p or 1), "value": 64}
    return [Growing(ordered(w, d, int(r), seed=seed, **options)) for seed in range(1, 21)]


def ratio(ours, base):
    """The ratio of two means, and half of its interval as the residuals give it."""
    found = mean(ours) / mean(base)
    residuals = [a - found * b for a, b in zip(ours, base, strict=True)]
    return f"{found:.3f} ±{STUDENT_20 * stdev(residuals) / sqrt(20) / mean(base):.3f}"


def leaves_of(search, trees):
    return [cost(search, tree)[0] for tree in trees]


def printed(question):
    """What `plyglass experiment beyond` prints in notebook 8 to a question."""
    return said(8).split(question)[1].split("```")[0]


def check_depths(depths):
    text = printed("What does depth change? (20 trees")
    for heading, rows in re.findall(r"(.+), w=2: leaves of .+\n.+\n((?: +\d.+\n)+)", text):
        for row in rows.splitlines():
            d, mean_of_ab, *cells = re.findall(r"[\d.]+ ±[\d.]+|[\d,]+", row)
            if int(d) not in depths:
                continue
            trees = kind(2, int(d), heading)
            base = leaves_of("Alpha-beta", trees)
            assert f"{mean(base):,.0f}" == mean_of_ab
            scout = [len(set(plain.scout(tree))) for tree in trees]
            dual = [plain.mtd(tree, -inf)[1] for tree in trees]
            ours = scout, leaves_of("SSS*", trees), dual
            assert [ratio(leaves, base) for leaves in ours] == cells, (heading, d)
            yield heading, int(d)


def test_what_depth_changes():
    assert len(list(check_depths(range(2, 9)))) == 14


@pytest.mark.slow
def test_what_depth_changes_in_deeper_trees():
    assert len(list(check_depths(range(9, 15)))) == 12


@pytest.mark.slow
def test_which_k_is_best():
    heads, *rows = printed("Which k is best? (20 trees").splitlines()[1:]
    orders = re.findall(r"R=\d+|independent leaves", heads)
    for i, order in enumerate(orders):
        trees = kind(32, 4, order)
        base = leaves_of("SSS*", trees)
        for row in filter(None, rows[1:]):  # PS*(1) is SSS*
            cells = re.findall(r"[\d.]+ ±[\d.]+", row)
            assert ratio(leaves_of(row.split()[0], trees), base) == cells[i], (order, row)


@pytest.mark.slow
def test_where_ps_star_looks_at_fewer_leaves():
    """The kinds with up to 1,024 leaves, every k between SSS* and alpha-beta."""
    text, checked = printed("Where does PS*(k) beat SSS*? (20 trees"), 0
    for order, rows in re.findall(r"(.+): leaves of the best .+\n.+\n((?:w=.+\n)+)", text):
        for row in rows.splitlines():
            w = int(re.match(r"w=(\d+)", row)[1])
            for d, (cell, best) in enumerate(re.findall(r"([\d.]+ ±[\d.]+) +(\d+)", row), 2):
                if w**d > 1024:
                    continue
                trees, checked = kind(w, d, order), checked + 1
                base = leaves_of("SSS*", trees)
                found = {k: leaves_of(f"PS*({k})", trees) for k in range(2, w) if w % k == 0}
                assert ratio(found[int(best)], base) == cell, (order, w, d)
                assert sum(found[int(best)]) == min(map(sum, found.values()))
    assert checked > 40
