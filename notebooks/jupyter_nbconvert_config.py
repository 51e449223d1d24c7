"""For `jupyter nbconvert --config`: players that play, pictures that fit the page."""

from pathlib import Path

c = get_config()  # noqa: F821 - nbconvert defines it

c.NbConvertBase.display_data_priority = [
    "text/html",  # before the widget, which is empty without a kernel
    "image/svg+xml",
    "image/png",
    "text/markdown",
    "text/plain",
]
c.HTMLExporter.extra_template_basedirs = [str(Path(__file__).with_name("templates"))]
c.HTMLExporter.template_name = "plyglass"
