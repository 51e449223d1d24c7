"""Every kernel is the traced search: the same leaves in the same order, and the same storage.

One file, so that one process compiles the kernels.
"""

import os
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random

import pytest

from tests.helpers.generated import ANY
from tracer.algorithms import ps_star
from tracer.algorithms.registry import ALGORITHMS
from tracer.experiments import fast
from tracer.experiments.counting import Count, CountingLog, count, search_named
from tracer.experiments.fast import KERNELS, FastTree, counter, is_known
from tracer.experiments.nbp import count_all
from tracer.trace.trace import record
from trees import Tree, from_nested, iid, minimal, ordered, worst_ordered

pytest.importorskip("numba")

SHAPES = [(1, 3), (2, 1), (2, 5), (2, 8), (3, 3), (3, 4), (4, 3), (4, 4), (5, 3), (6, 2), (8, 3)]


def drawn(random: Random) -> Tree:
    """A tree of any kind that the kernels know."""
    w, d = random.choice(SHAPES)
    shape = {"w": w, "d": d, "seed": random.randrange(10**9), "root": random.choice(["MAX", "MIN"])}
    high = random.choice([1, 9, 127, 10**6])  # few values make ties
    match random.randrange(4):
        case 0:
            return iid(**shape, low=-high, high=high)
        case 1:
            return iid(**shape, low=0.0, high=1.0)
        case 2:
            return minimal(**shape, high=high)
    R = random.choice([r for r in range(1, w + 1) if w % r == 0])  # noqa: N806
    value = random.choice([None, high // 2])
    return ordered(**shape, R=R, p=random.choice([1.0, 0.9, 0.3, 0]), high=high, value=value)


def searches(w: int, random: Random) -> list[tuple[str, dict[str, object]]]:
    """Every search with a kernel, and PS* with options of all sorts."""
    sizes = [random.randint(1, w) for _ in range(random.randint(1, 3))]
    some = {"k": random.randint(1, w)}
    return [
        *((name, {}) for name in KERNELS),
        ("ps_star", some),
        ("ps_star", {"sizes": sizes}),
        ("ps_star", {**some, "published": True}),
    ]


def traced(tree: Tree, name: str, options: dict[str, object]) -> tuple[Count, list[object]]:
    log = CountingLog()
    value = ALGORITHMS[name].search(tree, log, **options)
    return log.result(value), list(log._leaves)


def compare(tree: Tree, random: Random) -> None:
    kernels = FastTree(tree)
    for name, options in searches(tree.width, random):
        expected, leaves = traced(tree, name, options)
        assert kernels.count(name, **options) == expected, (tree, name, options)
        assert list(kernels.leaves(name, **options)) == leaves, (tree, name, options)


@pytest.mark.parametrize("seed", range(4))
def test_every_kernel_is_the_traced_search(seed: int) -> None:
    random = Random(seed)
    for _ in range(60):
        compare(drawn(random), random)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 120))
def test_every_kernel_is_the_traced_search_on_thousands_of_trees(seed: int) -> None:
    random = Random(seed)
    for _ in range(250):
        compare(drawn(random), random)


@pytest.mark.parametrize(
    "tree",
    [
        ordered(24, 3, 2, seed=3, p=0.9, value=64),  # more draws than one permutation yields
        iid(45, 2, seed=3),  # and more than two
        iid(2, 12, seed=-(10**30)),  # long labels, and a long seed
        minimal(3, 6, seed=5, low=-(2**31), high=2**31 - 1),  # the widest range
        ordered(16, 4, 1, seed=1, p=1e-30),  # more rows than there is room for at first
        ordered(4, 4, 2, seed=8, low=5, high=5),
    ],
    ids=repr,
)
def test_trees_that_are_hard_to_draw(tree: Tree) -> None:
    compare(tree, Random(1))


def test_the_traced_search_is_the_recorded_one() -> None:
    tree = ordered(4, 4, 2, seed=2, value=64)
    for name in KERNELS:
        trace = record(ALGORITHMS[name].search, tree)
        leaves = [change.leaf for change in trace.changes if change.leaf is not None]
        assert list(FastTree(tree).leaves(name)) == leaves


def test_other_trees_are_left_to_the_log() -> None:
    for tree in (
        from_nested([[3, 5], [4, 6]]),
        worst_ordered(2, 3, seed=1),
        iid(3, 0, seed=1),
        iid(3, 2, seed=1, low=0.5, high=2.0),
        iid(3, 2, seed=1, high=2**32),
        iid(2, 3, seed=10**160),
    ):
        assert not is_known(tree)
        assert counter(tree)("sss_star") == count(search_named("sss_star")[1], tree)
        with pytest.raises(ValueError, match="there is no fast counter"):
            FastTree(tree)


def test_other_searches_and_options_are_left_to_the_log() -> None:
    tree = iid(3, 3, seed=4)
    count_named = counter(tree)
    for name, (search, options) in {n: s for n, s in ANY.items() if n in ALGORITHMS}.items():
        if ALGORITHMS[name].standalone and (options or not ALGORITHMS[name].number):
            assert count_named(name, **options) == count(search, tree, **options), name
    assert count_named("ps_star", lower=3) == count(ps_star, tree, lower=3)
    with pytest.raises(ValueError, match="'minimax' has no fast counter"):
        FastTree(tree).count("minimax")
    with pytest.raises(ValueError, match="k must be an integer between 1 and the width, 3; got 4"):
        count_named("ps_star(4)")


def test_nothing_depends_on_numba(monkeypatch: pytest.MonkeyPatch) -> None:
    names = ["alphabeta", "scout", "negascout", "sss_star", "ps_star(2)", "mtd_f"]
    tree = ordered(8, 3, 2, seed=1, p=0.9)
    with_kernels = count_all(tree, names)
    monkeypatch.setattr(fast, "available", lambda: False)
    assert count_all(tree, names) == with_kernels


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="temporary folders are of one user there")
def test_nobody_else_can_write_what_will_be_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from tracer.experiments.kernels.jit import _own_folder

    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    folder = _own_folder()
    assert folder.parent == tmp_path and folder.stat().st_mode & 0o777 == 0o700
    assert _own_folder() == folder
    folder.chmod(0o777)
    with pytest.raises(PermissionError, match="belongs to somebody else"):
        _own_folder()
    folder.rmdir()
    folder.symlink_to(tmp_path)
    with pytest.raises(PermissionError, match="belongs to somebody else"):
        _own_folder()


def test_trees_take_turns_in_the_same_arrays() -> None:
    """Two trees of one width, counted in turns and from several threads."""
    trees = [ordered(4, 3, 1, seed=s) for s in range(8)]
    expected = [count(search_named("scout")[1], tree) for tree in trees]
    counters = [counter(tree) for tree in trees]
    assert [each("scout") for each in counters * 2] == expected * 2
    with ThreadPoolExecutor(4) as executor:
        assert list(executor.map(lambda each: each("scout"), counters * 20)) == expected * 20
