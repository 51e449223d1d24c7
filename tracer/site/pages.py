"""What is added to JupyterLite: an icon, the message that Python is starting, and an answer.

JupyterLite's kernels never answer the question which widgets they have. JupyterLab waits for that
before it shows the widgets that are saved in a notebook, which stay blank after a reload.
"""

from pathlib import Path
from string import Template
from urllib.parse import quote

from tracer.site import fetch

HERE = Path(__file__).parent
STARTING = "starting.js"
# Without an icon in the page, browsers ask for one at the root of the server.
DRAWN = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16" fill="#0b5c8f">
<path d="M8 4 3 12M8 4l5 8" stroke="#0b5c8f" stroke-width="1.5"/>
<path d="M5 1h6v6H5z"/><circle cx="3" cy="12" r="3"/><circle cx="13" cy="12" r="3"/></svg>"""
ICON = f'<link rel="icon" href="data:image/svg+xml,{quote(DRAWN)}">'

UNANSWERED = 'case"comm_open":await this.commOpen(e);break;'
ANSWER = """case"comm_info_request":this._sendMessage({channel:"shell",metadata:{},buffers:[],
parent_header:e.header,content:await this.commInfoRequest(e.content),
header:{...e.header,msg_id:e.header.msg_id+"-reply",msg_type:"comm_info_reply"}});break;"""


def add_to_pages(site: Path) -> None:
    """Add all of it to a site; the kernel's workers count what they have fetched."""
    runtime = site / "static" / "pyodide"
    parts = [path for path in runtime.iterdir() if path.suffix in (".wasm", ".zip", ".whl")]
    total = sum(path.stat().st_size for path in [*parts, runtime / fetch.LOCK])
    script = Template((HERE / STARTING).read_text("utf-8"))
    (site / STARTING).write_text(script.substitute(total=total), "utf-8")
    for page in site.glob("*/index.html"):
        _prepend(page, f'{ICON}<script src="../{STARTING}"></script>', "<head>")
    counting = (HERE / "fetched.js").read_text("utf-8")
    workers = list((site / "extensions" / "@jupyterlite").rglob("*.worker.*.js"))
    if not workers:
        raise ValueError("the kernel has no worker: tracer/site/pages.py does not fit")
    for worker in workers:
        _prepend(worker, counting)
    _answer_for_kernels(site / "build")


def _prepend(path: Path, text: str, after: str = "") -> None:
    """Add text at the beginning of a file, or after the first place where it says `after`."""
    before, rest = "", path.read_text("utf-8")
    if after:
        before, _, rest = rest.partition(after)
    path.write_text(f"{before}{after}{text}{rest}", "utf-8")


def _answer_for_kernels(scripts: Path) -> None:
    found = [path for path in scripts.glob("*.js") if UNANSWERED in path.read_text("utf-8")]
    if len(found) != 1:
        raise ValueError("JupyterLite's kernels have changed: tracer/site/pages.py does not fit")
    text = found[0].read_text("utf-8")
    found[0].write_text(text.replace(UNANSWERED, UNANSWERED + ANSWER), "utf-8")
