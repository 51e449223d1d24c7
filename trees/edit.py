"""Change a tree by hand: every change makes a new tree and says where each node is now."""

from collections.abc import Iterable, Mapping
from itertools import islice
from string import ascii_uppercase
from types import MappingProxyType
from typing import NamedTuple

from trees.build import from_nested, to_nested, to_text
from trees.dewey import ROOT, Node, is_below
from trees.generate import GeneratedTree
from trees.number import Number, show_count
from trees.tree import SIDES, Tree

MOST_NODES = 400  # of a tree that is edited
LONGEST_NAME = 40  # characters
MOST_UNDONE = 200  # changes


class Edited(NamedTuple):
    """A changed tree, the new place of every node that was kept, and the node to look at."""

    tree: Tree
    moved: Mapping[Node, Node]
    at: Node


def set_value(tree: Tree, n: Node, value: Number) -> Edited:
    """Give a leaf another value."""
    if not tree.is_leaf(n):
        raise ValueError(f"node {tree.name(n)} is not a leaf, so its value follows from below")
    return _edited(tree, _all(tree), n, values={n: value})


def rename(tree: Tree, n: Node, name: str) -> Edited:
    """Give a node another name; an empty one leaves it with its Dewey number."""
    if len(name) > LONGEST_NAME:
        raise ValueError(f"a name can have at most {LONGEST_NAME} characters")
    tree.children(n)
    return _edited(tree, _all(tree), n, names={n: " ".join(name.split())})


def set_root(tree: Tree, side: str) -> Edited:
    """Let the other side move at the root."""
    return _edited(tree, _all(tree), ROOT, root=side)


def add_child(tree: Tree, n: Node) -> Edited:
    """Add a leaf after the last child.

    The first child of what was a leaf takes over its value, so that nothing else changes; any
    other new leaf is worth 0. In a tree whose nodes all have names, it gets the next free letter.
    """
    below = tree.children(n)
    new = (*n, len(below) + 1)
    letters = (c for c in ascii_uppercase if c not in tree.names.values())
    named = all(m in tree.names for m in tree.nodes())
    return _edited(
        *(tree, _all(tree), new),
        values={new: 0} if below else {new: tree.value(n), n: None},
        names={new: next(letters, "")} if named else {},
    )


def delete(tree: Tree, n: Node) -> Edited:
    """Delete a node and everything below it.

    A node that loses its last child becomes a leaf and keeps the value that it had.
    """
    tree.children(n)
    if n == ROOT:
        raise ValueError("the root cannot be deleted; a tree must have at least one node")
    up, place = n[:-1], n[-1]
    moved = {
        m: (*up, m[len(up)] - 1, *m[len(n) :]) if is_below(m, up) and m[len(up)] > place else m
        for m in tree.nodes()
        if m != n and not is_below(m, n)
    }
    if len(tree.children(up)) > 1:
        return _edited(tree, moved, (*up, min(place, len(tree.children(up)) - 1)))
    kept = tree.value(up) if tree.has_value(up) else _backed_up(tree, up)
    return _edited(tree, moved, up, values={up: kept})


def move(tree: Tree, n: Node, place: int) -> Edited:
    """Move a node, with everything below it, to another place among its siblings."""
    tree.children(n)
    if n == ROOT:
        raise ValueError("the root has no siblings")
    up, count = n[:-1], len(tree.children(n[:-1]))
    if type(place) is not int or not 1 <= place <= count:
        raise ValueError(f"the place must be an integer from 1 to {count}, not {place!r}")
    order = [i for i in range(1, count + 1) if i != n[-1]]
    order.insert(place - 1, n[-1])
    goes = {old: new for new, old in enumerate(order, 1)}
    depth = len(up)
    moved = {
        m: (*up, goes[m[depth]], *m[depth + 1 :]) if is_below(m, up) else m for m in tree.nodes()
    }
    return _edited(tree, moved, (*up, place))


def check_editable(tree: Tree) -> None:
    """Reject a tree that is too large to be edited by hand."""
    if sum(1 for _ in islice(tree.nodes(), MOST_NODES + 1)) > MOST_NODES:
        raise ValueError(
            f"this tree is too large to be edited by hand; it may have up to {MOST_NODES} nodes"
        )


def _all(tree: Tree) -> dict[Node, Node]:
    return {n: n for n in tree.nodes()}


def _edited(
    tree: Tree,
    moved: Mapping[Node, Node],
    at: Node,
    *,
    values: Mapping[Node, Number | None] = MappingProxyType({}),
    names: Mapping[Node, str] = MappingProxyType({}),
    root: str = "",
) -> Edited:
    """The tree with its nodes at their new places; values and names are given by new places."""
    check_editable(tree)
    numbers = {m: tree.value(n) for n, m in moved.items() if tree.has_value(n)}
    called = {moved[n]: name for n, name in tree.names.items() if n in moved}
    made = Tree(
        {n: value for n, value in {**numbers, **values}.items() if value is not None},
        root=root or tree.root,
        names={n: name for n, name in {**called, **names}.items() if name},
        labels={moved[n]: text for n, text in tree.labels.items() if n in moved},
    )
    check_editable(made)
    return Edited(made, moved, at)


def _backed_up(tree: Tree, n: Node) -> Number:
    """The minimax value of a node."""
    values: dict[Node, Number] = {}
    for m in reversed(list(tree.nodes(n))):
        below = [values[c] for c in tree.children(m)]
        values[m] = (max if tree.is_max(m) else min)(below) if below else tree.value(m)
    return values[n]


class _Change(NamedTuple):
    """What undoing and redoing need; changes of one gesture, such as a drag, are one change."""

    before: Edited
    after: Edited
    gesture: str


class Edits:
    """A tree with its history."""

    def __init__(self, tree: Tree) -> None:
        self.tree = tree
        self._past: list[_Change] = []
        self._future: list[_Change] = []

    def copy(self) -> "Edits":
        """The same tree and history, to be changed on its own."""
        made = Edits(self.tree)
        made._past, made._future = list(self._past), list(self._future)
        return made

    def do(self, edited: Edited, gesture: str = "") -> Edited:
        """Take over a change; further changes of the same gesture are undone together with it."""
        if edited.tree == self.tree:
            return edited
        first, moved = self.tree, edited.moved
        back = {new: old for old, new in moved.items()}
        before = Edited(first, back, back.get(edited.at, ROOT))
        after = edited
        if gesture and self._past and self._past[-1].gesture == gesture:
            last = self._past.pop()
            moved = joined(last.after.moved, moved)
            before = Edited(last.before.tree, {b: a for a, b in moved.items()}, last.before.at)
            after = Edited(edited.tree, moved, edited.at)
        self._future = []
        if after.tree == before.tree:  # a gesture may go there and back
            self.tree = before.tree
        else:
            self.tree = edited.tree
            self._past = [*self._past, _Change(before, after, gesture)][-MOST_UNDONE:]
        return edited

    @property
    def can_undo(self) -> bool:
        """Whether there is a change to undo."""
        return bool(self._past)

    @property
    def can_redo(self) -> bool:
        """Whether there is an undone change."""
        return bool(self._future)

    def undo(self) -> Edited:
        """Go back to the tree before the last change."""
        if not self._past:
            raise ValueError("there is nothing to undo")
        change = self._past.pop()
        self._future.append(change._replace(gesture=""))
        self.tree = change.before.tree
        return change.before

    def redo(self) -> Edited:
        """Make the last change that was undone again."""
        if not self._future:
            raise ValueError("there is nothing to redo")
        change = self._future.pop()
        self._past.append(change)
        self.tree = change.after.tree
        return change.after


def joined(first: Mapping[Node, Node], second: Mapping[Node, Node]) -> dict[Node, Node]:
    """Where nodes are after two changes."""
    return {n: second[m] for n, m in first.items() if m in second}


def whatever_order(tree: Tree) -> str:
    """A text that two trees share if they differ only in names and in the order of children."""
    texts: dict[Node, str] = {}
    for n in reversed(list(tree.nodes())):
        below = tree.children(n)
        texts[n] = f"({' '.join(sorted(texts.pop(c) for c in below))})" if below else ""
        texts[n] += repr(tree.value(n)) if tree.has_value(n) else ""
    return f"{tree.root} {texts[ROOT]}"


def to_python(tree: Tree) -> str:
    """Write a tree as a Python expression.

    That is a call of its generator or of from_nested, or of from_text if it has names.

    >>> to_python(from_nested([[3, 2], [0, 5]]))
    'from_nested([[3, 2], [0, 5]])'
    """
    if isinstance(tree, GeneratedTree):
        return tree.size()
    nested = to_nested(tree)
    for letters in True, False:
        if from_nested(nested, root=tree.root, letters=letters) == tree:
            more = [] if tree.root == SIDES[0] else [f"root={tree.root!r}"]
            more += [] if letters else ["letters=False"]
            return f"from_nested({', '.join([repr(nested), *more])})"
    text = to_text(tree, indent=True)
    if "\\" in text or '"""' in text or (not text.isascii() and not _plain(text)):
        return f"from_text({text!r})"
    return f'from_text("""\n{text}""")'


def _plain(text: str) -> bool:
    """Whether a text can stand in a program as it is."""
    return all(line.isprintable() for line in text.split("\n"))


def in_words(names: Iterable[str], most: int = 8) -> str:
    """Names as a list for a sentence, shortened if there are many.

    >>> in_words(["K", "L"]), in_words("ABCDEF", most=3)
    ('K, L', 'A, B, C and 3 more')
    """
    names = list(names)
    rest = len(names) - most
    listed = ", ".join(names[:most])
    return f"{listed} and {show_count(rest)} more" if rest > 0 else listed
