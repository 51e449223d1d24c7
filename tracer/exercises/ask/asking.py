"""A question as a widget: pick nodes, strike edges, type values; the answer is a plain value."""

import json
import re
from collections.abc import Mapping
from html import escape
from typing import Any, Protocol

from tracer.draw.visible import MOST_VISIBLE, visible
from tracer.exercises.ask.feedback import Feedback
from tracer.exercises.ask.inputs import Rows, code_of, input_of, value_of
from tracer.player.assets import script, style
from tracer.player.base import FROM_BROWSER, Widget, traitlets
from tracer.player.page import bare_page
from tracer.player.payload import picture
from tracer.trace.trace import Trace
from trees.dewey import label
from trees.tree import Tree

_WRITE = re.compile(r" Write (?:a|an|the) [^.]*\.")  # for those who answer with code
_FRAME = 'style="width:100%;height:520px;border:0" title="Question"'


class Askable(Protocol):
    """What a question needs to be asked."""

    kind: str
    tree: Tree
    at: Any

    @property
    def prompt(self) -> str:
        """The question in words."""

    def check(self, given: Any = None) -> Feedback:
        """Grade an answer; never raises."""


def shown(kind: str, trace: Trace, at: Any) -> Trace:
    """As much of a search as its question may show: what comes before the moment it asks about."""
    frame = input_of(kind).frame
    return trace.until(frame(trace, at) if frame else 0)


class Asking(Widget):
    """Takes the answer to a question; `value` is the answer so far, or None."""

    _esm = script("ask")
    _css = style("ask")

    data = traitlets.Unicode("").tag(sync=True)
    asked = traitlets.Dict().tag(sync=True)
    rows = traitlets.List(default_value=None, allow_none=True).tag(**FROM_BROWSER)
    wishes = traitlets.Int(0).tag(**FROM_BROWSER)  # how often "Check" was pressed
    feedback = traitlets.Dict().tag(sync=True)

    def __init__(self, question: Askable, seen: Trace) -> None:
        if visible(seen).stubs:
            raise ValueError(
                f"this tree has too many nodes to pick from; the limit is {MOST_VISIBLE:,}. "
                "Write the answer as code and pass it to check()."
            )
        self.question = question
        self._way = input_of(question.kind)
        at = question.at
        asked = {
            "prompt": _WRITE.sub("", question.prompt),
            **{k: v for k, v in self._way._asdict().items() if k != "frame"},
            "at": label(at) if isinstance(at, tuple) else None,
        }
        if seen.algorithm is not seen.searcher:  # at a horizon, any node may count as a leaf
            asked["picks"] = self._way.picks and "any"
        super().__init__(data=picture(seen), asked=asked)
        self.observe(self._checked, "wishes")

    @property
    def value(self) -> Any:
        """The answer as a plain value, for `question.check(value)`; None if it is not complete."""
        rows: Rows | None = self.rows
        return value_of(self._way, rows, self.question.tree)

    @property
    def code(self) -> str:
        """The answer as a line of code."""
        return code_of(self.value)

    def check(self) -> Feedback:
        """Grade the answer so far."""
        return self.question.check(self.value)

    def _checked(self, change: Mapping[str, Any]) -> None:
        found = self.check()
        said = str(found)
        self.feedback = {
            "number": change["new"],
            "said": said,
            "marked": said != found.text,  # graded work may say only that it is recorded
            "right": found.right,
            "why": found.why,
            "answer": found.answer,
        }

    def _repr_mimebundle_(self, **options: Any) -> Any:
        """The widget, and a page that takes an answer without a kernel."""
        made = super()._repr_mimebundle_(**options)
        if made is None:
            return made
        bundle, metadata = made if isinstance(made, tuple) else (made, {})
        traits = {"data": self.data, "asked": self.asked, "rows": self.rows, "feedback": {}}
        page = bare_page(self.question.prompt, script("ask"), style("ask"), json.dumps(traits))
        frame = f'<iframe srcdoc="{escape(page)}" sandbox="allow-scripts" {_FRAME}></iframe>'
        return {**bundle, "text/html": frame}, metadata

    def __repr__(self) -> str:
        return f"<{self.question.prompt} {self.code}>"
