"""Files that are written completely or not at all."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def whole(path: str | os.PathLike[str]) -> Iterator[Path]:
    """Yield a temporary file that is moved to `path` on success and removed on failure."""
    target = Path(path)
    if not target.parent.is_dir():
        raise ValueError(f"cannot write {str(target)!r}: there is no folder {str(target.parent)!r}")
    if target.is_dir():
        raise ValueError(f"cannot write {str(target)!r}: it is a folder")
    try:
        handle, name = tempfile.mkstemp(dir=target.parent, prefix=".", suffix=target.suffix)
    except OSError as error:
        raise ValueError(f"cannot write {str(target)!r}: {error.strerror}") from None
    os.close(handle)
    place = Path(name)
    try:
        yield place
        os.chmod(place, 0o644)
        os.replace(place, target)
    finally:
        place.unlink(missing_ok=True)


def write(path: str | os.PathLike[str], content: str | bytes) -> Path:
    """Write a file completely or not at all, and return its path."""
    with whole(path) as place:
        place.write_bytes(content.encode("utf-8") if isinstance(content, str) else content)
    return Path(path)
