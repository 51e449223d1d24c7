"""The player's own script and style, for the widget and for pages without a kernel."""

from functools import cache
from pathlib import Path

HERE = Path(__file__).parent


@cache
def script() -> str:
    """The ES module: the parts in `js/`, in the order of their numbers."""
    return "\n".join(path.read_text("utf-8") for path in sorted((HERE / "js").glob("*.js")))


@cache
def style() -> str:
    """The style sheet."""
    return (HERE / "player.css").read_text("utf-8")
