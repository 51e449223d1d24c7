"""`plyglass lab`: the course in JupyterLab."""

import os
from argparse import ArgumentParser, Namespace
from pathlib import Path
from urllib.parse import quote

from tracer.cli.command import Command
from tracer.support.extras import needs
from tracer.support.places import COURSE, IN_CHECKOUT

# A directory for JUPYTER_CONFIG_PATH. Its settings are defaults: the user's own come first.
CONFIG = Path(__file__).parents[1] / "jupyter"
UNLISTED = ("images", "LICENSE")  # of the course: not lessons


def _lab(options: Namespace) -> None:
    jupyterlab = needs("jupyterlab.labapp", "lab")
    folder = _folder(options.dir)
    before = os.environ.get("JUPYTER_CONFIG_PATH")
    os.environ["JUPYTER_CONFIG_PATH"] = os.pathsep.join(filter(None, [str(CONFIG), before]))
    words = [f"--ServerApp.root_dir={folder}", f"--LabApp.default_url={_first_page(folder)}"]
    if folder == COURSE.resolve():
        words += [f"--ContentsManager.hide_globs={name}" for name in _unlisted()]
    if options.no_browser:
        words.append("--no-browser")
    if options.port is not None:
        words.append(f"--ServerApp.port={options.port}")
    if os.environ.get("NO_COLOR"):
        os.environ["TERM"] = "dumb"  # which Jupyter's log looks at, instead of NO_COLOR
    jupyterlab.LabApp.launch_instance([*words, *options.rest])


def _folder(given: str | None) -> Path:
    if given is None and not IN_CHECKOUT:
        raise ValueError(
            "Copy the course to a folder of your own, and open that: "
            "plyglass course my-course && plyglass lab my-course"
        )
    folder = COURSE if given is None else Path(given)
    if not folder.is_dir():
        raise ValueError(f"There is no folder {str(folder)!r}.")
    return folder.resolve()


def _first_page(folder: Path) -> str:
    """The address of the first notebook, or of JupyterLab if there is none."""
    first = min((path.name for path in folder.glob("*.ipynb")), default=None)
    return f"/lab/tree/{quote(first)}" if first else "/lab"


def _unlisted() -> list[str]:
    """What Jupyter leaves out of the list of files by default, and what is not a lesson."""
    manager = needs("jupyter_server.services.contents.manager", "lab").ContentsManager
    return [*(manager.class_traits()["hide_globs"].default() or ()), *UNLISTED]


def _arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "dir", metavar="DIR", nargs="?", help="a folder of notebooks (default: the course)"
    )
    parser.add_argument("--no-browser", action="store_true", help="start the server only")
    parser.add_argument("--port", type=int, metavar="N", help="where to serve (default: 8888)")


LAB = Command(
    "Open the course in JupyterLab.",
    (
        "plyglass lab",
        "plyglass lab my-notebooks",
        "plyglass lab --no-browser --port 9000 -- --IdentityProvider.token=secret",
    ),
    _arguments,
    _lab,
    notes="Other options, and all words after --, are passed on to JupyterLab.",
    passes_on=True,
)
