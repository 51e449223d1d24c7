"""More programs for the bank: nearly right ones, and right ones in clothes that look wrong."""

from tests.helpers.program_bank import (
    ALPHABETA,
    CROSSED,
    DEF,
    FAIL_HARD,
    HELPERS,
    INFINITY,
    LEAF,
    NEGAMAX_WINDOW,
    SHORT,
    START,
    Program,
    edited,
    large,
)

CUT_AT_MAX, CUT_AT_MIN = "if v >= beta:", "if v <= alpha:"
BETTER, WORSE = "v = max(v, w)", "v = min(v, w)"
CHILDREN = "for c in tree.children(n):"
SEARCHED = "w = f(tree, c, alpha, beta)"


def _tolerant(name: str, tolerance: str) -> tuple[Program, ...]:
    """Programs for which two values that are almost equal are equal."""
    at_max = (CUT_AT_MAX, f"if v >= beta - {tolerance}:")
    at_min = (CUT_AT_MIN, f"if v <= alpha + {tolerance}:")
    return (
        Program(f"cuts within {name}", edited(ALPHABETA, at_max, at_min)),
        Program(f"cuts at MAX nodes within {name}", edited(ALPHABETA, at_max)),
        Program(f"cuts at MIN nodes within {name}", edited(ALPHABETA, at_min)),
        Program(
            f"equal within {name}",
            edited(
                SHORT,
                (BETTER, f"v = w if v == -inf or w > v + {tolerance} else v"),
                (WORSE, f"v = w if v == inf or w < v - {tolerance} else v"),
            ),
        ),
        Program(
            f"better at MAX nodes only beyond {name}",
            edited(SHORT, (BETTER, f"v = w if v == -inf or w > v + {tolerance} else v")),
        ),
    )


TOLERANT = (
    *_tolerant("1e-9", "1e-9"),
    *_tolerant("2**-40", "2**-40"),
    *_tolerant("a relative 2**-50", "abs(v) * 2**-50"),
    Program(
        "isclose",
        edited(
            SHORT,
            ("from math import inf", "from math import inf, isclose"),
            (CROSSED, "if alpha >= beta or isclose(alpha, beta):"),
        ),
    ),
    *(
        Program(
            f"cuts within 2**-40 at ply {ply}",
            edited(SHORT, (CROSSED, f"if alpha >= beta - (2**-40 if len(n) == {ply} else 0):")),
        )
        for ply in range(1, 7)
    ),
    Program("rounds to 12 digits", edited(SHORT, (LEAF, "return round(tree.value(n), 12)"))),
)

INFINITIES = (
    *(
        Program(f"infinity {number}", large(number), mistake=INFINITY)
        for number in ("1e9", "1e18", "1e300", "1e308")
    ),
    Program("infinity is sys.maxsize", f"import sys\n{large('sys.maxsize')}", mistake=INFINITY),
    Program("infinity 1e300 as ints", large("10**300"), mistake=INFINITY),
    Program(
        "infinity 100 in the window of the first child",
        edited(HELPERS, ("from math import inf", "inf = 100")),
        mistake=INFINITY,
    ),
    Program(
        "infinity 10**6 in the window of the first child, at MIN nodes",
        edited(HELPERS, ("best = inf", "best = 10**6")),
        mistake=f"{INFINITY} (at MIN nodes)",
    ),
    Program(
        "window of the largest float",
        edited(
            SHORT,
            (DEF, "from sys import float_info\n\ndef f(tree, n, alpha=-MOST, beta=MOST):"),
            ("MOST", "float_info.max"),
        ),
    ),
    Program("starts from 1e300", edited(SHORT, (START, "v = -1e300 if tree.is_max(n) else 1e300"))),
    Program(
        "window of 1e300",
        edited(SHORT, (DEF, "def f(tree, n, alpha=-1e300, beta=1e300):")),
        mistake=INFINITY,
    ),
)

TIES = (
    *(
        Program(
            f"strict at {side} nodes at ply {ply}",
            edited(
                SHORT,
                (
                    CROSSED,
                    f"if alpha >= beta and (alpha > beta or len(n) != {ply} "
                    f"or tree.is_max(n) != {side == 'MAX'}):",
                ),
            ),
        )
        for ply in range(1, 7)
        for side in ("MAX", "MIN")
    ),
    Program(
        "strict where the bound is 0",
        edited(SHORT, (CROSSED, "if alpha > beta or (alpha == beta and alpha != 0):")),
    ),
    Program(
        "strict after the first child",
        edited(SHORT, (CROSSED, "if alpha > beta or (alpha == beta and c[-1] == 1):")),
    ),
    Program(
        "strict at the first child",
        edited(SHORT, (CROSSED, "if alpha > beta or (alpha == beta and c[-1] > 1):")),
    ),
    Program(
        "a tie replaces the window",
        edited(SHORT, ("alpha = max(alpha, v)", "alpha = v if v == w else max(alpha, v)")),
    ),
)

ONE_SIDED = (
    Program(
        "needs both bounds",
        edited(SHORT, (CROSSED, "if alpha >= beta and -inf < low and high < inf:")).replace(
            "    if tree.is_leaf(n):", "    low, high = alpha, beta\n    if tree.is_leaf(n):"
        ),
    ),
    Program(
        "cuts only inside a finite window at MIN nodes",
        edited(ALPHABETA, (CUT_AT_MIN, "if v <= alpha and beta0 < inf:")).replace(
            "    if tree.is_leaf(n):", "    beta0 = beta\n    if tree.is_leaf(n):"
        ),
    ),
    Program(
        "cuts only inside a finite window at MAX nodes",
        edited(ALPHABETA, (CUT_AT_MAX, "if v >= beta and alpha0 > -inf:")).replace(
            "    if tree.is_leaf(n):", "    alpha0 = alpha\n    if tree.is_leaf(n):"
        ),
    ),
    Program(
        "forgets alpha below MIN nodes at ply 3 and deeper",
        edited(
            ALPHABETA,
            (
                "v = min(v, f(tree, c, alpha, beta))",
                "v = min(v, f(tree, c, alpha if len(n) < 3 else -inf, beta))",
            ),
        ),
    ),
    Program(
        "forgets beta below MAX nodes at ply 3 and deeper",
        edited(
            ALPHABETA,
            (
                "v = max(v, f(tree, c, alpha, beta))",
                "v = max(v, f(tree, c, alpha, beta if len(n) < 3 else inf))",
            ),
        ),
    ),
)

SHAPES = (
    Program(
        "never cuts in nodes of six or more",
        edited(SHORT, (CROSSED, "if alpha >= beta and len(tree.children(n)) < 6:")),
    ),
    Program(
        "never cuts at a node of seven",
        edited(SHORT, (CROSSED, "if alpha >= beta and len(tree.children(n)) < 7:")),
    ),
    Program(
        "looks at six children",
        edited(SHORT, (CHILDREN, "for c in tree.children(n)[:6]:")),
        mistake="looks at the first six children only",
    ),
    Program(
        "never cuts after the fifth child",
        edited(SHORT, (CROSSED, "if alpha >= beta and c[-1] < 6:")),
    ),
    Program(
        "passes through single children without asking which side moves",
        edited(
            SHORT,
            (
                "    v = -inf",
                "    while len(tree.children(n)) == 1:\n        n = tree.children(n)[0]\n"
                "    if tree.is_leaf(n):\n        return -tree.value(n)\n    v = -inf",
            ),
        ),
    ),
    Program(
        "a new window below single children",
        edited(
            SHORT,
            (
                SEARCHED,
                "w = f(tree, c, *((alpha, beta) if len(tree.children(n)) > 1 else (-inf, inf)))",
            ),
        ),
    ),
    Program(
        "cuts in front of the last child only if it is a leaf",
        edited(
            SHORT,
            (
                CROSSED,
                "if alpha >= beta and (len(tree.children(n)) - c[-1] != 1 "
                "or tree.is_leaf(tree.children(n)[-1])):",
            ),
        ),
    ),
    Program(
        "looks at five plies",
        edited(
            SHORT,
            (
                "if tree.is_leaf(n):\n",
                "while len(n) > 5 and not tree.is_leaf(n):\n"
                "        n = tree.children(n)[0]\n    if tree.is_leaf(n):\n",
            ),
        ),
    ),
)

CACHES = (
    Program(
        "a cache of values by depth and window",
        edited(
            SHORT,
            (
                DEF,
                "seen = {}\ndef f(tree, n, alpha, beta):\n    if n == ():\n        seen.clear()",
            ),
            (
                SEARCHED,
                "key = len(c), alpha, beta, tree.children(c)\n        if key not in seen:\n"
                "            seen[key] = f(tree, c, alpha, beta)\n        w = seen[key]",
            ),
            ("tree.children(c)\n", "len(tree.children(c))\n"),
        ),
    ),
    Program(
        "a cache of leaves by their parent",
        edited(
            SHORT,
            (
                "        return tree.value(n)\n",
                "        key = n[:-2], n[-1:]\n        if len(n) < 3 or key not in seen:\n"
                "            seen[key] = tree.value(n)\n        return seen[key]\n",
            ),
            (DEF, f"seen = {{}}\n{DEF}\n    if n == ():\n        seen.clear()"),
        ),
    ),
)

VALUES = (
    Program(
        "a value of 0 is no value",
        edited(SHORT, (BETTER, "v = max(v, w or v)"), (WORSE, "v = min(v, w or v)")),
    ),
    Program(
        "no cutoff at a bound of 0",
        edited(SHORT, (CROSSED, "if alpha and beta and alpha >= beta:")),
    ),
    Program(
        "32 bits",
        edited(SHORT, (LEAF, "return max(-2**31, min(2**31 - 1, tree.value(n)))")),
    ),
    Program(
        "64 bits",
        edited(SHORT, (LEAF, "return max(-2**63, min(2**63 - 1, tree.value(n)))")),
    ),
    Program(
        "compares as text",
        edited(
            SHORT,
            (BETTER, "v = w if v == -inf or (len(str(w)), str(w)) > (len(str(v)), str(v)) else v"),
        ),
    ),
    Program(
        "the sum overflows",
        edited(SHORT, (BETTER, "v = (v + w + abs(v - w)) / 2 if v != -inf else w")),
    ),
)

HELD = """
from math import inf

def f(tree):
    def search(n, alpha, beta, above, below):  # the plies of the nodes that hold the bounds
        if tree.is_leaf(n):
            return tree.value(n)
        v = -inf if tree.is_max(n) else inf
        for c in tree.children(n):
            w = search(c, alpha, beta, above, below)
            if tree.is_max(n):
                v, far = max(v, w), len(n) - below
                if v > alpha:
                    alpha, above = v, len(n)
            else:
                v, far = min(v, w), len(n) - above
                if v < beta:
                    beta, below = v, len(n)
            if alpha >= beta:
                break
        return v
    return search((), -inf, inf, 0, 0)
"""


def _missing(where: str, condition: str, source: str = SHORT) -> Program:
    """A program that misses the cutoffs for which a condition holds."""
    crossed = (CROSSED, f"if alpha >= beta and not ({condition}):")
    return Program(f"misses cutoffs {where}", edited(source, crossed))


MISSED = (
    *(
        _missing(f"in nodes with {k} children", f"len(tree.children(n)) == {k}")
        for k in range(3, 8)
    ),
    *(
        _missing(f"at ply {ply} after the second child", f"len(n) == {ply} and c[-1] == 2")
        for ply in range(1, 7)
    ),
    _missing("with many children left", "len(tree.children(n)) - c[-1] > 2"),
    _missing("three plies below the bound, after a child", "far == 3 and c[-1] == 2", HELD),
    *(
        _missing(f"three plies below the bound at ply {ply}", f"far == 3 and len(n) == {ply}", HELD)
        for ply in range(3, 7)
    ),
    *(
        _missing(f"five plies below the bound at ply {ply}", f"far == 5 and len(n) == {ply}", HELD)
        for ply in (5, 6)
    ),
    _missing("of large values", "abs(v) > 1000"),
    _missing("of negative values at MIN nodes", "v < -100 and not tree.is_max(n)"),
    _missing("where floats are equal", "alpha == beta and v % 1"),
    _missing("in wide nodes below the first ply", "len(n) > 1 and len(tree.children(n)) > 3"),
    _missing("after the third child below the first ply", "len(n) > 1 and c[-1] == 3"),
    _missing(
        "in front of an inner node below the second ply",
        "len(n) > 2 and tree.children(n)[c[-1] :] and tree.children(tree.children(n)[c[-1]])",
    ),
    _missing("of values beyond 10**11", "abs(v) >= 10**11"),
    Program(
        "an only child gets no α",
        edited(
            SHORT,
            (SEARCHED, "w = f(tree, c, -inf if n and len(tree.children(n)) == 1 else alpha, beta)"),
        ),
    ),
    Program(
        "misses cutoffs after 50 calls",
        edited(
            SHORT,
            (DEF, f"calls = 0\n{DEF}\n    global calls\n    calls = calls + 1 if n else 0"),
            (CROSSED, "if alpha >= beta and calls < 50:"),
        ),
    ),
    *(
        Program(
            f"drops the last of {k} children",
            edited(
                SHORT,
                (CHILDREN, f"{CHILDREN[:-1]}[: {k - 1} if len({CHILDREN[9:-1]}) == {k} else 7]:"),
            ),
        )
        for k in range(3, 7)
    ),
    Program(
        "looks at seven leaves before it searches them",
        edited(
            SHORT,
            (
                "    v = -inf",
                "    if len(tree.children(n)) == 7 and all(map(tree.is_leaf, tree.children(n))):\n"
                "        list(map(tree.value, tree.children(n)))\n    v = -inf",
            ),
        ),
    ),
    Program(
        "a little more than alpha",
        edited(
            SHORT,
            (SEARCHED, "w = f(tree, c, alpha + 1e-9 if 0.01 < abs(alpha) < 1e3 else alpha, beta)"),
        ),
    ),
)

WRONG = (*MISSED, *TOLERANT, *INFINITIES, *TIES, *ONE_SIDED, *SHAPES, *CACHES, *VALUES)

RIGHT = (
    Program("knows the holders of its bounds", HELD),
    Program(
        "cuts before the loop goes on",
        """
from math import inf

def f(tree, n, alpha, beta):
    if tree.is_leaf(n):
        return tree.value(n)
    children, i = tree.children(n), 0
    v = -inf if tree.is_max(n) else inf
    while i < len(children) and alpha < beta:
        w, i = f(tree, children[i], alpha, beta), i + 1
        if tree.is_max(n):
            v = alpha = max(alpha, v, w)
        else:
            v = beta = min(beta, v, w)
    return v
""",
    ),
    Program(
        "reduce with an exception",
        """
from functools import reduce
from math import inf

class Cutoff(Exception):
    pass

def f(tree, n, alpha, beta):
    if tree.is_leaf(n):
        return tree.value(n)
    sign = 1 if tree.is_max(n) else -1
    best = -sign * inf
    def step(window, c):
        nonlocal best
        a, b = window
        w = f(tree, c, a, b)
        best = max(best, w, key=lambda x: sign * x)
        a, b = (max(a, best), b) if sign > 0 else (a, min(b, best))
        if a >= b:
            raise Cutoff
        return a, b
    try:
        reduce(step, tree.children(n), (alpha, beta))
    except Cutoff:
        pass
    return best
""",
    ),
    Program(
        "recursion over the children",
        """
from math import inf

def f(tree, n, alpha, beta):
    def best(children, v, alpha, beta):
        if not children or alpha >= beta:
            return v
        w = f(tree, children[0], alpha, beta)
        if tree.is_max(n):
            return best(children[1:], max(v, w), max(alpha, w), beta)
        return best(children[1:], min(v, w), alpha, min(beta, w))
    if tree.is_leaf(n):
        return tree.value(n)
    return best(tree.children(n), -inf if tree.is_max(n) else inf, alpha, beta)
""",
    ),
    Program(
        "None for no bound",
        """
def f(tree, n):
    def search(n, alpha, beta):
        if tree.is_leaf(n):
            return tree.value(n)
        v = None
        for c in tree.children(n):
            w = search(c, alpha, beta)
            if tree.is_max(n):
                v = w if v is None or w > v else v
                alpha = v if alpha is None or v > alpha else alpha
            else:
                v = w if v is None or w < v else v
                beta = v if beta is None or v < beta else beta
            if alpha is not None and beta is not None and alpha >= beta:
                return v
        return v
    return search(n, None, None)
""",
    ),
    Program(
        "a coroutine that is driven by hand",
        """
from math import inf

def search(tree, n, alpha, beta):
    if tree.is_leaf(n):
        return tree.value(n)
    v = -inf if tree.is_max(n) else inf
    for c in tree.children(n):
        w = yield c, alpha, beta
        if tree.is_max(n):
            v, alpha = max(v, w), max(alpha, w)
        else:
            v, beta = min(v, w), min(beta, w)
        if alpha >= beta:
            break
    return v

def f(tree):
    stack, send = [search(tree, (), -inf, inf)], None
    while stack:
        try:
            stack.append(search(tree, *stack[-1].send(send)))
            send = None
        except StopIteration as done:
            stack.pop()
            send = done.value
    return send
""",
    ),
    Program(
        "an inner class and operators",
        """
import operator
from math import inf

class Side:
    def __init__(self, better, start):
        self.better, self.start = better, start

MAX, MIN = Side(operator.gt, -inf), Side(operator.lt, inf)

def f(tree, n, alpha, beta):
    if tree.is_leaf(n):
        return tree.value(n)
    side = MAX if tree.is_max(n) else MIN
    v, own, other = side.start, *((alpha, beta) if side is MAX else (beta, alpha))
    for c in tree.children(n):
        w = f(tree, c, *((own, other) if side is MAX else (other, own)))
        v = w if side.better(w, v) else v
        own = v if side.better(v, own) else own
        if not side.better(other, own):
            break
    return v
""",
    ),
    Program(
        "sides known from the depth",
        edited(SHORT, ("tree.is_max(n)", "((len(n) % 2 == 0) == tree.is_max(()))")),
    ),
    Program(
        "negamax with a colour",
        """
from math import inf

def search(tree, n, alpha, beta, colour):
    children = tree.children(n)
    if not children:
        return colour * tree.value(n)
    v = -inf
    for c in children:
        v = max(v, -search(tree, c, -beta, -max(alpha, v), -colour))
        if v >= beta:
            break
    return v

def f(tree):
    colour = 1 if tree.is_max(()) else -1
    return colour * search(tree, (), -inf, inf, colour)
""",
    ),
    Program(
        "cuts where no number fits between the bounds",
        edited(SHORT, (CROSSED, "if not alpha < beta:")),
    ),
    Program(
        "fail-hard, clipped by sorting",
        edited(FAIL_HARD, ("max(alpha, w)", "sorted((alpha, w))[1]")),
    ),
    Program("negated zero", edited(NEGAMAX_WINDOW, ("return v if", "return v + 0.0 if"))),
)
