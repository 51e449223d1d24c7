"""Positions: nodes with the same position have the same game below them.

A position is a text, such as "Xb2 Oa1": one word for each fact about it. Its key is a number to
find it by in a table (Zobrist 1970): every word has a fixed random number of 64 bits, and the key
is the exclusive or of these numbers. A move changes few words, so the new key follows from the old
one with few operations. Two positions may have the same key, so a table must compare the texts.
"""

from collections.abc import Iterable, Mapping
from functools import cache, reduce
from hashlib import blake2b
from operator import xor

from trees.dewey import Node, label, means, printable

BITS = 64


@cache
def number_of(word: str) -> int:
    """The random number of a word; the same on every machine."""
    return int.from_bytes(blake2b(word.encode(), digest_size=BITS // 8).digest())


def zobrist(position: str) -> int:
    """The key of a position.

    >>> zobrist("Xb2 Oa1") == zobrist("Oa1 Xb2") == zobrist("Xb2") ^ number_of("Oa1")
    True
    """
    return reduce(xor, map(number_of, position.split()), 0)


def check_positions(
    positions: Mapping[Node, str],
    children: Mapping[Node, tuple[Node, ...]],
    values: Mapping[Node, object],
) -> None:
    """Reject positions that the tree contradicts: the same position, but another game below."""
    first: dict[str, Node] = {}
    for n, text in positions.items():
        if n not in children:
            raise ValueError(f"node {label(n)} has a position but is not in the tree")
        if not isinstance(text, str) or not text.strip() or printable(text) != text:
            raise ValueError(
                f"the position of node {label(n)} must be a printable string, not {text!r}"
            )
        if means(text) not in (None, n) and means(text) in children:
            raise ValueError(f"the position {text!r} of node {label(n)} means another node")
        m = first.setdefault(text, n)
        if m != n and not _alike(n, m, positions, children, values):
            raise ValueError(
                f"nodes {label(m)} and {label(n)} cannot have the same position: the side to move, "
                "the value or the positions one move later differ"
            )


def _alike(
    n: Node,
    m: Node,
    positions: Mapping[Node, str],
    children: Mapping[Node, tuple[Node, ...]],
    values: Mapping[Node, object],
) -> bool:
    def below(nodes: Iterable[Node]) -> list[str]:
        return sorted(positions.get(c, label(c)) for c in nodes)

    return (
        len(n) % 2 == len(m) % 2
        and below(children[n]) == below(children[m])
        and values.get(n) == values.get(m)
    )
