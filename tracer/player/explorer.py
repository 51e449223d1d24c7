"""Choose a tree, a search and its options without writing code."""

from collections.abc import Callable
from inspect import Parameter, signature
from typing import Any

from tracer.algorithms.registry import ALGORITHMS
from tracer.player.widget import Player
from tracer.support.extras import needs
from tracer.trace.trace import record
from trees import catalogue
from trees.dewey import dewey
from trees.generate import GENERATORS
from trees.number import parse_number
from trees.tree import Tree

widgets = needs("ipywidgets", "lab")

MOST_EVENTS = 50_000

OWN = "my tree"
# Options that take code, which belongs in a cell, and options that take one of a few words.
_CODE = ("search", "evaluate", "sizes")
_WORDS = {"order": ("left-to-right", "right-to-left"), "next": ("g", "bisect")}


class Explorer(widgets.VBox):  # type: ignore[name-defined, misc]
    """Menus above a player; double-click a leaf to change its value."""

    def __init__(self, tree: Tree | None = None, search: str = "alphabeta") -> None:
        self.tree = tree or catalogue.load("pantel-3.2")
        self._own = tree
        sources = ([OWN] if tree else []) + [*catalogue.names(), *GENERATORS]
        self.source = _pick("Tree", sources, OWN if tree else "pantel-3.2")
        titles = [(a.title, a.name) for a in ALGORITHMS.values()]
        self.algorithm = _pick("Search", titles, search)
        self.parameters = widgets.HBox(layout=_WRAP)
        self.options = widgets.HBox(layout=_WRAP)
        self.message = widgets.Label("")
        self.message.add_class("pg-message")
        self.player = Player(record(ALGORITHMS[search].search, self.tree), editable=True)
        self.player.observe(self._edited, "edit")
        self.source.observe(self._choose_source, "value")
        self.algorithm.observe(self._choose_algorithm, "value")
        choices = widgets.HBox([self.source, self.algorithm], layout=_WRAP)
        super().__init__([choices, self.parameters, self.options, self.message, self.player])
        self._choose_algorithm()

    @property
    def trace(self) -> Any:
        """The trace that the player shows."""
        return self.player.trace

    def _choose_source(self, _: object = None) -> None:
        name = self.source.value
        if name in GENERATORS:
            given = {"w": 3, "d": 3, "R": 1, "p": 1.0, "seed": 1, "low": 0, "high": 99}
            takes = signature(GENERATORS[name]).parameters
            fields = [_field(k, v, self._generate) for k, v in given.items() if k in takes]
            self.parameters.children = [*fields, _field("root", "MAX", self._generate)]
            self._generate()
        else:
            self.parameters.children = ()
            self._take(self._own if name == OWN and self._own else catalogue.load(name))

    def _generate(self, _: object = None) -> None:
        try:
            tree = GENERATORS[self.source.value](**_values(self.parameters))
        except (ValueError, TypeError) as error:
            self.message.value = str(error)
            return
        self._take(tree)

    def _take(self, tree: Tree) -> None:
        self.tree = tree
        self._record()

    def _choose_algorithm(self, _: object = None) -> None:
        takes = list(signature(ALGORITHMS[self.algorithm.value].search).parameters.values())[2:]
        self.options.children = [
            _field(p.name, p.default, self._record)
            for p in takes
            if p.name not in _CODE and p.kind is not Parameter.VAR_KEYWORD
        ]
        self._record()

    def _record(self, _: object = None) -> None:
        """Run the search again; on an error, show its message and leave the player unchanged."""
        search = ALGORITHMS[self.algorithm.value].search
        try:
            options = {k: v for k, v in _values(self.options).items() if v is not None}
            defaults = signature(search).parameters
            options = {k: v for k, v in options.items() if v != defaults[k].default}
            trace = record(search, self.tree, max_events=MOST_EVENTS, **options)
            self.player.show(trace)
        except (ValueError, TypeError) as error:
            self.message.value = str(error)
            return
        self.message.value = "" if trace.complete else f"Stopped after {MOST_EVENTS:,} events."

    def _edited(self, change: Any) -> None:
        try:
            value = parse_number(change["new"]["value"])
            self._take(self.tree.replace({dewey(change["new"]["node"]): value}))
        except (ValueError, TypeError, KeyError) as error:
            self.message.value = str(error)


def explore(tree: Tree | None = None, search: str = "alphabeta") -> Explorer:
    """Menus for the tree, the search and its options, above a player that shows the result."""
    if search not in ALGORITHMS:
        raise ValueError(f"Unknown search {search!r}. Choose one of: {', '.join(ALGORITHMS)}.")
    return Explorer(tree, search)


_WRAP = {"flex_flow": "row wrap"}
_NARROW = {"width": "190px"}
_SNUG = {"width": "auto", "margin": "2px 12px 2px 24px"}


def _pick(title: str, options: list[Any], value: str) -> Any:
    return widgets.Dropdown(description=title, options=options, value=value)


def _field(name: str, default: Any, changed: Callable[[object], None]) -> Any:
    """A control for an option, chosen by its default value."""
    field: Any
    if isinstance(default, bool):
        field = widgets.Checkbox(description=name, value=default, indent=False)
    elif name in _WORDS or name == "root":
        words = _WORDS.get(name, ("MAX", "MIN"))
        field = widgets.Dropdown(description=name, options=words, value=default)
    elif type(default) is int and name in ("k", "w", "d", "R", "seed", "depth"):
        field = widgets.BoundedIntText(description=name, value=default, min=0, max=10**9)
    else:
        text = "" if default is None else f"{default}"
        field = widgets.Text(description=name, value=text, continuous_update=False)
    field.layout = _SNUG if isinstance(default, bool) else _NARROW
    field.observe(changed, "value")
    return field


def _values(box: Any) -> dict[str, Any]:
    """The values of the fields, with numbers parsed from their text."""
    values = {}
    for field in box.children:
        value = field.value
        if isinstance(field, widgets.Text):
            value = parse_number(value) if value.strip() else None
        values[field.description] = value
    return values
