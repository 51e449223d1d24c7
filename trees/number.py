"""Leaf values: which numbers are allowed, how to read and write them, and the next number up."""

from collections.abc import Iterable
from itertools import pairwise
from math import floor, inf, isfinite, log10, nan, nextafter
from numbers import Integral, Real

Number = int | float

_EXACT = 2**53  # from here on, floats are whole numbers and cannot hold every int
_ALL_DIGITS = 17  # tell any two floats apart
_IN_FULL = 10**15  # smaller ints are written with all their digits
_LONG = 10**7  # smaller floats are not written as powers of ten


def check_number(value: object, what: str) -> Number:
    """Return `value` if it is a finite int or float; otherwise raise an error that names `what`."""
    if isinstance(value, Real) and not isinstance(value, bool):
        try:
            number = int(value) if isinstance(value, Integral) else float(value)
            if isfinite(number):
                return number
        except OverflowError:
            raise ValueError(f"{what} is outside the range of floats") from None
        raise ValueError(f"{what} must be finite, not {value!r}")
    raise TypeError(f"{what} must be an int or a float, not {value!r}")


def check_bound(value: object, what: str) -> Number:
    """Return `value` if it is an int or a float; infinities are allowed."""
    if isinstance(value, float) and value in (inf, -inf):
        return value
    return check_number(value, what)


def above(x: Number) -> Number:
    """The smallest number above `x`: no int or float lies between the two.

    It turns "is the value > x?" into "is it >= above(x)?" without choosing an epsilon.
    """
    if x in (inf, -inf):
        return x
    return nextafter(float(x), inf) if abs(x) < _EXACT else int(x) + 1


def below(x: Number) -> Number:
    """The largest number below `x`."""
    return -above(-x)


def show(x: Number, digits: int = 4) -> str:
    """Write an int in full and a float with a few significant digits; above(8) is written 8⁺.

    Four digits of a large float would look like another whole number: it keeps one decimal.

    >>> show(12345678), show(0.123456), show(float("inf")), show(above(8)), show(below(-2))
    ('12345678', '0.1235', '∞', '8⁺', '−2⁻')
    >>> show(-99999.5), show(100000.0), show(123456.789)
    ('−99999.5', '100000', '123456.8')
    """
    if x in (inf, -inf):
        return "∞" if x > 0 else "−∞"
    if x == 0:
        return "0"  # -0.0 as well
    if isinstance(x, int) and (abs(x) < _IN_FULL or digits > 4):
        return f"{x}".replace("-", "−")
    text = f"{float(x):.{digits}g}"
    if digits <= 4 and 1000 <= abs(x) < _LONG:
        text = f"{x:.0f}" if x == round(x) else f"{x:.1f}"
    for number in (round(x), float(text)):
        if x in (above(number), below(number)):
            return show(number, digits) + ("⁺" if x > number else "⁻")
    return text.replace("-", "−")


def parse_number(text: str) -> Number:
    """Read a number the way people and `show` write it: 3, −2.5, 1e6, ∞, 76⁺.

    >>> parse_number("−3"), parse_number("2.50"), parse_number("-∞"), parse_number("76⁺") > 76
    (-3, 2.5, -inf, True)
    """
    written = text.strip().replace("−", "-").replace("∞", "inf")
    step = {"⁺": above, "⁻": below}.get(written[-1:])
    digits = written[:-1] if step else written
    try:
        number: Number = float(digits)
    except ValueError:
        number = nan
    if number != number:
        raise ValueError(f"{text[:40]!r} is not a number; write one like 8, -2.5 or 1e6")
    if number in (inf, -inf) and "inf" not in digits.lower():
        raise ValueError(f"{text[:40]!r} is outside the range of floats")
    if digits.lstrip("+-").isdecimal():
        number = int(digits)
    return step(number) if step else number


def digits_for(numbers: Iterable[Number]) -> int:
    """How many digits `show` needs, at least four, so that these numbers compare as written.

    >>> digits_for([0.5, 0.25]), digits_for([0.123441, 0.123442])
    (4, 6)
    """
    different = {(type(x), x): x for x in numbers}.values()  # an int and a float are written apart
    if all(isinstance(x, int) and abs(x) < _IN_FULL for x in different):
        return 4
    ordered = sorted(different)
    return next((d for d in range(4, _ALL_DIGITS) if _in_order(ordered, d)), _ALL_DIGITS)


def _in_order(numbers: list[Number], digits: int) -> bool:
    """Whether sorted numbers, read as they are written, come in the same order, equal ones too."""
    read = (_as_written(x, digits) for x in numbers)
    pairs = zip(pairwise(numbers), pairwise(read), strict=True)
    return all(a <= b and (a == b) == (x == y) for (x, y), (a, b) in pairs)


def _as_written(x: Number, digits: int) -> Number:
    """What readers take a number for: infinite if it rounds to more than the largest float."""
    try:
        return parse_number(show(x, digits))
    except ValueError:
        return inf if x > 0 else -inf


def show_count(count: int, one: str = "", more: str = "") -> str:
    """Write a count, however large, followed by its noun if one is given.

    >>> show_count(1024), show_count(4**2000), show_count(1, "cutoff"), show_count(2, "cutoff")
    ('1024', 'over 10^1204', '1 cutoff', '2 cutoffs')
    >>> show_count(5, "leaf", "leaves")
    '5 leaves'
    """
    number = str(count) if count < 10**9 else f"over 10^{floor(log10(count))}"
    noun = one if count == 1 else more or f"{one}s"
    return f"{number} {noun}" if one else number


def show_bounds(low: Number, high: Number) -> str:
    """Write what is known about a value.

    >>> show_bounds(8, 8), show_bounds(8, inf), show_bounds(above(8), inf), show_bounds(3, 8)
    ('8', '≥ 8', '> 8', '[3, 8]')
    """
    if low == high:
        return show(low)
    if high == inf:
        text = show(low)
        return "" if low == -inf else f"> {text[:-1]}" if text.endswith("⁺") else f"≥ {text}"
    if low == -inf:
        text = show(high)
        return f"< {text[:-1]}" if text.endswith("⁻") else f"≤ {text}"
    return f"[{show(low)}, {show(high)}]"


def window(alpha: Number, beta: Number) -> str:
    """Write a window: only the values strictly between its ends matter.

    >>> window(float("-inf"), 8)
    '(−∞, 8)'
    """
    return f"({show(alpha)}, {show(beta)})"
