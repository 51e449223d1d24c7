"""What a search costs, read off its steps as they pass: nothing is recorded."""

import re
from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from tracer import algorithms
from tracer.events import (
    ANSWER,
    ASK,
    DROP,
    ENTER,
    EVALUATE,
    INSERT,
    LEAVE,
    NOTE,
    POP,
    PURGE,
    PUSH,
    STORE,
    Search,
)
from tracer.listing import algorithm_of
from trees.dewey import Node
from trees.number import Number
from trees.tree import Tree

# Those that find the minimax value of any tree by themselves; PS* once for each k.
SEARCHES = (
    *("minimax", "negamax", "solve", "alphabeta", "scout", "negascout", "sss_star", "dual_star"),
    *("ps_star", "mtd_plus_infinity", "mtd_minus_infinity", "mtd_f", "mtd_bi"),
)


class Count(NamedTuple):
    """The cost of a search: leaves evaluated (distinct, and with repeats) and most storage used."""

    value: Number
    nbp: int
    evaluations: int
    storage: int


def count(search: Search) -> Count:
    """Drain a search and count.

    Storage is the most that is held at one time: states of OPEN, entries of BACKUP and of the
    table, and inner nodes on the path of a recursive search.
    """
    leaves: list[Node] = []
    noted: set[Node] = set()
    held = path = most = 0
    try:
        while True:
            step = next(search)
            kind = step[0]  # asked in about the order of how many there are
            if kind == POP:
                held -= 1
            elif kind == PUSH or kind == INSERT:
                held += 1
                if held > most:
                    most = held
            elif kind == EVALUATE:
                leaves.append(step[1])
                if path:
                    path -= 1
                    if held + path > most:
                        most = held + path
            elif kind == ENTER or kind == ASK:
                path += 1
            elif kind == LEAVE or kind == ANSWER:
                path -= 1
            elif kind == DROP:
                held -= len(step[2])
                noted.difference_update(step[2])
            elif kind == PURGE:
                held -= len(step[2])
            elif (kind == NOTE or kind == STORE) and step[1] not in noted:
                noted.add(step[1])
                held += 1
                most = max(most, held + path)
    except StopIteration as end:
        return Count(end.value, len(set(leaves)), len(leaves), most)


def search_named(name: str) -> tuple[str, Callable[[Tree], Search]]:
    """The title and the function of a search by name: "alphabeta", "ps_star(4)".

    >>> search_named("ps_star(4)")[0]
    'PS*(4)'
    """
    found = re.fullmatch(r"(\w+)(?:\((\d+)\))?", name)
    if not found or found[1] not in SEARCHES:
        raise ValueError(f"{name!r} is no search: there are {', '.join(SEARCHES)}")
    known = algorithm_of(getattr(algorithms, found[1]))
    if found[1] == "ps_star":
        if not found[2]:
            raise ValueError("'ps_star' needs its number of partitions: ps_star(2)")
        k = int(found[2])
        return f"PS*({k})", partial(known.search, k=k)
    if found[2]:
        raise ValueError(f"{name!r}: only ps_star takes a number")
    return known.title, known.search
