"""The names of nodes in sentences."""

from collections.abc import Iterable

from trees.dewey import Node, label, printable
from trees.tree import Tree

LISTED = 6  # how many names a sentence spells out


def called(tree: Tree, n: Node, *, short: bool = False) -> str:
    """The name of a node, or "node 1.2", which nobody can mistake for a value."""
    name = tree.names.get(n)
    if name:
        return printable(name)
    if not n:
        return "root" if short else "the root"
    return label(n) if short else f"node {label(n)}"


def listed(tree: Tree, nodes: Iterable[Node]) -> str:
    """The names of some nodes, shortened if there are many: "nodes 1.2 and 1.3"."""
    nodes = tuple(nodes)
    numbered = bool(nodes) and all(n and not tree.names.get(n) for n in nodes)
    names = [called(tree, n, short=numbered) for n in nodes]
    if len(names) > LISTED:
        text = f"{', '.join(names[:3])}, … {names[-1]}"
    else:
        text = " and ".join([", ".join(names[:-1])] * (len(names) > 1) + names[-1:])
    return f"node{'s' * (len(names) > 1)} {text}" if numbered else text


def sentence(text: str) -> str:
    """Capitalise a text that begins with "node" or "the root"."""
    begins = text.startswith(("node ", "nodes ", "the root", "root "))
    return text[0].upper() + text[1:] if begins else text
