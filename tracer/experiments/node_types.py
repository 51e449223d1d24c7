"""The types of nodes in chapter 5 of Srimani 1985, and in the critical tree of Knuth and Moore.

A type says how much of a node has to be searched. Each function gives the types of the nodes of
T(w,d) that its model searches, MAX to move at the root; what it skips has no type.
"""

from collections.abc import Callable

from tracer.experiments.model import check_model
from trees.build import check_shape
from trees.dewey import ROOT, Node

Types = dict[Node, str]
Rule = Callable[[str, bool], list[str]]  # (type, is it a MAX node?) -> the types of its children


def critical_types(w: int, d: int) -> Types:
    """The leaves that every search needs if the first child is always best (any depth).

    Type 1 is the leftmost path; at a node of type 2 one child is enough; type 3 needs them all.
    """
    check_shape(w, d)
    children = {"1": ["1"] + ["2"] * (w - 1), "2": ["3"], "3": ["2"] * w}
    return _grown("1", d, lambda kind, is_max: children[kind])


def sss_star_types(w: int, d: int, k: int) -> Types:
    """Figure 5.1: nodes that SSS* searches fully (F), partially (P) and minimally (M)."""
    check_model(w, d, k)
    rest = w - k - 1

    def rule(kind: str, is_max: bool) -> list[str]:
        if kind == "F":
            return (["P"] * k if is_max else ["F"] * k) + ["F"] + ["M"] * rest
        if kind == "P":
            return ["F"] * (k + 1)
        return ["M"] * w if is_max else ["M"]

    return _grown("F", d, rule)


def alphabeta_types(w: int, d: int, k: int) -> Types:
    """Figure 5.2: what alpha-beta searches fully (F1–F4), partially (P5, P6) and minimally (M7).

    For k = 0 there is no P5, and equation (2), with its k − 1 nodes of type P6, says nothing.
    """
    check_model(w, d, k)
    rest = ["M7"] * (w - k - 1)
    children = {
        "F1": ["F1"] + ["P5"] * k + rest,
        "F2": ["P5"] * k + ["F4"] + rest,
        "F3": ["P6"] * w,
        "F4": ["F2"] + ["P6"] * (w - 1),
        "P5": ["F2"] + ["P6"] * (k - 1) + ["F3"],
        "P6": ["P6"] * k + ["F3"],
        "M7": ["F3"],
    }
    return _grown("F1", d, lambda kind, is_max: children[kind])


def leaves_by_type(types: Types, d: int) -> dict[str, int]:
    """How many leaves of T(w,d) have each type."""
    kinds = [kind for n, kind in types.items() if len(n) == d]
    return {kind: kinds.count(kind) for kind in sorted(set(kinds))}


def _grown(root: str, d: int, rule: Rule) -> Types:
    """The types from the root down, parents first."""
    found = {ROOT: root}
    level = [ROOT]
    for depth in range(d):
        below = {
            (*n, i): kind for n in level for i, kind in enumerate(rule(found[n], depth % 2 == 0), 1)
        }
        found |= below
        level = list(below)
    return found
