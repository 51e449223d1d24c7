"""What browser tests share: players made here and there, and a reader's eyes on a page."""

from pathlib import Path
from typing import Any

from tests.helpers.lab import PRELUDE, View

SNAPSHOT = Path(__file__).with_name("snapshot.js").read_text("utf-8")


def made(code: str) -> Any:
    """What a cell's expression gives, here."""
    names: dict[str, Any] = {}
    exec(PRELUDE, names)
    return eval(code, names)


def ready(view: View, count: int) -> View:
    """The view once this many players stand on it, with the reader's eyes of snapshot.js."""
    view.players(count)
    view.page.evaluate(SNAPSHOT)
    return view
