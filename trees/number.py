"""Numbers at the leaves: which are allowed, how they are written, and the next one up."""

from math import floor, inf, isfinite, log10, nextafter
from numbers import Integral, Real

Number = int | float

_EXACT = 2**53  # from here on floats are whole numbers, and ints are no longer floats


def check_number(value: object, what: str) -> Number:
    """Return `value` if it is a finite int or float, else say what is wrong with `what`."""
    if isinstance(value, Real) and not isinstance(value, bool):
        try:
            number = int(value) if isinstance(value, Integral) else float(value)
            if isfinite(number):
                return number
        except OverflowError:
            raise ValueError(f"{what} is a number beyond the range of floats") from None
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


def below(x: Number) -> Number:
    """The greatest number under `x`."""
    return -above(-x)


def show(x: Number) -> str:
    """Write a number with at most four significant digits; the next one over 8 is 8⁺.

    >>> show(8), show(0.123456), show(float("inf")), show(above(8)), show(below(-2))
    ('8', '0.1235', '∞', '8⁺', '−2⁻')
    """
    if x in (inf, -inf):
        return "∞" if x > 0 else "−∞"
    if isinstance(x, int) and abs(x) < 10_000_000:
        return str(x).replace("-", "−")
    text = f"{float(x):.4g}"
    rounded = float(text)
    mark = "⁺" if x == above(rounded) else "⁻" if x == below(rounded) else ""
    return text.replace("-", "−") + mark


def show_count(count: int) -> str:
    """Write how many there are, however many.

    >>> show_count(1024), show_count(4**2000)
    ('1024', 'over 10^1204')
    """
    return str(count) if count < 10**9 else f"over 10^{floor(log10(count))}"


def show_bounds(low: Number, high: Number) -> str:
    """Write what is known of a value.

    >>> show_bounds(8, 8), show_bounds(8, inf), show_bounds(above(8), inf), show_bounds(3, 8)
    ('8', '≥ 8', '> 8', '3 … 8')
    """
    if low == high:
        return show(low)
    if high == inf:
        text = show(low)
        return "" if low == -inf else f"> {text[:-1]}" if text.endswith("⁺") else f"≥ {text}"
    if low == -inf:
        text = show(high)
        return f"< {text[:-1]}" if text.endswith("⁻") else f"≤ {text}"
    return f"{show(low)} … {show(high)}"


def window(alpha: Number, beta: Number) -> str:
    """Write a window: only the values strictly between its ends matter.

    >>> window(float("-inf"), 8)
    '(−∞, 8)'
    """
    return f"({show(alpha)}, {show(beta)})"
