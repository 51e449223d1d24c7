"""An offline page in a single file, with the same player and steps, that needs no kernel.

Without JavaScript, the page shows a picture and a table of all steps; the table is printed, too.
"""

import json
from collections.abc import Sequence
from html import escape

from tracer.player.assets import script, slim, style
from tracer.player.payload import comparison, payload
from tracer.trace.trace import Trace
from trees.catalogue import called

MOST_ROWS = 2_000  # in the table of steps, which is shown without JavaScript
Look = str | int | bool

_PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; \
script-src 'unsafe-inline'; img-src data:">
<title>{title}</title>
<style>
{style}
</style>
<noscript><style>#steps {{ display: block; }}</style></noscript>
</head>
<body{framed}>
<main>
<h1>{title}</h1>
<div id="player"></div>
<section id="steps">
{still}
</section>
</main>
<script type="application/json" id="data">{data}</script>
<script type="module">
{script}
const data = document.getElementById("data").textContent;
render({{ traits: {{ ...{look}, data }}, el: document.getElementById("player") }});
</script>
</body>
</html>
"""


def page(traces: Sequence[Trace], *, data: str = "", framed: bool = False, **look: Look) -> str:
    """The page for one trace, or for several side by side.

    `look` has the options of the player; `data` is the payload, if it has already been made. A
    `framed` page stands in a frame of another page and is filled by the player.
    """
    usual: dict[str, Look] = {"step": 0, "shape": "squares", "names": True, "detail": "events"}
    if not data:
        data = payload(traces[0]) if len(traces) == 1 else comparison(tuple(traces))
    return _PAGE.format(
        framed=' class="pg-framed"' if framed else "",
        title=escape(_title(traces)),
        style=slim(style("page")),
        still="\n".join(_still(trace) for trace in traces),
        data=_inert(data),
        look=_inert(json.dumps({**usual, "predict": "", **look})),
        script=slim(script("page")),
    )


def _title(traces: Sequence[Trace]) -> str:
    """What was searched, and how."""
    searches = " · ".join(trace.title for trace in traces)
    return traces[0].heading if len(traces) == 1 else f"{searches} on {called(traces[0].tree)}"


_BARE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; \
script-src 'unsafe-inline'">
<title>{title}</title>
<style>
:root {{ color-scheme: light dark; }}
body {{ margin: 0; --pg-height: 100vh; font-family: system-ui, "DejaVu Sans", sans-serif; }}
{style}
</style>
</head>
<body>
<main id="main"></main>
<script type="application/json" id="data">{traits}</script>
<script type="module">
{script}
const traits = new Map(Object.entries(JSON.parse(document.getElementById("data").textContent)));
const model = {{
  get: (name) => traits.get(name), set: (name, value) => traits.set(name, value),
  on() {{}}, off() {{}},
}};
render({{ model, el: document.getElementById("main") }});
</script>
</body>
</html>
"""


def bare_page(title: str, script: str, style: str, traits: str) -> str:
    """A page with another widget of ours and its traits, without a kernel."""
    return _BARE.format(title=escape(title), script=script, style=style, traits=_inert(traits))


def _inert(data: str) -> str:
    """Escape JSON so that it cannot close the script element around it."""
    return data.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def _still(trace: Trace) -> str:
    """The last frame, and the captions of all steps."""
    end = trace.frame(len(trace))
    bundle = end._repr_mimebundle_()
    formats = bundle[0] if isinstance(bundle, tuple) else bundle
    drawn = formats.get("image/svg+xml") or f"<pre>{escape(formats['text/plain'])}</pre>"
    rows = "\n".join(
        f"<tr><td>{i}</td><td>{escape(trace.caption(i))}</td></tr>"
        for i in range(1, min(len(trace), MOST_ROWS) + 1)
    )
    more = len(trace) - MOST_ROWS
    rest = f"<p>Further steps, not listed here: {more:,}.</p>" if more > 0 else ""
    head = '<thead><tr><th scope="col">step</th><th scope="col">what happened</th></tr></thead>'
    about = f"<caption>{escape(trace.heading)}</caption>"
    return f"{drawn}\n<table>\n{about}\n{head}\n<tbody>\n{rows}\n</tbody>\n</table>\n{rest}"
