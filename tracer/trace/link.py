"""A link to a moment of a search: a short text with the tree, the search, its options and a step.

A link is `plyglass:1.BODY.STEP.CHECK`: the version of the format, what to search and how (compact
JSON, compressed if that is shorter, in base64url), the step, and a checksum of all before it. It
has no steps in it: opening it runs the search again, which must take the same course.
"""

import binascii
import json
import re
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from itertools import islice
from typing import Any, NamedTuple

from tracer.algorithms.mt import NEXT
from tracer.algorithms.registry import ALGORITHMS, Algorithm
from tracer.trace import trace_json
from tracer.trace.trace import Trace, is_ours, record
from trees import catalogue
from trees.build import from_nested, to_nested
from trees.generate import GeneratedTree
from trees.tree import Tree
from trees.tree_json import from_data, parse_json

VERSION = 1
LONGEST = 8_000  # characters: what mail, chat and address bars put up with
MOST_JSON = 200_000  # characters of a body that has been unpacked
MOST_NODES = 5_000  # of a tree that is written in full
MOST_STEPS = 200_000  # as many as the player shows

_HEAD = re.compile(r"plyglass:(\d{1,9})\.")
_LINK = re.compile(
    r"(plyglass:\d+\.([jz])([A-Za-z0-9_-]+)\.(0|[1-9]\d{0,8}))\.([0-9a-f]{8})", re.ASCII
)


class Linked(NamedTuple):
    """What a link leads to."""

    trace: Trace
    step: int


def link(trace: Trace, step: int = 0) -> str:
    """A text that `open_link` turns into the same search of the same tree, at the same step."""
    text = f"{stem(trace)}.{trace.frame(step).i}"
    return f"{text}.{_check(text)}"


def stem(trace: Trace) -> str:
    """A link to a trace without its step and checksum, which the player adds in the browser."""
    if not (_is_known(trace.algorithm) and _is_known(trace.searcher)):
        raise ValueError(
            f"{trace.title} is not one of the searches in tracer.algorithms, so a link cannot "
            "name it. Save the trace with to_json() or to_html() instead."
        )
    if len(trace) > MOST_STEPS:
        raise ValueError(f"a link may lead to at most {MOST_STEPS:,} steps, not {len(trace):,}")
    about: dict[str, Any] = {"s": trace.algorithm.name, "t": _tree(trace.tree)}
    if trace.options:
        about["o"] = _options(trace.options)
    if not trace.complete:
        about["m"] = len(trace)
    about["c"] = _course(trace)
    text = json.dumps(about, separators=(",", ":"), allow_nan=False)
    if len(text) > MOST_JSON:
        raise ValueError(_TOO_LARGE)
    plain, packed = text.encode("utf-8"), zlib.compress(text.encode("utf-8"), 9)
    kind, body = ("z", packed) if len(packed) < len(plain) else ("j", plain)
    made = f"plyglass:{VERSION}.{kind}{urlsafe_b64encode(body).decode('ascii').rstrip('=')}"
    if len(made) > LONGEST - 20:  # the step and the checksum
        raise ValueError(_TOO_LARGE)
    return made


def _is_known(algorithm: Algorithm) -> bool:
    """Whether every Plyglass has this search."""
    return ALGORITHMS.get(algorithm.name) == algorithm and is_ours(algorithm.search)


_TOO_LARGE = (
    f"this tree is too large for a link, which may have at most {LONGEST:,} characters; save the "
    "trace with to_json() or to_html() instead"
)


def read_link(text: str) -> Linked:
    """Run the search that a link describes; anything but an intact link is refused."""
    if not isinstance(text, str):
        raise TypeError(f"a link is a text that begins with 'plyglass:', not {text!r}")
    words = "".join(text.split())  # a mail program may have broken its lines
    if len(words) > LONGEST:
        raise ValueError(
            f"this link has {len(words):,} characters; no link has more than {LONGEST:,}"
        )
    head = _HEAD.match(words)
    if head is None:
        raise ValueError("this is not a link to a search: such a link begins with 'plyglass:1.'")
    if int(head[1]) > VERSION:
        raise ValueError(
            f"this link is of version {int(head[1])}, and this Plyglass reads links up to version "
            f"{VERSION}; install a newer Plyglass to open it"
        )
    found = _LINK.fullmatch(words)
    if found is None or int(head[1]) != VERSION or _check(found[1]) != found[5]:
        raise ValueError("this link is damaged or incomplete; copy it again, with all of its text")
    try:
        return _opened(_unpacked(found[2], found[3]), int(found[4]))
    except RecursionError:
        raise ValueError("this link is nested too deeply to be opened") from None
    except (ValueError, TypeError, LookupError, ArithmeticError) as error:
        raise ValueError(f"this link cannot be opened: {error}") from None


def _check(text: str) -> str:
    return f"{zlib.crc32(text.encode('ascii')):08x}"


def _course(trace: Trace) -> str:
    """A digest of what a search did, so that a link never leads to another course of events."""
    course = repr((len(trace), trace.value, trace.leaves))
    return f"{zlib.crc32(course.encode('utf-8')):08x}"


def _tree(tree: Tree) -> Any:
    """A tree as briefly as possible: its name, its generator's call, nested lists, or all of it."""
    for name in catalogue.names():
        known = catalogue.load(name)
        if tree is known or (_like(tree, known) and tree == known):
            return name
    if isinstance(tree, GeneratedTree):
        return tree.data()
    if type(tree) is not Tree:
        raise ValueError(
            f"{tree!r} is computed by a program, such as a game, so a link cannot describe it"
        )
    if len(list(islice(tree.nodes(), MOST_NODES + 1))) > MOST_NODES:
        raise ValueError(_TOO_LARGE)
    bare = not tree.labels and not any(tree.children(n) and tree.has_value(n) for n in tree.nodes())
    nested: Any = to_nested(tree) if bare else None
    if not bare or (tree.names and from_nested(nested, root=tree.root) != tree):
        return tree.data()
    return [nested, tree.root, int(bool(tree.names))]


def _like(tree: Tree, known: Tree) -> bool:
    shape = (tree.depth, tree.width, tree.root)
    return type(tree) is type(known) and shape == (known.depth, known.width, known.root)


def _options(options: dict[str, Any]) -> Any:
    for name, value in options.items():
        known = ALGORITHMS.get(getattr(value, "__name__", "")) if name == "search" else None
        lost = name in ("evaluate", "next") and isinstance(value, str) and value not in NEXT
        if lost or (callable(value) and (known is None or known.search is not value)):
            raise ValueError(
                f"the option {name!r} is a function of your own, which a link cannot hold; save "
                "the trace with to_json() or to_html() instead"
            )
    return trace_json.option_to_json(options)


def _unpacked(kind: str, body: str) -> dict[str, Any]:
    try:
        packed = urlsafe_b64decode(body + "=" * (-len(body) % 4))
        if kind == "z":
            unpack = zlib.decompressobj()
            packed = unpack.decompress(packed, MOST_JSON + 1)
            if len(packed) > MOST_JSON or not unpack.eof or unpack.unused_data:
                raise ValueError(f"it unpacks to more than {MOST_JSON:,} characters")
        about = parse_json(packed.decode("utf-8"))
    except (binascii.Error, zlib.error, UnicodeDecodeError):
        raise ValueError("its text does not unpack") from None
    if not isinstance(about, dict) or not {"s", "t", "c"} <= set(about) <= set("stcom"):
        raise ValueError("it does not describe a search")
    return about


def _opened(about: dict[str, Any], step: int) -> Linked:
    entry = ALGORITHMS.get(about["s"]) if isinstance(about["s"], str) else None
    if entry is None or not _is_known(entry):
        raise ValueError(f"Unknown search {about['s']!r}. Choose one of: {', '.join(ALGORITHMS)}.")
    given = about.get("o", {})
    if not isinstance(given, dict):
        raise ValueError("the options must be an object")
    options = trace_json.runnable(trace_json.option_from_json(given), ())
    if options is None:
        raise ValueError(f"Unknown search {given.get('search')!r}")
    most = about.get("m", MOST_STEPS + 1)
    if type(most) is not int or not 1 <= most <= MOST_STEPS + 1:
        raise ValueError(f"a search may have at most {MOST_STEPS:,} steps")
    trace = record(entry.search, _tree_of(about["t"]), max_events=most, **options)
    if _course(trace) != about["c"] or len(trace) > MOST_STEPS:
        raise ValueError("in this version of Plyglass, the search takes another course")
    return Linked(trace, trace.frame(step).i)


def _tree_of(data: Any) -> Tree:
    if isinstance(data, str):
        return catalogue.load(data)
    if isinstance(data, list):
        nested, root, letters = data
        return from_nested(nested, root=root, letters=letters == 1)
    return from_data(data)
