"""The instructor's secret: without it, nobody can make the trees of graded work.

It is a file with random text, and stays with the instructor. Work without a secret is practice.
"""

import hmac
import os
import secrets
from collections.abc import Iterator, Sequence
from hashlib import sha256, shake_128
from itertools import islice
from pathlib import Path
from struct import unpack
from typing import TypeVar

from tracer.exercises.course.roster import fold

SECRET = "PLYGLASS_SECRET"  # the environment variable with the path of the file
Option = TypeVar("Option")

SHORTEST = 32  # characters; what `new_secret` writes is twice as long


def new_secret(path: str | Path) -> Path:
    """Write a new secret to a file that only its owner can read; never replace a file."""
    path = Path(path)
    try:
        made = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        raise ValueError(
            f"{str(path)!r} exists already. A new secret would change the homework of everybody: "
            "choose another name, or remove the file yourself."
        ) from None
    with open(made, "w", encoding="ascii") as file:
        file.write(f"{secrets.token_hex(32)}\n")
    return path


def read_secret(path: str | Path | None = None) -> str | None:
    """The secret in a file, by default the one that PLYGLASS_SECRET names; None if there is none.

    Only white space at the ends is dropped, so the same file works on every system.
    """
    path = path or os.environ.get(SECRET) or None
    if path is None:
        return None
    try:
        found = Path(path).read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise ValueError(f"The secret {str(path)!r} cannot be read: {error}.") from None
    return check_secret(found, f"the secret in {str(path)!r}")


def needed_secret(path: str | Path | None = None) -> str:
    """The secret as `read_secret` finds it; it is an error if there is none."""
    found = read_secret(path)
    if found is None:
        raise ValueError(
            f"This homework was made with a secret. Set {SECRET} to the path of its file."
        )
    return found


def check_secret(secret: str, what: str = "secret") -> str:
    """Refuse a secret that somebody could guess."""
    if not isinstance(secret, str) or len(secret) < SHORTEST:
        raise ValueError(
            f"{what} must be a string of at least {SHORTEST} characters. "
            "Make one with: plyglass assignment --new-secret FILE"
        )
    return secret


def seed(name: str, student: str, secret: str | None) -> str:
    """What a student's homework is drawn from; without the secret it cannot be worked out.

    Case, accents and spaces make no difference, because students type their names themselves.
    """
    who = f"{name}:{fold(student)}"
    if secret is None:
        return who
    key = check_secret(secret).encode()
    return hmac.new(key, who.encode(errors="surrogatepass"), sha256).hexdigest()


class Draws:
    """Numbers drawn from a hash, and so the same on every machine and in every version."""

    def __init__(self, key: str) -> None:
        self._numbers = _numbers(key)

    def below(self, n: int) -> int:
        """A number from 0 to n − 1."""
        return next(self._numbers) * n >> 64

    def zeros(self, n: int, count: int) -> list[bool]:
        """For each of several numbers below n, whether it is 0."""
        return [number * n < 1 << 64 for number in islice(self._numbers, count)]

    def choice(self, options: Sequence[Option]) -> Option:
        """One of the options."""
        return options[self.below(len(options))]

    def sample(self, pool: range, count: int) -> list[int]:
        """Different numbers of a range."""
        left = list(pool)
        return [left.pop(number * len(left) >> 64) for number in islice(self._numbers, count)]


def _numbers(key: str) -> Iterator[int]:
    block = 0
    while True:
        digest = shake_128(f"{key}:{block}".encode(errors="surrogatepass")).digest(512)
        yield from unpack(">64Q", digest)
        block += 1
