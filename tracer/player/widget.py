"""The player as a widget: all steps are sent once, and stepping happens in the browser."""

from base64 import b64encode
from html import escape
from pathlib import Path
from typing import Any

from tracer.draw.dot import draw
from tracer.player.assets import script, style
from tracer.player.base import FROM_BROWSER, Widget, traitlets
from tracer.player.editing import Editing, Sweep, intervals
from tracer.player.page import page
from tracer.player.payload import comparison, payload
from tracer.support.files import write
from tracer.trace.bets import KINDS, check_kind
from tracer.trace.link import read_link
from tracer.trace.trace import Place, Trace, record
from trees.generate import GeneratedTree
from trees.similar_trees import similar
from trees.tree import Tree

SHAPES = ("squares", "triangles")
DETAILS = ("events", "nodes", "cuts")
LARGEST_PAGE = 700_000  # characters; a larger payload is saved in the notebook only once
# A frame is as tall as the widget would be, as given in player.css.
_FRAME = 'style="width:100%;height:clamp({}px,100vh - 172px,{}px);border:0" title="{}"'


class _Widget(Widget):
    """What the player and the comparison share."""

    _esm = script()
    _css = style()

    data = traitlets.Unicode("").tag(sync=True)
    step = traitlets.Int(0).tag(**FROM_BROWSER)
    shape = traitlets.Enum(SHAPES, "squares").tag(sync=True)
    names = traitlets.Bool(True).tag(sync=True)
    detail = traitlets.Enum(DETAILS, "events").tag(sync=True)
    predict = traitlets.Enum(("", *KINDS), "").tag(**FROM_BROWSER)
    score = traitlets.Dict().tag(**FROM_BROWSER)
    repeatable = traitlets.Bool(False).tag(sync=True)  # whether there is a similar tree to try
    again = traitlets.Int(0).tag(**FROM_BROWSER)  # how many similar trees were asked for

    traces: tuple[Trace, ...] = ()
    _frame = _FRAME.format(380, 600, "Player")

    def to_html(self, path: Place) -> Path:
        """Write an offline page with the same player, in a single file."""
        return write(path, self._page())

    def _page(self, *, framed: bool = False) -> str:
        look = {name: getattr(self, name) for name in ("shape", "names", "detail", "predict")}
        data = self._page_data()
        return page(self.traces, data=data, framed=framed, step=self.step, **look)

    def _page_data(self) -> str:
        return str(self.data)

    def _repr_mimebundle_(self, **options: Any) -> Any:
        """The widget, and a page that works without a kernel."""
        found = super()._repr_mimebundle_(**options)
        if found is None or len(self.data) > LARGEST_PAGE:
            return found
        bundle, metadata = found if isinstance(found, tuple) else (found, {})
        shown = escape(self._page(framed=True))
        frame = f'<iframe srcdoc="{shown}" sandbox="allow-scripts" {self._frame}></iframe>'
        return {**bundle, "text/html": frame, **self._still()}, metadata

    def _still(self) -> dict[str, str]:
        """A still picture, for paper: the current step, or the last frame at step 0."""
        trace = self.traces[0]
        try:
            drawn = draw(trace.frame(self.step or len(trace)), "png")
        except (ImportError, IndexError):
            return {}
        return {"image/png": b64encode(drawn).decode("ascii")}


class Player(_Widget):
    """Steps through one trace.

    `step` is the current step; the kernel is told about it when the focus leaves the player. Link
    players in the browser with `ipywidgets.jslink((a, "step"), (b, "step"))`. If the player is
    `editable`, its tree can be changed by hand, and `trace` is that of the changed tree.
    """

    editable = traitlets.Bool(False).tag(sync=True)
    edit = traitlets.Dict().tag(**FROM_BROWSER)  # a request: what to change, and its serial
    answer = traitlets.Dict().tag(sync=True)  # the serial of a request, and what to tell

    def __init__(self, trace: Trace, **look: Any) -> None:
        if not isinstance(trace, Trace):
            raise TypeError(
                f"play needs a trace, as in play(record(alphabeta, tree)), not {trace!r}"
            )
        self.traces = (trace,)
        self._editing = Editing(trace) if look.get("editable") else None
        self._first = trace
        self._sweep = Sweep(trace)
        self._betting = True  # whether the browser is told what can be bet on
        super().__init__(data=self._payload(), **look)
        self.repeatable = _is_repeatable(trace)
        self.observe(self._request, "edit")
        self.observe(lambda _: self._try_again(), "again")

    @property
    def trace(self) -> Trace:
        """The trace that is shown."""
        return self.traces[0]

    def show(self, trace: Trace) -> None:
        """Show another trace instead."""
        self._first = trace
        self._show(trace)
        self.repeatable = _is_repeatable(trace)

    def _show(self, trace: Trace) -> None:
        payload(trace)  # complains about a trace that cannot be shown
        if self._editing:
            self._editing.show(trace)
        self.traces, self._sweep = (trace,), Sweep(trace)
        self._betting = True
        with self.hold_sync():
            self.step, self.score = 0, {}
            self.data = self._payload()

    def _payload(self, serial: str = "", **more: object) -> str:
        """The data for the browser; `serial` is that of the request that they answer."""
        if self._editing:
            more["edit"] = {**self._editing.told, "serial": serial}
        return payload(self.trace, betting=self._betting, **more)

    def _page_data(self) -> str:
        """A page has no kernel to ask what can be bet on."""
        return super()._page_data() if self._betting else payload(self.trace)

    def _request(self, change: Any) -> None:
        """Do what the browser asks for, or tell it why not."""
        request = change["new"]
        serial = str(request.get("serial", ""))
        try:
            if request.get("op") == "whatif":
                self._sweep = Sweep(self.trace)
                self.answer = {"serial": serial, "whatif": intervals(self.trace, request)}
                return
            if request.get("op") == "sweep":
                told = self._sweep.to(request)
                back = self._sweep.shown is self.trace
                swept = payload(self._sweep.shown, betting=back, edit=told)
                self.answer = {"serial": serial, "swept": swept}
                return
            if request.get("op") == "bets" and self._editing:
                self._editing.stay()
            else:
                self._answer(request)
                self._first = self.trace
            self._betting = bool(self.predict) or request.get("op") == "bets"
            with self.hold_sync():
                self.repeatable = _is_repeatable(self.trace)
                self.data = self._payload(serial)
        except Exception as error:
            why = f"{error}" or type(error).__name__
            field = getattr(error, "field", "")
            self.answer = {"serial": serial, "why": why, "field": field}

    def _answer(self, request: Any) -> None:
        """Change the tree as the browser asks, unless it saw an earlier one."""
        if self._editing is None:
            raise ValueError("this player is not editable; use play(trace, editable=True)")
        if request.get("revision") != self._editing.revision:
            raise ValueError("the tree has changed in the meantime")
        self._editing.change(request)
        self.traces = (self._editing.trace,)

    def _try_again(self) -> None:
        """Show the same search of a similar tree."""
        found = _similar(self._first, self.again) if self.repeatable else None
        if found is not None:
            self._show(found)
        else:
            self.repeatable = False


class Comparing(_Widget):
    """Steps through two to four traces of the same tree side by side."""

    _frame = _FRAME.format(420, 760, "Comparison")

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
    editable: bool = False,
) -> Player:
    """The player for a trace; a notebook displays it.

    `shape` is "squares" (squares for MAX, circles for MIN) or "triangles"; `names=False` shows
    Dewey numbers instead of names. With `predict`, the player starts by asking before every
    "leaf", "next" node, "cut", "case" of Γ or value "returned", as after the key b;
    `player.score` counts the bets that were right.
    With `editable`, the tree can be changed by hand; `player.trace` is the trace of the result.
    """
    _check_look(shape)
    if isinstance(trace, Trace):
        check_kind(trace, predict)
    player = Player(trace, shape=shape, names=names, predict=predict, editable=editable)
    trace.frame(step)
    player.step = step
    return player


def open_link(text: str, **look: Any) -> Player:
    """The player at the moment that a link leads to; `look` is as in `play`."""
    trace, step = read_link(text)
    return play(trace, step=step, **look)


def compare(*traces: Trace, shape: str = "squares", names: bool = True) -> Comparing:
    """Two to four searches of the same tree side by side, stepped together."""
    _check_look(shape)
    return Comparing(*traces, shape=shape, names=names)


TRIES = 40  # trees, until one is as interesting


def _is_repeatable(trace: Trace) -> bool:
    """Whether the same search of a similar tree makes sense.

    A game has its own values, and an evaluation that the search was given may belong to its tree.
    """
    fits = type(trace.tree) is Tree or isinstance(trace.tree, GeneratedTree)
    return fits and trace.complete and "evaluate" not in trace.options


def _similar(trace: Trace, number: int) -> Trace | None:
    """The same search of a similar tree, which cuts off if the first one did; None if none does."""
    for seed in range(TRIES * (number - 1) + 1, TRIES * number + 1):
        found = record(trace.algorithm.search, similar(trace.tree, seed), **trace.options)
        if bool(found.cutoffs) >= bool(trace.cutoffs) and found.tree != trace.tree:
            return found
    return None


def _check_look(shape: str) -> None:
    if shape not in SHAPES:
        raise ValueError(f"Unknown shape {shape!r}. Choose one of: {', '.join(SHAPES)}.")
