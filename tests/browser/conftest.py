"""One Jupyter server and one Chromium for all browser tests of a worker."""

import json
import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import nbformat
import pytest
from playwright.sync_api import Browser, Page, sync_playwright

CHROMIUM = "/usr/bin/chromium"
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-sync"]
SETTINGS = {
    "apputils-extension/notification": {"fetchNews": "false", "checkForUpdates": False},
    "notebook-extension/tracker": {"windowingMode": "none"},
    "docmanager-extension/plugin": {"autosave": False},
}
PRELUDE = """from tracer import *
from tracer.algorithms import *
from trees import *
from trees import catalogue
import ipywidgets
"""
SNAPSHOT = (Path(__file__).parent / "snapshot.js").read_text("utf-8")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents:
            item.add_marker(pytest.mark.browser)
            item.add_marker(pytest.mark.xdist_group("browser"))


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    if not shutil.which(CHROMIUM) and not os.environ.get("CI"):
        pytest.skip(f"{CHROMIUM} is not installed: apt install chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


class View:
    """A page, with its errors on the console and its messages to widgets in the kernel."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.errors: list[str] = []
        self.sent: list[object] = []
        page.on("pageerror", lambda e: self.errors.append(str(e)))
        page.on("console", lambda m: m.type == "error" and self.errors.append(m.text))
        page.on("websocket", lambda ws: ws.on("framesent", lambda frame: self._sent(frame)))

    def _sent(self, frame: str | bytes) -> None:
        if b"comm_msg" in (frame.encode() if isinstance(frame, str) else frame):
            self.sent.append(frame)

    def players(self, count: int = 1) -> None:
        """Wait until so many players stand on the page."""
        self.page.wait_for_function(
            "n => document.querySelectorAll('.pg-player .pg-nodes > *').length &&"
            " document.querySelectorAll('.pg-player').length === n",
            arg=count,
        )
        self.page.evaluate(SNAPSHOT)


def made(code: str) -> Any:
    """What a cell's expression gives, here."""
    names: dict[str, Any] = {}
    exec(PRELUDE, names)
    return eval(code, names)


class Jupyter:
    """A server whose notebooks are opened in JupyterLab, Notebook 7 or Voilà."""

    def __init__(self, folder: Path, browser: Browser) -> None:
        self.folder = folder
        self.browser = browser
        self.settings = folder / "settings"
        for name, value in SETTINGS.items():
            self.set(name, value)
        with socket.socket() as s:
            s.bind(("127.0.0.1", 0))
            port = s.getsockname()[1]
        self.url = f"http://127.0.0.1:{port}"
        (folder / "root").mkdir()
        command = [sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root"]
        options = [
            *(f"--ServerApp.port={port}", "--ServerApp.ip=127.0.0.1"),
            *("--ServerApp.port_retries=0", "--IdentityProvider.token="),
            *("--ServerApp.disable_check_xsrf=True", f"--ServerApp.root_dir={folder / 'root'}"),
        ]
        places = ("JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR", "IPYTHONDIR")
        env = os.environ | {name: str(folder / name) for name in places}
        env |= {
            "JUPYTERLAB_SETTINGS_DIR": str(self.settings),
            "JUPYTERLAB_WORKSPACES_DIR": str(folder / "workspaces"),
            "PYTHONPATH": str(Path(__file__).parents[2]),
        }
        self.log = (folder / "log").open("w")
        self.process = subprocess.Popen(
            [*command, *options], env=env, stdout=self.log, stderr=self.log
        )
        self._wait()

    def _wait(self) -> None:
        for _ in range(600):
            try:
                urllib.request.urlopen(f"{self.url}/api/status")
                return
            except OSError:
                assert self.process.poll() is None, (self.folder / "log").read_text()
                time.sleep(0.1)
        raise TimeoutError((self.folder / "log").read_text())

    def set(self, plugin: str, value: dict[str, Any]) -> None:
        """Write a user setting, which pages opened from now on follow."""
        path = self.settings / "@jupyterlab" / f"{plugin}.jupyterlab-settings"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(value))

    def write(self, name: str, *cells: str) -> None:
        """Write a notebook; the first cell of every one imports what the others use."""
        notebook = nbformat.v4.new_notebook(
            cells=[nbformat.v4.new_code_cell(c) for c in (PRELUDE, *cells)],
            metadata={"kernelspec": {"name": "python3", "display_name": "Python 3"}},
        )
        nbformat.write(notebook, self.folder / "root" / name)

    def page(self, path: str, *, dark: bool = False, **options: Any) -> View:
        """Open a page of the server, and keep what it says on the console and to kernels."""
        theme = {"theme": "JupyterLab Dark" if dark else "JupyterLab Light"}
        self.set("apputils-extension/themes", theme)
        page = self.browser.new_page(**{"viewport": {"width": 1600, "height": 1000}, **options})
        page.set_default_timeout(60_000)
        view = View(page)
        page.goto(f"{self.url}/{path}")
        return view

    def lab(self, *cells: str, run: bool = True, **options: Any) -> View:
        """A notebook of these cells, open in JupyterLab and run."""
        name = f"{len(list((self.folder / 'root').iterdir()))}.ipynb"
        self.write(name, *cells)
        view = self.page(f"doc/tree/{name}?reset", **options)
        page = view.page
        page.locator(".jp-NotebookPanel .jp-Cell").first.wait_for()
        page.get_by_text("Python 3", exact=False).first.wait_for()
        if run:
            page.get_by_role("menuitem", name="Run", exact=True).click()
            page.get_by_role("menuitem", name="Run All Cells", exact=True).click()
        return view

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(20)
        self.log.close()


@pytest.fixture(scope="session")
def jupyter(chromium: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Jupyter]:
    server = Jupyter(tmp_path_factory.mktemp("jupyter"), chromium)
    yield server
    server.stop()
