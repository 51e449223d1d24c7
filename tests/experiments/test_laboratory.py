"""The laboratory without a browser: what it measures, what it refuses, and what it tells."""

import sys
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from tracer.algorithms import alphabeta
from tracer.experiments import fast, laboratory
from tracer.experiments.beyond import Kind
from tracer.experiments.counting import count
from tracer.experiments.fast import KERNELS
from tracer.experiments.laboratory import readings
from tracer.experiments.laboratory.sampling import Reading, Sampling
from tracer.experiments.laboratory.setup import LARGE, SMALL, ChoiceError, Limits, Setup, points
from tracer.experiments.laboratory.theory import growth, lines, minimal, printed
from tracer.experiments.laboratory.widget import Laboratory
from tracer.experiments.model import expected
from tracer.experiments.nbp import nbp
from trees import minimal as minimal_tree

QUICK: dict[str, Any] = {"w": 4, "d": 2, "k": 2, "trees": 3}


def made(**setup: Any) -> Laboratory:
    widget = laboratory.laboratory(**{**QUICK, **setup})
    widget._get_ready = lambda: None  # nothing is compiled behind the test
    return widget


def measured(setup: Setup, limits: Limits = LARGE) -> list[Reading]:
    """What the laboratory shows in the end."""
    sampling = Sampling(setup, limits)
    while not sampling.done:
        sampling.go_on(1)
    return sampling.readings()


def wish(widget: Laboratory, do: str, serial: int = 1, **choice: Any) -> dict[str, Any]:
    widget.wish = {"do": do, "serial": serial, "choice": choice}
    return dict(widget.view)


def test_it_measures_what_the_tables_hold() -> None:
    with ThreadPoolExecutor(1) as here:
        cells = nbp(tables=["4.1"], trees=3, executor=here)
    for k in (2, 4):
        by_point = {(r.R, r.search): r for r in readings(w=8, k=k, trees=3)}
        for c in cells:
            name = {"alphabeta": "Alpha-beta", "sss_star": "SSS*"}.get(c.search, f"PS*({k})")
            if c.search in ("alphabeta", "sss_star", f"ps_star({k})"):
                r = by_point[c.R, name]
                assert (r.nbp, r.printed_nbp, r.printed_storage) == (
                    pytest.approx(c.nbp),
                    c.published,
                    c.published_size,
                )
                assert r.nbp_interval == pytest.approx(c.interval)
                assert r.largest_storage == c.size


@pytest.mark.parametrize(
    ("setup", "xs"),
    [
        ({"along": "w", "R": 4, "d": 2}, [4, 8, 16, 24, 32]),
        ({"along": "d", "w": 8}, [1, 2, 3, 4, 5, 6, 7, 8]),
        ({"along": "R", "w": 12}, [1, 2, 3, 4, 6, 12]),
        ({"along": "p", "R": 2}, [0, 0.25, 0.5, 0.75, 0.9, 1]),
        ({"along": "k", "w": 8}, [1, 2, 4, 8]),
    ],
)
def test_each_axis_has_its_points(setup: dict[str, Any], xs: list[float]) -> None:
    found, _ = points(Setup(**setup))
    assert [point.x for point in found] == xs
    for point in found:
        assert getattr(point.kind, str(setup["along"]), point.x) == point.x


def test_partitions_wider_than_a_tree_are_left_out() -> None:
    found, _ = points(Setup("w", d=2, k=8))
    assert ["ps_star" in point.searches for point in found] == [
        w >= 8 for w in (2, 4, 8, 16, 24, 32)
    ]


@pytest.mark.parametrize(
    ("setup", "field", "why"),
    [
        ({"along": "x"}, "along", "along must be one of w, d, R, p, k, not 'x'"),
        ({"w": 65}, "w", "the width must be a whole number from 2 to 64, not 65"),
        ({"w": 4.5}, "w", "from 2 to 64, not 4.5"),
        ({"w": True}, "w", "not True"),
        ({"d": ""}, "d", "the depth must be a whole number from 1 to 24, not ''"),
        ({"trees": 0}, "trees", "the number of trees must be a whole number from 1 to 10000"),
        ({"seed": 1.5}, "seed", "the seed must be a whole number, not 1.5"),
        ({"along": "d", "R": 3}, "R", "R must divide the width, 16: 1, 2, 4, 8, 16; not 3"),
        ({"along": "w", "R": 5}, "R", "R must divide the width, 32: 1, 2, 4, 8, 16, 32; not 5"),
        ({"along": "w", "R": 0}, "R", "R must be a whole number from 1 to 64, not 0"),
        ({"along": "R", "R": None}, "along", "independent leaves have no order"),
        ({"p": 1.1}, "p", "p must be a probability from 0 to 1, not 1.1"),
        ({"p": float("nan")}, "p", "not nan"),
        ({"k": 17}, "k", "k must be a whole number from 1 to 16, not 17"),
        ({"searches": ()}, "searches", "choose at least one search of alphabeta, ps_star"),
        ({"searches": ("minimax",)}, "searches", "choose at least one search of alphabeta"),
        ({"d": 9}, "d", r"T\(w,d\) may have 16,777,216 leaves here; these have more"),
    ],
)
def test_what_makes_no_sense_is_refused_and_changes_nothing(
    setup: dict[str, Any], field: str, why: str
) -> None:
    with pytest.raises(ChoiceError, match=why) as error:
        points(Setup(**setup))
    assert error.value.field == field
    widget = laboratory.laboratory()
    before = widget.setup
    told = wish(widget, "more", **setup)
    assert told["field"] == field and told["trouble"] == str(error.value)
    assert widget.setup == before and widget.readings == []


def test_other_names_are_refused() -> None:
    with pytest.raises(TypeError, match="there is no depth to choose; choose any of along, w, d"):
        readings(depth=3)
    assert wish(made(), "more", depth=3)["trouble"] == "there is no depth to choose"
    assert wish(made(), "dance")["trouble"] == "Unknown request 'dance'"


def test_points_come_in_rounds_and_a_stop_leaves_whole_ones() -> None:
    sampling = Sampling(Setup("R", 4, 2, k=2, trees=5))
    for _ in range(7):  # two rounds of three points, and one more
        sampling.go_on(0)
    assert {r.trees for r in sampling.readings()} == {2, 3}
    sampling.stop()
    assert {r.trees for r in sampling.readings()} == {2}
    assert sampling.searched == 6
    while not sampling.done:
        sampling.go_on(0)
    sampling.go_on(0)  # nothing is left to do
    assert sampling.readings() == readings(w=4, d=2, k=2, trees=5)
    early = Sampling(Setup("R", 4, 2, k=2))
    early.go_on(0)
    early.stop()  # what is there stays
    assert [r.R for r in early.readings()] == [4] * 3


def test_a_tree_that_could_not_be_searched_is_searched_again(monkeypatch: Any) -> None:
    sampling = Sampling(Setup("R", 4, 2, k=2, trees=1))
    with monkeypatch.context() as broken:
        broken.setattr(laboratory.sampling, "count_kind", lambda *_, **__: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            sampling.go_on(0)
    while not sampling.done:
        sampling.go_on(0)
    assert sampling.readings() == readings(w=4, d=2, k=2, trees=1)


@pytest.mark.parametrize(
    "setup", [Setup("p", 4, 3, R=2, k=2, trees=3), Setup("d", 3, R=None, k=2, trees=2)]
)
def test_the_numbers_are_the_same_with_and_without_kernels(setup: Setup, monkeypatch: Any) -> None:
    pytest.importorskip("numba")
    found = []
    for compiled in {*KERNELS}, set[str]():
        monkeypatch.setattr(fast, "_compiled", compiled)
        found.append(measured(setup, Limits(3, 300)))
    assert found[0] == found[1]


@pytest.mark.parametrize("platform", ["linux", "emscripten"])
def test_without_kernels_samples_are_smaller_and_it_says_so(
    platform: str, monkeypatch: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(laboratory, "available", lambda: False)
    monkeypatch.setattr(sys, "platform", platform)
    limits, note = laboratory.possible()
    assert limits == SMALL and "at most 20 trees for each point, of at most 70,000 leaves" in note
    assert ("in the browser" if platform == "emscripten" else "plyglass[fast]") in note
    widget = laboratory.laboratory(along="d", w=8)
    assert widget.setup.trees == 20
    left_out = "T(8,6) and larger trees are left out: more than 70,000 leaves."
    assert widget.view["notes"] == [note, left_out]
    assert readings(along="d", w=32, d=2, k=2, trees=1, searches=["sss_star"])[-1].d == 3
    assert note in capsys.readouterr().err


def test_large_trees_wait_for_the_kernels_and_small_ones_do_not() -> None:
    compiling = [True]
    sampling = Sampling(Setup("d", 16, k=2, trees=1), LARGE, lambda: compiling[0])
    for _ in range(9):
        sampling.go_on(0)
    assert sampling.waiting and max(r.d for r in sampling.readings()) == 4
    compiling[0] = False
    assert not sampling.waiting


def test_a_widget_measures_slice_by_slice() -> None:
    widget = made()
    assert widget.view["readings"] == [] and widget.view["wanted"] == 9
    told = wish(widget, "more", 7)
    assert told["answered"] == 7 and told["readings"] and not told["trouble"]
    while not widget.view["done"]:
        told = wish(widget, "more", told["answered"] + 1)
    assert [r["nbp"] for r in told["readings"]] == [r.nbp for r in readings(**QUICK)]
    told = wish(widget, "stop", 50, w=8, searches=["sss_star"])
    assert told["setup"]["w"] == 8 and told["stopped"] and told["readings"] == []
    assert told["axis"] == [1, 2, 4, 8] == told["orders"]


@pytest.mark.parametrize("setup", [{}, {"along": "w", "R": None}, {"along": "p", "R": 2}])
def test_the_copied_cell_repeats_what_was_measured(setup: dict[str, Any]) -> None:
    widget = made(**setup, seed=5, searches=["sss_star", "scout"])
    while widget.view["rounds"] < 1:
        wish(widget, "more")
    told = wish(widget, "stop")
    names: dict[str, Any] = {}
    exec(str(told["code"]).replace("\nlaboratory(", "\nshown = laboratory("), names)
    again = names["shown"].setup
    assert again.trees == told["rounds"] == widget.readings[0].trees
    assert measured(again) == widget.readings


def test_a_page_without_a_kernel_says_how_to_get_the_numbers() -> None:
    bundle, _ = made(along="k", R=2)._repr_mimebundle_()
    assert "application/vnd.jupyter.widget-view+json" in bundle
    assert bundle["text/plain"].endswith("As numbers: readings(along='k', w=4, d=2, R=2, trees=3)")
    assert "readings(along=&#x27;k&#x27;" in bundle["text/html"]


# Theory


def test_the_minimal_tree_is_what_searches_need_on_it() -> None:
    for w, d in (2, 1), (3, 4), (4, 3), (8, 2):
        assert minimal(w, d) == count(alphabeta, minimal_tree(w, d, seed=1)).nbp


def test_printed_numbers_stand_at_their_points_only() -> None:
    assert printed(Kind(24, 4, 2, 0.9), "ps_star(4)") == (6460, 43)
    assert printed(Kind(24, 4, 3), "ps_star(4)") == (None, 43)
    assert printed(Kind(8, 4, 1), "scout") == (None, None)
    assert printed(Kind(8, 4), "alphabeta") == (None, None)  # independent leaves


def test_models_stand_where_they_apply() -> None:
    def titles(setup: Setup) -> list[tuple[str, str]]:
        return [(line.kind, line.curve) for line in lines(setup, points(setup)[0])]

    model = [("model", "sss_star"), ("model", "alphabeta")]
    assert titles(Setup()) == [("minimal", ""), *model]
    assert titles(Setup("R", p=0.9)) == [("minimal", "")]
    assert titles(Setup("d", 4, R=None)) == [("minimal", "")]
    along_depth = Setup("d", 4)
    even = lines(along_depth, points(along_depth)[0])[1]
    assert all(d % 2 == 0 and nbp == expected("sss_star", 4, d, 1) for d, nbp in even.at)


def test_the_limit_of_the_growth_ends_at_our_deepest_point() -> None:
    line = growth(Setup("d", 2, R=None), {2: 3.5, 3: 5.0, 4: 9.0})
    assert line and line.at[-1] == (4, 9.0)
    golden = (1 + 5**0.5) / 2  # ξ/(1 − ξ) where ξ² + ξ = 1 (Pearl 1982)
    assert line.at[-1][1] / line.at[-2][1] == pytest.approx(golden)
    assert "× 1.62 per level (Pearl; Roizen and Pearl)" in line.title
    assert growth(Setup("d", 2), {2: 3.5}) is None, "known for independent leaves only"
