"""Optional packages: import one, or say what to install."""

from importlib import import_module
from typing import Any

# The name of a package on PyPI, where it differs from that of its module.
ON_PYPI = {
    "PIL": "Pillow",
    "imageio_ffmpeg": "imageio-ffmpeg",
    "jupyterlite_core": "jupyterlite-core",
}


def needs(module: str, extra: str) -> Any:
    """Import a module, or say which package it lacks and which extra brings that.

    >>> needs("no_such_package.part", "lab")
    Traceback (most recent call last):
    ImportError: This needs no_such_package. Install it with: pip install "plyglass[lab]"
    """
    try:
        return import_module(module)
    except ImportError as error:
        package = (error.name or module).partition(".")[0]
        name = ON_PYPI.get(package, package)
        raise ImportError(
            f'This needs {name}. Install it with: pip install "plyglass[{extra}]"', name=package
        ) from error
