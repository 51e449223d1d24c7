"""What a search asks of the interpreter: room for recursion, and no needless collections."""

import gc
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from trees.tree import DEEPEST


@contextmanager
def deep_recursion(depth: int) -> Iterator[None]:
    """Let a recursive search go as deep as the tree does."""
    if depth > DEEPEST:
        raise ValueError(f"the tree is {depth} levels deep: searches go down to {DEEPEST}")
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(max(before, 3 * depth + 1000))
    try:
        yield
    finally:
        sys.setrecursionlimit(before)


@contextmanager
def no_collection() -> Iterator[None]:
    """Keep the garbage collector from scanning, again and again, what holds no cycles."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()
