"""Pseudo-code whose lines have names, by which events point at them."""

import re
from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar

from tracer.events import Search

_NAMED = re.compile(r"(?P<text>\s*\S.*?|)(?:\s{3,}(?P<names>[a-z0-9-]+(?:, [a-z0-9-]+)*))?\s*")


class Line(NamedTuple):
    """A line of a listing and the names that events know it by."""

    text: str
    names: tuple[str, ...]


class Algorithm(NamedTuple):
    """What is known of a search besides its code."""

    name: str
    title: str
    search: Callable[..., Search]
    listing: tuple[Line, ...]
    source: str
    negates: bool  # its values are those of the player to move

    def line(self, name: str) -> int | None:
        """The number, from 0, of the line of that name."""
        for i, line in enumerate(self.listing):
            if name in line.names:
                return i
        return None


def parse(pseudocode: str) -> tuple[Line, ...]:
    """Split a listing into its lines and their names, which stand three spaces to the right.

    >>> parse("return v      leave")
    (Line(text='return v', names=('leave',)),)
    """
    lines = []
    for text in pseudocode.strip("\n").split("\n"):
        found = _NAMED.fullmatch(text)
        assert found  # the pattern fits any line
        lines.append(Line(found["text"], tuple((found["names"] or "").split(", "))))
    return tuple(Line(t, names if names != ("",) else ()) for t, names in lines)


ALGORITHMS: dict[str, Algorithm] = {}

S = TypeVar("S", bound=Callable[..., Any])


def algorithm(
    title: str, pseudocode: str, source: str, *, negates: bool = False
) -> Callable[[S], S]:
    """Enter a search, with its listing, into the table that everything else reads."""

    def enter(search: S) -> S:
        name = search.__name__
        listing = parse(pseudocode)
        ALGORITHMS[name] = Algorithm(name, title, search, listing, source, negates)
        return search

    return enter


def algorithm_of(search: Callable[..., Search]) -> Algorithm:
    """The entry of a search, or a plain one for a search that nobody entered."""
    name = getattr(search, "__name__", type(search).__name__)
    known = ALGORITHMS.get(name)
    if known and known.search is search:
        return known
    return Algorithm(name, name, search, (), "", negates=False)
