"""What the type checker is told about the kernels: all their numbers are whole numbers.

A plain number in a call would make numba compile the callee once more, for this number alone;
`whole(0)` does not.
"""

from collections.abc import Callable
from typing import Protocol, overload

import numpy as np


class Ints(Protocol):
    """An array of whole numbers: of 64 bits with a sign, unless another name says otherwise."""

    @overload
    def __getitem__(self, i: int, /) -> int: ...

    @overload
    def __getitem__(self, i: slice, /) -> "Ints": ...

    def __setitem__(self, i: int | slice, x: int, /) -> None: ...

    def __len__(self) -> int: ...


Words = Ints  # of 64 bits without a sign
Bytes = Ints  # of 8 bits with a sign

whole: Callable[[int], int] = np.int64  # type: ignore[assignment]
word: Callable[[int], int] = np.uint64  # type: ignore[assignment]
