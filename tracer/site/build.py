"""Build the site: JupyterLite, Pyodide, our wheel, the notebooks and the landing page."""

import json
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from tracer.algorithms import alphabeta
from tracer.player.page import page
from tracer.site import fetch, pins
from tracer.site.compiled import compile_modules
from tracer.site.course import Chapter, chapters
from tracer.site.landing import landing
from tracer.site.own_wheel import own_wheel
from tracer.site.pages import add_to_pages
from tracer.site.standins import write_standins
from tracer.support.extras import needs
from tracer.support.places import COURSE
from tracer.trace.trace import Trace, record
from trees import catalogue

APPS = ("lab", "notebooks", "tree")
KERNEL = "@jupyterlite/pyodide-kernel-extension:kernel"
ICONS = "@jupyter-notebook/notebook-extension:tab-icon"  # requests files that do not exist
SHARED = Path(__file__).parents[1] / "jupyter" / "labconfig" / "default_setting_overrides.json"
SETTINGS = {  # added to those of `plyglass lab`
    "@jupyterlab/docmanager-extension:plugin": {"autosaveInterval": 15},  # seconds
    # Render all cells: there are few, and the height of a player is known only once it is drawn.
    "@jupyterlab/notebook-extension:tracker": {"windowingMode": "none"},
}
BUILT = "jupyter-lite.json"  # marks a folder as a site


def build(out: Path, notebooks: Path = COURSE) -> None:
    """Build the site in `out`, which must be new, empty, or an earlier site."""
    _check_out(out)
    course = chapters(notebooks)
    needs("jupyterlite_core", "site")
    with TemporaryDirectory() as work:
        site = _made(Path(work), course)
        if out.exists():
            shutil.rmtree(out)
        shutil.copytree(site, out)


def _check_out(out: Path) -> None:
    if out.exists() and not out.is_dir():
        raise ValueError(f"{out} is a file; give a folder")
    if out.exists() and any(out.iterdir()) and not (out / BUILT).exists():
        raise ValueError(f"{out} contains files that are not a site; give a new or empty folder")


def _made(work: Path, course: Sequence[Chapter]) -> Path:
    """Build the site in a folder below `work` and return that folder."""
    lite, extensions, site = work / "lite", work / "extensions", work / "site"
    runtime = lite / "static" / "pyodide"
    fetch.pyodide(pins.PYODIDE, work / "npm", runtime)
    extensions.mkdir()
    bridges = fetch.wheels(pins.EXTENSIONS, extensions)
    fetch.wheels(pins.WHEELS, runtime)
    fetch.kernel_wheels(bridges, runtime)
    write_standins(runtime)
    own_wheel(runtime)
    needs("packaging", "site")
    from tracer.site.lock import replace_packages  # imports packaging

    lock = runtime / fetch.LOCK
    loaded = replace_packages(lock, sorted(runtime.glob("*.whl")))
    compile_modules(runtime, loaded)
    replace_packages(lock, sorted(runtime.glob("*.whl")))  # which are others now

    (lite / "files").mkdir()
    for chapter in course:
        shutil.copy(chapter.path, lite / "files")
    config = {
        "jupyter-lite-schema-version": 0,
        "jupyter-config-data": {
            "appName": "Plyglass",
            "disabledExtensions": [ICONS],
            "litePluginSettings": {
                KERNEL: {"disablePyPIFallback": True, "loadPyodideOptions": {"packages": loaded}}
            },
        },
    }
    (lite / BUILT).write_text(json.dumps(config), "utf-8")
    settings = json.loads(SHARED.read_text("utf-8")) | SETTINGS
    (lite / "overrides.json").write_text(json.dumps(settings), "utf-8")
    _jupyterlite(lite, bridges, site)
    add_to_pages(site)
    (site / "trace.html").write_text(page([_landing_trace()]), "utf-8")
    (site / "index.html").write_text(landing(course), "utf-8")
    return site


def _landing_trace() -> Trace:
    """The trace on the landing page."""
    return record(alphabeta, catalogue.load("pantel-3.2"))


def _jupyterlite(lite: Path, extensions: Sequence[Path], site: Path) -> None:
    """Run JupyterLite's build with only the given extensions, none from this machine."""
    command = [sys.executable, "-m", "jupyterlite_core", "build", f"--lite-dir={lite}"]
    options = [
        *(f"--output-dir={site}", f"--contents={lite / 'files'}"),
        *("--ignore-sys-prefix", "--no-sourcemaps", "--no-unused-shared-packages"),
        *(f"--apps={app}" for app in APPS),
        *(f"--LiteBuildConfig.federated_extensions={wheel}" for wheel in extensions),
    ]
    fetch.run([*command, *options], lite)
