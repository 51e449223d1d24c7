"""One Jupyter server and one Chromium for all browser tests of a worker."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from tracer.player.lab import CHROMIUM, FLAGS, PRELUDE, Jupyter, View

HERE = Path(__file__).parent
expect.set_options(timeout=30_000)  # for busy machines
SNAPSHOT = (HERE / "snapshot.js").read_text("utf-8")


@pytest.hookimpl(tryfirst=True)  # before xdist looks for groups
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if HERE in item.path.parents:
            item.add_marker(pytest.mark.browser)
            item.add_marker(pytest.mark.xdist_group("browser"))


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    if not os.path.exists(CHROMIUM) and not os.environ.get("CI"):
        pytest.skip(f"{CHROMIUM} is not there: install Debian's package chromium")
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield launched
        launched.close()


@pytest.fixture(scope="session")
def jupyter(tmp_path_factory: pytest.TempPathFactory, browser: Browser) -> Iterator[Jupyter]:
    server = Jupyter(tmp_path_factory.mktemp("jupyter"), browser)
    yield server
    server.stop()


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
