"""The player as a widget: all steps travel once, and stepping happens in the browser."""

from base64 import b64encode
from html import escape
from pathlib import Path
from typing import Any

import anywidget
import traitlets

from tracer.draw.dot import EngineMissingError, draw
from tracer.player.assets import script, style
from tracer.player.page import page
from tracer.player.payload import PREDICTIONS, comparison, payload
from tracer.support.files import write
from tracer.trace.trace import Place, Trace

SHAPES = ("squares", "triangles")
DETAILS = ("events", "nodes", "cuts")
LARGEST_PAGE = 700_000  # characters of a payload that is put into saved notebooks twice
_FRAME = 'style="width:100%;height:760px;border:0" title="Player"'


# The browser sets these. An echo from the kernel would take it back to where it was meanwhile.
_FROM_BROWSER = {"sync": True, "echo_update": False}


class _Widget(anywidget.AnyWidget):
    """What the player and the comparison share."""

    _esm = script()
    _css = style()

    data = traitlets.Unicode("").tag(sync=True)
    step = traitlets.Int(0).tag(**_FROM_BROWSER)
    shape = traitlets.Enum(SHAPES, "squares").tag(sync=True)
    names = traitlets.Bool(True).tag(sync=True)
    detail = traitlets.Enum(DETAILS, "events").tag(sync=True)
    editable = traitlets.Bool(False).tag(sync=True)
    edit = traitlets.Dict().tag(**_FROM_BROWSER)
    predict = traitlets.Enum(("", *PREDICTIONS), "").tag(sync=True)
    score = traitlets.Dict().tag(**_FROM_BROWSER)

    traces: tuple[Trace, ...] = ()

    def to_html(self, path: Place) -> Path:
        """Write a page that plays the same offline, in one file."""
        return write(path, self._page())

    def _page(self) -> str:
        look = {name: getattr(self, name) for name in ("shape", "names", "detail", "predict")}
        return page(self.traces, data=self.data, step=self.step, **look)

    def _repr_mimebundle_(self, **options: Any) -> Any:
        """The widget, and beside it a page that plays where there is no kernel."""
        found = super()._repr_mimebundle_(**options)
        if found is None or len(self.data) > LARGEST_PAGE:
            return found
        bundle, metadata = found if isinstance(found, tuple) else (found, {})
        frame = (
            f'<iframe srcdoc="{escape(self._page())}" sandbox="allow-scripts" {_FRAME}></iframe>'
        )
        return {**bundle, "text/html": frame, **self._still()}, metadata

    def _still(self) -> dict[str, str]:
        """A frozen frame, for paper: where the player stands, or else the end."""
        trace = self.traces[0]
        try:
            drawn = draw(trace.frame(self.step or len(trace)), "png")
        except (EngineMissingError, IndexError):
            return {}
        return {"image/png": b64encode(drawn).decode("ascii")}


class Player(_Widget):
    """Steps through one trace.

    `step` is where it stands; the kernel hears of it when the focus leaves the player. Link
    players in the browser with `ipywidgets.jslink((a, "step"), (b, "step"))`.
    """

    def __init__(self, trace: Trace, **look: Any) -> None:
        if not isinstance(trace, Trace):
            raise TypeError(
                f"{trace!r} is not a trace: record one, as in play(record(alphabeta, tree))"
            )
        super().__init__(data=payload(trace), **look)
        self.traces = (trace,)

    @property
    def trace(self) -> Trace:
        """The trace it shows."""
        return self.traces[0]

    def show(self, trace: Trace) -> None:
        """Show another trace instead."""
        data = payload(trace)
        self.traces = (trace,)
        with self.hold_sync():
            self.step = 0
            self.data = data


class Comparing(_Widget):
    """Steps through two to four traces of one tree side by side."""

    def __init__(self, *traces: Trace, **look: Any) -> None:
        super().__init__(data=comparison(traces), **look)
        self.traces = traces


def play(
    trace: Trace,
    *,
    step: int = 0,
    shape: str = "squares",
    names: bool = True,
    predict: str = "",
) -> Player:
    """The player of a trace; in a notebook it shows itself.

    `shape` is "squares" (MAX squares, MIN circles) or "triangles"; `names=False` shows Dewey
    numbers where nodes have names. With `predict` it stops before every next "leaf", "next"
    node or "cut", and asks; `player.score` then tells how many predictions were right.
    """
    _check_look(shape)
    if predict not in ("", *PREDICTIONS):
        raise ValueError(f"predict is {predict!r}: it is one of {', '.join(PREDICTIONS)}")
    player = Player(trace, shape=shape, names=names, predict=predict)
    trace.frame(step)
    player.step = step
    return player


def compare(*traces: Trace, shape: str = "squares", names: bool = True) -> Comparing:
    """Two to four searches of one tree side by side, in step."""
    _check_look(shape)
    return Comparing(*traces, shape=shape, names=names)


def _check_look(shape: str) -> None:
    if shape not in SHAPES:
        raise ValueError(f"shape is {shape!r}: it is one of {', '.join(SHAPES)}")
