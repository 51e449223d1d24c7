"""Choose a tree, a search and its options without code: "and what if…?"."""

from trees.tree import Tree


def explore(tree: Tree | None = None) -> object:
    raise NotImplementedError
