"""The course in the browser, built, served on loopback and used with the outside cut off."""

import json
import os
import re
import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from importlib.util import find_spec
from pathlib import Path
from threading import Thread
from typing import ClassVar

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.helpers.firefox import FIREFOX, firefox
from tracer import record
from tracer.algorithms import alphabeta
from tracer.site.build import build
from tracer.site.course import chapters
from trees import catalogue

pytestmark = pytest.mark.slow
NOTEBOOKS = Path(__file__).parents[3] / "notebooks"
MINUTES = 4 * 60_000  # milliseconds: until Python is there on a busy machine


class Handler(SimpleHTTPRequestHandler):
    asked: ClassVar[list[str]] = []  # everything that browsers have asked for

    missing: ClassVar[set[str]] = set()  # the files that this server has lost

    def do_GET(self) -> None:
        if Path(self.path).name in self.missing:
            self.send_error(404)
        else:
            super().do_GET()

    def log_message(self, *_) -> None:
        self.asked.append(self.path)


@pytest.fixture(scope="module")
def folder(tmp_path_factory, say) -> Path:
    if not (find_spec("jupyterlite_core") and shutil.which("npm")) and not os.environ.get("CI"):
        pytest.skip("the site is built with jupyterlite-core and npm")
    out = tmp_path_factory.mktemp("site") / "out"
    begun = time.perf_counter()
    build(out)
    size = sum(file.stat().st_size for file in out.rglob("*") if file.is_file())
    say(f"built in {time.perf_counter() - begun:.0f} s, {size / 1e6:.0f} MB")
    return out


@pytest.fixture(scope="module")
def say(request):
    """Say something, whatever pytest does with output."""
    capture = request.config.pluginmanager.getplugin("capturemanager")

    def tell(text: str) -> None:
        with capture.global_and_fixture_disabled():
            print(f"\nsite: {text}", flush=True)

    return tell


@pytest.fixture(scope="module")
def url(folder) -> Iterator[str]:
    """The site's address, which is not the root of its server."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Handler, directory=str(folder.parent)))
    Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/{folder.name}/"
    server.shutdown()
    assert [path for path in Handler.asked if not path.startswith(f"/{folder.name}/")] == []


@contextmanager
def opened(browser: Browser, url: str, *, fails=False, **options) -> Iterator[Page]:
    """A page of a new browser that reaches this site alone; wants no more, and no errors."""
    context = browser.new_context(**{"viewport": {"width": 1400, "height": 1000}, **options})
    outside, errors = [], []
    context.route(
        lambda asked: not asked.startswith((url, "data:", "blob:")),
        lambda route: (outside.append(route.request.url), route.abort()),
    )
    page = context.new_page()
    page.set_default_timeout(60_000)
    page.on("pageerror", lambda e: errors.append(str(e)))
    page.on("console", lambda m: errors.append(m.text) if m.type == "error" else None)
    yield page
    context.close()
    assert outside == []
    assert fails or errors == []


def run_all(page: Page) -> None:
    """Run a notebook from its first to its last cell, as a student does."""
    page.locator(".jp-Notebook .jp-Cell").first.wait_for()
    page.locator(".jp-Toolbar-kernelName").get_by_text("Python (Pyodide)").wait_for()
    page.get_by_role("menuitem", name="Run", exact=True).click()
    page.get_by_role("menuitem", name="Run All Cells", exact=True).click()


PROMPTS = "[...document.querySelectorAll('.jp-CodeCell .jp-InputPrompt')].map(p => p.textContent)"


def wait_until_run(page: Page, name: str) -> None:
    cells = json.loads((NOTEBOOKS / name).read_text("utf-8"))["cells"]
    count = sum(c["cell_type"] == "code" and bool(c["source"]) for c in cells)
    page.wait_for_function(f"!{PROMPTS}.some(p => p.includes('*'))", timeout=MINUTES)
    assert page.evaluate(PROMPTS) == [f"[{i}]:" for i in range(1, count + 1)]
    assert page.locator(".jp-RenderedText[data-mime-type*=error]").count() == 0


def first_step(page: Page) -> None:
    """Step the first player once it is there, and see it move."""
    player = page.locator(".pg-player").first
    player.wait_for(timeout=MINUTES)
    player.locator("[data-act=forward]").click()
    page.wait_for_function("document.querySelector('.pg-step').textContent.startsWith('step 1 ')")


def answer(page: Page, name: str, value: object) -> str:
    """Type an answer where the notebook asks for it, run the cell, and read what comes of it."""
    asking = page.locator(".jp-CodeCell", has=page.get_by_text(re.compile(rf"^{name} = "))).first
    asking.evaluate("(cell, name) => { cell.dataset.answer = name; }", name)
    cell = page.locator(f"[data-answer={name}]")
    lines = cell.locator(".cm-line").all_inner_texts()
    lines = [f"{name} = {value!r}" if text.startswith(f"{name} = ") else text for text in lines]
    cell.locator(".cm-content").click()
    page.keyboard.press("Control+a")
    page.keyboard.insert_text("\n".join(lines))
    prompt = cell.locator(".jp-InputPrompt")
    before = prompt.inner_text()
    page.keyboard.press("Control+Enter")
    expect(prompt).not_to_have_text(re.compile(rf"\*|{re.escape(before)}"), timeout=60_000)
    graded: str = cell.locator(".jp-OutputArea-output").inner_text()
    return graded


@pytest.mark.parametrize("width", [1400, 390])
def test_the_landing_page_plays_and_links(browser, url, width):
    with opened(browser, url, viewport={"width": width, "height": 844}) as page:
        page.goto(url)
        inside = page.frame_locator("#trace")
        inside.get_by_text(re.compile(r"^step [2-9] of 31$")).wait_for()
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert page.locator("#warnings .warning").count() == 0
        links = page.eval_on_selector_all("ol a", "links => links.map(a => a.href)")
        names = [chapter.path.name for chapter in chapters(NOTEBOOKS)]
        assert links == [
            f"{url}{app}/index.html?path={name}" for name in names for app in ("notebooks", "lab")
        ]
        for name in names:
            assert page.request.get(f"{url}files/{name}").ok


def test_start_here(browser, url, say):
    with opened(browser, url) as page:
        page.goto(url)
        page.get_by_text("Start here").click()
        begun = time.perf_counter()
        run_all(page)
        first_step(page)
        say(f"first step after {time.perf_counter() - begun:.0f} s")
        wait_until_run(page, "00-start-here.ipynb")
        assert page.locator(".pg-compare").count() == 1
        assert page.locator(".jp-OutputArea-output svg[role=img]").count() >= 1
        search = page.locator(".pg-explore").get_by_label("Search", exact=True)
        search.select_option(label="SSS*")
        page.locator(".pg-title", has_text="SSS*").wait_for()
        assert answer(page, "prize", 3).startswith("✓")


def test_python_says_that_it_is_starting(browser, url):
    with opened(browser, url) as page:
        page.goto(f"{url}notebooks/index.html?path=00-start-here.ipynb")
        said = page.locator("#pg-starting")
        expect(said).to_contain_text("Python is starting: loading the course.", timeout=MINUTES)
        expect(said).to_have_count(0, timeout=MINUTES)


def test_python_that_does_not_start_says_so(browser, url, monkeypatch):
    monkeypatch.setattr(Handler, "missing", {"python_stdlib.zip"})
    with opened(browser, url, fails=True) as page:
        page.goto(f"{url}notebooks/index.html?path=00-start-here.ipynb")
        page.locator("#pg-starting").get_by_text("Python could not start.").wait_for()


@pytest.mark.skipif(not FIREFOX, reason="there is no Firefox: install Debian's firefox-esr")
def test_in_firefox(url, tmp_path, say):
    with firefox(tmp_path / "profile") as page:
        begun = time.perf_counter()
        page.goto(f"{url}notebooks/index.html?path=03-alpha-beta.ipynb")
        page.wait("document.querySelector('#pg-starting')", 120)
        page.wait("!document.querySelector('#pg-starting')", MINUTES / 1000)
        say(f"Python is there after {time.perf_counter() - begun:.0f} s in Firefox")
        page.choose("Run", "Run All Cells")
        page.wait("document.querySelector('.pg-player')", MINUTES / 1000)
        page.wait(f"!{PROMPTS}.some(p => p.includes('*'))", MINUTES / 1000)
        assert page.run("return document.querySelectorAll('[data-mime-type*=error]').length") == 0
        page.run("document.querySelector('.pg-player [data-act=forward]').click()")
        page.wait("document.querySelector('.pg-step').textContent.startsWith('step 1 ')", 60)


def test_alpha_beta_answers_are_graded_and_kept(browser, url):
    tree = catalogue.load("pantel-3.2")
    seen = [tree.name(n) for n in record(alphabeta, tree).leaves]
    with opened(browser, url) as page:
        page.goto(f"{url}lab/index.html?path=03-alpha-beta.ipynb")
        run_all(page)
        first_step(page)
        wait_until_run(page, "03-alpha-beta.ipynb")
        assert answer(page, "needed", seen[::-1]).startswith("✗")
        assert answer(page, "needed", seen).startswith("✓")
        page.locator(".jp-mod-dirty").first.wait_for(state="detached")  # saved by itself
        page.reload()
        kept = page.locator(".jp-CodeCell", has_text=re.compile("needed = ")).first
        assert repr(seen) in kept.inner_text()
        page.locator(".pg-player").first.wait_for()  # before any cell has run again
        assert page.evaluate(PROMPTS).count("[*]:") == 0


@pytest.mark.parametrize(
    ("broken", "said"),
    [
        ("delete window.WebAssembly", "no WebAssembly"),
        ("IDBFactory.prototype.open = () => { throw new Error() }", "keeps no data"),
    ],
)
def test_what_a_browser_lacks_is_said(browser, url, broken, said):
    with opened(browser, url) as page:
        page.add_init_script(broken)
        page.goto(url)
        page.locator("#warnings .warning", has_text=said).wait_for()
        assert page.locator("#warnings .warning").count() == 1


def test_what_a_server_lacks_is_said(browser, url):
    with opened(browser, url) as page:
        kind = {"content-type": "application/octet-stream"}
        page.route("**/pyodide.mjs", lambda route: route.fulfill(status=200, headers=kind))
        page.goto(url)
        page.locator("#warnings", has_text=".mjs files must be sent as text/javascript").wait_for()
