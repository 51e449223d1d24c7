"""Questions to ask: which kinds suit which searches, and answers that are slightly wrong."""

from itertools import pairwise
from math import inf

from tests.helpers.generated import ANY
from tracer.exercises import Question
from tracer.exercises.ask.question_kinds import KINDS

# Where each kind makes sense: on at least one node or count of a tree with a choice.
DEPTH_FIRST = ("minimax", "negamax", "solve", "alphabeta", "scout", "negascout", "mt", "mtd_f")
LISTS = ("sss_star", "dual_star", "ps_star-sizes")
MAKES_SENSE = {
    "values": ("minimax", "negamax"),
    "leaves": tuple(ANY),
    "cuts": tuple(ANY),
    "window": ("alphabeta", "negascout", "alphabeta-window"),
    "returned": ("minimax", "negamax", "alphabeta", "negascout", "mt", "mtd_f"),
    "next": DEPTH_FIRST + LISTS,
    "open": LISTS,
    "backup": ("ps_star-sizes",),
    "case": LISTS,
    "bounds": ("mtd", "mtd_f", "mtd_plus_infinity", "mtd_minus_infinity", "mtd_bi"),
}


PLACES = {
    "the whole search": lambda tree: [None],
    "a node": lambda tree: tree.nodes(),
    "a count": lambda tree: range(0, 30, 2),
}


def questions(kind, search, tree, /, **options):
    """All questions of a kind that can be asked of a search."""
    for at in PLACES[KINDS[kind].at](tree):
        try:
            yield Question(kind, search, tree, at=at, **options)
        except ValueError:
            continue


def write(question, answer=None):
    """The key, or another answer, as a student would write it: nodes by their names."""
    key, label = question.answer if answer is None else answer, question.tree.name
    match question.kind:
        case "values":
            return {label(n): v for n, v in key.items()}
        case "leaves" | "cuts":
            return [label(n) for n in key]
        case "next":
            return label(key)
        case "open" | "backup":
            return [(label(entry[0]), *entry[1:]) for entry in key]
    return key


def mutations(question):
    """Every answer that is one step away from the key."""
    tree, key, kind = question.tree, question.answer, question.kind
    if kind == "values":
        for n, v in key.items():
            yield key | {n: v + 1 if abs(v) < 2**53 else v * 2}
            yield {m: x for m, x in key.items() if m != n}
        yield key | {next(iter(tree.leaves())): 0}
    elif kind in ("leaves", "open", "backup"):
        for i in range(len(key)):
            yield key[:i] + key[i + 1 :]
            yield key[: i + 1] + key[i:]
        for i, (x, y) in enumerate(pairwise(key)):
            if x != y:
                yield (*key[:i], y, x, *key[i + 2 :])
        if kind == "leaves":
            for n in tree.leaves():
                for i in range(len(key) + 1):
                    yield (*key[:i], n, *key[i:])
        for i, entry in enumerate(key if kind == "open" else ()):
            n, status, merit = entry
            other = "SOLVED" if status == "LIVE" else "LIVE"
            wrongs = [(n, other, merit), (n, status, 7 if merit == inf else inf)]
            wrongs += [(m, status, merit) for m in tree.nodes() if m != n]
            for wrong in wrongs:
                yield (*key[:i], wrong, *key[i + 1 :])
    elif kind == "cuts":
        for n in key:
            yield key - {n}
            if len(tree.children(n)) > 1:
                yield key - {n} | {tree.children(n)[0]}
        for n in tree.nodes():
            if not any(n[:k] in key for k in range(len(n) + 1)):
                yield key | {n}
    elif kind in ("window", "bounds"):
        low, high = key
        yield from ((wrong, high) for wrong in near(low))
        yield from ((low, wrong) for wrong in near(high))
        if low != high:
            yield high, low
    elif kind == "returned":
        yield from near(key)
    elif kind == "next":
        yield from (n for n in tree.nodes() if n != key)
    elif kind == "case":
        yield from (c for c in "123456" if c != key)


def near(x):
    if x in (inf, -inf):
        return [0, -x]
    return [y for y in (x + 1, x - 1, x * 2 + 1, inf, -inf) if y != x]
