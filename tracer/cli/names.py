"""Trees and searches named on the command line."""

import ast
from contextlib import suppress
from inspect import Parameter, signature
from pathlib import Path
from typing import Any

from tracer.algorithms.registry import ALGORITHMS, Algorithm
from tracer.trace.trace import Trace, record
from trees import catalogue
from trees.build import from_text
from trees.generate import GENERATORS
from trees.number import parse_number
from trees.tree import Tree
from trees.tree_json import from_json


def tree_named(text: str) -> Tree:
    """The tree of a catalogue name, a generator's call such as iid(3,3,seed=1), or a file."""
    if text in catalogue.names():
        return catalogue.load(text)
    if text.partition("(")[0] in GENERATORS:
        return _generated(text)
    path = Path(text)
    if path.is_file():
        content = path.read_text("utf-8", errors="replace")
        return from_json(content) if path.suffix == ".json" else from_text(content)
    raise ValueError(
        f"Unknown tree {text!r}. Give the name of a file, a call such as 'iid(3,3,seed=1)' "
        f"(generators: {', '.join(GENERATORS)}), or one of: {', '.join(catalogue.names())}."
    )


def _generated(text: str) -> Tree:
    try:
        call = ast.parse(text, mode="eval").body
        assert isinstance(call, ast.Call) and isinstance(call.func, ast.Name)
        arguments = [ast.literal_eval(a) for a in call.args]
        named = {k.arg: ast.literal_eval(k.value) for k in call.keywords if k.arg}
        name = call.func.id
    except (SyntaxError, AssertionError, KeyError, ValueError):
        raise ValueError(f"Cannot read {text!r}. Write a call such as iid(3,3,seed=1).") from None
    try:
        return GENERATORS[name](*arguments, **named)
    except TypeError as error:
        raise ValueError(f"Cannot make {text!r}: {error}.") from None


def algorithm_named(text: str) -> Algorithm:
    """The search of that name."""
    for name, entry in ALGORITHMS.items():
        if _letters(name) == _letters(text):
            return entry
    raise ValueError(f"Unknown search {text!r}. Choose one of: {', '.join(ALGORITHMS)}.")


def _letters(name: str) -> str:
    """A name as it sounds: alpha-beta, alpha_beta and alphabeta are the same."""
    return name.replace("-", "").replace("_", "").lower()


def recorded(tree: str, algorithm: str, options: list[str], max_events: int | None) -> Trace:
    """The trace of a search named on the command line, its options as NAME=VALUE."""
    entry = algorithm_named(algorithm)
    return record(
        entry.search,
        tree_named(tree),
        max_events=max_events,
        **dict(_option(entry, text) for text in options),
    )


def _option(entry: Algorithm, text: str) -> tuple[str, Any]:
    name, equals, value = text.partition("=")
    takes = [
        p.name
        for p in list(signature(entry.search).parameters.values())[2:]
        if p.kind is not Parameter.VAR_KEYWORD
    ]
    if name not in takes:
        allowed = f"Choose one of: {', '.join(takes)}." if takes else "It takes no options."
        raise ValueError(f"Unknown option {name!r} for {entry.name}. {allowed}")
    if not equals:
        raise ValueError(f"The option {name!r} has no value. Write {name}=VALUE.")
    for read in (ast.literal_eval, parse_number):
        with suppress(ValueError, SyntaxError):
            return name, read(value)
    return name, value
