"""The landing page."""

from collections.abc import Sequence
from html import escape
from pathlib import Path
from string import Template
from urllib.parse import quote

from tracer.site.course import Chapter
from tracer.site.pages import ICON

_TEMPLATE = Path(__file__).with_name("landing.html")


def landing(course: Sequence[Chapter]) -> str:
    """The page, with a link to every notebook."""
    page = Template(_TEMPLATE.read_text("utf-8"))
    chapters = "\n".join(map(_chapter, course))
    return page.substitute(icon=ICON, first=_link(course[0]), chapters=chapters)


def _link(chapter: Chapter, app: str = "notebooks") -> str:
    return f"{app}/index.html?path={quote(chapter.path.name)}"


def _chapter(chapter: Chapter) -> str:
    return f"""<li>
<a href="{_link(chapter)}">{escape(chapter.title)}</a>
<a class="lab" href="{_link(chapter, "lab")}">in JupyterLab</a>
<p>{escape(chapter.about)}</p>
</li>"""
