"""For `plyglass lab`: what *File → Save and Export Notebook As* writes still plays."""

from tracer.jupyter.nbconvert_config import configure

if "get_config" in globals():  # the server, which runs this file, defines it
    configure(get_config())  # type: ignore[name-defined]  # noqa: F821
