"""Compile with numba, and keep what is compiled for the next process."""

import os
import tempfile
from collections.abc import Callable
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeVar

import numba
from numba.core.caching import FunctionCache

_F = TypeVar("_F", bound=Callable[..., Any])
_SOURCES = sorted(Path(__file__).parent.glob("*.py"))
STAMP = sha256(b"".join(path.read_bytes() for path in _SOURCES)).hexdigest()


class _Cache(FunctionCache):  # type: ignore[misc]
    """Numba's cache, but compiled anew when any of these files changes.

    Numba itself looks only at the file of the function that is called, not at those it calls.
    """

    def __init__(self, function: Callable[..., Any]) -> None:
        super().__init__(function)
        self._cache_file._source_stamp = STAMP


def jit(function: _F) -> _F:
    """Compile a function when it is first called, for this file and the others here."""
    compiled: _F = numba.njit(nogil=True, _nrt=False)(function)
    return compiled


def kernel(function: _F) -> _F:
    """Compile a function that Python calls, and keep it on disk."""
    compiled = numba.njit(nogil=True, _nrt=False)(function)
    try:
        compiled._cache = _Cache(function)
    except RuntimeError:  # neither this folder nor the home directory can be written to
        with suppress(RuntimeError, OSError):  # nor any other: each process compiles
            numba.config.CACHE_DIR = str(_own_folder())
            compiled._cache = _Cache(function)
    found: _F = compiled
    return found


def _own_folder() -> Path:
    """A temporary folder that nobody else can write to: what is kept there will be run."""
    if not hasattr(os, "getuid"):  # Windows, where temporary folders belong to one user anyway
        return Path(tempfile.gettempdir()) / "plyglass-kernels"
    folder = Path(tempfile.gettempdir()) / f"plyglass-kernels-{os.getuid()}"
    folder.mkdir(mode=0o700, exist_ok=True)
    found = folder.lstat()
    if found.st_uid != os.getuid() or found.st_mode & 0o77 or folder.is_symlink():
        raise PermissionError(f"{folder} belongs to somebody else")
    return folder
