"""Programs as students write them, right and wrong, each with the verdict it must get."""

from typing import NamedTuple


class Program(NamedTuple):
    """A source that defines `f`, the search it should be, and what is wrong with it, if anything.

    `mistake` is a name that the feedback must give; wrong programs without one have no name.
    """

    name: str
    source: str
    search: str = "alphabeta"
    mistake: str | None = None


def edited(source: str, *edits: tuple[str, str]) -> str:
    for old, new in edits:
        assert old in source, old
        source = source.replace(old, new)
    return source


ALPHABETA = """
from math import inf

def f(tree, n, alpha, beta):
    if tree.is_leaf(n):
        return tree.value(n)
    if tree.is_max(n):
        v = -inf
        for c in tree.children(n):
            v = max(v, f(tree, c, alpha, beta))
            alpha = max(alpha, v)
            if v >= beta:
                break
    else:
        v = inf
        for c in tree.children(n):
            v = min(v, f(tree, c, alpha, beta))
            beta = min(beta, v)
            if v <= alpha:
                break
    return v
"""

SHORT = """
from math import inf

def f(tree, n, alpha, beta):
    if tree.is_leaf(n):
        return tree.value(n)
    v = -inf if tree.is_max(n) else inf
    for c in tree.children(n):
        w = f(tree, c, alpha, beta)
        if tree.is_max(n):
            v = max(v, w)
            alpha = max(alpha, v)
        else:
            v = min(v, w)
            beta = min(beta, v)
        if alpha >= beta:
            break
    return v
"""

NEGAMAX_WINDOW = """
from math import inf

def value(tree, n, alpha, beta):
    if tree.is_leaf(n):
        return tree.value(n) if tree.is_max(n) else -tree.value(n)
    v = -inf
    for c in tree.children(n):
        v = max(v, -value(tree, c, -beta, -alpha))
        alpha = max(alpha, v)
        if alpha >= beta:
            break
    return v

def f(tree, n):
    v = value(tree, n, -inf, inf)
    return v if tree.is_max(n) else -v
"""

MINIMAX = """
from math import inf

def f(tree, n):
    if tree.is_leaf(n):
        return tree.value(n)
    values = [f(tree, c) for c in tree.children(n)]
    return max(values) if tree.is_max(n) else min(values)
"""

LOOP = """
from math import inf

def f(tree, n):
    if tree.is_leaf(n):
        return tree.value(n)
    v = -inf if tree.is_max(n) else inf
    for c in tree.children(n):
        w = f(tree, c)
        v = max(v, w) if tree.is_max(n) else min(v, w)
    return v
"""

NEGAMAX = """
def f(tree, n):
    if tree.is_leaf(n):
        return tree.value(n) if tree.is_max(n) else -tree.value(n)
    return max(-f(tree, c) for c in tree.children(n))
"""

SCOUT = """
def more(tree, n, v, equal):
    if tree.is_leaf(n):
        return tree.value(n) >= v if equal else tree.value(n) > v
    some_or_all = any if tree.is_max(n) else all
    return some_or_all(more(tree, c, v, equal) for c in tree.children(n))

def f(tree, n):
    if tree.is_leaf(n):
        return tree.value(n)
    first, *others = tree.children(n)
    v = f(tree, first)
    for c in others:
        if tree.is_max(n):
            if more(tree, c, v, False):
                v = f(tree, c)
        elif not more(tree, c, v, True):
            v = f(tree, c)
    return v
"""

DUAL = """
from math import inf

def f(tree):
    OPEN = [((), "LIVE", -inf)]
    while True:
        n, s, h = min(OPEN, key=lambda state: (state[2], state[0]))
        if (n, s) == ((), "SOLVED"):
            return h
        OPEN.remove((n, s, h))
        if s == "LIVE":
            if tree.is_leaf(n):
                OPEN.append((n, "SOLVED", max(h, tree.value(n))))
            elif tree.is_max(n):
                OPEN.append((tree.children(n)[0], "LIVE", h))
            else:
                OPEN += [(c, "LIVE", h) for c in tree.children(n)]
        elif tree.is_max(n):
            OPEN = [state for state in OPEN if state[0][: len(n) - 1] != n[:-1]]
            OPEN.append((n[:-1], "SOLVED", h))
        elif n[-1] < len(tree.children(n[:-1])):
            OPEN.append(((*n[:-1], n[-1] + 1), "LIVE", h))
        else:
            OPEN.append((n[:-1], "SOLVED", h))
"""

STACK = """
from math import inf

def f(tree):
    frames = [[(), -inf, inf, -inf if tree.is_max(()) else inf, 0]]
    returned = None
    while frames:
        frame = frames[-1]
        n, alpha, beta, v, i = frame
        if tree.is_leaf(n):
            returned = tree.value(n)
            frames.pop()
            continue
        if returned is not None:
            if tree.is_max(n):
                v = max(v, returned)
                alpha = max(alpha, v)
            else:
                v = min(v, returned)
                beta = min(beta, v)
            frame[1:4] = alpha, beta, v
            returned = None
        children = tree.children(n)
        if i == len(children) or alpha >= beta:
            returned = v
            frames.pop()
        else:
            frame[4] += 1
            c = children[i]
            frames.append([c, alpha, beta, -inf if tree.is_max(c) else inf, 0])
    return returned
"""

FAIL_HARD = """
from math import inf

def f(tree, n, alpha, beta):
    if tree.is_leaf(n):
        return tree.value(n)
    for c in tree.children(n):
        w = f(tree, c, alpha, beta)
        if tree.is_max(n):
            alpha = max(alpha, w)
        else:
            beta = min(beta, w)
        if alpha >= beta:
            break
    return alpha if tree.is_max(n) else beta
"""

GENERATORS = """
from math import inf

def values(tree, n, alpha, beta):
    for c in tree.children(n):
        w = f(tree, c, alpha, beta)
        yield w
        if tree.is_max(n):
            alpha = max(alpha, w)
        else:
            beta = min(beta, w)
        if alpha >= beta:
            return

def f(tree, n, alpha, beta):
    if tree.is_leaf(n):
        return tree.value(n)
    return (max if tree.is_max(n) else min)(values(tree, n, alpha, beta))
"""

HELPERS = """
from math import inf

def f(tree, n, alpha, beta):
    if tree.is_leaf(n):
        return tree.value(n)
    return high(tree, n, alpha, beta) if tree.is_max(n) else low(tree, n, alpha, beta)

def high(tree, n, alpha, beta):
    best = -inf
    for c in tree.children(n):
        best = max(best, f(tree, c, max(alpha, best), beta))
        if best >= beta:
            return best
    return best

def low(tree, n, alpha, beta):
    best = inf
    for c in tree.children(n):
        best = min(best, f(tree, c, alpha, min(beta, best)))
        if best <= alpha:
            return best
    return best
"""

CLASS = """
from math import inf

class Search:
    def __init__(self):
        self.calls = 0

    def __call__(self, tree, n, alpha, beta):
        self.calls += 1
        return self.search(tree, n, alpha, beta)

    def search(self, tree, n, alpha, beta):
        if tree.is_leaf(n):
            return tree.value(n)
        v = -inf if tree.is_max(n) else inf
        for c in tree.children(n):
            w = self.search(tree, c, alpha, beta)
            if tree.is_max(n):
                v, alpha = max(v, w), max(alpha, w)
            else:
                v, beta = min(v, w), min(beta, w)
            if alpha >= beta:
                break
        return v

"""

MAX_V, MIN_V = "v = max(v, f(tree, c, alpha, beta))", "v = min(v, f(tree, c, alpha, beta))"
RAISE, LOWER = "            alpha = max(alpha, v)\n", "            beta = min(beta, v)\n"
LEAF = "return tree.value(n)"
CROSSED = "if alpha >= beta:"
AT_THE_END = "all(map(tree.is_leaf, tree.children(n)))"
REPLACED = "replaces α and β instead of tightening them"
START = "v = -inf if tree.is_max(n) else inf"
DEF = "def f(tree, n, alpha, beta):"


def large(number: str) -> str:
    return edited(ALPHABETA, ("from math import inf", f"inf = {number}"))


RIGHT = (
    Program("textbook", ALPHABETA),
    Program("short", SHORT),
    Program("defaults", edited(SHORT, (DEF, "def f(tree, n=(), alpha=-inf, beta=inf):"))),
    Program("two parameters", edited(SHORT, (DEF, "def f(tree, n, alpha=-inf, beta=inf):"))),
    Program("one more parameter", edited(SHORT, (DEF, "def f(tree, n, alpha, beta, depth=0):"))),
    Program(
        "keywords",
        edited(
            SHORT,
            (DEF, "def f(tree, n, *, alpha=-inf, beta=inf):"),
            ("f(tree, c, alpha, beta)", "f(tree, c, alpha=alpha, beta=beta)"),
        ),
    ),
    Program("other names", edited(SHORT, ("alpha", "a"), ("beta", "b"), ("tree", "T"))),
    Program("star args", edited(SHORT, (DEF, "def f(*args):\n    tree, n, alpha, beta = args"))),
    Program(
        "star window",
        edited(SHORT, (DEF, "def f(tree, n, *window):\n    alpha, beta = window or (-inf, inf)")),
    ),
    Program(
        "star node",
        edited(SHORT, (DEF, "def f(tree, *rest):\n    n, alpha, beta = rest or ((), -inf, inf)")),
    ),
    Program("star args of two", NEGAMAX_WINDOW + "\ng = f\ndef f(*args):\n    return g(*args)\n"),
    Program("star args of one", STACK + "\ng = f\ndef f(*args):\n    return g(*args)\n"),
    Program("keyword dict", edited(SHORT, (DEF, "def f(tree, n, alpha, beta, **kwargs):"))),
    Program("negamax inside", NEGAMAX_WINDOW),
    Program("explicit stack", STACK),
    Program("fail-hard", FAIL_HARD),
    Program("generators", GENERATORS),
    Program("helpers", HELPERS),
    Program("callable object", CLASS + "f = Search()\n"),
    Program("bound method", CLASS + "f = Search().search\n"),
    Program(
        "lambda", SHORT + "\ng = f\nf = lambda tree, n, alpha, beta: g(tree, n, alpha, beta)\n"
    ),
    Program(
        "recursive lambda",
        """
from math import inf
f = lambda t, n: t.value(n) if t.is_leaf(n) else (max if t.is_max(n) else min)(
    f(t, c) for c in t.children(n))
""",
        "minimax",
    ),
    Program(
        "partial",
        edited(SHORT, ("f(tree", "search(tree"))
        + """
from functools import partial
f = partial(search, alpha=-inf, beta=inf)
""",
    ),
    Program(
        "lru_cache",
        edited(SHORT, (DEF, f"from functools import lru_cache\n@lru_cache(maxsize=None)\n{DEF}")),
    ),
    Program("cache", edited(SHORT, (DEF, f"import functools\n@functools.cache\n{DEF}"))),
    Program(
        "decorator with wraps",
        edited(
            SHORT,
            (
                DEF,
                f"""from functools import wraps
def counted(g):
    @wraps(g)
    def wrapper(*args, **kwargs):
        wrapper.calls += 1
        return g(*args, **kwargs)
    wrapper.calls = 0
    return wrapper

@counted
{DEF}""",
            ),
        ),
    ),
    Program(
        "decorator without wraps",
        edited(
            SHORT,
            (
                DEF,
                f"""def traced(g):
    def wrapper(*args):
        return g(*args)
    return wrapper

@traced
{DEF}""",
            ),
        ),
    ),
    Program(
        "value read twice",
        edited(
            SHORT,
            (
                "        return tree.value(n)\n",
                "        if tree.value(n) < 0:\n            tree.is_max(n[:-1])\n"
                "            return tree.value(n)\n        return tree.value(n)\n",
            ),
        ),
    ),
    Program(
        "asks a lot",
        edited(
            SHORT,
            (
                "    v = -inf",
                "    tree.is_leaf(n), tree.children(n), tree.children(())\n    v = -inf",
            ),
        ),
    ),
    Program(
        "test before each child",
        edited(
            SHORT,
            ("        if alpha >= beta:\n            break\n", ""),
            ("        w = f(", "        if alpha >= beta:\n            break\n        w = f("),
        ),
    ),
    Program(
        "test at the top of the child",
        """
from math import inf

def f(tree, n, alpha, beta):
    if tree.is_leaf(n):
        return tree.value(n)
    best = None
    for c in tree.children(n):
        if best is not None and (best >= beta if tree.is_max(n) else best <= alpha):
            return best
        w = f(tree, c, *((max(alpha, best), beta) if best is not None and tree.is_max(n) else
                         (alpha, min(beta, best)) if best is not None else (alpha, beta)))
        better = best is None or (w > best if tree.is_max(n) else w < best)
        best = w if better else best
    return best
""",
    ),
    Program(
        "fractions",
        edited(
            SHORT,
            ("from math import inf", "from math import inf\nfrom fractions import Fraction"),
            (LEAF, "return Fraction(tree.value(n))"),
        ),
    ),
    Program(
        "decimals",
        edited(
            SHORT,
            ("from math import inf", "from math import inf\nfrom decimal import Decimal"),
            (LEAF, "return Decimal(tree.value(n))"),
        ),
    ),
    Program("floats", edited(SHORT, (LEAF, "return float(tree.value(n))"))),
    Program("float('inf')", edited(SHORT, ("from math import inf", 'inf = float("inf")'))),
    Program(
        "infinity where the import is",
        edited(
            SHORT,
            (
                "from math import inf",
                'try:\n    from math import inf\nexcept ImportError:\n    inf = float("inf")',
            ),
        ),
    ),
    Program(
        "NumPy scalars",
        edited(
            SHORT,
            ("from math import inf", "import numpy as np\ninf = np.inf"),
            (LEAF, "return np.float64(tree.value(n))"),
        ),
    ),
    Program(
        "NumPy functions",
        edited(
            SHORT,
            ("from math import inf", "import numpy as np\ninf = np.inf"),
            ("max(v, w)", "np.maximum(v, w)"),
            ("min(v, w)", "np.minimum(v, w)"),
        ),
    ),
    Program(
        "NumPy arrays",
        edited(
            MINIMAX,
            ("from math import inf", "import numpy as np"),
            ("max(values)", "np.array(values).max()"),
            ("min(values)", "np.array(values).min()"),
        ),
        "minimax",
    ),
    Program("prints", edited(SHORT, (DEF, f"{DEF}\n    print('at', n, alpha, beta)"))),
    Program("minimax", MINIMAX, "minimax"),
    Program("minimax with a loop", LOOP, "minimax"),
    Program(
        "minimax with map",
        """
def f(tree, n):
    if tree.is_leaf(n):
        return tree.value(n)
    return (max if tree.is_max(n) else min)(map(lambda c: f(tree, c), tree.children(n)))
""",
        "minimax",
    ),
    Program(
        "minimax with sorted",
        edited(
            MINIMAX, ("max(values)", "sorted(values)[-1]"), ("min(values)", "sorted(values)[0]")
        ),
        "minimax",
    ),
    Program(
        "minimax in two functions",
        """
def f(tree, n=()):
    def best(n):
        return max(map(worst, tree.children(n))) if tree.children(n) else tree.value(n)
    def worst(n):
        return min(map(best, tree.children(n))) if tree.children(n) else tree.value(n)
    return best(n) if tree.is_max(n) else worst(n)
""",
        "minimax",
    ),
    Program(
        "memory of one tree",
        """
def f(tree):
    known = {}
    def value(n):
        if n not in known:
            known[n] = tree.value(n) if tree.is_leaf(n) else (max if tree.is_max(n) else min)(
                [value(c) for c in tree.children(n)])
        return known[n]
    return value(())
""",
        "minimax",
    ),
    Program("negamax", NEGAMAX, "negamax"),
    Program(
        "negamax with a loop",
        """
from math import inf

def f(tree, n):
    sign = 1 if tree.is_max(n) else -1
    if tree.is_leaf(n):
        return sign * tree.value(n)
    v = -inf
    for c in tree.children(n):
        v = max(v, -f(tree, c))
    return v
""",
        "negamax",
    ),
    Program("scout", SCOUT, "scout"),
    Program("dual", DUAL, "dual_star"),
)

NEVER = "never cuts"
INFINITY = "infinity is too small"
FIRST_ONE = "looks at the first child only"
STATE = "keeps values between calls"
SIDE = "returns the value to the side to move"
SWAPPED = "MAX and MIN swapped"

ZERO = "treats 0 as no bound yet"
CALL = "f(tree, c, alpha, beta)"
COUNTED = ("for c in tree.children(n)", "for i, c in enumerate(tree.children(n))")

WRONG = (
    # Cutoffs
    Program(
        "0 for inner nodes after the third child",
        edited(SHORT, COUNTED, (CALL, f"{CALL} if i < 3 or tree.is_leaf(c) else 0")),
    ),
    Program(
        "cuts after the first two children only",
        edited(SHORT, COUNTED, (CROSSED, "if alpha >= beta and i < 2:")),
    ),
    Program(
        "does not cut after the fifth child of MIN",
        edited(SHORT, COUNTED, (CROSSED, "if alpha >= beta and (tree.is_max(n) or i != 4):")),
    ),
    Program(
        "window for the first three children only",
        edited(SHORT, COUNTED, (CALL, f"{CALL} if i < 3 else f(tree, c, -inf, inf)")),
    ),
    Program(
        "β for the first five children only",
        edited(SHORT, COUNTED, (CALL, "f(tree, c, alpha, beta if i < 5 else inf)")),
    ),
    Program(
        "alpha or v",
        edited(SHORT, ("max(alpha, v)", "max(alpha or v, v)")),
        mistake=f"{ZERO} (at MAX nodes)",
    ),
    Program(
        "beta or v",
        edited(SHORT, ("min(beta, v)", "min(beta or v, v)")),
        mistake=f"{ZERO} (at MIN nodes)",
    ),
    Program(
        "alpha or v, beta or v",
        edited(SHORT, ("(alpha, v)", "(alpha or v, v)"), ("(beta, v)", "(beta or v, v)")),
        mistake=ZERO,
    ),
    Program(
        "alpha or -inf",
        edited(SHORT, (START, f"alpha = alpha or -inf\n    {START}")),
        mistake=ZERO,
    ),
    Program(
        "beta or inf",
        edited(SHORT, (START, f"beta = beta or inf\n    {START}")),
        mistake=ZERO,
    ),
    Program("plain minimax", MINIMAX, mistake=NEVER),
    Program("minimax with a loop", LOOP, mistake=NEVER),
    Program("bounds never updated", edited(ALPHABETA, (RAISE, ""), (LOWER, "")), mistake=NEVER),
    Program(
        "infinite window for the children",
        edited(SHORT, ("f(tree, c, alpha, beta)", "f(tree, c, -inf, inf)")),
        mistake=NEVER,
    ),
    Program(
        "values of all children first",
        """
from math import inf

def f(tree, n, alpha, beta):
    if tree.is_leaf(n):
        return tree.value(n)
    v = -inf if tree.is_max(n) else inf
    for w in [f(tree, c, alpha, beta) for c in tree.children(n)]:
        v = max(v, w) if tree.is_max(n) else min(v, w)
        if v >= beta if tree.is_max(n) else v <= alpha:
            break
    return v
""",
        mistake=NEVER,
    ),
    Program(
        "only the parent's bound",
        edited(
            ALPHABETA,
            (MAX_V, "v = max(v, f(tree, c, v, inf))"),
            (MIN_V, "v = min(v, f(tree, c, -inf, v))"),
        ),
        mistake="never cuts deep",
    ),
    Program(
        "alpha = v",
        edited(
            ALPHABETA,
            (RAISE, "            alpha = v\n"),
            (LOWER, "            beta = v\n"),
            ("v >= beta", "alpha >= beta"),
            ("v <= alpha", "alpha >= beta"),
        ),
        mistake=REPLACED,
    ),
    Program(
        "alpha = v at MAX nodes",
        edited(SHORT, ("alpha = max(alpha, v)", "alpha = v")),
        mistake=f"{REPLACED} (at MAX nodes)",
    ),
    Program(
        "beta = v at MIN nodes",
        edited(SHORT, ("beta = min(beta, v)", "beta = v")),
        mistake=f"{REPLACED} (at MIN nodes)",
    ),
    Program(
        "strict at MAX nodes",
        edited(ALPHABETA, ("v >= beta", "v > beta")),
        mistake="strict cuts, only where the bound is passed (>) (at MAX nodes)",
    ),
    Program(
        "alpha before v",
        edited(
            SHORT,
            (
                "            v = max(v, w)\n            alpha = max(alpha, v)\n",
                "            alpha = max(alpha, v)\n            v = max(v, w)\n",
            ),
        ),
        mistake="updates α and β before v (at MAX nodes)",
    ),
    Program(
        "v = -inf everywhere",
        edited(SHORT, (START, "v = -inf")),
        mistake="starts from the wrong infinity (at MIN nodes)",
    ),
    Program(
        "no negative numbers at MAX nodes",
        edited(ALPHABETA, ("v = -inf", "v = 0")),
        mistake="starts from 0 (at MAX nodes)",
    ),
    Program("alpha not updated", edited(ALPHABETA, (RAISE, "")), mistake="never cuts at MIN nodes"),
    Program("beta not updated", edited(ALPHABETA, (LOWER, "")), mistake="never cuts at MAX nodes"),
    Program(
        "alpha not passed",
        edited(ALPHABETA, ("f(tree, c, alpha, beta)", "f(tree, c, -inf, beta)")),
        mistake="never cuts at MIN nodes",
    ),
    Program(
        "no cutoff at MIN nodes",
        edited(ALPHABETA, ("            if v <= alpha:\n                break\n", "")),
        mistake="never cuts at MIN nodes",
    ),
    Program(
        "no cutoff at MAX nodes",
        edited(ALPHABETA, ("            if v >= beta:\n                break\n", "")),
        mistake="never cuts at MAX nodes",
    ),
    Program(
        "compares with the wrong bound",
        edited(
            ALPHABETA,
            ("v >= beta", "v <= alpha !"),
            ("if v <= alpha:", "if v >= beta:"),
            ("v <= alpha !", "v <= alpha"),
        ),
        mistake=FIRST_ONE,
    ),
    Program(
        "both bounds",
        edited(
            ALPHABETA,
            (RAISE, ""),
            (LOWER, ""),
            (MAX_V, "v = max(v, f(tree, c, max(alpha, v), beta))"),
            (MIN_V, "v = min(v, f(tree, c, alpha, min(beta, v)))"),
            ("if v >= beta:", "if v >= beta or v <= alpha:"),
            ("if v <= alpha:", "if v >= beta or v <= alpha:"),
        ),
        mistake="compares with both bounds",
    ),
    Program(
        "equality only",
        edited(ALPHABETA, ("v >= beta", "v == beta"), ("v <= alpha", "v == alpha")),
        mistake="cuts on equality only",
    ),
    Program(
        "strict",
        edited(ALPHABETA, ("v >= beta", "v > beta"), ("v <= alpha", "v < alpha")),
        mistake="strict cuts, only where the bound is passed (>)",
    ),
    Program(
        "strict, short",
        edited(SHORT, ("alpha >= beta", "alpha > beta")),
        mistake="strict cuts, only where the bound is passed (>)",
    ),
    Program(
        "right to left",
        edited(SHORT, ("tree.children(n)", "reversed(tree.children(n))")),
        mistake="right to left",
    ),
    Program(
        "strict, right to left",
        edited(
            SHORT, ("tree.children(n)", "tree.children(n)[::-1]"), ("alpha >= beta", "alpha > beta")
        ),
        mistake="strict cuts, only where the bound is passed (>), right to left",
    ),
    Program(
        "one child too late",
        edited(
            SHORT,
            ("        if alpha >= beta:\n            break\n", ""),
            (
                "        if tree.is_max(n):\n",
                "        late = alpha >= beta\n        if tree.is_max(n):\n",
            ),
            ("beta = min(beta, v)\n", "beta = min(beta, v)\n        if late:\n            break\n"),
        ),
        mistake="compares before updating",
    ),
    Program(
        "global bounds",
        """
from math import inf

def f(tree):
    alpha, beta = -inf, inf
    def search(n):
        nonlocal alpha, beta
        if tree.is_leaf(n):
            return tree.value(n)
        v = -inf if tree.is_max(n) else inf
        for c in tree.children(n):
            w = search(c)
            if tree.is_max(n):
                if w > v:
                    v = w
                    alpha = max(alpha, v)
                if v >= beta:
                    break
            else:
                if w < v:
                    v = w
                    beta = min(beta, v)
                if v <= alpha:
                    break
        return v
    return search(())
""",
        mistake="keeps bounds when going back up",
    ),
    Program(
        "everything ends",
        """
from math import inf

def f(tree):
    done = False
    def search(n, alpha, beta):
        nonlocal done
        if tree.is_leaf(n):
            return tree.value(n)
        v = -inf if tree.is_max(n) else inf
        for c in tree.children(n):
            w = search(c, alpha, beta)
            if tree.is_max(n):
                v = max(v, w)
                alpha = max(alpha, v)
            else:
                v = min(v, w)
                beta = min(beta, v)
            if alpha >= beta:
                done = True
            if done:
                break
        return v
    return search((), -inf, inf)
""",
        mistake="ends the whole search at a cutoff",
    ),
    Program(
        "swapped in the call",
        edited(
            SHORT,
            ("f(tree, c, alpha, beta)", "f(tree, c, beta, alpha)"),
            (
                "        if alpha >= beta:\n",
                "        if v >= beta if tree.is_max(n) else v <= alpha:\n",
            ),
        ),
        mistake="swaps α and β in the call",
    ),
    Program(
        "the wrong bound updated",
        edited(
            SHORT,
            ("alpha = max(alpha, v)", "beta = min(beta, v) !"),
            ("beta = min(beta, v)\n", "alpha = max(alpha, v)\n"),
            (" !", ""),
        ),
        mistake="updates the wrong bound",
    ),
    *(
        Program(
            f"no cutoffs below ply {ply}",
            edited(SHORT, (CROSSED, f"if alpha >= beta and len(n) <= {ply}:")),
            mistake=f"never cuts below ply {ply}",
        )
        for ply in (1, 2, 3, 4, 5)
    ),
    Program(
        "deep cutoffs to ply 4 only",
        edited(
            ALPHABETA,
            (MAX_V, "v = max(v, f(tree, c, *((alpha, beta) if len(n) < 4 else (v, inf))))"),
            (MIN_V, "v = min(v, f(tree, c, *((alpha, beta) if len(n) < 4 else (-inf, v))))"),
        ),
    ),
    Program(
        "only leaves cut off",
        edited(SHORT, (CROSSED, f"if alpha >= beta and {AT_THE_END}:")),
        mistake="cuts only just above the leaves",
    ),
    Program(
        "only subtrees cut off",
        edited(SHORT, (CROSSED, f"if alpha >= beta and not {AT_THE_END}:")),
        mistake="never cuts just above the leaves",
    ),
    Program("cuts too much", edited(SHORT, ("alpha >= beta", "alpha >= beta - 1"))),
    Program(
        "cuts at random",
        edited(
            SHORT,
            ("from math import inf", "import random\nfrom math import inf"),
            (CROSSED, "if alpha >= beta and random.random() < 0.5:"),
        ),
    ),
    Program(
        "sorts the children",
        edited(
            SHORT, ("tree.children(n):", "sorted(tree.children(n), key=lambda c: tree.is_leaf(c)):")
        ),
    ),
    Program(
        "evaluates the leaves first",
        edited(
            SHORT,
            (
                "    for c in",
                "    for c in tree.children(n):\n        if tree.is_leaf(c):\n"
                "            tree.value(c)\n    for c in",
            ),
        ),
    ),
    Program("scout instead", SCOUT, mistake="searches like Scout"),
    # What is returned
    Program(
        "the last child",
        edited(SHORT, ("    return v\n", "    return w\n")),
        mistake="returns the last child's value",
    ),
    Program(
        "beta at MAX nodes",
        edited(SHORT, ("    return v\n", "    return beta if tree.is_max(n) else alpha\n")),
        mistake="returns the wrong bound",
    ),
    Program(
        "alpha everywhere",
        edited(SHORT, ("    return v\n", "    return alpha\n")),
        mistake="returns α everywhere",
    ),
    Program(
        "beta everywhere",
        edited(SHORT, ("    return v\n", "    return beta\n")),
        mistake="returns β everywhere",
    ),
    Program(
        "to the side to move",
        edited(NEGAMAX_WINDOW, ("return v if tree.is_max(n) else -v", "return v")),
        mistake=SIDE,
    ),
    Program(
        "the window not turned",
        edited(NEGAMAX_WINDOW, ("-beta, -alpha", "-alpha, -beta")),
        mistake="swaps α and β in the call",
    ),
    Program(
        "the child not negated",
        edited(NEGAMAX_WINDOW, ("-value(tree, c", "value(tree, c")),
        mistake="does not negate the child's value",
    ),
    Program(
        "leaves not negated",
        edited(NEGAMAX_WINDOW, (" if tree.is_max(n) else -tree.value(n)", "")),
        mistake="does not negate leaves at MIN nodes",
    ),
    Program("a constant", "def f(tree, n, alpha, beta):\n    return 0\n"),
    Program(
        "the first leaf",
        """
def f(tree, n):
    while not tree.is_leaf(n):
        n = tree.children(n)[0]
    return tree.value(n)
""",
    ),
    Program("nothing", edited(SHORT, ("    return v\n", ""))),
    Program("text", edited(SHORT, ("    return v\n", "    return str(v) if n == () else v\n"))),
    Program(
        "a comparison", edited(SHORT, ("    return v\n", "    return v > 0 if n == () else v\n"))
    ),
    Program(
        "raises on single nodes",
        edited(
            MINIMAX,
            (
                "    if tree.is_leaf(n):\n",
                "    if n == ():\n        tree.children(n)[0]\n    if tree.is_leaf(n):\n",
            ),
        ),
        "minimax",
    ),
    # Values
    Program("infinity 100", large("100"), mistake=INFINITY),
    Program("infinity 1e6", large("1e6"), mistake=INFINITY),
    Program("infinity 10**9", large("10**9"), mistake=INFINITY),
    Program("infinity sys.maxsize", large("2**63 - 1"), mistake=INFINITY),
    Program(
        "infinity 10**18",
        edited(SHORT, (START, "v = -10**18 if tree.is_max(n) else 10**18")),
        mistake=INFINITY,
    ),
    Program(
        "window of 9999",
        edited(SHORT, (DEF, "def f(tree, n, alpha=-9999, beta=9999):")),
        mistake=INFINITY,
    ),
    Program("starts from 0", edited(SHORT, (START, "v = 0")), mistake="starts from 0"),
    Program(
        "int of leaves",
        edited(SHORT, (LEAF, "return int(tree.value(n))")),
        mistake="rounds the leaves",
    ),
    Program(
        "round of leaves",
        edited(SHORT, (LEAF, "return round(tree.value(n))")),
        mistake="rounds the leaves",
    ),
    Program(
        "abs of leaves",
        edited(SHORT, (LEAF, "return abs(tree.value(n))")),
        mistake="ignores the sign of the leaves",
    ),
    Program(
        "equal if close",
        edited(
            SHORT,
            ("v = max(v, w)", "v = w if w > v + 1e-3 or v == -inf else v"),
            ("v = min(v, w)", "v = w if w < v - 1e-3 or v == inf else v"),
        ),
    ),
    Program(
        "NumPy float32",
        edited(
            SHORT,
            ("from math import inf", "import numpy as np\ninf = np.inf"),
            (LEAF, "return np.float32(tree.value(n))"),
        ),
    ),
    Program(
        "minimax, int of leaves",
        edited(MINIMAX, (LEAF, "return int(tree.value(n))")),
        "minimax",
        "rounds the leaves",
    ),
    # Children
    *(
        Program(
            f"the first {k} children",
            edited(SHORT, ("tree.children(n):", f"tree.children(n)[:{k}]:")),
            mistake=f"looks at the first {word} children only",
        )
        for k, word in ((2, "two"), (3, "three"), (4, "four"), (5, "five"))
    ),
    Program(
        "the first child",
        edited(SHORT, ("tree.children(n):", "tree.children(n)[:1]:")),
        mistake=FIRST_ONE,
    ),
    Program(
        "without the last child",
        edited(SHORT, ("tree.children(n):", "tree.children(n)[:-1]:")),
        mistake="leaves out the last child",
    ),
    Program(
        "without the first child",
        edited(SHORT, ("tree.children(n):", "tree.children(n)[1:]:")),
        mistake="leaves out the first child",
    ),
    Program(
        "each child twice",
        edited(SHORT, ("        w = f(", "        f(tree, c, alpha, beta)\n        w = f(")),
        mistake="searches each child twice",
    ),
    # Sides
    Program(
        "sides swapped", edited(SHORT, ("tree.is_max(n)", "not tree.is_max(n)")), mistake=SWAPPED
    ),
    Program(
        "root is MAX",
        edited(SHORT, ("tree.is_max(n)", "len(n) % 2 == 0")),
        mistake="takes the root for a MAX node",
    ),
    Program(
        "MAX everywhere",
        edited(MINIMAX, ("tree.is_max(n)", "True")),
        "minimax",
        "MAX moves everywhere",
    ),
    Program(
        "MIN everywhere",
        edited(MINIMAX, ("tree.is_max(n)", "False")),
        "minimax",
        "MIN moves everywhere",
    ),
    Program(
        "minimax, sides swapped",
        edited(MINIMAX, ("tree.is_max(n)", "not tree.is_max(n)")),
        "minimax",
        SWAPPED,
    ),
    Program(
        "minimax, root is MAX",
        edited(MINIMAX, ("tree.is_max(n)", "len(n) % 2 == 0")),
        "minimax",
        "takes the root for a MAX node",
    ),
    # State
    Program(
        "memory across trees",
        edited(
            SHORT,
            (DEF, f"known = {{}}\n{DEF}"),
            (
                "        return tree.value(n)\n",
                "        known[n] = known[n] if n in known else tree.value(n)\n"
                "        return known[n]\n",
            ),
        ),
        mistake=STATE,
    ),
    Program(
        "memory in a default argument",
        """
def f(tree, n, memo={}):
    if n not in memo:
        memo[n] = tree.value(n) if tree.is_leaf(n) else (max if tree.is_max(n) else min)(
            [f(tree, c) for c in tree.children(n)])
    return memo[n]
""",
        "minimax",
        STATE,
    ),
    Program(
        "table of answers",
        """
calls = 0
TABLE = [5, -2, 10, 0, 3, 3, 7, -1, 0, 12]

def f(tree, n):
    global calls
    calls += 1
    return TABLE[calls % len(TABLE)]
""",
        mistake=STATE,
    ),
    Program(
        "works only once",
        edited(
            SHORT,
            (
                DEF,
                f"calls = []\n{DEF}\n    calls.append(n)\n"
                "    if len(calls) > 400:\n        return 0",
            ),
        ),
    ),
    # Other searches
    Program("alpha-beta as minimax", SHORT, "minimax", "searches like Alpha-beta"),
    Program(
        "minimax, the average",
        edited(
            MINIMAX, ("max(values) if tree.is_max(n) else min(values)", "sum(values) / len(values)")
        ),
        "minimax",
        "takes the average",
    ),
    Program("minimax from 0", edited(LOOP, (START, "v = 0")), "minimax", "starts from 0"),
    Program(
        "minimax, infinity 1000",
        edited(LOOP, ("from math import inf", "inf = 1000")),
        "minimax",
        INFINITY,
    ),
    Program("minimax, to the side to move", NEGAMAX, "minimax", SIDE),
    Program("negamax, to MAX", MINIMAX, "negamax", "returns the value to MAX"),
    Program(
        "negamax without minus",
        edited(NEGAMAX, ("-f(tree, c)", "f(tree, c)")),
        "negamax",
        "does not negate the child's value",
    ),
    Program(
        "negamax, leaves as they are",
        edited(NEGAMAX, (" if tree.is_max(n) else -tree.value(n)", "")),
        "negamax",
        "does not negate leaves at MIN nodes",
    ),
    Program("scout without tests", MINIMAX, "scout", NEVER),
    Program("scout that is alpha-beta", SHORT, "scout", "searches like Alpha-beta"),
    Program(
        "scout that looks again at ties",
        edited(
            SCOUT,
            ("more(tree, c, v, False)", "more(tree, c, v, True)"),
            ("more(tree, c, v, True):\n            v", "more(tree, c, v, False):\n            v"),
        ),
        "scout",
        "looks again at a child that is only as good",
    ),
    Program(
        "scout that always looks again",
        edited(SCOUT, ("if more(tree, c, v, False):", "if more(tree, c, v, False) or True:")),
        "scout",
    ),
    Program(
        "dual that does not purge",
        edited(
            DUAL,
            (
                "OPEN = [state for state in OPEN if state[0][: len(n) - 1] != n[:-1]]\n",
                "pass\n",
            ),
        ),
        "dual_star",
    ),
    Program(
        "dual that is SSS*'s mirror",
        edited(DUAL, ("tree.is_max(n)", "not tree.is_max(n)")),
        "dual_star",
    ),
    Program("dual as minimax", MINIMAX, "dual_star", NEVER),
)
