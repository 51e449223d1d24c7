"""Dewey numbers: a node is the tuple of 1-based child numbers on the path from the root to it."""

import re

Node = tuple[int, ...]
ROOT: Node = ()

_DEWEY = re.compile(r"[1-9][0-9]*(\.[1-9][0-9]*)*")


def dewey(text: str) -> Node:
    """Read a Dewey number.

    >>> dewey("1.2.1"), dewey("0")
    ((1, 2, 1), ())
    """
    if not isinstance(text, str):
        raise TypeError(f"a Dewey number must be a string such as '1.2.1', not {text!r}")
    text = text.strip()
    if text == "0":
        return ROOT
    if not _DEWEY.fullmatch(text):
        raise ValueError(
            f"{text!r} is not a Dewey number; write child numbers separated by periods, such as "
            "'1.2.1' (the first child is 1), or '0' for the root"
        )
    return tuple(map(int, text.split(".")))


def label(n: Node) -> str:
    """Write a node as its Dewey number; the root is 0.

    >>> label((1, 2, 1)), label(())
    ('1.2.1', '0')
    """
    return ".".join(map(str, n)) if n else "0"


def means(text: str) -> Node | None:
    """The node that anyone would take this text for, because captions call it that.

    >>> means("node 1.2"), means("The root"), means("B")
    ((1, 2), (), None)
    """
    words = " ".join(printable(text).casefold().split())
    if words in ("root", "the root"):
        return ROOT
    try:
        return dewey(words.removeprefix("nodes ").removeprefix("node "))
    except ValueError:
        return None


def is_below(n: Node, m: Node) -> bool:
    """Whether `m` is a proper ancestor of `n`."""
    return len(n) > len(m) and n[: len(m)] == m


def printable(text: str) -> str:
    """The text on one line: line breaks and other control characters become spaces."""
    return text if text.isprintable() else "".join(c if c.isprintable() else " " for c in text)
