"""Which of our modules import which, lazy imports included; and a picture of the folders.

`python -m tests.helpers.import_graph FILE.svg` draws it for CONTRIBUTING.md.
"""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import networkx as nx

ROOT = Path(__file__).parents[2]


def modules() -> Iterator[tuple[str, Path]]:
    """Every module by its dotted name."""
    for package in "trees", "tracer":
        for path in sorted((ROOT / package).rglob("*.py")):
            parts = path.relative_to(ROOT).with_suffix("").parts
            yield ".".join(parts[:-1] if parts[-1] == "__init__" else parts), path


def imports(path: Path) -> Iterator[str]:
    """The modules of ours that a file imports: at once, inside a function, or for types alone."""
    known = {name for name, _ in modules()}
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: write whole module names"
            whole = [f"{node.module}.{alias.name}" for alias in node.names]
            names = [name if name in known else str(node.module) for name in whole]
        else:
            continue
        yield from (name for name in names if name.split(".")[0] in ("trees", "tracer"))


def graph() -> "nx.DiGraph[str]":
    """An edge from every module to each one that it imports."""
    found: nx.DiGraph[str] = nx.DiGraph()
    found.add_edges_from((name, other) for name, path in modules() for other in imports(path))
    return found


def folder(module: str) -> str:
    """The folder of a module; the two packages themselves stand for their loose files.

    A `__main__` is a door to the command line: nothing imports it, and it stands by itself.
    """
    if module.endswith(".__main__"):
        return module
    path = Path(ROOT, *module.split("."))
    return module if path.is_dir() else module.rpartition(".")[0]


def folders(*, whole: bool = False) -> "nx.DiGraph[str]":
    """The graph of the folders; unless `whole`, without what follows from the rest of it."""
    edges = {(folder(a), folder(b)) for a, b in graph().edges}
    found: nx.DiGraph[str] = nx.DiGraph([(a, b) for a, b in sorted(edges) if a != b])
    if whole:
        return found
    doors = [n for n in found if n.endswith(".__main__")]
    found.remove_nodes_from(doors)
    return nx.transitive_reduction(found)


def draw(file: str) -> None:
    """Write the graph of the folders as SVG, what is imported most at the bottom."""
    import pygraphviz

    picture = pygraphviz.AGraph(directed=True, rankdir="TB", nodesep="0.25", ranksep="0.35")
    picture.node_attr.update(shape="box", style="rounded", fontname="DejaVu Sans", fontsize="11")
    picture.edge_attr.update(arrowsize="0.6", color="#616161")
    picture.add_edges_from(sorted(folders().edges))
    picture.draw(file, prog="dot")


if __name__ == "__main__":
    draw(sys.argv[1])
