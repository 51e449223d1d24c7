"""Choose a tree, a search and its options without writing code; the menus are in the browser."""

import re
from collections.abc import Mapping
from inspect import Parameter, signature
from math import inf
from types import MappingProxyType
from typing import Any, NamedTuple

from tracer.algorithms.registry import ALGORITHMS, Algorithm, Control
from tracer.player.base import traitlets
from tracer.player.editing import MOST_EVENTS, code_of
from tracer.player.payload import payload
from tracer.player.widget import Player
from tracer.trace.trace import Trace, record
from trees import catalogue
from trees.build import from_nested
from trees.generate import GENERATORS, PARAMETERS, TITLES
from trees.number import parse_number, show
from trees.tree import SIDES, Tree

OWN = "own"  # the source of a tree that was given, built or changed by hand
START = from_nested([3, 5])  # to build on

MOST_CHILDREN = 200  # of a node: each of their steps looks at all of them

_Source = tuple[Tree, str, dict[str, Any]]  # a tree, where it comes from, and its parameters


class Explorer(Player):
    """A player with menus for the tree, the search and its options; the tree can be edited."""

    menus = traitlets.Dict().tag(sync=True)

    def __init__(self, tree: Tree | None = None, search: str = "alphabeta") -> None:
        self._own = START if tree is None else tree
        source = OWN if tree is not None else "pantel-3.2"
        self._sources: list[_Source] = []
        tree, self._sources = self._load(source, {})
        trace = _searched(ALGORITHMS[search], tree, {})
        super().__init__(trace, editable=True, menus=_menus())

    @property
    def tree(self) -> Tree:
        """The tree that is shown."""
        return self.trace.tree

    @property
    def player(self) -> Player:
        """The player, which is this widget itself."""
        return self

    def choose(
        self,
        source: str | None = None,
        parameters: Mapping[str, Any] | None = None,
        search: str | None = None,
        options: Mapping[str, Any] | None = None,
    ) -> None:
        """Choose from the menus: a tree and its parameters, a search and its options.

        What is not given stays; a parameter or option that is None gets its usual value.
        """
        self._choose(source, parameters or {}, search, options or {})
        self._first, self._betting = self.trace, True
        self.data = self._payload()

    def _choose(
        self,
        source: str | None,
        parameters: Mapping[str, Any],
        search: str | None,
        options: Mapping[str, Any],
    ) -> None:
        before, given = self._source()
        tree, sources = self.tree, self._sources
        if source not in (None, before) or parameters:
            given = given if source in (None, before) else {}
            tree, sources = self._load(source or before, {**given, **parameters})
        algorithm = self.trace.algorithm if search is None else _algorithm(search)
        chosen = {**(self._options if algorithm is self.trace.algorithm else {}), **options}
        usual = _defaults(algorithm)
        chosen = {k: v for k, v in chosen.items() if v is not None and v != usual.get(k)}
        trace = _searched(algorithm, tree, chosen)
        payload(trace, betting=False)  # complains about a trace that cannot be shown
        self._sources, self.traces = sources, (trace,)
        if self._editing:
            self._editing.show(trace)

    def _answer(self, request: Any) -> None:
        if request.get("op") != "choose":
            super()._answer(request)
            if self._source()[0] == OWN:
                self._own = self.tree
            return
        source, search = request.get("source"), request.get("search")
        algorithm = self.trace.algorithm if search is None else _algorithm(search)
        of_tree, of_search = _parameters(source or self._source()[0]), _controls(algorithm)
        try:
            parameters = _read(request.get("parameters"), of_tree)
            options = _read(request.get("options"), of_search)
            self._choose(source, parameters, search, options)
        except (ValueError, TypeError) as error:
            why = _in_words(str(error), of_tree if request.get("parameters") else of_search)
            raise _FieldError(str(request.get("field", "")), why) from error

    def _payload(self, serial: str = "", **more: object) -> str:
        source, parameters = self._source()
        algorithm, code = self.trace.algorithm, self._code()
        more["explore"] = {
            "source": source,
            "parameters": _shown(parameters, _parameters(source)),
            "search": algorithm.name,
            "options": _shown(_defaults(algorithm) | self._options, _controls(algorithm)),
            "code": code,
            "program": _program(code, algorithm.name, self._tree_code()),
        }
        return super()._payload(serial, **more)

    def _show(self, trace: Trace) -> None:
        super()._show(trace)
        if self._source()[0] == OWN:
            self._own = self.tree

    @property
    def _options(self) -> dict[str, Any]:
        """The options of the search that are not the usual ones."""
        usual = _defaults(self.trace.algorithm)
        return {k: v for k, v in self.trace.options.items() if k not in usual or v != usual[k]}

    def _load(self, source: str, given: Mapping[str, Any]) -> tuple[Tree, list[_Source]]:
        """The tree of a source, which may be a generator with parameters, and all sources."""
        if source == OWN:
            return self._own, self._sources
        parameters: dict[str, Any] = {}
        if source in GENERATORS:
            usual = {name: PARAMETERS[name][1] for name in _parameters(source)}
            parameters = usual | {k: v for k, v in given.items() if v is not None}
        tree = GENERATORS[source](**parameters) if parameters else catalogue.load(source)
        return tree, [*self._sources[-50:], (tree, source, parameters)]

    def _source(self) -> tuple[str, dict[str, Any]]:
        """Where the tree that is shown comes from."""
        for tree, source, parameters in reversed(self._sources):
            if tree is self.tree:
                return source, parameters
        return OWN, {}

    def _tree_code(self) -> str:
        source, _ = self._source()
        known = source != OWN and source not in GENERATORS
        return f'catalogue.load("{source}")' if known else code_of(self.tree)

    def _code(self) -> str:
        tree = self._tree_code()
        options = "".join(f", {k}={_python(v)}" for k, v in self._options.items())
        search = self.trace.algorithm.name
        if "\n" not in tree:
            return f"play(record({search}, {tree}{options}))"
        return f"tree = {tree}\nplay(record({search}, tree{options}))"


def explore(tree: Tree | None = None, search: str = "alphabeta") -> Explorer:
    """Menus for the tree, the search and its options, above a player that shows the result."""
    _algorithm(search)
    return Explorer(tree, search)


def _searched(algorithm: Algorithm, tree: Tree, options: Mapping[str, Any]) -> Trace:
    """The search of a tree, if it can be shown within seconds."""
    if tree.width > MOST_CHILDREN:
        raise ValueError(f"a node can have at most {MOST_CHILDREN} children here")
    trace = record(algorithm.search, tree, max_events=MOST_EVENTS, **options)
    if not trace.complete:
        raise ValueError(
            f"this search takes more than {MOST_EVENTS:,} steps, too many to explore; choose a "
            "smaller tree"
        )
    return trace


class _FieldError(ValueError):
    """An error that belongs next to a control."""

    def __init__(self, field: str, why: str) -> None:
        super().__init__(why)
        self.field = field


def _algorithm(search: str) -> Algorithm:
    if search not in ALGORITHMS:
        raise ValueError(f"Unknown search {search!r}. Choose one of: {', '.join(ALGORITHMS)}.")
    return ALGORITHMS[search]


# What the menus offer


class _Field(NamedTuple):
    """A control: a "flag", a "choice", a "number" or a "text"."""

    words: str
    kind: str
    values: Mapping[Any, str] = MappingProxyType({})
    opposite: bool = False


def _menus() -> dict[str, Any]:
    """All menus: names, words and kinds of controls."""
    literature = [[name, catalogue.entry(name).title] for name in catalogue.names()]
    generated = [[name, TITLES[name]] for name in GENERATORS]
    return {
        "trees": [
            ["By hand", [[OWN, "my own tree"]]],
            ["Generated", generated],
            ["From the literature", literature],
        ],
        "parameters": {name: _described(_parameters(name)) for name in GENERATORS},
        "searches": [[a.name, a.title] for a in ALGORITHMS.values()],
        "options": {a.name: _described(_controls(a)) for a in ALGORITHMS.values()},
    }


def _in_words(why: str, fields: Mapping[str, _Field]) -> str:
    """An error with parameters as the controls call them; what a reader typed stays as it is."""
    words = {name: field.words for name, field in fields.items()}
    if "w" in words:
        words["width"] = words["w"]
    names = "|".join(map(re.escape, words))
    return re.sub(rf"'[^']*'|\b(?:{names})\b", lambda m: words.get(m[0], m[0]), why)


def _described(fields: Mapping[str, _Field]) -> list[list[Any]]:
    """Each control as its name, words, kind, and values to choose from."""
    return [
        [name, field.words, field.kind, [[value, words] for value, words in field.values.items()]]
        for name, field in fields.items()
    ]


def _controls(algorithm: Algorithm) -> dict[str, _Field]:
    """The controls of a search; what takes code, such as a function, belongs in a cell."""
    found = {}
    for name, default in _defaults(algorithm).items():
        control = algorithm.controls.get(name)
        if control is None and (default is None or callable(default)):
            continue
        words, values, opposite = control or Control(name)
        kind = "text" if isinstance(default, str) else "number"
        kind = "choice" if values else "flag" if isinstance(default, bool) else kind
        found[name] = _Field(words, kind, values, opposite)
    return found


def _defaults(algorithm: Algorithm) -> dict[str, Any]:
    parameters = list(signature(algorithm.search).parameters.values())[2:]
    return {p.name: p.default for p in parameters if p.kind is not Parameter.VAR_KEYWORD}


def _parameters(source: str) -> dict[str, _Field]:
    """The controls of a generator; other sources have none."""
    takes = signature(GENERATORS[source]).parameters if source in GENERATORS else {}
    sides = {side: side for side in SIDES}
    return {
        name: _Field(words, "choice", sides) if name == "root" else _Field(words, "number")
        for name, (words, _) in PARAMETERS.items()
        if name in takes
    }


# Values as the controls show them, and back


def _shown(values: Mapping[str, Any], fields: Mapping[str, _Field]) -> dict[str, str | bool]:
    """What the controls show: texts, and whether flags are set."""
    return {name: _text(values.get(name), field) for name, field in fields.items()}


def _text(value: Any, field: _Field) -> str | bool:
    if field.kind == "flag":
        return bool(value != field.opposite)
    if isinstance(value, float) and abs(value) == inf:
        return show(value)
    return "" if value is None else str(value)


def _read(given: object, fields: Mapping[str, _Field]) -> dict[str, Any]:
    """The values that the controls stand for; an empty text stands for the default."""
    read: dict[str, Any] = {}
    for name, value in given.items() if isinstance(given, dict) else ():
        field = fields.get(name, _Field(name, "text"))
        if field.kind == "flag":
            read[name] = bool(value) != field.opposite
        elif str(value).strip():
            read[name] = parse_number(str(value)) if field.kind == "number" else value
        else:
            read[name] = None
    return read


# Code


def _python(value: Any) -> str:
    if callable(value):  # a function made in a cell, called by its name
        return getattr(value, "__name__", "...").replace("<lambda>", "...")
    return f"float('{value}')" if isinstance(value, float) and abs(value) == inf else repr(value)


def _program(code: str, search: str, tree: str) -> str:
    """The code with the imports that it needs; a tree that is only a name has been made before."""
    lines = ["from tracer import play, record", f"from tracer.algorithms import {search}"]
    maker = re.split(r"\W", tree, maxsplit=1)[0]
    lines += [f"from trees import {maker}"] if maker != tree else []
    return "\n".join([*lines, "", code, ""])
