"""How many trees a property is tried on, and one Jupyter server and Chromium per worker.

Properties are tried on the same trees every time; `pytest --hypothesis-profile=explore` tries
other trees, and more of them. The tests of a file share a worker (`--dist loadfile`), because many
share a page.
"""

import os
import signal
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings
from playwright.sync_api import Browser, expect, sync_playwright

from tests.helpers.lab import CHROMIUM, FLAGS, Jupyter

SLOW = [HealthCheck.too_slow, HealthCheck.data_too_large]

settings.register_profile(
    "steady", max_examples=150, deadline=None, derandomize=True, suppress_health_check=SLOW
)
settings.register_profile("explore", max_examples=1500, deadline=None, suppress_health_check=SLOW)
settings.load_profile("steady")

# Shells start commands in the background deaf to Ctrl+C, and what they start inherits that.
signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.path.parent.name == "browser":
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    expect.set_options(timeout=30_000)  # for busy machines
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
