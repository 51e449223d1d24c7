"""Optional packages: import one, or say what to install."""

from importlib import import_module
from typing import Any

# The name of a package on PyPI, where it differs from that of its module.
ON_PYPI = {
    "PIL": "Pillow",
    "imageio_ffmpeg": "imageio-ffmpeg",
    "jupyterlite_core": "jupyterlite-core",
}

# Wheels that need libraries of the system, and Debian's names for those.
LIBRARIES = {"pygraphviz": "libglib2.0-0 libxrender1 libxext6"}


def needs(module: str, extra: str) -> Any:
    """Import a module, or say which package it lacks and which extra brings that.

    >>> needs("no_such_package.part", "lab")
    Traceback (most recent call last):
    ImportError: This needs no_such_package. Install it with: pip install "plyglass[lab]"
    """
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        package = (error.name or module).partition(".")[0]
        name = ON_PYPI.get(package, package)
        raise ImportError(
            f'This needs {name}. Install it with: pip install "plyglass[{extra}]"', name=package
        ) from error
    except ImportError as error:
        libraries = LIBRARIES.get(module)
        hint = f" On Debian or Ubuntu: apt-get install {libraries}" if libraries else ""
        raise ImportError(f"{module} is installed, but cannot be loaded: {error}.{hint}") from error
