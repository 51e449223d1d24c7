"""Convert nested lists, leaf values, text and networkx graphs to trees and back."""

import json
import re
from collections.abc import Iterable, Sequence
from itertools import islice, product
from string import ascii_uppercase
from typing import TYPE_CHECKING, Any

from trees.brackets import is_bracketed, read_brackets, tidied
from trees.dewey import ROOT, Node, dewey, is_below, label
from trees.number import Number, check_number, parse_number, show_count
from trees.tree import DEEPEST, SIDES, Tree, check_depth

if TYPE_CHECKING:
    import networkx as nx

Nested = Number | Sequence["Nested"]

WIDEST = 10_000  # children; even a lazy uniform tree keeps a list of this length


# Letters


def _lettered(tree: Tree) -> Tree:
    """Name the nodes A, B, C, … level by level, unless a node has a name or letters run out.

    These are names like any others, so that every picture, sentence and file agrees on them. A
    tree with some names keeps Dewey numbers elsewhere: its author decided what to name.
    """
    nodes = list(islice(tree.nodes(), len(ascii_uppercase) + 1))
    if tree.names or len(nodes) > len(ascii_uppercase):
        return tree
    nodes.sort(key=len)  # they come left to right, so each level stays in order
    values = {n: tree.value(n) for n in nodes if tree.has_value(n)}
    names = dict(zip(nodes, ascii_uppercase, strict=False))
    return Tree(values, root=tree.root, names=names, labels=tree.labels)


# Nested lists


def from_nested(nested: Nested, *, root: str = "MAX", letters: bool = True) -> Tree:
    """Build a tree from a nested list: a list is an inner node, a number is a leaf.

    The nodes of a tree with up to 26 of them are named A, B, C, … level by level; with
    `letters=False` they keep their Dewey numbers.

    >>> tree = from_nested([[3, 2, 1], [0, 5, 6]])
    >>> tree.value((2, 1)), tree.value(tree.node("G"))
    (0, 0)
    """
    values: dict[Node, Number] = {}
    stack: list[tuple[Node, object]] = [(ROOT, nested)]
    while stack:
        n, part = stack.pop()
        if isinstance(part, list | tuple):
            check_depth(len(n) + 1)
            if not part:
                raise ValueError(
                    f"node {label(n)} is an empty list; an inner node must have a child"
                )
            stack.extend(((*n, i), c) for i, c in reversed(list(enumerate(part, 1))))
        else:
            values[n] = check_number(part, f"leaf {label(n)}")
    tree = Tree(values, root=root)
    return _lettered(tree) if letters else tree


def to_nested(tree: Tree) -> Any:
    """Convert a tree to a nested list, without names, labels and estimates."""
    made: dict[Node, Any] = {}
    for n in reversed(list(tree.nodes())):
        below = tree.children(n)
        made[n] = [made.pop(c) for c in below] if below else tree.value(n)
    return made[ROOT]


def uniform(w: int, d: int, leaves: Iterable[Number], *, root: str = "MAX") -> Tree:
    """T(w,d) with the given leaves, left to right."""
    check_shape(w, d)
    values = list(leaves)
    if len(values) != w**d:
        needed = show_count(w**d, "leaf", "leaves")
        given = show_count(len(values), "value")
        raise ValueError(f"T({w},{d}) has {needed} and needs a value for each; got {given}")
    return Tree(dict(zip(product(range(1, w + 1), repeat=d), values, strict=True)), root=root)


def check_shape(w: int, d: int) -> None:
    """Reject a width or depth that no uniform tree can have."""
    for number, what, least, most in (w, "width", 1, WIDEST), (d, "depth", 0, DEEPEST):
        if type(number) is not int or not least <= number <= most:
            raise ValueError(f"{what} must be an integer from {least} to {most}, not {number!r}")


# Text: one line per node, placed by indentation or by Dewey number


UNNAMED = "-"  # placeholder for a node without a name
_WORDS = r'"(?:[^"\\]|\\.)*"|[^\s"=:#]+(?:\s+[^\s"=:#]+)*'
_LINE = re.compile(
    rf"(?P<name>{_WORDS})?\s*(?:=\s*(?P<value>[^\s:#]+))?\s*(?::\s*(?P<label>{_WORDS}))?\s*(?:#.*)?"
)
_BULLET = re.compile(r"^( *)[-*•](?= +[^\s=:#])")
_DRAWN = dict.fromkeys(map(ord, "│├└─┬"), " ")  # as trees are drawn with lines
_INSTEAD = (
    "indent all lines below the root; or write nested brackets, such as [[3, 5], [6, 9]]; for a "
    "list of edges, use from_networkx"
)
_BARE = re.compile(r"[-+.\w−∞⁺⁻]+(?=\s*(?:[:#]|$))")
_PLAIN = re.compile(r"[^\W\d][\w'*+-]*")


def from_text(text: str) -> Tree:
    """Read a tree from lines that are indented or start with a Dewey number, or from brackets.

    A line is `NAME = VALUE : LABEL`, where each part is optional; an indented leaf may be just a
    number. Names and labels that contain = : # or " are put in quotes. The first line may give the
    side to move at the root: MAX or MIN.

    Brackets of any kind hold the children of a node, as in "[[3, 2], [0, 5]]", "A(B(3 2) C(0 5))"
    and "min(max(3, 2), max(0, 5))". Bullets and the lines of a drawn tree count as indentation.

    A small indented tree without any name gets letters, as in `from_nested`, unless `-` stands in
    place of the root's name. Numbered lines keep their numbers.

    >>> from_text('''
    ... MIN
    ...   A
    ...     3
    ...     Queen's gambit = 4 : a good move
    ...   5
    ... ''') == from_text('''
    ... MIN
    ... 1 A
    ... 1.1 = 3
    ... 1.2 "Queen's gambit" = 4 : "a good move"
    ... 2 = 5
    ... ''')
    True
    """
    if not isinstance(text, str):
        raise TypeError(f"text must be a string, not {text!r}")
    if is_bracketed(brackets := tidied(text)):
        root, values, names = read_brackets(brackets)
        return _lettered(Tree(values, root=root, names=names))
    lines = [(k, s.translate(_DRAWN).rstrip().expandtabs(4)) for k, s in _numbered(text)]
    lines = [(k, s) for k, s in lines if s.strip() and not s.lstrip().startswith("#")]
    if not lines:
        raise ValueError("the text has no line with a node")
    if _has_bullets([s for _, s in lines[1:]]):
        lines = [(k, _BULLET.sub(r"\1  ", s)) for k, s in lines]
    margin = len(lines[0][1]) - len(lines[0][1].lstrip())
    root = "MAX"
    first = lines[0][1].split()
    if first[0] in SIDES:
        root = first[0]
    reader = _Reader(root)
    if first[0] in SIDES:
        reader.add(lines[0][0], ROOT, lines[0][1].strip()[3:].strip())
        lines = lines[1:]
    indented = any(len(s) - len(s.lstrip()) > margin for _, s in lines)
    if indented:
        _read_indented(lines, reader)
    else:
        reader.lines.pop(ROOT, None)  # the root may have a line besides the header
        _read_dewey(lines, reader)
    nodes = sorted(reader.lines)
    for n, following in zip(nodes, [*nodes[1:], ROOT], strict=False):
        if n not in reader.values and not is_below(following, n):
            k = reader.lines[n]
            said = reader.labels.get(n, "")
            meant = f", such as {reader.names.get(n, 'A')} = {said}" if _is_number(said) else ""
            raise ValueError(f"line {k}: leaf {label(n)} has no value; write NAME = VALUE{meant}")
    tree = Tree(reader.values, root=root, names=reader.names, labels=reader.labels)
    return _lettered(tree) if indented and not reader.unnamed_root else tree


def _has_bullets(lines: list[str]) -> bool:
    """Whether every line has a bullet; before numbers only, dashes would be signs."""
    items = [_BULLET.sub("", s).strip() for s in lines if _BULLET.match(s)]
    signs = all(map(_is_number, items)) and any(s.lstrip().startswith("-") for s in lines)
    return len(items) == len(lines) and not signs


def _numbered(text: str) -> Iterable[tuple[int, str]]:
    return enumerate(text.splitlines(), 1)


class _Reader:
    """Collects what the lines say, node by node."""

    def __init__(self, root: str) -> None:
        self.root = root
        self.values: dict[Node, Number] = {}
        self.names: dict[Node, str] = {}
        self.labels: dict[Node, str] = {}
        self.lines: dict[Node, int] = {}
        self.unnamed_root = False

    def add(self, k: int, n: Node, rest: str, bare: bool = False) -> None:
        if n in self.lines:
            raise ValueError(f"line {k}: node {label(n)} is already on line {self.lines[n]}")
        self.lines[n] = k
        if bare and (found := _BARE.match(rest)) and _is_number(found[0]):
            rest = f"= {rest}"
        found = _LINE.fullmatch(rest)
        if not found or _is_numbers(found["name"] or ""):
            raise ValueError(
                f"line {k}: cannot read {rest!r}; write one node per line, as "
                'NAME = VALUE : LABEL, with names that contain = : # or " in quotes; or write '
                "nested brackets, such as [[3, 5], [6, 9]]"
            )
        if found["name"] == UNNAMED:
            self.unnamed_root |= n == ROOT
        elif found["name"] in SIDES:
            if found["name"] != SIDES[(SIDES.index(self.root) + len(n)) % 2]:
                raise ValueError(
                    f"line {k}: {found['name']} does not move at node {label(n)}, because "
                    f"{self.root} moves at the root. To use it as a name, put it in quotes"
                )
        elif found["name"]:
            self.names[n] = _unquote(found["name"], k)
        if found["label"]:
            self.labels[n] = _unquote(found["label"], k)
        if found["value"]:
            try:
                value = parse_number(found["value"])
            except ValueError as error:
                raise ValueError(f"line {k}: {error}") from None
            self.values[n] = check_number(value, f"line {k}: the value of node {label(n)}")


def _read_indented(lines: list[tuple[int, str]], reader: _Reader) -> None:
    if not reader.lines:
        k, s = lines.pop(0)
        reader.add(k, ROOT, s.strip())
    indents: list[int] = []
    path: list[int] = []
    for k, s in lines:
        indent = len(s) - len(s.lstrip())
        deeper = not indents or indent > indents[-1]
        while indents and indents[-1] > indent:
            indents.pop()
            path.pop()
        if deeper:
            indents.append(indent)
            path.append(0)
        elif not indents or indents[-1] != indent:
            raise ValueError(f"line {k}: the indentation ({indent}) matches no line above")
        path[-1] += 1
        reader.add(k, tuple(path), s.strip(), bare=True)


def _read_dewey(lines: list[tuple[int, str]], reader: _Reader) -> None:
    for k, s in lines:
        number, rest = re.fullmatch(r"([^\s=:]*)(.*)", s.strip()).groups()  # type: ignore[union-attr]
        try:
            n = dewey(number)
        except ValueError as error:
            raise ValueError(f"line {k}: {error}; or {_INSTEAD}") from None
        reader.add(k, n, rest.strip())


def _is_number(text: str) -> bool:
    try:
        parse_number(text)
    except ValueError:
        return False
    return True


def _is_numbers(name: str) -> bool:
    """Whether a name of several words has no letter: probably leaves that share a line."""
    return " " in name and not name.startswith('"') and not any(c.isalpha() for c in name)


def _unquote(text: str, k: int) -> str:
    if not text.startswith('"'):
        return " ".join(text.split())
    try:
        return str(json.loads(text))
    except ValueError:
        raise ValueError(f"line {k}: {text} is not a valid quoted string") from None


def to_text(tree: Tree, *, indent: bool = False) -> str:
    """Write a tree as lines that `from_text` reads back to the same tree."""
    lines = []
    for n in tree.nodes():
        words = []
        if n in tree.names:
            words.append(_quote(tree.names[n]))
        if tree.has_value(n):
            words.append(f"= {tree.value(n)!r}")
        if n in tree.labels:
            words.append(f": {_quote(tree.labels[n])}")
        if n == ROOT:
            words[:0] = [tree.root] if tree.names or not indent else [tree.root, UNNAMED]
        elif indent:
            words.insert(0, "  " * len(n) + (words.pop(0) if words else UNNAMED))
        elif words:
            words.insert(0, label(n))
        if words:
            lines.append(" ".join(words))
    return "\n".join(lines) + "\n"


def _quote(text: str) -> str:
    plain = _PLAIN.fullmatch(text) and text not in SIDES and not _is_number(text)
    return text if plain else json.dumps(text)


# networkx


def to_networkx(tree: Tree) -> "nx.DiGraph[Any]":
    """Convert a tree to a digraph of Dewey tuples; nodes have player, value, name and label."""
    import networkx as nx

    graph: nx.DiGraph[Any] = nx.DiGraph(root=tree.root)
    for n in tree.nodes():
        graph.add_node(n, player=tree.to_move(n))
        if tree.has_value(n):
            graph.nodes[n]["value"] = tree.value(n)
        if n in tree.names:
            graph.nodes[n]["name"] = tree.names[n]
        if n in tree.labels:
            graph.nodes[n]["label"] = tree.labels[n]
        if n:
            graph.add_edge(n[:-1], n)
    return graph


def from_networkx(graph: "nx.DiGraph[Any]") -> Tree:
    """Build a tree from a digraph whose edges point from parent to child, in insertion order.

    Leaves must have a `value`; nodes may have a `name` and a `label`. A node that is a string and
    has no name is its own name. A small graph without any name gets letters, as in `from_nested`,
    unless its nodes are Dewey tuples. `graph.graph["root"]` is the side to move at the root.
    """
    if not hasattr(graph, "is_directed"):
        raise TypeError(f"graph must be a networkx graph, not {graph!r}")
    if not graph.is_directed():
        raise ValueError("the graph is undirected; its edges must point from parent to child")
    if not graph:
        raise ValueError("the graph is empty; a tree must have at least one leaf")
    for v, parents in graph.in_degree():
        if parents > 1:
            raise ValueError(f"node {v!r} has {parents} parents; in a tree it can have only one")
    roots = [v for v, parents in graph.in_degree() if parents == 0]
    if not roots:
        raise ValueError("every node has a parent, so the graph has a cycle and no root")
    if len(roots) > 1:
        raise ValueError(
            f"{len(roots)} nodes have no parent, such as {roots[:3]!r}; "
            "a tree has exactly one such node, its root"
        )
    values: dict[Node, Number] = {}
    names: dict[Node, str] = {}
    labels: dict[Node, str] = {}
    reached = 0
    stack: list[tuple[Node, Any]] = [(ROOT, roots[0])]
    while stack:
        n, v = stack.pop()
        reached += 1
        data = graph.nodes[v]
        if "value" in data:
            values[n] = check_number(data["value"], f"the value of node {v!r}")
        elif not graph.out_degree(v):
            raise ValueError(f"leaf {v!r} has no 'value'")
        if name := data.get("name", v if isinstance(v, str) else None):
            names[n] = name
        if "label" in data:
            labels[n] = data["label"]
        stack.extend(((*n, i), c) for i, c in enumerate(graph.successors(v), 1))
    if reached < len(graph):
        raise ValueError(
            f"{len(graph) - reached} nodes are on a cycle and cannot be reached from the root"
        )
    tree = Tree(values, root=graph.graph.get("root", "MAX"), names=names, labels=labels)
    return tree if roots[0] == ROOT else _lettered(tree)
