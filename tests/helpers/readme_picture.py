"""The README's picture of the player: `python -m tests.helpers.readme_picture FILE`."""

import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.helpers.lab import CHROMIUM, FLAGS
from tracer.algorithms import alphabeta
from tracer.trace.trace import record
from trees import catalogue

STEP = 15  # E is cut off


def shot(path: str) -> None:
    """Write the player, at a cutoff in Pantel's Figure 3.2, as PNG."""
    trace = record(alphabeta, catalogue.load("pantel-3.2"))
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        page_file = trace.to_html(Path(folder) / "page.html", step=STEP)
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        page = browser.new_page(viewport={"width": 1180, "height": 900}, device_scale_factor=1.5)
        page.goto(page_file.as_uri())
        page.wait_for_timeout(500)
        page.locator(".pg-player").screenshot(path=path)
        browser.close()


if __name__ == "__main__":
    shot(sys.argv[1])
