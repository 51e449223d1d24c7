"""Write trees as JSON, and read and check JSON from any source."""

import json
from typing import Any

from trees.dewey import Node, dewey
from trees.generate import from_call
from trees.tree import Tree

FORMAT = "plyglass-tree"
VERSION = 1


def to_json(tree: Tree) -> str:
    """Write a tree as JSON; a generated tree is written as its generator call."""
    return json.dumps({"format": FORMAT, "version": VERSION, **tree.data()})


def from_json(text: str) -> Tree:
    """Read and check a tree in the JSON format that `to_json` writes."""
    return from_data(parse_json(text))


def parse_json(text: str) -> Any:
    """Parse JSON, rejecting NaN and Infinity, which JSON does not support."""
    if not isinstance(text, str):
        raise TypeError(f"JSON must be given as a string, not {type(text).__name__}")
    try:
        return json.loads(text, parse_constant=_refuse_constant)
    except ValueError as error:
        raise ValueError(f"not valid JSON: {error}") from None
    except RecursionError:
        raise ValueError("the JSON is nested too deeply to be a plyglass file") from None


def _refuse_constant(text: str) -> None:
    raise ValueError(f"{text} is not a JSON number")


def from_data(data: object) -> Tree:
    """Build a tree from what `Tree.data()` returns, checking all of it."""
    if not isinstance(data, dict):
        raise ValueError("the JSON of a tree must be an object with 'values' or 'generator'")
    if data.get("format", FORMAT) != FORMAT or data.get("version", VERSION) != VERSION:
        raise ValueError(
            f"cannot read format {data.get('format')!r}, version {data.get('version')!r}; "
            f"only {FORMAT!r}, version {VERSION}, is supported"
        )
    try:
        return _from_checked(data)
    except TypeError as error:  # the data has a wrong type, so its value is at fault
        raise ValueError(str(error)) from None


def _from_checked(data: dict[str, Any]) -> Tree:
    if "generator" in data:
        return from_call(data["generator"])
    parts: dict[str, dict[Node, Any]] = {}
    for key in "values", "names", "labels", "positions":
        part = data.get(key, {})
        if not isinstance(part, dict):
            raise ValueError(f"{key!r} must be an object whose keys are Dewey numbers")
        parts[key] = {dewey(n): v for n, v in part.items()}
    return Tree(root=data.get("root", "MAX"), **parts)
