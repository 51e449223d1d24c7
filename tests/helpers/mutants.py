"""Mutated answers: keys with something changed, in any dress, and whether they are still right.

Whether a mutant is right is decided here, on nodes and numbers, without the library's readers.
"""

from fractions import Fraction
from math import inf, nextafter
from random import Random

import numpy

from tests.helpers.asked import MAKES_SENSE, questions
from tests.helpers.generated import ANY
from trees import Tree, from_nested

NUMBER = int | float
WILD = 99  # a child number that no tree here has


class Text(str):
    """A string that claims to be equal to everything."""

    __slots__ = ()

    def __eq__(self, other):
        return True

    __hash__ = str.__hash__


class Whole(int):
    """A number that claims to be equal to everything."""

    def __eq__(self, other):
        return True

    __hash__ = int.__hash__


class Row(list):
    """A list that claims to be equal to everything, and empty."""

    def __eq__(self, other):
        return True

    def __len__(self):
        return 0

    def __iter__(self):
        return iter(())

    __hash__ = None


# Trees


def some_tree(random):
    """A small tree: ties or not, ragged or not, whole numbers or not, named or not."""
    draw = random.choice(
        [
            lambda: random.randrange(3),
            lambda: random.randrange(-50, 50),
            lambda: random.choice([0.1, 0.1 + 2**-56, 1, 1.5, -2.25]),
        ]
    )
    depth, ragged = random.randint(1, 4), random.random() < 0.4

    def grow(left):
        if left == 0 or (ragged and left < depth and random.random() < 0.2):
            return draw()
        width = random.randint(1 if ragged else 2, 3 if depth < 4 else 2)
        return [grow(left - 1) for _ in range(width)]

    tree = from_nested(grow(depth), root=random.choice(["MAX", "MIN"]))
    if random.random() < 0.3:
        names = {n: f"{'kq'[len(n) % 2]}{i}" for i, n in enumerate(tree.nodes())}
        return Tree({n: tree.value(n) for n in tree.leaves()}, root=tree.root, names=names)
    return tree


def some_question(kind, random):
    """A question of this kind about a search that it suits."""
    while True:
        search, options = ANY[random.choice(MAKES_SENSE[kind])]
        asked = list(questions(kind, search, some_tree(random), **options))
        if asked:
            return random.choice(asked)


# Mutations: nodes are tuples, and everything that has parts is a list


def parts_of(question):
    """The key as lists."""
    key = question.answer
    match question.kind:
        case "cuts":
            return sorted(key)
        case "values":
            return [list(pair) for pair in key.items()]
        case "open" | "backup":
            return [list(entry) for entry in key]
        case "leaves" | "window" | "bounds":
            return list(key)
    return key


def mutate(question, random):
    """The parts of the key with up to two changes."""
    part = parts_of(question)
    for _ in range(random.choice([0, 1, 1, 1, 2])):
        part = changed(part, question.tree, random)
    return part


def changed(part, tree, random):
    if isinstance(part, str):
        return random.choice("123456") if len(part) == 1 else random.choice(["LIVE", "SOLVED"])
    if isinstance(part, int | float):
        return other_number(part, tree, random)
    if isinstance(part, tuple):
        return other_node(part, tree, random)
    return changed_list(part, tree, random)


def other_number(x, tree, random):
    values = [tree.value(n) for n in tree.leaves()]
    near = [nextafter(x, inf), nextafter(x, -inf), x + 1, x - 1, -x, x * 2, float(x)]
    return random.choice([*near, random.choice(values), inf, -inf, x])


def other_node(n, tree, random):
    """A neighbour, a node of the same value, any node, or one that is not in the tree."""
    nodes = list(tree.nodes())
    if n not in nodes:
        return random.choice(nodes)
    family = [*tree.children(n), n[:-1], *tree.children(n[:-1])]
    alike = nodes
    if tree.is_leaf(n):
        alike = [m for m in tree.leaves() if tree.value(m) == tree.value(n)]
    return random.choice([*map(random.choice, (alike, family, nodes)), (*n, WILD)])


def changed_list(part, tree, random):
    at = random.randrange(len(part)) if part else 0
    match random.choice(["drop", "twice", "swap", "inside", "inside", "insert", "turn", "mix"]):
        case "drop":
            return part[:at] + part[at + 1 :]
        case "twice":
            return part[:at] + part[at : at + 1] + part[at:]
        case "swap":
            return part[:at] + part[at : at + 2][::-1] + part[at + 2 :]
        case "inside" if part:
            return [*part[:at], changed(part[at], tree, random), *part[at + 1 :]]
        case "insert" if part and isinstance(part[0], tuple):
            return [*part[:at], random.choice(list(tree.nodes())), *part[at:]]
        case "turn":
            return part[::-1]
        case "mix":
            return random.sample(part, len(part))
    return part


def is_right(question, part):
    """Whether a mutant still is the key."""
    match question.kind:
        case "values":
            return len(part) == len(question.answer) and dict(map(tuple, part)) == question.answer
        case "cuts":
            once = set(part) <= set(question.tree.nodes()) and len(set(part)) == len(part)
            return once and leaves_below(part, question.tree) == leaves_below(
                question.answer, question.tree
            )
    return part == parts_of(question)


def leaves_below(nodes, tree):
    return {leaf for n in nodes for leaf in tree.leaves(n)}


# Dress


def dress(question, part, random):
    """The same answer as a student may write it."""
    tree = question.tree

    def node(n):
        known = n in set(tree.nodes())
        name = tree.name(n) if known else ".".join(map(str, n))
        forms = [name, f" {name} ", Text(name), numpy.str_(name)]
        if known:
            forms += [f"node {name}", name.upper()]
        if n and question.kind != "cuts":
            forms += [n, tuple(map(numpy.int64, n))]
        if n and question.kind not in ("cuts", "values"):
            forms += [list(n), numpy.array(n)]  # not for the keys of a dict
        if len(n) == 1 and name.isdigit():
            forms += [n[0], numpy.int32(n[0]), Whole(n[0])]
        return random.choice(forms)

    def number(x):
        forms = [x, repr(x), numpy.float64(x) if float(x) == x else x]
        if abs(x) == inf:
            sign = "-" if x < 0 else random.choice(["", "+"])
            forms += [f"{sign}∞", f"{sign}inf", f"{sign}oo", f"{sign}Infinity"]
        elif x == int(x):
            forms += [int(x), Fraction(int(x)), Whole(int(x)), numpy.array(int(x))]
            forms += [numpy.int64(int(x))] if abs(x) < 2**60 else []
        else:
            forms += [Fraction(x)]
        return random.choice(forms)

    def sequence(parts):
        return random.choice([list, tuple, Row])(parts)

    match question.kind:
        case "values":
            pairs = [(node(n), number(x)) for n, x in random.sample(list(part), len(part))]
            return dict(pairs)
        case "leaves":
            text = [tree.name(n) if n in set(tree.nodes()) else "9.9.9" for n in part]
            if random.random() < 0.3:
                return random.choice([" ", ", ", ",", "; ", " → "]).join(text)
            return sequence(map(node, part))
        case "cuts":
            shown = [edge(tree, n) if random.random() < 0.3 else node(n) for n in part]
            return sequence(random.sample(shown, len(shown)))
        case "open":
            return sequence(
                sequence([node(n), random.choice([s, s.lower(), s[0], Text(s)]), number(x)])
                for n, s, x in part
            )
        case "backup":
            return sequence(sequence([node(n), *map(number, rest)]) for n, *rest in part)
        case "window" | "bounds":
            return sequence(map(number, part))
        case "returned":
            return number(part)
        case "next":
            return node(part)
        case "case":
            return random.choice([part, int(part), f"case {part}", f" {part}a", numpy.int8(part)])


def edge(tree, n):
    known = n in set(tree.nodes())
    return (tree.name(n[:-1]), tree.name(n)) if n and known else ".".join(map(str, n)) or "0"


def mutants(count, seed):
    """Questions of all kinds in turn, each with ten mutants, and whether each is right."""
    random = Random(seed)
    kinds = list(MAKES_SENSE)
    for i in range(count // 10):
        question = some_question(kinds[i % len(kinds)], random)
        for _ in range(10):
            part = mutate(question, random)
            if well_formed(question, part):
                yield question, dress(question, part, random), is_right(question, part)
            else:
                yield question, part, False


def well_formed(question, part):
    """Whether a mutant has the form of an answer, so that it can be dressed."""
    match question.kind:
        case "window" | "bounds":
            return len(part) == 2
        case "values":
            return form(part, tuple, NUMBER) and once(part)
        case "open":
            return form(part, tuple, str, NUMBER)
        case "backup":
            return form(part, tuple, NUMBER, NUMBER, NUMBER)
    return True


def form(part, *types):
    return all(len(p) == len(types) and all(map(isinstance, p, types)) for p in part)


def once(part):
    return len({n for n, _ in part}) == len(part)
