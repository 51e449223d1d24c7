"""For `jupyter nbconvert`, run in this folder: players as pages that play without a kernel."""

c = get_config()  # noqa: F821 - nbconvert defines it

c.NbConvertBase.display_data_priority = [
    "text/html",
    "image/svg+xml",
    "image/png",
    "text/markdown",
    "text/plain",
]
