"""Read trees in brackets: nested lists, Lisp, and terms such as max(min(3, 5), min(6, 9))."""

import re
from dataclasses import dataclass, field

from trees.dewey import ROOT, Node, label
from trees.number import Number, parse_number
from trees.tree import SIDES, check_depth

PAIRS = {"[": "]", "(": ")", "{": "}"}
TOKEN = re.compile(  # and whether an opening bracket follows
    r"""([\[\](){}]|"[^"]*"|[^\s\[\](){},;|"]+)(?=(?P<touching>[\[({])?)(?=\s*(?P<following>[\[({])?)"""
)
SEPARATOR = re.compile(r"\s*[,;|]")  # after a value; a name has none
COMMENT = re.compile(r"#[^\"\n]*$", re.MULTILINE)
BRACKETED = re.compile(r"""\s*(?:(?:"[^"]*"|\w+)\s*)?[\[({].*[\])}]\s*""", re.DOTALL)


@dataclass
class _Bracket:
    """The word of a bracket, if any, and what it holds."""

    word: str = ""
    items: "list[_Bracket | Number]" = field(default_factory=list)


def tidied(text: str) -> str:
    """A text without comments and without what follows the last bracket."""
    return COMMENT.sub("", text).rstrip(",; \n\t")


def is_bracketed(text: str) -> bool:
    """Whether a text is a tree in brackets, not lines with a node each."""
    return BRACKETED.fullmatch(text) is not None and not re.search(r"[=:#]|->", text)


def read_brackets(text: str) -> tuple[str, dict[Node, Number], dict[Node, str]]:
    """The side to move, the values and the names that a text in brackets of any kind says.

    Spaces, commas, semicolons and bars separate. A word before a bracket, or first within it, is
    the node's name; MAX and MIN say who moves there.

    >>> read_brackets("MIN(A[3 5], (B 6 9))")
    ('MIN', {(1, 1): 3, (1, 2): 5, (2, 1): 6, (2, 2): 9}, {(1,): 'A', (2,): 'B'})
    """
    top = _parsed(text)
    only = top.items[0] if len(top.items) == 1 else top
    values: dict[Node, Number] = {}
    names: dict[Node, str] = {}
    sides = {ROOT: top.word} if top.word else {}
    waiting: list[tuple[Node, _Bracket | Number]] = [(ROOT, only)]
    while waiting:
        n, item = waiting.pop()
        if not isinstance(item, _Bracket):
            values[n] = item
            continue
        check_depth(len(n) + 1)
        if not item.items:
            raise ValueError(f"node {label(n)} is empty; an inner node must have a child")
        if item.word.upper() in SIDES:
            sides[n] = item.word.upper()
        elif item.word:
            names[n] = item.word.strip('"')
        waiting += [((*n, i), part) for i, part in reversed(list(enumerate(item.items, 1)))]
    return _root(sides), values, names


def _parsed(text: str) -> _Bracket:
    open_, closing, word = [_Bracket()], [""], ""
    for found in TOKEN.finditer(text):
        token, touching, following = found.groups()
        if token in PAIRS:
            open_.append(_Bracket(word))
            closing.append(PAIRS[token])
            word = ""
        elif token in PAIRS.values():
            if token != closing.pop():
                raise ValueError(f"there is a {token} without the bracket that it closes")
            done = open_.pop()
            open_[-1].items.append(done)
        elif (number := _number(token)) is not None:
            open_[-1].items.append(number)
        elif touching:
            word = token
        elif token in SIDES and len(open_) == 1 and not open_[0].items:
            open_[0].word = token
        elif _is_first(open_) and not SEPARATOR.match(text, found.end()):
            open_[-1].word = token
        elif following:
            word = token
        else:
            raise ValueError(f"leaf {token!r} has no value; write numbers for leaves")
    if len(open_) > 1:
        raise ValueError(f"a bracket is not closed; a {closing[-1]} is missing")
    return open_[0]


def _is_first(open_: list[_Bracket]) -> bool:
    """Whether nothing stands in the innermost bracket yet."""
    return len(open_) > 1 and not open_[-1].items and not open_[-1].word


def _number(token: str) -> Number | None:
    try:
        return parse_number(token)
    except ValueError:
        return None


def _root(sides: dict[Node, str]) -> str:
    """Who moves at the root, from who moves at the nodes that say it."""
    roots = {SIDES[(SIDES.index(side) + len(n)) % 2]: n for n, side in sides.items()}
    if len(roots) > 1:
        one, two = (label(n) for n in roots.values())
        raise ValueError(f"nodes {one} and {two} disagree about whose turn it is")
    return next(iter(roots), "MAX")
