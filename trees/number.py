"""Numbers at the leaves: which are allowed, how they are written, and the next one up."""

from math import inf, isfinite, nextafter
from numbers import Integral, Real

Number = int | float

_EXACT = 2**53  # from here on floats are whole numbers, and ints are no longer floats


def check_number(value: object, what: str) -> Number:
    """Return `value` if it is a finite int or float, else say what is wrong with `what`."""
    if isinstance(value, Real) and not isinstance(value, bool):
        number = int(value) if isinstance(value, Integral) else float(value)
        try:
            if isfinite(number):
                return number
        except OverflowError:
            raise ValueError(f"{what} is an integer beyond the range of floats") from None
        raise ValueError(f"{what} is {value!r}: a value has to be finite")
    raise TypeError(f"{what} is {value!r}: a value has to be an int or a float")


def check_bound(value: object, what: str) -> Number:
    """Return `value` if it is an int or a float, infinities included."""
    if isinstance(value, float) and value in (inf, -inf):
        return value
    return check_number(value, what)


def above(x: Number) -> Number:
    """The least number over `x`: no int or float lies between the two.

    It turns "is the value > x?" into "is it >= above(x)?" with no epsilon to choose.
    """
    if x in (inf, -inf):
        return x
    return nextafter(float(x), inf) if abs(x) < _EXACT else int(x) + 1


def show(x: Number) -> str:
    """Write a number with at most four significant digits; just over 8 is written 8⁺.

    >>> show(8), show(0.123456), show(float("inf")), show(above(8))
    ('8', '0.1235', '∞', '8⁺')
    """
    if x == inf:
        return "∞"
    if x == -inf:
        return "−∞"
    if isinstance(x, int) and abs(x) < 10_000_000:
        text = str(x)
    elif isinstance(x, float) and x == above(shortest := float(f"{x:.4g}")) != x + 1:
        text = show(int(shortest) if shortest.is_integer() else shortest) + "⁺"
    else:
        text = f"{float(x):.4g}"
    return text.replace("-", "−")


def interval(low: Number, high: Number) -> str:
    """Write a window: closed at numbers, open at infinities.

    >>> interval(float("-inf"), 8)
    '(−∞, 8]'
    """
    left = "(" if low == -inf else "["
    right = ")" if high == inf else "]"
    return f"{left}{show(low)}, {show(high)}{right}"
