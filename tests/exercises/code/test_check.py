"""Student code: traced and checked in the notebook, and run apart by the command line."""

import gc
import signal
import sys
import time
from contextlib import suppress
from decimal import Decimal
from fractions import Fraction
from math import inf

import pytest

from tracer import Trace
from tracer.algorithms import minimax
from tracer.exercises import check, trace_of
from tracer.exercises.code.check import Write
from tracer.exercises.code.limits import Budget
from tracer.exercises.code.spy import run
from tracer.exercises.course.nbgrader import MODELS
from tracer.log.events import Evaluate
from trees import from_nested, iid

TREE = from_nested([[3, 17], [2, 12]])


def mine(tree, n=(), alpha=-inf, beta=inf):
    if tree.is_leaf(n):
        return tree.value(n)
    v = -inf if tree.is_max(n) else inf
    for c in tree.children(n):
        w = mine(tree, c, alpha, beta)
        if tree.is_max(n):
            v, alpha = max(v, w), max(alpha, v, w)
        else:
            v, beta = min(v, w), min(beta, v, w)
        if alpha >= beta:
            break
    return v


def plain_minimax(tree, n):
    if tree.is_leaf(n):
        return tree.value(n)
    return (max if tree.is_max(n) else min)(plain_minimax(tree, c) for c in tree.children(n))


def without_deep_cutoffs(tree, n, alpha, beta):
    if tree.is_leaf(n):
        return tree.value(n)
    v = -inf if tree.is_max(n) else inf
    for c in tree.children(n):
        w = without_deep_cutoffs(tree, c, *((v, inf) if tree.is_max(n) else (-inf, v)))
        v = max(v, w) if tree.is_max(n) else min(v, w)
        if v >= beta if tree.is_max(n) else v <= alpha:
            break
    return v


def test_a_trace_says_what_was_asked_and_in_which_line():
    trace = trace_of(mine, TREE)
    assert trace.value == 3 and trace.leaves == ((1, 1), (1, 2), (2, 1))
    assert trace.listing[0].text.startswith("def mine")
    asked = next(i for i, e in enumerate(trace.events, 1) if isinstance(e, Evaluate))
    assert "tree.value" in trace.listing[trace.line(asked)].text
    assert trace.frame(len(trace)).values() == {(1, 1): 3, (1, 2): 17, (2, 1): 2}


def test_a_question_repeated_at_once_is_one_step():
    def asks_twice(tree, n):
        (
            tree.is_leaf(n),
            tree.is_max(n),
            tree.value((1, 1)),
            tree.value((1, 1)),
            tree.is_leaf((1, 1)),
        )
        return tree.value((1, 2)) + tree.value((1, 1))

    kinds = [(event.kind, event.node) for event in trace_of(asks_twice, TREE).events]
    leaves = [("evaluate", n) for n in ((1, 1), (1, 2), (1, 1))]
    assert kinds == [("see", ()), *leaves]


def test_the_trace_of_a_student_is_saved_and_read_back():
    space = {}
    exec(MODELS["alphabeta"], space)  # by the same name as ours, and with other steps
    for function in (mine, space["alphabeta"]):
        trace = trace_of(function, TREE)
        again = Trace.from_json(trace.to_json())
        assert again == trace and again.leaves == trace.leaves
        assert all(trace.caption(i) == again.caption(i) for i in range(1, len(trace) + 1))


def test_right_code_gets_full_marks():
    checked = check(mine)
    assert checked.right and checked.score == 1
    assert checked.theirs.leaves == checked.reference.leaves
    assert check(plain_minimax, minimax).right


def test_wrong_code_is_shown_the_smallest_tree():
    checked = check(plain_minimax)
    assert checked.score == 0.5, "what a correct value is worth"
    assert "[0, [0, 0]], M" in checked.text and "“never cuts”" in checked.text
    assert "there is no need to evaluate" in checked.text
    assert checked.theirs.tree.leaf_count() == 3
    assert 0.7 < check(without_deep_cutoffs).score < 0.8
    assert check(without_deep_cutoffs).fits == ("never cuts deep",)


def test_a_wrong_value_is_shown():
    checked = check(lambda tree, n: 0)
    assert checked.score < 0.2 and "it returns 0, which is not the value" in checked.text


def endless(tree):
    while True:
        pass


def endless_quietly(tree):
    while True:
        try:
            pass
        except:  # noqa: E722
            pass


def endless_suppressing(tree):
    while True:
        with suppress(BaseException):
            for _ in iter(int, 1):
                pass


def endless_in_parts(tree):
    def forever():
        while True:
            try:
                yield tree.is_leaf(())
            except:  # noqa: E722
                pass

    while True:
        try:
            list(forever())
        except:  # noqa: E722
            pass


def endless_comprehension(tree):
    return sum([x + 1 for x in iter(int, 1)])


def endless_asking(tree):
    while True:
        try:
            tree.children(())
        except:  # noqa: E722
            pass


def endless_descent(tree, n):
    return endless_descent(tree, n)


def raises(tree):
    raise LookupError("oh")


class UnprintableError(Exception):
    def __str__(self):
        raise self


def raises_unprintably(tree):
    raise UnprintableError


def exits(tree):
    sys.exit()


class Liar(int):
    __eq__ = __ge__ = __le__ = lambda self, other: True
    __hash__ = int.__hash__


FAILING = {
    endless: "stopped",
    endless_quietly: "stopped",
    endless_suppressing: "it ran for more than 500,000 lines",
    endless_in_parts: "stopped",
    endless_comprehension: "stopped",
    endless_asking: "stopped",
    endless_descent: "RecursionError",
    raises: "LookupError: oh",
    raises_unprintably: "Unprintable",
    exits: "SystemExit",
}


@pytest.mark.parametrize("function", FAILING, ids=lambda f: f.__name__)
def test_code_that_fails_is_survived(function):
    before = sys.gettrace(), sys.stdout
    checked = check(function)
    assert checked.score == 0 and FAILING[function] in checked.text
    gc.collect()
    assert (sys.gettrace(), sys.stdout) == before
    assert sys._getframe().f_trace is None
    assert run(function, TREE).error


@pytest.mark.parametrize(
    "returned, said",
    [("3", "'3', which is not a number"), (True, "True"), (Liar(3), "it returns 3"), ([3], "[3]")],
)
def test_what_is_no_number_is_no_value(returned, said):
    checked = check(lambda tree: returned)
    assert checked.score == 0 and said in checked.text


def not_yet(tree, n, alpha, beta): ...


def forgets_to_return(tree, n):
    tree.children(n)


def test_a_body_still_to_be_written_is_not_answered_yet():
    for blank in (not_yet, None, ...):
        assert check(blank).text == Write().check(blank).text == "Not answered yet."
    assert "every path through it ends with a return" in check(forgets_to_return).text


@pytest.mark.parametrize(
    "function", [lambda: 0, lambda a, b, c: 0, lambda a, *, b: 0, lambda a, b, c, d, e: 0, max, 7]
)
def test_a_wrong_signature_is_explained(function):
    checked = check(function)
    assert checked.score == 0 and checked.text.endswith(".")
    with pytest.raises(TypeError, match=r"It must take \(tree\)|not a function"):
        trace_of(function, TREE)
    with pytest.raises(ValueError, match="nothing to play"):
        checked.play()


def test_prints_count_for_nothing(capfd):
    def loud(tree):
        print("100%", flush=True)
        print("error", file=sys.stderr)
        return mine(tree)

    assert check(loud).right
    assert capfd.readouterr() == ("", "")


def on_one_line(tree):
    while True: pass  # noqa: E701 # fmt: skip


def on_one_line_again_and_again(tree):
    while True:
        try:
            on_one_line(tree)
        except:  # noqa: E722
            pass


def asleep(tree):
    time.sleep(99)


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="this system has no alarms")
@pytest.mark.parametrize("function", [on_one_line, on_one_line_again_and_again, asleep])
def test_code_that_runs_no_new_line_is_stopped_by_an_alarm(function):
    before = signal.getsignal(signal.SIGALRM), sys.gettrace()
    done = run(function, TREE, budget=Budget(0.1))
    assert done.stopped and "it ran for more than 0.1 s" in done.error
    assert (signal.getsignal(signal.SIGALRM), sys.gettrace()) == before
    assert signal.getitimer(signal.ITIMER_REAL) == (0, 0)


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="this system has no alarms")
def test_somebody_elses_alarm_still_rings():
    rung = []
    before = signal.signal(signal.SIGALRM, lambda *_: rung.append(1))
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.2)
        assert run(on_one_line, TREE, budget=Budget(0.05)).stopped and not rung
        time.sleep(0.4)
        assert rung
    finally:
        signal.signal(signal.SIGALRM, before)


def test_all_runs_together_have_a_limit():
    budget = Budget(0.1)
    budget.left = 0.05
    assert "its runs took more than 1 s in all" in run(asleep, TREE, budget=budget).error
    assert budget.left < 0.05
    assert run(asleep, TREE, budget=budget).stopped


def test_a_huge_number_is_a_wrong_answer():
    for huge in (10**5000, -(10**5000), Fraction(10**5000), Fraction(10**5000, 3)):
        checked = check(lambda tree, huge=huge: huge)
        assert checked.score == 0
        assert "it returned a number that is too large, with more than 3,000" in checked.text


def test_the_largest_number_is_written_short():
    checked = check(lambda tree: 10**3000)
    assert checked.score == 0 and len(checked.text) < 300 and "it returns 1000" in checked.text
    for far in (Decimal("1e999999999"), float("inf"), Decimal("inf"), 1e308):
        assert "it returns " in check(lambda tree, far=far: far).text


def test_the_tree_cannot_be_changed():
    def vandal(tree, n):
        tree.value = lambda n: 0

    def persistent_vandal(tree, n):
        object.__setattr__(tree, "value", lambda n: 0)
        return tree.value(n)

    assert "the tree cannot be changed" in check(vandal).text
    assert check(persistent_vandal).score < 0.2
    tree = iid(2, 2, seed=1)
    values = {n: tree.value(n) for n in tree.leaves()}
    run(persistent_vandal, tree)
    assert {n: tree.value(n) for n in tree.leaves()} == values


def test_what_the_tree_cannot_be_asked_is_said():
    text = check(lambda tree: tree.root).text
    assert "the tree has no 'root'; it answers only children(n), is_leaf(n), is_max(n)" in text
    assert "ZeroDivisionError" in check(lambda tree: hasattr(tree, "depth") or 1 / 0).text


def test_nodes_that_are_not_there_are_named():
    checked = check(lambda tree: tree.value((9, 9)))
    assert "9.9 is not in the tree" in checked.text
    assert "is not a leaf" in check(lambda tree: tree.value(())).text
