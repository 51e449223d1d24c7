"""A bank of programs, right and wrong: each gets its verdict, and the mistake gets its name."""

import pytest

from tests.exercises.code import subtle_programs
from tests.helpers import program_bank
from tracer import algorithms
from tracer.exercises import check
from tracer.exercises.code.check import judge
from tracer.exercises.code.sandbox import Sandbox, enough, isolation

SEED = 1
RIGHT = (*program_bank.RIGHT, *subtle_programs.RIGHT)
WRONG = (*program_bank.WRONG, *subtle_programs.WRONG)
IN_SANDBOX = [p for p in (*RIGHT[::6], *WRONG[::12]) if "random" not in p.source]


def search_of(program):
    return getattr(algorithms, program.search)


def here(program, seed):
    space = {}
    exec(compile(program.source, program.name, "exec"), space)
    return check(space["f"], search_of(program), seed=seed)


def apart(program, seed):
    unsafe = not enough(isolation())  # the programs are ours
    with Sandbox(program.source, "f", unsafe=unsafe) as box:
        assert box.failed is None
        return judge(box.run, search_of(program), seed=seed)


def agree(program, seed):
    one, other = here(program, seed), apart(program, seed)
    return (one.score, one.fits, one.text) == (other.score, other.fits, other.text)


def test_the_bank_is_large():
    assert len(RIGHT) >= 30 and len(WRONG) >= 60
    assert len({p.name for p in RIGHT}) == len(RIGHT)
    assert len({p.name for p in WRONG}) == len(WRONG)


@pytest.mark.parametrize("program", RIGHT, ids=lambda p: p.name)
def test_right_programs_in_any_dress_pass(program):
    checked = here(program, SEED)
    assert checked.right, checked.text
    assert not checked.fits and not checked.why


@pytest.mark.filterwarnings("ignore:overflow")  # float32 cannot hold every value
@pytest.mark.parametrize("program", WRONG, ids=lambda p: p.name)
def test_wrong_programs_do_not_pass(program):
    checked = here(program, SEED)
    assert checked.score < 1
    if program.mistake:
        assert checked.fits == (program.mistake,)
        assert f"“{program.mistake}”" in checked.text and checked.why
    if program.search != "negamax":
        assert f"returns {checked.reference.value} and evaluates" in checked.answer


@pytest.mark.parametrize("program", IN_SANDBOX, ids=lambda p: p.name)
def test_in_the_sandbox_the_verdict_is_the_same(program):
    assert agree(program, SEED)


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore:overflow")
@pytest.mark.parametrize("seed", range(100, 105))
def test_the_whole_bank_with_other_trees(seed):
    """None is misjudged, and at least 90 % of the mistakes with a name are given that name."""
    assert [p.name for p in RIGHT if not here(p, seed).right] == []
    checked = {p.name: here(p, seed) for p in WRONG}
    assert [name for name, mark in checked.items() if mark.right] == []
    named = [checked[p.name].fits == (p.mistake,) for p in WRONG if p.mistake]
    assert sum(named) >= 0.9 * len(named)


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore:overflow")
@pytest.mark.parametrize("seed", (200, 201))
def test_the_whole_bank_in_the_sandbox(seed):
    settled = [p for p in (*RIGHT, *WRONG) if "random" not in p.source]
    assert [p.name for p in settled if not agree(p, seed)] == []
