"""JupyterLab in a headless Chromium: where the player is tested and timed."""

import json
import os
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page

from tracer.cli.lab import CONFIG
from tracer.support.notebooks import new_cell, new_notebook, write_notebook

CHROMIUM = "/usr/bin/chromium"
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-sync"]
SETTINGS: dict[str, dict[str, Any]] = {
    "apputils-extension/notification": {"fetchNews": "false", "checkForUpdates": False},
    "notebook-extension/tracker": {"windowingMode": "none"},
    "docmanager-extension/plugin": {"autosave": False},
}
# What other packages add to JupyterLab may complain on the console.
OTHERS = ("@jupyter/nbgrader", "@jupyterlite/pyodide-kernel-extension")
EXECUTE = """async (code) => {
  const { kernel } = jupyterapp.shell.currentWidget.context.sessionContext.session;
  const run = kernel.requestExecute({ code });
  let printed = "";
  run.onIOPub = ({ content }) => { if (content.name === "stdout") printed += content.text; };
  await run.done;
  return printed;
}"""
PRELUDE = """from tracer import *
from tracer.algorithms import *
from trees import *
from trees import catalogue
import ipywidgets
"""


def free_port() -> int:
    """A port that nobody uses."""
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return int(s.getsockname()[1])


def wait_for(url: str, process: subprocess.Popen[bytes], log: Path) -> None:
    """Wait until a server that was just started answers."""
    for _ in range(600):
        try:
            urllib.request.urlopen(url)
            return
        except OSError:
            if process.poll() is not None:
                break
            time.sleep(0.1)
    raise RuntimeError(f"{url} does not answer: {log.read_text()}")


class View:
    """A page, with its errors on the console and its messages to widgets in the kernel."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.errors: list[str] = []
        self.sent: list[object] = []
        page.on("pageerror", lambda e: self._failed(str(e)))
        page.on("console", lambda m: self._failed(m.text) if m.type == "error" else None)
        page.on("websocket", lambda ws: ws.on("framesent", lambda frame: self._sent(frame)))

    def _failed(self, text: str) -> None:
        if not any(name in text for name in OTHERS):
            self.errors.append(text)

    def _sent(self, frame: str | bytes) -> None:
        if b"comm_msg" in (frame.encode() if isinstance(frame, str) else frame):
            self.sent.append(frame)

    def players(self, count: int = 1) -> None:
        """Wait until so many players stand on the page."""
        self.page.wait_for_function(
            "n => document.querySelectorAll('.pg-player .pg-nodes > :first-child').length === n",
            arg=count,
        )

    def run(self, command: str = "run-all-cells") -> None:
        """Have JupyterLab run cells, and wait until they have run."""
        self.page.evaluate(f"jupyterapp.commands.execute('notebook:{command}')")

    def execute(self, code: str) -> str:
        """Have the kernel run code, whatever cell is active, and return what it prints."""
        return str(self.page.evaluate(EXECUTE, code))


class Jupyter:
    """A server whose notebooks are opened in JupyterLab, Notebook 7 or Voilà."""

    def __init__(self, folder: Path, browser: Browser) -> None:
        self.folder = folder
        self.browser = browser
        self.notebooks = 0
        for name, value in SETTINGS.items():
            self.set(name, value)
        port = free_port()
        self.url = f"http://127.0.0.1:{port}"
        (folder / "root").mkdir()
        command = [sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root"]
        options = [
            *(f"--ServerApp.port={port}", "--ServerApp.ip=127.0.0.1"),
            *("--ServerApp.port_retries=0", "--IdentityProvider.token="),
            *("--ServerApp.disable_check_xsrf=True", "--LabApp.expose_app_in_browser=True"),
            f"--ServerApp.root_dir={folder / 'root'}",
        ]
        places = ("JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR", "IPYTHONDIR")
        env = os.environ | {name: str(folder / name) for name in places}
        env |= {
            "JUPYTERLAB_SETTINGS_DIR": str(folder / "settings"),
            "JUPYTERLAB_WORKSPACES_DIR": str(folder / "workspaces"),
            "JUPYTER_CONFIG_PATH": str(CONFIG),  # the settings of `plyglass lab`
            "PYTHONPATH": str(Path(__file__).parents[2]),
        }
        self.log = (folder / "log").open("w")
        self.process = subprocess.Popen(
            [*command, *options], env=env, stdout=self.log, stderr=self.log
        )
        wait_for(f"{self.url}/api/status", self.process, folder / "log")

    def set(self, plugin: str, value: dict[str, Any]) -> None:
        """Write a user setting, which pages opened from now on follow."""
        path = self.folder / "settings" / "@jupyterlab" / f"{plugin}.jupyterlab-settings"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(value))

    def write(self, *cells: str) -> str:
        """Write a notebook and return its name; its first cell imports what the others use."""
        sources = enumerate((PRELUDE, *cells))
        notebook = new_notebook([new_cell("code", f"cell-{k}", text, {}) for k, text in sources])
        self.notebooks += 1
        name = f"{self.notebooks}.ipynb"
        (self.folder / "root" / name).write_text(write_notebook(notebook), "utf-8")
        return name

    def page(self, path: str, *, dark: bool = False, **options: Any) -> View:
        """Open a page of the server."""
        theme = {"theme": "JupyterLab Dark" if dark else "JupyterLab Light"}
        self.set("apputils-extension/themes", theme)
        page = self.browser.new_page(**{"viewport": {"width": 1600, "height": 1000}, **options})
        page.set_default_timeout(60_000)
        view = View(page)
        page.goto(f"{self.url}/{path}")
        return view

    def lab(self, *cells: str, run: bool = True, path: str = "doc/tree", **options: Any) -> View:
        """A notebook of these cells, open in JupyterLab and run.

        With the path "lab/tree" it stands among JupyterLab's side bars and tabs.
        """
        view = self.page(f"{path}/{self.write(*cells)}?reset", **options)
        view.page.locator(".jp-NotebookPanel .jp-Cell").first.wait_for()
        view.page.get_by_text("Python 3 (ipykernel) | Idle").wait_for()
        if run:
            view.run()
        return view

    def stop(self) -> None:
        """End the server and its kernels."""
        self.process.terminate()
        self.process.wait(30)
        self.log.close()
