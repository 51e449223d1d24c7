"""Pyodide's list of packages, replaced by ours: the npm package does not include Pyodide's own.

Everything in the list is loaded when the kernel starts, so no cell has to install anything.
"""

import json
from collections.abc import Iterable
from hashlib import sha256
from pathlib import Path
from typing import Any

from packaging.utils import canonicalize_name, parse_wheel_filename


def replace_packages(lock: Path, wheels: Iterable[Path]) -> list[str]:
    """Make a lock file list exactly these wheels, which are next to it; return their names."""
    packages = {entry["name"]: entry for entry in map(_entry, wheels)}
    text: dict[str, Any] = json.loads(lock.read_text("utf-8"))
    lock.write_text(json.dumps({**text, "packages": packages}, indent=1), "utf-8")
    return sorted(packages)


def _entry(wheel: Path) -> dict[str, Any]:
    name, version, _, _ = parse_wheel_filename(wheel.name)
    return {
        "name": canonicalize_name(name),
        "version": str(version),
        "file_name": wheel.name,
        "sha256": sha256(wheel.read_bytes()).hexdigest(),
        "install_dir": "site",
        "package_type": "package",
        "imports": [],
        "depends": [],
        "unvendored_tests": False,
    }
