"""The player as a widget: all steps travel once, and stepping happens in the browser."""

import json
from pathlib import Path
from typing import Any

import anywidget
import traitlets

from tracer.compare import compare_traces
from tracer.player.payload import payload
from tracer.trace import Trace

HERE = Path(__file__).parent
SCRIPT = "\n".join(path.read_text("utf-8") for path in sorted((HERE / "js").glob("*.js")))
STYLE = (HERE / "player.css").read_text("utf-8")

SHAPES = ("squares", "triangles")
DETAILS = ("events", "nodes", "cuts")
PREDICTIONS = ("leaf", "next", "cut")


class _Widget(anywidget.AnyWidget):
    """What the player and the comparison share."""

    _esm = SCRIPT
    _css = STYLE

    data = traitlets.Unicode("").tag(sync=True)
    step = traitlets.Int(0).tag(sync=True)
    shape = traitlets.Enum(SHAPES, "squares").tag(sync=True)
    names = traitlets.Bool(True).tag(sync=True)
    detail = traitlets.Enum(DETAILS, "events").tag(sync=True)
    editable = traitlets.Bool(False).tag(sync=True)
    edit = traitlets.Dict().tag(sync=True)
    predict = traitlets.Enum(("", *PREDICTIONS), "").tag(sync=True)
    score = traitlets.Dict().tag(sync=True)


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
        self.trace = trace

    def show(self, trace: Trace) -> None:
        """Show another trace instead."""
        data = payload(trace)
        self.trace = trace
        with self.hold_sync():
            self.step = 0
            self.data = data


class Comparing(_Widget):
    """Steps through two to four traces of one tree side by side."""

    def __init__(self, *traces: Trace, **look: Any) -> None:
        super().__init__(data=_comparison(traces), **look)
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


def _comparison(traces: tuple[Trace, ...]) -> str:
    if not 2 <= len(traces) <= 4:
        raise ValueError(f"{len(traces)} traces were given: two to four can be compared")
    words = []
    for trace in traces[1:]:
        found = compare_traces(traces[0], trace)
        words.append(
            f"{traces[0].title} and {trace.title}: {len(found.both)} leaves seen by both, "
            f"{len(found.only_first)} only by the first, "
            f"{len(found.only_second)} only by the second."
        )
    return json.dumps(
        {
            "title": " · ".join(trace.title for trace in traces),
            "summary": " ".join(words),
            "traces": [json.loads(payload(trace)) for trace in traces],
        }
    )
