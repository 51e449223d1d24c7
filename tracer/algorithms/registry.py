"""Pseudo-code whose lines have names, by which events point at them."""

import re
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, TypeVar

from trees.number import Number

_NAMED = re.compile(r"(?P<text>\s*\S.*?|)(?:\s{3,}(?P<name>[a-z0-9-]+))?\s*")

Search = Callable[..., Number]  # of a tree, a log and options
Rewrite = Callable[[str, Mapping[str, Any]], str]


class Line(NamedTuple):
    """A line of a listing and the name that events know it by, if any."""

    text: str
    name: str = ""


class Algorithm(NamedTuple):
    """What is known of a search besides its code.

    `negates`: its values are those of the player to move. `solves`: the player whose solution
    tree it ends with. `pseudocode` is a text, or lines that are taken as they are; `rewrite`
    makes the text for other options from that for the usual ones.
    """

    name: str
    title: str
    search: Search
    pseudocode: str | tuple[Line, ...] = ""
    source: str = ""
    negates: bool = False
    solves: str = "MAX"
    rewrite: Rewrite | None = None

    def listing(self, options: Mapping[str, Any]) -> tuple[Line, ...]:
        """The lines of the listing for these options."""
        if isinstance(self.pseudocode, tuple):
            return self.pseudocode
        return parse(self.rewrite(self.pseudocode, options) if self.rewrite else self.pseudocode)


def parse(pseudocode: str) -> tuple[Line, ...]:
    """Split a listing into its lines and their names, which stand three spaces to the right.

    >>> parse("return v      leave")
    (Line(text='return v', name='leave'),)
    """
    if not pseudocode:
        return ()
    lines = []
    for text in pseudocode.strip("\n").split("\n"):
        found = _NAMED.fullmatch(text)
        assert found  # the pattern fits any line
        lines.append(Line(found["text"], found["name"] or ""))
    return tuple(lines)


ALGORITHMS: dict[str, Algorithm] = {}

S = TypeVar("S", bound=Search)


def algorithm(
    title: str,
    pseudocode: str,
    source: str,
    *,
    negates: bool = False,
    solves: str = "MAX",
    rewrite: Rewrite | None = None,
) -> Callable[[S], S]:
    """Enter a search, with its listing, into the table that everything else reads."""
    names = [line.name for line in parse(pseudocode) if line.name]
    if len(set(names)) < len(names):
        raise ValueError(f"two lines of the listing of {title} have the same name: {names}")

    def enter(search: S) -> S:
        name = search.__name__
        ALGORITHMS[name] = Algorithm(
            name, title, search, pseudocode, source, negates, solves, rewrite
        )
        return search

    return enter


def algorithm_of(search: Search) -> Algorithm:
    """The entry of a search, or a plain one for a search that nobody entered."""
    name = getattr(search, "__name__", type(search).__name__)
    known = ALGORITHMS.get(name)
    if known and known.search is search:
        return known
    return Algorithm(name, name, search)
