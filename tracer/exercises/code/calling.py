"""The rules for calling a student's function, the same in a notebook and in the sandbox.

This file needs only the standard library: the process that runs graded code has nothing else.
"""

import re
import sys
from collections.abc import Callable
from contextlib import AbstractContextManager
from decimal import Decimal
from inspect import Parameter, signature
from math import inf, isfinite
from numbers import Integral, Real
from operator import index
from reprlib import Repr
from typing import Any, NoReturn

Window = tuple[float, float]  # α and β
WHOLE: Window = (-inf, inf)
TAKES = "It must take (tree), (tree, n) or (tree, n, alpha, beta)"
NOTHING = "it returned None; make sure that every path through it ends with a return"
NO_WINDOW = "it cannot be called with a window; it must take (tree, n, alpha, beta)"
TOO_DEEP = "it never stopped calling itself (RecursionError)"
TOO_LARGE = "it returned a number that is too large, with more than 3,000 digits"
LARGEST = 10_000  # bits of a returned integer
DEEPEST = 1000  # calls within calls, however deep the caller is itself

_ADDRESS = re.compile(r" at 0x[0-9a-fA-F]+")
_REPR = Repr()
_REPR.maxstring = _REPR.maxother = _REPR.maxlong = 80


def brief(given: Any) -> str:
    """A short repr of any value, even of one whose own repr fails; the same in every run."""
    try:
        return _ADDRESS.sub("", _REPR.repr(given))
    except Exception:
        return f"<{type(given).__name__} object>"


class Questions:
    """The tree as a search sees it: four questions about a node, answered by `ask`."""

    __slots__ = ("children", "is_leaf", "is_max", "value")

    def __init__(self, ask: Callable[[str, tuple[int, ...]], Any]) -> None:
        def put(question: str) -> Callable[[Any], Any]:
            def answered(n: Any) -> Any:
                n = plain_node(n)
                tracer = sys.gettrace()
                sys.settrace(None)  # the lines of an answer are not the student's
                try:
                    return ask(question, n)
                finally:
                    sys.settrace(tracer)

            return answered

        for question in self.__slots__:
            object.__setattr__(self, question, put(question))

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("the tree cannot be changed")

    def __getattr__(self, name: str) -> NoReturn:
        known = ", ".join(f"{question}(n)" for question in self.__slots__)
        raise AttributeError(f"the tree has no {name[:80]!r}; it answers only {known}")


def plain_node(n: Any) -> tuple[int, ...]:
    """A node as a plain tuple of ints; ValueError for anything else."""
    try:
        if isinstance(n, tuple):
            return tuple(index(i) for i in n)
    except TypeError:
        pass
    raise ValueError(
        f"{brief(n)} is not a node; a node is a tuple of child numbers such as (1, 2, 1)"
    )


def arguments_of(function: Any, window: Window = WHOLE) -> tuple[tuple[Any, ...], ...]:
    """What to pass after the tree: the parameters without a default, or, with *args, each way.

    A narrower window is always passed; there is no way to pass it if α and β are not parameters.
    Raises TypeError for anything that cannot be called for the root of a tree.
    """
    if not callable(function):
        raise TypeError(
            f"{brief(function)} is not a function. Pass its name alone, without parentheses"
        )
    try:
        parameters = list(signature(function).parameters.values())
    except Exception:  # a built-in function, or a signature that has been tampered with
        parameters = []
    kinds = (Parameter.POSITIONAL_ONLY, Parameter.POSITIONAL_OR_KEYWORD)
    places = [p for p in parameters if p.kind in kinds]
    needed = sum(p.default is p.empty for p in places)
    named = [p for p in parameters if p.kind is p.KEYWORD_ONLY and p.default is p.empty]
    if any(p.kind is p.VAR_POSITIONAL for p in parameters):
        ways = [count for count in (4, 2, 1) if count >= needed]
    else:
        ways = [needed] if needed in (1, 2, 4) else []
    if not ways or named:
        names = ", ".join(map(str, parameters))
        name = getattr(function, "__name__", "the function")
        raise TypeError(f"{name}({names}) has the wrong parameters. {TAKES}")
    if window != WHOLE:
        ways = [4] if ways[0] == 4 or len(places) >= 4 else []
    root_call = ((), *window)
    return tuple(root_call[: count - 1] for count in ways)


def call(
    function: Any,
    tree: Any,
    asked: Callable[[], bool],
    limit: AbstractContextManager[None],
    window: Window = WHOLE,
    *,
    through: tuple[type[BaseException], ...],
) -> tuple[int | float | None, str | None]:
    """Call a function for the root: the number it returns, or what went wrong in words.

    A function with *args is called in each way that it may mean, until it asks about the tree:
    `asked` says whether it has. `limit` is on while it runs. Exceptions of the types `through` are
    raised.
    """
    ways = arguments_of(function, window)
    if not ways:
        return None, NO_WINDOW
    *others, last = ways
    deepest = sys.getrecursionlimit()
    sys.setrecursionlimit(max(deepest, _depth() + DEEPEST))
    try:
        with limit:
            for arguments in others:
                try:
                    return plain_number(function(tree, *arguments))
                except (TypeError, ValueError, IndexError):  # too many, or too few to unpack
                    if asked():
                        raise
            return plain_number(function(tree, *last))
    except through:
        raise
    except RecursionError:
        return None, TOO_DEEP
    except BaseException as raised:  # including SystemExit
        return None, f"it raised {described(raised)}"
    finally:
        sys.setrecursionlimit(deepest)


def _depth() -> int:
    """How many calls are in progress."""
    frame, depth = sys._getframe(), 0
    while frame is not None:
        frame, depth = frame.f_back, depth + 1  # type: ignore[assignment]
    return depth


def plain_number(returned: Any) -> tuple[int | float | None, str | None]:
    """A returned value as an int or a float, or why it is not a number.

    NumPy's scalars, Fraction, Decimal and subclasses of int and float count as numbers; True,
    False and NaN do not. Only the plain number is ever compared.
    """
    number = None if isinstance(returned, bool) else _converted(returned)
    if isinstance(number, int) and number.bit_length() > LARGEST:
        return None, TOO_LARGE  # Python itself refuses to write it
    if number is not None and number == number:
        return number, None
    said = NOTHING if returned is None else f"it returned {brief(returned)}, which is not a number"
    return None, said


def _converted(x: Any) -> int | float | None:
    try:
        if isinstance(x, int):
            return int.__int__(x)  # not a method of a subclass, which may do anything
        if isinstance(x, float):
            return float.__float__(x)
        if isinstance(x, Integral):
            return index(x)
        if isinstance(x, Real | Decimal):
            near = float(x)
            return int(x) if isfinite(near) and x == int(x) else near  # type: ignore[arg-type]
        if getattr(x, "shape", None) == ():  # an array of NumPy with a single number
            return None if isinstance(x.item(), bool) else _converted(x.item())
    except OverflowError:  # a fraction that no float can hold
        return 2 << LARGEST
    except Exception:  # an object may raise anything
        return None
    return None


def described(raised: BaseException) -> str:
    """An exception in words, even if its own `str` fails."""
    try:
        return f"{type(raised).__name__}: {raised}".removesuffix(": ")[:300]
    except Exception:
        return type(raised).__name__
