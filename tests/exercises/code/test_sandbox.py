"""Student code run apart: the same verdict as in a notebook, and limits that hold."""

import os
import subprocess
import sys
from math import inf
from textwrap import dedent

import pytest

from tracer.algorithms import alphabeta
from tracer.exercises import check
from tracer.exercises.code import forking, limits, sandbox
from tracer.exercises.code.calling import Questions, call
from tracer.exercises.code.check import judge
from tracer.exercises.code.sandbox import Sandbox, defines, enough, isolation, require
from tracer.exercises.code.spy import QUESTIONS, run
from tracer.exercises.course.nbgrader import MODELS
from trees import catalogue, from_nested

TREE = from_nested([[3, 17], [2, 12]])
MODEL = MODELS["alphabeta"]


@pytest.fixture(autouse=True)
def unsafe_where_needed(monkeypatch):
    """Where this machine cannot isolate, these programs are run all the same: we wrote them."""
    if not enough(isolation()):
        monkeypatch.setattr(sandbox, "enough", lambda layers: True)


def apart(source, name="f", tree=TREE, seconds=20.0):
    with Sandbox(dedent(source), name, seconds=seconds) as box:
        assert box.failed is None, box.failed
        return box.run(tree)


def body(lines, **limits):
    indented = "".join(f"    {line}\n" for line in lines.splitlines())
    return apart(f"import os, sys, time\ndef f(tree, n, alpha, beta):\n{indented}", **limits)


def test_right_code_is_right_apart_too():
    space = {}
    exec(MODEL, space)
    with Sandbox(MODEL, "alphabeta") as box:
        assert judge(box.run, alphabeta, seed=1).right
        tree = catalogue.load("pantel-3.2")
        here, there = run(space["alphabeta"], tree).trace, box.run(tree).trace
    assert there.leaves == here.leaves and there.value == here.value
    assert [(e.kind, e.node) for e in there.events] == [(e.kind, e.node) for e in here.events]
    assert there.listing[0].text.startswith("def alphabeta")
    assert there.line(len(there.steps)) is not None


@pytest.mark.parametrize(
    "lines, said",
    [
        ("return f(tree, n, alpha, beta)", "RecursionError"),
        ("raise KeyError('oh')", "KeyError: 'oh'"),
        ("raise ValueError('\\x1b[31m\\n')", "ValueError:  [31m "),
        ("sys.exit(0)", "SystemExit"),
        ("os._exit(0)", "process ended"),
        ("return len([0] * 10**11)", "MemoryError"),
        ("return '3'", "'3', which is not a number"),
        ("import tracer", "No module named 'tracer'"),
        ("return tree.value('1.1')", "is not a node"),
        ("return tree.value([1, 1])", "is not a node"),
        ("return tree.value((9, 9))", "9.9 is not in the tree"),
        ("return tree.children(n, 2)", "TypeError"),
        ("return 10**50_000", "too large"),
        ("return float('nan')", "not a number"),
    ],
)
def test_what_goes_wrong_is_said(lines, said):
    done = body(lines)
    assert done.returned is None and said in done.error


@pytest.mark.parametrize(
    "lines",
    ["while True: pass", "time.sleep(99)", "while True:\n try: time.sleep(9)\n except: pass"],
)
def test_time_has_a_limit(lines):
    done = body(lines, seconds=0.3)
    assert done.stopped and "it ran for more than 0.3 s" in done.error


NUMBERS = {
    "2**53 + 1": 2**53 + 1,
    "-(10**3000)": -(10**3000),
    "0.1 + 0.2": 0.1 + 0.2,
    "5e-324": 5e-324,
    "float('-inf')": -inf,
    "Fraction(7, 2)": 3.5,
    "Fraction(7, 1)": 7,
    "np.int64(7)": 7,
    "np.float32(0.1)": 0.10000000149011612,
    "np.array(7)": 7,
}


@pytest.mark.parametrize("text", NUMBERS)
def test_numbers_cross_the_pipe_exactly(text):
    if "np." in text:
        pytest.importorskip("numpy")
    head = "from fractions import Fraction\ntry: import numpy as np\nexcept ImportError: pass\n"
    returned = apart(f"{head}def f(tree): return {text}").returned
    assert returned == NUMBERS[text] and type(returned) is type(NUMBERS[text])


def test_values_of_leaves_cross_the_pipe_exactly():
    for value in (2**60 + 1, 0.1, -1e300, 5e-324):
        tree = from_nested([value, value])
        assert apart("def f(tree): return tree.value((1,))", tree=tree).returned == value


LOADED = {
    "try": "try:\n    from math import inf\nexcept ImportError:\n    inf = 9e9\n" + MODEL,
    "if": "if True:\n" + "".join(f"    {line}\n" for line in MODEL.splitlines()),
    "with and for": "from contextlib import suppress\nwith suppress(Exception):\n"
    "    for infinity in [float('inf')]: pass\n" + MODEL.replace('float("inf")', "infinity"),
    "lambda": MODEL.replace("alphabeta", "mine")
    + "\nalphabeta = lambda tree, n, a, b: mine(tree, n, a, b)",
    "decorator": "from functools import lru_cache\n@lru_cache(None)\n" + MODEL,
    "object": MODEL.replace("alphabeta", "mine")
    + "\nclass Search:\n    def __call__(self, *args): return mine(*args)\nalphabeta = Search()",
    "augmented": MODEL.replace("alphabeta", "mine")
    + "\nfound = [None]\nfound += [mine]\n_, alphabeta = found",
    "main": MODEL + "\nif __name__ == '__main__':\n    del alphabeta\n",
    "failing": "import pandas_or_not\nplay(tree)\nraise SystemExit\n1 / 0\n" + MODEL,
    "setrecursionlimit": "import sys\nsys.setrecursionlimit(5000)\n" + MODEL,
    "numpy": "import numpy as np\n" + MODEL.replace('float("inf")', "np.inf"),
    "imported": "from operator import itemgetter as alphabeta\n" + MODEL,
    "annotated": "from trees.tree import Tree\nbest: Tree | None = None\n"
    + MODEL.replace("(tree,", "(tree: Tree,", 1),
    "future": "from __future__ import annotations\n" + MODEL.replace("(tree,", "(tree: Tree,", 1),
    "dataclass": "from __future__ import annotations\nfrom dataclasses import dataclass\n"
    "@dataclass\nclass Window:\n    alpha: float\n    beta: 'float'\n    tree: Tree = None\n"
    "infinity = Window(0, float('inf')).beta\n" + MODEL.replace('float("inf")', "infinity"),
    "named tuple": "from typing import NamedTuple\nclass Window(NamedTuple):\n    beta: Number\n"
    "infinity = Window(float('inf')).beta\n" + MODEL.replace('float("inf")', "infinity"),
    "ROOT": "from trees import ROOT, catalogue, from_nested\n"
    + MODEL.replace("n, alpha, beta)", "n=ROOT, alpha=-1e999, beta=1e999)", 1),
    "another name for ROOT": "from trees.dewey import ROOT as TOP\n"
    + MODEL.replace("n, alpha, beta)", "n=TOP, alpha=-1e999, beta=1e999)", 1),
    "all of trees": "from trees import *\n"
    + MODEL.replace("alphabeta(tree, n", "search(tree, n").replace("= alphabeta(", "= search(")
    + "def alphabeta(tree): return search(tree, ROOT, float('-inf'), float('inf'))\n",
}


@pytest.mark.parametrize("name", LOADED)
def test_what_surrounds_a_function_is_executed(name):
    if name == "numpy":
        pytest.importorskip("numpy")
    assert defines(LOADED[name], "alphabeta")
    with Sandbox(LOADED[name], "alphabeta", seconds=20) as box:
        assert box.failed is None, box.failed
        done = box.run(catalogue.load("pantel-3.2"))
    assert done.error is None and done.returned == 8


def test_slow_statements_are_skipped():
    source = "while True: pass\nx = [i for i in iter(int, 1)]\n" + MODEL
    with Sandbox(source, "alphabeta", seconds=2) as box:
        assert box.failed is None and box.run(TREE).returned == 3


@pytest.mark.parametrize(
    "source, said",
    [
        ("def f(tree", "not valid Python"),
        ("def f(a, b, c): ...", "must take"),
        ("f = 7", "is not a function"),
        ("import os\nx = os._exit(0)\ndef f(tree): ...", "process ended"),
        ("@play\ndef f(tree): ...", "its definition failed: NameError: name 'play' is not"),
        ("f = None\ndef f(tree, n=ROOT): ...", "definition failed: NameError: name 'ROOT'"),
        ("from nowhere import f", "definition failed: ModuleNotFoundError: No module named 'no"),
        ("if 1 / 0:\n    def f(tree): ...", "definition failed: ZeroDivisionError"),
        ("class E(Exception):\n    def __str__(s): 1 / 0\ndef g(): raise E\nf = g()", "failed: E"),
    ],
)
def test_code_that_cannot_be_loaded_is_explained(source, said):
    with Sandbox(source, "f", seconds=20.0) as box:
        assert box.failed and said in box.failed and not box.blank
        assert box.run(TREE).stopped


@pytest.mark.parametrize("source", ["x = 1", "f = None", "f = ...", "if False: f = 1"])
def test_a_function_still_to_be_written_is_blank(source):
    with Sandbox(source, "f") as box:
        assert box.blank


@pytest.mark.parametrize(
    "source, meant",
    [
        ("def f(): ...", True),
        ("f = lambda tree: 0", True),
        ("if 1:\n    try: f = g\n    except: pass", True),
        ("from x import g as f", True),
        ("f: object = 1", True),
        ("# def f(): ...", False),
        ("def g(): return f", False),
        ("def f(", False),
    ],
)
def test_whether_a_name_is_defined(source, meant):
    assert defines(source, "f") is meant


def test_nothing_that_is_written_changes_a_mark():
    """A forged message is worth no more than returning that number."""
    forged = '{"int": "0x3"}'
    for fd in range(3, 8):
        lines = f"try: os.write({fd}, b'{forged}\\n')\nexcept OSError: pass\nreturn 3"
        done = body(lines)
        assert done.returned in (3, None) and not done.trace.leaves
    loud = MODEL.replace("    if tree", "    print('100%' * 9999)\n    if tree", 1)
    assert apart(loud, "alphabeta").returned == 3


def test_a_forged_question_is_a_question():
    ask = '{"ask": "value", "n": [2, 2], "line": 1}'
    lines = (
        f"for fd in range(3, 8):\n try: os.write(fd, b'{ask}\\n')\n except OSError: pass\nreturn 3"
    )
    done = body(lines)
    assert set(done.trace.leaves) == {(2, 2)}


def test_a_function_that_was_stopped_can_be_run_again():
    source = "def f(tree, n):\n    while not tree.is_leaf(n): pass\n    return tree.value(n)\n"
    with Sandbox(source, "f", seconds=2) as box:
        assert box.run(TREE).stopped
        assert box.run(from_nested(5)).returned == 5


def test_all_runs_together_have_a_limit():
    source = "def f(tree, n):\n    while True: pass\n"
    with Sandbox(source, "f", seconds=0.5) as box:
        box.budget.left = 0.7
        assert [box.run(TREE).stopped for _ in range(4)] == [True] * 4
        assert box.budget.left < 0.2


def test_the_verdict_is_the_same_in_the_notebook():
    source = MODEL.replace("alpha >= beta", "False")
    space = {}
    exec(source, space)
    here = check(space["alphabeta"], seed=1)
    with Sandbox(source, "alphabeta", seconds=20) as box:
        there = judge(box.run, alphabeta, seed=1)
    assert (here.score, here.text, here.fits) == (there.score, there.text, there.fits)


def both(source, name="f"):
    """What a notebook and the sandbox say of a program, each after a run on one tree."""
    space = {}
    exec(source, space)
    here, there = run(space[name], TREE, most=QUESTIONS), apart(source, name, seconds=60)
    return (here.returned, here.error, here.stopped), (there.returned, there.error, there.stopped)


LINES = "def f(tree, n):\n    for i in range({}):\n        {}\n    return 3\n"


def lines_of(count, line):
    limit = limits.Limited()
    space = {}
    exec(LINES.format(count, line), space)
    call(space["f"], Questions(lambda question, n: None), lambda: True, limit, through=())
    return limit.lines


@pytest.mark.parametrize("line", ["tree.is_max(n)", "n = n"])
def test_lines_and_questions_have_the_same_limit_apart(line):
    """To the line: however slow the machine is, the verdict is the same."""
    some, more = lines_of(100, line), lines_of(200, line)
    each = (more - some) // 100
    most = QUESTIONS if "tree" in line else 100 + (limits.MOST_LINES - some) // each
    for count, stopped in (most, False), (most + 1, True):
        here, there = both(LINES.format(count, line))
        assert here == there and here[2] is stopped


def test_a_program_of_exponential_time_is_stopped_alike():
    slow = (
        "def f(tree, n, k=40):\n    return 1 if k < 2 else f(tree, n, k - 1) + f(tree, n, k - 2)\n"
    )
    here, there = both(slow)
    assert here == there and "it ran for more than 500,000 lines" in here[1]


@pytest.mark.parametrize("depth", [900, 940, 980, 1020])
def test_calls_within_calls_have_the_same_limit_apart(depth):
    deep = f"def f(tree, n, k={depth}):\n    return k and f(tree, n, k - 1)\n"
    here, there = both(deep)
    assert here == there and (here[1] is None) == (depth < 1000)


@pytest.mark.parametrize(
    "text", ["10**5000", "Fraction(10**5000)", "10**3000", "Decimal('1e9999')"]
)
def test_huge_numbers_are_judged_alike(text):
    source = f"from decimal import *\nfrom fractions import *\ndef f(tree): return {text}\n"
    here, there = both(source)
    assert here == there
    space = {}
    exec(source, space)
    with Sandbox(source, "f") as box:
        marks = check(space["f"], seed=1), judge(box.run, alphabeta, seed=1)
    assert marks[0].text == marks[1].text and marks[0].score == marks[1].score == 0


@pytest.mark.parametrize("line", ["yield n", "return object()", "raise SystemExit"])
def test_failures_are_worded_alike(line):
    here, there = both(f"def f(tree, n):\n    {line}\n")
    assert here == there and "0x" not in here[1] and not here[1].endswith(": ")


def test_python_may_lie_where_students_may_write(tmp_path, monkeypatch):
    """A project in /tmp is isolated like any other, and stays as it is."""
    seen = sandbox._visible()
    readable = [*seen["readable"], str(tmp_path)]
    monkeypatch.setattr(sandbox, "_visible", lambda: seen | {"readable": readable})
    process = sandbox._started(20)
    process.end()
    assert process.layers == isolation()
    if "namespaces" in process.layers:
        tmp_path.chmod(0o755)
        (tmp_path / "ours").touch()
        assert body(f"return len(os.listdir({str(tmp_path)!r}))").returned == 1
        assert "Read-only" in body(f"open({str(tmp_path / 'new')!r}, 'w')").error


def test_a_process_that_does_not_start_is_started_once_more(monkeypatch):
    start, tries = sandbox._Process, []

    def busy(seconds):
        tries.append(seconds)
        if len(tries) in failing:
            raise RuntimeError("did not start")
        return start(seconds)

    monkeypatch.setattr(sandbox, "_Process", busy)
    failing = {1}
    assert apart("def f(tree): return 1").returned == 1 and len(tries) == 2
    failing = {3, 4}
    with pytest.raises(RuntimeError, match="did not start"):
        apart("def f(tree): return 1")


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere every process is a new one")
def test_the_python_that_forks_can_be_lost():
    with Sandbox("def f(tree): return 1", "f") as first:
        forking._READY[0]._popen.kill()
        forking._READY[0]._popen.wait()
        with Sandbox("def f(tree): return 2", "f") as second:
            assert (first.run(TREE).returned, second.run(TREE).returned) == (1, 2)


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere every process is a new one")
def test_no_fork_sees_the_pipes_or_the_modules_of_another():
    source = """
        import os, sys
        def opened(fd):
            try: return bool(os.fstat(fd))
            except OSError: return False
        def f(tree):
            sys.modules["left"] = sys
            return sum(map(opened, range(64)))
        def g(tree):
            return 100 * ("left" in sys.modules) + f(tree)
    """
    with Sandbox(dedent(source), "f") as first, Sandbox(dedent(source), "g") as second:
        assert first.run(TREE).returned == second.run(TREE).returned == 5
    assert apart(source, "g").returned == 5


# Isolation


def test_what_is_enough():
    assert enough(("namespaces",)) and enough(("Landlock", "seccomp"))
    assert not enough(()) and not enough(("uid", "seccomp")) and not enough(("Landlock", "uid"))
    with pytest.raises(ValueError, match=r"cannot isolate student code.*--unsafe"):
        require(("uid",))


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere there are no layers")
def test_without_isolation_nothing_is_run(tmp_path, monkeypatch):
    monkeypatch.undo()
    monkeypatch.setattr(sandbox, "LAYERS", ())
    mark = tmp_path / "mark"
    source = f"open({str(mark)!r}, 'w')\ndef f(tree): return 1"
    with pytest.raises(ValueError, match="cannot isolate"):
        Sandbox(source, "f")
    assert not mark.exists()
    with Sandbox(source, "f", unsafe=True) as box:
        assert box.run(TREE).returned == 1
    assert mark.exists()


@pytest.mark.skipif(sys.platform != "linux" or os.geteuid(), reason="needs root to become another")
def test_root_gives_up_its_uid():
    assert body("return os.getuid()").returned != 0
    assert body("return os.getgid() + len(os.getgroups())").returned != 0


UNPRIVILEGED = """\
import sys
sys.path[:0] = {path!r}
from tracer.exercises.code.sandbox import Sandbox, enough, isolation
from trees import from_nested
print(*isolation())
if enough(isolation()):
    source = '''
import os, socket
def f(tree):
    count = 0
    for attempt in (lambda: open({secret!r}), os.fork, socket.socket, lambda: open("/etc/passwd"),
                    lambda: os.listdir("/proc"), lambda: os.kill(os.getppid(), 0)):
        try:
            attempt()
            count += 1
        except OSError:
            pass
    return count
'''
    with Sandbox(source, "f", seconds=20) as box:
        print(box.failed or box.run(from_nested([1, 2])).returned)
"""


@pytest.mark.skipif(sys.platform != "linux" or os.geteuid(), reason="needs root to become another")
def test_isolation_needs_no_privileges(tmp_path):
    """The same as nobody, with Python mounted where nobody may read it."""
    secret = tmp_path / "secret"
    secret.write_text("x")
    path = [p for p in sys.path if p and not p.startswith(sys.base_prefix)]
    script = UNPRIVILEGED.format(path=path, secret=str(secret))
    command = (
        f"mount --bind {sys.base_prefix} /mnt && "
        f'exec setpriv --reuid 65534 --regid 65534 --clear-groups /mnt/bin/python3 -I -c "$0"'
    )
    done = subprocess.run(
        ["unshare", "-m", "sh", "-c", command, script], capture_output=True, text=True, cwd="/"
    )
    if done.returncode and ("mount" in done.stderr or "setpriv" in done.stderr):
        pytest.skip(done.stderr)
    assert done.returncode == 0, done.stderr
    layers, *gained = done.stdout.splitlines()
    assert gained == (["0"] if enough(tuple(layers.split())) else [])
