"""What a search needs from the interpreter: deep recursion and no needless garbage collection."""

import gc
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from trees.tree import DEEPEST


@contextmanager
def deep_recursion(depth: int) -> Iterator[None]:
    """Let a recursive search go as deep as the tree."""
    if depth > DEEPEST:
        raise ValueError(f"the tree is {depth} levels deep; the limit is {DEEPEST}")
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(max(before, 3 * depth + 1000))
    try:
        yield
    finally:
        sys.setrecursionlimit(before)


@contextmanager
def no_collection() -> Iterator[None]:
    """Keep the garbage collector from repeatedly scanning objects that form no cycles."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()
