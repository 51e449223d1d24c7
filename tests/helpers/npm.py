"""Packages from npm that only tests use, in the folder that NODE_MODULES names."""

import os
from pathlib import Path

import pytest


def package(name: str) -> Path:
    """The folder of a package; a test that needs it is skipped where NODE_MODULES is not set."""
    modules = os.environ.get("NODE_MODULES")
    if modules is None:
        pytest.skip(f"npm install {name}, and set NODE_MODULES to the folder of that name")
    folder = Path(modules) / name
    assert folder.exists()
    return folder
