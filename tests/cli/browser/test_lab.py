"""`plyglass lab` as a new user meets it: the first lesson, the list of lessons, nothing else."""

import os
import re
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

ROOT = Path(__file__).parents[3]
PLACES = ("JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR", "IPYTHONDIR")
PLACES += ("JUPYTERLAB_SETTINGS_DIR", "JUPYTERLAB_WORKSPACES_DIR")


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    """Where a new user's `plyglass lab --no-browser` says that it is."""
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        port = s.getsockname()[1]
    words = ["lab", "--no-browser", "--port", str(port), "--allow-root"]
    log = tmp_path / "log"
    with log.open("w") as stream:
        server = subprocess.Popen(
            [sys.executable, "-m", "tracer.cli.main", *words, "--", "--IdentityProvider.token="],
            env=os.environ | {name: str(tmp_path / name) for name in PLACES},
            cwd=ROOT,
            stdout=stream,
            stderr=stream,
        )
        try:
            yield _address(server, log)
        finally:
            server.terminate()
            server.wait(30)


def _address(server: "subprocess.Popen[bytes]", log: Path) -> str:
    for _ in range(600):
        if found := re.search(r"http://localhost\S+", log.read_text()):
            return found[0]
        if server.poll() is not None:
            break
        time.sleep(0.1)
    raise RuntimeError(log.read_text())


def test_the_course_opens_at_its_first_notebook(browser: Browser, address: str) -> None:
    assert address.endswith("/lab/tree/00-start-here.ipynb")
    page: Page = browser.new_page(viewport={"width": 1280, "height": 720})
    page.set_default_timeout(60_000)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(address)
    page.locator(".jp-NotebookPanel h1", has_text="What does a search do").wait_for()
    page.get_by_text("Python 3 (ipykernel) | Idle").wait_for()
    lessons = sorted(path.name for path in (ROOT / "notebooks").glob("*.ipynb"))
    items = page.locator(".jp-DirListing-itemText")
    expect(items).to_have_text(["solutions", *lessons, "README.md", "SOURCES.md"])
    # JupyterLab asks about news, and looks for updates, once the page is there.
    page.wait_for_timeout(3_000)
    expect(page.locator(".jp-Dialog, .Toastify__toast")).to_have_count(0)
    assert [url for url in asked if re.search("/lab/api/(news|update)", url)] == []
    # What File → Save and Export Notebook As gives is made with our settings.
    page.goto(address.replace("/lab/tree/", "/nbconvert/html/"), referer=address)
    assert ".jp-RenderedSVG img { max-width: 100%" in page.content()
    page.close()
