"""Game trees: build them, generate them, load them from the catalogue, list their strategies."""

import plyglass

plyglass.check("trees", "tracer")

from trees.build import (
    from_nested,
    from_networkx,
    from_text,
    to_nested,
    to_networkx,
    to_text,
    uniform,
)
from trees.dewey import ROOT, Node, dewey, label
from trees.generate import iid, minimal, ordered, worst_ordered
from trees.similar_trees import similar
from trees.tree import Tree
from trees.tree_json import from_json, to_json

__all__ = [
    "ROOT",
    "Node",
    "Tree",
    "dewey",
    "from_json",
    "from_nested",
    "from_networkx",
    "from_text",
    "iid",
    "label",
    "minimal",
    "ordered",
    "similar",
    "to_json",
    "to_nested",
    "to_networkx",
    "to_text",
    "uniform",
    "worst_ordered",
]
