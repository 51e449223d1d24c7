"""Firefox, driven over Marionette, the protocol that it speaks without a driver of its own."""

import base64
import json
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any

from tests.helpers.lab import free_port

FIREFOX = shutil.which("firefox-esr") or shutil.which("firefox")
PREFERENCES = {
    # Nothing but loopback can be reached.
    "network.proxy.type": 1,
    **{f"network.proxy.{kind}": "127.0.0.1" for kind in ("http", "ssl")},
    **{f"network.proxy.{kind}_port": 9 for kind in ("http", "ssl")},
    "browser.shell.checkDefaultBrowser": False,
    "datareporting.policy.dataSubmissionEnabled": False,
}
BAR, MENU = ".lm-MenuBar-item", ".lm-Menu-itemLabel"


class Firefox:
    """A page in Firefox."""

    def __init__(self, port: int) -> None:
        self.socket, self.calls = _connected(port), count()
        self._read()  # its greeting
        self.call("WebDriver:NewSession", {})
        self.call("WebDriver:SetTimeouts", {"script": 60_000, "pageLoad": 60_000})
        self.call("WebDriver:SetWindowRect", {"width": 1400, "height": 1000})

    def call(self, command: str, arguments: dict[str, Any]) -> Any:
        """Ask Firefox for something, and wait for its answer."""
        message = json.dumps([0, next(self.calls), command, arguments]).encode()
        self.socket.sendall(b"%d:%s" % (len(message), message))
        _, _, error, answer = self._read()
        if error:
            raise RuntimeError(f"{command}: {error['message']}")
        return answer

    def goto(self, url: str) -> None:
        """Open a page, and wait until it has loaded."""
        self.call("WebDriver:Navigate", {"url": url})

    def run(self, script: str) -> Any:
        """Run a script in the page, and hand over what it returns."""
        return self.call("WebDriver:ExecuteScript", {"script": script, "args": []})["value"]

    def wait(self, condition: str, seconds: float) -> None:
        """Wait until an expression is true in the page."""
        end = time.monotonic() + seconds
        while not self.run(f"return Boolean({condition})"):
            assert time.monotonic() < end, f"{condition} is not true after {seconds:.0f} s"
            time.sleep(0.2)

    def choose(self, *names: str) -> None:
        """Choose a command from the menus of JupyterLab, by name."""
        for depth, name in enumerate(names):
            items = MENU if depth else BAR
            named = f"i => i.innerText.trim() === {json.dumps(name)}"
            found = f"[...document.querySelectorAll('{items}')].find({named})"
            self.wait(found, 30)
            item = self.run(f"return {found}")
            self.call("WebDriver:ElementClick", {"id": next(iter(item.values()))})

    def screenshot(self, path: Path) -> None:
        """Write what the window shows as a PNG."""
        path.write_bytes(base64.b64decode(self.call("WebDriver:TakeScreenshot", {})["value"]))

    def _read(self) -> Any:
        """One message: its length in bytes, a colon, and JSON."""
        length = b""
        while not length.endswith(b":"):
            length += self._take(1)
        return json.loads(self._take(int(length[:-1])))

    def _take(self, size: int) -> bytes:
        taken = b""
        while len(taken) < size:
            part = self.socket.recv(size - len(taken))
            assert part, "Firefox has ended"
            taken += part
        return taken


@contextmanager
def firefox(profile: Path) -> Iterator[Firefox]:
    """Start Firefox without a window, with a profile of its own in this folder."""
    assert FIREFOX
    port = free_port()
    wanted = PREFERENCES | {"marionette.port": port}
    lines = [f"user_pref({json.dumps(name)}, {json.dumps(v)});" for name, v in wanted.items()]
    profile.mkdir()
    (profile / "user.js").write_text("\n".join(lines))
    command = [FIREFOX, "--headless", "--marionette", "--no-remote", "--profile", profile]
    nowhere = subprocess.DEVNULL
    process = subprocess.Popen(command, stdout=nowhere, stderr=nowhere)
    try:
        yield Firefox(port)
    finally:
        process.terminate()
        process.wait(30)


def _connected(port: int) -> socket.socket:
    end = time.monotonic() + 60
    while True:
        try:
            return socket.create_connection(("127.0.0.1", port), timeout=120)
        except ConnectionRefusedError:
            assert time.monotonic() < end, "Firefox does not start"
            time.sleep(0.2)
