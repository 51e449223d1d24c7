"""One Jupyter server and one Chromium for all browser tests of a worker."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, sync_playwright

from tracer.player.lab import CHROMIUM, FLAGS, PRELUDE, Jupyter, View

HERE = Path(__file__).parent
SNAPSHOT = (HERE / "snapshot.js").read_text("utf-8")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if HERE in item.path.parents:
            item.add_marker(pytest.mark.browser)
            item.add_marker(pytest.mark.xdist_group("browser"))


@pytest.fixture(scope="session")
def jupyter(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Jupyter]:
    if not os.path.exists(CHROMIUM) and not os.environ.get("CI"):
        pytest.skip(f"{CHROMIUM} is not there: install Debian's package chromium")
    with sync_playwright() as playwright:
        browser: Browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        server = Jupyter(tmp_path_factory.mktemp("jupyter"), browser)
        yield server
        server.stop()
        browser.close()


def made(code: str) -> Any:
    """What a cell's expression gives, here."""
    names: dict[str, Any] = {}
    exec(PRELUDE, names)
    return eval(code, names)


def ready(view: View, count: int) -> View:
    """The view once so many players stand on it, with the reader's eyes of snapshot.js."""
    view.players(count)
    view.page.evaluate(SNAPSHOT)
    return view
