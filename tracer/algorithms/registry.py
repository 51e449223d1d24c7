"""The registry of searches, each with its listing; events refer to its lines by name."""

import re
from collections.abc import Callable, Mapping
from inspect import signature
from types import MappingProxyType
from typing import Any, NamedTuple, TypeVar

from trees.number import Number
from trees.tree import Tree

_NAMED = re.compile(r"(?P<text>\s*\S.*?|)(?:\s{3,}(?P<name>[a-z0-9-]+|\+))?\s*")

Search = Callable[..., Number]  # called with a tree, a log and options
Rewrite = Callable[[str, Mapping[str, Any]], str]
Usual = Callable[[Tree, Mapping[str, Any]], int | None]  # the number in the title, if not given
Conventions = Mapping[str, Mapping[Any, str]]  # options, their values, and a name for each value


class Control(NamedTuple):
    """What menus call an option; `values` are those to choose from, each with its words.

    The words may say the `opposite` of the option: to be strict is not to cut on ties.
    """

    words: str
    values: Mapping[Any, str] = MappingProxyType({})
    opposite: bool = False


Controls = Mapping[str, Control]


class Line(NamedTuple):
    """A line of a listing and the name that events use for it, if any.

    A line with `goes_on` continues the statement of the line above.
    """

    text: str
    name: str = ""
    goes_on: bool = False


class Algorithm(NamedTuple):
    """A search and what is known about it.

    `negates`: its values are values to the side to move. `solves`: the side whose solution tree
    it ends with. `gamma`: its cases are those of Γ in SSS* and PS*. `standalone`: it finds the
    minimax value of any tree, with nothing left to choose but the number in its title.
    `conventions`: options on which books differ, the usual value first. `pseudocode` is a text, or
    lines that are used unchanged; `rewrite` adapts the text to the options. `calculates`: it does
    arithmetic with values, such as taking the middle of two, instead of only comparing them.
    `controls`: what menus call the options; an option without one goes by its name.
    """

    name: str
    title: str
    search: Search
    pseudocode: str | tuple[Line, ...] = ""
    source: str = ""
    negates: bool = False
    solves: str = "MAX"
    gamma: bool = False
    standalone: bool = True
    rewrite: Rewrite | None = None
    conventions: Conventions = MappingProxyType({})
    calculates: bool = False
    controls: Controls = MappingProxyType({})
    usual: Usual | None = None

    @property
    def number(self) -> str | None:
        """The option that the title names in brackets, such as the k of PS*(k)."""
        found = re.search(r"\((\w+)\)", self.title)
        return found[1] if found and found[1] in signature(self.search).parameters else None

    def listing(self, options: Mapping[str, Any]) -> tuple[Line, ...]:
        """The lines of the listing for these options."""
        if isinstance(self.pseudocode, tuple):
            return self.pseudocode
        return parse(self.rewrite(self.pseudocode, options) if self.rewrite else self.pseudocode)


def parse(pseudocode: str) -> tuple[Line, ...]:
    """Split a listing into lines and their names, which follow after three or more spaces.

    A "+" in place of a name means that the line continues the statement of the line above.

    >>> [line.name for line in parse("return v      leave")]
    ['leave']
    """
    if not pseudocode:
        return ()
    lines = []
    for text in pseudocode.strip("\n").split("\n"):
        found = _NAMED.fullmatch(text)
        assert found  # the pattern matches any line
        name = found["name"] or ""
        lines.append(Line(found["text"], name.strip("+"), name == "+"))
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
    gamma: bool = False,
    standalone: bool = True,
    rewrite: Rewrite | None = None,
    conventions: Conventions = MappingProxyType({}),
    calculates: bool = False,
    controls: Controls = MappingProxyType({}),
    usual: Usual | None = None,
) -> Callable[[S], S]:
    """Register a search with its listing, for the player, captions, measures and exercises."""
    names = [line.name for line in parse(pseudocode) if line.name]
    if len(set(names)) < len(names):
        raise ValueError(f"the lines of the listing of {title} must have different names: {names}")

    def enter(search: S) -> S:
        name = search.__name__
        known = ALGORITHMS.get(name)
        if known and known.search.__module__ != search.__module__:
            where = known.search.__module__
            raise ValueError(f"{where} already registers {name}; give your search another name")
        ALGORITHMS[name] = Algorithm(
            *(name, title, search, pseudocode, source, negates, solves, gamma, standalone),
            *(rewrite, conventions, calculates, controls, usual),
        )
        return search

    return enter


def algorithm_of(search: Search) -> Algorithm:
    """The registry entry of a search, or a minimal one for a search that is not registered."""
    name = function_name(search)
    return ALGORITHMS.get(name) or Algorithm(name, name, search)


def function_name(function: Callable[..., Any]) -> str:
    """The name of a function; one that borrows the name of a registered search is "another"."""
    name: str = getattr(function, "__name__", type(function).__name__)
    known = ALGORITHMS.get(name)
    return name if known is None or known.search is function else f"another {name}"
