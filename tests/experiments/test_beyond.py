"""Beyond the thesis: ratios, fronts and the claims of notebook 8, on small samples."""

from collections.abc import Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from itertools import product
from pathlib import Path
from statistics import fmean

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tracer import measure, record
from tracer.algorithms import ps_star, sss_star
from tracer.experiments.__main__ import main
from tracer.experiments.answers import QUESTIONS
from tracer.experiments.beyond import (
    Cost,
    Kind,
    _ratio,
    best,
    best_k,
    cheapest,
    compositions,
    costs,
    depth,
    gain,
    is_equal,
    unequal,
)
from trees import ordered


@pytest.fixture(scope="module")
def here() -> Iterator[dict[str, Executor]]:
    with ThreadPoolExecutor(1) as executor:
        yield {"executor": executor}


def test_costs_are_those_of_the_recorded_searches(here: dict[str, Executor]) -> None:
    kind = Kind(4, 3, 2, 0.9)
    found = {
        c.search: c
        for c in costs([kind], lambda _: ["ps_star(2)", "ps_star[1, 3]"], trees=6, seed=3, **here)
    }
    trees = [ordered(4, 3, 2, seed=s, p=0.9, value=64) for s in range(3, 9)]
    base = [measure(record(sss_star, t)) for t in trees]
    for name, options in ("ps_star(2)", {"k": 2}), ("ps_star[1, 3]", {"sizes": [1, 3]}):
        mine = [measure(record(ps_star, t, **options)) for t in trees]
        assert found[name].nbp == fmean(m.nbp for m in mine)
        assert found[name].storage == max(m.storage for m in mine)
        ratio = sum(m.nbp for m in mine) / sum(m.nbp for m in base)
        assert found[name].ratio == pytest.approx(ratio)
    assert found["sss_star"][4:6] == (1, 0)


def test_a_ratio_is_as_sure_as_the_trees_are_alike() -> None:
    assert _ratio([20, 40, 60], [10, 20, 30]) == (2, pytest.approx(0))
    ratio, interval = _ratio([1, 3], [2, 2])  # a mean of 2 ± 12.706, halved
    assert (ratio, interval) == (1, pytest.approx(12.706 / 2, abs=1e-3))
    assert _ratio([3], [2]) == (1.5, 0)


@given(st.integers(1, 7))
def test_all_ways_to_split(w: int) -> None:
    found = compositions(w)
    assert sorted(found) == sorted(
        list(sizes)
        for n in range(1, w + 1)
        for sizes in product(range(1, w + 1), repeat=n)
        if sum(sizes) == w
    )


@given(st.lists(st.tuples(st.integers(1, 9), st.integers(1, 9)), min_size=1, max_size=12))
def test_the_front_is_what_nothing_beats(points: list[tuple[int, int]]) -> None:
    found = [Cost(Kind(2, 2), "", float(nbp), size, 1.0, 0.0, 1) for nbp, size in points]
    front = {(int(c.nbp), c.storage) for c in cheapest(found)}
    beaten = {
        (a, b) for a, b in points for x, y in points if x <= a and y <= b and (x, y) != (a, b)
    }
    assert front == set(points) - beaten


def test_from_k_to_order_ps_star_costs_no_more_than_sss_star(here: dict[str, Executor]) -> None:
    found = best_k(8, 4, orders=(2, 4, None), trees=12, **here)
    for c in found:
        k = int(c.search.partition("(")[2].rstrip(")") or 1)
        if c.kind.R and k <= c.kind.R:
            assert 0.98 < c.ratio <= 1
        elif k > 1:
            assert c.ratio - c.interval > 1
    small = gain([4, 8], [4, 5], [(2, 1.0), (1, 1.0)], trees=10, **here)
    for c in best(small):
        assert (c.ratio <= 1) == (c.kind.R == 2)
    assert best(best_k(8, 2, orders=(4,), trees=3, **here))[0].search == "ps_star(4)", "a tie"


def test_behind_the_first_partition_sizes_do_not_matter(here: dict[str, Executor]) -> None:
    """On trees of order R, if the first one takes in the best child."""
    found = {c.search: c for c in unequal(4, 4, orders=(2,), trees=12, **here)}
    assert found["ps_star[2, 1, 1]"][2:5] == found["ps_star[2, 2]"][2:5]
    assert not is_equal(found["ps_star[2, 1, 1]"]) and is_equal(found["ps_star[2, 2]"])
    assert found["ps_star[1, 1, 2]"].nbp > found["ps_star[2, 2]"].nbp


def test_depth_favours_best_first_searches(here: dict[str, Executor]) -> None:
    found = depth(depths=(4, 8, 12), orders=(1,), searches=("sss_star",), trees=20, **here)
    shares = [c.ratio for c in found if c.search == "sss_star"]
    assert shares == sorted(shares, reverse=True) and shares[-1] < 0.75


def test_the_command_answers_all_questions(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    where = ["--file", str(tmp_path / "results"), "--figures", str(tmp_path), "--workers", "1"]
    some = ["--questions", "gain", "depth", "--trees", "2", "--leaves", "600", "--quiet"]
    assert main(["beyond", *some, *where, "--csv", str(tmp_path / "csv")]) == 0
    told = capsys.readouterr().out
    assert "Where does PS*(k) beat SSS*? (2 trees of each kind, seeds from 1)" in told
    assert "R=2 p=0.9: leaves of the best PS*(k) / leaves of SSS*" in told
    assert "independent leaves, w=2: leaves of alpha-beta, and relative to it" in told
    assert {path.name for path in tmp_path.glob("*.png")} == {
        "beyond-gain.png",
        "beyond-depth.png",
    }
    assert (tmp_path / "csv").read_text().startswith("w,d,R,p,search,nbp,storage,ratio,interval")
    assert main(["beyond", "--leaves", "1", *where]) == 2
    assert "all trees T(w,d) have more than 1 leaves" in capsys.readouterr().err


def test_the_command_takes_other_widths_and_depths(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    some = ["--questions", "gain", "--trees", "2", "--depths", "3", "2", "--quiet"]
    where = ["--file", str(tmp_path / "results"), "--workers", "1", "--csv", str(tmp_path / "csv")]
    assert main(["beyond", *some, "--widths", "6", *where]) == 0
    rows = [line.split(",") for line in (tmp_path / "csv").read_text().splitlines()[1:]]
    assert {tuple(row[:2]) for row in rows} == {("6", "3"), ("6", "2")}
    assert {row[2] for row in rows} == {"1", "2", ""}, "six children cannot be of order 4"
    capsys.readouterr()
    for shape, told in (
        (["--widths", "4", "7"], "a divisor between 1 and itself to be split; 7 has none"),
        (["--widths", "0"], "width must be an integer"),
    ):
        assert main(["beyond", *some, *shape, *where]) == 2
        assert told in capsys.readouterr().err


def test_the_other_answers_are_told(here: dict[str, Executor]) -> None:
    found = best_k(4, 2, orders=(2, None), trees=3, **here)
    assert QUESTIONS["best-k"].tell(found)[0].split() == ["storage", "R=2", "independent", "leaves"]
    told = QUESTIONS["unequal"].tell(unequal(3, 2, orders=(1,), trees=3, **here))
    assert told[0].startswith("R=1: storage, leaves") and told[-1].endswith("= [3]")
    found = unequal(6, 1, trees=1, **here)
    assert list(dict.fromkeys(c.kind.R for c in found)) == [1, 2, 3, None]
