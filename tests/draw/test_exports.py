"""Exports: each file is opened by something that did not write it."""

import os
import subprocess
import sys
import xml.etree.ElementTree as ET
from io import BytesIO
from pathlib import Path

import pytest

from tracer import Trace, record
from tracer.algorithms import alphabeta, mtd_f, sss_star
from tracer.draw.animate import MOST_FRAMES, chosen_steps
from tracer.draw.dot import draw
from tracer.draw.picture import film
from tracer.draw.tex import escape_tex
from tracer.draw.tikz import tikz
from tracer.player.page import page
from tracer.support.files import whole
from trees import catalogue, from_nested, iid
from trees.tree import Tree

HOSTILE = r"""</script><script>alert(1)</script> & "q" \N $x_1$ 50% {#} ~^ '"""


def hostile() -> Tree:
    plain = from_nested([[3, 2], [4, 1]])
    values = {n: plain.value(n) for n in plain.leaves()}
    return Tree(
        values, names={(1,): HOSTILE, (2, 1): "<b>x</b>"}, labels={(1, 1): "]]> --> " + HOSTILE}
    )


@pytest.fixture
def trace() -> Trace:
    return record(alphabeta, catalogue.load("pantel-3.2"))


def test_the_page_is_one_small_file_without_addresses(trace: Trace, tmp_path: Path) -> None:
    big = record(alphabeta, iid(4, 3, seed=1))
    path = big.to_html(tmp_path / "big.html")
    text = path.read_text("utf-8")
    assert len(text) < 300_000
    assert "http://" not in text.replace("http://www.w3.org", "")
    assert "https://" not in text
    assert "default-src 'none'" in text


def test_text_of_users_cannot_end_the_script_element() -> None:
    text = page([record(alphabeta, hostile())])
    assert text.count("</script>") == 2  # those of the page itself
    assert "<script>alert(1)" not in text
    assert "<b>x</b>" not in text


def test_pictures_open(trace: Trace, tmp_path: Path) -> None:
    image = pytest.importorskip("PIL.Image")
    root = ET.parse(trace.to_svg(tmp_path / "a.svg")).getroot()
    words = "".join(root.itertext())
    assert "A returns 8, its exact value." in words
    with image.open(trace.to_png(tmp_path / "a.png", step=3)) as png:
        assert png.format == "PNG" and png.width > 400
    assert trace.to_pdf(tmp_path / "a.pdf").read_bytes().startswith(b"%PDF")


def test_animations_have_one_frame_a_step(trace: Trace, tmp_path: Path) -> None:
    image = pytest.importorskip("PIL.Image")
    steps = [0, 14, 15, 31]
    path = trace.to_gif(tmp_path / "a.gif", steps, seconds=0.5, width=400, progress=False)
    with image.open(path) as animation:
        assert animation.n_frames == len(steps)
        assert animation.width == 400
        animation.seek(3)
        assert animation.info["duration"] == 1500


def test_the_video_is_read_back(trace: Trace, tmp_path: Path) -> None:
    ffmpeg = pytest.importorskip("imageio_ffmpeg")
    path = trace.to_mp4(tmp_path / "a.mp4", [0, 15], seconds=0.2, width=400, progress=False)
    frames = list(ffmpeg.read_frames(str(path)))
    assert frames[0]["size"][0] == 400
    assert len(frames) - 1 == 4 + 12  # twenty a second: 0.2 s, then 0.6 s


def test_frames_of_animations_show_their_steps(trace: Trace, tmp_path: Path) -> None:
    image = pytest.importorskip("PIL.Image")
    steps, shown = [3, 20], []
    with image.open(trace.to_gif(tmp_path / "a.gif", steps, width=500, progress=False)) as gif:
        for k in range(2):
            gif.seek(k)
            shown.append(gif.convert("L"))
    pictures = film([trace.frame(i) for i in steps], caption_size=14 / 900)
    for made, drawn in zip(pictures, shown, strict=True):
        png = image.open(BytesIO(draw(made, "png"))).convert("L")
        wanted = image.new("L", drawn.size, 255)
        wanted.paste(png.resize((500, round(png.height * 500 / png.width))), (0, 0))
        small = (image.resize((100, 60)).tobytes() for image in (drawn, wanted))
        pairs = zip(*small, strict=True)
        assert sum(abs(a - b) for a, b in pairs) / 6000 < 4


@pytest.mark.parametrize("search", [alphabeta, sss_star, mtd_f])
def test_everything_keeps_its_place_in_a_film(search) -> None:
    trace = record(search, catalogue.load("pantel-3.2"))
    pictures = film([trace.frame(i) for i in range(len(trace) + 1)], caption_size=14 / 900)
    assert len({(p.left, p.top, p.right, p.bottom, p.foot > 0) for p in pictures}) == 1
    assert len({tuple((s.key, *s[2:6]) for s in p.nodes) for p in pictures}) == 1
    titles = [text for p in pictures for text in p.texts if text.kind == "title"]
    assert len({(text.x, text.y) for text in titles}) == 1
    lists = {(t.x, t.y) for p in pictures for t in p.texts if t.text in ("OPEN", "Table")}
    assert len(lists) == (search is not alphabeta)


@pytest.mark.parametrize("name", catalogue.names())
def test_captions_of_films_can_be_read(name: str) -> None:
    trace = record(alphabeta, catalogue.load(name), max_events=100)
    for made in film([trace.frame(i) for i in (0, len(trace))], caption_size=14 / 900):
        pixels = 900 / (made.right - made.left)
        sizes = {text.size * pixels for text in made.texts if text.kind in ("title", "caption")}
        assert min(sizes) >= 14 - 1e-6


@pytest.mark.slow
def test_a_film_of_131_frames_is_small(tmp_path: Path) -> None:
    trace = record(sss_star, catalogue.load("srimani-a1"))
    assert len(trace) == 130
    path = trace.to_gif(tmp_path / "a.gif", "all", progress=False)
    assert path.stat().st_size < 3_000_000


def test_a_missing_encoder_is_reported_before_anything_is_drawn(
    trace: Trace, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pygraphviz", None)  # without it, nothing can be drawn
    monkeypatch.setitem(sys.modules, "imageio_ffmpeg", None)
    with pytest.raises(ImportError, match="needs imageio-ffmpeg"):
        trace.to_mp4(tmp_path / "a.mp4")
    with pytest.raises(ImportError, match="needs pygraphviz"):
        trace.to_gif(tmp_path / "a.gif")
    assert os.listdir(tmp_path) == []


def test_a_missing_program_is_reported_too(
    trace: Trace, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("imageio_ffmpeg")
    monkeypatch.setenv("IMAGEIO_FFMPEG_EXE", str(tmp_path / "nothing"))
    monkeypatch.setitem(sys.modules, "pygraphviz", None)
    with pytest.raises(OSError, match="ffmpeg, which does not run here"):
        trace.to_mp4(tmp_path / "a.mp4")


def test_a_machine_without_fonts_draws_letters_all_the_same(tmp_path: Path) -> None:
    """Only the fonts of matplotlib are there; without any, letters are empty boxes."""
    program = """
import sys
from pathlib import Path
from tracer import record
from tracer.algorithms import alphabeta
from tracer.draw import dot
from trees import catalogue
dot.CONFIGURED = Path("nowhere")
record(alphabeta, catalogue.load("pantel-3.2")).to_pdf(sys.argv[1])
"""
    plain = {name: text for name, text in os.environ.items() if not name.startswith("FONTCONFIG")}
    subprocess.run([sys.executable, "-c", program, str(tmp_path / "a.pdf")], check=True, env=plain)
    assert b"DejaVuSans" in (tmp_path / "a.pdf").read_bytes()


def test_steps_are_chosen_and_bounded(trace: Trace) -> None:
    assert chosen_steps(trace, None) == list(range(32))
    assert chosen_steps(trace, "cuts") == [0, 15, 29, 31]
    long = record(alphabeta, iid(4, 5, seed=1))
    assert len(long) > MOST_FRAMES
    with pytest.raises(ValueError, match="steps='cuts'"):
        chosen_steps(long, "all")
    with pytest.raises(ValueError, match="'all', 'cuts'"):
        chosen_steps(trace, "some")
    with pytest.raises(ValueError, match="at least one"):
        chosen_steps(trace, [])
    with pytest.raises(IndexError):
        chosen_steps(trace, [99])


def test_tikz_escapes_what_tex_reads() -> None:
    assert escape_tex(r"50% \N {x_1} #") == r"50\% \textbackslash{}N \{x\_1\} \#"
    source = tikz(record(alphabeta, hostile()))
    assert source.startswith(r"\documentclass") and r"\end{document}" in source
    assert source.count("{") - source.count(r"\{") == source.count("}") - source.count(r"\}")
    assert r"\N " not in source


def test_no_half_written_file_is_left(tmp_path: Path) -> None:
    target = tmp_path / "a.txt"
    target.write_text("before")
    with pytest.raises(KeyboardInterrupt), whole(target) as place:
        place.write_text("half")
        raise KeyboardInterrupt
    assert target.read_text() == "before"
    assert os.listdir(tmp_path) == ["a.txt"]


def test_unwritable_places_are_refused(trace: Trace, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="there is no folder"):
        trace.to_html(tmp_path / "nowhere" / "a.html")
    with pytest.raises(ValueError, match="it is a folder"):
        trace.to_svg(tmp_path)
    with pytest.raises(ValueError, match=r"must end in \.gif"):
        trace.to_gif(tmp_path / "a.mp4")


def test_a_stored_trace_of_version_1_still_opens() -> None:
    text = (Path(__file__).parents[1] / "trace" / "trace-v1.json").read_text("utf-8")
    trace = Trace.from_json(text)
    assert trace == record(mtd_f, catalogue.load("pantel-3.2"), first=5)


def test_a_converted_notebook_shows_a_playing_page_or_a_frozen_frame(tmp_path: Path) -> None:
    nbformat = pytest.importorskip("nbformat")
    nbconvert = pytest.importorskip("nbconvert")
    nbclient = pytest.importorskip("nbclient")
    source = (
        "from tracer import play, record\nfrom tracer.algorithms import alphabeta\n"
        "from trees import catalogue\n"
        "play(record(alphabeta, catalogue.load('pantel-3.2')), step=15)"
    )
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(source)])
    nbclient.NotebookClient(notebook, store_widget_state=False, timeout=120).execute()
    html, _ = nbconvert.HTMLExporter().from_notebook_node(notebook)
    assert "srcdoc=" in html and "MIN will not let the game reach E. K is skipped." in html
    slides, _ = nbconvert.SlidesExporter().from_notebook_node(notebook)
    assert "srcdoc=" in slides
    tex, resources = nbconvert.LatexExporter().from_notebook_node(notebook)
    assert "includegraphics" in tex
    assert any(name.endswith(".png") for name in resources["outputs"])
