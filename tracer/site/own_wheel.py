"""Our own wheel, made of the modules that are running, from a checkout or an installation."""

from base64 import urlsafe_b64encode
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

from plyglass import OURS
from tracer.support.places import COURSE, PACKAGES

VERSION = version("plyglass")
_INFO = f"plyglass-{VERSION}.dist-info"
_METADATA = {
    "METADATA": f"Metadata-Version: 2.1\nName: plyglass\nVersion: {VERSION}\n",
    "WHEEL": "Wheel-Version: 1.0\nGenerator: plyglass\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
}


def own_wheel(into: Path) -> Path:
    """Write what is imported, without the course, as a wheel."""
    files = {path.relative_to(PACKAGES).as_posix(): path.read_bytes() for path in _modules()}
    files |= {f"{_INFO}/{name}": text.encode() for name, text in _METADATA.items()}
    record = [f"{name},{_digest(data)},{len(data)}" for name, data in files.items()]
    record.append(f"{_INFO}/RECORD,,\n")
    path = into / f"plyglass-{VERSION}-py3-none-any.whl"
    with ZipFile(path, "w", ZIP_DEFLATED) as wheel:
        for name, data in files.items():
            wheel.writestr(name, data)
        wheel.writestr(f"{_INFO}/RECORD", "\n".join(record))
    return path


def _modules() -> list[Path]:
    found = [PACKAGES / "plyglass.py"]
    found += [p for top in OURS for p in sorted((PACKAGES / top).rglob("*"))]
    return [p for p in found if p.is_file() and "__pycache__" not in p.parts and not _of_course(p)]


def _of_course(path: Path) -> bool:
    return path.is_relative_to(COURSE)


def _digest(data: bytes) -> str:
    return "sha256=" + urlsafe_b64encode(sha256(data).digest()).decode().rstrip("=")
