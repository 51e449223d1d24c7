"""The names of nodes in sentences."""

from collections.abc import Iterable

from trees.dewey import ROOT, Node, label, printable
from trees.tree import Tree

LISTED = 6  # how many names a sentence usually spells out


def called(tree: Tree, n: Node, *, short: bool = False) -> str:
    """The name of a node, or "node 1.2", which nobody can mistake for a value; "line d c"."""
    name, kind = tree.names.get(n), kind_of(tree, n)
    if not name and not n:
        return "root" if short else "the root"
    text = printable(name) if name else label(n)
    return f"{kind} {text}" if kind and not short else text


def kind_of(tree: Tree, n: Node) -> str:
    """The word before the name of a node, if it needs one."""
    if n not in tree.names:
        return "node" if n else ""
    return ("move" if len(n) == 1 else "line") if tree.is_line(n) else ""


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
        kinds = {kind_of(self._tree, n) for n in nodes}
        kind = kinds.pop() if len(kinds) == 1 else ""  # the same word for all
        first, many = nodes[: most // 2], len(nodes) > most
        names = [self(n, short=bool(kind)) for n in ((*first, nodes[-1]) if many else nodes)]
        if many:
            text = f"{', '.join(names[:-1])}, … {names[-1]}"
        else:
            text = " and ".join([", ".join(names[:-1])] * (len(names) > 1) + names[-1:])
        return f"{kind}{'s' * (len(names) > 1)} {text}" if kind else text


def listed(tree: Tree, nodes: Iterable[Node]) -> str:
    """The names of some nodes, for a text that need not remember them."""
    return Names(tree).listed(nodes)


def sentence(text: str) -> str:
    """Capitalise a text that begins with a word like "node" or with "the root"."""
    words = ("node", "move", "line")
    begins = text.startswith((*(f"{w}{s} " for w in words for s in ("", "s")), "the root", "root "))
    return text[0].upper() + text[1:] if begins else text
