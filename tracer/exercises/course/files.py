"""The files in a folder or a zip of submissions, opened only when they are read."""

import os
import re
from collections.abc import Callable, Iterator
from datetime import datetime
from functools import partial
from io import BytesIO
from itertools import islice
from pathlib import Path, PurePath
from typing import IO, NamedTuple
from zipfile import BadZipFile, ZipFile, ZipInfo

LARGEST = 5 * 2**20  # bytes in a file
LARGEST_ZIP = 500 * 2**20
MOST_FILES = 20_000
LARGEST_WITHIN = 50 * 2**20  # a zip within a zip
MOST_WITHIN = 1000  # files in it
DEEPEST = 6  # folders within folders
DEEPEST_ZIP = 2  # zips within zips
IN_UTF_8 = 0x800  # a flag of a file in a zip
ADDED = re.compile(r"(?<=\.)(ipynb|py|json)\.(?:txt|json)$", re.IGNORECASE)
CLUTTER = ("__MACOSX", "__pycache__", "Thumbs.db")  # beside everything that begins with a dot


class File(NamedTuple):
    """A file that was handed in: its path from the folder on, when it was changed, its content.

    `read` raises ValueError with a reason if it is nothing to be read.
    """

    path: PurePath
    changed: float
    read: Callable[[], bytes]


def files(place: Path, but: Path | None = None) -> list[File]:
    """All files in a folder or a zip, and in zips within it; hidden ones and `but` are left out."""
    if place.is_dir():
        found = list(_folder(place, PurePath(), but, DEEPEST))
    elif place.is_file():
        found = list(_zip(_opened(place, LARGEST_ZIP), PurePath(), DEEPEST_ZIP))
    else:
        raise ValueError(f"There is no folder {str(place)!r}.")
    if len(found) > MOST_FILES:
        raise ValueError(f"{str(place)!r} has more than {MOST_FILES:,} files.")
    return found


def _folder(place: Path, path: PurePath, but: Path | None, deep: int) -> Iterator[File]:
    for entry in sorted(place.iterdir()):
        if entry == but or _clutter(entry.name):
            continue
        below = path / entry.name
        if entry.is_symlink() or not (entry.is_dir() or entry.is_file()):
            yield File(below, 0.0, lambda entry=entry: _content(entry))  # type: ignore[misc]
        elif entry.is_dir():
            within = list(_folder(entry, below, but, deep - 1)) if deep else []
            yield from within or [_nothing(below, "a folder without files")]
        elif entry.suffix.lower() == ".zip":
            opened = partial(_opened, entry, LARGEST_ZIP)
            yield from _zip_within(opened, below, entry.stat().st_mtime, DEEPEST_ZIP)
        else:
            changed = entry.stat().st_mtime
            yield File(below, changed, lambda entry=entry: _content(entry))  # type: ignore[misc]


def one_file(path: Path) -> File:
    """A single file, as if it lay alone in a folder."""
    return File(PurePath(path.name), 0.0, lambda: _content(path))


def without_added(path: PurePath) -> PurePath:
    """A path without the ending that browsers add to files of a kind they do not know.

    >>> without_added(PurePath("ada.ipynb.txt")).name
    'ada.ipynb'
    """
    return path.with_name(ADDED.sub(r"\1", path.name))


def _clutter(name: str) -> bool:
    return name.startswith(".") or name in CLUTTER


def _nothing(path: PurePath, why: str, changed: float = 0.0) -> File:
    def read() -> bytes:
        raise ValueError(why)

    return File(path, changed, read)


def _content(path: Path) -> bytes:
    with _opened(path, LARGEST) as stream:
        return stream.read()


def _opened(path: Path, largest: int) -> IO[bytes]:
    """The content of a regular file; a link or a pipe is neither followed nor waited for."""
    if path.is_symlink():
        raise ValueError("a symbolic link, which is not followed")
    if not path.is_file():
        raise ValueError("not a file")
    # A link or a pipe could take the place of the file just now.
    flags = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
    with open(path, "rb", opener=lambda name, mode: os.open(name, mode | flags)) as stream:
        content = stream.read(largest + 1)
    return BytesIO(_small(content, largest))


def _small(content: bytes, largest: int) -> bytes:
    if len(content) > largest:
        raise ValueError(f"larger than {largest // 2**20} MB")
    return content


def _zip_within(
    opened: Callable[[], IO[bytes]], path: PurePath, changed: float, deep: int
) -> Iterator[File]:
    """The files of a student's zip, as if they lay in a folder of its name."""
    try:
        found = list(islice(_zip(opened(), path.with_suffix(""), deep), MOST_WITHIN + 1))
        if len(found) > MOST_WITHIN:
            raise ValueError(f"a zip with more than {MOST_WITHIN:,} files")
    except (ValueError, OSError) as error:
        found = [_nothing(path, str(error), changed)]
    yield from found or [_nothing(path, "a zip without files", changed)]


def _zip(stream: IO[bytes], path: PurePath, deep: int) -> Iterator[File]:
    try:
        archive = ZipFile(stream)
    except (BadZipFile, NotImplementedError, OSError):
        raise ValueError("not a zip that can be opened") from None
    for info in archive.infolist()[: MOST_FILES + 1]:
        parts = [part for part in _name(info).replace("\\", "/").split("/") if part]
        if info.is_dir() or not parts or ".." in parts or any(map(_clutter, parts)):
            continue
        below, changed = path.joinpath(*parts), _changed(info)
        if below.suffix.lower() == ".zip" and deep:
            opened = partial(_unpacked, _member(archive, info, LARGEST_WITHIN))
            yield from _zip_within(opened, below, changed, deep - 1)
        else:
            yield File(below, changed, _member(archive, info, LARGEST))


def _name(info: ZipInfo) -> str:
    """The name of a file; some systems write UTF-8 without saying so."""
    if info.flag_bits & IN_UTF_8:
        return info.filename
    try:
        return info.filename.encode("cp437").decode()
    except UnicodeError:
        return info.filename


def _unpacked(read: Callable[[], bytes]) -> IO[bytes]:
    return BytesIO(read())


def _changed(info: ZipInfo) -> float:
    try:
        return datetime(*info.date_time).timestamp()
    except (ValueError, OverflowError, OSError):
        return 0.0


def _member(archive: ZipFile, info: ZipInfo, largest: int) -> Callable[[], bytes]:
    def read() -> bytes:
        try:
            with archive.open(info) as stream:
                content = stream.read(largest + 1)
        except (BadZipFile, RuntimeError, NotImplementedError, EOFError, OSError):
            raise ValueError("in a zip that is damaged or has a password") from None
        except Exception as error:  # zlib has an error of its own
            raise ValueError(f"in a zip that cannot be read: {error}") from None
        return _small(content, largest)

    return read
