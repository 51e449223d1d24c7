"""Download the parts of the site with pip and npm, which have their own caches."""

import shutil
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Sequence
from pathlib import Path

# The files of the npm package that a browser loads.
RUNTIME = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip")
LOCK = "pyodide-lock.json"


def wheels(pins: Sequence[str], into: Path) -> list[Path]:
    """Download wheels for any platform, without their dependencies."""
    anywhere = ("--only-binary=:all:", "--platform=any", "--python-version=3.14")
    before = set(into.glob("*.whl"))
    run([*_PIP, "download", "--no-deps", *anywhere, f"--dest={into}", *pins])
    return sorted(set(into.glob("*.whl")) - before)


def pyodide(version: str, work: Path, into: Path) -> None:
    """Download Python for browsers: the files of the npm package that a browser loads."""
    npm = shutil.which("npm")
    if not npm:
        raise ValueError("building the site needs npm, which is not on the PATH; install Node.js")
    work.mkdir(parents=True)
    into.mkdir(parents=True)
    run([npm, "pack", "--silent", f"--pack-destination={work}", f"pyodide@{version}"], work)
    with tarfile.open(work / f"pyodide-{version}.tgz") as package:
        for name in (*RUNTIME, LOCK):
            member = package.extractfile(f"package/{name}")
            assert member  # a regular file
            (into / name).write_bytes(member.read())


def kernel_wheels(extensions: Sequence[Path], into: Path) -> None:
    """Unpack the wheels for the browser that the kernel's extension contains."""
    for extension in extensions:
        with zipfile.ZipFile(extension) as package:
            for name in package.namelist():
                if "/pypi/" in name and name.endswith(".whl") and "nbextension" not in name:
                    (into / Path(name).name).write_bytes(package.read(name))


_PIP = (sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check")


def run(command: Sequence[str], place: Path | None = None) -> None:
    """Run a command; if it fails, raise an error with the end of its output."""
    done = subprocess.run(command, cwd=place, capture_output=True, text=True)
    if done.returncode:
        said = (done.stderr or done.stdout).strip().splitlines()[-8:]
        raise ValueError("\n".join([f"{' '.join(command[:6])} … failed:", *said]))
