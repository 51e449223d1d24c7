"""An account of a search that owes nothing to the core: only the tree and the events.

`Reckoning` goes through the events of a trace and works out, in its own way, everything that a
frame, a cutoff or a caption may claim. The tests compare the two.
"""

import re
from collections import Counter, defaultdict
from dataclasses import dataclass, field, replace
from decimal import Decimal
from fractions import Fraction
from functools import cache
from math import inf, nextafter

from trees.horizon import Horizon

BEST_FIRST = ("sss_star", "dual_star", "ps_star")
HYBRIDS = ("alphabeta_sss", "sss_alphabeta", "staged_sss")
WINDOWED = ("alphabeta", "alphabeta_table", "negascout", *HYBRIDS)
MTD = ("mtd", "mtd_f", "mtd_bi", "mtd_plus_infinity", "mtd_minus_infinity")
LIMITED = ("depth_limited", "iterative_deepening")
ONE_PASS = (
    *("minimax", "negamax", "solve", "alphabeta", "alphabeta_table", "mt", *BEST_FIRST),
    *HYBRIDS,
)


class Seen:
    """The tree that a search sees: down to its horizon, where nodes are worth an estimate."""

    def __init__(self, tree, depth=inf, estimate=None):
        self.tree, self.depth, self.estimate = tree, depth, estimate

    def children(self, n):
        return () if len(n) >= self.depth else self.tree.children(n)

    def is_max(self, n):
        return self.tree.is_max(n)

    def value(self, n):
        if self.tree.children(n) and self.estimate:
            return self.estimate(n)
        return self.tree.value(n)

    def nodes(self, n=()):
        yield n
        for c in self.children(n):
            yield from self.nodes(c)

    def leaves(self, n=()):
        return [m for m in self.nodes(n) if not self.children(m)]

    def minimax(self, n=(), values=None):
        """The value of a node, with other values at some leaves."""
        below = [self.minimax(c, values) for c in self.children(n)]
        if below:
            return max(below) if self.is_max(n) else min(below)
        return values[n] if values and n in values else self.value(n)


@dataclass
class Visit:
    """A visit in progress."""

    node: tuple
    alpha: float
    beta: float
    first_alpha: float
    first_beta: float
    relation: str | None = None
    value: float | None = None
    recalled: bool = False
    null: bool = False  # begun with a null window, which the visit above made up
    expected: tuple = (-inf, inf)  # the window that the textbook gives it
    earlier: float | None = None  # what it returned before, if that is an end of its window
    returned: dict = field(default_factory=dict)  # what its children returned last
    latest: tuple | None = None  # the child that returned last
    step: int = 0  # when it began
    popped: tuple | None = None  # the state that a best-first search above it has taken


def next_up(x):
    """The least number over x, as the null window needs it."""
    return nextafter(float(x), inf) if abs(x) < 2**53 else int(x) + 1


def is_below(n, m):
    return len(n) > len(m) and n[: len(m)] == m


class Reckoning:
    """What is so after a number of events."""

    def __init__(self, trace):
        self.trace = trace
        self.options = trace.options
        self.name = trace.algorithm.name
        self.inner = self.name
        if self.name in LIMITED:
            self.inner = (
                self.options["search"].__name__ if "search" in self.options else "alphabeta"
            )
        self.estimate = self.options.get("evaluate")
        self.i = 0
        self.event = None
        self.tree = Seen(trace.tree, estimate=self.estimate)
        self.counts = Counter()
        self.ever_seen = set()
        self.ever_visited = set()
        self.minimax = {n: self.tree.minimax(n) for n in self.tree.nodes()}
        self.purged = []  # the states that left OPEN in the last purge
        self._begin()

    def _begin(self):
        self.seen = {}
        self.shared = {}  # what nodes have from others with the same position
        self.bounds_of = {}
        self.visited = set()
        self.cut = set()  # leaves that were cut off and not seen since
        self.skipped = set()  # nodes that were skipped, and never visited
        self.stack = []
        self.open = []
        self.backup = {}
        self.table = {}
        self.solved = set()
        self.returned = None
        self.popped = self.phase_above = None
        self.pass_number = 0
        self.proven = (-inf, inf)  # what the driver knows of the root
        self.behind = set()  # of this, what leaves stood behind when the pass began

    def last_touched(self, n):
        """The last step, in this horizon, that comes to a node or below it."""
        last = self.i
        for j in range(self.i, len(self.trace)):
            event = self.trace.events[j]
            if event.kind == "horizon":
                break
            if event.kind in ("pop", "push", "insert", "evaluate") and (
                event.node == n or is_below(event.node, n)
            ):
                last = j + 1
        return last

    @property
    def one_pass(self):
        return self.inner in ONE_PASS and self.name != "iterative_deepening"

    @property
    def hard(self):
        """Whether a search returns nothing beyond its window."""
        return self.inner == "alphabeta" and not self.options.get("soft", True)

    @property
    def forgets(self):
        """Whether leaves may prove more than a visit knows: it was cut short, or is the second."""
        return self.hard or self.inner == "negascout"

    @property
    def window(self):
        """The values at the root that the search was asked to tell apart."""
        options = self.options
        if self.inner in WINDOWED:
            return options.get("alpha", -inf), options.get("beta", inf)
        return options.get("lower", -inf), options.get("upper", inf)

    def ends(self, side):
        """The ends of windows, on one side (1 is β), that no bound of an ancestor stands for."""
        again = [v for v in self.stack if v.earlier is not None]
        # Below a MAX node the second look begins at the earlier result, below a MIN node it ends.
        earlier = [v.earlier for v in again if self.tree.is_max(v.node[:-1]) != bool(side)]
        return [self.window[side], *earlier]

    @property
    def extremes(self):
        values = [self.tree.value(n) for n in self.tree.leaves()]
        return min(values), max(values)

    @property
    def promised(self):
        """The loss and the win that Solve was given, or found."""
        lowest, highest = self.extremes
        return self.options.get("loss", lowest), self.options.get("win", highest)

    @property
    def concern(self):
        """The values at the root that are told apart: by the window, or by win and loss."""
        return self.promised if self.inner == "solve" else self.window

    # Bounds

    def bounds(self, n):
        return self.bounds_of.get(n, (-inf, inf))

    def low(self, n):
        return self.bounds(n)[0]

    def high(self, n):
        return self.bounds(n)[1]

    def _see(self, n, value):
        self.seen[n] = value
        self.ever_seen.add(n)
        self.cut.discard(n)
        self.bounds_of[n] = value, value
        self._back_up(n)

    def _back_up(self, n):
        while n:
            n = n[:-1]
            best = max if self.tree.is_max(n) else min
            below = [self.bounds(c) for c in self.tree.children(n)]
            low, high = self.shared.get(n, (-inf, inf))
            self.bounds_of[n] = (
                max(low, best(low for low, _ in below)),
                min(high, best(high for _, high in below)),
            )

    def entry(self, n):
        """The node that stored what the table holds for a node."""
        if n in self.table:
            return n
        position = self.trace.tree.position
        (found,) = [m for m in self.table if position(m) == position(n)]
        return found

    @property
    def known_leaves(self):
        """The leaves evaluated, and those that the table knows from another path."""
        shared = {n: low for n, (low, _) in self.shared.items() if not self.tree.children(n)}
        return shared | self.seen

    def matters(self, x, scope=(), alpha=-inf, beta=inf):
        """Whether x can change what lies between alpha and beta at `scope`, an ancestor.

        The other unseen leaves may be worth anything: in the best case for x, those below MAX
        ancestors as little as is possible, those below MIN ancestors as much.
        """
        floor, ceiling = self._corridor(x, scope)
        return max(floor, alpha) < min(ceiling, beta)

    def answers(self, x, scope, relation, threshold):
        """Whether x can change the answer to a question about `scope`."""
        floor, ceiling = self._corridor(x, scope)
        if relation == ">":
            return floor <= threshold < ceiling
        return floor < threshold <= ceiling

    def _corridor(self, x, scope):
        floor, ceiling = self.bounds(x)
        for k in range(len(x), len(scope), -1):
            parent, child = x[: k - 1], x[:k]
            for c in self.tree.children(parent):
                if c != child and self.tree.is_max(parent):
                    floor = max(floor, self.low(c))
                elif c != child:
                    ceiling = min(ceiling, self.high(c))
        return floor, ceiling

    def can_matter(self, x):
        """Whether x can still change what the search is out for."""
        asked = [v for v in self.stack if v.relation]
        if asked:
            question = asked[0]
            return self.answers(x, question.node, question.relation, question.alpha)
        null = [v for v in self.stack if v.null]
        if null:
            return self.matters(x, null[0].node, null[0].first_alpha, null[0].first_beta)
        return self.matters(x, (), *self.concern)

    def states_in_turn(self, states):
        """Those in OPEN that compete: of a search within a visit, its own."""
        n = self.stack[-1].node if self.stack else ()
        return [state for state in states if state[0][: len(n)] == n]

    def fresh_below(self, nodes):
        """The leaves below some nodes that were neither seen nor cut off."""
        below = {m for n in nodes for m in self.tree.leaves(n)}
        return {m for m in below if m not in self.seen and m not in self.cut}

    # Events

    def cut_off(self, cutoff):
        """Count a cutoff, after it was checked."""
        self.counts["cutoffs"] += 1
        if cutoff.deep is not None:
            self.counts["deep" if cutoff.deep else "shallow"] += 1
        self.cut |= self.fresh_below(cutoff.skipped)
        self.skipped |= set(cutoff.skipped) - self.visited

    @property
    def struck(self):
        """The nodes whose edges a picture strikes through."""
        return {n for n in self.skipped if not any(n[:k] in self.skipped for k in range(len(n)))}

    def take(self, event):
        self.i += 1
        self.event_before, self.event = self.event, event
        self.before = replace(self.stack[-1]) if self.stack else None
        self.open_before = list(self.open)
        self.backup_before = dict(self.backup)
        self.been_there = event.node in self.visited
        self.question = self.before if self.before and self.before.relation else None
        getattr(self, "_" + event.kind.replace("-", "_"))(event)
        self.counts["storage"] = max(self.counts["storage"], self._storage())
        for name, size in (
            ("peak_open", len(self.open)),
            ("peak_backup", len(self.backup)),
            ("peak_stack", len(self.stack)),
        ):
            self.counts[name] = max(self.counts[name], size)

    def _storage(self):
        path = sum(bool(self.tree.children(v.node)) for v in self.stack)
        return len(self.open) + len(self.backup) + len(self.table) + path

    def _visit(self, n):
        self.counts["visits"] += 1
        self.visited.add(n)
        self.skipped.discard(n)
        self.ever_visited.add(n)

    def _enter(self, event):
        n, alpha, beta = event.node, event.alpha, event.beta
        visit = Visit(n, alpha, beta, alpha, beta)
        if self.inner == "negascout" and self.stack:
            above = self.stack[-1]
            visit.null = above.null or (n not in above.returned and bool(above.returned))
            visit.earlier = above.returned.get(n)
        visit.expected = self._expected_window(n)
        visit.step = self.i
        visit.popped = self.popped
        self.stack.append(visit)
        self._visit(n)

    def _expected_window(self, n):
        """The window that the textbook gives this visit."""
        if self.inner not in WINDOWED:
            return -inf, inf
        if not self.stack:
            return self.window if not n else (-inf, self.popped[2])
        above = self.stack[-1]
        alpha, beta = above.alpha, above.beta
        if self.inner != "negascout" or not above.returned:
            return alpha, beta
        is_max = self.tree.is_max(above.node)
        if n in above.returned:  # searched again, from what the null window found
            t = above.returned[n]
            return (t, beta) if is_max else (alpha, t)
        return (alpha, next_up(alpha)) if is_max else (-next_up(-beta), beta)

    def _ask(self, event):
        t = event.threshold
        self.stack.append(Visit(event.node, t, t, t, t, event.relation, step=self.i))
        self._visit(event.node)

    def _end(self, n, value):
        assert self.stack, "a visit ends that never began"
        assert self.stack.pop().node == n, "the visit that ends is not the latest"
        self.returned = value
        if self.stack:
            self.stack[-1].returned[n] = value
            self.stack[-1].latest = n

    def _evaluated(self, n, value):
        self.counts["evaluations"] += 1
        self.visited.add(n)
        self.skipped.discard(n)
        self._see(n, value)
        if self.stack and (self.inner not in HYBRIDS or self.stack[-1].node == n):
            sign = -1 if self.inner == "negamax" and not self.tree.is_max(n) else 1
            self._end(n, sign * value)

    def _evaluate(self, event):
        self._evaluated(event.node, event.value)

    def _test(self, event):
        self.counts["tests"] += 1
        self._evaluated(event.node, event.value)

    def _update(self, event):
        top = self.stack[-1]
        assert top.node == event.node
        sign = -1 if self.inner == "negamax" else 1
        top.value = sign * self.returned
        if self.inner in WINDOWED:
            if self.tree.is_max(top.node):
                top.alpha = max(top.alpha, top.value)
            else:
                top.beta = min(top.beta, top.value)

    def _cut(self, event):
        pass

    def _leave(self, event):
        top = self.stack[-1]
        if top.recalled:
            low, high = self.table[self.entry(top.node)]
            yes = low > top.alpha if top.relation == ">" else low >= top.beta
            top.value = low if yes else high
        elif self.hard:
            start = top.first_alpha if self.tree.is_max(top.node) else top.first_beta
            v = start if top.value is None else top.value
            top.value = max(top.first_alpha, min(v, top.first_beta))
        elif self.inner in HYBRIDS:
            if top.value is None:  # SSS* returns a merit
                top.value = self.popped[2]
            self.popped = top.popped
        self._end(event.node, top.value)

    def _answer(self, event):
        self._end(event.node, event.yes)

    def _same(self, event):
        n, other = event.node, event.other
        assert n != other and other == self.entry(n)
        assert self.minimax[n] == self.minimax[other], "not the same position"
        (low, high), (least, most) = self.bounds(n), self.bounds(other)
        self.bounds_of[n] = self.shared[n] = max(low, least), min(high, most)
        self._back_up(n)

    def _evict(self, event):
        del self.table[event.other]

    def _lookup(self, event):
        self.stack[-1].recalled = event.hit
        self.counts["hits"] += event.hit

    def _store(self, event):
        self.table[event.node] = event.low, event.high

    def _pass_begins(self, event):
        self.counts["passes"] += 1
        self.pass_number += 1
        self.behind = set(self.proven) & set(self.bounds(())) - {-inf, inf}

    def _pass_ends(self, event):
        self.proven_before = self.proven
        self.proven = event.low, event.high

    def _horizon(self, event):
        self.counts["horizons"] += 1
        self._begin()
        self.tree = Seen(self.trace.tree, event.depth, self.estimate)
        self.minimax = {n: self.tree.minimax(n) for n in self.tree.nodes()}

    def _state(self, event):
        if event.status == "SOLVED":
            self.solved.add(event.node)
        return event.node, event.status, event.merit

    def _pop(self, event):
        assert self.open[0] == (event.node, event.status, event.merit)
        self.popped = self.open.pop(0)
        self.phase_above = self.backup.get(event.node[:-1])
        if event.status == "LIVE":
            self._visit(event.node)

    def _push(self, event):
        self.open.insert(0, self._state(event))

    def _insert(self, event):
        self.open.insert(event.place, self._state(event))

    def _purge(self, event):
        self.purged = [s for s in self.open if is_below(s[0], event.node)]
        self.open = [s for s in self.open if not is_below(s[0], event.node)]

    def _note(self, event):
        self.backup[event.node] = event.last, event.low, event.high

    def _drop(self, event):
        for n in list(self.backup):
            if n == event.node or is_below(n, event.node):
                del self.backup[n]


# Captions: every form of sentence, and what makes it true


def is_shown(text, x):
    """Whether `text` is how a person would write x, with four digits or more."""
    mark = text[-1] if text[-1] in "⁺⁻" else ""
    bare = text.rstrip("⁺⁻").replace("−", "-").replace("∞", "inf")
    if "inf" in bare or x in (inf, -inf):
        return not mark and float(bare) == x
    printed = Decimal(bare)
    neighbour = float(bare) if "e" in bare or "." in bare else int(bare)
    beside = "⁺" if x == next_up(neighbour) else "⁻" if -x == next_up(-neighbour) else ""
    if mark or beside:
        return mark == beside
    error = abs(Fraction(printed) - Fraction(x))
    if isinstance(x, int) and abs(x) < 10**15:
        return error == 0
    last_digit = Fraction(10) ** printed.as_tuple().exponent
    return error <= last_digit / 2 and error <= abs(Fraction(x)) / 2000


NUMBER = r"−?(?:\d+(?:\.\d+)?(?:e[+−-]?\d+)?|∞)[⁺⁻]?"
DEWEY = r"\d+(?:\.\d+)*"


class Told:
    """One caption, about to be checked sentence by sentence."""

    def __init__(self, reckoning, frame):
        self.r = reckoning
        self.frame = frame
        self.event = reckoning.event
        self.cutoff = frame.cutoff
        self.n = self.event.node
        self.groups = {}
        self.numbers = defaultdict(set)  # by how they are written

    def __getitem__(self, group):
        return self.groups[group]

    def number(self, group, x):
        assert self[group] is not None, f"{group} is missing: {x}"
        assert is_shown(self[group], x), f"{group} is {self[group]}, but it should be {x}"
        self.numbers[self[group]].add(x)

    def named(self, text):
        """The node that a text names."""
        names = {name: n for n, name in self.r.trace.tree.names.items()}
        if text in names:
            return names[text]
        if text.lower() in ("the root", "root"):
            return ()
        return tuple(int(k) for k in text.split()[-1].split("."))

    def node(self, group, n=None):
        found = self.named(self[group])
        n = self.n if n is None else n
        assert found == n, f"{group} is {self[group]}, but it should be {n}"

    def state(self, text):
        name, status, merit = text[1:-1].rsplit(", ", 2)
        return self.named(name), status, merit

    def is_state(self, text, n, status, merit):
        found = self.state(text)
        assert found[:2] == (n, status), f"{text} is not {n}, {status}"
        assert is_shown(found[2], merit), f"{text} has the merit {merit}"
        self.numbers[found[2]].add(merit)

    def nodes(self, text, nodes):
        """Whether a list of names is that of some nodes."""
        found = [self.named(t) for t in re.split(r", (?:… )?| and |… ", text) if t]
        nodes = list(nodes)
        if "…" in text:
            assert len(nodes) > len(found), text
            nodes = [*nodes[: len(found) - 1], nodes[-1]]
        assert found == nodes, f"{text!r} lists {found}, not {nodes}"

    # What may be said of the node

    @property
    def is_max(self):
        return self.r.tree.is_max(self.n)

    def at_least(self, n, x):
        assert self.r.low(n) >= x, f"{n} is not known to be worth at least {x}"

    def at_most(self, n, x):
        assert self.r.high(n) <= x, f"{n} is not known to be worth at most {x}"

    def exactly(self, n, x):
        assert self.r.bounds(n) == (x, x), f"{n} is not known to be worth exactly {x}"

    def at_depth(self):
        """A value that only holds for a horizon is told as such."""
        assert bool(self["depth"]) == (self.r.name in LIMITED)

    def player(self, group, n=None):
        is_max = self.r.tree.is_max(self.n if n is None else n)
        assert self[group] == ("MAX" if is_max else "MIN")


FORMS = []


def form(kinds, pattern):
    """Enter a form of sentence that events of these kinds may be told with.

    In the pattern «x» is a number, «n:node» a node, «s:state» a state, «k:count» a count,
    «p:player» MAX or MIN, «l:list» a list of names.
    """

    def enter(check):
        FORMS.append((kinds.split(), pattern, check))
        return check

    return enter


CUTS = "cut purge push insert drop"


VISITS = "The search visits «n:node»«a:again»"


@form("enter", f"{VISITS}, a leaf.")
def _(c):
    c.node("n")
    _again(c)
    assert not c.r.trace.tree.children(c.n)


@form("enter", f"{VISITS}, which counts as a leaf.")
def _(c):
    c.node("n")
    _again(c)
    assert len(c.n) == c.r.tree.depth and c.r.trace.tree.children(c.n)


@form("enter", f"{VISITS}, with «p:player» to move.")
def _(c):
    _inner_node(c)
    assert c.r.stack[-1].expected == (-inf, inf)


@form("enter", f"{VISITS}, with «p:player» to move: only values between «x» and «y» matter.")
def _(c):
    _inner_node(c)
    alpha, beta = c.r.stack[-1].expected
    assert alpha < beta and (inf in (-alpha, beta) or next_up(alpha) < beta), "a null window"
    c.number("x", alpha)
    c.number("y", beta)


@form(
    "enter",
    f"{VISITS}, with «p:player» to move and a null window: "
    "is it worth (?P<than>less|more) than «x»?",
)
def _(c):
    _inner_node(c)
    alpha, beta = c.r.stack[-1].expected
    assert beta == next_up(alpha)
    c.number("x", beta if c["than"] == "less" else alpha)


@form(
    "enter",
    f"{VISITS}, with «p:player» to move: α and β are both «x», with nothing between them, "
    "but a strict search goes on.",
)
def _(c):
    _inner_node(c)
    alpha, beta = c.r.stack[-1].expected
    assert alpha == beta and c.r.options["strict"]
    c.number("x", alpha)


def _inner_node(c):
    c.node("n")
    c.player("p")
    _again(c)
    assert c.r.tree.children(c.n)


def _again(c):
    taken = c.event.line == "stage" and len(c.r.stack) == 1  # it has just been taken from OPEN
    assert (c["a"] == " again") == (c.r.been_there and not taken)


@form("ask", "Is «n:node» worth (?P<how>at least|more than) «x»?")
def _(c):
    c.node("n")
    assert c["how"] == {"≥": "at least", ">": "more than"}[c.event.relation]
    c.number("x", c.event.threshold)


COUNTS = "«n:node» (?P<counts>is worth|counts as) «x»"


@form("evaluate", f"{COUNTS}.")
def _(c):
    _is_worth(c)
    assert c.r.inner != "negamax" or c.is_max


@form("evaluate", f"{COUNTS} to MAX, so «y» to MIN, the side to move.")
def _(c):
    _is_worth(c)
    assert c.r.inner == "negamax" and not c.is_max
    c.number("y", -c.r.tree.value(c.n))


def _is_worth(c):
    c.node("n")
    c.number("x", c.r.tree.value(c.n))
    static = bool(c.r.trace.tree.children(c.n))
    assert (c["counts"] == "counts as") == static, "is it an estimate?"


@form("evaluate", "The search returns «x», the end of its window.")
def _(c):
    """Only where a leaf is all there is."""
    value = c.r.trace.value
    c.number("x", value)
    assert c.r.i == len(c.r.trace) and c.n == () and not c.r.stack
    assert c.r.hard and value in c.r.window and value != c.event.value


COMPARED = {
    "at least": lambda x, y: x >= y,
    "more than": lambda x, y: x > y,
    "less than": lambda x, y: x < y,
    "no more than": lambda x, y: x <= y,
}
HOW = "(?P<how>at least|less than|more than|no more than)"


@form("test", f"{COUNTS}: {HOW} «y», so the answer is (?P<yes>yes|no).")
def _(c):
    _is_worth(c)
    value, asked = c.r.tree.value(c.n), c.r.question
    c.number("y", asked.alpha)
    assert COMPARED[c["how"]](value, asked.alpha)
    assert (c["yes"] == "yes") == (c["how"] in ("at least", "more than"))
    assert c["how"] in (
        ("more than", "no more than") if asked.relation == ">" else ("at least", "less than")
    )


@form(
    "update",
    "«n:node» now has «x», which is no (?P<than>less than β|more than α) = «y»: the window stays.",
)
def _(c):
    top = _best(c)
    assert c.r.inner in WINDOWED
    assert (top.alpha, top.beta) == (c.r.before.alpha, c.r.before.beta)
    if c["than"] == "less than β":
        c.number("y", top.beta)
        assert top.value >= top.beta and not c.is_max
    else:
        c.number("y", top.alpha)
        assert top.value <= top.alpha and c.is_max


@form(
    "update",
    "«n:node» now has «x»: MAX can get at least that here, so α rises to «y»"
    "(?: and (?P<met>crosses|meets) β = «z»)?.",
)
def _(c):
    top = _best(c)
    assert c.is_max and top.alpha > c.r.before.alpha
    c.at_least(c.n, top.value)
    c.number("y", top.alpha)
    assert c["met"] == _met(top.alpha, top.beta)
    if c["met"]:
        c.number("z", top.beta)


@form(
    "update",
    "«n:node» now has «x»: MIN can hold it to that here, so β falls to «y»"
    "(?: and (?P<met>crosses|meets) α = «z»)?.",
)
def _(c):
    top = _best(c)
    assert not c.is_max and top.beta < c.r.before.beta
    c.at_most(c.n, top.value)
    c.number("y", top.beta)
    assert c["met"] == _met(top.alpha, top.beta)
    if c["met"]:
        c.number("z", top.alpha)


def _met(alpha, beta):
    return None if alpha < beta else "meets" if alpha == beta else "crosses"


@form(
    "update",
    "«n:node» now has «x», the best for «p:player» there so far(?:; the question is about «y»)?.",
)
def _(c):
    top = _best(c)
    c.player("p")
    assert c.r.inner != "negamax" and c.r.inner not in WINDOWED
    assert (c["y"] is None) == (top.relation is None)
    if top.relation:
        c.number("y", top.first_alpha)


@form("update", "«n:node» now has «x», the best that «p:player» has found there so far.")
def _(c):
    _best(c)
    c.player("p")
    assert c.r.inner == "negamax"


def _best(c):
    """The best that the children have returned is what the node now has."""
    c.node("n")
    top = c.r.stack[-1]
    negated = c.r.inner == "negamax"
    values = [-v if negated else v for v in top.returned.values()]
    best = max(values) if c.is_max or negated else min(values)
    values = [v for v in values if not isinstance(v, bool)]
    if c.r.inner == "scout":  # tests that say no are not returned values
        best = c.r.returned
    c.number("x", best)
    assert top.value == best
    return top


@form("leave", "«n:node» returns «x», its exact value(?P<depth> at this depth)?.")
def _(c):
    _returned(c)
    c.exactly(c.n, c.r.returned)
    c.at_depth()


@form("leave", "«n:node» returns «x», its worth to «p:player», the side to move.")
def _(c):
    _returned(c)
    c.player("p")
    assert c.r.inner == "negamax"
    c.exactly(c.n, c.r.returned if c.is_max else -c.r.returned)


@form("leave", "«n:node» returns «x», straight from the table.")
def _(c):
    _returned(c)
    assert c.r.before.recalled and c.r.returned in c.r.table[c.r.entry(c.n)]


@form(
    "leave",
    "«n:node» returns «x»: it is worth at (?P<at>least|most) that, and further up only values "
    "(?P<side>below|above) «y» matter.",
)
def _(c):
    _returned(c)
    value, top = c.r.returned, c.r.before
    if c["at"] == "least":
        c.at_least(c.n, value)
        assert c["side"] == "below" and value >= top.first_beta
        c.number("y", top.first_beta)
    else:
        c.at_most(c.n, value)
        assert c["side"] == "above" and value <= top.first_alpha
        c.number("y", top.first_alpha)


@form(
    "leave",
    "«n:node» returns «x»: it is worth at (?P<at>least|most) that, and the search counts «y» as "
    "the best possible.",
)
def _(c):
    _returned(c)
    assert c.r.inner == "solve"
    loss, win = c.r.promised
    if c["at"] == "least":
        c.at_least(c.n, c.r.returned)
        c.number("y", win)
        assert c.r.returned >= win, "MAX was promised more"
    else:
        c.at_most(c.n, c.r.returned)
        c.number("y", loss)
        assert c.r.returned <= loss, "MIN was promised less"


@form("leave", "«n:node» returns «x», which the search counts as the best possible.")
def _(c):
    """Only where a win is a loss: the leaves need not show it."""
    _returned(c)
    assert c.r.inner == "solve"
    assert c.r.promised == (c.r.returned, c.r.returned)


@form("leave", "«n:node» returns «x»: (?P<yes>yes|no), it is worth at (?P<at>least|most) that.")
def _(c):
    _returned(c)
    value = c.r.returned
    (c.at_least if c["at"] == "least" else c.at_most)(c.n, value)
    how, threshold = asked_by(c.r, c.r.before)
    # The bound has to settle the question that the visit began with.
    yes = {
        "at least": ("least", value >= threshold),
        "more than": ("least", value > threshold),
        "less than": ("most", value < threshold),
    }[how]
    no = {
        "at least": ("most", value < threshold),
        "more than": ("most", value <= threshold),
        "less than": ("least", value >= threshold),
    }[how]
    at, proven = yes if c["yes"] == "yes" else no
    assert c["at"] == at and proven, f"that is no answer to: is it {how} {threshold}?"


ASKED = re.compile(rf"is it worth (less|more) than ({NUMBER})\?$")


def asked_by(r, visit):
    """The question that a visit began with: how, and the threshold."""
    if visit.relation:
        return {"≥": "at least", ">": "more than"}[visit.relation], visit.first_alpha
    found = ASKED.search(r.trace.caption(visit.step))
    assert found, f"no question was asked: {r.trace.caption(visit.step)}"
    less = found[1] == "less"
    return f"{found[1]} than", visit.first_beta if less else visit.first_alpha


def _returned(c):
    c.node("n")
    c.number("x", c.r.returned)


@form(
    "answer",
    "(?P<yes>Yes|No): «n:node» is (?P<no>not )?worth (?P<how>at least|more than) «x», because "
    "(?P<why>none of its children is|one of its children is|all its children are|one "
    "of its children is not).",
)
def _(c):
    c.node("n")
    asked, r = c.r.question, c.r
    t = asked.alpha
    c.number("x", t)
    assert c["how"] == {"≥": "at least", ">": "more than"}[asked.relation]
    passes = COMPARED[c["how"]]
    children = r.tree.children(c.n)
    yes = [passes(r.low(m), t) for m in children]
    no = [not passes(r.high(m), t) for m in children]
    assert {
        "none of its children is": all(no) and c.is_max,
        "one of its children is not": any(no) and not c.is_max,
        "one of its children is": any(yes) and c.is_max,
        "all its children are": all(yes) and not c.is_max,
    }[c["why"]]
    good = c["why"] in ("one of its children is", "all its children are")
    assert (c["yes"] == "Yes") == good == (c["no"] is None)
    assert passes(r.low(c.n), t) if good else not passes(r.high(c.n), t)


# Why something is cut off


@form("cut", "«p:player» has «x» at «n:node», and the search counts «y» as the best possible.")
def _(c):
    c.node("n")
    c.player("p")
    best = c.r.low(c.n) if c.is_max else c.r.high(c.n)
    if c.r.promised[0] == c.r.promised[1]:  # a win is a loss: every node is worth just that
        best = c.r.promised[0]
    c.number("x", best)
    promised = c.r.promised[1] if c.is_max else c.r.promised[0]
    c.number("y", promised)
    assert best >= promised if c.is_max else best <= promised


@form(
    CUTS,
    "MAX can get «x» or more at «n:node», and MIN already has «y» at «m:node»"
    "(?:, so MIN will not let the game reach «o:node»)?(?P<deep> \\(a deep cutoff\\))?.",
)
def _(c):
    n, by = _turned_back(c)
    assert not c.r.tree.is_max(by)
    c.number("x", c.r.low(n))
    has = c.cutoff.bound.number
    c.number("y", has)
    assert c.r.low(n) >= has
    assert _kept(c, by).beta >= has >= c.r.high(by) if c.r.forgets else has == c.r.high(by)


@form(
    CUTS,
    "MIN can hold «n:node» to «x» or less, and MAX already has «y» at «m:node»"
    "(?:, so «o:node» cannot improve on it)?(?P<deep> \\(a deep cutoff\\))?.",
)
def _(c):
    n, by = _turned_back(c)
    assert c.r.tree.is_max(by)
    c.number("x", c.r.high(n))
    has = c.cutoff.bound.number
    c.number("y", has)
    assert c.r.high(n) <= has
    assert _kept(c, by).alpha <= has <= c.r.low(by) if c.r.forgets else has == c.r.low(by)


def _kept(c, by):
    """The visit of a node, with what the search knows of it."""
    return next(v for v in c.r.stack if v.node == by)


def _turned_back(c):
    """The node and the ancestor that holds the bound, which has to be a real one."""
    n, by = c.named(c["n"]), c.named(c["m"])
    assert n == c.cutoff.node and by == c.cutoff.by
    assert bool(c["o"]) == (c.event.kind == "cut"), "after another sentence it is in brief"
    assert not c["o"] or c.named(c["o"]) == n
    assert is_below(n, by)
    assert bool(c["deep"]) == (len(n) > len(by) + 1)
    assert all(is_below(x, n) for x in c.cutoff.skipped)
    return n, by


@form(CUTS, "MAX can get «x» or more at «n:node», and only values below «y» matter here.")
def _(c):
    n, end = c.named(c["n"]), c.r.ends(1)
    assert n == c.cutoff.node and c.cutoff.bound.number in end
    c.number("x", c.r.low(n))
    c.number("y", c.cutoff.bound.number)
    assert c.r.low(n) >= c.cutoff.bound.number


@form(CUTS, "MIN can hold «n:node» to «x» or less, and only values above «y» matter here.")
def _(c):
    n, end = c.named(c["n"]), c.r.ends(0)
    assert n == c.cutoff.node and c.cutoff.bound.number in end
    c.number("x", c.r.high(n))
    c.number("y", c.cutoff.bound.number)
    assert c.r.high(n) <= c.cutoff.bound.number


@form(
    CUTS,
    "What is skipped below «n:node» cannot (?P<how>exceed|fall below) «x», "
    "and only values (?P<side>above|below) «y» matter here.",
)
def _(c):
    r, cutoff, up = c.r, c.cutoff, c["how"] == "exceed"
    n = c.named(c["n"])
    assert n == cutoff.node and (c["side"] == "above") == up == r.tree.is_max(n)
    c.number("x", cutoff.value.number)
    c.number("y", cutoff.bound.number)
    assert cutoff.bound.number == r.window[0 if up else 1]
    for x in cutoff.skipped:
        ends = [r.bounds(x[:k])[up] for k in range(len(n) + 1, len(x) + 1)]
        if up:
            assert min(ends) <= cutoff.value.number <= cutoff.bound.number
        else:
            assert max(ends) >= cutoff.value.number >= cutoff.bound.number


@form(
    CUTS,
    "«n:node» is worth at least «x», and what is skipped here cannot exceed «y».",
)
def _(c):
    n = c.named(c["n"])
    assert n == c.cutoff.node and c.r.tree.is_max(n)
    c.number("x", c.r.low(n))
    reached = [
        min(c.r.high(x[:k]) for k in range(len(n) + 1, len(x) + 1)) for x in c.cutoff.skipped
    ]
    c.number("y", c.cutoff.bound.number)
    assert c.r.low(n) >= c.cutoff.bound.number >= max(reached)


@form(
    CUTS,
    "«n:node» is worth at most «x», and what is skipped here cannot fall below «y».",
)
def _(c):
    n = c.named(c["n"])
    assert n == c.cutoff.node and not c.r.tree.is_max(n)
    c.number("x", c.r.high(n))
    fallen = [max(c.r.low(x[:k]) for k in range(len(n) + 1, len(x) + 1)) for x in c.cutoff.skipped]
    c.number("y", c.cutoff.bound.number)
    assert c.r.high(n) <= c.cutoff.bound.number <= min(fallen)


@form(
    "cut",
    "«n:node» is worth «x» or more, which is (?P<how>at least|more than) «y»: "
    "the answer is (?P<yes>yes|no).",
)
def _(c):
    c.node("n")
    best = c.r.low(c.r.stack[-1].latest)
    c.number("x", best)
    _answered(c, best)


@form(
    "cut",
    "«n:node» is worth «x» or less, which is (?P<how>less than|no more than) «y»: "
    "the answer is (?P<yes>yes|no).",
)
def _(c):
    c.node("n")
    best = c.r.high(c.r.stack[-1].latest)
    c.number("x", best)
    _answered(c, best)


def _answered(c, best):
    """The question is the one that the visit began with, whether asked or with a null window."""
    how, threshold = asked_by(c.r, c.r.stack[-1])
    no = {"at least": "less than", "more than": "no more than", "less than": "at least"}[how]
    assert c["how"] == (how if c["yes"] == "yes" else no), f"it was asked whether {how}"
    c.number("y", threshold)
    assert COMPARED[c["how"]](best, threshold)


@form(CUTS, "The leaves seen so far do not prove that this is safe.")
def _(c):
    assert not c.cutoff.sound


@form(
    CUTS,
    "(?:Nodes? )?«l:list» (?P<is>is|are) skipped"
    "(?:, which saves «k:count» (?P<one>leaf|leaves)|(?P<nothing>, which saves no further leaf))?.",
)
def _(c):
    c.nodes(c["l"], sorted(c.cutoff.skipped))
    assert (c["is"] == "is") == (len(c.cutoff.skipped) == 1)
    fresh = c.r.fresh_below(c.cutoff.skipped)
    assert bool(c["nothing"]) == (not fresh)
    if c["k"]:
        assert int(c["k"]) == len(fresh) and (c["one"] == "leaf") == (len(fresh) == 1)
    else:  # plain where the number would say no more than the names
        assert len(fresh) in (0, len(c.cutoff.skipped))


# OPEN and BACKUP


@form(
    "pop",
    "«s:state» has the best merit(?: below «m:node»)? and is taken from OPEN: a (?P<what>.*?), "
    "case (?P<case>[1-6]) of Γ.",
)
def _(c):
    n, status, merit = c.r.popped
    c.is_state(c["s"], n, status, merit)
    _competes(c, "m")
    dual = c.r.inner == "dual_star"
    rivals = c.r.states_in_turn(c.r.open_before)
    assert merit == (min if dual else max)(m for _, _, m in rivals)
    case, _ = gamma_case(c.r, n, status)
    assert c["case"] == str(case)
    what = f"{status.lower()} {'MAX' if c.is_max else 'MIN'} node"
    if case == 3 and not c.r.tree.children(n):
        what = "live leaf"
    if case == 5:
        what += ", the last of its siblings"
    assert c["what"] == what


def _competes(c, group):
    """Whether it is told in which visit a best-first search goes on."""
    if c.r.stack:
        c.node(group, c.r.stack[-1].node)
    else:
        assert c[group] is None


@form("pop", "«s:state» is first in OPEN: «n:node» is solved.")
def _(c):
    n, status, merit = c.r.popped
    c.is_state(c["s"], n, "SOLVED", merit)
    c.node("n")
    assert status == "SOLVED" and n == c.r.stack[-1].node
    low, high = c.r.bounds(n)
    assert low == merit == high or merit == c.r.stack[-1].beta <= low


@form("pop", "«s:state» has the best merit below «n:node», which is no more than α = «x».")
def _(c):
    n, status, merit = c.r.popped
    c.is_state(c["s"], n, status, merit)
    top = c.r.stack[-1]
    c.node("n", top.node)
    c.number("x", top.alpha)
    assert merit == max(m for _, _, m in c.r.states_in_turn(c.r.open_before)) <= top.alpha
    assert c.r.high(top.node) <= top.alpha


@form(
    "pop",
    "«s:state» is first in OPEN, and it is the root: the search returns «x», which the leaves seen "
    "do not prove.",
)
def _(c):
    merit = c.r.popped[2]
    c.is_state(c["s"], (), "SOLVED", merit)
    c.number("x", merit)
    assert not c.r.open and c.r.i == len(c.r.trace)
    assert c.r.options["published"], "only the printed PS* errs"
    assert not c.r.low(()) == merit == c.r.high(())
    lower, upper = c.r.window
    assert not (merit == upper <= c.r.low(()) or merit == lower >= c.r.high(()))


@form(
    "pop",
    "«s:state» is first in OPEN, and it is the root: the value(?P<depth> at this depth)? is "
    "(?P<at>at least |at most )?«x»(?P<given>, the bound it was given)?.",
)
def _(c):
    merit = c.r.popped[2]
    c.is_state(c["s"], (), "SOLVED", merit)
    c.number("x", merit)
    assert not c.r.open
    lower, upper = c.r.window
    c.at_depth()
    if c["given"]:
        assert (c["at"], merit) in (("at least ", upper), ("at most ", lower))
        (c.at_least if merit == upper else c.at_most)((), merit)
        return
    assert c["at"] is None
    c.exactly((), merit)
    assert c["depth"] or c.r.i == len(c.r.trace)


@form("push", "«s:state» goes into OPEN: every solution tree below «n:node» is still possible.")
def _(c):
    c.node("n")
    top = c.r.stack[-1]
    c.is_state(c["s"], top.node, "LIVE", top.beta)
    assert top.node == c.n and not set(c.r.tree.leaves(c.n)) & set(c.r.seen)


@form("push", "«s:state» goes into OPEN: every solution tree is still possible.")
def _(c):
    lower, upper = c.r.window
    c.is_state(c["s"], (), "LIVE", lower if c.r.inner == "dual_star" else upper)
    assert not c.r.seen and len(c.r.open) == 1


REASONS = (
    "any child of |no other child of |all children of |nothing is left to try at |"
    "it is the turn of the next partition of |MIN's replies at |"
    "a strategy of MIN answers MAX's moves at |"
)


@form(
    "push",
    "«s:state» goes to the front of OPEN \\(case (?P<case>\\w+)\\): "
    f"(?P<why>{REASONS})«o:node»(?P<rest>(?:[ ].*?)?)\\.(?= |$)",
)
def _(c):
    n, status, merit = c.r.open[0]
    c.is_state(c["s"], n, status, merit)
    _case(c)
    about = c.named(c["o"])
    r, why = c.r, (c["why"], c["rest"])
    name = c["o"]
    children = r.tree.children(about)
    popped = r.popped[0]
    if why == ("", " has reached its upper bound"):
        assert about == n
        assert r.low(n) >= merit or merit <= r.window[0], "its lower bound is not proven"
        assert r.backup_before[n][2] == merit if n in r.backup_before else True
    elif why == ("", " is only solved when its next child is, too"):
        assert about == n[:-1] == popped[:-1] and n[-1] == popped[-1] + 1 and status == "LIVE"
        assert r.tree.is_max(about) == (r.inner == "dual_star"), "one child would be enough"
    elif why == ("all children of ", " are solved"):
        assert about == n and set(children) <= r.solved and status == "SOLVED"
    elif why == ("any child of ", " may be the best one"):
        assert about == n[:-1] == popped and status == "LIVE"
    elif why == ("no other child of ", f" has a better merit, so {name} is solved"):
        assert about == n == popped[:-1] and popped in r.solved
        assert c.named(name) == n and r.event_before.kind == "purge"
        sign = -1 if r.inner == "dual_star" else 1
        assert all(sign * m <= sign * merit for _, _, m in r.purged), "another one is better"
        assert merit == r.popped[2]
    elif why == ("nothing is left to try at ", ""):
        assert about == n and status == "SOLVED"
        beaten = all(m in r.solved or r.high(m) <= merit for m in children)
        assert beaten or (r.options.get("published") and not r.fresh_below(children))
    elif why == ("it is the turn of the next partition of ", ""):
        assert about == n[:-1] and status == "LIVE" and c.event.case == "6b"
        last = r.backup[about][0]
        assert last < n[-1], "it was in an earlier partition"
    elif why in (("MIN's replies at ", SLOWLY), (OF_MIN, " one at a time")):
        assert about == n[:-1] == popped and n[-1] == 1 and status == "LIVE"
        assert (why[0] == OF_MIN) == r.tree.is_max(about) == (r.inner == "dual_star")
    elif why == ("", " cannot exceed the lower bound l in force here, so it is given up"):
        assert about == n and not c.cutoff
        _given_up(c)
    else:
        raise AssertionError(f"an unknown reason to push: {why}")


@form(
    "push",
    "«s:state» goes to the front of OPEN \\(case (?P<case>4b)\\): it is given up.",
)
def _(c):
    c.is_state(c["s"], *c.r.open[0])
    _case(c)
    assert c.cutoff, "nothing says why"
    _given_up(c)


def _given_up(c):
    n, popped = c.r.open[0][0], c.r.popped[0]
    assert n == popped[:-1]
    assert c.r.high(n) <= _lower_bound(c, popped)


SLOWLY = " are tried one at a time"
OF_MIN = "a strategy of MIN answers MAX's moves at "


def _lower_bound(c, n):
    """The bound l that PS* holds against a MAX node, which has to be true, or the one given."""
    given = c.r.window[0]
    bound = c.r.backup[n[:-2]][1] if len(n) > 1 else given
    proven = [c.r.low(n[:k]) for k in range(len(n) - 1) if c.r.tree.is_max(n[:k])]
    assert bound <= max(proven, default=-inf) or bound == given, f"no leaf proves l = {bound}"
    return bound


@form(
    "insert",
    "«s:state» enters OPEN (?P<where>at the front|behind .*?) \\(case (?P<case>\\w+)\\): (?:"
    "its merit is the (?P<own>leaf's own value)|"
    "the leaf is worth «z», but no merit here can be (?P<than>higher|lower)|"
    "that is what the search below it has (?P<found>found)|"
    "it is worth at least «y», but no merit here can be (?P<clipped>higher)|"
    "(?P<l>its leaf cannot exceed the lower bound l in force here, so )?it is given up).",
)
def _(c):
    n, status, merit = c.event.node, c.event.status, c.event.merit
    c.is_state(c["s"], n, status, merit)
    _case(c)
    leaf, _, most = c.r.popped
    frontier = bool(c.r.tree.children(leaf))
    value = c.r.returned if frontier else c.r.tree.value(leaf)
    sign = -1 if c.r.inner == "dual_star" else 1
    rivals = c.r.states_in_turn(c.r.open)
    better = sum(sign * m > sign * merit for m_n, _, m in rivals if m_n != n)
    equal = sum(m == merit and m_n < n for m_n, _, m in rivals if m_n != n)
    parts = [f"{better} better state{'s' * (better > 1)}"] * (better > 0)
    noun = "one" if better else "state"
    parts += [f"{equal} equal {noun}{'s' * (equal > 1)} further left"] * (equal > 0)
    assert c["where"] == ("behind " + " and ".join(parts) if parts else "at the front")
    assert frontier == bool(c["found"] or c["clipped"])
    if c["found"]:
        assert merit == value and n == leaf and c.r.low(n) == merit
    elif c["clipped"]:
        c.number("y", c.r.low(n))
        assert c.r.low(n) > merit == most and value >= merit and n == leaf
    elif c["own"]:
        assert merit == value and n == leaf
    elif c["than"]:
        c.number("z", value)
        assert n == leaf
        if c["than"] == "higher":  # no state has more merit than the one it came from
            assert sign == 1 and merit == most < value
        else:
            assert merit == (most if sign == -1 else _least(c, leaf)) > value
    else:
        assert n == leaf[:-1] and c.r.tree.is_max(leaf)
        assert value <= _lower_bound(c, leaf)
        assert bool(c["l"]) == (not c.cutoff), "a cutoff says why"


def _least(c, leaf):
    """The bound l of the MAX node above a leaf, under which PS* lets no merit fall."""
    return c.r.backup[leaf[:-1]][1] if leaf else c.r.window[0]


def _case(c):
    """The case of Γ that acts, worked out from the state that was taken from OPEN."""
    assert c["case"] == (acting_case(c) if c.r.popped else None), f"case {acting_case(c)} acts"


def acting_case(c):
    r, event = c.r, c.event
    n, status, h = r.popped
    case = str(gamma_case(r, n, status)[0])
    if r.inner != "ps_star":
        return case
    if case == "3":
        if event.node == n:
            return "3a"
        return "3b" if len(n) > 1 and r.backup[n[:-2]][0] == n[-2] else "3c"
    if case == "4":
        return "4a" if event.status == "LIVE" else "4b"
    if case == "6":
        last, low, high = r.phase_above
        if max(low, h) >= high:
            return "6a"
        raised = event.kind == "note" and event.node == n[:-1] and event.last == last
        return "6" if raised else "6b"
    return case


@form("purge", "Nothing below «n:node» is left in OPEN(?: \\(case «case»\\))?.")
def _(c):
    c.node("n")
    _purge_case(c)
    assert not any(is_below(s[0], c.n) for s in c.r.open_before)


@form(
    "purge",
    "(?P<k>1) state below «n:node» is removed from OPEN(?: \\(case «case»\\))?"
    "(?:: «states»(?: and (?P<more>\\d+) more)?)?.",
)
def _(c):
    _purged(c)


@form(
    "purge",
    "«k:count» states below «n:node» are removed from OPEN(?: \\(case «case»\\))?"
    "(?:: «states»(?: and (?P<more>\\d+) more)?)?.",
)
def _(c):
    assert c["k"] != "1"
    _purged(c)


def _purge_case(c):
    """No case of Γ acts where a hybrid ends its SSS* because no merit is above α."""
    if not c.event.case:
        assert c["case"] is None and c.n == c.r.stack[-1].node
        assert c.r.popped[2] <= c.r.stack[-1].alpha
    else:
        _case(c)


def _purged(c):
    c.node("n")
    _purge_case(c)
    gone = [s for s in c.r.open_before if is_below(s[0], c.n)]
    assert int(c["k"]) == len(gone)
    assert bool(c["states"]) == (not c.cutoff), "a cutoff says what is skipped"
    if c.cutoff:
        return
    told = re.findall(r"\([^()]*\)", c["states"])
    for text, state in zip(told, gone, strict=False):
        c.is_state(text, *state)
    assert len(told) + int(c["more"] or 0) == len(gone)
    assert c["more"] != "0"


@form(
    "note",
    "BACKUP now says of «n:node»: (?:no child is|child (?P<one>1) is|children 1 "
    "(?P<to>and|to) «k:count» are) "
    "in the search, with l = «x» and h = «y»(?: \\(case «case»\\))?.",
)
def _(c):
    c.node("n")
    _case(c)
    last, low, high = c.r.backup[c.n]
    assert int(c["k"] or c["one"] or 0) == last
    assert last < 2 or (c["to"] == "and") == (last == 2)
    c.number("x", low)
    c.number("y", high)


@form("drop", "(?:Nodes? )?«l:list» (?P<is>is|are) removed from BACKUP \\(case «case»\\).")
def _(c):
    gone = sorted(set(c.r.backup_before) - set(c.r.backup))
    _case(c)
    c.nodes(c["l"], gone)
    assert (c["is"] == "is") == (len(gone) == 1)


# The table, passes and horizons

DONE = ", and the search is done"
BOUNDS = "(?:at least «x»|at most «y»|exactly «z»|between «u» and «v»)"


def _bounds(c, low, high):
    """Whether bounds are told as they are, and true by the leaves seen so far."""
    c.at_least(c.told_of, low)
    c.at_most(c.told_of, high)
    if low == high:
        c.number("z", low)
    elif high == inf:
        c.number("x", low)
    elif low == -inf:
        c.number("y", high)
    else:
        c.number("u", low)
        c.number("v", high)


@form("store", f"The table now says that «n:node» is worth {BOUNDS}.")
def _(c):
    c.node("n")
    c.told_of = c.n
    _bounds(c, *c.r.table[c.n])


@form("same", "«n:node» is the same position as «m:node», which the table holds.")
def _(c):
    c.node("n")
    c.node("m", c.event.other)
    assert c.event.other in c.r.table


@form("evict", "«n:node» is the same position as «m:node» and takes over its entry.")
def _(c):
    c.node("n")
    c.node("m", c.event.other)
    position = c.r.trace.tree.position
    assert position(c.n) == position(c.event.other) and c.event.other not in c.r.table


@form("evict", "The table forgets «m:node»: its slot goes to «n:node», a different position.")
def _(c):
    c.node("n")
    c.node("m", c.event.other)
    position = c.r.trace.tree.position
    assert position(c.n) != position(c.event.other) and c.event.other not in c.r.table
    assert c.r.options["slots"], "there is room for everything"


STORED = "(?:, as stored at «m:node»)?"


def _stored(c):
    c.node("n")
    c.told_of = c.n
    found = c.r.entry(c.n)
    assert (c["m"] is None) == (found == c.n)
    if c["m"] is not None:
        c.node("m", found)
    _bounds(c, *c.r.table[found])
    return c.r.table[found]


@form(
    "lookup",
    f"The table says that «n:node» is worth {BOUNDS}{STORED}: that is (?P<no>not )?enough here.",
)
def _(c):
    low, high = _stored(c)
    top = c.r.stack[-1]
    hit = low >= top.first_beta or high <= top.first_alpha or low == high
    assert top.relation is None and (c["no"] is None) == hit


@form(
    "lookup",
    f"The table says that «n:node» is worth {BOUNDS}{STORED}: that (?P<no>does not "
    f"answer|answers) the question.",
)
def _(c):
    low, high = _stored(c)
    asked = c.r.question
    passes = COMPARED["more than" if asked.relation == ">" else "at least"]
    hit = passes(low, asked.alpha) or not passes(high, asked.alpha)
    assert (c["no"] == "answers") == hit


@form("pass-begins", "Pass «k:count»(?P<depth> at this depth)? begins.")
def _(c):
    assert int(c["k"]) == c.r.pass_number
    c.at_depth()
    assert c.r.proven == (-inf, inf)


@form(
    "pass-begins",
    f"Pass «k:count» begins: so far, the value(?P<depth> at this depth)? is {BOUNDS}.",
)
def _(c):
    assert int(c["k"]) == c.r.pass_number
    c.at_depth()
    c.told_of = ()
    assert c.r.proven != (-inf, inf)
    _bounds(c, *c.r.proven)


@form(
    "pass-ends",
    f"Pass «k:count» ends: the value(?P<depth> at this depth)? is {BOUNDS}(?P<done>{DONE})?.",
)
def _(c):
    assert int(c["k"]) == c.r.pass_number
    c.told_of = ()
    low, high = c.r.proven
    _bounds(c, low, high)
    c.at_depth()
    last = c.r.i == len(c.r.trace)
    assert bool(c["done"]) == last
    if low == high:
        assert last or c.r.trace.events[c.r.i].kind == "horizon"


@form(
    "horizon",
    "The search now looks «k:count» (?P<s>ply|plies) ahead: nodes at that depth count as leaves.",
)
def _(c):
    assert int(c["k"]) == c.r.tree.depth
    assert (c["s"] == "ply") == (c.r.tree.depth == 1)


def _pattern(text, names):
    """A regular expression for a form."""
    named = "|".join(map(re.escape, sorted(names, key=len, reverse=True)))
    node = rf"[Nn]ode {DEWEY}|[Tt]he root" + (f"|{named}" if names else "")
    short = rf"{DEWEY}|[Rr]oot" + (f"|{named}" if names else "")
    state = rf"\((?:{short}), (?:LIVE|SOLVED), {NUMBER}\)"
    item = rf"(?:{short}|{node})"
    listed = rf"(?:The root and nodes? )?{item}(?:, {item})*(?:, … {item}| and {item})?"
    kinds = {
        "node": node,
        "state": state,
        "count": r"\d+",
        "player": "MAX|MIN",
        "again": "(?: again)?",
        "list": listed,
        "states": rf"{state}(?:, {state})*",
        "case": r"[1-6][abc]?",
    }

    def group(m):
        name, _, kind = m[1].partition(":")
        kind = kind or (name if name in ("states", "case") else "")
        return f"(?P<{name}>{kinds.get(kind, NUMBER)})"

    if text.endswith("?"):
        text = text[:-1] + r"\?"
    elif text.endswith("."):
        text = text[:-1] + r"\."
    return re.compile(re.sub("«(.*?)»", group, text))


@cache
def _patterns(names):
    return [(kinds, _pattern(text, names), check) for kinds, text, check in FORMS]


def check_caption(reckoning, frame, text):
    """Take a caption apart; every sentence has to be of a known form, and true."""
    names = tuple(reckoning.trace.tree.names.values())
    rest = text
    sentences = []
    while rest:
        found = [
            (match, check)
            for kinds, pattern, check in _patterns(names)
            if reckoning.event.kind in kinds
            and (match := pattern.match(rest))
            and rest[match.end() : match.end() + 1] in ("", " ")
        ]
        assert found, f"an unknown form of sentence: {rest!r}"
        match, check = max(found, key=lambda pair: pair[0].end())
        told = Told(reckoning, frame)
        told.groups = match.groupdict()
        try:
            check(told)
        except AssertionError as error:
            raise AssertionError(f"not true: {match[0]!r}: {error}") from None
        rest = rest[match.end() :].lstrip(" ")
        sentences.append(told)
    check_complete(reckoning, frame, text)
    reckoning.sentences = sentences


def check_complete(r, frame, text):
    """What has to be said is said."""
    event, value = r.event, r.trace.value
    if event.kind == "evaluate" and r.i == len(r.trace) and r.hard:
        assert ("the end of its window" in text) == (event.value != value)
    if frame.cutoff:
        assert " skipped" in text


def check_distinct(r):
    """Two numbers that differ are not written alike in the caption just checked."""
    written = defaultdict(set)
    for told in r.sentences:
        for how, numbers in told.numbers.items():
            written[how] |= numbers
    for how, numbers in written.items():
        assert len(numbers) == 1, f"{how} stands for each of {sorted(numbers)}"


# What frames and cutoffs show


def check_bounds(r, frame):
    """What a frame says of every node is true, and is what the leaves seen so far prove."""
    assert dict(frame.values()) == r.known_leaves, "the leaves known so far"
    assert frame.horizon == (r.tree.depth if r.tree.depth < inf else None)
    merits = {n: merit for n, _, merit in r.open}
    visited_now = [v.node for v in r.stack]
    for n in r.trace.tree.nodes():
        known = frame.known(n)
        here = len(n) <= r.tree.depth
        assert (known.low, known.high) == (r.bounds(n) if here else (-inf, inf)), n
        assert known.merit == merits.get(n), n
        assert frame.bounds(n) == (known.low, known.high)
        if known.status == "evaluated" or r.tree.children(n) == ():
            assert (known.status == "evaluated") == (n in r.seen) or n in visited_now, (n, known)
    for n in r.tree.nodes():
        low, high = r.bounds(n)
        assert low <= r.minimax[n] <= high, n
        assert frame.is_leaf(n) == (not r.tree.children(n)), n


def check_strokes(r, frame):
    """Struck is what a cutoff skipped and nobody visited; given up is what was left half done."""
    statuses = {n: frame.status(n) for n in r.trace.tree.nodes()}
    struck = set(filter(frame.struck, statuses))
    expected = r.struck
    assert struck == expected, f"{sorted(struck ^ expected)} should be struck, or should not"
    visited_now = {v.node for v in r.stack}
    live = {n for n, status, _ in r.open if status == "LIVE"}
    cut_off = {n for m in expected for n in Seen(r.trace.tree).nodes(m)}
    for n, status in statuses.items():
        assert (status == "cut off") == (n in cut_off), f"{n} is not below what is struck"
        if status == "given up":
            assert r.inner in (*BEST_FIRST, *HYBRIDS) and n in r.visited and n not in expected, n
            assert r.tree.children(n), "a leaf is never left half done"
            assert r.last_touched(n) <= r.i, f"{n} is given up, and yet comes back"
        elif status == "live":
            assert n in r.visited and (n not in r.seen or n in visited_now), n
        elif status == "open":
            assert n in live, n
        elif status == "unseen":
            assert n not in r.visited, n
        elif status == "evaluated":
            assert n in r.seen, n
        elif status == "solved":
            assert n in r.visited and n not in r.seen, n
        else:
            assert status == "cut off"
    if frame.i == len(r.trace) and r.inner in (*BEST_FIRST, *HYBRIDS):
        left = [n for n, status in statuses.items() if status in ("live", "open")]
        assert not left, f"the search is over, and {left} are still being searched"


def check_lists(r, frame):
    """OPEN, BACKUP, the table and the visits in progress are those of the search."""
    assert [tuple(s) for s in frame.open] == r.open
    assert {p.node: tuple(p[1:]) for p in frame.backup} == r.backup
    assert [p.node for p in frame.backup] == sorted(r.backup)
    assert frame.table == r.table
    assert [
        (c.node, c.alpha, c.beta, c.first_alpha, c.first_beta, c.value, c.relation, c.recalled)
        for c in frame.stack
    ] == [
        (v.node, v.alpha, v.beta, v.first_alpha, v.first_beta, v.value, v.relation, v.recalled)
        for v in r.stack
    ]
    above = None
    for call, visit in zip(frame.stack, r.stack, strict=True):
        if visit.relation:
            continue
        assert (visit.first_alpha, visit.first_beta) == visit.expected, visit
        assert call.crossed == (visit.alpha >= visit.beta)
        if visit.first_alpha >= visit.first_beta:  # strict: to meet a bound is not to cut
            assert r.options.get("strict") and above.alpha >= above.beta
        elif call.crossed and r.tree.is_max(visit.node):
            assert visit.value >= visit.beta
        elif call.crossed:
            assert visit.value <= visit.alpha
        above = visit


def check_counters(r, frame):
    """The counters are what anybody would count."""
    counters = frame.counters
    assert counters.nbp == len(r.ever_seen)
    for name in ("evaluations", "tests", "visits", "cutoffs", "storage", "peak_open", "hits"):
        assert getattr(counters, name) == r.counts[name], name
    for name in ("peak_backup", "peak_stack", "passes", "horizons"):
        assert getattr(counters, name) == r.counts[name], name
    assert counters.leaves_cut == len(r.cut)
    assert counters.table == len(r.table)
    assert counters.shallow_cutoffs == r.counts["shallow"]
    assert counters.deep_cutoffs == r.counts["deep"]
    assert counters.shallow_cutoffs + counters.deep_cutoffs <= counters.cutoffs
    assert len(r.cut) + len(r.seen) <= len(r.tree.leaves())
    if r.name != "iterative_deepening":
        assert counters.leaves_cut + counters.nbp <= len(r.tree.leaves())


KINDS = {
    "alphabeta": ("shallow", "deep", "window"),
    "alphabeta_table": ("shallow", "deep", "window"),
    "negascout": ("shallow", "deep", "window", "question"),
    "scout": ("question",),
    "solve": ("extreme",),
    "sss_star": ("purge", "bound", "window"),
    "dual_star": ("purge", "bound", "window"),
    **dict.fromkeys(HYBRIDS, ("shallow", "deep", "purge", "bound")),
    "ps_star": ("purge", "bound", "window"),
}
HOLDS = {
    "≥": lambda x, y: x >= y,
    ">": lambda x, y: x > y,
    "≤": lambda x, y: x <= y,
    "<": lambda x, y: x < y,
}


def check_cutoff(r, cutoff):
    """A cutoff skips what cannot matter, and says truly why."""
    skipped, node, by = cutoff.skipped, cutoff.node, cutoff.by
    assert skipped and len(set(skipped)) == len(skipped)
    assert all(is_below(x, node) for x in skipped)
    if r.one_pass:
        below = {m for x in skipped for m in r.tree.nodes(x)}
        assert not below & r.visited, "a node is skipped that was visited"
    assert cutoff.leaves == len(r.fresh_below(skipped))
    assert cutoff.kind in KINDS.get(r.inner, ("question",))
    if by is not None:
        assert is_below(node, by) or (by == node and cutoff.kind == "purge")
    if cutoff.kind in ("shallow", "deep"):
        assert by is not None and cutoff.deep == (cutoff.kind == "deep")
    if cutoff.deep is not None:
        assert by is not None
        if by == node:
            assert cutoff.deep == any(len(x) > len(by) + 2 for x in skipped)
        else:
            assert cutoff.deep == (len(node) > len(by) + 1)
    if cutoff.kind in ("window", "extreme"):
        assert by is None and cutoff.deep is None
    if cutoff.kind == "window":
        check_window(r, cutoff)
    assert (cutoff.yes is not None) == (cutoff.kind == "question")
    if cutoff.kind == "question":
        check_question(r, cutoff)
        check_yes(r, cutoff)
    if cutoff.kind == "extreme":
        assert cutoff.bound.number == r.promised[r.tree.is_max(node)]
    if r.event.kind == "cut":
        assert (node, skipped) == (r.event.node, r.event.skipped)
    for side in (cutoff.value, cutoff.bound):
        if side.nodes:
            numbers = [r.low(n) if side.bound == "low" else r.high(n) for n in side.nodes]
            assert side.number == (min(numbers) if side.bound == "low" else max(numbers))
        if side.leaf is not None:
            assert r.known_leaves[side.leaf] == side.number
            shared = [m for m in r.shared for n in side.nodes if m[: len(n)] == n]
            assert shared or any(side.leaf[: len(n)] == n for n in side.nodes)
        if cutoff.sound:
            assert bool(side.nodes) == (side.leaf is not None) or abs(side.number) == inf
    assert cutoff.witnesses == (cutoff.value.leaf, cutoff.bound.leaf)
    # What is asked about may come from there, by an earlier pass, but never the answer.
    for leaf in cutoff.witnesses[: 1 if r.event.kind == "cut" else 2]:
        assert leaf is None or not any(leaf[: len(x)] == x for x in skipped), "its own reason"
    if cutoff.sound:
        check_decided(r, cutoff)
    mattering = [x for x in skipped if r.can_matter(x)]
    if cutoff.sound:
        assert HOLDS[cutoff.relation](cutoff.value.number, cutoff.bound.number)
        assert not mattering, f"{mattering} can still matter"
        # The same by trying: whatever is below, what the search is out for stays as it is.
        check_by_trying(r, skipped)
    else:
        assert r.options.get("published"), "only the printed PS* errs"
        assert r.inner == "ps_star" and mattering, "this can be proven"


def check_decided(r, cutoff):
    """The comparison is the one that decided: of the child just searched, with the best bound."""
    value, bound = cutoff.value, cutoff.bound
    if r.event.kind == "cut":
        assert value.nodes in ((), (r.stack[-1].latest,)), "another child was searched last"
        return
    side = "low" if cutoff.relation == "≤" else "high"
    by, strongest = strongest_above(r, cutoff.node, side)
    if cutoff.kind == "purge":  # what is solved counts, and no bound from further up is stronger
        other = "high" if side == "low" else "low"
        assert strongest >= bound.number if side == "high" else strongest <= bound.number
        floor = strongest_above(r, cutoff.node, other)[1]
        assert floor <= value.number if side == "high" else floor >= value.number
    else:
        assert (cutoff.by, bound.number) == (by, strongest), f"{by} has {strongest}"


def strongest_above(r, n, side):
    """The best bound on the way to a node, and the outermost ancestor that has it elsewhere."""
    at, sign = (0, 1) if side == "low" else (1, -1)
    found = [(sign * r.window[at], 0, None)]
    for k in range(len(n)):
        if r.tree.is_max(n[:k]) == (side == "low"):
            others = [c for c in r.tree.children(n[:k]) if c != n[: k + 1]]
            found += [(sign * r.bounds(c)[at], -k - 1, n[:k]) for c in others]
    number, _, by = max(found, key=lambda x: x[:2])
    return by, sign * number


def check_window(r, cutoff):
    """A window is that of the search, or begins where an earlier look at a node has ended."""
    bound = cutoff.bound
    if bound.leaf is None:
        assert not bound.nodes
        if bound.number not in r.window:  # a leaf is no reason against itself
            assert bound.number == cutoff.value.number and cutoff.value.leaf is not None
            assert bound.number in r.ends(1 if cutoff.relation == "≥" else 0)
        return
    (again,) = bound.nodes
    (visit,) = [v for v in r.stack if v.node == again]
    assert bound.number == visit.earlier and cutoff.node[: len(again)] == again
    assert (bound.bound == "low") == r.tree.is_max(again[:-1]) == (cutoff.relation == "≤")


def check_question(r, cutoff):
    """A question is about the best so far of the visit that asks, or about a driver's number."""
    bound, by = cutoff.bound, cutoff.by
    asked = [v for v in r.stack if v.relation]
    if not asked:
        assert r.inner == "negascout" and by is not None
        return
    assert bound.number == asked[0].alpha
    if by is not None:
        assert r.inner == "scout" and by == asked[0].node[:-1]
        assert bound.leaf is not None and is_below(bound.leaf, by)
    elif bound.leaf is not None:  # what an earlier pass has proven
        assert bound.number in r.proven
    elif bound.number in r.behind:  # a leaf is no reason against itself
        assert cutoff.value.leaf is not None and cutoff.value.number == bound.number


def check_yes(r, cutoff):
    """The answer is true of the tree, and settles the question that the visit began with."""
    how, threshold = asked_by(r, r.stack[-1])
    low, high = r.bounds(cutoff.node)
    passes = COMPARED[how]
    right = passes(r.minimax[cutoff.node], threshold)
    assert cutoff.yes == right, f"it was asked whether it is worth {how} {threshold}"
    if how == "less than":
        low, high = high, low
    assert passes(low, threshold) if cutoff.yes else not passes(high, threshold)


def clipped(x, low, high):
    return max(low, min(x, high))


def extremes_for(r):
    """Values beyond all others, and within what the search was promised."""
    if r.inner == "solve":
        return r.promised
    values = [abs(r.tree.value(n)) for n in r.tree.leaves()]
    return (-(10**6), 10**6) if max(values) < 10**6 else (-1.7e308, 1.7e308)


def check_by_trying(r, skipped):
    leaves = [m for x in skipped for m in r.tree.leaves(x) if m not in r.seen]
    asked = [v for v in r.stack if v.relation]
    null = [v for v in r.stack if v.null]
    for extreme in extremes_for(r):
        other = dict.fromkeys(leaves, extreme)
        if asked:
            n, passes = asked[0].node, HOLDS[asked[0].relation]
            before = passes(r.tree.minimax(n), asked[0].alpha)
            after = passes(r.tree.minimax(n, other), asked[0].alpha)
        elif null:
            n, window = null[0].node, (null[0].first_alpha, null[0].first_beta)
            before = clipped(r.tree.minimax(n), *window)
            after = clipped(r.tree.minimax(n, other), *window)
        else:
            before = clipped(r.tree.minimax(), *r.concern)
            after = clipped(r.tree.minimax((), other), *r.concern)
        assert before == after, f"with {extreme} below {skipped} it is {after}, not {before}"


def evaluated(text, leaves):
    """What an expression in leaves comes to; `leaves` gives the value of a name."""
    text = text.strip()
    for name, function in (("max(", max), ("min(", min)):
        if text.startswith(name):
            assert text.endswith(")"), text
            parts, depth, start = [], 0, len(name)
            for k in range(start, len(text)):
                depth += {"(": 1, ")": -1}.get(text[k], 0)
                if depth < 0 or (depth == 0 and text[k] == ","):
                    parts.append(text[start:k])
                    start = k + 1
            assert start == len(text), text
            return function(evaluated(part, leaves) for part in parts)
    return leaves(text)


def check_why(r, cutoff, why):
    """The inequality is true of the tree, in leaves that were seen."""
    assert why.cutoff == cutoff and why.witnesses == cutoff.witnesses
    tree = r.trace.tree
    if r.tree.depth < inf:
        tree = Horizon(tree, r.tree.depth, r.estimate)
    if not cutoff.sound:
        assert why.inequality == "" and not why.holds(tree) and not why.holds(r.trace.tree)
        return
    assert why.holds(tree) and why.holds(r.trace.tree)
    assert why.left != why.right, f"{why.inequality} compares a side with itself"
    for side in cutoff.value, cutoff.bound:
        assert side.leaf is None or r.tree.value(side.leaf) == side.number
    assert cutoff.value.leaf is None or cutoff.value.leaf != cutoff.bound.leaf
    found = re.fullmatch(r"(.*) ([≥>≤<]) (.*)", why.inequality)
    assert found, f"{why.inequality!r} is no inequality"
    left, relation, right = found.groups()
    assert relation == why.relation == cutoff.relation
    names = {in_full(r, n): n for n in r.known_leaves}

    def reading(side, expression):
        def leaf(text):
            if text.endswith(" leaves"):  # too many to write out
                leaves = expression.leaves()
                assert text == f"{len(leaves)} leaves" and set(leaves) <= set(r.known_leaves)
                assert len(leaves) > 12
                return worth(expression)
            if side.leaf is not None:
                assert text in names, f"{text!r} in {why.inequality!r} is no leaf seen so far"
                return r.tree.value(names[text])
            assert is_shown(text, side.number), text
            return side.number

        return leaf

    def worth(expression):
        if expression.leaf is not None:
            return r.tree.value(expression.leaf)
        return {"max": max, "min": min}[expression.function](map(worth, expression.parts))

    x = evaluated(left, reading(cutoff.value, why.left))
    y = evaluated(right, reading(cutoff.bound, why.right))
    assert (x, y) == (cutoff.value.number, cutoff.bound.number)
    assert left != right, f"{why.inequality} compares a side with itself"
    assert HOLDS[relation](x, y)
    first, last = (side.split(" = ") for side in why.worked.split(f" {relation} "))
    brief = [side.split(" = ") for side in why.brief.split(f" {relation} ")]
    for parts, less, text, side, made in (
        (first, brief[0], left, cutoff.value, why.left),
        (last[::-1], brief[1][::-1], right, cutoff.bound, why.right),
    ):
        assert parts[0] == text and len(parts) == 1 + (side.leaf is not None), why.worked
        assert all(is_shown(part, side.number) for part in parts[1:]), why.worked
        assert less == parts[bool(getattr(made, "parts", ())) :], why.brief


def in_full(r, n):
    """What a leaf is called in an inequality."""
    number = "node " + ".".join(map(str, n)) if n else "the root"
    return r.trace.tree.names.get(n, number)


def check_readable(r, cutoff, why):
    """Nobody can take the name of a leaf for a number."""
    number = re.compile(rf"(?<![\w.])(?:{NUMBER})(?![\w.])")
    named = re.compile(rf"node {DEWEY}|\d+ leaves")
    told = number.findall(named.sub("", why.inequality))
    plain = [side for side in (cutoff.value, cutoff.bound) if side.leaf is None]
    assert len(told) == len(plain), f"{why.inequality!r}: which of {told} are leaves?"


# Listings: the statement that an event points at says what the event does


def statement(trace, i):
    """The statement behind step i: its line, and those that go on."""
    k = trace.line(i)
    assert k is not None, f"step {i} points at no line"
    lines = [trace.listing[k].text]
    for line in trace.listing[k + 1 :]:
        if not line.goes_on:
            break
        lines.append(line.text)
    return " ".join(" ".join(lines).split())


# By search, by kind of event: what the statement has to say, for MAX and for MIN where they differ.
BACKED_UP = {"enter": "function", "evaluate": "if n is a leaf then", "leave": "return v"}
STATEMENTS = {
    "minimax": BACKED_UP
    | {"update": ("v ← max(v, MINIMAX(c))", "v ← min(v, MINIMAX(c))"), "enter": "MINIMAX(n)"},
    "negamax": BACKED_UP
    | {
        "evaluate": "return f(n) if MAX is to move, else −f(n)",
        "update": "v ← max(v, −NEGAMAX(c))",
        "enter": "NEGAMAX(n)",
    },
    "solve": BACKED_UP
    | {
        "update": ("v ← max(v, SOLVE(c))", "v ← min(v, SOLVE(c))"),
        "cut": ("if v = win then stop", "if v = loss then stop"),
        "enter": "SOLVE(n)",
    },
    "alphabeta": BACKED_UP
    | {
        "update": ("α ← max(α, v)", "β ← min(β, v)"),
        "cut": ("if v ≥ β then stop", "if v ≤ α then stop"),
        "enter": "ALPHABETA(n, α, β)",
    },
    "negascout": BACKED_UP
    | {"cut": ("if v ≥ β then stop", "if v ≤ α then stop"), "enter": "PVS(n, α, β)"},
    "scout": BACKED_UP
    | {
        "enter": "EVAL(n)",
        "ask": "TEST(n, >, v)",
        "test": "if n is a leaf then return f(n) > v",
        "cut": (
            "if n is a MAX node and TEST(c, >, v) then return true",
            "if n is a MIN node and not TEST(c, >, v) then return false",
        ),
    },
    "mt": {
        "ask": "function MT(n, ≥, γ)",
        "lookup": "if they answer it: return f⁻ or f⁺",
        "evaluate": "if n is a leaf then g ← f(n)",
        "update": ("g ← max(g, MT(c, ≥, γ))", "g ← min(g, MT(c, ≥, γ))"),
        "cut": ("if g ≥ γ then stop", "if not g ≥ γ then stop"),
        "store": "table: f⁻ ← g if g ≥ γ, else f⁺ ← g",
        "pass-begins": "g ← MT(root, question)",
    },
    "sss_star": {"evaluate": "3. LIVE leaf", "purge": "purge OPEN below its parent"},
    "ps_star": {"evaluate": "3. LIVE leaf", "purge": "purge OPEN below i"},
}
STATEMENTS["alphabeta_table"] = STATEMENTS["alphabeta"] | {
    "update": ("a ← max(a, v)", "b ← min(b, v)"),
    "evaluate": "if n is a leaf then v ← f(n)",
    "store": "table: f⁻ ← v unless v ≤ α",
    "evict": "table: f⁻ ← v unless v ≤ α",
    "same": "return f⁻ or f⁺",
    "lookup": "return f⁻ or f⁺",
}
STATEMENTS["mt"] |= {"same": STATEMENTS["mt"]["lookup"], "evict": STATEMENTS["mt"]["store"]}
STATEMENTS["dual_star"] = STATEMENTS["sss_star"]
STATEMENTS |= dict.fromkeys(MTD, STATEMENTS["mt"])
GAMMA = {
    "sss_star": {
        "1": "push all its children, LIVE",
        "2": "push its first child, LIVE",
        "3": "insert (n, SOLVED, ",
        "4": "with a next sibling: push that sibling, LIVE",
        "5": "last of its siblings: push its parent, SOLVED",
        "6": "push its parent, SOLVED",
    },
    "ps_star": {
        "1": "push its first partition, LIVE; note (n, last son, L, h) in BACKUP",
        "2": "push its first child, LIVE",
        "3a": "MIN leaf, or score > L: insert (n, SOLVED, ",
        "3b": "i last of its partition: insert (i, SOLVED, L)",
        "3c": "c. else: insert (i, SOLVED, ",
        "4a": "h > L: push that sibling, LIVE",
        "4b": "b. else: push (i, SOLVED, ",
        "5": "last of its siblings: push (i, SOLVED, ",
        "6": "l(i) ← max(l(i), h)",
        "6a": "l(i) ≥ h(i): drop i; purge OPEN below i; push (i, SOLVED, h(i))",
        "6b": "else purge OPEN below i; push the next partition",
    },
}
GAMMA["dual_star"] = GAMMA["sss_star"]


def expected_statement(r):
    """What the statement behind the event just taken has to say; from the event alone."""
    event, name, top = r.event, r.inner, r.before
    n, kind = event.node, event.kind
    is_max = r.tree.is_max(n)
    if kind == "horizon":
        return "count as leaves" if r.name == "depth_limited" else "for limit from 1 to depth do"
    if kind == "pass-ends":
        return "f⁻ ← g" if event.low > r.proven_before[0] else "else f⁺ ← g"
    if kind == "answer":
        if event.yes == is_max:
            return "then return true" if event.yes else "then return false"
        return "return true at a MIN node, false at a MAX node"
    if name == "scout" and kind == "update":
        if len(top.returned) == 1:
            return "v ← EVAL(first child of n)"
        test = "MAX node and TEST(c, >, v)" if is_max else "MIN node and not TEST(c, ≥, v)"
        return f"if n is a {test} then v ← EVAL(c)"
    if name == "negascout" and kind == "update":
        best, end = ("max", "α") if is_max else ("min", "β")
        if len(top.returned) == 1:
            return re.compile(rf"^{end} ← {best}\({end}, v\)$")
        return f"v ← {best}(v, t); {end} ← {best}({end}, v)"
    if name == "alphabeta_table" and kind == "leave" and top.recalled:
        return "return f⁻ or f⁺"
    if name in ("mt", *MTD) and kind == "leave":
        return "return f⁻ or f⁺" if top.recalled else re.compile("^return g")
    if name in BEST_FIRST and kind not in STATEMENTS[name]:
        return expected_case(r)
    found = STATEMENTS.get(name, {}).get(kind)
    if found is None and name not in STATEMENTS:
        return ""  # a search that this oracle does not know: any line will do
    if isinstance(found, tuple):
        found = found[0 if is_max else 1]
    if name == "alphabeta" and kind == "cut" and r.options.get("strict"):
        found = found.replace("≥", ">").replace("≤", "<")
    if kind == "leave" and r.hard:
        found = "return v, kept within α and β"
    return found


def expected_case(r):
    """The same for a best-first search, whose events name a case of Γ."""
    event, name = r.event, r.inner
    if event.kind in ("push", "note") and not event.case:
        return "OPEN ← {(root, LIVE, "
    if event.kind == "pop":
        n, status, _ = r.popped
        if n == () and status == "SOLVED":
            return "if n is the root and s = SOLVED: return h"
        case, is_max = gamma_case(r, n, status)
        text = {
            1: "LIVE {} node",
            2: "LIVE {} node",
            3: "LIVE leaf",
            4: "SOLVED {} node with a next sibling",
            5: "SOLVED {} node, last of its siblings",
            6: "SOLVED {} node",
        }[case].format("MAX" if is_max else "MIN")
        return f"{case}. {text}"
    case = gamma_case(r, *r.popped[:2])[0]
    assert event.case.startswith(str(case)), f"{event.case} acts on a state of case {case}"
    if name == "ps_star" and event.kind == "push" and event.case == "6b":
        return "push the next partition" if event.status == "LIVE" else "push (i, SOLVED, l(i))"
    return GAMMA[name][event.case]


def gamma_case(r, n, status):
    """The case of Γ that acts on a state, and whether its node is one of MAX."""
    is_max = r.tree.is_max(n)
    first = is_max != (r.inner == "dual_star")  # read MIN for MAX in DUAL*
    leaf = not r.tree.children(n)
    if r.inner in ("sss_alphabeta", "staged_sss") and not r.stack:  # its frontier
        leaf = leaf or len(n) == r.options.get("depth", 2)
    last = bool(n) and n[-1] == len(r.tree.children(n[:-1]))
    if status == "LIVE":
        return 3 if leaf else 1 if first else 2, is_max
    return (5 if last else 4) if first else 6, is_max


def check_statement(r):
    """The line of an event fits it."""
    found, expected = statement(r.trace, r.i), expected_statement(r)
    if isinstance(expected, str):
        expected = re.compile(re.escape(expected))
    assert expected.search(found), f"{r.event}: {found!r} does not say {expected.pattern!r}"
