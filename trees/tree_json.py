"""Trees as JSON and back; what comes from strangers is checked."""

import json
from typing import Any

from trees.dewey import Node, dewey
from trees.generate import from_call
from trees.tree import Tree

FORMAT = "plyglass-tree"
VERSION = 1


def to_json(tree: Tree) -> str:
    """Write a tree as JSON; a generated tree is written as the call that makes it."""
    return json.dumps({"format": FORMAT, "version": VERSION, **tree.data()})


def from_json(text: str) -> Tree:
    """Read a tree from the JSON that `to_json` writes, checking all of it."""
    return from_data(parse_json(text))


def parse_json(text: str) -> Any:
    """What JSON from anywhere says; NaN and Infinity, which JSON does not support, are refused."""
    if not isinstance(text, str):
        raise TypeError(f"JSON is read from a string, not from {type(text).__name__}")
    try:
        return json.loads(text, parse_constant=_refuse_constant)
    except ValueError as error:
        raise ValueError(f"this is not JSON: {error}") from None
    except RecursionError:
        raise ValueError("this JSON is nested too deeply to be one of ours") from None


def _refuse_constant(text: str) -> None:
    raise ValueError(f"{text} is not a number in JSON")


def from_data(data: object) -> Tree:
    """The tree of `Tree.data()`, from whoever it comes."""
    if not isinstance(data, dict):
        raise ValueError("the JSON of a tree is an object with 'values'")
    if data.get("format", FORMAT) != FORMAT or data.get("version", VERSION) != VERSION:
        raise ValueError(
            f"this is {data.get('format')!r} version {data.get('version')!r}; "
            f"this program reads {FORMAT!r} version {VERSION}"
        )
    try:
        return _from_checked(data)
    except TypeError as error:  # of a wrong type in the data, not in a call
        raise ValueError(str(error)) from None


def _from_checked(data: dict[str, Any]) -> Tree:
    if "generator" in data:
        return from_call(data["generator"])
    parts: dict[str, dict[Node, Any]] = {}
    for key in "values", "names", "labels":
        part = data.get(key, {})
        if not isinstance(part, dict):
            raise ValueError(f"{key!r} has to be an object from Dewey numbers")
        parts[key] = {dewey(n): v for n, v in part.items()}
    return Tree(root=data.get("root", "MAX"), **parts)
