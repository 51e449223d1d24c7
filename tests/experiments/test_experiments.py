"""The published tables, small samples of ours, the recurrences, and what is refused."""

import json
from collections.abc import Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from itertools import pairwise
from math import inf
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.helpers.generated import ANY, trees
from tracer.algorithms import alphabeta, iterative_deepening, sss_star
from tracer.algorithms.registry import ALGORITHMS
from tracer.experiments.__main__ import main
from tracer.experiments.commands import verdict
from tracer.experiments.counting import SEARCHES, count, search_named
from tracer.experiments.intervals import difference_factor, misses_by_chance, t_factor
from tracer.experiments.model import (
    alphabeta_model,
    expected,
    mean_ratio,
    model_rows,
    ratio,
    sss_star_model,
)
from tracer.experiments.nbp import (
    Cell,
    cells_of,
    chance,
    count_all,
    mean_error,
    nbp,
    samples,
)
from tracer.experiments.published import RATIOS, TABLES, Column, Table
from tracer.experiments.scaling import ALL, SAME_LIMIT, duels, limit, scaling
from tracer.trace.measure import measure
from tracer.trace.trace import record
from trees import Tree, from_nested, iid, minimal, ordered


@pytest.fixture(scope="module")
def executor() -> Iterator[Executor]:
    with ThreadPoolExecutor(1) as executor:
        yield executor


# Counting


@pytest.mark.parametrize("table", TABLES, ids=lambda t: t.number)
def test_every_published_size_comes_out_on_every_column(table: Table) -> None:
    for column in table.columns:
        tree = ordered(table.w, table.d, column.R, seed=5, p=column.p, value=64)
        found = count_all(tree, table.nbp)
        assert {name: storage for name, (_, storage) in found.items()} == table.size


@pytest.mark.parametrize("table", TABLES, ids=lambda t: t.number)
def test_minimal_trees_cost_what_is_published(table: Table) -> None:
    found = count_all(minimal(table.w, table.d, seed=9), table.nbp)
    last = table.columns.index(Column(table.w))
    assert {name: leaves for name, (leaves, _) in found.items()} == {
        name: row[last] for name, row in table.nbp.items()
    }


def test_repeats_and_storage_are_read_off_the_log() -> None:
    tree = from_nested([[3, 5], [4, 6]])
    assert count(search_named("alphabeta")[1], tree) == (4, 4, 4, 2)
    assert count(search_named("scout")[1], tree) == (4, 4, 6, 2)  # 2.1 and 2.2 twice
    assert count(search_named("sss_star")[1], tree) == (4, 3, 3, 2)
    # Six nodes in the table while the second pass is two nodes deep.
    assert count(search_named("mtd_plus_infinity")[1], tree) == (4, 3, 3, 8)


@pytest.mark.parametrize("name", sorted(ANY))
@given(tree=trees())
def test_counting_agrees_with_the_replay(name: str, tree: Tree) -> None:
    search, options = ANY[name]
    measured = measure(record(search, tree, **options))
    evaluations = measured.evaluated + measured.tested
    expected = (measured.value, measured.nbp, evaluations, measured.storage)
    assert count(search, tree, **options) == expected


@pytest.mark.parametrize("name", SEARCHES)
@given(tree=trees())
def test_counting_goes_through_a_search_that_relays_steps(name: str, tree: Tree) -> None:
    options = {"depth": 3, "search": ALGORITHMS[name].search, "evaluate": len}
    measured = measure(record(iterative_deepening, tree, **options))
    found = count(iterative_deepening, tree, **options)
    assert (found.value, found.nbp, found.storage) == (*measured[:2], measured.storage)
    assert found.evaluations == measured.evaluated + measured.tested


def test_counting_goes_as_deep_as_recording() -> None:
    deep: object = 1
    for _ in range(1_500):
        deep = [deep]
    assert count(alphabeta, from_nested(deep)) == (1, 1, 1, 1_500)


@given(st.integers(0, 10**6), st.sampled_from([(2, 5), (3, 4), (4, 3)]))
def test_all_searches_agree_on_the_value(seed: int, shape: tuple[int, int]) -> None:
    count_all(iid(*shape, seed=seed, high=9), ALL)


def test_searches_that_disagree_are_found_out() -> None:
    class Moody(Tree):
        def value(self, n: tuple[int, ...]) -> float:
            self.__dict__["asked"] = self.__dict__.get("asked", 0) + 1
            return float(self.asked)  # type: ignore[attr-defined]

    tree = Moody({(1,): 1, (2,): 2})
    with pytest.raises(AssertionError, match="the searches disagree"):
        count_all(tree, ["alphabeta", "sss_star"])


def test_searches_by_name() -> None:
    assert search_named("alphabeta") == ("Alpha-beta", alphabeta)
    assert search_named("sss_star") == ("SSS*", sss_star)
    for name, wrong in [
        ("alpha", r"Unknown search 'alpha'\. Choose one of: alphabeta"),
        ("mt", "Unknown search 'mt'"),
        ("ps_star", r"'ps_star' needs a number for k, such as 'ps_star\(2\)'"),
        ("scout(2)", r"'scout\(2\)' cannot have a number; Scout takes none"),
        ("mtd_f(2)", r"'mtd_f\(2\)' cannot have a number; MTD\(f\) takes none"),
    ]:
        with pytest.raises(ValueError, match=wrong):
            search_named(name)
    assert search_named("ps_star(3)")[0] == "PS*(3)"
    assert {name.split("(")[0] for name in ALL} == set(SEARCHES)
    assert {"depth_limited", "iterative_deepening", "mt", "mtd"}.isdisjoint(SEARCHES)


# Chapter 4


def test_cells_of_a_small_sample(executor: Executor) -> None:
    cells = nbp(tables=["4.1"], trees=10, searches=["scout"], executor=executor)
    assert len(cells) == 4 * 5
    assert all(cell.agrees for cell in cells)
    one = next(c for c in cells if (c.R, c.search) == (2, "ps_star(4)"))
    sample = [count_all(ordered(8, 4, 2, seed=s, value=64), ["ps_star(4)"]) for s in range(1, 11)]
    mean, error = mean_error([found["ps_star(4)"][0] for found in sample])
    assert (one.nbp, one.error, one.published, one.ratio) == (mean, error, 375, mean / 375)
    assert next(c for c in cells if c.search == "scout").published is None


def test_a_cell_agrees_or_not() -> None:
    cell = Cell("4.1", 8, 4, 1, 1.0, "sss_star", 439, 500.0, 25.0, 500 / 439, 64, 64, 100)
    assert cell.agrees  # 61 apart; the interval is 1.984 · √2 · 25 = 70
    assert not cell._replace(error=20.0).agrees
    assert cell._replace(error=20.0, nbp=490.0).agrees
    assert not cell._replace(size=63).agrees
    assert not cell._replace(R=8, published=127, nbp=127.1).agrees
    assert cell.interval == pytest.approx(1.9842 * 25, abs=1e-2)
    assert cell._replace(trees=1, error=0.0).interval == inf


def test_the_factors_are_those_of_any_table_of_t() -> None:
    table = {2: 12.706, 3: 4.303, 4: 3.182, 5: 2.776, 6: 2.571, 20: 2.093, 21: 2.086, 100: 1.984}
    assert {n: round(t_factor(n), 3) for n in table} == table
    assert difference_factor(100) == pytest.approx(1.984 * 2**0.5, abs=1e-3)


def test_searches_on_the_same_trees_miss_together() -> None:
    """Five copies of one search miss all at once, searches on trees of their own one at a time."""
    luck = Random(1)
    own = [{"a": [luck.gauss(100, 10) for _ in range(50)]} for _ in range(20)]
    copies = [dict.fromkeys("abcde", own[i]["a"]) for i in range(4)]
    alone, together = misses_by_chance(own, 300), misses_by_chance(copies, 300)
    for found in alone, together:
        assert found.cells == 20 and 0.5 < found.mean < 1.5  # 5 % of 20 are 1
    assert alone.low == together.low == 0
    assert alone.high <= 4 and together.high in (5, 10)


def test_as_many_miss_as_should_when_the_printed_trees_are_ours(executor: Executor) -> None:
    columns = samples(tables=["4.1"], trees=20, executor=executor)
    assert chance(columns).cells == 12
    cells = cells_of(columns)
    said = verdict(cells, chance(columns))
    assert said.startswith("4 of 4 cells of minimal trees equal the printed ones. For the other 12")
    assert said.endswith("0 do.") and all(c.agrees for c in cells)
    off = [c._replace(nbp=2 * c.nbp) if c.R == 1 else c for c in cells]
    assert "4 do, marked with *.\n  T(8,4) R=1 random, SSS*: printed 439" in verdict(
        off, chance(columns)
    )


def test_mean_and_standard_error() -> None:
    assert mean_error([1, 2, 3, 4]) == (2.5, pytest.approx(0.6454972))
    assert mean_error([7]) == (7, 0)


# Chapter 5


def test_table_5_1_to_the_last_digit() -> None:
    for d, row in RATIOS.items():
        for w, printed in row.items():
            assert f"{mean_ratio(w, d):.3f}" == f"{printed:.3f}"


@given(st.integers(1, 40), st.integers(0, 6))
def test_the_recurrences_reach_both_ends(w: int, half: int) -> None:
    d = 2 * half
    for model in (sss_star_model, alphabeta_model):
        assert model(w, d, 0) == 2 * w**half - 1
        assert model(w, d, w - 1) == w**d


def test_sss_star_in_closed_form() -> None:
    w, h, k = 8, 3, 4  # equation (6)
    total = sum((k + 1) ** (2 * j) * w ** (h - j - 1) for j in range(h))
    assert sss_star_model(w, 2 * h, k) == (k + 1) ** (2 * h) + 2 * (w - k - 1) * total


@pytest.mark.parametrize("w", [4, 8, 16, 24, 32])
def test_the_ratio_peaks_next_to_the_root_of_the_width(w: int) -> None:
    ratios = [row.ratio for row in model_rows(w, 6)]
    peak = ratios.index(max(ratios))
    assert abs(peak + 1 - w**0.5) <= 1.5
    assert all(a <= b for a, b in pairwise(ratios[: peak + 1]))
    assert all(a >= b for a, b in pairwise(ratios[peak:]))


def test_the_model_on_trees_of_an_order() -> None:
    assert expected("sss_star", 8, 4, 8) == 127
    assert expected("alphabeta", 8, 4, 4) == (127 + alphabeta_model(8, 4, 1)) / 2


@pytest.mark.parametrize(
    ("shape", "wrong"),
    [
        ((8, 3, 0), "depth must be even in this model, not 3"),
        ((8, 4, 8), "k must be an integer from 0 to 7"),
        ((8, 4, -1), "k must be .*; got -1"),
        ((0, 4, 0), "width must be .*, not 0"),
    ],
)
def test_the_model_refuses_what_it_is_not_for(shape: tuple[int, int, int], wrong: str) -> None:
    with pytest.raises(ValueError, match=wrong):
        ratio(*shape)


# Scaling


def test_growth_and_branching_factors(executor: Executor) -> None:
    growths = scaling(kinds=["minimal"], widths=[2, 4], depths=[2, 4], trees=2, executor=executor)
    found = {(g.w, g.d, g.search): g for g in growths}
    assert found[4, 4, "minimax"].nbp == 256
    assert found[4, 4, "minimax"].branching == 4
    for name in (*SAME_LIMIT, "ps_star(2)", "mtd_f", "mtd_bi"):
        assert found[4, 4, name].nbp == 31
        assert found[4, 2, name].branching is None


def test_known_limits() -> None:
    assert limit("minimal", 9, "alphabeta") == 3
    assert limit("iid", 2, "sss_star") == pytest.approx((1 + 5**0.5) / 2)  # the golden ratio
    assert limit("iid", 5, "minimax") == 5
    assert limit("ordered", 5, "alphabeta") is None
    assert limit("iid", 5, "solve") is None


def test_duels(executor: Executor) -> None:
    found = duels(w=4, d=4, trees=30, executor=executor)
    assert {d.R for d in found} == {None, 1, 2}
    assert all(d.fewer + d.same + d.more == 30 for d in found)
    # Srimani 3.4 (2): on trees of order R >= k PS*(k) needs no more than SSS*.
    assert all(d.more == 0 for d in found if d.R == 2 and d.other == "sss_star")


# What is refused, and the command line


@pytest.mark.parametrize(
    ("call", "wrong"),
    [
        (lambda: nbp(tables=["4.6"]), r"Unknown table '4\.6'\. Choose one of: 4\.1"),
        (lambda: nbp(trees=0), "trees must be an integer of at least 1, not 0"),
        (lambda: nbp(trees=2.5), r"trees must be an integer of at least 1, not 2\.5"),
        (lambda: nbp(seed="x"), "seed must be an integer, not 'x'"),
        (lambda: nbp(searches=["ps_star"]), "needs a number for k"),
        (lambda: nbp(value=200, tables=["4.1"], trees=1), "value must be .*, not 200"),
        (lambda: scaling(kinds=["wild"]), r"Unknown kind of tree 'wild'\. Choose one of: iid"),
        (lambda: scaling(widths=[0]), "width must be .*, not 0"),
        (lambda: scaling(widths=[9], depths=[9]), "more than 70000 leaves"),
        (lambda: duels(w=7), "w must have a divisor .*; 7 has none"),
    ],
)
def test_bad_parameters_are_refused(call: object, wrong: str) -> None:
    with pytest.raises(ValueError, match=wrong):
        call()  # type: ignore[operator]


def test_the_command_line_prints_and_writes(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = ["--file", str(tmp_path / "results"), "--workers", "1"]
    output = [f"--{kind}={tmp_path / kind}" for kind in ("csv", "json", "figures")]
    assert main(["nbp", "--tables", "4.1", "--trees", "3", *file, *output]) == 0
    printed = capsys.readouterr()
    assert "Chosen after seeing the printed numbers: that every root is worth 64" in printed.out
    for roots in "every root worth 64", "roots drawn":
        assert f"Table 4.1: T(8,4), 3 trees per cell; {roots}" in printed.out
    assert printed.out.count("the other 12, the difference has a 95 %") == 2
    assert "00:00 left, 12/12" in printed.err
    rows = json.loads((tmp_path / "json").read_text())
    assert len(rows) == 32
    assert rows[15] | {"search": "alphabeta", "published": 127, "nbp": 127, "size": 4} == rows[15]
    assert (tmp_path / "csv").read_text().startswith("table,w,d,R,p,search,published,nbp,error")
    assert (tmp_path / "figures" / "nbp-table-4.1.png").stat().st_size > 10_000


def test_the_command_line_refuses_with_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = ["--file", str(tmp_path / "results")]
    assert main(["model", "--width", "4", "--depth", "5", *file]) == 2
    sentence = "depth must be even in this model, not 5"
    assert capsys.readouterr().err == f"python -m tracer.experiments model: {sentence}\n"
    assert main(["model", "--width", "4", *file]) == 2
    assert "Give both --width and --depth, or neither." in capsys.readouterr().err
    assert main(["nbp", "--workers", "0", *file]) == 2
    assert main(["nbp", "--cluster", "nowhere", *file]) == 2
    capsys.readouterr()
    assert main(["chess"]) == 2
    assert "Unknown command 'chess'. Choose one of: nbp" in capsys.readouterr().err


def test_the_recurrences_on_the_command_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command = ["model", "--width", "4", "--depth", "4", "--figures", str(tmp_path)]
    assert main([*command, "--file", str(tmp_path / "results")]) == 0
    assert "             2              48              56   1.167" in capsys.readouterr().out
    assert (tmp_path / "figure-5.3.png").exists()
    assert (tmp_path / "figure-5.4.png").exists()
