"""For `jupyter nbconvert --config`: players that play, pictures that fit the page."""

from pathlib import Path
from typing import Any


def configure(c: Any) -> None:
    """Set what nbconvert should do."""
    c.NbConvertBase.display_data_priority = [
        "text/html",  # before the widget, which is empty without a kernel
        "image/svg+xml",
        "image/png",
        "text/markdown",
        "text/plain",
    ]
    c.HTMLExporter.extra_template_basedirs = [str(Path(__file__).with_name("templates"))]
    c.HTMLExporter.template_name = "plyglass"


if "get_config" in globals():  # nbconvert, which runs this file, defines it
    configure(get_config())  # type: ignore[name-defined]  # noqa: F821
