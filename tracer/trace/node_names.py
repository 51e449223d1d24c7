"""The names of nodes in sentences."""

from collections.abc import Iterable

from trees.dewey import ROOT, Node, label, printable
from trees.tree import Tree

LISTED = 6  # how many names a sentence usually spells out


def called(tree: Tree, n: Node, *, short: bool = False) -> str:
    """The name of a node, or "node 1.2", which nobody can mistake for a value."""
    name = tree.names.get(n)
    if name:
        return printable(name)
    if not n:
        return "root" if short else "the root"
    return label(n) if short else f"node {label(n)}"


class Names:
    """Names nodes in a text, and remembers which of them it has named."""

    def __init__(self, tree: Tree) -> None:
        self._tree = tree
        self.named: dict[Node, None] = {}  # in order of first mention

    def __call__(self, n: Node, *, short: bool = False) -> str:
        """The name of a node, as `called` gives it."""
        self.named[n] = None
        return called(self._tree, n, short=short)

    def listed(self, nodes: Iterable[Node], most: int = LISTED) -> str:
        """The names of some nodes, shortened if there are many: "nodes 1.2 and 1.3"."""
        nodes = tuple(nodes)
        if len(nodes) > 1 and nodes[0] == ROOT and not self._tree.names:
            return f"{self(ROOT)} and {self.listed(nodes[1:], most)}"
        numbered = bool(nodes) and all(n and not self._tree.names.get(n) for n in nodes)
        first, many = nodes[: most // 2], len(nodes) > most
        names = [self(n, short=numbered) for n in ((*first, nodes[-1]) if many else nodes)]
        if many:
            text = f"{', '.join(names[:-1])}, … {names[-1]}"
        else:
            text = " and ".join([", ".join(names[:-1])] * (len(names) > 1) + names[-1:])
        return f"node{'s' * (len(names) > 1)} {text}" if numbered else text


def listed(tree: Tree, nodes: Iterable[Node]) -> str:
    """The names of some nodes, for a text that need not remember them."""
    return Names(tree).listed(nodes)


def sentence(text: str) -> str:
    """Capitalise a text that begins with "node" or "the root"."""
    begins = text.startswith(("node ", "nodes ", "the root", "root "))
    return text[0].upper() + text[1:] if begins else text
