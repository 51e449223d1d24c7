"""What our widgets have in common; any ipywidgets from version 7 on will do."""

from tracer.support.extras import needs

anywidget = needs("anywidget", "widget")
traitlets = needs("traitlets", "widget")

# The browser sets such a trait. An echo from the kernel would undo what was done since.
FROM_BROWSER = {"sync": True, "echo_update": False}


class Widget(anywidget.AnyWidget):  # type: ignore[name-defined, misc]
    """A widget that says itself what a notebook keeps of it."""

    _ipython_display_ = None  # which ipywidgets 7 has, and notebooks prefer to a MIME bundle
